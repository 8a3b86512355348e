"""Initializers made of others: by pattern of the name, from saved parameters, and for fused recurrent layers."""

import logging
import re
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from .. import ndarray as nd
from ..core.errors import MXNetKeyError, shortened
from ..core.recurrent import GATES, Layout, cut
from ..registry.manual import documented
from .base import InitDesc, Initializer, checked_number, create, register, write

__all__ = ["FusedRNN", "Load", "Mixed"]


@documented()
class Load:
    """Take parameters from a file or a dict of arrays by name, and those it lacks from another initializer.

    It is for modules; blocks of Gluon have ``load_parameters``, with ``allow_missing``.

    Parameters
    ----------
    param : str or dict of str to NDArray
        The arrays by name, or the path of a file that :func:`mxnet.nd.save` wrote, such as a checkpoint's ``.params``;
        the prefixes ``arg:`` and ``aux:`` are dropped.
    default_init : Initializer or None
        What fills the parameters that are not among them; None: that is an error.
    verbose
        Whether to log where each parameter comes from.

    Raises
    ------
    AssertionError
        When it is called, for a parameter of another shape, and for one that is missing without a ``default_init``.

    Examples
    --------
    >>> init = mx.init.Load({"arg:fc_weight": nd.array([[1, 2]])}, default_init=mx.init.Zero())
    >>> net = mx.sym.FullyConnected(mx.sym.var("data"), num_hidden=1, name="fc")
    >>> module = mx.mod.Module(net, label_names=None)
    >>> module.bind([("data", (1, 2))])
    >>> module.init_params(init)
    >>> weights, _ = module.get_params()
    >>> print(weights["fc_weight"].asnumpy(), weights["fc_bias"].asnumpy())
    [[1. 2.]] [0.]
    """

    def __init__(self, param: str | Mapping[str, Any], default_init: Any = None, verbose: bool = False) -> None:
        loaded = nd.load(param) if isinstance(param, str) else param
        self._source = f" {param}" if isinstance(param, str) else ""
        assert isinstance(loaded, Mapping), f"param{self._source}: expected named arrays, got {type(loaded).__name__}"
        self.param = {re.sub("^(arg|aux):", "", name): array for name, array in loaded.items()}
        self.default_init = default_init
        self.verbose = verbose

    def __call__(self, name: str, arr: Any) -> None:
        """Fill ``arr``, the parameter ``name``."""
        if name in self.param:
            source = self.param[name]
            assert arr.shape == source.shape, (
                f"Parameter {name} cannot be initialized from loading{self._source}. "
                f"Shape mismatch, target {arr.shape} vs loaded {source.shape}"
            )
            write(arr, source)
            origin = "loading"
        else:
            assert self.default_init is not None, (
                f"Cannot Initialize {name}. Not found in loaded param and no default Initializer is provided."
            )
            self.default_init(name, arr)
            origin = "default"
        if self.verbose:
            logging.info("Initialized %s by %s", name, origin)


@documented()
class Mixed:
    """Choose among initializers by the parameter's name.

    The first pattern that matches the beginning of the name counts. The initializer that it stands for still fills by
    the end of the name, so that a bias is 0 whichever it is (see :class:`Initializer`). It is for modules; in Gluon,
    ``net.collect_params('.*dense0.*').initialize(...)`` initializes a part.

    Parameters
    ----------
    patterns : list of str
        Regular expressions; end with ``'.*'`` for all others.
    initializers : list of Initializer
        The initializers, one for each pattern.

    Raises
    ------
    AssertionError
        Unless there are as many patterns as initializers.
    ValueError
        When it is called, for a name that no pattern matches.

    Examples
    --------
    >>> init = mx.init.Mixed(["fc1_.*", ".*"], [mx.init.One(), mx.init.Constant(0.5)])
    >>> net = mx.sym.FullyConnected(mx.sym.var("data"), num_hidden=2, name="fc1")
    >>> net = mx.sym.FullyConnected(net, num_hidden=1, name="fc2")
    >>> module = mx.mod.Module(net, label_names=None)
    >>> module.bind([("data", (1, 1))])
    >>> module.init_params(init)
    >>> weights, _ = module.get_params()
    >>> print(weights["fc1_weight"].asnumpy().ravel(), weights["fc2_weight"].asnumpy().ravel())
    [1. 1.] [0.5 0.5]
    """

    def __init__(self, patterns: Sequence[str], initializers: Sequence[Any]) -> None:
        assert len(patterns) == len(initializers), f"{len(patterns)} patterns for {len(initializers)} initializers"
        self.map = [(re.compile(item), init) for item, init in zip(patterns, initializers, strict=True)]

    def __call__(self, name: str, arr: Any) -> None:
        """Fill ``arr``, the parameter ``name``."""
        for pattern, init in self.map:
            if pattern.match(name):
                init(name, arr)
                return
        raise ValueError(f'Parameter name {name} did not match any pattern: add a last pattern ".*" with a default')


