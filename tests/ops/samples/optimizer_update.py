"""Samples of the update rules of SGD and Adam."""

from __future__ import annotations

from typing import Any

from ..sample import OpSample, normal, uniform

_TOLERANT = {"rtol": 1e-5, "atol": 1e-6}
_PLAIN: dict[str, Any] = {"lr": 0.1}
_FULL: dict[str, Any] = {"lr": 0.1, "wd": 0.3, "rescale_grad": 2.0, "clip_gradient": 0.7}


def _update(name: str, states: int, attrs: dict[str, Any], dtype: str = "float32", case: str = "") -> OpSample:
    """Return a sample with so many states; a state of a mixed-precision update is float32 and positive."""
    kept = [uniform(0.1, 2, 2, 3, dtype="float32" if name.startswith("mp_") else None) for _ in range(states)]
    places = tuple(range(2, 2 + states))
    return OpSample(
        name,
        (normal(2, 3), normal(2, 3), *kept),
        attrs,
        grad="none",
        dtypes=(dtype,),
        states=places,
        case=case,
        # 1.9.1 corrects LAMB's means in float32
        **({"rtol": 1e-4, "atol": 1e-5} if "lamb" in name else _TOLERANT),
    )


SAMPLES = [
    *(
        _update("sgd_update", 0, attrs)
        for attrs in (_PLAIN, _FULL, {**_PLAIN, "clip_gradient": 0.0}, {**_FULL, "lazy_update": False})
    ),
    *(_update("sgd_mom_update", 1, attrs) for attrs in (_PLAIN, {**_FULL, "momentum": 0.9})),
    *(_update("nag_mom_update", 1, attrs) for attrs in (_PLAIN, {**_FULL, "momentum": 0.9})),
    *(_update("adam_update", 2, attrs) for attrs in (_PLAIN, {**_FULL, "beta1": 0.8, "beta2": 0.9, "epsilon": 0.01})),
    *(_update("mp_sgd_update", 1, attrs, "float16") for attrs in (_PLAIN, _FULL)),
    *(_update("mp_sgd_mom_update", 2, attrs, "float16") for attrs in (_PLAIN, {**_FULL, "momentum": 0.9})),
    *(_update("mp_nag_mom_update", 2, attrs, "float16") for attrs in (_PLAIN, {**_FULL, "momentum": 0.9})),
]
