"""Partial shapes."""

from __future__ import annotations

import mxnet as mx
import pytest
from mxnet.core.errors import MXNetError
from mxnet.core.shapes import from_mxnet, known, show, to_mxnet, unify


@pytest.mark.parametrize(
    ("first", "second", "merged"),
    [
        (None, None, None),
        (None, (2, 3), (2, 3)),
        ((2, 3), None, (2, 3)),
        ((2, None), (None, 3), (2, 3)),
        ((2, 3), (2, 3), (2, 3)),
        ((), (), ()),
    ],
)
def test_unify_merges_what_agrees(first, second, merged):
    assert unify(first, second) == merged


@pytest.mark.parametrize(("first", "second"), [((2,), (3,)), ((2,), (2, 1)), ((None, 2), (4, 3))])
def test_unify_raises_where_shapes_disagree(first, second):
    with pytest.raises(MXNetError, match=r"expected .*, got "):
        unify(first, second)


@pytest.mark.parametrize(
    ("given", "np_shape", "partial"),
    [
        ((2, 0), False, (2, None)),
        ((), False, None),
        (None, False, None),
        ((2, 0), True, (2, 0)),
        ((2, -1), True, (2, None)),
        ((), True, ()),
    ],
)
def test_unknown_is_read_by_the_semantics_in_force(given, np_shape, partial):
    assert from_mxnet(given, np_shape) == partial


@pytest.mark.parametrize(
    ("partial", "np_shape", "written"),
    [((2, None), False, (2, 0)), (None, False, ()), ((2, None), True, (2, -1)), (None, True, None)],
)
def test_unknown_is_written_by_the_semantics_in_force(partial, np_shape, written):
    assert to_mxnet(partial, np_shape) == written


def test_known_and_show():
    assert known((1, 2))
    assert known(())
    assert not known(None)
    assert not known((1, None))
    assert [show(s) for s in (None, (2, None), (3,), ())] == ["unknown", "(2, ?)", "(3,)", "()"]


def test_the_class_of_a_conflict_is_named_as_in_mxnet():
    with pytest.raises(mx.MXNetError) as info:
        mx.np.random.uniform(0, 1, (-1,))
    assert type(info.value).__name__ == "MXNetError"
