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
    """Average ``(N, C, H, W)`` over windows chosen so that ``output_size`` of them cover height and width.

    ``output_size`` is ``(height, width)`` or one number for both; anything else means 1. Window i of m covers an
    axis of length n from ``floor(i * n / m)`` to ``ceil((i + 1) * n / m)``.

    Parameters
    ----------
    data : array or symbol
    output_size : Shape(tuple), default ()
    """
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
    """Return what ``BatchNorm`` returns, with negative numbers in the first output set to 0.

    Attributes, statistics and outputs are those of ``BatchNorm``. Hidden output: where the first one is positive.

    Parameters
    ----------
    data : array or symbol
    gamma : array or symbol
    beta : array or symbol
    moving_mean : array or symbol
    moving_var : array or symbol
    eps : double, default 0.001
    momentum : float, default 0.9
    fix_gamma : boolean, default True
    use_global_stats : boolean, default False
    output_mean_var : boolean, default False
    axis : int, default 1
    cudnn_off : boolean, default False
    min_calib_range : float or None, default None
    max_calib_range : float or None, default None
    """
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
    """Interpolate ``(N, C, H, W)`` to another height and width.

    ``size``: to ``height`` and ``width``, or where a scale is given to ``floor(H * scale_height)`` and so on;
    ``odd_scale``: odd lengths become ``floor((H - 1) * scale) + 1``, even ones ``floor(H * scale)``; ``like``: to the
    size of the second input, which gets the gradient zero; the others: to the next even or odd length.
    ``align_corners`` places the outer pixels of both images upon each other, else their outer edges; a length of
    1 takes the first pixel.

    Parameters
    ----------
    data : array or symbol
    like : array or symbol, optional
    height : int, default 1
    width : int, default 1
    scale_height : float or None, default None
    scale_width : float or None, default None
    mode : {'like', 'odd_scale', 'size', 'to_even_down', 'to_even_up', 'to_odd_down', 'to_odd_up'}, default 'size'
    align_corners : boolean, default True
    """
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
    """Convolve ``(N, C, H, W)`` with points of the kernel moved by ``offset`` ``(N, G * kernel points * 2, H', W')``.

    Offsets are (y, x) in pixels, for G = ``num_deformable_group`` groups of channels. Points in the last half of an
    edge pixel read that pixel, points outside 0. ``workspace`` is without effect.

    Parameters
    ----------
    data : array or symbol
    offset : array or symbol
    weight : array or symbol
    bias : array or symbol, optional
    kernel : Shape(tuple), required
    stride : Shape(tuple), default ()
    dilate : Shape(tuple), default ()
    pad : Shape(tuple), default ()
    num_filter : int, required
    num_group : int, default 1
    num_deformable_group : int, default 1
    workspace : int (non-negative), default 1024
    no_bias : boolean, default False
    layout : {'NCDHW', 'NCHW', 'NCW'} or None, default None
    """
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
    """Return the means of points in bins that move, ``(R, output_dim, pooled_size, pooled_size)``.

    Hidden output: the number of points.

    As ``PSROIPooling`` of data ``(N, output_dim * group_size**2, H, W)`` and ``rois`` ``(R, 5)``, but a bin has
    ``sample_per_part`` points each way, and is moved by ``trans`` ``(R, 2 * classes, part_size, part_size)``, first x
    then y for each class of channels, times ``trans_std`` sizes of the region (``no_trans``: not at all). Points more
    than half a pixel outside are left out. Source: Dai et al., arXiv 1703.06211.

    Parameters
    ----------
    data : array or symbol
    rois : array or symbol
    trans : array or symbol, optional
    spatial_scale : float, required
    output_dim : int, required
    group_size : int, required
    pooled_size : int, required
    part_size : int, default 0
    sample_per_part : int, default 1
    trans_std : float, default 0.0
    no_trans : boolean, default False
    """
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
    """Convolve as ``DeformableConvolution``, what is read times ``mask`` ``(N, G * kernel points, H', W')``.

    Points up to a pixel outside are interpolated with 0. ``workspace`` and ``im2col_step`` are without effect.

    Parameters
    ----------
    data : array or symbol
    offset : array or symbol
    mask : array or symbol
    weight : array or symbol
    bias : array or symbol, optional
    kernel : Shape(tuple), required
    stride : Shape(tuple), default ()
    dilate : Shape(tuple), default ()
    pad : Shape(tuple), default ()
    num_filter : int (non-negative), required
    num_group : int (non-negative), default 1
    num_deformable_group : int (non-negative), default 1
    workspace : int (non-negative), default 1024
    no_bias : boolean, default False
    im2col_step : int (non-negative), default 64
    layout : {'NCDHW', 'NCHW', 'NCW'} or None, default None
    """
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
    """Return detections ``(B, A, 6)``: class (without background), score and box; class -1 means none.

    From ``cls_prob`` ``(B, classes, A)``, ``loc_pred`` ``(B, A * 4)`` and ``anchor`` ``(1, A, 4)``. Anchors whose best
    class has a score of ``threshold`` or more come first, by falling score; then a box loses its class to a better
    one of the same class (any, with ``force_suppress``) whose IoU reaches ``nms_threshold``, or beyond ``nms_topk``. An
    ``nms_threshold`` outside of 0 .. 1 neither sorts nor removes. Background is class 0: ``background_id`` is without
    effect, as in MXNet 1.9.1.

    Parameters
    ----------
    cls_prob : array or symbol
    loc_pred : array or symbol
    anchor : array or symbol
    clip : boolean, default True
    threshold : float, default 0.01
    background_id : int, default 0
    nms_threshold : float, default 0.5
    force_suppress : boolean, default False
    variances : tuple of <float>, default (0.1, 0.1, 0.2, 0.2)
    nms_topk : int, default -1
    """
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
    """Return the anchors of every pixel of ``(N, C, H, W)``: ``(1, H * W * A, 4)``, ``A = sizes + ratios - 1``.

    First every size with the first ratio, then the first size with the other ratios (width to height). Pixel
    ``(y, x)`` has its centre at ``((y, x) + offsets) * steps``, the steps (y, x) being 1/H and 1/W unless both are
    positive. ``clip`` limits corners to 0 .. 1.

    Parameters
    ----------
    data : array or symbol
    sizes : tuple of <float>, default (1.0,)
    ratios : tuple of <float>, default (1.0,)
    clip : boolean, default False
    steps : tuple of <float>, default (-1.0, -1.0)
    offsets : tuple of <float>, default (0.5, 0.5)
    """
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
    """Return what to learn: offsets and their mask ``(B, A * 4)``, and classes ``(B, A)``, 0 being background.

    ``anchor`` is ``(1, A, 4)``, ``label`` ``(B, L, 5 or more)`` rows of class and box up to one of class -1,
    ``cls_pred`` ``(B, classes, A)``. Best pairs of box and anchor match first, each once; then every other anchor
    whose best overlap exceeds a positive ``overlap_threshold``. With a positive ``negative_mining_ratio`` that many
    times the matched are background, the others ``ignore_label``; images without boxes are ignored altogether.
    ``minimum_negative_samples`` is without effect, as in MXNet 1.9.1.

    Parameters
    ----------
    anchor : array or symbol
    label : array or symbol
    cls_pred : array or symbol
    overlap_threshold : float, default 0.5
    ignore_label : float, default -1.0
    negative_mining_ratio : float, default -1.0
    negative_mining_thresh : float, default 0.5
    minimum_negative_samples : int, default 0
    variances : tuple of <float>, default (0.1, 0.1, 0.2, 0.2)
    """
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
    """Return what ``Proposal`` does for each of N images, one after the other: ``(N * rpn_post_nms_top_n, 5)``.

    Parameters
    ----------
    cls_prob : array or symbol
    bbox_pred : array or symbol
    im_info : array or symbol
    rpn_pre_nms_top_n : int, default 6000
    rpn_post_nms_top_n : int, default 300
    threshold : float, default 0.7
    rpn_min_size : int, default 16
    scales : tuple of <float>, default (4.0, 8.0, 16.0, 32.0)
    ratios : tuple of <float>, default (0.5, 1.0, 2.0)
    feature_stride : int, default 16
    output_score : boolean, default False
    iou_loss : boolean, default False
    """
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
    """Return the means of each region's ``pooled_size`` squared bins, ``(R, output_dim, pooled_size, pooled_size)``.

    Data ``(N, output_dim * G * G, H, W)`` have channels of their own for each of G x G parts of a region, G being
    ``group_size`` or, where that is 0, ``pooled_size``. Source: Dai et al., "R-FCN", arXiv 1605.06409.

    Parameters
    ----------
    data : array or symbol
    rois : array or symbol
    spatial_scale : float, required
    output_dim : int, required
    pooled_size : int, required
    group_size : int, default 0
    """
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
    """Return ``rpn_post_nms_top_n`` regions ``(image, x1, y1, x2, y2)`` of one image, and with ``output_score`` scores.

    ``cls_prob`` ``(1, 2 * A, H, W)`` has the scores of A anchors (ratios times scales) as objects in its second half,
    ``bbox_pred`` ``(1, 4 * A, H, W)`` their moves, ``im_info`` ``(1, 3)`` height, width and scale. The
    ``rpn_pre_nms_top_n`` best boxes, by falling score, remove later ones whose IoU with them is greater than
    ``threshold``; too few that are left are repeated. Boxes smaller than ``rpn_min_size`` times the scale, and those of
    places outside of the image, have the score -1.

    Parameters
    ----------
    cls_prob : array or symbol
    bbox_pred : array or symbol
    im_info : array or symbol
    rpn_pre_nms_top_n : int, default 6000
    rpn_post_nms_top_n : int, default 300
    threshold : float, default 0.7
    rpn_min_size : int, default 16
    scales : tuple of <float>, default (4.0, 8.0, 16.0, 32.0)
    ratios : tuple of <float>, default (0.5, 1.0, 2.0)
    feature_stride : int, default 16
    output_score : boolean, default False
    iou_loss : boolean, default False
    """
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
    """Return the means of interpolated points in ``pooled_size`` bins of each region, ``(R, C, *pooled_size)``.

    A bin has ``sample_ratio`` points each way, or as many as it is pixels long. Regions are at least a pixel long,
    or, ``aligned``, any size and moved half a pixel back. Regions of image -1 give 0. ``position_sensitive`` data
    have a channel for every bin. Source: He et al., "Mask R-CNN", arXiv 1703.06870.

    Parameters
    ----------
    data : array or symbol
    rois : array or symbol
    pooled_size : Shape(tuple), required
    spatial_scale : float, required
    sample_ratio : int, default -1
    position_sensitive : boolean, default False
    aligned : boolean, default False
    """
