"""Methods of symbols of the NumPy interface that differ from the arrays': indexing, outputs and iteration.

Their other methods are those of arrays (:mod:`mxnet.frontend.numpy.methods`).
"""

from typing import TYPE_CHECKING, Any, Self

from ...core.semantics import semantics
from ...registry.op import get
from ..create import create
from ..symbol import Group, Symbol

if TYPE_CHECKING:
    from ..._stubs.methods import NumpySymbolMethods
else:
    NumpySymbolMethods = Symbol


def _parts(key: Any) -> tuple[Any, ...]:
    items = key if isinstance(key, tuple) else (key,)
    if not all(isinstance(item, (int, slice)) and not isinstance(item, bool) for item in items):
        raise IndexError(f"Only integer, slice, or tuple of these types are supported! Received key={key}")
    return items


def _bounds(item: int | slice) -> tuple[Any, Any, Any]:
    """Return begin, end and step; the last element is cut out backwards, as what follows it has no number."""
    if isinstance(item, slice):
        return item.start, item.stop, item.step
    return (-1, -2, -1) if item == -1 else (item, item + 1, 1)


class NumpyMethods(NumpySymbolMethods):
    """Methods of arrays, of which graphs are made."""

    __slots__ = ()

    def _apply(self, op: str, short: str, *inputs: Any, **attributes: Any) -> Self:
        return create(type(self), get(op), short, (self, *inputs), attributes, None, None)

    @property
    def num_outputs(self) -> int:
        """The number of outputs."""
        return len(self._heads)

    def __len__(self) -> int:
        if len(self._heads) == 1:
            raise TypeError(f"{self!r} is not a list and does not support len().")
        return len(self._heads)

    def __iter__(self) -> Any:
        if len(self._heads) == 1:
            raise TypeError(f"{self!r} is not iterable.")
        return (type(self)((head,)) for head in self._heads)

    def __getitem__(self, key: Any) -> Self:
        """Return a part of the one output, by numbers and slices as of an array, or one or some of several outputs."""
        if len(self._heads) == 1 and not isinstance(key, str):
            return self._part(key)
        if isinstance(key, slice):
            return Group([type(self)((head,)) for head in self._heads[key]], type(self))  # type: ignore[return-value]
        if isinstance(key, int):
            if not -len(self._heads) <= key < len(self._heads):
                raise IndexError(f"output {key} of a symbol that has {len(self._heads)}")
            key %= len(self._heads)
        return super().__getitem__(key)

    def _part(self, key: Any) -> Self:
        """Return a part of the array, by the attributes that 1.9.1 writes into graphs."""
        items = _parts(key)
        if not items:
            return self
        if any(isinstance(item, slice) and item.step == 0 for item in items):
            raise ValueError("slice step cannot be zero")
        if isinstance(key, slice):
            begin, end = ([None] if item is None else item for item in (key.start, key.stop))
            return self._apply("_npi_slice", "slice", begin=begin, end=end, step=key.step)
        bounds = [_bounds(item) for item in items]
        begin, end, step = ([bound[i] for bound in bounds] for i in range(3))
        steps = {} if isinstance(key, int) and key != -1 else {"step": step}
        result = self._apply("_npi_slice", "slice", begin=begin, end=end, **steps)
        if all(isinstance(item, slice) for item in items):
            return result
        codes = tuple(-2 if isinstance(item, slice) else -3 for item in items)
        return result._apply("_npx_reshape", "reshape", newshape=(*codes, -4))

    def __neg__(self) -> Self:
        if semantics.api == 2:
            return self._apply("_npi_negative", "negative")
        return self._apply("_npi_multiply_scalar", "multiply_scalar", scalar=-1.0, is_int=False)

    def reshape_like(self, *args: Any, **kwargs: Any) -> Self:
        """There is none: :func:`mxnet.npx.reshape_like` is the function."""
        raise AttributeError("_Symbol object has no attribute reshape_like")
