"""What the ``onnx`` package itself computes, and how it defines operators by others."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from ....core.errors import MXNetError
from ....core.interruptions import unless_interrupted

#: what has more elements than this is not computed while a file is read
_TOO_LARGE = 1 << 25


def evaluate(node: Any, inputs: Sequence[Any], opset: int) -> Sequence[Any] | None:
    """Return what ONNX's reference implementation computes; None where it cannot."""
    import onnx
    from onnx import helper
    from onnx.reference import ReferenceEvaluator

    names = [f"in{i}" if v is not None else "" for i, v in enumerate(inputs)]
    twin = onnx.NodeProto()
    twin.CopyFrom(node)
    del twin.input[:]
    twin.input.extend(names)
    given = {n: v for n, v in zip(names, inputs, strict=True) if n}
    wanted = [name for name in node.output if name]
    infos = [
        helper.make_tensor_value_info(n, helper.np_dtype_to_tensor_dtype(v.dtype), v.shape) for n, v in given.items()
    ]
    graph = helper.make_graph([twin], "one", infos, [onnx.ValueInfoProto(name=name) for name in wanted])
    model = helper.make_model(
        graph, opset_imports=[helper.make_opsetid(node.domain, opset), helper.make_opsetid("", opset)]
    )
    if _elements(model, given) > _TOO_LARGE:
        raise MXNetError(f"its result has more than {_TOO_LARGE} elements")
    try:
        found = ReferenceEvaluator(model).run(None, given)
    except unless_interrupted(Exception):  # it may raise anything; the node is then translated
        return None
    by_name = dict(zip(wanted, found, strict=True))
    return [np.asarray(by_name[n]) if n and not isinstance(by_name[n], list) else by_name.get(n) for n in node.output]


def _elements(model: Any, given: Mapping[str, np.ndarray]) -> int:
    """Return how many elements the largest result has, as far as ONNX says it; the model is changed."""
    from onnx import numpy_helper, shape_inference

    for name, value in given.items():
        if value.size <= 1024:
            model.graph.initializer.append(numpy_helper.from_array(value, name))
    try:
        outputs = shape_inference.infer_shapes(model, data_prop=True).graph.output
    except unless_interrupted(Exception):  # what it does not know is no larger than its inputs, or wrong
        return 0
    return max((math.prod(d.dim_value for d in each.type.tensor_type.shape.dim) for each in outputs), default=0)


def function_of(node: Any, facts: Sequence[Any], opset: int) -> Any:
    """Return the definition of an operator by others, as ONNX gives it, None where there is none.

    ``facts`` are shape and data type of each input, None for those that are left out.
    """
    import onnx
    from onnx import helper

    try:
        schema: Any = onnx.defs.get_schema(node.op_type, opset, node.domain)
    except onnx.defs.SchemaError:
        return None
    if schema.has_function:
        return schema.function_body
    if not schema.has_context_dependent_function:
        return None
    types = []
    for fact in facts:
        made = onnx.TypeProto()
        if fact is not None:
            made = helper.make_tensor_type_proto(helper.np_dtype_to_tensor_dtype(np.dtype(fact[1])), fact[0])
        types.append(made.SerializeToString())
    body = onnx.FunctionProto()
    versions = [v for v in schema.context_dependent_function_opset_versions if v <= opset]
    try:
        body.ParseFromString(
            schema.get_context_dependent_function_with_opset_version(max(versions), node.SerializeToString(), types)
            if versions
            else schema.get_context_dependent_function(node.SerializeToString(), types)
        )
    except unless_interrupted(Exception) as error:
        raise MXNetError(f"ONNX does not say what {node.op_type} is with these inputs: {error}") from error
    if not body.node:
        raise MXNetError(f"ONNX does not say what {node.op_type} is with these inputs")
    return body
