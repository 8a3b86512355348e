"""Rows of layers, detection and images, random numbers and updates of weights."""

from __future__ import annotations

from typing import Any

import numpy as np
from operators.rows import BIG, IMAGES, TEXT, Row, boxes, integers, rois


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
    conv("3x3", IMAGES, (3, 3), 64, pad=(1, 1)),
    conv("1x1", IMAGES, (1, 1), 128),
    conv("7x7, stride 2", (4, 3, 224, 224), (7, 7), 64, pad=(3, 3), stride=(2, 2)),
    conv("depthwise", IMAGES, (3, 3), 64, 64, pad=(1, 1)),
    conv("1-d", (16, 64, 256), (3,), 64, pad=(1,)),
    conv("3-d", (2, 16, 8, 28, 28), (3, 3, 3), 16, pad=(1, 1, 1)),
    Row(
        "Deconvolution",
        ((8, 32, 14, 14), (32, 16, 4, 4)),
        {"kernel": (4, 4), "num_filter": 16, "stride": (2, 2), "pad": (1, 1)},
        lambda T, x, w: T.nn.functional.conv_transpose2d(x, w, None, 2, 1),
        (0, 1),
    ),
    Row(
        "BatchNorm",
        (IMAGES, (64,), (64,), (64,), (64,)),
        {"fix_gamma": False},
        _batch_norm,
        (0, 1, 2),
        True,
        what="training",
    ),
    Row(
        "BatchNorm",
        (IMAGES, (64,), (64,), (64,), (64,)),
        {"fix_gamma": False},
        lambda T, x, g, b, m, v: T.nn.functional.batch_norm(x, m, v, g, b, False, 0.1, 1e-3),
        (),
        what="inference",
    ),
    Row(
        "LayerNorm",
        (TEXT, (256,), (256,)),
        {},
        lambda T, x, g, b: T.nn.functional.layer_norm(x, (256,), g, b),
        (0, 1, 2),
    ),
    Row(
        "InstanceNorm",
        (IMAGES, (64,), (64,)),
        {},
        lambda T, x, g, b: T.nn.functional.instance_norm(x, None, None, g, b),
        (0, 1, 2),
    ),
    Row(
        "GroupNorm",
        (IMAGES, (8,), (8,)),
        {"num_groups": 8},
        lambda T, x, g, b: T.nn.functional.group_norm(x, 8, g.repeat_interleave(8), b.repeat_interleave(8)),
        (0, 1, 2),
    ),
    Row("L2Normalization", (BIG,), {}, lambda T, x: T.nn.functional.normalize(x)),
    Row("LRN", (IMAGES,), {"nsize": 5}, lambda T, x: T.nn.functional.local_response_norm(x, 5, 1e-4, 0.75, 2.0)),
    Row("Dropout", (TEXT,), {"p": 0.3}, lambda T, x: T.nn.functional.dropout(x, 0.3, True), (0,), True),
    Row("softmax", (BIG,), {}, lambda T, x: T.softmax(x, -1)),
    Row("log_softmax", (BIG,), {}, lambda T, x: T.log_softmax(x, -1)),
    Row(
        "SoftmaxOutput",
        (BIG, integers(1024, 128)),
        {},
        lambda T, x, y: T.nn.functional.cross_entropy(x, y.long(), reduction="sum"),
    ),
    Row(
        "softmax_cross_entropy",
        (BIG, integers(1024, 128)),
        {},
        lambda T, x, y: T.nn.functional.cross_entropy(x, y.long(), reduction="sum"),
    ),
    Row(
        "contrib.BilinearResize2D",
        ((4, 32, 28, 28),),
        {"height": 56, "width": 56},
        lambda T, x: T.nn.functional.interpolate(x, (56, 56), mode="bilinear", align_corners=True),
    ),
    Row(
        "contrib.AdaptiveAvgPooling2D",
        (IMAGES,),
        {"output_size": (7, 7)},
        lambda T, x: T.nn.functional.adaptive_avg_pool2d(x, 7),
    ),
    Row(
        "RNN",
        ((35, 32, 64), (2 * 512 + 2 * 512 + 512 * 64 + 3 * 512 * 128,), (2, 32, 128), (2, 32, 128)),
        {"mode": "lstm", "state_size": 128, "num_layers": 2},
        lambda T, x, w, h, c: _lstm(T, x, w, h, c),
        (0, 1),
        what="lstm",
    ),
    Row(
        "CTCLoss",
        ((50, 16, 40), lambda rng: rng.randint(1, 40, (16, 10)).astype("float32")),
        {},
        lambda T, x, y: T.nn.functional.ctc_loss(
            T.log_softmax(x, -1), y.int(), (50,) * 16, (10,) * 16, reduction="none"
        ),
    ),
]

