"""Puts networks to both sides, exchanges their files, judges the answers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import numpy as np

from tests.parity import numbered
from tests.parity.numbered import Put, Result, Verdict, swapped

from .expected_differences import explain

#: relative tolerance by type. In float64, constants are float32 in 1.9.1 (of GELU, SELU, epsilons), and differences of
#: large numbers make more of that; what is wrong, in float64, is wrong by more
TOLERANCES = {"float16": 3e-2, "float32": 1e-3, "float64": 2e-4}
#: the least number that an error is measured by: gradients start from numbers of about 1
LEAST = {"float16": 1.0, "float32": 1.0, "float64": 0.1}
WRONG_GRAPHS = (
    "1.9.1's gradients are others hybridized than eagerly; ours are the same, and those that it computes eagerly"
)
WRONG_SUMS = "1.9.1 adds wrongly; ours is the sum of what both write"


def run(seed: int, numbers: Iterable[int]) -> Iterator[Result]:
    """Yield the result of each network."""
    return numbered.run("tests.parity.networks.child", _ask, seed, numbers)


def _ask(result: Result, put: Put, own: dict[str, Path]) -> None:
    for step, folders in (("write", own), ("read", own), ("read", swapped(own))):
        question = {"step": step, "eager_training": False}
        answers = put(question, folders)
        if step == "write" and WRONG_GRAPHS in excused(answers["ours"], answers["theirs"])[2]:
            answers = put({**question, "eager_training": True}, folders)
        if not result.judge(step if folders is own else "read the other's", answers, _compare):
            break


def _compare(ours: dict[str, Any], theirs: dict[str, Any]) -> Verdict:
    ours, theirs, reasons = excused(ours, theirs)
    lines = []
    for line in differences(ours, theirs):
        reason = explain(line, ours, theirs)
        (reasons if reason else lines).append(reason or line)
    return lines, reasons


def excused(ours: Any, theirs: Any) -> tuple[Any, Any, list[str]]:
    """Return the answers without what 1.9.1 contradicts itself in, and the reasons.

    Where our gradients of a hybridized network are not theirs, ours must be what both compute eagerly; where what is
    added to gradients is not what theirs adds, ours must be the sum of what both write.
    """
    if not ours or not theirs or "eager add" not in ours or "eager add" not in theirs:
        return ours, theirs, []
    ours, theirs, reasons, dtype = dict(ours), dict(theirs), [], theirs["type"]
    if _differences(ours["eager write"], theirs["eager write"], "", dtype):
        return ours, theirs, []
    wanted = {
        "eager add": _twice(ours["eager write"]),
        "hybrid write": ours["eager write"],
        "hybrid add": {**_twice(ours["eager write"]), "values": ours["eager add"]["values"]},
    }
    for key, value in wanted.items():
        if key in ours and key in theirs and _differences(ours[key], theirs[key], "", dtype):
            pick = {part: ours[key][part] for part in ("inputs", "parameters", "values") if part in value}
            if not _differences(pick, {part: value[part] for part in pick}, "", dtype):
                theirs[key] = {**theirs[key], **pick}
                reasons.append(WRONG_SUMS if key == "eager add" else WRONG_GRAPHS)
    return ours, theirs, reasons


def _twice(written: dict[str, Any]) -> dict[str, Any]:
    """Return what is in gradients after the same was added two times."""
    return {
        "inputs": [2 * each for each in written["inputs"]],
        "parameters": {name: 2 * each for name, each in written["parameters"].items()},
    }


def differences(ours: dict[str, Any], theirs: dict[str, Any]) -> list[str]:
    """Return one line for each difference; none when the answers agree."""
    found = []
    dtype = theirs.get("type", "float64")
    for key in theirs:
        if key not in ("raised", "message") and key in ours:
            found += _differences(ours[key], theirs[key], key, dtype)
    if "raised" in ours and "raised" in theirs:
        same = theirs["raised"][0] in ours["raised"] and ours.keys() == theirs.keys()
        return (
            found if same else [*found, f"both raise: ours {ours['message'][:300]}, theirs {theirs['message'][:300]}"]
        )
    for one, other, name in ((ours, theirs, "ours"), (theirs, ours, "theirs")):
        if "raised" in one:
            missing = [key for key in other if key not in one]
            text = " ".join(one["message"].split())[:500]
            found.append(f"{name} alone raises before {missing[:1]}: {one['raised'][0]}: {text}")
    return found


def _differences(ours: Any, theirs: Any, where: str, dtype: str) -> list[str]:
    if isinstance(ours, np.ndarray) and isinstance(theirs, np.ndarray):
        return _array(ours, theirs, where, dtype)
    if isinstance(ours, dict) and isinstance(theirs, dict):
        if list(ours) != list(theirs):
            return [f"{where}: ours has {list(ours)}, theirs {list(theirs)}"]
        return [line for key in theirs for line in _differences(ours[key], theirs[key], f"{where} {key}", dtype)]
    if isinstance(ours, (list, tuple)) and type(ours) is type(theirs) and len(ours) == len(theirs):
        pairs = zip(ours, theirs, strict=True)
        return [line for i, (a, b) in enumerate(pairs) for line in _differences(a, b, f"{where}[{i}]", dtype)]
    return [] if ours == theirs else [f"{where}: ours is\n{ours}\n  theirs\n{theirs}"]


def _array(ours: np.ndarray, theirs: np.ndarray, where: str, dtype: str) -> list[str]:
    if (ours.shape, ours.dtype) != (theirs.shape, theirs.dtype):
        return [f"{where}: ours is {ours.dtype}{ours.shape}, theirs {theirs.dtype}{theirs.shape}"]
    rtol, least = TOLERANCES[dtype], LEAST[dtype]
    finite = np.abs(theirs[np.isfinite(theirs)].astype("float64"))
    scale = max(float(finite.max()) if finite.size else 0.0, least)
    off = ~np.isclose(ours.astype("float64"), theirs.astype("float64"), rtol, rtol * scale, equal_nan=True)
    if not off.any():
        return []
    first = tuple(int(i[0]) for i in np.nonzero(np.atleast_1d(off)))
    a, b = (np.atleast_1d(x)[first] for x in (ours, theirs))
    return [f"{where}: {int(off.sum())} of {off.size} values differ, first at {first}: ours {a!r}, theirs {b!r}"]
