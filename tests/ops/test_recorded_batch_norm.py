"""BatchNorm in training, differentiated by PyTorch and by the operator's own rule: both give the same."""

import gc
import weakref

import mxnet as mx
import numpy as np
import pytest
import torch
from mxnet.core import torch_compat
from mxnet.kernels.choice import PLAIN
from mxnet.registry.op import OPS

OPERATOR = OPS["BatchNorm"]
SHAPES = [(4, 3), (4, 3, 5), (4, 3, 5, 5), (1, 3, 4, 4), (5, 3, 1, 1), (2, 3, 1, 4), (2, 3, 2, 3, 2), (6, 1, 2, 2)]


def arrays(shape, dtype="float32"):
    generator = np.random.default_rng(3)
    channels = shape[1]
    data = mx.nd.array(generator.normal(size=shape), dtype=dtype)
    wide = "float32" if dtype == "float16" else dtype
    others = [generator.normal(size=channels), generator.normal(size=channels), np.zeros(channels), np.ones(channels)]
    return [data, *(mx.nd.array(item, dtype=wide) for item in others)]


def run(by_rule, monkeypatch, shape, dtype="float32", train_mode=True, marked=(0, 1, 2), twice=False, **attributes):
    """Return the output, the gradients and the statistics after a step."""
    with monkeypatch.context() as patch:
        if by_rule:
            patch.setattr(OPERATOR, "by_torch", None)
        inputs = arrays(shape, dtype)
        for i in marked:
            inputs[i].attach_grad()
        with mx.autograd.record():
            out = mx.nd.BatchNorm(*inputs, **attributes)
            loss = (out * out * mx.nd.arange(out.size).reshape(out.shape).astype(dtype)).sum()
        if twice:
            mx.autograd.backward(loss, retain_graph=True, train_mode=train_mode)
        mx.autograd.backward(loss, train_mode=train_mode)
    return [out, *(inputs[i].grad for i in marked), *inputs[1:]]


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("fix_gamma", [True, False])
@pytest.mark.parametrize("train_mode", [True, False])
def test_both_agree(monkeypatch, shape, fix_gamma, train_mode):
    expected, got = (
        run(by_rule, monkeypatch, shape, fix_gamma=fix_gamma, train_mode=train_mode) for by_rule in (True, False)
    )
    for a, b in zip(expected, got, strict=True):
        np.testing.assert_allclose(b.asnumpy(), a.asnumpy(), rtol=1e-4, atol=1e-4)


@pytest.mark.parametrize("dtype", ["float16", "float64"])
def test_both_agree_for_other_types(monkeypatch, dtype):
    expected, got = (run(by_rule, monkeypatch, (4, 3, 5, 5), dtype, fix_gamma=False) for by_rule in (True, False))
    for a, b in zip(expected, got, strict=True):
        assert b.dtype == a.dtype
        np.testing.assert_allclose(b.asnumpy(), a.asnumpy(), rtol=1e-2, atol=1e-2)


@pytest.mark.parametrize("marked", [(0,), (1,), (2,), (0, 2), (1, 2)])
@pytest.mark.parametrize("fix_gamma", [True, False])
def test_both_agree_for_some_variables(monkeypatch, marked, fix_gamma):
    options = {"marked": marked, "fix_gamma": fix_gamma, "momentum": 0.5, "twice": True}
    expected, got = (run(by_rule, monkeypatch, (4, 3, 5), **options) for by_rule in (True, False))
    for a, b in zip(expected, got, strict=True):
        np.testing.assert_allclose(b.asnumpy(), a.asnumpy(), rtol=1e-4, atol=1e-4)


@pytest.mark.parametrize("attributes", [{"axis": -1}, {"axis": 2}, {"use_global_stats": True}, {"output_mean_var": 1}])
def test_the_rule_is_taken_for_other_attributes(attributes):
    inputs = [item._t.requires_grad_() for item in arrays((4, 3, 3))[:3]] + [torch.zeros(3), torch.ones(3)]
    kwargs = {"is_train": True, **attributes}
    assert OPERATOR.by_torch(*inputs, **kwargs) is None


@pytest.mark.skipif(PLAIN or not torch_compat.has("batch_norm_inputs"), reason="the rule is taken")
def test_pytorch_differentiates():
    inputs = [item._t.requires_grad_() for item in arrays((4, 3, 3))[:3]] + [torch.zeros(3), torch.ones(3)]
    assert type(OPERATOR.call(*inputs, is_train=True)[0].grad_fn).__name__ == "NativeBatchNormBackward0"


def test_third_derivative(monkeypatch):
    def third(by_rule):
        with monkeypatch.context() as patch:
            if by_rule:
                patch.setattr(OPERATOR, "by_torch", None)
            inputs = arrays((4, 3), "float64")
            x = inputs[0]
            x.attach_grad()
            with mx.autograd.record():
                y = mx.nd.BatchNorm(*inputs, fix_gamma=False)
                for _ in range(2):
                    y = mx.autograd.grad((y * y * y).sum(), x, create_graph=True, retain_graph=True)[0]
                loss = (y * x).sum()
            loss.backward()
            return x.grad.asnumpy()

    np.testing.assert_allclose(third(False), third(True), rtol=1e-6)


def test_results_do_not_hold_the_inputs_after_backward():
    inputs = arrays((4, 3, 5))
    for item in inputs[:3]:
        item.attach_grad()
    with mx.autograd.record():
        data = inputs[0] * 2
        kept = mx.nd.BatchNorm(data, *inputs[1:])
        loss = kept.sum()
    memory = weakref.ref(data._t)
    del data
    loss.backward()
    gc.collect()
    assert memory() is None
    assert kept.shape == (4, 3, 5)
