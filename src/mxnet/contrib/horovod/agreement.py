"""Agreeing on what is computed together, before any data are sent: all workers raise the same error, or none does."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeVar

import torch

from ...core.errors import MXNetError
from ...kvstore.collectives import Collectives

_Result = TypeVar("_Result")
JOIN = "join"


class Spec(NamedTuple):
    """An array: its name in messages (``label``), its dtype, shape, and type of device."""

    label: str
    dtype: str
    shape: tuple[int, ...]
    device: str = "cpu"

    def __str__(self) -> str:
        return f"{self.dtype} {self.shape} on {self.device}"


@dataclass(frozen=True)
class Request:
    """What a worker asks for: an operation on arrays.

    ``names`` are those that the program gives. ``options``, keyword arguments with their values, must be the same on
    all workers, ``own`` need not: the splits of an alltoall, or how long a worker has waited in join. With
    ``free_rows`` the first lengths may differ.
    """

    operation: str
    specs: tuple[Spec, ...] = ()
    names: tuple[str, ...] = ()
    options: tuple[tuple[str, Any], ...] = ()
    own: tuple[int, ...] = ()
    free_rows: bool = False

    def text(self) -> str:
        """Return the call as text, without the labels of arrays."""
        specs = [(spec.dtype, spec.shape, spec.device) for spec in self.specs]
        return json.dumps([self.operation, specs, self.names, self.options, self.own, self.free_rows])

    @classmethod
    def of(cls, text: str) -> Request:
        """Return the call of a text."""
        operation, specs, names, options, own, free_rows = json.loads(text)
        specs = tuple(Spec("", dtype, tuple(shape), device) for dtype, shape, device in specs)
        return cls(operation, specs, tuple(names), tuple(map(tuple, options)), tuple(own), free_rows)


def gathered_texts(collectives: Collectives, text: str) -> list[str]:
    """Return the texts of all workers, by rank; runs among the collectives. Equal ones are not sent."""
    data = text.encode()
    digest = hashlib.blake2b(data, digest_size=16).digest()
    numbers = [int.from_bytes(digest[:8], signed=True), int.from_bytes(digest[8:], signed=True), len(data)]
    heads = collectives.all_gather(torch.tensor(numbers))
    if all(torch.equal(head, heads[0]) for head in heads):
        return [text] * len(heads)
    lengths = [int(head[2]) for head in heads]
    padded = torch.zeros(max(lengths), dtype=torch.uint8)
    padded[: len(data)] = torch.frombuffer(bytearray(data), dtype=torch.uint8)
    rows = collectives.all_gather(padded)
    return [bytes(row[:length].tolist()).decode() for row, length in zip(rows, lengths, strict=True)]


def run_agreed(collectives: Collectives | None, call: Request, work: Callable[[list[Request]], _Result]) -> _Result:
    """Return what ``work`` makes of the calls of all workers, by rank, once they agree.

    Raises :class:`MXNetError` on all workers where the calls do not fit together, and on the others where one worker
    has raised an error, ended or is not heard of.
    """
    if collectives is None:
        return work([call])

    def run() -> _Result:
        own = call.text()
        calls = [call if text == own else Request.of(text) for text in gathered_texts(collectives, own)]
        _check(call, calls)
        return work(calls)

    return collectives.submit("calls an operation of Horovod", run).wait()


def _check(request: Request, calls: Sequence[Request]) -> None:
    """Raise :class:`MXNetError` where the calls of the workers do not fit together."""
    active = {rank: call for rank, call in enumerate(calls) if call.operation != JOIN}
    if not active:
        return
    (first, expected), *others = active.items()
    reduction = dict(expected.options).get("op")
    if len(active) < len(calls) and reduction not in _JOINABLE:
        joined = next(rank for rank in range(len(calls)) if rank not in active)
        which = f" ({reduction})" if reduction else ""
        raise MXNetError(f"{expected.operation}{which}: not possible after worker {joined} has called join()")
    labels = [spec.label for spec in (request if request.operation != JOIN else expected).specs]
    for rank, call in others:
        difference = _difference(expected, call, labels)
        if difference is not None:
            about, first_value, other_value = difference
            raise MXNetError(f"{about}: worker {first} has {first_value}, worker {rank} {other_value}")


#: the reductions to which a worker that has joined adds nothing
_JOINABLE = ("Sum", "Average")


def _difference(one: Request, other: Request, labels: Sequence[str]) -> tuple[str, Any, Any] | None:
    """Return what the first difference of two calls is about, and what either has there; None where they agree."""
    if one.operation != other.operation:
        return "the workers call different operations", one.operation, other.operation
    for (key, value), (_, other_value) in zip(one.options, other.options, strict=False):
        if value != other_value:
            return f"{one.operation} {', '.join(labels)}", f"{key}={value}", f"{key}={other_value}"
    if len(one.specs) != len(other.specs):
        return one.operation, f"{len(one.specs)} arrays", f"{len(other.specs)}"
    if one.names != other.names:
        pairs = zip(one.names, other.names, strict=False)
        name, other_value = next((pair for pair in pairs if pair[0] != pair[1]), (one.names, other.names))
        return f"{one.operation}: names", name, other_value
    rows = 1 if one.free_rows else 0
    for label, a, b in zip(labels, one.specs, other.specs, strict=False):
        if (a.dtype, a.device, len(a.shape), a.shape[rows:]) != (b.dtype, b.device, len(b.shape), b.shape[rows:]):
            return f"{one.operation} {label}", a, b
    return None
