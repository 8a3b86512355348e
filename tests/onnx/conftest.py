"""What the tests of ONNX files share: a graph's export, its check, and its run in ONNX Runtime."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import mxnet as mx
import numpy as np
import onnx
import onnxruntime
import pytest
from mxnet.core import torch_compat


class Exported:
    """An ONNX file that has been checked, with full inference of shapes, and can be run."""

    def __init__(self, path: str) -> None:
        self.path = path
        onnx.checker.check_model(path, full_check=True)
        self.model = onnx.load(path)
        self.graph = self.model.graph
        self._session: Any = None

    @property
    def opset(self) -> int:
        return self.model.opset_import[0].version

    @property
    def inputs(self) -> list[str]:
        return [item.name for item in self.graph.input]

    @property
    def outputs(self) -> list[str]:
        return [item.name for item in self.graph.output]

    def __call__(self, given: Mapping[str, np.ndarray]) -> list[np.ndarray]:
        if self._session is None:
            options = onnxruntime.SessionOptions()
            options.intra_op_num_threads = 1
            options.log_severity_level = 3
            if not torch_compat.multiplies_bytes():  # its kernels of bytes end sums of two products at 32767 there
                options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_DISABLE_ALL
            self._session = onnxruntime.InferenceSession(self.path, options)
        return list(self._session.run(None, {name: given[name] for name in self.inputs}))


Export = Callable[..., Exported]


@pytest.fixture
def export(tmp_path: Path) -> Export:
    """Return a function like ``mx.onnx.export_model`` that gives an :class:`Exported`."""

    def call(sym: Any, params: Any = None, shapes: Any = None, types: Any = np.float32, **kwargs: Any) -> Exported:
        path = str(tmp_path / "model.onnx")
        assert mx.onnx.export_model(sym, params or {}, shapes, types, path, **kwargs) == path
        return Exported(path)

    return call


def arrays(*shapes: Sequence[int], seed: int = 1) -> list[np.ndarray]:
    """Return float32 arrays of these shapes."""
    random = np.random.RandomState(seed)
    return [random.uniform(-1, 1, shape).astype("float32") for shape in shapes]


def close(found: Sequence[np.ndarray], wanted: Sequence[Any], rtol: float = 1e-4) -> None:
    """Assert that results agree within ``rtol`` of the largest number of each."""
    assert len(found) == len(wanted)
    for got, want in zip(found, wanted, strict=True):
        want = want.asnumpy() if hasattr(want, "asnumpy") else want
        assert (got.shape, got.dtype) == (want.shape, want.dtype)
        np.testing.assert_allclose(got, want, rtol=rtol, atol=rtol * float(np.abs(want).max(initial=0)))
