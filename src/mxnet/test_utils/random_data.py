"""Random shapes, arrays and matrices; and tests of random generators."""

import itertools
from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Any

import numpy as np
import torch

from .. import ndarray as nd
from .environment import default_context

__all__ = [
    "assign_each", "assign_each2", "chi_square_check", "collapse_sum_like", "create_2d_tensor",
    "create_sparse_array", "create_sparse_array_zd", "create_vector", "gen_buckets_probs_with_ppf",
    "get_identity_mat", "get_identity_mat_batch", "mean_check", "new_matrix_with_real_eigvals_2d",
    "new_matrix_with_real_eigvals_nd", "new_orthonormal_matrix_2d", "new_sym_matrix_with_real_eigvals_2d",
    "new_sym_matrix_with_real_eigvals_nd", "np_reduce", "rand_coord_2d", "rand_ndarray", "rand_shape_2d",
    "rand_shape_3d", "rand_shape_nd", "rand_sparse_ndarray", "random_arrays", "random_sample",
    "random_uniform_arrays", "shuffle_csr_column_indices", "var_check", "verify_generator",
]  # fmt: skip

#: how many integers are shuffled at most to draw different ones
_SHUFFLED = 1 << 24


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
    elements = list(population)
    np.random.shuffle(elements)
    return elements[:k]


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
    """Return a normally distributed dense NDArray, or what :func:`rand_sparse_ndarray` makes.

    ``density``, ``modifier_func``, ``shuffle_csr_indices`` and ``distribution`` describe sparse arrays and have no
    effect on dense ones.
    """
    if stype in ("row_sparse", "csr"):
        more = {"modifier_func": modifier_func, "shuffle_csr_indices": shuffle_csr_indices, "ctx": ctx}
        return rand_sparse_ndarray(shape, stype, density, dtype, distribution, **more)[0]
    if stype != "default":
        raise ValueError(f"storage type {stype!r} is none of default, row_sparse, csr")
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
    assert len(shape) >= 2, f"matrices need at least 2 axes, got shape {tuple(shape)}"
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


# -- arrays in sparse storage ----------------------------------------------------------------------------------


def rand_sparse_ndarray(
    shape: Sequence[int],
    stype: str,
    density: float | None = None,
    dtype: Any = None,
    distribution: str | None = None,
    data_init: float | None = None,
    rsp_indices: Any = None,
    modifier_func: Callable[[Any], Any] | None = None,
    shuffle_csr_indices: bool = False,
    ctx: Any = None,
) -> tuple[Any, tuple[Any, ...]]:
    """Return a random array in sparse storage, and its parts: ``(data, indices)``, or ``(indptr, indices, data)``.

    ``density`` (random unless given) is the share of rows, or of elements, that are stored. Numbers are uniform in
    [0, 1); ``data_init`` is the one for all instead, ``modifier_func`` changes each. ``rsp_indices`` are the rows.
    ``distribution`` of csr: ``'uniform'``, or ``'powerlaw'``, where every row stores twice as many elements as the one
    before. Raises AssertionError for another storage, or distribution of ``'row_sparse'``.
    """
    density = np.random.rand() if density is None else density
    dtype = nd.ones(1).dtype if dtype is None else dtype
    distribution = distribution or "uniform"
    ctx = ctx or default_context()
    if stype == "row_sparse":
        assert distribution == "uniform", f"Distribution {distribution} not supported for row_sparse"
        if rsp_indices is not None:
            rows = np.asarray(rsp_indices)
            assert len(rows) <= shape[0], f"{len(rows)} rsp_indices for {shape[0]} rows"
        else:
            rows = np.flatnonzero(np.random.rand(shape[0]) < density)
        if not len(rows):
            empty = nd.sparse.zeros("row_sparse", tuple(shape), dtype=dtype, ctx=ctx)
            return empty, (np.array([], dtype=dtype), np.array([]))
        values = np.random.rand(len(rows), *shape[1:]).astype(dtype)
        values = _changed(values, data_init, modifier_func)
        result = nd.sparse.row_sparse_array((values, rows), shape=tuple(shape), dtype=dtype, ctx=ctx)
        return result, (values, rows)
    assert stype == "csr", f"unknown storage type {stype}"
    assert len(shape) == 2, f"a csr array has 2 axes, got shape {tuple(shape)}"
    assert distribution in ("uniform", "powerlaw"), f"Distribution not supported: {distribution}"
    if distribution == "powerlaw":
        csr = _powerlaw_csr(*shape, density, dtype)
    else:
        csr = _uniform_csr(*shape, density, dtype, ctx, lambda values: _changed(values, data_init, modifier_func))
        if shuffle_csr_indices:
            csr = shuffle_csr_column_indices(csr)
    return csr, (csr.indptr, csr.indices, csr.data)


