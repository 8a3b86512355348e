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
    """Apply a function to every element.

    ``relu`` max(x, 0), ``sigmoid`` 1/(1+exp(-x)), ``tanh``, ``softrelu`` log(1+exp(x)), ``softsign`` x/(1+|x|).

    Parameters
    ----------
    data : array or symbol
    act_type : {'relu', 'sigmoid', 'softrelu', 'softsign', 'tanh'}, required
    """
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
def batch_dot(
    lhs: ndarray | None = ...,
    rhs: ndarray | None = ...,
    transpose_a: bool | Literal[0, 1] = ...,
    transpose_b: bool | Literal[0, 1] = ...,
    forward_stype: Literal['csr', 'default', 'row_sparse'] | None = ...,
    out: Any = ...,
    name: str | None = ...,
) -> ndarray:
    """Return the matrix products of the last two axes, one for each index of the others, which must be equal.

    ``(..., n, m)`` and ``(..., m, k)`` give ``(..., n, k)``. ``forward_stype`` has no effect on dense arrays.

    Parameters
    ----------
    lhs : array or symbol
    rhs : array or symbol
    transpose_a : boolean, default False
    transpose_b : boolean, default False
    forward_stype : {'csr', 'default', 'row_sparse'} or None, default None
    """
def batch_flatten(data: ndarray | None = ..., out: Any = ..., name: str | None = ...) -> ndarray:
    """Return ``data`` as a matrix: the first axis stays, all others become one.

    Parameters
    ----------
    data : array or symbol
    """
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
    """Return ``gamma * (data - mean) / sqrt(var + eps) + beta``, channel by channel along ``axis``.

    In training, mean and (biased) variance are the batch's; the *backward* pass moves ``moving_mean`` and
    ``moving_var`` towards them: ``moving = momentum * moving + (1 - momentum) * batch``. Otherwise, and with
    ``use_global_stats``, the moving ones are taken. ``fix_gamma`` sets the stored ``gamma`` to 1.
    The gradient is that of what was computed, or, after ``backward(train_mode=False)``, of normalizing by the moving
    ones, which then stay. (1.9.1 differentiates as in training unless told otherwise: quirk ``batch_norm_gradient``.)
    Outputs with ``output_mean_var``: also the mean and ``1 / sqrt(var + eps)``, which get no gradient.
    Statistics and parameters of float16 data are float32. The other attributes are without effect.
    Source: Ioffe and Szegedy, arXiv 1502.03167; details as in MXNet 1.9.1.

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
def cast(data: ndarray | None = ..., dtype: Any = ..., out: Any = ..., name: str | None = ...) -> ndarray:
    """Return ``data`` in another data type; fractions are cut off where it has none.

    The gradient comes back in the type of ``data``.

    Parameters
    ----------
    data : array or symbol
    dtype : dtype, required
    """
def constraint_check(input: ndarray | None = ..., msg: str = ..., out: Any = ..., name: str | None = ...) -> ndarray:
    """Return True, without axes, where all elements of ``input``, bools, hold; raise an error saying ``msg`` else.

    Parameters
    ----------
    input : array or symbol
    msg : string, default 'Constraint violated.'
    """
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
    """Convolve (correlate) data with filters; the length along an axis becomes
    ``(n + 2*pad - dilate*(kernel-1) - 1) // stride + 1``.

    ``workspace``, ``cudnn_tune`` and ``cudnn_off`` are without effect.

    Parameters
    ----------
    data : array or symbol
    weight : array or symbol
    bias : array or symbol, optional
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
    """Apply the transpose of a convolution; the length along an axis becomes
    ``(n - 1)*stride - 2*pad + dilate*(kernel-1) + 1 + adj``.

    ``weight`` is ``(C, num_filter/num_group, *kernel)``, channel-last ``(C, *kernel, num_filter/num_group)``.
    ``target_shape``, the lengths wanted, decides ``pad`` and ``adj``. The other attributes are without effect.

    Parameters
    ----------
    data : array or symbol
    weight : array or symbol
    bias : array or symbol, optional
    kernel : Shape(tuple), required
    stride : Shape(tuple), default ()
    dilate : Shape(tuple), default ()
    pad : Shape(tuple), default ()
    adj : Shape(tuple), default ()
    target_shape : Shape(tuple), default ()
    num_filter : int (non-negative), required
    num_group : int (non-negative), default 1
    workspace : int (non-negative), default 512
    no_bias : boolean, default True
    cudnn_tune : {'fastest', 'limited_workspace', 'off'} or None, default None
    cudnn_off : boolean, default False
    layout : {'NCDHW', 'NCHW', 'NCW', 'NDHWC', 'NHWC'} or None, default None
    """
