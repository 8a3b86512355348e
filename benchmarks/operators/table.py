"""The operators that are timed: their arrays, their attributes, and the same in PyTorch.

Read by all three sides, so nothing but NumPy is imported; the PyTorch form gets ``torch`` as its first argument.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np


@dataclass(frozen=True)
class Row:
    """One operator: ``name`` below ``mx.nd`` with its inputs, each a shape or a function of a random generator."""

    name: str
    inputs: tuple
    attrs: dict[str, Any] = field(default_factory=dict)
    torch: Callable[..., Any] | None = None
    #: which inputs get a gradient; none: only the forward pass is timed
    grad: tuple[int, ...] = (0,)
    train: bool = False  # the forward pass, too, is one of training
    what: str = ""  # what tells this row from another one of the same operator

    @property
    def title(self) -> str:
        """The row's name in the table."""
        return f"{self.name} {self.what}".strip()

    def arrays(self) -> list[np.ndarray]:
        """Return the inputs, the same on every side."""
        rng = np.random.RandomState(0)
        return [each(rng) if callable(each) else rng.uniform(0.1, 1, each).astype("float32") for each in self.inputs]


def integers(high: int, *shape: int) -> Callable[[np.random.RandomState], np.ndarray]:
    """Return an input of whole numbers below ``high``."""
    return lambda rng: rng.randint(0, high, shape).astype("float32")


def boxes(*shape: int, scores: int = 0) -> Callable[[np.random.RandomState], np.ndarray]:
    """Return corner boxes in the unit square, each after ``scores`` columns of numbers (a class, then scores)."""

    def make(rng: np.random.RandomState) -> np.ndarray:
        corner = rng.uniform(0, 0.8, (*shape, 2))
        size = rng.uniform(0.02, 0.2, (*shape, 2))
        columns = [rng.randint(0, 20, (*shape, 1)), rng.uniform(0, 1, (*shape, max(scores - 1, 0)))][
            : 2 if scores else 0
        ]
        return np.concatenate([*columns, corner, corner + size], -1).astype("float32")

    return make


def rois(number: int, size: int) -> Callable[[np.random.RandomState], np.ndarray]:
    """Return regions ``(batch, x1, y1, x2, y2)`` of one picture of ``size`` pixels."""

    def make(rng: np.random.RandomState) -> np.ndarray:
        corner = rng.uniform(0, size * 0.6, (number, 2))
        return np.concatenate(
            [np.zeros((number, 1)), corner, corner + rng.uniform(8, size * 0.4, (number, 2))], 1
        ).astype("float32")

    return make


def positive_definite(*shape: int) -> Callable[[np.random.RandomState], np.ndarray]:
    """Return symmetric matrices with positive eigenvalues."""

    def make(rng: np.random.RandomState) -> np.ndarray:
        a = rng.uniform(-1, 1, shape)
        return (a @ a.swapaxes(-1, -2) + np.eye(shape[-1]) * shape[-1]).astype("float32")

    return make


BIG = (128, 1024)
PICTURES = (16, 64, 28, 28)
TEXT = (32, 128, 256)

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
    Row("smooth_l1", (BIG,), {"scalar": 1.0}, lambda T, x: T.nn.functional.smooth_l1_loss(x, x.new_zeros(()).expand_as(x), reduction="none")),
    Row("hard_sigmoid", (BIG,), {}, lambda T, x: T.clip(0.2 * x + 0.5, 0, 1)),
    *(
        Row(name, (BIG,), {}, lambda T, x, name=name: getattr(T, name)(x))
        for name in ("exp", "log", "sqrt", "square", "tanh", "sigmoid", "relu", "abs", "erf", "sin")
    ),
    Row("gamma", (BIG,), {}, lambda T, x: T.exp(T.lgamma(x))),
]  # fmt: skip

_REDUCTIONS = [
    Row("sum", (BIG,), {}, lambda T, x: T.sum(x), what="of all"),
    Row("sum", (TEXT,), {"axis": 1}, lambda T, x: T.sum(x, 1), what="axis=1"),
    Row("mean", (PICTURES,), {"axis": (2, 3)}, lambda T, x: T.mean(x, (2, 3))),
    Row("max", (BIG,), {"axis": 1}, lambda T, x: T.amax(x, 1)),
    Row("prod", (BIG,), {"axis": 1}, lambda T, x: T.prod(x, 1)),
    Row("norm", (BIG,), {"axis": 1}, lambda T, x: T.linalg.vector_norm(x, dim=1)),
    Row("argmax", (BIG,), {"axis": 1}, lambda T, x: T.argmax(x, 1).float(), ()),
    Row("topk", ((64, 1000),), {"k": 5, "ret_typ": "value"}, lambda T, x: T.topk(x, 5)[0]),
    Row("sort", ((64, 1000),), {"axis": -1}, lambda T, x: T.sort(x)[0]),
    Row("argsort", ((64, 1000),), {}, lambda T, x: T.argsort(x).float(), ()),
    Row("moments", (PICTURES,), {"axes": (0, 2, 3)}, lambda T, x: T.var_mean(x, (0, 2, 3), correction=0)),
]

