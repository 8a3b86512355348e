"""What formulas that are written for tensors take of a graph of ONNX's: constants as tensors, so that they are computed
at once, and in place of other values such as write nodes.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import torch

from ...core.dtypes import NAME_OF_TORCH, TORCH_OF

#: PyTorch's functions, by the end of their name, and the operators that do the same
_SAME = {
    "abs": "Abs",
    "add": "Add",
    "div": "Div",
    "maximum": "Max",
    "minimum": "Min",
    "mul": "Mul",
    "neg": "Neg",
    "sqrt": "Sqrt",
    "sub": "Sub",
    "truediv": "Div",
}


class Written:
    """A value that is known when the network runs. What a formula computes with it becomes nodes."""

    def __init__(self, g: Any, value: Any) -> None:
        self.g, self.value = g, value

    @property
    def dtype(self) -> torch.dtype:
        """The data type, as PyTorch has it."""
        return TORCH_OF[self.value.dtype]

    @property
    def shape(self) -> Any:
        """The lengths."""
        return self.value.shape

    @property
    def device(self) -> torch.device:
        """Where constants that are made for it lie."""
        return torch.device("cpu")

    @classmethod
    def __torch_function__(cls, function: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        name = function.__name__.strip("_")
        if name in ("rmul", "radd", "rsub", "rdiv", "rtruediv"):
            name, args = name[1:], args[::-1]
        g = next(arg.g for arg in args if isinstance(arg, Written))
        if name in _SAME:
            return Written(g, _same(g, _SAME[name], args))
        return _FORMS[name](g, *args, **(kwargs or {}))


def _same(g: Any, op_type: str, args: Any) -> Any:
    dtype = next(arg for arg in args if isinstance(arg, Written)).value.dtype
    inputs = [value(g, arg) if isinstance(arg, (Written, torch.Tensor)) else g.scalar(arg, dtype) for arg in args]
    shape = np.broadcast_shapes(*(item.shape for item in inputs)) if _all_known(inputs) else None
    return g.node(op_type, inputs, shape=shape)


def _all_known(values: Any) -> bool:
    return all(value.shape is not None and None not in value.shape for value in values)


def _ends(g: Any, x: Written) -> tuple[Written, Written]:
    return tuple(Written(g, g.reduce(op_type, x.value)) for op_type in ("ReduceMin", "ReduceMax"))  # type: ignore[return-value]


def _to(g: Any, x: Written, dtype: torch.dtype) -> Written:
    return Written(g, g.cast(x.value, NAME_OF_TORCH[dtype]))


#: PyTorch's functions that are written otherwise, by name: ``form(g, *arguments)``
_FORMS: dict[str, Callable[..., Any]] = {
    "aminmax": _ends,
    "clone": lambda g, x: x,
    "detach": lambda g, x: x,
    "full_like": lambda g, x, count: torch.full(x.shape, count, dtype=x.dtype),
    "reshape": lambda g, x, *shape: Written(g, g.reshape(x.value, shape)),
    "to": _to,
    "zeros_like": lambda g, x: torch.zeros(x.shape, dtype=x.dtype),
}


def _method(name: str) -> Callable[..., Any]:
    def call(*args: Any, **kwargs: Any) -> Any:
        return Written.__torch_function__(getattr(torch.Tensor, name), (), args, kwargs)

    return call


for _name in ("abs", "clone", "detach", "reshape", "to", "__neg__"):
    setattr(Written, _name, _method(_name))
for _name in ("add", "mul", "sub", "truediv"):
    for _form in (f"__{_name}__", f"__r{_name}__"):
        setattr(Written, _form, _method(_form))


def known(g: Any, x: Any) -> Any:
    """Return a value for formulas: a tensor of its own where it is a constant."""
    return Written(g, x) if x.data is None else torch.from_numpy(np.array(x.data))


def value(g: Any, x: Any) -> Any:
    """Return what a formula gave as a value of the graph."""
    return x.value if isinstance(x, Written) else g.constant(x.detach().numpy())
