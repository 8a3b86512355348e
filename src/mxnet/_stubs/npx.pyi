# Written by scripts/write_stubs.py from the registry of operators: do not edit.
from collections.abc import Sequence
from typing import Any, Literal

from ..ndarray.numpy.multiarray import ndarray

def activation(data: Any = ..., act_type: Any = ..., out: Any = ..., name: Any = ..., **kwargs: Any) -> ndarray:
    """Apply a function to every element.

    ``relu`` max(x, 0), ``sigmoid`` 1/(1+exp(-x)), ``tanh``, ``softrelu`` log(1+exp(x)), ``softsign`` x/(1+|x|).

    Parameters
    ----------
    data : array or symbol
    act_type : {'relu', 'sigmoid', 'softrelu', 'softsign', 'tanh'}, required
    """
def arange_like(
    data: Any = ...,
    start: Any = ...,
    step: Any = ...,
    repeat: Any = ...,
    ctx: Any = ...,
    axis: Any = ...,
    out: Any = ...,
    name: Any = ...,
    **kwargs: Any,
) -> ndarray:
    """Return a range as long as ``data`` has elements, in its shape, or as long as one axis, as a vector.

    Each number stands ``repeat`` times. The gradient is zero.

    Parameters
    ----------
    data : array or symbol
    start : float, default 0.0
    step : float, default 1.0
    repeat : int, default 1
    ctx : string, default ''
    axis : int or None, default None
    """
def attach(scope: Any, namespace: Any, short: Any, call: Any, symbolic: Any, fast: Any = ...) -> ndarray:
    """Make the function ``short`` of a namespace, keep it in ``scope`` (a module's) and return it.

    ``fast`` gives an operator's ``fast`` of :func:`make_function`.
    Raises :class:`AttributeError` when no operator appears there: this is the body of a module's ``__getattr__``.
    """
