"""Rows of element-wise operators, reductions, shapes, indexing and matrices."""

from __future__ import annotations

import numpy as np
from operators.rows import BIG, IMAGES, TEXT, Row, integers, positive_definite

_ELEMENTS = [
    Row("elemwise_add", (BIG, BIG), {}, lambda T, a, b: a + b, (0, 1)),
    Row("elemwise_mul", (BIG, BIG), {}, lambda T, a, b: a * b, (0, 1)),
    Row("elemwise_div", (BIG, BIG), {}, lambda T, a, b: a / b, (0, 1)),
    Row("broadcast_add", (TEXT, (1, 1, 256)), {}, lambda T, a, b: a + b, (0, 1)),
    Row("broadcast_mul", (TEXT, (32, 128, 1)), {}, lambda T, a, b: a * b, (0, 1)),
    Row("broadcast_maximum", (BIG, (1, 1024)), {}, lambda T, a, b: T.maximum(a, b), (0, 1)),
    Row("broadcast_greater", (BIG, (1, 1024)), {}, lambda T, a, b: (a > b).float(), ()),
    Row("add_n", (BIG, BIG, BIG, BIG), {}, lambda T, a, b, c, d: a + b + c + d, (0, 1, 2, 3)),
    Row("where", (integers(2, *BIG), BIG, BIG), {}, lambda T, c, a, b: T.where(c != 0, a, b), (1, 2)),
    Row("clip", (BIG,), {"a_min": 0.2, "a_max": 0.8}, lambda T, x: T.clip(x, 0.2, 0.8)),
    Row("cast", (BIG,), {"dtype": "float64"}, lambda T, x: x.double()),
    Row(
        "smooth_l1",
        (BIG,),
        {"scalar": 1.0},
        lambda T, x: T.nn.functional.smooth_l1_loss(x, x.new_zeros(()).expand_as(x), reduction="none"),
    ),
    Row("hard_sigmoid", (BIG,), {}, lambda T, x: T.clip(0.2 * x + 0.5, 0, 1)),
    *(
        Row(name, (BIG,), {}, lambda T, x, name=name: getattr(T, name)(x))
        for name in ("exp", "log", "sqrt", "square", "tanh", "sigmoid", "relu", "abs", "erf", "sin")
    ),
    Row("gamma", (BIG,), {}, lambda T, x: T.exp(T.lgamma(x))),
]

_REDUCTIONS = [
    Row("sum", (BIG,), {}, lambda T, x: T.sum(x), what="of all"),
    Row("sum", (TEXT,), {"axis": 1}, lambda T, x: T.sum(x, 1), what="axis=1"),
    Row("mean", (IMAGES,), {"axis": (2, 3)}, lambda T, x: T.mean(x, (2, 3))),
    Row("max", (BIG,), {"axis": 1}, lambda T, x: T.amax(x, 1)),
    Row("prod", (BIG,), {"axis": 1}, lambda T, x: T.prod(x, 1)),
    Row("argmax", (BIG,), {"axis": 1}, lambda T, x: T.argmax(x, 1).float(), ()),
    Row("topk", ((64, 1000),), {"k": 5, "ret_typ": "value"}, lambda T, x: T.topk(x, 5)[0]),
    Row("sort", ((64, 1000),), {"axis": -1}, lambda T, x: T.sort(x)[0]),
    Row("argsort", ((64, 1000),), {}, lambda T, x: T.argsort(x).float(), ()),
    Row("moments", (IMAGES,), {"axes": (0, 2, 3)}, lambda T, x: T.var_mean(x, (0, 2, 3), correction=0)),
]

