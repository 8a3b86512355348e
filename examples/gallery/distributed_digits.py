"""Processes learn digits together: `remx launch -n 2 --launcher local python examples/gallery/distributed_digits.py`.

Each has its share of scikit-learn's digits and an iterator over it; gradients are added in a store of kind
`dist_sync`, as on a cluster of MXNet's. `torchrun --nproc-per-node 2` starts it too; without either it trains alone.
"""

import argparse
import logging
import os

import mxnet as mx
import numpy as np
from sklearn.datasets import load_digits


def network():
    """Return the symbol of a small network of convolutions with its loss."""
    x = mx.sym.Variable("data")
    for n, channels in enumerate((16, 32)):
        x = mx.sym.Convolution(x, kernel=(3, 3), pad=(1, 1), num_filter=channels, name=f"conv{n}")
        x = mx.sym.BatchNorm(x, fix_gamma=False, name=f"norm{n}")
        x = mx.sym.Activation(x, act_type="relu", name=f"relu{n}")
        x = mx.sym.Pooling(x, kernel=(2, 2), stride=(2, 2), pool_type="max", name=f"pool{n}")
    x = mx.sym.FullyConnected(mx.sym.Flatten(x), num_hidden=10, name="scores")
    return mx.sym.SoftmaxOutput(x, name="softmax")


def shares(part, parts, batch_size, seed=0):
    """Return an iterator over this process's share of 1500 digits, and one over all of the others."""
    digits = load_digits()
    order = np.random.RandomState(seed).permutation(len(digits.data))  # the same in each process
    data, labels = (digits.images[order, None] / 16).astype("float32"), digits.target[order].astype("float32")
    mine = slice(part, 1500, parts)
    np.random.seed(seed + part)  # the iterator's shuffling
    train = mx.io.NDArrayIter(data[mine], labels[mine], batch_size // parts, True, last_batch_handle="discard")
    return train, mx.io.NDArrayIter(data[1500:], labels[1500:], 99)


def train(kind="dist_sync", epochs=8, batch_size=64, seed=0):
    """Return the module, the share of right answers of each epoch on digits kept aside, and the store."""
    store = mx.kv.create(kind)
    mx.random.seed(seed)  # the same weights everywhere; worker 0's are taken
    data, aside = shares(store.rank, store.num_workers, batch_size, seed)
    module, scores = mx.mod.Module(network()), []
    module.fit(
        data,
        eval_data=aside,
        eval_end_callback=lambda param: scores.append(param.eval_metric.get()[1]),
        kvstore=store,
        optimizer="sgd",
        optimizer_params={"learning_rate": 0.2, "momentum": 0.9},
        initializer=mx.init.Xavier(),
        num_epoch=epochs,
    )
    return module, scores, store


def draw(scores, out):
    """Write an image of the share of right answers by epoch."""
    import matplotlib

    matplotlib.use("agg")
    from matplotlib import pyplot as plt

    figure, axis = plt.subplots(figsize=(6, 4), layout="constrained")
    axis.plot(range(1, len(scores) + 1), scores, marker="o")
    axis.set(xlabel="epoch", ylabel="right answers on digits kept aside", ylim=(None, 1))
    figure.savefig(out)
    plt.close(figure)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--epochs", type=int, default=20)
    parser.add_argument(
        "--out", default="distributed_digits.png", help="the image that is written (default: %(default)s)"
    )
    args = parser.parse_args()
    logging.basicConfig(level=logging.INFO, format="%(message)s")
    started = "DMLC_ROLE" in os.environ or "WORLD_SIZE" in os.environ
    _, history, kv = train("dist_sync" if started else "local", args.epochs)
    if kv.rank == 0:
        draw(history, args.out)
        print(f"{kv.num_workers} processes; {history[0]:.1%} -> {history[-1]:.1%} right; see {args.out}")
