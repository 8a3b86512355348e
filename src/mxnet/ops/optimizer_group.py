"""The update rule that keeps one number for each row of a weight."""

from __future__ import annotations

from ..core.errors import MXNetShapeError
from ..core.write_tracking import writable
from ..registry import op
from .optimizer_update import in_float32, output_of, scaled


@op("_contrib_group_adagrad_update")
@in_float32(1)
def group_adagrad_update(
    weight,
    grad,
    history,
    *,
    lr: float,
    rescale_grad: float = 1.0,
    clip_gradient: float = -1.0,
    epsilon: float = 1e-5,
    out=None,
):
    """Move ``weight`` by AdaGrad with one rate per row: ``w -= lr * g / sqrt(history + epsilon)``.

    First ``g = clip(rescale_grad * grad)``, no clip where ``clip_gradient`` <= 0, and ``history += mean(g**2)`` over
    all axes but the first; ``history`` is ``(rows, 1)`` or any shape with as many elements. Rows without gradient
    stay as they are. Source: Duchi et al., "Adaptive subgradient methods", 2011.
    """
    if grad.shape != weight.shape:
        raise MXNetShapeError(f"grad: expected {tuple(weight.shape)}, got {tuple(grad.shape)}")
    rows = weight.shape[0]
    if history.numel() != rows:
        raise MXNetShapeError(f"history: expected ({rows}, 1), got {tuple(history.shape)}")
    weight = output_of(weight, out)
    grad = scaled(grad, rescale_grad, clip_gradient if clip_gradient > 0 else -1.0)
    step = grad.reshape(rows, -1)
    state = history.data.reshape(-1) + step.square().mean(1)
    writable(history).copy_(state.view(history.shape))
    return weight.sub_((step * (lr / (state + epsilon).sqrt()).unsqueeze(1)).view(weight.shape))
