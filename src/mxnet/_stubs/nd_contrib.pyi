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
    """Average ``(N, C, H, W)`` over windows chosen so that ``output_size`` of them cover height and width."""
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
    """Return what ``BatchNorm`` returns, with negative numbers in the first output set to 0."""
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
    """Interpolate ``(N, C, H, W)`` to another height and width."""
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
    """Convolve ``(N, C, H, W)`` with points of the kernel moved by ``offset`` ``(N, G * kernel points * 2, H', W')``."""
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
    """Return the means of points in bins that move, ``(R, output_dim, pooled_size, pooled_size)``."""
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
    """Convolve as ``DeformableConvolution``, what is read times ``mask`` ``(N, G * kernel points, H', W')``."""
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
    """Return detections ``(B, A, 6)``: class (without background), score and box; class -1 means none."""
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
    """Return the anchors of every pixel of ``(N, C, H, W)``: ``(1, H * W * A, 4)``, ``A = sizes + ratios - 1``."""
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
    """Return what to learn: offsets and their mask ``(B, A * 4)``, and classes ``(B, A)``, 0 being background."""
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
    """Return what ``Proposal`` does for each of N images, one after the other: ``(N * rpn_post_nms_top_n, 5)``."""
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
    """Return the means of each region's ``pooled_size`` squared bins, ``(R, output_dim, pooled_size, pooled_size)``."""
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
    """Return ``rpn_post_nms_top_n`` regions ``(image, x1, y1, x2, y2)`` of one image, and with ``output_score`` scores."""
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
    """Return the means of interpolated points in ``pooled_size`` bins of each region, ``(R, C, *pooled_size)``."""
