"""Engines that read ONNX: ONNX Runtime and OpenVINO. The graph goes there through a file."""

from __future__ import annotations

import importlib
import os
import tempfile
from collections import deque
from collections.abc import Callable, Sequence
from typing import Any

import torch

from ...core.errors import MXNetError
from ...gluon.backends import Engine, Source
from ...onnx import export_model


def _through_file(source: Source, read: Callable[[str], Any]) -> Any:
    """Return what ``read`` makes of the graph as an ONNX file."""
    with tempfile.TemporaryDirectory() as folder:
        file = os.path.join(folder, "graph.onnx")
        export_model(
            source.op.symbol,
            dict(source.params),
            [each.shape for each in source.examples.values()],
            [each.dtype for each in source.examples.values()],
            file,
        )
        return read(file)


def _on_cpu(inputs: Sequence[torch.Tensor]) -> list[Any]:
    for each in inputs:
        if each.device.type != "cpu":
            raise MXNetError(f"this backend computes on processors, but an input is on {each.device}")
    return [each.contiguous().numpy() for each in inputs]


def onnxruntime(source: Source) -> Engine:
    """Run by ONNX Runtime. Options: ``threads`` (those of PyTorch unless given)."""
    runtime = importlib.import_module("onnxruntime")
    options = dict(source.options)
    settings = runtime.SessionOptions()
    settings.intra_op_num_threads = options.pop("threads", torch.get_num_threads())
    settings.log_severity_level = 3
    if options:
        raise MXNetError(f"backend 'onnxruntime' has no option {', '.join(options)}: there is threads")
    session = _through_file(
        source, lambda file: runtime.InferenceSession(file, settings, providers=["CPUExecutionProvider"])
    )
    names = [each.name for each in session.get_inputs()]
    places = [list(source.examples).index(name) for name in names]

    def engine(inputs: Sequence[torch.Tensor]) -> Sequence[torch.Tensor]:
        values = _on_cpu(inputs)
        given = {name: values[i] for name, i in zip(names, places, strict=True)}
        return [torch.from_numpy(each) for each in session.run(None, given)]

    return engine


def openvino(source: Source) -> Engine:
    """Run by OpenVINO; ``options`` are the properties of its processor device (``INFERENCE_PRECISION_HINT``, ...).

    Numbers are float32 unless an option says otherwise.
    """
    library = importlib.import_module("openvino")
    settings = {
        "INFERENCE_PRECISION_HINT": "f32",
        "INFERENCE_NUM_THREADS": torch.get_num_threads(),
        **source.options,
    }
    core = library.Core()
    compiled = _through_file(source, lambda file: core.compile_model(core.read_model(file), "CPU", settings))
    places = [list(source.examples).index(each.get_any_name()) for each in compiled.inputs]
    idle: deque[Any] = deque()  # a request serves one call at a time, and is costly to make

    def engine(inputs: Sequence[torch.Tensor]) -> Sequence[torch.Tensor]:
        values = _on_cpu(inputs)
        try:
            request = idle.pop()
        except IndexError:
            request = compiled.create_infer_request()
        results = request.infer([values[i] for i in places], share_inputs=True)  # the results are copies
        idle.append(request)
        return [torch.from_numpy(results[each]) for each in compiled.outputs]

    return engine
