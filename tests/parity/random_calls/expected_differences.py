"""Differences that are meant: what is not drawn, and which differences between answers are explained, and why.

A reason may name a row of the list of differences (see :mod:`..reasons`).
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from ..reasons import told
from .case import Case

#: operators that no case can be made for
NOT_DRAWN = {
    "_set_value": "has no inputs and needs `out`: tests/ops/test_creation.py",
    "_copyto": "1.9.1 has no types for it outside of its own copyto function",
    **dict.fromkeys(
        ("_foreach", "_while_loop", "_cond", "_CachedOp", "Custom", "_Native", "_NDArray"),
        "its attributes are graphs, or a program's own classes",
    ),
    "_cvimread": "takes a file: tests/ops/test_opencv.py",
    "_cvimdecode": "1.9.1 crashes in graphs; its bytes are no random numbers: tests/ops/test_opencv.py",
    **dict.fromkeys(
        (
            *("_sparse_retain", "_sparse_adagrad_update", "_square_sum", "_contrib_getnnz", "_contrib_edge_id"),
            *("_contrib_dgl_adjacency", "_contrib_dgl_graph_compact", "_contrib_dgl_subgraph"),
            *("_contrib_dgl_csr_neighbor_uniform_sample", "_contrib_dgl_csr_neighbor_non_uniform_sample"),
        ),
        "takes arrays in sparse storage: programs/sparse_arrays.py, tests/ops/test_dgl.py",
    ),
    "_zeros_without_dtype": "1.9.1 runs it inside graphs of gradients only",
}
#: what the names of operators of the NumPy interface begin with: programs/np_random_programs.py draws these
NUMPY = ("_np_", "_npi_", "_npx_")
#: operators whose states 1.9.1 does not take from a caller
GRAPH_ONLY = {"BatchNorm_v1", "IdentityAttachKLSparseReg"}
#: operators whose symbols 1.9.1 cannot make
EAGER_ONLY = {"_cvimresize", "_cvcopyMakeBorder"}
#: operators whose constants are float32 in 1.9.1, also for float64
SINGLE_CONSTANTS = {
    "erf",
    "erfinv",
    "gamma",
    "gammaln",
    "degrees",
    "radians",
    "_image_resize",
    "_cvimresize",
    "_random_pdf_dirichlet",
    "_random_pdf_normal",
}


#: operators whose shapes or types 1.9.1 does not compare when it infers: its calls raise, or read beyond their arrays
UNCHECKED_INFERENCE = {
    *("BatchNorm", "BatchNorm_v1", "_contrib_BatchNormWithReLU", "_contrib_SyncBatchNorm", "InstanceNorm", "GroupNorm"),
    *("where", "Correlation", "Crop", "Embedding", "IdentityAttachKLSparseReg", "im2col", "stack", "argmax", "Reshape"),
    *("_sample_uniform", "_sample_normal", "_sample_gamma", "_sample_negative_binomial"),
    *("_sample_generalized_negative_binomial", "_random_pdf_gamma", "_random_pdf_negative_binomial"),
    *("_linalg_potrf", "_linalg_potri", "_linalg_sumlogdiag", "_linalg_gelqf", "_linalg_syrk", "_linalg_gemm"),
    *("_linalg_gemm2", "_linalg_trmm", "_linalg_trsm", "_slice_assign_scalar", "_contrib_index_array"),
    *("_contrib_AdaptiveAvgPooling2D", "_contrib_BilinearResize2D", "_contrib_MultiBoxDetection"),
    *("_contrib_MultiBoxTarget", "_contrib_allclose", "_contrib_boolean_mask", "_contrib_box_encode"),
    *("_contrib_count_sketch", "_contrib_fft", "_contrib_ifft", "_contrib_quantized_concat"),
    *(
        "_contrib_quantized_pooling",
        "Convolution_v1",
        "_contrib_quantized_embedding",
        "_image_resize",
        "_contrib_SparseEmbedding",
    ),
    *("_contrib_quantized_flatten", "_contrib_quantized_batch_norm", "_contrib_quantized_elemwise_mul"),
    *("_contrib_quantized_elemwise_add", "_contrib_DeformableConvolution", "_linalg_syevd"),
}


class Difference(NamedTuple):
    """What an explanation looks at."""

    case: Case
    line: str
    ours: dict[str, Any]
    theirs: dict[str, Any]


class Known(NamedTuple):
    """An explanation: when it applies, and why."""

    applies: Callable[[Difference], Any]
    reason: str


def explain(difference: Difference) -> str | None:
    """Return the reason for a difference; None when there is none."""
    return next((told(known.reason) for known in KNOWN if known.applies(difference)), None)


def _refusal(pattern: str) -> Callable[[Difference], Any]:
    """Return a test for 1.9.1 alone refusing with such a message."""
    return lambda d: d.line.startswith("error: theirs alone") and re.search(pattern, d.theirs["message"])


def _of(*ops: str, says: str = "", predict: bool = False) -> Callable[[Difference], Any]:
    """Return a test for differences of some operators: those whose line matches, and those outside of training."""
    return lambda d: d.case.op in ops and re.search(says, d.line) and not (predict and d.case.is_train)


def _partial(d: Difference) -> bool:
    """Return whether the case is an inference that is not told everything, or whose symbol has more inputs."""
    found = [part[0] for part in (d.ours.get("shapes"), d.ours.get("types")) if part and part[0]]
    untold = None in d.case.told_shapes or None in d.case.told_types
    return d.case.mode == "infer" and (untold or any(len(each) > len(d.case.told_shapes) for each in found))


def _one_order_of_equals(d: Difference) -> bool:
    """Return whether outputs, positions among all elements or a mask of them, choose the same elements."""
    flat = d.case.inputs[0].reshape(-1)
    found = [answer["outputs"][0].reshape(-1) for answer in (d.ours, d.theirs)]
    if d.case.op == "topk":
        return np.array_equal(*(np.sort(flat[each != 0]) for each in found))
    places = [each.astype(int) for each in found]
    return np.array_equal(*(flat[each] for each in places)) and np.array_equal(*map(np.sort, places))


def _one_ulp(d: Difference) -> bool:
    """Return whether outputs, integers, differ by no more than 1."""
    pairs = zip(d.ours["outputs"], d.theirs["outputs"], strict=True)
    return all(
        a.dtype == np.uint8 and a.shape == b.shape and np.abs(a.astype(int) - b.astype(int)).max() <= 1
        for a, b in pairs
    )


#: 1.9.1's kernels for few types
_TYPES = (
    "only support floating point types|unknown type for MKLDNN|dot only supports float32/float64|Not implmented|"
    "does not support float16|FP16 gemm on cpu not implemented|Other DTypes are not supported|Unsupported data type|"
    "only supports 32-bit and 64-bit|could not create a|data type do not match specified type|only support float|"
    "This operation only supports|Type inconsistent, Provided|Only FP32 is supported|wrong req|Unknown type enum 7|"
    "Unsupported type|only supported by CuDNN|doesn't support fp16"
)
#: symbols of update operators, which 1.9.1 offers to graphs without their inputs or types
_UPDATES = "Not enough argument to call operator|InferType pass cannot decide|Shape is unknown"
KNOWN = [
    Known(_refusal(_TYPES), "1.9.1's kernel has no such type"),
    Known(
        _refusal(
            "only available for GPU|only implemented in GPU|not implemented for CPU|only supports MKL-DNN|"
            "on CPU currently"
        ),
        "not on 1.9.1's CPUs",
    ),
    Known(_of("slice", says="ndim=6too large"), "any number of axes"),
    Known(
        lambda d: (
            d.case.op == "Pooling"
            and {"avg", "full"} <= set(d.case.attrs.values())
            and "theirs np.float32(nan)" in d.line
        ),
        "the average of a window that holds nothing is 0; 1.9.1 divides by zero",
    ),
    Known(
        lambda d: (
            d.case.op == "Pooling" and d.case.attrs.get("pooling_convention") == "same" and "theirs alone" in d.line
        ),
        "row: layouts",
    ),
    Known(
        _of("amp_multicast", says="types.*float16"),
        "row: amp-casts",
    ),
    Known(_refusal("didn't register FGradient"), "where 1.9.1 has no gradient, PyTorch's is passed"),
    Known(
        _refusal(
            "support gradient of req type kAddTo|support calculate data gradient|Cannot take gradient wrt label|"
            r"kIATimes\] == OpReqType::kNullOp"
        ),
        "positions, labels and lags have a gradient (zero, or the right one) in every way of asking",
    ),
    Known(
        _refusal("expect int or None but value='', in operator _backward_topk"),
        "row: gradients-of-sort",
    ),
    Known(_refusal(_UPDATES), "row: updates-keep-gradients"),
    Known(_refusal(r"inputs\[0\].dptr_ == outputs\[0\].dptr_"), "without `out` the result is a new array"),
    Known(
        _of(
            "sum",
            "mean",
            "broadcast_like",
            "broadcast_to",
            "broadcast_add",
            "tile",
            says="theirs alone.*(TBlob.get_with_shape|Too many reduction axes)",
        ),
        "1.9.1 cannot differentiate some broadcasts: of empty arrays, or over many axes",
    ),
    Known(
        lambda d: d.case.op == "tile" and d.line.startswith("outputs") and sum(n > 1 for n in d.case.attrs["reps"]) > 3,
        "row: tile-axes",
    ),
    Known(
        _of("_sample_negative_binomial", says="ours alone.*rate of a Poisson"),
        "without end: p is 0; 1.9.1 gives some number",
    ),
    Known(
        lambda d: (
            d.case.op == "_linalg_gelqf"
            and (np.linalg.matrix_rank(d.case.inputs[0].astype("float64")) < d.case.inputs[0].shape[-2]).any()
        ),
        "of rows that depend on each other, rounding decides",
    ),
    Known(
        lambda d: (
            d.case.op == "_contrib_calibrate_entropy"
            and d.line.startswith("outputs[0]")
            and np.allclose(d.ours["outputs"][1], d.theirs["outputs"][1], rtol=1e-6)
        ),
        "thresholds of one divergence, of which rounding chooses",
    ),
    Known(_of("col2im", "im2col", says="theirs alone"), "row: gpu-operators"),
    Known(
        lambda d: (
            (d.case.op == "argsort" or d.case.attrs.get("ret_typ") == "mask")
            and d.line.startswith("outputs")
            and _one_order_of_equals(d)
        ),
        "row: stable-sort",
    ),
    Known(
        lambda d: d.case.op == "lamb_update_phase1" and d.case.inputs[0].dtype == np.float16,
        "1.9.1 computes powers of the decay rates in float16",
    ),
    Known(_of("mp_lamb_update_phase2", says="inputs"), "row: mp-lamb"),
    Known(_of("_adamw_update", "_mp_adamw_update", says=r"inputs\[1\]"), "row: updates-keep-gradients"),
    Known(
        lambda d: (
            d.case.op.startswith(("multi_mp_", "_multi_mp_", "preloaded_multi_mp_"))
            and d.case.inputs[0].dtype != np.float16
        ),
        "1.9.1 reads 32-bit weights as 16-bit ones",
    ),
    Known(
        _of("_image_flip_left_right", "_image_flip_top_bottom", says="grads|outputs"),
        "row: nd-image",
    ),
    Known(
        lambda d: d.case.op in ("_image_resize", "_cvimresize") and d.line.startswith("outputs") and _one_ulp(d),
        "row: cubic-interpolation",
    ),
    Known(
        _of("_contrib_interleaved_matmul_selfatt_valatt", "_contrib_DeformablePSROIPooling", says="ours alone"),
        "1.9.1 does not compare the shapes of its inputs and reads beyond them",
    ),
    Known(
        _of(
            "_contrib_box_decode",
            "_contrib_interleaved_matmul_encdec_qk",
            "_contrib_interleaved_matmul_selfatt_qk",
            "_contrib_interleaved_matmul_encdec_valatt",
            "_contrib_PSROIPooling",
            "_contrib_Proposal",
            "_contrib_MultiProposal",
            says="ours alone",
        ),
        "1.9.1 does not check the shapes of its inputs",
    ),
    Known(
        _of(
            "_contrib_RROIAlign",
            "_contrib_ROIAlign",
            "ROIPooling",
            "_contrib_DeformablePSROIPooling",
            "SequenceReverse",
            "SequenceLast",
            says=r"ours alone.*expected [01] to -?\d+, got",
        ),
        "row: out-of-range",
    ),
    Known(
        lambda d: d.case.op in ("all_finite", "multi_all_finite") and "False" in str(d.case.attrs.get("init_output")),
        "the result starts from memory that was never written",
    ),
    Known(
        lambda d: _partial(d) and d.line.startswith("types: ours [None, None, None]"),
        "1.9.1 guesses types that nobody told",
    ),
    Known(
        lambda d: d.case.op == "softmax" and len(d.case.inputs) == 2 and "must be in range" in d.line,
        "1.9.1 does not infer the shape of lengths for an axis counted from the end",
    ),
    Known(
        lambda d: d.case.op == "dot" and "forward_stype" in d.case.attrs, "storage types do not matter to dense arrays"
    ),
    Known(
        lambda d: d.case.op == "_contrib_hawkesll" and d.case.inputs[5].max() >= d.case.inputs[0].shape[-1],
        "1.9.1 reads beyond its memory for marks that do not exist",
    ),
    Known(
        lambda d: d.case.op == "_contrib_hawkesll" and d.case.inputs[6].max() > d.case.inputs[4].shape[-1],
        "1.9.1 reads beyond its memory for a valid_length beyond the points",
    ),
    Known(
        lambda d: d.case.op == "_rnn_param_concat" and _partial(d),
        "1.9.1 calls unknown lengths of parameters complete",
    ),
    Known(
        lambda d: d.case.op == "_cvcopyMakeBorder" and d.case.inputs[0].dtype == np.int64,
        "1.9.1 takes the bits of 64-bit numbers for something else",
    ),
    Known(
        lambda d: d.case.op in ("_image_resize", "_cvimresize") and d.case.inputs[0].dtype in (np.int8, np.int64),
        "images have types that OpenCV resizes",
    ),
    Known(
        lambda d: (
            d.case.op in ("_linalg_det", "_linalg_slogdet", "_linalg_inverse")
            and (np.linalg.cond(d.case.inputs[0].astype("float64")) > 1e6).any()
        ),
        "of a singular matrix, rounding decides",
    ),
    Known(
        _refusal("Check failed: delay_alloc|Shape size mismatch 0 v.s."),
        "1.9.1 cannot differentiate some operators of empty arrays",
    ),
    Known(
        _refusal("Cannot use sparse_grad = 1"), "`sparse_grad` gives a dense gradient where that is what was attached"
    ),
    Known(
        _of("_contrib_SyncBatchNorm", "BatchNorm", says="grads|inputs", predict=True),
        "row: batch-norm-gradient",
    ),
    Known(
        lambda d: (
            d.case.op == "_contrib_SyncBatchNorm" and not d.case.is_train and re.match(r"outputs\[[12]\]", d.line)
        ),
        "1.9.1 returns memory that was never written for the moments outside of training",
    ),
    Known(
        lambda d: (
            d.case.op in ("BatchNorm", "_contrib_BatchNormWithReLU")
            and d.case.inputs[1].dtype == np.float16
            and "requires uniform type. Expected 'float32'" in d.line
        ),
        "row: more-dtypes",
    ),
    Known(
        lambda d: (
            d.case.op == "_contrib_DeformablePSROIPooling"
            and len(d.case.inputs) > 2
            and d.case.inputs[2].shape[2:] != (d.case.attrs.get("part_size") or d.case.attrs["pooled_size"],) * 2
        ),
        "1.9.1 reads moves of more parts than there are in another order",
    ),
    Known(_of("Pooling", says="grads", predict=True), "1.9.1 keeps no positions of maxima outside of training"),
    Known(
        lambda d: (
            d.case.op == "Deconvolution"
            and {"stride", "dilate"} <= set(d.case.attrs)
            and d.case.inputs[0].dtype == np.float64
        ),
        "row: deconvolution-float64",
    ),
    Known(
        lambda d: d.case.op == "_contrib_arange_like" and d.case.inputs[0].dtype == np.float16,
        "1.9.1 cuts fractions off in float16",
    ),
    Known(
        lambda d: d.case.op == "_image_adjust_lighting" and d.case.inputs[0].shape[-1] == 1,
        "row: nd-image",
    ),
    Known(
        _of("_contrib_SparseEmbedding", says="theirs alone.*_backward_SparseEmbedding"),
        "1.9.1 has the gradient of sparse storage alone",
    ),
    Known(
        _of("_contrib_quantized_pooling", says="theirs alone.*incorrect workspace"),
        "1.9.1's kernel of 8 bits refuses some windows",
    ),
    Known(
        _of("_contrib_quantized_pooling", says="ours alone.*Invalid layout"),
        "row: quantized-conv-inputs",
    ),
    Known(
        _of("_contrib_quantized_pooling", says="pooling_convention 'same'"), "two dimensions have no such convention"
    ),
    Known(_of("_contrib_quantized_act"), "row: quantized-operators"),
    Known(
        lambda d: (
            d.case.op == "_contrib_quantized_elemwise_add" and len({each.dtype for each in d.case.inputs[:2]}) == 2
        ),
        "row: quantized-operators",
    ),
    Known(
        lambda d: (
            d.case.op == "_contrib_quantized_conv" and d.line.startswith("outputs[0]") and len(d.case.inputs) == 9
        ),
        "row: quantized-conv-inputs",
    ),
    Known(_of("_contrib_quantized_conv", says="theirs alone.*only supports uint8"), "row: quantized-conv-inputs"),
    Known(
        _of("_contrib_quantized_elemwise_mul", says="theirs alone.*out_shapes.size"),
        "row: quantized-operators",
    ),
    Known(
        lambda d: (
            d.case.op == "_contrib_quantized_elemwise_mul"
            and d.line.startswith("outputs[0]")
            and "min_calib_range" in d.case.attrs
        ),
        "row: quantized-operators",
    ),
    Known(
        _of("_contrib_quantized_rnn", says="theirs alone.*ComposeKeyword"),
        "1.9.1 does not find some inputs of its symbols by their names",
    ),
    Known(
        lambda d: d.case.op == "RNN" and d.case.attrs.get("use_sequence_length") in (True, "True"),
        "row: rnn-on-cpu",
    ),
    Known(
        lambda d: d.case.attrs.get("dtype") == "bfloat16" and "'bfloat16'" in str(d.theirs),
        "1.9.1's Python has no name for bfloat16",
    ),
    Known(
        _of("_multi_adamw_update", says="Incompatible attr in node  at 8-th input"), "the scale may be of another type"
    ),
    Known(
        lambda d: d.case.mode == "infer" and d.case.op.startswith("_image_") and "theirs alone" in d.line,
        "channels are looked at in the call",
    ),
    Known(
        lambda d: (
            d.case.op == "Pooling" and {"avg", "full"} <= set(d.case.attrs.values()) and d.line.startswith("grads")
        ),
        "row: gradients-are-exact",
    ),
    Known(
        lambda d: d.case.op == "Cast" and d.case.attrs.get("dtype") == "bool" and d.line.startswith("grads"),
        "row: casts-to-integers",
    ),
    Known(
        _of("fill_element_0index", "_contrib_box_encode", says="ours alone.*out of bounds"),
        "row: out-of-range",
    ),
    Known(_of("SoftmaxActivation", says="grads"), "row: softmax-activation-gradient"),
    Known(
        lambda d: d.case.op == "LeakyReLU" and d.case.attrs.get("act_type") == "selu" and d.line.startswith("grads"),
        "row: selu-gradient",
    ),
    Known(
        lambda d: (
            d.case.op == "_unravel_index"
            and max(len(shape) for shape in [*d.case.told_shapes, d.case.inputs[0].shape] if shape) > 1
        ),
        "1.9.1 writes beyond its result",
    ),
    Known(lambda d: d.case.op == "_histogram" and (np.diff(d.case.inputs[-1]) <= 0).any(), "edges out of order"),
    Known(_of("BatchNorm_v1", says="dimension do not match"), "more than images"),
    Known(
        lambda d: (
            d.case.mode == "infer" and d.case.op in UNCHECKED_INFERENCE and d.line.startswith("error: ours alone")
        ),
        "an inference compares what the call would refuse",
    ),
    Known(
        lambda d: d.case.mode == "infer" and d.case.op == "_contrib_box_encode" and d.line.startswith("shapes"),
        "boxes that do not fit the matches; 1.9.1 reads beyond its arrays",
    ),
    Known(
        lambda d: (
            d.case.mode == "infer"
            and d.line.startswith("shapes: ours [None, None, None]")
            and any(0 in shape for shape in d.theirs["shapes"][1] or ())
        ),
        "a length of 0 is an unknown one",
    ),
    Known(
        _of("multi_sgd_mom_update", "preloaded_multi_sgd_mom_update", says="stored type mismatch"),
        "1.9.1 reads the attributes of another operator",
    ),
    Known(
        lambda d: (
            d.case.mode == "infer"
            and d.case.op.startswith(("multi_", "preloaded_", "_multi_"))
            and d.line.startswith("types")
        ),
        "the states of update operators are arguments of their symbols; in 1.9.1, of some, auxiliary states",
    ),
    Known(
        lambda d: _partial(d) and d.line.startswith("error: theirs alone"),
        "an inference that is told too little answers with Nones; 1.9.1 refuses in places",
    ),
    Known(lambda d: _partial(d) and d.line.endswith("theirs [None, None, None]"), "ours deduces more"),
    Known(
        lambda d: (
            d.case.mode == "infer"
            and d.case.op.startswith(("multi_", "preloaded_", "_multi_"))
            and d.line.endswith("theirs [None, None, None]")
        ),
        "row: updates-keep-gradients",
    ),
]
