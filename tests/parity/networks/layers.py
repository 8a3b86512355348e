"""Random layers: each function takes decisions, the plan and a shape, and returns a layer and the shape after it.

A function returns None where its layer does not fit; shapes are (batch, channels, *space), of vectors
(batch, channels), of sequences (batch, steps, channels). Parameters are named by where a layer is made, so it is made
where it is added.
"""

from __future__ import annotations

from mxnet.gluon import contrib, nn, rnn

from tests.parity.networks.blocks import Gate, Reshaped, Residual, Tied, Unrolled, centred, doubled, raises_to

LARGEST = 1500  # values of one sample's batch


def _size(shape):
    total = 1
    for n in shape:
        total *= n
    return total


def activation(d, p, shape):
    """Any of the activations."""
    makers = [
        lambda: nn.Activation(d.pick(("relu", "tanh", "sigmoid", "softrelu", "softsign"))),
        lambda: nn.LeakyReLU(d.number(0.1, 0.5)),
        nn.PReLU if p.dtype == "float32" or len(shape) > 1 else nn.SELU,
        lambda: nn.ELU(d.number(0.5, 1.5)),
        nn.SELU,
        nn.GELU,
        lambda: nn.Swish(d.number(0.5, 2)),
    ]
    return d.pick(makers)(), shape


def small(d, p, shape):
    """Layers without weights, or with few, for any shape."""
    makers = [
        lambda: nn.HybridLambda(d.pick(("tanh", "relu", "square", "abs"))),
        lambda: nn.HybridLambda(raises_to(2)),
        lambda: nn.HybridLambda(centred),
        contrib.nn.Identity,
        lambda: nn.Dropout(0),
        lambda: nn.Dropout(d.number(0.2, 0.6)) if p.predict_only else nn.Dropout(0, axes=(0,)),
        Gate,
    ]
    if p.dtype == "float16":
        makers = makers[:-1]
    return d.pick(makers)(), shape


def norm(d, p, shape):
    """Normalizations along the second axis or the last."""
    channels = shape[1]
    given = {"in_channels": channels} if p.given and d.chance(0.7) else {}
    flags = {k: d.chance(0.7) for k in ("center", "scale")}
    kind = d.pick(("batch", "batch", "layer", "instance", "group", "sync"))
    if p.dtype == "float16" or (p.dtype == "float64" and kind in ("sync", "instance")):
        kind = "batch"  # 1.9.1 has no kernels of those types
    if p.dtype == "float16":
        if p.normed:
            return None
        p.normed = True
    if kind == "batch":
        extra = d.some(momentum=0.7, epsilon=1e-3)
        return nn.BatchNorm(use_global_stats=d.chance(0.15), **flags, **extra, **given), shape
    if kind == "sync":
        prefix = f"sync{d.integer(0, 10**9)}_"  # 1.9.1 has one state for each name, and a process many networks
        return contrib.nn.SyncBatchNorm(num_devices=1, prefix=prefix, **flags, **given), shape
    if kind == "layer":
        axis = d.pick((1, -1))
        given = {"in_channels": shape[axis]} if given else {}
        return nn.LayerNorm(axis=axis, **flags, **d.some(epsilon=1e-3), **given), shape
    if len(shape) < 3:
        return None
    if kind == "instance":
        return nn.InstanceNorm(**flags, **given, **d.some(epsilon=1e-3)), shape
    groups = d.pick([g for g in (1, 2, 3) if channels % g == 0])
    return nn.GroupNorm(num_groups=groups, **flags, **d.some(epsilon=1e-3)), shape


def _each(d, n, low, high):
    """Return one number for all axes, or one for each."""
    values = tuple(d.integer(low, high) for _ in range(n))
    return values if d.chance(0.6) or n == 1 else values[0]


def _tuple(value, n):
    return value if isinstance(value, tuple) else (value,) * n


def convolution(d, p, shape):
    """Conv1D to Conv3D."""
    n = len(shape) - 2
    if n < 1 or p.dtype == "float16":
        return None
    kernel, strides, padding, dilation = (_each(d, n, *b) for b in ((1, 3), (1, 2), (0, 2), (1, 2)))
    after = [
        (length + 2 * q - t * (k - 1) - 1) // s + 1
        for length, k, s, q, t in zip(shape[2:], *(_tuple(v, n) for v in (kernel, strides, padding, dilation)))  # noqa: B905
    ]
    groups = d.pick([g for g in (1, 1, 1, 2, 3) if shape[1] % g == 0])
    channels = groups * d.integer(1, 3)
    found = (shape[0], channels, *after)
    if min(after) < 1 or _size(found) > LARGEST:
        return None
    extra = d.some(use_bias=False, activation="relu")
    given = {"in_channels": shape[1]} if p.given else {}
    cls = (nn.Conv1D, nn.Conv2D, nn.Conv3D)[n - 1]
    return cls(channels, kernel, strides, padding, dilation, groups, **extra, **given), found


