"""Compressing gradients to two bits or one bit an element before they are summed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

import numpy as np
import torch

from ..core.errors import MXNetError, expected
from ..core.interruptions import explained


class Coding(NamedTuple):
    """Codes of some bits for elements: how values are quantized, what codes stand for, and which code a value has."""

    bits: int
    quantized: Callable[[Any, float], Any]
    values: Callable[[float], list[float]]
    codes: Callable[[torch.Tensor], torch.Tensor]

    def _shifts(self) -> torch.Tensor:
        return torch.arange(8 - self.bits, -1, -self.bits, dtype=torch.uint8)

    def packed(self, sent: torch.Tensor) -> torch.Tensor:
        """Return quantized values as bytes, in words of 32 bits, the first in the high bits."""
        codes = self.codes(sent.reshape(-1)).to(torch.uint8)
        per_byte = 8 // self.bits
        padded = torch.nn.functional.pad(codes, (0, -codes.numel() % (4 * per_byte)))
        return (padded.view(-1, per_byte) << self._shifts()).sum(1, dtype=torch.uint8)

    def unpacked(self, content: torch.Tensor, threshold: float, size: int) -> torch.Tensor:
        """Return the first ``size`` values (float32) of bytes that :meth:`packed` gave."""
        codes = (torch.arange(256, dtype=torch.uint8).view(-1, 1) >> self._shifts()) & (2**self.bits - 1)
        table = torch.tensor(self.values(threshold), dtype=torch.float32)[codes.long()]
        return table[content.long()].reshape(-1)[:size]


CODINGS = {
    # Each element arrives as threshold, -threshold or 0 (codes 3, 2 and 0). Source: Strom, "Scalable distributed DNN
    # training using commodity GPU cloud computing", 2015.
    "2bit": Coding(
        bits=2,
        quantized=lambda total, threshold: ((total >= threshold) - (total <= -threshold)) * threshold,
        values=lambda threshold: [0.0, 0.0, -threshold, threshold],
        codes=lambda sent: (sent > 0) * 3 + (sent < 0) * 2,
    ),
    # Each element arrives as 1 where it is above the threshold, as -1 elsewhere, as in MXNet 2. Source: Seide et al.,
    # "1-bit stochastic gradient descent and its application to data-parallel distributed training of speech DNNs",
    # 2014.
    "1bit": Coding(
        bits=1,
        quantized=lambda total, threshold: (total > threshold) * 2 - 1,
        values=lambda threshold: [-1.0, 1.0],
        codes=lambda sent: sent > 0,
    ),
}


class Compression:
    """Sends each element as one of a few values and keeps the rest for the next time."""

    def __init__(self, name: str, threshold: float, before: Compression | None) -> None:
        if name == "2bit" and not threshold > 0:
            raise MXNetError(f"threshold must be greater than 0, got {threshold}")
        self.name, self.threshold = name, threshold
        self._rests: dict[tuple[Any, int], Any] = {} if before is None else before._rests

    def compressed(self, key: Any, arrays: list[Any]) -> list[Any]:
        """Return what arrives of each of a key's values."""
        return [self._one((key, position), array) for position, array in enumerate(arrays)]

    def _one(self, slot: tuple[Any, int], array: Any) -> Any:
        if np.dtype(array.dtype).kind != "f":
            raise MXNetError(f"key {slot[0]}: gradients of type {np.dtype(array.dtype)} cannot be compressed")
        rest = self._rests.get(slot)
        total = array if rest is None else rest.as_in_context(array.context) + array
        sent = CODINGS[self.name].quantized(total, self.threshold)
        self._rests[slot] = total - sent
        return sent


def make_compression(params: Mapping[str, Any], before: Compression | None = None) -> Compression:
    """Make a compression from ``{'type': '2bit', 'threshold': 0.5}``; other entries are passed over, as in 1.9.1.

    It goes on with the rests of the compression ``before``.

    Raises AssertionError when ``params`` is no dict, :class:`MXNetError` for an unknown type or a threshold that is not
    above 0.
    """
    assert isinstance(params, dict), f"unexpected type for param_dict: {type(params)}"
    if "type" not in params:
        raise MXNetError("Required parameter type of string is not presented")
    if str(params["type"]) not in CODINGS:
        raise MXNetError(f"Unknown type for gradient compression {params['type']}: there is {' and '.join(CODINGS)}")
    threshold = params.get("threshold", 0.5)
    with explained(lambda _: MXNetError(expected("threshold", "a number", threshold)), TypeError, ValueError):
        return Compression(str(params["type"]), float(threshold), before)


def decoded(description: Mapping[str, Any], content: torch.Tensor, size: int) -> torch.Tensor:
    """Return the ``size`` values of a compressed message; :class:`MXNetError` for one that has others."""
    kind = CODINGS.get(str(description.get("coding")))
    if kind is None or content.dtype is not torch.uint8 or content.numel() != -(-size * kind.bits // 32) * 4:
        raise MXNetError(f"{size} compressed values were expected, something else came")
    return kind.unpacked(content, float(description["threshold"]), size)


def encoded(compression: Compression, sent: Any) -> tuple[dict[str, Any], torch.Tensor]:
    """Return values that were compressed as a message: its description and its bytes."""
    description = {"coding": compression.name, "threshold": compression.threshold}
    return description, CODINGS[compression.name].packed(sent)
