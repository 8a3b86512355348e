"""The node tests of the ``onnx`` package, read by us: ``python -m tests.onnx.node_cases`` says how many come out right.

It is a program and no test: the package computes all of its cases, which takes half a minute, before it gives one.
"""

from __future__ import annotations

import sys
import warnings
from collections import Counter
from typing import Any

import mxnet as mx
import numpy as np
import onnx
from mxnet.contrib.onnx.onnx2mx.import_onnx import GraphProto
from onnx import numpy_helper

#: inputs of floats that are attributes in all but name
_SETTINGS = ("scales", "roi", "value", "values", "depth", "ratio", "r", "start", "limit", "delta")


def is_float(value: Any) -> bool:
    """Return whether a value is a float32 tensor."""
    return isinstance(value, (np.ndarray, np.generic)) and value.dtype == np.float32


def of_floats(case: Any) -> bool:
    """Return whether a case has float32 results, of float32 among others."""
    inputs, outputs = case.data_sets[0]
    return case.model is not None and all(map(is_float, outputs)) and any(map(is_float, inputs))


def answers(case: Any, fixed: bool) -> list[np.ndarray]:
    """Run a case; ``fixed``: what are no floats are constants, as a graph that knows no values cannot do without."""
    model = onnx.ModelProto()
    model.CopyFrom(case.model)
    given = {}
    for info, value in zip(list(model.graph.input), case.data_sets[0][0], strict=False):
        if fixed and not isinstance(value, list) and (not is_float(value) or info.name in _SETTINGS):
            model.graph.initializer.append(numpy_helper.from_array(np.asarray(value), info.name))
            model.graph.input.remove(info)
        else:
            given[info.name] = value
    opset = next((item.version for item in model.opset_import if item.domain == ""), 1)
    with mx.util.np_shape():
        net, arguments, states = GraphProto().from_onnx(model.graph, opset)
        inputs = {n: mx.nd.array(v, dtype=v.dtype) for n, v in given.items() if n in net.list_inputs()}
        moved = {n: inputs.pop(n) for n in net.list_auxiliary_states() if n in inputs}
        executor = net.bind(mx.cpu(), {**arguments, **inputs}, aux_states={**states, **moved})
        return [item.asnumpy() for item in executor.forward(is_train=False)]


def failure(case: Any) -> str | None:
    """Return why a case does not come out right, None where it does."""
    why = None
    for fixed in (False, True):
        try:
            for got, want in zip(answers(case, fixed), case.data_sets[0][1], strict=True):
                assert got.shape == want.shape, f"shape {got.shape}, expected {want.shape}"
                np.testing.assert_allclose(got, want, rtol=case.rtol or 1e-3, atol=case.atol or 1e-7)
            return None
        except Exception as error:  # whatever it is: it is counted and shown
            why = f"{type(error).__name__}: {str(error).strip().splitlines()[0] if str(error).strip() else ''}"
    return why


def main(name: str = "") -> None:
    """Print the cases that fail, whose names have ``name`` in them, and how many there are."""
    warnings.simplefilter("ignore")
    from onnx.backend.test.case import node

    cases = [item for item in node.collect_testcases() if of_floats(item) and name in item.name]
    failed = {case.name: (case.model.graph.node[-1].op_type, why) for case in cases if (why := failure(case))}
    for key, (op_type, why) in failed.items():
        print(f"{key} ({op_type}): {why}")
    print(dict(Counter(op_type for op_type, _ in failed.values()).most_common()))
    print(f"{len(cases) - len(failed)} of {len(cases)} cases of float32 come out right")


if __name__ == "__main__":
    main(*sys.argv[1:])
