"""A large module is imported without Python's collector of cycles, which is as it was afterwards."""

from __future__ import annotations

import gc
import subprocess
import sys

import mxnet as mx
import pytest
from mxnet.core import collector
from mxnet.core.collector import LARGE, import_large, paused
from mxnet.graph import program


@pytest.fixture
def module(tmp_path, monkeypatch):
    """Return a function that writes a module and gives its name."""
    monkeypatch.syspath_prepend(tmp_path)  # a folder of this test alone

    def write(text):
        name = f"large_{tmp_path.name}"
        (tmp_path / f"{name}.py").write_text(text)
        return name

    return write


def test_the_collector_rests_and_is_as_it_was(module):
    name, frozen = module("import gc\nenabled = gc.isenabled()\n"), gc.get_freeze_count()
    import_large(name)
    assert not sys.modules[name].enabled
    assert gc.isenabled()
    assert gc.get_freeze_count() == frozen


def test_the_collector_works_again_after_an_import_that_fails(module):
    with pytest.raises(ZeroDivisionError):
        import_large(module("1 / 0"))
    assert gc.isenabled()


def test_a_collector_that_was_off_stays_off(module):
    gc.disable()
    try:
        import_large(module(""))
        assert not gc.isenabled()
    finally:
        gc.enable()


def test_what_the_program_froze_stays_frozen_and_cycles_are_still_found():
    program = """if True:
        import gc, weakref
        class Node: pass
        node = Node()
        node.itself, gone = node, weakref.ref(node)
        gc.collect()
        frozen = gc.get_freeze_count()  # by Python 3.12, which does so with objects that are never freed
        import mxnet
        del node
        gc.collect()
        assert gone() is None and gc.get_freeze_count() <= frozen
    """
    subprocess.run([sys.executable, "-c", program], check=True)
    program = "import gc; gc.freeze(); n = gc.get_freeze_count(); import mxnet; assert 0 < gc.get_freeze_count() <= n"
    subprocess.run([sys.executable, "-c", program], check=True)


def test_a_pause_inside_another_does_not_end_it():
    with paused(LARGE):
        with paused(LARGE):
            pass
        assert not gc.isenabled()
    assert gc.isenabled()


@pytest.mark.parametrize(("least", "rests"), [(2, True), (3, False)])
def test_a_large_graph_is_lowered_in_a_pause(least, rests, monkeypatch):
    monkeypatch.setattr(collector, "LARGE", least)
    enabled, lower = [], program.lower
    monkeypatch.setattr(program, "lower", lambda *args: [enabled.append(gc.isenabled()), lower(*args)][1])
    executor = (mx.sym.var("x") + 1).bind(mx.cpu(), {"x": mx.nd.ones(2)})
    assert (executor.forward()[0].asnumpy() == 2).all()
    assert enabled == [not rests]
    assert gc.isenabled()
