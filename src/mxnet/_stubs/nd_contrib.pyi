# Written by scripts/write_stubs.py from the registry of operators: do not edit.
from collections.abc import Sequence
from typing import Any, Literal

from ..ndarray.ndarray import NDArray
from .nd_op import CTCLoss as CTCLoss
from .nd_op import ctc_loss as ctc_loss

def AdaptiveAvgPooling2D(
    data: NDArray | None = ...,
    output_size: int | Sequence[int] = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Average images over windows chosen so that ``output_size`` of them cover height and width."""
def BatchNormWithReLU(
    data: NDArray | None = ...,
    gamma: NDArray | None = ...,
    beta: NDArray | None = ...,
    moving_mean: NDArray | None = ...,
    moving_var: NDArray | None = ...,
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
) -> NDArray:
    """Return what ``BatchNorm`` does, with negative numbers set to 0: ``relu(gamma * (data - mean) / sqrt(var + eps) + beta)``."""
def BilinearResize2D(
    data: NDArray | None = ...,
    like: NDArray | None = ...,
    height: int = ...,
    width: int = ...,
    scale_height: float | None = ...,
    scale_width: float | None = ...,
    mode: Literal['like', 'odd_scale', 'size', 'to_even_down', 'to_even_up', 'to_odd_down', 'to_odd_up'] = ...,
    align_corners: bool | Literal[0, 1] = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Interpolate images to another height and width."""
def DeformableConvolution(
    data: NDArray | None = ...,
    offset: NDArray | None = ...,
    weight: NDArray | None = ...,
    bias: NDArray | None = ...,
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
) -> NDArray:
    """Convolve images with filters whose points are moved by offsets, at every place by its own."""
def DeformablePSROIPooling(
    data: NDArray | None = ...,
    rois: NDArray | None = ...,
    trans: NDArray | None = ...,
    spatial_scale: float = ...,
    output_dim: int = ...,
    group_size: int = ...,
    pooled_size: int = ...,
    part_size: int = ...,
    sample_per_part: int = ...,
    trans_std: float = ...,
    no_trans: bool | Literal[0, 1] = ...,
    out: Any = ...,
    name: str | None = ...,
) -> Any:
    """Divide each region into bins that move, and return the mean of points in each, from channels of its own."""
def ModulatedDeformableConvolution(
    data: NDArray | None = ...,
    offset: NDArray | None = ...,
    mask: NDArray | None = ...,
    weight: NDArray | None = ...,
    bias: NDArray | None = ...,
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
) -> NDArray:
    """Convolve images with filters whose points are moved by offsets, and what they read is multiplied by a mask."""
def MultiBoxDetection(
    cls_prob: NDArray | None = ...,
    loc_pred: NDArray | None = ...,
    anchor: NDArray | None = ...,
    clip: bool | Literal[0, 1] = ...,
    threshold: float = ...,
    background_id: int = ...,
    nms_threshold: float = ...,
    force_suppress: bool | Literal[0, 1] = ...,
    variances: float | Sequence[float] = ...,
    nms_topk: int = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return the boxes that a detector found: its offsets applied to the anchors, less those that overlap better ones."""
def MultiBoxPrior(
    data: NDArray | None = ...,
    sizes: float | Sequence[float] = ...,
    ratios: float | Sequence[float] = ...,
    clip: bool | Literal[0, 1] = ...,
    steps: float | Sequence[float] = ...,
    offsets: float | Sequence[float] = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return the anchors of a feature map: boxes of some sizes and ratios around the middle of every pixel."""
def MultiBoxTarget(
    anchor: NDArray | None = ...,
    label: NDArray | None = ...,
    cls_pred: NDArray | None = ...,
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
def MultiProposal(
    cls_prob: NDArray | None = ...,
    bbox_pred: NDArray | None = ...,
    im_info: NDArray | None = ...,
    rpn_pre_nms_top_n: int = ...,
    rpn_post_nms_top_n: int = ...,
    threshold: float = ...,
    rpn_min_size: int = ...,
    scales: float | Sequence[float] = ...,
    ratios: float | Sequence[float] = ...,
    feature_stride: int = ...,
    output_score: bool | Literal[0, 1] = ...,
    iou_loss: bool | Literal[0, 1] = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return the regions of images that most probably show objects, one image after the other."""
def PSROIPooling(
    data: NDArray | None = ...,
    rois: NDArray | None = ...,
    spatial_scale: float = ...,
    output_dim: int = ...,
    pooled_size: int = ...,
    group_size: int = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Divide each region into bins, and return the mean of the pixels of each, every bin from channels of its own."""
def Proposal(
    cls_prob: NDArray | None = ...,
    bbox_pred: NDArray | None = ...,
    im_info: NDArray | None = ...,
    rpn_pre_nms_top_n: int = ...,
    rpn_post_nms_top_n: int = ...,
    threshold: float = ...,
    rpn_min_size: int = ...,
    scales: float | Sequence[float] = ...,
    ratios: float | Sequence[float] = ...,
    feature_stride: int = ...,
    output_score: bool | Literal[0, 1] = ...,
    iou_loss: bool | Literal[0, 1] = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return the regions of one image that most probably show objects, by what a network says of anchors."""
def ROIAlign(
    data: NDArray | None = ...,
    rois: NDArray | None = ...,
    pooled_size: int | Sequence[int] = ...,
    spatial_scale: float = ...,
    sample_ratio: int = ...,
    position_sensitive: bool | Literal[0, 1] = ...,
    aligned: bool | Literal[0, 1] = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Divide each region into bins, and return the mean of interpolated points in each."""
def RROIAlign(
    data: NDArray | None = ...,
    rois: NDArray | None = ...,
    pooled_size: int | Sequence[int] = ...,
    spatial_scale: float = ...,
    sampling_ratio: int = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Divide turned regions into bins, and return the mean of interpolated points in each."""
def SparseEmbedding(
    data: NDArray | None = ...,
    weight: NDArray | None = ...,
    input_dim: int = ...,
    output_dim: int = ...,
    dtype: Any = ...,
    deterministic: bool | Literal[0, 1] = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return the rows of a table at the positions ``data``, clipped to the range."""
def SyncBatchNorm(
    data: NDArray | None = ...,
    gamma: NDArray | None = ...,
    beta: NDArray | None = ...,
    moving_mean: NDArray | None = ...,
    moving_var: NDArray | None = ...,
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
def allclose(
    a: NDArray | None = ...,
    b: NDArray | None = ...,
    rtol: float = ...,
    atol: float = ...,
    equal_nan: bool | Literal[0, 1] = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return 1 if ``|a - b| <= atol + rtol * |b|`` everywhere, else 0, as uint8 of shape ``()``."""
def arange_like(
    data: NDArray | None = ...,
    start: float = ...,
    step: float = ...,
    repeat: int = ...,
    ctx: str = ...,
    axis: int | None = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return a range as long as ``data`` has elements, in its shape, or as long as one axis, as a vector."""
def bipartite_matching(
    data: NDArray | None = ...,
    is_ascend: bool | Literal[0, 1] = ...,
    threshold: float = ...,
    topk: int = ...,
    out: Any = ...,
    name: str | None = ...,
) -> Any:
    """Pair rows with columns of scores, the best pair first, each row and column once."""
def boolean_mask(
    data: NDArray | None = ...,
    index: NDArray | None = ...,
    axis: int = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return the rows of ``data`` where a vector is not 0. The shape depends on the values, so a graph cannot infer it."""
def box_decode(
    data: NDArray | None = ...,
    anchors: NDArray | None = ...,
    std0: float = ...,
    std1: float = ...,
    std2: float = ...,
    std3: float = ...,
    clip: float = ...,
    format: Literal['center', 'corner'] = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return the boxes that offsets to anchors mean, the reverse of ``box_encode``."""
def box_encode(
    samples: NDArray | None = ...,
    matches: NDArray | None = ...,
    anchors: NDArray | None = ...,
    refs: NDArray | None = ...,
    means: NDArray | None = ...,
    stds: NDArray | None = ...,
    out: Any = ...,
    name: str | None = ...,
) -> Any:
    """Return what a network should answer for anchors: the offsets to their boxes, and which anchors learn."""
def box_iou(
    lhs: NDArray | None = ...,
    rhs: NDArray | None = ...,
    format: Literal['center', 'corner'] = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return how much every pair of boxes overlaps: the area of their intersection over that of their union, 0 to 1."""
def box_nms(
    data: NDArray | None = ...,
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
) -> NDArray:
    """Remove boxes that overlap better ones (non-maximum suppression), and sort the others by falling score."""
def box_non_maximum_suppression(
    data: NDArray | None = ...,
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
) -> NDArray:
    """Remove boxes that overlap better ones (non-maximum suppression), and sort the others by falling score."""
def calibrate_entropy(
    hist: NDArray | None = ...,
    hist_edges: NDArray | None = ...,
    num_quantized_bins: int = ...,
    out: Any = ...,
    name: str | None = ...,
) -> Any:
    """Return where numbers are best cut off before they are quantized, by their histogram."""
def count_sketch(
    data: NDArray | None = ...,
    h: NDArray | None = ...,
    s: NDArray | None = ...,
    out_dim: int = ...,
    processing_batch_size: int = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return a shorter array into which every element of a row is added, at a place and with a sign of its own (a count sketch)."""
def dequantize(
    data: NDArray | None = ...,
    min_range: NDArray | None = ...,
    max_range: NDArray | None = ...,
    out_type: Literal['float32'] = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return the numbers that integers of 8 bits stand for."""
def dgl_adjacency(data: NDArray | None = ..., out: Any = ..., name: str | None = ...) -> NDArray:
    """Return a graph with the number of every edge replaced by 1."""
def dgl_csr_neighbor_non_uniform_sample(
    *seed_arrays: Any,
    num_hops: int = ...,
    num_neighbor: int = ...,
    max_num_vertices: int = ...,
    out: Any = ...,
    name: str | None = ...,
    **kwargs: Any,
) -> Any:
    """Draw the neighbourhoods of some vertices of a graph at random, by weights of the vertices."""
def dgl_csr_neighbor_uniform_sample(
    *seed_arrays: Any,
    num_hops: int = ...,
    num_neighbor: int = ...,
    max_num_vertices: int = ...,
    out: Any = ...,
    name: str | None = ...,
    **kwargs: Any,
) -> Any:
    """Draw the neighbourhoods of some vertices of a graph at random, all edges alike."""
def dgl_graph_compact(
    *graph_data: Any,
    return_mapping: bool | Literal[0, 1] = ...,
    graph_sizes: int | Sequence[int] = ...,
    out: Any = ...,
    name: str | None = ...,
    **kwargs: Any,
) -> Any:
    """Remove the empty rows and columns of graphs that were drawn, and number their vertices anew."""
def dgl_subgraph(
    *data: Any,
    return_mapping: bool | Literal[0, 1] = ...,
    out: Any = ...,
    name: str | None = ...,
    **kwargs: Any,
) -> Any:
    """Return the part of a graph that sets of vertices induce: these vertices, and all edges between them."""
def div_sqrt_dim(data: NDArray | None = ..., out: Any = ..., name: str | None = ...) -> NDArray:
    """Return ``data / sqrt(d)``, d being the length of the last axis (as attention scales its scores)."""
def dynamic_reshape(
    data: NDArray | None = ...,
    shape: NDArray | None = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return ``data`` in a shape that an array says, with the codes of ``Reshape``."""
def edge_id(
    data: NDArray | None = ...,
    u: NDArray | None = ...,
    v: NDArray | None = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return the numbers of the edges from some vertices to others."""
def fft(data: NDArray | None = ..., compute_size: int = ..., out: Any = ..., name: str | None = ...) -> NDArray:
    """Return the discrete Fourier transform of real rows, each complex number as a pair: ``real0, imag0, real1, imag1, ...``."""
def getnnz(data: NDArray | None = ..., axis: int | None = ..., out: Any = ..., name: str | None = ...) -> NDArray:
    """Return how many elements a csr array stores: ``(1,)``, or with ``axis=1`` in each row; int64."""
def gradientmultiplier(
    data: NDArray | None = ...,
    scalar: float = ...,
    is_int: bool | Literal[0, 1] = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return ``data``; its gradient is multiplied by ``scalar`` (-1 reverses it, for domain-adversarial training)."""
def group_adagrad_update(
    weight: NDArray | None = ...,
    grad: NDArray | None = ...,
    history: NDArray | None = ...,
    lr: float = ...,
    rescale_grad: float = ...,
    clip_gradient: float = ...,
    epsilon: float = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Do one step of AdaGrad with one rate for each row, as for embeddings: ``weight -= lr * g / sqrt(history + epsilon)``."""
def hawkesll(
    lda: NDArray | None = ...,
    alpha: NDArray | None = ...,
    beta: NDArray | None = ...,
    state: NDArray | None = ...,
    lags: NDArray | None = ...,
    marks: NDArray | None = ...,
    valid_length: NDArray | None = ...,
    max_time: NDArray | None = ...,
    out: Any = ...,
    name: str | None = ...,
) -> Any:
    """Return the log-likelihood of events under K self-exciting point processes (Hawkes processes)."""
def ifft(data: NDArray | None = ..., compute_size: int = ..., out: Any = ..., name: str | None = ...) -> NDArray:
    """Return the real part of ``d`` times the inverse Fourier transform of rows of d complex numbers, each a pair."""
def index_array(
    data: NDArray | None = ...,
    axes: int | Sequence[int] | None = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return the index of every element of ``data``, or only its part for ``axes``, as last axis, in int64."""
def index_copy(
    old_tensor: NDArray | None = ...,
    index_vector: NDArray | None = ...,
    new_tensor: NDArray | None = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return an array with some rows replaced."""
def interleaved_matmul_encdec_qk(
    queries: NDArray | None = ...,
    keys_values: NDArray | None = ...,
    heads: int = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return the scores of attention to another sequence, ``queries @ keys.T / sqrt(size)``, for all heads in one call."""
def interleaved_matmul_encdec_valatt(
    keys_values: NDArray | None = ...,
    attention: NDArray | None = ...,
    heads: int = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return the values of attention to another sequence, weighted: ``attention @ values``, for all heads in one call."""
def interleaved_matmul_selfatt_qk(
    queries_keys_values: NDArray | None = ...,
    heads: int = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return the scores of self-attention, ``queries @ keys.T / sqrt(size)``, for all heads in one call."""
def interleaved_matmul_selfatt_valatt(
    queries_keys_values: NDArray | None = ...,
    attention: NDArray | None = ...,
    heads: int = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return the values of self-attention, weighted: ``attention @ values``, for all heads in one call."""
def intgemm_fully_connected(
    data: NDArray | None = ...,
    weight: NDArray | None = ...,
    scaling: NDArray | None = ...,
    bias: NDArray | None = ...,
    num_hidden: int = ...,
    no_bias: bool | Literal[0, 1] = ...,
    flatten: bool | Literal[0, 1] = ...,
    out_type: Literal['float32', 'int32'] = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return ``data @ weight.T`` of int8, times a scale, plus a bias."""
def intgemm_maxabsolute(data: NDArray | None = ..., out: Any = ..., name: str | None = ...) -> NDArray:
    """Return the greatest absolute value of an array, for ``intgemm_prepare_data``."""
def intgemm_prepare_data(
    data: NDArray | None = ...,
    maxabs: NDArray | None = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Round numbers to int8, -127 to 127."""
def intgemm_prepare_weight(
    weight: NDArray | None = ...,
    maxabs: NDArray | None = ...,
    already_quantized: bool | Literal[0, 1] = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Round a weight to int8, ready for ``intgemm_fully_connected``."""
def intgemm_take_weight(
    weight: NDArray | None = ...,
    indices: NDArray | None = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return some rows of a prepared weight, as of the words that may come."""
def quadratic(
    data: NDArray | None = ...,
    a: float = ...,
    b: float = ...,
    c: float = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return ``a * x**2 + b * x + c``."""
def quantize(
    data: NDArray | None = ...,
    min_range: NDArray | None = ...,
    max_range: NDArray | None = ...,
    out_type: Literal['int8', 'uint8'] = ...,
    out: Any = ...,
    name: str | None = ...,
) -> Any:
    """Round numbers of a given range to integers of 8 bits."""
def quantize_asym(
    data: NDArray | None = ...,
    min_calib_range: float | None = ...,
    max_calib_range: float | None = ...,
    out: Any = ...,
    name: str | None = ...,
) -> Any:
    """Round numbers to uint8 so that their least one becomes 0 and their greatest one 255."""
def quantize_v2(
    data: NDArray | None = ...,
    out_type: Literal['auto', 'int8', 'uint8'] = ...,
    min_calib_range: float | None = ...,
    max_calib_range: float | None = ...,
    out: Any = ...,
    name: str | None = ...,
) -> Any:
    """Round numbers to integers of 8 bits, in a range that calibration found or in their own."""
def quantized_act(
    data: NDArray | None = ...,
    min_data: NDArray | None = ...,
    max_data: NDArray | None = ...,
    act_type: Literal['relu', 'sigmoid', 'softrelu', 'softsign', 'tanh'] = ...,
    out: Any = ...,
    name: str | None = ...,
) -> Any:
    """Set negative integers of 8 bits to 0."""
def quantized_batch_norm(
    data: NDArray | None = ...,
    gamma: NDArray | None = ...,
    beta: NDArray | None = ...,
    moving_mean: NDArray | None = ...,
    moving_var: NDArray | None = ...,
    min_data: NDArray | None = ...,
    max_data: NDArray | None = ...,
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
) -> Any:
    """Normalize integers of 8 bits by the moving statistics, into a calibrated range of int8."""
def quantized_concat(*data: Any, dim: int = ..., out: Any = ..., name: str | None = ..., **kwargs: Any) -> Any:
    """Join arrays of integers of 8 bits along an axis, in a range that holds all of theirs."""
def quantized_conv(
    data: NDArray | None = ...,
    weight: NDArray | None = ...,
    bias: NDArray | None = ...,
    min_data: NDArray | None = ...,
    max_data: NDArray | None = ...,
    min_weight: NDArray | None = ...,
    max_weight: NDArray | None = ...,
    min_bias: NDArray | None = ...,
    max_bias: NDArray | None = ...,
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
    lhs: NDArray | None = ...,
    rhs: NDArray | None = ...,
    lhs_min: NDArray | None = ...,
    lhs_max: NDArray | None = ...,
    rhs_min: NDArray | None = ...,
    rhs_max: NDArray | None = ...,
    min_calib_range: float | None = ...,
    max_calib_range: float | None = ...,
    out: Any = ...,
    name: str | None = ...,
) -> Any:
    """Add two arrays of integers of 8 bits, each with its own range."""
def quantized_elemwise_mul(
    lhs: NDArray | None = ...,
    rhs: NDArray | None = ...,
    lhs_min: NDArray | None = ...,
    lhs_max: NDArray | None = ...,
    rhs_min: NDArray | None = ...,
    rhs_max: NDArray | None = ...,
    min_calib_range: float | None = ...,
    max_calib_range: float | None = ...,
    enable_float_output: bool | Literal[0, 1] = ...,
    out: Any = ...,
    name: str | None = ...,
) -> Any:
    """Multiply two arrays of integers of 8 bits, each with its own range."""
def quantized_embedding(
    data: NDArray | None = ...,
    weight: NDArray | None = ...,
    min_weight: NDArray | None = ...,
    max_weight: NDArray | None = ...,
    input_dim: int = ...,
    output_dim: int = ...,
    dtype: Literal['bfloat16', 'float16', 'float32', 'float64', 'int32', 'int64', 'int8', 'uint8'] = ...,
    sparse_grad: bool | Literal[0, 1] = ...,
    out: Any = ...,
    name: str | None = ...,
) -> Any:
    """Return the rows of an int8 table at some positions, as ``Embedding`` does."""
def quantized_flatten(
    data: NDArray | None = ...,
    min_data: NDArray | None = ...,
    max_data: NDArray | None = ...,
    out: Any = ...,
    name: str | None = ...,
) -> Any:
    """Make a matrix of quantized data, one row for each sample."""
def quantized_fully_connected(
    data: NDArray | None = ...,
    weight: NDArray | None = ...,
    bias: NDArray | None = ...,
    min_data: NDArray | None = ...,
    max_data: NDArray | None = ...,
    min_weight: NDArray | None = ...,
    max_weight: NDArray | None = ...,
    min_bias: NDArray | None = ...,
    max_bias: NDArray | None = ...,
    num_hidden: int = ...,
    no_bias: bool | Literal[0, 1] = ...,
    flatten: bool | Literal[0, 1] = ...,
    out: Any = ...,
    name: str | None = ...,
) -> Any:
    """Return ``data @ weight.T + bias`` of integers of 8 bits."""
def quantized_pooling(
    data: NDArray | None = ...,
    min_data: NDArray | None = ...,
    max_data: NDArray | None = ...,
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
def quantized_rnn(
    data: NDArray | None = ...,
    parameters: NDArray | None = ...,
    state: NDArray | None = ...,
    state_cell: NDArray | None = ...,
    data_scale: NDArray | None = ...,
    data_shift: NDArray | None = ...,
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
    quantized: bool | Literal[0, 1] = ...,
    out: Any = ...,
    name: str | None = ...,
) -> Any:
    """Run LSTM layers over sequences of uint8."""
def requantize(
    data: NDArray | None = ...,
    min_range: NDArray | None = ...,
    max_range: NDArray | None = ...,
    out_type: Literal['auto', 'int8', 'uint8'] = ...,
    min_calib_range: float | None = ...,
    max_calib_range: float | None = ...,
    out: Any = ...,
    name: str | None = ...,
) -> Any:
    """Round int32, sums of products as quantized layers give them, to integers of 8 bits."""
def round_ste(data: NDArray | None = ..., out: Any = ..., name: str | None = ...) -> NDArray:
    """Return x rounded to the nearest integer for every element x; the gradient is passed on unchanged (straight-through estimator)."""
def sign_ste(data: NDArray | None = ..., out: Any = ..., name: str | None = ...) -> NDArray:
    """Return the sign of x for every element x; the gradient is passed on unchanged (straight-through estimator)."""
def sldwin_atten_context(
    score: NDArray | None = ...,
    value: NDArray | None = ...,
    dilation: NDArray | None = ...,
    w: int = ...,
    symmetric: bool | Literal[0, 1] = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return the sums of the values in the windows, weighted by the scores: what attention in a sliding window gives."""
def sldwin_atten_mask_like(
    score: NDArray | None = ...,
    dilation: NDArray | None = ...,
    valid_length: NDArray | None = ...,
    w: int = ...,
    symmetric: bool | Literal[0, 1] = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return 1 where a place and the key that it looks at are within the sequence, and 0 elsewhere."""
def sldwin_atten_score(
    query: NDArray | None = ...,
    key: NDArray | None = ...,
    dilation: NDArray | None = ...,
    w: int = ...,
    symmetric: bool | Literal[0, 1] = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return the products of queries with the keys in their windows: the scores of attention in a sliding window."""
