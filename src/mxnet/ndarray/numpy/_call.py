"""How the functions of ``mx.np`` reach the operators: arrays of the NumPy interface in, arrays of it out."""

from functools import partial
from itertools import repeat
from typing import Any

import numpy as np

from ...core.context import Context
from ...core.dtypes import canonical
from ...core.errors import MXNetError, Unsupported
from ...core.params import NULL
from ...core.semantics import semantics
from ...eager.dispatch import fast_path, invoke, specialized
from ...frontend import Frontend
from ...registry import binding
from ...registry.op import Op, get
from ..creation import array as classic_array
from ..ndarray import NDArray
from .multiarray import ndarray, recast


def check(op: Op, short: str, inputs: Any) -> None:
    """Raise TypeError for arrays that are not of the NumPy interface, AssertionError, as 1.9.1, for others."""
    for item in inputs:
        if item is None or isinstance(item, ndarray):
            continue
        if isinstance(item, NDArray):
            raise TypeError(
                f"Operator `{op.name}` registered in backend is known as `{short}` in Python. This is a numpy "
                "operator which can only accept MXNet numpy ndarrays, while received a legacy ndarray. Call "
                "`npx.set_np()` to have numpy ndarrays everywhere, or `as_np_ndarray()` upon this one"
            )
        cls = TypeError if op.extension else MXNetError if semantics.api == 2 else AssertionError  # as 1.9.1 and 2.0
        raise cls(f"operator {short}: expected an array of mx.np, got {type(item).__name__}")


def call(op: Op, short: str, inputs: tuple[Any, ...], kwargs: dict[str, Any], out: Any) -> Any:
    """Apply ``op`` for a generated function."""
    check(op, short, inputs)
    return invoke(op, inputs, kwargs, out, ndarray)


#: returns the ``__getattr__`` and ``__dir__`` of a module of operators; see :func:`.binding.operators`
operators = partial(binding.operators, call=call, symbolic=False, fast=partial(fast_path, cls=ndarray))


def _array_like(value: Any, like: ndarray) -> ndarray:
    """Return a value that is no array as one, on the device of another."""
    try:
        dtype = np.asarray(value).dtype
        if isinstance(value, (bool, int, float)):
            dtype = np.result_type(like.dtype, value)
            fits = dtype.kind not in "iu" or np.iinfo(dtype).min <= value <= np.iinfo(dtype).max
            dtype = dtype if fits else np.dtype("int64")
        result: ndarray = recast(classic_array(value, like.ctx, canonical(dtype)), ndarray)
    except (TypeError, ValueError, OverflowError) as error:
        raise Unsupported(f"an array cannot be made of {type(value).__name__}: {error}") from error
    return result


class ArrayFrontend(Frontend):
    """Computes at once on arrays of the NumPy interface."""

    array = ndarray

    def specialized(self, op: str, attributes: dict[str, Any]) -> Any:
        result = get(op)
        if not attributes.keys() <= result.attrs.keys():
            return None
        return specialized(result)(*map(attributes.get, result.attrs, repeat(NULL)))

    def __call__(self, op: str, *inputs: Any, out: Any = None, **attributes: Any) -> Any:
        if out is None and inputs and "ctx" not in attributes:
            for item in inputs:
                if type(item) is not ndarray:
                    break
            else:
                run = self.specialized(op, attributes)
                if run is not None:
                    return run(*inputs)
        result = get(op)
        check(result, op, inputs)
        ctx = attributes.get("ctx")
        if isinstance(ctx, Context):
            attributes["ctx"] = str(ctx)
        return invoke(result, inputs, attributes, out, ndarray)

    def arrays(self, *values: Any) -> list[Any]:
        """Return values as arrays; see :meth:`Frontend.arrays`."""
        like = next((value for value in values if isinstance(value, ndarray)), None)
        if like is None:
            raise Unsupported("there is no array among the arguments")
        return [value if isinstance(value, NDArray) else _array_like(value, like) for value in values]

    def cast(self, array: Any, dtype: Any, copy: bool) -> Any:
        """Return an array in another data type, itself where it has that type and ``copy`` is False."""
        return NDArray.astype(array, dtype, copy)


#: the frontend of arrays
F = ArrayFrontend()
