"""Arithmetic, conversion and shape methods of NDArray, with their data types."""

import mxnet as mx
import numpy as np
from helpers import raised


def described(result):
    if isinstance(result, mx.nd.NDArray):
        return [result.asnumpy(), np.dtype(result.dtype).name, result.shape]
    return [described(part) for part in result] if isinstance(result, (list, tuple)) else result


def arithmetic():
    a, b = mx.nd.array([[1, -2, 3.5], [4, 5, -6]]), mx.nd.array([[2, 2, -2]])
    i = mx.nd.array([[7, -7, 0]], dtype="int32")
    made = [a + b, a - 1, 2 - a, a * b, a / b, 1 / a, a % b, 5 % b, a**2, 2**a, -a, abs(a)]
    made += [a > b, a >= 2, a == a, a != 2, b < a, b <= 1, i + 1.5, i / 2, i * 2, i - 3, i % 3]
    c = a.copy()
    c += 1
    c *= b
    c -= a
    c /= 2
    return [described(each) for each in [*made, c]]


def shapes():
    a = mx.nd.arange(24).reshape((2, 3, 4))
    made = [
        a.T,
        a.reshape((0, -1)),
        a.reshape((-2,)),
        a.reshape(4, 6),
        a.reshape((-4, 1, 2, -2)),
        a.expand_dims(1),
        a.expand_dims(0).squeeze(),
        a.flatten(),
        a.swapaxes(0, 2),
        a.transpose((1, 0, 2)),
        a.slice_axis(1, 0, 2),
        a.slice((0, 1, 1), (2, 3, 4)),
        a.tile((1, 2, 1)),
        a.repeat(2, axis=1),
        a.split(2, axis=2),
        a.broadcast_to((2, 3, 4)),
        a.flip(1),
        a.take(mx.nd.array([1, 0]), axis=1),
        a.pick(mx.nd.zeros((2, 3)), axis=2),
        a.astype("float64"),
        a.astype("uint8"),
        a.clip(3, 9),
    ]
    return [described(each) for each in made]


def reductions():
    a = mx.nd.array(np.random.RandomState(0).randn(2, 3, 4))
    made = [
        a.sum(),
        a.sum(axis=1),
        a.sum(axis=(0, 2), keepdims=True),
        a.mean(axis=-1),
        a.max(axis=0),
        a.min(),
        a.prod(axis=2),
        a.norm(),
        a.argmax(axis=1),
        a.argmin(axis=2),
        a.argsort(axis=2),
        a.sort(axis=1),
        a.topk(k=2),
        mx.nd.dot(a[0], a[1].T),
        mx.nd.batch_dot(a, a.transpose((0, 2, 1))),
    ]
    return [described(each) for each in made]


def conversions():
    a = mx.nd.array([[2.5]])
    return [
        bool(a),
        a.asscalar().item(),
        str(mx.nd.ones((2, 2))),
        repr(mx.nd.zeros((1,), dtype="int32")),
        a.size,
        a.ndim,
        a.stype,
        str(a.context),
        np.dtype(mx.nd.array(np.arange(3)).dtype).name,
        np.dtype(mx.nd.array([1, 2]).dtype).name,
        np.dtype(mx.nd.array(mx.nd.ones((1,), dtype="int8")).dtype).name,
        described(mx.nd.full((2,), 3, dtype="int64")),
        described(mx.nd.arange(2, 9, 3, repeat=2)),
        described(mx.nd.concat(a, a, dim=1)),
        described(mx.nd.stack(a, a, axis=0)),
        [raised(int, mx.nd.ones((2,))), raised(lambda: hash(a) and None), raised(lambda: a < "x")],
    ]


def run():
    return {part.__name__: part() for part in (arithmetic, shapes, reductions, conversions)}
