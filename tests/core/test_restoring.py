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


def all_modes():
    return (
        *modes(), mx.util.is_np_shape(), mx.util.is_np_array(), mx.AttrScope.current, mx.AttrScope.current.get(None),
        mx.name.NameManager.current, mx.sym.exp(mx.sym.var("x"), name="y").name,
    )  # fmt: skip


SCOPES = {
    "record": autograd.record, "np_shape": mx.util.np_shape, "np_array": mx.util.np_array,
    "attributes": lambda: mx.AttrScope(__a__="1"), "names": mx.name.NameManager, "prefix": lambda: mx.name.Prefix("p_"),
    "block": lambda: mx.gluon.nn.Dense(2).name_scope(),
}  # fmt: skip


@pytest.mark.usefixtures("undocumented")
@pytest.mark.parametrize("make", SCOPES.values(), ids=SCOPES)
def test_no_python_runs_at_the_end(make):
    """A signal handler may run, and raise, at the beginning of each function of Python."""
    called, scope, before = [], make(), all_modes()
    scope.__enter__()
    assert all_modes() != before
    sys.setprofile(lambda frame, event, arg: called.append(frame.f_code.co_name) if event == "call" else None)
    try:
        scope.__exit__(None, None, None)
    finally:
        sys.setprofile(None)
    assert called == []
    assert all_modes() == before


def test_scopes_of_earlier_releases():
    with mx.contrib.autograd.train_section():
        assert modes()[:2] == (True, True)
        with mx.contrib.autograd.test_section():
            assert modes()[:2] == (False, False)
    assert modes()[:2] == (False, False)
