"""Puts networks to both sides, exchanges their files, judges the answers."""

from __future__ import annotations

import tempfile
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from tests.parity.draws.sides import Side

from .known import explain


@dataclass
class Result:
    """What became of one network."""

    number: int
    answers: list[tuple[str, Any, Any]] = field(default_factory=list)
    lines: list[str] = field(default_factory=list)
    reasons: list[str] = field(default_factory=list)
    kind: str = "agree"

    def judge(self, step: str, ours: dict[str, Any] | None, theirs: dict[str, Any] | None) -> None:
        """Compare two answers to one question."""
        self.answers.append((step, ours, theirs))
        if ours is None or theirs is None:
            self.lines.append(f"{step}: {'ours' if ours is None else 'theirs'} died or took too long")
            return
        for line in differences(ours, theirs):
            reason = explain(line, ours, theirs)
            (self.reasons if reason else self.lines).append(reason or f"{step}: {line}")
        if "raised" in theirs and "raised" in ours:
            self.kind = "both raise"


def run(seed: int, numbers: Iterable[int]) -> Iterator[Result]:
    """Yield the result of each network."""
    sides = {name: Side(name, "tests.parity.quantized.child") for name in ("ours", "theirs")}
    try:
        for number in numbers:
            with tempfile.TemporaryDirectory() as folder:
                yield _one(seed, number, sides, Path(folder))
    finally:
        for side in sides.values():
            side.close()


def _one(seed: int, number: int, sides: dict[str, Side], folder: Path) -> Result:
    result = Result(number)
    own = {name: folder / name for name in sides}
    for each in own.values():
        each.mkdir()
    swapped = {"ours": own["theirs"], "theirs": own["ours"]}
    for step, folders in (("write", own), ("read", swapped)):
        for name, side in sides.items():
            side.ask({"step": step, "seed": seed, "number": number, "folder": str(folders[name])})
        answers = {name: side.answer() for name, side in sides.items()}
        result.judge(step, answers["ours"], answers["theirs"])
        if result.lines or any(answer is None or "raised" in answer for answer in answers.values()):
            break
    if result.lines:
        result.kind = "unexplained"
    elif result.reasons:
        result.kind = "explained"
    return result


def differences(ours: dict[str, Any], theirs: dict[str, Any]) -> list[str]:
    """Return one line for each difference; none when the answers agree."""
    both = [key for key in theirs if key in ours and key not in ("raised", "message", "stage", "late")]
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


def tally(results: Iterable[Result]) -> Counter[str]:
    """Return how many results there are of each kind."""
    return Counter(result.kind for result in results)
