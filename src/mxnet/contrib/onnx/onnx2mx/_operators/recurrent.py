"""Recurrent layers: MXNet's fused ones, and those that it has not step by step."""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from .....core.errors import MXNetError
from ..graph import Graph, translates
from .arrays import cut
from .elements import choose, scaled, shifted

#: where MXNet has the gates of ONNX's matrices
_GATES = {"LSTM": (0, 2, 3, 1), "GRU": (1, 0, 2), "RNN": (0,)}


def _ordered(g: Graph, matrix: Any, op_type: str, size: int) -> Any:
    """Return the rows of ``(directions, gates * size, ...)`` in MXNet's order."""
    parts = [cut(g, matrix, 1, k * size, (k + 1) * size) for k in _GATES[op_type]]
    return parts[0] if len(parts) == 1 else g.op("Concat", *parts, dim=1, num_args=len(parts))


def _flat(g: Graph, x: Any) -> Any:
    return g.op("_np_reshape", x, newshape=(-1,))


def _recurrent(op_type: str) -> Any:
    def translate(g: Graph, n: Any, x: Any, w: Any, r: Any, b: Any = None, lengths: Any = None, *rest: Any) -> Any:
        *states, peepholes = [*rest, None, None, None][:3]
        if n.get("layout", 0):
            x = g.op("transpose", x, axes=(1, 0, 2))
            states = [None if s is None else g.op("transpose", s, axes=(1, 0, 2)) for s in states]
        states = states[: 2 if op_type == "LSTM" else 1]
        if _needs_steps(n, op_type, peepholes):
            return _by_steps(g, n, op_type, x, (w, r, b, peepholes), lengths, states)
        _, batch, _ = g.static(x)
        size, directions = n["hidden_size"], g.static(w)[0]
        backwards = n.text("direction", "forward") == "reverse"
        dtype = g.dtype(x)
        if backwards:
            x = _reversed(g, x, lengths)
        count = _GATES[op_type]
        bias = np.zeros(g.sized(directions, 2 * len(count) * size), dtype) if b is None else b
        half = len(count) * size
        pieces = []
        for i in range(directions):
            pieces += [_flat(g, cut(g, _ordered(g, m, op_type, size), 0, i, i + 1)) for m in (w, r)]
        for i in range(directions):
            for part in (cut(g, bias, 1, 0, half), cut(g, bias, 1, half, 2 * half)):
                pieces.append(_flat(g, cut(g, _ordered(g, part, op_type, size), 0, i, i + 1)))
        parameters = g.op("Concat", *pieces, dim=0, num_args=len(pieces))
        zeros = np.zeros(g.sized(directions, batch, size), dtype)
        begins = [zeros if s is None else s for s in states]
        facts = {"state_size": size, "num_layers": 1, "bidirectional": directions == 2, "state_outputs": True}
        facts["mode"] = {"LSTM": "lstm", "GRU": "gru"}.get(op_type) or f"rnn_{_activation(n)}"
        extra = [] if lengths is None else [lengths]
        result = list(g.op("RNN", x, parameters, *begins, *extra, use_sequence_length=lengths is not None, **facts))
        out = _reversed(g, result[0], lengths) if backwards else result[0]
        return _as_asked(g, n, out, result[1:], directions, size)

    return translate


def _activation(n: Any) -> str:
    return _activations(n, "RNN", 1)[0]


def _activations(n: Any, op_type: str, directions: int) -> list[str]:
    """Return the names of the activations, in small letters, of all directions."""
    names = [item.decode().lower() for item in n.get("activations", [])]
    return names or list(_DEFAULTS[op_type]) * directions


def _needs_steps(n: Any, op_type: str, peepholes: Any) -> bool:
    """Return whether a layer is none of MXNet's fused ones."""
    value = set(_activations(n, op_type, 1))
    plain = len(value) == 1 and value <= {"tanh", "relu"}
    if op_type != "RNN":
        listed = _activations(n, op_type, 1)
        plain = listed == (list(_DEFAULTS[op_type]) * 2)[: len(listed)]
    before = op_type == "GRU" and not n.get("linear_before_reset", 0)
    return not plain or before or "clip" in n or bool(n.get("input_forget", 0)) or peepholes is not None


def _reversed(g: Graph, x: Any, lengths: Any) -> Any:
    if lengths is None:
        return g.op("SequenceReverse", x)
    return g.op("SequenceReverse", x, lengths, use_sequence_length=True)


def _as_asked(g: Graph, n: Any, out: Any, last: Any, directions: int, size: int) -> list[Any]:
    """Return the outputs in ONNX's shapes: ``(time, directions, batch, size)``, and the last states."""
    steps, batch, _ = g.static(out)
    out = g.op("_np_reshape", out, newshape=(steps, batch, directions, size))
    if n.get("layout", 0):
        return [g.op("transpose", out, axes=(1, 0, 2, 3)), *(g.op("transpose", item, axes=(1, 0, 2)) for item in last)]
    return [g.op("transpose", out, axes=(0, 2, 1, 3)), *last]


