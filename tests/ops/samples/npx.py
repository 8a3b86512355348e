"""Samples of operators of ``mx.npx`` that are no others under another name, most of them of MXNet 2."""

from __future__ import annotations

import numpy as np

from ..sample import FLOATS, OpSample, const, normal, uniform

_INTEGERS = const([-3.0, 0.0, 2.0])
_MASK = const([[True, False, True], [False, False, False]], dtype="bool")
_ROW = const([True, False, True], dtype="bool")
_DILATION = const([1, 2], dtype="int32")
_INDEX = const([[0, 1, 1], [1, 0, 0]], dtype="int64")
_WIDE = ("float32", "float64")


def _masked(x, mask, axis=-1, temperature=1.0, normalize=True):
    mask = np.broadcast_to(mask, x.shape)
    e = np.exp(x / temperature) * mask
    total = e.sum(axis, keepdims=True)
    return e / np.where(total == 0, 1, total)


def _masked_log(x, mask, **attrs):
    with np.errstate(divide="ignore"):
        return np.log(_masked(x, mask, **attrs))


def _written(add):
    def expected(a, ind, val):
        result = a.copy()
        (np.add.at if add else np.ndarray.__setitem__)(
            result, tuple(ind.reshape(ind.shape[0] if ind.ndim else 1, -1)), val
        )
        return result

    return expected


def _window(length, dilation, w, symmetric):
    for place in range(length):
        for head, step in enumerate(dilation):
            for at, offset in enumerate(range(-w, (w if symmetric else 0) + 1)):
                yield place, head, at, place + offset * step


def _score(query, key, dilation, w, symmetric):
    batch, length, heads, _ = query.shape
    result = np.zeros((batch, length, heads, 2 * w + 1 if symmetric else w + 1), query.dtype)
    for place, head, at, other in _window(length, dilation, w, symmetric):
        if 0 <= other < length:
            result[:, place, head, at] = (query[:, place, head] * key[:, other, head]).sum(-1)
    return result


def _context(score, value, dilation, w, symmetric):
    result = np.zeros_like(value)
    for place, head, at, other in _window(value.shape[1], dilation, w, symmetric):
        if 0 <= other < value.shape[1]:
            result[:, place, head] += score[:, place, head, at, None] * value[:, other, head]
    return result


def _mask_like(score, dilation, valid_length, w, symmetric):
    result = np.zeros_like(score)
    for place, head, at, other in _window(score.shape[1], dilation, w, symmetric):
        result[:, place, head, at] = (other >= 0) & (other < valid_length) & (place < valid_length)
    return result


def _sigmoid_log(x):
    return -np.log1p(np.exp(-x))


SAMPLES = [
    OpSample("_npx_relu", (uniform(-2, 2, 2, 3),), dtypes=FLOATS),
    OpSample("_npx_relu", (_INTEGERS,), grad="none", dtypes=("int32", "int8"), case="integers"),
    OpSample("_npx_sigmoid", (uniform(-2, 2, 2, 3),), dtypes=FLOATS),
    OpSample("_npx_sigmoid", (const([-50.0, 0.0, 50.0]),), grad="none", dtypes=("int32", "int8"), case="integers"),
    OpSample("_npx_constraint_check", (const([True, True]),), grad="none", dtypes=("bool",)),
    *(
        OpSample(name, (normal(2, 3), mask), attrs, expect=expect, grad=grad, case=case, dtypes=_WIDE)
        for name, expect, grad in (
            ("_npx_masked_softmax", _masked, "numeric"), ("_npx_masked_log_softmax", _masked_log, "none"),
        )
        for case, mask, attrs in (
            ("full", _MASK, {}), ("row", _ROW, {"axis": 0}), ("warm", _MASK, {"temperature": 2.0}),
        )
    ),
    *(
        OpSample(name, (normal(3, 2, 2), _INDEX, normal(2)), expect=_written(add), grad="none", dtypes=_WIDE)
        for name, add in (("_npx_index_update", False), ("_npx_index_add", True))
    ),
    OpSample("_npx_index_add", (normal(3, 2), const([1, 1], dtype="int32"), normal(1)), expect=_written(True),
             grad="numeric", case="one place", dtypes=_WIDE),
    *(
        OpSample(name, (first, normal(2, 5, 2, 3), _DILATION), {"w": 1, "symmetric": symmetric}, expect=expect,
                 grad="numeric", dtypes=_WIDE)
        for symmetric in (True, False)
        for name, expect, first in (
            ("_contrib_sldwin_atten_score", _score, normal(2, 5, 2, 3)),
            ("_contrib_sldwin_atten_context", _context, normal(2, 5, 2, 3 if symmetric else 2)),
        )
    ),
    *(
        OpSample("_contrib_sldwin_atten_mask_like",
                 (normal(2, 5, 2, 3 if symmetric else 2), _DILATION, const([3, 5], dtype="int32")),
                 {"w": 1, "symmetric": symmetric},
                 expect=lambda s, d, v, w, symmetric: np.stack(
                     [_mask_like(s[i:i + 1], d, v[i], w, symmetric)[0] for i in range(len(s))]),
                 grad="none", dtypes=_WIDE)
        for symmetric in (True, False)
    ),
    OpSample("digamma", (const([0.5, 1.0, 2.0]),), grad="numeric", dtypes=_WIDE,
             expect=lambda x: np.array([-1.9635100260214235, -0.5772156649015329, 0.42278433509846713], x.dtype)),
    OpSample("log_sigmoid", (uniform(-2, 2, 2, 3),), expect=_sigmoid_log, grad="numeric", dtypes=FLOATS),
    OpSample("mish", (uniform(-2, 2, 2, 3),), expect=lambda x: x * np.tanh(np.log1p(np.exp(x))), grad="numeric",
             dtypes=FLOATS),
]  # fmt: skip
