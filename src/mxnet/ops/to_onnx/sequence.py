"""Recurrent layers, and operators on sequences of different lengths."""

import math
from typing import Any

import numpy as np

from ..rnn import layout_of
from . import writes
from .elementwise import count, places
from .shape import flipped

#: where ONNX has the gates of a matrix: LSTM input, output, forget, cell; GRU update, reset, new
_ORDER = {"lstm": (0, 3, 1, 2), "gru": (1, 0, 2), "rnn_relu": (0,), "rnn_tanh": (0,)}


def _gates(g: Any, matrix: Any, mode: str, size: int) -> Any:
    """Return the rows of a matrix, or a bias, with the gates in ONNX's order."""
    parts = [g.slice(matrix, 0, k * size, (k + 1) * size) for k in _ORDER[mode]]
    return g.concat(parts, 0)


def _weights(g: Any, p: Any, width: int, parameters: Any) -> list[list[Any]]:
    """Return ``[matrix, matrix, both biases]`` of each layer and direction."""
    layout, at, weights = layout_of(p), 0, {}
    for name, shape in layout.pieces(width):
        piece = g.slice(parameters, 0, at, at + math.prod(shape))
        piece = piece if len(shape) == 1 else g.reshape(piece, shape)
        weights[name] = _gates(g, piece, p.mode, p.state_size)
        at += math.prod(shape)
    return [
        [
            *(weights[f"{cell}_{source}_weight"] for source in ("i2h", "h2h")),
            g.concat([weights[f"{cell}_{source}_bias"] for source in ("i2h", "h2h")], 0),
        ]
        for cell in layout.cells()
    ]


@writes("RNN")
def _(g, p, x, parameters, state, *others):
    cell = others[0] if p.mode == "lstm" else None
    lengths = g.cast(others[-1], "int32") if p.use_sequence_length else None
    if p.projection_size:
        g.refuse("ONNX's LSTM has no projection_size")
    if p.lstm_state_clip_min is not None and p.lstm_state_clip_max is not None:
        g.refuse("ONNX's LSTM has no lstm_state_clip_min and lstm_state_clip_max")
    directions = 2 if p.bidirectional else 1
    weights = _weights(g, p, g.static(x, 2)[0], parameters)
    finals: list[list[Any]] = [[], []]
    for layer in range(p.num_layers):
        mine = weights[layer * directions : (layer + 1) * directions]
        stacked = [g.concat([g.unsqueeze(item[k], 0) for item in mine], 0) for k in range(3)]
        first, last = layer * directions, (layer + 1) * directions
        begins = [_state(g, item, x, first, last) for item in (state, cell) if item is not None]
        x, *ends = _layer(g, p, x, stacked, lengths, begins, directions)
        for listed, item in zip(finals, ends, strict=False):
            listed.append(item)
    if not p.state_outputs:
        return x
    return (x, *(g.concat(final, 0) for final in finals if final))


def _state(g: Any, state: Any, x: Any, first: int, last: int) -> Any:
    """Return a state of some layers; None for zeros, which need not be as many as there are sequences."""
    if state.data is not None and not np.any(state.data):
        return None
    return g.slice(state, 0, first, last)


def _layer(g: Any, p: Any, x: Any, weights: Any, lengths: Any, states: Any, directions: int) -> list[Any]:
    direction = "bidirectional" if directions == 2 else "forward"
    attributes: dict[str, Any] = {"hidden_size": p.state_size, "direction": direction}
    op_type = {"lstm": "LSTM", "gru": "GRU"}.get(p.mode, "RNN")
    if p.mode == "gru":
        attributes["linear_before_reset"] = 1
    if p.mode == "rnn_relu":
        attributes["activations"] = ["Relu"] * directions
    count = 3 if p.mode == "lstm" else 2
    steps, batch = g.length(x, 0), g.length(x, 1)
    out, *last = g.node(op_type, (x, *weights, lengths, *states), outputs=count, **attributes)
    side_by_side = g.reshape(g.transpose(out, (0, 2, 1, 3)), (steps, batch, directions * p.state_size))
    return [side_by_side, *last]


@writes("SequenceMask")
def _(g, p, x, lengths=None):
    if not p.use_sequence_length:
        return x
    inside = g.Less(places(g, x, p.axis, "int64"), _per_sequence(g, g.cast(lengths, "int64"), p.axis, x.rank))
    return g.Where(inside, x, g.scalar(p.value, x.dtype), dtype=x.dtype)


def _per_sequence(g: Any, lengths: Any, axis: int, rank: int) -> Any:
    """Return lengths, one for each sequence, in a shape that broadcasts against the sequences."""
    return g.unsqueeze(lengths, *(i for i in range(rank) if i != 1 - axis))


