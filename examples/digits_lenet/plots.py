"""The demo's two pictures: the network and the learning curve."""

from __future__ import annotations

import json
import os
import tempfile

import matplotlib as mpl

mpl.use("Agg")
import matplotlib.pyplot as plt
import mxnet as mx


def network(prefix):
    """Draw the checkpoint's symbol with the shapes on its edges; return the PNG's path."""
    symbol = mx.sym.load(prefix + "-symbol.json")
    plot = mx.viz.plot_network(
        symbol,
        title="lenet",
        save_format="png",
        shape={"data": (50, 1, 8, 8)},
        node_attrs={"fixedsize": "false", "fontname": "DejaVu Sans"},
    )
    with tempfile.TemporaryDirectory() as folder:
        use_fonts_of_matplotlib(folder)
        return plot.render(prefix + "-network", cleanup=True)


def use_fonts_of_matplotlib(folder):
    """Let Graphviz find matplotlib's fonts: a machine without a screen may have none, and text would be missing."""
    config = os.path.join(folder, "fonts.conf")
    fonts = os.path.join(mpl.get_data_path(), "fonts", "ttf")
    with open(config, "w") as file:
        file.write(f"<fontconfig><dir>{fonts}</dir><cachedir>{folder}</cachedir></fontconfig>")
    os.environ.setdefault("FONTCONFIG_FILE", config)


def curve(prefix):
    """Draw loss and accuracies over the epochs; return the PNG's path."""
    with open(prefix + "-curve.json") as file:
        epochs = json.load(file)
    number = range(1, len(epochs) + 1)
    figure, left = plt.subplots(figsize=(7, 4), layout="constrained")
    right = left.twinx()
    left.plot(number, [epoch["accuracy"] for epoch in epochs], label="accuracy, 1,500 training digits")
    left.plot(number, [epoch["test"] for epoch in epochs], label="accuracy, 297 test digits")
    right.plot(number, [epoch["cross-entropy"] for epoch in epochs], color="grey", linestyle=":", label="loss")
    left.set(xlabel="epoch", ylabel="accuracy", title="LeNet on handwritten digits", ylim=(None, 1.005))
    right.set(ylabel="cross-entropy (training)", ylim=(0, None))
    lines = left.get_lines() + right.get_lines()
    left.legend(lines, [line.get_label() for line in lines], loc="center right")
    path = prefix + "-curve.png"
    figure.savefig(path, dpi=120)
    return path