_VISION = [
    Row(
        "BilinearSampler",
        ((8, 16, 28, 28), (8, 2, 28, 28)),
        {},
        lambda T, x, g: T.nn.functional.grid_sample(x, g.permute(0, 2, 3, 1), align_corners=True),
        (0, 1),
    ),
    Row(
        "SpatialTransformer",
        ((8, 16, 28, 28), (8, 6)),
        {"transform_type": "affine", "sampler_type": "bilinear", "target_shape": (28, 28)},
        None,
        (0, 1),
    ),
    Row("GridGenerator", ((8, 6),), {"transform_type": "affine", "target_shape": (28, 28)}, None),
    Row(
        "Correlation",
        ((2, 16, 24, 24), (2, 16, 24, 24)),
        {"kernel_size": 1, "max_displacement": 4, "pad_size": 4},
        None,
        (0, 1),
    ),
    Row("ROIPooling", ((1, 64, 38, 50), rois(64, 600)), {"pooled_size": (7, 7), "spatial_scale": 0.0625}, None),
    Row(
        "contrib.ROIAlign",
        ((1, 64, 38, 50), rois(64, 600)),
        {"pooled_size": (7, 7), "spatial_scale": 0.0625, "sample_ratio": 2},
        None,
    ),
    Row(
        "contrib.DeformableConvolution",
        ((2, 16, 28, 28), (2, 18, 28, 28), (16, 16, 3, 3), (16,)),
        {"kernel": (3, 3), "num_filter": 16, "pad": (1, 1)},
        None,
        (0, 1, 2),
    ),
    Row("contrib.box_iou", (boxes(500), boxes(100)), {}, None, ()),
    Row(
        "contrib.box_nms",
        (boxes(4, 1000, scores=2),),
        {"overlap_thresh": 0.5, "topk": 400, "coord_start": 2, "score_index": 1, "id_index": 0},
        None,
        (),
    ),
    Row(
        "contrib.box_nms",
        (boxes(1, 5000, scores=2),),
        {"overlap_thresh": 0.5, "coord_start": 2, "score_index": 1, "id_index": 0},
        None,
        (),
        what="all of 5,000",
    ),
    Row("contrib.MultiBoxPrior", ((1, 16, 38, 38),), {"sizes": (0.1, 0.2), "ratios": (1, 2, 0.5)}, None, ()),
    Row("contrib.MultiBoxTarget", (boxes(1, 5776), boxes(8, 10, scores=1), (8, 21, 5776)), {}, None, ()),
    Row("contrib.MultiBoxDetection", ((4, 21, 2000), (4, 8000), boxes(1, 2000)), {"nms_topk": 400}, None, ()),
    Row(
        "contrib.Proposal",
        (
            (1, 24, 30, 40),
            lambda rng: (rng.rand(1, 48, 30, 40) * 0.1).astype("float32"),
            lambda rng: np.array([[480, 640, 1]], "float32"),
        ),
        {"rpn_pre_nms_top_n": 2000, "rpn_post_nms_top_n": 300, "threshold": 0.7},
        None,
        (),
    ),
    Row(
        "image.to_tensor",
        (lambda rng: rng.randint(0, 255, (224, 224, 3)).astype("uint8"),),
        {},
        lambda T, x: x.permute(2, 0, 1).contiguous().float() / 255,
        (),
    ),
    Row(
        "image.normalize",
        ((3, 224, 224),),
        {"mean": (0.5, 0.5, 0.5), "std": (0.2, 0.2, 0.2)},
        lambda T, x: (x - 0.5) / 0.2,
        (),
    ),
    Row(
        "image.resize",
        (lambda rng: rng.randint(0, 255, (300, 400, 3)).astype("uint8"),),
        {"size": (224, 224)},
        None,
        (),
    ),
]

_RANDOM = [
    Row("random.uniform", (), {"shape": BIG}, lambda T: T.rand(BIG), ()),
    Row("random.normal", (), {"shape": BIG}, lambda T: T.randn(BIG), ()),
    Row(
        "random.gamma",
        (),
        {"alpha": 2.0, "beta": 1.0, "shape": (128, 128)},
        lambda T: T._standard_gamma(T.full((128, 128), 2.0)),
        (),
    ),
    Row("random.poisson", (), {"lam": 4.0, "shape": (128, 128)}, lambda T: T.poisson(T.full((128, 128), 4.0)), ()),
    Row(
        "sample_multinomial",
        (lambda rng: np.full((64, 100), 0.01, "float32"),),
        {"shape": 10},
        lambda T, p: T.multinomial(p, 10, True),
        (),
    ),
    Row("shuffle", (BIG,), {}, lambda T, x: x[T.randperm(128)], ()),
]


def _sgd(T, w, g, m):
    m.mul_(0.9).sub_(g + 1e-4 * w, alpha=0.1)
    return w.add_(m)


_UPDATES = [
    Row("sgd_mom_update", (BIG, BIG, BIG), {"lr": 0.1, "momentum": 0.9, "wd": 1e-4}, _sgd, ()),
    Row("adam_update", (BIG, BIG, BIG, BIG), {"lr": 0.1}, None, ()),
    Row("ftrl_update", (BIG, BIG, BIG, BIG), {"lr": 0.1}, None, ()),
    Row("lamb_update_phase1", (BIG, BIG, BIG, BIG), {"t": 1, "wd": 0.01}, None, ()),
]

LAYERS = [*_LAYERS, *_VISION, *_RANDOM, *_UPDATES]
