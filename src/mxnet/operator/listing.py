"""Listing the operators and their arguments."""

from __future__ import annotations

import typing
from typing import Any, NamedTuple

from ..core.params import describe
from ..registry.op import Attr, get, names


class OperatorArguments(NamedTuple):
    """The inputs and attributes of an operator: how many, their names, and what each may be.

    Examples
    --------
    >>> mx.operator.get_operator_arguments('Flatten').names
    ['data']
    """

    narg: int
    names: list[str]
    types: list[str]


def get_all_registered_operators() -> list[str]:
    """Return the names of all operators, aliases too.

    Returns
    -------
    A list of names.

    Examples
    --------
    >>> 'Convolution' in mx.operator.get_all_registered_operators()
    True
    """
    return sorted(names())


def get_operator_arguments(op_name: str) -> OperatorArguments:
    """Return the inputs and attributes of an operator.

    Parameters
    ----------
    op_name
        The operator's name.

    Returns
    -------
    A named tuple ``(narg, names, types)``.

    Raises
    ------
    MXNetError
        Where there is no such operator.

    Examples
    --------
    >>> mx.operator.get_operator_arguments('Flatten')
    OperatorArguments(narg=1, names=['data'], types=['NDArray-or-Symbol'])
    """
    result = get(op_name)
    listed: dict[str, str] = {}
    if result.variadic is not None:
        listed[result.variadic] = "NDArray-or-Symbol[]"
    listed.update((name, "NDArray-or-Symbol") for name in result.input_names if name not in result.aux)
    if result.count is not None:
        listed[result.count] = "int, required"
    listed.update((attr.name, _described_type(attr)) for attr in result.attrs.values())
    return OperatorArguments(len(listed), list(listed), list(listed.values()))


def _described_type(attr: Attr) -> str:
    """Return what an attribute may be, written as MXNet 1.9.1 writes it."""
    choices, optional = _choices(attr.annotation)
    if not choices:
        described = describe(attr.annotation)
        return f"{described}, required" if attr.required else f"{described}, optional, default={_shown(attr.default)}"
    listed = ", ".join([*(["None"] if optional else []), *(repr(choice) for choice in choices)])
    return f"{{{listed}}}, required" if attr.required else f"{{{listed}}},optional, default={str(attr.default)!r}"


def _choices(annotation: Any) -> tuple[list[str], bool]:
    """Return the texts that an attribute may be one of, in order, and whether it may be None."""
    if typing.get_origin(annotation) is typing.Literal:
        return sorted(typing.get_args(annotation)), False
    members = typing.get_args(annotation)
    result = [_choices(member)[0] for member in members if member is not type(None)]
    return (result[0], True) if len(result) == 1 and type(None) in members else ([], False)


def _shown(default: Any) -> str:
    if isinstance(default, bool):
        return str(int(default))
    if isinstance(default, tuple):
        return f"[{','.join(map(str, default))}]"
    return repr(default) if isinstance(default, str) else str(default)
