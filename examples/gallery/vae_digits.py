"""A variational autoencoder draws digits: `python examples/gallery/vae_digits.py`.

Kingma and Welling, "Auto-encoding variational Bayes" (2013), on scikit-learn's digits of 8 x 8.
"""

import argparse

import mxnet as mx
import numpy as np
from mxnet import autograd, gluon
from mxnet.gluon import nn
from sklearn.datasets import load_digits


class VAE(gluon.HybridBlock):
    """Images to the mean and the logarithm of the variance of a code, and codes back to images."""

    def __init__(self, codes=4, hidden=128, pixels=64, **kwargs):
        super().__init__(**kwargs)
        self.codes = codes
        with self.name_scope():
            self.encoder = nn.HybridSequential(prefix="encoder_")
            self.encoder.add(nn.Dense(hidden, activation="relu"), nn.Dense(2 * codes))
            self.decoder = nn.HybridSequential(prefix="decoder_")
            self.decoder.add(nn.Dense(hidden, activation="relu"), nn.Dense(pixels))

    def hybrid_forward(self, F, x, noise):
        mean, log_var = F.split(self.encoder(x), axis=1, num_outputs=2)
        logits = self.decoder(mean + F.exp(log_var / 2) * noise)
        closeness = F.sum(F.relu(logits) - logits * x + F.log1p(F.exp(-F.abs(logits))), axis=1)
        divergence = -0.5 * F.sum(1 + log_var - mean * mean - F.exp(log_var), axis=1)
        return closeness + divergence


def train(epochs=60, batch_size=64, seed=0):
    """Return the network and the mean loss of each epoch."""
    mx.random.seed(seed)
    np.random.seed(seed)
    images = (load_digits().data / 16).astype("float32")
    net = VAE()
    net.initialize(mx.init.Xavier())
    net.hybridize()
    trainer = gluon.Trainer(net.collect_params(), "adam", {"learning_rate": 3e-3})
    loader = gluon.data.DataLoader(mx.nd.array(images), batch_size, shuffle=True, last_batch="discard")
    losses = []
    for _ in range(epochs):
        total = 0.0
        for x in loader:
            with autograd.record():
                loss = net(x, mx.nd.random.normal(shape=(batch_size, net.codes)))
            loss.backward()
            trainer.step(batch_size)
            total += loss.mean().asscalar()
        losses.append(total / len(loader))
    return net, losses


def draw(net, out, rows=8):
    """Write an image of new digits, from random codes."""
    import matplotlib

    matplotlib.use("agg")
    from matplotlib import pyplot as plt

    made = mx.nd.sigmoid(net.decoder(mx.nd.random.normal(shape=(rows * rows, net.codes)))).asnumpy()
    sheet = made.reshape(rows, rows, 8, 8).transpose(0, 2, 1, 3).reshape(rows * 8, rows * 8)
    plt.imsave(out, sheet, cmap="gray_r")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--epochs", type=int, default=60)
    parser.add_argument("--out", default="vae_digits.png", help="the image that is written (default: %(default)s)")
    args = parser.parse_args()
    network, history = train(args.epochs)
    draw(network, args.out)
    print(f"loss {history[0]:.2f} -> {history[-1]:.2f}; see {args.out}")
