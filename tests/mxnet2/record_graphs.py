"""Record graph files that MXNet 2.0.0b1 writes, with their results: ``PYTHON -m tests.mxnet2.record_graphs``.

Each line of ``EXPRESSIONS`` becomes the ``forward`` of a block that 2.0.0b1 traces and exports to ``graphs.json``.
"""

from __future__ import annotations

import importlib
import json
import os
from pathlib import Path
from typing import Any

import numpy as np

PATH = Path(__file__).with_name("graphs.json")

#: the inputs: two arrays of floats, a matrix that has an inverse, integers, and indices
INPUTS = {
    "x": np.arange(12, dtype="float32").reshape(3, 4) / 10 - 0.4,
    "y": np.cos(np.arange(12, dtype="float32")).reshape(3, 4) + 1.5,
    "m": np.array([[4, 1, 0], [1, 3, 1], [0, 1, 2]], "float32"),
    "i": np.array([[3, 0, 5, 2], [1, 7, 4, 6], [2, 2, 0, 1]], "int32"),
    "k": np.array([2, 0], "int32"),
}

EXPRESSIONS = """
np.sum(x, axis=1)
np.sum(x, axis=(0, 1), keepdims=True)
np.sum(x)
np.prod(y, axis=0)
np.max(x, axis=1, keepdims=True)
np.min(x)
np.amax(y, axis=0)
np.amin(y)
np.mean(x, axis=0)
np.std(x, axis=1)
np.var(x, axis=1, ddof=1)
np.any(i, axis=1)
np.all(i, axis=0)
np.cumsum(x, axis=1)
np.argmax(y, axis=1)
np.argmin(y)
np.average(x, axis=1, weights=y)
np.transpose(x)
np.transpose(x.reshape(3, 2, 2), (2, 0, 1))
x.T
np.squeeze(x.reshape(3, 1, 4), axis=1)
np.expand_dims(x, 1)
np.moveaxis(x.reshape(3, 2, 2), 0, 2)
np.swapaxes(x, 0, 1)
np.roll(x, 1, axis=1)
np.roll(x, 2)
np.rollaxis(x.reshape(3, 2, 2), 2)
np.flip(x, 1)
np.rot90(x)
np.repeat(x, 2, axis=1)
np.tile(x, (2, 1))
np.concatenate([x, y], axis=1)
np.stack([x, y], axis=1)
np.vstack([x, y])
np.hstack([x, y])
np.dstack([x, y])
np.column_stack([x, y])
np.split(x, 2, axis=1)[1]
np.array_split(x, 3, axis=1)[0]
np.hsplit(x, 2)[1]
np.vsplit(x, 3)[2]
np.dot(x, y.T)
np.matmul(x, y.T)
np.tensordot(x, y, axes=([0, 1], [0, 1]))
np.einsum('ij,kj->ik', x, y)
np.inner(x, y)
np.outer(x, y)
np.vdot(x, y)
np.kron(m, x)
np.trace(m)
np.diag(m, k=1)
np.diagonal(m)
np.diagflat(x)
np.tril(m)
np.triu(m, 1)
np.copy(x)
np.atleast_2d(x.sum(axis=0))
np.atleast_3d(x)
np.add(x, y)
x + 1
1 - x
x * y
x / y
2 / y
y ** 2
2 ** x
y % 2
x // y
x // 0.3
-x
abs(x)
np.mod(y, x + 2)
np.fmod(y, x + 2)
np.power(y, x)
np.maximum(x, y - 1)
np.minimum(x, 0)
np.fmax(x, 0.1)
np.fmin(x, y)
np.hypot(x, y)
np.arctan2(x, y)
np.copysign(y, x)
np.logaddexp(x, y)
np.lcm(i, 4)
np.gcd(i, 4)
np.bitwise_and(i, 3)
np.bitwise_or(i, i)
np.bitwise_xor(i, 1)
np.bitwise_right_shift(i, i)
np.invert(i)
x > y - 1.5
x <= 0.1
x == x
x != y
np.logical_and(x > 0, y > 1)
np.logical_or(x > 0, y > 1)
np.logical_xor(x > 0, y > 1)
np.logical_not(x)
np.where(x > 0, x, y)
np.where(x > 0, x, 1.0)
np.clip(x, -0.1, 0.2)
np.exp(x)
np.expm1(x)
np.log(y)
np.log2(y)
np.log10(y)
np.log1p(y)
np.sqrt(y)
np.cbrt(x)
np.square(x)
np.reciprocal(y)
np.sin(x)
np.cos(x)
np.tan(x)
np.arcsin(x)
np.arccos(x)
np.arctan(x)
np.sinh(x)
np.cosh(x)
np.tanh(x)
np.arcsinh(x)
np.arccosh(y + 1)
np.arctanh(x)
np.degrees(x)
np.radians(x)
np.sign(x)
np.floor(x)
np.ceil(x)
np.trunc(x)
np.fix(x)
np.rint(x)
np.around(x, 1)
np.isnan(x)
np.isinf(x)
np.isfinite(x)
np.nan_to_num(x)
np.sort(y, axis=1)
np.argsort(y, axis=1)
np.take(x, k, axis=1)
np.diff(x, axis=1)
np.ediff1d(x)
np.pad(x, ((1, 1), (0, 2)))
np.cross(x[:, :3], y[:, :3])
np.interp(x, np.arange(3, dtype='float32'), m[0])
np.percentile(x, 30, axis=1)
np.quantile(x, 0.5)
np.median(y, axis=1)
np.polyval(m[0], x)
np.bincount(i.reshape(-1), minlength=9)
np.nonzero(i)[0]
np.unravel_index(k, (3, 4))[0]
np.meshgrid(x[0], y[0])[1]
np.broadcast_to(x[0], (2, 4))
np.zeros_like(x)
np.ones_like(x)
np.full_like(x, 2)
np.zeros((2, 3)) + x[:2, :3]
np.arange(4) + x
np.linspace(0, 1, 4) + x
np.eye(3, 4) + x
np.tri(3, 4) + x
np.hanning(4) + x
np.linalg.norm(x)
np.linalg.norm(x, axis=1)
np.linalg.inv(m)
np.linalg.det(m)
np.linalg.slogdet(m)[1]
np.linalg.cholesky(m)
np.linalg.solve(m, x)
np.linalg.eigvalsh(m)
np.linalg.matrix_rank(m)
np.linalg.lstsq(m, x, rcond=None)[0]
np.linalg.tensorsolve(m, m[0])
x[1]
x[:, 1:3]
x[::-1, -1]
x[k, k]
x.reshape(-1)
x.reshape((2, 6)).astype('int32')
x.astype('float64')
x.flatten()
npx.relu(x)
npx.sigmoid(x)
npx.leaky_relu(x, act_type='gelu')
npx.leaky_relu(x, slope=0.1)
npx.activation(x, act_type='softrelu')
npx.softmax(x, axis=-1)
npx.log_softmax(x, axis=0, temperature=2.0)
npx.masked_softmax(x, y > 1.5)
npx.masked_log_softmax(x, y > 0.1)
npx.erf(x)
npx.erfinv(x)
npx.gamma(y)
npx.gammaln(y)
npx.digamma(y)
npx.fully_connected(x, y[:2], m[0, :2], num_hidden=2, no_bias=False)
npx.convolution(x.reshape(1, 1, 3, 4), y[:2, :4].reshape(2, 1, 2, 2), num_filter=2, kernel=(2, 2), no_bias=True)
npx.deconvolution(x.reshape(1, 1, 3, 4), y[:1, :4].reshape(1, 1, 2, 2), num_filter=1, kernel=(2, 2), no_bias=True)
npx.pooling(x.reshape(1, 1, 3, 4), kernel=(2, 2), pool_type='avg', stride=(1, 2))
npx.layer_norm(x, y[0], x[0], axis=-1)
npx.group_norm(x.reshape(1, 4, 3), y[0], x[0], num_groups=2)
npx.instance_norm(x.reshape(1, 4, 3), y[0], x[0])
npx.embedding(k, x, input_dim=3, output_dim=4)
npx.one_hot(k, 3)
npx.pick(x, m[0, :3])
npx.topk(y, k=2, axis=1, ret_typ='value')
npx.topk(y, k=2)
npx.sequence_mask(x.reshape(3, 4, 1), y[0], use_sequence_length=True, value=-1)
npx.arange_like(x, axis=1)
npx.batch_dot(x.reshape(1, 3, 4), y.reshape(1, 4, 3))
npx.reshape(x, (-2, 2, 2))
npx.reshape_like(x, y.reshape(4, 3))
npx.gather_nd(x, i[:2, :2] % 3)
npx.index_add(x, k.reshape(1, 2), y[:2])
npx.index_update(x, k.reshape(1, 2), y[:2])
npx.smooth_l1(x, scalar=1.0)
npx.slice(x, (0, 1), (2, 3))
npx.broadcast_like(x[:1], y)
npx.stop_gradient(x)
npx.add_n(x, y)
npx.norm(x, axis=1)
npx.shape_array(x)
npx.multibox_prior(x.reshape(1, 1, 3, 4), sizes=(0.5,), ratios=(1, 2))
npx.box_iou(y, y + 0.3)
npx.box_nms(x.reshape(1, 2, 6), coord_start=2, score_index=1, id_index=0)
npx.cond(lambda a: a.sum() > 0, lambda a: a + 1, lambda a: a - 1, [x])
npx.foreach(lambda a, s: (a + s, a * s), x, y[0])[0]
np.delete(x, 1, axis=1)
np.append(x, y, axis=0)
np.unique(i)
x.sum(axis=1, dtype='float64')
x.mean()
x.max(axis=1)
x.argmax(axis=1)
x.clip(0, 1)
x.squeeze()
x.repeat(2)
x.transpose()
x.std()
np.linspace(0.5, 2, 4) + x
np.linspace(1.5, 2.5, 4, endpoint=False) + x
np.full((3, 4), 2) + x
np.full((3, 4), 2.5) + x
np.full_like(x, 2.5)
np.repeat(x, 3)
np.repeat(x, [1, 2, 1, 3], axis=1)
np.hstack([x[0], y[0]])
np.sort(y, axis=None)
np.concatenate([x, y], axis=None)
np.argsort(y, axis=None)
np.linalg.lstsq(m, x)[0]
npx.pooling(x.reshape(1, 1, 3, 4), kernel=(2, 2), global_pool=True, pool_type='avg')
npx.dropout(x, p=0.5)
x.dot(m.T.dot(m)[:, :3].T.dot(x).T)
np.linalg.matrix_rank(m, m[0, 1])
np.pad(x, ((1, 1), (0, 2)), constant_values=2)
np.concatenate([x, y])
np.bitwise_left_shift(i, 2)
np.bitwise_left_shift(2, i)
np.bitwise_right_shift(i, 1)
np.product(y, axis=0)
np.sometrue(i, axis=1)
""".strip().splitlines()


