# Written by scripts/write_stubs.py from the registry of operators: do not edit.
from collections.abc import Sequence
from typing import Any, Literal

from ..ndarray.numpy.multiarray import ndarray

def activation(
    data: ndarray | None = ...,
    act_type: Literal['relu', 'sigmoid', 'softrelu', 'softsign', 'tanh', 'log_sigmoid', 'mish'] = ...,
    out: Any = ...,
    name: str | None = ...,
) -> ndarray:
    """Apply a function to every element."""
def add_n(*args: Any, out: Any = ..., name: str | None = ..., **kwargs: Any) -> ndarray:
    """Return the sum of any number of arrays of one shape and data type."""
def advanced_index(*arrays: Any, key: str = ..., out: Any = ..., name: str | None = ..., **kwargs: Any) -> ndarray:
    """Return an array indexed as by NumPy, with the index written down as text: what indexing becomes in a graph."""
def arange_like(
    data: ndarray | None = ...,
    start: float = ...,
    step: float = ...,
    repeat: int = ...,
    ctx: str = ...,
    axis: int | None = ...,
    out: Any = ...,
    name: str | None = ...,
) -> ndarray:
    """Return a range as long as ``data`` has elements, in its shape, or as long as one axis, as a vector."""
def batch_dot(
    lhs: ndarray | None = ...,
    rhs: ndarray | None = ...,
    transpose_a: bool | Literal[0, 1] = ...,
    transpose_b: bool | Literal[0, 1] = ...,
    forward_stype: Literal['csr', 'default', 'row_sparse'] | None = ...,
    out: Any = ...,
    name: str | None = ...,
) -> ndarray:
    """Return the matrix products of the last two axes, one for each index of the others, which must be equal."""
def batch_flatten(data: ndarray | None = ..., out: Any = ..., name: str | None = ...) -> ndarray:
    """Return ``data`` as a matrix: the first axis stays, all others become one."""
def batch_norm(
    data: ndarray | None = ...,
    gamma: ndarray | None = ...,
    beta: ndarray | None = ...,
    moving_mean: ndarray | None = ...,
    moving_var: ndarray | None = ...,
    eps: float = ...,
    momentum: float = ...,
    fix_gamma: bool | Literal[0, 1] = ...,
    use_global_stats: bool | Literal[0, 1] = ...,
    output_mean_var: bool | Literal[0, 1] = ...,
    axis: int = ...,
    cudnn_off: bool | Literal[0, 1] = ...,
    min_calib_range: float | None = ...,
    max_calib_range: float | None = ...,
    out: Any = ...,
    name: str | None = ...,
) -> ndarray:
    """Return ``gamma * (data - mean) / sqrt(var + eps) + beta``, channel by channel along ``axis``."""
def batch_norm_with_relu(
    data: ndarray | None = ...,
    gamma: ndarray | None = ...,
    beta: ndarray | None = ...,
    moving_mean: ndarray | None = ...,
    moving_var: ndarray | None = ...,
    eps: float = ...,
    momentum: float = ...,
    fix_gamma: bool | Literal[0, 1] = ...,
    use_global_stats: bool | Literal[0, 1] = ...,
    output_mean_var: bool | Literal[0, 1] = ...,
    axis: int = ...,
    cudnn_off: bool | Literal[0, 1] = ...,
    min_calib_range: float | None = ...,
    max_calib_range: float | None = ...,
    out: Any = ...,
    name: str | None = ...,
) -> ndarray:
    """Return what ``BatchNorm`` does, with negative numbers set to 0: ``relu(gamma * (data - mean) / sqrt(var + eps) + beta)``."""
def bipartite_matching(
    data: ndarray | None = ...,
    is_ascend: bool | Literal[0, 1] = ...,
    threshold: float = ...,
    topk: int = ...,
    out: Any = ...,
    name: str | None = ...,
) -> Any:
    """Pair rows with columns of scores, the best pair first, each row and column once."""
def box_decode(
    data: ndarray | None = ...,
    anchors: ndarray | None = ...,
    std0: float = ...,
    std1: float = ...,
    std2: float = ...,
    std3: float = ...,
    clip: float = ...,
    format: Literal['center', 'corner'] = ...,
    out: Any = ...,
    name: str | None = ...,
) -> ndarray:
    """Return the boxes that offsets to anchors mean, the reverse of ``box_encode``."""
