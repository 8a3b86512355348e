"""A Transformer fills gaps in sentences, in the NumPy interface: `python examples/gallery/masked_words.py`.

Devlin et al., "BERT" (2018): words are hidden and read from those on both sides. In the sentences that are made
here, a word is known by others far from it: who acts says "he", "she" or "they"; the verb says where and why.
"""

import argparse

import mxnet as mx
import numpy as onp
from mxnet import autograd, gluon, np, npx
from mxnet.gluon import nn

GAP = "<gap>"
ACTORS = {
    "he": ("king", "uncle", "monk", "father"),
    "she": ("queen", "aunt", "nun", "mother"),
    "they": ("children", "sailors", "twins", "guests"),
}
#: verb, its form for one, what is done, where, and why
ACTS = (
    ("eat", "eats", ("soup", "bread"), ("kitchen", "inn"), "hungry"),
    ("drink", "drinks", ("water", "tea"), ("garden", "tent"), "thirsty"),
    ("read", "reads", ("letters", "books"), ("library", "school"), "curious"),
    ("plant", "plants", ("trees", "beans"), ("field", "valley"), "patient"),
    ("sing", "sings", ("songs", "hymns"), ("church", "theatre"), "cheerful"),
)
ADJECTIVES = ("old", "young", "tall", "quiet")
LENGTH, HIDDEN = 12, 2


def sentence(rng):
    """Return the twelve words of a sentence."""
    pronoun = list(ACTORS)[rng.randint(len(ACTORS))]
    several, singular, things, places, reason = ACTS[rng.randint(len(ACTS))]
    actor, adjective, thing, place = (
        each[rng.randint(len(each))] for each in (ACTORS[pronoun], ADJECTIVES, things, places)
    )
    verb, be = (several, "are") if pronoun == "they" else (singular, "is")
    return f"the {adjective} {actor} {verb} {thing} in the {place} because {pronoun} {be} {reason}".split()


WORDS = [GAP, *sorted({word for n in range(999) for word in sentence(onp.random.RandomState(n))})]


class Layer(nn.Block):
    """Attention to all places, and a small network at each; both added and normalized."""

    def __init__(self, units, heads, **kwargs):
        super().__init__(**kwargs)
        self.heads = heads
        self.qkv, self.joined = nn.Dense(3 * units, flatten=False), nn.Dense(units, flatten=False)
        self.wide, self.narrow = nn.Dense(4 * units, flatten=False), nn.Dense(units, flatten=False)
        self.first_norm, self.second_norm = nn.LayerNorm(), nn.LayerNorm()
        self.gelu = nn.GELU()

    def forward(self, x):
        batch, length, units = x.shape
        parts = self.qkv(x).reshape(batch, length, 3, self.heads, -1).transpose(2, 0, 3, 1, 4)
        queries, keys, values = (part.reshape(batch * self.heads, length, -1) for part in parts)
        scores = npx.batch_dot(queries, keys, transpose_b=True) / onp.sqrt(units / self.heads)
        seen = npx.batch_dot(npx.softmax(scores), values).reshape(batch, self.heads, length, -1)
        x = self.first_norm(x + self.joined(seen.transpose(0, 2, 1, 3).reshape(x.shape)))
        return self.second_norm(x + self.narrow(self.gelu(self.wide(x))))


class BERT(nn.Block):
    """Words ``(N, LENGTH)`` and places ``(N, HIDDEN)`` to scores of the words there ``(N, HIDDEN, words)``."""

    def __init__(self, words, units=64, heads=4, layers=2, **kwargs):
        super().__init__(**kwargs)
        self.vectors = nn.Embedding(words, units)
        self.places = self.params.get("places", shape=(LENGTH, units), init=mx.init.Normal(0.02))
        self.norm = nn.LayerNorm()
        self.layers = nn.Sequential()
        for _ in range(layers):
            self.layers.add(Layer(units, heads))
        self.head = nn.Sequential()
        self.head.add(nn.Dense(units, flatten=False, activation="relu"), nn.LayerNorm())
        self.scores = nn.Dense(words, flatten=False)

    def forward(self, words, places):
        x = self.layers(self.norm(self.vectors(words) + self.places.data()))
        rows = np.arange(len(words)).reshape(-1, 1)
        return self.scores(self.head(x[rows, places]))


