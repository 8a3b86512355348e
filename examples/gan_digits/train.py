"""Two networks play against each other until one of them writes digits: a small DCGAN on scikit-learn's 8x8 pictures.

    python examples/gan_digits/train.py             # less than a minute
    python examples/gan_digits/train.py --epochs 100

After each tenth of the training a line says how often the discriminator is right about real and made pictures (0.5
each is a draw), and what a classifier, trained on the real digits, reads in 200 made ones: how sure it is (0.88 of real
digits, 0.5 of noise; it gets to about 0.8), and how many of the ten digits it finds. `gan.png` shows the same noise
becoming digits over time, and real ones below. MXNet 1.9.1 runs these files as well, where
MXNET_MKLDNN_ENABLED=0 is set: one of its kernels fails.
"""

from __future__ import annotations

import argparse
import os

import matplotlib as mpl

mpl.use("Agg")
import matplotlib.pyplot as plt
import mxnet as mx
import numpy as np
from mxnet import autograd, gluon
from players import NOISE, discriminator, generator
from sklearn.datasets import load_digits
from sklearn.linear_model import LogisticRegression

SHOWN = 12


def pictures():
    """Return all digits as float32 of shape (1797, 1, 8, 8) between -1 and 1, and what they are."""
    found = load_digits()
    return (found.images[:, np.newaxis] / 8.0 - 1).astype("float32"), found.target


def reader(images, labels):
    """Return a function from pictures to (how sure the classifier is on average, how many different digits)."""
    model = LogisticRegression(C=0.1, max_iter=300).fit(images.reshape(len(images), -1), labels)

    def read(made):
        odds = model.predict_proba(made.reshape(len(made), -1))
        return odds.max(axis=1).mean(), len(set(odds.argmax(axis=1)))

    return read


def noise(number):
    return mx.nd.random.normal(shape=(number, NOISE, 1, 1))


class Game:
    """Both networks with their trainers."""

    def __init__(self, rate):
        self.maker, self.judge = generator(), discriminator()
        for net in (self.maker, self.judge):
            net.initialize(mx.init.Normal(0.05))
            net.hybridize()
        adam = {"learning_rate": rate, "beta1": 0.5}
        self.maker_trainer = gluon.Trainer(self.maker.collect_params(), "adam", dict(adam))
        self.judge_trainer = gluon.Trainer(self.judge.collect_params(), "adam", dict(adam))
        self.loss = gluon.loss.SigmoidBinaryCrossEntropyLoss()

    def step(self, real):
        """Let both learn from one batch of real pictures; return the judge's accuracies on real and made ones."""
        batch = len(real)
        ones, zeros = mx.nd.ones((batch,)), mx.nd.zeros((batch,))
        made = self.maker(noise(batch)).detach()
        with autograd.record():
            on_real, on_made = self.judge(real), self.judge(made)
            loss = self.loss(on_real, ones * 0.9) + self.loss(on_made, zeros)  # not too sure of itself
        loss.backward()
        self.judge_trainer.step(batch)
        with autograd.record():
            loss = self.loss(self.judge(self.maker(noise(batch))), ones)
        loss.backward()
        self.maker_trainer.step(batch)
        return [(on_real > 0).asnumpy().mean(), (on_made < 0).asnumpy().mean()]


def train(epochs=60, batch=64, rate=0.002, samples=None, lines=10):
    """Play; return the game and a list of (epoch, pictures made from the same noise)."""
    images, labels = pictures()
    images, labels = images[:samples], labels[:samples]
    read = reader(images, labels)
    loader = gluon.data.DataLoader(gluon.data.ArrayDataset(images), batch, shuffle=True, last_batch="discard")
    game, fixed, shown = Game(rate), noise(200), []
    for epoch in range(1, epochs + 1):
        accuracies = np.mean([game.step(real) for real in loader], axis=0)
        if epoch == 1 or epoch % max(1, epochs // lines) == 0:
            made = game.maker(fixed).asnumpy()
            shown.append((epoch, made[:SHOWN]))
            sure, different = read(made)
            print(
                "epoch %3d  judge right about real %.2f, made %.2f   classifier sure %.2f, %d digits"
                % (epoch, *accuracies, sure, different),
                flush=True,
            )
    return game, shown


def draw(path, shown):
    """Write a picture: a row for each time, real digits last."""
    rows = [*shown, ("real", pictures()[0][:SHOWN])]
    figure, axes = plt.subplots(len(rows), SHOWN, figsize=(0.6 * SHOWN, 0.62 * len(rows)), layout="constrained")
    for line, (epoch, made) in zip(axes, rows, strict=True):
        for place, picture in zip(line, made, strict=True):
            place.imshow(picture[0], cmap="gray_r", vmin=-1, vmax=1)
            place.set(xticks=[], yticks=[])
        line[0].set_ylabel(str(epoch), rotation=0, ha="right", va="center", fontsize=8)
    figure.suptitle("what the generator makes of the same noise, by epoch", fontsize=9)
    figure.savefig(path, dpi=120)
    plt.close(figure)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--folder", default="demo/gan_digits", help="for results (default: %(default)s)")
    parser.add_argument("--epochs", type=int, default=60)
    parser.add_argument("--seed", type=int, default=3)
    args = parser.parse_args()
    mx.random.seed(args.seed)
    np.random.seed(args.seed)
    os.makedirs(args.folder, exist_ok=True)
    game, shown = train(args.epochs)
    draw(os.path.join(args.folder, "gan.png"), shown)
    game.maker.export(os.path.join(args.folder, "generator"))
    print("pictures: %s, generator: %s" % tuple(os.path.join(args.folder, f) for f in ("gan.png", "generator-*")))
