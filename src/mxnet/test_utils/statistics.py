"""Tests of random generators."""

import itertools
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import torch

__all__ = ["chi_square_check", "gen_buckets_probs_with_ppf", "mean_check", "var_check", "verify_generator"]


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
