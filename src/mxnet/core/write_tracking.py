"""Write tracking: whether an array was written to since something, such as a packed weight, was prepared from it.

Arrays are written in place behind PyTorch's back: a tensor that a graph has saved may change, as in MXNet, so its
version counter stays. Every such write therefore takes the tensor to write to from :func:`writable`. A caller that
prepares something from a tensor

1. takes its :func:`stamp`; from then on, each write to its memory gives it another one;
2. does not keep what it prepares where there is no stamp: a write may be under way that began before;
3. uses what was prepared as long as the stamp stays the same.

Stamps are kept on the storage and freed with it: new memory at the same address has none. A write is under way as
long as its target lives, the tensor from :func:`writable`. No thread is asked what it does: CPython does not allow
to look at the frames of a running one.
"""

import sys
import threading
from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator, Sequence
from operator import attrgetter
from typing import Any, Protocol, TypeVar
from weakref import ref

import torch

from . import torch_compat
from .restoring import restoring

_T = TypeVar("_T")
#: on the storage of an array that has a stamp: an object that identifies the last write to it
_LAST_WRITE = "remx_last_write"
#: on a storage that others, NumPy for one, may write to without our notice
_SHARED = "remx_shared"
#: on a tensor that is written to time after time: its :class:`Alias`
_ALIAS = "remx_alias"
#: whether there are stamps at all, without which a write need not look for one
_tracking = False
#: identifies the last change of any stamp
_last_change = object()
#: bytes from which on a copy costs more than the gaps that memory which moves about leaves in the heap
_APART = 1 << 18
#: the same on a GPU, where one kernel copies many
_APART_ON_GPU = 1 << 14


class Targets(list[torch.Tensor]):
    """The targets of writes that end together, with the list."""

    __slots__ = ("__weakref__",)


class _Target(ref[Any]):
    """A reference to the target of a write, or to :class:`Targets`; equal to itself alone: no tensors are compared."""

    __slots__ = ()
    __hash__ = object.__hash__
    __eq__ = object.__eq__


#: the writes that are under way in all threads; each leaves it when its target is gone, by a function of C, which no
#: signal stops
_targets: set[_Target] = set()
_begin, _end = _targets.add, _targets.discard


def _facts(t: torch.Tensor) -> dict[str, Any]:
    """Return what is known of the memory of ``t``: PyTorch keeps the attributes of a storage as long as the memory."""
    return t.untyped_storage().__dict__


def writable(t: torch.Tensor) -> torch.Tensor:
    """Return ``t`` apart from its history, to be written to now.

    The caller holds the tensor, or a view of it, until it has written. Nothing is prepared from the memory before the
    tensor is gone: do not keep it.
    """
    target = t.data
    _begin(_Target(target, _end))  # first, so that whoever does not see it sees the stamp change
    if _tracking:
        _note_writes((target,))
    return target


def all_writable(tensors: Iterable[torch.Tensor]) -> Targets:
    """Return what :func:`writable` does of each; the caller holds the list until it has written."""
    targets = Targets([t.data for t in tensors])
    _begin(_Target(targets, _end))
    if _tracking:
        _note_writes(targets)
    return targets


class Alias:
    """A tensor on the memory of another one, apart from its history, to write to, and what is known of the memory."""

    __slots__ = ("address", "facts", "target")

    def __init__(self, t: torch.Tensor) -> None:
        self.target = t.data
        self.address = t.data_ptr()
        self.facts = _facts(self.target)

    def __reduce__(self) -> tuple[Any, ...]:
        return OrderedDict, ()  # a copy or a pickle of the tensor has none


def alias_of(t: torch.Tensor) -> Alias:
    """Return the alias of a tensor that is written to time after time, which stays with it: it takes long to make.

    From then on the tensor is not alone on its memory (:func:`torch_compat.are_alone`).
    """
    known = t.__dict__.get(_ALIAS)
    if type(known) is Alias and known.address == t.data_ptr():
        return known
    alias = t.__dict__[_ALIAS] = Alias(t)
    return alias


def all_writable_again(tensors: Iterable[torch.Tensor]) -> Targets:
    """Return what :func:`all_writable` does, of tensors that are written to time after time: see :func:`alias_of`."""
    aliases = []
    for t in tensors:  # mostly without a call for each, which takes as long as the rest
        known = t.__dict__.get(_ALIAS)
        aliases.append(known if type(known) is Alias and known.address == t.data_ptr() else alias_of(t))
    targets = Targets([alias.target for alias in aliases])
    _begin(_Target(targets, _end))
    note_aliases(aliases)
    return targets


