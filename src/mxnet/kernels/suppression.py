"""The greedy suppression of boxes that overlap better ones.

On CPUs the boxes of a list are taken block by block: a block is compared with those that stayed before it, then
within itself. So each pair of which one is gone already costs nothing, and the tables stay in the cache. Lists are
cut by class first, as boxes of different classes do not meet. Elsewhere whole batches are compared at once.
"""

from __future__ import annotations

from typing import NamedTuple

import torch

from .boxes import overlaps
from .choice import PLAIN
from .thresholds import BOX_PAIRS, BOX_TABLE, BOXES, WIDE_BOXES


class Close(NamedTuple):
    """When two boxes are too close: their IoU is greater than ``threshold``, or reaches it if ``inclusive``.

    ``extra`` is what a length has beyond the difference of its ends, see :func:`.boxes.overlaps`.
    """

    threshold: float
    extra: float = 0
    inclusive: bool = False

    def __call__(self, overlap):
        """Return which IoUs are too great."""
        return overlap >= self.threshold if self.inclusive else overlap > self.threshold


def suppress(alive, boxes, close, classes=None, limit=None):
    """Return which of ``(N, n)`` boxes, best first, stay when each that stays removes later ones close to it.

    ``alive`` says which take part, ``boxes`` are ``(N, n, 4)`` corners; with ``classes`` ``(N, n)`` only boxes of one
    class meet. With a ``limit`` only the first so many that stay are sure to be right.
    """
    if alive.is_meta or not alive.numel():
        return alive.clone()
    if PLAIN or not alive.is_cpu:
        return _suppress_batch(alive, boxes, close, classes, limit)
    kept, flat = alive.clone(), boxes.reshape(-1, 4)
    flat = flat if flat.is_floating_point() else flat.double()
    places, lengths = _lists(alive, classes)
    ends = lengths.cumsum(0)
    for number in (lengths > BOXES).nonzero().squeeze(1).tolist():
        members = places[int(ends[number] - lengths[number]) : int(ends[number])]
        kept.view(-1)[members] = _greedy(flat[members], close, limit)
    small = ((lengths > 1) & (lengths <= BOXES)).nonzero().squeeze(1)
    _suppress_small(kept.view(-1), flat, places, (ends - lengths)[small], lengths[small], close)
    return kept


def _lists(alive, classes):
    """Return the places, in the flattened batch, of the boxes by the lists that meet each other, and these' lengths."""
    rows, columns = alive.nonzero(as_tuple=True)
    places = rows * alive.shape[1] + columns
    if classes is None:
        return places, alive.sum(1)
    kinds, order = classes.reshape(-1)[places].sort(stable=True)
    rows = rows[order]
    if len(alive) > 1:
        rows, by_row = rows.sort(stable=True)
        kinds, order = kinds[by_row], order[by_row]
    change = ((kinds[1:] != kinds[:-1]) | (rows[1:] != rows[:-1])).nonzero().squeeze(1) + 1
    ends = torch.cat((change, change.new_tensor([len(places)])))
    return places[order], ends.diff(prepend=ends.new_zeros(1))


# -- one long list -------------------------------------------------------------------------------------------


class _Tables:
    """Computes tables of IoUs, always in the same three pieces of memory."""

    def __init__(self, like, close):
        self._memory = like.new_empty((3, BOX_TABLE))
        self._extra = close.extra

    def columns(self, boxes):
        """Return ``(5, n)`` corners and areas; boxes that are not finite become points far from everything."""
        x1, y1, x2, y2 = boxes.t()
        area = (x2 - x1 + self._extra).clamp_(min=0) * (y2 - y1 + self._extra).clamp_(min=0)
        limits = torch.finfo(area.dtype)
        made = torch.stack((x1, y1, x2, y2, area.clamp_(min=limits.tiny * limits.eps)))  # no 0 / 0
        gone = ~made.isfinite().all(0)
        if gone.any():
            nowhere = made.new_tensor((limits.max / 4, limits.max / 4, limits.min / 4, limits.min / 4, 1))
            made[:, gone] = nowhere[:, None]
        return made

    def overlaps(self, first, second):
        """Return the IoU table of two sets of columns; it lives until the next one is made."""
        shape = first.shape[1], second.shape[1]
        across, down, spare = (each[: shape[0] * shape[1]].view(shape) for each in self._memory)
        left, right = first.unsqueeze(2), second.unsqueeze(1)
        for length, i in ((across, 0), (down, 1)):
            torch.minimum(left[i + 2], right[i + 2], out=length)
            length.sub_(torch.maximum(left[i], right[i], out=spare))
            if self._extra:
                length.add_(self._extra)
            length.clamp_(min=0)
        common = across.mul_(down)
        return common.div_(torch.add(left[4], right[4], out=spare).sub_(common))


