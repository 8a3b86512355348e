"""What loss layers deduce of their labels, and what they do with head gradients."""

from __future__ import annotations

import mxnet as mx
import numpy as np
import pytest
from mxnet.base import MXNetError

Shape = tuple[int, ...]


@pytest.mark.parametrize(
    ("op", "attrs", "data", "label"),
    [
        ("SoftmaxOutput", {}, (2, 3), (2,)),
        ("SoftmaxOutput", {}, (2, 3, 4), (2, 3)),
        ("SoftmaxOutput", {"multi_output": True}, (2, 3, 4, 5), (2, 20)),
        ("SoftmaxOutput", {"multi_output": True}, (2, 3), (2, 1)),
        ("SoftmaxOutput", {"preserve_shape": True}, (2, 3, 4), (2, 3)),
        ("LinearRegressionOutput", {}, (2, 3), (2, 3)),
        ("LinearRegressionOutput", {}, (2, 1), (2,)),
        ("LogisticRegressionOutput", {}, (2,), (2,)),
        ("MAERegressionOutput", {}, (2, 3, 1), (2, 3, 1)),
        ("SVMOutput", {}, (2, 3), (2,)),
        ("SVMOutput", {}, (2, 3, 4), (2, 3)),
    ],
)
def test_label_shape(op: str, attrs: dict[str, object], data: Shape, label: Shape) -> None:
    net = getattr(mx.sym, op)(mx.sym.Variable("data"), name="loss", **attrs)
    assert net.list_arguments() == ["data", "loss_label"]
    args, outs, _ = net.infer_shape(data=data)
    assert args == [data, label]
    assert outs == [data]


@pytest.mark.parametrize(
    ("op", "attrs", "data", "label"),
    [
        ("SoftmaxOutput", {}, (2, 3), (2, 3)),
        ("SoftmaxOutput", {"multi_output": True}, (2, 3, 4, 5), (2, 4, 5)),
        ("SoftmaxOutput", {"multi_output": True}, (2, 3, 4, 5), (2, 1, 4, 5)),
        ("SoftmaxOutput", {"multi_output": True}, (2, 3, 4, 5), (2, 20)),
        ("LinearRegressionOutput", {}, (2, 1), (2, 1)),
        ("LinearRegressionOutput", {}, (2, 3, 1), (2, 3)),
    ],
)
def test_label_shape_given(op: str, attrs: dict[str, object], data: Shape, label: Shape) -> None:
    net = getattr(mx.sym, op)(mx.sym.Variable("data"), mx.sym.Variable("label"), **attrs)
    assert net.infer_shape(data=data, label=label)[0] == [data, label]


@pytest.mark.parametrize(
    ("op", "attrs", "data", "label"),
    [
        ("SoftmaxOutput", {}, (2, 3), (2, 1)),
        ("SoftmaxOutput", {}, (2, 3), (5,)),
        ("SoftmaxOutput", {"multi_output": True}, (2, 3, 4, 5), (2, 3)),
        ("LinearRegressionOutput", {}, (2, 3), (6,)),
        ("LinearRegressionOutput", {}, (2, 3), (2,)),
    ],
)
def test_label_shape_refused(op: str, attrs: dict[str, object], data: Shape, label: Shape) -> None:
    net = getattr(mx.sym, op)(mx.sym.Variable("data"), mx.sym.Variable("label"), **attrs)
    with pytest.raises(MXNetError, match="label"):
        net.infer_shape(data=data, label=label)


@pytest.mark.parametrize(
    ("op", "attrs", "data", "label"),
    [
        ("SoftmaxOutput", {}, (2, 3), (2, 1)),
        ("SoftmaxOutput", {"multi_output": True}, (2, 3, 4), (2, 3)),
        ("LinearRegressionOutput", {}, (2, 3), (6,)),
        ("LogisticRegressionOutput", {}, (2, 3), (2,)),
        ("SVMOutput", {}, (2, 3), (2, 3)),
    ],
)
def test_label_refused_at_the_call(op: str, attrs: dict[str, object], data: Shape, label: Shape) -> None:
    with pytest.raises(MXNetError):
        getattr(mx.nd, op)(mx.nd.ones(data), mx.nd.ones(label), **attrs)