def _changed(values: np.ndarray, data_init: float | None, change: Callable[[Any], Any] | None) -> np.ndarray:
    if data_init is not None:
        values.fill(data_init)
    return values if change is None else assign_each(values, change).astype(values.dtype)


def _distinct(limit: int, count: int) -> np.ndarray:
    """Return so many different integers below a limit; of many, not those of MXNet, which shuffles them all."""
    if limit <= _SHUFFLED or 2 * count > limit:
        return np.random.choice(limit, count, replace=False)
    drawn = np.empty(0, np.int64)
    while len(drawn) < count:
        drawn = np.unique(np.append(drawn, np.random.randint(0, limit, count, np.int64)))
    return np.random.permutation(drawn)[:count]


def _uniform_csr(
    rows: int, columns: int, density: float, dtype: Any, ctx: Any, change: Callable[[np.ndarray], np.ndarray]
) -> Any:
    """Return a csr array of a share of elements, which are drawn as SciPy's ``sparse.rand`` draws them."""
    if not 0 <= density <= 1:
        raise ValueError(f"density has to be between 0 and 1, got {density}")
    count = round(density * rows * columns)
    drawn = _distinct(rows * columns, count)  # down the first column, then the second
    values = np.random.rand(count).astype(dtype)
    column, row = np.divmod(drawn, rows)
    order = np.lexsort((column, row))
    indptr = np.concatenate([[0], np.cumsum(np.bincount(row, minlength=rows))])
    parts = change(values[order]), column[order], indptr
    return nd.sparse.csr_matrix(parts, shape=(rows, columns), dtype=dtype, ctx=ctx)


def _powerlaw_csr(rows: int, columns: int, density: float, dtype: Any) -> Any:
    """Return a csr array of which every row stores, from its left, twice as many elements as the one before."""
    total = int(rows * columns * density)
    if total < 2 * rows:
        raise ValueError(f"{total} elements do not fit a power law over {rows} rows: at least {2 * rows} are needed")
    counts, remaining, size = np.ones(rows, dtype=np.int64), total - rows, 1
    for row in range(rows):
        more = min(size, columns) - 1
        if more > remaining:
            break
        counts[row], remaining, size = more + 1, remaining - more, size * 2
    for row in range(rows):  # what is left over fills rows from the first that has room
        more = min(columns - counts[row], remaining) if remaining and counts[row] < min(2**row, columns) else 0
        counts[row], remaining = counts[row] + more, remaining - more
    for row in range(rows - 1, -1, -1):
        more = min(columns - counts[row], remaining)
        counts[row], remaining = counts[row] + more, remaining - more
    indptr = np.concatenate([[0], np.cumsum(counts)])
    indices = np.concatenate([np.arange(count) for count in counts])
    values = np.random.uniform(0.0, 1.0, len(indices)) + 0.001
    return nd.sparse.csr_matrix((values.astype(dtype), indices, indptr), shape=(rows, columns), dtype=dtype)


def shuffle_csr_column_indices(csr: Any) -> Any:
    """Return the same matrix with the elements of each row stored in random order."""
    indptr, indices, data = csr.indptr.asnumpy(), csr.indices.asnumpy(), csr.data.asnumpy()
    rows = [begin + np.random.permutation(end - begin) for begin, end in pairwise(indptr)]
    order = np.concatenate([np.arange(0), *rows]).astype(np.int64)
    return nd.sparse.csr_matrix((data[order], indices[order], indptr), shape=csr.shape, dtype=csr.dtype)


def create_sparse_array(
    shape: Sequence[int],
    stype: str,
    data_init: float | None = None,
    rsp_indices: Any = None,
    dtype: Any = None,
    modifier_func: Callable[[Any], Any] | None = None,
    density: float = 0.5,
    shuffle_csr_indices: bool = False,
) -> Any:
    """Return a random array in sparse storage (see :func:`rand_sparse_ndarray`), its rows sorted."""
    if stype == "row_sparse" and rsp_indices is not None:
        rsp_indices = np.unique(np.asarray(rsp_indices, dtype=np.int64))
    return rand_sparse_ndarray(
        shape, stype, density, dtype, None, data_init, rsp_indices, modifier_func, shuffle_csr_indices
    )[0]