_SHAPES = [
    Row("transpose", (TEXT,), {"axes": (0, 2, 1)}, lambda T, x: x.permute(0, 2, 1).contiguous()),
    Row("reshape", (TEXT,), {"shape": (-1, 256)}, lambda T, x: x.reshape(-1, 256).clone()),
    Row("concat", (PICTURES, PICTURES), {"dim": 1}, lambda T, a, b: T.cat((a, b), 1), (0, 1)),
    Row("stack", (BIG, BIG), {"axis": 1}, lambda T, a, b: T.stack((a, b), 1), (0, 1)),
    Row("split", (PICTURES,), {"num_outputs": 4, "axis": 1}, lambda T, x: [p.contiguous() for p in x.chunk(4, 1)]),
    Row("slice", (PICTURES,), {"begin": (0, 0, 2, 2), "end": (16, 64, 26, 26)}, lambda T, x: x[:, :, 2:26, 2:26].contiguous()),
    Row("slice_axis", (TEXT,), {"axis": 1, "begin": 10, "end": 100}, lambda T, x: x[:, 10:100].contiguous()),
    Row("tile", ((64, 256),), {"reps": (4, 2)}, lambda T, x: x.tile(4, 2)),
    Row("repeat", ((64, 256),), {"repeats": 4, "axis": 1}, lambda T, x: x.repeat_interleave(4, 1)),
    Row("flip", (PICTURES,), {"axis": 3}, lambda T, x: x.flip(3)),
    Row("pad", (PICTURES,), {"mode": "constant", "pad_width": (0, 0, 0, 0, 2, 2, 2, 2)}, lambda T, x: T.nn.functional.pad(x, (2, 2, 2, 2))),
    Row("space_to_depth", (PICTURES,), {"block_size": 2}, lambda T, x: T.nn.functional.pixel_unshuffle(x, 2)),
    Row("broadcast_to", ((128, 1),), {"shape": BIG}, lambda T, x: x.expand(128, 1024).contiguous()),
]  # fmt: skip

_INDEXING = [
    Row("take", ((10000, 64), integers(10000, 32, 128)), {}, lambda T, x, i: x[i.long()]),
    Row("Embedding", (integers(10000, 32, 128), (10000, 64)), {"input_dim": 10000, "output_dim": 64}, lambda T, i, w: T.nn.functional.embedding(i.long(), w), (1,)),
    Row("one_hot", (integers(1000, 256),), {"depth": 1000}, lambda T, i: T.nn.functional.one_hot(i.long(), 1000).float(), ()),
    Row("pick", (BIG, integers(1024, 128)), {}, lambda T, x, i: x.gather(1, i.long()[:, None])[:, 0]),
    Row("gather_nd", (BIG, integers(128, 2, 5000)), {}, lambda T, x, i: x[i[0].long(), i[1].long()]),
    Row("scatter_nd", ((5000,), integers(128, 2, 5000)), {"shape": (128, 128)}, lambda T, x, i: T.zeros(128, 128).index_put((i[0].long(), i[1].long()), x)),
    Row("SequenceMask", ((128, 32, 256), integers(128, 32)), {"use_sequence_length": True}, lambda T, x, n: T.where(T.arange(128)[:, None, None] < n[None, :, None], x, x.new_zeros(()))),
    Row("SequenceReverse", ((128, 32, 256),), {}, lambda T, x: x.flip(0)),
    Row("SequenceLast", ((128, 32, 256),), {}, lambda T, x: x[-1].clone()),
    Row("contrib.boolean_mask", (BIG, integers(2, 128)), {}, lambda T, x, m: x[m != 0]),
    Row("batch_take", (BIG, lambda rng: rng.randint(0, 1024, 128).astype("int32")), {}, lambda T, x, i: x.gather(1, i.long()[:, None])[:, 0], ()),
]  # fmt: skip