def box_encode(
    samples: ndarray | None = ...,
    matches: ndarray | None = ...,
    anchors: ndarray | None = ...,
    refs: ndarray | None = ...,
    means: ndarray | None = ...,
    stds: ndarray | None = ...,
    out: Any = ...,
    name: str | None = ...,
) -> Any:
    """Return what a network should answer for anchors: the offsets to their boxes, and which anchors learn."""
def box_iou(
    lhs: ndarray | None = ...,
    rhs: ndarray | None = ...,
    format: Literal['center', 'corner'] = ...,
    out: Any = ...,
    name: str | None = ...,
) -> ndarray:
    """Return how much every pair of boxes overlaps: the area of their intersection over that of their union, 0 to 1."""
def box_nms(
    data: ndarray | None = ...,
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
    out: Any = ...,
    name: str | None = ...,
) -> ndarray:
    """Remove boxes that overlap better ones (non-maximum suppression), and sort the others by falling score."""
def broadcast_greater(
    lhs: ndarray | None = ...,
    rhs: ndarray | None = ...,
    out: Any = ...,
    name: str | None = ...,
) -> ndarray:
    """Return ``1 if lhs > rhs else 0``, element by element."""
def broadcast_like(
    lhs: ndarray | None = ...,
    rhs: ndarray | None = ...,
    lhs_axes: int | Sequence[int] | None = ...,
    rhs_axes: int | Sequence[int] | None = ...,
    out: Any = ...,
    name: str | None = ...,
) -> ndarray:
    """Return ``lhs`` with axes of length 1 repeated to those of ``rhs``, or only ``lhs_axes`` to ``rhs_axes``."""
def cast(data: ndarray | None = ..., dtype: Any = ..., out: Any = ..., name: str | None = ...) -> ndarray:
    """Return ``data`` in another data type; fractions are cut off where it has none."""
def constraint_check(input: ndarray | None = ..., msg: str = ..., out: Any = ..., name: str | None = ...) -> ndarray:
    """Return True, without axes, where all elements of ``input``, bools, hold; raise an error saying ``msg`` else."""
def contrib_calibrate_entropy(
    hist: ndarray | None = ...,
    hist_edges: ndarray | None = ...,
    num_quantized_bins: int = ...,
    out: Any = ...,
    name: str | None = ...,
) -> Any:
    """Return where numbers are best cut off before they are quantized, by their histogram."""
def contrib_quantize(
    data: ndarray | None = ...,
    min_range: ndarray | None = ...,
    max_range: ndarray | None = ...,
    out_type: Literal['int8', 'uint8'] = ...,
    out: Any = ...,
    name: str | None = ...,
) -> Any:
    """Round numbers of a given range to integers of 8 bits."""
def contrib_quantize_v2(
    data: ndarray | None = ...,
    out_type: Literal['auto', 'int8', 'uint8'] = ...,
    min_calib_range: float | None = ...,
    max_calib_range: float | None = ...,
    out: Any = ...,
    name: str | None = ...,
) -> Any:
    """Round numbers to integers of 8 bits, in a range that calibration found or in their own."""
def convolution(
    data: ndarray | None = ...,
    weight: ndarray | None = ...,
    bias: ndarray | None = ...,
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
    out: Any = ...,
    name: str | None = ...,
) -> ndarray:
    """Convolve data with filters over one, two or three axes, and add a bias."""
def ctc_loss(
    data: ndarray | None = ...,
    label: ndarray | None = ...,
    data_lengths: ndarray | None = ...,
    label_lengths: ndarray | None = ...,
    use_data_lengths: bool | Literal[0, 1] = ...,
    use_label_lengths: bool | Literal[0, 1] = ...,
    blank_label: Literal['first', 'last'] = ...,
    out: Any = ...,
    name: str | None = ...,
) -> ndarray:
    """Return ``-log P(label | softmax(data))`` per sequence, ``(N,)``."""
def deconvolution(
    data: ndarray | None = ...,
    weight: ndarray | None = ...,
    bias: ndarray | None = ...,
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
    out: Any = ...,
    name: str | None = ...,
) -> ndarray:
    """Apply the transpose of a convolution: what a convolution's gradient does to its input."""
def deformable_convolution(
    data: ndarray | None = ...,
    offset: ndarray | None = ...,
    weight: ndarray | None = ...,
    bias: ndarray | None = ...,
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
    out: Any = ...,
    name: str | None = ...,
) -> ndarray:
    """Convolve images with filters whose points are moved by offsets, at every place by its own."""