def _gradient(op: str, data: np.ndarray, *label: np.ndarray, head: float = 1, **attrs: object) -> np.ndarray:
    x = mx.nd.array(data)
    x.attach_grad()
    with mx.autograd.record():
        out = getattr(mx.nd, op)(x, *(mx.nd.array(v) for v in label), **attrs)
    out.backward(mx.nd.full(out.shape, head))
    return x.grad.asnumpy()


@pytest.mark.parametrize(
    "op", ["SoftmaxOutput", "LinearRegressionOutput", "MAERegressionOutput", "LogisticRegressionOutput", "SVMOutput"]
)
def test_head_gradients_do_not_matter(op: str) -> None:
    data = np.random.RandomState(0).standard_normal((3, 1))
    label = np.zeros(3)
    np.testing.assert_array_equal(_gradient(op, data, label), _gradient(op, data, label, head=7))


@pytest.mark.parametrize("op", ["MakeLoss", "make_loss"])
def test_make_loss_starts_with_ones(op: str) -> None:
    np.testing.assert_array_equal(_gradient(op, np.zeros((2, 3)), head=7), np.ones((2, 3)))


def test_softmax_output_with_out_grad_takes_the_head_gradient() -> None:
    data, label = np.random.RandomState(0).standard_normal((3, 4)), np.array([0, 1, 3])
    plain = _gradient("SoftmaxOutput", data, label)
    np.testing.assert_allclose(_gradient("SoftmaxOutput", data, label, out_grad=True, head=3), 3 * plain, rtol=1e-6)


def test_softmax_cross_entropy_gradient() -> None:
    data = np.random.RandomState(0).standard_normal((3, 4))
    p = np.exp(data) / np.exp(data).sum(1, keepdims=True)
    expected = p - np.eye(4)[[0, 1, 3]]
    result = _gradient("softmax_cross_entropy", data, np.array([0, 1, 3]), head=2)
    np.testing.assert_allclose(result, 2 * expected, rtol=1e-5, atol=1e-6)


@pytest.mark.parametrize(("data", "label"), [((2,), (2,)), ((2, 3), (2, 3)), ((2, 3), (5,))])
def test_softmax_cross_entropy_refuses(data: Shape, label: Shape) -> None:
    with pytest.raises(MXNetError, match="SoftmaxCrossEntropy"):
        mx.nd.softmax_cross_entropy(mx.nd.ones(data), mx.nd.ones(label))


def test_labels_of_another_type_are_refused() -> None:
    with pytest.raises(MXNetError, match="label"):
        mx.nd.SoftmaxOutput(mx.nd.ones((2, 3)), mx.nd.ones(2, dtype="int32")).asnumpy()


def test_sparseness_penalty() -> None:
    data = np.array([[0.2, 0.4], [0.6, 0.3]])
    net = mx.sym.IdentityAttachKLSparseReg(mx.sym.Variable("data"), penalty=0.01, name="reg")
    executor = net.simple_bind(mx.cpu(), data=data.shape)
    executor.arg_dict["data"][:] = data
    executor.aux_dict["reg_moving_avg"][:] = [0.1, 0.2]
    executor.forward(is_train=True)
    executor.backward(mx.nd.ones(data.shape))
    average = 0.9 * np.array([0.1, 0.2]) + 0.1 * data.mean(0)
    np.testing.assert_allclose(executor.aux_dict["reg_moving_avg"].asnumpy(), average, rtol=1e-6)
    expected = 1 + 0.01 * (-0.1 / average + 0.9 / (1 - average))
    np.testing.assert_allclose(executor.grad_dict["data"].asnumpy(), np.tile(expected, (2, 1)), rtol=1e-5)


@pytest.mark.parametrize("classes", [5, 3000])
@pytest.mark.parametrize(
    "options",
    [
        {},
        {"grad_scale": 0.5},
        {"use_ignore": True, "ignore_label": 1},
        {"normalization": "batch"},
        {"smooth_alpha": 0.1},
    ],
    ids=str,
)
@pytest.mark.parametrize("labels", [[0, 1, 2, 4], [1, -1, 4, 1], [0, -7, 2, 5000]], ids=str)
def test_the_gradient_of_few_and_of_many_classes(classes, options, labels):
    data = mx.nd.array(np.random.RandomState(0).randn(4, classes))
    data.attach_grad()
    with mx.autograd.record():
        out = mx.nd.SoftmaxOutput(data, mx.nd.array(labels), **options)
    out.backward()
    alpha, ignored = options.get("smooth_alpha", 0.0), options.get("ignore_label")
    target = np.full((4, classes), alpha / (classes - 1))
    for row, label in enumerate(labels):
        if 0 <= label < classes:
            target[row, label] = 1 - alpha
    expected = (out.asnumpy() - target) * options.get("grad_scale", 1.0)
    expected /= 4 if "normalization" in options else 1
    expected[[label == ignored for label in labels]] = 0
    np.testing.assert_allclose(data.grad.asnumpy(), expected, rtol=1e-4, atol=1e-6)


