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
    """Average ``(N, C, H, W)`` over windows chosen so that ``output_size`` of them cover height and width."""
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
    """Return what ``BatchNorm`` returns, with negative numbers in the first output set to 0."""
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
    """Interpolate ``(N, C, H, W)`` to another height and width."""
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
    """Convolve ``(N, C, H, W)`` with points of the kernel moved by ``offset`` ``(N, G * kernel points * 2, H', W')``."""
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
    """Return the means of points in bins that move, ``(R, output_dim, pooled_size, pooled_size)``."""
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
    """Convolve as ``DeformableConvolution``, what is read times ``mask`` ``(N, G * kernel points, H', W')``."""
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
    """Return detections ``(B, A, 6)``: class (without background), score and box; class -1 means none."""
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
    """Return the anchors of every pixel of ``(N, C, H, W)``: ``(1, H * W * A, 4)``, ``A = sizes + ratios - 1``."""
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
    """Return what to learn: offsets and their mask ``(B, A * 4)``, and classes ``(B, A)``, 0 being background."""
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
    """Return what ``Proposal`` does for each of N images, one after the other: ``(N * rpn_post_nms_top_n, 5)``."""
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
    """Return the means of each region's ``pooled_size`` squared bins, ``(R, output_dim, pooled_size, pooled_size)``."""
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
    """Return ``rpn_post_nms_top_n`` regions ``(image, x1, y1, x2, y2)`` of one image, and with ``output_score`` scores."""
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
    """Return the means of interpolated points in ``pooled_size`` bins of each region, ``(R, C, *pooled_size)``."""
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
    """Return the means of interpolated points in the bins of turned regions, ``(R, C, *pooled_size)``."""
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
    """Return the rows of ``weight`` ``(input_dim, output_dim)`` at the positions ``data``, clipped to the range."""
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
    """Normalize as ``BatchNorm`` does along axis 1; the third output is the variance itself."""
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
    """Pair rows with columns of ``(..., N, M)`` scores, best first, each once."""
