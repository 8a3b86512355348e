"""The manual of element-wise functions, from the rows of :mod:`.elementwise_table`."""

import re

from ..registry.manual import write
from .elementwise_table import FLOAT_ONLY, INT_ONLY, INT_TRUNCATES, KEEPS, TO_BOOL, TO_FLOAT, Binary, Promotion, Unary

#: what is said of the dtype of a result in ``mx.np``, ``{}`` being that of the input, or to which both are promoted
_TYPES: dict[Promotion, str] = {
    KEEPS: "in {}",
    INT_TRUNCATES: "in {}; of integers cut off, as in 1.9.1",
    TO_FLOAT: "in {}, float32 of integers and booleans",
    INT_ONLY: "in {}, an integer or bool",
    FLOAT_ONLY: "in {}, a floating-point one",
    TO_BOOL: "of bool",
}
_UFUNC = {"**kwargs": "NumPy's ``where``, ``casting``, ``order``, ``dtype`` and ``subok``: only their defaults."}


def classic(row: Unary | Binary, call: str = "", broadcast: bool = False) -> str:
    """Return the docstring of a row's operator in ``mx.nd`` and ``mx.sym``; ``call`` is the function's name there."""
    formula, shown = _without_bool(row)
    if isinstance(row, Unary):
        summary, returns = _of_every(formula), "An array of the shape and dtype of ``data``."
    else:
        summary = _of_two(formula, "lhs", "rhs")
        returns = f"An array of {'both shapes, broadcast,' if broadcast else 'the shape of both'} and their dtype."
    example = _example(f"mx.nd.{call}", "mx.nd.array", row.example[:-1], ".asnumpy()", shown) if call else ""
    return write(summary, None, returns, example)


def of_arrays_or_numbers(row: Binary, call: str, left: str = "lhs", right: str = "rhs") -> str:
    """Return the docstring of a row's function ``call`` in ``mx.nd``, which takes numbers too."""
    formula, shown = _without_bool(row)
    inputs = {
        f"{left} : NDArray or number": "The first operand, in any storage.",
        f"{right} : NDArray or number": "The second operand, in any storage.",
    }
    returns = "An array of both shapes, broadcast, and the arrays' dtype; of two numbers a number."
    example = _example(f"mx.nd.{call}", "mx.nd.array", row.example[:-1], ".asnumpy()", shown)
    return write(_of_two(formula, left, right), inputs, returns, example)


def numpy(row: Unary | Binary, name: str = "") -> str:
    """Return the docstring of a row's function ``name`` in ``mx.np``, or of its operator."""
    if isinstance(row, Unary):
        summary, dtype = _of_every(row.formula), _TYPES[row.promotion].format("its dtype")
        inputs, shape = {"x : array or number": "The input."}, "the shape of ``x``"
    else:
        summary = _of_two(row.formula, "x1", "x2")
        dtype = _TYPES[row.numpy_promotion or row.promotion].format("the dtype to which both are promoted")
        inputs = {"x1 : array or number": "The first operand.", "x2 : array or number": "The second operand."}
        shape = "both shapes, broadcast,"
    if not name:
        return summary
    example = _example(f"mx.np.{name}", "mx.np.array", row.example[:-1], "", row.example[-1])
    return write(summary, inputs | _UFUNC, f"An array of {shape} {dtype}; of numbers a number.", example)


def _without_bool(row: Unary | Binary) -> tuple[str, str]:
    """Return the formula and what is printed of the example, where there are no booleans."""
    shown = row.example[-1]
    if row.promotion is not TO_BOOL:
        return row.formula, shown
    numbers = " ".join("1." if word == "True" else "0." for word in re.findall("True|False", shown))
    return f"1 if {row.formula} else 0", f"[{numbers}]"


def _of_every(formula: str) -> str:
    return f"Return ``{formula}`` for every element x."


def _of_two(formula: str, left: str, right: str) -> str:
    names = {"l": left, "r": right}
    named = re.sub(r"\b[lr]\b", lambda letter: names[letter[0]], formula)
    return f"Return ``{named}``, element by element."


def _example(function: str, array: str, inputs: tuple[str, ...], suffix: str, shown: str) -> str:
    names = ("a", "b")[: len(inputs)]
    lines = [f"{name} = {array}({values})" for name, values in zip(names, inputs, strict=True)]
    lines += [f"print({function}({', '.join(names)}){suffix})"]
    return "\n".join([*(f">>> {line}" for line in lines), shown])
