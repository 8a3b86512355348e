"""A small single-shot detector written by hand in PyTorch: anchors are made once, targets by whole batches.

Detection itself is left out: PyTorch alone has no suppression of overlapping boxes.
"""

from __future__ import annotations

import torch
from cases.sizes import batch
from torch import nn
from torch.nn import functional

CLASSES, BOXES = 3, 2
SIZES = ((0.1, 0.2), (0.3, 0.4), (0.6, 0.8))
RATIOS = (1, 2, 0.5)
VARIANCES = (0.1, 0.1, 0.2, 0.2)
ANCHORS = 4
PLACES = (16, 8, 4)  # on a side of each scale's map


def _layer(width_in, width):
    return nn.Sequential(nn.Conv2d(width_in, width, 3, 2, 1), nn.BatchNorm2d(width), nn.ReLU())


class Detector(nn.Module):
    """Three scales, each with scores and offsets of four anchors a place."""

    def __init__(self):
        super().__init__()
        body = nn.Sequential(_layer(3, 16), _layer(16, 32), _layer(32, 64))
        self.scales = nn.ModuleList([body, _layer(64, 64), _layer(64, 64)])
        self.scores = nn.ModuleList([nn.Conv2d(64, ANCHORS * (CLASSES + 1), 3, 1, 1) for _ in SIZES])
        self.offsets = nn.ModuleList([nn.Conv2d(64, ANCHORS * 4, 3, 1, 1) for _ in SIZES])

    def forward(self, x):
        scores, offsets = [], []
        for scale, score, offset in zip(self.scales, self.scores, self.offsets, strict=True):
            x = scale(x)
            scores.append(score(x).permute(0, 2, 3, 1).reshape(len(x), -1, CLASSES + 1))
            offsets.append(offset(x).permute(0, 2, 3, 1).reshape(len(x), -1, 4))
        return torch.cat(scores, 1), torch.cat(offsets, 1)


def anchors():
    """Return all anchors (A, 4) as corners."""
    found = []
    for places, (small, large) in zip(PLACES, SIZES, strict=True):
        forms = [(small, small), (large, large)] + [(small * r**0.5, small / r**0.5) for r in RATIOS[1:]]
        middle = (torch.arange(places) + 0.5) / places
        y, x = torch.meshgrid(middle, middle, indexing="ij")
        half = torch.tensor(forms) / 2
        middles = torch.stack([x, y], -1).reshape(-1, 1, 2)
        found.append(torch.cat([middles - half, middles + half], -1).reshape(-1, 4))
    return torch.cat(found)


def overlaps(a, b):
    """Return intersection over union of corner boxes (A, 4) and (B, L, 4) as (B, A, L)."""
    b = b[:, None]
    a = a[None, :, None]
    inner = (torch.minimum(a[..., 2:], b[..., 2:]) - torch.maximum(a[..., :2], b[..., :2])).clamp(min=0).prod(-1)
    areas = [(each[..., 2:] - each[..., :2]).prod(-1) for each in (a, b)]
    return inner / (areas[0] + areas[1] - inner)


def targets(boxes, labels, scores):
    """Return offsets (B, A, 4), their mask (B, A) and classes (B, A), -1 where nothing is to be learnt."""
    shared = overlaps(boxes, labels[..., 1:])
    best, match = shared.max(2)
    first = shared.argmax(1)  # the best anchor of each box is its own in any case
    best.scatter_(1, first, 2.0)
    match.scatter_(1, first, torch.arange(labels.shape[1], device=match.device).expand_as(first))
    positive = best > 0.5
    chosen = torch.gather(labels, 1, match[..., None].expand(-1, -1, 5))
    background = scores.log_softmax(-1)[..., 0].masked_fill(positive | (best >= 0.5), torch.inf)
    rank = background.argsort(1).argsort(1)
    negative = (rank < 3 * positive.sum(1, keepdim=True)) & ~positive
    kinds = torch.where(positive, chosen[..., 0].long() + 1, torch.where(negative, 0, -1))
    middle, size = (boxes[:, :2] + boxes[:, 2:]) / 2, boxes[:, 2:] - boxes[:, :2]
    wanted_middle, wanted_size = (chosen[..., 1:3] + chosen[..., 3:]) / 2, chosen[..., 3:] - chosen[..., 1:3]
    offsets = torch.cat(
        [(wanted_middle - middle) / size / VARIANCES[0], torch.log(wanted_size / size) / VARIANCES[2]], -1
    )
    return offsets, positive, kinds


def ssd_step():
    network, boxes, x = Detector(), anchors(), torch.rand(batch(8), 3, 128, 128)
    corners = torch.rand(batch(8), BOXES, 2) * 0.5
    labels = torch.cat([torch.randint(0, CLASSES, (batch(8), BOXES, 1)), corners, corners + 0.4], 2)
    optimizer = torch.optim.SGD(network.parameters(), lr=0.01, momentum=0.9, weight_decay=1e-4)

    def loop(n):
        for _ in range(n):
            optimizer.zero_grad()
            scores, offsets = network(x)
            with torch.no_grad():
                wanted, positive, kinds = targets(boxes, labels, scores)
            loss = functional.cross_entropy(scores.flatten(0, 1), kinds.flatten(), ignore_index=-1)
            loss += functional.smooth_l1_loss(offsets[positive], wanted[positive], reduction="sum") / positive.sum()
            loss.backward()
            optimizer.step()

    return loop
