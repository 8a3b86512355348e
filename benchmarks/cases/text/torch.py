"""Recurrent networks written by hand in PyTorch."""

from __future__ import annotations

import torch
from cases.sizes import batch
from cases.torch_training import inference
from torch import nn
from torch.nn import functional

WORDS, STEPS, WIDTH = 10_000, 35, 200
BUCKETS = (10, 20, 30)


def gluon_lstm_step():
    network = nn.LSTM(256, 256, 2)
    x = torch.rand(STEPS, batch(32), 256)
    optimizer = torch.optim.SGD(network.parameters(), lr=0.001)

    def loop(n):
        for _ in range(n):
            optimizer.zero_grad()
            network(x)[0].mean().backward()
            optimizer.step()

    return loop


class LanguageModel(nn.Module):
    """Embedding, LSTM, decoder."""

    def __init__(self, width=200):
        super().__init__()
        self.embedding, self.lstm = nn.Embedding(WORDS, width), nn.LSTM(width, width, 2)
        self.decoder = nn.Linear(width, WORDS)

    def forward(self, words, states):
        outputs, states = self.lstm(self.embedding(words), states)
        return self.decoder(outputs), states


def _language_model():
    x, y = (torch.randint(0, WORDS, (STEPS, batch(20))) for _ in range(2))
    return LanguageModel(WIDTH), x, y, [torch.zeros(2, batch(20), WIDTH) for _ in range(2)]


def language_model_step():
    network, x, y, begin = _language_model()
    optimizer = torch.optim.SGD(network.parameters(), lr=0.1)

    def loop(n):
        states = begin
        for _ in range(n):
            states = [state.detach() for state in states]
            optimizer.zero_grad()
            scores, states = network(x, states)
            functional.cross_entropy(scores.reshape(-1, WORDS), y.reshape(-1)).backward()
            nn.utils.clip_grad_norm_(network.parameters(), 0.25)
            optimizer.step()

    return loop


def language_model_inference():
    network, x, _, begin = _language_model()
    return inference(network, x, begin)


class Unrolled(nn.Module):
    """A classifier of each word, two cells of 128."""

    def __init__(self):
        super().__init__()
        self.embedding, self.decoder = nn.Embedding(1000, 64), nn.Linear(128, 1000)
        self.cells = nn.ModuleList([nn.LSTMCell(64, 128), nn.LSTMCell(128, 128)])

    def forward(self, words):
        states, outputs = [None, None], []
        for x in self.embedding(words).unbind(1):
            for layer, cell in enumerate(self.cells):
                states[layer] = cell(x, states[layer])
                x = states[layer][0]
            outputs.append(x)
        return self.decoder(torch.stack(outputs, 1).reshape(-1, 128))


def bucketing_step():
    network = Unrolled()
    optimizer = torch.optim.SGD(network.parameters(), lr=0.01 / batch(32))
    batches = [[torch.randint(0, 1000, (batch(32), steps)) for _ in range(2)] for steps in BUCKETS]

    def loop(n):
        for _ in range(n):
            for x, y in batches:
                optimizer.zero_grad()
                functional.cross_entropy(network(x), y.reshape(-1), reduction="sum").backward()
                optimizer.step()

    return loop