def dropout(
    data: ndarray | None = ...,
    p: float = ...,
    mode: Literal['always', 'training'] = ...,
    axes: int | Sequence[int] = ...,
    cudnn_off: bool | Literal[0, 1] | None = ...,
    out: Any = ...,
    name: str | None = ...,
) -> ndarray:
    """Set elements to 0 with probability ``p`` and scale the others by ``1/(1-p)``; outside of training, copy.

    ``mode='always'`` drops outside of training too. Along ``axes`` one draw holds for all elements.
    Second (hidden) output: the factors. ``cudnn_off`` is without effect.

    Parameters
    ----------
    data : array or symbol
    p : float, default 0.5
    mode : {'always', 'training'}, default 'training'
    axes : Shape(tuple), default ()
    cudnn_off : boolean or None, default False
    """
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
    """Return the rows of ``weight`` ``(input_dim, output_dim)`` at the positions ``data``, clipped to the range.

    ``dtype`` is the type of a weight that nothing else determines. ``sparse_grad`` has no effect on dense arrays.

    Parameters
    ----------
    data : array or symbol
    weight : array or symbol
    input_dim : int, required
    output_dim : int, required
    dtype : dtype, default 'float32'
    sparse_grad : boolean, default False
    """
def erf(data: ndarray | None = ..., out: Any = ..., name: str | None = ...) -> ndarray:
    """Return ``2 / sqrt(pi) * the integral of exp(-t * t) from 0 to x`` for every element x.

    Shape and data type are those of ``data``, as in MXNet 1.9.1.

    Parameters
    ----------
    data : array or symbol
    """
def erfinv(data: ndarray | None = ..., out: Any = ..., name: str | None = ...) -> ndarray:
    """Return ``the inverse of erf at x`` for every element x.

    Shape and data type are those of ``data``, as in MXNet 1.9.1.

    Parameters
    ----------
    data : array or symbol
    """
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
    """Return ``data @ weight.T + bias``.

    ``weight`` is ``(num_hidden, K)``, ``bias`` ``(num_hidden,)``. With ``flatten`` the data ``(N, ...)`` are taken as
    ``(N, K)`` and the result is ``(N, num_hidden)``; without, the last axis of size ``K`` becomes ``num_hidden``.

    Parameters
    ----------
    data : array or symbol
    weight : array or symbol
    bias : array or symbol, optional
    num_hidden : int, required
    no_bias : boolean, default False
    flatten : boolean, default True
    """
def gamma(data: ndarray | None = ..., out: Any = ..., name: str | None = ...) -> ndarray:
    """Return ``the gamma function of x`` for every element x.

    Shape and data type are those of ``data``, as in MXNet 1.9.1.

    Parameters
    ----------
    data : array or symbol
    """
def gammaln(data: ndarray | None = ..., out: Any = ..., name: str | None = ...) -> ndarray:
    """Return ``log |gamma(x)|`` for every element x.

    Shape and data type are those of ``data``, as in MXNet 1.9.1.

    Parameters
    ----------
    data : array or symbol
    """
def gather_nd(
    data: ndarray | None = ...,
    indices: ndarray | None = ...,
    out: Any = ...,
    name: str | None = ...,
) -> ndarray:
    """Return ``data[indices[0], ..., indices[m - 1]]``: column j of ``indices`` ``(m, ...)`` is one position.

    The result has the shape ``indices.shape[1:] + data.shape[m:]``. Negative positions count from the end; those
    out of range raise an error that is an ``IndexError`` too.

    Parameters
    ----------
    data : array or symbol
    indices : array or symbol
    """
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
def intgemm_maxabsolute(data: ndarray | None = ..., out: Any = ..., name: str | None = ...) -> ndarray:
    """Return the absolute maximum of float32 ``data``, ``(1,)``.

    Parameters
    ----------
    data : array or symbol
    """