_MATRICES = [
    Row("dot", ((256, 512), (512, 256)), {}, lambda T, a, b: a @ b, (0, 1)),
    Row("dot", ((256, 512), (256, 512)), {"transpose_b": True}, lambda T, a, b: a @ b.T, (0, 1), what="transposed"),
    Row("batch_dot", ((32, 64, 128), (32, 128, 64)), {}, lambda T, a, b: a @ b, (0, 1)),
    Row("FullyConnected", ((64, 784), (256, 784), (256,)), {"num_hidden": 256}, lambda T, x, w, b: T.nn.functional.linear(x, w, b), (0, 1, 2)),
    Row("linalg.gemm2", ((8, 128, 128), (8, 128, 128)), {}, lambda T, a, b: a @ b, (0, 1)),
    Row("linalg.syrk", ((8, 128, 128),), {}, lambda T, a: a @ a.mT),
    Row("linalg.potrf", (positive_definite(8, 64, 64),), {}, lambda T, a: T.linalg.cholesky(a)),
    Row("linalg.trsm", (lambda rng: np.tril(positive_definite(8, 64, 64)(rng)), (8, 64, 32)), {}, lambda T, a, b: T.linalg.solve_triangular(a, b, upper=False), (0, 1)),
    Row("khatri_rao", ((32, 64), (16, 64)), {}, lambda T, a, b: T.einsum("ik,jk->ijk", a, b).reshape(-1, 64), ()),
    Row("contrib.interleaved_matmul_selfatt_qk", ((64, 16, 8 * 3 * 32),), {"heads": 8}, None),
]  # fmt: skip


def _batch_norm(T, x, g, b, m, v):
    return T.nn.functional.batch_norm(x, m, v, g, b, True, 0.1, 1e-3)


def _lstm(T, x, w, h, c):
    """Two layers of 128 over 64 inputs: the packed vector is cut where MXNet's layout says."""
    sizes = [4 * 128 * 64, 4 * 128 * 128, 4 * 128 * 128, 4 * 128 * 128, 512, 512, 512, 512]
    i0, h0, i1, h1, *biases = w.split(sizes)
    weights = [i0.view(512, 64), h0.view(512, 128), *biases[:2], i1.view(512, 128), h1.view(512, 128), *biases[2:]]
    return T.lstm(x, (h, c), weights, True, 2, 0.0, True, False, False)[0]


