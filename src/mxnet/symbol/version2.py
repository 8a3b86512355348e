"""The JSON of symbols of MXNet 2: its names of operators and attributes, and those that operators here have.

2.0 moved the operators ``_np_*`` to ``_npi_*``, renamed others, and writes each attribute that a function has, also
those that were not given. Attributes that change nothing here are left out; others stay, and the operator refuses them.
With the interface of 2.0 graphs are written as 2.0 reads them; operators that it lacks keep their names.
"""

import functools
from collections.abc import Container, Sequence
from typing import Any

from ..core.errors import MXNetError
from ..registry import OPS

Items = tuple[tuple[str, str], ...]

VERSION = 20000

#: names in 2.0, and here, of operators whose name here 2.0 has not
_RENAMED = {
    "_npi_bitwise_left_shift": "_npi_left_shift",
    "_npi_bitwise_left_shift_scalar": "_npi_left_shift_scalar",
    "_npi_bitwise_right_shift": "_npi_right_shift",
    "_npi_bitwise_right_shift_scalar": "_npi_right_shift_scalar",
    "_npi_rbitwise_left_shift_scalar": "_npi_rleft_shift_scalar",
    "_npi_rbitwise_right_shift_scalar": "_npi_rright_shift_scalar",
}
#: all names that differ
_OPERATORS = _RENAMED | {
    "_npi_amp_cast": "amp_cast",
    "_npi_amp_multicast": "amp_multicast",
    "_npi_all_finite": "all_finite",
    "_npi_multi_all_finite": "multi_all_finite",
    "_npi_matrix_rank_none_tol": "_npi_matrix_rank",
    "_npi_repeats": "_np_repeat",
    "_npi_unravel_index": "_unravel_index",
    "_sparse_digamma": "digamma",
    "_sparse_log_sigmoid": "log_sigmoid",
    "_sparse_mish": "mish",
}

#: by an operator and its attribute ``dim``, the one that takes such, and with which attributes
_OF_DIM = {("Concat", "None"): ("_npi_concatenate", {"axis": "None"})}
_ATTRIBUTES = {"decimal": "decimals", "is_ascend_s": "is_ascend", "constant_values": "constant_value"}
#: by operator, attributes here and in 2.0
_WRITTEN = {"_npi_concatenate": {"axis": "dim"}, "_npi_pad": {"constant_value": "constant_values"}}
#: operators that kept their names
_KEPT = frozenset(("_np_reshape", "_np_product", "_np_sometrue"))


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


#: which of 2.0's inputs are those of the operator here, and the other way round
_INPUTS = {"_npi_interp": (2, 0, 1)}
_WRITTEN_INPUTS = {"_npi_interp": (1, 2, 0)}

#: the precision of floats, which 2.0 hands to operators that derive a tolerance from it
_PRECISION = {"finfoEps32": "1.19209e-07", "finfoEps64": "2.22045e-16"}


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
    if op == "_npi_concatenate":
        attrs["axis"] = attrs.pop("dim", "1")
    op, more = _OF_DIM.get((op, attrs.get("dim", "")), (op, {}))
    attrs |= more
    if attrs.pop("new_default", "0") == "1":  # of least squares: ``rcond`` was None
        attrs["rcond"] = "None"
    if op == "_npi_repeats" and "," not in attrs.get("repeats", ""):
        attrs["repeats"] = attrs["repeats"].strip("[]()")
    if "value_type" in attrs:
        attrs = _with_numbers(attrs)
    if op == "_npi_matrix_rank":  # in 2.0 only the one with a tolerance has this name
        attrs["has_tol"] = "True"
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


def written(name: str, attrs: dict[str, str], inputs: Sequence[Any]) -> tuple[str, dict[str, str], Sequence[Any]]:
    """Return an operator, its attributes and its inputs as 2.0 has them: what :func:`record` reads back."""
    if name in _WRITTEN_INPUTS:
        inputs = [inputs[i] for i in _WRITTEN_INPUTS[name]]
    if name in _WRITTEN:
        attrs = {_WRITTEN[name].get(key, key): value for key, value in attrs.items()}
    if name in _REWRITTEN:
        name, attrs = _REWRITTEN[name](name, attrs)
    if name.startswith("_np_") and name not in _KEPT:
        name = name.replace("_np_", "_npi_", 1)
    return _NAMES_IN_2.get(name, name), attrs, inputs


def _least_squares(name: str, attrs: dict[str, str]) -> tuple[str, dict[str, str]]:
    default = {"rcond": "1", "new_default": "1", **_PRECISION}
    return name, attrs | default if attrs.get("rcond") == "None" else attrs


def _rank(name: str, attrs: dict[str, str]) -> tuple[str, dict[str, str]]:
    rest = {key: value for key, value in attrs.items() if key not in ("has_tol", "relative")}
    with_tolerance = attrs.get("has_tol", "False") in ("True", "1")
    return (name, rest) if with_tolerance else (f"{name}_none_tol", rest | _PRECISION)


#: by operator, what gives 2.0's name and attributes
_REWRITTEN = {"_npi_lstsq": _least_squares, "_npi_matrix_rank": _rank}
_NAMES_IN_2 = {here: in_2 for in_2, here in _RENAMED.items()}