def intgemm_prepare_data(
    data: ndarray | None = ...,
    maxabs: ndarray | None = ...,
    out: Any = ...,
    name: str | None = ...,
) -> ndarray:
    """Return float32 ``data`` as int8 from -127 to 127, which stand for ``-maxabs`` to ``maxabs``.

    Parameters
    ----------
    data : array or symbol
    maxabs : array or symbol
    """
def intgemm_prepare_weight(
    weight: ndarray | None = ...,
    maxabs: ndarray | None = ...,
    already_quantized: bool | Literal[0, 1] = ...,
    out: Any = ...,
    name: str | None = ...,
) -> ndarray:
    """Return a ``weight`` ``(..., K)`` of float32, or of int8 where ``already_quantized``, ready for products.

    The last axis must be a multiple of 64 long, and there must be a multiple of 8 rows.

    Parameters
    ----------
    weight : array or symbol
    maxabs : array or symbol, optional
    already_quantized : boolean, default False
    """
def intgemm_take_weight(
    weight: ndarray | None = ...,
    indices: ndarray | None = ...,
    out: Any = ...,
    name: str | None = ...,
) -> ndarray:
    """Return the rows ``indices``, a multiple of 8 of them, of a prepared ``weight``.

    Parameters
    ----------
    weight : array or symbol
    indices : array or symbol
    """
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
    """Return ``gamma * (data - mean) / std + beta`` with ``std = sqrt(var + eps)``, both taken along ``axis``.

    ``gamma`` and ``beta`` have the length of ``axis``. Outputs with ``output_mean_var``: also mean and std, in the
    shape of ``data`` with ``axis`` of length 1; they get no gradient. Source: Ba et al., arXiv 1607.06450.

    Parameters
    ----------
    data : array or symbol
    gamma : array or symbol
    beta : array or symbol
    axis : int, default -1
    eps : float, default 1e-05
    output_mean_var : boolean, default False
    """
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
    """Apply a rectifier that does not stop at zero.

    Above zero it is ``x`` (but for ``selu`` and ``gelu``), below

    * ``leaky``: ``slope * x``;
    * ``prelu``: ``gamma * x``, ``gamma`` learnt: ``(C,)`` one per channel (axis 1), ``(1,)`` for all, or ``(N, C)``;
    * ``elu``: ``slope * (exp(x) - 1)``;
    * ``selu``: ``1.0507 * 1.67326 * (exp(x) - 1)``, and ``1.0507 * x`` above; the gradient is 1.9.1's;
    * ``gelu``: ``x * Phi(x)`` everywhere, ``Phi`` the normal distribution function;
    * ``rrelu``: ``a * x``, ``a`` drawn for every element from ``[lower_bound, upper_bound)`` in training, their mean
      otherwise. Second output: the slopes.

    Parameters
    ----------
    data : array or symbol
    gamma : array or symbol, optional
    act_type : {'elu', 'gelu', 'leaky', 'prelu', 'rrelu', 'selu'}, default 'leaky'
    slope : float, default 0.25
    lower_bound : float, default 0.125
    upper_bound : float, default 0.334
    """
def log_softmax(
    data: ndarray | None = ...,
    axis: int = ...,
    temperature: float | None = ...,
    dtype: Literal['float16', 'float32', 'float64'] | None = ...,
    use_length: bool | Literal[0, 1] | None = ...,
    out: Any = ...,
    name: str | None = ...,
) -> ndarray:
    """Return the logarithm of ``softmax(data / temperature)`` along ``axis``. ``use_length`` must be false.

    Parameters
    ----------
    data : array or symbol
    axis : int, default -1
    temperature : double or None, default None
    dtype : {'float16', 'float32', 'float64'} or None, default None
    use_length : boolean or None, default False
    """
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
def nonzero(x: ndarray | None = ..., out: Any = ..., name: str | None = ...) -> ndarray:
    """Return the places of the elements that are not 0, one row each, as int64; a number counts as a vector.

    Parameters
    ----------
    x : array or symbol
    """
