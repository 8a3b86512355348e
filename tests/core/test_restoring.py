"""Blocks that end by functions of C alone."""

from __future__ import annotations

import contextlib
import pkgutil
import sys

import mxnet as mx
import pytest
import torch
from mxnet import autograd
from mxnet.core.restoring import restoring


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


#: classes whose ``__exit__`` is in Python, and why that is right
IN_PYTHON = {
    "core.downloads.transfer.Watch": "its thread ends by itself when the time is over",
    "core.interruptions.explained": "changes nothing; an interruption passes instead of the error",
    "core.interruptions.suppressed": "changes nothing; an interruption passes instead of the error",
    "core.progress.Progress": "writes the end of a line",
    "core.progress.Stages": "removes a line",
    "recordio.sequential.MXRecordIO": "closes a file by a method that programs override; so does its end of life",
}


def test_blocks_end_in_c():
    found = set()
    for info in pkgutil.walk_packages(mx.__path__, "mxnet."):
        module = sys.modules.get(info.name)
        for cls in vars(module).values() if module else ():
            if (
                isinstance(cls, type)
                and cls.__module__ == info.name
                and hasattr(cls.__dict__.get("__exit__"), "__code__")
            ):
                found.add(f"{cls.__module__}.{cls.__qualname__}".removeprefix("mxnet."))
    assert found == set(IN_PYTHON)


def test_a_generator_is_a_block():
    steps = []

    @restoring
    def block(value):
        try:
            steps.append("begin")
            yield value
        finally:
            steps.append("end")

    with block(3) as value:
        steps.append(value)
    with contextlib.suppress(ValueError), block(4):
        raise ValueError
    assert steps == ["begin", 3, "end", "begin", "end"]


def test_default_types_are_restored_beside_a_change_of_the_interface():
    try:
        with mx.util.np_default_dtype():
            mx.util.use_v2()
        assert (mx.util.is_np_default_dtype(), mx.np.mean(mx.np.ones(1, dtype="float16")).dtype) == (False, "float32")
    finally:
        mx.util.use_v2(False)
