"""The document on backward through a symbol whose outputs are losses and plain data, in any order."""

from __future__ import annotations

import mxnet as mx
import numpy as np
import pytest

ROWS = 2
GRAD_A = np.random.RandomState(1).normal(size=(ROWS, 3, 4, 4)).astype(np.float32)
GRAD_B = np.random.RandomState(2).normal(size=(ROWS, 1, 4, 4)).astype(np.float32)
ORDERS = {
    "grouped": ["data_A", "data_B", "loss_A", "loss_B"],
    "mixed": ["data_A", "loss_A", "data_B", "loss_B"],
    "losses first": ["loss_A", "loss_B", "data_A", "data_B"],
}


def modG(order, contexts=None, losses=True):
    """Two convolutions of two inputs, each an output and under a loss."""
    outputs = {}
    for letter, filters in (("A", 3), ("B", 1)):
        conv = mx.sym.Convolution(
            mx.sym.Variable("in_" + letter), kernel=(3, 3), pad=(1, 1), num_filter=filters, name="conv_" + letter
        )
        outputs["data_" + letter] = conv
        scale = 1 if losses else 0
        outputs["loss_" + letter] = mx.sym.MakeLoss(
            mx.sym.mean(conv * conv, axis=(1, 2, 3)) * scale, name="loss_" + letter
        )
    mod = mx.mod.Module(
        mx.sym.Group([outputs[name] for name in order]),
        data_names=["in_A", "in_B"],
        label_names=None,
        context=contexts or mx.cpu(),
    )
    mod.bind(data_shapes=[("in_A", (ROWS, 2, 4, 4)), ("in_B", (ROWS, 2, 4, 4))])
    values = np.random.RandomState(0)
    mod.init_params(mx.init.Zero())
    mod.set_params(
        {name: mx.nd.array(values.normal(size=array.shape)) for name, array in sorted(mod.get_params()[0].items())}, {}
    )
    images = [mx.nd.array(values.normal(size=(ROWS, 2, 4, 4))) for _ in range(2)]
    mod.forward(mx.io.DataBatch(images, []), is_train=True)
    return mod


def gradients(mod):
    return {
        name: sum(grad.asnumpy() for grad in grads)
        for name, grads in zip(mod._exec_group.param_names, mod._exec_group.grad_arrays, strict=True)
    }


def expected(with_a=True, with_b=True):
    """What every gradient in its place gives, written out for the executor."""
    mod = modG(ORDERS["grouped"])
    mod.backward([mx.nd.array(GRAD_A) * with_a, mx.nd.array(GRAD_B) * with_b, mx.nd.ones((ROWS,)), mx.nd.ones((ROWS,))])
    return gradients(mod)


def check(mod, want):
    for name, value in gradients(mod).items():
        np.testing.assert_allclose(value, want[name], rtol=1e-4, atol=1e-5, err_msg=name)


def test_losses_at_the_end_need_no_gradient():  # 003.1
    mod = modG(ORDERS["grouped"])
    mod.backward([mx.nd.array(GRAD_A), mx.nd.array(GRAD_B)])
    check(mod, expected())


def test_what_stands_for_it_in_numpy():
    mod = modG(ORDERS["grouped"], losses=False)
    mod.backward([mx.nd.array(GRAD_A), mx.nd.array(GRAD_B)])
    np.testing.assert_allclose(gradients(mod)["conv_A_bias"], GRAD_A.sum((0, 2, 3)), rtol=1e-4)
    np.testing.assert_allclose(gradients(mod)["conv_B_bias"], GRAD_B.sum((0, 2, 3)), rtol=1e-4)


@pytest.mark.parametrize("contexts", [[mx.cpu()], [mx.cpu(0), mx.cpu(1)]], ids=len)
@pytest.mark.parametrize(
    ("order", "form"),
    [
        ("mixed", ["A", None, "B"]),
        ("mixed", ["A", "B"]),
        ("mixed", ["A", "odd", "B"]),
        ("mixed", ["A", "B", "B", "odd"]),
        ("mixed", ["A", None, "B", None]),
        ("losses first", ["A", "B"]),
        ("losses first", [None, None, "A", "B"]),
        ("losses first", ["odd", "odd", "A", "B"]),
        ("mixed", {"conv_A_output": "A", "conv_B_output": "B"}),
        ("grouped", {"conv_B_output": "B", "conv_A_output": "A"}),
    ],
)
def test_any_order(order, form, contexts):  # 003.2
    arrays = {"A": mx.nd.array(GRAD_A), "B": mx.nd.array(GRAD_B), "odd": mx.nd.ones((7, 5)), None: None}
    mod = modG(ORDERS[order], contexts)
    if isinstance(form, dict):
        mod.backward({name: arrays[letter] for name, letter in form.items()})
    else:
        mod.backward([arrays[letter] for letter in form])
    check(mod, expected())


@pytest.mark.parametrize("contexts", [[mx.cpu()], [mx.cpu(0), mx.cpu(1)]], ids=len)
@pytest.mark.parametrize(
    ("given", "missing"),
    [(None, "conv_A_output"), ([GRAD_A], "conv_B_output"), ({"conv_B_output": GRAD_B}, "conv_A_output")],
)
def test_a_missing_gradient_is_named(given, missing, contexts):  # 003.3
    mod = modG(ORDERS["mixed"], contexts)
    if isinstance(given, dict):
        given = {name: mx.nd.array(value) for name, value in given.items()}
    elif given is not None:
        given = [mx.nd.array(value) for value in given]
    with pytest.raises(mx.MXNetError, match=missing) as caught:
        mod.backward(given)
    assert "backward([grad, grad])" in str(caught.value)


@pytest.mark.parametrize("contexts", [[mx.cpu()], [mx.cpu(0), mx.cpu(1)]], ids=len)
@pytest.mark.parametrize(
    "given", [[GRAD_A, None], [GRAD_A, None, None], {"conv_A_output": GRAD_A, "conv_B_output": None}]
)
def test_none_is_zero(given, contexts):  # 003.3
    mod = modG(ORDERS["mixed"], contexts)
    array = lambda value: None if value is None else mx.nd.array(value)  # noqa: E731
    mod.backward(
        {name: array(v) for name, v in given.items()} if isinstance(given, dict) else [array(v) for v in given]
    )
    check(mod, expected(with_b=False))


def test_the_executor_takes_the_same_forms():
    mod = modG(ORDERS["mixed"])
    mod._exec_group.execs[0].backward({"conv_A_output": mx.nd.array(GRAD_A), "conv_B_output": mx.nd.array(GRAD_B)})
    check(mod, expected())


@pytest.mark.parametrize(
    ("contexts", "slices"), [([mx.cpu()], [slice(0, 2)]), ([mx.cpu(0), mx.cpu(1)], [slice(0, 1), slice(1, 2)])]
)
def test_private_names(contexts, slices):  # 003.4
    group = modG(ORDERS["mixed"], contexts)._exec_group
    assert group.slices == slices
    assert group.output_layouts == [0, 0, 0, 0]
    assert [type(executor).__name__ for executor in group.execs] == ["Executor"] * len(contexts)
    assert [[grad.shape for grad in grads] for grads in group.grad_arrays] == [
        [shape] * len(contexts) for shape in [(3, 2, 3, 3), (3,), (1, 2, 3, 3), (1,)]
    ]
    outputs = [output.shape for output in group.execs[0].outputs]
    assert outputs == [(slices[0].stop, 3, 4, 4), (slices[0].stop,), (slices[0].stop, 1, 4, 4), (slices[0].stop,)]
