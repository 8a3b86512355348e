"""Recommendations from embeddings with sparse gradients: `python examples/gallery/matrix_factorization.py`.

Koren, Bell and Volinsky, "Matrix factorization techniques for recommender systems" (2009), on made ratings.
"""

import argparse

import mxnet as mx
import numpy as np
from mxnet import autograd, gluon
from mxnet.gluon import nn


def ratings(users, items, count, rng, factors=3):
    """Return users, items and their ratings, which come from few hidden factors and noise."""
    taste, kind = rng.normal(0, 1, (users, factors)), rng.normal(0, 1, (items, factors))
    who, what = rng.randint(users, size=count), rng.randint(items, size=count)
    return who, what, (taste[who] * kind[what]).sum(axis=1) + rng.normal(0, 0.1, count)


class Factors(gluon.HybridBlock):
    """The product of a user's and an item's vector, and how high each rates as a rule."""

    def __init__(self, users, items, factors=8, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.users = nn.Embedding(users, factors, sparse_grad=True)
            self.items = nn.Embedding(items, factors, sparse_grad=True)
            self.user_bias = nn.Embedding(users, 1, sparse_grad=True)
            self.item_bias = nn.Embedding(items, 1, sparse_grad=True)

    def hybrid_forward(self, F, user, item):
        product = F.sum(self.users(user) * self.items(item), axis=1)
        return product + F.reshape(self.user_bias(user) + self.item_bias(item), (-1,))


def train(epochs=15, users=500, items=300, count=20000, batch_size=256, seed=0):
    """Return the root of the mean squared error on ratings that were kept back, after each epoch."""
    mx.random.seed(seed)
    rng = np.random.RandomState(seed)
    columns = [each.astype("float32") for each in ratings(users, items, count, rng)]
    kept = [mx.nd.array(each[: count // 10]) for each in columns]
    rest = gluon.data.ArrayDataset(*(each[count // 10 :] for each in columns))
    net = Factors(users, items)
    net.initialize(mx.init.Normal(0.1))
    trainer = gluon.Trainer(net.collect_params(), "adam", {"learning_rate": 0.01, "lazy_update": True})
    loss_of, errors = gluon.loss.L2Loss(), []
    for _ in range(epochs):
        for user, item, rating in gluon.data.DataLoader(rest, batch_size, shuffle=True):
            with autograd.record():
                loss = loss_of(net(user, item), rating)
            loss.backward()
            trainer.step(len(user))
        user, item, rating = kept
        errors.append(float(((net(user, item) - rating) ** 2).mean().asscalar() ** 0.5))
    return errors


def draw(errors, out):
    """Write an image of the error over the epochs."""
    import matplotlib

    matplotlib.use("agg")
    from matplotlib import pyplot as plt

    figure, axis = plt.subplots(figsize=(5, 3))
    axis.plot(range(1, len(errors) + 1), errors)
    axis.set(xlabel="epoch", ylabel="RMSE", ylim=(0, None))
    figure.savefig(out)
    plt.close(figure)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--epochs", type=int, default=15)
    parser.add_argument("--out", default="factorization.png", help="the image that is written (default: %(default)s)")
    args = parser.parse_args()
    history = train(args.epochs)
    draw(history, args.out)
    print(f"RMSE {history[0]:.2f} -> {history[-1]:.2f}; see {args.out}")