def digamma(data: ndarray | None = ..., out: Any = ..., name: str | None = ...) -> ndarray:
    """Return the derivative of ``log |gamma(x)|``, element by element."""
def dropout(
    data: ndarray | None = ...,
    p: float = ...,
    mode: Literal['always', 'training'] = ...,
    axes: int | Sequence[int] = ...,
    cudnn_off: bool | Literal[0, 1] | None = ...,
    out: Any = ...,
    name: str | None = ...,
) -> ndarray:
    """Set elements to 0 with probability ``p`` and scale the others by ``1/(1-p)``; outside of training, copy."""
def embedding(
    data: ndarray | None = ...,
    weight: ndarray | None = ...,
    input_dim: int = ...,
    output_dim: int = ...,
    dtype: Any = ...,
    sparse_grad: bool | Literal[0, 1] = ...,
    out: Any = ...,
    name: str | None = ...,
) -> ndarray:
    """Return the rows of a table at the positions in ``data``."""
def erf(data: ndarray | None = ..., out: Any = ..., name: str | None = ...) -> ndarray:
    """Return ``2 / sqrt(pi) * the integral of exp(-t * t) from 0 to x`` for every element x."""
def erfinv(data: ndarray | None = ..., out: Any = ..., name: str | None = ...) -> ndarray:
    """Return ``the inverse of erf at x`` for every element x."""
def fully_connected(
    data: ndarray | None = ...,
    weight: ndarray | None = ...,
    bias: ndarray | None = ...,
    num_hidden: int = ...,
    no_bias: bool | Literal[0, 1] = ...,
    flatten: bool | Literal[0, 1] = ...,
    out: Any = ...,
    name: str | None = ...,
) -> ndarray:
    """Return ``data @ weight.T + bias``: each result is a weighted sum of all inputs."""
def gamma(data: ndarray | None = ..., out: Any = ..., name: str | None = ...) -> ndarray:
    """Return ``the gamma function of x`` for every element x."""
def gammaln(data: ndarray | None = ..., out: Any = ..., name: str | None = ...) -> ndarray:
    """Return ``log |gamma(x)|`` for every element x."""
def gather_nd(
    data: ndarray | None = ...,
    indices: ndarray | None = ...,
    out: Any = ...,
    name: str | None = ...,
) -> ndarray:
    """Return ``data[indices[0], ..., indices[m - 1]]``: column j of ``indices`` ``(m, ...)`` is one position."""
def group_norm(
    data: ndarray | None = ...,
    gamma: ndarray | None = ...,
    beta: ndarray | None = ...,
    num_groups: int = ...,
    eps: float = ...,
    output_mean_var: bool | Literal[0, 1] = ...,
    out: Any = ...,
    name: str | None = ...,
) -> ndarray:
    """Return ``gamma * (data - mean) / std + beta``, ``std = sqrt(var + eps)``, per instance and group of channels."""
def index_add(
    a: ndarray | None = ...,
    ind: ndarray | None = ...,
    val: ndarray | None = ...,
    out: Any = ...,
    name: str | None = ...,
) -> ndarray:
    """Return a copy of an array with values added at some places, as often as a place occurs."""
def index_update(
    a: ndarray | None = ...,
    ind: ndarray | None = ...,
    val: ndarray | None = ...,
    out: Any = ...,
    name: str | None = ...,
) -> ndarray:
    """Return a copy of an array with other values at some places, as after ``a[ind] = val``."""
def instance_norm(
    data: ndarray | None = ...,
    gamma: ndarray | None = ...,
    beta: ndarray | None = ...,
    eps: float = ...,
    out: Any = ...,
    name: str | None = ...,
) -> ndarray:
    """Return ``gamma * (data - mean) / sqrt(var + eps) + beta``, the statistics taken per instance and channel."""
def interleaved_matmul_encdec_qk(
    queries: ndarray | None = ...,
    keys_values: ndarray | None = ...,
    heads: int = ...,
    out: Any = ...,
    name: str | None = ...,
) -> ndarray:
    """Return the scores of attention to another sequence, ``queries @ keys.T / sqrt(size)``, for all heads in one call."""
def interleaved_matmul_encdec_valatt(
    keys_values: ndarray | None = ...,
    attention: ndarray | None = ...,
    heads: int = ...,
    out: Any = ...,
    name: str | None = ...,
) -> ndarray:
    """Return the values of attention to another sequence, weighted: ``attention @ values``, for all heads in one call."""
