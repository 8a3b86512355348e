"""Where two answers to one expression differ."""

from __future__ import annotations

import re
from typing import Any

import numpy as np

#: relative tolerance by type; integers are compared exactly
TOLERANCES = {"float16": 1e-2, "float32": 1e-4, "float64": 1e-6}


def differences(case: dict[str, Any], ours: dict[str, Any] | None, theirs: dict[str, Any] | None) -> list[str]:
    """Return one line for each difference; none when the answers agree, or 1.9.1 died."""
    if theirs is None:
        return []
    if ours is None:
        return ["ours died or took too long"]
    if theirs.get("raised", [""])[0] == "AttributeError":  # a function of MXNet 2, which 1.9.1 lacks
        return []
    if "raised" in ours or "raised" in theirs:
        return _raised(ours, theirs)
    random = case["family"] == "random"
    least = max((TOLERANCES.get(spec[1], 0.0) for spec in case["arrays"].values()), default=0.0)
    found = _value(ours["value"], theirs["value"], random, least)
    grads = [
        _array(a, b, False, least, 1.0) for a, b in zip(ours.get("grads", []), theirs.get("grads", []), strict=True)
    ]
    return [*([f"value: {found}"] if found else []), *(f"grad {i}: {line}" for i, line in enumerate(grads) if line)]


def _raised(ours: dict[str, Any], theirs: dict[str, Any]) -> list[str]:
    if "raised" in ours and "raised" in theirs:
        if theirs["raised"][0] in ours["raised"]:
            return []
        said = " ".join(ours["message"].split())[:150]
        return [f"error: ours is {ours['raised'][0]} ({said}), theirs {theirs['raised'][0]} ({_said(theirs)})"]
    if "raised" in ours:
        return [
            f"error: ours alone raises ({ours['stage']}) {ours['raised'][0]}: {' '.join(ours['message'].split())[:250]}"
        ]
    return [f"error: theirs alone raises ({theirs['stage']}) {theirs['raised'][0]}: {_said(theirs)}"]


def _said(answer: dict[str, Any]) -> str:
    lines = [line for line in answer["message"].splitlines() if "Error" in line or "Check" in line]
    return (lines or [answer["message"]])[-1][:200]


def _value(ours: Any, theirs: Any, random: bool, least: float) -> str:
    if theirs["class"] == "number" and "array" in ours and not ours["array"].shape:
        ours = {**ours, "class": "number"}  # results without axes are arrays, where 1.9.1 gives numbers
    if ours["class"] != theirs["class"]:
        return f"ours is a {ours['class']}, theirs a {theirs['class']}"
    if "parts" in ours:
        if len(ours["parts"]) != len(theirs["parts"]):
            return f"ours are {len(ours['parts'])}, theirs {len(theirs['parts'])}"
        found = (_value(a, b, random, least) for a, b in zip(ours["parts"], theirs["parts"], strict=True))
        return next((line for line in found if line), "")
    if "array" in ours:
        return _array(ours["array"], theirs["array"], random, least, 0.1)
    a, b = ours["value"], theirs["value"]
    if isinstance(a, str) and "..." in a:  # NumPy 2 says the shape of what it shortens
        a = re.sub(r",\s+shape=\([\d, ]*\)", "", a)
        b = re.sub(r",\s+dtype=", ", dtype=", b)
        a = re.sub(r",\s+dtype=", ", dtype=", a)
    if isinstance(a, float) and isinstance(b, float) and np.isclose(a, b, rtol=1e-4, equal_nan=True):
        return ""
    return "" if a == b else f"ours {a!r}, theirs {b!r}"


def _array(ours: np.ndarray, theirs: np.ndarray, random: bool, least: float, absolute: float) -> str:
    if (ours.shape, ours.dtype) != (theirs.shape, theirs.dtype):
        return f"ours is {ours.dtype}{ours.shape}, theirs {theirs.dtype}{theirs.shape}"
    if random:
        return ""
    if ours.dtype.kind != "f":
        off = ours != theirs
    else:
        finite = np.abs(theirs[np.isfinite(theirs)].astype("float64"))
        rtol = max(TOLERANCES[ours.dtype.name], least)
        scale = float(finite.max()) if finite.size else 0.0
        wide = [np.asarray(x, "float64") for x in (ours, theirs)]
        off = ~np.isclose(*wide, rtol=rtol, atol=rtol * max(scale, absolute), equal_nan=True)
        if absolute < 1:  # of values, not of gradients
            off |= (wide[0] == 0) & (wide[1] == 0) & (np.signbit(wide[0]) != np.signbit(wide[1]))
    if not off.any():
        return ""
    first = tuple(int(i[0]) for i in np.nonzero(np.atleast_1d(off)))
    a, b = (np.atleast_1d(x)[first] for x in (ours, theirs))
    return f"{int(off.sum())} of {off.size} values differ, first at {first}: ours {a!r}, theirs {b!r}"