def record(expression: str) -> dict[str, Any]:
    """Return the graph that 2.0.0b1 makes of an expression, and its result."""
    import mxnet as mx
    from mxnet import np as mxnp
    from mxnet import npx

    npx.set_np()

    class Block(mx.gluon.HybridBlock):
        def forward(self, x, y, m, i, k):
            return eval(expression, {"np": mxnp, "npx": npx, "x": x, "y": y, "m": m, "i": i, "k": k})

    block = Block()
    block.hybridize()
    result = block(*[mxnp.array(value, dtype=value.dtype) for value in INPUTS.values()]).asnumpy()
    graph = json.loads(block.export(None)[0].tojson())
    return {
        "graph": json.dumps(graph, separators=(",", ":")),
        "dtype": str(result.dtype),
        "shape": list(result.shape),
        "values": [float(f"{value:.6g}") for value in result.astype("float64").ravel()],
    }


def main() -> None:
    """Record each expression in a process of its own: 2.0.0b1 ends the process at some errors."""
    importlib.import_module("mxnet")  # once for all processes
    graphs = {}
    for expression in EXPRESSIONS:
        reader, writer = os.pipe()
        child = os.fork()
        if not child:
            with open(writer, "w") as stream:
                stream.write(json.dumps(record(expression)))
            os._exit(0)
        os.close(writer)
        with open(reader) as stream:
            text = stream.read()
        if os.waitpid(child, 0)[1] == 0:
            graphs[expression] = json.loads(text)
        else:
            print("not recorded:", expression)
    PATH.write_text("{\n" + ",\n".join(f"{json.dumps(k)}: {json.dumps(v)}" for k, v in graphs.items()) + "\n}\n")


if __name__ == "__main__":
    main()
