"""Learn to translate dates, then draw what the network looks at: ``python train.py --picture attention.png``."""

from __future__ import annotations

import argparse
import time

import dates
import matplotlib
import mxnet as mx
import numpy as np
from mxnet import autograd, gluon
from network import Translator


def shifted(answers: mx.nd.NDArray) -> mx.nd.NDArray:
    """Return what was written before each character: a start, then the answer."""
    return mx.nd.concat(mx.nd.zeros((len(answers), 1)), answers[:, :-1], dim=1)


def train(steps: int = 500, batch: int = 64, width: int = 64, rate: float = 0.01, log: int = 100) -> Translator:
    """Return a network trained on ``steps`` batches of freshly drawn dates."""
    net = Translator(width)
    net.initialize(mx.init.Xavier())
    net.hybridize()
    schedule = mx.lr_scheduler.CosineScheduler(steps, base_lr=rate, final_lr=rate / 20)
    trainer = gluon.Trainer(net.collect_params(), "adam", {"lr_scheduler": schedule})
    loss, begin = gluon.loss.SoftmaxCrossEntropyLoss(), mx.nd.zeros((1, batch, width))
    since, total = time.time(), 0.0
    for step in range(1, steps + 1):
        texts, answers = dates.draw(batch, seed=step)
        source, target = mx.nd.array(dates.encode_source(texts)), mx.nd.array(dates.encode_target(answers))
        with autograd.record():
            scores, _, _ = net(source, shifted(target), begin)
            value = loss(scores, target)
        value.backward()
        trainer.step(batch)
        total += float(value.mean().asscalar())
        if step % log == 0:
            print(f"step {step:4d}  loss {total / log:.4f}  {time.time() - since:.0f} s")
            total = 0.0
    return net


def translate(net: Translator, texts: list[str]) -> tuple[list[str], np.ndarray]:
    """Return the dates that the network writes, and the weights of what it looked at, ``(N, ANSWER, LONGEST)``."""
    source = mx.nd.array(dates.encode_source(texts))
    state = mx.nd.zeros((1, len(texts), net.decoder.begin_state(1)[0].shape[2]))
    last, written, looked = mx.nd.zeros((len(texts), 1)), [], []
    for _ in range(dates.ANSWER):
        scores, weights, state = net(source, last, state)
        last = scores.argmax(axis=2)
        written.append(last.asnumpy())
        looked.append(weights.asnumpy())
    return dates.decode(np.concatenate(written, axis=1)), np.concatenate(looked, axis=1)


def accuracy(net: Translator, number: int = 500) -> float:
    """Return the share of freshly drawn dates that are translated without a mistake."""
    texts, answers = dates.draw(number, seed=2**31)
    return float(np.mean([a == b for a, b in zip(translate(net, texts)[0], answers, strict=True)]))


def draw_attention(net: Translator, path: str, number: int = 4) -> None:
    """Write a picture: for each character written (rows), how much each character read (columns) weighed."""
    matplotlib.use("Agg")
    from matplotlib import pyplot

    texts, _ = dates.draw(number, seed=7)
    answers, weights = translate(net, texts)
    figure, axes = pyplot.subplots(1, number, figsize=(4 * number, 3.5))
    for axis, text, answer, shares in zip(np.atleast_1d(axes), texts, answers, weights, strict=True):
        axis.imshow(shares[:, : len(text)], cmap="viridis", aspect="auto")
        axis.set_xticks(range(len(text)), list(text))
        axis.set_yticks(range(len(answer)), list(answer))
        axis.set_title(f"{text} -> {answer}", fontsize=9)
    figure.tight_layout()
    figure.savefig(path, dpi=100)
    pyplot.close(figure)


def main() -> None:
    """Train, measure, show some translations, and draw."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--steps", type=int, default=500)
    parser.add_argument("--picture", default="attention.png")
    options = parser.parse_args()
    mx.random.seed(0)
    net = train(options.steps)
    print(f"{accuracy(net):.1%} of 500 new dates are translated without a mistake")
    for text in ("03 march 1998", "wednesday, september 30 1998", "07/11/26"):
        print(f"{text:>30} -> {translate(net, [text])[0][0]}")
    draw_attention(net, options.picture)
    print(f"what it looked at: {options.picture}")


if __name__ == "__main__":
    main()
