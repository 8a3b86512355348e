"""What the ``onnx`` package itself computes, and how it defines operators by others."""

import math
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from ....core.errors import MXNetError
from ....core.interruptions import attempt, explained
from .budget import Budget

#: constants of at most so many elements may say the shape of a result, and are not counted
_SMALL = 1024

#: operators whose time the reference implementation does not spend in NumPy, and the most elements they may get or make
_SLOW = frozenset(
    (
        *("Conv", "ConvInteger", "ConvTranspose", "DeformConv", "QLinearConv", "Col2Im"),
        *("AveragePool", "MaxPool", "LpPool", "MaxUnpool", "MaxRoiPool", "RoiAlign", "NonMaxSuppression"),
        *("Resize", "Upsample", "GridSample", "AffineGrid", "DFT", "STFT", "MelWeightMatrix", "LRN", "Det"),
        *("LSTM", "GRU", "RNN", "Einsum", "Attention", "TfIdfVectorizer", "StringSplit", "RegexFullMatch"),
        *("GatherND", "ScatterND", "Scatter", "ScatterElements", "ReverseSequence", "Unique", "Compress", "OneHot"),
    )
)
_MOST_OF_SLOW = 1 << 14
#: the most operations of a product of matrices
_MOST_OPERATIONS = 1 << 31


def evaluate(node: Any, inputs: Sequence[Any], opset: int, budget: Budget) -> Sequence[Any] | None:
    """Return what ONNX's reference implementation computes; None where it cannot, or where that may take long.

    Raises :class:`MXNetError` for results beyond the budget.
    """
    import onnx
    from onnx import helper
    from onnx.reference import ReferenceEvaluator

    names = [f"in{i}" if v is not None else "" for i, v in enumerate(inputs)]
    twin = onnx.NodeProto()
    twin.CopyFrom(node)
    del twin.input[:]
    twin.input.extend(names)
    feeds = {n: v for n, v in zip(names, inputs, strict=True) if n}
    outputs = [name for name in node.output if name]
    types = helper.np_dtype_to_tensor_dtype
    infos = [helper.make_tensor_value_info(name, types(v.dtype), v.shape) for name, v in feeds.items()]
    graph = helper.make_graph([twin], "one", infos, [onnx.ValueInfoProto(name=name) for name in outputs])
    opsets = [helper.make_opsetid(domain, opset) for domain in (node.domain, "")]
    model = helper.make_model(graph, opset_imports=opsets)
    shapes = _shapes(model, feeds)
    sizes = [math.prod(length or 0 for length in shape) for shape in shapes if None not in shape]
    if node.op_type in _SLOW and (
        sum(value.size for value in feeds.values()) + sum(sizes) > _MOST_OF_SLOW or len(sizes) < len(outputs)
    ):
        return None
    is_product = "MatMul" in node.op_type or node.op_type == "Gemm"
    if is_product and _operations(list(feeds.values()), sizes) > _MOST_OPERATIONS:
        return None
    for shape in shapes:
        budget.sized([length or 0 for length in shape])
    budget.add_elements(sum(size for size in sizes if size > _SMALL))
    result = attempt(lambda: ReferenceEvaluator(model).run(None, feeds), Exception)
    if result is None:  # it may raise anything; the node is then translated
        return None
    by_name = dict(zip(outputs, result, strict=True))
    return [np.asarray(by_name[n]) if n and not isinstance(by_name[n], list) else by_name.get(n) for n in node.output]


def _shapes(model: Any, known: Mapping[str, np.ndarray]) -> list[tuple[int | None, ...]]:
    """Return the shapes of the results, as far as ONNX says them; the model is changed."""
    from onnx import numpy_helper, shape_inference

    for name, value in known.items():
        if value.size <= _SMALL:
            model.graph.initializer.append(numpy_helper.from_array(value, name))
    outputs = attempt(lambda: shape_inference.infer_shapes(model).graph.output, Exception)
    if outputs is None:  # what it does not know is no larger than its inputs, or wrong
        return []
    types = [output.type.tensor_type for output in outputs if output.type.tensor_type.HasField("shape")]
    return [tuple(d.dim_value if d.HasField("dim_value") else None for d in item.shape.dim) for item in types]


def _operations(inputs: Sequence[np.ndarray], results: Sequence[int]) -> int:
    """Return how many operations a product of matrices takes, at most."""
    return max(results, default=0) * max((value.shape[-1] for value in inputs if value.ndim), default=1)


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
        result = onnx.TypeProto()
        if fact is not None:
            result = helper.make_tensor_type_proto(helper.np_dtype_to_tensor_dtype(np.dtype(fact[1])), fact[0])
        types.append(result.SerializeToString())
    body = onnx.FunctionProto()
    versions = [v for v in schema.context_dependent_function_opset_versions if v <= opset]
    with explained(
        lambda error: MXNetError(f"ONNX does not say what {node.op_type} is with these inputs: {error}"), Exception
    ):
        body.ParseFromString(
            schema.get_context_dependent_function_with_opset_version(max(versions), node.SerializeToString(), types)
            if versions
            else schema.get_context_dependent_function(node.SerializeToString(), types)
        )
    if not body.node:
        raise MXNetError(f"ONNX does not say what {node.op_type} is with these inputs")
    return body
