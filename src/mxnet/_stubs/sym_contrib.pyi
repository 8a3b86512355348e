# Written by scripts/write_stubs.py from the registry of operators: do not edit.
from collections.abc import Sequence
from typing import Any, Literal

from ..symbol.symbol import Symbol
from .sym_op import CTCLoss as CTCLoss
from .sym_op import ctc_loss as ctc_loss

def AdaptiveAvgPooling2D(
    data: Symbol | None = ...,
    output_size: int | Sequence[int] = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Average images over windows chosen so that ``output_size`` of them cover height and width."""
def BatchNormWithReLU(
    data: Symbol | None = ...,
    gamma: Symbol | None = ...,
    beta: Symbol | None = ...,
    moving_mean: Symbol | None = ...,
    moving_var: Symbol | None = ...,
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
) -> Symbol:
    """Return what ``BatchNorm`` does, with negative numbers set to 0: ``relu(gamma * (data - mean) / sqrt(var + eps) + beta)``."""
def BilinearResize2D(
    data: Symbol | None = ...,
    like: Symbol | None = ...,
    height: int = ...,
    width: int = ...,
    scale_height: float | None = ...,
    scale_width: float | None = ...,
    mode: Literal['like', 'odd_scale', 'size', 'to_even_down', 'to_even_up', 'to_odd_down', 'to_odd_up'] = ...,
    align_corners: bool | Literal[0, 1] = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Interpolate images to another height and width."""
def DeformableConvolution(
    data: Symbol | None = ...,
    offset: Symbol | None = ...,
    weight: Symbol | None = ...,
    bias: Symbol | None = ...,
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
) -> Symbol:
    """Convolve images with filters whose points are moved by offsets, at every place by its own."""
def DeformablePSROIPooling(
    data: Symbol | None = ...,
    rois: Symbol | None = ...,
    trans: Symbol | None = ...,
    spatial_scale: float = ...,
    output_dim: int = ...,
    group_size: int = ...,
    pooled_size: int = ...,
    part_size: int = ...,
    sample_per_part: int = ...,
    trans_std: float = ...,
    no_trans: bool | Literal[0, 1] = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Divide each region into bins that move, and return the mean of points in each, from channels of its own."""
def ModulatedDeformableConvolution(
    data: Symbol | None = ...,
    offset: Symbol | None = ...,
    mask: Symbol | None = ...,
    weight: Symbol | None = ...,
    bias: Symbol | None = ...,
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
) -> Symbol:
    """Convolve images with filters whose points are moved by offsets, and what they read is multiplied by a mask."""
def MultiBoxDetection(
    cls_prob: Symbol | None = ...,
    loc_pred: Symbol | None = ...,
    anchor: Symbol | None = ...,
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
) -> Symbol:
    """Return the boxes that a detector found: its offsets applied to the anchors, less those that overlap better ones."""
def MultiBoxPrior(
    data: Symbol | None = ...,
    sizes: float | Sequence[float] = ...,
    ratios: float | Sequence[float] = ...,
    clip: bool | Literal[0, 1] = ...,
    steps: float | Sequence[float] = ...,
    offsets: float | Sequence[float] = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return the anchors of a feature map: boxes of some sizes and ratios around the middle of every pixel."""
def MultiBoxTarget(
    anchor: Symbol | None = ...,
    label: Symbol | None = ...,
    cls_pred: Symbol | None = ...,
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
) -> Symbol:
    """Return what a detector should learn for each anchor: the offsets to its box, and its class."""
def MultiProposal(
    cls_prob: Symbol | None = ...,
    bbox_pred: Symbol | None = ...,
    im_info: Symbol | None = ...,
    rpn_pre_nms_top_n: int = ...,
    rpn_post_nms_top_n: int = ...,
    threshold: float = ...,
    rpn_min_size: int = ...,
    scales: float | Sequence[float] = ...,
    ratios: float | Sequence[float] = ...,
    feature_stride: int = ...,
    output_score: bool | Literal[0, 1] = ...,
    iou_loss: bool | Literal[0, 1] = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return the regions of images that most probably show objects, one image after the other."""
def PSROIPooling(
    data: Symbol | None = ...,
    rois: Symbol | None = ...,
    spatial_scale: float = ...,
    output_dim: int = ...,
    pooled_size: int = ...,
    group_size: int = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Divide each region into bins, and return the mean of the pixels of each, every bin from channels of its own."""
def Proposal(
    cls_prob: Symbol | None = ...,
    bbox_pred: Symbol | None = ...,
    im_info: Symbol | None = ...,
    rpn_pre_nms_top_n: int = ...,
    rpn_post_nms_top_n: int = ...,
    threshold: float = ...,
    rpn_min_size: int = ...,
    scales: float | Sequence[float] = ...,
    ratios: float | Sequence[float] = ...,
    feature_stride: int = ...,
    output_score: bool | Literal[0, 1] = ...,
    iou_loss: bool | Literal[0, 1] = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return the regions of one image that most probably show objects, by what a network says of anchors."""
def ROIAlign(
    data: Symbol | None = ...,
    rois: Symbol | None = ...,
    pooled_size: int | Sequence[int] = ...,
    spatial_scale: float = ...,
    sample_ratio: int = ...,
    position_sensitive: bool | Literal[0, 1] = ...,
    aligned: bool | Literal[0, 1] = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Divide each region into bins, and return the mean of interpolated points in each."""
def RROIAlign(
    data: Symbol | None = ...,
    rois: Symbol | None = ...,
    pooled_size: int | Sequence[int] = ...,
    spatial_scale: float = ...,
    sampling_ratio: int = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Divide turned regions into bins, and return the mean of interpolated points in each."""
def SparseEmbedding(
    data: Symbol | None = ...,
    weight: Symbol | None = ...,
    input_dim: int = ...,
    output_dim: int = ...,
    dtype: Any = ...,
    deterministic: bool | Literal[0, 1] = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return the rows of a table at the positions ``data``, clipped to the range."""
def SyncBatchNorm(
    data: Symbol | None = ...,
    gamma: Symbol | None = ...,
    beta: Symbol | None = ...,
    moving_mean: Symbol | None = ...,
    moving_var: Symbol | None = ...,
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
) -> Symbol:
    """Normalize each channel as ``BatchNorm`` does, in training by the statistics of the batches of all processes."""
def allclose(
    a: Symbol | None = ...,
    b: Symbol | None = ...,
    rtol: float = ...,
    atol: float = ...,
    equal_nan: bool | Literal[0, 1] = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return 1 if ``|a - b| <= atol + rtol * |b|`` everywhere, else 0, as uint8 of shape ``()``."""
def arange_like(
    data: Symbol | None = ...,
    start: float = ...,
    step: float = ...,
    repeat: int = ...,
    ctx: str = ...,
    axis: int | None = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return a range as long as ``data`` has elements, in its shape, or as long as one axis, as a vector."""
def bipartite_matching(
    data: Symbol | None = ...,
    is_ascend: bool | Literal[0, 1] = ...,
    threshold: float = ...,
    topk: int = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Pair rows with columns of scores, the best pair first, each row and column once."""
def boolean_mask(
    data: Symbol | None = ...,
    index: Symbol | None = ...,
    axis: int = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return the rows of ``data`` where a vector is not 0. The shape depends on the values, so a graph cannot infer it."""
def box_decode(
    data: Symbol | None = ...,
    anchors: Symbol | None = ...,
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
) -> Symbol:
    """Return the boxes that offsets to anchors mean, the reverse of ``box_encode``."""
def box_encode(
    samples: Symbol | None = ...,
    matches: Symbol | None = ...,
    anchors: Symbol | None = ...,
    refs: Symbol | None = ...,
    means: Symbol | None = ...,
    stds: Symbol | None = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return what a network should answer for anchors: the offsets to their boxes, and which anchors learn."""
def box_iou(
    lhs: Symbol | None = ...,
    rhs: Symbol | None = ...,
    format: Literal['center', 'corner'] = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return how much every pair of boxes overlaps: the area of their intersection over that of their union, 0 to 1."""
def box_nms(
    data: Symbol | None = ...,
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
) -> Symbol:
    """Remove boxes that overlap better ones (non-maximum suppression), and sort the others by falling score."""
def box_non_maximum_suppression(
    data: Symbol | None = ...,
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
) -> Symbol:
    """Remove boxes that overlap better ones (non-maximum suppression), and sort the others by falling score."""
def calibrate_entropy(
    hist: Symbol | None = ...,
    hist_edges: Symbol | None = ...,
    num_quantized_bins: int = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return where numbers are best cut off before they are quantized, by their histogram."""
def count_sketch(
    data: Symbol | None = ...,
    h: Symbol | None = ...,
    s: Symbol | None = ...,
    out_dim: int = ...,
    processing_batch_size: int = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return a shorter array into which every element of a row is added, at a place and with a sign of its own (a count sketch)."""
def dequantize(
    data: Symbol | None = ...,
    min_range: Symbol | None = ...,
    max_range: Symbol | None = ...,
    out_type: Literal['float32'] = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return the numbers that integers of 8 bits stand for."""
def dgl_adjacency(
    data: Symbol | None = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return a graph with the number of every edge replaced by 1."""
def dgl_csr_neighbor_non_uniform_sample(
    *seed_arrays: Any,
    num_hops: int = ...,
    num_neighbor: int = ...,
    max_num_vertices: int = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Draw the neighbourhoods of some vertices of a graph at random, by weights of the vertices."""
def dgl_csr_neighbor_uniform_sample(
    *seed_arrays: Any,
    num_hops: int = ...,
    num_neighbor: int = ...,
    max_num_vertices: int = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Draw the neighbourhoods of some vertices of a graph at random, all edges alike."""
def dgl_graph_compact(
    *graph_data: Any,
    return_mapping: bool | Literal[0, 1] = ...,
    graph_sizes: int | Sequence[int] = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Remove the empty rows and columns of graphs that were drawn, and number their vertices anew."""
def dgl_subgraph(
    *data: Any,
    return_mapping: bool | Literal[0, 1] = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return the part of a graph that sets of vertices induce: these vertices, and all edges between them."""
def div_sqrt_dim(
    data: Symbol | None = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return ``data / sqrt(d)``, d being the length of the last axis (as attention scales its scores)."""
def dynamic_reshape(
    data: Symbol | None = ...,
    shape: Symbol | None = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return ``data`` in a shape that an array says, with the codes of ``Reshape``."""
def edge_id(
    data: Symbol | None = ...,
    u: Symbol | None = ...,
    v: Symbol | None = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return the numbers of the edges from some vertices to others."""
def fft(
    data: Symbol | None = ...,
    compute_size: int = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return the discrete Fourier transform of real rows, each complex number as a pair: ``real0, imag0, real1, imag1, ...``."""
def getnnz(
    data: Symbol | None = ...,
    axis: int | None = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return how many elements a csr array stores: ``(1,)``, or with ``axis=1`` in each row; int64."""
def gradientmultiplier(
    data: Symbol | None = ...,
    scalar: float = ...,
    is_int: bool | Literal[0, 1] = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return ``data``; its gradient is multiplied by ``scalar`` (-1 reverses it, for domain-adversarial training)."""
def group_adagrad_update(
    weight: Symbol | None = ...,
    grad: Symbol | None = ...,
    history: Symbol | None = ...,
    lr: float = ...,
    rescale_grad: float = ...,
    clip_gradient: float = ...,
    epsilon: float = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Do one step of AdaGrad with one rate for each row, as for embeddings: ``weight -= lr * g / sqrt(history + epsilon)``."""
def hawkesll(
    lda: Symbol | None = ...,
    alpha: Symbol | None = ...,
    beta: Symbol | None = ...,
    state: Symbol | None = ...,
    lags: Symbol | None = ...,
    marks: Symbol | None = ...,
    valid_length: Symbol | None = ...,
    max_time: Symbol | None = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return the log-likelihood of events under K self-exciting point processes (Hawkes processes)."""
def ifft(
    data: Symbol | None = ...,
    compute_size: int = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return the real part of ``d`` times the inverse Fourier transform of rows of d complex numbers, each a pair."""
def index_array(
    data: Symbol | None = ...,
    axes: int | Sequence[int] | None = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return the index of every element of ``data``, or only its part for ``axes``, as last axis, in int64."""
def index_copy(
    old_tensor: Symbol | None = ...,
    index_vector: Symbol | None = ...,
    new_tensor: Symbol | None = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return an array with some rows replaced."""
def interleaved_matmul_encdec_qk(
    queries: Symbol | None = ...,
    keys_values: Symbol | None = ...,
    heads: int = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return the scores of attention to another sequence, ``queries @ keys.T / sqrt(size)``, for all heads in one call."""
def interleaved_matmul_encdec_valatt(
    keys_values: Symbol | None = ...,
    attention: Symbol | None = ...,
    heads: int = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return the values of attention to another sequence, weighted: ``attention @ values``, for all heads in one call."""
def interleaved_matmul_selfatt_qk(
    queries_keys_values: Symbol | None = ...,
    heads: int = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return the scores of self-attention, ``queries @ keys.T / sqrt(size)``, for all heads in one call."""
def interleaved_matmul_selfatt_valatt(
    queries_keys_values: Symbol | None = ...,
    attention: Symbol | None = ...,
    heads: int = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return the values of self-attention, weighted: ``attention @ values``, for all heads in one call."""
def intgemm_fully_connected(
    data: Symbol | None = ...,
    weight: Symbol | None = ...,
    scaling: Symbol | None = ...,
    bias: Symbol | None = ...,
    num_hidden: int = ...,
    no_bias: bool | Literal[0, 1] = ...,
    flatten: bool | Literal[0, 1] = ...,
    out_type: Literal['float32', 'int32'] = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return ``data @ weight.T`` of int8, times a scale, plus a bias."""
def intgemm_maxabsolute(
    data: Symbol | None = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return the greatest absolute value of an array, for ``intgemm_prepare_data``."""
def intgemm_prepare_data(
    data: Symbol | None = ...,
    maxabs: Symbol | None = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Round numbers to int8, -127 to 127."""
def intgemm_prepare_weight(
    weight: Symbol | None = ...,
    maxabs: Symbol | None = ...,
    already_quantized: bool | Literal[0, 1] = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Round a weight to int8, ready for ``intgemm_fully_connected``."""
def intgemm_take_weight(
    weight: Symbol | None = ...,
    indices: Symbol | None = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return some rows of a prepared weight, as of the words that may come."""
def quadratic(
    data: Symbol | None = ...,
    a: float = ...,
    b: float = ...,
    c: float = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return ``a * x**2 + b * x + c``."""
def quantize(
    data: Symbol | None = ...,
    min_range: Symbol | None = ...,
    max_range: Symbol | None = ...,
    out_type: Literal['int8', 'uint8'] = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Round numbers of a given range to integers of 8 bits."""
def quantize_asym(
    data: Symbol | None = ...,
    min_calib_range: float | None = ...,
    max_calib_range: float | None = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Round numbers to uint8 so that their least one becomes 0 and their greatest one 255."""
def quantize_v2(
    data: Symbol | None = ...,
    out_type: Literal['auto', 'int8', 'uint8'] = ...,
    min_calib_range: float | None = ...,
    max_calib_range: float | None = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Round numbers to integers of 8 bits, in a range that calibration found or in their own."""
def quantized_act(
    data: Symbol | None = ...,
    min_data: Symbol | None = ...,
    max_data: Symbol | None = ...,
    act_type: Literal['relu', 'sigmoid', 'softrelu', 'softsign', 'tanh'] = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Set negative integers of 8 bits to 0."""
def quantized_batch_norm(
    data: Symbol | None = ...,
    gamma: Symbol | None = ...,
    beta: Symbol | None = ...,
    moving_mean: Symbol | None = ...,
    moving_var: Symbol | None = ...,
    min_data: Symbol | None = ...,
    max_data: Symbol | None = ...,
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
) -> Symbol:
    """Normalize integers of 8 bits by the moving statistics, into a calibrated range of int8."""
def quantized_concat(
    *data: Any,
    dim: int = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Join arrays of integers of 8 bits along an axis, in a range that holds all of theirs."""
def quantized_conv(
    data: Symbol | None = ...,
    weight: Symbol | None = ...,
    bias: Symbol | None = ...,
    min_data: Symbol | None = ...,
    max_data: Symbol | None = ...,
    min_weight: Symbol | None = ...,
    max_weight: Symbol | None = ...,
    min_bias: Symbol | None = ...,
    max_bias: Symbol | None = ...,
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
) -> Symbol:
    """Convolve integers of 8 bits with int8 filters."""
def quantized_elemwise_add(
    lhs: Symbol | None = ...,
    rhs: Symbol | None = ...,
    lhs_min: Symbol | None = ...,
    lhs_max: Symbol | None = ...,
    rhs_min: Symbol | None = ...,
    rhs_max: Symbol | None = ...,
    min_calib_range: float | None = ...,
    max_calib_range: float | None = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Add two arrays of integers of 8 bits, each with its own range."""
def quantized_elemwise_mul(
    lhs: Symbol | None = ...,
    rhs: Symbol | None = ...,
    lhs_min: Symbol | None = ...,
    lhs_max: Symbol | None = ...,
    rhs_min: Symbol | None = ...,
    rhs_max: Symbol | None = ...,
    min_calib_range: float | None = ...,
    max_calib_range: float | None = ...,
    enable_float_output: bool | Literal[0, 1] = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Multiply two arrays of integers of 8 bits, each with its own range."""
def quantized_embedding(
    data: Symbol | None = ...,
    weight: Symbol | None = ...,
    min_weight: Symbol | None = ...,
    max_weight: Symbol | None = ...,
    input_dim: int = ...,
    output_dim: int = ...,
    dtype: Literal['bfloat16', 'float16', 'float32', 'float64', 'int32', 'int64', 'int8', 'uint8'] = ...,
    sparse_grad: bool | Literal[0, 1] = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return the rows of an int8 table at some positions, as ``Embedding`` does."""
def quantized_flatten(
    data: Symbol | None = ...,
    min_data: Symbol | None = ...,
    max_data: Symbol | None = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Make a matrix of quantized data, one row for each sample."""
def quantized_fully_connected(
    data: Symbol | None = ...,
    weight: Symbol | None = ...,
    bias: Symbol | None = ...,
    min_data: Symbol | None = ...,
    max_data: Symbol | None = ...,
    min_weight: Symbol | None = ...,
    max_weight: Symbol | None = ...,
    min_bias: Symbol | None = ...,
    max_bias: Symbol | None = ...,
    num_hidden: int = ...,
    no_bias: bool | Literal[0, 1] = ...,
    flatten: bool | Literal[0, 1] = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return ``data @ weight.T + bias`` of integers of 8 bits."""
def quantized_pooling(
    data: Symbol | None = ...,
    min_data: Symbol | None = ...,
    max_data: Symbol | None = ...,
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
) -> Symbol:
    """Reduce each window of integers of 8 bits to their maximum or rounded average, as ``Pooling`` does."""
def quantized_rnn(
    data: Symbol | None = ...,
    parameters: Symbol | None = ...,
    state: Symbol | None = ...,
    state_cell: Symbol | None = ...,
    data_scale: Symbol | None = ...,
    data_shift: Symbol | None = ...,
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
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Run LSTM layers over sequences of uint8."""
def requantize(
    data: Symbol | None = ...,
    min_range: Symbol | None = ...,
    max_range: Symbol | None = ...,
    out_type: Literal['auto', 'int8', 'uint8'] = ...,
    min_calib_range: float | None = ...,
    max_calib_range: float | None = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Round int32, sums of products as quantized layers give them, to integers of 8 bits."""
def round_ste(
    data: Symbol | None = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return x rounded to the nearest integer for every element x; the gradient is passed on unchanged (straight-through estimator)."""
def sign_ste(
    data: Symbol | None = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return the sign of x for every element x; the gradient is passed on unchanged (straight-through estimator)."""
def sldwin_atten_context(
    score: Symbol | None = ...,
    value: Symbol | None = ...,
    dilation: Symbol | None = ...,
    w: int = ...,
    symmetric: bool | Literal[0, 1] = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return the sums of the values in the windows, weighted by the scores: what attention in a sliding window gives."""
def sldwin_atten_mask_like(
    score: Symbol | None = ...,
    dilation: Symbol | None = ...,
    valid_length: Symbol | None = ...,
    w: int = ...,
    symmetric: bool | Literal[0, 1] = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return 1 where a place and the key that it looks at are within the sequence, and 0 elsewhere."""
def sldwin_atten_score(
    query: Symbol | None = ...,
    key: Symbol | None = ...,
    dilation: Symbol | None = ...,
    w: int = ...,
    symmetric: bool | Literal[0, 1] = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return the products of queries with the keys in their windows: the scores of attention in a sliding window."""
