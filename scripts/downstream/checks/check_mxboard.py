"""MXBoard: each kind of record."""

import mxnet as mx
import pytest
from mxboard import SummaryWriter

KINDS = {
    "scalar": lambda w: w.add_scalar("a", 1.0, 0),
    "histogram": lambda w: w.add_histogram("h", mx.nd.random.normal(shape=(100,)), 10, 1),
    "image": lambda w: w.add_image("i", mx.nd.random.uniform(shape=(4, 3, 8, 8)), 1),
    "text": lambda w: w.add_text("t", "hello", 1),
    "precision and recall": lambda w: w.add_pr_curve("p", mx.nd.array([1, 0, 1]), mx.nd.array([0.9, 0.2, 0.6]), 10),
    "embedding": lambda w: w.add_embedding("e", mx.nd.random.normal(shape=(4, 5)), labels=["a", "b", "c", "d"]),
}  # fmt: skip


@pytest.mark.parametrize("kind", KINDS)
def check_records(kind, tmp_path):
    with SummaryWriter(logdir=str(tmp_path), flush_secs=1) as writer:
        KINDS[kind](writer)
    assert sum(path.stat().st_size for path in tmp_path.rglob("*") if path.is_file()) > 50
