"""Compressing gradients to two bits an element before they are summed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from ..core.errors import MXNetError


class TwoBitCompression:
    """Sends each element as ``threshold``, ``-threshold`` or 0 and keeps the rest for the next time.

    The rest, what was sent too much or too little so far, is kept for each key and each place in the list of values.
    Source: Strom, "Scalable distributed DNN training using commodity GPU cloud computing", 2015.
    """

    def __init__(self, threshold: float = 0.5) -> None:
        if not threshold > 0:
            raise MXNetError(f"threshold must be greater than 0, got {threshold}")
        self.threshold = threshold
        self._rests: dict[tuple[Any, int], Any] = {}

    def compressed(self, key: Any, arrays: list[Any]) -> list[Any]:
        """Return what arrives of each of a key's values."""
        return [self._one((key, place), array) for place, array in enumerate(arrays)]

    def _one(self, slot: tuple[Any, int], array: Any) -> Any:
        if np.dtype(array.dtype).kind != "f":
            raise MXNetError(f"key {slot[0]}: gradients of type {np.dtype(array.dtype)} cannot be compressed")
        rest = self._rests.get(slot)
        total = array if rest is None else rest.as_in_context(array.context) + array
        sent = ((total >= self.threshold) - (total <= -self.threshold)) * self.threshold
        self._rests[slot] = total - sent
        return sent

    def keep_rests_of(self, before: TwoBitCompression | None) -> None:
        """Go on with the rests of the compression before."""
        if before is not None:
            self._rests = before._rests


def make_compression(params: Mapping[str, Any]) -> TwoBitCompression:
    """Make a compression from ``{'type': '2bit', 'threshold': 0.5}``; other entries are passed over, as in 1.9.1.

    Raises AssertionError when ``params`` is no dict, :class:`MXNetError` for an unknown type or a threshold that is not
    above 0.
    """
    assert isinstance(params, dict), f"unexpected type for param_dict: {type(params)}"
    if "type" not in params:
        raise MXNetError("Required parameter type of string is not presented")
    if str(params["type"]) != "2bit":
        raise MXNetError(f"Unknown type for gradient compression {params['type']}: there is 2bit")
    return TwoBitCompression(float(params.get("threshold", 0.5)))
