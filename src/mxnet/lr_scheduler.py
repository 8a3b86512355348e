"""Learning rate schedules: the rate as a function of how many updates were made.

An optimizer calls its schedule with ``num_update``, the largest count of updates that any weight has had. Schedules
that drop in steps keep the place they have come to, so they expect calls in rising order.
"""

import logging
from itertools import pairwise
from math import cos, pi
from typing import Any

__all__ = ["CosineScheduler", "FactorScheduler", "LRScheduler", "MultiFactorScheduler", "PolyScheduler"]


from .core.errors import expect_number, explains_arguments
from .core.lazy_imports import imported_later
from .core.shared_methods import Shared
from .core.text import settings
from .registry.manual import complete_docstring, documented


@documented()
class LRScheduler:
    """The base of all schedules: the learning rate as a function of the number of updates.

    An optimizer that has one as ``lr_scheduler`` calls it with the largest number of updates that any weight has had. A
    subclass defines ``__call__(num_update)``, and may begin with :meth:`get_warmup_lr`.

    Raises
    ------
    ValueError
        For values that make no schedule, such as a ``warmup_begin_lr`` above ``base_lr``.

    Examples
    --------
    >>> class Halving(mx.lr_scheduler.LRScheduler):
    ...     def __call__(self, num_update):
    ...         return self.base_lr * 0.5 ** (num_update // 10)
    >>> schedule = Halving(base_lr=0.8)
    >>> [schedule(n) for n in (1, 10, 20)]
    [0.8, 0.4, 0.2]
    """

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        complete_docstring(cls)

    def __init__(
        self, base_lr: float = 0.01, warmup_steps: int = 0, warmup_begin_lr: float = 0, warmup_mode: str = "linear"
    ) -> None:
        assert isinstance(warmup_steps, int), f"warmup_steps: expected an int, got {warmup_steps!r}"
        expect_number("base_lr", "a number", base_lr)
        expect_number("warmup_begin_lr", "a number", warmup_begin_lr)
        self.base_lr = base_lr
        self.warmup_steps = warmup_steps
        self.warmup_final_lr = base_lr
        self.warmup_begin_lr = warmup_begin_lr
        if warmup_begin_lr > base_lr:
            raise ValueError("Base lr has to be higher than warmup_begin_lr")
        if warmup_steps < 0:
            raise ValueError("Warmup steps has to be positive or 0")
        if warmup_mode not in ("linear", "constant"):
            raise ValueError("Supports only linear and constant modes of warmup")
        self.warmup_mode = warmup_mode

    def __repr__(self) -> str:
        return settings(self)

    def get_warmup_lr(self, num_update: int) -> float:
        """Return the rate during the warm-up, where ``num_update`` is below ``warmup_steps``.

        Parameters
        ----------
        num_update
            The number of updates, below ``warmup_steps``.

        Returns
        -------
        The rate at that point of the rise from ``warmup_begin_lr`` to ``base_lr``.

        Examples
        --------
        >>> schedule = mx.lr_scheduler.FactorScheduler(100, base_lr=0.4, warmup_steps=4)
        >>> [round(schedule.get_warmup_lr(n), 6) for n in range(4)]
        [0.0, 0.1, 0.2, 0.3]
        """
        assert num_update < self.warmup_steps, f"update {num_update} is after the warm-up of {self.warmup_steps}"
        if self.warmup_mode == "constant":
            return self.warmup_begin_lr
        rise = self.warmup_final_lr - self.warmup_begin_lr
        return self.warmup_begin_lr + rise * float(num_update) / float(self.warmup_steps)

    def __call__(self, num_update: int) -> float:
        """Return the learning rate after ``num_update`` updates; subclasses say how.

        Parameters
        ----------
        num_update
            The number of updates up to now.

        Returns
        -------
        The learning rate.
        """
        raise NotImplementedError("a schedule defines __call__(num_update)")


def _check_factor(factor: float) -> None:
    expect_number("factor", "a number", factor)
    if factor > 1.0:
        raise ValueError("Factor must be no more than 1 to make lr reduce")


#: of more drops that come due at once, as in files that name any count, the first are computed as one
_MOST_DROPS = 100_000


