"""Train a LeNet on handwritten digits with the Symbol API and `Module.fit`; MXNet 1.9.1 runs this file as well."""

from __future__ import annotations

import argparse
import json
import os

import mxnet as mx
import numpy as np
from digits import TRAIN, iterators
from progress import Progress


def lenet(classes=10):
    """Return LeCun's network of 1998 for 8x8 pictures: two stages of convolution and averaging, two dense layers.

    Younger than 1998: batch normalisation, relu, and a softmax whose targets leave 0.1 to the other classes.
    """
    net = mx.sym.Variable("data")
    for stage, filters in enumerate((20, 50), 1):
        net = mx.sym.Convolution(net, kernel=(3, 3), pad=(1, 1), num_filter=filters, name="conv%d" % stage)
        net = mx.sym.BatchNorm(net, fix_gamma=False, name="bn%d" % stage)
        net = mx.sym.Activation(net, act_type="relu", name="relu%d" % stage)
        net = mx.sym.Pooling(net, pool_type="avg", kernel=(2, 2), stride=(2, 2), name="pool%d" % stage)
    net = mx.sym.Flatten(net, name="flatten")
    net = mx.sym.FullyConnected(net, num_hidden=500, name="fc1")
    net = mx.sym.Activation(net, act_type="relu", name="relu3")
    net = mx.sym.FullyConnected(net, num_hidden=classes, name="fc2")
    return mx.sym.SoftmaxOutput(net, smooth_alpha=0.1, name="softmax")


def train(prefix, digits, epochs, batch_size, rate=0.05):
    """Train, write the checkpoint `prefix-symbol.json`, `prefix-NNNN.params`; return one dict of figures per epoch."""
    train_data, test_data = iterators(batch_size, digits)
    batches = TRAIN // batch_size
    progress = Progress(batches, batch_size)
    tested = []

    module = mx.mod.Module(lenet(), context=mx.cpu())
    module.fit(
        train_data,
        eval_data=test_data,
        eval_metric=["acc", "ce"],
        validation_metric="acc",
        num_epoch=epochs,
        initializer=mx.init.Xavier(),
        optimizer="sgd",
        optimizer_params={
            "learning_rate": rate,
            "momentum": 0.9,
            "wd": 5e-4,
            "lr_scheduler": mx.lr_scheduler.FactorScheduler(step=4 * batches, factor=0.5, base_lr=rate),
        },
        batch_end_callback=progress,
        eval_end_callback=lambda param: tested.append(param.eval_metric.get()[1]),
        epoch_end_callback=mx.callback.do_checkpoint(prefix, period=epochs),
    )
    return [dict(figures, test=accuracy) for figures, accuracy in zip(progress.history, tested, strict=True)]


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--prefix", default="demo/lenet", help="where the checkpoint goes (default: %(default)s)")
    parser.add_argument("--digits", default="demo/digits", help="where pack.py put the records (default: %(default)s)")
    parser.add_argument("--epochs", type=int, default=14)
    parser.add_argument("--batch-size", type=int, default=50)
    parser.add_argument("--seed", type=int, default=7)
    args = parser.parse_args()
    mx.random.seed(args.seed)
    np.random.seed(args.seed)
    os.makedirs(os.path.dirname(args.prefix) or ".", exist_ok=True)
    curve = train(args.prefix, args.digits, args.epochs, args.batch_size)
    with open(args.prefix + "-curve.json", "w") as file:
        json.dump(curve, file, indent=1)
