"""A Transformer and a recurrent encoder-decoder with attention, in the NumPy style, train to 1.9.1's losses."""

from __future__ import annotations

from typing import Any

import mxnet as mx
import numpy as np
import pytest
from mxnet import autograd, gluon
from mxnet.gluon import nn, rnn

VOCABULARY, UNITS, HEADS, LENGTH, BATCH = 11, 8, 2, 5, 4
#: the losses of four steps that MXNet 1.9.1 reports; it cannot run the second network hybridized
LOSSES = {
    "Transformer": [2.3973214626312256, 2.372814416885376, 2.3539164066314697, 2.33510684967041],
    "Recurrent": [2.443493366241455, 2.4084901809692383, 2.375990152359009, 2.345470905303955],
}


pytestmark = pytest.mark.usefixtures("numpy_interface")


def _dense(units: int, of: int) -> nn.Dense:
    return nn.Dense(units, flatten=False, in_units=of)


class Attention(gluon.HybridBlock):
    """Attention of several heads; ``mask`` is added to the scores."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        with self.name_scope():
            self.query, self.key, self.value = (_dense(UNITS, UNITS) for _ in range(3))
            self.out = _dense(UNITS, UNITS)

    def split(self, F: Any, x: Any) -> Any:
        """Return (batch, length, units) as (batch * heads, length, units / heads)."""
        x = F.npx.reshape(x, (-2, -2, HEADS, -1))
        return F.npx.reshape(F.np.transpose(x, (0, 2, 1, 3)), (-5, -2, -2))

    def hybrid_forward(self, F: Any, x: Any, memory: Any, mask: Any = None) -> Any:
        q, k, v = self.split(F, self.query(x)), self.split(F, self.key(memory)), self.split(F, self.value(memory))
        scores = F.npx.batch_dot(q, k, transpose_b=True) / np.sqrt(UNITS / HEADS)
        if mask is not None:
            scores = scores + mask
        made = F.npx.reshape(F.npx.batch_dot(F.npx.softmax(scores, axis=-1), v), (-6, -1, HEADS, -2, -2))
        return self.out(F.npx.reshape(F.np.transpose(made, (0, 2, 1, 3)), (-2, -2, -5)))


class Layer(gluon.HybridBlock):
    """One layer of the encoder, or, with ``decodes``, of the decoder."""

    def __init__(self, decodes: bool, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.decodes = decodes
        with self.name_scope():
            self.own, self.norm1 = Attention(), nn.LayerNorm(in_channels=UNITS)
            if decodes:
                self.cross, self.norm2 = Attention(), nn.LayerNorm(in_channels=UNITS)
            self.wide, self.narrow = _dense(2 * UNITS, UNITS), _dense(UNITS, 2 * UNITS)
            self.norm3 = nn.LayerNorm(in_channels=UNITS)

    def hybrid_forward(self, F: Any, x: Any, memory: Any = None, mask: Any = None) -> Any:
        x = self.norm1(x + (self.own(x, x) if mask is None else self.own(x, x, mask)))
        if self.decodes:
            x = self.norm2(x + self.cross(x, memory))
        return self.norm3(x + self.narrow(F.npx.relu(self.wide(x))))


class Transformer(gluon.HybridBlock):
    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        with self.name_scope():
            self.source, self.target = nn.Embedding(VOCABULARY, UNITS), nn.Embedding(VOCABULARY, UNITS)
            self.position = nn.Embedding(LENGTH, UNITS)
            self.encoder, self.decoder = Layer(False), Layer(True)
            self.out = _dense(VOCABULARY, UNITS)

    def hybrid_forward(self, F: Any, source: Any, target: Any, mask: Any) -> Any:
        places = self.position(F.npx.arange_like(source, axis=1))
        memory = self.encoder(self.source(source) + places)
        return self.out(self.decoder(self.target(target) + places, memory, mask))


class Recurrent(gluon.HybridBlock):
    """Encoder and decoder of gated recurrent units, with attention by dot products."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        with self.name_scope():
            self.source, self.target = nn.Embedding(VOCABULARY, UNITS), nn.Embedding(VOCABULARY, UNITS)
            self.encoder = rnn.GRU(UNITS, layout="NTC", input_size=UNITS)
            self.decoder = rnn.GRU(UNITS, layout="NTC", input_size=UNITS)
            self.out = _dense(VOCABULARY, 2 * UNITS)

    def hybrid_forward(self, F: Any, source: Any, target: Any) -> Any:
        memory, states = self.encoder(self.source(source)), self.decoder(self.target(target))
        weights = F.npx.softmax(F.npx.batch_dot(states, memory, transpose_b=True), axis=-1)
        return self.out(F.np.concatenate([states, F.npx.batch_dot(weights, memory)], axis=-1))


def _train(kind: type[gluon.HybridBlock], hybridize: bool) -> tuple[list[float], list[np.ndarray]]:
    net = kind()
    net.initialize()
    net.hybridize(hybridize)
    drawn = np.random.RandomState(0)
    source, target, label = (
        mx.np.array(drawn.randint(0, VOCABULARY, (BATCH, LENGTH)), dtype="int32") for _ in range(3)
    )
    mask = mx.np.array(np.triu(np.full((1, LENGTH, LENGTH), -1e9, "float32"), 1))
    inputs = (source, target, mask) if kind is Transformer else (source, target)
    net(*inputs)
    for i, parameter in enumerate(net.collect_params().values()):
        values = np.random.RandomState(i).uniform(-0.4, 0.4, parameter.shape).astype("float32")
        parameter.set_data(mx.np.array(values))
    trainer = gluon.Trainer(net.collect_params(), "adam", {"learning_rate": 0.01})
    loss_of, losses = gluon.loss.SoftmaxCrossEntropyLoss(), []
    for _ in range(4):
        with autograd.record():
            loss = loss_of(net(*inputs), label).mean()
        loss.backward()
        trainer.step(1)
        losses.append(float(loss))
    return losses, [parameter.data().asnumpy() for parameter in net.collect_params().values()]


@pytest.mark.parametrize("kind", [Transformer, Recurrent])
def test_training_hybridized_and_not(kind: type[gluon.HybridBlock]) -> None:
    losses, weights = _train(kind, False)
    np.testing.assert_allclose(losses, LOSSES[kind.__name__], rtol=5e-6)
    hybridized, other_weights = _train(kind, True)
    np.testing.assert_allclose(hybridized, losses, rtol=1e-6)
    for one, other in zip(weights, other_weights, strict=True):
        # the gradient of a key's bias is 0 but for rounding, of which Adam makes steps
        np.testing.assert_allclose(one, other, rtol=1e-4, atol=1e-4)
