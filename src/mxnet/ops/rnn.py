"""The fused recurrent layers.

All weights come in one vector (see ``core/recurrent.py``). But for the order of the pieces its layout is PyTorch's: the
pieces are handed to its kernels as views.
"""

import math
import warnings
from typing import Literal

import torch
from torch.nn.utils.rnn import PackedSequence, pack_padded_sequence, pad_packed_sequence

from ..core import torch_compat
from ..core.compat import quirks
from ..core.errors import MXNetError, MXNetShapeError
from ..core.params import Double, Fraction, Positive
from ..core.recurrent import Layout
from ..core.rng import generator
from ..core.tracing import cached, traced
from ..kernels.choice import on_cpu
from ..kernels.half import are_slow_half
from ..kernels.one_thread import note
from ..kernels.side_by_side import parts
from ..registry import op
from ..registry.traits import LSTM, Recurrent

Mode = Literal["gru", "lstm", "rnn_relu", "rnn_tanh"]


def layout_of(p):
    """Return how the parameters of an operator with these attributes lie."""
    return Layout(p.mode, p.state_size, p.num_layers, 2 if p.bidirectional else 1, p.projection_size)


def check_sizes(parameters, states, batch, layout, inputs):
    """Raise :class:`MXNetShapeError` where the parameters or the states, of which None is not given, do not fit."""
    if not isinstance(parameters, tuple) and parameters.shape != ((length := layout.size(inputs)),):
        size = layout.inputs(parameters.numel())
        fits = f": those of inputs of size {size}, but data have {inputs}" if size else ""
        raise MXNetShapeError(f"parameters: expected ({length},), got {tuple(parameters.shape)}{fits}")
    cells = layout.layers * layout.directions
    for i, value in enumerate(states):
        expected = (cells, batch, layout.hidden if i else layout.projection or layout.hidden)
        if value is None or value.shape != expected:
            got = None if value is None else tuple(value.shape)
            raise MXNetShapeError(f"{'state_cell' if i else 'state'}: expected {expected}, got {got}")


@cached(256)
def _shapes(layout, inputs):
    """Return the shapes of all pieces, and their lengths."""
    shapes = [shape for _, shape in layout.pieces(inputs)]
    return shapes, [math.prod(shape) for shape in shapes]


def unpack(parameters, layout, inputs):
    """Return ``[matrix, matrix, bias, bias(, projection)]`` of each layer and direction, in a list.

    A vector is split at once into views, so that its gradient is put together in one pass; a tuple of arrays has them.
    """
    shapes, lengths = _shapes(layout, inputs)
    pieces = parameters if isinstance(parameters, tuple) else parts(parameters, lengths)
    weights = [
        piece if piece.shape == shape else piece.reshape(shape) for piece, shape in zip(pieces, shapes, strict=True)
    ]
    cells, item = layout.layers * layout.directions, 3 if layout.projection else 2
    biases = weights[cells * item :]
    return [
        [*weights[i * item : i * item + 2], *biases[2 * i : 2 * i + 2], *weights[i * item + 2 : (i + 1) * item]]
        for i in range(cells)
    ]


