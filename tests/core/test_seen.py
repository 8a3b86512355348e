"""Tensors that were seen are told from others, and from what was written to them."""

from __future__ import annotations

from types import SimpleNamespace

import pytest
import torch
from mxnet.core.write_tracking import Seen, hand_over, share, stamp, writable

pytestmark = pytest.mark.usefixtures("undocumented")


@pytest.fixture
def tensors():
    return [torch.ones(2, 3), None, torch.zeros(4)]


def test_the_same_until_one_is_written_to(tensors):
    seen = Seen(tensors)
    assert seen.is_known(tensors)
    assert seen.same(tensors)
    writable(tensors[2][1:]).fill_(1)
    assert not seen.same(tensors)
    assert Seen(tensors).same(tensors)


def test_a_write_to_something_else_changes_nothing(tensors):
    seen, other = Seen(tensors), torch.ones(1)
    stamp(other)
    for _ in range(2):
        writable(other).zero_()
        assert seen.same(tensors)


def test_writes_that_pytorch_counts_are_seen(tensors):
    seen = Seen(tensors)
    tensors[0].add_(1)
    assert not seen.same(tensors)


@pytest.mark.parametrize("others", [lambda a, b, c: [a, b], lambda a, b, c: [a, c, c], lambda a, b, c: [c, b, a]])
def test_other_tensors_differ(others, tensors):
    seen = Seen(tensors)
    assert not seen.same(others(*tensors))


def test_another_tensor_on_the_same_memory_is_the_same(tensors):
    seen = Seen(tensors)
    assert seen.same([tensors[0].detach(), *tensors[1:]])


def test_there_is_no_knowing_of_shared_memory(tensors):
    seen = Seen(tensors)
    share(tensors[0])
    assert not seen.same(tensors)
    assert not Seen(tensors).is_known(tensors)
    assert not Seen(tensors).same(tensors)


def test_memory_that_is_handed_over_is_seen():
    array = SimpleNamespace(_t=torch.zeros(1 << 23))
    seen = Seen([array._t])
    hand_over([torch.ones(1 << 23)], [array])
    assert not seen.same([array._t])