def RROIAlign(
    data: NDArray | None = ...,
    rois: NDArray | None = ...,
    pooled_size: int | Sequence[int] = ...,
    spatial_scale: float = ...,
    sampling_ratio: int = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return the means of interpolated points in the bins of turned regions, ``(R, C, *pooled_size)``.

    ``rois`` ``(R, 6)`` are ``(image, x, y, width, height, angle)``: the centre and the size, times ``spatial_scale``
    in pixels of ``data`` ``(N, C, H, W)``, at least a pixel, and degrees. A bin has ``sampling_ratio`` points each
    way, or as many as it is pixels long. Points up to a pixel outside count as at the edge, points further out as 0. No
    gradient. Source: Ma et al., arXiv 1703.01086.

    Parameters
    ----------
    data : array or symbol
    rois : array or symbol
    pooled_size : Shape(tuple), required
    spatial_scale : float, required
    sampling_ratio : int, default -1
    """
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
    """Return the rows of ``weight`` ``(input_dim, output_dim)`` at the positions ``data``, clipped to the range.

    The weight's gradient is row-sparse where it is kept so. ``deterministic`` is without effect: it always is.

    Parameters
    ----------
    data : array or symbol
    weight : array or symbol
    input_dim : int, required
    output_dim : int, required
    dtype : dtype, default 'float32'
    deterministic : boolean, default False
    """
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
    """Normalize as ``BatchNorm`` does along axis 1; the third output is the variance itself.

    ``key`` names the layer, ``ndev`` is the number of devices that share its statistics. Where several processes train
    together, each with a device or more of these, a batch in training is that of all of them; they call the operator,
    and its backward pass, at the same time. Else each call normalizes its own batch. Mean and variance get no gradient.
    Source: Zhang et al., "Context Encoding for Semantic Segmentation", 2018.

    Parameters
    ----------
    data : array or symbol
    gamma : array or symbol
    beta : array or symbol
    moving_mean : array or symbol
    moving_var : array or symbol
    eps : float, default 0.001
    momentum : float, default 0.9
    fix_gamma : boolean, default True
    use_global_stats : boolean, default False
    output_mean_var : boolean, default False
    ndev : int, default 1
    key : string, required
    """
def allclose(
    a: NDArray | None = ...,
    b: NDArray | None = ...,
    rtol: float = ...,
    atol: float = ...,
    equal_nan: bool | Literal[0, 1] = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return 1 if ``|a - b| <= atol + rtol * |b|`` everywhere, else 0, as uint8 of shape ``()``.

    NaN equals NaN if ``equal_nan``. There is no gradient.

    Parameters
    ----------
    a : array or symbol
    b : array or symbol
    rtol : float, default 1e-05
    atol : float, default 1e-08
    equal_nan : boolean, default True
    """
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
    """Return a range as long as ``data`` has elements, in its shape, or as long as one axis, as a vector.

    Each number stands ``repeat`` times. The gradient is zero.

    Parameters
    ----------
    data : array or symbol
    start : double, default 0.0
    step : double, default 1.0
    repeat : int, default 1
    ctx : string, default ''
    axis : int or None, default None
    """
def bipartite_matching(
    data: NDArray | None = ...,
    is_ascend: bool | Literal[0, 1] = ...,
    threshold: float = ...,
    topk: int = ...,
    out: Any = ...,
    name: str | None = ...,
) -> Any:
    """Pair rows with columns of ``(..., N, M)`` scores, best first, each once.

    Returns the column of every row ``(..., N)`` and the row of every column ``(..., M)``, -1 without. Only scores
    greater than ``threshold`` count; with ``is_ascend`` the least is best and only scores below count. A positive
    ``topk`` ends after ``topk + 1`` pairs, as in MXNet 1.9.1. No gradient.

    Parameters
    ----------
    data : array or symbol
    is_ascend : boolean, default False
    threshold : float, required
    topk : int, default -1
    """
def boolean_mask(
    data: NDArray | None = ...,
    index: NDArray | None = ...,
    axis: int = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return the rows of ``data`` where ``index``, a vector, is not 0. ``axis`` must be 0.

    The shape depends on the values, so a graph cannot infer it.

    Parameters
    ----------
    data : array or symbol
    index : array or symbol
    axis : int, default 0
    """
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
    """Return the boxes ``(B, N, 4)``, corners, that offsets ``(B, N, 4)`` to anchors ``(1, N, 4)`` mean.

    Offsets times ``std0 .. std3`` move the centre by parts of the anchor's size, and multiply the size by an
    exponential whose exponent is at most ``clip`` where that is positive. ``format`` is the anchors'. No gradient.

    Parameters
    ----------
    data : array or symbol
    anchors : array or symbol
    std0 : float, default 1.0
    std1 : float, default 1.0
    std2 : float, default 1.0
    std3 : float, default 1.0
    clip : float, default -1.0
    format : {'center', 'corner'}, default 'center'
    """
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
    """Return what a network should answer for anchors: offsets to their boxes, and a mask, both ``(B, N, 4)``.

    Anchors ``(B, N, 4)`` with ``samples`` ``(B, N)`` above 0.5 are matched to box ``matches`` ``(B, N)`` of ``refs``
    ``(B, M, 4)``, corners. ``means`` ``(4,)`` are subtracted and the result divided by ``stds`` ``(4,)``. No gradient.

    Parameters
    ----------
    samples : array or symbol
    matches : array or symbol
    anchors : array or symbol
    refs : array or symbol
    means : array or symbol
    stds : array or symbol
    """
def box_iou(
    lhs: NDArray | None = ...,
    rhs: NDArray | None = ...,
    format: Literal['center', 'corner'] = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return the intersection over union of every pair of boxes, ``(*a, *b)`` for ``(*a, 4)`` and ``(*b, 4)``.

    ``corner`` boxes are ``(x1, y1, x2, y2)``, ``center`` ones ``(x, y, width, height)``. No gradient.

    Parameters
    ----------
    lhs : array or symbol
    rhs : array or symbol
    format : {'center', 'corner'}, default 'corner'
    """
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
    """Return the rows of ``(..., n, k)`` by falling score without those that overlap better ones; the rest is -1.

    Row by row, a box removes later ones whose IoU with it is greater than ``overlap_thresh``, of its own class unless
    ``force_suppress`` or without ``id_index``. Rows with scores up to ``valid_thresh``, of class ``background_id`` (-1
    too), or beyond the ``topk`` best take no part; ``topk=0`` changes nothing. Boxes are converted to ``out_format``,
    except those whose first number is negative, as in MXNet 1.9.1. Gradients go back to the rows that stayed. Hidden
    output: which row of ``data`` each is, ``(..., n, 1)``, -1 for those that are none.

    Parameters
    ----------
    data : array or symbol
    overlap_thresh : float, default 0.5
    valid_thresh : float, default 0.0
    topk : int, default -1
    coord_start : int, default 2
    score_index : int, default 1
    id_index : int, default -1
    background_id : int, default -1
    force_suppress : boolean, default False
    in_format : {'center', 'corner'}, default 'corner'
    out_format : {'center', 'corner'}, default 'corner'
    """
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
    """Return the rows of ``(..., n, k)`` by falling score without those that overlap better ones; the rest is -1.

    Row by row, a box removes later ones whose IoU with it is greater than ``overlap_thresh``, of its own class unless
    ``force_suppress`` or without ``id_index``. Rows with scores up to ``valid_thresh``, of class ``background_id`` (-1
    too), or beyond the ``topk`` best take no part; ``topk=0`` changes nothing. Boxes are converted to ``out_format``,
    except those whose first number is negative, as in MXNet 1.9.1. Gradients go back to the rows that stayed. Hidden
    output: which row of ``data`` each is, ``(..., n, 1)``, -1 for those that are none.

    Parameters
    ----------
    data : array or symbol
    overlap_thresh : float, default 0.5
    valid_thresh : float, default 0.0
    topk : int, default -1
    coord_start : int, default 2
    score_index : int, default 1
    id_index : int, default -1
    background_id : int, default -1
    force_suppress : boolean, default False
    in_format : {'center', 'corner'}, default 'corner'
    out_format : {'center', 'corner'}, default 'corner'
    """
def calibrate_entropy(
    hist: NDArray | None = ...,
    hist_edges: NDArray | None = ...,
    num_quantized_bins: int = ...,
    out: Any = ...,
    name: str | None = ...,
) -> Any:
    """Return the threshold at which numbers are best cut off, and the divergence that it leaves.

    ``hist`` counts numbers in an odd number of equal bins between the edges ``hist_edges``, around zero. Of all
    ranges of whole bins around zero, the one is taken whose counts, brought into ``num_quantized_bins`` levels,
    differ least (Kullback-Leibler) from the counts with everything outside put on the ends.

    Parameters
    ----------
    hist : array or symbol
    hist_edges : array or symbol
    num_quantized_bins : int, default 255
    """
def count_sketch(
    data: NDArray | None = ...,
    h: NDArray | None = ...,
    s: NDArray | None = ...,
    out_dim: int = ...,
    processing_batch_size: int = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return ``(..., out_dim)`` with ``out[..., h[i]] += s[i] * data[..., i]``.

    ``h`` holds places, ``s`` signs, both ``(1, d)`` or ``(d,)``; they get the gradient zero.
    ``processing_batch_size`` is without effect. Source: Charikar et al., 2002.

    Parameters
    ----------
    data : array or symbol
    h : array or symbol
    s : array or symbol
    out_dim : int, required
    processing_batch_size : int, default 32
    """
def dequantize(
    data: NDArray | None = ...,
    min_range: NDArray | None = ...,
    max_range: NDArray | None = ...,
    out_type: Literal['float32'] = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return the float32 numbers that int8 or uint8 ``data`` stand for, given their range.

    Parameters
    ----------
    data : array or symbol
    min_range : array or symbol
    max_range : array or symbol
    out_type : {'float32'}, default 'float32'
    """
def dgl_adjacency(data: NDArray | None = ..., out: Any = ..., name: str | None = ...) -> NDArray:
    """Return a graph with every edge's number replaced by 1, in float32.

    Parameters
    ----------
    data : array or symbol
    """
def dgl_csr_neighbor_non_uniform_sample(
    *seed_arrays: Any,
    num_hops: int = ...,
    num_neighbor: int = ...,
    max_num_vertices: int = ...,
    out: Any = ...,
    name: str | None = ...,
    **kwargs: Any,
) -> Any:
    """Return neighbourhoods as ``dgl_csr_neighbor_uniform_sample`` does, vertices drawn by their ``probability``.

    That is an array of weights, one for each vertex of the graph; those of the vertices found come before the last
    group, ``(max_num_vertices,)``.

    Parameters
    ----------
    csr_matrix : array or symbol
    probability : array or symbol
    *seed_arrays : arrays or symbols
    num_hops : long, default 1
    num_neighbor : long, default 2
    max_num_vertices : long, default 100
    """
def dgl_csr_neighbor_uniform_sample(
    *seed_arrays: Any,
    num_hops: int = ...,
    num_neighbor: int = ...,
    max_num_vertices: int = ...,
    out: Any = ...,
    name: str | None = ...,
    **kwargs: Any,
) -> Any:
    """Return neighbourhoods of a graph drawn at random, one for each array of seeds (int64), in three groups.

    First the vertices found, ``(max_num_vertices + 1,)``: ascending, then zeros, and at the end their number; then the
    edges drawn, csr ``(max_num_vertices, vertices of the graph)``, a row for each vertex found; then how many edges it
    is from a seed, ``(max_num_vertices,)``. Up to ``num_neighbor`` edges of each vertex are drawn, all alike, up to
    ``num_hops`` away.

    Parameters
    ----------
    csr_matrix : array or symbol
    *seed_arrays : arrays or symbols
    num_hops : long, default 1
    num_neighbor : long, default 2
    max_num_vertices : long, default 100
    """
def dgl_graph_compact(
    *graph_data: Any,
    return_mapping: bool | Literal[0, 1] = ...,
    graph_sizes: int | Sequence[int] = ...,
    out: Any = ...,
    name: str | None = ...,
    **kwargs: Any,
) -> Any:
    """Return graphs of sampling without their empty rows and columns, ``graph_sizes`` vertices each, numbered anew.

    The inputs are the graphs, csr, and then the vertices of each, as sampling gives them. Edges are numbered from 0;
    with ``return_mapping`` the same graphs follow with the edges' old numbers.

    Parameters
    ----------
    *graph_data : arrays or symbols
    return_mapping : boolean, required
    graph_sizes : Shape(tuple), required
    """
def dgl_subgraph(
    *data: Any,
    return_mapping: bool | Literal[0, 1] = ...,
    out: Any = ...,
    name: str | None = ...,
    **kwargs: Any,
) -> Any:
    """Return the graphs that sets of vertices (ascending, int64) induce, csr, their edges numbered from 0.

    With ``return_mapping`` the same graphs follow with the edges' numbers in ``graph``.

    Parameters
    ----------
    graph : array or symbol
    *data : arrays or symbols
    return_mapping : boolean, required
    """
def div_sqrt_dim(data: NDArray | None = ..., out: Any = ..., name: str | None = ...) -> NDArray:
    """Return ``data / sqrt(d)``, d being the length of the last axis (as attention scales its scores).

    Parameters
    ----------
    data : array or symbol
    """
def edge_id(
    data: NDArray | None = ...,
    u: NDArray | None = ...,
    v: NDArray | None = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return the data of the edges from vertices ``u`` to vertices ``v`` of a graph, -1 where there is none.

    Parameters
    ----------
    data : array or symbol
    u : array or symbol
    v : array or symbol
    """
def fft(data: NDArray | None = ..., compute_size: int = ..., out: Any = ..., name: str | None = ...) -> NDArray:
    """Return the discrete Fourier transform of real rows ``(..., d)`` as pairs, ``(..., 2 * d)``.

    ``data`` has 2 or 4 dimensions. ``compute_size`` is without effect.

    Parameters
    ----------
    data : array or symbol
    compute_size : int, default 128
    """
def getnnz(data: NDArray | None = ..., axis: int | None = ..., out: Any = ..., name: str | None = ...) -> NDArray:
    """Return how many elements a csr array stores: ``(1,)``, or with ``axis=1`` in each row; int64.

    Parameters
    ----------
    data : array or symbol
    axis : int or None, default None
    """
def gradientmultiplier(
    data: NDArray | None = ...,
    scalar: float = ...,
    is_int: bool | Literal[0, 1] = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return ``data``; its gradient is multiplied by ``scalar`` (-1 reverses it, for domain-adversarial training).

    ``is_int`` has no effect on floating-point data.

    Parameters
    ----------
    data : array or symbol
    scalar : double, default 1.0
    is_int : boolean, default True
    """
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
    """Move ``weight`` by AdaGrad with one rate per row: ``w -= lr * g / sqrt(history + epsilon)``.

    First ``g = clip(rescale_grad * grad)``, no clip where ``clip_gradient`` <= 0, and ``history += mean(g**2)`` over
    all axes but the first; ``history`` is ``(rows, 1)`` or any shape with as many elements. Rows without gradient
    stay as they are. Source: Duchi et al., "Adaptive subgradient methods", 2011.

    Parameters
    ----------
    weight : array or symbol
    grad : array or symbol
    history : array or symbol
    lr : float, required
    rescale_grad : float, default 1.0
    clip_gradient : float, default -1.0
    epsilon : float, default 1e-05
    """
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
    """Return the log-likelihood ``(N,)`` of events of K Hawkes processes, and the processes' state at the end, (N, K).

    The intensity of process k is ``lda[n, k] + alpha[k] * beta[k] * s_k(t)``, where ``s_k`` starts at ``state[n, k]``,
    decays by ``exp(-beta[k] * time)`` and grows by 1 with each event of its own. Event i of sequence n comes
    ``lags[n, i]`` after the one before it and is one of process ``marks[n, i]``; the first ``valid_length[n]`` count
    (lags and marks are ``(N, T)``). The sequence is watched for ``max_time[n]``. ``lda`` is (N, K), ``alpha`` and
    ``beta`` (K,). The second output and ``state`` have no gradient.
    Source: Bacry et al., "Hawkes processes in finance", 2015.

    Parameters
    ----------
    lda : array or symbol
    alpha : array or symbol
    beta : array or symbol
    state : array or symbol
    lags : array or symbol
    marks : array or symbol
    valid_length : array or symbol
    max_time : array or symbol
    """
def ifft(data: NDArray | None = ..., compute_size: int = ..., out: Any = ..., name: str | None = ...) -> NDArray:
    """Return the real part of ``d`` times the inverse Fourier transform of rows of pairs, ``(..., 2 * d)``.

    The result is ``(..., d)``: after ``fft``, it is d times what one began with. ``data`` has 2 or 4 dimensions;
    ``compute_size`` is without effect.

    Parameters
    ----------
    data : array or symbol
    compute_size : int, default 128
    """
def index_array(
    data: NDArray | None = ...,
    axes: int | Sequence[int] | None = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return the index of every element of ``data``, or only its part for ``axes``, as last axis, in int64.

    Parameters
    ----------
    data : array or symbol
    axes : Shape(tuple) or None, default None
    """
def index_copy(
    old_tensor: NDArray | None = ...,
    index_vector: NDArray | None = ...,
    new_tensor: NDArray | None = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return ``old_tensor`` with its rows at ``index_vector`` replaced by those of ``new_tensor``, at most as many.

    Parameters
    ----------
    old_tensor : array or symbol
    index_vector : array or symbol
    new_tensor : array or symbol
    """
def interleaved_matmul_encdec_qk(
    queries: NDArray | None = ...,
    keys_values: NDArray | None = ...,
    heads: int = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return ``queries @ keys.T / sqrt(size)`` of attention to another sequence, ``(batch * heads, queries, keys)``.

    ``queries`` is ``(length, batch, heads * size)``, ``keys_values`` ``(other length, batch, heads * 2 * size)``.

    Parameters
    ----------
    queries : array or symbol
    keys_values : array or symbol
    heads : int, required
    """
def interleaved_matmul_encdec_valatt(
    keys_values: NDArray | None = ...,
    attention: NDArray | None = ...,
    heads: int = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return ``attention @ values`` of attention to another sequence, ``(queries, batch, heads * size)``.

    Parameters
    ----------
    keys_values : array or symbol
    attention : array or symbol
    heads : int, required
    """
def interleaved_matmul_selfatt_qk(
    queries_keys_values: NDArray | None = ...,
    heads: int = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return ``queries @ keys.T / sqrt(size)`` of self-attention, ``(batch * heads, length, length)``.

    ``queries_keys_values`` is ``(length, batch, heads * 3 * size)``. Source: Vaswani et al., arXiv 1706.03762.

    Parameters
    ----------
    queries_keys_values : array or symbol
    heads : int, required
    """
def interleaved_matmul_selfatt_valatt(
    queries_keys_values: NDArray | None = ...,
    attention: NDArray | None = ...,
    heads: int = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return ``attention @ values`` of self-attention, ``(length, batch, heads * size)``.

    Parameters
    ----------
    queries_keys_values : array or symbol
    attention : array or symbol
    heads : int, required
    """
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
    """Return ``data @ weight.T`` of int8 data and a prepared weight.

    With ``out_type`` ``float32`` the sums are multiplied by ``scaling``, one number, and ``bias`` is added; with
    ``int32`` there is no scaling. Float32 data are brought to int8 by their own largest number.

    Parameters
    ----------
    data : array or symbol
    weight : array or symbol
    scaling : array or symbol, optional
    bias : array or symbol, optional
    num_hidden : int, required
    no_bias : boolean, default False
    flatten : boolean, default True
    out_type : {'float32', 'int32'}, default 'float32'
    """
def intgemm_maxabsolute(data: NDArray | None = ..., out: Any = ..., name: str | None = ...) -> NDArray:
    """Return the absolute maximum of float32 ``data``, ``(1,)``.

    Parameters
    ----------
    data : array or symbol
    """
def intgemm_prepare_data(
    data: NDArray | None = ...,
    maxabs: NDArray | None = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return float32 ``data`` as int8 from -127 to 127, which stand for ``-maxabs`` to ``maxabs``.

    Parameters
    ----------
    data : array or symbol
    maxabs : array or symbol
    """
def intgemm_prepare_weight(
    weight: NDArray | None = ...,
    maxabs: NDArray | None = ...,
    already_quantized: bool | Literal[0, 1] = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return a ``weight`` ``(..., K)`` of float32, or of int8 where ``already_quantized``, ready for products.

    The last axis must be a multiple of 64 long, and there must be a multiple of 8 rows.

    Parameters
    ----------
    weight : array or symbol
    maxabs : array or symbol, optional
    already_quantized : boolean, default False
    """
def intgemm_take_weight(
    weight: NDArray | None = ...,
    indices: NDArray | None = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return the rows ``indices``, a multiple of 8 of them, of a prepared ``weight``.

    Parameters
    ----------
    weight : array or symbol
    indices : array or symbol
    """
def quadratic(
    data: NDArray | None = ...,
    a: float = ...,
    b: float = ...,
    c: float = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return ``a * x**2 + b * x + c``.

    Parameters
    ----------
    data : array or symbol
    a : float, default 0.0
    b : float, default 0.0
    c : float, default 0.0
    """
def quantize(
    data: NDArray | None = ...,
    min_range: NDArray | None = ...,
    max_range: NDArray | None = ...,
    out_type: Literal['int8', 'uint8'] = ...,
    out: Any = ...,
    name: str | None = ...,
) -> Any:
    """Return float32 ``data`` as int8 or uint8, and the range that these stand for: ``(values, low, high)``.

    ``min_range`` and ``max_range``, one number each, are the range to quantize in; values outside it are clipped. The
    range of int8 is symmetric.

    Parameters
    ----------
    data : array or symbol
    min_range : array or symbol
    max_range : array or symbol
    out_type : {'int8', 'uint8'}, default 'uint8'
    """
def quantize_asym(
    data: NDArray | None = ...,
    min_calib_range: float | None = ...,
    max_calib_range: float | None = ...,
    out: Any = ...,
    name: str | None = ...,
) -> Any:
    """Return float32 ``data`` as uint8 with a shift: ``(values, scale, shift)``, ``values = data * scale + shift``.

    The minimum becomes 0, the maximum 255.

    Parameters
    ----------
    data : array or symbol
    min_calib_range : float or None, default None
    max_calib_range : float or None, default None
    """
def quantize_v2(
    data: NDArray | None = ...,
    out_type: Literal['auto', 'int8', 'uint8'] = ...,
    min_calib_range: float | None = ...,
    max_calib_range: float | None = ...,
    out: Any = ...,
    name: str | None = ...,
) -> Any:
    """Return ``data`` as int8 or uint8, and the range that these stand for: ``(values, low, high)``.

    The range is the calibrated one if given, else that of the data. int8 and uint8 data are passed on. ``out_type``
    ``auto`` is uint8 for calibrated ranges without negative numbers.

    Parameters
    ----------
    data : array or symbol
    out_type : {'auto', 'int8', 'uint8'}, default 'int8'
    min_calib_range : float or None, default None
    max_calib_range : float or None, default None
    """
def quantized_act(
    data: NDArray | None = ...,
    min_data: NDArray | None = ...,
    max_data: NDArray | None = ...,
    act_type: Literal['relu', 'sigmoid', 'softrelu', 'softsign', 'tanh'] = ...,
    out: Any = ...,
    name: str | None = ...,
) -> Any:
    """Return ``max(data, 0)`` of quantized data; only ``act_type`` relu is supported.

    Parameters
    ----------
    data : array or symbol
    min_data : array or symbol
    max_data : array or symbol
    act_type : {'relu', 'sigmoid', 'softrelu', 'softsign', 'tanh'}, required
    """
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
    """Normalize quantized data by the moving statistics, into a calibrated range of int8.

    Of the attributes, only ``eps`` and the calibrated range, which is required, have an effect: ``gamma`` is used even
    with ``fix_gamma``.

    Parameters
    ----------
    data : array or symbol
    gamma : array or symbol
    beta : array or symbol
    moving_mean : array or symbol
    moving_var : array or symbol
    min_data : array or symbol
    max_data : array or symbol
    eps : double, default 0.001
    momentum : float, default 0.9
    fix_gamma : boolean, default True
    use_global_stats : boolean, default False
    output_mean_var : boolean, default False
    axis : int, default 1
    cudnn_off : boolean, default False
    min_calib_range : float or None, default None
    max_calib_range : float or None, default None
    """
def quantized_concat(*data: Any, dim: int = ..., out: Any = ..., name: str | None = ..., **kwargs: Any) -> Any:
    """Concatenate ``num_args`` quantized arrays along axis ``dim``; the minimum and maximum of each follow them.

    The range of the result is the union of theirs; it is uint8 if all of them are.

    Parameters
    ----------
    *data : arrays or symbols
    dim : int, default 1
    """
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
    """Convolve uint8 or int8 data ``(N, C, *space)`` of two or three dimensions with int8 filters: int32 sums.

    The attributes are those of ``Convolution``. The int8 bias is rescaled to the sums. As in 1.9.1, the range of
    the result is that of int8 data, whatever their type.

    Parameters
    ----------
    data : array or symbol
    weight : array or symbol
    bias : array or symbol, optional
    min_data : array or symbol, optional
    max_data : array or symbol, optional
    min_weight : array or symbol, optional
    max_weight : array or symbol, optional
    min_bias : array or symbol, optional
    max_bias : array or symbol, optional
    kernel : Shape(tuple), required
    stride : Shape(tuple), default ()
    dilate : Shape(tuple), default ()
    pad : Shape(tuple), default ()
    num_filter : int (non-negative), required
    num_group : int (non-negative), default 1
    workspace : int (non-negative), default 1024
    no_bias : boolean, default False
    cudnn_tune : {'fastest', 'limited_workspace', 'off'} or None, default None
    cudnn_off : boolean, default False
    layout : {'NCDHW', 'NCHW', 'NCW', 'NDHWC', 'NHWC'} or None, default None
    """
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
    """Return the sum of two quantized arrays: with a calibrated range int8, or uint8 if both are; else int32.

    Parameters
    ----------
    lhs : array or symbol
    rhs : array or symbol
    lhs_min : array or symbol
    lhs_max : array or symbol
    rhs_min : array or symbol
    rhs_max : array or symbol
    min_calib_range : float or None, default None
    max_calib_range : float or None, default None
    """
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
    """Return the product of two quantized arrays: int8 with a calibrated range, else int32; or one float32 output.

    Parameters
    ----------
    lhs : array or symbol
    rhs : array or symbol
    lhs_min : array or symbol
    lhs_max : array or symbol
    rhs_min : array or symbol
    rhs_max : array or symbol
    min_calib_range : float or None, default None
    max_calib_range : float or None, default None
    enable_float_output : boolean, default False
    """
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
    """Return the rows of an int8 ``weight`` at the positions ``data``, as ``Embedding`` does.

    Parameters
    ----------
    data : array or symbol
    weight : array or symbol
    min_weight : array or symbol
    max_weight : array or symbol
    input_dim : int, required
    output_dim : int, required
    dtype : {'bfloat16', 'float16', 'float32', 'float64', 'int32', 'int64', 'int8', 'uint8'}, default 'float32'
    sparse_grad : boolean, default False
    """
def quantized_flatten(
    data: NDArray | None = ...,
    min_data: NDArray | None = ...,
    max_data: NDArray | None = ...,
    out: Any = ...,
    name: str | None = ...,
) -> Any:
    """Return quantized data as a matrix, one row for each sample.

    Parameters
    ----------
    data : array or symbol
    min_data : array or symbol
    max_data : array or symbol
    """
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
    """Return the int32 sums ``data @ weight.T + bias`` of int8 or uint8 data and int8 weights.

    The attributes are those of ``FullyConnected``. The int8 bias is rescaled to the sums.

    Parameters
    ----------
    data : array or symbol
    weight : array or symbol
    bias : array or symbol, optional
    min_data : array or symbol, optional
    max_data : array or symbol, optional
    min_weight : array or symbol, optional
    max_weight : array or symbol, optional
    min_bias : array or symbol, optional
    max_bias : array or symbol, optional
    num_hidden : int, required
    no_bias : boolean, default False
    flatten : boolean, default True
    """
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
    """Reduce windows of quantized data to their maximum or rounded average, as ``Pooling`` does.

    If padding counts, the average of a window that extends beyond the padded data (``full``) is also over the whole
    kernel.

    Parameters
    ----------
    data : array or symbol
    min_data : array or symbol
    max_data : array or symbol
    kernel : Shape(tuple), default ()
    pool_type : {'avg', 'lp', 'max', 'sum'}, default 'max'
    global_pool : boolean, default False
    cudnn_off : boolean, default False
    pooling_convention : {'full', 'same', 'valid'}, default 'valid'
    stride : Shape(tuple), default ()
    pad : Shape(tuple), default ()
    p_value : int or None, default None
    count_include_pad : boolean or None, default None
    layout : {'NCDHW', 'NCHW', 'NCW', 'NDHWC', 'NHWC', 'NWC'} or None, default None
    """
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
    """Run LSTM layers over uint8 ``data`` ``(T, N, C)``, which stand for ``(data - data_shift) / data_scale``.

    The attributes are those of ``RNN``, of which ``state_size``, ``num_layers``, ``bidirectional`` and
    ``state_outputs`` count. Weights are quantized to int8 by rows, states to uint8 like the data; cells and all results
    are float32. ``quantized``, which 1.9.1 writes into quantized graphs, has no effect.

    Parameters
    ----------
    data : array or symbol
    parameters : array or symbol
    state : array or symbol
    state_cell : array or symbol
    data_scale : array or symbol
    data_shift : array or symbol
    state_size : int (non-negative), required
    num_layers : int (non-negative), required
    bidirectional : boolean, default False
    mode : {'gru', 'lstm', 'rnn_relu', 'rnn_tanh'}, required
    p : float, default 0.0
    state_outputs : boolean, default False
    projection_size : int or None, default None
    lstm_state_clip_min : double or None, default None
    lstm_state_clip_max : double or None, default None
    lstm_state_clip_nan : boolean, default False
    use_sequence_length : boolean, default False
    quantized : boolean, default False
    """
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
    """Return int32 ``data``, which stand for numbers from ``min_range`` to ``max_range``, as int8 or uint8.

    The new range is the calibrated one or, without, that of the data. Returns ``(values, low, high)``.

    Parameters
    ----------
    data : array or symbol
    min_range : array or symbol
    max_range : array or symbol
    out_type : {'auto', 'int8', 'uint8'}, default 'int8'
    min_calib_range : float or None, default None
    max_calib_range : float or None, default None
    """
def round_ste(data: NDArray | None = ..., out: Any = ..., name: str | None = ...) -> NDArray:
    """Return ``x rounded to the nearest integer, its gradient passed on unchanged`` for every element x.

    Shape and data type are those of ``data``, as in MXNet 1.9.1.

    Parameters
    ----------
    data : array or symbol
    """
def sign_ste(data: NDArray | None = ..., out: Any = ..., name: str | None = ...) -> NDArray:
    """Return ``the sign of x, its gradient passed on unchanged`` for every element x.

    Shape and data type are those of ``data``, as in MXNet 1.9.1.

    Parameters
    ----------
    data : array or symbol
    """
