"""``np.pad`` with all forms of widths and values, and in all modes, beside NumPy's."""

from __future__ import annotations

from typing import Any

import mxnet as mx
import numpy as np
import pytest

WIDTHS = [
    2, (2,), [2], (1, 2), [1, 2], ((1, 2),), [[1, 2]], ((1, 2), (0, 3)), [(1, 2), (0, 3)], ((1,), (2,)), [[1], [2]],
    np.int64(2), np.array(2), np.array([1, 2]), np.array([[1, 2]]), np.array([[1, 2], [0, 3]]), np.array([[1], [2]]),
    0, (0, 0), ((0, 0), (0, 0)), (np.int32(1), 2), ((1, 2), [0, 3]), 7,
]  # fmt: skip
#: by mode, the keywords to try it with
MODES: dict[str, list[dict[str, Any]]] = {
    "constant": [
        {}, {"constant_values": 3}, {"constant_values": (1, 2)}, {"constant_values": ((1, 2), (3, 4))},
        {"constant_values": [[1], [2]]}, {"constant_values": 2.5}, {"constant_values": np.array([1, 2])},
    ],
    "edge": [{}],
    "linear_ramp": [{}, {"end_values": 5}, {"end_values": (1, 2)}, {"end_values": ((1,), (2,))}],
    "maximum": [{}, {"stat_length": 2}, {"stat_length": (1, 2)}, {"stat_length": ((1, 2), (2, 1))}],
    "minimum": [{}, {"stat_length": None}, {"stat_length": ((2,), (1,))}],
    "mean": [{}, {"stat_length": 2}],
    "median": [{}, {"stat_length": (1, 2)}],
    "reflect": [{}, {"reflect_type": "even"}, {"reflect_type": "odd"}],
    "symmetric": [{}, {"reflect_type": "even"}, {"reflect_type": "odd"}],
    "wrap": [{}],
}  # fmt: skip
#: modes of which NumPy's results for booleans, by arithmetic on them, are not ours
NOT_OF_BOOLEANS = ("linear_ramp", "mean", "median", "odd")
KEYWORDS = [(mode, keywords) for mode, listed in MODES.items() for keywords in listed]


@pytest.mark.parametrize("dtype", ["float32", "int32", "bool"])
@pytest.mark.parametrize(("mode", "keywords"), KEYWORDS)
@pytest.mark.parametrize("shape", [(3, 4), (2, 1)])
def test_it_is_numpys(shape: tuple[int, ...], mode: str, keywords: dict[str, Any], dtype: str) -> None:
    if dtype == "bool" and {mode, keywords.get("reflect_type")} & set(NOT_OF_BOOLEANS):
        return
    values = (np.arange(np.prod(shape)).reshape(shape) * 1.5 - 3).astype(dtype)
    x = mx.np.array(values, dtype=dtype)
    for width in WIDTHS:
        expected, got = np.pad(values, width, mode, **keywords), mx.np.pad(x, width, mode, **keywords)
        assert got.dtype == expected.dtype
        np.testing.assert_allclose(got.asnumpy(), expected, rtol=1e-6, atol=1e-6, err_msg=repr(width))


@pytest.mark.parametrize(("mode", "keywords"), KEYWORDS)
def test_graphs_pad_alike(mode: str, keywords: dict[str, Any]) -> None:
    values = np.array([[1.0, 2, 4], [8, 16, 32]], "float32")
    if mode == "constant":
        keywords = keywords or {"constant_values": ((-np.inf, np.nan),)}
    for width in (2, (1, 2), ((1, 2),), ((1, 2), (0, 3)), [[1], [2]]):
        symbol = mx.sym.np.pad(mx.sym.var("x").as_np_ndarray(), width, mode, **keywords)
        got = symbol.bind(mx.cpu(), {"x": mx.np.array(values)}).forward()[0]
        np.testing.assert_allclose(got.asnumpy(), np.pad(values, width, mode, **keywords), rtol=1e-6)


@pytest.mark.parametrize("width", [{0: (1, 2)}, {-1: 2}, {0: 1, 1: (0, 3)}, {}])
def test_widths_by_axis(width: dict[int, Any]) -> None:
    full = [(0, 0), (0, 0)]
    for axis, item in width.items():
        full[axis] = item if isinstance(item, tuple) else (item, item)
    x = np.arange(6.0, dtype="float32").reshape(2, 3)
    np.testing.assert_array_equal(mx.np.pad(mx.np.array(x), width).asnumpy(), np.pad(x, full))


@pytest.mark.parametrize(
    ("width", "keywords", "error"),
    [
        (1.5, {}, TypeError), (None, {}, TypeError), (True, {}, TypeError), ("2", {}, TypeError), ((), {}, TypeError),
        (-1, {}, ValueError), ((1, 2, 3), {}, ValueError), (((1, 2, 3), (1, 2, 3)), {}, ValueError),
        (1, {"constant_values": (1, 2, 3)}, ValueError), (1, {"constant_values": None}, ValueError),
        (1, {"mode": "mean", "stat_length": 0}, ValueError), (1, {"mode": "edge", "stat_length": 1}, ValueError),
        (1, {"mode": "reflect", "reflect_type": "x"}, ValueError),
    ],
)  # fmt: skip
def test_what_is_no_width_is_refused(width: Any, keywords: dict[str, Any], error: type[Exception]) -> None:
    with pytest.raises(error):
        mx.np.pad(mx.np.ones((2, 3)), width, **keywords)
