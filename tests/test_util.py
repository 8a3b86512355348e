"""mxnet.util: NumPy semantics, and facts about the machine."""

from __future__ import annotations

import mxnet as mx
import pytest
from mxnet import util

from tests.threads import in_a_thread


def semantics():
    return bool(util.is_np_shape()), bool(util.is_np_array())


@pytest.fixture(autouse=True)
def _classic():
    yield
    util.reset_np()


def test_set_and_reset():
    assert semantics() == (False, False)
    util.set_np()
    assert semantics() == (True, True)
    util.reset_np()
    assert semantics() == (False, False)
    util.set_np(array=False)
    assert semantics() == (True, False)


def test_arrays_need_shapes():
    with pytest.raises(ValueError):
        util.set_np(shape=False, array=True)


def test_set_np_shape_returns_what_was():
    assert [bool(util.set_np_shape(value)) for value in (True, True, False)] == [False, True, True]


@pytest.mark.parametrize("value", ["text", None])
def test_set_np_shape_takes_a_flag(value):
    with pytest.raises(TypeError):
        util.set_np_shape(value)


def test_scopes_nest():
    with util.np_shape():
        assert semantics() == (True, False)
        with util.np_shape(False), util.np_array():
            assert semantics() == (False, True)
        assert semantics() == (True, False)
    assert semantics() == (False, False)


@pytest.mark.parametrize(
    ("decorate", "expected"),
    [(util.use_np, (True, True)), (util.use_np_shape, (True, False)), (util.use_np_array, (False, True))],
)
def test_functions_are_decorated(decorate, expected):
    assert decorate(semantics)() == expected
    assert decorate(semantics).__name__ == "semantics"
    assert semantics() == (False, False)


def test_classes_are_decorated():
    @util.use_np
    class Thing:
        def __init__(self):
            self.seen = semantics()

        def method(self):
            return semantics()

        @property
        def value(self):
            return semantics()

        @staticmethod
        def static():
            return semantics()

        @classmethod
        def of_class(cls):
            return semantics()

    thing = Thing()
    assert [thing.seen, thing.method(), thing.value, Thing.static(), Thing.of_class()] == [(True, True)] * 5


def test_only_functions_and_classes_can_be_decorated():
    with pytest.raises(TypeError):
        util.use_np(3)


def test_semantics_belong_to_the_thread():
    with util.np_shape(), util.np_array():
        assert in_a_thread(semantics) == (False, False)


def test_shapes_can_be_set_for_all_threads():
    util.set_np_shape(2)
    assert in_a_thread(semantics) == (True, False)
    util.set_np_shape(0)
    assert in_a_thread(semantics) == (False, False)


def test_the_current_scope_of_arrays_can_be_set():
    scope = util._NumpyArrayScope
    scope._current = scope(True)
    assert scope._current._is_np_array
    assert not in_a_thread(util.is_np_array)
    scope._current = scope(False)
    assert not scope._current._is_np_array


def test_environment_variables(monkeypatch):
    monkeypatch.delenv("MXNET_A_TEST", raising=False)
    assert util.getenv("MXNET_A_TEST") is None
    util.setenv("MXNET_A_TEST", "3")
    assert util.getenv("MXNET_A_TEST") == "3"
    util.setenv("MXNET_A_TEST", None)
    assert util.getenv("MXNET_A_TEST") is None


def test_set_module():
    @util.set_module("mxnet.elsewhere")
    def function():
        pass

    assert function.__module__ == "mxnet.elsewhere"


@pytest.mark.parametrize(
    ("key", "value", "legal"),
    [
        ("where", True, True),
        ("casting", "no", True),
        ("casting", "zz", False),
        ("order", "C", True),
        ("dtype", "float32", True),
        ("dtype", "zz", False),
        ("subok", 3, False),
        ("unknown", 1, False),
    ],
)
def test_options_of_universal_functions(key, value, legal):
    assert util.np_ufunc_legal_option(key, value) is legal


def test_universal_functions_take_their_defaults_only():
    unary = util.wrap_np_unary_func(lambda x, out=None: (x, out))
    assert unary(1, out=2, where=True, order="K") == (1, 2)
    binary = util.wrap_np_binary_func(lambda x, y, out=None: (x, y, out))
    assert binary(1, 2) == (1, 2, None)
    with pytest.raises(NotImplementedError):
        unary(1, where=False)
    with pytest.raises(TypeError):
        unary(1, foo=1)


def test_count_and_capability_of_gpus():
    assert util.get_gpu_count() == mx.context.num_gpus()
    with pytest.raises(ValueError):
        util.get_cuda_compute_capability(mx.cpu())


def test_memory_of_a_gpu_that_is_not_there():
    with pytest.raises(mx.base.MXNetError):
        util.get_gpu_memory(util.get_gpu_count())


def test_use_np_of_a_class_covers_what_it_inherits():
    class Base:
        def inherited(self):
            return util.is_np_array()

        @property
        def shown(self):
            return util.is_np_shape()

    @util.use_np
    class Derived(Base):
        @classmethod
        def own(cls):
            return util.is_np_array()

    assert (Derived().inherited(), Derived().shown, Derived.own()) == (True, True, True)
    assert not Base().inherited()