def gaps(count, rng):
    """Return rows with hidden words ``(count, LENGTH)``, the places ``(count, HIDDEN)``, and what was there.

    Of the words to be read, four in five are gaps; the others are a random word, or stay, half and half.
    """
    rows = onp.array([[WORDS.index(word) for word in sentence(rng)] for _ in range(count)])
    places = onp.stack([rng.permutation(LENGTH)[:HIDDEN] for _ in rows])
    truth = onp.take_along_axis(rows, places, 1)
    kind = rng.uniform(size=places.shape)
    shown = onp.where(kind < 0.8, 0, onp.where(kind < 0.9, rng.randint(1, len(WORDS), places.shape), truth))
    onp.put_along_axis(rows, places, shown, 1)
    return rows, places, truth


@mx.util.use_np
def train(steps=300, batch_size=32, seed=0):
    """Return the network, the losses, and the share of right guesses at words of new sentences."""
    mx.random.seed(seed)
    rng = onp.random.RandomState(seed)
    net = BERT(len(WORDS))
    net.initialize(mx.init.Xavier())
    schedule = mx.lr_scheduler.CosineScheduler(steps, base_lr=2e-3, final_lr=1e-4, warmup_steps=steps // 10)
    trainer = gluon.Trainer(net.collect_params(), "adam", {"lr_scheduler": schedule})
    loss_of = gluon.loss.SoftmaxCrossEntropyLoss()
    losses = []
    for _ in range(steps):
        rows, places, truth = (np.array(part) for part in gaps(batch_size, rng))
        with autograd.record():
            loss = loss_of(net(rows, places), truth)
        loss.backward()
        trainer.step(batch_size)
        losses.append(float(loss.mean()))
    rows, places, truth = (np.array(part) for part in gaps(256, rng))
    return net, losses, float((net(rows, places).argmax(axis=-1) == truth).mean())


@mx.util.use_np
def guesses(net, text, count=5):
    """Return the likeliest words for the gap in a sentence (`___`), and their probabilities."""
    row = [WORDS.index(GAP if word == "___" else word) for word in text.split()]
    probability = npx.softmax(net(np.array([row]), np.array([[row.index(0)]])))[0, 0].asnumpy()
    best = probability.argsort()[::-1][:count]
    return [WORDS[n] for n in best], probability[best]


SENTENCES = (
    "the old queen eats soup in the kitchen because ___ is hungry",
    "the tall twins sing songs in the church because they ___ cheerful",
    "the young monk ___ tea in the garden because he is thirsty",
    "the quiet ___ reads books in the library because she is curious",
)


def draw(net, out):
    """Write an image of what the network puts in the gaps of four sentences."""
    import matplotlib

    matplotlib.use("agg")
    from matplotlib import pyplot as plt

    figure, axes = plt.subplots(len(SENTENCES), 1, figsize=(7, 8), layout="constrained")
    for axis, text in zip(axes, SENTENCES, strict=True):
        words, probability = guesses(net, text)
        axis.barh(words[::-1], probability[::-1])
        axis.set(title=text, xlim=(0, 1))
    figure.savefig(out)
    plt.close(figure)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--steps", type=int, default=900)
    parser.add_argument("--out", default="masked_words.png", help="the image that is written (default: %(default)s)")
    args = parser.parse_args()
    network, history, share = train(args.steps)
    draw(network, args.out)
    print(f"loss {history[0]:.2f} -> {history[-1]:.2f}; {share:.0%} of the hidden words guessed; see {args.out}")
