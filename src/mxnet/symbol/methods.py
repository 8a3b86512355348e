"""The operators that are methods of symbols too: ``x.exp()``, ``x.sum(axis=1)``, ``x.reshape((2, 3))``."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from types import MethodType
from typing import TYPE_CHECKING, Any, TypeVar

from ..core.errors import NO_VALUES, NotImplementedForSymbol
from ..core.naming import named
from ..ops.elementwise_table import UNARY
from ..registry.binding import make_function
from ..registry.manual import write
from ..registry.op import get
from .arithmetic import Arithmetic
from .create import call, create

if TYPE_CHECKING:
    from .._stubs.methods import SymbolMethods
    from .numpy.symbol import _Symbol
else:
    SymbolMethods = object

S = TypeVar("S", bound="Methods")

#: methods whose arguments are those of the operator of the same name, after the symbol
OPERATORS = (
    *(row.name for row in UNARY if row.method),
    *(  # noqa: SIM905  # a list would be fifty lines
        "argmax argmax_channel argmin argsort broadcast_axes broadcast_like broadcast_to clip depth_to_space flip "
        "log_softmax max mean min nanprod nansum norm one_hot ones_like pad pick prod repeat reshape_like "
        "round shape_array size_array slice slice_axis slice_like softmax softmin sort space_to_depth split sum "
        "swapaxes take tile topk transpose zeros_like"
    ).split(),
)

#: methods of arrays that need values
VALUES = ("as_in_context", "asnumpy", "asscalar", "backward", "copy", "detach", "wait_to_read")


_cache: dict[tuple[type, str], Callable[..., Any]] = {}


def operator(cls: type[Any], short: str) -> Callable[..., Any]:
    """Return the function of operator ``short`` that makes symbols of class ``cls``."""
    result = _cache.get((cls, short))
    if result is None:
        result = _cache[cls, short] = make_function(get(short), short, partial(create, cls), True, cls.__module__)
    return result


class Methods(Arithmetic, SymbolMethods):
    """A symbol with operators as methods."""

    __slots__ = ()

    def astype(self: S, *args: Any, **kwargs: Any) -> S:
        """Return the symbol cast to ``dtype``.

        Parameters
        ----------
        *args, **kwargs
            ``dtype``: the data type of the result.

        Returns
        -------
        A Symbol.

        Examples
        --------
        >>> sym.Variable('x').astype('float16').infer_type(x='float32')[1][0].__name__
        'float16'
        """
        return operator(type(self), "cast")(self, *args, **kwargs)

    def expand_dims(self: S, axis: int, inplace: bool = False, **kwargs: Any) -> S:
        """Return the symbol with an axis of length 1 put in; ``inplace`` is without effect.

        Parameters
        ----------
        axis
            The position of the new axis.
        inplace
            Without effect.

        Returns
        -------
        A Symbol.

        Examples
        --------
        >>> sym.Variable('x').expand_dims(0).infer_shape(x=(2, 3))[1]
        [(1, 2, 3)]
        """
        return operator(type(self), "expand_dims")(self, axis=axis, **kwargs)

    def flatten(self: S, inplace: bool = False, **kwargs: Any) -> S:
        """Return the symbol with all axes but the first made one; ``inplace`` is without effect.

        Parameters
        ----------
        inplace
            Without effect.

        Returns
        -------
        A Symbol with two axes.

        Examples
        --------
        >>> sym.Variable('x').flatten().infer_shape(x=(2, 3, 4))[1]
        [(2, 12)]
        """
        return operator(type(self), "flatten")(self, **kwargs)

    def reshape(self: S, *args: Any, **kwargs: Any) -> S:
        """Return the symbol in another shape.

        Parameters
        ----------
        *args
            The shape, as numbers or as one tuple. 0 copies a length, -1 takes what is left; see ``mx.sym.reshape``.
        **kwargs
            ``shape``, ``reverse``, and ``name`` for the node.

        Returns
        -------
        A Symbol.

        Examples
        --------
        >>> x = sym.Variable("x").reshape((0, -1))
        >>> x.infer_shape(x=(2, 3, 4))[1]
        [(2, 12)]
        """
        if len(args) > 1 and all(isinstance(item, int) and not isinstance(item, bool) for item in args):
            args = (args,)
        return operator(type(self), "reshape")(self, *args, **kwargs)

    def squeeze(self: S, axis: int | tuple[int, ...] | None = None, inplace: bool = False, **kwargs: Any) -> S:
        """Return the symbol without axes of length 1; ``inplace`` is without effect.

        Parameters
        ----------
        axis
            Which axes of length 1 go; None: all.
        inplace
            Without effect.

        Returns
        -------
        A Symbol.

        Examples
        --------
        >>> sym.Variable('x').squeeze(0).infer_shape(x=(1, 2, 1))[1]
        [(2, 1)]
        """
        return operator(type(self), "squeeze")(self, axis=axis, **kwargs)

    def diag(self: S, k: int = 0, **kwargs: Any) -> S:
        """Return the ``k``-th diagonal, or the matrix with this diagonal.

        Parameters
        ----------
        k
            Which diagonal: 0 the main one, above it from 1, below it from -1.

        Returns
        -------
        A Symbol.

        Examples
        --------
        >>> sym.Variable('x').diag().infer_shape(x=(3, 3))[1]
        [(3,)]
        """
        return operator(type(self), "diag")(self, k, **kwargs)

    def split_v2(self: S, indices_or_sections: int | tuple[int, ...], axis: int = 0, squeeze_axis: bool = False) -> S:
        """Return the symbol split into that many equal sections along ``axis``, or before each of several indices.

        Parameters
        ----------
        indices_or_sections
            The number of sections, or the indices at which they begin.
        axis
            The axis that is cut.
        squeeze_axis
            Whether the axis is taken out of the sections, which must then have length 1.

        Returns
        -------
        A Symbol of several outputs.

        Examples
        --------
        >>> sym.Variable('x').split_v2(2).infer_shape(x=(4, 3))[1]
        [(2, 3), (2, 3)]
        """
        if isinstance(indices_or_sections, int):
            indices, sections = [], indices_or_sections
        elif isinstance(indices_or_sections, tuple):
            indices, sections = [0, *indices_or_sections], 0
        else:
            raise ValueError("indices_or_sections must either int or tuple of ints")
        attributes = {"indices": indices, "axis": axis, "squeeze_axis": squeeze_axis, "sections": sections}
        return call(type(self), "_split_v2", self, **attributes)

    def as_nd_ndarray(self: S) -> S:
        """Return the symbol itself: it is of ``mx.nd``'s kind.

        Returns
        -------
        The same Symbol.

        Examples
        --------
        >>> sym.Variable('x').as_nd_ndarray().name
        'x'
        """
        return self

    def as_np_ndarray(self) -> _Symbol:
        """Return the same outputs as a symbol of the NumPy interface.

        Returns
        -------
        A Symbol of ``mx.sym.np``.

        Examples
        --------
        >>> type(sym.Variable('x').as_np_ndarray()).__name__
        '_Symbol'
        """
        from .numpy.symbol import _Symbol

        return _Symbol(self._heads)


class _Method:
    """A descriptor that creates an operator's method at first use."""

    def __init__(self, short: str) -> None:
        self.short = short

    def __get__(self, symbol: Any, owner: type) -> Any:
        result = operator(owner, self.short)
        return result if symbol is None else MethodType(result, symbol)


