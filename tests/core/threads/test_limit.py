"""Operators in one thread: where it is asked for, and nowhere else."""

from __future__ import annotations

import pytest
import torch
from mxnet.core.threads.limit import one_thread, only_one_thread

from tests.threads import in_a_thread


def test_one_thread_ends_with_its_context(three_threads):
    with one_thread():
        inside = torch.get_num_threads()
    assert (inside, torch.get_num_threads()) == (1, 3)


def test_one_thread_ends_with_an_error(three_threads):
    with pytest.raises(KeyError), one_thread():
        raise KeyError
    assert torch.get_num_threads() == 3


def test_one_thread_inside_of_another(three_threads):
    with one_thread():
        with one_thread():
            pass
        assert torch.get_num_threads() == 1
    assert torch.get_num_threads() == 3


def test_other_threads_keep_theirs(three_threads):
    with one_thread():
        assert in_a_thread(torch.get_num_threads) == 3


def test_only_one_thread_holds_for_its_thread(three_threads):
    def limited():
        only_one_thread()
        return torch.get_num_threads()

    assert in_a_thread(limited) == 1
    assert torch.get_num_threads() == 3
    assert in_a_thread(torch.get_num_threads) == 3
