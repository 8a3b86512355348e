"""Small loops of functions that start all threads run in the calling thread."""

from __future__ import annotations

import pytest
import torch
from mxnet.core.threads.limit import thread_limit
from mxnet.kernels.one_thread import SMALL_LOOP, small_in_one_thread

pytestmark = pytest.mark.skipif(not SMALL_LOOP or thread_limit() is None, reason="the number of threads stays as it is")


@small_in_one_thread
def threads_of(data, add=0):
    return torch.get_num_threads() + add


@small_in_one_thread
def fail(data):
    raise ValueError


@pytest.mark.parametrize(("length", "threads"), [(1, 1), (SMALL_LOOP.stop - 1, 1), (SMALL_LOOP.stop, 2)])
def test_threads_by_length(length, threads, two_threads):
    assert threads_of(torch.zeros(length)) == threads
    assert threads_of(torch.zeros(length), add=3) == threads + 3
    assert torch.get_num_threads() == 2


def test_the_number_is_restored_after_an_error(two_threads):
    with pytest.raises(ValueError):
        fail(torch.zeros(1))
    assert torch.get_num_threads() == 2


def test_a_traced_function_takes_any_length(two_threads):
    softmax = small_in_one_thread(torch.softmax)

    class Softmax(torch.nn.Module):
        def forward(self, x):
            return softmax(x, -1)

    exported = torch.export.export(Softmax(), (torch.zeros(2, 3),), dynamic_shapes=({0: torch.export.Dim.DYNAMIC},))
    assert exported.module()(torch.zeros(7, 3)).shape == (7, 3)
