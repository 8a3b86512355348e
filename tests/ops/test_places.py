"""Every operator of 1.9.1 stands where 1.9.1 has it, in ``nd`` and in ``sym``; what is left out is listed here."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import mxnet as mx
import pytest
from mxnet.registry import OPS

_DATA = Path(__file__).parents[1] / "data"
#: every operator by its own name: aliases, inputs, attributes; and by namespace the names in it
FACTS: dict[str, Any] = json.loads((_DATA / "ops.json").read_text())
PLACES: dict[str, list[str]] = json.loads((_DATA / "op_places.json").read_text())
PREFIXES = {"contrib": "_contrib_", "linalg": "_linalg_", "random": "_random_", "image": "_image_"}

#: pattern of names -> why there are no such operators here
LEFT_OUT = {
    r"_backward_.*|_contrib_backward_.*|.*_backward": "gradients, which 1.9.1 has as operators",
    r"_CachedOpThreadSafe|_CustomFunction": "parts of 1.9.1's runtime that cannot be called by name",
    r"_NoGradient|_CrossDeviceCopy": "parts of 1.9.1's graphs: called by name, they raise",
    r"_imdecode": "called by name, it raises; its function is mx.nd.imdecode",
}


def is_left_out(name: str) -> bool:
    """Return whether no operator of this name is meant to be here."""
    return any(re.fullmatch(pattern, name) for pattern in LEFT_OUT)


def test_every_operator_and_alias_is_there() -> None:
    names = {alias: name for name in FACTS for alias in (name, *FACTS[name]["aliases"]) if not is_left_out(name)}
    expected = {alias: name for alias, name in names.items() if not is_left_out(alias) or alias in OPS}
    assert [alias for alias, name in expected.items() if name not in OPS or OPS.get(alias) is not OPS[name]] == []


def test_what_is_left_out_is_not_there() -> None:
    assert not [name for name in FACTS if is_left_out(name) and name in OPS]


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("namespace", ["nd", "sym"])
def test_every_operator_is_in_its_namespace(namespace: str, place: str) -> None:
    there = getattr(mx, namespace) if not place else getattr(getattr(mx, namespace), place)
    expected = [name for name in PLACES[place] if not is_left_out(PREFIXES.get(place, "") + name)]
    assert [name for name in expected if not callable(getattr(there, name, None))] == []
    if not place:
        assert [name for name in expected if not callable(getattr(there.op, name, None))] == []
