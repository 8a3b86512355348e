"""Greedy non-maximum suppression (NMS).

On CPUs, the boxes of a batch are sorted into lists, by image and class; boxes of different lists never suppress each
other. Blocks of ``BOXES`` boxes are compared with blocks of the same lists. A product of small matrices finds the
pairs that may overlap enough; if these are few, only they are compared, otherwise all. Of long lists, ``LEVEL`` boxes
at a time are compared with the boxes kept before them, then with each other: pairs with a suppressed box cost nothing.
NumPy computes it: a call takes a third of the time of PyTorch's, which counts with so few boxes. On other devices,
whole batches are compared at once.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
import torch

from .boxes import overlaps
from .choice import PLAIN

#: boxes of a block, and pairs of blocks whose table of IoUs fits into the cache
BOXES, TILES = 32, 64
#: boxes of a long list that are compared with each other at once
LEVEL = 512
#: about how many boxes of several lists are compared with each other at once
GROUP = 1 << 14
#: boxes of a batch up to which all pairs are compared, and how many are compared with each other at once
FEW, WORD = 128, 64
#: elements of a table per near pair, below which all pairs are compared
NEAR_OF = 8
#: pairs of boxes up to which a loop settles them
PAIRS = 2000
#: on other devices: boxes of a block at most, and about how many pairs are compared at once
WIDE_BOXES, BOX_PAIRS = 1024, 1 << 24
#: on other devices: after how many steps it is asked whether they changed something
STEPS = 4

Array = npt.NDArray[Any]
#: the types that NumPy has
_TYPES = {torch.float16: np.float16, torch.float32: np.float32, torch.float64: np.float64}
#: true where the column is greater than the row
_LATER = np.tri(WORD, k=-1, dtype=bool).T


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


def most_of(count: torch.Tensor, topk: int, length: int) -> int:
    """Return a number of boxes that no image's ``count`` exceeds; a GPU is asked only where ``topk`` is no bound."""
    return min(topk, length) if topk > 0 and not count.is_cpu else int(count.max())


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
    if PLAIN or not alive.is_cpu or boxes.dtype not in _TYPES:
        return _suppress_batch(alive, boxes, close, classes, limit)
    kinds = None if classes is None else classes.detach().numpy()
    return torch.from_numpy(suppress_on_host(boxes.numpy().transpose(2, 0, 1), alive.numpy(), close, kinds, limit))


