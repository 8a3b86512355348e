"""Fine-tuning: a network that reads digits learns to tell even from odd, from one picture of each digit.

    python examples/fine_tuning/fine_tune.py        # some ten seconds; prints four accuracies

A small convolutional network is trained to read handwritten digits. Its graph is cut at an inner layer
(`get_internals()`), gets a new head, and is trained on the new question in two ways: with `mx.init.Load`, all weights
learning on, and with `arg_params` and `fixed_param_names`, the new head alone. A network that starts from nothing
shows what the digits seen before are worth. MXNet 1.9.1 runs this file as well.
"""

from __future__ import annotations

import argparse
import os

import mxnet as mx
import numpy as np
from sklearn.datasets import load_digits

CUT = "features_output"


def pictures(question, per_digit=None, test=False):
    """Return an iterator over handwritten digits, (batch, 1, 8, 8), labelled with `question` of the digit.

    The first 1,500 pictures of scikit-learn's are to train on, or the first `per_digit` of each digit; the last 297,
    by other writers, are to test.
    """
    raw = load_digits()
    images = (raw.images[:, np.newaxis] / 16.0).astype("float32")
    part = slice(1500, None) if test else slice(0, 1500)
    images, digits = images[part], raw.target[part]
    rows = np.sort(np.concatenate([np.flatnonzero(digits == digit)[:per_digit] for digit in range(10)]))
    size = 99 if test else 10
    return mx.io.NDArrayIter(
        images[rows], question(digits[rows]).astype("float32"), size, shuffle=not test, last_batch_handle="discard"
    )


def which(digits):
    """Return the digits: what the first network is asked."""
    return digits


def is_odd(digits):
    """Return 1 for odd digits and 0 for even ones: the new question."""
    return digits % 2


def network():
    """Return the network that reads digits; `features` is the layer that others are built on."""
    net = mx.sym.Variable("data")
    for stage, filters in enumerate((16, 32), 1):
        net = mx.sym.Convolution(net, kernel=(3, 3), pad=(1, 1), num_filter=filters, name="conv%d" % stage)
        net = mx.sym.BatchNorm(net, fix_gamma=False, name="bn%d" % stage)
        net = mx.sym.Activation(net, act_type="relu", name="relu%d" % stage)
        net = mx.sym.Pooling(net, pool_type="max", kernel=(2, 2), stride=(2, 2), name="pool%d" % stage)
    net = mx.sym.FullyConnected(mx.sym.Flatten(net), num_hidden=64, name="dense")
    return head(mx.sym.Activation(net, act_type="relu", name="features"), "digit", 10)


def head(features, name, classes):
    """Return the features with a classifier on them."""
    net = mx.sym.FullyConnected(features, num_hidden=classes, name="%s_head" % name)
    return mx.sym.SoftmaxOutput(net, name="softmax")


def cut(symbol):
    """Return the symbol up to the inner layer that the new network begins with."""
    return symbol.get_internals()[CUT]


def train(symbol, data, epochs, rate=0.05, initializer=None, fixed=None, **parameters):
    """Train and return the module; `parameters` are `arg_params` and `aux_params`, `fixed` the names left alone."""
    module = mx.mod.Module(symbol, fixed_param_names=fixed)
    module.fit(
        data,
        num_epoch=epochs,
        initializer=initializer or mx.init.Xavier(),
        optimizer="sgd",
        optimizer_params={"learning_rate": rate, "momentum": 0.9, "wd": 1e-4},
        allow_missing=True,
        **parameters,
    )
    return module


def accuracy(module, data):
    """Return the share of pictures that are recognised."""
    data.reset()
    return module.score(data, "acc")[0][1]


def run(prefix, epochs=6, per_digit=1):
    """Train all networks, write the first one's checkpoint to `prefix`, and return their accuracies by name."""
    first = train(network(), pictures(which), epochs)
    first.save_checkpoint(prefix, epochs)
    found = {"reads digits": accuracy(first, pictures(which, test=True))}

    few, test = pictures(is_odd, per_digit), pictures(is_odd, test=True)
    new = head(cut(mx.sym.load(prefix + "-symbol.json")), "odd", 2)
    load = mx.init.Load("%s-%04d.params" % (prefix, epochs), default_init=mx.init.Xavier())
    found["odd, fine-tuned"] = accuracy(train(new, few, 5 * epochs, rate=0.01, initializer=load), test)

    _, arg_params, aux_params = mx.model.load_checkpoint(prefix, epochs)
    kept = [name for name in new.list_arguments() if name in arg_params]
    module = train(new, few, 5 * epochs, fixed=kept, arg_params=arg_params, aux_params=aux_params)
    found["odd, new head alone"] = accuracy(module, test)

    found["odd, from nothing"] = accuracy(train(new, few, 5 * epochs), test)
    return found


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--prefix", default="demo/digits", help="where the checkpoint goes (default: %(default)s)")
    parser.add_argument("--epochs", type=int, default=6)
    parser.add_argument("--pictures", type=int, default=1, help="how many of each digit (default: %(default)s)")
    parser.add_argument("--seed", type=int, default=7)
    args = parser.parse_args()
    mx.random.seed(args.seed)
    np.random.seed(args.seed)
    os.makedirs(os.path.dirname(args.prefix) or ".", exist_ok=True)
    for name, share in run(args.prefix, args.epochs, args.pictures).items():
        print("%-20s %5.1f %%" % (name, 100 * share))