def batch_dot(
    lhs: Any = ...,
    rhs: Any = ...,
    transpose_a: Any = ...,
    transpose_b: Any = ...,
    forward_stype: Any = ...,
    out: Any = ...,
    name: Any = ...,
    **kwargs: Any,
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
def batch_flatten(data: Any = ..., out: Any = ..., name: Any = ..., **kwargs: Any) -> ndarray:
    """Return ``data`` as a matrix: the first axis stays, all others become one.

    Parameters
    ----------
    data : array or symbol
    """
def batch_norm(
    data: Any = ...,
    gamma: Any = ...,
    beta: Any = ...,
    moving_mean: Any = ...,
    moving_var: Any = ...,
    eps: Any = ...,
    momentum: Any = ...,
    fix_gamma: Any = ...,
    use_global_stats: Any = ...,
    output_mean_var: Any = ...,
    axis: Any = ...,
    cudnn_off: Any = ...,
    min_calib_range: Any = ...,
    max_calib_range: Any = ...,
    out: Any = ...,
    name: Any = ...,
    **kwargs: Any,
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
    eps : float, default 0.001
    momentum : float, default 0.9
    fix_gamma : boolean, default True
    use_global_stats : boolean, default False
    output_mean_var : boolean, default False
    axis : int, default 1
    cudnn_off : boolean, default False
    min_calib_range : float or None, default None
    max_calib_range : float or None, default None
    """
def call(op: Any, short: Any, inputs: Any, given: Any, out: Any) -> ndarray:
    """Apply ``op`` for a generated function."""
def cast(data: Any = ..., dtype: Any = ..., out: Any = ..., name: Any = ..., **kwargs: Any) -> ndarray:
    """Return ``data`` in another data type; fractions are cut off where it has none.

    The gradient comes back in the type of ``data``.

    Parameters
    ----------
    data : array or symbol
    dtype : dtype, required
    """
def cond(pred: Any, then_func: Any, else_func: Any) -> ndarray:
    """Return ``then_func()`` where ``pred``, an array of one element or a truth value, is true, else ``else_func()``.

    ValueError for an array of more elements.
    """
def convolution(
    data: Any = ...,
    weight: Any = ...,
    bias: Any = ...,
    kernel: Any = ...,
    stride: Any = ...,
    dilate: Any = ...,
    pad: Any = ...,
    num_filter: Any = ...,
    num_group: Any = ...,
    workspace: Any = ...,
    no_bias: Any = ...,
    cudnn_tune: Any = ...,
    cudnn_off: Any = ...,
    layout: Any = ...,
    out: Any = ...,
    name: Any = ...,
    **kwargs: Any,
) -> ndarray:
    """Convolve (correlate) data with filters; the length along an axis becomes
    ``(n + 2*pad - dilate*(kernel-1) - 1) // stride + 1``.

    ``workspace``, ``cudnn_tune`` and ``cudnn_off`` are without effect.

    Parameters
    ----------
    data : array or symbol
    weight : array or symbol
    bias : array or symbol
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
    data: Any = ...,
    weight: Any = ...,
    bias: Any = ...,
    kernel: Any = ...,
    stride: Any = ...,
    dilate: Any = ...,
    pad: Any = ...,
    adj: Any = ...,
    target_shape: Any = ...,
    num_filter: Any = ...,
    num_group: Any = ...,
    workspace: Any = ...,
    no_bias: Any = ...,
    cudnn_tune: Any = ...,
    cudnn_off: Any = ...,
    layout: Any = ...,
    out: Any = ...,
    name: Any = ...,
    **kwargs: Any,
) -> ndarray:
    """Apply the transpose of a convolution; the length along an axis becomes
    ``(n - 1)*stride - 2*pad + dilate*(kernel-1) + 1 + adj``.

    ``weight`` is ``(C, num_filter/num_group, *kernel)``, channel-last ``(C, *kernel, num_filter/num_group)``.
    ``target_shape``, the lengths wanted, decides ``pad`` and ``adj``. The other attributes are without effect.

    Parameters
    ----------
    data : array or symbol
    weight : array or symbol
    bias : array or symbol
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
def directory(namespace: Any) -> ndarray:
    """Return ``{short name: operator name}`` of a namespace."""
def dropout(
    data: Any = ...,
    p: Any = ...,
    mode: Any = ...,
    axes: Any = ...,
    cudnn_off: Any = ...,
    out: Any = ...,
    name: Any = ...,
    **kwargs: Any,
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
    data: Any = ...,
    weight: Any = ...,
    input_dim: Any = ...,
    output_dim: Any = ...,
    dtype: Any = ...,
    sparse_grad: Any = ...,
    out: Any = ...,
    name: Any = ...,
    **kwargs: Any,
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
def erf(data: Any = ..., out: Any = ..., name: Any = ..., **kwargs: Any) -> ndarray:
    """Return ``2 / sqrt(pi) * the integral of exp(-t * t) from 0 to x`` for every element x.

    Shape and data type are those of ``data``, as in MXNet 1.9.1.

    Parameters
    ----------
    data : array or symbol
    """
def erfinv(data: Any = ..., out: Any = ..., name: Any = ..., **kwargs: Any) -> ndarray:
    """Return ``the inverse of erf at x`` for every element x.

    Shape and data type are those of ``data``, as in MXNet 1.9.1.

    Parameters
    ----------
    data : array or symbol
    """
def fast(op: Any) -> ndarray:
    """Return the fast path of a call of ``op`` with nothing but arrays and attributes."""
def foreach(body: Any, data: Any, init_states: Any) -> ndarray:
    """Run ``body`` once for each slice of ``data`` along its first axis, handing states on from turn to turn.

    ``body(slice, states)`` returns ``(outputs, states)``. ``data``, the states and the outputs are arrays or nested
    lists of them; the first array of ``data`` says how many turns there are. Returns the outputs of all turns,
    stacked, and the last states.
    """
def fully_connected(
    data: Any = ...,
    weight: Any = ...,
    bias: Any = ...,
    num_hidden: Any = ...,
    no_bias: Any = ...,
    flatten: Any = ...,
    out: Any = ...,
    name: Any = ...,
    **kwargs: Any,
) -> ndarray:
    """Return ``data @ weight.T + bias``.

    ``weight`` is ``(num_hidden, K)``, ``bias`` ``(num_hidden,)``. With ``flatten`` the data ``(N, ...)`` are taken as
    ``(N, K)`` and the result is ``(N, num_hidden)``; without, the last axis of size ``K`` becomes ``num_hidden``.

    Parameters
    ----------
    data : array or symbol
    weight : array or symbol
    bias : array or symbol
    num_hidden : int, required
    no_bias : boolean, default False
    flatten : boolean, default True
    """
def gamma(data: Any = ..., out: Any = ..., name: Any = ..., **kwargs: Any) -> ndarray:
    """Return ``the gamma function of x`` for every element x.

    Shape and data type are those of ``data``, as in MXNet 1.9.1.

    Parameters
    ----------
    data : array or symbol
    """
def gammaln(data: Any = ..., out: Any = ..., name: Any = ..., **kwargs: Any) -> ndarray:
    """Return ``log |gamma(x)|`` for every element x.

    Shape and data type are those of ``data``, as in MXNet 1.9.1.

    Parameters
    ----------
    data : array or symbol
    """
def gather_nd(data: Any = ..., indices: Any = ..., out: Any = ..., name: Any = ..., **kwargs: Any) -> ndarray:
    """Return ``data[indices[0], ..., indices[m - 1]]``: column j of ``indices`` ``(m, ...)`` is one position.

    The result has the shape ``indices.shape[1:] + data.shape[m:]``. Negative positions count from the end; those
    out of range raise an error that is an ``IndexError`` too.

    Parameters
    ----------
    data : array or symbol
    indices : array or symbol
    """
def intgemm_fully_connected(
    data: Any = ...,
    weight: Any = ...,
    scaling: Any = ...,
    bias: Any = ...,
    num_hidden: Any = ...,
    no_bias: Any = ...,
    flatten: Any = ...,
    out_type: Any = ...,
    out: Any = ...,
    name: Any = ...,
    **kwargs: Any,
) -> ndarray:
    """Return ``data @ weight.T`` of int8 data and a prepared weight.

    With ``out_type`` ``float32`` the sums are multiplied by ``scaling``, one number, and ``bias`` is added; with
    ``int32`` there is no scaling. Float32 data are brought to int8 by their own largest number.

    Parameters
    ----------
    data : array or symbol
    weight : array or symbol
    scaling : array or symbol
    bias : array or symbol
    num_hidden : int, required
    no_bias : boolean, default False
    flatten : boolean, default True
    out_type : {'float32', 'int32'}, default 'float32'
    """
def intgemm_maxabsolute(data: Any = ..., out: Any = ..., name: Any = ..., **kwargs: Any) -> ndarray:
    """Return how far from zero float32 ``data`` reach, ``(1,)``.

    Parameters
    ----------
    data : array or symbol
    """
def intgemm_prepare_data(data: Any = ..., maxabs: Any = ..., out: Any = ..., name: Any = ..., **kwargs: Any) -> ndarray:
    """Return float32 ``data`` as int8 from -127 to 127, which stand for ``-maxabs`` to ``maxabs``.

    Parameters
    ----------
    data : array or symbol
    maxabs : array or symbol
    """
def intgemm_prepare_weight(
    weight: Any = ...,
    maxabs: Any = ...,
    already_quantized: Any = ...,
    out: Any = ...,
    name: Any = ...,
    **kwargs: Any,
) -> ndarray:
    """Return a ``weight`` ``(..., K)`` of float32, or of int8 where ``already_quantized``, ready for products.

    The last axis must be a multiple of 64 long, and there must be a multiple of 8 rows.

    Parameters
    ----------
    weight : array or symbol
    maxabs : array or symbol
    already_quantized : boolean, default False
    """
def intgemm_take_weight(
    weight: Any = ...,
    indices: Any = ...,
    out: Any = ...,
    name: Any = ...,
    **kwargs: Any,
) -> ndarray:
    """Return the rows ``indices``, a multiple of 8 of them, of a prepared ``weight``.

    Parameters
    ----------
    weight : array or symbol
    indices : array or symbol
    """
def layer_norm(
    data: Any = ...,
    gamma: Any = ...,
    beta: Any = ...,
    axis: Any = ...,
    eps: Any = ...,
    output_mean_var: Any = ...,
    out: Any = ...,
    name: Any = ...,
    **kwargs: Any,
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
    data: Any = ...,
    gamma: Any = ...,
    act_type: Any = ...,
    slope: Any = ...,
    lower_bound: Any = ...,
    upper_bound: Any = ...,
    out: Any = ...,
    name: Any = ...,
    **kwargs: Any,
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
    gamma : array or symbol
    act_type : {'elu', 'gelu', 'leaky', 'prelu', 'rrelu', 'selu'}, default 'leaky'
    slope : float, default 0.25
    lower_bound : float, default 0.125
    upper_bound : float, default 0.334
    """
def log_softmax(
    data: Any = ...,
    axis: Any = ...,
    temperature: Any = ...,
    dtype: Any = ...,
    use_length: Any = ...,
    out: Any = ...,
    name: Any = ...,
    **kwargs: Any,
) -> ndarray:
    """Return the logarithm of ``softmax(data / temperature)`` along ``axis``. ``use_length`` must be false.

    Parameters
    ----------
    data : array or symbol
    axis : int, default -1
    temperature : float or None, default None
    dtype : {'float16', 'float32', 'float64'} or None, default None
    use_length : boolean or None, default False
    """
def multibox_detection(
    cls_prob: Any = ...,
    loc_pred: Any = ...,
    anchor: Any = ...,
    clip: Any = ...,
    threshold: Any = ...,
    background_id: Any = ...,
    nms_threshold: Any = ...,
    force_suppress: Any = ...,
    variances: Any = ...,
    nms_topk: Any = ...,
    out: Any = ...,
    name: Any = ...,
    **kwargs: Any,
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
    data: Any = ...,
    sizes: Any = ...,
    ratios: Any = ...,
    clip: Any = ...,
    steps: Any = ...,
    offsets: Any = ...,
    out: Any = ...,
    name: Any = ...,
    **kwargs: Any,
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
    anchor: Any = ...,
    label: Any = ...,
    cls_pred: Any = ...,
    overlap_threshold: Any = ...,
    ignore_label: Any = ...,
    negative_mining_ratio: Any = ...,
    negative_mining_thresh: Any = ...,
    minimum_negative_samples: Any = ...,
    variances: Any = ...,
    out: Any = ...,
    name: Any = ...,
    **kwargs: Any,
) -> ndarray:
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
def one_hot(
    indices: Any = ...,
    depth: Any = ...,
    on_value: Any = ...,
    off_value: Any = ...,
    dtype: Any = ...,
    out: Any = ...,
    name: Any = ...,
    **kwargs: Any,
) -> ndarray:
    """Return an array with a new last axis of length ``depth``: ``on_value`` at the index, ``off_value`` elsewhere.

    An index out of range gives ``off_value`` everywhere.

    Parameters
    ----------
    indices : array or symbol
    depth : int, required
    on_value : float, default 1.0
    off_value : float, default 0.0
    dtype : dtype, default 'float32'
    """
def pick(
    data: Any = ...,
    index: Any = ...,
    axis: Any = ...,
    keepdims: Any = ...,
    mode: Any = ...,
    out: Any = ...,
    name: Any = ...,
    **kwargs: Any,
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
    data: Any = ...,
    kernel: Any = ...,
    pool_type: Any = ...,
    global_pool: Any = ...,
    cudnn_off: Any = ...,
    pooling_convention: Any = ...,
    stride: Any = ...,
    pad: Any = ...,
    p_value: Any = ...,
    count_include_pad: Any = ...,
    layout: Any = ...,
    out: Any = ...,
    name: Any = ...,
    **kwargs: Any,
) -> ndarray:
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
def relu(data: Any = ..., out: Any = ..., name: Any = ..., **kwargs: Any) -> ndarray:
    """Return ``max(x, 0)`` for every element x.

    Shape and data type are those of ``data``, as in MXNet 1.9.1.

    Parameters
    ----------
    data : array or symbol
    """
def reshape_like(
    lhs: Any = ...,
    rhs: Any = ...,
    lhs_begin: Any = ...,
    lhs_end: Any = ...,
    rhs_begin: Any = ...,
    rhs_end: Any = ...,
    out: Any = ...,
    name: Any = ...,
    **kwargs: Any,
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
    data: Any = ...,
    parameters: Any = ...,
    state: Any = ...,
    state_cell: Any = ...,
    sequence_length: Any = ...,
    state_size: Any = ...,
    num_layers: Any = ...,
    bidirectional: Any = ...,
    mode: Any = ...,
    p: Any = ...,
    state_outputs: Any = ...,
    projection_size: Any = ...,
    lstm_state_clip_min: Any = ...,
    lstm_state_clip_max: Any = ...,
    lstm_state_clip_nan: Any = ...,
    use_sequence_length: Any = ...,
    out: Any = ...,
    name: Any = ...,
    **kwargs: Any,
) -> ndarray:
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
    state_cell : array or symbol
    sequence_length : array or symbol
    state_size : int (non-negative), required
    num_layers : int (non-negative), required
    bidirectional : boolean, default False
    mode : {'gru', 'lstm', 'rnn_relu', 'rnn_tanh'}, required
    p : float, default 0.0
    state_outputs : boolean, default False
    projection_size : int or None, default None
    lstm_state_clip_min : float or None, default None
    lstm_state_clip_max : float or None, default None
    lstm_state_clip_nan : boolean, default False
    use_sequence_length : boolean, default False
    """
def roi_pooling(
    data: Any = ...,
    rois: Any = ...,
    pooled_size: Any = ...,
    spatial_scale: Any = ...,
    out: Any = ...,
    name: Any = ...,
    **kwargs: Any,
) -> ndarray:
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
    data: Any = ...,
    sequence_length: Any = ...,
    use_sequence_length: Any = ...,
    value: Any = ...,
    axis: Any = ...,
    out: Any = ...,
    name: Any = ...,
    **kwargs: Any,
) -> ndarray:
    """Set the steps beyond each sequence's length to ``value``; without ``use_sequence_length``, copy.

    ``data`` is ``(T, N, ...)``, with ``axis=1`` ``(N, T, ...)``; ``sequence_length`` is ``(N,)``.

    Parameters
    ----------
    data : array or symbol
    sequence_length : array or symbol
    use_sequence_length : boolean, default False
    value : float, default 0.0
    axis : int, default 0
    """
def shape_array(data: Any = ..., out: Any = ..., name: Any = ..., **kwargs: Any) -> ndarray:
    """Return the shape of ``data`` as a vector of int64.

    Parameters
    ----------
    data : array or symbol
    """
def sigmoid(data: Any = ..., out: Any = ..., name: Any = ..., **kwargs: Any) -> ndarray:
    """Return ``1 / (1 + exp(-x))`` for every element x.

    Shape and data type are those of ``data``, as in MXNet 1.9.1.

    Parameters
    ----------
    data : array or symbol
    """
def slice(
    data: Any = ...,
    begin: Any = ...,
    end: Any = ...,
    step: Any = ...,
    out: Any = ...,
    name: Any = ...,
    **kwargs: Any,
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
    data: Any = ...,
    scalar: Any = ...,
    is_int: Any = ...,
    out: Any = ...,
    name: Any = ...,
    **kwargs: Any,
) -> ndarray:
    """Return ``(s x)**2 / 2`` where ``|x| < 1 / s**2``, else ``|x| - 1 / (2 s**2)``, with s = ``scalar``.

    ``is_int`` has no effect. Source: Girshick, Fast R-CNN (2015), with the width of the parabola as a parameter.

    Parameters
    ----------
    data : array or symbol
    scalar : float, default 1.0
    is_int : boolean, default True
    """
def softmax(
    data: Any = ...,
    length: Any = ...,
    axis: Any = ...,
    temperature: Any = ...,
    dtype: Any = ...,
    use_length: Any = ...,
    out: Any = ...,
    name: Any = ...,
    **kwargs: Any,
) -> ndarray:
    """Return ``exp(x/t) / sum(exp(x/t))`` along ``axis``, ``t`` the ``temperature`` (1).

    With ``use_length``, ``length`` (the shape of ``data`` without ``axis``) says how many leading entries count;
    the others get 0. ``dtype`` is the type of the result.

    Parameters
    ----------
    data : array or symbol
    length : array or symbol
    axis : int, default -1
    temperature : float or None, default None
    dtype : {'float16', 'float32', 'float64'} or None, default None
    use_length : boolean or None, default False
    """
def topk(
    data: Any = ...,
    axis: Any = ...,
    k: Any = ...,
    ret_typ: Any = ...,
    is_ascend: Any = ...,
    dtype: Any = ...,
    out: Any = ...,
    name: Any = ...,
    **kwargs: Any,
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
def while_loop(cond: Any, func: Any, loop_vars: Any, max_iterations: Any) -> ndarray:
    """Run ``func`` on the variables of a loop as long as ``cond`` of them is true, at most ``max_iterations`` times.

    ``cond(*loop_vars)`` returns an array of one element or a truth value, ``func(*loop_vars)`` returns
    ``(outputs, new loop_vars)``. Returns the outputs of all turns, stacked and filled up with zeros to the length
    ``max_iterations``, and the last variables. ValueError where there are no variables, where ``cond`` returns more
    than one element, and where the number of outputs or variables changes.
    """