# -- the fused RNN operator's one long vector of parameters ------------------------------------------------------------


def _length(name: str, value: Any) -> int:
    if not isinstance(value, (int, np.integer)) or value < 1:
        raise ValueError(f"{name}: expected a positive integer, got {str(value)[:50]!r}")
    return int(value)


@register
class FusedRNN(Initializer):
    """Initialize the one long vector of parameters of the ``RNN`` operator as the weights and biases in it.

    :class:`mxnet.rnn.FusedRNNCell` uses it by itself.

    Parameters
    ----------
    init : Initializer, str or None
        What fills each gate's matrix and bias: an initializer or its JSON; None: the network's own.
    num_hidden
        The length of a layer's state.
    num_layers
        The number of layers.
    mode
        The kind of cell: 'rnn_relu', 'rnn_tanh', 'lstm' or 'gru'.
    bidirectional
        Whether each layer also runs from the end to the beginning.
    forget_bias
        What the biases of an LSTM's forget gates begin with.

    Raises
    ------
    AssertionError
        When it is called, for a vector whose length fits no input size.
    KeyError
        When it is called, for an unknown mode.
    ValueError
        When it is called, for sizes that are no positive integers.

    Examples
    --------
    >>> parameters = nd.zeros(24)
    >>> init = mx.init.FusedRNN(mx.init.One(), num_hidden=1, num_layers=1, mode="lstm")
    >>> init(mx.init.InitDesc("lstm_weight"), parameters)
    >>> print(parameters.asnumpy())
    [1. 1. 1. 1. 1. 1. 1. 1. 1. 1. 1. 1. 1. 1. 1. 1. 0. 1. 0. 0. 0. 1. 0. 0.]
    """

    def __init__(
        self,
        init: Initializer | str | None,
        num_hidden: int,
        num_layers: int,
        mode: str,
        bidirectional: bool = False,
        forget_bias: float = 1.0,
    ) -> None:
        inner: Initializer | None = create(init) if isinstance(init, str) else init
        if inner is not None and not isinstance(inner, Initializer):
            raise TypeError(f"init: expected an initializer, its JSON or None, got {str(inner)[:50]!r}")
        sizes = {"num_hidden": num_hidden, "num_layers": num_layers, "mode": mode, "bidirectional": bidirectional}
        super().__init__(init=None if inner is None else inner.dumps(), **sizes, forget_bias=forget_bias)
        self._init, self._num_hidden, self._num_layers, self._mode = inner, num_hidden, num_layers, mode
        self._directions = 2 if bidirectional else 1
        self._forget_bias = forget_bias

    def _init_weight(self, desc: Any, arr: Any) -> None:
        fill = self._init or getattr(desc, "global_init", None)
        if fill is None or fill is self:
            raise ValueError(f"{desc}: FusedRNN(None, ...) needs the network's own initializer")
        if self._mode not in list(GATES):  # what a file says need not be a text
            raise MXNetKeyError(f"mode: expected one of {list(GATES)}, got {shortened(repr(self._mode))}")
        hidden, layers = _length("num_hidden", self._num_hidden), _length("num_layers", self._num_layers)
        layout = Layout(self._mode, hidden, layers, self._directions)
        features = layout.inputs(arr.size)
        assert features > 0, f"Invalid parameters size for FusedRNNCell: {arr.size} values fit no input size"
        for name, piece in cut(arr, layout.gates(features)).items():
            part = nd.zeros(piece.shape, ctx=arr.context, dtype=arr.dtype)
            if self._mode == "lstm" and name.endswith("_f_bias"):
                part[:] = checked_number("forget_bias", self._forget_bias)
            else:
                fill(InitDesc(name, global_init=getattr(desc, "global_init", None)), part)
            piece[:] = part