@pytest.mark.parametrize(("normalization", "count"), [("batch", 4), ("valid", 3)])
def test_labels_that_are_not_read_count(normalization, count):
    """Of more labels than softmaxes, 1.9.1 reads the first ones, but divides by the number of all."""
    data, labels = mx.nd.array(np.random.RandomState(0).randn(2, 2, 3)), mx.nd.array([[1, 0], [-1, 2]])
    data.attach_grad()
    with mx.autograd.record():
        out = mx.nd.SoftmaxOutput(data, labels, use_ignore=True, normalization=normalization)
    out.backward()
    expected = (out.asnumpy().reshape(2, 6) - np.eye(6)[[1, 0]]) / count
    np.testing.assert_allclose(data.grad.asnumpy().reshape(2, 6), expected, rtol=1e-5)


def test_smoothing_a_single_class_leaves_alpha():
    data = mx.nd.array([[0.5], [-1.0]])
    data.attach_grad()
    with mx.autograd.record():
        out = mx.nd.SoftmaxOutput(data, mx.nd.zeros(2), smooth_alpha=0.25)
    out.backward()
    np.testing.assert_array_equal(data.grad.asnumpy(), [[0.25], [0.25]])


REGRESSIONS = {"LinearRegressionOutput": 2.0, "MAERegressionOutput": 2.0, "LogisticRegressionOutput": 0.880797}


@pytest.mark.parametrize(("op", "predicted"), REGRESSIONS.items())
def test_regression_outputs_predict_with_any_attribute(op: str, predicted: float) -> None:
    net = getattr(mx.sym, op)(mx.sym.Variable("data"), mx.sym.Variable("label"), grad_scale=1, out_grad=True)
    net = mx.sym.load_json(net.tojson())
    assert net.attr("out_grad") == "True"
    net = net.bind(mx.cpu(), {"data": mx.nd.array([[2]]), "label": mx.nd.zeros((1, 1))}, grad_req="null")
    np.testing.assert_allclose(net.forward()[0].asnumpy(), [[predicted]], rtol=1e-6)


@pytest.mark.parametrize("op", REGRESSIONS)
def test_the_gradient_of_regression_outputs_refuses_unknown_attributes(op: str) -> None:
    net = getattr(mx.sym, op)(mx.sym.Variable("data"), mx.sym.Variable("label"), out_grad=True)
    executor = net.simple_bind(mx.cpu(), data=(1, 2))
    executor.forward(is_train=True)
    with pytest.raises(MXNetError, match="Cannot find argument 'out_grad'"):
        executor.backward()


@pytest.mark.parametrize("op", REGRESSIONS)
def test_the_gradient_of_regression_outputs_passes_over_hidden_attributes(op: str) -> None:
    with mx.AttrScope(ctx_group="first", lr_mult="2"):
        net = getattr(mx.sym, op)(mx.sym.Variable("data"), mx.sym.Variable("label"))
    executor = net.simple_bind(mx.cpu(), group2ctx={"first": mx.cpu(1)}, data=(1, 2))
    executor.forward(is_train=True)
    executor.backward()
    assert executor.grad_dict["data"].shape == (1, 2)


@pytest.mark.parametrize("op", REGRESSIONS)
def test_the_recorded_gradient_of_regression_outputs_refuses_unknown_attributes(op: str) -> None:
    data = mx.nd.ones((1, 2))
    data.attach_grad()
    with mx.autograd.record():
        loss = getattr(mx.nd, op)(data, mx.nd.zeros((1, 2)), out_grad=True)
    with pytest.raises(MXNetError, match="Cannot find argument 'out_grad'"):
        loss.backward()
