"""Samples of the adaptive update rules."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..sample import OpSample, const, normal, uniform
from .optimizer_update import _FULL, _PLAIN, _TOLERANT, _update

_LAMB: dict[str, Any] = {"t": 3, "wd": 0.3}
_ADAMW: dict[str, Any] = {"lr": 0.1, "eta": 0.5}


def _phase2(r1: float, r2: float, **attrs: Any) -> OpSample:
    inputs = (normal(2, 3), normal(2, 3), const([r1]), const([r2]))
    return OpSample("lamb_update_phase2", inputs, {"lr": 0.1, **attrs}, grad="none", case=f"{r1} {r2}")


def _mixed_phase2(weight: Any, g: Any, r1: Any, r2: Any, weight32: Any, lr: float) -> np.ndarray:
    return (weight32 - lr * r1 / r2 * g).astype(weight.dtype)


def _adamw(name: str, **attrs: Any) -> OpSample:
    mixed = "mp_" in name
    wide = "float32" if mixed else None
    kept = [uniform(0.1, 2, 2, 3, dtype=wide) for _ in range(3 if mixed else 2)]
    return OpSample(
        name,
        (normal(2, 3), normal(2, 3), *kept, const([2.0], "float32")),
        {**_ADAMW, **attrs},
        grad="none",
        dtypes=("float16" if mixed else "float32",),
        states=tuple(range(2, 2 + len(kept))),
        **_TOLERANT,
    )


SAMPLES = [
    *(
        _update("rmsprop_update", 1, attrs)
        for attrs in (_PLAIN, {**_FULL, "gamma1": 0.9, "epsilon": 0.5, "clip_weights": 0.8})
    ),
    *(
        _update("rmspropalex_update", 3, attrs)
        for attrs in (
            {**_PLAIN, "epsilon": 4.0},
            {**_FULL, "gamma1": 0.9, "gamma2": 0.8, "epsilon": 4.0, "clip_weights": 0.8},
        )
    ),
    *(_update("ftrl_update", 2, attrs) for attrs in (_PLAIN, {**_FULL, "lamda1": 0.5, "beta": 2.0})),
    *(
        _update("ftml_update", 3, attrs)
        for attrs in (
            {**_PLAIN, "t": 1},
            {"lr": 0.1, "wd": 0.3, "rescale_grad": 2.0, "clip_grad": 0.7, "t": 3, "beta1": 0.5, "epsilon": 0.01},
        )
    ),
    *(_update("signsgd_update", 0, attrs) for attrs in (_PLAIN, {**_FULL, "rescale_grad": -2.0})),
    *(_update("signum_update", 1, attrs) for attrs in (_PLAIN, {**_FULL, "momentum": 0.9, "wd_lh": 0.2})),
    *(
        _update("lamb_update_phase1", 2, attrs)
        for attrs in (
            _LAMB,
            {**_LAMB, "bias_correction": False, "rescale_grad": 2.0, "clip_gradient": 0.7, "epsilon": 0.1},
        )
    ),
    _update("mp_lamb_update_phase1", 3, _LAMB, "float16"),
    _phase2(5, 2),
    _phase2(0, 2),
    _phase2(5, 0),
    _phase2(5, 2, lower_bound=6.0),
    _phase2(5, 2, upper_bound=2.0),
    OpSample(
        "mp_lamb_update_phase2",
        (
            normal(2, 3),
            normal(2, 3, dtype="float32"),
            *(const([r], "float32") for r in (5, 2)),
            normal(2, 3, dtype="float32"),
        ),
        {"lr": 0.1},
        expect=_mixed_phase2,
        grad="none",
        dtypes=("float16",),
        states=(4,),
        recordable=False,
    ),
    _adamw("_adamw_update"),
    _adamw("_adamw_update", wd=0.3, clip_gradient=0.7, beta1=0.8, beta2=0.9, epsilon=0.01),
    _adamw("_mp_adamw_update", wd=0.3),
]
