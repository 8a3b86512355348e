"""Names of 1.9.1's NumPy modules that are more than listed: what they do."""

from __future__ import annotations

from typing import Any

import mxnet as mx
import numpy as np
import pytest
from mxnet import numpy_op_fallback

pytestmark = pytest.mark.usefixtures("numpy_interface")


class _Scale(mx.operator.CustomOpProp):
    """Multiplies by a number."""

    def __init__(self, by: str = "2") -> None:
        super().__init__(need_top_grad=True)
        self.by = float(by)

    def create_operator(self, ctx: Any, shapes: Any, dtypes: Any) -> Any:
        return _ScaleOp(self.by)


class _ScaleOp(mx.operator.CustomOp):
    def __init__(self, by: float) -> None:
        self.by = by

    def forward(self, is_train: bool, req: Any, in_data: Any, out_data: Any, aux: Any) -> None:
        self.assign(out_data[0], req[0], in_data[0] * self.by)


def test_register_makes_functions_of_the_numpy_interface() -> None:
    assert numpy_op_fallback.register("scale_for_test")(_Scale) is _Scale
    x = mx.np.ones((2,))
    assert type(mx.nd.np._internal.scale_for_test(x)) is mx.np.ndarray
    np.testing.assert_array_equal(mx.nd.np._internal.scale_for_test(x, by=3).asnumpy(), [3, 3])
    symbol = mx.sym.np._internal.scale_for_test(mx.sym.var("x").as_np_ndarray(), by=3)
    assert type(symbol) is type(mx.sym.var("x").as_np_ndarray())
    np.testing.assert_array_equal(symbol.bind(mx.cpu(), {"x": x}).forward()[0].asnumpy(), [3, 3])


def test_register_makes_only_what_is_asked_for() -> None:
    numpy_op_fallback.register("arrays_only_for_test", symbolic=False)(_Scale)
    assert hasattr(mx.nd.np._internal, "arrays_only_for_test")
    assert not hasattr(mx.sym.np._internal, "arrays_only_for_test")


@pytest.mark.parametrize("name", ["empty_like_fallback", "mvn_fallback", "resize_fallback", "unravel_index_fallback"])
def test_functions_of_graphs_of_mxnet_are_registered(name: str) -> None:
    assert name in mx.operator.get_all_registered_operators() or hasattr(mx.nd.np._internal, name)


@pytest.mark.parametrize("module", ["arrayprint", "function_base", "io", "multiarray", "stride_tricks", "utils"])
def test_modules_of_mx_np(module: str) -> None:
    assert getattr(mx.np, module).__name__ == f"mxnet.numpy.{module}"


def test_bool_is_a_type() -> None:
    assert mx.np.ones((2,), dtype=mx.np.bool).dtype == np.bool_


def test_where_of_nd_gives_places() -> None:
    (places,) = mx.nd.np.where(mx.np.array([0, 3, 0, 4]))
    np.testing.assert_array_equal(places.asnumpy(), [1, 3])


def test_zeros_of_dtype_none_is_float32() -> None:
    assert mx.np.zeros((2,), None).dtype == np.float32


@pytest.mark.parametrize("name", ["matmul", "remainder"])
def test_functions_of_nd_take_no_options(name: str) -> None:
    x = mx.np.ones((2, 2))
    with pytest.raises(TypeError, match="where"):
        getattr(mx.nd.np, name)(x, x, where=True)


def test_constraint_check() -> None:
    holds = mx.np.ones((2,), dtype=bool)
    assert mx.npx.constraint_check(holds, "broken").item() is True
    with pytest.raises(ValueError, match="broken"):
        mx.npx.constraint_check(mx.np.zeros((2,)) == 1, "broken")


def test_npx_random_seed_repeats_draws() -> None:
    mx.npx.random.seed(seed=7)
    first = mx.np.random.uniform(size=(3,)).asnumpy()
    mx.npx.random.seed(7, ctx=mx.cpu())
    np.testing.assert_array_equal(mx.np.random.uniform(size=(3,)).asnumpy(), first)
