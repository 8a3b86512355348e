"""Partial shapes: shapes of which some dimensions, or all, are still unknown to inference.

``None`` is a shape of unknown rank; ``None`` inside a tuple is an unknown dimension. MXNet's own ways to say
"unknown" (``0`` and ``()`` in its classic semantics, ``-1`` and ``None`` in its NumPy semantics) are converted
here and nowhere else.
"""

from collections.abc import Iterable, Sequence

import numpy as np

from .errors import ShapeConflict

Shape = tuple[int, ...]
PartialShape = tuple[int | None, ...] | None


def as_tuple(shape: int | Sequence[int]) -> tuple[int, ...]:
    """Return a shape, or a list of axes, as a tuple: an integer counts as one of them, NumPy's become Python's."""
    listed: Sequence[int] = (shape,) if isinstance(shape, (int, np.integer)) else shape
    return tuple([int(item) if isinstance(item, np.integer) else item for item in listed])


def known(shape: PartialShape) -> bool:
    """Return whether every dimension is known."""
    return shape is not None and None not in shape


def unify(first: PartialShape, second: PartialShape) -> PartialShape:
    """Merge two facts about one shape; raise :class:`ShapeConflict` when they disagree.

    >>> unify((2, None), (None, 3))
    (2, 3)
    """
    if first is None or first == second:
        return second
    if second is None:
        return first
    if len(first) != len(second):
        raise ShapeConflict(f"expected {show(first)}, got {show(second)}")
    merged = tuple(b if a is None else a for a, b in zip(first, second, strict=True))
    if any(b is not None and m != b for m, b in zip(merged, second, strict=True)):
        raise ShapeConflict(f"expected {show(first)}, got {show(second)}")
    return merged


def broadcast(*shapes: Sequence[int]) -> Shape:
    """Return the shape that arrays of these shapes broadcast to, as NumPy's rules say (PyTorch's own loads sympy).

    Raises :class:`ShapeConflict`.
    """
    try:
        return np.broadcast_shapes(*map(tuple, shapes))
    except ValueError:
        shown = " ".join(str(tuple(shape)) for shape in shapes)
        raise ShapeConflict(f"shapes do not broadcast: {shown}") from None


def show(shape: PartialShape) -> str:
    """Return a readable text: ``(2, ?, 3)``, or ``unknown``."""
    if shape is None:
        return "unknown"
    inner = ", ".join("?" if d is None else str(d) for d in shape)
    return f"({inner},)" if len(shape) == 1 else f"({inner})"


def from_mxnet(shape: Iterable[int | None] | None, np_shape: bool = False) -> PartialShape:
    """Read a user's shape: in classic semantics 0 is an unknown dimension and ``()`` an unknown shape,
    under ``np_shape`` -1 (or ``None``) and ``None`` are.
    """
    if shape is None:
        return None
    unknown = -1 if np_shape else 0
    dims = tuple(None if d is None or int(d) in (unknown, -1) else int(d) for d in shape)
    return dims if dims or np_shape else None


def to_mxnet(shape: PartialShape, np_shape: bool = False) -> tuple[int, ...] | None:
    """Write a partial shape as MXNet reports it (see :func:`from_mxnet`)."""
    if shape is None:
        return None if np_shape else ()
    return tuple((-1 if np_shape else 0) if d is None else d for d in shape)
