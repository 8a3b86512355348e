"""Samples of AdaGrad by rows, which 1.9.1 has for sparse gradients only; test_contrib.py looks at the history."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..sample import OpSample, normal, uniform


def _rule(w: Any, g: Any, h: Any, lr: float, rescale_grad: float = 1, clip_gradient: float = -1, **rest: Any) -> Any:
    g = g * np.float32(rescale_grad)
    g = np.clip(g, -clip_gradient, clip_gradient) if clip_gradient > 0 else g
    axes = tuple(range(1, w.ndim))
    h = h.reshape(-1, *(1 for _ in axes)) + (g**2).mean(axes, keepdims=True)
    return (w - np.float32(lr) * g / np.sqrt(h + np.float32(rest.get("epsilon", 1e-5)))).astype(w.dtype)


SAMPLES = [
    OpSample(
        "_contrib_group_adagrad_update",
        (normal(*shape), normal(*shape), uniform(0, 2, shape[0], 1)),
        attrs,
        expect=_rule,
        grad="none",
        states=(2,),
        recordable=False,
    )
    for shape, attrs in (
        ((3, 4), {"lr": 0.1}),
        ((2, 3, 2), {"lr": 0.5, "rescale_grad": 2.0, "clip_gradient": 0.7, "epsilon": 0.1}),
    )
]
