"""The update rule that keeps one number for each row of a weight."""

from __future__ import annotations

from ..core.errors import MXNetShapeError
from ._updates import attributes, update
from .optimizer_update import scaled


@update(attributes(lr=float, rescale_grad=1.0, clip_gradient=-1.0, epsilon=1e-5), shapes=None)
def _contrib_group_adagrad_update(weight, grad, history, p):
    """Do one step of AdaGrad with one rate for each row, as for embeddings: ``weight -= lr * g / sqrt(history +
    epsilon)``.

    First ``history`` grows by the mean of ``g**2`` over all axes but the first. Rows without gradient stay as they are.
    Source: Duchi et al., "Adaptive subgradient methods", 2011.

    Parameters
    ----------
    weight
        The weight; it is changed where ``out`` is the weight.
    history
        The sum for each row, ``(rows, 1)``, a state that is changed.
    clip_gradient
        The absolute value to which gradients are limited, after the multiplication; 0 or less: none.

    Returns
    -------
    The new weight.

    Examples
    --------
    >>> weight, grad, history = mx.nd.ones((2, 2)), mx.nd.array([[3, 4], [0, 0]]), mx.nd.zeros((2, 1))
    >>> print(mx.nd.contrib.group_adagrad_update(weight, grad, history, lr=0.1).asnumpy().round(3))
    [[0.915 0.887]
     [1.    1.   ]]
    >>> print(history.asnumpy().ravel())
    [12.5  0. ]
    """
    if grad.shape != weight.shape:
        raise MXNetShapeError(f"grad: expected {tuple(weight.shape)}, got {tuple(grad.shape)}")
    rows = weight.shape[0]
    if history.numel() != rows:
        raise MXNetShapeError(f"history: expected ({rows}, 1), got {tuple(history.shape)}")
    step = scaled(grad, p.rescale_grad, p.clip_gradient if p.clip_gradient > 0 else -1.0).reshape(rows, -1)
    state = history.reshape(-1) + step.square().mean(1)
    history.copy_(state.view(history.shape))
    weight.sub_((step * (p.lr / (state + p.epsilon).sqrt()).unsqueeze(1)).view(weight.shape))