class FactorScheduler(LRScheduler):
    """Multiply the learning rate by ``factor`` after every ``step`` updates, not below ``stop_factor_lr``.

    The drop comes with the update after a full step: ``step=3`` drops at updates 4, 7, 10... The schedule remembers the
    rate that it has come to, so it must be called in rising order.

    Parameters
    ----------
    step
        After how many updates the rate drops.
    factor
        What the rate is multiplied by, at most 1.
    stop_factor_lr
        The rate below which it does not fall.

    Raises
    ------
    ValueError
        For a ``step`` below 1 or a ``factor`` above 1.

    Notes
    -----
    An optimizer that has a ``learning_rate`` of its own, as Adam has by default, puts it in place of ``base_lr``.

    Examples
    --------
    >>> schedule = mx.lr_scheduler.FactorScheduler(step=100, factor=0.5, base_lr=0.8)
    >>> [schedule(n) for n in (1, 100, 101, 201)]
    [0.8, 0.8, 0.4, 0.2]
    >>> net = nn.Dense(1)
    >>> net.initialize()
    >>> trainer = gluon.Trainer(net.collect_params(), "sgd", {"lr_scheduler": schedule})
    """

    @explains_arguments
    def __init__(
        self,
        step: int,
        factor: float = 1,
        stop_factor_lr: float = 1e-8,
        base_lr: float = 0.01,
        warmup_steps: int = 0,
        warmup_begin_lr: float = 0,
        warmup_mode: str = "linear",
    ) -> None:
        super().__init__(base_lr, warmup_steps, warmup_begin_lr, warmup_mode)
        expect_number("step", "a number of updates", step)
        if step < 1:
            raise ValueError("Schedule step must be greater or equal than 1 round")
        _check_factor(factor)
        self.count = 0
        self.step, self.factor, self.stop_factor_lr = step, factor, stop_factor_lr

    def __call__(self, num_update: int) -> float:
        """Return the rate after ``num_update`` updates.

        Parameters
        ----------
        num_update
            The number of updates up to now.

        Returns
        -------
        The learning rate.
        """
        if num_update < self.warmup_steps:
            return self.get_warmup_lr(num_update)
        surplus = (num_update - self.count - 1) // self.step - _MOST_DROPS
        if surplus > 0:
            self.count += surplus * self.step
            self.base_lr = max(self.base_lr * self.factor**surplus, self.stop_factor_lr)
        while self.count + self.step < num_update:
            self.count += self.step
            fallen = self.base_lr * self.factor
            self.base_lr = max(fallen, self.stop_factor_lr)
            if fallen < self.stop_factor_lr:
                text = "Update[%d]: now learning rate arrived at %0.5e, will not change in the future"
            else:
                text = "Update[%d]: Change learning rate to %0.5e"
            logging.info(text, num_update, self.base_lr)
            if max(self.base_lr * self.factor, self.stop_factor_lr) == self.base_lr:  # it changes no more
                self.count += (num_update - self.count - 1) // self.step * self.step
        return self.base_lr


class MultiFactorScheduler(LRScheduler):
    """Multiply the learning rate by ``factor`` at given numbers of updates.

    The drop comes with the update after: ``step=[10, 20]`` drops at updates 11 and 21. The schedule remembers the rate
    that it has come to, so it must be called in rising order.

    Parameters
    ----------
    step
        The numbers of updates after which the rate drops, rising.
    factor
        What the rate is multiplied by each time, at most 1.

    Raises
    ------
    ValueError
        For numbers that do not rise or are below 1, or a ``factor`` above 1.

    Notes
    -----
    An optimizer that has a ``learning_rate`` of its own, as Adam has by default, puts it in place of ``base_lr``.

    Examples
    --------
    >>> schedule = mx.lr_scheduler.MultiFactorScheduler(step=[10, 20], factor=0.5, base_lr=0.8)
    >>> [schedule(n) for n in (1, 10, 11, 21, 100)]
    [0.8, 0.8, 0.4, 0.2, 0.2]
    """

    @explains_arguments
    def __init__(
        self,
        step: list[int],
        factor: float = 1,
        base_lr: float = 0.01,
        warmup_steps: int = 0,
        warmup_begin_lr: float = 0,
        warmup_mode: str = "linear",
    ) -> None:
        super().__init__(base_lr, warmup_steps, warmup_begin_lr, warmup_mode)
        assert isinstance(step, list), f"step: expected a list of update counts, got {step!r}"
        assert step, "step: expected one or more update counts, got none"
        if any(after <= before for before, after in pairwise(step)):
            raise ValueError("Schedule step must be an increasing integer list")
        if step[0] < 1:
            raise ValueError("Schedule step must be greater or equal than 1 round")
        _check_factor(factor)
        self.step, self.factor = step, factor
        self.cur_step_ind = self.count = 0

    def __call__(self, num_update: int) -> float:
        """Return the rate after ``num_update`` updates.

        Parameters
        ----------
        num_update
            The number of updates up to now.

        Returns
        -------
        The learning rate.
        """
        if num_update < self.warmup_steps:
            return self.get_warmup_lr(num_update)
        while self.cur_step_ind < len(self.step) and num_update > self.step[self.cur_step_ind]:
            self.count = self.step[self.cur_step_ind]
            self.cur_step_ind += 1
            self.base_lr *= self.factor
            logging.info("Update[%d]: Change learning rate to %0.5e", num_update, self.base_lr)
        return self.base_lr


