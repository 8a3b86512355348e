"""What an exchange costs many workers: formulas, and collectives in a process group that moves nothing."""

from __future__ import annotations

import types

import pytest
import torch
import torch.distributed as dist
from mxnet.kvstore.collectives import Collectives
from mxnet.kvstore.layout import parts_of
from torch.testing._internal.distributed.fake_pg import FakeStore

from benchmarks import exchange_cost as cost


@pytest.fixture(params=[8, 64, 1024])
def many(request):
    """The collectives of one of so many workers."""
    dist.init_process_group("fake", store=FakeStore(), rank=0, world_size=request.param)
    made = object.__new__(Collectives)
    made._cluster = types.SimpleNamespace(num_workers=request.param, rank=0, failure=None)
    made.group, made.bytes_sent = dist.group.WORLD, 0
    made._finish = lambda work, device: work.wait()  # the group's work never says by itself that it is done
    yield made
    dist.destroy_process_group()


SIZE = 1024 * 96


def test_bytes_of_an_all_reduce(many):
    many.all_reduce(torch.zeros(SIZE))
    assert many.bytes_sent == cost.bytes_and_messages("all-reduce", 4 * SIZE, many.num_workers)[0]


def test_bytes_of_a_sharded_update(many):
    rows = torch.zeros(many.num_workers, SIZE // many.num_workers)
    row = many.to_owners(rows)
    many.from_owners(row, rows)
    assert many.bytes_sent == cost.bytes_and_messages("sharded update", 4 * SIZE, many.num_workers)[0]


@pytest.mark.parametrize(("kind", "ratio"), [("2bit", 16), ("1bit", 32)])
def test_bytes_of_compressed_gradients(kind, ratio):
    sent, messages = cost.bytes_and_messages(kind, 3200, 4)
    assert (sent, messages) == (2400 / ratio + 2400, 6)


def test_seconds():
    assert cost.seconds("all-reduce", 1000, 2, cost.Network(latency=0.5, bandwidth=100)) == 2 * 0.5 + 1000 / 100
    with pytest.raises(ValueError, match="expected one of"):
        cost.seconds("3bit", 1, 2, cost.Network(1, 1))


@pytest.mark.parametrize("workers", [2, 7, 64])
@pytest.mark.parametrize("shape", [(1000, 1200), (3, 500_000), (1_500_001,), (64, 64)])
def test_parts_are_whole_and_even(shape, workers):
    parts = parts_of("w", shape, workers)
    size = torch.Size(shape).numel()
    assert sum(part.size for part in parts) == size
    assert [part.start for part in parts[1:]] == [part.stop for part in parts[:-1]]
    if len(parts) > 1:
        row = size // shape[0] if shape[0] >= workers else 1
        assert max(part.size for part in parts) - min(part.size for part in parts) <= row
        assert all(torch.Size(part.shape_in(shape)).numel() == part.size for part in parts)