# -- step by step ------------------------------------------------------------------------------------------------------

_DEFAULTS = {"LSTM": ("sigmoid", "tanh", "tanh"), "GRU": ("sigmoid", "tanh"), "RNN": ("tanh",)}
#: by name of an activation: what it makes of a value and its numbers alpha and beta, and what those are by default
_FUNCTIONS: dict[str, tuple[Callable[..., Any], float, float]] = {
    "sigmoid": (lambda g, x, a, b: g.op("sigmoid", x), 0, 0),
    "tanh": (lambda g, x, a, b: g.op("tanh", x), 0, 0),
    "relu": (lambda g, x, a, b: g.op("relu", x), 0, 0),
    "softsign": (lambda g, x, a, b: g.op("softsign", x), 0, 0),
    "softplus": (lambda g, x, a, b: g.op("Activation", x, act_type="softrelu"), 0, 0),
    "affine": (lambda g, x, a, b: shifted(g, scaled(g, x, a), b), 1, 0),
    "scaledtanh": (lambda g, x, a, b: scaled(g, g.op("tanh", scaled(g, x, b)), a), 1, 1),
    "leakyrelu": (lambda g, x, a, b: g.op("LeakyReLU", x, act_type="leaky", slope=a), 0.01, 0),
    "elu": (lambda g, x, a, b: g.op("LeakyReLU", x, act_type="elu", slope=a), 1, 0),
    "hardsigmoid": (lambda g, x, a, b: g.op("hard_sigmoid", x, alpha=a, beta=b), 0.2, 0.5),
    "thresholdedrelu": (lambda g, x, a, b: choose(g, g.op("_npi_greater_scalar", x, scalar=a), x, 0.0), 1, 0),
}
#: activations that have numbers, in the order in which their numbers are listed
_NUMBERED = {"alpha": ("affine", "scaledtanh", "leakyrelu", "elu", "hardsigmoid", "thresholdedrelu"),
             "beta": ("affine", "scaledtanh", "hardsigmoid")}  # fmt: skip


def _functions(n: Any, op_type: str, directions: int) -> list[Callable[..., Any]]:
    """Return the activations of all directions, with their numbers."""
    numbers = {key: list(n.get(f"activation_{key}", [])) for key in _NUMBERED}
    result = []
    for name in _activations(n, op_type, directions):
        if name not in _FUNCTIONS:
            raise MXNetError(f"the activation {name} is not supported")
        function, alpha, beta = _FUNCTIONS[name]
        if name in _NUMBERED["alpha"] and numbers["alpha"]:
            alpha = numbers["alpha"].pop(0)
        if name in _NUMBERED["beta"] and numbers["beta"]:
            beta = numbers["beta"].pop(0)
        result.append(lambda g, x, function=function, alpha=alpha, beta=beta: function(g, x, alpha, beta))
    return result


