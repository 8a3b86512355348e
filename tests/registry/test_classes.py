"""Registries of classes by name."""

from __future__ import annotations

import mxnet as mx
import pytest


@pytest.fixture
def tools():
    class Base:
        pass

    registry = mx.registry
    register = registry.get_register_func(Base, "tool")

    @register
    class Hammer(Base):
        def __init__(self, weight=1):
            self.weight = weight

    return Base, Hammer, register


def test_classes_are_found_by_name_in_lower_case(tools):
    base, hammer, register = tools
    assert mx.registry.get_registry(base) == {"hammer": hammer}
    assert register(hammer, "Mallet") is hammer
    assert set(mx.registry.get_registry(base)) == {"hammer", "mallet"}


def test_the_table_given_is_a_copy(tools):
    base, _, _ = tools
    mx.registry.get_registry(base).clear()
    assert mx.registry.get_registry(base)


def test_aliases(tools):
    base, hammer, _ = tools
    assert mx.registry.get_alias_func(base, "tool")("a", "B")(hammer) is hammer
    assert set(mx.registry.get_registry(base)) == {"hammer", "a", "b"}


@pytest.mark.parametrize(
    ("args", "kwargs", "weight"),
    [
        (("hammer",), {}, 1),
        (("HAMMER", 3), {}, 3),
        (("hammer",), {"weight": 3}, 3),
        (('["hammer", {"weight": 5}]',), {}, 5),
        (('{"tool": "hammer", "weight": 8}',), {}, 8),
        (({"tool": "hammer", "weight": 8},), {}, 8),
        ((), {"tool": "hammer", "weight": 2}, 2),
    ],
)
def test_create_takes_a_name_json_or_a_dict(tools, args, kwargs, weight):
    assert mx.registry.get_create_func(tools[0], "tool")(*args, **kwargs).weight == weight


def test_create_takes_an_object_as_it_is(tools):
    base, hammer, _ = tools
    create = mx.registry.get_create_func(base, "tool")
    one = hammer()
    assert create(one) is one
    with pytest.raises(AssertionError):
        create(one, weight=3)


@pytest.mark.parametrize("name", ["saw", 3])
def test_create_refuses_what_it_does_not_know(tools, name):
    with pytest.raises(AssertionError):
        mx.registry.get_create_func(tools[0], "tool")(name)


def test_only_subclasses_can_be_registered(tools):
    with pytest.raises(AssertionError):
        tools[2](int)


def test_registering_a_name_again_warns(tools):
    _, hammer, register = tools
    with pytest.warns(UserWarning, match="overriding existing tool"):
        register(hammer)


#: JSON that describes no initializer, and what 1.9.1 raises
NO_INITIALIZERS = [
    ("[", ValueError),
    ("[" * 9999, ValueError),
    ('["uniform"]', ValueError),
    ("[1, 2, 3]", ValueError),
    ('["uniform", [1]]', TypeError),
    ('["uniform", null]', TypeError),
    ('["uniform", {"x": 1}]', TypeError),
    ('["uniform", {"self": 1}]', TypeError),
    ('{"initializer": "zero", "a": 1}', TypeError),
    ("[3, {}]", AssertionError),
    ('["nothing", {}]', AssertionError),
    ('{"initializer": null}', AssertionError),
    ("{}", KeyError),
    ('{"a": 1}', KeyError),
]


@pytest.mark.parametrize(("text", "error"), NO_INITIALIZERS)
def test_json_that_describes_nothing_is_an_error(text, error):
    with pytest.raises(error):
        mx.init.create(text)
