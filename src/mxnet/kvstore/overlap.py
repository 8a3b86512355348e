"""Overlapping communication with the backward pass that computes the gradients."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any

import torch

from ..core import environment
from ..core.write_tracking import stamp
from ..eager.grad_node import GradSlot
from .buckets import Bucket, Buckets, Entry
from .links import Answer

#: with how many bytes the first bucket is full: the sooner it starts, the less is left at the end; as PyTorch's
_FIRST_BYTES = 1 << 20
#: gives the sum (a tensor) of a key's arrays, one for each device of this worker
Summed = Callable[[Any, Sequence[Any]], torch.Tensor]


def enabled() -> bool:
    """Return whether gradients may be sent during a backward pass: ``MXNET_KVSTORE_OVERLAP`` (1)."""
    return environment.flag("MXNET_KVSTORE_OVERLAP", True)


class _Sending:
    """A bucket, and how far it has come since the last exchange was complete."""

    def __init__(self, bucket: Bucket) -> None:
        self.bucket = bucket
        #: by key, the gradients of this worker's devices
        self.arrays: list[Sequence[Any]] = []
        #: the variables whose gradients have not been written
        self.waiting: set[GradSlot | None] = {None}
        self.pending: Answer | None = None
        self._sent: list[Any] = []

    def fill(self, summed: Summed) -> None:
        """Copy the gradients as they are now."""
        self._sent = self._state(self.arrays)
        self.bucket.fill([summed(key, arrays) for key, arrays in zip(self.bucket.keys, self.arrays, strict=True)])

    @staticmethod
    def _state(arrays: Sequence[Sequence[Any]]) -> list[Any]:
        return [(array, stamp(array._t)) for item in arrays for array in item]

    def holds(self, arrays: Sequence[Sequence[Any]]) -> bool:
        """Return whether what was copied is still what stands in some arrays."""
        now = self._state(arrays)
        return len(now) == len(self._sent) and all(
            one is other and known is not None and known == seen
            for (one, known), (other, seen) in zip(now, self._sent, strict=True)
        )


class Overlap:
    """The exchange of certain keys, in buckets that start when a backward pass has written their gradients.

    All workers come to it at the same time for the first time; from then on they may make different backward passes: a
    bucket starts after those before it, what was not sent is sent at last, and what has changed since is sent again.
    Where that happened, nothing is sent early any more. ``buckets`` are of collectives that nobody else uses.
    """

    def __init__(self, buckets: Buckets, entries: Sequence[Entry], update: bool, summed: Summed) -> None:
        self._collectives, self._summed = buckets.collectives, summed
        self._sendings = [_Sending(bucket) for bucket in buckets.of(entries, update, _FIRST_BYTES)]
        self._slots: list[Sequence[Any]] = []
        self._next = 0
        self._lock = threading.Lock()
        self._pid = os.getpid()
        #: whether buckets start early
        self.early = True
        #: how many buckets were started before the exchange was requested
        self.started_early = 0

    def watch(self, gradients: Mapping[Any, Sequence[Any]], slots: Sequence[Sequence[Any]]) -> None:
        """Have ``gradients``, by key, sent when the backward passes that write them have come to their variables.

        ``slots`` are the variables, key by key; one that is no :class:`GradSlot` is waited for until the exchange.
        """
        if not self.early or slots == self._slots:
            return
        with self._lock:
            self._forget()
            self._slots = list(slots)
            by_key = dict(zip(gradients, slots, strict=True))
            for sending in self._sendings:
                sending.arrays = [gradients[key] for key in sending.bucket.keys]
                for key in sending.bucket.keys:
                    for slot in by_key[key]:
                        if isinstance(slot, GradSlot):
                            slot.watch(partial(self._written, sending, slot))
            self._await()

    def _forget(self) -> None:
        for slot in (slot for item in self._slots for slot in item if isinstance(slot, GradSlot)):
            slot.watcher = None
        self._slots = []

    def _await(self) -> None:
        """Wait for all gradients anew."""
        self._next = 0
        by_array = {id(slot.buffer): slot for item in self._slots for slot in item if isinstance(slot, GradSlot)}
        for sending in self._sendings:
            sending.pending = None
            sending.waiting = {by_array.get(id(array)) for arrays in sending.arrays for array in arrays} or {None}

    def _written(self, sending: _Sending, slot: GradSlot) -> None:
        if self._pid != os.getpid():  # a forked process computes gradients for itself
            return
        with self._lock:
            sending.waiting.discard(slot)
            while self._next < len(self._sendings) and not self._sendings[self._next].waiting:
                self._start(self._sendings[self._next])
                self.started_early += 1

    def _start(self, sending: _Sending) -> None:
        sending.fill(self._summed)
        sending.pending = self._collectives.submit(f"sends {sending.bucket.what}", sending.bucket.exchange)
        self._next += 1

    def exchanged(self, gradients: Mapping[Any, Sequence[Any]]) -> Iterator[tuple[Any, torch.Tensor]]:
        """Give each key with its sum over the workers, or with its value after the update."""
        with self._lock:
            changed = []
            for sending in self._sendings:
                now = [gradients[key] for key in sending.bucket.keys]
                changed.append(sending.pending is not None and not sending.holds(now))
                sending.arrays = now
                if sending.pending is None:
                    self._start(sending)
            again = torch.tensor(changed, dtype=torch.int32)
            results = self._collectives.submit("completes what was sent", partial(self._complete, again)).wait()
            if again.any():
                self.early = False
                self._forget()
            self._await()
        for sending, result in zip(self._sendings, results, strict=True):
            yield from sending.bucket.named(result)

    def _complete(self, again: torch.Tensor) -> list[Sequence[torch.Tensor]]:
        """Finish all buckets; ``again`` says which ones this worker wants sent again, and then which ones any does."""
        self._collectives.all_reduce(again)
        results = []
        for sending, resend in zip(self._sendings, again.tolist(), strict=True):
            assert sending.pending is not None
            sending.pending.wait()
            if resend:
                sending.fill(self._summed)
                sending.bucket.exchange()
            results.append(sending.bucket.finish())
        return results
