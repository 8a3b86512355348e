"""Differences that are meant: what is not drawn, and which differences between answers are explained, and why."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from .case import Case

#: operators that no case can be made for
NOT_DRAWN = {
    "_gradient_of": "ours alone: a part of graphs that no program names",
    "_set_value": "has no inputs and needs `out`: tests/ops/test_creation.py",
    "_copyto": "1.9.1 has no types for it outside of its own copyto function",
    "_zeros_without_dtype": "1.9.1 runs it inside graphs of gradients only",
}
#: operators whose states 1.9.1 does not take from a caller
GRAPH_ONLY = {"BatchNorm_v1", "IdentityAttachKLSparseReg"}
#: operators whose constants are float32 in 1.9.1, also for float64
SINGLE_CONSTANTS = {"erf", "erfinv", "gamma", "gammaln", "degrees", "radians"}


class Difference(NamedTuple):
    """What an explanation looks at."""

    case: Case
    line: str
    ours: dict[str, Any]
    theirs: dict[str, Any]


class Known(NamedTuple):
    """An explanation: when it applies, and why."""

    applies: Callable[[Difference], Any]
    reason: str


def explain(difference: Difference) -> str | None:
    """Return the reason for a difference; None when there is none."""
    return next((known.reason for known in KNOWN if known.applies(difference)), None)


def _refusal(pattern: str) -> Callable[[Difference], Any]:
    """Return a test for 1.9.1 alone refusing with such a message."""
    return lambda d: d.line.startswith("error: theirs alone") and re.search(pattern, d.theirs["message"])


def _of(*ops: str, says: str = "", mode: str = "") -> Callable[[Difference], Any]:
    """Return a test for differences of some operators, optionally those whose line matches."""
    return lambda d: d.case.op in ops and re.search(says, d.line) and mode in d.case.mode


def _overwritten(d: Difference) -> bool:
    """Return whether 1.9.1 wrote a gradient that it was asked to add."""
    found = re.match(r"grads\[(\d+)\]", d.line)
    if not found or d.case.grad_req != "add":
        return False
    ours, theirs = (np.asarray(side["grads"][int(found[1])], "float64") for side in (d.ours, d.theirs))
    return bool(np.allclose(ours - 0.5, theirs, rtol=1e-2, atol=1e-2))


KNOWN = [
    Known(_overwritten, "1.9.1 overwrites a gradient that it is asked to add; add means add"),
    Known(_refusal("only support floating point types"), "whole numbers are taken where 1.9.1's CPU kernel refuses them"),
    Known(_refusal("only available for GPU|not implemented for CPU|only supports MKL-DNN"), "not on 1.9.1's CPUs"),
    Known(_refusal("dot only supports float32/float64"), "dot takes every type"),
    Known(_refusal("didn't register FGradient"), "where 1.9.1 has no gradient, PyTorch's is passed"),
    Known(_refusal("doesn't support gradient of req type kAddTo|doesn't support calculate data gradient"),
          "positions get the gradient zero in every way of asking"),
    Known(_refusal("unknown type for MKLDNN"), "a failure inside oneDNN"),
    Known(_of("mean", says="grads") , "1.9.1 rescales what was there when it adds the gradient of a mean"),
    Known(_of("mp_lamb_update_phase2", says="inputs"), "1.9.1 never updates the 32-bit weights"),
    Known(_of("_adamw_update", "_mp_adamw_update", says=r"inputs\[1\]"), "1.9.1 scales the caller's gradient in place"),
    Known(_of("_image_flip_left_right", "_image_flip_top_bottom"), "1.9.1 leaves out the middle of odd sides, and has no gradient"),
    Known(lambda d: d.case.mode == "infer" and d.line.startswith("error: theirs alone")
          and (None in d.case.told_shapes or None in d.case.told_types),
          "an inference that is told too little answers with Nones; 1.9.1 refuses in places"),
]  # fmt: skip
