"""Operators that only CUDA has, or whose memory formats differ there, computed here and counted as there."""

from __future__ import annotations

from typing import Any

import torch

from .counting import Count, nbytes, zeros_of
from .device import FakeTensor

aten = torch.ops.aten
_LAST, _FIRST = torch.channels_last, torch.contiguous_format
_attention = torch.nn.functional.scaled_dot_product_attention
_lstm = torch._VF.lstm  # type: ignore[attr-defined]


def _is_channels_last(t: Any) -> bool:
    return t.dim() == 4 and t.is_contiguous(memory_format=_LAST) and not t.is_contiguous()


def _in_format(mode: Count, t: Any, last: bool, what: str) -> Any:
    """Return a tensor as cuDNN wants it: a copy is a kernel."""
    if t is None or t.dim() != 4 or t.is_contiguous(memory_format=_LAST if last else _FIRST):
        return t
    mode.note(f"cudnn layout: {what}", 1, 2 * nbytes(t))
    return t.contiguous(memory_format=_LAST if last else _FIRST)


def _convolution(mode: Count, func: Any, args: Any, kwargs: Any) -> Any:
    data, weight, bias, *others = args
    last = _is_channels_last(data) or _is_channels_last(weight)
    out = func(_in_format(mode, data, last, "data"), _in_format(mode, weight, last, "weight"), bias, *others)
    if bias is not None:
        mode.note("cudnn bias add_", 1, 2 * nbytes(out))
    return out.contiguous(memory_format=_LAST if last else _FIRST) if out.dim() == 4 else out


def _convolution_backward(mode: Count, func: Any, args: Any, kwargs: Any) -> Any:
    grad, data, weight, *others = args
    last = _is_channels_last(data) or _is_channels_last(weight)
    grad, data = _in_format(mode, grad, last, "gradient"), _in_format(mode, data, last, "data (backward)")
    weight = _in_format(mode, weight, last, "weight (backward)")
    result = func(grad, data, weight, *others)
    to_data, to_weight, to_bias = others[-1]
    if to_data and to_weight:
        mode.note("second product of convolution_backward", 1, nbytes(grad) + nbytes(data) + nbytes(weight))
    if to_bias:
        mode.note("cudnn bias gradient", 1, nbytes(grad))
    form = _LAST if last else _FIRST
    return tuple(t if t is None or t.dim() != 4 else t.contiguous(memory_format=form) for t in result)


def _batch_norm(mode: Count, func: Any, args: Any, kwargs: Any) -> Any:
    return *aten.native_batch_norm(*args), torch.empty(0, dtype=torch.uint8)


def _batch_norm_backward(mode: Count, func: Any, args: Any, kwargs: Any) -> Any:
    data, grad, weight, mean, var, batch_mean, inverse, eps, _ = args
    wants = [True, True, True]
    return aten.native_batch_norm_backward(grad, data, weight, mean, var, batch_mean, inverse, True, eps, wants)


def _flash(mode: Count, func: Any, args: Any, kwargs: Any) -> Any:
    query, key, value = args[:3]
    out, sums = zeros_of(aten._scaled_dot_product_flash_attention_for_cpu, query, key, value)
    e = torch.empty(0, dtype=torch.int64)
    return out, sums, e, e, query.shape[2], key.shape[2], e, e, torch.empty(0)


def _flash_backward(mode: Count, func: Any, args: Any, kwargs: Any) -> Any:
    return zeros_of(aten._scaled_dot_product_flash_attention_for_cpu_backward, *args[:6], 0.0, False)


def _efficient(mode: Count, func: Any, args: Any, kwargs: Any) -> Any:
    e = torch.empty((), dtype=torch.int64)
    return *zeros_of(aten._scaled_dot_product_flash_attention_for_cpu, *args[:3]), e, e


def _efficient_backward(mode: Count, func: Any, args: Any, kwargs: Any) -> Any:
    grad, query, key, value, _, out, sums = args[:7]
    inputs = grad, query, key, value, out, sums
    return *zeros_of(aten._scaled_dot_product_flash_attention_for_cpu_backward, *inputs, 0.0, False), None


