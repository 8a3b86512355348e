"""Dynamic loss scaling, which keeps float16 gradients from underflowing."""

import logging
from collections import defaultdict
from collections.abc import Callable, Iterable
from typing import Any

from ... import ndarray as nd


class LossScaler:
    """A factor for the loss that halves when gradients overflow and doubles after 2000 steps without.

    It starts at 2**16 and is at most 2**24. A new factor takes effect at the next call of :meth:`has_overflow`.

    Examples
    --------
    >>> from mxnet.contrib import amp
    >>> amp.LossScaler().loss_scale
    65536.0
    """

    #: the number of steps skipped because of infinite gradients
    skipped: int

    def __init__(self) -> None:
        self._loss_scale = self._next_loss_scale = 2.0**16
        self._max_loss_scale = 2.0**24
        self._scale_seq_len = 2000
        self._unskipped = self.skipped = 0

    @property
    def loss_scale(self) -> float:
        """The factor."""
        return self._loss_scale

    def has_overflow(self, params: Iterable[Any], agreed: Callable[[bool], bool] = bool) -> bool:
        """Return whether a gradient of ``params`` (objects with ``grad_req`` and ``list_grad()``) is not finite.

        ``agreed`` is given what was found here and returns what counts: for processes that have to do the same.
        """
        return self.overflows([grad for p in params if p.grad_req != "null" for grad in p.list_grad()], agreed)

    def overflows(self, gradients: Iterable[Any], agreed: Callable[[bool], bool] = bool) -> bool:
        """Return whether one of some arrays is not finite, as :meth:`has_overflow`."""
        self._loss_scale = self._next_loss_scale
        by_place = defaultdict[tuple[int, int], list[nd.NDArray]](list)
        for item in gradients:
            stored = item if item._sparse is None else item.data
            device = item._ctx.device_typeid, item._ctx.device_id
            by_place[device].append(stored if type(stored) is nd.NDArray else stored.as_nd_ndarray())
        finite = [nd.multi_all_finite(*arrays, num_arrays=len(arrays)) for arrays in by_place.values()]
        if agreed(not all(item.asscalar() for item in finite)):
            self._next_loss_scale = self._loss_scale / 2.0
            self._unskipped = 0
            self.skipped += 1
            logging.info("AMP: decreasing loss scale to %f", self._next_loss_scale)
            return True
        self._unskipped += 1
        if self._unskipped == self._scale_seq_len:
            self._next_loss_scale = min(self._max_loss_scale, self._loss_scale * 2.0)
            self._unskipped = 0
            logging.info("AMP: increasing loss scale to %f", self._next_loss_scale)
        return False