class _Decay(LRScheduler, metaclass=Shared):
    """A fall from ``base_lr`` to ``final_lr`` over ``max_update`` updates, the warm-up included, along a curve."""

    def _set_end(self, max_update: int, final_lr: float) -> None:
        assert isinstance(max_update, int), f"max_update: expected an int, got {max_update!r}"
        if max_update < 1:
            raise ValueError("maximum number of updates must be strictly positive")
        expect_number("final_lr", "a number", final_lr)
        self.base_lr_orig = self.base_lr
        self.max_update = max_update
        self.final_lr = final_lr
        self.max_steps = self.max_update - self.warmup_steps

    def _share(self, progress: float) -> float:
        """Return which share of the fall is still ahead at ``progress`` in [0, 1]."""
        raise NotImplementedError

    def __call__(self, num_update: int) -> float:
        """Return the rate after ``num_update`` updates.

        Parameters
        ----------
        num_update
            The number of updates up to now.

        Returns
        -------
        The learning rate.
        """
        if num_update < self.warmup_steps:
            return self.get_warmup_lr(num_update)
        if num_update <= self.max_update and self.max_steps > 0:
            share = self._share(float(num_update - self.warmup_steps) / float(self.max_steps))
            self.base_lr = self.final_lr + (self.base_lr_orig - self.final_lr) * share
        return self.base_lr


class PolyScheduler(_Decay):
    """Let the learning rate fall along a power of what is left of the training.

    After the warm-up it is ``final_lr + (base_lr - final_lr) * (1 - p)**pwr``, where ``p`` rises from 0 at
    ``warmup_steps`` updates to 1 at ``max_update``; after that it stays.

    Parameters
    ----------
    pwr
        The power: 1 falls in a line, 2 faster at first.

    Raises
    ------
    ValueError
        For a ``max_update`` below 1.

    Notes
    -----
    The ``learning_rate`` of an optimizer has no effect on it.

    Examples
    --------
    >>> schedule = mx.lr_scheduler.PolyScheduler(max_update=100, base_lr=0.8, pwr=2)
    >>> [schedule(n) for n in (0, 50, 75, 100, 200)]
    [0.8, 0.2, 0.05, 0.0, 0.0]
    """

    @explains_arguments
    def __init__(
        self,
        max_update: int,
        base_lr: float = 0.01,
        pwr: float = 2,
        final_lr: float = 0,
        warmup_steps: int = 0,
        warmup_begin_lr: float = 0,
        warmup_mode: str = "linear",
    ) -> None:
        super().__init__(base_lr, warmup_steps, warmup_begin_lr, warmup_mode)
        self._set_end(max_update, final_lr)
        expect_number("pwr", "a number", pwr)
        self.power = pwr

    def _share(self, progress: float) -> float:
        return (1 - progress) ** self.power


class CosineScheduler(_Decay):
    """Let the learning rate fall along half a cosine.

    After the warm-up it is ``final_lr + (base_lr - final_lr) * (1 + cos(pi * p)) / 2``, where ``p`` rises from 0 at
    ``warmup_steps`` updates to 1 at ``max_update``; after that it stays.

    Raises
    ------
    ValueError
        For a ``max_update`` below 1.

    Notes
    -----
    Loshchilov and Hutter, "SGDR: stochastic gradient descent with warm restarts", arXiv 1608.03983. The
    ``learning_rate`` of an optimizer has no effect on it.

    Examples
    --------
    >>> schedule = mx.lr_scheduler.CosineScheduler(max_update=100, base_lr=0.8, warmup_steps=20)
    >>> [round(schedule(n), 6) for n in (0, 10, 20, 60, 100)]
    [0.0, 0.4, 0.8, 0.4, 0.0]
    """

    @explains_arguments
    def __init__(
        self,
        max_update: int,
        base_lr: float = 0.01,
        final_lr: float = 0,
        warmup_steps: int = 0,
        warmup_begin_lr: float = 0,
        warmup_mode: str = "linear",
    ) -> None:
        super().__init__(base_lr, warmup_steps, warmup_begin_lr, warmup_mode)
        self._set_end(max_update, final_lr)

    def _share(self, progress: float) -> float:
        return (1 + cos(pi * progress)) / 2


__getattr__, __dir__ = imported_later(__name__, {})
