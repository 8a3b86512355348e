"""Samples of the update rules of many weights, which are changed in place."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..sample import OpSample, const, normal, uniform
from .optimizer_update import _TOLERANT

_RATES = ((0.1, 0.2), (0.3, 0.0))
_SCALED = {"rescale_grad": 2.0, "clip_gradient": 0.7, "num_weights": 2}
_LISTS = {"lrs": _RATES[0], "wds": _RATES[1]}
_ARRAYS = tuple(const(values, "float32") for values in _RATES)
_LAMB = {
    "learning_rates": _RATES[0],
    "wds": _RATES[1],
    "step_count": (3, 1),
    "num_tensors": 2,
    "rescale_grad": 2.0,
}
_ADAMW = {**_LISTS, "etas": (0.5, 0.6), "num_weights": 2, "clip_gradient": 0.7}
_SCALE = (const([2.0], "float32"),)


def _multi(name: str, states: int, attrs: dict[str, Any], tail: tuple[Any, ...] = ()) -> OpSample:
    """Return a sample with two weights of so many states each."""
    mixed = "mp_" in name
    wide, rows, width = "float32" if mixed else None, [], 2 + states + mixed
    for shape in ((2, 3), (4,)):
        kept = [uniform(0.1, 2, *shape, dtype=wide) for _ in range(states + mixed)]
        rows += [normal(*shape), normal(*shape), *kept]
    return OpSample(
        name,
        (*rows, *tail),
        attrs,
        grad="none",
        dtypes=("float16" if mixed else "float32",),
        states=tuple(i for i in range(2 * width) if i % width > 1),
        into=(0, width),
        **_TOLERANT,
    )


_SGD: tuple[tuple[str, int, dict[str, Any]], ...] = (
    ("sgd", 0, {}),
    ("sgd_mom", 1, {"momentum": 0.9}),
    ("mp_sgd", 0, {}),
    ("mp_sgd_mom", 1, {"momentum": 0.9}),
)

SAMPLES = [
    *(_multi(f"multi_{kind}_update", states, {**_LISTS, **_SCALED, **more}) for kind, states, more in _SGD),
    *(_multi(f"preloaded_multi_{kind}_update", states, {**_SCALED, **more}, _ARRAYS) for kind, states, more in _SGD),
    _multi("_multi_adamw_update", 2, _ADAMW, _SCALE),
    _multi("_multi_mp_adamw_update", 2, _ADAMW, _SCALE),
    *(
        _multi(name, 2, attrs)
        for name in ("_multi_lamb_update", "_multi_mp_lamb_update")
        for attrs in (
            _LAMB,
            {**_LAMB, "lower_bound": 1.0, "upper_bound": 1.5},
            {**_LAMB, "bias_correction": False, "clip_gradient": 0.7, "epsilon": 0.1},
        )
    ),
    OpSample("multi_sum_sq", (normal(2, 3), normal(4)), {"num_arrays": 2}, grad="none"),
    OpSample(
        "multi_lars",
        (const([0.1, 0.2, 0.3]), const([4.0, 0.0, 9.0]), const([9.0, 1.0, 4.0]), const([0.1, 0.2, 0.0])),
        {"eta": 0.5, "eps": 0.01, "rescale_grad": 2.0},
        grad="none",
    ),
    OpSample(
        "reset_arrays",
        (normal(2, 3), normal(4)),
        {"num_arrays": 2},
        expect=lambda *data, **attrs: (),
        grad="none",
        states=(0, 1),
        recordable=False,
    ),
    OpSample("all_finite", (const([1.0, 2.0]),), grad="none"),
    OpSample("all_finite", (const([1.0, np.inf]),), grad="none", case="infinite"),
    OpSample("multi_all_finite", (const([1.0]), const([np.nan])), {"num_arrays": 2}, grad="none"),
    OpSample("multi_all_finite", (const([1.0, -np.inf]), const([1.0])), {"num_arrays": 2}, grad="none", case="last"),
    OpSample("multi_all_finite", (const([1.0]), const([2.0])), {"num_arrays": 2}, grad="none", case="all"),
]
