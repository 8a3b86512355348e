"""Forecasts with their uncertainty, as DeepAR makes them: `python examples/gallery/forecasting.py`.

Salinas et al., "DeepAR" (2017): an LSTM gives the mean and the deviation of the next value; samples go on.
"""

import argparse

import mxnet as mx
import numpy as np
from mxnet import autograd, gluon
from mxnet.gluon import nn, rnn

PERIOD, PAST, FUTURE = 12, 48, 24


def series(count, rng, length=PAST + FUTURE):
    """Return ``(count, length)``: waves of a period of 12 with a slope and noise, scaled to a mean of about one."""
    t = np.arange(length)
    phase, slope = rng.uniform(0, 2 * np.pi, (count, 1)), rng.normal(0, 0.005, (count, 1))
    waves = rng.uniform(0.2, 0.6, (count, 1)) * np.sin(2 * np.pi * t / PERIOD + phase)
    return (1 + slope * t + waves + rng.normal(0, 0.05, (count, length))).astype("float32")


class DeepAR(gluon.HybridBlock):
    """Values so far ``(N, T, 1)`` to the means and deviations of the next ones."""

    def __init__(self, hidden=32, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.lstm = rnn.LSTM(hidden, layout="NTC")
            self.mean = nn.Dense(1, flatten=False)
            self.deviation = nn.Dense(1, flatten=False, activation="softrelu")

    def hybrid_forward(self, F, x, *states):
        seen, states = self.lstm(x, list(states))
        return self.mean(seen), self.deviation(seen) + 1e-3, *states


def train(steps=150, batch_size=32, seed=0):
    """Return the network and the losses: the negative logarithm of the likelihood."""
    mx.random.seed(seed)
    rng = np.random.RandomState(seed)
    net = DeepAR()
    net.initialize(mx.init.Xavier())
    net.hybridize()
    trainer = gluon.Trainer(net.collect_params(), "adam", {"learning_rate": 1e-2})
    losses = []
    for _ in range(steps):
        x = mx.nd.array(series(batch_size, rng)).expand_dims(2)
        with autograd.record():
            mean, deviation, *_ = net(x[:, :-1], *net.lstm.begin_state(batch_size))
            loss = (mx.nd.log(deviation) + ((x[:, 1:] - mean) / deviation) ** 2 / 2).mean(axis=(1, 2))
        loss.backward()
        trainer.step(batch_size)
        losses.append(loss.mean().asscalar())
    return net, losses


def forecast(net, past, samples=100):
    """Return ``(samples, FUTURE)``: ways in which one series may go on."""
    x = mx.nd.array(np.tile(past, (samples, 1))).expand_dims(2)
    mean, deviation, *states = net(x, *net.lstm.begin_state(samples))
    made = []
    for _ in range(FUTURE):
        value = mean[:, -1:] + deviation[:, -1:] * mx.nd.random.normal(shape=(samples, 1, 1))
        made.append(value)
        mean, deviation, *states = net(value, *states)
    return mx.nd.concat(*made, dim=1)[:, :, 0].asnumpy()


def coverage(net, count=20, seed=1):
    """Return the share of true values between the 5th and the 95th percentile of the samples: 0.9 is right."""
    rows = series(count, np.random.RandomState(seed))
    inside = []
    for row in rows:
        low, high = np.percentile(forecast(net, row[:PAST]), [5, 95], axis=0)
        inside.append((low <= row[PAST:]) & (row[PAST:] <= high))
    return float(np.mean(inside))


def draw(net, out, seed=2):
    """Write an image of three series and their forecasts."""
    import matplotlib

    matplotlib.use("agg")
    from matplotlib import pyplot as plt

    figure, axes = plt.subplots(3, 1, figsize=(7, 7))
    for axis, row in zip(axes, series(3, np.random.RandomState(seed)), strict=True):
        low, middle, high = np.percentile(forecast(net, row[:PAST]), [5, 50, 95], axis=0)
        later = np.arange(PAST, PAST + FUTURE)
        axis.plot(row, color="black")
        axis.plot(later, middle)
        axis.fill_between(later, low, high, alpha=0.3)
    figure.savefig(out)
    plt.close(figure)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--steps", type=int, default=300)
    parser.add_argument("--out", default="forecasting.png", help="the image that is written (default: %(default)s)")
    args = parser.parse_args()
    network, history = train(args.steps)
    draw(network, args.out)
    print(
        f"loss {history[0]:.2f} -> {history[-1]:.2f}; {coverage(network):.0%} of the values within 90%; see {args.out}"
    )
