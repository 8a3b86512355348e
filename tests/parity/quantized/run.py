"""Puts networks to both sides, exchanges their files, judges the answers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from tests.parity import numbered
from tests.parity.numbered import Put, Result, Verdict, swapped

from ..reasons import told
from .expected_differences import (
    LOST,
    NO_GRADIENT,
    REAL_FOR_WHOLE,
    TWICE_BACK,
    brought_back_once,
    explain,
    lost,
    takes_real_for_whole,
)
from .nodes import AGREE, judge


def run(seed: int, numbers: Iterable[int]) -> Iterator[Result]:
    """Yield the result of each network."""
    return numbered.run("tests.parity.quantized.child", _ask, seed, numbers)


def _ask(result: Result, put: Put, own: dict[str, Path]) -> None:
    for step, folders in (("write", own), ("read", swapped(own))):
        answers = put({"step": step, "run": True}, folders)
        theirs = answers["theirs"]
        if (
            step == "write"
            and answers["ours"] is not None
            and (theirs is None or NO_GRADIENT in theirs.get("message", ""))
        ):
            answers = put({"step": step, "run": False}, folders)  # the graphs are compared at least
            if result.judge(step, answers, partial(_compare, put, folders)):
                end = "end its process" if theirs is None else "it cannot differentiate"
                result.reasons.append(f"1.9.1 makes graphs that {end} when they run")
            break
        if (
            not result.judge(step, answers, partial(_compare, put, folders))
            or result.lines
            or told(LOST) in result.reasons
        ):
            break


def _compare(put: Put, folders: dict[str, Path], ours: dict[str, Any], theirs: dict[str, Any]) -> Verdict:
    """Return what differs; where outputs do, each node is tried with 1.9.1's inputs."""
    lines, reasons = [], []
    if lost(ours, theirs):
        return lines, [told(LOST)]
    if "graph" in theirs and "outputs" not in theirs:
        mended = brought_back_once(theirs["graph"])
        if len(mended["nodes"]) < len(theirs["graph"]["nodes"]):
            reasons.append(told(TWICE_BACK))
            theirs = {k: v for k, v in theirs.items() if k not in ("raised", "message")} | {"graph": mended}
            if "uncalibrated" in theirs:
                symbol, *params = theirs["uncalibrated"]
                theirs["uncalibrated"] = [brought_back_once(symbol), *params]
        if takes_real_for_whole(theirs["graph"]):
            reasons.append(REAL_FOR_WHOLE)
            theirs = {k: v for k, v in theirs.items() if k not in ("raised", "message", "graph", "uncalibrated")}
    for line in differences(ours, theirs):
        reason = explain(line, ours, theirs)
        (reasons if reason else lines).append(reason or line)
    outputs = [line for line in lines if line.startswith("outputs ") and " differ, " in line]
    if not outputs:
        return lines, reasons
    whole = put({"step": "values"}, folders)
    for name, one in whole.items():
        if one is None or "raised" in one:
            return [*lines, f"values: {name} fails: {one and one['message'][:300]}"], reasons
    values = {name: {k: v for k, (_, v) in one["values"].items()} for name, one in whole.items() if one}
    for name, (_, value) in ours["outputs"].items():
        lines += [f"ours alone: {line}" for line in _array(values["ours"][name], value, f"outputs {name}")]
    judged = list(judge(folders["theirs"], values["theirs"]))
    odd = [line for line, reason in judged if not reason]
    return [line for line in lines if line not in outputs] + odd, [*reasons, *(why for _, why in judged if why), AGREE]


def differences(ours: dict[str, Any], theirs: dict[str, Any]) -> list[str]:
    """Return one line for each difference; none when the answers agree."""
    apart = ("raised", "message", "stage", "late", "layers left", "zero at first")
    both = [key for key in theirs if key in ours and key not in apart]
    found = [line for key in both for line in _differences(ours[key], theirs[key], key)]
    if "raised" in ours and "raised" in theirs:
        if theirs["raised"][0] not in ours["raised"]:
            texts = (
                f"{name}: {' '.join(each['message'].split())[:300]}"
                for name, each in (("ours", ours), ("theirs", theirs))
            )
            found.append(f"both raise: {'; '.join(texts)}")
        return found
    for one, other, name in ((ours, theirs, "ours"), (theirs, ours, "theirs")):
        if "raised" in one:
            missing = [key for key in other if key not in one]
            text = " ".join(one["message"].split())[:400]
            found.append(f"{name} alone raises before {missing[0]}: {one['raised'][0]}: {text}")
    return found


def _differences(ours: Any, theirs: Any, where: str) -> list[str]:
    if isinstance(ours, np.ndarray) and isinstance(theirs, np.ndarray):
        return _array(ours, theirs, where)
    if isinstance(ours, float) and isinstance(theirs, float):
        near = np.isclose(ours, theirs, rtol=1e-5, atol=1e-6)
        return [] if near else [f"{where}: ours is {ours}, theirs {theirs}"]
    if isinstance(ours, dict) and isinstance(theirs, dict):
        if set(ours) != set(theirs):
            return [
                f"{where}: ours alone has {sorted(set(ours) - set(theirs))}, "
                f"theirs alone {sorted(set(theirs) - set(ours))}"
            ]
        return [line for key in theirs for line in _differences(ours[key], theirs[key], f"{where} {key}")]
    if isinstance(ours, (list, tuple)) and type(ours) is type(theirs):
        for i, (a, b) in enumerate(zip(ours, theirs, strict=False)):
            lines = _differences(a, b, f"{where}[{i}]")
            if lines:
                return lines
        return [] if len(ours) == len(theirs) else [f"{where}: ours has {len(ours)} parts, theirs {len(theirs)}"]
    return [] if ours == theirs else [f"{where}: ours is {ours!r}, theirs {theirs!r}"]


def _array(ours: np.ndarray, theirs: np.ndarray, where: str) -> list[str]:
    if (ours.shape, ours.dtype) != (theirs.shape, theirs.dtype):
        return [f"{where}: ours is {ours.dtype}{ours.shape}, theirs {theirs.dtype}{theirs.shape}"]
    finite = np.abs(theirs[np.isfinite(theirs)].astype("float64"))
    scale = max(float(finite.max()) if finite.size else 0.0, 1e-3)
    if ours.dtype.kind in "iu":
        off = ours != theirs
    else:  # of what was computed in 8 bits, one may be a level beside the other
        off = ~np.isclose(
            ours.astype("float64"),
            theirs.astype("float64"),
            1e-4,
            (0.03 if where.startswith("outputs") else 1e-5) * scale,
            equal_nan=True,
        )
    if not off.any():
        return []
    first = tuple(int(i[0]) for i in np.nonzero(np.atleast_1d(off)))
    a, b = (np.atleast_1d(x)[first] for x in (ours, theirs))
    return [
        f"{where}: {int(off.sum())} of {off.size} values differ, first at {first}: "
        f"ours {a!r}, theirs {b!r}, largest {scale}"
    ]
