"""The small programs written by hand in PyTorch."""

from __future__ import annotations

import math
from itertools import pairwise

import torch
from cases.sizes import batch
from cases.torch_training import step
from torch import nn
from torch.nn import functional

TABLE, WIDTH = 10_000, 16
SCALES, RATIOS = (2, 4), (0.5, 1, 2)


# -- factors of a matrix ------------------------------------------------------------------------------------------


def _factors_step(optimizer):
    size = batch(64)
    users, items = (nn.Embedding(TABLE, WIDTH, sparse=True) for _ in range(2))
    updated = optimizer([users.weight, items.weight], lr=0.01)
    batches = [(*torch.randint(0, TABLE, (2, size)), torch.rand(size)) for _ in range(20)]

    def loop(n):
        for i in range(n):
            user, item, score = batches[i % 20]
            updated.zero_grad()
            functional.mse_loss((users(user) * items(item)).sum(1), score).backward()
            updated.step()

    return loop


def factors_sgd_step():
    return _factors_step(torch.optim.SGD)


def factors_adam_step():
    return _factors_step(torch.optim.SparseAdam)


# -- adversarial networks -----------------------------------------------------------------------------------------


def _generator():
    layers, width = [], 16
    for filters, stride, pad in ((32, 1, 0), (16, 2, 1), (8, 2, 1)):
        layers += [nn.ConvTranspose2d(width, filters, 4, stride, pad, bias=False), nn.BatchNorm2d(filters), nn.ReLU()]
        width = filters
    return nn.Sequential(*layers, nn.ConvTranspose2d(width, 3, 4, 2, 1, bias=False), nn.Tanh())


def _discriminator():
    layers, width = [], 3
    for i, filters in enumerate((8, 16, 32)):
        layers += [nn.Conv2d(width, filters, 4, 2, 1, bias=False)]
        layers += [nn.BatchNorm2d(filters)] if i else []
        layers.append(nn.LeakyReLU(0.2))
        width = filters
    return nn.Sequential(*layers, nn.Conv2d(width, 1, 4, bias=False), nn.Flatten())


def _adam(network):
    return torch.optim.Adam(network.parameters(), lr=0.0002, betas=(0.5, 0.999))


def dcgan_step():
    size = batch(8)
    images, noise = torch.rand(size, 3, 32, 32) * 2 - 1, torch.randn(size, 16, 1, 1)
    make, judge = _generator(), _discriminator()
    making, judging = _adam(make), _adam(judge)
    loss = functional.binary_cross_entropy_with_logits
    true, false = torch.ones(size, 1), torch.zeros(size, 1)

    def loop(n):
        for _ in range(n):
            judging.zero_grad()
            (loss(judge(images), true) + loss(judge(make(noise).detach()), false)).backward()
            judging.step()
            making.zero_grad()
            loss(judge(make(noise)), true).backward()
            making.step()

    return loop


# -- detection by regions -----------------------------------------------------------------------------------------


def _anchors():
    """Return the anchors of 8 x 8 places, (384, 4)."""
    sides = [(scale * 16 * math.sqrt(1 / ratio), scale * 16 * math.sqrt(ratio)) for ratio in RATIOS for scale in SCALES]
    width, height = torch.tensor(sides).unbind(1)
    there = torch.arange(8) * 16 + 7.5
    y, x = torch.meshgrid(there, there, indexing="ij")
    x, y = x.reshape(-1, 1), y.reshape(-1, 1)
    boxes = torch.stack([x - width / 2, y - height / 2, x + width / 2, y + height / 2], -1)
    return boxes.reshape(-1, 4)


def _kept(boxes, threshold, count):
    """Return the indices of boxes, best first, that overlap no better one, filled up to a count."""
    areas = (boxes[:, 2] - boxes[:, 0]) * (boxes[:, 3] - boxes[:, 1])
    low = torch.maximum(boxes[:, None, :2], boxes[:, :2])
    high = torch.minimum(boxes[:, None, 2:], boxes[:, 2:])
    shared = (high - low).clamp(min=0).prod(-1)
    over = (shared / (areas[:, None] + areas - shared) > threshold).tolist()
    kept = []
    for i in range(len(over)):
        if len(kept) < count and not any(over[i][j] for j in kept):
            kept.append(i)
    return [kept[i % len(kept)] for i in range(count)]


