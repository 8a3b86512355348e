"""Blocks that end by functions of C alone."""

from __future__ import annotations

import contextlib
import sys

import mxnet as mx
import pytest
import torch
from mxnet import autograd


def modes():
    return autograd.is_recording(), autograd.is_training(), torch.is_grad_enabled()


@pytest.mark.parametrize("raises", [False, True])
def test_the_modes_are_restored(raises):
    before = modes()
    with contextlib.suppress(ValueError), autograd.record():
        assert modes() == (True, True, True)
        with autograd.pause():
            assert modes() == (False, False, True)
        if raises:
            raise ValueError
    assert modes() == before


def test_an_exception_passes():
    with pytest.raises(ValueError, match="x"), autograd.record():
        raise ValueError("x")


def test_a_scope_may_be_entered_inside_itself_and_again():
    scope = autograd.record()
    for _ in range(2):
        with scope:
            with autograd.pause(), scope:
                assert autograd.is_recording()
            assert autograd.is_recording()
        assert not autograd.is_recording()


def test_under_no_grad_pytorch_records_inside_alone():
    with torch.no_grad():
        with autograd.record():
            assert torch.is_grad_enabled()
        assert not torch.is_grad_enabled()


def test_an_exit_stack_takes_a_scope():
    with contextlib.ExitStack() as stack:
        stack.enter_context(autograd.record())
        assert autograd.is_recording()
    assert not autograd.is_recording()


@pytest.mark.usefixtures("undocumented")
def test_no_python_runs_at_the_end():
    """A signal handler may run, and raise, at the beginning of each function of Python."""
    called = []
    scope = autograd.record()
    scope.__enter__()
    sys.setprofile(lambda frame, event, arg: called.append(frame.f_code.co_name) if event == "call" else None)
    try:
        scope.__exit__(None, None, None)
    finally:
        sys.setprofile(None)
    assert called == []
    assert not autograd.is_recording()


def test_scopes_of_earlier_releases():
    with mx.contrib.autograd.train_section():
        assert modes()[:2] == (True, True)
        with mx.contrib.autograd.test_section():
            assert modes()[:2] == (False, False)
    assert modes()[:2] == (False, False)