def note_aliases(aliases: Iterable[Alias]) -> None:
    """Do what :func:`note_write` does for the memory of each."""
    global _last_change
    if _tracking:
        for alias in aliases:
            if _LAST_WRITE in alias.facts:
                alias.facts[_LAST_WRITE] = _last_change = object()


def memory_of(t: torch.Tensor) -> int:
    """Return the address of the memory that a tensor, and all views of it, lie in."""
    return t.untyped_storage().data_ptr()


def unaliased(source: torch.Tensor, target: torch.Tensor) -> torch.Tensor:
    """Return ``source``, or a copy where a write into ``target`` might change it before it is read."""
    return source.clone() if memory_of(source) == memory_of(target) else source


def note_write(t: torch.Tensor) -> None:
    """Give ``t`` another stamp: for a function that writes without :func:`writable`, before and after it does."""
    if _tracking:
        _note_writes((t,))


def _note_writes(tensors: Iterable[torch.Tensor]) -> None:
    global _last_change
    for t in tensors:
        facts = t.untyped_storage().__dict__
        if _LAST_WRITE in facts:
            facts[_LAST_WRITE] = _last_change = object()


def _written_now() -> set[int]:
    """Return the addresses of the memory that threads, this one included, are writing to."""
    writes = [reference() for reference in _targets.copy()]
    targets = [target for item in writes for target in (item if isinstance(item, Targets) else (item,))]
    return {memory_of(target) for target in targets if target is not None}


#: what differs for another tensor, and after a write
_Stamp = tuple[object, int, Any]


def stamp(t: torch.Tensor) -> _Stamp | None:
    """Return what differs for another tensor, and after a write; None where there is no knowing of writes."""
    return _stamps([t])[0]


def _stamps(tensors: Sequence[torch.Tensor | None]) -> list[_Stamp | None]:
    """Return the stamps of tensors, None for those that have none or do not exist."""
    stamps = [None if t is None else _last_stamp(t) for t in tensors]
    if written := _written_now():  # after the stamps: a write that begins now changes them
        for i, t in enumerate(tensors):
            if t is not None and memory_of(t) in written:
                stamps[i] = None
    return stamps


def _last_stamp(t: torch.Tensor) -> _Stamp | None:
    """Return the stamp of ``t`` since the last write began."""
    global _tracking
    facts = _facts(t)
    if _SHARED in facts:
        return None
    write = facts.get(_LAST_WRITE)
    if write is None:
        if _is_shared(t):
            share(t)
            return None
        _tracking = True
        write = facts.setdefault(_LAST_WRITE, object())
    version = torch_compat.version(t)
    return None if version is None else (write, t.data_ptr(), version)


def _is_shared(t: torch.Tensor) -> bool:
    """Return whether other processes may write to the memory; of a GPU's, PyTorch always says so."""
    return not t.is_cuda and t.untyped_storage().is_shared()  # t.is_shared() takes ten times as long


def share(t: torch.Tensor) -> None:
    """Remember that others may write to the memory of ``t``, which has no stamp from now on."""
    global _last_change
    _facts(t)[_SHARED] = True
    _last_change = object()


class Seen:
    """Tensors (None for some that do not exist) as they are now: whether others are the same, with nothing written.

    That asks for stamps only after some stamp has changed, or for other tensors: these take long to make.
    """

    __slots__ = ("_quick", "stamps")

    def __init__(self, tensors: Sequence[torch.Tensor | None]) -> None:
        change = _last_change  # before the stamps, which are then no older
        #: the stamps of the tensors, None for those that have none or do not exist
        self.stamps = _stamps(tensors)
        #: a change that is in the stamps, and what is looked at while it is the last; in one tuple, for many threads
        self._quick: tuple[object, list[Any]] = (
            change if self.is_known(tensors) else None,
            [s and (ref(t), s[1], s[2]) for t, s in zip(tensors, self.stamps, strict=True)],
        )

    def is_known(self, tensors: Sequence[torch.Tensor | None]) -> bool:
        """Return whether writes to all of these, which were seen, will be noticed."""
        return all(t is None or s is not None for t, s in zip(tensors, self.stamps, strict=True))

    def same(self, tensors: Sequence[torch.Tensor | None]) -> bool:
        """Return whether these are the tensors, unchanged; False where there is no knowing."""
        change, known = self._quick
        if change is _last_change and len(known) == len(tensors) and _are(tensors, known):
            return True
        now = Seen(tensors)
        if now.stamps != self.stamps or not now.is_known(tensors):
            return False
        self._quick = now._quick
        return True

    def is_outdated(self) -> bool:
        """Return whether one of the tensors, as far as they still exist, was written to."""
        change, known = self._quick
        if change is _last_change:
            return False
        now = [facts and facts[0]() for facts in known]
        return any(t is not None and _last_stamp(t) != s for t, s in zip(now, self.stamps, strict=True))


