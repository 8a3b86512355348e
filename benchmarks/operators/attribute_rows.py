"""Rows of operators with each of their usual attributes."""

from __future__ import annotations

from operators.rows import BIG, IMAGES, TEXT, Row, integers

_ACTIVATIONS = {
    "relu": lambda T, x: T.relu(x),
    "sigmoid": lambda T, x: T.sigmoid(x),
    "tanh": lambda T, x: T.tanh(x),
    "softrelu": lambda T, x: T.nn.functional.softplus(x),
    "softsign": lambda T, x: T.nn.functional.softsign(x),
}
_LEAKY = {
    "leaky": ((), lambda T, x: T.nn.functional.leaky_relu(x, 0.25)),
    "elu": ((), lambda T, x: T.nn.functional.elu(x, 0.25)),
    "selu": ((), lambda T, x: T.nn.functional.selu(x)),
    "gelu": ((), lambda T, x: T.nn.functional.gelu(x)),
    "prelu": (((64,),), lambda T, x, g: T.nn.functional.prelu(x, g)),
}
_POOLS = {
    "max": lambda T, x, k, s: T.nn.functional.max_pool2d(x, k, s),
    "avg": lambda T, x, k, s: T.nn.functional.avg_pool2d(x, k, s),
    "sum": lambda T, x, k, s: T.nn.functional.avg_pool2d(x, k, s, divisor_override=1),
    "lp": lambda T, x, k, s: T.nn.functional.lp_pool2d(x, 2, k, s),
}
_GLOBAL_POOLS = {
    "max": lambda T, x: x.amax((2, 3), keepdim=True),
    "avg": lambda T, x: x.mean((2, 3), keepdim=True),
    "sum": lambda T, x: x.sum((2, 3), keepdim=True),
    "lp": lambda T, x: T.linalg.vector_norm(x, 2, (2, 3), keepdim=True),
}
_PADS = {"constant": "constant", "edge": "replicate", "reflect": "reflect"}


def _pool(kind: str, window: int) -> Row:
    attrs = {"kernel": (window, window), "stride": (2, 2), "pool_type": kind}
    return Row(
        "Pooling",
        (IMAGES,),
        {**attrs, "p_value": 2} if kind == "lp" else attrs,
        lambda T, x: _POOLS[kind](T, x, window, 2),
        what=f"{kind} {window}x{window}, stride 2",
    )


def _global(kind: str) -> Row:
    attrs = {"kernel": (1, 1), "global_pool": True, "pool_type": kind}
    return Row(
        "Pooling",
        (IMAGES,),
        {**attrs, "p_value": 2} if kind == "lp" else attrs,
        _GLOBAL_POOLS[kind],
        what=f"global {kind}",
    )


def _taken(T, x, i, axis, mode):
    i = i.long()
    return x.index_select(axis, i % x.shape[axis] if mode == "wrap" else i.clamp(0, x.shape[axis] - 1))


ATTRIBUTES = [
    *(Row("Activation", (IMAGES,), {"act_type": kind}, function, what=kind) for kind, function in _ACTIVATIONS.items()),
    *(
        Row("LeakyReLU", (IMAGES, *more), {"act_type": kind}, function, tuple(range(1 + len(more))), what=kind)
        for kind, (more, function) in _LEAKY.items()
    ),
    Row("LeakyReLU", (TEXT,), {"act_type": "gelu"}, lambda T, x: T.nn.functional.gelu(x), what="gelu of text"),
    Row(
        "LeakyReLU",
        (lambda rng: rng.uniform(-1, 1, IMAGES).astype("float32"),),  # PyTorch draws below zero only
        {"act_type": "rrelu"},
        lambda T, x: T.nn.functional.rrelu(x, 0.125, 0.334, True),
        (0,),
        True,
        what="rrelu",
    ),
    *(_pool(kind, window) for kind in _POOLS for window in (2, 3)),
    *(_global(kind) for kind in _POOLS),
    *(
        Row(
            "pad",
            (IMAGES,),
            {"mode": mode, "pad_width": (0, 0, 0, 0, 2, 2, 2, 2)},
            lambda T, x, name=name: T.nn.functional.pad(x, (2, 2, 2, 2), name),
            what=mode,
        )
        for mode, name in _PADS.items()
    ),
    *(
        Row(
            "UpSampling",
            ((4, 32, 28, 28),),
            {"scale": scale, "sample_type": "nearest"},
            lambda T, x, scale=scale: T.nn.functional.interpolate(x, scale_factor=scale),
            what=f"nearest, {scale} times",
        )
        for scale in (2, 3)
    ),
    Row(
        "UpSampling",
        ((4, 32, 28, 28), (32, 1, 4, 4)),
        {"scale": 2, "sample_type": "bilinear", "num_filter": 32, "num_args": 2},
        lambda T, x, w: T.nn.functional.conv_transpose2d(x, w, None, 2, 1, groups=32),
        (0, 1),
        what="bilinear",
    ),
    *(
        Row(
            "take",
            ((10000, 64), integers(10000, 4096)),
            {"mode": mode},
            lambda T, x, i, mode=mode: _taken(T, x, i, 0, mode),
            what=mode,
        )
        for mode in ("clip", "wrap", "raise")
    ),
    Row(
        "take",
        (BIG, integers(1024, 256)),
        {"axis": 1},
        lambda T, x, i: _taken(T, x, i, 1, "clip"),
        what="axis=1",
    ),
    *(
        Row(
            "Embedding",
            (integers(rows, 32, 128), (rows, 64)),
            {"input_dim": rows, "output_dim": 64},
            lambda T, i, w: T.nn.functional.embedding(i.long(), w),
            (1,),
            what=f"of {rows:,} rows",
        )
        for rows in (100, 10000, 1000000)
    ),
    *(
        Row(
            "norm",
            (BIG,),
            {"ord": order, "axis": axis},
            lambda T, x, order=order, axis=axis: T.linalg.vector_norm(x, order, axis),
            what=f"ord={order}, axis={axis}",
        )
        for order in (1, 2)
        for axis in (0, 1)
    ),
    Row("norm", (BIG,), {"ord": 2}, lambda T, x: T.linalg.vector_norm(x).view(1), what="of all"),
    *(
        Row(
            name,
            (shape,),
            {"axis": axis},
            lambda T, x, name=name, axis=axis: getattr(T, name)(x, axis),
            what=f"axis={axis} of {len(shape)}",
        )
        for name in ("softmax", "log_softmax")
        for shape, axis in ((BIG, 0), (IMAGES, 1), (IMAGES, -1))
    ),
    Row("softmin", (BIG,), {}, lambda T, x: T.nn.functional.softmin(x, -1)),
    Row("softmax", (BIG,), {"temperature": 2.0}, lambda T, x: T.softmax(x / 2, -1), what="temperature"),
    Row("SoftmaxActivation", (IMAGES,), {"mode": "channel"}, lambda T, x: T.softmax(x, 1), what="channel"),
]
