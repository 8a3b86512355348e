"""Random shapes, arrays and matrices."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from .. import ndarray as nd
from .environment import default_context


def rand_shape_2d(dim0: int = 10, dim1: int = 10, allow_zero_size: bool = False) -> tuple[int, ...]:
    """Return a random shape of two axes with at most the given lengths."""
    return _random_shape((dim0, dim1), allow_zero_size)


def rand_shape_3d(dim0: int = 10, dim1: int = 10, dim2: int = 10, allow_zero_size: bool = False) -> tuple[int, ...]:
    """Return a random shape of three axes with at most the given lengths."""
    return _random_shape((dim0, dim1, dim2), allow_zero_size)


def rand_shape_nd(num_dim: int, dim: int = 10, allow_zero_size: bool = False) -> tuple[int, ...]:
    """Return a random shape of ``num_dim`` axes no longer than ``dim``."""
    return _random_shape((dim,) * num_dim, allow_zero_size)


def _random_shape(limits: Sequence[int], allow_zero_size: bool) -> tuple[int, ...]:
    low = 0 if allow_zero_size else 1
    return tuple(int(np.random.randint(low, limit + 1)) for limit in limits)


def rand_coord_2d(x_low: int, x_high: int, y_low: int, y_high: int) -> tuple[int, int]:
    """Return a random ``(x, y)`` with ``x_low <= x < x_high`` and ``y_low <= y < y_high``."""
    return int(np.random.randint(x_low, x_high)), int(np.random.randint(y_low, y_high))


def random_sample(population: Any, k: int) -> list[Any]:
    """Return ``k`` different elements of ``population`` in random order."""
    return random.sample(list(population), k)


def random_arrays(*shapes: tuple[int, ...]) -> Any:
    """Return normally distributed float32 numpy arrays: one array for one shape, else a list."""
    arrays = [np.asarray(np.random.randn(*shape), dtype=np.float32) for shape in shapes]
    return arrays[0] if len(arrays) == 1 else arrays


def random_uniform_arrays(*shapes: tuple[int, ...], **kwargs: Any) -> list[np.ndarray]:
    """Return uniformly distributed numpy arrays; keywords ``low``, ``high`` and ``dtype`` (0, 1, float32)."""
    low, high = kwargs.pop("low", 0.0), kwargs.pop("high", 1.0)
    dtype = kwargs.pop("dtype", np.float32)
    if kwargs:
        raise TypeError(f"Got unexpected argument/s : {', '.join(kwargs)}")
    return [np.random.uniform(low, high, size=shape).astype(dtype) for shape in shapes]


def rand_ndarray(
    shape: tuple[int, ...],
    stype: str = "default",
    density: float | None = None,
    dtype: Any = None,
    modifier_func: Callable[[Any], Any] | None = None,
    shuffle_csr_indices: bool = False,
    distribution: str | None = None,
    ctx: Any = None,
) -> Any:
    """Return a normally distributed dense NDArray.

    ``density``, ``modifier_func``, ``shuffle_csr_indices`` and ``distribution`` describe sparse arrays and have no
    effect on dense ones. Raises ValueError for a storage type other than ``'default'``.
    """
    if stype != "default":
        raise ValueError(f"rand_ndarray makes arrays of storage type 'default', not {stype!r}")
    return nd.array(np.asarray(np.random.randn(*shape)), ctx=ctx or default_context(), dtype=dtype or np.float32)


def create_vector(size: int, dtype: Any = np.int64) -> Any:
    """Return the NDArray 0, 1, ... ``size - 1``."""
    return nd.arange(0, size, dtype=dtype)


def create_2d_tensor(rows: int, columns: int, dtype: Any = np.int64) -> Any:
    """Return an NDArray whose rows are filled with their numbers."""
    return nd.array(np.repeat(np.arange(rows)[:, None], columns, axis=1), dtype=dtype)


def get_identity_mat(size: int) -> Any:
    """Return the identity matrix as an NDArray."""
    return nd.array(np.eye(size))


def get_identity_mat_batch(size: int) -> Any:
    """Return two identity matrices stacked in one NDArray."""
    return nd.array(np.stack([np.eye(size)] * 2))


def new_orthonormal_matrix_2d(n: int) -> np.ndarray:
    """Return a random orthonormal matrix."""
    return np.linalg.qr(np.random.randn(n, n))[0]


def new_matrix_with_real_eigvals_2d(n: int) -> np.ndarray:
    """Return a random matrix whose eigenvalues are real and apart from each other."""
    basis = new_orthonormal_matrix_2d(n) @ np.diag(np.random.uniform(1, 2, n)) @ new_orthonormal_matrix_2d(n)
    return basis @ np.diag(_eigenvalues(n)) @ np.linalg.inv(basis)


def new_sym_matrix_with_real_eigvals_2d(n: int) -> np.ndarray:
    """Return a random symmetric matrix whose eigenvalues are apart from each other."""
    basis = new_orthonormal_matrix_2d(n)
    matrix = basis @ np.diag(_eigenvalues(n)) @ basis.T
    return (matrix + matrix.T) / 2


def new_matrix_with_real_eigvals_nd(shape: Sequence[int]) -> np.ndarray:
    """Return matrices of :func:`new_matrix_with_real_eigvals_2d` in an array whose last two axes are theirs."""
    return _stacked(new_matrix_with_real_eigvals_2d, shape)


def new_sym_matrix_with_real_eigvals_nd(shape: Sequence[int]) -> np.ndarray:
    """Return matrices of :func:`new_sym_matrix_with_real_eigvals_2d` in an array whose last two axes are theirs."""
    return _stacked(new_sym_matrix_with_real_eigvals_2d, shape)


def _eigenvalues(n: int) -> np.ndarray:
    signs = np.random.choice([-1.0, 1.0], n)
    return np.random.permutation(signs * (np.arange(n) + np.random.uniform(1.0, 1.5, n)))


def _stacked(make: Callable[[int], np.ndarray], shape: Sequence[int]) -> np.ndarray:
    assert len(shape) >= 2
    assert shape[-1] == shape[-2], f"matrices have to be square, got shape {tuple(shape)}"
    count = int(np.prod(shape[:-2]))
    return np.array([make(shape[-1]) for _ in range(count)]).reshape(shape)


def assign_each(the_input: Any, function: Callable[[Any], Any] | None) -> np.ndarray:
    """Return ``function`` of each element; the array itself for None."""
    return np.array(the_input) if function is None else _apply(function, the_input)


def assign_each2(input1: Any, input2: Any, function: Callable[[Any, Any], Any] | None) -> np.ndarray:
    """Return ``function`` of each pair of elements; ``input1`` itself for None."""
    return np.array(input1) if function is None else _apply(function, input1, input2)


def _apply(function: Callable[..., Any], *arrays: Any) -> np.ndarray:
    values = [function(*elements) for elements in zip(*(np.ravel(array) for array in arrays), strict=True)]
    return np.array(values, dtype=np.float64).reshape(np.shape(arrays[0]))


def np_reduce(dat: np.ndarray, axis: Any, keepdims: bool, numpy_reduce_func: Callable[..., Any]) -> Any:
    """Reduce ``dat`` with a numpy function over an axis, several, or all (None), keeping axes when asked to."""
    axes = range(dat.ndim) if axis is None else [axis] if isinstance(axis, int) else axis
    reduced = dat
    for one in sorted((entry % max(dat.ndim, 1) for entry in axes), reverse=True):
        reduced = numpy_reduce_func(reduced, axis=one)
    if not keepdims:
        return reduced
    gone = {entry % dat.ndim for entry in axes}
    return np.asarray(reduced).reshape([1 if i in gone else size for i, size in enumerate(dat.shape)])


def collapse_sum_like(a: Any, shape: Sequence[int]) -> Any:
    """Sum an array over the axes along which ``shape`` would be broadcast to it."""
    extra = len(a.shape) - len(shape)
    assert extra >= 0, f"{tuple(shape)} has more axes than {a.shape}"
    ones = [extra + i for i, size in enumerate(shape) if size == 1 and a.shape[extra + i] != 1]
    assert all(size in (1, a.shape[extra + i]) for i, size in enumerate(shape)), f"{a.shape} does not cover {shape}"
    axes = (*range(extra), *ones)
    return (a.sum(axis=axes) if axes else a).reshape(tuple(shape))
