"""Symbols are written byte for byte as MXNet writes them."""

import mxnet as mx


def lenet():
    net = mx.sym.Variable("data", shape=(0, 1, 8, 8))
    net = mx.sym.Convolution(net, kernel=(3, 3), pad=(1, 1), num_filter=4, name="conv1")
    net = mx.sym.BatchNorm(net, fix_gamma=False, eps=2e-5, momentum=0.9, name="bn1")
    net = mx.sym.Activation(net, act_type="tanh")
    net = mx.sym.Pooling(net, pool_type="max", kernel=(2, 2), stride=(2, 2))
    net = mx.sym.FullyConnected(mx.sym.Flatten(net), num_hidden=10, no_bias=True)
    return mx.sym.SoftmaxOutput(net, name="softmax", smooth_alpha=0.1)


def arithmetic():
    a, b = mx.sym.Variable("a"), mx.sym.Variable("b")
    c = (a + b * 2 - 1) / (3 - a) + b**2 + 2**b
    return mx.sym.Group([c > 0.5, mx.sym.maximum(a, 2), -c, a == b, mx.sym.dot(a, b, transpose_b=True)])


def attributes():
    with mx.AttrScope(ctx_group="stage1", lr_mult="2"):
        data = mx.sym.Variable("data", attr={"mood": "angry"}, lr_mult=0.5, wd_mult=2.0, init=mx.init.One())
        net = mx.sym.FullyConnected(data, num_hidden=3, name="fc", attr={"__wd_mult__": "0.3"})
    return mx.sym.Activation(net, act_type="relu")


def several_outputs():
    parts = mx.sym.SliceChannel(mx.sym.Variable("x"), num_outputs=3, axis=1, name="split")
    return mx.sym.Concat(parts[2], parts[0], mx.sym.transpose(parts[1], axes=(0, 2, 1)), dim=1)


def run():
    made = {f.__name__: f() for f in (lenet, arithmetic, attributes, several_outputs)}
    answers = {}
    for name, symbol in made.items():
        again = mx.sym.load_json(symbol.tojson())
        answers[name] = {
            "json": symbol.tojson(),
            "again": again.tojson() == symbol.tojson(),
            "name": symbol.name,
            "arguments": symbol.list_arguments(),
            "outputs": symbol.list_outputs(),
            "auxiliary": symbol.list_auxiliary_states(),
            "inputs": symbol.list_inputs(),
            "internals": symbol.get_internals().list_outputs(),
            "attributes": symbol.attr_dict(),
        }
    return answers