class Regions(nn.Module):
    """A detector that proposes regions, pools and classifies them."""

    def __init__(self):
        super().__init__()
        widths = (3, 8, 16, 16, 32)
        self.body = nn.ModuleList(nn.Conv2d(a, b, 3, padding=1) for a, b in pairwise(widths))
        self.scores, self.offsets = nn.Conv2d(32, 12, 1), nn.Conv2d(32, 24, 1)
        self.hidden, self.kinds, self.places = nn.Linear(512, 32), nn.Linear(32, 4), nn.Linear(32, 4)
        self.anchors = _anchors()

    def propose(self, maps):
        """Return 16 regions."""
        inside = self.scores(maps).view(1, 2, 6, 8, 8).softmax(1)[0, 1].permute(1, 2, 0).reshape(-1)
        offsets = self.offsets(maps)[0].view(6, 4, 8, 8).permute(2, 3, 0, 1).reshape(-1, 4)
        sizes = self.anchors[:, 2:] - self.anchors[:, :2]
        centers = self.anchors[:, :2] + sizes / 2 + offsets[:, :2] * sizes
        sizes = sizes * offsets[:, 2:].exp()
        boxes = torch.cat([centers - sizes / 2, centers + sizes / 2], 1).clamp(0, 127)
        boxes = boxes[inside.topk(64).indices]
        return boxes[_kept(boxes, 0.7, 16)]

    def forward(self, x):
        for layer in self.body:
            x = functional.max_pool2d(layer(x).relu(), 2)
        with torch.no_grad():
            corners = (self.propose(x) / 16).round().int().tolist()
        pooled = [functional.adaptive_max_pool2d(x[0, :, b : d + 1, a : c + 1], 4) for a, b, c, d in corners]
        hidden = self.hidden(torch.stack(pooled).flatten(1)).relu()
        return self.kinds(hidden), self.places(hidden)


def rcnn_step():
    labels = torch.randint(0, 4, (16,)), torch.rand(16, 4)

    def loss(results, wanted):
        return functional.cross_entropy(results[0], wanted[0]) + functional.smooth_l1_loss(results[1], wanted[1])

    return step(Regions(), (torch.rand(1, 3, 128, 128),), labels, loss)


# -- style transfer -----------------------------------------------------------------------------------------------


def style_step():
    widths = (3, 8, 8, 16, 16, 32, 32)
    weights = [torch.randn(b, a, 3, 3) * 0.1 for a, b in pairwise(widths)]
    biases = [torch.zeros(width) for width in widths[1:]]
    image = torch.full((1, 3, 48, 64), 0.5, requires_grad=True)

    def outputs():
        net, products = image, []
        for i, (weight, bias) in enumerate(zip(weights, biases, strict=True)):
            net = functional.conv2d(net, weight, bias, padding=1).relu()
            if i % 2:
                flat = net.view(len(bias), -1)
                products.append(flat @ flat.t())
                net = functional.avg_pool2d(net, 2)
        return [*products, net]

    wanted = [item.detach() * 0.9 for item in outputs()]

    def loop(n):
        for _ in range(n):
            results = outputs()
            with torch.no_grad():
                heads = [result - target for result, target in zip(results, wanted, strict=True)]
            (grad,) = torch.autograd.grad(results, image, heads)
            with torch.no_grad():
                image.sub_(grad, alpha=0.001)

    return loop


# -- sequences ----------------------------------------------------------------------------------------------------


class Translation(nn.Module):
    """An encoder and a decoder of GRU cells, with attention by products."""

    def __init__(self, words=200, width=32):
        super().__init__()
        self.source, self.target = nn.Embedding(words, width), nn.Embedding(words, width)
        self.encoder, self.decoder = nn.GRUCell(width, width), nn.GRUCell(width, width)
        self.joined, self.output = nn.Linear(2 * width, width), nn.Linear(width, words)

    def forward(self, source, target):
        state, memory = None, []
        for word in self.source(source).unbind(1):
            state = self.encoder(word, state)
            memory.append(state)
        memory, results = torch.stack(memory, 1), []
        for word in self.target(target).unbind(1):
            state = self.decoder(word, state)
            weights = torch.bmm(state.unsqueeze(1), memory.transpose(1, 2)).softmax(-1)
            context = torch.bmm(weights, memory).squeeze(1)
            results.append(self.joined(torch.cat([state, context], 1)).tanh())
        return self.output(torch.stack(results, 1))


def seq2seq_step():
    network, (source, target) = Translation(), torch.randint(0, 200, (2, batch(16), 8))
    optimizer = _adam(network)

    def loop(n):
        for _ in range(n):
            optimizer.zero_grad()
            functional.cross_entropy(network(source, target).flatten(0, 1), target.reshape(-1)).backward()
            optimizer.step()

    return loop


# -- a player -----------------------------------------------------------------------------------------------------


class Player(nn.Module):
    """An actor and critic."""

    def __init__(self):
        super().__init__()
        self.hidden, self.policy, self.value = nn.Linear(16, 64), nn.Linear(64, 4), nn.Linear(64, 1)

    def forward(self, x):
        hidden = self.hidden(x).relu()
        return self.policy(hidden).log_softmax(-1), self.value(hidden)


def a3c_step():
    network, states = Player(), torch.rand(5, 16)
    optimizer = torch.optim.Adam(network.parameters(), lr=0.001)

    def loop(n):
        for _ in range(n):
            moves = []
            with torch.no_grad():
                for i in range(5):
                    chances = network(states[i : i + 1])[0][0].exp()
                    moves.append(int(torch.searchsorted(chances.cumsum(0), 0.5).clamp(max=3)))
            policy, values = network(states)
            gain = 1 - values
            chosen = policy[torch.arange(5), torch.tensor(moves)]
            optimizer.zero_grad()
            (0.25 * gain.square().sum() - (chosen * gain.detach()[:, 0]).sum()).backward()
            optimizer.step()

    return loop
