"""What the classifier learned, in one picture: its curve, how pictures are augmented, and the digits it misreads."""

from __future__ import annotations

import matplotlib as mpl

mpl.use("Agg")
import digits
import matplotlib.pyplot as plt
import mxnet as mx

SHOWN = 8


def draw(path, history, net):
    """Write the picture to a file."""
    figure = plt.figure(figsize=(9, 5.5), layout="constrained")
    top, middle, bottom = figure.subfigures(3, 1, height_ratios=(2.4, 1, 1))
    curve(top.subplots(), history)
    middle.suptitle("one training digit, as it is augmented", fontsize=9)
    sample = digits.raw("train")[0][0]
    row(middle, [digits.AUGMENT(sample).asnumpy()[0] for _ in range(SHOWN)], [""] * SHOWN)
    wrong, texts = misread(net)
    bottom.suptitle("test digits that it misreads (some of %d)" % len(wrong), fontsize=9)
    row(bottom, wrong[:SHOWN], texts[:SHOWN])
    figure.savefig(path, dpi=120)
    plt.close(figure)


def curve(axes, history):
    """Draw the accuracies of the epochs."""
    number = range(1, len(history) + 1)
    for name, label in (("training accuracy", "1,500 digits, augmented"), ("validation accuracy", "297 test digits")):
        axes.plot(number, [epoch[name] for epoch in history], label=label)
    axes.set(xlabel="epoch", ylabel="accuracy", title="a residual network on handwritten digits")
    axes.legend(loc="lower right")


def row(figure, pictures, titles):
    """Draw pictures side by side."""
    for axes, picture, title in zip(figure.subplots(1, SHOWN), pictures, titles, strict=False):
        axes.imshow(picture, cmap="gray_r")
        axes.set_title(title, fontsize=8)
    for axes in figure.axes:
        axes.set_axis_off()


def misread(net):
    """Return the test digits that the network takes for others, and what it takes them for."""
    test = digits.raw("test")
    scores = net(mx.nd.stack(*[digits.PLAIN(picture) for picture, _ in test]))
    taken = scores.argmax(axis=1).asnumpy().astype(int)
    wrong = [i for i, (_, digit) in enumerate(test) if taken[i] != digit]
    return [test[i][0].asnumpy()[..., 0] for i in wrong], ["%d, not %d" % (taken[i], test[i][1]) for i in wrong]
