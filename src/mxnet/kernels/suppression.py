"""Greedy non-maximum suppression (NMS).

On CPUs, the boxes of a batch are split into lists, by image and class; boxes of different lists never suppress each
other. For short lists, a matrix product finds the pairs that may overlap enough; if these are few, only they are
compared. Other short lists are compared all pairs at once, several lists at a time. Long lists are compared block by
block: a block with the boxes kept before it, then within itself. So pairs with a suppressed box cost nothing, and the
tables of IoUs stay in the cache. Which boxes suppress which is kept as one bit mask for each box, and the masks are
applied one by one. On other devices, whole batches are compared at once.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import prod
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
import torch

from .boxes import overlaps
from .choice import PLAIN
from .thresholds import (
    BOX_PAIRS,
    BOX_TABLE,
    BOXES,
    COMPARED_BOXES,
    NEAR_BOXES,
    NEAR_OF,
    NEAR_TABLE,
    WHOLE_BOXES,
    WIDE_BOXES,
)

Array = npt.NDArray[Any]
#: true where the column is greater than the row
_LATER = np.tri(max(BOXES, WHOLE_BOXES), k=-1, dtype=bool).T


class Close(NamedTuple):
    """When a box suppresses another: their IoU is greater than ``threshold``, or reaches it if ``inclusive``.

    ``extra`` is added to sides, see :func:`.boxes.overlaps`.
    """

    threshold: float
    extra: float = 0
    inclusive: bool = False

    def __call__(self, overlap: Any) -> Any:
        """Return which IoUs are too large."""
        return overlap >= self.threshold if self.inclusive else overlap > self.threshold

    def bits(self, overlap: torch.Tensor) -> Array:
        """Return as packed bits which later boxes each box suppresses, given the IoUs ``(N, n, n)`` of lists."""
        # NumPy's comparison takes an eighth of the time of PyTorch's, but does not support bfloat16
        table = np.asarray(self(overlap.numpy() if overlap.dtype == torch.float32 else overlap))
        count = table.shape[-1]
        return np.packbits(table & _LATER[:count, :count], axis=-1, bitorder="little")


def suppress(
    alive: torch.Tensor,
    boxes: torch.Tensor,
    close: Close,
    classes: torch.Tensor | None = None,
    limit: int | None = None,
) -> torch.Tensor:
    """Return which of ``(N, n)`` boxes, best first, are kept: each kept box suppresses later ones close to it.

    ``alive`` says which boxes take part, ``boxes`` are ``(N, n, 4)`` corners; with ``classes`` ``(N, n)``, only boxes
    of one class suppress each other. With a ``limit``, only the first ``limit`` boxes of the result are correct.
    """
    if alive.is_meta or not alive.numel():
        return alive.clone()
    boxes = boxes.detach() if boxes.is_floating_point() else boxes.double()
    if PLAIN or not alive.is_cpu:
        return _suppress_batch(alive, boxes, close, classes, limit)
    return _suppress_lists(alive, boxes, close, classes, limit)


# -- lists, on CPUs ------------------------------------------------------------------------------------------


def _suppress_lists(
    alive: torch.Tensor, boxes: torch.Tensor, close: Close, classes: torch.Tensor | None, limit: int | None
) -> torch.Tensor:
    places, lengths_of_lists = _lists(alive, classes)
    tables = _Tables(boxes.reshape(-1, 4).index_select(0, places), close)
    stays = np.ones(len(places), bool)
    lengths = lengths_of_lists.numpy()
    starts = lengths.cumsum() - lengths
    order = np.argsort(-lengths)
    tables.settle(stays, starts[order], lengths[order], limit)
    selected = torch.zeros_like(alive)
    selected.view(-1)[places] = torch.from_numpy(stays)
    return selected


def _lists(alive: torch.Tensor, classes: torch.Tensor | None) -> tuple[torch.Tensor, torch.Tensor]:
    """Return the indices of the boxes in the flattened batch, list after list, and the lengths of the lists."""
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


class _Tables:
    """Computes IoUs of boxes ``(n, 4)`` in preallocated memory."""

    def __init__(self, boxes: torch.Tensor, close: Close) -> None:
        self._close = close
        self._memory = boxes.new_empty((3, BOX_TABLE))
        #: ``(5, n)`` corners and areas
        self.columns = self._columns(boxes)

    def _columns(self, boxes: torch.Tensor) -> torch.Tensor:
        """Return the columns; boxes that are not finite become empty boxes far from all others."""
        corners = boxes.t().contiguous()
        across, down = (corners[2:] - corners[:2] + self._close.extra).clamp_(min=0)
        limits = torch.finfo(boxes.dtype)
        area = across.mul_(down).clamp_(min=limits.tiny * limits.eps)  # no 0 / 0
        result = torch.cat((corners, area.unsqueeze(0)))
        if not result.sum().isfinite():  # check each box only if the sum is not finite
            gone = ~result.isfinite().all(0)
            nowhere = result.new_tensor((limits.max / 4, limits.max / 4, limits.min / 4, limits.min / 4, 1))
            result[:, gone] = nowhere[:, None]
        return result

    def overlaps(self, first: torch.Tensor, second: torch.Tensor) -> torch.Tensor:
        """Return the IoUs ``(..., n, m)`` of columns ``(5, ..., n)`` and ``(5, ..., m)``, valid until the next call."""
        shape = *first.shape[1:], second.shape[-1]
        across, down, spare = (item[: prod(shape)].view(shape) for item in self._memory.unbind(0))
        left, right = first.unsqueeze(-1), second.unsqueeze(-2)
        for length, i in ((across, 0), (down, 1)):
            torch.minimum(left[i + 2], right[i + 2], out=length)
            length.sub_(torch.maximum(left[i], right[i], out=spare))
            if self._close.extra:
                length.add_(self._close.extra)
            length.clamp_(min=0)
        common = across.mul_(down)
        return common.div_(torch.add(left[4], right[4], out=spare).sub_(common))

    def long_list(self, columns: torch.Tensor, limit: int | None) -> torch.Tensor:
        """Return which boxes of one long list are kept."""
        stayed, count = torch.empty_like(columns), 0
        remaining = torch.zeros(columns.shape[1], dtype=torch.bool)
        for start in range(0, len(remaining), BOXES):
            block = columns[:, start : start + BOXES]
            places = torch.arange(start, start + block.shape[1])
            for some in stayed[:, :count].split(BOX_TABLE // BOXES, 1) if count else ():
                places = places[~self._close(self.overlaps(some, columns[:, places]).amax(0))]
            block = columns[:, places]
            stay = _settled(np.ones((1, len(places)), bool), self._close.bits(self.overlaps(block, block)[None]))
            places = places[torch.from_numpy(stay[0])]
            remaining[places] = True
            stayed[:, count : count + len(places)] = columns[:, places]
            count += len(places)
            if limit is not None and count >= limit:
                break
        return remaining

    def settle(self, stays: Array, starts: Array, lengths: Array, limit: int | None) -> None:
        """Write which boxes are kept to ``stays``, for lists in descending order of length."""
        waiting = np.ones(len(lengths), bool)
        waiting[self._by_near_pairs(stays, starts, lengths)] = False
        for at in np.flatnonzero(waiting & (lengths > WHOLE_BOXES)):
            some = slice(starts[at], starts[at] + lengths[at])
            stays[some] = self.long_list(self.columns[:, some], limit)
        short = waiting & (lengths > 1) & (lengths <= WHOLE_BOXES)
        self._compare_lists(stays, starts[short], lengths[short])

    def _by_near_pairs(self, stays: Array, starts: Array, lengths: Array) -> slice:
        """Settle lists of medium length that have few near pairs; return the slice of them."""
        first, last = (int(np.count_nonzero(lengths > most)) for most in (NEAR_BOXES, COMPARED_BOXES))
        near = _Near.of(self.columns, self._close) if last > first else None
        if near is None:
            return slice(first, first)
        result, done = [], first
        for some, at in _groups(starts[first:last], lengths[first:last], NEAR_TABLE, len(stays)):
            pairs = near.pairs(at, lengths[first:last][some])
            if pairs is None:  # other lists will have many, too
                break
            result.append(pairs)
            done += len(at)
        if result:
            self._compare_pairs(stays, *np.concatenate(result, 1))
        return slice(first, done)

    def _compare_pairs(self, stays: Array, first: Array, second: Array) -> None:
        """Settle boxes of which only these pairs can be too close, in the order of their first box."""
        parts = []
        for some in range(0, len(first), BOX_TABLE):
            ends = (torch.from_numpy(item[some : some + BOX_TABLE]) for item in (first, second))
            ours, theirs = (self.columns.index_select(1, end).unsqueeze(2) for end in ends)
            parts.append(self._close(self.overlaps(ours, theirs)).view(-1))
        if parts:
            close = torch.cat(parts).numpy()
            for ours, theirs in zip(first[close].tolist(), second[close].tolist(), strict=True):
                if stays[ours]:
                    stays[theirs] = False

    def _compare_lists(self, stays: Array, starts: Array, lengths: Array) -> None:
        """Settle lists, in descending order of length, by comparing all pairs of their boxes."""
        for some, at in _groups(starts, lengths, BOX_TABLE, len(stays)):
            block = self.columns.index_select(1, at.view(-1)).view(5, *at.shape)
            inside = np.arange(at.shape[1]) < lengths[some, None]
            stay = _settled(inside, self._close.bits(self.overlaps(block, block)))
            for start, length, item in zip(starts[some].tolist(), lengths[some].tolist(), stay, strict=True):
                stays[start : start + length] = item[:length]


def _groups(starts: Array, lengths: Array, size: int, count: int) -> Iterator[tuple[slice, torch.Tensor]]:
    """Yield slices of lists whose tables have ``size`` elements together, and the indices ``(N, n)`` of their boxes.

    Lists are in descending order of length. Indices beyond the end of a list are any below ``count``.
    """
    done = 0
    while done < len(lengths):
        width = int(lengths[done])
        some = slice(done, done + max(1, size // (width * width)))
        yield some, torch.from_numpy((starts[some, None] + np.arange(width)).clip(max=count - 1))
        done = some.stop


class _Near:
    """Finds the pairs of boxes that may be too close, for lists that have few.

    Let p and q be, for both axes, the length of the union of two boxes' sides divided by that of their intersection.
    Their IoU is at most t if ``p + q > 1 + 1 / t``. The squared distances of their left ends and of their right ends,
    divided by the product of their lengths, sum to at most ``p + 1 / p - 2``. So for an IoU of t, the sum of these over
    both axes is at most ``(1 - t)^2 / t``; and it is a sum of eight products of one factor of each box.
    """

    def __init__(self, columns: torch.Tensor, close: Close) -> None:
        corners = columns[:4]
        length = corners[2:] - corners[:2] + close.extra
        inverse = torch.where(length > 0, 1 / length, 0)  # boxes without area seem near, and are not
        low, high = corners[:2] * inverse, corners[2:] * inverse
        squares = corners[:2].square().add_(corners[2:].square())
        # products of large numbers lose digits: reduce the distance by the possible error
        numerics = torch.finfo(columns.dtype)
        lost = squares.amax(1, keepdim=True).mul_(64 * numerics.eps)
        ours = torch.cat(((squares - lost) * inverse, inverse, low * -2, high * -2))
        theirs = torch.cat((inverse, squares * inverse, low, high))
        #: ``(16, n)``: eight factors for the first box of a pair, eight for the second
        self._factors = torch.cat((ours, theirs))
        self._limit = np.asarray(1e-5 + 1.001 * (1 - close.threshold) ** 2 / close.threshold, str(numerics.dtype))
        largest = self._factors.abs().amax(1)
        #: whether no product overflows
        self.finite = bool((largest[:8] * largest[8:]).sum() < numerics.max / 16)

    @classmethod
    def of(cls, columns: torch.Tensor, close: Close) -> _Near | None:
        """Return it for these columns; None if boxes far apart may be too close, or distances may overflow."""
        if columns.dtype not in (torch.float32, torch.float64) or not 0 < close.threshold <= 1:
            return None
        result = cls(columns, close)
        return result if result.finite else None

    def pairs(self, at: torch.Tensor, lengths: Array) -> tuple[Array, Array] | None:
        """Return the indices of both boxes of each pair, in the order of the first; None if there are many pairs."""
        count, width = at.shape
        if count == 1:  # one list is contiguous
            factors = self._factors[:, at[0, 0] : at[0, 0] + width]
        else:
            factors = self._factors.index_select(1, at.view(-1))
        ours, theirs = factors.view(2, 8, count, width)
        near = torch.bmm(ours.permute(1, 2, 0), theirs.permute(1, 0, 2)).numpy() <= self._limit
        result = np.flatnonzero(near)
        if len(result) > near.size // NEAR_OF:
            return None
        rows, second = np.divmod(result, width)
        inside = (second > rows % width) & (second < lengths[rows // width])
        rows, second, places = rows[inside], second[inside], at.numpy()
        return places.reshape(-1)[rows], places[rows // width, second]


def _settled(alive: Array, table: Array) -> Array:
    """Return which of ``(N, n)`` boxes are kept; bit j of row i of the packed ``table`` is set if i suppresses j."""
    count = alive.shape[1]
    masks = table.tobytes()
    size = table.shape[2]
    states = [int.from_bytes(item, "little") for item in np.packbits(alive, axis=1, bitorder="little")]
    for row in np.flatnonzero(table.any(2)).tolist():
        at, bit = divmod(row, count)
        if states[at] >> bit & 1:
            states[at] &= ~int.from_bytes(masks[row * size : (row + 1) * size], "little")
    left = np.frombuffer(b"".join(state.to_bytes(size, "little") for state in states), np.uint8).reshape(
        len(alive), size
    )
    return np.unpackbits(left, axis=1, count=count, bitorder="little").view(bool)


# -- batches -------------------------------------------------------------------------------------------------


def _suppress_batch(
    alive: torch.Tensor, boxes: torch.Tensor, close: Close, classes: torch.Tensor | None, limit: int | None
) -> torch.Tensor:
    """Settle all lists at once, as suits GPUs."""
    alive, count = alive.clone(), alive.shape[1]
    step = min(WIDE_BOXES, BOX_PAIRS // (alive.numel() + 1) + 1)
    for start in range(0, count, step):
        size = min(step, count - start)
        block, rest = slice(start, start + size), slice(start, count)
        table = close(overlaps(boxes[:, block], boxes[:, rest], close.extra))
        if classes is not None:
            table &= classes[:, block, None] == classes[:, None, rest]
        selected = _survivors(alive[:, block], table[..., :size].triu(1))
        alive[:, block] = selected
        if limit is not None and bool((alive[:, : start + size].sum(1) >= limit).all()):
            break
        alive[:, start + size :] &= ~(selected.unsqueeze(2) & table[..., size:]).any(1)
    return alive


def _survivors(alive: torch.Tensor, table: torch.Tensor) -> torch.Tensor:
    """Return which boxes are kept, given all pairs: apply the rule until nothing changes; each step settles a box."""
    table = table.float()
    selected = alive
    while True:
        removed = torch.bmm(selected.float().unsqueeze(1), table).squeeze(1) > 0
        result = alive & ~removed
        if torch.equal(result, selected):
            return selected
        selected = result
