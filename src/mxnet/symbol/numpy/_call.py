"""How the functions of ``mx.sym.np`` make symbols."""

from functools import partial
from typing import Any

from ...core.context import Context
from ...core.errors import Unsupported
from ...frontend import Frontend
from ...registry import binding
from ...registry.op import Op
from ..create import create
from ..symbol import Symbol
from .symbol import _Symbol, apply


def check(op: Op, short: str, inputs: Any) -> None:
    """Raise TypeError unless all inputs are symbols of the NumPy interface, or left out."""
    for item in inputs:
        if isinstance(item, Symbol) and not isinstance(item, _Symbol):
            raise TypeError(
                f"Operator `{op.name}` registered in backend is known as `{short}` in Python. This is a numpy "
                "operator which can only accept MXNet numpy symbols, while received a legacy symbol. Call "
                "`as_np_ndarray()` upon it, or upon the array that a block was called with"
            )


def call(op: Op, short: str, inputs: tuple[Any, ...], given: dict[str, Any], name: Any, attr: Any) -> _Symbol:
    """Return a symbol that applies ``op``, for a generated function."""
    check(op, short, (*inputs, *given.values()))
    return create(_Symbol, op, short, inputs, given, name, attr)


#: returns the ``__getattr__`` and ``__dir__`` of a module of operators; see :func:`.binding.operators`
operators = partial(binding.operators, call=call, symbolic=True)


def _constant(value: Any) -> Any:
    """Return the symbol of a number, of a type that arrays of any type win over."""
    if not isinstance(value, (bool, int, float)):
        raise Unsupported(f"expected a symbol or a number, got {type(value).__name__}")
    dtype = "float32" if isinstance(value, float) else "int8" if abs(value) < 128 else "int64"
    return apply("_npi_full", shape=(), value=float(value), dtype="bool" if isinstance(value, bool) else dtype)


class SymbolFrontend(Frontend):
    """Composes symbols of the NumPy interface."""

    array = _Symbol
    symbolic = True

    def __call__(self, op: str, *inputs: Any, out: Any = None, **attributes: Any) -> Any:
        ctx = attributes.get("ctx")
        if isinstance(ctx, Context):
            attributes["ctx"] = str(ctx)
        if attributes.get("dtype", "") is None:  # 1.9.1 does not write it into graphs
            del attributes["dtype"]
        result = apply(op, *inputs, **attributes)
        return result if result.num_outputs == 1 else list(result)

    def arrays(self, *values: Any) -> list[Any]:
        """Return values as symbols; see :meth:`Frontend.arrays`. What is no number is refused (Unsupported)."""
        return [value if isinstance(value, Symbol) else _constant(value) for value in values]

    def cast(self, array: Any, dtype: Any, copy: bool) -> Any:
        """Return the symbol of another data type."""
        return apply("_npi_cast", array, dtype=dtype)


#: the frontend of symbols
F = SymbolFrontend()