def create_sparse_array_zd(
    shape: Sequence[int],
    stype: str,
    density: float,
    data_init: float | None = None,
    rsp_indices: Any = None,
    dtype: Any = None,
    modifier_func: Callable[[Any], Any] | None = None,
    shuffle_csr_indices: bool = False,
) -> Any:
    """Return what :func:`create_sparse_array` does; with ``rsp_indices``, row-sparse arrays store those rows alone."""
    if stype == "row_sparse":
        density = 0.0 if rsp_indices is None or not len(rsp_indices) else density
    return create_sparse_array(shape, stype, data_init, rsp_indices, dtype, modifier_func, density, shuffle_csr_indices)


# -- tests of random generators ----------------------------------------------------------------------------------------


def gen_buckets_probs_with_ppf(
    ppf: Callable[[float], float], nbuckets: int
) -> tuple[list[tuple[float, float]], list[float]]:
    """Return ``nbuckets`` intervals of equal probability, from the inverse of a distribution function, and those."""
    assert nbuckets > 0, f"nbuckets: expected at least 1, got {nbuckets}"
    edges = [ppf(i / nbuckets) for i in range(nbuckets + 1)]
    return list(itertools.pairwise(edges)), [1.0 / nbuckets] * nbuckets


def mean_check(generator: Callable[[int], Any], mu: float, sigma: float, nsamples: int = 1000000) -> bool:
    """Tell whether the mean of samples is within three standard errors of ``mu``."""
    mean = _samples(generator, nsamples).mean()
    return bool(abs(mean - mu) < 3 * sigma / np.sqrt(nsamples))


def var_check(generator: Callable[[int], Any], sigma: float, nsamples: int = 1000000) -> bool:
    """Tell whether the variance of samples is within three standard errors of ``sigma ** 2``, for a normal law."""
    variance = _samples(generator, nsamples).var(ddof=1)
    return bool(abs(variance - sigma**2) < 3 * np.sqrt(2 * sigma**4 / (nsamples - 1)))


def chi_square_check(
    generator: Callable[[int], Any], buckets: Sequence[Any], probs: Sequence[float], nsamples: int = 1000000
) -> tuple[float, np.ndarray, np.ndarray]:
    """Compare how often samples fall into ``buckets`` with what ``probs`` let expect: Pearson's chi-square test.

    ``buckets`` are intervals ``(low, high)`` of a continuous law or the values of a discrete one. Returns ``(p,
    observed, expected)``; a small ``p`` speaks against the generator. (Pearson, Phil. Mag. 50, 1900.)
    """
    assert isinstance(buckets, (list, tuple)), "buckets are a list of intervals or of values"
    assert len(buckets) == len(probs), f"{len(buckets)} buckets with {len(probs)} probabilities"
    samples = _samples(generator, nsamples)
    expected = nsamples * np.asarray(probs, dtype=np.float64)
    observed = np.array([_count(samples, bucket) for bucket in buckets])
    statistic = float((((observed - expected) ** 2) / expected).sum())
    freedom = torch.tensor((len(buckets) - 1) / 2, dtype=torch.float64)
    p = torch.special.gammaincc(freedom, torch.tensor(statistic / 2, dtype=torch.float64)).item()
    return p, observed, expected.astype(np.int64)


def _count(samples: np.ndarray, bucket: Any) -> int:
    if isinstance(bucket, (list, tuple)):
        return int(((samples >= bucket[0]) & (samples < bucket[1])).sum())
    return int((samples == bucket).sum())


def verify_generator(
    generator: Callable[[int], Any],
    buckets: Sequence[Any],
    probs: Sequence[float],
    nsamples: int = 1000000,
    nrepeat: int = 5,
    success_rate: float = 0.2,
    alpha: float = 0.05,
) -> list[float]:
    """Run :func:`chi_square_check` ``nrepeat`` times and return the values of ``p``.

    Raises AssertionError when fewer than a part ``success_rate`` of them are above ``alpha``.
    """
    runs = [chi_square_check(generator, buckets, probs, nsamples) for _ in range(nrepeat)]
    values = [p for p, _, _ in runs]
    if sum(p > alpha for p in values) < nrepeat * success_rate:
        raise AssertionError(
            f"Generator test fails, Chi-square p={values}, obs_freq={[run[1] for run in runs]}, "
            f"expected_freq={[run[2] for run in runs]}.\nbuckets={buckets}, probs={probs}"
        )
    return values


def _samples(generator: Callable[[int], Any], count: int) -> np.ndarray:
    samples = generator(count)
    return np.asarray(samples.asnumpy() if hasattr(samples, "asnumpy") else samples).reshape(-1)
