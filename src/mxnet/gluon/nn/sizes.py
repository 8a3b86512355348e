"""Window sizes: one integer for all spatial axes, or one for each."""

from __future__ import annotations

from typing import Any

from ...base import numeric_types


def per_axis(size: Any, dims: int) -> Any:
    """Return a size for each of ``dims`` axes: a number is repeated, anything else is taken to be the sizes."""
    return (size,) * dims if isinstance(size, numeric_types) else size