_SHAPES = [
    Row("transpose", (TEXT,), {"axes": (0, 2, 1)}, lambda T, x: x.permute(0, 2, 1).contiguous()),
    Row("reshape", (TEXT,), {"shape": (-1, 256)}, lambda T, x: x.reshape(-1, 256).clone()),
    Row("concat", (IMAGES, IMAGES), {"dim": 1}, lambda T, a, b: T.cat((a, b), 1), (0, 1)),
    Row("stack", (BIG, BIG), {"axis": 1}, lambda T, a, b: T.stack((a, b), 1), (0, 1)),
    Row("split", (IMAGES,), {"num_outputs": 4, "axis": 1}, lambda T, x: [p.contiguous() for p in x.chunk(4, 1)]),
    Row(
        "slice",
        (IMAGES,),
        {"begin": (0, 0, 2, 2), "end": (16, 64, 26, 26)},
        lambda T, x: x[:, :, 2:26, 2:26].contiguous(),
    ),
    Row("slice_axis", (TEXT,), {"axis": 1, "begin": 10, "end": 100}, lambda T, x: x[:, 10:100].contiguous()),
    Row("tile", ((64, 256),), {"reps": (4, 2)}, lambda T, x: x.tile(4, 2)),
    Row("repeat", ((64, 256),), {"repeats": 4, "axis": 1}, lambda T, x: x.repeat_interleave(4, 1)),
    Row("flip", (IMAGES,), {"axis": 3}, lambda T, x: x.flip(3)),
    Row("space_to_depth", (IMAGES,), {"block_size": 2}, lambda T, x: T.nn.functional.pixel_unshuffle(x, 2)),
    Row("broadcast_to", ((128, 1),), {"shape": BIG}, lambda T, x: x.expand(128, 1024).contiguous()),
]

_INDEXING = [
    Row("take", ((10000, 64), integers(10000, 32, 128)), {}, lambda T, x, i: x[i.long()]),
    Row(
        "one_hot",
        (integers(1000, 256),),
        {"depth": 1000},
        lambda T, i: T.nn.functional.one_hot(i.long(), 1000).float(),
        (),
    ),
    Row("pick", (BIG, integers(1024, 128)), {}, lambda T, x, i: x.gather(1, i.long()[:, None])[:, 0]),
    Row("gather_nd", (BIG, integers(128, 2, 5000)), {}, lambda T, x, i: x[i[0].long(), i[1].long()]),
    Row(
        "scatter_nd",
        ((5000,), integers(128, 2, 5000)),
        {"shape": (128, 128)},
        lambda T, x, i: T.zeros(128, 128).index_put((i[0].long(), i[1].long()), x),
    ),
    Row(
        "SequenceMask",
        ((128, 32, 256), integers(128, 32)),
        {"use_sequence_length": True},
        lambda T, x, n: T.where(T.arange(128)[:, None, None] < n[None, :, None], x, x.new_zeros(())),
    ),
    Row("SequenceReverse", ((128, 32, 256),), {}, lambda T, x: x.flip(0)),
    Row("SequenceLast", ((128, 32, 256),), {}, lambda T, x: x[-1].clone()),
    Row("contrib.boolean_mask", (BIG, integers(2, 128)), {}, lambda T, x, m: x[m != 0]),
    Row(
        "batch_take",
        (BIG, lambda rng: rng.randint(0, 1024, 128).astype("int32")),
        {},
        lambda T, x, i: x.gather(1, i.long()[:, None])[:, 0],
        (),
    ),
]

_MATRICES = [
    Row("dot", ((256, 512), (512, 256)), {}, lambda T, a, b: a @ b, (0, 1)),
    Row("dot", ((256, 512), (256, 512)), {"transpose_b": True}, lambda T, a, b: a @ b.T, (0, 1), what="transposed"),
    Row("batch_dot", ((32, 64, 128), (32, 128, 64)), {}, lambda T, a, b: a @ b, (0, 1)),
    Row(
        "FullyConnected",
        ((64, 784), (256, 784), (256,)),
        {"num_hidden": 256},
        lambda T, x, w, b: T.nn.functional.linear(x, w, b),
        (0, 1, 2),
    ),
    Row("linalg.gemm2", ((8, 128, 128), (8, 128, 128)), {}, lambda T, a, b: a @ b, (0, 1)),
    Row("linalg.syrk", ((8, 128, 128),), {}, lambda T, a: a @ a.mT),
    Row("linalg.potrf", (positive_definite(8, 64, 64),), {}, lambda T, a: T.linalg.cholesky(a)),
    Row(
        "linalg.trsm",
        (lambda rng: np.tril(positive_definite(8, 64, 64)(rng)), (8, 64, 32)),
        {},
        lambda T, a, b: T.linalg.solve_triangular(a, b, upper=False),
        (0, 1),
    ),
    Row("khatri_rao", ((32, 64), (16, 64)), {}, lambda T, a, b: T.einsum("ik,jk->ijk", a, b).reshape(-1, 64), ()),
    Row("contrib.interleaved_matmul_selfatt_qk", ((64, 16, 8 * 3 * 32),), {"heads": 8}, None),
]

PLAIN = [*_ELEMENTS, *_REDUCTIONS, *_SHAPES, *_INDEXING, *_MATRICES]
