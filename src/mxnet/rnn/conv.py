"""Cells whose matrices are convolutions: states are images (Shi et al. 2015)."""

from collections.abc import Sequence
from functools import partial
from typing import Any

from .. import symbol
from .base_cell import BaseRNNCell, RNNParams
from .cells import GRUStep, LSTMStep, PlainStep

__all__ = ["BaseConvRNNCell", "ConvGRUCell", "ConvLSTMCell", "ConvRNNCell"]

Pair = tuple[int, int]
_LEAKY = partial(symbol.LeakyReLU, act_type="leaky", slope=0.2)


class BaseConvRNNCell(BaseRNNCell):
    """The base class of convolutional cells.

    Parameters
    ----------
    input_shape
        The inputs' shape, batch included, with axes as ``conv_layout`` says.
    num_hidden
        The channels of states and outputs.
    h2h_kernel, h2h_dilate
        Window and dilation of the convolution of the states, which is padded so that the size stays: the kernel must be
        odd.
    i2h_kernel, i2h_stride, i2h_pad, i2h_dilate
        Window, step, padding and dilation of the convolution of the inputs.
    i2h_weight_initializer, h2h_weight_initializer, i2h_bias_initializer, h2h_bias_initializer
        What gives the variables their values; None: as the model says.
    activation
        A name of ``Activation``, or a function of symbols.
    prefix
        What the names of nodes and weights begin with.
    params : RNNParams or None
        Weights to share with other cells; None: weights of its own.
    conv_layout
        The order of the axes: ``'NCHW'`` or ``'NHWC'``.

    Raises
    ------
    AssertionError
        For an even ``h2h_kernel``.

    Examples
    --------
    >>> cell = mx.rnn.ConvLSTMCell(input_shape=(2, 3, 8, 8), num_hidden=4)
    >>> isinstance(cell, mx.rnn.BaseConvRNNCell)
    True
    """

    _default_prefix = ""

    def __init__(
        self,
        input_shape: Sequence[int],
        num_hidden: int,
        h2h_kernel: Pair = (3, 3),
        h2h_dilate: Pair = (1, 1),
        i2h_kernel: Pair = (3, 3),
        i2h_stride: Pair = (1, 1),
        i2h_pad: Pair = (1, 1),
        i2h_dilate: Pair = (1, 1),
        i2h_weight_initializer: Any = None,
        h2h_weight_initializer: Any = None,
        i2h_bias_initializer: Any = "zeros",
        h2h_bias_initializer: Any = "zeros",
        activation: Any = _LEAKY,
        prefix: str | None = None,
        params: RNNParams | None = None,
        conv_layout: Any = "NCHW",
    ) -> None:
        super().__init__(self._default_prefix if prefix is None else prefix, params)
        assert all(size % 2 == 1 for size in h2h_kernel), f"Only support odd number, get h2h_kernel= {h2h_kernel}"
        self._h2h_kernel, self._h2h_dilate = h2h_kernel, h2h_dilate
        self._h2h_pad = tuple(d * (k - 1) // 2 for d, k in zip(h2h_dilate, h2h_kernel, strict=True))
        self._i2h_kernel, self._i2h_stride, self._h2h_stride = i2h_kernel, i2h_stride, (1, 1)
        self._i2h_pad, self._i2h_dilate = i2h_pad, i2h_dilate
        self._num_hidden, self._activation = num_hidden, activation
        self._input_shape, self._conv_layout = input_shape, conv_layout
        self._state_shape = self._infer_state_shape()
        self._iW = self.params.get("i2h_weight", init=i2h_weight_initializer)
        self._hW = self.params.get("h2h_weight", init=h2h_weight_initializer)
        self._iB = self.params.get("i2h_bias", init=i2h_bias_initializer)
        self._hB = self.params.get("h2h_bias", init=h2h_bias_initializer)

    def _infer_state_shape(self) -> tuple[int, ...]:
        image = self._convolved("i2h", symbol.Variable("data"), self._num_hidden, name="state")
        _, shapes, _ = image.infer_shape(data=self._input_shape)
        return (0, *shapes[0][1:])

    def _convolved(self, part: str, data: Any, channels: int, **kwargs: Any) -> Any:
        sizes = {name: getattr(self, f"_{part}_{name}") for name in ("kernel", "stride", "pad", "dilate")}
        return symbol.Convolution(data=data, num_filter=channels, **sizes, layout=self._conv_layout, **kwargs)

    @property
    def _num_gates(self) -> int:
        return len(self._gate_names)

    @property
    def state_info(self) -> list[dict[str, Any]]:
        """What describes each state: an image, 0 where the batch is."""
        return [{"shape": self._state_shape, "__layout__": self._conv_layout} for _ in range(self._num_states)]

    def _products(self, inputs: Any, state: Any, name: str) -> tuple[Any, Any]:
        """Return the convolutions of the inputs and of the state before: all gates' parts along the channels."""
        channels = self._num_hidden * self._num_gates
        i2h = self._convolved("i2h", inputs, channels, weight=self._iW, bias=self._iB, name=f"{name}i2h")
        h2h = self._convolved("h2h", state, channels, weight=self._hW, bias=self._hB, name=f"{name}h2h")
        return i2h, h2h

    def __call__(self, inputs: Any, states: Sequence[Any]) -> tuple[Any, list[Any]]:
        """Compute one step; subclasses say how."""
        raise NotImplementedError("BaseConvRNNCell is abstract class for convolutional RNN")


class ConvRNNCell(PlainStep, BaseConvRNNCell):
    """The plain cell over images: ``h = activation(W * x + R * h + b)``. Its prefix is ``ConvRNN_`` unless given.

    Parameters
    ----------
    input_shape
        The inputs' shape, batch included, with axes as ``conv_layout`` says.
    num_hidden
        The channels of states and outputs.
    h2h_kernel, h2h_dilate
        Window and dilation of the convolution of the states, which is padded so that the size stays: the kernel must be
        odd.
    i2h_kernel, i2h_stride, i2h_pad, i2h_dilate
        Window, step, padding and dilation of the convolution of the inputs.
    i2h_weight_initializer, h2h_weight_initializer, i2h_bias_initializer, h2h_bias_initializer
        What gives the variables their values; None: as the model says.
    activation
        A name of ``Activation``, or a function of symbols.
    prefix
        What the names of nodes and weights begin with; None: ``ConvRNN_``.
    params : RNNParams or None
        Weights to share with other cells; None: weights of its own.
    conv_layout
        The order of the axes: ``'NCHW'`` or ``'NHWC'``.

    Examples
    --------
    >>> cell = mx.rnn.ConvRNNCell(input_shape=(1, 3, 8, 8), num_hidden=4)
    >>> outputs, states = cell.unroll(2, inputs=[sym.Variable("x0"), sym.Variable("x1")])
    >>> outputs[-1].infer_shape(x0=(1, 3, 8, 8), x1=(1, 3, 8, 8))[1]
    [(1, 4, 8, 8)]
    """

    _default_prefix = "ConvRNN_"


class ConvLSTMCell(LSTMStep, BaseConvRNNCell):
    """Long short-term memory over images. Its prefix is ``ConvLSTM_`` unless given.

    Parameters
    ----------
    input_shape
        The inputs' shape, batch included, with axes as ``conv_layout`` says.
    num_hidden
        The channels of states and outputs.
    h2h_kernel, h2h_dilate
        Window and dilation of the convolution of the states, which is padded so that the size stays: the kernel must be
        odd.
    i2h_kernel, i2h_stride, i2h_pad, i2h_dilate
        Window, step, padding and dilation of the convolution of the inputs.
    i2h_weight_initializer, h2h_weight_initializer, i2h_bias_initializer, h2h_bias_initializer
        What gives the variables their values; None: as the model says.
    activation
        A name of ``Activation``, or a function of symbols.
    prefix
        What the names of nodes and weights begin with; None: ``ConvLSTM_``.
    params : RNNParams or None
        Weights to share with other cells; None: weights of its own.
    conv_layout
        The order of the axes: ``'NCHW'`` or ``'NHWC'``.

    Examples
    --------
    >>> cell = mx.rnn.ConvLSTMCell(input_shape=(1, 3, 8, 8), num_hidden=4)
    >>> outputs, states = cell.unroll(2, inputs=[sym.Variable("x0"), sym.Variable("x1")])
    >>> outputs[-1].infer_shape(x0=(1, 3, 8, 8), x1=(1, 3, 8, 8))[1]
    [(1, 4, 8, 8)]
    """

    _default_prefix = "ConvLSTM_"

    def _axis(self) -> dict[str, int]:
        return {"axis": self._conv_layout.find("C")}


class ConvGRUCell(GRUStep, BaseConvRNNCell):
    """The gated recurrent unit over images. Its prefix is ``ConvGRU_`` unless given.

    Parameters
    ----------
    input_shape
        The inputs' shape, batch included, with axes as ``conv_layout`` says.
    num_hidden
        The channels of states and outputs.
    h2h_kernel, h2h_dilate
        Window and dilation of the convolution of the states, which is padded so that the size stays: the kernel must be
        odd.
    i2h_kernel, i2h_stride, i2h_pad, i2h_dilate
        Window, step, padding and dilation of the convolution of the inputs.
    i2h_weight_initializer, h2h_weight_initializer, i2h_bias_initializer, h2h_bias_initializer
        What gives the variables their values; None: as the model says.
    activation
        A name of ``Activation``, or a function of symbols.
    prefix
        What the names of nodes and weights begin with; None: ``ConvGRU_``.
    params : RNNParams or None
        Weights to share with other cells; None: weights of its own.
    conv_layout
        The order of the axes: ``'NCHW'`` or ``'NHWC'``.

    Examples
    --------
    >>> cell = mx.rnn.ConvGRUCell(input_shape=(1, 3, 8, 8), num_hidden=4)
    >>> outputs, states = cell.unroll(2, inputs=[sym.Variable("x0"), sym.Variable("x1")])
    >>> outputs[-1].infer_shape(x0=(1, 3, 8, 8), x1=(1, 3, 8, 8))[1]
    [(1, 4, 8, 8)]
    """

    _default_prefix = "ConvGRU_"

    def _axis(self) -> dict[str, int]:
        channels = self._conv_layout.find("C")
        # The operator's default is left unsaid: graphs saved by MXNet do not say it either.
        return {} if channels == 1 else {"axis": channels}
