"""Matrix products, convolutions, pooling, normalization, losses and other layers."""

from __future__ import annotations

import numpy as np

from ..draw import FLOATS, Draw
from . import Made, recipe

_WIDE = ("float32", "float32", "float64")
_LAYOUTS = {1: "NCW", 2: "NCHW", 3: "NCDHW"}


@recipe("dot", "batch_dot", types=_WIDE, zeros=True)
def _(d: Draw, name: str) -> Made:
    m, n, k = d.size(), d.size(), d.size()
    left, right = d.flags("transpose_a").get("transpose_a", False), d.chance(0.5)
    a, b = ((k, m) if left else (m, k)), ((n, k) if right else (k, n))
    if name == "batch_dot":
        batch = (d.size(),)
        return [d.normal(batch + a), d.normal(batch + b)], {"transpose_a": left, "transpose_b": right}
    if d.chance(0.3):  # vectors and more axes
        if d.chance(0.5):
            return [d.normal((k,)), d.normal((k,))], {}
        return [d.normal((m, d.size(1, 3), k)), d.normal((k, n) if d.chance(0.5) else (k, d.size(1, 3), n))], {}
    return [d.normal(a), d.normal(b)], {"transpose_a": left, "transpose_b": right}


@recipe("FullyConnected", types=_WIDE, zeros=True)
def _(d: Draw) -> Made:
    shape, hidden = d.shape(2, 4), d.integer(1, 6)
    flatten, no_bias = d.chance(0.6), d.chance(0.4)
    width = int(np.prod(shape[1:])) if flatten else shape[-1]
    bias = [] if no_bias else [d.normal((hidden,))]
    attrs = {"num_hidden": hidden, "flatten": flatten, "no_bias": no_bias}
    return [d.normal(shape), d.normal((hidden, width)), *bias], attrs


def _window(d: Draw, n: int) -> tuple[tuple[int, ...], dict[str, tuple[int, ...]]]:
    """Return a kernel, and optional strides, dilations and pads."""
    kernel = tuple(d.integer(1, 3) for _ in range(n))
    ways = d.some(
        stride=tuple(d.integer(1, 3) for _ in range(n)),
        dilate=tuple(d.integer(1, 2) for _ in range(n)),
        pad=tuple(d.integer(0, 2) for _ in range(n)),
    )
    return kernel, ways


@recipe("Convolution", "Deconvolution", types=_WIDE)
def _(d: Draw, name: str) -> Made:
    n = d.integer(1, 3 if name == "Convolution" else 2)
    kernel, ways = _window(d, n)
    groups, c, f, no_bias = d.pick((1, 1, 2, 3)), d.integer(1, 3), d.integer(1, 3), d.chance(0.5)
    data = d.normal((d.size(1, 3), c * groups, *(d.integer(5, 7) for _ in range(n))))
    attrs = {"kernel": kernel, "num_filter": f * groups, "num_group": groups, "no_bias": no_bias, **ways}
    if d.chance(0.2):
        attrs["layout"] = _LAYOUTS[n]
    if name == "Convolution":
        weight = (f * groups, c, *kernel)
    else:
        weight = (c * groups, f, *kernel)
        if d.chance(0.3):
            attrs["adj"] = tuple(d.integer(0, s - 1) for s in attrs.get("stride", (1,) * n))
        if d.chance(0.2):
            attrs["target_shape"] = tuple(d.integer(5, 8) * s for s in attrs.get("stride", (1,) * n))
    bias = [] if no_bias else [d.normal((f * groups,))]
    return [data, d.normal(weight), *bias], attrs


