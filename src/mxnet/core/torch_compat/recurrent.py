"""Recurrent layers."""

from collections.abc import Callable
from typing import Any

import torch
from torch.nn.utils.rnn import PackedSequence

from .choice import PRIVATE, private, some


def _recurrent_cases(gates: int, states: int) -> Callable[[], list[Any]]:
    def cases() -> list[Any]:
        hidden = [some(1, 2, 3, shift=i) for i in range(states)]
        flat = [some(gates * 3, 2), some(gates * 3, 3, shift=2), some(gates * 3), some(gates * 3, shift=4)]
        start = hidden if states > 1 else hidden[0]
        return [
            (some(4, 2, 2), start, flat, True, 1, 0.0, False, False, False, {}),
            (some(3, 2), torch.tensor([2, 1]), start, flat, True, 1, 0.0, False, False, {}),
        ]

    return cases


def _run_recurrent(cls: Callable[..., Any], data: torch.Tensor, *rest: Any) -> tuple[torch.Tensor, ...]:
    """Run a recurrent layer of ``torch.nn``; ``rest`` begins with the batch's sizes where the data are packed."""
    sizes = rest[0] if isinstance(rest[2], (tuple, list)) else None
    states, flat, _, layers, _, _, both = rest[1:8] if sizes is not None else rest[:7]
    count = len(flat) // (layers * (2 if both else 1))
    width = flat[1].shape[1]
    projection = {"proj_size": width} if count == 5 else {}
    hidden = flat[4].shape[1] if projection else width
    layer = cls(flat[0].shape[1], hidden, layers, bidirectional=both, device="meta", dtype=data.dtype, **projection)
    names = ["weight_ih", "weight_hh", "bias_ih", "bias_hh", "weight_hr"][:count]
    places = [f"l{i}{end}" for i in range(layers) for end in (["", "_reverse"] if both else [""])]
    for name, weight in zip([f"{name}_{position}" for position in places for name in names], flat, strict=True):
        delattr(layer, name)  # a parameter: what was computed from others cannot take its place
        setattr(layer, name, weight)
    value = data if sizes is None else PackedSequence(data, sizes)
    out, last = layer(value, tuple(states) if isinstance(states, (tuple, list)) else states)
    return (out if sizes is None else out.data, *(last if isinstance(last, tuple) else (last,)))


def _onednn_lstm() -> Any:
    pack = torch.ops.mkldnn._reorder_mkldnn_rnn_layer_weight.default
    run: Any = torch.mkldnn_rnn_layer
    lstm_mode = 2

    def prepare(w_in: Any, w_hidden: Any, b_in: Any, b_hidden: Any, reverse: bool) -> Any:
        size = w_hidden.shape[1]
        packed = *pack(w_in, w_hidden, size, reverse, True, False), b_in.clone(), b_hidden.clone()
        rest: Any = reverse, [], lstm_mode, size, 1, True, False, False, False

        def layer(data: Any, state: Any, cell: Any) -> Any:
            return run(data, *packed, state, cell, *rest)[:3]

        return layer

    return prepare


def _is_lstm(function: Any) -> bool:
    cell = some(12, 2), some(12, 3, shift=2), some(12), some(12, shift=4)
    value = some(4, 2, 2), some(1, 2, 3), some(1, 2, 3, shift=1)
    documented = PRIVATE["packed_lstm"].fallback
    return all(
        torch.allclose(one, other, rtol=1e-4, atol=1e-5) and one.shape == other.shape
        for reverse in (False, True)
        for one, other in zip(function(*cell, reverse)(*value), documented(*cell, reverse)(*value), strict=True)
    )


@private(_onednn_lstm, probe=_is_lstm)
def packed_lstm(
    w_in: torch.Tensor, w_hidden: torch.Tensor, b_in: torch.Tensor, b_hidden: torch.Tensor, reverse: bool
) -> Callable[..., tuple[torch.Tensor, torch.Tensor, torch.Tensor]]:
    """Return one layer of LSTM, in one direction, with weights packed in oneDNN's memory format, without a gradient.

    The function takes data ``(T, N, C)`` and states ``(1, N, size)``, contiguous float32 on a CPU, and returns
    the sequence and the last states, in these shapes.
    """
    flat = [w_in.clone(), w_hidden.clone(), b_in.clone(), b_hidden.clone()]

    def layer(data: Any, state: Any, cell: Any) -> Any:
        data = data.flip(0) if reverse else data
        out, *last = _run_recurrent(torch.nn.LSTM, data, (state, cell), flat, True, 1, 0.0, False, False, False)
        return (out.flip(0) if reverse else out, *last)

    return layer


@private("_VF.lstm", example=_recurrent_cases(4, 2))
def lstm(*args: Any) -> tuple[torch.Tensor, ...]:
    """Run layers of LSTM: data, states, weights, biases?, layers, dropout, training?, both directions?, batch first?"""
    return _run_recurrent(torch.nn.LSTM, *args)


@private("_VF.gru", example=_recurrent_cases(3, 1))
def gru(*args: Any) -> tuple[torch.Tensor, ...]:
    """Run layers of GRU, as :func:`lstm`."""
    return _run_recurrent(torch.nn.GRU, *args)


@private("_VF.rnn_tanh", example=_recurrent_cases(1, 1))
def rnn_tanh(*args: Any) -> tuple[torch.Tensor, ...]:
    """Run recurrent layers with a hyperbolic tangent, as :func:`lstm`."""
    return _run_recurrent(torch.nn.RNN, *args)


@private("_VF.rnn_relu", example=_recurrent_cases(1, 1))
def rnn_relu(*args: Any) -> tuple[torch.Tensor, ...]:
    """Run recurrent layers with a rectifier, as :func:`lstm`."""
    return _run_recurrent(lambda *shape, **kwargs: torch.nn.RNN(*shape, nonlinearity="relu", **kwargs), *args)
