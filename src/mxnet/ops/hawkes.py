"""The likelihood of events under self-exciting point processes."""

from typing import Any

import torch

from ..core.errors import MXNetShapeError
from ..registry import op


def _types(p: Any, t: Any) -> None:
    """Marks are int32, everything else has the type of the rates and the results."""
    t.marks = "int32"
    known = next((item for item in (t.lda, *t.out) if item is not None), None)
    t.inputs[:] = ["int32" if i == 5 else known for i in range(len(t.inputs))]
    t.out.fill(known)


@op("_contrib_hawkesll", types=_types, amp="full", outputs=("output", "out_state"))
def hawkesll(lda, alpha, beta, state, lags, marks, valid_length, max_time):
    """Return the log-likelihood of events under K self-exciting point processes (Hawkes processes).

    The intensity of process k is ``lda[n, k] + alpha[k] * beta[k] * s_k(t)``, where ``s_k`` starts at ``state[n, k]``,
    decays by ``exp(-beta[k] * time)`` and grows by 1 with each event of its own. There are N sequences of T events.

    Parameters
    ----------
    lda
        The rates of events that nothing excites, ``(N, K)``.
    alpha
        How many further events one event excites on average, ``(K,)``.
    beta
        How fast the excitement decays, ``(K,)``.
    state
        The excitement at the start, ``(N, K)``; it has no gradient.
    lags
        The time of each event since the one before it, ``(N, T)``.
    marks
        To which process each event belongs, int32 ``(N, T)``.
    valid_length
        How many events of each sequence count, ``(N,)``.
    max_time
        How long each sequence is watched, ``(N,)``.

    Returns
    -------
    The pair of log-likelihoods ``(N,)`` and the excitement at the end ``(N, K)``, which has no gradient.

    Notes
    -----
    Source: Bacry et al., "Hawkes processes in finance", 2015.

    Examples
    --------
    >>> lags, marks = nd.array([[1, 1, 1]]), nd.array([[0, 0, 0]], dtype='int32')
    >>> rate, start = nd.array([[1]]), nd.zeros((1, 1))
    >>> likelihood, state = nd.contrib.hawkesll(
    ...     rate, nd.array([0.5]), nd.array([1]), start, lags, marks, nd.array([3]), nd.array([4])
    ... )
    >>> print(likelihood.asnumpy(), state.asnumpy())
    [-4.830223] [[0.5530018]]
    """
    _check(lda.shape, alpha.shape, beta.shape, state.shape, lags.shape, marks.shape, valid_length.shape, max_time.shape)
    memory = start = state.detach()
    processes = torch.arange(lda.shape[1], device=lda.device)
    valid = torch.arange(lags.shape[1], device=lda.device) < valid_length.detach().unsqueeze(1)
    # (N, T, K): whether event i counts and is one of process k
    occurs = ((marks.unsqueeze(2) == processes) & valid.unsqueeze(2)).to(lda.dtype)
    waits = lags * valid
    decays = torch.exp(-beta * waits.unsqueeze(2))
    before = []
    for decay, event in zip(decays.unbind(1), occurs.unbind(1), strict=True):
        memory = memory * decay
        before.append((memory * event).sum(1))
        memory = memory + event
    memory = memory * torch.exp(-beta * (max_time.detach() - waits.sum(1)).unsqueeze(1))
    compensator = (lda * max_time.detach().unsqueeze(1) + alpha * (start + occurs.sum(1) - memory)).sum(1)
    if not before:
        return -compensator, memory.detach()
    base, growth = (occurs * lda.unsqueeze(1)).sum(2), (occurs * (alpha * beta)).sum(2)
    intensity = torch.where(valid, base + growth * torch.stack(before, 1), 1)
    return intensity.log().sum(1) - compensator, memory.detach()


def _check(lda, *others):
    """Refuse shapes that do not fit ``lda`` (N, K) and ``lags`` (N, T)."""
    expected = _expected(lda, others[3])
    for name, want, got in zip(hawkesll.input_names[1:], expected, others, strict=True):
        if tuple(got) != want:
            raise MXNetShapeError(f"{name}: expected {want}, got {tuple(got)}")


def _expected(lda, lags):
    """Return the shapes of all inputs but the first, where it and the lags are matrices."""
    if len(lda) != 2 or len(lags) != 2:
        raise MXNetShapeError(f"expected matrices lda and lags, got {tuple(lda)} and {tuple(lags)}")
    count, processes = lda
    events = (count, lags[1])
    return (processes,), (processes,), (count, processes), events, events, (count,), (count,)


@hawkesll.shapes
def _(p, s, lda, lags):
    s.inputs[1:] = _expected(lda, lags)
