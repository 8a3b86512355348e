"""Activation layers."""

from __future__ import annotations

from typing import Any

from ... import initializer
from ...util import is_np_array
from ..block import HybridBlock

__all__ = ["ELU", "GELU", "SELU", "Activation", "LeakyReLU", "PReLU", "SiLU", "Swish"]

_A_QUARTER = initializer.Constant(0.25)


class Activation(HybridBlock):
    """Apply the operator ``Activation``: ``relu``, ``sigmoid``, ``tanh``, ``softrelu`` or ``softsign``.

    The layer is named after its function. Input and output have the same shape.
    """

    def __init__(self, activation: str, **kwargs: Any) -> None:
        self._act_type = activation  # the name of the block depends on it
        super().__init__(**kwargs)

    def _alias(self) -> str:
        return self._act_type

    def hybrid_forward(self, F: Any, x: Any) -> Any:
        """Apply the function to each element."""
        return F.Activation(x, act_type=self._act_type, name="fwd")

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self._act_type})"


class LeakyReLU(HybridBlock):
    """Return ``x`` where it is positive and ``alpha * x`` elsewhere; ``alpha`` is 0 or more, else AssertionError."""

    def __init__(self, alpha: float, **kwargs: Any) -> None:
        assert alpha >= 0, f"LeakyReLU: alpha is expected to be 0 or more, got {alpha}"
        super().__init__(**kwargs)
        self._alpha = alpha

    def hybrid_forward(self, F: Any, x: Any) -> Any:
        """Apply the function to each element."""
        return F.LeakyReLU(x, act_type="leaky", slope=self._alpha, name="fwd")

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self._alpha})"


class PReLU(HybridBlock):
    """A leaky rectifier whose slope is learned (He et al. 2015), one for all channels or one for each.

    ``alpha`` has the shape ``(in_channels,)``; the channels are axis 1 of the input.
    """

    def __init__(self, alpha_initializer: Any = _A_QUARTER, in_channels: int = 1, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        with self.name_scope():
            self.alpha = self.params.get("alpha", shape=(in_channels,), init=alpha_initializer)

    def hybrid_forward(self, F: Any, x: Any, alpha: Any) -> Any:
        """Return ``x`` where it is positive and ``alpha * x`` elsewhere."""
        return F.LeakyReLU(x, gamma=alpha, act_type="prelu", name="fwd")


class ELU(HybridBlock):
    """The exponential linear unit (Clevert et al. 2016): ``alpha * (exp(x) - 1)`` below 0."""

    def __init__(self, alpha: float = 1.0, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._alpha = alpha

    def hybrid_forward(self, F: Any, x: Any) -> Any:
        """Apply the function to each element."""
        return F.LeakyReLU(x, act_type="elu", slope=self._alpha)


class SELU(HybridBlock):
    """The scaled exponential linear unit (Klambauer et al. 2017)."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)

    def hybrid_forward(self, F: Any, x: Any) -> Any:
        """Apply the function to each element."""
        return F.LeakyReLU(x, act_type="selu", name="fwd")


class GELU(HybridBlock):
    """The Gaussian error linear unit (Hendrycks and Gimpel 2016), with the error function itself."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)

    def hybrid_forward(self, F: Any, x: Any) -> Any:
        """Apply the function to each element."""
        return F.LeakyReLU(x, act_type="gelu", name="fwd")


class Swish(HybridBlock):
    """Return ``x * sigmoid(beta * x)`` (Ramachandran et al. 2017)."""

    def __init__(self, beta: float = 1.0, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._beta = beta

    def hybrid_forward(self, F: Any, x: Any) -> Any:
        """Apply the function to each element."""
        return x * F.sigmoid(self._beta * x, **({} if is_np_array() else {"name": "fwd"}))


class SiLU(HybridBlock):
    """The sigmoid linear unit (Elfwing et al., arXiv 1702.03118): ``x * sigmoid(x)``."""

    def hybrid_forward(self, F: Any, x: Any) -> Any:
        """Apply the function to each element."""
        return x * F.sigmoid(x)