def interleaved_matmul_selfatt_qk(
    queries_keys_values: ndarray | None = ...,
    heads: int = ...,
    out: Any = ...,
    name: str | None = ...,
) -> ndarray:
    """Return the scores of self-attention, ``queries @ keys.T / sqrt(size)``, for all heads in one call."""
def interleaved_matmul_selfatt_valatt(
    queries_keys_values: ndarray | None = ...,
    attention: ndarray | None = ...,
    heads: int = ...,
    out: Any = ...,
    name: str | None = ...,
) -> ndarray:
    """Return the values of self-attention, weighted: ``attention @ values``, for all heads in one call."""
def intgemm_fully_connected(
    data: ndarray | None = ...,
    weight: ndarray | None = ...,
    scaling: ndarray | None = ...,
    bias: ndarray | None = ...,
    num_hidden: int = ...,
    no_bias: bool | Literal[0, 1] = ...,
    flatten: bool | Literal[0, 1] = ...,
    out_type: Literal['float32', 'int32'] = ...,
    out: Any = ...,
    name: str | None = ...,
) -> ndarray:
    """Return ``data @ weight.T`` of int8, times a scale, plus a bias."""
def intgemm_maxabsolute(data: ndarray | None = ..., out: Any = ..., name: str | None = ...) -> ndarray:
    """Return the greatest absolute value of an array, for ``intgemm_prepare_data``."""
def intgemm_prepare_data(
    data: ndarray | None = ...,
    maxabs: ndarray | None = ...,
    out: Any = ...,
    name: str | None = ...,
) -> ndarray:
    """Round numbers to int8, -127 to 127."""
def intgemm_prepare_weight(
    weight: ndarray | None = ...,
    maxabs: ndarray | None = ...,
    already_quantized: bool | Literal[0, 1] = ...,
    out: Any = ...,
    name: str | None = ...,
) -> ndarray:
    """Round a weight to int8, ready for ``intgemm_fully_connected``."""
def intgemm_take_weight(
    weight: ndarray | None = ...,
    indices: ndarray | None = ...,
    out: Any = ...,
    name: str | None = ...,
) -> ndarray:
    """Return some rows of a prepared weight, as of the words that may come."""
def layer_norm(
    data: ndarray | None = ...,
    gamma: ndarray | None = ...,
    beta: ndarray | None = ...,
    axis: int = ...,
    eps: float = ...,
    output_mean_var: bool | Literal[0, 1] = ...,
    out: Any = ...,
    name: str | None = ...,
) -> ndarray:
    """Return ``gamma * (data - mean) / std + beta`` with ``std = sqrt(var + eps)``, both taken along ``axis``."""
def leaky_relu(
    data: ndarray | None = ...,
    gamma: ndarray | None = ...,
    act_type: Literal['elu', 'gelu', 'leaky', 'prelu', 'rrelu', 'selu'] = ...,
    slope: float = ...,
    lower_bound: float = ...,
    upper_bound: float = ...,
    out: Any = ...,
    name: str | None = ...,
) -> ndarray:
    """Apply a rectifier that does not stop at zero."""
def log_sigmoid(data: ndarray | None = ..., out: Any = ..., name: str | None = ...) -> ndarray:
    """Return ``log(1 / (1 + exp(-x)))``, element by element, without overflow."""
def log_softmax(
    data: ndarray | None = ...,
    axis: int = ...,
    temperature: float | None = ...,
    dtype: Literal['float16', 'float32', 'float64'] | None = ...,
    use_length: bool | Literal[0, 1] | None = ...,
    out: Any = ...,
    name: str | None = ...,
) -> ndarray:
    """Return the logarithm of ``softmax(data / temperature)`` along ``axis``. ``use_length`` must be false."""
def masked_log_softmax(
    data: ndarray | None = ...,
    mask: ndarray | None = ...,
    axis: int = ...,
    temperature: float | None = ...,
    normalize: bool | Literal[0, 1] = ...,
    out: Any = ...,
    name: str | None = ...,
) -> ndarray:
    """Return the logarithm of ``masked_softmax``: the log-softmax over the entries that a mask leaves."""
