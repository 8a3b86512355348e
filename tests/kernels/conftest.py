"""Processors of both kinds, on any: where PyTorch's BLAS is as fast as oneDNN, and where it is slow."""

from __future__ import annotations

import sys

import pytest
from mxnet.kernels import conv, linear, products
from mxnet.kernels.choice import EVERY, KERNELS


@pytest.fixture
def every_size(monkeypatch):
    """Use fast forms at every size, but the limit of threads, on any family of processors."""
    for module in {sys.modules[form.fast.__module__] for form in KERNELS.values()}:
        for name, value in vars(module).items():
            if isinstance(value, range) and name != "SMALL_PRODUCT":
                monkeypatch.setattr(module, name, EVERY)


def _products(monkeypatch, sizes, large):
    for module in (conv, linear, products):
        monkeypatch.setattr(module, "PRODUCT", sizes)
    monkeypatch.setattr(linear, "LINEAR", large)


@pytest.fixture
def fast_blas(monkeypatch):
    _products(monkeypatch, range(0), range(0))


@pytest.fixture
def slow_blas(monkeypatch):
    monkeypatch.setattr(conv, "POINTS", range(0))
    _products(monkeypatch, EVERY[1 << 23 :], EVERY[1 << 22 :])


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
