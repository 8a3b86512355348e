"""Processors of both kinds, on any: where PyTorch's BLAS is as fast as oneDNN, and where it is slow."""

from __future__ import annotations

import pytest
from mxnet.kernels import conv, linear, products


@pytest.fixture
def fast_blas(monkeypatch):
    for module in (conv, linear, products):
        monkeypatch.setattr(module, "blas_is_slow", lambda: False)


@pytest.fixture
def slow_blas(monkeypatch):
    for module in (conv, linear, products):
        monkeypatch.setattr(module, "blas_is_slow", lambda: True)


@pytest.fixture
def counted(monkeypatch):
    """Count the products by oneDNN."""
    result = []
    plain = products.by_onednn

    def count(*args):
        result.append(args)
        return plain(*args)

    for module in (linear, products):
        monkeypatch.setattr(module, "by_onednn", count)
    return result