def RROIAlign(
    data: NDArray | None = ...,
    rois: NDArray | None = ...,
    pooled_size: int | Sequence[int] = ...,
    spatial_scale: float = ...,
    sampling_ratio: int = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return the means of interpolated points in the bins of turned regions, ``(R, C, *pooled_size)``."""
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
    """Return the rows of ``weight`` ``(input_dim, output_dim)`` at the positions ``data``, clipped to the range."""
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
    """Normalize as ``BatchNorm`` does along axis 1; the third output is the variance itself."""
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
    """Pair rows with columns of ``(..., N, M)`` scores, best first, each once."""
def boolean_mask(
    data: NDArray | None = ...,
    index: NDArray | None = ...,
    axis: int = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return the rows of ``data`` where ``index``, a vector, is not 0. ``axis`` must be 0."""
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
    """Return the boxes ``(B, N, 4)``, corners, that offsets ``(B, N, 4)`` to anchors ``(1, N, 4)`` mean."""
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
    """Return what a network should answer for anchors: offsets to their boxes, and a mask, both ``(B, N, 4)``."""
def box_iou(
    lhs: NDArray | None = ...,
    rhs: NDArray | None = ...,
    format: Literal['center', 'corner'] = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return the intersection over union of every pair of boxes, ``(*a, *b)`` for ``(*a, 4)`` and ``(*b, 4)``."""
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
    """Return the rows of ``(..., n, k)`` by falling score without those that overlap better ones; the rest is -1."""
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
    """Return the rows of ``(..., n, k)`` by falling score without those that overlap better ones; the rest is -1."""
def calibrate_entropy(
    hist: NDArray | None = ...,
    hist_edges: NDArray | None = ...,
    num_quantized_bins: int = ...,
    out: Any = ...,
    name: str | None = ...,
) -> Any:
    """Return the threshold at which numbers are best cut off, and the divergence that it leaves."""
def count_sketch(
    data: NDArray | None = ...,
    h: NDArray | None = ...,
    s: NDArray | None = ...,
    out_dim: int = ...,
    processing_batch_size: int = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return ``(..., out_dim)`` with ``out[..., h[i]] += s[i] * data[..., i]``."""
def dequantize(
    data: NDArray | None = ...,
    min_range: NDArray | None = ...,
    max_range: NDArray | None = ...,
    out_type: Literal['float32'] = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return the float32 numbers that int8 or uint8 ``data`` stand for, given their range."""
def dgl_adjacency(data: NDArray | None = ..., out: Any = ..., name: str | None = ...) -> NDArray:
    """Return a graph with every edge's number replaced by 1, in float32."""
def dgl_csr_neighbor_non_uniform_sample(
    *seed_arrays: Any,
    num_hops: int = ...,
    num_neighbor: int = ...,
    max_num_vertices: int = ...,
    out: Any = ...,
    name: str | None = ...,
    **kwargs: Any,
) -> Any:
    """Return neighbourhoods as ``dgl_csr_neighbor_uniform_sample`` does, vertices drawn by their ``probability``."""
def dgl_csr_neighbor_uniform_sample(
    *seed_arrays: Any,
    num_hops: int = ...,
    num_neighbor: int = ...,
    max_num_vertices: int = ...,
    out: Any = ...,
    name: str | None = ...,
    **kwargs: Any,
) -> Any:
    """Return neighbourhoods of a graph drawn at random, one for each array of seeds (int64), in three groups."""
def dgl_graph_compact(
    *graph_data: Any,
    return_mapping: bool | Literal[0, 1] = ...,
    graph_sizes: int | Sequence[int] = ...,
    out: Any = ...,
    name: str | None = ...,
    **kwargs: Any,
) -> Any:
    """Return graphs of sampling without their empty rows and columns, ``graph_sizes`` vertices each, numbered anew."""
def dgl_subgraph(
    *data: Any,
    return_mapping: bool | Literal[0, 1] = ...,
    out: Any = ...,
    name: str | None = ...,
    **kwargs: Any,
) -> Any:
    """Return the graphs that sets of vertices (ascending, int64) induce, csr, their edges numbered from 0."""
def div_sqrt_dim(data: NDArray | None = ..., out: Any = ..., name: str | None = ...) -> NDArray:
    """Return ``data / sqrt(d)``, d being the length of the last axis (as attention scales its scores)."""
def dynamic_reshape(
    data: NDArray | None = ...,
    shape: NDArray | None = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return ``data`` in the shape that the vector ``shape`` has, with the codes of ``Reshape``."""
def edge_id(
    data: NDArray | None = ...,
    u: NDArray | None = ...,
    v: NDArray | None = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return the data of the edges from vertices ``u`` to vertices ``v`` of a graph, -1 where there is none."""
def fft(data: NDArray | None = ..., compute_size: int = ..., out: Any = ..., name: str | None = ...) -> NDArray:
    """Return the discrete Fourier transform of real rows ``(..., d)`` as pairs, ``(..., 2 * d)``."""
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
    """Move ``weight`` by AdaGrad with one rate per row: ``w -= lr * g / sqrt(history + epsilon)``."""
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
    """Return the log-likelihood ``(N,)`` of events of K Hawkes processes, and the processes' state at the end, (N, K)."""
def ifft(data: NDArray | None = ..., compute_size: int = ..., out: Any = ..., name: str | None = ...) -> NDArray:
    """Return the real part of ``d`` times the inverse Fourier transform of rows of pairs, ``(..., 2 * d)``."""
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
    """Return ``old_tensor`` with its rows at ``index_vector`` replaced by those of ``new_tensor``, at most as many."""
def interleaved_matmul_encdec_qk(
    queries: NDArray | None = ...,
    keys_values: NDArray | None = ...,
    heads: int = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return ``queries @ keys.T / sqrt(size)`` of attention to another sequence, ``(batch * heads, queries, keys)``."""
def interleaved_matmul_encdec_valatt(
    keys_values: NDArray | None = ...,
    attention: NDArray | None = ...,
    heads: int = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return ``attention @ values`` of attention to another sequence, ``(queries, batch, heads * size)``."""
def interleaved_matmul_selfatt_qk(
    queries_keys_values: NDArray | None = ...,
    heads: int = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return ``queries @ keys.T / sqrt(size)`` of self-attention, ``(batch * heads, length, length)``."""
def interleaved_matmul_selfatt_valatt(
    queries_keys_values: NDArray | None = ...,
    attention: NDArray | None = ...,
    heads: int = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return ``attention @ values`` of self-attention, ``(length, batch, heads * size)``."""
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
    """Return ``data @ weight.T`` of int8 data and a prepared weight."""
def intgemm_maxabsolute(data: NDArray | None = ..., out: Any = ..., name: str | None = ...) -> NDArray:
    """Return the absolute maximum of float32 ``data``, ``(1,)``."""
def intgemm_prepare_data(
    data: NDArray | None = ...,
    maxabs: NDArray | None = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return float32 ``data`` as int8 from -127 to 127, which stand for ``-maxabs`` to ``maxabs``."""
def intgemm_prepare_weight(
    weight: NDArray | None = ...,
    maxabs: NDArray | None = ...,
    already_quantized: bool | Literal[0, 1] = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return a ``weight`` ``(..., K)`` of float32, or of int8 where ``already_quantized``, ready for products."""
def intgemm_take_weight(
    weight: NDArray | None = ...,
    indices: NDArray | None = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return the rows ``indices``, a multiple of 8 of them, of a prepared ``weight``."""
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
    """Return float32 ``data`` as int8 or uint8, and the range that these stand for: ``(values, low, high)``."""
def quantize_asym(
    data: NDArray | None = ...,
    min_calib_range: float | None = ...,
    max_calib_range: float | None = ...,
    out: Any = ...,
    name: str | None = ...,
) -> Any:
    """Return float32 ``data`` as uint8 with a shift: ``(values, scale, shift)``, ``values = data * scale + shift``."""
def quantize_v2(
    data: NDArray | None = ...,
    out_type: Literal['auto', 'int8', 'uint8'] = ...,
    min_calib_range: float | None = ...,
    max_calib_range: float | None = ...,
    out: Any = ...,
    name: str | None = ...,
) -> Any:
    """Return ``data`` as int8 or uint8, and the range that these stand for: ``(values, low, high)``."""
def quantized_act(
    data: NDArray | None = ...,
    min_data: NDArray | None = ...,
    max_data: NDArray | None = ...,
    act_type: Literal['relu', 'sigmoid', 'softrelu', 'softsign', 'tanh'] = ...,
    out: Any = ...,
    name: str | None = ...,
) -> Any:
    """Return ``max(data, 0)`` of quantized data; only ``act_type`` relu is supported."""
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
    """Normalize quantized data by the moving statistics, into a calibrated range of int8."""
def quantized_concat(*data: Any, dim: int = ..., out: Any = ..., name: str | None = ..., **kwargs: Any) -> Any:
    """Concatenate ``num_args`` quantized arrays along axis ``dim``; the minimum and maximum of each follow them."""
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
    """Convolve uint8 or int8 data ``(N, C, *space)`` of two or three dimensions with int8 filters: int32 sums."""
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
    """Return the sum of two quantized arrays: with a calibrated range int8, or uint8 if both are; else int32."""
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
    """Return the product of two quantized arrays: int8 with a calibrated range, else int32; or one float32 output."""
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
    """Return the rows of an int8 ``weight`` at the positions ``data``, as ``Embedding`` does."""
def quantized_flatten(
    data: NDArray | None = ...,
    min_data: NDArray | None = ...,
    max_data: NDArray | None = ...,
    out: Any = ...,
    name: str | None = ...,
) -> Any:
    """Return quantized data as a matrix, one row for each sample."""
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
    """Return the int32 sums ``data @ weight.T + bias`` of int8 or uint8 data and int8 weights."""
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
    """Reduce windows of quantized data to their maximum or rounded average, as ``Pooling`` does."""
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
    """Run LSTM layers over uint8 ``data`` ``(T, N, C)``, which stand for ``(data - data_shift) / data_scale``."""
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
    """Return int32 ``data``, which stand for numbers from ``min_range`` to ``max_range``, as int8 or uint8."""
def round_ste(data: NDArray | None = ..., out: Any = ..., name: str | None = ...) -> NDArray:
    """Return ``x rounded to the nearest integer, its gradient passed on unchanged`` for every element x."""
def sign_ste(data: NDArray | None = ..., out: Any = ..., name: str | None = ...) -> NDArray:
    """Return ``the sign of x, its gradient passed on unchanged`` for every element x."""
def sldwin_atten_context(
    score: NDArray | None = ...,
    value: NDArray | None = ...,
    dilation: NDArray | None = ...,
    w: int = ...,
    symmetric: bool | Literal[0, 1] = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return the sums of the values in the windows, weighted by ``score`` (see :func:`sldwin_atten_score`)."""
def sldwin_atten_mask_like(
    score: NDArray | None = ...,
    dilation: NDArray | None = ...,
    valid_length: NDArray | None = ...,
    w: int = ...,
    symmetric: bool | Literal[0, 1] = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return 1 where a place and the key that it looks at are within ``valid_length``, ``(B,)``, and 0 elsewhere."""
def sldwin_atten_score(
    query: NDArray | None = ...,
    key: NDArray | None = ...,
    dilation: NDArray | None = ...,
    w: int = ...,
    symmetric: bool | Literal[0, 1] = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return the products of queries and the keys in their windows, ``(B, L, H, 2w + 1)``, or ``(B, L, H, w + 1)``."""