def _greedy(boxes, close, limit):
    """Return which boxes of one list stay."""
    tables = _Tables(boxes, close)
    columns = tables.columns(boxes)
    stayed, count = torch.empty_like(columns), 0
    kept = torch.zeros(len(boxes), dtype=torch.bool)
    for start in range(0, len(boxes), BOXES):
        block = columns[:, start : start + BOXES]
        open_ = torch.ones(block.shape[1], dtype=torch.bool)
        for some in stayed[:, :count].split(BOX_TABLE // BOXES, 1) if count else ():
            open_ &= ~close(tables.overlaps(some, block).amax(0))
        places = open_.nonzero().squeeze(1)
        block = block[:, places]
        table = close(tables.overlaps(block, block)).triu_(1)
        places = places[_survivors(torch.ones((1, len(places)), dtype=torch.bool), table[None])[0]]
        kept[start + places] = True
        stayed[:, count : count + len(places)] = columns[:, start + places]
        count += len(places)
        if limit is not None and count >= limit:
            break
    return kept


# -- many short lists ----------------------------------------------------------------------------------------


def _suppress_small(kept, boxes, places, starts, lengths, close):
    """Settle short lists of ``places`` in ``kept``, lists of about one length at a time."""
    lengths, order = lengths.sort(descending=True)
    starts, done = starts[order], 0
    while done < len(lengths):
        width = int(lengths[done])
        some = slice(done, done + max(1, BOX_TABLE // (width * width)))
        inside = torch.arange(width) < lengths[some, None]
        at = places[torch.where(inside, starts[some, None] + torch.arange(width), 0)]
        later = torch.ones((width, width), dtype=torch.bool).triu_(1)
        stay = _survivors(inside, close(overlaps(*[boxes[at]] * 2, close.extra)).logical_and_(later))
        kept[at[inside]] = stay[inside]
        done = some.stop


def _survivors(alive, table):
    """Return who stays, given all pairs: applied until nothing changes, the rule settles at least one box a time."""
    table = table.float()
    kept = alive
    while True:
        removed = torch.bmm(kept.float().unsqueeze(1), table).squeeze(1) > 0
        found = alive & ~removed
        if torch.equal(found, kept):
            return kept
        kept = found


# -- batches -------------------------------------------------------------------------------------------------


def _suppress_batch(alive, boxes, close, classes, limit):
    """Do all lists at once, as graphics processors like it."""
    alive, number = alive.clone(), alive.shape[1]
    step = min(WIDE_BOXES, BOX_PAIRS // (alive.numel() + 1) + 1)
    for start in range(0, number, step):
        size = min(step, number - start)
        block, rest = slice(start, start + size), slice(start, number)
        table = close(overlaps(boxes[:, block], boxes[:, rest], close.extra))
        if classes is not None:
            table &= classes[:, block, None] == classes[:, None, rest]
        kept = _survivors(alive[:, block], table[..., :size].triu(1))
        alive[:, block] = kept
        if limit is not None and bool((alive[:, : start + size].sum(1) >= limit).all()):
            break
        alive[:, start + size :] &= ~(kept.unsqueeze(2) & table[..., size:]).any(1)
    return alive
