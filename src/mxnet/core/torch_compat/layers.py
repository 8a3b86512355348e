"""Layers of networks: normalizations and their gradients, fused attention, recurrent layers."""

from collections.abc import Callable, Sequence
from typing import Any

import torch
from torch.nn import functional as F
from torch.nn.utils.rnn import PackedSequence

from .choice import PRIVATE, private, sample
from .engine import reads_node

_Gradients = tuple[torch.Tensor, torch.Tensor, torch.Tensor]


@private(
    "batch_norm", example=lambda: [(sample(2, 3), *sample(2, 3), *sample(2, 3).abs(), False, 0.0, 1e-3, False, {})]
)
def batch_norm(data: torch.Tensor, gamma: Any, beta: Any, mean: Any, var: Any, *rest: Any) -> torch.Tensor:
    """Normalize by given statistics; ``rest``: training, momentum, eps, whether cuDNN may."""
    return F.batch_norm(data, mean, var, gamma, beta, *rest[:3])


def _wide(t: torch.Tensor) -> torch.Tensor:
    return t.float() if t.dtype in (torch.float16, torch.bfloat16) else t


def _per_channel(values: torch.Tensor, like: torch.Tensor) -> torch.Tensor:
    return values.view(1, -1, *(1,) * (like.dim() - 2))


def _but_channels(data: torch.Tensor) -> tuple[int, ...]:
    return (0, *range(2, data.dim()))


@private(
    "native_batch_norm", example=lambda: [(sample(3, 2, 2), torch.ones(2), sample(2), None, None, True, 0.0, 1e-3, {})]
)
def native_batch_norm(
    data: torch.Tensor, gamma: Any, beta: Any, mean: None, var: None, training: bool, momentum: float, eps: float
) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    """Normalize by the data's own statistics; return also the means and ``1 / sqrt(var + eps)``."""
    x = _wide(data)
    mean_, var_ = x.mean(_but_channels(x)), x.var(_but_channels(x), correction=0)
    inverse = (var_ + eps).rsqrt()
    out = (x - _per_channel(mean_, x)) * _per_channel(inverse, x)
    if gamma is not None:
        out = out * _per_channel(gamma, x)
    if beta is not None:
        out = out + _per_channel(beta, x)
    return out.to(data.dtype), mean_, inverse


def _norm_cases() -> list[Any]:
    grad, x, statistics = sample(3, 2, 2, shift=5), sample(3, 2, 2), (sample(2), sample(2).abs() + 1)
    return [
        (grad, x, sample(2), *statistics, sample(2, shift=3), sample(2).abs() + 1, train, 1e-3, [True, True, True], {})
        for train in (True, False)
    ]


@private("ops.aten.native_batch_norm_backward", example=_norm_cases)
def native_batch_norm_backward(
    grad: torch.Tensor, data: torch.Tensor, gamma: Any, moving_mean: Any, moving_var: Any, mean: Any, inverse: Any,
    train: bool, eps: float, wants: Sequence[bool],
) -> _Gradients:  # fmt: skip
    """Return the gradients of data, gamma and beta; in training the statistics depend on the data."""
    if not train:
        mean, inverse = moving_mean, (moving_var + eps).rsqrt()
    return _batch_norm_backward(grad, data, gamma, mean, inverse, train)


def _tells_inputs(function: Any) -> bool:
    data, gamma, seen = sample(3, 2, 2).requires_grad_(), torch.ones(2), []
    out: Any = torch.native_batch_norm(data, gamma, sample(2), None, None, True, 0.0, 1e-3)[0]
    out.grad_fn.register_hook(lambda *_: seen.extend(function()))
    torch.autograd.grad(out.sum(), data)
    return len(seen) == 2 and torch.equal(seen[0], data) and torch.equal(seen[1], gamma)


@private(lambda: reads_node(lambda node: (node._saved_input, node._saved_weight)), probe=_tells_inputs)
def batch_norm_inputs() -> tuple[torch.Tensor, torch.Tensor] | None:
    """Return data and gamma of the normalization whose gradient this thread computes, in a hook of its node; None
    where there is no knowing.
    """
    return None


