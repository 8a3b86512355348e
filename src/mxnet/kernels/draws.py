"""Many random numbers of one gamma or Poisson distribution, on CPUs by loops that vectorize.

PyTorch draws them one after the other, in one thread. Which numbers follow from a seed depends on no processor.
"""

import math
from functools import lru_cache

import torch

from ..core import torch_compat
from ..core.tracing import traced
from .choice import CACHED, kernel

#: numbers from which on they are drawn so, on all processors: for 4,096 it takes 0.5 to 1 of the time, then a third
_MANY = 1 << 11


def _never(out: torch.Tensor, parameter: float, generator: torch.Generator | None) -> bool:
    return False


def _is_many(out: torch.Tensor) -> bool:
    return out.is_cpu and out.numel() >= _MANY and out.is_contiguous() and not traced()


@kernel(plain=_never)
def fill_with_gammas(out: torch.Tensor, alpha: float, generator: torch.Generator | None) -> bool:
    """Draw ``out``, of float32 or float64, from the gamma distribution of scale 1; False where that is not faster.

    Source: Marsaglia and Tsang, A simple method for generating gamma variables, ACM TOMS 26 (2000).
    """
    if not (_is_many(out) and 1e-3 < alpha < 1e6):
        return False
    above = alpha + 1 if alpha < 1 else alpha
    for part in out.view(-1).split(CACHED):
        missing = _try_gammas(part, above - 1 / 3, generator).logical_not_().nonzero().squeeze(1)
        others = part.new_full((len(missing),), above)
        part.index_copy_(0, missing, torch_compat.standard_gamma(others, generator=generator))
        if alpha < 1:
            shares = torch.empty(len(part), dtype=torch.float64).uniform_(generator=generator)
            part.mul_(shares.log_().div_(alpha).exp_())
    out.clamp_(min=torch.finfo(out.dtype).tiny)
    return True


def _try_gammas(out: torch.Tensor, d: float, generator: torch.Generator | None) -> torch.Tensor:
    """Write ``d * (1 + c * x) ** 3`` of normally distributed ``x``; return which of them belong to the distribution."""
    x = torch.empty_like(out).normal_(generator=generator)
    share = torch.empty_like(out).uniform_(generator=generator)
    t = x / math.sqrt(9 * d)
    bound = t.add(3).mul_(t).add_(3).mul_(t).sub_(t.log1p().mul_(3)).mul_(-d).addcmul_(x, x, value=0.5)
    torch.add(t, 1, out=t)
    torch.mul(t, t, out=out).mul_(t).mul_(d)
    return share.log_() < bound


#: the greatest rate whose table fits into the fastest cache
_RATE = 1000


@lru_cache(16)
def _shares_up_to(rate: float) -> torch.Tensor:
    """Return the probabilities of the Poisson distribution that a number is 0, at most 1, at most 2 ..."""
    count = torch.arange(int(rate + 12 * math.sqrt(rate)) + 30, dtype=torch.float64, device="cpu")
    sums = (torch.xlogy(count, rate) - rate - torch.lgamma(count + 1)).exp_().cumsum(0)
    return sums.div_(sums[-1].item())


@kernel(plain=_never)
def fill_with_poisson(out: torch.Tensor, rate: float, generator: torch.Generator | None) -> bool:
    """Draw ``out``, of float32 or float64, from the Poisson distribution; False where that is not faster."""
    if not (_is_many(out) and 0 <= rate <= _RATE):
        return False
    table = _shares_up_to(rate)
    for part in out.view(-1).split(CACHED):
        share = torch.empty(len(part), dtype=torch.float64).uniform_(generator=generator)
        part.copy_(torch.bucketize(share, table, right=True, out_int32=True))
    return True