def boolean_mask(
    data: Symbol | None = ...,
    index: Symbol | None = ...,
    axis: int = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return the rows of ``data`` where ``index``, a vector, is not 0. ``axis`` must be 0."""
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
    """Return the boxes ``(B, N, 4)``, corners, that offsets ``(B, N, 4)`` to anchors ``(1, N, 4)`` mean."""
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
    """Return what a network should answer for anchors: offsets to their boxes, and a mask, both ``(B, N, 4)``."""
def box_iou(
    lhs: Symbol | None = ...,
    rhs: Symbol | None = ...,
    format: Literal['center', 'corner'] = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return the intersection over union of every pair of boxes, ``(*a, *b)`` for ``(*a, 4)`` and ``(*b, 4)``."""
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
    """Return the rows of ``(..., n, k)`` by falling score without those that overlap better ones; the rest is -1."""
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
    """Return the rows of ``(..., n, k)`` by falling score without those that overlap better ones; the rest is -1."""
def calibrate_entropy(
    hist: Symbol | None = ...,
    hist_edges: Symbol | None = ...,
    num_quantized_bins: int = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return the threshold at which numbers are best cut off, and the divergence that it leaves."""
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
    """Return ``(..., out_dim)`` with ``out[..., h[i]] += s[i] * data[..., i]``."""
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
    """Return the float32 numbers that int8 or uint8 ``data`` stand for, given their range."""
def dgl_adjacency(
    data: Symbol | None = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return a graph with every edge's number replaced by 1, in float32."""
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
    """Return neighbourhoods as ``dgl_csr_neighbor_uniform_sample`` does, vertices drawn by their ``probability``."""
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
    """Return neighbourhoods of a graph drawn at random, one for each array of seeds (int64), in three groups."""
def dgl_graph_compact(
    *graph_data: Any,
    return_mapping: bool | Literal[0, 1] = ...,
    graph_sizes: int | Sequence[int] = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return graphs of sampling without their empty rows and columns, ``graph_sizes`` vertices each, numbered anew."""
def dgl_subgraph(
    *data: Any,
    return_mapping: bool | Literal[0, 1] = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return the graphs that sets of vertices (ascending, int64) induce, csr, their edges numbered from 0."""
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
    """Return ``data`` in the shape that the vector ``shape`` has, with the codes of ``Reshape``."""
def edge_id(
    data: Symbol | None = ...,
    u: Symbol | None = ...,
    v: Symbol | None = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return the data of the edges from vertices ``u`` to vertices ``v`` of a graph, -1 where there is none."""
def fft(
    data: Symbol | None = ...,
    compute_size: int = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return the discrete Fourier transform of real rows ``(..., d)`` as pairs, ``(..., 2 * d)``."""
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
    """Move ``weight`` by AdaGrad with one rate per row: ``w -= lr * g / sqrt(history + epsilon)``."""
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
    """Return the log-likelihood ``(N,)`` of events of K Hawkes processes, and the processes' state at the end, (N, K)."""
def ifft(
    data: Symbol | None = ...,
    compute_size: int = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return the real part of ``d`` times the inverse Fourier transform of rows of pairs, ``(..., 2 * d)``."""
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
    """Return ``old_tensor`` with its rows at ``index_vector`` replaced by those of ``new_tensor``, at most as many."""
def interleaved_matmul_encdec_qk(
    queries: Symbol | None = ...,
    keys_values: Symbol | None = ...,
    heads: int = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return ``queries @ keys.T / sqrt(size)`` of attention to another sequence, ``(batch * heads, queries, keys)``."""
def interleaved_matmul_encdec_valatt(
    keys_values: Symbol | None = ...,
    attention: Symbol | None = ...,
    heads: int = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return ``attention @ values`` of attention to another sequence, ``(queries, batch, heads * size)``."""
def interleaved_matmul_selfatt_qk(
    queries_keys_values: Symbol | None = ...,
    heads: int = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return ``queries @ keys.T / sqrt(size)`` of self-attention, ``(batch * heads, length, length)``."""
def interleaved_matmul_selfatt_valatt(
    queries_keys_values: Symbol | None = ...,
    attention: Symbol | None = ...,
    heads: int = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return ``attention @ values`` of self-attention, ``(length, batch, heads * size)``."""
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
    """Return ``data @ weight.T`` of int8 data and a prepared weight."""
def intgemm_maxabsolute(
    data: Symbol | None = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return the absolute maximum of float32 ``data``, ``(1,)``."""
def intgemm_prepare_data(
    data: Symbol | None = ...,
    maxabs: Symbol | None = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return float32 ``data`` as int8 from -127 to 127, which stand for ``-maxabs`` to ``maxabs``."""
def intgemm_prepare_weight(
    weight: Symbol | None = ...,
    maxabs: Symbol | None = ...,
    already_quantized: bool | Literal[0, 1] = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return a ``weight`` ``(..., K)`` of float32, or of int8 where ``already_quantized``, ready for products."""
def intgemm_take_weight(
    weight: Symbol | None = ...,
    indices: Symbol | None = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return the rows ``indices``, a multiple of 8 of them, of a prepared ``weight``."""
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
    """Return float32 ``data`` as int8 or uint8, and the range that these stand for: ``(values, low, high)``."""
def quantize_asym(
    data: Symbol | None = ...,
    min_calib_range: float | None = ...,
    max_calib_range: float | None = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return float32 ``data`` as uint8 with a shift: ``(values, scale, shift)``, ``values = data * scale + shift``."""
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
    """Return ``data`` as int8 or uint8, and the range that these stand for: ``(values, low, high)``."""
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
    """Return ``max(data, 0)`` of quantized data; only ``act_type`` relu is supported."""
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
    """Normalize quantized data by the moving statistics, into a calibrated range of int8."""
def quantized_concat(
    *data: Any,
    dim: int = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Concatenate ``num_args`` quantized arrays along axis ``dim``; the minimum and maximum of each follow them."""
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
    """Convolve uint8 or int8 data ``(N, C, *space)`` of two or three dimensions with int8 filters: int32 sums."""
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
    """Return the sum of two quantized arrays: with a calibrated range int8, or uint8 if both are; else int32."""
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
    """Return the product of two quantized arrays: int8 with a calibrated range, else int32; or one float32 output."""
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
    """Return the rows of an int8 ``weight`` at the positions ``data``, as ``Embedding`` does."""
def quantized_flatten(
    data: Symbol | None = ...,
    min_data: Symbol | None = ...,
    max_data: Symbol | None = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return quantized data as a matrix, one row for each sample."""
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
    """Return the int32 sums ``data @ weight.T + bias`` of int8 or uint8 data and int8 weights."""
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
    """Reduce windows of quantized data to their maximum or rounded average, as ``Pooling`` does."""
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
    """Run LSTM layers over uint8 ``data`` ``(T, N, C)``, which stand for ``(data - data_shift) / data_scale``."""
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
    """Return int32 ``data``, which stand for numbers from ``min_range`` to ``max_range``, as int8 or uint8."""
def round_ste(
    data: Symbol | None = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return ``x rounded to the nearest integer, its gradient passed on unchanged`` for every element x."""
def sign_ste(
    data: Symbol | None = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return ``the sign of x, its gradient passed on unchanged`` for every element x."""
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
    """Return the sums of the values in the windows, weighted by ``score`` (see :func:`sldwin_atten_score`)."""
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
    """Return 1 where a place and the key that it looks at are within ``valid_length``, ``(B,)``, and 0 elsewhere."""
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
    """Return the products of queries and the keys in their windows, ``(B, L, H, 2w + 1)``, or ``(B, L, H, w + 1)``."""
