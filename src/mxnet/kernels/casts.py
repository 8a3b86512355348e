"""Casts of variables for mixed precision: many by one call, whose gradients come back by one."""

from collections.abc import Callable, Sequence
from typing import Any

import torch

from ..core import torch_compat
from ..core.tracing import traced

Cast = Callable[[torch.Tensor], torch.Tensor]


def _copies(dtype: torch.dtype, *tensors: torch.Tensor, **options: Any) -> list[torch.Tensor]:
    results = [torch.empty_like(t, dtype=dtype, **options) for t in tensors]
    torch_compat.copy_many(results, tensors)
    return results


class _CastTogether(torch.autograd.Function):
    @staticmethod
    def forward(ctx: Any, dtype: torch.dtype, *tensors: Any) -> tuple[torch.Tensor, ...]:
        ctx.set_materialize_grads(False)
        return tuple(_copies(dtype, *tensors))

    @staticmethod
    def backward(ctx: Any, *grads: torch.Tensor | None) -> tuple[Any, ...]:
        if torch.is_grad_enabled():
            return None, *[None if grad is None else grad.float() for grad in grads]
        present = [grad for grad in grads if grad is not None]
        wide = iter(_copies(torch.float32, *present, memory_format=torch.contiguous_format))
        return None, *[None if grad is None else next(wide) for grad in grads]


_cast = torch_compat.eager_apply(_CastTogether)


def cast_together(casts: Sequence[Cast], dtype: torch.dtype) -> Callable[..., list[torch.Tensor]]:
    """Return a function that casts each tensor by one of ``casts`` to ``dtype``, those of float32 together.

    Of the tensors of four axes only kernels of 1x1 are among these: convolutions lay out others as they cast them.
    Those that have the type stay as they are.
    """

    def cast_variables(*tensors: torch.Tensor) -> list[torch.Tensor]:
        if traced():
            return [cast(t) for cast, t in zip(casts, tensors, strict=True)]
        results = {i: t for i, t in enumerate(tensors) if t.dtype is dtype}
        joint = [
            i
            for i, t in enumerate(tensors)
            if t.dtype is torch.float32 is not dtype and (t.dim() != 4 or t.shape[2:] == (1, 1))
        ]
        recorded = {i for i in joint if tensors[i].requires_grad} if torch.is_grad_enabled() else set()
        for positions, function in ((sorted(recorded), _cast), ([i for i in joint if i not in recorded], _copies)):
            if len(positions) > 1:
                results |= zip(positions, function(dtype, *[tensors[i] for i in positions]), strict=True)
        return [results[i] if i in results else casts[i](t) for i, t in enumerate(tensors)]

    return cast_variables