class _Cell:
    """One direction of a layer: its weights, and a step."""

    def __init__(self, g: Graph, n: Any, op_type: str, functions: Any, w: Any, r: Any, b: Any, peepholes: Any) -> None:
        self.g, self.op_type, self.size, self.functions = g, op_type, n["hidden_size"], functions
        self.clip, self.coupled = n.get("clip", 0.0), bool(n.get("input_forget", 0))
        self.linear_first = bool(n.get("linear_before_reset", 0))
        self.w, self.r = w, r
        half = {"LSTM": 4, "GRU": 3, "RNN": 1}[op_type] * self.size
        zeros = np.zeros(g.sized(2 * half), g.dtype(w))
        bias = zeros if b is None else b
        self.bias = [cut(g, bias, 0, 0, half), cut(g, bias, 0, half, 2 * half)]
        self.peepholes = [
            None if peepholes is None else cut(g, peepholes, 0, i * self.size, (i + 1) * self.size) for i in range(3)
        ]

    def linear(self, x: Any, weight: Any, bias: Any) -> Any:
        return self.g.op("FullyConnected", x, weight, bias, num_hidden=self.g.static(weight)[0], flatten=False)

    def gates(self, x: Any) -> list[Any]:
        """Return ``(N, gates * size)`` cut into gates."""
        count = self.g.static(x)[-1] // self.size
        return [cut(self.g, x, 1, i * self.size, (i + 1) * self.size) for i in range(count)]

    def active(self, index: int, *parts: Any) -> Any:
        """Return an activation of a sum."""
        total = parts[0]
        for part in parts[1:]:
            total = self.g.op("broadcast_add", total, part)
        if self.clip:
            total = self.g.op("clip", total, a_min=-self.clip, a_max=self.clip)
        return self.functions[index](self.g, total)

    def mix(self, share: Any, old: Any, new: Any) -> Any:
        """Return ``share * old + (1 - share) * new``."""
        return self.g.op("elemwise_add", new, self.times(share, self.g.op("elemwise_sub", old, new)))

    def times(self, a: Any, b: Any) -> Any:
        return self.g.op("broadcast_mul", a, b)

    def step(self, from_input: Any, states: list[Any]) -> list[Any]:
        """Return the states after a step; ``from_input`` ``(N, gates * size)`` comes from the input."""
        return {"LSTM": self._lstm, "GRU": self._gru, "RNN": self._rnn}[self.op_type](from_input, states)

    def _rnn(self, from_input: Any, states: list[Any]) -> list[Any]:
        return [self.active(0, from_input, self.linear(states[0], self.r, self.bias[1]))]

    def _gru(self, from_input: Any, states: list[Any]) -> list[Any]:
        (hidden,), g, size = states, self.g, self.size
        update, reset, new = self.gates(from_input)
        rows = [cut(g, self.r, 0, 0, 2 * size), cut(g, self.r, 0, 2 * size, 3 * size)]
        bias = [cut(g, self.bias[1], 0, 0, 2 * size), cut(g, self.bias[1], 0, 2 * size, 3 * size)]
        from_update, from_reset = self.gates(self.linear(hidden, rows[0], bias[0]))
        z, r = self.active(0, update, from_update), self.active(0, reset, from_reset)
        if self.linear_first:
            before = self.times(r, self.linear(hidden, rows[1], bias[1]))
        else:
            before = self.linear(self.times(r, hidden), rows[1], bias[1])
        return [self.mix(z, hidden, self.active(1, new, before))]

    def _lstm(self, from_input: Any, states: list[Any]) -> list[Any]:
        hidden, cell = states
        own, g = self.gates(self.linear(hidden, self.r, self.bias[1])), self.g
        enter, leave, forget, new = zip(self.gates(from_input), own, strict=True)
        looks = [[] if peephole is None else [peephole] for peephole in self.peepholes]
        i = self.active(0, *enter, *(self.times(cell, look) for look in looks[0]))
        if self.coupled:
            f = shifted(g, scaled(g, i, -1.0), 1.0)
        else:
            f = self.active(0, *forget, *(self.times(cell, look) for look in looks[2]))
        after = g.op("elemwise_add", self.times(f, cell), self.times(i, self.active(1, *new)))
        o = self.active(0, *leave, *(self.times(after, look) for look in looks[1]))
        return [self.times(o, self.functions[2](g, after)), after]


def _by_steps(
    g: Graph, n: Any, op_type: str, x: Any, weights: Sequence[Any], lengths: Any, begins: Sequence[Any]
) -> list[Any]:
    """Return the outputs of a layer, written out step by step; ``x`` and the states that it begins with by time."""
    steps, batch, _ = g.static(x)
    directions, size = g.static(weights[0])[0], n["hidden_size"]
    functions = _functions(n, op_type, directions)
    g.shared.budget.check_nodes(10 * steps * directions)
    count = len(functions) // directions
    zeros = np.zeros(g.sized(batch, size), g.dtype(x))

    def part(value: Any, i: int) -> Any:
        return None if value is None else g.op("_np_squeeze", cut(g, value, 0, i, i + 1), axis=(0,))

    result, last = [], []
    for d in range(directions):
        backwards = d == 1 or n.text("direction", "forward") == "reverse"
        cell = _Cell(g, n, op_type, functions[d * count : (d + 1) * count], *[part(v, d) for v in weights])
        states = [zeros if s is None else part(s, d) for s in begins]
        from_input = cell.linear(_reversed(g, x, lengths) if backwards else x, cell.w, cell.bias[0])
        outputs = []
        for t in range(steps):
            after = cell.step(part(from_input, t), states)
            output = after[0]
            if lengths is not None:
                alive = g.op("expand_dims", g.op("_npi_greater_scalar", lengths, scalar=float(t)), axis=1)
                output = choose(g, alive, output, 0.0)
                after = [choose(g, alive, new, old) for new, old in zip(after, states, strict=True)]
            outputs.append(output)
            states = after
        line = g.op("stack", *outputs, axis=0, num_args=steps)
        result.append(_reversed(g, line, lengths) if backwards else line)
        last.append(states)
    out = g.op("stack", *result, axis=1, num_args=directions)
    batch_first = bool(n.get("layout", 0))
    ends = [g.op("stack", *item, axis=int(batch_first), num_args=directions) for item in zip(*last, strict=True)]
    return [g.op("transpose", out, axes=(2, 0, 1, 3)) if batch_first else out, *ends]


for _op_type in _GATES:
    translates(_op_type)(_recurrent(_op_type))
