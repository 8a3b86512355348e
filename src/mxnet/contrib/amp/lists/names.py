"""Operators' names by what mixed precision does with them, as MXNet 1.9.1 lists them: read off the trait ``amp``."""

from ....registry.infer import infer_types
from ....registry.op import OPS
from ....registry.traits import Cast

#: names that have no operator here, or that 1.9.1 lists apart from the operator of which they are an alias: what is
#: done in float16 and in bfloat16
_APART: dict[tuple[Cast | None, Cast | None], str] = {
    ("any", "any"): """
        _add
    """,
    ("any", "full"): """
        _CrossDeviceCopy _CustomFunction _NoGradient _broadcast_backward _contrib_SparseEmbedding
        _contrib_dequantize _contrib_quantize _contrib_quantize_v2 _contrib_quantized_act
        _contrib_quantized_concat _contrib_quantized_conv _contrib_quantized_elemwise_add
        _contrib_quantized_flatten _contrib_quantized_fully_connected _contrib_quantized_pooling
        _contrib_requantize _imdecode _sg_mkldnn_conv _sg_mkldnn_fully_connected _sparse_FullyConnected
        _sparse_abs _sparse_adagrad_update _sparse_clip _sparse_concat _sparse_relu _sparse_sinh _sparse_sqrt
        _sparse_tanh _split_v2_backward
    """,
    ("any", None): """
        CuDNNBatchNorm _TensorRT
    """,
    ("full", "full"): """
        _sparse_square
    """,
    ("widest", "widest"): """
        _contrib_dgl_adjacency _contrib_dgl_csr_neighbor_non_uniform_sample
        _contrib_dgl_csr_neighbor_uniform_sample _contrib_dgl_graph_compact _contrib_dgl_subgraph
        _contrib_edge_id _sparse_broadcast_mul _sparse_sum
    """,
    (None, "any"): """
        BatchNormWithReLU
    """,
}
_PAIRS = {name: pair for pair, text in _APART.items() for name in text.split()}


def names(cast: Cast, dtype: str) -> list[str]:
    """Return the names for which mixed precision with ``dtype``, float16 or bfloat16, does ``cast``, sorted."""
    position = dtype == "bfloat16"
    result = [name for name, pair in _PAIRS.items() if pair[position] == cast]
    result += [
        name
        for name in _listed()
        if not isinstance(OPS[name].amp_exception, tuple) and OPS[name].amp_cast(dtype) == cast
    ]
    return sorted(result)


def _listed() -> list[str]:
    """Return the names of operators; 1.9.1 does not list those of the NumPy interface, nor remx's own."""
    return [name for name, op in OPS.items() if not name.startswith("_np") and not op.extension and name not in _PAIRS]


def conditional() -> list[tuple[str, str, list[str]]]:
    """Return ``(name, attribute, values)`` of the operators that need float32 with these values of the attribute."""
    result = [(name, OPS[name].amp_exception) for name in _listed() if name == OPS[name].name]
    return sorted((name, when[0], list(when[1])) for name, when in result if isinstance(when, tuple))


def scaled() -> list[str]:
    """Return the operators that compute their own head gradient, which loss scaling has to scale."""
    return [name for name in _listed() if OPS[name].amp_exception == "scaled" and name == OPS[name].name]


def full_inputs(name: str) -> list[str]:
    """Return by input of an operator its name where it stays float32 beside data in bfloat16, and "" where not."""
    op = OPS[name]
    params = op.parse({})
    types, _ = infer_types(
        op, params, ["bfloat16", *[None] * (len(op.list_inputs(params)) - 1)], [None] * len(op.list_outputs(params))
    )
    return ["" if item == "bfloat16" else name for item, name in zip(types, op.list_inputs(params), strict=True)]
