"""Samples of the fused recurrent layers."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..sample import OpSample, const, uniform

_GATES = {"rnn_relu": 1, "rnn_tanh": 1, "lstm": 4, "gru": 3}


def _count(mode: str, inputs: int, hidden: int, layers: int, directions: int) -> int:
    rows, total = _GATES[mode] * hidden, 0
    for layer in range(layers):
        width = inputs if layer == 0 else hidden * directions
        total += directions * rows * (width + hidden + 2)
    return total


def _rnn(mode: str, layers: int = 1, bidirectional: bool = False, case: str = "", **attrs: Any) -> OpSample:
    directions = 2 if bidirectional else 1
    states = [uniform(-1, 1, layers * directions, 2, 3)]
    if mode == "lstm":
        states.append(uniform(-1, 1, layers * directions, 2, 3))
    return OpSample(
        "RNN",
        (uniform(-1, 1, 5, 2, 4), uniform(-1, 1, _count(mode, 4, 3, layers, directions)), *states),
        {"state_size": 3, "num_layers": layers, "bidirectional": bidirectional, "mode": mode, **attrs},
        rtol=1e-4,
        atol=1e-5,
        case=case,
        is_train=not case,
    )


def _lstm_by_hand(
    data: np.ndarray, parameters: np.ndarray, h: np.ndarray, c: np.ndarray, length: Any = None, **attrs: Any
) -> Any:
    """One layer, one direction of three units over four inputs: with lengths, a clipped cell or a projection."""
    wide = h.shape[2]
    w_in, w_hidden = parameters[:48].reshape(12, 4), parameters[48 : 48 + 12 * wide].reshape(12, wide)
    project = np.eye(3) if wide == 3 else parameters[48 + 12 * wide : -24].reshape(wide, 3)
    bias = parameters[-24:-12] + parameters[-12:]
    low, high = attrs.get("lstm_state_clip_min", -np.inf), attrs.get("lstm_state_clip_max", np.inf)
    h, c, outs = h[0].copy(), c[0].copy(), []
    for step, x in enumerate(data):
        i, f, g, o = np.split(x @ w_in.T + h @ w_hidden.T + bias, 4, 1)
        i, f, o = (1 / (1 + np.exp(-v)) for v in (i, f, o))
        fresh = np.clip(f * c + i * np.tanh(g), low, high)
        alive = np.ones((2, 1), bool) if length is None else (step < length)[:, None]
        new = (o * np.tanh(fresh)) @ project.T
        h, c = np.where(alive, new, h), np.where(alive, fresh, c)
        outs.append(np.where(alive, new, 0))
    return tuple(v.astype(data.dtype) for v in (np.stack(outs), h[None], c[None]))


_ONE = (uniform(-1, 1, 5, 2, 4), uniform(-1, 1, 108), uniform(-1, 1, 1, 2, 3), uniform(-1, 1, 1, 2, 3))
_ATTRS = {"state_size": 3, "num_layers": 1, "mode": "lstm", "state_outputs": True}
_TOLERANT = {"rtol": 1e-4, "atol": 1e-5}

SAMPLES = [
    *(
        _rnn(mode, layers, bidirectional, state_outputs=True)
        for mode in _GATES
        for layers in (1, 2)
        for bidirectional in (False, True)
    ),
    _rnn("lstm"),
    _rnn("gru", 2, p=0.5, case="predicting"),
    OpSample(
        "RNN",
        (*_ONE[:1], uniform(-1, 1, 12 * 4 + 12 * 2 + 6 + 24), uniform(-1, 1, 1, 2, 2), *_ONE[3:]),
        {**_ATTRS, "projection_size": 2},
        expect=_lstm_by_hand,
        grad="numeric",
        **_TOLERANT,
    ),
    OpSample(
        "RNN",
        (*_ONE, const([2, 5], "int32")),
        {**_ATTRS, "use_sequence_length": True},
        expect=_lstm_by_hand,
        grad="numeric",
        **_TOLERANT,
    ),
    OpSample(
        "RNN",
        _ONE,
        {**_ATTRS, "lstm_state_clip_min": -0.3, "lstm_state_clip_max": 0.2},
        expect=_lstm_by_hand,
        grad="numeric",
        **_TOLERANT,
    ),
]
