"""MXNet memo: symbols bound with data and evaluated (002.2), and the shapes of parameters (002.5)."""

# ruff: noqa: B905 - the programs stand as the document has them

import mxnet as mx
import numpy as np


def test_composite_symbol():
    a = mx.sym.Variable("a")
    b = mx.sym.Variable("b")
    c = a + b
    assert (type(c), c.name) == (mx.symbol.Symbol, "_plus0")


def test_shape_inference(capsys):
    a = mx.sym.Variable("a")
    b = mx.sym.Variable("b")
    c = a + b
    arg_name = c.list_arguments()  # get the names of the inputs
    out_name = c.list_outputs()  # get the names of the outputs
    arg_shape, out_shape, aux_shape = c.infer_shape(a=(2, 3), b=(2, 3))
    print("inputs: %s" % (dict(zip(arg_name, arg_shape))))
    print("outputs: %s" % (dict(zip(out_name, out_shape))))
    assert capsys.readouterr().out.splitlines() == [
        "inputs: {'a': (2, 3), 'b': (2, 3)}",
        "outputs: {'_plus0_output': (2, 3)}",
    ]
    assert aux_shape == []


def test_bind_with_data_and_evaluate(capsys):
    a = mx.sym.Variable("a")
    b = mx.sym.Variable("b")
    c = a + b
    ex = c.bind(ctx=mx.cpu(), args={"a": mx.nd.ones([2, 3]), "b": mx.nd.ones([2, 3])})
    ex.forward()
    print("number of outputs = %d\nthe first output = \n%s" % (len(ex.outputs), ex.outputs[0].asnumpy()))
    assert capsys.readouterr().out.splitlines() == [
        "number of outputs = 1",
        "the first output = ",
        "[[2. 2. 2.]",
        " [2. 2. 2.]]",
    ]


def test_load_and_save(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    c = mx.sym.Variable("a") + mx.sym.Variable("b")
    text = c.tojson()
    c.save("symbol-c.json")
    c2 = mx.symbol.load("symbol-c.json")
    assert c2.tojson() == text
    ex = c2.bind(mx.cpu(), {"a": mx.nd.ones([2, 3]), "b": mx.nd.ones([2, 3])})
    assert (ex.forward()[0].asnumpy() == 2).all()


def lenet_like():
    data = mx.sym.Variable("data")
    net = mx.sym.FullyConnected(data, num_hidden=10, name="fc1")
    net = mx.sym.Activation(net, act_type="relu", name="relu1")
    return mx.sym.FullyConnected(net, num_hidden=3, name="fc2")


def test_shapes_of_parameters(capsys):
    net = lenet_like()
    batch_size, num_features = 4, 7
    ex = net.simple_bind(ctx=mx.cpu(), data=(batch_size, num_features))
    args = dict(zip(net.list_arguments(), ex.arg_arrays))
    for name in args:
        print(name, args[name].shape)
    assert capsys.readouterr().out.splitlines() == [
        "data (4, 7)",
        "fc1_weight (10, 7)",
        "fc1_bias (10,)",
        "fc2_weight (3, 10)",
        "fc2_bias (3,)",
    ]


def test_outputs_of_inner_layers():
    net = lenet_like()
    inner = net.get_internals()["relu1_output"]
    ex = inner.simple_bind(ctx=mx.cpu(), data=(4, 7))
    for array in ex.arg_arrays:
        array[:] = -1
    assert (ex.forward()[0].asnumpy() == np.maximum(7 - 1, 0)).all()
    assert ex.outputs[0].shape == (4, 10)


def test_infer_shape_with_three_inputs():
    names = ("input1", "input2", "input3")
    net = mx.sym.Concat(*[mx.sym.Variable(name) for name in names], dim=1)
    arg_shape, output_shape, aux_shape = net.infer_shape(
        input1=(8, 3, 32, 32), input2=(8, 3, 32, 32), input3=(8, 3, 32, 32)
    )
    assert arg_shape == [(8, 3, 32, 32)] * 3
    assert output_shape == [(8, 9, 32, 32)]
    assert aux_shape == []