class _Net:
    """One call of the layer: what does not change from layer to layer."""

    def __init__(self, mode, directions, clip):
        self.mode, self.directions, self.clip = mode, directions, clip

    def run(self, data, states, cells, sizes=None):
        """Run consecutive layers without dropout in between; return ``(out, h[, c])``."""
        if traced():
            return self._run(data, states, cells, sizes)
        note(math.inf, data, *cells[0])
        if not are_slow_half(data, *states, *cells[0]):
            return self._run(data, states, cells, sizes)
        wide = [[w.float() for w in cell] for cell in cells]
        results = self._run(data.float(), [state.float() for state in states], wide, sizes)
        return tuple(result.to(data.dtype) for result in results)

    def _run(self, data, states, cells, sizes):
        if self.clip is not None:
            return (
                self._run_clipped(data, states, cells[0]) if self.directions == 1 else self._both(data, states, cells)
            )
        hidden = states if self.mode == "lstm" else states[0]
        call, flat = getattr(torch_compat, self.mode), [w for cell in cells for w in cell]
        train = torch.is_grad_enabled() and not on_cpu(data)  # cuDNN keeps what a gradient needs in training mode alone
        layers, bi = len(cells) // self.directions, self.directions == 2
        if sizes is not None:
            return call(data, sizes, hidden, flat, True, layers, 0.0, train, bi)
        if len(cells[0]) == 4:
            return call(data, hidden, flat, True, layers, 0.0, train, bi, False)
        with warnings.catch_warnings():
            warnings.filterwarnings("ignore", "LSTM with projections is not supported with oneDNN")
            return call(data, hidden, flat, True, layers, 0.0, train, bi, False)

    def _both(self, data, states, cells):
        ahead = self._run_clipped(data, [s[:1] for s in states], cells[0])
        back = self._run_clipped(data.flip(0), [s[1:] for s in states], cells[1])
        out = torch.cat((ahead[0], back[0].flip(0)), -1)
        return (out, *(torch.cat(pair) for pair in zip(ahead[1:], back[1:], strict=True)))

    def _run_clipped(self, data, states, cell):
        """Run one direction step by step, the cell state clipped after each step."""
        h, c = states[0][0], states[1][0]
        w_in, w_hidden, b_in, b_hidden, *project = cell
        steps, gates_in = [], torch.nn.functional.linear(data, w_in, b_in)
        for gates in gates_in:
            i, f, g, o = (gates + torch.nn.functional.linear(h, w_hidden, b_hidden)).chunk(4, -1)
            c = torch.clamp(f.sigmoid() * c + i.sigmoid() * g.tanh(), *self.clip)
            h = o.sigmoid() * c.tanh()
            h = torch.nn.functional.linear(h, project[0]) if project else h
            steps.append(h)
        return torch.stack(steps), h.unsqueeze(0), c.unsqueeze(0)


def _drop(data, p):
    """Return the data with elements dropped, on MXNet's generator."""
    mask = torch.empty_like(data).bernoulli_(1 - p, generator=generator(data.device))
    return data * mask.mul_(1 / (1 - p) if p < 1 else 0)


def _layers(net, data, states, cells, p, sizes=None):
    """Run all layers, one after the other where something happens between them."""
    step = net.directions
    if (not p and net.clip is None) or len(cells) == step:
        return net.run(data, states, cells, sizes)
    finals = []
    for at in range(0, len(cells), step):
        if at and p:
            data = _drop(data, p)
        data, *last = net.run(data, [s[at : at + step] for s in states], cells[at : at + step], sizes)
        finals.append(last)
    return (data, *(torch.cat(item) for item in zip(*finals, strict=True)))


def _layers_of_lengths(net, data, lengths, states, cells, p):
    """Run all layers over sequences of their own lengths: nothing is computed beyond, outputs there are 0."""
    if net.clip is not None:
        raise MXNetError("RNN: use_sequence_length and a clipped state do not go together")
    packed = pack_padded_sequence(data, lengths.detach().to("cpu", torch.int64), enforce_sorted=False)
    states = [s.index_select(1, packed.sorted_indices) for s in states]
    flat, *finals = _layers(net, packed.data, states, cells, p, packed.batch_sizes)
    again = PackedSequence(flat, packed.batch_sizes, packed.sorted_indices, packed.unsorted_indices)
    out, _ = pad_packed_sequence(again, total_length=data.shape[0])
    return (out, *(s.index_select(1, packed.unsorted_indices) for s in finals))


def _clip_range(mode, low, high):
    if low is None or high is None:
        return None
    if mode != "lstm":
        raise MXNetError("lstm_state_clip_min and lstm_state_clip_max are for mode='lstm'")
    return low, high


