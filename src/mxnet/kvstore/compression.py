"""Compressing gradients to two bits or one bit an element before they are summed."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import Any, ClassVar

import numpy as np
import torch

from ..core.errors import MXNetError


class Compression(ABC):
    """Sends each element as one of a few values and keeps the rest for the next time.

    The rest, what was sent too much or too little so far, is kept for each key and each place in the list of values.
    """

    name: ClassVar[str]
    #: bits of an element
    bits: ClassVar[int]

    def __init__(self, threshold: float) -> None:
        self.threshold = threshold
        self._rests: dict[tuple[Any, int], Any] = {}

    def compressed(self, key: Any, arrays: list[Any]) -> list[Any]:
        """Return what arrives of each of a key's values."""
        return [self._one((key, position), array) for position, array in enumerate(arrays)]

    def _one(self, slot: tuple[Any, int], array: Any) -> Any:
        if np.dtype(array.dtype).kind != "f":
            raise MXNetError(f"key {slot[0]}: gradients of type {np.dtype(array.dtype)} cannot be compressed")
        rest = self._rests.get(slot)
        total = array if rest is None else rest.as_in_context(array.context) + array
        sent = self._sent(total)
        self._rests[slot] = total - sent
        return sent

    @abstractmethod
    def _sent(self, total: Any) -> Any:
        """Return the quantized values of ``total``."""

    @classmethod
    @abstractmethod
    def values(cls, threshold: float) -> list[float]:
        """Return the values of the codes 0, 1, 2 ..."""

    @classmethod
    @abstractmethod
    def codes(cls, sent: torch.Tensor) -> torch.Tensor:
        """Return the codes (uint8) of values that :meth:`compressed` gave."""

    @classmethod
    def packed(cls, sent: torch.Tensor) -> torch.Tensor:
        """Return values that :meth:`compressed` gave as bytes, in words of 32 bits, the first in the high bits."""
        codes = cls.codes(sent.reshape(-1))
        per_byte = 8 // cls.bits
        padded = torch.nn.functional.pad(codes, (0, -codes.numel() % (4 * per_byte)))
        shifts = torch.arange(8 - cls.bits, -1, -cls.bits, dtype=torch.uint8)
        return (padded.view(-1, per_byte) << shifts).sum(1, dtype=torch.uint8)

    @classmethod
    def unpacked(cls, content: torch.Tensor, threshold: float, size: int) -> torch.Tensor:
        """Return the first ``size`` values (float32) of bytes that :meth:`packed` gave."""
        per_byte = 8 // cls.bits
        shifts = torch.arange(8 - cls.bits, -1, -cls.bits, dtype=torch.uint8)
        codes = (torch.arange(256, dtype=torch.uint8).view(-1, 1) >> shifts) & (2**cls.bits - 1)
        table = torch.tensor(cls.values(threshold), dtype=torch.float32)[codes.long()]
        return table[content.long()].reshape(-1)[:size] if per_byte * content.numel() >= size else torch.empty(0)

    def keep_rests_of(self, before: Compression | None) -> None:
        """Go on with the rests of the compression before."""
        if before is not None:
            self._rests = before._rests


class TwoBitCompression(Compression):
    """Each element arrives as ``threshold``, ``-threshold`` or 0.

    Source: Strom, "Scalable distributed DNN training using commodity GPU cloud computing", 2015.
    """

    name = "2bit"
    bits = 2

    def __init__(self, threshold: float = 0.5) -> None:
        if not threshold > 0:
            raise MXNetError(f"threshold must be greater than 0, got {threshold}")
        super().__init__(threshold)

    def _sent(self, total: Any) -> Any:
        return ((total >= self.threshold) - (total <= -self.threshold)) * self.threshold

    @classmethod
    def values(cls, threshold: float) -> list[float]:
        """Return the values of the codes 0, 1 (not sent), 2 and 3."""
        return [0.0, 0.0, -threshold, threshold]

    @classmethod
    def codes(cls, sent: torch.Tensor) -> torch.Tensor:
        """Return 3 for ``threshold``, 2 for ``-threshold``, 0 for 0."""
        return (sent > 0).to(torch.uint8) * 3 + (sent < 0).to(torch.uint8) * 2


class OneBitCompression(Compression):
    """Each element arrives as 1 where it is above ``threshold``, as -1 elsewhere, as in MXNet 2.

    Source: Seide et al., "1-bit stochastic gradient descent and its application to data-parallel distributed training
    of speech DNNs", 2014.
    """

    name = "1bit"
    bits = 1

    def __init__(self, threshold: float = 0.5) -> None:
        super().__init__(threshold)

    def _sent(self, total: Any) -> Any:
        return (total > self.threshold) * 2 - 1

    @classmethod
    def values(cls, threshold: float) -> list[float]:
        """Return the values of the codes 0 and 1."""
        return [-1.0, 1.0]

    @classmethod
    def codes(cls, sent: torch.Tensor) -> torch.Tensor:
        """Return 1 for 1, 0 for -1."""
        return (sent > 0).to(torch.uint8)


_TYPES: dict[str, type[Compression]] = {item.name: item for item in (TwoBitCompression, OneBitCompression)}


def make_compression(params: Mapping[str, Any]) -> Compression:
    """Make a compression from ``{'type': '2bit', 'threshold': 0.5}``; other entries are passed over, as in 1.9.1.

    Raises AssertionError when ``params`` is no dict, :class:`MXNetError` for an unknown type or a threshold that is not
    above 0.
    """
    assert isinstance(params, dict), f"unexpected type for param_dict: {type(params)}"
    if "type" not in params:
        raise MXNetError("Required parameter type of string is not presented")
    if str(params["type"]) not in _TYPES:
        raise MXNetError(f"Unknown type for gradient compression {params['type']}: there is {' and '.join(_TYPES)}")
    return _TYPES[str(params["type"])](float(params.get("threshold", 0.5)))


def decoded(description: Mapping[str, Any], content: torch.Tensor, size: int) -> torch.Tensor:
    """Return the ``size`` values of a compressed message; :class:`MXNetError` for one that has others."""
    kind = _TYPES.get(str(description.get("coding")))
    if kind is None or content.dtype is not torch.uint8 or content.numel() != -(-size * kind.bits // 32) * 4:
        raise MXNetError(f"{size} compressed values were expected, something else came")
    return kind.unpacked(content, float(description["threshold"]), size)


def encoded(compression: Compression, sent: Any) -> tuple[dict[str, Any], torch.Tensor]:
    """Return values that were compressed as a message: its description and its bytes."""
    description = {"coding": compression.name, "threshold": compression.threshold}
    return description, compression.packed(sent)