def suppress_on_host(
    corners: Array, alive: Array | None, close: Close, classes: Array | None = None, limit: int | None = None
) -> Array:
    """Return what :func:`suppress` does, of arrays of NumPy: corners ``(4, N, n)``; ``alive`` None: all."""
    _, batch, count = corners.shape
    size, corners = batch * count, corners.reshape(4, -1)
    places = np.arange(size) if alive is None else np.flatnonzero(alive)
    result = np.zeros(size, bool)
    with np.errstate(all="ignore"):
        if size <= FEW or (limit is not None and 2 * limit <= FEW and batch == 1):
            lists = [places // count] if batch > 1 else []
            if classes is not None:
                lists.append(classes.ravel()[places])
            columns = _columns(corners.take(places, 1), close.extra)
            result[places] = _settle_few(columns, lists, close, limit if batch == 1 and classes is None else None)
        elif len(places):
            places, numbers = _lists(places, count, classes)
            result[places] = _Lists(corners.take(places, 1), numbers, close).settle(limit)
    return result.reshape(batch, count)


# -- few boxes, on CPUs --------------------------------------------------------------------------------------


def _settle_few(columns: Array, lists: list[Array], close: Close, limit: int | None) -> Array:
    """Return which boxes ``(5, n)`` of a few are kept; of two whose entries of ``lists`` differ, both are.

    ``WORD`` at a time, so that the later ones that a box suppresses fit into a word.
    """
    count = columns.shape[1]
    stays = np.zeros(count, bool)
    for start in range(0, count, WORD):
        block = slice(start, start + WORD)
        theirs, open_ = columns[:, None, block], None
        if start:
            before = np.flatnonzero(stays)
            if limit is not None and len(before) >= limit:
                break
            near = _are_close(columns.take(before, 1)[:, :, None], theirs, close)
            for item in lists:
                near &= item[before, None] == item[block]
            open_ = np.asarray(~near.any(0))
        near = _are_close(columns[:, block, None], theirs, close)
        for item in lists:
            near &= item[block, None] == item[block]
        stays[block] = _greedy(near, open_)
    return stays


def _greedy(near: Array, alive: Array | None) -> Array:
    """Return which boxes of a block are kept, box after box."""
    count = len(near)
    table = np.zeros((count, WORD), bool)
    np.logical_and(near, _LATER[:count, :count], out=table[:, :count])
    bits = (1 << count) - 1 if alive is None else int.from_bytes(np.packbits(alive, bitorder="little"), "little")
    for i, word in enumerate(np.packbits(table, 1, "little").view("<u8").ravel().tolist()):
        if word and bits >> i & 1:
            bits &= ~word
    words = np.frombuffer(bits.to_bytes(WORD // 8, "little"), np.uint8)
    return np.unpackbits(words, count=count, bitorder="little").view(bool)


def _are_close(ours: Array, theirs: Array, close: Close) -> Array:
    """Return which boxes are too close, given as broadcast corners and areas."""
    length = np.minimum(ours[2:4], theirs[2:4])
    length -= np.maximum(ours[:2], theirs[:2])
    if close.extra:
        length += length.dtype.type(close.extra)
    np.maximum(length, 0, out=length)
    common = np.multiply(length[0], length[1], out=length[0])
    union = np.add(ours[4], theirs[4], out=length[1])
    union -= common
    common /= union
    return np.asarray(close(common))


# -- lists, on CPUs ------------------------------------------------------------------------------------------


def _lists(places: Array, count: int, classes: Array | None) -> tuple[Array, Array]:
    """Return the indices of boxes in the flattened batch, list after list, and the list of each, ascending."""
    lists = places // count
    if classes is None:
        return places, lists
    kinds = _numbered(classes.ravel()[places])
    lists = lists * (int(kinds.max(initial=0)) + 1) + kinds
    order = np.argsort(lists.astype(np.uint16) if lists.max(initial=0) < 1 << 16 else lists, kind="stable")
    return places[order], lists[order]


def _numbered(classes: Array) -> Array:
    """Return the classes as integers from 0."""
    with np.errstate(invalid="ignore"):
        result = classes.astype(np.int64)
    if len(result) and result.min() >= 0 and result.max() < 1 << 12 and (result == classes).all():
        return result
    return np.unique(classes, return_inverse=True, equal_nan=False)[1]


def _blocks(places: Array) -> Array:
    """Return ``(N, BOXES)`` indices, the last one repeated."""
    count = -len(places) % BOXES
    return (np.concatenate((places, places[-1:].repeat(count))) if count else places).reshape(-1, BOXES)


class _Tiles(NamedTuple):
    """Pairs of blocks: the boxes ``(N, BOXES)`` of the blocks, and which of them are paired.

    The first ``diagonal`` pairs are blocks with themselves, of which only pairs of a box with a later one count.
    """

    first: Array
    second: Array
    left: Array
    right: Array
    diagonal: int

    def parts(self) -> Iterator[tuple[int, Array, Array, int]]:
        """Yield ``TILES`` pairs of blocks at a time, after the index of their first pair of boxes."""
        for start in range(0, len(self.left), TILES):
            block = slice(start, start + TILES)
            yield start * BOXES * BOXES, self.left[block], self.right[block], max(self.diagonal - start, 0)

    def boxes(self, at: Array) -> tuple[Array, Array]:
        """Return the boxes of pairs, given their indices in the tables of all pairs of blocks."""
        tile = at // (BOXES * BOXES)
        return self.first[self.left[tile], at // BOXES % BOXES], self.second[self.right[tile], at % BOXES]


class _Lists:
    """Boxes ``(4, n)``, the numbers of their lists, and which of them are kept."""

    def __init__(self, corners: Array, lists: Array, close: Close) -> None:
        self._close, self._lists = close, lists
        #: ``(5, n)`` corners and areas
        self._columns = _columns(corners, close.extra)
        self._near = _Near.of(self._columns, close)
        self._stays = np.ones(len(lists), bool)

    def settle(self, limit: int | None) -> Array:
        """Return which boxes are kept."""
        lists = self._lists
        starts = np.flatnonzero(np.diff(lists, prepend=-1))
        lengths = np.diff(starts, append=len(lists))
        most = int(lengths.max())
        if most <= LEVEL:
            self._settle_among(np.arange(len(lists)))
            return self._stays
        rank = np.arange(len(lists)) - starts.repeat(lengths)
        for start in range(0, most, LEVEL):
            boxes = np.flatnonzero((rank >= start) & (rank < start + LEVEL))
            if start:
                before = np.flatnonzero(self._stays & (rank < start))
                if limit is not None:
                    full = np.bincount(lists[before], minlength=lists[-1] + 1) >= limit
                    boxes = boxes[~full[lists[boxes]]]
                if len(boxes):
                    for _, suppressed in self._pairs(before[np.isin(lists[before], lists[boxes])], boxes):
                        self._stays[suppressed] = False
                boxes = boxes[self._stays[boxes]]
            self._settle_among(boxes)
        return self._stays

    def _settle_among(self, boxes: Array) -> None:
        """Settle boxes that others have not suppressed, about ``GROUP`` at a time, which bounds the memory."""
        starts = np.flatnonzero(np.diff(self._lists[boxes], prepend=-1))
        for part in np.split(boxes, starts[1:][np.diff(starts // GROUP) > 0]):
            pairs = list(self._pairs(part, None)) if len(part) else []
            if pairs:
                _settle(self._stays, *np.concatenate(pairs, 1))

    def _pairs(self, ours: Array, theirs: Array | None) -> Iterator[tuple[Array, Array]]:
        """Yield the pairs of one of ours and one of theirs, or a later one of ours, that are close and of one list."""
        tiles = self._tiles(ours, theirs)
        near = None if self._near is None else self._near.pairs(tiles)
        if near is not None:
            one, other = self._of_one_list(*tiles.boxes(near))
            close = self._compare(one, other)
            yield one[close], other[close]
            return
        for start, left, right, diagonal in tiles.parts():
            table = self._compare(tiles.first[left][:, :, None], tiles.second[right][:, None])
            table[:diagonal] &= _LATER[:BOXES, :BOXES]
            yield self._of_one_list(*tiles.boxes(np.flatnonzero(table) + start))

    def _of_one_list(self, one: Array, other: Array) -> tuple[Array, Array]:
        same = self._lists[one] == self._lists[other]
        same &= one != other  # the last box of a block may be repeated
        return one[same], other[same]

    def _tiles(self, ours: Array, theirs: Array | None) -> _Tiles:
        """Return which blocks to compare: those with boxes of one list."""
        first = _blocks(ours)
        second = first if theirs is None else _blocks(theirs)
        lists, numbers = self._lists, np.arange(len(first))
        ends = np.searchsorted(lists[second[:, 0]], lists[first[:, -1]], "right")
        starts = numbers + 1 if theirs is None else np.searchsorted(lists[second[:, -1]], lists[first[:, 0]])
        counts = ends - starts
        left = numbers.repeat(counts)
        right = np.arange(len(left)) + (starts - counts.cumsum() + counts).repeat(counts)
        if theirs is not None:
            return _Tiles(first, second, left, right, 0)
        return _Tiles(first, first, np.concatenate((numbers, left)), np.concatenate((numbers, right)), len(numbers))

    def _compare(self, one: Array, other: Array) -> Array:
        """Return which boxes are too close, given their indices, which are broadcast."""
        return _are_close(self._columns.take(one, 1), self._columns.take(other, 1), self._close)


def _columns(corners: Array, extra: float) -> Array:
    """Return corners and areas; boxes that are not finite become empty boxes far from all others."""
    across, down = np.maximum(corners[2:] - corners[:2] + corners.dtype.type(extra), 0)
    limits = np.finfo(corners.dtype)
    area = np.maximum(across * down, limits.smallest_subnormal)  # no 0 / 0
    result = np.concatenate((corners, area[None]))
    if not np.isfinite(result.sum()):  # check each box only if the sum is not finite
        nowhere = np.array((limits.max / 4, limits.max / 4, limits.min / 4, limits.min / 4, 1), result.dtype)
        result[:, ~np.isfinite(result).all(0)] = nowhere[:, None]
    return result


class _Near:
    """Finds the pairs of boxes that may be too close, for lists that have few.

    Let p and q be, for both axes, the length of the union of two boxes' sides divided by that of their intersection.
    Their IoU is at most t if ``p + q > 1 + 1 / t``. The squared distances of their left ends and of their right ends,
    divided by the product of their lengths, sum to at most ``p + 1 / p - 2``. So for an IoU of t, the sum of these over
    both axes is at most ``(1 - t)^2 / t``; and it is a sum of eight products of one factor of each box.
    """

    def __init__(self, columns: Array, close: Close) -> None:
        low, high = columns[:2], columns[2:4]
        length = high - low
        if close.extra:
            length += columns.dtype.type(close.extra)
        inverse = np.where(length > 0, 1 / length, 0)  # boxes without area seem near, and are not
        squares = low * low + high * high
        # products of large numbers lose digits: reduce the distance by the possible error
        numerics = np.finfo(columns.dtype)
        reduced = squares - squares.max(1, keepdims=True) * (64 * numerics.eps)
        low, high = low * inverse, high * inverse
        #: eight factors for the first box of a pair, eight for the second
        self._ours = np.concatenate((reduced * inverse, inverse, low * -2, high * -2))
        self._theirs = np.concatenate((inverse, squares * inverse, low, high))
        self._limit = columns.dtype.type(1e-5 + 1.001 * (1 - close.threshold) ** 2 / close.threshold)
        largest = abs(self._ours).max(1) * abs(self._theirs).max(1)
        #: whether no product overflows
        self.finite = bool(largest.sum() < numerics.max / 16)

    @classmethod
    def of(cls, columns: Array, close: Close) -> _Near | None:
        """Return it for these columns; None if boxes far apart may be too close, or distances may overflow."""
        if columns.dtype == np.float16 or not 0 < close.threshold <= 1:
            return None
        result = cls(columns, close)
        return result if result.finite else None

    def pairs(self, tiles: _Tiles) -> Array | None:
        """Return the indices of the pairs that may be too close; None if they are many."""
        ours, theirs = self._ours.take(tiles.first, 1), self._theirs.take(tiles.second, 1)
        result = []
        # new memory for each part would take longer than the products, because the system maps it page by page
        shape = min(TILES, len(tiles.left)), BOXES, BOXES
        products, tables = np.empty(shape, ours.dtype), np.empty(shape, bool)
        for start, left, right, diagonal in tiles.parts():
            own, others = ours.take(left, 1), theirs.take(right, 1)
            product = np.matmul(own.transpose(1, 2, 0), others.transpose(1, 0, 2), out=products[: len(left)])
            table = np.less_equal(product, self._limit, out=tables[: len(left)])
            table[:diagonal] &= _LATER[:BOXES, :BOXES]
            at = np.flatnonzero(table)
            if len(at) > table.size // NEAR_OF:
                return None
            result.append(at + start)
        return np.concatenate(result)


def _settle(stays: Array, first: Array, second: Array) -> None:
    """Write which boxes are kept: ``first`` are close to ``second``, better to worse, and all were kept before."""
    while len(first) > PAIRS:
        count = len(first)
        suppressed = np.zeros(len(stays), bool)
        suppressed[second] = True
        sure = ~suppressed[first]  # nothing suppresses these any more
        stays[second[sure]] = False
        open_ = stays[second] & stays[first] & ~sure
        first, second = first[open_], second[open_]
        if len(first) > count // 2:  # a chain; the loop settles one pair at a time
            break
    order = np.argsort(first)
    states = bytearray(stays)
    for ours, theirs in zip(first[order].tolist(), second[order].tolist(), strict=True):
        if states[ours]:
            states[theirs] = 0
    stays[:] = np.frombuffer(states, bool)


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
    """Return which boxes are kept, given all pairs: apply the rule until nothing changes; each step settles a box.

    Steps are cheap, and to ask a GPU whether something changed is not: it is asked after some.
    """
    table = table.float()
    result = alive
    steps = 1 if alive.is_cpu else STEPS
    while True:
        for _ in range(steps):
            selected = result
            removed = torch.bmm(selected.float().unsqueeze(1), table).squeeze(1) > 0
            result = alive & ~removed
        if torch.equal(result, selected):
            return selected