@op(
    "RNN",
    full_names=("outputs",),
    aliases=("_npx_rnn",),
    stochastic=lambda p, is_train: is_train and p.p > 0 and p.num_layers > 1,
    traceable="opaque",
    amp=("low", "full"),
    host_sync=lambda p: "host" if p.use_sequence_length else None,
)
def rnn(
    data,
    parameters,
    state,
    state_cell=None,
    sequence_length=None,
    *,
    state_size: Positive,
    num_layers: Positive,
    bidirectional: bool = False,
    mode: Mode,
    p: Fraction = 0.0,
    state_outputs: bool = False,
    projection_size: int | None = None,
    lstm_state_clip_min: Double | None = None,
    lstm_state_clip_max: Double | None = None,
    lstm_state_clip_nan: bool = False,
    use_sequence_length: bool = False,
    is_train: bool,
):
    """Run recurrent layers over sequences.

    Parameters
    ----------
    data
        The input, ``(T, N, C)``: time, batch, features.
    parameters
        All weights and biases in one vector, as :class:`mxnet.rnn.FusedRNNCell` packs them: the weights of every layer
        and direction, from the input and from the state, then the biases in the same order.
    state
        The state before the first step, ``(layers * directions, N, state_size)``.
    state_cell
        The cell state before the first step, of LSTM alone.
    sequence_length
        With ``use_sequence_length``, the length of each sequence, ``(N,)``.
    state_size
        The length of a state, and of a result (of one direction).
    num_layers
        How many layers lie upon each other.
    bidirectional
        Whether a second layer reads the sequence backwards, whose results are appended.
    mode
        The kind of cell: 'rnn_relu', 'rnn_tanh', 'lstm' or 'gru'.
    p
        The share of values between layers that is dropped in training.
    state_outputs
        Whether the states after the last step are returned too, to go on from there.
    projection_size
        The length to which an LSTM's result is projected; None: it is not.
    lstm_state_clip_min
        The least value of the cell state after a step; None: no bound.
    lstm_state_clip_max
        The greatest value of the cell state after a step; None: no bound.
    lstm_state_clip_nan
        Without effect.
    use_sequence_length
        Whether ``sequence_length`` is given: results beyond a sequence's end are 0, last states are those at its end.

    Returns
    -------
    The results, ``(T, N, directions * state_size)``; with ``state_outputs`` a list of them, the last state, and of LSTM
    the last cell state.

    See Also
    --------
    gluon.rnn.LSTM : the layer, with parameters.

    Notes
    -----
    1.9.1 takes bounds of the cell state and lengths of sequences on GPUs only.

    Examples
    --------
    >>> data, state = mx.nd.ones((4, 2, 3)), mx.nd.zeros((1, 2, 5))
    >>> parameters = mx.nd.ones((5 * (3 + 5) + 2 * 5,)) * 0.1
    >>> out, last = mx.nd.RNN(data, parameters, state, state_size=5, num_layers=1, mode="rnn_tanh", state_outputs=True)
    >>> out.shape, last.shape
    ((4, 2, 5), (1, 2, 5))
    """
    if mode != "lstm" and sequence_length is None:
        sequence_length = state_cell  # without a cell state, a graph's third input is the length
    if data.ndim != 3:
        raise MXNetShapeError(f"data: expected (T, N, C), got {tuple(data.shape)}")
    layout, inputs = Layout(mode, state_size, num_layers, 2 if bidirectional else 1, projection_size), data.shape[2]
    if isinstance(parameters, tuple) and list(map(torch.numel, parameters)) != _shapes(layout, inputs)[1]:
        parameters = torch.cat([piece.reshape(-1) for piece in parameters])
    states = [state, state_cell] if mode == "lstm" else [state]
    check_sizes(parameters, states, data.shape[1], layout, inputs)
    clip = _clip_range(mode, lstm_state_clip_min, lstm_state_clip_max)
    if quirks.rnn_on_cpu and on_cpu(data):
        clip, use_sequence_length = None, False
    net = _Net(mode, layout.directions, clip)
    drop = p if is_train and num_layers > 1 else 0.0
    cells = unpack(parameters, layout, inputs)
    if use_sequence_length and not data.is_meta:
        result = _layers_of_lengths(net, data, sequence_length, states, cells, drop)
    else:
        result = _layers(net, data, states, cells, drop)
    return tuple(result) if state_outputs else result[0]


