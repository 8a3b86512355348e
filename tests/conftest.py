"""What holds for every test: one thread per process, and the state a fresh process has."""

from __future__ import annotations

import contextlib
import gc
import logging
import os

os.environ.setdefault("OMP_NUM_THREADS", "1")  # before torch is imported: parallel workers share the cores
os.environ["MXNET_OFFLINE"] = "1"  # no test uses the network; those of downloads have a server of their own
os.environ.pop("MXNET_GLUON_REPO", None)

import tempfile

import numpy as np
import pytest

_STATES = tempfile.TemporaryDirectory(prefix="mxnet-states-")  # tests leave nothing in the user's own folder of states
os.environ["XDG_STATE_HOME"] = _STATES.name


@pytest.hookimpl(wrapper=True)
def pytest_collection():
    """Collect without looking for garbage in what stays, then or later, and spare pytest work for each logger."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()  # a million objects, of tests alone
        gc.enable()
        for logger in logging.root.manager.loggerDict.values():
            if isinstance(logger, logging.Logger):  # pytest adds handlers to each that does not, 6 times a test
                logger.propagate = True


@pytest.fixture
def fast_kernels():
    """For tests that look whether the fast form of a computation was taken: not where an environment forbids it."""
    for name in ("MXNET_PLAIN_KERNELS", "MXNET_TORCH_FALLBACKS"):
        if os.environ.get(name, "0") not in ("", "0"):
            pytest.skip(f"{name} asks for the plain forms")


@pytest.fixture
def undocumented():
    """For tests of what PyTorch does not document: counters of writes, Dynamo's view of a graph."""
    if os.environ.get("MXNET_TORCH_FALLBACKS", "0") not in ("", "0"):
        pytest.skip("MXNET_TORCH_FALLBACKS takes away what this needs")


@pytest.fixture(autouse=True)
def _fresh_state():
    """Start each test as a fresh process would: seeds at 0, automatic names counting from 0."""
    from mxnet.core import rng
    from mxnet.core.scopes import NameManager

    rng.seed(0)
    np.random.seed(0)
    with NameManager():
        yield


@pytest.fixture
def numpy_interface():
    """Switch the NumPy interface on: its shapes and its arrays."""
    import mxnet as mx

    with mx.util.np_shape(True), mx.util.np_array(True):
        yield


@pytest.fixture
def site(monkeypatch):
    """Serve files on the loopback address: for MXNet's repository, and as the proxy for all other ``http://`` hosts."""
    from mxnet.core.downloads import fetching, reach

    from tests.loopback import Site

    with Site() as serving:
        for name, value in serving.environment().items():
            monkeypatch.setenv(name, value)
        monkeypatch.setattr(fetching, "PAUSE", 0.01)
        monkeypatch.setattr(reach, "_silent_until", {})
        yield serving


@pytest.fixture
def any_content():
    """Let files of data sets and word vectors have any checksum."""
    from tests.standins import any_content

    with any_content():
        yield


@contextlib.contextmanager
def _operators_take(threads):
    import torch

    before = torch.get_num_threads()
    torch.set_num_threads(threads)
    yield
    torch.set_num_threads(before)


@pytest.fixture
def two_threads():
    """Let operators take two threads."""
    with _operators_take(2):
        yield


@pytest.fixture
def three_threads():
    """Let operators take three threads."""
    with _operators_take(3):
        yield
