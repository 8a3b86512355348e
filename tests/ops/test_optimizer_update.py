"""Updates write where they are told to, and nowhere else."""

from __future__ import annotations

import mxnet as mx
import numpy as np
import pytest

STATES = {
    "sgd_update": 0,
    "sgd_mom_update": 1,
    "nag_mom_update": 1,
    "adam_update": 2,
    "rmsprop_update": 1,
    "ftrl_update": 2,
    "signum_update": 1,
}


def _inputs(op: str) -> list[mx.nd.NDArray]:
    random = np.random.RandomState(0)
    return [mx.nd.array(random.uniform(0.1, 1, (2, 3))) for _ in range(2 + STATES[op])]


@pytest.mark.parametrize("op", STATES)
def test_new_array_without_out(op: str) -> None:
    weight, *others = _inputs(op)
    before = weight.asnumpy()
    new = getattr(mx.nd, op)(weight, *others, lr=0.1)
    np.testing.assert_array_equal(weight.asnumpy(), before)
    assert (new.asnumpy() != before).any()


@pytest.mark.parametrize("op", STATES)
def test_weight_in_place(op: str) -> None:
    weight, *others = _inputs(op)
    expected = getattr(mx.nd, op)(weight, *(o.copy() for o in others), lr=0.1).asnumpy()
    address = weight._t.data_ptr()
    assert getattr(mx.nd, op)(weight, *others, lr=0.1, out=weight) is weight
    assert weight._t.data_ptr() == address
    np.testing.assert_allclose(weight.asnumpy(), expected, rtol=1e-6)


@pytest.mark.parametrize("op", STATES)
def test_another_array_as_out(op: str) -> None:
    weight, *others = _inputs(op)
    before, target = weight.asnumpy(), mx.nd.zeros((2, 3))
    expected = getattr(mx.nd, op)(weight, *(o.copy() for o in others), lr=0.1).asnumpy()
    getattr(mx.nd, op)(weight, *others, lr=0.1, out=target)
    np.testing.assert_allclose(target.asnumpy(), expected, rtol=1e-6)
    np.testing.assert_array_equal(weight.asnumpy(), before)


def test_variables_can_be_updated_between_passes() -> None:
    weight = mx.nd.ones(3)
    weight.attach_grad()
    for _ in range(2):
        with mx.autograd.record():
            loss = (weight * weight).sum()
        loss.backward()
        mx.nd.sgd_update(weight, weight.grad, lr=0.25, out=weight)
    np.testing.assert_allclose(weight.asnumpy(), [0.25] * 3)


@pytest.mark.parametrize("betas", [(1.0, 0.999), (0.9, 1.0), (1.5, 0.9), (0.9, 1.2)])
def test_means_of_adam_may_stay_or_grow(betas: tuple[float, float]) -> None:
    weight, grad, mean, var = (x.asnumpy() for x in _inputs("adam_update"))
    new_mean, new_var = (b * m + (1 - b) * g for b, m, g in zip(betas, (mean, var), (grad, grad**2), strict=True))
    expected = weight - 0.1 * new_mean / (np.sqrt(new_var) + 1e-8)
    new = mx.nd.adam_update(*_inputs("adam_update"), lr=0.1, beta1=betas[0], beta2=betas[1])
    np.testing.assert_allclose(new.asnumpy(), expected, rtol=1e-5)


def test_adamw_skips_steps_that_overflowed() -> None:
    weight, grad, mean, var = (mx.nd.ones(3) for _ in range(4))
    scale = mx.nd.array([np.inf])
    mx.nd._internal._adamw_update(weight, grad, mean, var, scale, lr=0.1, eta=1, out=weight)
    for item in (weight, mean, var):
        np.testing.assert_array_equal(item.asnumpy(), np.ones(3))


@pytest.mark.parametrize(
    ("attrs", "direction"),  # recorded from 1.9.1
    [({"beta1": -9.2e18, "t": 2**31 - 1}, 0.3), ({"beta1": 2, "t": 5000}, 0.3), ({"beta1": 0, "t": -1}, np.nan)],
)
def test_a_power_that_is_too_large_is_infinite(attrs, direction):
    weight, grad, mean, var = (mx.nd.array([value]) for value in (1, 0.5, 0.1, 0.2))
    out = mx.nd.lamb_update_phase1(weight, grad, mean, var, wd=0.3, **attrs)
    np.testing.assert_allclose(out.asnumpy(), [direction], rtol=1e-6)


def test_ftml_takes_no_rates_of_means_beyond_one():
    arrays = [mx.nd.ones(2) for _ in range(5)]
    for wrong in ({"beta1": 1.1}, {"beta2": -0.1}):
        with pytest.raises(mx.MXNetError, match="beta"):
            mx.nd.ftml_update(*arrays, lr=0.1, t=1, **wrong)
    assert np.isnan(mx.nd.ftml_update(*arrays, lr=0.1, t=-1, beta1=0).asnumpy()).all()


def test_ftrl_of_a_negative_threshold() -> None:
    ones = [mx.nd.ones(2) for _ in range(4)]
    np.testing.assert_allclose(mx.nd.ftrl_update(*ones, lr=0.1, lamda1=-0.5).asnumpy(), [0.10944082] * 2, rtol=1e-6)


UPDATES = {
    "sgd_update": (2, {"lr": 0.1}),
    "sgd_mom_update": (3, {"lr": 0.1, "momentum": 0.9}),
    "nag_mom_update": (3, {"lr": 0.1, "momentum": 0.9}),
    "adam_update": (4, {"lr": 0.1}),
    "rmsprop_update": (3, {"lr": 0.1}),
    "ftrl_update": (4, {"lr": 0.1}),
    "ftml_update": (5, {"lr": 0.1, "t": 1}),
    "signsgd_update": (2, {"lr": 0.1}),
    "lamb_update_phase1": (4, {"t": 1, "wd": 0.1}),
    "multi_sgd_update": (4, {"lrs": (0.1, 0.1), "wds": (0, 0), "num_weights": 2}),
}


@pytest.mark.parametrize("name", UPDATES)
def test_updates_are_not_differentiable(name):  # as in 1.9.1: their gradients were zeros
    count, attributes = UPDATES[name]
    arrays = [mx.nd.ones(2) for _ in range(count)]
    for item in arrays:
        item.attach_grad()
    with mx.autograd.record():
        moved = getattr(mx.nd, name)(*arrays, **attributes)
        loss = sum(item.sum() for item in (moved if isinstance(moved, list) else [moved]))
    with pytest.raises(mx.MXNetError, match=f"{name} is non-differentiable: write the update with array operators"):
        loss.backward()
    symbol = getattr(mx.sym, name)(*(mx.sym.Variable(f"x{i}") for i in range(count)), **attributes)
    shapes = dict.fromkeys(symbol.list_arguments(), (2,))
    with pytest.raises(mx.MXNetError, match=f"operator {name} is non-differentiable"):
        symbol.simple_bind(mx.cpu(), **shapes)
    assert symbol.simple_bind(mx.cpu(), grad_req="null", **shapes).forward()[0].shape == (2,)