@rnn.specialized
def _(p):
    """Return a function that takes weights one by one; None for dropout, projections, bounds and lengths."""
    others = p.projection_size, p.lstm_state_clip_min, p.lstm_state_clip_max
    if p.use_sequence_length or (p.p and p.num_layers > 1) or any(other is not None for other in others):
        return None
    layout, attributes = layout_of(p), {key: p[key] for key in rnn.attrs}
    net, num_cells = _Net(p.mode, layout.directions, None), layout.layers * layout.directions
    is_lstm, has_states = p.mode == "lstm", p.state_outputs

    def call(data, parameters, state, state_cell=None):
        if type(parameters) is tuple and data.dim() == 3:
            shapes, batch = _shapes(layout, data.shape[2])[0], data.shape[1]
            states = [state, state_cell] if is_lstm else [state]
            if [piece.shape for piece in parameters] == shapes and state is not None:
                check_sizes(parameters, states, batch, layout, data.shape[2])
                cells = [
                    [*parameters[2 * i : 2 * i + 2], *parameters[2 * (num_cells + i) : 2 * (num_cells + i) + 2]]
                    for i in range(num_cells)
                ]
                result = net.run(data, states, cells)
                return tuple(result) if has_states else result[0]
        return rnn.fn(data, parameters, state, state_cell, **attributes, is_train=True)

    return call


@rnn.layer
def _(p):
    return Recurrent(_lstm(p))


def _lstm(p):
    others = p.projection_size, p.lstm_state_clip_min, p.lstm_state_clip_max
    if p.mode != "lstm" or p.use_sequence_length or any(other is not None for other in others):
        return None
    layout = layout_of(p)

    def cells(parameters):
        width = layout.inputs(parameters.numel())
        return unpack(parameters, layout, width) if width else []

    return LSTM(p.state_size, p.num_layers, layout.directions, cells)


@rnn.inputs
def _(p):
    cell = ("state_cell",) if p.mode == "lstm" else ()
    return ("data", "parameters", "state", *cell, *(("sequence_length",) if p.use_sequence_length else ()))


@rnn.outputs
def _(p):
    if not p.state_outputs:
        return ("output",)
    return ("output", "state_output", *(("statecell_output",) if p.mode == "lstm" else ()))


@rnn.types
def _(p, t):
    names = [i for i, name in enumerate(rnn.list_inputs(p)) if name != "sequence_length"]
    for _ in range(2):
        for i in names:
            t.inputs[i] = t.data
            t.data = t.inputs[i]
        for i in range(len(t.out)):
            t.data = t.out[i]
            t.out[i] = t.data
    t.sequence_length = t.data if t.sequence_length is None else t.sequence_length


@rnn.shapes
def _rnn_shapes(p, s):
    if s.data is None:
        return
    if len(s.data) != 3:
        raise MXNetShapeError(f"data: expected (T, N, C), got {s.data}")
    steps, batch, width = s.data
    layout = layout_of(p)
    count, out = p.num_layers * layout.directions, p.projection_size or p.state_size
    s.state = (count, batch, out)
    s.state_cell = (count, batch, p.state_size)
    s.sequence_length = (batch,)
    if width is not None:
        s.parameters = (layout.size(width),)
    s.out[0] = (steps, batch, out * layout.directions)
    for i, size in zip(range(1, len(s.out)), (out, p.state_size), strict=False):
        s.out[i] = (count, batch, size)


_rnn_shapes.complete = True
