"""A fully convolutional network finds shapes pixel by pixel: `python examples/gallery/segmentation.py`.

Long, Shelhamer and Darrell, "Fully convolutional networks for semantic segmentation" (2015), on drawn discs and boxes.
"""

import argparse

import mxnet as mx
import numpy as np
from mxnet import autograd, gluon
from mxnet.gluon import nn

SIZE, CLASSES = 32, 3


def scenes(count, rng):
    """Return images ``(count, 3, SIZE, SIZE)`` and the class of each pixel: 0 nothing, 1 disc, 2 box."""
    images = rng.uniform(0, 0.3, (count, 3, SIZE, SIZE))
    classes = np.zeros((count, SIZE, SIZE))
    rows, columns = np.mgrid[:SIZE, :SIZE]
    for image, where in zip(images, classes, strict=True):
        for kind in (1, 2):
            y, x, r = *rng.randint(6, SIZE - 6, 2), rng.randint(3, 7)
            far = (
                (rows - y) ** 2 + (columns - x) ** 2 if kind == 1 else np.maximum(abs(rows - y), abs(columns - x)) ** 2
            )
            inside = far <= r * r
            image[:, inside] += rng.uniform(0.3, 0.7, (3, 1))
            where[inside] = kind
    return mx.nd.array(images), mx.nd.array(classes)


class FCN(gluon.HybridBlock):
    """Two steps down, two steps up, with the finer step added on the way."""

    def __init__(self, channels=16, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.fine = nn.Conv2D(channels, 3, padding=1, activation="relu")
            self.half = nn.Conv2D(2 * channels, 3, 2, 1, activation="relu")
            self.quarter = nn.Conv2D(4 * channels, 3, 2, 1, activation="relu")
            self.up = nn.Conv2DTranspose(2 * channels, 4, 2, 1, activation="relu")
            self.last = nn.Conv2DTranspose(channels, 4, 2, 1, activation="relu")
            self.scores = nn.Conv2D(CLASSES, 1)

    def hybrid_forward(self, F, x):
        fine = self.fine(x)
        half = self.half(fine)
        return self.scores(self.last(self.up(self.quarter(half)) + half) + fine)


def overlap(found, truth):
    """Return the mean over classes of intersection over union."""
    pairs = [((found == k) & (truth == k), (found == k) | (truth == k)) for k in range(CLASSES)]
    return float(np.mean([both.sum() / max(either.sum(), 1) for both, either in pairs]))


def train(steps=150, batch_size=16, seed=0):
    """Return the network, the losses, and the overlap on new scenes."""
    mx.random.seed(seed)
    rng = np.random.RandomState(seed)
    net = FCN()
    net.initialize(mx.init.Xavier())
    net.hybridize()
    loss_of = gluon.loss.SoftmaxCrossEntropyLoss(axis=1)
    trainer = gluon.Trainer(net.collect_params(), "adam", {"learning_rate": 5e-3})
    losses = []
    for _ in range(steps):
        x, classes = scenes(batch_size, rng)
        with autograd.record():
            loss = loss_of(net(x), classes)
        loss.backward()
        trainer.step(batch_size)
        losses.append(loss.mean().asscalar())
    x, classes = scenes(50, rng)
    return net, losses, overlap(net(x).argmax(axis=1).asnumpy(), classes.asnumpy())


def draw(net, out, seed=1):
    """Write an image of four scenes above what is found in them."""
    import matplotlib

    matplotlib.use("agg")
    from matplotlib import pyplot as plt

    x, _ = scenes(4, np.random.RandomState(seed))
    found = net(x).argmax(axis=1).asnumpy()
    figure, axes = plt.subplots(2, 4, figsize=(8, 4))
    for column, image, where in zip(axes.T, x.asnumpy(), found, strict=True):
        column[0].imshow(image.transpose(1, 2, 0).clip(0, 1))
        column[1].imshow(where, vmin=0, vmax=CLASSES - 1)
    for axis in axes.flat:
        axis.axis("off")
    figure.savefig(out)
    plt.close(figure)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--steps", type=int, default=300)
    parser.add_argument("--out", default="segmentation.png", help="the image that is written (default: %(default)s)")
    args = parser.parse_args()
    network, history, share = train(args.steps)
    draw(network, args.out)
    print(f"loss {history[0]:.2f} -> {history[-1]:.2f}; mean overlap {share:.2f}; see {args.out}")
