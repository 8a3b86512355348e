"""Numbers that integer arrays have no room for become what 1.9.1 makes of them on x86: recorded from it."""

import mxnet as mx
import pytest

LEAST = -(2**31)


@pytest.mark.parametrize(
    ("dtype", "value", "expected"),
    [("int32", 1e10, LEAST), ("int32", -3e9, LEAST), ("int32", float("nan"), LEAST), ("int32", float("-inf"), LEAST),
     ("int32", -1.7, -1), ("int8", 300, 44), ("int8", 1e10, 0), ("uint8", -1.7, 255), ("uint8", float("nan"), 0),
     ("uint8", 2**32 + 5, 0), ("int64", 1e20, -(2**63)), ("int64", float("nan"), -(2**63)), ("int64", 3e9, 3 * 10**9)],
)  # fmt: skip
def test_numbers_without_room(dtype, value, expected):
    assigned = mx.nd.zeros(2, dtype=dtype)
    assigned[:] = value
    part = mx.nd.zeros(2, dtype=dtype)
    part[0] = value
    made = mx.nd.full(1, value, dtype=dtype)
    product = mx.nd.ones(1, dtype=dtype) * value
    assert [int(x[0].asscalar()) for x in (assigned, part, made, product)] == [expected] * 4