@writes("SequenceLast")
def _(g, p, x, lengths=None):
    if not p.use_sequence_length:
        return g.squeeze(g.slice(x, p.axis, -1, None), p.axis)
    time_last = x if p.axis == 1 else g.transpose(x, (1, 0, *range(2, x.rank)))
    index = g.unsqueeze(g.Sub(g.cast(lengths, "int64"), 1), 1)
    return g.GatherND(time_last, index, batch_dims=1)


@writes("SequenceReverse")
def _(g, p, x, lengths=None):
    if not p.use_sequence_length:
        return flipped(g, x, (0,))
    return g.ReverseSequence(x, g.cast(lengths, "int64"), time_axis=0, batch_axis=1)


# -- temporal classification -------------------------------------------------------------------------------------------

#: stands for the logarithm of 0
_NEVER = -1e30


def _log_sum(g: Any, *parts: Any) -> Any:
    """Return the logarithm of the sum of what has these logarithms."""
    most = g.Max(*parts)
    return g.Add(most, g.Log(g.Sum(*(g.Exp(g.Sub(part, most)) for part in parts))))


def _before(g: Any, x: Any, count: int) -> Any:
    """Return ``(N, S)`` moved to the right, where nothing was: never."""
    return g.Slice(g.Pad(x, [0, count, 0, 0], g.scalar(_NEVER, x.dtype)), [0], [-count], [1])


def _spelled(g: Any, label: Any, blank: int) -> Any:
    """Return ``(N, L)`` labels with blanks around each, ``(N, 2 * L + 1)``."""
    (length,) = g.static(label, 1)
    wide = g.unsqueeze(label, 2)
    pairs = g.reshape(g.Concat(g.Add(g.Mul(wide, 0), blank), wide, axis=2), (g.length(label, 0), 2 * length))
    return g.Pad(pairs, [0, 0, 0, 1], g.scalar(blank, label.dtype), shape=(label.shape[0], 2 * length + 1))


@writes("CTCLoss")
def _(g, p, x, label, *lengths):
    """Sum over all paths, step by step; source: Graves et al., 2006."""
    (classes,), present = g.static(x, 2), list(lengths)
    blank = 0 if p.blank_label == "first" else classes - 1
    steps = g.cast(present.pop(0), "int64") if p.use_data_lengths else None
    label = g.cast(label, "int64")
    if p.use_label_lengths:
        targets = g.cast(present.pop(0), "int64")
    else:
        padding = g.cast(g.Equal(label, 0 if blank == 0 else -1), "int64")
        alive = g.Equal(g.CumSum(padding, g.scalar(1, "int64")), 0)
        targets = g.reduce("ReduceSum", g.cast(alive, "int64"), [1])
    spelled = _spelled(g, g.Max(label, 0, shape=label.shape), blank)
    # a path may leave the blank between two different labels out
    again = g.Equal(spelled, g.Slice(g.Pad(spelled, [0, 2, 0, 0], g.scalar(-1, "int64")), [0], [-2], [1]))
    skips = g.Not(g.Or(g.Equal(spelled, blank), again))
    scores = g.LogSoftmax(x if x.dtype == "float64" else g.cast(x, "float32"), axis=2, shape=x.shape)
    dtype, places = scores.dtype, spelled.shape[1]
    begin = np.full((1, places), _NEVER, dtype)
    begin[0, 0] = 0
    ways = g.Expand(g.constant(begin), g.shape(spelled), shape=spelled.shape)
    body = g.inner()
    kinds = {"ways": (dtype, spelled.shape), "turn": ("int64", ()), "score": (dtype, (x.shape[1], classes))}
    now, turn, score = body.arguments(**kinds)
    skipped = body.Where(skips, _before(body, now, 2), body.scalar(_NEVER, dtype), dtype=dtype)
    new = body.Add(_log_sum(body, now, _before(body, now, 1), skipped), body.GatherElements(score, spelled, axis=1))
    new = body.Max(new, body.scalar(_NEVER, dtype))
    if steps is not None:
        new = body.Where(body.Less(turn, body.Unsqueeze(steps, [1])), new, now, dtype=dtype)
    graph = body.body([now, turn, score], [new])
    turns = count(g, g.length(x, 0))
    ways = g.Scan(ways, turns, scores, body=graph, num_scan_inputs=2, dtype=dtype, shape=spelled.shape)
    last = g.Mul(g.Unsqueeze(targets, [1]), 2)
    ends = g.GatherElements(ways, last, axis=1)
    ends_in_label = g.GatherElements(ways, g.Max(g.Sub(last, 1), 0), axis=1)
    ends_in_label = g.Where(g.Greater(last, 0), ends_in_label, g.scalar(_NEVER, dtype), dtype=dtype)
    loss = g.Neg(g.Squeeze(_log_sum(g, ends, ends_in_label), [1]))
    return g.Where(g.Greater(loss, -_NEVER / 10), g.scalar(0, dtype), loss, dtype=dtype)