def masked_softmax(
    data: ndarray | None = ...,
    mask: ndarray | None = ...,
    axis: int = ...,
    temperature: float | None = ...,
    normalize: bool | Literal[0, 1] = ...,
    out: Any = ...,
    name: str | None = ...,
) -> ndarray:
    """Return the softmax of ``data / temperature`` along an axis, over the entries that a mask leaves."""
def mish(data: ndarray | None = ..., out: Any = ..., name: str | None = ...) -> ndarray:
    """Return ``x * tanh(log(1 + exp(x)))``, element by element, an activation (Misra, arXiv 1908.08681)."""
def modulated_deformable_convolution(
    data: ndarray | None = ...,
    offset: ndarray | None = ...,
    mask: ndarray | None = ...,
    weight: ndarray | None = ...,
    bias: ndarray | None = ...,
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
    out: Any = ...,
    name: str | None = ...,
) -> ndarray:
    """Convolve images with filters whose points are moved by offsets, and what they read is multiplied by a mask."""
def multibox_detection(
    cls_prob: ndarray | None = ...,
    loc_pred: ndarray | None = ...,
    anchor: ndarray | None = ...,
    clip: bool | Literal[0, 1] = ...,
    threshold: float = ...,
    background_id: int = ...,
    nms_threshold: float = ...,
    force_suppress: bool | Literal[0, 1] = ...,
    variances: float | Sequence[float] = ...,
    nms_topk: int = ...,
    out: Any = ...,
    name: str | None = ...,
) -> ndarray:
    """Return the boxes that a detector found: its offsets applied to the anchors, less those that overlap better ones."""
def multibox_prior(
    data: ndarray | None = ...,
    sizes: float | Sequence[float] = ...,
    ratios: float | Sequence[float] = ...,
    clip: bool | Literal[0, 1] = ...,
    steps: float | Sequence[float] = ...,
    offsets: float | Sequence[float] = ...,
    out: Any = ...,
    name: str | None = ...,
) -> ndarray:
    """Return the anchors of a feature map: boxes of some sizes and ratios around the middle of every pixel."""
def multibox_target(
    anchor: ndarray | None = ...,
    label: ndarray | None = ...,
    cls_pred: ndarray | None = ...,
    overlap_threshold: float = ...,
    ignore_label: float = ...,
    negative_mining_ratio: float = ...,
    negative_mining_thresh: float = ...,
    minimum_negative_samples: int = ...,
    variances: float | Sequence[float] = ...,
    out: Any = ...,
    name: str | None = ...,
) -> Any:
    """Return what a detector should learn for each anchor: the offsets to its box, and its class."""
def nonzero(x: ndarray | None = ..., out: Any = ..., name: str | None = ...) -> ndarray:
    """Return the places of the elements that are not 0, one row each, as int64; a number counts as a vector."""
def norm(
    data: ndarray | None = ...,
    ord: int = ...,
    axis: int | Sequence[int] | None = ...,
    out_dtype: Any | None = ...,
    keepdims: bool | Literal[0, 1] = ...,
    out: Any = ...,
    name: str | None = ...,
) -> ndarray:
    """Return the sum of magnitudes (``ord=1``) or the root of the sum of squares (``ord=2``) over ``axis``."""
def one_hot(
    indices: ndarray | None = ...,
    depth: int = ...,
    on_value: float = ...,
    off_value: float = ...,
    dtype: Any = ...,
    out: Any = ...,
    name: str | None = ...,
) -> ndarray:
    """Return an array with a new last axis of length ``depth``: ``on_value`` at the index, ``off_value`` elsewhere."""
def pad(
    data: ndarray | None = ...,
    mode: Literal['constant', 'edge', 'reflect'] = ...,
    pad_width: int | Sequence[int] = ...,
    constant_value: float = ...,
    out: Any = ...,
    name: str | None = ...,
) -> ndarray:
    """Return ``data``, of shape ``(N, C, H, W)`` or ``(N, C, D, H, W)``, with padding around its space."""
def pick(
    data: ndarray | None = ...,
    index: ndarray | None = ...,
    axis: int | None = ...,
    keepdims: bool | Literal[0, 1] = ...,
    mode: Literal['clip', 'wrap'] = ...,
    out: Any = ...,
    name: str | None = ...,
) -> ndarray:
    """Return one element along ``axis`` for every index: ``data[i, index[i]]`` for the last axis of a matrix."""
def pooling(
    data: ndarray | None = ...,
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
    out: Any = ...,
    name: str | None = ...,
) -> Any:
    """Reduce each window of the data to one number."""