def one_hot(
    indices: ndarray | None = ...,
    depth: int = ...,
    on_value: float = ...,
    off_value: float = ...,
    dtype: Any = ...,
    out: Any = ...,
    name: str | None = ...,
) -> ndarray:
    """Return an array with a new last axis of length ``depth``: ``on_value`` at the index, ``off_value`` elsewhere.

    An index out of range gives ``off_value`` everywhere.

    Parameters
    ----------
    indices : array or symbol
    depth : int, required
    on_value : double, default 1.0
    off_value : double, default 0.0
    dtype : dtype, default 'float32'
    """
def pick(
    data: ndarray | None = ...,
    index: ndarray | None = ...,
    axis: int | None = ...,
    keepdims: bool | Literal[0, 1] = ...,
    mode: Literal['clip', 'wrap'] = ...,
    out: Any = ...,
    name: str | None = ...,
) -> ndarray:
    """Return one element along ``axis`` for every index: ``data[i, index[i]]`` for the last axis of a matrix.

    ``index`` has the shape of ``data`` without ``axis``, or with length 1 there.

    Parameters
    ----------
    data : array or symbol
    index : array or symbol
    axis : int or None, default -1
    keepdims : boolean, default False
    mode : {'clip', 'wrap'}, default 'clip'
    """
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
    """Reduce each window of ``(N, C, *space)`` (or channel-last) data to one number.

    ``max``, ``avg``, ``sum``, or ``lp``: ``sum(x**p) ** (1/p)`` for ``p_value`` 1, 2 or 3. The length of an axis
    becomes ``1 + (n + 2*pad - kernel) / stride``, rounded down (``valid``) or up (``full``), or ``n / stride`` rounded
    up (``same``: one dimension, no padding before). ``global_pool`` has one window over everything. An average counts
    padding unless ``count_include_pad`` is False. ``cudnn_off`` is without effect. Hidden output of ``max``: a second
    name for the first.

    Parameters
    ----------
    data : array or symbol
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
def relu(data: ndarray | None = ..., out: Any = ..., name: str | None = ...) -> ndarray:
    """Return ``max(x, 0)`` for every element x.

    Shape and data type are those of ``data``, as in MXNet 1.9.1.

    Parameters
    ----------
    data : array or symbol
    """
def reshape(
    a: ndarray | None = ...,
    newshape: int | Sequence[int] = ...,
    reverse: bool | Literal[0, 1] = ...,
    order: str = ...,
    out: Any = ...,
    name: str | None = ...,
) -> ndarray:
    """Return ``a`` in the shape that the codes ``newshape`` give; ``reverse`` reads both from the right.

    Parameters
    ----------
    a : array or symbol
    newshape : Shape(tuple), required
    reverse : boolean, default False
    order : string, default 'C'
    """
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
    """Return ``lhs`` with its axes ``lhs_begin ... lhs_end - 1`` in place of ``rhs``'s ``rhs_begin ... rhs_end - 1``.

    By default all axes: ``lhs`` in the shape of ``rhs``. The gradient of ``rhs`` is zero.

    Parameters
    ----------
    lhs : array or symbol
    rhs : array or symbol
    lhs_begin : int or None, default None
    lhs_end : int or None, default None
    rhs_begin : int or None, default None
    rhs_end : int or None, default None
    """
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
    """Run recurrent layers over ``data`` ``(T, N, C)``.

    ``state`` (and for LSTM ``state_cell``) is ``(layers * directions, N, state_size)``. The output is
    ``(T, N, directions * state_size)``; with ``state_outputs`` the last states follow. ``p`` is the dropout between
    layers in training. ``projection_size`` makes outputs and ``state`` of an LSTM that wide.
    ``lstm_state_clip_min`` and ``..._max`` bound the cell state after every step (1.9.1 does it on GPUs only);
    ``lstm_state_clip_nan`` is without effect. With ``use_sequence_length``, ``sequence_length`` ``(N,)`` says where
    each sequence ends (on GPUs only in 1.9.1): outputs beyond are 0, last states are those at the end.

    Parameters
    ----------
    data : array or symbol
    parameters : array or symbol
    state : array or symbol
    state_cell : array or symbol, optional
    sequence_length : array or symbol, optional
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
    """
def roi_pooling(
    data: ndarray | None = ...,
    rois: ndarray | None = ...,
    pooled_size: int | Sequence[int] = ...,
    spatial_scale: float = ...,
    out: Any = ...,
    name: str | None = ...,
) -> Any:
    """Return the maxima of ``pooled_size`` bins of each region, ``(R, C, *pooled_size)``.

    ``rois`` ``(R, 5)`` are ``(image, x1, y1, x2, y2)``, corners included, times ``spatial_scale`` in pixels of
    ``data`` ``(N, C, H, W)``. Bins outside of the image and regions of no image give 0. Regions get no gradient.
    Hidden output: another name of the first. Source: Girshick, "Fast R-CNN", arXiv 1504.08083.

    Parameters
    ----------
    data : array or symbol
    rois : array or symbol
    pooled_size : Shape(tuple), required
    spatial_scale : float, required
    """
def sequence_mask(
    data: ndarray | None = ...,
    sequence_length: ndarray | None = ...,
    use_sequence_length: bool | Literal[0, 1] = ...,
    value: float = ...,
    axis: int = ...,
    out: Any = ...,
    name: str | None = ...,
) -> ndarray:
    """Set the steps beyond each sequence's length to ``value``; without ``use_sequence_length``, copy.

    ``data`` is ``(T, N, ...)``, with ``axis=1`` ``(N, T, ...)``; ``sequence_length`` is ``(N,)``.

    Parameters
    ----------
    data : array or symbol
    sequence_length : array or symbol, optional
    use_sequence_length : boolean, default False
    value : float, default 0.0
    axis : int, default 0
    """
def shape_array(data: ndarray | None = ..., out: Any = ..., name: str | None = ...) -> ndarray:
    """Return the shape of ``data`` as a vector of int64.

    Parameters
    ----------
    data : array or symbol
    """
def sigmoid(data: ndarray | None = ..., out: Any = ..., name: str | None = ...) -> ndarray:
    """Return ``1 / (1 + e ** -x)`` for every element x.

    Shape and data type are those of ``data``, as in MXNet 1.9.1.

    Parameters
    ----------
    data : array or symbol
    """
def slice(
    data: ndarray | None = ...,
    begin: int | Sequence[int | None] = ...,
    end: int | Sequence[int | None] = ...,
    step: int | Sequence[int | None] | None = ...,
    out: Any = ...,
    name: str | None = ...,
) -> ndarray:
    """Return ``data[begin[0]:end[0]:step[0], ...]``, read as Python reads slices; None leaves a limit open.

    Parameters
    ----------
    data : array or symbol
    begin : Shape(tuple), required
    end : Shape(tuple), required
    step : Shape(tuple) or None, default ()
    """
def smooth_l1(
    data: ndarray | None = ...,
    scalar: float = ...,
    is_int: bool | Literal[0, 1] = ...,
    out: Any = ...,
    name: str | None = ...,
) -> ndarray:
    """Return ``(s x)**2 / 2`` where ``|x| < 1 / s**2``, else ``|x| - 1 / (2 s**2)``, with s = ``scalar``.

    ``is_int`` has no effect. Source: Girshick, Fast R-CNN (2015), with the width of the parabola as a parameter.

    Parameters
    ----------
    data : array or symbol
    scalar : double, default 1.0
    is_int : boolean, default True
    """
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
    """Return ``exp(x/t) / sum(exp(x/t))`` along ``axis``, ``t`` the ``temperature`` (1).

    With ``use_length``, ``length`` (the shape of ``data`` without ``axis``) says how many leading entries count;
    the others get 0. ``dtype`` is the type of the result.

    Parameters
    ----------
    data : array or symbol
    length : array or symbol, optional
    axis : int, default -1
    temperature : double or None, default None
    dtype : {'float16', 'float32', 'float64'} or None, default None
    use_length : boolean or None, default False
    """
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
    """Return the ``k`` greatest elements along ``axis`` (least, if ``is_ascend``), best first; k < 1 means all.

    ``ret_typ``: their values, their positions in type ``dtype``, both, or a mask with 1 at their places in the
    shape of ``data``. ``axis`` None takes the flattened array. Only values have a gradient. Hidden output of ``value``:
    the positions.

    Parameters
    ----------
    data : array or symbol
    axis : int or None, default -1
    k : int, default 1
    ret_typ : {'both', 'indices', 'mask', 'value'}, default 'indices'
    is_ascend : boolean, default False
    dtype : dtype, default 'float32'
    """
