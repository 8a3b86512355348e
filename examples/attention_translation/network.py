"""A recurrent translator that looks back at what it reads: attention (Luong 2015)."""

from __future__ import annotations

import dates
from mxnet import gluon
from mxnet.gluon import nn, rnn


class Translator(gluon.HybridBlock):
    """An encoder that reads both ways, and a decoder that weighs what was read for each character it writes."""

    def __init__(self, width: int = 64, **kwargs) -> None:
        super().__init__(**kwargs)
        with self.name_scope():
            self.read = nn.Embedding(len(dates.SOURCE), width)
            self.encoder = rnn.GRU(width // 2, layout="NTC", bidirectional=True, input_size=width)
            self.written = nn.Embedding(len(dates.TARGET), width)
            self.decoder = rnn.GRU(width, layout="NTC", input_size=width)
            self.query = nn.Dense(width, flatten=False, use_bias=False, in_units=width)
            self.mix = nn.Dense(width, flatten=False, activation="tanh", in_units=2 * width)
            self.out = nn.Dense(len(dates.TARGET), flatten=False, in_units=width)

    def hybrid_forward(self, F, source, before, state):
        """Return scores ``(N, T, characters)``, weights ``(N, T, LONGEST)`` and the decoder's state.

        ``source`` are the characters to read, ``(N, LONGEST)``; ``before`` those written before each step,
        ``(N, T)``; ``state`` the decoder's before the first of them, ``(1, N, width)``.
        """
        memory = self.encoder(self.read(source))
        steps, (state,) = self.decoder(self.written(before), state)
        scores = F.batch_dot(self.query(steps), memory, transpose_b=True)
        padding = F.expand_dims(source == 0, axis=1)
        weights = F.softmax(F.broadcast_sub(scores, 1e9 * padding))
        seen = F.batch_dot(weights, memory)
        return self.out(self.mix(F.concat(steps, seen, dim=2))), weights, state