_REFUSED = """
>>> x = sym.Variable('x')
>>> try:
...     x.{}()
... except mx.base.NotImplementedForSymbol:
...     print(x.eval(x=nd.array([1, 2]))[0].asnumpy())
[1. 2.]
"""


def _refusal(name: str) -> Callable[..., Any]:
    def method(self: Any, *args: Any, **kwargs: Any) -> Any:
        raise NotImplementedForSymbol(name, None)

    method.__name__ = name
    method.__qualname__ = f"Symbol.{name}"
    method.__doc__ = write(
        f"Refuse: ``{name}`` needs values, which a symbol has not (``bind`` it, or ``eval``).",
        {"*args, **kwargs": "Whatever the method of arrays takes."},
        "Never: :class:`NotImplementedForSymbol` is raised.",
        _REFUSED.format(name),
    )
    return method


def _refused_conversion(name: str) -> Callable[..., Any]:
    @named(f"__{name}__", "Refuse: a symbol is no number.")
    def method(self: Any) -> Any:
        raise TypeError(f"a Symbol is no number that {name} takes. {NO_VALUES}")

    return method


for _name in ("float", "int", "index", "complex"):
    setattr(Methods, f"__{_name}__", _refused_conversion(_name))
for _name in OPERATORS:
    setattr(Methods, _name, _Method(_name))
for _name in VALUES:
    setattr(Methods, _name, _refusal(_name))