def quantized_act(
    data: ndarray | None = ...,
    min_data: ndarray | None = ...,
    max_data: ndarray | None = ...,
    act_type: Literal['relu', 'sigmoid', 'softrelu', 'softsign', 'tanh'] = ...,
    out: Any = ...,
    name: str | None = ...,
) -> Any:
    """Set negative integers of 8 bits to 0."""
def quantized_conv(
    data: ndarray | None = ...,
    weight: ndarray | None = ...,
    bias: ndarray | None = ...,
    min_data: ndarray | None = ...,
    max_data: ndarray | None = ...,
    min_weight: ndarray | None = ...,
    max_weight: ndarray | None = ...,
    min_bias: ndarray | None = ...,
    max_bias: ndarray | None = ...,
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
    out: Any = ...,
    name: str | None = ...,
) -> Any:
    """Convolve integers of 8 bits with int8 filters."""
def quantized_elemwise_add(
    lhs: ndarray | None = ...,
    rhs: ndarray | None = ...,
    lhs_min: ndarray | None = ...,
    lhs_max: ndarray | None = ...,
    rhs_min: ndarray | None = ...,
    rhs_max: ndarray | None = ...,
    min_calib_range: float | None = ...,
    max_calib_range: float | None = ...,
    out: Any = ...,
    name: str | None = ...,
) -> Any:
    """Add two arrays of integers of 8 bits, each with its own range."""
def quantized_elemwise_mul(
    lhs: ndarray | None = ...,
    rhs: ndarray | None = ...,
    lhs_min: ndarray | None = ...,
    lhs_max: ndarray | None = ...,
    rhs_min: ndarray | None = ...,
    rhs_max: ndarray | None = ...,
    min_calib_range: float | None = ...,
    max_calib_range: float | None = ...,
    enable_float_output: bool | Literal[0, 1] = ...,
    out: Any = ...,
    name: str | None = ...,
) -> Any:
    """Multiply two arrays of integers of 8 bits, each with its own range."""
def quantized_embedding(
    data: ndarray | None = ...,
    weight: ndarray | None = ...,
    min_weight: ndarray | None = ...,
    max_weight: ndarray | None = ...,
    input_dim: int = ...,
    output_dim: int = ...,
    dtype: Literal['bfloat16', 'float16', 'float32', 'float64', 'int32', 'int64', 'int8', 'uint8'] = ...,
    sparse_grad: bool | Literal[0, 1] = ...,
    out: Any = ...,
    name: str | None = ...,
) -> Any:
    """Return the rows of an int8 table at some positions, as ``Embedding`` does."""
def quantized_flatten(
    data: ndarray | None = ...,
    min_data: ndarray | None = ...,
    max_data: ndarray | None = ...,
    out: Any = ...,
    name: str | None = ...,
) -> Any:
    """Make a matrix of quantized data, one row for each sample."""
def quantized_fully_connected(
    data: ndarray | None = ...,
    weight: ndarray | None = ...,
    bias: ndarray | None = ...,
    min_data: ndarray | None = ...,
    max_data: ndarray | None = ...,
    min_weight: ndarray | None = ...,
    max_weight: ndarray | None = ...,
    min_bias: ndarray | None = ...,
    max_bias: ndarray | None = ...,
    num_hidden: int = ...,
    no_bias: bool | Literal[0, 1] = ...,
    flatten: bool | Literal[0, 1] = ...,
    out: Any = ...,
    name: str | None = ...,
) -> Any:
    """Return ``data @ weight.T + bias`` of integers of 8 bits."""
def quantized_pooling(
    data: ndarray | None = ...,
    min_data: ndarray | None = ...,
    max_data: ndarray | None = ...,
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
    out: Any = ...,
    name: str | None = ...,
) -> Any:
    """Reduce each window of integers of 8 bits to their maximum or rounded average, as ``Pooling`` does."""
def relu(data: ndarray | None = ..., out: Any = ..., name: str | None = ...) -> ndarray:
    """Return ``max(x, 0)`` for every element x."""
def requantize(
    data: ndarray | None = ...,
    min_range: ndarray | None = ...,
    max_range: ndarray | None = ...,
    out_type: Literal['auto', 'int8', 'uint8'] = ...,
    min_calib_range: float | None = ...,
    max_calib_range: float | None = ...,
    out: Any = ...,
    name: str | None = ...,
) -> Any:
    """Round int32, sums of products as quantized layers give them, to integers of 8 bits."""
