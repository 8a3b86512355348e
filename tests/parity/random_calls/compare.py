"""Where two answers to one case differ."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
from mxnet.core.params import describe
from mxnet.registry import OPS

from .case import Case
from .expected_differences import SINGLE_CONSTANTS

#: relative tolerance by type; integers are compared exactly
TOLERANCES = {"float16": 1e-2, "float32": 1e-4, "float64": 1e-9}


def tolerance(case: Case, dtype: str) -> float:
    """Return the relative tolerance: that of the narrowest floating-point type of the call.

    1.9.1 keeps attributes and constants in float32 in places; what it computes with them is no more exact.
    """
    if dtype == "float64" and (case.op in SINGLE_CONSTANTS or _has_single_attribute(case.op)):
        dtype = "float32"
    types = {a.dtype.name for a in case.inputs} | {dtype}
    named = {str(v) for v in case.attrs.values()} & set(TOLERANCES)
    return max(TOLERANCES.get(t, 0.0) for t in types | named)


@cache
def _has_single_attribute(op: str) -> bool:
    return any("float" in describe(a.annotation) for a in OPS[op].attrs.values())


def differences(case: Case, ours: dict[str, Any], theirs: dict[str, Any]) -> list[str]:
    """Return one line for each difference; none when the answers agree."""
    if "raised" in ours or "raised" in theirs:
        return _raised(ours, theirs)
    if case.mode == "infer":
        return [f"{k}: ours {ours[k]}, theirs {theirs[k]}" for k in ("shapes", "types") if ours[k] != theirs[k]]
    found = []
    for kind in ("outputs", "grads", "inputs"):
        left, right = ours.get(kind, []), theirs.get(kind, [])
        if len(left) != len(right):
            found.append(f"{kind}: ours are {len(left)}, theirs {len(right)}")
            continue
        for i, (a, b) in enumerate(zip(left, right, strict=True)):
            line = _array(case, a, b, 1.0 if kind == "grads" else 0.1)
            if line:
                found.append(f"{kind}[{i}]: {line}")
    return found


def _raised(ours: dict[str, Any], theirs: dict[str, Any]) -> list[str]:
    if "raised" in ours and "raised" in theirs:
        same = theirs["raised"][0] in ours["raised"]
        return [] if same else [f"error: ours is {ours['raised'][0]}, theirs {theirs['raised'][0]}"]
    if "raised" in ours:
        return [f"error: ours alone raises ({ours['stage']}): {' '.join(ours['message'].split())[:300]}"]
    last = [line for line in theirs["message"].splitlines() if "Error" in line or "Check" in line]
    return [f"error: theirs alone raises ({theirs['stage']}): {(last or [theirs['message']])[-1][:300]}"]


def _array(case: Case, ours: Any, theirs: Any, least: float) -> str:
    if ours is None or theirs is None:
        return "" if ours is theirs else "only one side has it"
    if (ours.shape, ours.dtype) != (theirs.shape, theirs.dtype):
        return f"ours is {ours.dtype}{ours.shape}, theirs {theirs.dtype}{theirs.shape}"
    if case.random:
        return ""
    if ours.dtype.kind != "f":
        off = ours != theirs
    else:
        # a sum is as exact as its largest terms: the tolerance is relative to the array, too; head gradients are 1
        finite = np.abs(theirs[np.isfinite(theirs)].astype("float64"))
        rtol = tolerance(case, ours.dtype.name)
        scale = float(finite.max()) if finite.size else 0.0
        wide = [np.asarray(x, "float64") for x in (ours, theirs)]
        off = ~np.isclose(*wide, rtol=rtol, atol=rtol * max(scale, least), equal_nan=True)
    if not off.any():
        return ""
    first = tuple(int(i[0]) for i in np.nonzero(np.atleast_1d(off)))
    a, b = (np.atleast_1d(x)[first] for x in (ours, theirs))
    return f"{int(off.sum())} of {off.size} values differ, first at {first}: ours {a!r}, theirs {b!r}"
