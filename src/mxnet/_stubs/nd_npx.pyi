# Written by scripts/write_stubs.py from the registry of operators: do not edit.
from collections.abc import Sequence
from typing import Any, Literal

from ..ndarray.numpy.multiarray import ndarray

def activation(
    data: ndarray | None = ...,
    act_type: Literal['relu', 'sigmoid', 'softrelu', 'softsign', 'tanh'] = ...,
    out: Any = ...,
    name: str | None = ...,
) -> ndarray:
    """Apply a function to every element."""
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
def cast(data: ndarray | None = ..., dtype: Any = ..., out: Any = ..., name: str | None = ...) -> ndarray:
    """Return ``data`` in another data type; fractions are cut off where it has none."""
def constraint_check(input: ndarray | None = ..., msg: str = ..., out: Any = ..., name: str | None = ...) -> ndarray:
    """Return True, without axes, where all elements of ``input``, bools, hold; raise an error saying ``msg`` else."""
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
    """Convolve (correlate) data with filters; the length along an axis becomes ``(n + 2*pad - dilate*(kernel-1) - 1) // stride + 1``."""
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
    """Apply the transpose of a convolution; the length along an axis becomes ``(n - 1)*stride - 2*pad + dilate*(kernel-1) + 1 + adj``."""
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
    """Return the rows of ``weight`` ``(input_dim, output_dim)`` at the positions ``data``, clipped to the range."""
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
    """Return ``data @ weight.T + bias``."""
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
    """Return ``data @ weight.T`` of int8 data and a prepared weight."""
def intgemm_maxabsolute(data: ndarray | None = ..., out: Any = ..., name: str | None = ...) -> ndarray:
    """Return the absolute maximum of float32 ``data``, ``(1,)``."""
def intgemm_prepare_data(
    data: ndarray | None = ...,
    maxabs: ndarray | None = ...,
    out: Any = ...,
    name: str | None = ...,
) -> ndarray:
    """Return float32 ``data`` as int8 from -127 to 127, which stand for ``-maxabs`` to ``maxabs``."""
def intgemm_prepare_weight(
    weight: ndarray | None = ...,
    maxabs: ndarray | None = ...,
    already_quantized: bool | Literal[0, 1] = ...,
    out: Any = ...,
    name: str | None = ...,
) -> ndarray:
    """Return a ``weight`` ``(..., K)`` of float32, or of int8 where ``already_quantized``, ready for products."""
def intgemm_take_weight(
    weight: ndarray | None = ...,
    indices: ndarray | None = ...,
    out: Any = ...,
    name: str | None = ...,
) -> ndarray:
    """Return the rows ``indices``, a multiple of 8 of them, of a prepared ``weight``."""
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
    """Return detections ``(B, A, 6)``: class (without background), score and box; class -1 means none."""
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
    """Return the anchors of every pixel of ``(N, C, H, W)``: ``(1, H * W * A, 4)``, ``A = sizes + ratios - 1``."""
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
    """Return what to learn: offsets and their mask ``(B, A * 4)``, and classes ``(B, A)``, 0 being background."""
def nonzero(x: ndarray | None = ..., out: Any = ..., name: str | None = ...) -> ndarray:
    """Return the places of the elements that are not 0, one row each, as int64; a number counts as a vector."""
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
    """Reduce each window of ``(N, C, *space)`` (or channel-last) data to one number."""
def relu(data: ndarray | None = ..., out: Any = ..., name: str | None = ...) -> ndarray:
    """Return ``max(x, 0)`` for every element x."""
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
    """Run recurrent layers over ``data`` ``(T, N, C)``."""
def roi_pooling(
    data: ndarray | None = ...,
    rois: ndarray | None = ...,
    pooled_size: int | Sequence[int] = ...,
    spatial_scale: float = ...,
    out: Any = ...,
    name: str | None = ...,
) -> Any:
    """Return the maxima of ``pooled_size`` bins of each region, ``(R, C, *pooled_size)``."""
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
def shape_array(data: ndarray | None = ..., out: Any = ..., name: str | None = ...) -> ndarray:
    """Return the shape of ``data`` as a vector of int64."""
def sigmoid(data: ndarray | None = ..., out: Any = ..., name: str | None = ...) -> ndarray:
    """Return ``1 / (1 + e ** -x)`` for every element x."""
def slice(
    data: ndarray | None = ...,
    begin: int | Sequence[int | None] = ...,
    end: int | Sequence[int | None] = ...,
    step: int | Sequence[int | None] | None = ...,
    out: Any = ...,
    name: str | None = ...,
) -> ndarray:
    """Return ``data[begin[0]:end[0]:step[0], ...]``, read as Python reads slices; None leaves a limit open."""
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
    """Return ``exp(x/t) / sum(exp(x/t))`` along ``axis``, ``t`` the ``temperature`` (1)."""
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
