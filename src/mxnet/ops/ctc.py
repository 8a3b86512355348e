"""Connectionist temporal classification."""

from typing import Literal

import torch
from torch.nn import functional as F

from ..core.errors import MXNetShapeError
from ..registry import op
from ._axes import check_range, vectors
from ._elementwise import round_halves_away

_PADDING = {"first": 0, "last": -1}


def _nearest(numbers):
    """Return the nearest integers, halves away from zero, as int64."""
    numbers = numbers.detach()
    return (round_halves_away(numbers) if numbers.is_floating_point() else numbers).to(torch.int64)


def _leading(label, padding):
    """Return how many labels stand before the first padding, per row."""
    return (label != padding).to(torch.int64).cumprod(1).sum(1)


@op(
    "CTCLoss",
    full_names=("outputs",),
    aliases=("ctc_loss", "_contrib_CTCLoss", "_contrib_ctc_loss"),
    traceable="opaque",
    amp="full",
    host_sync="check",
)
def ctc_loss(
    data,
    label,
    data_lengths=None,
    label_lengths=None,
    *,
    use_data_lengths: bool = False,
    use_label_lengths: bool = False,
    blank_label: Literal["first", "last"] = "first",
):
    """Return ``-log P(label | softmax(data))`` per sequence, ``(N,)``.

    ``data`` is ``(T, N, C)``, before softmax; ``label`` ``(N, L)`` with ``L <= T``. The blank is class 0 and labels are
    padded with 0 (``blank_label='first'``), or it is class ``C - 1`` and the padding -1 (``'last'``).
    ``data_lengths`` and ``label_lengths``, ``(N,)``, say how much of each row counts. Labels and lengths are rounded,
    halves away from zero; those that count must be in range: else an error that is an ``IndexError`` too. Labels that
    no path of so few steps spells have the loss 0. A hidden output stands for the gradient.
    Source: Graves et al., "Connectionist temporal classification", 2006.

    Parameters
    ----------
    data
        The scores, ``(T, N, C)``.
    label
        The labels, ``(N, L)``.
    data_lengths
        How many steps count, ``(N,)``, with ``use_data_lengths``.
    label_lengths
        How many labels count, ``(N,)``, with ``use_label_lengths``; without, those before the first that is padding.
    use_data_lengths
        Whether ``data_lengths`` is given.
    use_label_lengths
        Whether ``label_lengths`` is given.
    blank_label
        Which class is the blank: 'first' or 'last'.

    Returns
    -------
    An array ``(N,)``.

    Examples
    --------
    >>> print(mx.nd.CTCLoss(mx.nd.zeros((3, 1, 4)), mx.nd.array([[1, 2]])).asnumpy())
    [2.5494452]
    """
    if data.dim() != 3 or 0 in data.shape:
        raise MXNetShapeError(f"data: expected (T, N, C) and no length 0, got {tuple(data.shape)}")
    steps, batch, classes = data.shape
    if label.dim() != 2 or label.shape[0] != batch:
        raise MXNetShapeError(f"label: expected ({batch}, L), got {tuple(label.shape)}")
    if steps < label.shape[1]:
        raise MXNetShapeError(f"{label.shape[1]} labels do not fit into {steps} steps")
    if data.is_meta:
        return data.new_empty((batch,)), data
    if use_label_lengths and not use_data_lengths and label_lengths is None:
        label_lengths = data_lengths  # in a graph the only lengths come third
    label = _nearest(label)
    if use_data_lengths:
        vectors(batch, data_lengths=data_lengths)
    if use_label_lengths:
        vectors(batch, label_lengths=label_lengths)
    targets = _nearest(label_lengths) if use_label_lengths else _leading(label, _PADDING[blank_label])
    lengths = _nearest(data_lengths) if use_data_lengths else torch.full_like(targets, steps)
    if use_label_lengths:
        check_range(targets, 0, label.shape[1], "label_lengths")
    if use_data_lengths:
        check_range(lengths, 0, steps, "data_lengths")
    label = label.masked_fill(torch.arange(label.shape[1], device=label.device) >= targets[:, None], 0)
    check_range(label, 0, classes - 1, "label")
    blank = 0 if blank_label == "first" else classes - 1
    if use_data_lengths:  # whatever stands beyond, infinities too, must not reach the gradient
        beyond = torch.arange(steps, device=data.device).unsqueeze(1) >= lengths
        data = data.masked_fill(beyond.unsqueeze(2), 0)
    scores = torch.log_softmax(data, 2)
    return F.ctc_loss(scores, label, lengths, targets, blank, "none", True), scores.detach()


@ctc_loss.inputs
def _(p):
    lengths = [n for n, use in (("data_lengths", p.use_data_lengths), ("label_lengths", p.use_label_lengths)) if use]
    return ("data", "label", *lengths)


@ctc_loss.shapes
def _(p, s, data):
    if len(data) != 3:
        raise MXNetShapeError(f"data: expected (T, N, C), got {tuple(data)}")
    s.data_lengths = s.label_lengths = (data[1],)
    if s.label is not None:
        s.label = (data[1], None)
    s.out[:] = (data[1],), data


@ctc_loss.types
def _(p, t):
    t.data = t.out[0]
    t.out[0] = t.out[1] = t.data


ctc_loss.outputs(("output0", "output1"))
ctc_loss.visible(1)
