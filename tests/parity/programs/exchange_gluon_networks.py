"""Random small networks of Gluon: built, run, trained and saved by one side, loaded and trained on by both.

NETWORKS in the environment says how many (8); the first one's number is in FIRST (0).
"""

import os

import mxnet as mx
import numpy as np
from helpers import compute_as_mxnet
from mxnet import autograd, gluon
from mxnet.gluon import nn

compute_as_mxnet("selu_gradient")

# in float64, for rounding does not come into it: of float32 the two sides differ as both do from float64; some
# of 1.9.1's operators keep attributes, and so results, in float32
RTOL = 1e-4
ATOL = 3e-5

NUMBERS = range(int(os.environ.get("FIRST", 0)), int(os.environ.get("FIRST", 0)) + int(os.environ.get("NETWORKS", 8)))
# a small epsilon would blow up the rounding of gradients that should be zero: of a bias before BatchNorm
OPTIMIZERS = [
    ("sgd", {"learning_rate": 0.05, "momentum": 0.9, "wd": 1e-3}),
    ("adam", {"learning_rate": 0.01, "epsilon": 1e-3}),
    ("nag", {"learning_rate": 0.05, "momentum": 0.5}),
    ("sgd", {"learning_rate": 0.05, "clip_gradient": 0.5}),
]