def reshape(
    a: ndarray | None = ...,
    newshape: int | Sequence[int] = ...,
    reverse: bool | Literal[0, 1] = ...,
    order: str = ...,
    out: Any = ...,
    name: str | None = ...,
) -> ndarray:
    """Return ``a`` in the shape that the codes ``newshape`` give; ``reverse`` reads both from the right."""
def reshape_like(
    lhs: ndarray | None = ...,
    rhs: ndarray | None = ...,
    lhs_begin: int | None = ...,
    lhs_end: int | None = ...,
    rhs_begin: int | None = ...,
    rhs_end: int | None = ...,
    out: Any = ...,
    name: str | None = ...,
) -> ndarray:
    """Return ``lhs`` with its axes ``lhs_begin ... lhs_end - 1`` in place of ``rhs``'s ``rhs_begin ... rhs_end - 1``."""
def rnn(
    data: ndarray | None = ...,
    parameters: ndarray | None = ...,
    state: ndarray | None = ...,
    state_cell: ndarray | None = ...,
    sequence_length: ndarray | None = ...,
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
    out: Any = ...,
    name: str | None = ...,
) -> Any:
    """Run recurrent layers over sequences."""
def roi_pooling(
    data: ndarray | None = ...,
    rois: ndarray | None = ...,
    pooled_size: int | Sequence[int] = ...,
    spatial_scale: float = ...,
    out: Any = ...,
    name: str | None = ...,
) -> Any:
    """Divide each region into bins, and return the greatest pixel of each."""
def round_ste(data: ndarray | None = ..., out: Any = ..., name: str | None = ...) -> ndarray:
    """Return x rounded to the nearest integer for every element x; the gradient is passed on unchanged (straight-through estimator)."""
def scalar_poisson(
    lam: float = ...,
    shape: int | Sequence[int] | None = ...,
    ctx: str = ...,
    dtype: Literal['float16', 'float32', 'float64'] | None = ...,
    out: Any = ...,
    name: str | None = ...,
) -> ndarray:
    """Return Poisson-distributed random integers of mean ``lam``, as floats."""
def sequence_last(
    data: ndarray | None = ...,
    sequence_length: ndarray | None = ...,
    use_sequence_length: bool | Literal[0, 1] = ...,
    axis: int = ...,
    out: Any = ...,
    name: str | None = ...,
) -> ndarray:
    """Return the last step of every sequence, ``(N, ...)``: step ``T - 1``, or ``sequence_length - 1``."""
def sequence_mask(
    data: ndarray | None = ...,
    sequence_length: ndarray | None = ...,
    use_sequence_length: bool | Literal[0, 1] = ...,
    value: float = ...,
    axis: int = ...,
    out: Any = ...,
    name: str | None = ...,
) -> ndarray:
    """Set the steps beyond each sequence's length to ``value``; without ``use_sequence_length``, copy."""
def sequence_reverse(
    data: ndarray | None = ...,
    sequence_length: ndarray | None = ...,
    use_sequence_length: bool | Literal[0, 1] = ...,
    axis: int = ...,
    out: Any = ...,
    name: str | None = ...,
) -> ndarray:
    """Reverse every sequence ``(T, N, ...)``; what lies beyond its length stays."""
def shape_array(data: ndarray | None = ..., out: Any = ..., name: str | None = ...) -> ndarray:
    """Return the shape of ``data`` as a vector of int64."""
def sigmoid(data: ndarray | None = ..., out: Any = ..., name: str | None = ...) -> ndarray:
    """Return ``1 / (1 + e ** -x)`` for every element x."""
def sign_ste(data: ndarray | None = ..., out: Any = ..., name: str | None = ...) -> ndarray:
    """Return the sign of x for every element x; the gradient is passed on unchanged (straight-through estimator)."""
def sldwin_atten_context(
    score: ndarray | None = ...,
    value: ndarray | None = ...,
    dilation: ndarray | None = ...,
    w: int = ...,
    symmetric: bool | Literal[0, 1] = ...,
    out: Any = ...,
    name: str | None = ...,
) -> ndarray:
    """Return the sums of the values in the windows, weighted by the scores: what attention in a sliding window gives."""
def sldwin_atten_mask_like(
    score: ndarray | None = ...,
    dilation: ndarray | None = ...,
    valid_length: ndarray | None = ...,
    w: int = ...,
    symmetric: bool | Literal[0, 1] = ...,
    out: Any = ...,
    name: str | None = ...,
) -> ndarray:
    """Return 1 where a place and the key that it looks at are within the sequence, and 0 elsewhere."""
