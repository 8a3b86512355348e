"""Recurrent cells whose products are convolutions, so that inputs, outputs and states are images."""

import numbers
from collections.abc import Sequence
from functools import partial
from typing import Any

from ....rnn.steps import gru_step, lstm_step, memory_of
from ...rnn.recurrent_cell import HybridRecurrentCell

__all__ = [
    "Conv1DGRUCell", "Conv1DLSTMCell", "Conv1DRNNCell", "Conv2DGRUCell", "Conv2DLSTMCell", "Conv2DRNNCell",
    "Conv3DGRUCell", "Conv3DLSTMCell", "Conv3DRNNCell",
]  # fmt: skip

_TEXT = """

    Inputs, outputs and states are images; the convolution of the state keeps its size. Output and states are
    ``(N, hidden_channels, ...)``, as large as the convolution of the inputs leaves them.

    Parameters
    ----------
    input_shape
        The shape of one input without the batch, in the order of ``conv_layout``; 0 channels are found at the first
        step.
    hidden_channels
        The number of channels of the output and the states.
    i2h_kernel
        The size of the kernel of the inputs: a number, or one for each axis.
    h2h_kernel
        The size of the kernel of the state: odd numbers. It is padded so that the state keeps its size.
    i2h_pad
        How many zeros are put before and after the inputs along each axis.
    i2h_dilate
        The distance between the elements of the kernel of the inputs.
    h2h_dilate
        The distance between the elements of the kernel of the state.
    conv_layout
        The order of the axes: N the batch, C the channels, D, H, W depth, height and width; None: channels second.
    activation
        The function of the new state: the name of an ``Activation``, a ``LeakyReLU`` block, or a function of an array
        and a name.

    Examples
    --------
    >>> cell = gluon.contrib.rnn.{name}({shape}, 4, i2h_kernel=3, h2h_kernel=3, i2h_pad=1)
    >>> cell.initialize()
    >>> output, states = cell(nd.zeros({batch}), cell.begin_state(batch_size=2))
    >>> output.shape, len(states)
    ({output}, {states})
    """

_RNN = "A cell ``h' = act(W_i * x + b_i + W_h * h + b_h)`` over {}, ``*`` a convolution."


def _text(summary: str, name: str, states: int = 1) -> str:
    """Return the docstring of a cell over as many axes as its name says."""
    space = (6,) * int(name[4])
    shapes = {"shape": (3, *space), "batch": (2, 3, *space), "output": (2, 4, *space)}
    return summary + _TEXT.format(name=name, states=states, **shapes)


def _tuple(value: Any, dims: int, what: str) -> tuple[int, ...]:
    """Return one number for each axis."""
    if isinstance(value, numbers.Number):
        return (value,) * dims  # type: ignore[return-value]
    assert len(value) == dims, f"{what}: a convolution over {dims} axes takes {dims} numbers, or one; got {value!r}"
    return tuple(value)


def _get_conv_out_size(
    dimensions: Sequence[int], kernels: Sequence[int], paddings: Sequence[int], dilations: Sequence[int]
) -> tuple[int, ...]:
    """Return the sizes that a convolution leaves; 0 where they are not known."""
    item = zip(dimensions, kernels, paddings, dilations, strict=True)
    return tuple(size + 2 * pad - dilate * (kernel - 1) if size else 0 for size, kernel, pad, dilate in item)