class Residual(gluon.HybridBlock):
    """A block beside its input, scaled by a parameter of its own."""

    def __init__(self, body, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.scale = self.params.get("scale", shape=(1,), init="ones")
            self.body = body()

    def hybrid_forward(self, F, x, scale):
        return x + F.broadcast_mul(self.body(x), scale)


class Branches(gluon.HybridBlock):
    """Blocks side by side, joined along the second axis; a constant is added."""

    def __init__(self, *makers, flat=False, **kwargs):
        super().__init__(**kwargs)
        self.flat = flat
        with self.name_scope():
            self.offset = self.params.get_constant("offset", np.array([0.5], dtype="float32"))
            self.branches = nn.HybridSequential()
            with self.branches.name_scope():
                for make in makers:
                    self.branches.add(make())

    def hybrid_forward(self, F, x, offset):
        joined = F.concat(*[branch(x) for branch in self.branches._children.values()], dim=1)
        return F.broadcast_add(
            joined, F.reshape(offset, shape=(1, 1)) if self.flat else F.reshape(offset, shape=(1, 1, 1, 1))
        )


def activation(rng):
    """Return what makes an activation; not PReLU, of whose slope 1.9.1 computes a wrong gradient in graphs."""
    act = str(rng.choice(["relu", "tanh", "sigmoid", "softrelu", "softsign"]))
    kinds = [
        lambda: nn.Activation(act),
        lambda: nn.LeakyReLU(0.1),
        lambda: nn.ELU(0.7),
        nn.SELU,
        nn.GELU,
        lambda: nn.Swish(1.5),
    ]
    return kinds[rng.randint(len(kinds))]


def image_layer(rng, channels):
    """Return what makes a layer of images (N, channels, 8, 8 or so), and the number of channels that come out."""
    out = int(rng.choice([2, 4, 6]))
    kind = rng.randint(8)
    if kind == 0:
        return (lambda: nn.Conv2D(out, 3, padding=1, activation="relu")), out
    if kind == 1:
        return (lambda: nn.Conv2D(out, (1, 3), padding=(0, 1), use_bias=bool(out % 4))), out
    if kind == 2:
        return (lambda: nn.Conv2D(channels, 3, padding=2, dilation=2, groups=channels)), channels
    if kind == 3:
        return (lambda: nn.BatchNorm(scale=bool(out % 4), momentum=0.7)), channels
    if kind == 4:
        return activation(rng), channels
    if kind == 5:
        body = lambda: nn.Conv2D(channels, 3, padding=1)  # noqa: E731 - as the other branches
        return (lambda: Residual(body)), channels
    if kind == 6:
        first, second = int(rng.choice([2, 4])), channels
        makers = (lambda: nn.Conv2D(first, 1)), (lambda: nn.MaxPool2D(3, 1, 1))
        return (lambda: Branches(*makers)), first + second
    return (lambda: nn.Conv2DTranspose(out, 3, padding=1)), out


def vector_layer(rng):
    width = int(rng.choice([3, 5, 8]))
    makers = [
        lambda: nn.Dense(width, activation="tanh"),
        lambda: nn.Dense(width, use_bias=False),
        nn.BatchNorm,
        nn.LayerNorm,
        activation(rng),
        lambda: Branches(lambda: nn.Dense(width), lambda: nn.Dense(2, activation="sigmoid"), flat=True),
    ]
    return makers[rng.randint(len(makers))]


def network(number):
    """Return network ``number`` and its input's shape."""
    rng = np.random.RandomState(number)
    net = nn.HybridSequential(prefix="net_" if number % 2 else None)
    scope = nn.HybridSequential(prefix="deep_") if rng.randint(2) else None
    with net.name_scope():
        if rng.randint(3):
            shape, channels = (3, 2, 8, 8), 2
            for _ in range(rng.randint(1, 5)):
                make, channels = image_layer(rng, channels)
                net.add(make())
            net.add(nn.AvgPool2D(2) if rng.randint(2) else nn.GlobalAvgPool2D())
        else:
            shape = (5, 6)
        if scope is not None:
            with scope.name_scope():
                for _ in range(rng.randint(1, 3)):
                    scope.add(vector_layer(rng)())
            net.add(nn.Flatten(), scope)
        net.add(nn.Dense(3))
    return net, shape


def fill(net, number):
    """Give all parameters values that no random generator of the library decides."""
    rng = np.random.RandomState(1000 + number)
    for name, param in sorted(net.collect_params().items()):
        if isinstance(param, gluon.Constant):
            continue
        values = rng.uniform(-0.4, 0.4, param.shape)
        if name.endswith(("gamma", "running_var", "alpha", "scale")):
            values = np.abs(values) + 0.6
        param.set_data(mx.nd.array(values))


def start(number):
    net, shape = network(number)
    net.initialize(mx.init.Zero())
    net.cast("float64")
    x = mx.nd.array(np.random.RandomState(number).uniform(-1, 1, shape), dtype="float64")
    net(x)
    fill(net, number)
    return net, x


def values(net):
    return [param.data().asnumpy() for _, param in sorted(net._collect_params_with_prefix().items())]


def train(net, x, trainer, steps):
    target = mx.nd.array(np.arange(x.shape[0] * 3).reshape(x.shape[0], 3) % 4 / 4.0, dtype="float64")
    loss, found = gluon.loss.L2Loss(), []
    for _ in range(steps):
        with autograd.record():
            error = loss(net(x), target)
        error.backward()
        found.append(error.asnumpy())
        trainer.step(x.shape[0])
    return found


def trainer_of(net, number):
    name, options = OPTIMIZERS[number % len(OPTIMIZERS)]
    return gluon.Trainer(net.collect_params(), name, dict(options))


def write(folder):
    answers = {}
    for number in NUMBERS:
        with mx.name.NameManager():
            net, x = start(number)
        place = os.path.join(folder, "net%d" % number)
        eager = net(x).asnumpy()
        x.attach_grad()
        with autograd.record():
            out = (net(x) ** 2).sum()
        out.backward()
        grads = [p.grad().asnumpy() for _, p in sorted(net.collect_params().items()) if p.grad_req != "null"]
        grads.insert(0, x.grad.asnumpy())
        x = x.copy()
        fill(net, number)
        net.hybridize()
        hybrid = net(x).asnumpy()
        net.export(place)
        trainer = trainer_of(net, number)
        losses = train(net, x, trainer, 3)
        net.save_parameters(place + ".params")
        trainer.save_states(place + ".states")
        answers[str(number)] = {
            "names": list(net.collect_params()),
            "places": list(net._collect_params_with_prefix()),
            "eager": eager,
            "gradients": grads,
            "hybrid": hybrid,
            "losses": losses,
            "trained": values(net),
            "symbol": no_init(net._cached_graph[1].tojson()),
        }
    return answers


def no_init(text):
    """Leave out the initializers of constants, which are named after an address."""
    return "\n".join(line for line in text.splitlines() if '"__init__": "Constant_' not in line)


def read(folder):
    answers = {}
    for number in NUMBERS:
        place = os.path.join(folder, "net%d" % number)
        with mx.name.NameManager():
            net, x = start(number)
        imported = gluon.SymbolBlock.imports(place + "-symbol.json", ["data"], place + "-0000.params")
        net.load_parameters(place + ".params")
        net.hybridize(number % 3 > 0)
        trainer = trainer_of(net, number)
        trainer.load_states(place + ".states")
        loaded = net(x).asnumpy()
        answers[str(number)] = {
            "imported": imported(x).asnumpy(),
            "loaded": loaded,
            "losses": train(net, x, trainer, 2),
            "trained": values(net),
        }
    return answers