def differentiable_batch_norm_backward(
    grad: torch.Tensor, data: torch.Tensor, gamma: Any, moving_mean: Any, moving_var: Any, mean: Any, inverse: Any,
    train: bool, eps: float, wants: Sequence[bool],
) -> _Gradients:  # fmt: skip
    """Return the same by functions that PyTorch differentiates any number of times."""
    mean, variance = moving_mean, moving_var
    if train:
        x = _wide(data)
        mean, variance = x.mean(_but_channels(x)), x.var(_but_channels(x), correction=0)
    return _batch_norm_backward(grad, data, gamma, mean, (variance + eps).rsqrt(), train)


def _batch_norm_backward(grad: Any, data: Any, gamma: Any, mean: Any, inverse: Any, train: bool) -> _Gradients:
    x, head = _wide(data), _wide(grad)
    normal = (x - _per_channel(mean, x)) * _per_channel(inverse, x)
    to_beta, to_gamma = head.sum(_but_channels(x)), (head * normal).sum(_but_channels(x))
    scale = inverse if gamma is None else inverse * gamma
    if train:
        count = x.numel() // x.shape[1]
        head = head - _per_channel(to_beta / count, x) - normal * _per_channel(to_gamma / count, x)
    return (head * _per_channel(scale, x)).to(data.dtype), to_gamma, to_beta


# -- fused attention: what its nodes keep, from which the gradient can be computed in another way ----------------------


#: queries, keys, values, what is added to the scores or None, and the factor of the scores
AttentionInputs = tuple[torch.Tensor, torch.Tensor, torch.Tensor, torch.Tensor | None, float]


def fused_attention_node(out: torch.Tensor) -> Any:
    """Return the node of fused attention whose result this is, None if it was computed by steps.

    Some forms fill up the sizes of heads, and cut the result.
    """
    node: Any = out.grad_fn
    if not hasattr(type(node), "_saved_query"):
        node = node.next_functions[0][0]
    return node if hasattr(type(node), "_saved_query") else None


def _saved(node: Any) -> AttentionInputs:
    mask = node._saved_attn_mask if hasattr(node, "_saved_attn_mask") else getattr(node, "_saved_attn_bias", None)
    return node._saved_query, node._saved_key, node._saved_value, mask, node._saved_scale


def _tells_attention_inputs(function: Any) -> bool:
    inputs, seen = [sample(1, 2, 3, 4, shift=i).requires_grad_() for i in range(3)], list[Any]()
    out = F.scaled_dot_product_attention(inputs[0], inputs[1], inputs[2], sample(3, 3), scale=0.3)
    node = fused_attention_node(out)
    node.register_hook(lambda *_: seen.extend(function()))
    torch.autograd.grad(out.sum(), inputs)
    return (
        all(map(torch.equal, seen[:3], inputs)) and torch.equal(seen[3].expand(3, 3), sample(3, 3)) and seen[4] == 0.3
    )


@private(lambda: reads_node(_saved), probe=_tells_attention_inputs)
def attention_inputs() -> AttentionInputs | None:
    """Return the inputs of the attention whose gradient this thread computes, in a hook of its node; None where there
    is no knowing.
    """
    return None


# -- recurrent layers --------------------------------------------------------------------------------------------------


def _recurrent_cases(gates: int, states: int) -> Callable[[], list[Any]]:
    def cases() -> list[Any]:
        hidden = [sample(1, 2, 3, shift=i) for i in range(states)]
        flat = [sample(gates * 3, 2), sample(gates * 3, 3, shift=2), sample(gates * 3), sample(gates * 3, shift=4)]
        start = hidden if states > 1 else hidden[0]
        return [
            (sample(4, 2, 2), start, flat, True, 1, 0.0, False, False, False, {}),
            (sample(3, 2), torch.tensor([2, 1]), start, flat, True, 1, 0.0, False, False, {}),
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
    cell = sample(12, 2), sample(12, 3, shift=2), sample(12), sample(12, shift=4)
    value = sample(4, 2, 2), sample(1, 2, 3), sample(1, 2, 3, shift=1)
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
