"""An LSTM reads numbers of varying length from images, taught by CTC: `python examples/gallery/ctc_captcha.py`.

Graves et al., "Connectionist temporal classification" (2006). The images are scikit-learn's digits beside each other.
"""

import argparse

import mxnet as mx
import numpy as np
from mxnet import autograd, gluon
from mxnet.gluon import nn, rnn
from sklearn.datasets import load_digits

LONGEST, WIDTH, PAD = 4, 40, -1


def captchas(count, rng):
    """Return images ``(count, WIDTH, 8)``, columns first, and labels ``(count, LONGEST)``, filled up with PAD."""
    digits = load_digits()
    images, labels = np.zeros((count, WIDTH, 8), "float32"), np.full((count, LONGEST), PAD, "float32")
    for image, label in zip(images, labels, strict=True):
        column = 0
        for i in range(rng.randint(2, LONGEST + 1)):
            chosen = rng.randint(len(digits.images))
            column += rng.randint(0, 2)
            image[column : column + 8] = digits.images[chosen].T / 16
            label[i] = digits.target[chosen]
            column += 8
    return mx.nd.array(images + rng.uniform(0, 0.1, images.shape)), mx.nd.array(labels)


class Reader(gluon.HybridBlock):
    """Columns of an image to the scores of ten digits and the blank at every column."""

    def __init__(self, hidden=64, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.strokes = nn.Conv1D(hidden, 7, padding=3, activation="relu")
            self.lstm = rnn.LSTM(hidden, layout="NTC", bidirectional=True)
            self.scores = nn.Dense(11, flatten=False)

    def hybrid_forward(self, F, x):
        strokes = F.transpose(self.strokes(F.transpose(x, (0, 2, 1))), (0, 2, 1))
        return self.scores(self.lstm(strokes))


def read(scores):
    """Return the digits of each image: the best of every column, repetitions and blanks left out."""
    texts = []
    for row in scores.argmax(axis=2).asnumpy().astype(int):
        texts.append([int(c) for i, c in enumerate(row) if c != 10 and (i == 0 or c != row[i - 1])])
    return texts


def train(steps=250, batch_size=32, seed=0):
    """Return the network, the losses, and the share of numbers that it reads right."""
    mx.random.seed(seed)
    rng = np.random.RandomState(seed)
    net = Reader()
    net.initialize(mx.init.Xavier())
    net.hybridize()
    ctc = gluon.loss.CTCLoss(layout="NTC", label_layout="NT")
    trainer = gluon.Trainer(net.collect_params(), "adam", {"learning_rate": 3e-3})
    losses = []
    for _ in range(steps):
        x, labels = captchas(batch_size, rng)
        with autograd.record():
            loss = ctc(net(x), labels)
        loss.backward()
        trainer.step(batch_size)
        losses.append(loss.mean().asscalar())
    x, labels = captchas(200, rng)
    right = [
        text == [int(c) for c in row if c != PAD] for text, row in zip(read(net(x)), labels.asnumpy(), strict=True)
    ]
    return net, losses, float(np.mean(right))


def draw(net, out, seed=1):
    """Write an image of six numbers and what the network reads."""
    import matplotlib

    matplotlib.use("agg")
    from matplotlib import pyplot as plt

    x, _ = captchas(6, np.random.RandomState(seed))
    figure, axes = plt.subplots(6, 1, figsize=(4, 7))
    for axis, image, text in zip(axes, x.asnumpy(), read(net(x)), strict=True):
        axis.imshow(image.T, cmap="gray_r")
        axis.set_title("".join(map(str, text)), loc="left", fontsize=9)
        axis.axis("off")
    figure.savefig(out)
    plt.close(figure)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--steps", type=int, default=600)
    parser.add_argument("--out", default="ctc_captcha.png", help="the image that is written (default: %(default)s)")
    args = parser.parse_args()
    network, history, share = train(args.steps)
    draw(network, args.out)
    print(f"loss {history[0]:.2f} -> {history[-1]:.2f}; {share:.0%} of 200 numbers read right; see {args.out}")
