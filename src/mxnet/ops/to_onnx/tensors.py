"""Values of an ONNX graph that PyTorch's functions take: what they compute becomes nodes.

So an operator that ONNX does not have is written by its own function, or by the functions that it is made of.
"""

from collections.abc import Callable, Iterator
from functools import partial
from math import prod
from typing import Any

import numpy as np
import torch

from ...core.dtypes import TORCH_OF
from ...core.errors import MXNetError
from . import writes

#: by name of a function of PyTorch's, what writes it: ``form(g, *arguments)``, where tensors are values of the graph
FORMS: dict[str, Callable[..., Any]] = {}


class NoForm(MXNetError, AttributeError):
    """A function of PyTorch's that nothing here writes."""


def _form(name: str) -> Callable[..., Any]:
    """Return what writes a function of PyTorch's."""
    if name not in FORMS:
        raise NoForm(f"PyTorch's function {name} has no counterpart")
    return FORMS[name]


class Tensor:
    """A tensor that is known when the network runs."""

    device = torch.device("cpu")
    is_cpu = is_cuda = is_meta = is_sparse = requires_grad = False

    def __init__(self, g: Any, value: Any) -> None:
        self.g, self.value = g, value

    @property
    def dtype(self) -> torch.dtype:
        """The data type, as PyTorch has it."""
        return TORCH_OF[self.value.dtype]

    @property
    def ndim(self) -> int:
        """The number of axes."""
        return int(self.value.rank)

    @property
    def shape(self) -> tuple[Any, ...]:
        """The lengths; those that are not known are :class:`Length`."""
        return tuple(d if isinstance(d, int) else Length(self.g, d) for d in self.g.lengths(self.value))

    def __len__(self) -> int:
        (length,) = self.g.static(self.value, 0)
        return int(length)

    def size(self, dim: int | None = None) -> Any:
        """Return the shape, or the length of an axis."""
        return self.shape if dim is None else self.shape[dim]

    def dim(self) -> int:
        """Return the number of axes."""
        return self.ndim

    def is_floating_point(self) -> bool:
        """Return whether the values are floating-point numbers."""
        return self.dtype.is_floating_point

    def is_contiguous(self, **_: Any) -> bool:
        """Return True: the order in memory is not decided."""
        return True

    def numel(self) -> Any:
        """The number of elements."""
        return prod(self.shape)

    def __iter__(self) -> Iterator[Any]:
        return iter(self.unbind(0))

    def __bool__(self) -> bool:
        self.g.refuse("values that are known when the network runs decide what it computes")

    __int__ = __index__ = __float__ = __bool__
    __hash__ = object.__hash__

    def __getattr__(self, name: str) -> Callable[..., Any]:
        in_place = name[-1:] == "_" and name[:-1] in FORMS
        name = name[:-1] if in_place else name
        _form(name)  # hasattr asks here
        return partial(self._assigned if in_place else _called, name, self)

    def _assigned(self, name: str, *args: Any, **kwargs: Any) -> "Tensor":
        self.value = _called(name, *args, **kwargs).value
        return self

    @classmethod
    def __torch_function__(cls, function: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        name = function.__name__.strip("_")
        if name[0] == "r" and name[1:] in _OPERATORS:
            name, args = name[1:], args[::-1]
        return _called(name, *args, **(kwargs or {}))


class Length(Tensor):
    """The length of an axis that is known when the network runs, a vector of one integer.

    It is taken to be another such length, or what a number says, but not 0 where that is asked for.
    """

    def __bool__(self) -> bool:
        return True

    def __eq__(self, other: object) -> bool:
        return bool(other)

    def __ne__(self, other: object) -> bool:
        return not other

    def __lt__(self, other: object) -> bool:
        return False

    def __le__(self, other: object) -> bool:
        return bool(other)

    def __gt__(self, other: object) -> bool:
        return not other

    def __ge__(self, other: object) -> bool:
        return True

    __hash__ = object.__hash__


#: Python's operators with two operands, by the names of their methods
_OPERATORS = ("add", "sub", "mul", "truediv", "floordiv", "mod", "pow", "matmul", "and", "or", "xor")


def _method(name: str, swapped: bool = False) -> Callable[..., Any]:
    return lambda x, *others: _called(name, *(others if swapped else (x,)), *((x,) if swapped else others))


for _name in (*_OPERATORS, "lt", "le", "gt", "ge", "ne", "neg", "invert", "getitem"):
    setattr(Tensor, f"__{_name}__", _method(_name))
for _name in _OPERATORS:
    setattr(Tensor, f"__r{_name}__", _method(_name, swapped=True))
Tensor.__eq__ = _method("eq")  # type: ignore[method-assign, assignment]
Tensor.mT = property(_method("mT"))  # type: ignore[attr-defined]
Tensor.T = property(_method("t"))  # type: ignore[attr-defined]


def _called(name: str, *args: Any, **kwargs: Any) -> Any:
    """Write a function of PyTorch's."""
    tensors = list(_tensors((*args, *kwargs.values())))
    g = max((tensor.g for tensor in tensors), key=lambda writer: writer.depth)
    result = _form(name)(g, *value(g, args), **{key: value(g, arg) for key, arg in kwargs.items()})
    if any(result is item.value for item in tensors):
        return Tensor(g, result)
    is_length = name in _OPERATORS and all(isinstance(item, Length) for item in tensors)
    return _wrapped(g, Length if is_length else Tensor, result)


def _tensors(args: Any) -> Iterator[Tensor]:
    for arg in args:
        if isinstance(arg, Tensor):
            yield arg
        elif isinstance(arg, (list, tuple)):
            yield from _tensors(arg)


def value(g: Any, x: Any) -> Any:
    """Return an argument with the values of the graph in the place of tensors."""
    if isinstance(x, Tensor):
        return x.value
    if isinstance(x, torch.Tensor):
        return g.constant(x.detach().numpy())
    return type(x)(value(g, item) for item in x) if type(x) in (list, tuple) else x


class Pair(tuple[Any, Any]):
    """Values and where they are, as PyTorch gives them."""

    values = property(lambda self: self[0])
    indices = property(lambda self: self[1])


def _wrapped(g: Any, cls: type[Tensor], result: Any) -> Any:
    if isinstance(result, (list, tuple)):
        return (Pair if isinstance(result, Pair) else type(result))(_wrapped(g, cls, item) for item in result)
    if not hasattr(result, "of_shape"):
        return result
    is_number = result.data is not None and result.data.size == 1
    return known(g, result) if is_number else cls(g, result)


def known(g: Any, x: Any) -> Any:
    """Return a value for formulas: a tensor of PyTorch's where it is a constant."""
    return Tensor(g, x) if x.data is None else torch.from_numpy(np.array(x.data))


def written(g: Any, function: Callable[..., Any], *inputs: Any, **attributes: Any) -> Any:
    """Write what a function of tensors computes of values."""
    result = function(*[Tensor(g, x) if hasattr(x, "of_shape") else x for x in inputs], **attributes)
    return value(g, list(result) if isinstance(result, tuple) else result)


def by_function(*names: str) -> None:
    """Declare that operators are written by their own functions."""
    writes(*names)(lambda g, p, *inputs: written(g, g.op.fn, *inputs, **g.op.call_kwargs(p)))
