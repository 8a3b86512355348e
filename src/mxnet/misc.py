"""``mxnet.misc``: the first learning rate schedules, which :mod:`mxnet.lr_scheduler` replaced."""

import logging


class LearningRateScheduler:
    """A function of the iteration that gives the learning rate; ``base_lr`` is the rate to begin with."""

    def __init__(self) -> None:
        self.base_lr = 0.01

    def __call__(self, iteration: int) -> float:
        """Return the learning rate of an iteration; subclasses say how."""
        raise NotImplementedError("a schedule defines __call__(iteration)")


class FactorScheduler(LearningRateScheduler):
    """Multiply the rate by ``factor`` after every ``step`` iterations."""

    def __init__(self, step: int, factor: float = 0.1) -> None:
        super().__init__()
        if step < 1:
            raise ValueError("Schedule step must be greater or equal than 1 round")
        if factor >= 1.0:
            raise ValueError("Factor must be less than 1 to make lr reduce")
        self.step, self.factor = step, factor
        self.init, self.old_lr = False, self.base_lr

    def __call__(self, iteration: int) -> float:
        """Return ``base_lr * factor ** (iteration // step)``; a change is logged."""
        if not self.init:
            self.init, self.old_lr = True, self.base_lr
        rate = self.base_lr * self.factor ** (iteration // self.step)
        if rate != self.old_lr:
            logging.info("At Iteration [%d]: Switch to new learning rate %.5f", iteration, rate)
            self.old_lr = rate
        return rate
