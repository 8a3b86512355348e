"""What operators there are, and what they take."""

from __future__ import annotations

from typing import Any, NamedTuple

from ..core.params import describe
from ..registry.op import Attr, get, names


class OperatorArguments(NamedTuple):
    """The inputs and attributes of an operator: how many, their names, and what each may be."""

    narg: int
    names: list[str]
    types: list[str]


def get_all_registered_operators() -> list[str]:
    """Return the names of all operators, aliases too."""
    return sorted(names())


def get_operator_arguments(op_name: str) -> OperatorArguments:
    """Return the inputs and attributes of an operator. Raises :class:`MXNetError` where there is no such operator."""
    found = get(op_name)
    inputs = {found.variadic: "NDArray-or-Symbol[]"} if found.variadic else {}
    inputs |= dict.fromkeys(found.input_names, "NDArray-or-Symbol")
    listed = {**inputs, **{attr.name: _kind(attr) for attr in found.attrs.values()}}
    return OperatorArguments(len(listed), [*map(str, listed)], [*listed.values()])


def _kind(attr: Attr) -> str:
    kind = describe(attr.annotation)
    return f"{kind}, required" if attr.required else f"{kind}, optional, default={_shown(attr.default)}"


def _shown(default: Any) -> str:
    if isinstance(default, bool):
        return str(int(default))
    return repr(default) if isinstance(default, str) else str(default)
