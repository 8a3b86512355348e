"""Differences that are meant, each with its reason."""

from __future__ import annotations

import re
from typing import Any, NamedTuple


class Known(NamedTuple):
    """An explanation: of which lines, of answers whose text has something, and why."""

    pattern: str
    reason: str
    among: str = ""


#: what 1.9.1 says of a quantized graph of its own that it cannot run; the graphs have been compared before
_CANNOT_RUN = "|".join(
    (
        "only supports uint8 as input type",
        "only supports num_group=1 for now",
        "Shape inconsistent",
        "Type inconsistent",
        "in_shape->size",
        "Expect int8 when data_min",
        "TBlob.get_with_shape",
    )
)
KNOWN = [
    Known(rf"theirs alone raises before outputs: .*({_CANNOT_RUN})", "1.9.1 makes graphs that fail when they run"),
    Known("theirs alone raises .*Data must be list of NDArrays", "batches may be arrays, as a DataLoader gives them"),
    Known("theirs alone raises .*UnboundLocalError", "calib_mode=None is 'none' in quantize_net, too"),
    Known(r"nodes\[\d+\]\[3\]\[\d+\]\[1\]: ours is [12], theirs 4294967295", "1.9.1 takes no output of its own node"),
    Known(
        "ours is '.*_output0', theirs '.*0'$", "a fused layer's inner inputs have other names: 1.9.1 keeps older ones"
    ),
    Known("outputs .* differ", "1.9.1 takes what was quantized as uint8 for int8 in a ReLU", "_contrib_quantized_act"),
    Known(
        "outputs .* differ",
        "1.9.1's sums of two products end at 2**15 where the processor has no instructions for 8 bits",
        "calib_mode=('none'|None)",
    ),
]


def explain(line: str, ours: dict[str, Any], theirs: dict[str, Any]) -> str | None:
    """Return the reason for a difference; None when there is none."""
    text = f"{ours.get('way')} {theirs.get('graph')}"
    return next((each.reason for each in KNOWN if re.search(each.pattern, line) and re.search(each.among, text)), None)
