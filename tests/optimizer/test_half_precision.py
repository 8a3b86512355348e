"""Half-precision weights without float32 copies: updates are computed in float32, and rounded once."""

from __future__ import annotations

import pickle

import mxnet as mx
import numpy as np
import pytest

from tests.ops import calls
from tests.ops.sample import OpSample

pytestmark = pytest.mark.filterwarnings("ignore:Accumulating with float16")

#: by optimizer, arguments to try it with
RULES = [
    ("sgd", {}), ("sgd", {"momentum": 0.9}), ("nag", {}), ("nag", {"momentum": 0.9}), ("signum", {}), ("lars", {}),
    ("signum", {"momentum": 0.0}), ("lbsgd", {}), ("lbsgd", {"momentum": 0.9}), ("dcasgd", {}), ("adam", {}),
    ("rmsprop", {}), ("rmsprop", {"centered": True}), ("adagrad", {}), ("adadelta", {}), ("adamax", {}), ("nadam", {}),
    ("ftrl", {}), ("ftml", {}), ("lamb", {}), ("lans", {}), ("adamw", {}), ("adabelief", {}), ("groupadagrad", {}),
    ("sgld", {}), ("adam", {"wd": 0.1, "clip_gradient": 0.5}), ("rmsprop", {"wd": 0.1, "clip_gradient": 0.5}),
]  # fmt: skip
#: what half precision may differ by after a few steps: those of a state that is rounded, too, in 1.9.1's files
CLOSE = {"float16": {"rtol": 3e-3, "atol": 2e-3}, "bfloat16": {"rtol": 2e-2, "atol": 2e-2}}


def _trained(name, arguments, dtype, rounded_to, scale, many):
    """Return weights after some updates; with ``rounded_to`` they are rounded to that type after each."""
    optimizer = mx.optimizer.create(name, learning_rate=0.01, **arguments)
    updater, random = mx.optimizer.get_updater(optimizer), np.random.RandomState(0)
    weights = [mx.nd.array(random.randn(4, 3)).astype(rounded_to).astype(dtype) for _ in range(3 if many else 1)]
    for step in range(5):
        grads = [mx.nd.array(random.randn(4, 3) * scale).astype(rounded_to).astype(dtype) for _ in weights]
        mx.random.seed(step)
        updater(list(range(len(weights))), grads, weights)
        for weight in weights:
            weight[:] = weight.astype(rounded_to).astype(dtype)
    return [weight.astype("float32").asnumpy() for weight in weights]


@pytest.mark.parametrize("many", [False, True])
@pytest.mark.parametrize("scale", [0.0, 1e-4, 1.0, 100.0])
@pytest.mark.parametrize("dtype", ["float16", "bfloat16"])
@pytest.mark.parametrize(("name", "arguments"), RULES)
def test_updates_are_those_of_float32(name, arguments, dtype, scale, many):
    half, full = (_trained(name, arguments, item, dtype, scale, many) for item in (dtype, "float32"))
    for got, expected in zip(half, full, strict=True):
        assert np.isfinite(got).all()
        np.testing.assert_allclose(got, expected, **CLOSE[dtype])


def _is_update(sample: OpSample) -> bool:
    return "_update" in sample.op and bool(sample.states or sample.into) and "mp_" not in sample.op


@pytest.mark.parametrize(("family", "sample", "dtype"), calls.params(once=True, when=_is_update))
@pytest.mark.parametrize("half", ["float16", "bfloat16"])
def test_operators_round_once(family, sample, dtype, half):
    given = [
        mx.nd.array(array).astype(half) if array.dtype == dtype else mx.nd.array(array)
        for array in sample.arrays(dtype)
    ]
    full = [array.astype("float32") if array.dtype in (np.float16, "bfloat16") else array.copy() for array in given]
    results, expected = calls.eager(sample, given), calls.eager(sample, full)
    for got, want in zip([*results, *given], [*expected, *full], strict=True):
        np.testing.assert_array_equal(
            got.astype("float32").asnumpy(), want.astype(got.dtype).astype("float32").asnumpy()
        )


@pytest.mark.parametrize("name", ["adam", "rmsprop", "ftml"])
def test_states_that_1_9_1_saved_in_float16_go_on(name):
    def updater():
        return mx.optimizer.get_updater(mx.optimizer.create(name, learning_rate=0.01))

    weight, grad, first = mx.nd.ones((3,), dtype="float16"), mx.nd.full((3,), 0.5, dtype="float16"), updater()
    first(0, grad, weight)
    states = pickle.loads(first.get_states())
    second = updater()
    narrow = {index: tuple(item.astype("float16") for item in state) for index, state in states.items()}
    second.set_states(pickle.dumps(narrow))
    second(0, grad, weight)
    assert all(item.dtype == np.float32 for item in second.states[0])
    assert np.isfinite(weight.asnumpy()).all()