@recipe("Pooling", types=_WIDE)
def _(d: Draw) -> Made:
    n = d.integer(1, 3)
    kernel = tuple(d.integer(1, 3) for _ in range(n))
    kind = d.pick(("max", "avg", "sum", "lp"))
    attrs = {"pool_type": kind, "pooling_convention": d.pick(("valid", "full")), **d.flags("count_include_pad")}
    if d.chance(0.2):
        attrs["global_pool"] = True
    if d.chance(0.85):
        attrs |= {"kernel": kernel} | d.some(
            stride=tuple(d.integer(1, 3) for _ in range(n)), pad=tuple(d.integer(0, k // 2) for k in kernel)
        )
    if kind == "lp":
        attrs["p_value"] = d.integer(1, 3)
    if kind != "avg":
        attrs.pop("count_include_pad", None)
    shape = (d.size(1, 3), d.size(1, 3), *(d.integer(4, 8) for _ in range(n)))
    return [d.distinct(shape) if kind == "max" else d.uniform(0.2, 2, shape)], attrs


@recipe("UpSampling", types=_WIDE)
def _(d: Draw) -> Made:
    return [d.normal((d.size(1, 2), d.size(1, 3), d.size(), d.size()))], {
        "scale": d.integer(1, 3),
        "sample_type": "nearest",
    }


@recipe("_contrib_BilinearResize2D", types=("float32",))
def _(d: Draw) -> Made:
    shape = (d.size(1, 2), d.size(1, 3), d.size(1, 6), d.size(1, 6))
    attrs = {"height": d.integer(1, 8), "width": d.integer(1, 8), **d.flags("align_corners")}
    return [d.normal(shape)], attrs


@recipe("_contrib_AdaptiveAvgPooling2D", types=_WIDE)
def _(d: Draw) -> Made:
    shape = (d.size(1, 2), d.size(1, 3), d.size(1, 6), d.size(1, 6))
    return [d.normal(shape)], d.some(output_size=d.pick(((d.size(),), (d.size(), d.size()))))


@recipe("BatchNorm", types=("float32", "float32", "float64"))
def _(d: Draw) -> Made:
    shape = d.shape(2, 5)
    axis = d.pick((1, 1, -1, len(shape) - 1))
    c = shape[axis]
    inputs = [d.normal(shape), d.normal((c,)), d.normal((c,)), d.normal((c,)), d.uniform(0.5, 2, (c,))]
    attrs = d.some(axis=axis, eps=d.pick((1e-3, 1e-2)), momentum=d.number(0.5, 0.99))
    if "axis" not in attrs and shape[1] != c:
        attrs["axis"] = axis
    return inputs, attrs | d.flags("fix_gamma", "use_global_stats", "output_mean_var")


@recipe("LayerNorm", types=FLOATS)
def _(d: Draw) -> Made:
    shape = d.shape(1, 5)
    axis = d.axis(len(shape))
    n = shape[axis]
    return [d.normal(shape), d.normal((n,)), d.normal((n,))], {
        "axis": axis,
        **d.some(eps=d.pick((1e-5, 1e-3))),
        **d.flags("output_mean_var"),
    }


@recipe("GroupNorm", types=("float32", "float64"))
def _(d: Draw) -> Made:
    groups = d.integer(1, 3)
    shape = (d.size(1, 3), groups * d.integer(1, 3), *(d.size() for _ in range(d.integer(1, 2))))
    return [d.normal(shape), d.normal((groups,)), d.normal((groups,))], {
        "num_groups": groups,
        **d.some(eps=d.pick((1e-5, 1e-3))),
        **d.flags("output_mean_var"),
    }


@recipe("InstanceNorm", types=_WIDE)
def _(d: Draw) -> Made:
    shape = d.shape(3, 4)
    return [d.normal(shape), d.normal((shape[1],)), d.normal((shape[1],))], d.some(eps=d.pick((1e-3, 1e-2)))


@recipe("L2Normalization", types=_WIDE)
def _(d: Draw) -> Made:
    mode = d.pick(("instance", "channel", "spatial"))
    return [d.normal(d.shape(2 if mode == "instance" else 3, 4))], {"mode": mode, **d.some(eps=1e-4)}


@recipe("LRN", types=("float32",))
def _(d: Draw) -> Made:
    shape = (d.size(1, 3), d.integer(3, 7), d.size(), d.size())
    return [d.normal(shape)], {
        "nsize": d.pick((1, 3, 5)),
        **d.some(alpha=d.number(1e-3, 1), beta=d.number(0.3, 1), knorm=d.number(1, 3)),
    }


@recipe("SoftmaxOutput", types=FLOATS)
def _(d: Draw) -> Made:
    shape = d.shape(2, 4)
    attrs = d.flags("use_ignore") | d.some(
        grad_scale=d.number(0.2, 2), ignore_label=d.integer(-1, 2), normalization=d.pick(("batch", "null", "valid"))
    )
    kind = d.integer(0, 2)
    if len(shape) == 2 or kind == 0:
        label, classes = shape[:1], int(np.prod(shape[1:]))
    elif kind == 1:
        attrs["multi_output"] = True
        label, classes = (shape[0], *shape[2:]), shape[1]
    else:
        attrs["preserve_shape"] = True
        label, classes = shape[:-1], shape[-1]
    if d.chance(0.2):
        attrs["smooth_alpha"] = 0.1
    return [d.normal(shape), d.whole(0, classes - 1, label)], attrs


@recipe("softmax_cross_entropy", types=("float32", "float64"))
def _(d: Draw) -> Made:
    rows, classes = d.size(), d.size()
    return [d.normal((rows, classes)), d.whole(0, classes - 1, (rows,))], {}


@recipe("LinearRegressionOutput", "MAERegressionOutput", "LogisticRegressionOutput", types=FLOATS)
def _(d: Draw) -> Made:
    shape = d.shape()
    return [d.normal(shape), d.normal(shape)], d.some(grad_scale=d.number(0.2, 2))


@recipe("SVMOutput", types=_WIDE)
def _(d: Draw) -> Made:
    rows, classes = d.size(), d.size(2, 5)
    attrs = d.some(margin=d.number(0.5, 2), regularization_coefficient=d.number(0.2, 2))
    return [d.normal((rows, classes)), d.whole(0, classes - 1, (rows,))], attrs | d.flags("use_linear")


@recipe("MakeLoss", types=FLOATS)
def _(d: Draw) -> Made:
    attrs = d.some(grad_scale=d.number(0.2, 2), valid_thresh=d.number(0, 1))
    return [d.uniform(-1, 2, d.shape())], attrs | d.some(normalization=d.pick(("batch", "null", "valid")))


@recipe("RNN", types=_WIDE)
def _(d: Draw) -> Made:
    mode, layers = d.pick(("rnn_relu", "rnn_tanh", "lstm", "gru")), d.integer(1, 2)
    both, hidden, width = d.chance(0.5), d.integer(1, 4), d.integer(1, 4)
    steps, batch, ways = d.size(1, 5), d.size(1, 3), 2 if both else 1
    gates = {"lstm": 4, "gru": 3}.get(mode, 1)
    size = sum(
        ways * gates * hidden * ((width if layer == 0 else hidden * ways) + hidden + 2) for layer in range(layers)
    )
    states = [d.normal((layers * ways, batch, hidden)) for _ in range(2 if mode == "lstm" else 1)]
    attrs = {"state_size": hidden, "num_layers": layers, "mode": mode, "bidirectional": both}
    return [d.normal((steps, batch, width)), d.uniform(-0.5, 0.5, (size,)), *states], attrs | d.flags("state_outputs")


@recipe("CTCLoss", types=_WIDE)
def _(d: Draw) -> Made:
    steps, batch, classes, longest = d.integer(3, 7), d.size(1, 3), d.integer(2, 5), d.integer(1, 3)
    first = d.chance(0.5)
    low = 1 if first else 0
    labels = d.whole(low, low + classes - 2, (batch, longest))
    inputs = [d.normal((steps, batch, classes)), labels]
    attrs = {"blank_label": "first" if first else "last"}
    if d.chance(0.3):
        inputs.append(d.whole(min(2 * longest + 1, steps), steps, (batch,)))
        attrs["use_data_lengths"] = True
    if d.chance(0.3):
        inputs.append(d.whole(1, longest, (batch,)))
        attrs["use_label_lengths"] = True
    return inputs, attrs


@recipe("im2col", types=_WIDE)
def _(d: Draw) -> Made:
    kernel, ways = _window(d, 2)
    return [d.normal((d.size(1, 2), d.size(1, 3), d.integer(5, 7), d.integer(5, 7)))], {"kernel": kernel, **ways}


@recipe("_contrib_box_iou", types=_WIDE)
def _(d: Draw) -> Made:
    left, right = (_boxes(d, *d.shape(0, 2)) for _ in range(2))
    return [left, right], d.some(format="corner")


def _boxes(d: Draw, *shape: int) -> np.ndarray:
    corner, side = d.uniform(0, 1, (*shape, 2)), d.uniform(0.1, 0.6, (*shape, 2))
    return np.concatenate([corner, corner + side], -1)


@recipe("_contrib_box_nms", types=_WIDE)
def _(d: Draw) -> Made:
    lead = d.shape(1, 2, 12)
    scores = d.distinct((*lead, 1)) / 40 + np.asarray(0.5, d.dtype)
    data = np.concatenate([d.whole(0, 2, (*lead, 1)), scores.astype(d.dtype), _boxes(d, *lead)], -1)
    attrs = {"coord_start": 2, "score_index": 1, **d.some(overlap_thresh=d.number(0.1, 0.9), id_index=d.pick((-1, 0)))}
    attrs |= d.some(valid_thresh=d.number(0, 0.6), topk=d.pick((-1, 1, 3)), background_id=d.pick((-1, 0)))
    attrs |= d.flags("force_suppress") | d.some(in_format=d.pick(("corner", "center")))
    return [data], attrs | d.some(out_format=d.pick(("corner", "center")))