def sldwin_atten_score(
    query: ndarray | None = ...,
    key: ndarray | None = ...,
    dilation: ndarray | None = ...,
    w: int = ...,
    symmetric: bool | Literal[0, 1] = ...,
    out: Any = ...,
    name: str | None = ...,
) -> ndarray:
    """Return the products of queries with the keys in their windows: the scores of attention in a sliding window."""
def slice(
    data: ndarray | None = ...,
    begin: int | Sequence[int | None] = ...,
    end: int | Sequence[int | None] = ...,
    step: int | Sequence[int | None] | None = ...,
    out: Any = ...,
    name: str | None = ...,
) -> ndarray:
    """Return ``data[begin[0]:end[0]:step[0], ...]``, read as Python reads slices; None leaves a limit open."""
def slice_channel(
    data: ndarray | None = ...,
    num_outputs: int = ...,
    axis: int = ...,
    squeeze_axis: bool | Literal[0, 1] = ...,
    out: Any = ...,
    name: str | None = ...,
) -> Any:
    """Return ``data`` cut into ``num_outputs`` equal parts along ``axis``, without that axis if ``squeeze_axis``."""
def slice_like(
    data: ndarray | None = ...,
    shape_like: ndarray | None = ...,
    axes: int | Sequence[int] | None = ...,
    out: Any = ...,
    name: str | None = ...,
) -> ndarray:
    """Return the first part of ``data``, as long as ``shape_like`` along ``axes`` (all for (), none for None)."""
def smooth_l1(
    data: ndarray | None = ...,
    scalar: float = ...,
    is_int: bool | Literal[0, 1] = ...,
    out: Any = ...,
    name: str | None = ...,
) -> ndarray:
    """Return ``(s x)**2 / 2`` where ``|x| < 1 / s**2``, else ``|x| - 1 / (2 s**2)``, with s = ``scalar``."""
def softmax(
    data: ndarray | None = ...,
    length: ndarray | None = ...,
    axis: int = ...,
    temperature: float | None = ...,
    dtype: Literal['float16', 'float32', 'float64'] | None = ...,
    use_length: bool | Literal[0, 1] | None = ...,
    out: Any = ...,
    name: str | None = ...,
) -> ndarray:
    """Return ``exp(x/t) / sum(exp(x/t))`` along an axis, t the temperature: positive numbers whose sum is 1."""
def softsign(data: ndarray | None = ..., out: Any = ..., name: str | None = ...) -> ndarray:
    """Return ``x / (1 + |x|)`` for every element x."""
def stop_gradient(data: ndarray | None = ..., out: Any = ..., name: str | None = ...) -> ndarray:
    """Return ``data``; no gradient passes back through it (it is zero)."""
def sync_batch_norm(
    data: ndarray | None = ...,
    gamma: ndarray | None = ...,
    beta: ndarray | None = ...,
    moving_mean: ndarray | None = ...,
    moving_var: ndarray | None = ...,
    eps: float = ...,
    momentum: float = ...,
    fix_gamma: bool | Literal[0, 1] = ...,
    use_global_stats: bool | Literal[0, 1] = ...,
    output_mean_var: bool | Literal[0, 1] = ...,
    ndev: int = ...,
    key: str = ...,
    out: Any = ...,
    name: str | None = ...,
) -> Any:
    """Normalize each channel as ``BatchNorm`` does, in training by the statistics of the batches of all processes."""
def tensor_poisson(
    lam: ndarray | None = ...,
    shape: int | Sequence[int] = ...,
    dtype: Literal['float16', 'float32', 'float64'] | None = ...,
    out: Any = ...,
    name: str | None = ...,
) -> ndarray:
    """Return Poisson-distributed random integers of mean ``lam`` of every element, as floats."""
def topk(
    data: ndarray | None = ...,
    axis: int | None = ...,
    k: int = ...,
    ret_typ: Literal['both', 'indices', 'mask', 'value'] = ...,
    is_ascend: bool | Literal[0, 1] = ...,
    dtype: Any = ...,
    out: Any = ...,
    name: str | None = ...,
) -> ndarray:
    """Return the ``k`` greatest elements along ``axis`` (least, if ``is_ascend``), best first; k < 1 means all."""