def _are(tensors: Sequence[torch.Tensor | None], known: Sequence[Any]) -> bool:
    """Return whether tensors are those that are known by weak reference, address and version."""
    version = torch_compat.version
    for t, facts in zip(tensors, known, strict=True):
        if t is None or facts is None:
            if t is not facts:
                return False
        elif facts[0]() is not t or t.data_ptr() != facts[1] or version(t) != facts[2]:
            return False
    return True


class _Caching(threading.local):
    #: whether this thread takes results from caches
    enabled = True
    #: what it has taken from caches, to which it adds nothing then; None: nobody asks
    used: list[Any] | None = None


_caching = _Caching()


def caches() -> bool:
    """Return whether this thread takes results from caches."""
    return _caching.enabled


def may_cache() -> bool:
    """Return whether this thread adds results to caches."""
    return _caching.enabled and _caching.used is None


def took(result: _T) -> _T:
    """Return a result that this thread has taken from a cache (see :func:`taking`)."""
    if _caching.used is not None:
        _caching.used.append(result)
    return result


@restoring
def uncached() -> Iterator[None]:
    """Let this thread compute what it would cache: what is recorded has to read the tensors themselves."""
    _caching.enabled = False
    try:
        yield
    finally:
        _caching.enabled = True


@restoring
def taking(results: list[Any]) -> Iterator[None]:
    """Add to ``results`` what this thread takes from caches, for who reads it later; it adds nothing to them."""
    _caching.used = results
    try:
        yield
    finally:
        _caching.used = None


class Kept:
    """A cache of a function's result for some tensors, until one of them is written to or others are given."""

    #: the tensors, and what was made; in one tuple, for many threads
    _ready: tuple[Seen | None, Any] = (None, None)

    def __init__(self, make: Callable[..., Any]) -> None:
        self.make = make

    def __call__(self, *tensors: torch.Tensor) -> Any:
        if not caches():
            return self.make(*tensors)
        seen, result = self._ready
        if seen is None or not seen.same(tensors):
            seen = Seen(tensors)
            result = self.make(*tensors)
            if seen.is_known(tensors) and may_cache():
                self._ready = (seen, result)
        return took(result)


class Holder(Protocol):
    """What holds a tensor: an array."""

    _t: Any


def references(items: Sequence[Any], i: int) -> int:
    """Return the references to an item of a sequence, by Python's objects."""
    return sys.getrefcount(items[i])


#: the references to an item that only a sequence holds
HELD_ONCE = references([object()], 0)


def is_small(t: torch.Tensor) -> bool:
    """Return whether a tensor's values are copied in less time than :func:`hand_over` takes."""
    return t.nbytes < (_APART_ON_GPU if t.is_cuda else _APART)


_tensor_of = attrgetter("_t")


def hand_over(sources: Sequence[torch.Tensor], targets: Sequence[Holder]) -> list[bool]:
    """Let arrays hold ``sources``, of their shapes, which the caller gives up; return which do.

    The others are left as they are: somebody could tell. Nobody can where the memory of both is theirs alone. The
    tensor that an array held is left as it is, for another thread may be reading it.
    """
    memories = list(map(_tensor_of, targets))
    replaced = may_replace(sources, memories)
    for i, may_be in enumerate(replaced):
        if may_be:
            targets[i]._t = sources[i]  # first: from here on no other thread takes the old one
            replaced[i] = sys.getrefcount(memories[i]) == HELD_ONCE
            if not replaced[i]:
                targets[i]._t = memories[i]
    for i, is_unshared in enumerate(torch_compat.are_alone(memories)):
        if replaced[i] and not is_unshared:
            targets[i]._t, replaced[i] = memories[i], False
    return replaced


def may_replace(sources: Sequence[torch.Tensor], targets: Sequence[torch.Tensor]) -> list[bool]:
    """Return which tensors can take the place of other ones, as soon as those are alone on their memory."""
    result = torch_compat.are_alone(sources)
    for i, is_unshared in enumerate(result):
        if is_unshared:
            source, target = sources[i], targets[i]
            on_gpu = source.is_cuda
            if (
                source.is_contiguous()
                and target.is_contiguous()
                and source.dtype is target.dtype
                and target.is_cuda is on_gpu
                and (on_gpu or (source.is_cpu and target.is_cpu))
                and source.get_device() == target.get_device()  # half the time of comparing devices
            ):
                memory = target.untyped_storage()
                result[i] = _SHARED not in memory.__dict__ and (on_gpu or not memory.is_shared())
            else:
                result[i] = False
    return result
