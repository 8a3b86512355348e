"""Activation layers."""

from typing import Any

from ... import initializer
from ...util import is_np_array
from ..block import HybridBlock

__all__ = ["ELU", "GELU", "SELU", "Activation", "LeakyReLU", "PReLU", "SiLU", "Swish"]

_A_QUARTER = initializer.Constant(0.25)


def _no_name(activation: Any) -> str:
    more = ", which is a layer: add it behind this one" if isinstance(activation, HybridBlock) else ""
    return f"activation: expected a name such as 'relu', got a {type(activation).__name__}{more}"


def activation_within(activation: str | None) -> "Activation | None":
    """Return the activation at the end of another layer, None without one; TypeError for what is no name."""
    if activation is None:
        return None
    if not isinstance(activation, str):
        raise TypeError(_no_name(activation))
    return Activation(activation, prefix=f"{activation}_")


class Activation(HybridBlock):
    """Apply a function to each element; the layer is named after it.

    Parameters
    ----------
    activation
        Which: ``'relu'``, ``'sigmoid'``, ``'tanh'``, ``'softrelu'`` ``log(1 + exp(x))``, ``'softsign'`` ``x / (1 +
        |x|)``, ``'log_sigmoid'`` or ``'mish'`` ``x * tanh(softrelu(x))``.

    Examples
    --------
    >>> x = nd.array([-2, 0, 2])
    >>> print(nn.Activation("relu")(x).asnumpy())
    [0. 0. 2.]
    """

    def __init__(self, activation: str, **kwargs: Any) -> None:
        if isinstance(activation, HybridBlock):
            raise AttributeError(_no_name(activation))
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
    """Return ``x`` where it is positive and ``alpha * x`` elsewhere.

    Parameters
    ----------
    alpha
        The slope below 0: 0 or more, else AssertionError.

    Examples
    --------
    >>> x = nd.array([-2, 0, 2])
    >>> print(nn.LeakyReLU(0.1)(x).asnumpy())
    [-0.2  0.   2. ]
    """

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
    """A leaky rectifier whose slope is learned (He et al. 2015): ``x`` above 0, ``alpha * x`` below.

    The parameter is ``alpha`` of shape ``(in_channels,)``.

    Parameters
    ----------
    alpha_initializer
        How the slopes begin.
    in_channels
        1: one slope for all; the number of channels, axis 1 of the input: one for each.

    Examples
    --------
    >>> layer = nn.PReLU()
    >>> layer.initialize()
    >>> print(layer(nd.array([[-2, 0, 2]])).asnumpy())
    [[-0.5  0.   2. ]]
    """

    def __init__(self, alpha_initializer: Any = _A_QUARTER, in_channels: int = 1, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        with self.name_scope():
            self.alpha = self.params.get("alpha", shape=(in_channels,), init=alpha_initializer)

    def hybrid_forward(self, F: Any, x: Any, alpha: Any) -> Any:
        """Return ``x`` where it is positive and ``alpha * x`` elsewhere."""
        return F.LeakyReLU(x, gamma=alpha, act_type="prelu", name="fwd")


class ELU(HybridBlock):
    """The exponential linear unit (Clevert et al. 2016): ``x`` above 0, ``alpha * (exp(x) - 1)`` below.

    Parameters
    ----------
    alpha
        Minus what the values tend to far below 0.

    Examples
    --------
    >>> x = nd.array([-2, 0, 2])
    >>> print(nn.ELU()(x).asnumpy())
    [-0.86466473  0.          2.        ]
    """

    def __init__(self, alpha: float = 1.0, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._alpha = alpha

    def hybrid_forward(self, F: Any, x: Any) -> Any:
        """Apply the function to each element."""
        return F.LeakyReLU(x, act_type="elu", slope=self._alpha)


class SELU(HybridBlock):
    """The scaled exponential linear unit (Klambauer et al. 2017).

    ``1.0507 * x`` above 0, ``1.7581 * (exp(x) - 1)`` below.

    Examples
    --------
    >>> x = nd.array([-2, 0, 2])
    >>> print(nn.SELU()(x).asnumpy())
    [-1.5201665  0.         2.101402 ]
    """

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)

    def hybrid_forward(self, F: Any, x: Any) -> Any:
        """Apply the function to each element."""
        return F.LeakyReLU(x, act_type="selu", name="fwd")


class GELU(HybridBlock):
    """The Gaussian error linear unit (Hendrycks and Gimpel 2016).

    ``x`` times the share of the standard normal distribution that lies below ``x``.

    Examples
    --------
    >>> x = nd.array([-2, 0, 2])
    >>> print(nn.GELU()(x).asnumpy())
    [-0.0455001  0.         1.9545   ]
    """

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)

    def hybrid_forward(self, F: Any, x: Any) -> Any:
        """Apply the function to each element."""
        return F.LeakyReLU(x, act_type="gelu", name="fwd")


class Swish(HybridBlock):
    """Return ``x * sigmoid(beta * x)`` (Ramachandran et al. 2017).

    Parameters
    ----------
    beta
        What ``x`` is multiplied by within the sigmoid.

    Examples
    --------
    >>> x = nd.array([-2, 0, 2])
    >>> print(nn.Swish()(x).asnumpy())
    [-0.23840584  0.          1.761594  ]
    """

    def __init__(self, beta: float = 1.0, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._beta = beta

    def hybrid_forward(self, F: Any, x: Any) -> Any:
        """Apply the function to each element."""
        return x * F.sigmoid(self._beta * x, **({} if is_np_array() else {"name": "fwd"}))


class SiLU(HybridBlock):
    """The sigmoid linear unit (Elfwing et al., arXiv 1702.03118): ``x * sigmoid(x)``.

    Notes
    -----
    MXNet 2 has it, 1.9.1 has not.

    Examples
    --------
    >>> x = nd.array([-2, 0, 2])
    >>> print(nn.SiLU()(x).asnumpy())
    [-0.23840584  0.          1.761594  ]
    """

    def hybrid_forward(self, F: Any, x: Any) -> Any:
        """Apply the function to each element."""
        return x * F.sigmoid(x)
