"""NumPy as the referee: where 1.9.1 gives another value or gradient, whether NumPy gives ours.

Values are NumPy's for the same expression; gradients are differences of its values in float64. What NumPy does not
compute, or computes in few digits, it does not decide.
"""

from __future__ import annotations

import re
import warnings
from collections.abc import Callable
from typing import Any

import numpy as onp

from .child import FLOATS, values
from .compare import TOLERANCES

_STEP = 1e-6
#: what NumPy 2 calls otherwise
_RENAMED = {"interpolation=": "method=", "np.product(": "np.prod(", "np.round_(": "np.round("}


def sides_with_us(case: dict[str, Any], ours: dict[str, Any] | None, line: str) -> bool:
    """Return whether the part of our answer that a line of :func:`compare.differences` is about is NumPy's."""
    kind = re.match(r"(value|grad (\d+)): ", line)
    if kind is None or ours is None or "value" not in ours:
        return False
    rtol = max((TOLERANCES.get(spec[1], 0.0) for spec in case["arrays"].values()), default=1e-6) * 10
    with warnings.catch_warnings(), onp.errstate(all="ignore"):
        warnings.simplefilter("ignore")
        try:
            if kind[1] == "value":
                return _same(_arrays(ours["value"]), _leaves(_evaluate(case, None, None)), rtol)
            return _same([ours["grads"][int(kind[2])]], [_gradient(case, int(kind[2]))], rtol)
        except Exception:  # whatever NumPy raises, it does not decide
            return False


def _same(ours: list[onp.ndarray], wanted: list[onp.ndarray], rtol: float) -> bool:
    if [each.shape for each in ours] != [each.shape for each in wanted]:
        return False
    for a, b in zip(ours, wanted, strict=True):
        finite = onp.abs(b[onp.isfinite(b)].astype("float64")) if b.dtype.kind in "fiub" else onp.zeros(0)
        atol = rtol * max(float(finite.max()) if finite.size else 0.0, 0.1)
        if not onp.allclose(a.astype("float64"), b.astype(a.dtype).astype("float64"), rtol, atol, equal_nan=True):
            return False
    return True


def _arrays(answer: dict[str, Any]) -> list[onp.ndarray]:
    if "parts" in answer:
        return [leaf for part in answer["parts"] for leaf in _arrays(part)]
    return [onp.asarray(answer["array"] if "array" in answer else answer["value"])]


def _leaves(value: Any) -> list[onp.ndarray]:
    if isinstance(value, (list, tuple)):
        return [leaf for part in value for leaf in _leaves(part)]
    return [onp.asarray(value)]


def _evaluate(case: dict[str, Any], name: str | None, given: onp.ndarray | None) -> Any:
    """Return what NumPy makes of the expression; with ``given`` in the place of one array, all floats are float64."""
    scope: dict[str, Any] = {}
    for each, spec in case["arrays"].items():
        made = values(spec)
        scope[each] = made.astype("float64") if name is not None and spec[1] in FLOATS else made
    if name is not None:
        scope[name] = given
    scope.update(np=onp, onp=onp)
    if case["before"]:
        exec(case["before"], scope)
    text = case["text"]
    for name, now in _RENAMED.items():
        text = text.replace(name, now)
    return eval(text, scope)


def _gradient(case: dict[str, Any], number: int) -> onp.ndarray:
    """Return the derivative of the heads' weighted sum, as the sides weight them."""
    names = [n for n, spec in case["arrays"].items() if spec[1] in FLOATS and n in case["differentiate"]]
    name = names[number]
    x = values(case["arrays"][name]).astype("float64")

    def total(given: onp.ndarray) -> float:
        draw = onp.random.RandomState(1)
        heads = [each for each in _leaves(_evaluate(case, name, given)) if each.dtype.kind == "f"]
        return float(sum((draw.uniform(-1, 1, each.shape) * each).sum() for each in heads))

    return _differences(total, x) + (0.5 if case["grad"] == "add" else 0.0)


def _differences(total: Callable[[onp.ndarray], float], x: onp.ndarray) -> onp.ndarray:
    made = onp.zeros_like(x)
    for place in onp.ndindex(x.shape):
        higher, lower = onp.array(x), onp.array(x)
        higher[place] += _STEP
        lower[place] -= _STEP
        made[place] = (total(higher) - total(lower)) / (2 * _STEP)
    return made
