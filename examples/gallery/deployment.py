"""Deploy a network, quantized and as ONNX: `python examples/gallery/deployment.py`.

A classifier of scikit-learn's digits is trained, quantized by examples (`quantize_net`), and exported; accuracy, time
and size of the three forms are compared. Files of quantized networks are as large, as MXNet 1.9.1's for CPUs are:
weights of fused layers stay float32 in them, and are quantized when the network is loaded.
"""

import argparse
import time
from pathlib import Path
from tempfile import TemporaryDirectory

import mxnet as mx
import numpy as np
import onnxruntime
from mxnet import autograd, gluon
from mxnet.contrib.quantization import quantize_net
from mxnet.gluon import nn
from sklearn.datasets import load_digits

TRAINED = 1400


def digits(scale=4):
    """Return the digits, ``scale`` times as large, ``(1797, 1, 8 scale, 8 scale)``, and their labels."""
    found = load_digits()
    order = np.random.RandomState(0).permutation(len(found.target))
    images = np.kron(found.images[order, None] / 16, np.ones((scale, scale)))
    return images.astype("float32"), found.target[order].astype("float32")


def network(width=16):
    """Return convolutions, each with its normalization, and a layer of scores."""
    net = nn.HybridSequential()
    with net.name_scope():
        for n, channels in enumerate((width, width, 2 * width, 2 * width)):
            net.add(nn.Conv2D(channels, 3, strides=1 + n % 2, padding=1), nn.BatchNorm(), nn.Activation("relu"))
        net.add(nn.GlobalAvgPool2D(), nn.Dense(10))
    return net


def train(epochs=3, batch_size=50, scale=4, width=16, seed=0):
    """Return the trained network, and the mean loss of each epoch."""
    mx.random.seed(seed)
    np.random.seed(seed)
    images, labels = digits(scale)
    data = gluon.data.ArrayDataset(images[:TRAINED], labels[:TRAINED])
    loader = gluon.data.DataLoader(data, batch_size, shuffle=True)
    net = network(width)
    net.initialize(mx.init.Xavier(magnitude=2.24))
    net.hybridize()
    loss_of = gluon.loss.SoftmaxCrossEntropyLoss()
    trainer = gluon.Trainer(net.collect_params(), "adam", {"learning_rate": 3e-3})
    losses = []
    for _ in range(epochs):
        total = 0.0
        for x, label in loader:
            with autograd.record():
                loss = loss_of(net(x), label)
            loss.backward()
            trainer.step(len(x))
            total += loss.mean().asscalar()
        losses.append(total / len(loader))
    return net, losses


def deploy(net, folder, scale=4, examples=200):
    """Write the network in float32, quantized, and as ONNX; return a function and the size of the file of each."""
    images, labels = digits(scale)
    shown = gluon.data.DataLoader(gluon.data.ArrayDataset(images[:examples], labels[:examples]), 50)
    net(mx.nd.array(images[:1]))
    net.export(f"{folder}/float")
    small = quantize_net(net, quantized_dtype="auto", calib_data=shown, calib_mode="naive")
    small.hybridize(static_alloc=True, static_shape=True)
    small(mx.nd.array(images[:1]))
    small.export(f"{folder}/int8")
    mx.onnx.export_model(
        f"{folder}/float-symbol.json",
        f"{folder}/float-0000.params",
        [(1, *images.shape[1:])],
        "float32",
        f"{folder}/float.onnx",
        dynamic=True,
        dynamic_input_shapes=[("batch", *images.shape[1:])],
    )
    session = onnxruntime.InferenceSession(f"{folder}/float.onnx", providers=["CPUExecutionProvider"])
    (given,) = session.get_inputs()
    forms = {
        "float32": (lambda x: net(mx.nd.array(x)).asnumpy(), "float-0000.params"),
        "int8": (lambda x: small(mx.nd.array(x)).asnumpy(), "int8-0000.params"),
        "ONNX Runtime": (lambda x: session.run(None, {given.name: x})[0], "float.onnx"),
    }
    return {name: (run, (Path(folder) / file).stat().st_size) for name, (run, file) in forms.items()}


def compare(forms, scale=4, repeats=20):
    """Return by form: the share of right answers, milliseconds for 100 pictures (the best of several), kilobytes."""
    images, labels = (part[TRAINED:] for part in digits(scale))
    table = {}
    for name, (run, size) in forms.items():
        right = float((run(images).argmax(axis=1) == labels).mean())
        seconds = []
        for _ in range(repeats):
            began = time.perf_counter()
            run(images[:100])
            seconds.append(time.perf_counter() - began)
        table[name] = (right, min(seconds) * 1e3, size / 1e3)
    return table


def draw(table, out):
    """Write an image of the table, as bars."""
    import matplotlib

    matplotlib.use("agg")
    from matplotlib import pyplot as plt

    figure, axes = plt.subplots(1, 3, figsize=(11, 3), layout="constrained")
    titles = ("right answers", "milliseconds for 100 pictures", "kilobytes")
    for axis, title, values in zip(axes, titles, zip(*table.values(), strict=True), strict=True):
        axis.bar_label(axis.bar(list(table), values), fmt="%.3g")
        axis.set(title=title)
        axis.margins(y=0.15)
    figure.savefig(out)
    plt.close(figure)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--epochs", type=int, default=10)
    parser.add_argument("--out", default="deployment.png", help="the image that is written (default: %(default)s)")
    args = parser.parse_args()
    trained, history = train(args.epochs)
    with TemporaryDirectory() as place:
        rows = compare(deploy(trained, place))
    draw(rows, args.out)
    print(f"loss {history[0]:.2f} -> {history[-1]:.2f}")
    for form, (share, milliseconds, kilobytes) in rows.items():
        print(f"{form:13} {share:6.1%} right {milliseconds:7.1f} ms for 100 pictures {kilobytes:7.1f} kB")
    print(f"see {args.out}")
