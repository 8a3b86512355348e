"""Reading the JSON of symbols that MXNet 2 wrote: its names of operators and attributes as operators here have them.

2.0 moved the operators ``_np_*`` to ``_npi_*``, renamed others, and writes each attribute that a function has, also
those that were not given. Attributes that change nothing here are left out; others stay, and the operator refuses them.
"""

from __future__ import annotations

import functools
from collections.abc import Container
from typing import Any

from ..core.errors import MXNetError
from ..registry import OPS

Items = tuple[tuple[str, str], ...]

VERSION = 20000

#: names in 2.0, and here
_OPERATORS = {
    "_npi_amp_cast": "amp_cast",
    "_npi_amp_multicast": "amp_multicast",
    "_npi_all_finite": "all_finite",
    "_npi_multi_all_finite": "multi_all_finite",
    "_npi_matrix_rank_none_tol": "_npi_matrix_rank",
    "_npi_repeats": "_np_repeat",
    "_npi_unravel_index": "_unravel_index",
    "_npi_bitwise_left_shift": "_npi_left_shift",
    "_npi_bitwise_left_shift_scalar": "_npi_left_shift_scalar",
    "_npi_bitwise_right_shift": "_npi_right_shift",
    "_npi_bitwise_right_shift_scalar": "_npi_right_shift_scalar",
    "_npi_rbitwise_left_shift_scalar": "_npi_rleft_shift_scalar",
    "_npi_rbitwise_right_shift_scalar": "_npi_rright_shift_scalar",
    "_sparse_digamma": "digamma",
    "_sparse_log_sigmoid": "log_sigmoid",
    "_sparse_mish": "mish",
}

#: by an operator and its attribute ``dim``, the one that takes such, and with which attributes
_OF_DIM = {("Concat", "None"): ("_npi_concatenate", {"axis": "None"})}
_ATTRIBUTES = {"decimal": "decimals", "is_ascend_s": "is_ascend", "constant_values": "constant_value"}


#: attributes that operators here have not, or that may not be None, with the texts that mean what they do without:
#: None for all
_WITHOUT_EFFECT: dict[str, tuple[str, ...] | None] = {
    "finfoEps32": None,
    "finfoEps64": None,
    "x_scalar": None,
    "x_is_scalar": ("0",),
    "output_size": ("None",),
    "target_shape": ("None",),
    "hermitian": ("0",),
    "lower": ("1",),
    "dim": ("None",),
    "p": ("0.5",),
}

#: by ``value_type``, which of three attributes holds a number
_NUMBERS = {"0": "int", "1": "uint", "2": "double"}


#: which of 2.0's inputs are those of the operator here
_INPUTS = {"_npi_interp": (2, 0, 1)}


def record(node: tuple[str, str, Items, tuple[Any, ...], Any]) -> tuple[str, str, Items, tuple[Any, ...], Any]:
    """Return what a file says of a node as a file of today's operators says it."""
    op, name, items, inputs, subgraphs = node
    if op in _INPUTS and len(inputs) == len(_INPUTS[op]):
        inputs = tuple([inputs[i] for i in _INPUTS[op]])
    op, items = _of_operator(op, items)
    return op, name, items, inputs, subgraphs


def _operator(name: str) -> str:
    """Return the name here of an operator of 2.0."""
    if name in OPS:
        return name
    classic = "_np_" + name.removeprefix("_npi_")
    return classic if classic in OPS else _OPERATORS.get(name, name)


@functools.lru_cache(1024)  # most nodes of a large graph share theirs with others
def _of_operator(op: str, items: Items) -> tuple[str, Items]:
    """Return an operator and its attributes as those of today have them."""
    if op == "null":
        return op, items
    attrs = dict(items)
    op, more = _OF_DIM.get((op, attrs.get("dim", "")), (op, {}))
    attrs |= more
    if attrs.pop("new_default", "0") == "1":  # of least squares: ``rcond`` was None
        attrs["rcond"] = "None"
    if op == "_npi_repeats" and "," not in attrs.get("repeats", ""):
        attrs["repeats"] = attrs["repeats"].strip("[]()")
    if "value_type" in attrs:
        attrs = _with_numbers(attrs)
    name = _operator(op)
    known = OPS[name].parsers if name in OPS else {}
    result = [
        (key if key in known else _ATTRIBUTES.get(key, key), value)
        for key, value in attrs.items()
        if not _without_effect(key, value, known)
    ]
    return name, tuple(result)


def _without_effect(key: str, value: str, known: Container[str]) -> bool:
    texts = _WITHOUT_EFFECT.get(key, ())
    if texts is None or value in texts:
        return True
    if key in _WITHOUT_EFFECT and key not in known:  # an operator without any attributes ignores what it gets
        raise MXNetError(f"{key}={value} is of MXNet 2 alone; here it can only be {' or '.join(texts)}")
    return False


def _with_numbers(attrs: dict[str, str]) -> dict[str, str]:
    """Return attributes with ``start`` for the one that holds it of ``start_int``, ``start_uint``, ``start_double``."""
    number = _NUMBERS[attrs["value_type"]]
    result = {}
    for key, value in attrs.items():
        words = key.split("_")
        if words[-1] == number:  # start_int
            result["_".join(words[:-1])] = value
        elif words[0] == number:  # int_value
            result["_".join(words[1:])] = value
        elif key != "value_type" and not {words[0], words[-1]} & set(_NUMBERS.values()):
            result[key] = value
    return result