def transposed(d, p, shape):
    """Conv1DTranspose and Conv2DTranspose."""
    n = len(shape) - 2
    if n not in (1, 2) or p.dtype == "float16" or (n == 1 and p.dtype == "float64"):
        return None  # what 1.9.1 has no kernel for, or a wrong one
    kernel, strides = _each(d, n, 1, 3), _each(d, n, 1, 2)
    least = min(_tuple(kernel, n))
    padding = _each(d, n, 0, max(0, (least - 1) // 2))
    adj = _each(d, n, 0, min(_tuple(strides, n)) - 1)
    after = [
        (length - 1) * s - 2 * q + k + a
        for length, k, s, q, a in zip(shape[2:], *(_tuple(v, n) for v in (kernel, strides, padding, adj)))  # noqa: B905
    ]
    groups = d.pick([g for g in (1, 1, 2) if shape[1] % g == 0])
    channels = groups * d.integer(1, 3)
    found = (shape[0], channels, *after)
    if min(after) < 1 or _size(found) > LARGEST:
        return None
    extra = d.some(use_bias=False, activation="tanh")
    given = {"in_channels": shape[1]} if p.given or groups > 1 else {}  # 1.9.1 cannot put off those of groups
    cls = nn.Conv1DTranspose if n == 1 else nn.Conv2DTranspose
    return cls(channels, kernel, strides, padding, adj, groups=groups, **extra, **given), found


def pooling(d, p, shape):
    """Maxima and averages in windows."""
    n = len(shape) - 2
    if n < 1:
        return None
    kind = d.pick(("Max", "Avg"))
    size, strides = _each(d, n, 1, 3), _each(d, n, 1, 2)
    padding = _each(d, n, 0, min(_tuple(size, n)) // 2)
    full = kind == "Max" and d.chance(0.3)
    rounded = (lambda a, b: -(-a // b)) if full else (lambda a, b: a // b)
    lengths = zip(shape[2:], *(_tuple(v, n) for v in (size, strides, padding)))  # noqa: B905
    after = [rounded(length + 2 * q - k, s) + 1 for length, k, s, q in lengths]
    begins = zip(after, *(_tuple(v, n) for v in (strides, padding)), shape[2:])  # noqa: B905
    if min(after) < 1 or any((m - 1) * s >= length + q for m, s, q, length in begins):
        return None  # a window beyond the end has no maximum
    if any(length < k for length, k in zip(shape[2:], _tuple(size, n))):  # noqa: B905
        return None
    extra = {"ceil_mode": full} if kind == "Max" else d.some(count_include_pad=False)
    return getattr(nn, f"{kind}Pool{n}D")(size, strides, padding, **extra), (*shape[:2], *after)


def rearranged(d, p, shape):
    """Padding by reflection, and pixels shuffled out of channels."""
    n = len(shape) - 2
    if n == 2 and min(shape[2:]) > 1 and p.dtype != "float16" and d.chance(0.5):
        return nn.ReflectionPad2D(1), (*shape[:2], shape[2] + 2, shape[3] + 2)
    if n < 1 or shape[1] % 2:
        return None
    factors = (2,) + (1,) * (n - 1)
    cls = (contrib.nn.PixelShuffle1D, contrib.nn.PixelShuffle2D, contrib.nn.PixelShuffle3D)[n - 1]
    return cls(factors if n > 1 else 2), (shape[0], shape[1] // 2, shape[2] * 2, *shape[3:])


def dense(d, p, shape):
    """Dense layers, tied ones among them."""
    if p.dtype == "float16":
        return None
    if d.chance(0.15):
        return Tied(shape[-1], d.chance(0.5)), shape
    width, flat = d.integer(1, 6), len(shape) == 2 or d.chance(0.3)
    given = {"in_units": _size(shape[1:]) if flat else shape[-1]} if p.given else {}
    layer = nn.Dense(width, flatten=flat, **d.some(use_bias=False, activation="sigmoid"), **given)
    return layer, (shape[0], width) if flat else (*shape[:-1], width)


def recurrent(d, p, shape):
    """Layers of rnn, with time first or second."""
    if len(shape) != 3 or p.dtype == "float16":
        return None
    width = d.integer(1, 4)
    both = d.chance(0.3)
    layout = d.pick(("NTC", "TNC"))
    options = {"num_layers": d.integer(1, 2), "bidirectional": both, "layout": layout}
    if p.given:
        options["input_size"] = shape[2]
    cls = d.pick((rnn.LSTM, rnn.GRU, rnn.RNN))
    if cls is rnn.RNN:
        options["activation"] = d.pick(("relu", "tanh"))
    after = (*shape[:2], width * (2 if both else 1))
    if layout == "TNC":
        return Reshaped(lambda: cls(width, **options), (1, 0, 2)), after
    return cls(width, **options), after


def _cell(d, width, channels):
    kind = d.pick(("RNN", "LSTM", "GRU"))
    plain = {"RNN": rnn.RNNCell, "LSTM": rnn.LSTMCell, "GRU": rnn.GRUCell}[kind]
    around = d.integer(0, 5)
    if around == 0 and width == channels:
        return rnn.ResidualCell(plain(width))
    if around == 1:
        return rnn.ZoneoutCell(plain(width), 0.0, 0.0)
    if around == 2:
        stack = rnn.HybridSequentialRNNCell()
        with stack.name_scope():
            stack.add(plain(width))
            stack.add(rnn.DropoutCell(0.0))
            stack.add(rnn.GRUCell(width))
        return stack
    return plain(width)


def unrolled(d, p, shape):
    """A cell over the steps, or one in each direction."""
    if len(shape) != 3 or p.dtype != "float32" or shape[1] > 6:
        return None  # cells begin with states of float32
    width, merged = d.integer(1, 4), d.chance(0.6)
    if d.chance(0.2):
        make = lambda: rnn.BidirectionalCell(rnn.LSTMCell(width), rnn.GRUCell(width))  # noqa: E731
        return Unrolled(make, shape[1], merged), (*shape[:2], 2 * width)
    return Unrolled(lambda: _cell(d, width, shape[2]), shape[1], merged), (*shape[:2], width)


def residual(d, p, shape):
    """A layer beside its input."""
    if p.dtype == "float16":
        return None
    makers = [nn.SELU, lambda: nn.Dense(shape[-1], flatten=False), lambda: nn.LayerNorm()]
    if len(shape) == 4:
        makers.append(lambda: nn.Conv2D(shape[1], 3, padding=1))
    return Residual(d.pick(makers)), shape


def branches(d, p, shape):
    """Blocks side by side, joined along the second axis."""
    block = contrib.nn.HybridConcurrent(axis=1) if p.hybrid or d.chance(0.5) else contrib.nn.Concurrent(axis=1)
    if 3 * _size(shape) > LARGEST:
        return None
    channels = 0
    with block.name_scope():
        for _ in range(d.integer(1, 3)):
            if len(shape) == 4 and p.dtype != "float16" and d.chance(0.5):
                width = d.integer(1, 3)
                block.add(nn.Conv2D(width, 3, padding=1, activation="relu"))
                channels += width
            else:
                block.add(d.pick((nn.SELU, contrib.nn.Identity, nn.GELU, lambda: nn.Activation("tanh")))())
                channels += shape[1]
    return block, (shape[0], channels, *shape[2:])


def nested(d, p, shape):
    """A sequence of layers with a prefix of its own."""
    cls = nn.HybridSequential if p.hybrid else nn.Sequential
    block = cls(prefix=d.pick((None, "deep_", "")))
    with block.name_scope():
        for _ in range(d.integer(1, 3)):
            layer, shape = draw_layer(d, p, shape, HYBRID)
            block.add(layer)
    return block, shape


def eager_only(d, p, shape):
    """A Lambda, which takes arrays alone."""
    if p.hybrid or 2 * _size(shape) > LARGEST:
        return None
    return nn.Lambda(doubled), (shape[0], 2 * shape[1], *shape[2:])


#: layers that go into hybrid blocks, by how often they come
HYBRID = (
    [activation, small, norm, dense, pooling, rearranged, residual, branches] * 2
    + [convolution] * 5
    + [transposed, transposed, recurrent, recurrent, unrolled, unrolled]
)
ANY = [*HYBRID, nested, nested, nested, eager_only, eager_only]


def draw_layer(d, p, shape, choices):
    """Return a layer that fits and the shape after it."""
    while True:
        found = d.pick(choices)(d, p, shape)
        if found is not None:
            return found
