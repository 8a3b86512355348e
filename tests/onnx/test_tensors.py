"""Functions of PyTorch's on values of an ONNX graph."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import mxnet as mx
import numpy as np
import onnx
import pytest
import torch
from mxnet.onnx.mx2onnx.writer import Shared, Value, Writer, info, needed, tensor
from mxnet.ops import portable_detection, to_onnx
from mxnet.ops.to_onnx.tensors import Length, Tensor, written

from .conftest import Exported, arrays

to_onnx.load()


def computed(folder: Path, function: Callable[..., Any], x: np.ndarray) -> np.ndarray:
    """Return what ONNX Runtime computes of an array whose lengths are not known when the function is written."""
    g = Writer(Shared(18))
    given = Value("x", x.dtype.name, (None,) * x.ndim)
    result = written(g, function, given)
    result = g.Identity(result, shape=(None,) * result.rank)
    graph = onnx.helper.make_graph(needed(g.nodes, [result]), "graph", info([given]), info([result]))
    graph.initializer.extend(map(tensor, g.shared.initializers.values()))
    model = onnx.helper.make_model(graph, opset_imports=[onnx.helper.make_opsetid("", 18)])
    model.ir_version = 10
    onnx.save(model, str(folder / "model.onnx"))
    return Exported(str(folder / "model.onnx"))({"x": x})[0]


@pytest.mark.parametrize(
    ("function", "expected"),
    [
        (lambda x: x[..., 1:, None, 0], lambda x: x[..., 1:, None, 0]),
        (lambda x: 2 - x.flip(0) / 4, lambda x: 2 - x[::-1] / 4),
        (lambda x: x.reshape(x.shape[1], -1), lambda x: x.reshape(x.shape[1], -1)),
        (lambda x: torch.where(x > 0, x, -1), lambda x: np.where(x > 0, x, -1).astype("float32")),
        (lambda x: torch.cat((x, torch.ones_like(x)), 1), lambda x: np.concatenate((x, np.ones_like(x)), 1)),
        (lambda x: x.sort(1, descending=True).values, lambda x: -np.sort(-x, 1)),
        (lambda x: torch.arange(x.shape[0] * 2), lambda x: np.arange(len(x) * 2)),
        (lambda x: x.clamp(min=0).sum(1, keepdim=True), lambda x: np.maximum(x, 0).sum(1, keepdims=True)),
        (lambda x: x.clamp_(max=0).mT, lambda x: np.minimum(x, 0).T),
    ],
)
def test_it_computes_what_numpy_computes(tmp_path: Path, function: Any, expected: Any) -> None:
    (x,) = arrays((3, 4))
    np.testing.assert_allclose(computed(tmp_path, function, x), expected(x), rtol=1e-6)


def test_loop(tmp_path: Path) -> None:
    def doubled(x: Any) -> Any:
        start = torch.zeros((), dtype=torch.int64)
        return portable_detection.while_loop(lambda i, y: i < 3, lambda i, y: (i + 1, y + x), (start, x), 10)[1]

    (x,) = arrays((2, 3))
    np.testing.assert_allclose(computed(tmp_path, doubled, x), 4 * x, rtol=1e-6)


def test_lengths_that_are_not_known_are_any_but_zero() -> None:
    length = Tensor(Writer(Shared(18)), Value("x", "float32", (None, 3))).shape[0]
    assert isinstance(length, Length)
    assert (length == 7, length == 0, length != 7, length > 0, length < 1) == (True, False, False, True, False)


@pytest.mark.parametrize(
    ("function", "message"),
    [
        (lambda x: torch.linalg.svd(x), "PyTorch's function linalg_svd has no counterpart"),
        (lambda x: x.nonzero(), "PyTorch's function nonzero has no counterpart"),
        (lambda x: x if x.sum() > 0 else -x, "values that are known when the network runs decide"),
        (lambda x: len(x), "the lengths of the axes .0. of x must be known"),
    ],
)
def test_what_cannot_be_written_is_refused(function: Any, message: str) -> None:
    with pytest.raises(mx.MXNetError, match=message):
        written(Writer(Shared(18)), function, Value("x", "float32", (None, 3)))
