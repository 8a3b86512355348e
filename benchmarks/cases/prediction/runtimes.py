"""Prediction by ONNX Runtime and OpenVINO themselves. A case is ``batch_`` and the batch's size."""

from __future__ import annotations

import os

from cases.prediction import case

THREADS = int(os.environ["OMP_NUM_THREADS"])


class Answer:
    """A runtime with the file of each batch."""

    def __init__(self, wish):
        self.wish = wish

    def prepare(self, batch, arrays):
        """Return what answers; its first call reads the file."""
        file, run = f"{self.wish['folder']}/batch{batch}.onnx", []

        def answer():
            if not run:
                run.append(globals()[self.wish["runtime"]](file, arrays))
            return run[0]()

        return answer


def onnxruntime(file, arrays):
    import onnxruntime as runtime

    settings = runtime.SessionOptions()
    settings.intra_op_num_threads = THREADS
    session = runtime.InferenceSession(file, settings, providers=["CPUExecutionProvider"])
    given = dict(zip([each.name for each in session.get_inputs()], arrays, strict=True))
    return lambda: session.run(None, given)


def openvino(file, arrays):
    import openvino as library

    core = library.Core()
    properties = {"INFERENCE_PRECISION_HINT": "f32", "INFERENCE_NUM_THREADS": THREADS}
    compiled = core.compile_model(core.read_model(file), "CPU", properties)

    def run():
        found = compiled(arrays)
        return [found[each] for each in compiled.outputs]

    return run


def __getattr__(name):
    return case(name, Answer)
