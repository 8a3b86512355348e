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
    """Return an array indexed as by NumPy, with the index written down as text: what indexing becomes in a graph."""
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
    """Return what ``BatchNorm`` does, with negative numbers set to 0: ``relu(gamma * (data - mean) / sqrt(var + eps) + beta)``."""
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
    """Pair rows with columns of scores, the best pair first, each row and column once."""
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
    """Return the boxes that offsets to anchors mean, the reverse of ``box_encode``."""
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
    """Return what a network should answer for anchors: the offsets to their boxes, and which anchors learn."""
def box_iou(
    lhs: _Symbol | None = ...,
    rhs: _Symbol | None = ...,
    format: Literal['center', 'corner'] = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> _Symbol:
    """Return how much every pair of boxes overlaps: the area of their intersection over that of their union, 0 to 1."""
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
    """Remove boxes that overlap better ones (non-maximum suppression), and sort the others by falling score."""
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
    """Return where numbers are best cut off before they are quantized, by their histogram."""
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
    """Round numbers of a given range to integers of 8 bits."""
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
    """Round numbers to integers of 8 bits, in a range that calibration found or in their own."""
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
    """Convolve images with filters whose points are moved by offsets, at every place by its own."""
def digamma(
    data: _Symbol | None = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> _Symbol:
    """Return the derivative of ``log |gamma(x)|``, element by element."""
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
    """Return a copy of an array with values added at some places, as often as a place occurs."""
def index_update(
    a: _Symbol | None = ...,
    ind: _Symbol | None = ...,
    val: _Symbol | None = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> _Symbol:
    """Return a copy of an array with other values at some places, as after ``a[ind] = val``."""
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
    """Return the scores of attention to another sequence, ``queries @ keys.T / sqrt(size)``, for all heads in one call."""
def interleaved_matmul_encdec_valatt(
    keys_values: _Symbol | None = ...,
    attention: _Symbol | None = ...,
    heads: int = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> _Symbol:
    """Return the values of attention to another sequence, weighted: ``attention @ values``, for all heads in one call."""
def interleaved_matmul_selfatt_qk(
    queries_keys_values: _Symbol | None = ...,
    heads: int = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> _Symbol:
    """Return the scores of self-attention, ``queries @ keys.T / sqrt(size)``, for all heads in one call."""
def interleaved_matmul_selfatt_valatt(
    queries_keys_values: _Symbol | None = ...,
    attention: _Symbol | None = ...,
    heads: int = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> _Symbol:
    """Return the values of self-attention, weighted: ``attention @ values``, for all heads in one call."""
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
    """Return ``data @ weight.T`` of int8, times a scale, plus a bias."""
def intgemm_maxabsolute(
    data: _Symbol | None = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> _Symbol:
    """Return the greatest absolute value of an array, for ``intgemm_prepare_data``."""
def intgemm_prepare_data(
    data: _Symbol | None = ...,
    maxabs: _Symbol | None = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> _Symbol:
    """Round numbers to int8, -127 to 127."""
def intgemm_prepare_weight(
    weight: _Symbol | None = ...,
    maxabs: _Symbol | None = ...,
    already_quantized: bool | Literal[0, 1] = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> _Symbol:
    """Round a weight to int8, ready for ``intgemm_fully_connected``."""
def intgemm_take_weight(
    weight: _Symbol | None = ...,
    indices: _Symbol | None = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> _Symbol:
    """Return some rows of a prepared weight, as of the words that may come."""
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
    """Return ``log(1 / (1 + exp(-x)))``, element by element, without overflow."""
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
    """Return the logarithm of ``masked_softmax``: the log-softmax over the entries that a mask leaves."""
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
    """Return the softmax of ``data / temperature`` along an axis, over the entries that a mask leaves."""
def mish(
    data: _Symbol | None = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> _Symbol:
    """Return ``x * tanh(log(1 + exp(x)))``, element by element, an activation (Misra, arXiv 1908.08681)."""
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
    """Convolve images with filters whose points are moved by offsets, and what they read is multiplied by a mask."""
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
    """Return the boxes that a detector found: its offsets applied to the anchors, less those that overlap better ones."""
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
    """Return the anchors of a feature map: boxes of some sizes and ratios around the middle of every pixel."""
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
    """Return what a detector should learn for each anchor: the offsets to its box, and its class."""
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
    """Set negative integers of 8 bits to 0."""
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
    """Convolve integers of 8 bits with int8 filters."""
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
    """Add two arrays of integers of 8 bits, each with its own range."""
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
    """Multiply two arrays of integers of 8 bits, each with its own range."""
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
    """Return the rows of an int8 table at some positions, as ``Embedding`` does."""
def quantized_flatten(
    data: _Symbol | None = ...,
    min_data: _Symbol | None = ...,
    max_data: _Symbol | None = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> _Symbol:
    """Make a matrix of quantized data, one row for each sample."""
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
    """Return ``data @ weight.T + bias`` of integers of 8 bits."""
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
    """Reduce each window of integers of 8 bits to their maximum or rounded average, as ``Pooling`` does."""
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
    """Round int32, sums of products as quantized layers give them, to integers of 8 bits."""
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
    """Divide each region into bins, and return the greatest pixel of each."""
def round_ste(
    data: _Symbol | None = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> _Symbol:
    """Return x rounded to the nearest integer for every element x; the gradient is passed on unchanged (straight-through estimator)."""
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
    """Return Poisson-distributed random integers of mean ``lam``, as floats."""
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
    """Return the sign of x for every element x; the gradient is passed on unchanged (straight-through estimator)."""
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
    """Return the sums of the values in the windows, weighted by the scores: what attention in a sliding window gives."""
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
    """Return 1 where a place and the key that it looks at are within the sequence, and 0 elsewhere."""
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
    """Return the products of queries with the keys in their windows: the scores of attention in a sliding window."""
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
    """Normalize each channel as ``BatchNorm`` does, in training by the statistics of the batches of all processes."""
def tensor_poisson(
    lam: _Symbol | None = ...,
    shape: int | Sequence[int] = ...,
    dtype: Literal['float16', 'float32', 'float64'] | None = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> _Symbol:
    """Return Poisson-distributed random integers of mean ``lam`` of every element, as floats."""
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
