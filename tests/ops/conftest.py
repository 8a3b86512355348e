"""What holds for all tests of samples."""

from __future__ import annotations

from collections.abc import Iterator

import mxnet as mx
import pytest


@pytest.fixture(autouse=True)
def _numpy_shapes(request: pytest.FixtureRequest) -> Iterator[None]:
    """Give samples of the NumPy interface results without axes."""
    sample = request.node.callspec.params.get("sample") if hasattr(request.node, "callspec") else None
    with mx.util.np_shape(sample is not None and sample.is_np):
        yield
