"""A Transformer learns to go on with a text, in the NumPy interface: `python examples/gallery/transformer_lm.py`.

Vaswani et al., "Attention is all you need" (2017), a decoder of two layers over characters of a module of Python.
"""

import argparse
from pathlib import Path

import mxnet as mx
import numpy as onp
from mxnet import autograd, gluon, np
from mxnet.gluon import nn


class Layer(gluon.HybridBlock):
    """Attention to what came before, and a small network at each place."""

    def __init__(self, units, heads, **kwargs):
        super().__init__(**kwargs)
        self.units, self.heads = units, heads
        with self.name_scope():
            self.attend_norm, self.network_norm = nn.LayerNorm(), nn.LayerNorm()
            self.qkv = nn.Dense(3 * units, flatten=False, use_bias=False)
            self.joined = nn.Dense(units, flatten=False)
            self.wide = nn.Dense(4 * units, flatten=False, activation="relu")
            self.narrow = nn.Dense(units, flatten=False)

    def attention(self, F, x, mask):
        """Return how much each place takes from the others, ``(N * heads, T, T)``, and what these give."""
        queries, keys, values = (self._heads(F, part) for part in F.np.split(self.qkv(self.attend_norm(x)), 3, axis=-1))
        scores = F.npx.batch_dot(queries, keys, transpose_b=True) / (self.units / self.heads) ** 0.5
        return F.npx.softmax(scores + mask, axis=-1), values

    def hybrid_forward(self, F, x, mask):
        seen = F.npx.batch_dot(*self.attention(F, x, mask))
        seen = F.np.transpose(F.npx.reshape(seen, (-6, -1, self.heads, -2, -2)), (0, 2, 1, 3))
        x = x + self.joined(F.npx.reshape(seen, (-2, -2, -5)))
        return x + self.narrow(self.wide(self.network_norm(x)))

    def _heads(self, F, x):
        x = F.np.transpose(F.npx.reshape(x, (-2, -2, -6, self.heads, -1)), (0, 2, 1, 3))
        return F.npx.reshape(x, (-5, -2, -2))


class Decoder(gluon.HybridBlock):
    """Numbers of characters ``(N, T)`` to scores of the next ones ``(N, T, characters)``."""

    def __init__(self, characters, length, units=64, heads=4, layers=2, **kwargs):
        super().__init__(**kwargs)
        self.length = length
        with self.name_scope():
            self.vectors = nn.Embedding(characters, units)
            self.places = self.params.get("places", shape=(length, units), init=mx.init.Normal(0.1))
            self.layers = nn.HybridSequential(prefix="")
            for _ in range(layers):
                self.layers.add(Layer(units, heads))
            self.scores = nn.Dense(characters, flatten=False)

    def hybrid_forward(self, F, x, places):
        mask = self.mask(F)
        x = self.vectors(x) + places
        for layer in self.layers:
            x = layer(x, mask)
        return self.scores(x)

    def mask(self, F):
        """Return what keeps a place from what comes after it, ``(1, T, T)``."""
        return F.np.expand_dims((1 - F.np.tril(F.np.ones((self.length, self.length)))) * -1e9, 0)


def text_of(path=argparse.__file__):
    """Return the numbers of a file's characters, and the characters."""
    text = Path(path).read_text(encoding="utf8")
    characters = sorted(set(text))
    return onp.array([characters.index(c) for c in text]), characters


@mx.util.use_np
def train(steps=150, batch_size=16, length=48, seed=0, hybridize=True):
    """Return the network, the characters, and the losses."""
    mx.random.seed(seed)
    rng = onp.random.RandomState(seed)
    numbers, characters = text_of()
    net = Decoder(len(characters), length)
    net.initialize(mx.init.Xavier())
    if hybridize:
        net.hybridize()
    loss_of = gluon.loss.SoftmaxCrossEntropyLoss()
    trainer = gluon.Trainer(net.collect_params(), "adam", {"learning_rate": 3e-3})
    losses = []
    for _ in range(steps):
        starts = rng.randint(0, len(numbers) - length - 1, batch_size)
        rows = onp.stack([numbers[s : s + length + 1] for s in starts])
        with autograd.record():
            loss = loss_of(net(np.array(rows[:, :-1])), np.array(rows[:, 1:]))
        loss.backward()
        trainer.step(batch_size)
        losses.append(float(loss.mean()))
    return net, characters, losses


def fitting(net, characters, text):
    """Return a text at least as long as the network reads, without characters that it does not know."""
    return "".join(c if c in characters else " " for c in text.rjust(net.length))


@mx.util.use_np
def write(net, characters, start, count=80):
    """Return ``start``, gone on with by the likeliest characters."""
    text = fitting(net, characters, start)
    for _ in range(count):
        numbers = np.array([[characters.index(c) for c in text[-net.length :]]])
        text += characters[int(net(numbers)[0, -1].argmax())]
    return text.lstrip()


@mx.util.use_np
def draw(net, characters, text, out, shown=24):
    """Write an image of what the last characters of a text, one a row, look at in each layer, over all heads."""
    import matplotlib

    matplotlib.use("agg")
    from matplotlib import pyplot as plt

    text = fitting(net, characters, text)[-net.length :]
    x = net.vectors(np.array([[characters.index(c) for c in text]])) + net.places.data()
    figure, axes = plt.subplots(1, len(net.layers), figsize=(6 * len(net.layers), 6))
    for i, (axis, layer) in enumerate(zip(axes, net.layers, strict=True)):
        weights, _ = layer.attention(mx, x, net.mask(mx))
        axis.imshow(weights.mean(axis=0)[-shown:, -shown:].asnumpy(), cmap="magma")
        letters = [repr(c)[1:-1] for c in text[-shown:]]
        axis.set_xticks(range(shown), letters)
        axis.set_yticks(range(shown), letters)
        axis.set(title=f"layer {i + 1}")
        x = layer(x, net.mask(mx))
    figure.savefig(out, bbox_inches="tight")
    plt.close(figure)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--steps", type=int, default=400)
    parser.add_argument("--out", default="transformer_lm.png", help="the image that is written (default: %(default)s)")
    args = parser.parse_args()
    network, letters, history = train(args.steps)
    begun = "    parser.add_argument("
    draw(network, letters, begun, args.out)
    print(f"loss {history[0]:.2f} -> {history[-1]:.2f}; see {args.out} for what it looks at")
    print(write(network, letters, begun))
