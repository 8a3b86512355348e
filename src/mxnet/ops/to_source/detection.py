"""Detection: anchors, detections and proposals of regions."""

from typing import Any

import torch

from ...core.text import literal
from ...core.torch_compat.choice import PRIVATE
from ...registry.op import OPS
from .. import portable_detection as portable
from ..proposal import grid_anchors, portable_arguments
from . import source

_SUPPRESSION = (portable.take_rows, portable.best_first, portable.true_first, portable.keep_boxes)


def _called(c: Any, function: Any, inputs: list[str], *values: Any, **attributes: Any) -> str:
    """Return a call of a function, whose text the source gets with those that it calls."""
    name = c.helper(function, PRIVATE["while_loop"].fallback, *_SUPPRESSION)
    words = [*inputs, *map(literal, values), *(f"{key}={literal(value)}" for key, value in attributes.items())]
    return f"{name}({', '.join(words)})"


def _attributes(c: Any, *left_out: str) -> dict[str, Any]:
    return {key: value for key, value in OPS[c.name_of_operator].call_kwargs(c.p).items() if key not in left_out}


@source("_contrib_MultiBoxPrior", reads=lambda operators: ())
def _(c):
    anchors = OPS[c.name_of_operator].call(torch.empty((1, 1, *c.shape(0)[2:4])), **_attributes(c))
    return c.buffer(anchors)


@source("_contrib_MultiBoxDetection")
def _(c):
    return _called(c, portable.multibox_detection, [c[0], c[1], c[2]], **_attributes(c, "background_id"))


@source("_contrib_box_nms")
def _(c):
    return c[0] if c.p.topk == 0 else f"{_called(c, portable.box_nms, [c[0]], **_attributes(c))}[0]"


@source("_contrib_Proposal", "_contrib_MultiProposal")
def _(c):
    anchors = c.buffer(grid_anchors(c.p, *c.shape(0)[2:], torch.device("cpu")))
    c.helper(portable.candidates)
    call = _called(c, portable.proposal, [c[0], c[1], c[2], anchors], *portable_arguments(c.p))
    return call if c.p.output_score else f"{call}[0]"
