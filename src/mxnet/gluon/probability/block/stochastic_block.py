"""Blocks whose ``forward`` adds terms to the loss, such as the divergence of a posterior from its prior."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from ...block import HybridBlock


class StochasticBlock(HybridBlock):
    """A block whose ``forward`` is decorated by :meth:`collectLoss` and calls ``self.add_loss``.

    After a call :attr:`losses` has what was added, in order.

    >>> class Posterior(StochasticBlock):
    ...     @StochasticBlock.collectLoss
    ...     def forward(self, loc, scale):
    ...         q = Normal(loc, scale)
    ...         self.add_loss(kl_divergence(q, Normal(0.0, 1.0)))
    ...         return q.sample()
    """

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._losses: list[Any] = []
        self._loss_cache: list[Any] = []
        self._collects = False

    def add_loss(self, loss: Any) -> None:
        """Add a term to the losses of this call; within ``forward``."""
        self._loss_cache.append(loss)

    @staticmethod
    def collectLoss(forward: Callable[..., Any]) -> Callable[..., Any]:
        """Decorate ``forward`` so that the losses added in it are results of the block."""

        @wraps(forward)
        def with_losses(self: StochasticBlock, *args: Any, **kwargs: Any) -> tuple[Any, list[Any]]:
            self._loss_cache = []
            result = forward(self, *args, **kwargs)
            self._collects = True
            return result, list(self._loss_cache)

        return with_losses

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """Compute the block and return what ``forward`` returns; ValueError if it is not decorated."""
        result = super().__call__(*args, **kwargs)
        if not self._collects:
            raise ValueError("The forward function should be decorated by StochasticBlock.collectLoss")
        self._losses = list(result[1])
        return result[0]

    @property
    def losses(self) -> list[Any]:
        """The losses of the last call."""
        return self._losses


class StochasticSequential(StochasticBlock):
    """Blocks in a sequence; the losses are those of its stochastic blocks, a list for each."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._layers: list[Any] = []

    def add(self, *blocks: Any) -> None:
        """Add blocks at the end."""
        for block in blocks:
            self._layers.append(block)
            self.register_child(block)

    @StochasticBlock.collectLoss
    def forward(self, x: Any, *args: Any) -> Any:
        """Compute the blocks one after the other; ``args`` go to the first."""
        for layer in self._layers:
            x = layer(x, *args)
            args = ()
            if isinstance(layer, StochasticBlock):
                self.add_loss(layer.losses)
        return x

    def __getitem__(self, key: Any) -> Any:
        layers = self._layers[key]
        if not isinstance(layers, list):
            return layers
        part = type(self)()
        part.add(*layers)
        return part

    def __len__(self) -> int:
        return len(self._layers)
