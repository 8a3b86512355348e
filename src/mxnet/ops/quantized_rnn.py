"""Quantized recurrent layers."""

import torch

from ..core.errors import MXNetError
from ..core.recurrent import Layout
from ..kernels.integer import LARGEST, MIN_SCALE, round_into
from ..registry import op
from ..registry.rule_class import only_if
from ..registry.traits import Quantized
from .quantize import expect_type, single
from .rnn import _rnn_shapes, check_sizes, rnn, unpack


class _Levels:
    """The floats that uint8 levels stand for: ``level = value * scale + shift``."""

    def __init__(self, scale, shift):
        self.scale, self.shift = scale, shift

    def real(self, levels):
        return (levels.to(torch.float32) - self.shift) / self.scale

    def rounded(self, values):
        """Return floats rounded to the values that uint8 can represent."""
        return self.real(round_into(values * self.scale + self.shift, torch.uint8))


def _rounded_to_int8(groups):
    """Return the matrices of one layer, quantized to int8 by rows and dequantized."""
    rows = [matrix.abs().amax(1) for group in groups for matrix in group[:2]]
    scale = (torch.stack(rows).amax(0) / LARGEST[torch.int8]).clamp(min=MIN_SCALE).unsqueeze(1)
    return [[round_into(matrix / scale, torch.int8) * scale for matrix in group[:2]] for group in groups]


def _run(data, matrices, bias, state, cell, levels, backward):
    """Return the outputs of one direction, and the last state and cell."""
    inputs, recurrent = matrices
    value = torch.matmul(data, inputs.t()) + bias
    outputs = [state] * len(data)
    for step in reversed(range(len(data))) if backward else range(len(data)):
        gates = value[step] + levels.rounded(state) @ recurrent.t()
        i, f, g, o = gates.chunk(4, 1)
        cell = torch.sigmoid(f) * cell + torch.sigmoid(i) * torch.tanh(g)
        state = torch.sigmoid(o) * torch.tanh(cell)
        outputs[step] = state
    return torch.stack(outputs), state, cell


@op("_contrib_quantized_rnn", amp=None, differentiable=False, attributes_of=rnn)
def quantized_rnn(
    data,
    parameters,
    state,
    state_cell,
    data_scale,
    data_shift,
    *,
    state_size,
    num_layers,
    bidirectional,
    mode,
    state_outputs,
    projection_size,
    use_sequence_length,
    quantized: bool = False,
    **unused,
):
    """Run LSTM layers over sequences of uint8.

    Weights are quantized to int8 by rows, states to uint8 like the data; cells and all results are float32.

    Parameters
    ----------
    data
        The input, uint8, ``(T, N, C)``, which stands for ``(data - data_shift) / data_scale``.
    parameters
        All weights and biases in one vector, float32, as of ``RNN``.
    state
        The state before the first step, float32, ``(layers * directions, N, state_size)``.
    state_cell
        The cell state before the first step, float32, of the same shape.
    data_scale
        The scale of ``data``, ``(1,)``, as ``quantize_asym`` gives it.
    data_shift
        The shift of ``data``, ``(1,)``.
    state_size
        The length of a state, and of a result of one direction.
    num_layers
        How many layers lie upon each other.
    bidirectional
        Whether a second layer reads the sequence backwards, whose results are appended.
    mode
        Only 'lstm'.
    state_outputs
        Whether the states after the last step are returned too.
    projection_size
        Only None.
    use_sequence_length
        Only False.
    p, lstm_state_clip_min, lstm_state_clip_max, lstm_state_clip_nan, quantized
        Without effect.

    Returns
    -------
    The results, ``(T, N, directions * state_size)``; with ``state_outputs`` a list of them, the last state and the last
    cell state.

    See Also
    --------
    RNN : of float32.

    Examples
    --------
    >>> values, scale, shift = mx.nd.contrib.quantize_asym(mx.nd.arange(6).reshape((3, 1, 2)))
    >>> parameters, state, cell = mx.nd.zeros(4 * (2 + 1 + 2)), mx.nd.zeros((1, 1, 1)), mx.nd.ones((1, 1, 1))
    >>> out = mx.nd.contrib.quantized_rnn(
    ...     values, parameters, state, cell, scale, shift, state_size=1, num_layers=1, mode='lstm')
    >>> out.shape
    (3, 1, 1)
    """
    if mode != "lstm":
        raise MXNetError(f"quantized_rnn: expected mode lstm, got {mode}")
    if projection_size or use_sequence_length:
        raise MXNetError("quantized_rnn: projection_size and use_sequence_length are not supported")
    expect_type("data", data, torch.uint8)
    for name, item in (("parameters", parameters), ("state", state), ("state_cell", state_cell)):
        expect_type(name, item, torch.float32)
    directions = 2 if bidirectional else 1
    layout, inputs = Layout("lstm", state_size, num_layers, directions), data.shape[-1]
    check_sizes(parameters, (state, state_cell), data.shape[1], layout, inputs)
    levels = _Levels(single("data_scale", data_scale), single("data_shift", data_shift))
    groups, values, states, cells = unpack(parameters, layout, inputs), levels.real(data), [], []
    for layer in range(num_layers):
        first = layer * directions
        layer_groups = groups[first : first + directions]
        outputs = []
        for i, (matrices, group) in enumerate(zip(_rounded_to_int8(layer_groups), layer_groups, strict=True), first):
            bias = group[2] + group[3]
            result, last, cell = _run(values, matrices, bias, state[i], state_cell[i], levels, i > first)
            outputs.append(result)
            states.append(levels.rounded(last))
            cells.append(cell)
        values = levels.rounded(torch.cat(outputs, -1))
    return (values, torch.stack(states), torch.stack(cells)) if state_outputs else values


@quantized_rnn.outputs
def _(p):
    # the last name is written so in 1.9.1
    return ("output", "state_output", "statecell_ouput") if p.state_outputs else ("output",)


@quantized_rnn.types
def _(p, t):
    t.data = "uint8"
    t.inputs.fill("float32", 1)
    t.out.fill("float32")


@quantized_rnn.shapes
def _(p, s):
    s.data_scale, s.data_shift = (1,), (1,)
    _rnn_shapes(p, s)


rnn.quantized(
    only_if(
        lambda p: p.mode == "lstm" and not p.projection_size and not p.use_sequence_length,
        Quantized(
            "_contrib_quantized_rnn", lambda p, _: (0,), must=True, shifted=True, attrs=lambda _: {"quantized": "true"}
        ),
    )
)
