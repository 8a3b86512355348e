# Written by scripts/write_stubs.py from the registry of operators: do not edit.
from collections.abc import Sequence
from typing import Any, Literal

from ..symbol.numpy.symbol import _Symbol

def activation(
    data: _Symbol | None = ...,
    act_type: Literal['relu', 'sigmoid', 'softrelu', 'softsign', 'tanh', 'log_sigmoid', 'mish'] = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> _Symbol:
    """Apply a function to every element."""
def add_n(
    *args: Any,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> _Symbol:
    """Return the sum of any number of arrays of one shape and data type."""
def advanced_index(
    *arrays: Any,
    key: str = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> _Symbol:
    """Return the first array indexed by ``key``, whose parts that are arrays, of integers or bools, are the others."""
def arange_like(
    data: _Symbol | None = ...,
    start: float = ...,
    step: float = ...,
    repeat: int = ...,
    ctx: str = ...,
    axis: int | None = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> _Symbol:
    """Return a range as long as ``data`` has elements, in its shape, or as long as one axis, as a vector."""
def batch_dot(
    lhs: _Symbol | None = ...,
    rhs: _Symbol | None = ...,
    transpose_a: bool | Literal[0, 1] = ...,
    transpose_b: bool | Literal[0, 1] = ...,
    forward_stype: Literal['csr', 'default', 'row_sparse'] | None = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> _Symbol:
    """Return the matrix products of the last two axes, one for each index of the others, which must be equal."""
def batch_flatten(
    data: _Symbol | None = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> _Symbol:
    """Return ``data`` as a matrix: the first axis stays, all others become one."""
def batch_norm(
    data: _Symbol | None = ...,
    gamma: _Symbol | None = ...,
    beta: _Symbol | None = ...,
    moving_mean: _Symbol | None = ...,
    moving_var: _Symbol | None = ...,
    eps: float = ...,
    momentum: float = ...,
    fix_gamma: bool | Literal[0, 1] = ...,
    use_global_stats: bool | Literal[0, 1] = ...,
    output_mean_var: bool | Literal[0, 1] = ...,
    axis: int = ...,
    cudnn_off: bool | Literal[0, 1] = ...,
    min_calib_range: float | None = ...,
    max_calib_range: float | None = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> _Symbol:
    """Return ``gamma * (data - mean) / sqrt(var + eps) + beta``, channel by channel along ``axis``."""
def batch_norm_with_relu(
    data: _Symbol | None = ...,
    gamma: _Symbol | None = ...,
    beta: _Symbol | None = ...,
    moving_mean: _Symbol | None = ...,
    moving_var: _Symbol | None = ...,
    eps: float = ...,
    momentum: float = ...,
    fix_gamma: bool | Literal[0, 1] = ...,
    use_global_stats: bool | Literal[0, 1] = ...,
    output_mean_var: bool | Literal[0, 1] = ...,
    axis: int = ...,
    cudnn_off: bool | Literal[0, 1] = ...,
    min_calib_range: float | None = ...,
    max_calib_range: float | None = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> _Symbol:
    """Return what ``BatchNorm`` returns, with negative numbers in the first output set to 0."""
def bipartite_matching(
    data: _Symbol | None = ...,
    is_ascend: bool | Literal[0, 1] = ...,
    threshold: float = ...,
    topk: int = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> _Symbol:
    """Pair rows with columns of ``(..., N, M)`` scores, best first, each once."""
def box_decode(
    data: _Symbol | None = ...,
    anchors: _Symbol | None = ...,
    std0: float = ...,
    std1: float = ...,
    std2: float = ...,
    std3: float = ...,
    clip: float = ...,
    format: Literal['center', 'corner'] = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> _Symbol:
    """Return the boxes ``(B, N, 4)``, corners, that offsets ``(B, N, 4)`` to anchors ``(1, N, 4)`` mean."""
def box_encode(
    samples: _Symbol | None = ...,
    matches: _Symbol | None = ...,
    anchors: _Symbol | None = ...,
    refs: _Symbol | None = ...,
    means: _Symbol | None = ...,
    stds: _Symbol | None = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> _Symbol:
    """Return what a network should answer for anchors: offsets to their boxes, and a mask, both ``(B, N, 4)``."""
def box_iou(
    lhs: _Symbol | None = ...,
    rhs: _Symbol | None = ...,
    format: Literal['center', 'corner'] = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> _Symbol:
    """Return the intersection over union of every pair of boxes, ``(*a, *b)`` for ``(*a, 4)`` and ``(*b, 4)``."""
def box_nms(
    data: _Symbol | None = ...,
    overlap_thresh: float = ...,
    valid_thresh: float = ...,
    topk: int = ...,
    coord_start: int = ...,
    score_index: int = ...,
    id_index: int = ...,
    background_id: int = ...,
    force_suppress: bool | Literal[0, 1] = ...,
    in_format: Literal['center', 'corner'] = ...,
    out_format: Literal['center', 'corner'] = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> _Symbol:
    """Return the rows of ``(..., n, k)`` by falling score without those that overlap better ones; the rest is -1."""
def broadcast_greater(
    lhs: _Symbol | None = ...,
    rhs: _Symbol | None = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> _Symbol:
    """Return ``1 if lhs > rhs else 0``, element by element."""
def broadcast_like(
    lhs: _Symbol | None = ...,
    rhs: _Symbol | None = ...,
    lhs_axes: int | Sequence[int] | None = ...,
    rhs_axes: int | Sequence[int] | None = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> _Symbol:
    """Return ``lhs`` with axes of length 1 repeated to those of ``rhs``, or only ``lhs_axes`` to ``rhs_axes``."""
def cast(
    data: _Symbol | None = ...,
    dtype: Any = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> _Symbol:
    """Return ``data`` in another data type; fractions are cut off where it has none."""
def constraint_check(
    input: _Symbol | None = ...,
    msg: str = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> _Symbol:
    """Return True, without axes, where all elements of ``input``, bools, hold; raise an error saying ``msg`` else."""
def contrib_calibrate_entropy(
    hist: _Symbol | None = ...,
    hist_edges: _Symbol | None = ...,
    num_quantized_bins: int = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> _Symbol:
    """Return the threshold at which numbers are best cut off, and the divergence that it leaves."""
def contrib_quantize(
    data: _Symbol | None = ...,
    min_range: _Symbol | None = ...,
    max_range: _Symbol | None = ...,
    out_type: Literal['int8', 'uint8'] = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> _Symbol:
    """Return float32 ``data`` as int8 or uint8, and the range that these stand for: ``(values, low, high)``."""
def contrib_quantize_v2(
    data: _Symbol | None = ...,
    out_type: Literal['auto', 'int8', 'uint8'] = ...,
    min_calib_range: float | None = ...,
    max_calib_range: float | None = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> _Symbol:
    """Return ``data`` as int8 or uint8, and the range that these stand for: ``(values, low, high)``."""
def convolution(
    data: _Symbol | None = ...,
    weight: _Symbol | None = ...,
    bias: _Symbol | None = ...,
    kernel: int | Sequence[int] = ...,
    stride: int | Sequence[int] = ...,
    dilate: int | Sequence[int] = ...,
    pad: int | Sequence[int] = ...,
    num_filter: int = ...,
    num_group: int = ...,
    workspace: int = ...,
    no_bias: bool | Literal[0, 1] = ...,
    cudnn_tune: Literal['fastest', 'limited_workspace', 'off'] | None = ...,
    cudnn_off: bool | Literal[0, 1] = ...,
    layout: Literal['NCDHW', 'NCHW', 'NCW', 'NDHWC', 'NHWC'] | None = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> _Symbol:
    """Convolve data with filters over one, two or three axes, and add a bias."""
def ctc_loss(
    data: _Symbol | None = ...,
    label: _Symbol | None = ...,
    data_lengths: _Symbol | None = ...,
    label_lengths: _Symbol | None = ...,
    use_data_lengths: bool | Literal[0, 1] = ...,
    use_label_lengths: bool | Literal[0, 1] = ...,
    blank_label: Literal['first', 'last'] = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> _Symbol:
    """Return ``-log P(label | softmax(data))`` per sequence, ``(N,)``."""
def deconvolution(
    data: _Symbol | None = ...,
    weight: _Symbol | None = ...,
    bias: _Symbol | None = ...,
    kernel: int | Sequence[int] = ...,
    stride: int | Sequence[int] = ...,
    dilate: int | Sequence[int] = ...,
    pad: int | Sequence[int] = ...,
    adj: int | Sequence[int] = ...,
    target_shape: int | Sequence[int] = ...,
    num_filter: int = ...,
    num_group: int = ...,
    workspace: int = ...,
    no_bias: bool | Literal[0, 1] = ...,
    cudnn_tune: Literal['fastest', 'limited_workspace', 'off'] | None = ...,
    cudnn_off: bool | Literal[0, 1] = ...,
    layout: Literal['NCDHW', 'NCHW', 'NCW', 'NDHWC', 'NHWC'] | None = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> _Symbol:
    """Apply the transpose of a convolution: what a convolution's gradient does to its input."""
def deformable_convolution(
    data: _Symbol | None = ...,
    offset: _Symbol | None = ...,
    weight: _Symbol | None = ...,
    bias: _Symbol | None = ...,
    kernel: int | Sequence[int] = ...,
    stride: int | Sequence[int] = ...,
    dilate: int | Sequence[int] = ...,
    pad: int | Sequence[int] = ...,
    num_filter: int = ...,
    num_group: int = ...,
    num_deformable_group: int = ...,
    workspace: int = ...,
    no_bias: bool | Literal[0, 1] = ...,
    layout: Literal['NCDHW', 'NCHW', 'NCW'] | None = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> _Symbol:
    """Convolve ``(N, C, H, W)`` with points of the kernel moved by ``offset`` ``(N, G * kernel points * 2, H', W')``."""
def digamma(
    data: _Symbol | None = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> _Symbol:
    """Return the derivative of ``log |gamma(x)|``."""
def dropout(
    data: _Symbol | None = ...,
    p: float = ...,
    mode: Literal['always', 'training'] = ...,
    axes: int | Sequence[int] = ...,
    cudnn_off: bool | Literal[0, 1] | None = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> _Symbol:
    """Set elements to 0 with probability ``p`` and scale the others by ``1/(1-p)``; outside of training, copy."""
def embedding(
    data: _Symbol | None = ...,
    weight: _Symbol | None = ...,
    input_dim: int = ...,
    output_dim: int = ...,
    dtype: Any = ...,
    sparse_grad: bool | Literal[0, 1] = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> _Symbol:
    """Return the rows of a table at the positions in ``data``."""
def erf(
    data: _Symbol | None = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> _Symbol:
    """Return ``2 / sqrt(pi) * the integral of exp(-t * t) from 0 to x`` for every element x."""
def erfinv(
    data: _Symbol | None = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> _Symbol:
    """Return ``the inverse of erf at x`` for every element x."""
def fully_connected(
    data: _Symbol | None = ...,
    weight: _Symbol | None = ...,
    bias: _Symbol | None = ...,
    num_hidden: int = ...,
    no_bias: bool | Literal[0, 1] = ...,
    flatten: bool | Literal[0, 1] = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> _Symbol:
    """Return ``data @ weight.T + bias``: each result is a weighted sum of all inputs."""
def gamma(
    data: _Symbol | None = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> _Symbol:
    """Return ``the gamma function of x`` for every element x."""
def gammaln(
    data: _Symbol | None = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> _Symbol:
    """Return ``log |gamma(x)|`` for every element x."""
def gather_nd(
    data: _Symbol | None = ...,
    indices: _Symbol | None = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> _Symbol:
    """Return ``data[indices[0], ..., indices[m - 1]]``: column j of ``indices`` ``(m, ...)`` is one position."""
def group_norm(
    data: _Symbol | None = ...,
    gamma: _Symbol | None = ...,
    beta: _Symbol | None = ...,
    num_groups: int = ...,
    eps: float = ...,
    output_mean_var: bool | Literal[0, 1] = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> _Symbol:
    """Return ``gamma * (data - mean) / std + beta``, ``std = sqrt(var + eps)``, per instance and group of channels."""
def index_add(
    a: _Symbol | None = ...,
    ind: _Symbol | None = ...,
    val: _Symbol | None = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> _Symbol:
    """Return a copy of ``a`` with ``val`` added at the indices ``ind``, as often as they occur."""
def index_update(
    a: _Symbol | None = ...,
    ind: _Symbol | None = ...,
    val: _Symbol | None = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> _Symbol:
    """Return a copy of ``a`` with ``val`` at the indices ``ind``, one row for each of the first axes (Source: MXNet 2)."""
def instance_norm(
    data: _Symbol | None = ...,
    gamma: _Symbol | None = ...,
    beta: _Symbol | None = ...,
    eps: float = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> _Symbol:
    """Return ``gamma * (data - mean) / sqrt(var + eps) + beta``, the statistics taken per instance and channel."""
def interleaved_matmul_encdec_qk(
    queries: _Symbol | None = ...,
    keys_values: _Symbol | None = ...,
    heads: int = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> _Symbol:
    """Return ``queries @ keys.T / sqrt(size)`` of attention to another sequence, ``(batch * heads, queries, keys)``."""
def interleaved_matmul_encdec_valatt(
    keys_values: _Symbol | None = ...,
    attention: _Symbol | None = ...,
    heads: int = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> _Symbol:
    """Return ``attention @ values`` of attention to another sequence, ``(queries, batch, heads * size)``."""
def interleaved_matmul_selfatt_qk(
    queries_keys_values: _Symbol | None = ...,
    heads: int = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> _Symbol:
    """Return ``queries @ keys.T / sqrt(size)`` of self-attention, ``(batch * heads, length, length)``."""
def interleaved_matmul_selfatt_valatt(
    queries_keys_values: _Symbol | None = ...,
    attention: _Symbol | None = ...,
    heads: int = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> _Symbol:
    """Return ``attention @ values`` of self-attention, ``(length, batch, heads * size)``."""
def intgemm_fully_connected(
    data: _Symbol | None = ...,
    weight: _Symbol | None = ...,
    scaling: _Symbol | None = ...,
    bias: _Symbol | None = ...,
    num_hidden: int = ...,
    no_bias: bool | Literal[0, 1] = ...,
    flatten: bool | Literal[0, 1] = ...,
    out_type: Literal['float32', 'int32'] = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> _Symbol:
    """Return ``data @ weight.T`` of int8 data and a prepared weight."""
def intgemm_maxabsolute(
    data: _Symbol | None = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> _Symbol:
    """Return the absolute maximum of float32 ``data``, ``(1,)``."""
def intgemm_prepare_data(
    data: _Symbol | None = ...,
    maxabs: _Symbol | None = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> _Symbol:
    """Return float32 ``data`` as int8 from -127 to 127, which stand for ``-maxabs`` to ``maxabs``."""
def intgemm_prepare_weight(
    weight: _Symbol | None = ...,
    maxabs: _Symbol | None = ...,
    already_quantized: bool | Literal[0, 1] = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> _Symbol:
    """Return a ``weight`` ``(..., K)`` of float32, or of int8 where ``already_quantized``, ready for products."""
def intgemm_take_weight(
    weight: _Symbol | None = ...,
    indices: _Symbol | None = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> _Symbol:
    """Return the rows ``indices``, a multiple of 8 of them, of a prepared ``weight``."""
def layer_norm(
    data: _Symbol | None = ...,
    gamma: _Symbol | None = ...,
    beta: _Symbol | None = ...,
    axis: int = ...,
    eps: float = ...,
    output_mean_var: bool | Literal[0, 1] = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> _Symbol:
    """Return ``gamma * (data - mean) / std + beta`` with ``std = sqrt(var + eps)``, both taken along ``axis``."""
def leaky_relu(
    data: _Symbol | None = ...,
    gamma: _Symbol | None = ...,
    act_type: Literal['elu', 'gelu', 'leaky', 'prelu', 'rrelu', 'selu'] = ...,
    slope: float = ...,
    lower_bound: float = ...,
    upper_bound: float = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> _Symbol:
    """Apply a rectifier that does not stop at zero."""
def log_sigmoid(
    data: _Symbol | None = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> _Symbol:
    """Return ``log(1 / (1 + exp(-x)))``."""
def log_softmax(
    data: _Symbol | None = ...,
    axis: int = ...,
    temperature: float | None = ...,
    dtype: Literal['float16', 'float32', 'float64'] | None = ...,
    use_length: bool | Literal[0, 1] | None = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> _Symbol:
    """Return the logarithm of ``softmax(data / temperature)`` along ``axis``. ``use_length`` must be false."""
def masked_log_softmax(
    data: _Symbol | None = ...,
    mask: _Symbol | None = ...,
    axis: int = ...,
    temperature: float | None = ...,
    normalize: bool | Literal[0, 1] = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> _Symbol:
    """Return the logarithm of :func:`masked_softmax`: -inf where ``mask`` is false."""
def masked_softmax(
    data: _Symbol | None = ...,
    mask: _Symbol | None = ...,
    axis: int = ...,
    temperature: float | None = ...,
    normalize: bool | Literal[0, 1] = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> _Symbol:
    """Return the softmax of ``data / temperature`` along ``axis`` over the entries where ``mask`` is true."""
def mish(
    data: _Symbol | None = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> _Symbol:
    """Return ``x * tanh(log(1 + exp(x)))`` (Misra, arXiv 1908.08681)."""
def modulated_deformable_convolution(
    data: _Symbol | None = ...,
    offset: _Symbol | None = ...,
    mask: _Symbol | None = ...,
    weight: _Symbol | None = ...,
    bias: _Symbol | None = ...,
    kernel: int | Sequence[int] = ...,
    stride: int | Sequence[int] = ...,
    dilate: int | Sequence[int] = ...,
    pad: int | Sequence[int] = ...,
    num_filter: int = ...,
    num_group: int = ...,
    num_deformable_group: int = ...,
    workspace: int = ...,
    no_bias: bool | Literal[0, 1] = ...,
    im2col_step: int = ...,
    layout: Literal['NCDHW', 'NCHW', 'NCW'] | None = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> _Symbol:
    """Convolve as ``DeformableConvolution``, what is read times ``mask`` ``(N, G * kernel points, H', W')``."""
def multibox_detection(
    cls_prob: _Symbol | None = ...,
    loc_pred: _Symbol | None = ...,
    anchor: _Symbol | None = ...,
    clip: bool | Literal[0, 1] = ...,
    threshold: float = ...,
    background_id: int = ...,
    nms_threshold: float = ...,
    force_suppress: bool | Literal[0, 1] = ...,
    variances: float | Sequence[float] = ...,
    nms_topk: int = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> _Symbol:
    """Return detections ``(B, A, 6)``: class (without background), score and box; class -1 means none."""
def multibox_prior(
    data: _Symbol | None = ...,
    sizes: float | Sequence[float] = ...,
    ratios: float | Sequence[float] = ...,
    clip: bool | Literal[0, 1] = ...,
    steps: float | Sequence[float] = ...,
    offsets: float | Sequence[float] = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> _Symbol:
    """Return the anchors of every pixel of ``(N, C, H, W)``: ``(1, H * W * A, 4)``, ``A = sizes + ratios - 1``."""
def multibox_target(
    anchor: _Symbol | None = ...,
    label: _Symbol | None = ...,
    cls_pred: _Symbol | None = ...,
    overlap_threshold: float = ...,
    ignore_label: float = ...,
    negative_mining_ratio: float = ...,
    negative_mining_thresh: float = ...,
    minimum_negative_samples: int = ...,
    variances: float | Sequence[float] = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> _Symbol:
    """Return what to learn: offsets and their mask ``(B, A * 4)``, and classes ``(B, A)``, 0 being background."""
def nonzero(
    x: _Symbol | None = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> _Symbol:
    """Return the places of the elements that are not 0, one row each, as int64; a number counts as a vector."""
def norm(
    data: _Symbol | None = ...,
    ord: int = ...,
    axis: int | Sequence[int] | None = ...,
    out_dtype: Any | None = ...,
    keepdims: bool | Literal[0, 1] = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> _Symbol:
    """Return the sum of magnitudes (``ord=1``) or the root of the sum of squares (``ord=2``) over ``axis``."""
def one_hot(
    indices: _Symbol | None = ...,
    depth: int = ...,
    on_value: float = ...,
    off_value: float = ...,
    dtype: Any = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> _Symbol:
    """Return an array with a new last axis of length ``depth``: ``on_value`` at the index, ``off_value`` elsewhere."""
def pad(
    data: _Symbol | None = ...,
    mode: Literal['constant', 'edge', 'reflect'] = ...,
    pad_width: int | Sequence[int] = ...,
    constant_value: float = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> _Symbol:
    """Return ``data``, of shape ``(N, C, H, W)`` or ``(N, C, D, H, W)``, with padding around its space."""
def pick(
    data: _Symbol | None = ...,
    index: _Symbol | None = ...,
    axis: int | None = ...,
    keepdims: bool | Literal[0, 1] = ...,
    mode: Literal['clip', 'wrap'] = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> _Symbol:
    """Return one element along ``axis`` for every index: ``data[i, index[i]]`` for the last axis of a matrix."""
def pooling(
    data: _Symbol | None = ...,
    kernel: int | Sequence[int] = ...,
    pool_type: Literal['avg', 'lp', 'max', 'sum'] = ...,
    global_pool: bool | Literal[0, 1] = ...,
    cudnn_off: bool | Literal[0, 1] = ...,
    pooling_convention: Literal['full', 'same', 'valid'] = ...,
    stride: int | Sequence[int] = ...,
    pad: int | Sequence[int] = ...,
    p_value: int | None = ...,
    count_include_pad: bool | Literal[0, 1] | None = ...,
    layout: Literal['NCDHW', 'NCHW', 'NCW', 'NDHWC', 'NHWC', 'NWC'] | None = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> _Symbol:
    """Reduce each window of the data to one number."""
def quantized_act(
    data: _Symbol | None = ...,
    min_data: _Symbol | None = ...,
    max_data: _Symbol | None = ...,
    act_type: Literal['relu', 'sigmoid', 'softrelu', 'softsign', 'tanh'] = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> _Symbol:
    """Return ``max(data, 0)`` of quantized data; only ``act_type`` relu is supported."""
def quantized_conv(
    data: _Symbol | None = ...,
    weight: _Symbol | None = ...,
    bias: _Symbol | None = ...,
    min_data: _Symbol | None = ...,
    max_data: _Symbol | None = ...,
    min_weight: _Symbol | None = ...,
    max_weight: _Symbol | None = ...,
    min_bias: _Symbol | None = ...,
    max_bias: _Symbol | None = ...,
    kernel: int | Sequence[int] = ...,
    stride: int | Sequence[int] = ...,
    dilate: int | Sequence[int] = ...,
    pad: int | Sequence[int] = ...,
    num_filter: int = ...,
    num_group: int = ...,
    workspace: int = ...,
    no_bias: bool | Literal[0, 1] = ...,
    cudnn_tune: Literal['fastest', 'limited_workspace', 'off'] | None = ...,
    cudnn_off: bool | Literal[0, 1] = ...,
    layout: Literal['NCDHW', 'NCHW', 'NCW', 'NDHWC', 'NHWC'] | None = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> _Symbol:
    """Convolve uint8 or int8 data ``(N, C, *space)`` of two or three dimensions with int8 filters: int32 sums."""
def quantized_elemwise_add(
    lhs: _Symbol | None = ...,
    rhs: _Symbol | None = ...,
    lhs_min: _Symbol | None = ...,
    lhs_max: _Symbol | None = ...,
    rhs_min: _Symbol | None = ...,
    rhs_max: _Symbol | None = ...,
    min_calib_range: float | None = ...,
    max_calib_range: float | None = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> _Symbol:
    """Return the sum of two quantized arrays: with a calibrated range int8, or uint8 if both are; else int32."""
def quantized_elemwise_mul(
    lhs: _Symbol | None = ...,
    rhs: _Symbol | None = ...,
    lhs_min: _Symbol | None = ...,
    lhs_max: _Symbol | None = ...,
    rhs_min: _Symbol | None = ...,
    rhs_max: _Symbol | None = ...,
    min_calib_range: float | None = ...,
    max_calib_range: float | None = ...,
    enable_float_output: bool | Literal[0, 1] = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> _Symbol:
    """Return the product of two quantized arrays: int8 with a calibrated range, else int32; or one float32 output."""
def quantized_embedding(
    data: _Symbol | None = ...,
    weight: _Symbol | None = ...,
    min_weight: _Symbol | None = ...,
    max_weight: _Symbol | None = ...,
    input_dim: int = ...,
    output_dim: int = ...,
    dtype: Literal['bfloat16', 'float16', 'float32', 'float64', 'int32', 'int64', 'int8', 'uint8'] = ...,
    sparse_grad: bool | Literal[0, 1] = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> _Symbol:
    """Return the rows of an int8 ``weight`` at the positions ``data``, as ``Embedding`` does."""
def quantized_flatten(
    data: _Symbol | None = ...,
    min_data: _Symbol | None = ...,
    max_data: _Symbol | None = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> _Symbol:
    """Return quantized data as a matrix, one row for each sample."""
def quantized_fully_connected(
    data: _Symbol | None = ...,
    weight: _Symbol | None = ...,
    bias: _Symbol | None = ...,
    min_data: _Symbol | None = ...,
    max_data: _Symbol | None = ...,
    min_weight: _Symbol | None = ...,
    max_weight: _Symbol | None = ...,
    min_bias: _Symbol | None = ...,
    max_bias: _Symbol | None = ...,
    num_hidden: int = ...,
    no_bias: bool | Literal[0, 1] = ...,
    flatten: bool | Literal[0, 1] = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> _Symbol:
    """Return the int32 sums ``data @ weight.T + bias`` of int8 or uint8 data and int8 weights."""
def quantized_pooling(
    data: _Symbol | None = ...,
    min_data: _Symbol | None = ...,
    max_data: _Symbol | None = ...,
    kernel: int | Sequence[int] = ...,
    pool_type: Literal['avg', 'lp', 'max', 'sum'] = ...,
    global_pool: bool | Literal[0, 1] = ...,
    cudnn_off: bool | Literal[0, 1] = ...,
    pooling_convention: Literal['full', 'same', 'valid'] = ...,
    stride: int | Sequence[int] = ...,
    pad: int | Sequence[int] = ...,
    p_value: int | None = ...,
    count_include_pad: bool | Literal[0, 1] | None = ...,
    layout: Literal['NCDHW', 'NCHW', 'NCW', 'NDHWC', 'NHWC', 'NWC'] | None = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> _Symbol:
    """Reduce windows of quantized data to their maximum or rounded average, as ``Pooling`` does."""
def relu(
    data: _Symbol | None = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> _Symbol:
    """Return ``max(x, 0)`` for every element x."""
def requantize(
    data: _Symbol | None = ...,
    min_range: _Symbol | None = ...,
    max_range: _Symbol | None = ...,
    out_type: Literal['auto', 'int8', 'uint8'] = ...,
    min_calib_range: float | None = ...,
    max_calib_range: float | None = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> _Symbol:
    """Return int32 ``data``, which stand for numbers from ``min_range`` to ``max_range``, as int8 or uint8."""
def reshape(
    a: _Symbol | None = ...,
    newshape: int | Sequence[int] = ...,
    reverse: bool | Literal[0, 1] = ...,
    order: str = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> _Symbol:
    """Return ``a`` in the shape that the codes ``newshape`` give; ``reverse`` reads both from the right."""
def reshape_like(
    lhs: _Symbol | None = ...,
    rhs: _Symbol | None = ...,
    lhs_begin: int | None = ...,
    lhs_end: int | None = ...,
    rhs_begin: int | None = ...,
    rhs_end: int | None = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> _Symbol:
    """Return ``lhs`` with its axes ``lhs_begin ... lhs_end - 1`` in place of ``rhs``'s ``rhs_begin ... rhs_end - 1``."""
def rnn(
    data: _Symbol | None = ...,
    parameters: _Symbol | None = ...,
    state: _Symbol | None = ...,
    state_cell: _Symbol | None = ...,
    sequence_length: _Symbol | None = ...,
    state_size: int = ...,
    num_layers: int = ...,
    bidirectional: bool | Literal[0, 1] = ...,
    mode: Literal['gru', 'lstm', 'rnn_relu', 'rnn_tanh'] = ...,
    p: float = ...,
    state_outputs: bool | Literal[0, 1] = ...,
    projection_size: int | None = ...,
    lstm_state_clip_min: float | None = ...,
    lstm_state_clip_max: float | None = ...,
    lstm_state_clip_nan: bool | Literal[0, 1] = ...,
    use_sequence_length: bool | Literal[0, 1] = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> _Symbol:
    """Run recurrent layers over sequences."""
def roi_pooling(
    data: _Symbol | None = ...,
    rois: _Symbol | None = ...,
    pooled_size: int | Sequence[int] = ...,
    spatial_scale: float = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> _Symbol:
    """Return the maxima of ``pooled_size`` bins of each region, ``(R, C, *pooled_size)``."""
def round_ste(
    data: _Symbol | None = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> _Symbol:
    """Return ``x rounded to the nearest integer, its gradient passed on unchanged`` for every element x."""
def scalar_poisson(
    lam: float = ...,
    shape: int | Sequence[int] | None = ...,
    ctx: str = ...,
    dtype: Literal['float16', 'float32', 'float64'] | None = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> _Symbol:
    """Return Poisson-distributed integers of mean ``lam``, as floats."""
def sequence_last(
    data: _Symbol | None = ...,
    sequence_length: _Symbol | None = ...,
    use_sequence_length: bool | Literal[0, 1] = ...,
    axis: int = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> _Symbol:
    """Return the last step of every sequence, ``(N, ...)``: step ``T - 1``, or ``sequence_length - 1``."""
def sequence_mask(
    data: _Symbol | None = ...,
    sequence_length: _Symbol | None = ...,
    use_sequence_length: bool | Literal[0, 1] = ...,
    value: float = ...,
    axis: int = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> _Symbol:
    """Set the steps beyond each sequence's length to ``value``; without ``use_sequence_length``, copy."""
def sequence_reverse(
    data: _Symbol | None = ...,
    sequence_length: _Symbol | None = ...,
    use_sequence_length: bool | Literal[0, 1] = ...,
    axis: int = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> _Symbol:
    """Reverse every sequence ``(T, N, ...)``; what lies beyond its length stays."""
def shape_array(
    data: _Symbol | None = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> _Symbol:
    """Return the shape of ``data`` as a vector of int64."""
def sigmoid(
    data: _Symbol | None = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> _Symbol:
    """Return ``1 / (1 + e ** -x)`` for every element x."""
def sign_ste(
    data: _Symbol | None = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> _Symbol:
    """Return ``the sign of x, its gradient passed on unchanged`` for every element x."""
def sldwin_atten_context(
    score: _Symbol | None = ...,
    value: _Symbol | None = ...,
    dilation: _Symbol | None = ...,
    w: int = ...,
    symmetric: bool | Literal[0, 1] = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> _Symbol:
    """Return the sums of the values in the windows, weighted by ``score`` (see :func:`sldwin_atten_score`)."""
def sldwin_atten_mask_like(
    score: _Symbol | None = ...,
    dilation: _Symbol | None = ...,
    valid_length: _Symbol | None = ...,
    w: int = ...,
    symmetric: bool | Literal[0, 1] = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> _Symbol:
    """Return 1 where a place and the key that it looks at are within ``valid_length``, ``(B,)``, and 0 elsewhere."""
def sldwin_atten_score(
    query: _Symbol | None = ...,
    key: _Symbol | None = ...,
    dilation: _Symbol | None = ...,
    w: int = ...,
    symmetric: bool | Literal[0, 1] = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> _Symbol:
    """Return the products of queries and the keys in their windows, ``(B, L, H, 2w + 1)``, or ``(B, L, H, w + 1)``."""
def slice(
    data: _Symbol | None = ...,
    begin: int | Sequence[int | None] = ...,
    end: int | Sequence[int | None] = ...,
    step: int | Sequence[int | None] | None = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> _Symbol:
    """Return ``data[begin[0]:end[0]:step[0], ...]``, read as Python reads slices; None leaves a limit open."""
def slice_channel(
    data: _Symbol | None = ...,
    num_outputs: int = ...,
    axis: int = ...,
    squeeze_axis: bool | Literal[0, 1] = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> _Symbol:
    """Return ``data`` cut into ``num_outputs`` equal parts along ``axis``, without that axis if ``squeeze_axis``."""
def slice_like(
    data: _Symbol | None = ...,
    shape_like: _Symbol | None = ...,
    axes: int | Sequence[int] | None = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> _Symbol:
    """Return the first part of ``data``, as long as ``shape_like`` along ``axes`` (all for (), none for None)."""
def smooth_l1(
    data: _Symbol | None = ...,
    scalar: float = ...,
    is_int: bool | Literal[0, 1] = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> _Symbol:
    """Return ``(s x)**2 / 2`` where ``|x| < 1 / s**2``, else ``|x| - 1 / (2 s**2)``, with s = ``scalar``."""
def softmax(
    data: _Symbol | None = ...,
    length: _Symbol | None = ...,
    axis: int = ...,
    temperature: float | None = ...,
    dtype: Literal['float16', 'float32', 'float64'] | None = ...,
    use_length: bool | Literal[0, 1] | None = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> _Symbol:
    """Return ``exp(x/t) / sum(exp(x/t))`` along an axis, t the temperature: positive numbers whose sum is 1."""
def softsign(
    data: _Symbol | None = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> _Symbol:
    """Return ``x / (1 + |x|)`` for every element x."""
def stop_gradient(
    data: _Symbol | None = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> _Symbol:
    """Return ``data``; no gradient passes back through it (it is zero)."""
def sync_batch_norm(
    data: _Symbol | None = ...,
    gamma: _Symbol | None = ...,
    beta: _Symbol | None = ...,
    moving_mean: _Symbol | None = ...,
    moving_var: _Symbol | None = ...,
    eps: float = ...,
    momentum: float = ...,
    fix_gamma: bool | Literal[0, 1] = ...,
    use_global_stats: bool | Literal[0, 1] = ...,
    output_mean_var: bool | Literal[0, 1] = ...,
    ndev: int = ...,
    key: str = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> _Symbol:
    """Normalize as ``BatchNorm`` does along axis 1; the third output is the variance itself."""
def tensor_poisson(
    lam: _Symbol | None = ...,
    shape: int | Sequence[int] = ...,
    dtype: Literal['float16', 'float32', 'float64'] | None = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> _Symbol:
    """Return draws of ``shape`` from the Poisson distribution of mean ``lam`` of every element."""
def topk(
    data: _Symbol | None = ...,
    axis: int | None = ...,
    k: int = ...,
    ret_typ: Literal['both', 'indices', 'mask', 'value'] = ...,
    is_ascend: bool | Literal[0, 1] = ...,
    dtype: Any = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> _Symbol:
    """Return the ``k`` greatest elements along ``axis`` (least, if ``is_ascend``), best first; k < 1 means all."""