def _rnn(mode: Count, func: Any, args: Any, kwargs: Any) -> Any:
    data, weights, _, buffer, hidden, cell, _, _, _, layers, batch_first, _, train, both, *_ = args
    if buffer is None:
        mode.note("cudnn: weights side by side", len(weights), 2 * sum(map(nbytes, weights)))
    with torch.no_grad():
        outputs = _lstm(data, (hidden, cell), list(weights), True, layers, 0.0, train, both, batch_first)
    return *outputs, torch.empty(data.numel()), torch.empty(0)


def _rnn_backward(mode: Count, func: Any, args: Any, kwargs: Any) -> Any:
    data, weights, _, _, hidden, cell = args[:6]
    return *map(torch.zeros_like, (data, hidden, cell)), _side_by_side(weights)


def _side_by_side(weights: Any) -> list[Any]:
    """Return zeros in the shapes of weights, views of one memory: the matrices of all layers, then the biases."""
    vector = torch.zeros(sum(w.numel() for w in weights), dtype=weights[0].dtype)
    order = sorted(range(len(weights)), key=lambda i: weights[i].dim() == 1)
    views = dict(zip(order, vector.split([weights[i].numel() for i in order]), strict=True))
    return [views[i].view(w.shape) for i, w in enumerate(weights)]


def _nll_loss_backward(mode: Count, func: Any, args: Any, kwargs: Any) -> Any:
    mode.note("zeros of nll_loss_backward", 1, nbytes(args[1]))
    return func(*args, **kwargs)


#: by operator, ``(mode, operator, arguments, keyword arguments)``
SPECIAL: dict[str, Any] = {
    "convolution": _convolution, "convolution_backward": _convolution_backward,
    "cudnn_batch_norm": _batch_norm, "cudnn_batch_norm_backward": _batch_norm_backward,
    "_scaled_dot_product_flash_attention": _flash, "_scaled_dot_product_flash_attention_backward": _flash_backward,
    "_scaled_dot_product_efficient_attention": _efficient,
    "_scaled_dot_product_efficient_attention_backward": _efficient_backward,
    "nll_loss_backward": _nll_loss_backward,
    "_cudnn_rnn": _rnn, "_cudnn_rnn_backward": _rnn_backward,
    "_cudnn_rnn_flatten_weight": lambda mode, func, args, kwargs: torch.cat([w.reshape(-1) for w in args[0]]),
    "_amp_foreach_non_finite_check_and_unscale_": lambda mode, func, args, kwargs: None,
    "_amp_update_scale_": lambda mode, func, args, kwargs: args[0],
}  # fmt: skip


def attention(query: Any, key: Any, value: Any, *others: Any, **kwargs: Any) -> Any:
    """Call what CUDA chooses: the flash kernel for half types, the memory-efficient one for float32."""
    if not isinstance(query, FakeTensor):
        return _attention(query, key, value, *others, **kwargs)
    if torch.is_autocast_enabled("cuda"):
        query, key, value = (t.to(torch.get_autocast_dtype("cuda")) for t in (query, key, value))
    if query.dtype is torch.float32:
        return aten._scaled_dot_product_efficient_attention(query, key, value, None, query.requires_grad)[0]
    return aten._scaled_dot_product_flash_attention(query, key, value)[0]


def lstm_by_cudnn(weights_lie_together: bool) -> Any:
    """Return ``torch._VF.lstm`` as CUDA has it; ``nn.LSTM`` has put its weights together before."""

    def lstm(data: Any, *others: Any) -> Any:
        if not isinstance(data, FakeTensor) or not isinstance(others[1], (list, tuple)):
            return _lstm(data, *others)
        (hidden, cell), flat, _, layers, dropout, train, both, batch_first = others
        together = weights_lie_together or len({w.inner.untyped_storage().data_ptr() for w in flat}) == 1
        buffer = flat[0].detach() if together else None
        more = layers, batch_first, dropout, train, both, [], None
        states = hidden, cell, 2, hidden.shape[2], 0
        return aten._cudnn_rnn(data, list(flat), len(flat) // layers, buffer, *states, *more)[:3]

    return lstm
