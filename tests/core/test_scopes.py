"""Names and attributes that symbols inherit."""

from __future__ import annotations

import pytest
from mxnet.core.scopes import AttrScope, NameManager, Prefix

from tests.threads import in_a_thread


def test_a_name_manager_counts_by_hint():
    names = NameManager()
    assert [names.get(None, "fc"), names.get(None, "fc"), names.get(None, "conv"), names.get("own", "fc")] == [
        "fc0",
        "fc1",
        "conv0",
        "own",
    ]


def test_a_prefix_stands_before_given_names_too():
    with Prefix("net_") as names:
        assert NameManager.current is names
        assert [names.get(None, "fc"), names.get("own", "fc")] == ["net_fc0", "net_own"]
    assert NameManager.current is not names


def test_attribute_scopes_inherit_and_hide():
    with AttrScope(ctx_group="a", lr_mult="2"), AttrScope(ctx_group="b") as inner:
        assert inner.get({"lr_mult": "3"}) == {"ctx_group": "b", "lr_mult": "3"}
    assert AttrScope.current.get(None) == {}


def test_attribute_values_are_text():
    with pytest.raises(ValueError, match="string"):
        AttrScope(lr_mult=2)


def test_scopes_belong_to_their_thread():
    with AttrScope(x="1"):
        assert in_a_thread(lambda: AttrScope.current.get(None)) == {}


def test_the_current_scope_may_be_assigned():
    before = AttrScope.current
    AttrScope.current = AttrScope(y="1")
    try:
        assert AttrScope.current.get(None) == {"y": "1"}
    finally:
        AttrScope.current = before


def test_a_scope_used_twice_does_not_keep_what_it_inherited():
    inner = AttrScope(b="2")
    with AttrScope(a="1"), inner:
        assert AttrScope.current.get(None) == {"a": "1", "b": "2"}
    with inner:
        assert AttrScope.current.get(None) == {"b": "2"}


def test_a_prefix_is_a_name_manager_of_its_own_kind():
    with Prefix("p_"):
        assert isinstance(NameManager.current, Prefix)
    assert type(NameManager.current) is NameManager


@pytest.mark.parametrize("kind", [NameManager, AttrScope])
def test_programs_may_set_the_value_of_the_thread_itself(kind):
    before, other = kind._current.value, kind()
    kind._current.value = other
    try:
        assert kind.current is other
        assert in_a_thread(lambda: kind._current.value is other) is False
    finally:
        kind._current.value = before


def test_a_scope_inherits_what_another_holds_not_what_it_adds_when_asked():
    class Counting(AttrScope):
        def get(self, attr):
            return super().get(attr) | {"count": "1"}

    with Counting(x="1") as outer, AttrScope(y="2") as inner:
        assert outer.get(None) == {"x": "1", "count": "1"}
        assert inner.get(None) == {"x": "1", "y": "2"}