class _BaseConvRNNCell(HybridRecurrentCell):
    """A cell with convolutions of inputs (``i2h``) and state (``h2h``) that give all gates at once."""

    _gates, _states, _dims, _kind = 1, 1, 1, "conv"
    i2h_weight: Any

    def __init__(
        self,
        input_shape: Any,
        hidden_channels: int,
        i2h_kernel: Any,
        h2h_kernel: Any,
        i2h_pad: Any = 0,
        i2h_dilate: Any = 1,
        h2h_dilate: Any = 1,
        i2h_weight_initializer: Any = None,
        h2h_weight_initializer: Any = None,
        i2h_bias_initializer: Any = "zeros",
        h2h_bias_initializer: Any = "zeros",
        conv_layout: str | None = None,
        activation: Any = "tanh",
        prefix: str | None = None,
        params: Any = None,
    ) -> None:
        super().__init__(prefix=prefix, params=params)
        dims = self._dims
        self._conv_layout = conv_layout or "NC" + "DHW"[3 - dims :]
        self._channel_axis, self._activation = self._conv_layout.find("C"), activation
        self._hidden_channels, self._input_shape = hidden_channels, tuple(input_shape)
        assert len(self._input_shape) == dims + 1, f"input_shape: expected {dims + 1} numbers, got {input_shape!r}"
        self._i2h_kernel, self._h2h_kernel = _tuple(i2h_kernel, dims, "i2h_kernel"), _tuple(h2h_kernel, dims, "h2h")
        assert all(k % 2 == 1 for k in self._h2h_kernel), f"h2h_kernel: expected odd numbers, got {h2h_kernel!r}"
        self._i2h_pad, self._i2h_dilate = _tuple(i2h_pad, dims, "i2h_pad"), _tuple(i2h_dilate, dims, "i2h_dilate")
        self._h2h_dilate = _tuple(h2h_dilate, dims, "h2h_dilate")
        self._h2h_pad = tuple(d * (k - 1) // 2 for d, k in zip(self._h2h_dilate, self._h2h_kernel, strict=True))
        self._in_channels = self._input_shape[self._channel_axis - 1]
        self._state_shape = self._with_channels(hidden_channels, self._out_sizes())
        inits = (i2h_weight_initializer, h2h_weight_initializer, i2h_bias_initializer, h2h_bias_initializer)
        for (name, shape), init in zip(self._shapes().items(), inits, strict=True):
            setattr(self, name, self.params.get(name, shape=shape, init=init, allow_deferred_init=True))

    def _with_channels(self, channels: int, sizes: tuple[int, ...]) -> tuple[int, ...]:
        """Return a shape without its first axis: ``sizes``, and the channels where the layout has them."""
        at = self._channel_axis - 1
        return (*sizes[:at], channels, *sizes[at:])

    def _out_sizes(self) -> tuple[int, ...]:
        """Return the sizes that the convolution of the inputs leaves; 0 where they are not known."""
        at = self._channel_axis - 1
        sizes = self._input_shape[:at] + self._input_shape[at + 1 :]
        return _get_conv_out_size(sizes, self._i2h_kernel, self._i2h_pad, self._i2h_dilate)

    def _shapes(self) -> dict[str, tuple[int, ...]]:
        rows = self._gates * self._hidden_channels
        return {
            "i2h_weight": (rows, *self._with_channels(self._in_channels, self._i2h_kernel)),
            "h2h_weight": (rows, *self._with_channels(self._hidden_channels, self._h2h_kernel)),
            "i2h_bias": (rows,),
            "h2h_bias": (rows,),
        }

    def _infer_input(self, shape: tuple[int, ...]) -> None:
        weight, axis = self.i2h_weight, self._channel_axis
        if weight._shape[axis] in (0, -1):
            channels = shape[axis - self._dims - 2]
            weight.shape = (*weight._shape[:axis], channels, *weight._shape[axis + 1 :])

    def _output_shape(self, shape: tuple[int, ...]) -> tuple[int, ...]:
        return (*shape[: -self._dims - 1], *self._state_shape)

    def _alias(self) -> str:
        return self._kind

    def __repr__(self) -> str:
        channels = self.i2h_weight.shape[self._channel_axis] or None
        rows = self.i2h_weight.shape[0]
        return f"{type(self).__name__}({channels} -> {rows}, {self._activation}, {self._conv_layout})"

    def state_info(self, batch_size: int = 0) -> list[dict[str, Any]]:
        """Return the states, all of the shape of the output."""
        shape = (batch_size, *self._state_shape)
        return [{"shape": shape, "__layout__": self._conv_layout} for _ in range(self._states)]

    def _convolved(self, F: Any, inputs: Any, last: Any, weights: Any) -> tuple[Any, Any]:
        """Return the convolutions of inputs and state."""
        i2h_weight, h2h_weight, i2h_bias, h2h_bias = weights
        step, common = self._step(), {"num_filter": self._gates * self._hidden_channels, "layout": self._conv_layout}
        common["stride"] = (1,) * self._dims

        def convolved(part: str, data: Any, weight: Any, bias: Any) -> Any:
            sizes = {name: getattr(self, f"_{part}_{name}") for name in ("kernel", "pad", "dilate")}
            return F.Convolution(data=data, weight=weight, bias=bias, **sizes, name=step + part, **common)

        return convolved("i2h", inputs, i2h_weight, i2h_bias), convolved("h2h", last, h2h_weight, h2h_bias)


class _ConvRNNCell(_BaseConvRNNCell):
    _kind = "conv_rnn"

    def hybrid_forward(
        self, F: Any, inputs: Any, states: Any, i2h_weight: Any, h2h_weight: Any, i2h_bias: Any, h2h_bias: Any
    ) -> Any:
        """Compute one step."""
        i2h, h2h = self._convolved(F, inputs, states[0], (i2h_weight, h2h_weight, i2h_bias, h2h_bias))
        output = self._get_activation(F, i2h + h2h, self._activation, name=self._step() + "out")
        return output, [output]


class _ConvLSTMCell(_BaseConvRNNCell):
    _kind, _gates, _states = "conv_lstm", 4, 2

    def hybrid_forward(
        self, F: Any, inputs: Any, states: Any, i2h_weight: Any, h2h_weight: Any, i2h_bias: Any, h2h_bias: Any
    ) -> Any:
        """Compute one step."""
        i2h, h2h = self._convolved(F, inputs, states[0], (i2h_weight, h2h_weight, i2h_bias, h2h_bias))
        activate = partial(self._get_activation, F, activation=self._activation)
        return lstm_step(F, i2h + h2h, memory_of(states), self._step(), activate, axis=self._channel_axis)


class _ConvGRUCell(_BaseConvRNNCell):
    _kind, _gates = "conv_gru", 3

    def hybrid_forward(
        self, F: Any, inputs: Any, states: Any, i2h_weight: Any, h2h_weight: Any, i2h_bias: Any, h2h_bias: Any
    ) -> Any:
        """Compute one step."""
        step, last = self._step(), states[0]
        i2h, h2h = self._convolved(F, inputs, last, (i2h_weight, h2h_weight, i2h_bias, h2h_bias))
        activate = partial(self._get_activation, F, activation=self._activation)
        return gru_step(F, i2h, h2h, last, step, step, activate, axis=self._channel_axis)


class Conv1DRNNCell(_ConvRNNCell):
    __doc__ = _text(_RNN.format("one axis"), "Conv1DRNNCell")


class Conv2DRNNCell(_ConvRNNCell):
    __doc__ = _text(_RNN.format("two axes"), "Conv2DRNNCell")
    _dims = 2


class Conv3DRNNCell(_ConvRNNCell):
    __doc__ = _text(_RNN.format("three axes"), "Conv3DRNNCell")
    _dims = 3


class Conv1DLSTMCell(_ConvLSTMCell):
    __doc__ = _text("An ``LSTMCell`` with convolutions over one axis (Shi 2015).", "Conv1DLSTMCell", states=2)


class Conv2DLSTMCell(_ConvLSTMCell):
    __doc__ = _text("An ``LSTMCell`` with convolutions over two axes (Shi 2015).", "Conv2DLSTMCell", states=2)
    _dims = 2


class Conv3DLSTMCell(_ConvLSTMCell):
    __doc__ = _text("An ``LSTMCell`` with convolutions over three axes (Shi 2015).", "Conv3DLSTMCell", states=2)
    _dims = 3


class Conv1DGRUCell(_ConvGRUCell):
    __doc__ = _text("A ``GRUCell`` with convolutions over one axis.", "Conv1DGRUCell")


class Conv2DGRUCell(_ConvGRUCell):
    __doc__ = _text("A ``GRUCell`` with convolutions over two axes.", "Conv2DGRUCell")
    _dims = 2


class Conv3DGRUCell(_ConvGRUCell):
    __doc__ = _text("A ``GRUCell`` with convolutions over three axes.", "Conv3DGRUCell")
    _dims = 3
