"""A single-shot detector finds drawn shapes: `python examples/gallery/detection.py`.

Liu et al., "SSD: single shot multibox detector" (2016): anchors, targets and suppression by the `MultiBox` operators.
"""

import argparse

import mxnet as mx
import numpy as np
from mxnet import autograd, gluon
from mxnet.gluon import nn
from segmentation import SIZE, scenes

SIZES, RATIOS = ((0.2, 0.35), (0.4, 0.5)), (1, 2, 0.5)
ANCHORS = len(SIZES[0]) + len(RATIOS) - 1


def boxes_of(classes):
    """Return rows ``(class, left, top, right, bottom)`` of the shapes in maps of classes, -1 where there is none."""
    labels = np.full((len(classes), 2, 5), -1.0)
    for label, where in zip(labels, classes.asnumpy(), strict=True):
        for kind in (1, 2):
            rows, columns = np.nonzero(where == kind)
            if len(rows) > 4:
                ends = columns.min(), rows.min(), columns.max() + 1, rows.max() + 1
                label[kind - 1] = kind - 1, *(end / SIZE for end in ends)
    return mx.nd.array(labels)


class SSD(gluon.HybridBlock):
    """Anchors, scores of classes and corrections of boxes, from two sizes of feature maps."""

    def __init__(self, classes=2, channels=16, **kwargs):
        super().__init__(**kwargs)
        self.classes = classes
        with self.name_scope():
            self.body = nn.HybridSequential(prefix="body_")
            for factor in (1, 2):
                self.body.add(nn.Conv2D(factor * channels, 3, padding=1, activation="relu"), nn.MaxPool2D(2))
            self.down = nn.Conv2D(4 * channels, 3, 2, 1, activation="relu")
            self.scores = [nn.Conv2D(ANCHORS * (classes + 1), 3, padding=1) for _ in SIZES]
            self.corrections = [nn.Conv2D(ANCHORS * 4, 3, padding=1) for _ in SIZES]
            for i, (score, correction) in enumerate(zip(self.scores, self.corrections, strict=True)):
                self.register_child(score, f"score{i}")
                self.register_child(correction, f"correction{i}")

    def hybrid_forward(self, F, x):
        first = self.body(x)
        anchors, scores, corrections = [], [], []
        for features, sizes, score, correct in zip(
            (first, self.down(first)), SIZES, self.scores, self.corrections, strict=True
        ):
            anchors.append(F.contrib.MultiBoxPrior(features, sizes=sizes, ratios=RATIOS, clip=True))
            scores.append(F.reshape(F.transpose(score(features), (0, 2, 3, 1)), (0, -1, self.classes + 1)))
            corrections.append(F.flatten(F.transpose(correct(features), (0, 2, 3, 1))))
        return F.concat(*anchors, dim=1), F.concat(*scores, dim=1), F.concat(*corrections, dim=1)


def train(steps=150, batch_size=16, seed=0):
    """Return the network and the losses."""
    mx.random.seed(seed)
    rng = np.random.RandomState(seed)
    net = SSD()
    net.initialize(mx.init.Xavier())
    net.hybridize()
    class_loss, box_loss = gluon.loss.SoftmaxCrossEntropyLoss(), gluon.loss.HuberLoss()
    trainer = gluon.Trainer(net.collect_params(), "adam", {"learning_rate": 3e-3})
    losses = []
    for _ in range(steps):
        x, classes = scenes(batch_size, rng)
        labels = boxes_of(classes)
        with autograd.record():
            anchors, scores, corrections = net(x)
            with autograd.pause():
                wanted, mask, targets = mx.nd.contrib.MultiBoxTarget(
                    anchors, labels, mx.nd.transpose(scores, (0, 2, 1)), negative_mining_ratio=3, ignore_label=-1
                )
            seen = mx.nd.expand_dims(targets >= 0, 2)
            loss = class_loss(scores, mx.nd.relu(targets), seen) * 10 + box_loss(corrections * mask, wanted * mask) * 10
        loss.backward()
        trainer.step(batch_size)
        losses.append(loss.mean().asscalar())
    return net, losses


def detect(net, x, threshold=0.5):
    """Return for each image the rows ``(class, score, left, top, right, bottom)`` above a threshold."""
    anchors, scores, corrections = net(x)
    odds = mx.nd.transpose(mx.nd.softmax(scores), (0, 2, 1))
    found = mx.nd.contrib.MultiBoxDetection(odds, corrections, anchors, nms_threshold=0.4).asnumpy()
    return [rows[(rows[:, 0] >= 0) & (rows[:, 1] > threshold)] for rows in found]


def recall(net, count=50, seed=1):
    """Return the share of shapes that a detection of their class overlaps by half."""
    x, classes = scenes(count, np.random.RandomState(seed))
    hits = total = 0
    for rows, labels in zip(detect(net, x, 0.3), boxes_of(classes).asnumpy(), strict=True):
        for label in labels[labels[:, 0] >= 0]:
            total += 1
            same = rows[rows[:, 0] == label[0]]
            if len(same):
                hits += bool(
                    (mx.nd.contrib.box_iou(mx.nd.array(same[:, 2:]), mx.nd.array(label[None, 1:])) > 0.5).max()
                )
    return hits / total


def draw(net, out, seed=2):
    """Write an image of four scenes with the boxes that are found."""
    import matplotlib

    matplotlib.use("agg")
    from matplotlib import pyplot as plt

    x, _ = scenes(4, np.random.RandomState(seed))
    figure, axes = plt.subplots(1, 4, figsize=(10, 3))
    for axis, image, rows in zip(axes, x.asnumpy(), detect(net, x), strict=True):
        axis.imshow(image.transpose(1, 2, 0).clip(0, 1))
        axis.axis("off")
        for kind, score, left, top, right, bottom in rows:
            place, wide, high = (left * SIZE, top * SIZE), (right - left) * SIZE, (bottom - top) * SIZE
            axis.add_patch(plt.Rectangle(place, wide, high, fill=False, color="wr"[int(kind)]))
            axis.text(*place, f"{score:.2f}", color="w", fontsize=7)
    figure.savefig(out)
    plt.close(figure)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--steps", type=int, default=300)
    parser.add_argument("--out", default="detection.png", help="the image that is written (default: %(default)s)")
    args = parser.parse_args()
    network, history = train(args.steps)
    draw(network, args.out)
    print(f"loss {history[0]:.2f} -> {history[-1]:.2f}; {recall(network):.0%} of the shapes found; see {args.out}")