def conv(what: str, data: tuple, kernel: tuple, filters: int, group: int = 1, **attrs: Any) -> Row:
    """Return a convolution with a bias."""
    weight = (filters, data[1] // group, *kernel)
    pad = attrs.get("pad", (0,) * len(kernel))
    stride = attrs.get("stride", (1,) * len(kernel))
    return Row(
        "Convolution",
        (data, weight, (filters,)),
        {"kernel": kernel, "num_filter": filters, "num_group": group, **attrs},
        lambda T, x, w, b: getattr(T.nn.functional, f"conv{len(kernel)}d")(x, w, b, stride, pad, 1, group),
        (0, 1, 2),
        what=what,
    )


_LAYERS = [
    conv("3x3", PICTURES, (3, 3), 64, pad=(1, 1)),
    conv("1x1", PICTURES, (1, 1), 128),
    conv("7x7, stride 2", (4, 3, 224, 224), (7, 7), 64, pad=(3, 3), stride=(2, 2)),
    conv("depthwise", PICTURES, (3, 3), 64, 64, pad=(1, 1)),
    conv("1-d", (16, 64, 256), (3,), 64, pad=(1,)),
    conv("3-d", (2, 16, 8, 28, 28), (3, 3, 3), 16, pad=(1, 1, 1)),
    Row("Deconvolution", ((8, 32, 14, 14), (32, 16, 4, 4)), {"kernel": (4, 4), "num_filter": 16, "stride": (2, 2), "pad": (1, 1)}, lambda T, x, w: T.nn.functional.conv_transpose2d(x, w, None, 2, 1), (0, 1)),
    Row("Pooling", (PICTURES,), {"kernel": (2, 2), "stride": (2, 2), "pool_type": "max"}, lambda T, x: T.nn.functional.max_pool2d(x, 2), what="max"),
    Row("Pooling", (PICTURES,), {"kernel": (3, 3), "stride": (2, 2), "pool_type": "avg"}, lambda T, x: T.nn.functional.avg_pool2d(x, 3, 2), what="avg"),
    Row("Pooling", (PICTURES,), {"kernel": (1, 1), "global_pool": True, "pool_type": "avg"}, lambda T, x: x.mean((2, 3), keepdim=True), what="global"),
    Row("BatchNorm", (PICTURES, (64,), (64,), (64,), (64,)), {"fix_gamma": False}, _batch_norm, (0, 1, 2), True, what="training"),
    Row("BatchNorm", (PICTURES, (64,), (64,), (64,), (64,)), {"fix_gamma": False}, lambda T, x, g, b, m, v: T.nn.functional.batch_norm(x, m, v, g, b, False, 0.1, 1e-3), (), what="inference"),
    Row("LayerNorm", (TEXT, (256,), (256,)), {}, lambda T, x, g, b: T.nn.functional.layer_norm(x, (256,), g, b), (0, 1, 2)),
    Row("InstanceNorm", (PICTURES, (64,), (64,)), {}, lambda T, x, g, b: T.nn.functional.instance_norm(x, None, None, g, b), (0, 1, 2)),
    Row("GroupNorm", (PICTURES, (8,), (8,)), {"num_groups": 8}, lambda T, x, g, b: T.nn.functional.group_norm(x, 8, g.repeat_interleave(8), b.repeat_interleave(8)), (0, 1, 2)),
    Row("L2Normalization", (BIG,), {}, lambda T, x: T.nn.functional.normalize(x)),
    Row("LRN", (PICTURES,), {"nsize": 5}, lambda T, x: T.nn.functional.local_response_norm(x, 5, 1e-4, 0.75, 2.0)),
    Row("Dropout", (TEXT,), {"p": 0.3}, lambda T, x: T.nn.functional.dropout(x, 0.3, True), (0,), True),
    Row("Activation", (PICTURES,), {"act_type": "softrelu"}, lambda T, x: T.nn.functional.softplus(x)),
    Row("LeakyReLU", (PICTURES,), {"act_type": "leaky"}, lambda T, x: T.nn.functional.leaky_relu(x, 0.25), what="leaky"),
    Row("LeakyReLU", (TEXT,), {"act_type": "gelu"}, lambda T, x: T.nn.functional.gelu(x), what="gelu"),
    Row("softmax", (BIG,), {}, lambda T, x: T.softmax(x, -1)),
    Row("log_softmax", (BIG,), {}, lambda T, x: T.log_softmax(x, -1)),
    Row("SoftmaxOutput", (BIG, integers(1024, 128)), {}, lambda T, x, y: T.nn.functional.cross_entropy(x, y.long(), reduction="sum")),
    Row("softmax_cross_entropy", (BIG, integers(1024, 128)), {}, lambda T, x, y: T.nn.functional.cross_entropy(x, y.long(), reduction="sum")),
    Row("UpSampling", ((4, 32, 28, 28),), {"scale": 2, "sample_type": "nearest"}, lambda T, x: T.nn.functional.interpolate(x, scale_factor=2)),
    Row("contrib.BilinearResize2D", ((4, 32, 28, 28),), {"height": 56, "width": 56}, lambda T, x: T.nn.functional.interpolate(x, (56, 56), mode="bilinear", align_corners=True)),
    Row("contrib.AdaptiveAvgPooling2D", (PICTURES,), {"output_size": (7, 7)}, lambda T, x: T.nn.functional.adaptive_avg_pool2d(x, 7)),
    Row("RNN", ((35, 32, 64), (2 * 512 + 2 * 512 + 512 * 64 + 3 * 512 * 128,), (2, 32, 128), (2, 32, 128)), {"mode": "lstm", "state_size": 128, "num_layers": 2}, lambda T, x, w, h, c: _lstm(T, x, w, h, c), (0, 1), what="lstm"),
    Row("CTCLoss", ((50, 16, 40), lambda rng: rng.randint(1, 40, (16, 10)).astype("float32")), {}, lambda T, x, y: T.nn.functional.ctc_loss(T.log_softmax(x, -1), y.int(), (50,) * 16, (10,) * 16, reduction="none")),
]  # fmt: skip

_VISION = [
    Row("BilinearSampler", ((8, 16, 28, 28), (8, 2, 28, 28)), {}, lambda T, x, g: T.nn.functional.grid_sample(x, g.permute(0, 2, 3, 1), align_corners=True), (0, 1)),
    Row("SpatialTransformer", ((8, 16, 28, 28), (8, 6)), {"transform_type": "affine", "sampler_type": "bilinear", "target_shape": (28, 28)}, None, (0, 1)),
    Row("GridGenerator", ((8, 6),), {"transform_type": "affine", "target_shape": (28, 28)}, None),
    Row("Correlation", ((2, 16, 24, 24), (2, 16, 24, 24)), {"kernel_size": 1, "max_displacement": 4, "pad_size": 4}, None, (0, 1)),
    Row("ROIPooling", ((1, 64, 38, 50), rois(64, 600)), {"pooled_size": (7, 7), "spatial_scale": 0.0625}, None),
    Row("contrib.ROIAlign", ((1, 64, 38, 50), rois(64, 600)), {"pooled_size": (7, 7), "spatial_scale": 0.0625, "sample_ratio": 2}, None),
    Row("contrib.DeformableConvolution", ((2, 16, 28, 28), (2, 18, 28, 28), (16, 16, 3, 3), (16,)), {"kernel": (3, 3), "num_filter": 16, "pad": (1, 1)}, None, (0, 1, 2)),
    Row("contrib.box_iou", (boxes(500), boxes(100)), {}, None, ()),
    Row("contrib.box_nms", (boxes(4, 1000, scores=2),), {"overlap_thresh": 0.5, "topk": 400, "coord_start": 2, "score_index": 1, "id_index": 0}, None, ()),
    Row("contrib.box_nms", (boxes(1, 5000, scores=2),), {"overlap_thresh": 0.5, "coord_start": 2, "score_index": 1, "id_index": 0}, None, (), what="all of 5,000"),
    Row("contrib.MultiBoxPrior", ((1, 16, 38, 38),), {"sizes": (0.1, 0.2), "ratios": (1, 2, 0.5)}, None, ()),
    Row("contrib.MultiBoxTarget", (boxes(1, 5776), boxes(8, 10, scores=1), (8, 21, 5776)), {}, None, ()),
    Row("contrib.MultiBoxDetection", ((4, 21, 2000), (4, 8000), boxes(1, 2000)), {"nms_topk": 400}, None, ()),
    Row("contrib.Proposal", ((1, 24, 30, 40), lambda rng: (rng.rand(1, 48, 30, 40) * 0.1).astype("float32"), lambda rng: np.array([[480, 640, 1]], "float32")), {"rpn_pre_nms_top_n": 2000, "rpn_post_nms_top_n": 300, "threshold": 0.7}, None, ()),
    Row("image.to_tensor", (lambda rng: rng.randint(0, 255, (224, 224, 3)).astype("uint8"),), {}, lambda T, x: x.permute(2, 0, 1).contiguous().float() / 255, ()),
    Row("image.normalize", ((3, 224, 224),), {"mean": (0.5, 0.5, 0.5), "std": (0.2, 0.2, 0.2)}, lambda T, x: (x - 0.5) / 0.2, ()),
    Row("image.resize", (lambda rng: rng.randint(0, 255, (300, 400, 3)).astype("uint8"),), {"size": (224, 224)}, None, ()),
]  # fmt: skip

_RANDOM = [
    Row("random.uniform", (), {"shape": BIG}, lambda T: T.rand(BIG), ()),
    Row("random.normal", (), {"shape": BIG}, lambda T: T.randn(BIG), ()),
    Row("random.gamma", (), {"alpha": 2.0, "beta": 1.0, "shape": (128, 128)}, lambda T: T._standard_gamma(T.full((128, 128), 2.0)), ()),
    Row("random.poisson", (), {"lam": 4.0, "shape": (128, 128)}, lambda T: T.poisson(T.full((128, 128), 4.0)), ()),
    Row("sample_multinomial", (lambda rng: np.full((64, 100), 0.01, "float32"),), {"shape": 10}, lambda T, p: T.multinomial(p, 10, True), ()),
    Row("shuffle", (BIG,), {}, lambda T, x: x[T.randperm(128)], ()),
]  # fmt: skip


def _sgd(T, w, g, m):
    m.mul_(0.9).sub_(g + 1e-4 * w, alpha=0.1)
    return w.add_(m)


_UPDATES = [
    Row("sgd_mom_update", (BIG, BIG, BIG), {"lr": 0.1, "momentum": 0.9, "wd": 1e-4}, _sgd, ()),
    Row("adam_update", (BIG, BIG, BIG, BIG), {"lr": 0.1}, None, ()),
    Row("ftrl_update", (BIG, BIG, BIG, BIG), {"lr": 0.1}, None, ()),
    Row("lamb_update_phase1", (BIG, BIG, BIG, BIG), {"t": 1, "wd": 0.01}, None, ()),
]

ROWS = [*_ELEMENTS, *_REDUCTIONS, *_SHAPES, *_INDEXING, *_MATRICES, *_LAYERS, *_VISION, *_RANDOM, *_UPDATES]
