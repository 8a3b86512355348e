# Written by scripts/write_stubs.py from the registry of operators: do not edit.
from collections.abc import Sequence
from typing import Any, Literal

from ..ndarray.ndarray import NDArray

def Activation(
    data: NDArray | None = ...,
    act_type: Literal['relu', 'sigmoid', 'softrelu', 'softsign', 'tanh'] = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Apply a function to every element.

    ``relu`` max(x, 0), ``sigmoid`` 1/(1+exp(-x)), ``tanh``, ``softrelu`` log(1+exp(x)), ``softsign`` x/(1+|x|).

    Parameters
    ----------
    data : array or symbol
    act_type : {'relu', 'sigmoid', 'softrelu', 'softsign', 'tanh'}, required
    """
def BatchNorm(
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
def BatchNorm_v1(
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
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Normalize as ``BatchNorm`` does along axis 1: MXNet's first form, whose third output is the variance itself.

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
    """
def BilinearSampler(
    data: NDArray | None = ...,
    grid: NDArray | None = ...,
    cudnn_off: bool | Literal[0, 1] | None = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return ``data`` ``(N, C, H, W)`` interpolated at the places of ``grid`` ``(N, 2, H', W')``; outside it is 0.

    Hidden output: the grid. Source: Jaderberg et al., arXiv 1506.02025. ``cudnn_off`` is without effect.

    Parameters
    ----------
    data : array or symbol
    grid : array or symbol
    cudnn_off : boolean or None, default None
    """
def BlockGrad(data: NDArray | None = ..., out: Any = ..., name: str | None = ...) -> NDArray:
    """Return ``data``; no gradient passes back through it (it is zero).

    Parameters
    ----------
    data : array or symbol
    """
def CTCLoss(
    data: NDArray | None = ...,
    label: NDArray | None = ...,
    data_lengths: NDArray | None = ...,
    label_lengths: NDArray | None = ...,
    use_data_lengths: bool | Literal[0, 1] = ...,
    use_label_lengths: bool | Literal[0, 1] = ...,
    blank_label: Literal['first', 'last'] = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return ``-log P(label | softmax(data))`` per sequence, ``(N,)``.

    ``data`` is ``(T, N, C)``, before softmax; ``label`` ``(N, L)`` with ``L <= T``. The blank is class 0 and labels are
    padded with 0 (``blank_label='first'``), or it is class ``C - 1`` and the padding -1 (``'last'``).
    ``data_lengths`` and ``label_lengths``, ``(N,)``, say how much of each row counts. Labels that count and lengths
    must be in range: else an error that is an ``IndexError`` too. Labels that no path of so few steps spells have the
    loss 0. A hidden output stands for the gradient.
    Source: Graves et al., "Connectionist temporal classification", 2006.

    Parameters
    ----------
    data : array or symbol
    label : array or symbol
    data_lengths : array or symbol, optional
    label_lengths : array or symbol, optional
    use_data_lengths : boolean, default False
    use_label_lengths : boolean, default False
    blank_label : {'first', 'last'}, default 'first'
    """
def Cast(data: NDArray | None = ..., dtype: Any = ..., out: Any = ..., name: str | None = ...) -> NDArray:
    """Return ``data`` in another data type; fractions are cut off where it has none.

    The gradient comes back in the type of ``data``.

    Parameters
    ----------
    data : array or symbol
    dtype : dtype, required
    """
def Concat(*data: Any, dim: int = ..., out: Any = ..., name: str | None = ..., **kwargs: Any) -> NDArray:
    """Return arrays joined along axis ``dim``, in which alone they may differ.

    Parameters
    ----------
    *data : arrays or symbols
    dim : int, default 1
    """
def Convolution(
    data: NDArray | None = ...,
    weight: NDArray | None = ...,
    bias: NDArray | None = ...,
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
) -> NDArray:
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
def Convolution_v1(
    data: NDArray | None = ...,
    weight: NDArray | None = ...,
    bias: NDArray | None = ...,
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
    layout: Literal['NCDHW', 'NCHW', 'NDHWC', 'NHWC'] | None = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Convolve as ``Convolution`` does: the name that its first form kept.

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
    layout : {'NCDHW', 'NCHW', 'NDHWC', 'NHWC'} or None, default None
    """
def Correlation(
    data1: NDArray | None = ...,
    data2: NDArray | None = ...,
    kernel_size: int = ...,
    max_displacement: int = ...,
    stride1: int = ...,
    stride2: int = ...,
    pad_size: int = ...,
    is_multiply: bool | Literal[0, 1] = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return how patches of ``data1`` ``(N, C, H, W)`` agree with displaced ones of ``data2``: ``(N, D * D, H', W')``.

    Patches are ``kernel_size`` squared (odd) and ``stride1`` apart, ``D = 2 * (max_displacement // stride2) + 1``
    displacements each way ``stride2`` apart, rows first. The result is the mean over channels and patch of the
    products, or, without ``is_multiply``, of the absolute differences. Source: Fischer et al., "FlowNet", arXiv
    1504.06852. Hidden outputs: both inputs padded, channels last.

    Parameters
    ----------
    data1 : array or symbol
    data2 : array or symbol
    kernel_size : int (non-negative), default 1
    max_displacement : int (non-negative), default 1
    stride1 : int (non-negative), default 1
    stride2 : int (non-negative), default 1
    pad_size : int (non-negative), default 0
    is_multiply : boolean, default True
    """
def Crop(
    *data: Any,
    offset: int | Sequence[int] = ...,
    h_w: int | Sequence[int] = ...,
    center_crop: bool | Literal[0, 1] = ...,
    out: Any = ...,
    name: str | None = ...,
    **kwargs: Any,
) -> NDArray:
    """Return a part of images ``(N, C, H, W)``: as high and wide as the second input, or as ``h_w``.

    The part begins at ``offset`` (rows, columns), or lies in the middle if ``center_crop``.

    Parameters
    ----------
    *data : arrays or symbols
    offset : Shape(tuple), default (0, 0)
    h_w : Shape(tuple), default (0, 0)
    center_crop : boolean, default False
    """
def Custom(*data: Any, op_type: str | None = ..., out: Any = ..., name: str | None = ..., **kwargs: Any) -> Any:
    """Apply the operator registered as ``op_type`` by :func:`mxnet.operator.register`.

    Inputs are its arguments, then its auxiliary states; its outputs, shapes, types and gradient are what it declares.
    Further attributes go to its class as text.

    Parameters
    ----------
    *data : arrays or symbols
    op_type : string or None, default None
    """
def Deconvolution(
    data: NDArray | None = ...,
    weight: NDArray | None = ...,
    bias: NDArray | None = ...,
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
) -> NDArray:
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
def Dropout(
    data: NDArray | None = ...,
    p: float = ...,
    mode: Literal['always', 'training'] = ...,
    axes: int | Sequence[int] = ...,
    cudnn_off: bool | Literal[0, 1] | None = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
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
def ElementWiseSum(*args: Any, out: Any = ..., name: str | None = ..., **kwargs: Any) -> NDArray:
    """Return the sum of any number of arrays of one shape and data type.

    Parameters
    ----------
    *args : arrays or symbols
    """
def Embedding(
    data: NDArray | None = ...,
    weight: NDArray | None = ...,
    input_dim: int = ...,
    output_dim: int = ...,
    dtype: Any = ...,
    sparse_grad: bool | Literal[0, 1] = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
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
def Flatten(data: NDArray | None = ..., out: Any = ..., name: str | None = ...) -> NDArray:
    """Return ``data`` as a matrix: the first axis stays, all others become one.

    Parameters
    ----------
    data : array or symbol
    """
def FullyConnected(
    data: NDArray | None = ...,
    weight: NDArray | None = ...,
    bias: NDArray | None = ...,
    num_hidden: int = ...,
    no_bias: bool | Literal[0, 1] = ...,
    flatten: bool | Literal[0, 1] = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
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
def GridGenerator(
    data: NDArray | None = ...,
    transform_type: Literal['affine', 'warp'] = ...,
    target_shape: int | Sequence[int] = ...,
    out: Any = ...,
    name: str | None = ...,
) -> Any:
    """Return a grid ``(N, 2, H, W)`` for ``BilinearSampler``.

    ``affine``: of ``target_shape``, from matrices ``data`` ``(N, 6)``. ``warp``: every pixel's own place moved by
    ``data`` ``(N, 2, H, W)`` pixels. Hidden output: another name of the first.

    Parameters
    ----------
    data : array or symbol
    transform_type : {'affine', 'warp'}, required
    target_shape : Shape(tuple), default (0, 0)
    """
def GroupNorm(
    data: NDArray | None = ...,
    gamma: NDArray | None = ...,
    beta: NDArray | None = ...,
    num_groups: int = ...,
    eps: float = ...,
    output_mean_var: bool | Literal[0, 1] = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return ``gamma * (data - mean) / std + beta``, ``std = sqrt(var + eps)``, per instance and group of channels.

    ``data`` is ``(N, C, *space)``; ``gamma`` and ``beta`` are ``(num_groups,)``, one number per group, as in 1.9.1.
    Outputs with ``output_mean_var``: also mean and std, ``(N, num_groups)``; they get no gradient.
    Source: Wu and He, arXiv 1803.08494.

    Parameters
    ----------
    data : array or symbol
    gamma : array or symbol
    beta : array or symbol
    num_groups : int, default 1
    eps : float, default 1e-05
    output_mean_var : boolean, default False
    """
def IdentityAttachKLSparseReg(
    data: NDArray | None = ...,
    moving_avg: NDArray | None = ...,
    sparseness_target: float = ...,
    penalty: float = ...,
    momentum: float = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return ``data`` and add to its gradient that of a penalty on mean activations away from ``sparseness_target``.

    The backward pass moves ``moving_avg``, one number per unit (axis 1), towards the batch's mean ``m``; the penalty is
    ``penalty * KL(target || moving_avg)``, its gradient ``penalty * ((1-target)/(1-avg) - target/avg)`` per element.

    Parameters
    ----------
    data : array or symbol
    moving_avg : array or symbol
    sparseness_target : float, default 0.1
    penalty : float, default 0.001
    momentum : float, default 0.9
    """
def InstanceNorm(
    data: NDArray | None = ...,
    gamma: NDArray | None = ...,
    beta: NDArray | None = ...,
    eps: float = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return ``gamma * (data - mean) / sqrt(var + eps) + beta``, the statistics taken per instance and channel.

    ``data`` is ``(N, C, *space)``, ``gamma`` and ``beta`` are ``(C,)``. Two hidden outputs: mean and
    ``1 / sqrt(var + eps)``, ``(N * C,)``. Source: Ulyanov et al., arXiv 1607.08022.

    Parameters
    ----------
    data : array or symbol
    gamma : array or symbol
    beta : array or symbol
    eps : float, default 0.001
    """
def L2Normalization(
    data: NDArray | None = ...,
    eps: float = ...,
    mode: Literal['channel', 'instance', 'spatial'] = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return ``data / sqrt(sum(data**2) + eps)``.

    The sum runs over an instance (axis 0 apart), over the channels (axis 1), or over the space (axes 2 and up).
    Hidden output: the norms.

    Parameters
    ----------
    data : array or symbol
    eps : float, default 1e-10
    mode : {'channel', 'instance', 'spatial'}, default 'instance'
    """
def LRN(
    data: NDArray | None = ...,
    alpha: float = ...,
    beta: float = ...,
    knorm: float = ...,
    nsize: int = ...,
    out: Any = ...,
    name: str | None = ...,
) -> Any:
    """Return ``data * (knorm + alpha/nsize * sum(data**2)) ** -beta``.

    The sum runs over ``nsize`` (odd) neighbouring channels of ``(N, C, H, W)``. Hidden output: what is raised to
    ``-beta``. Source: Krizhevsky et al., "ImageNet classification with deep convolutional neural networks", 2012.

    Parameters
    ----------
    data : array or symbol
    alpha : float, default 0.0001
    beta : float, default 0.75
    knorm : float, default 2.0
    nsize : int (non-negative), required
    """
def LayerNorm(
    data: NDArray | None = ...,
    gamma: NDArray | None = ...,
    beta: NDArray | None = ...,
    axis: int = ...,
    eps: float = ...,
    output_mean_var: bool | Literal[0, 1] = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
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
def LeakyReLU(
    data: NDArray | None = ...,
    gamma: NDArray | None = ...,
    act_type: Literal['elu', 'gelu', 'leaky', 'prelu', 'rrelu', 'selu'] = ...,
    slope: float = ...,
    lower_bound: float = ...,
    upper_bound: float = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
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
def LinearRegressionOutput(
    data: NDArray | None = ...,
    label: NDArray | None = ...,
    grad_scale: float = ...,
    out: Any = ...,
    name: str | None = ...,
    **kwargs: Any,
) -> NDArray:
    """Return ``data``; the gradient is ``(data - label) * grad_scale / outputs per instance``, of the squared error.

    Parameters
    ----------
    data : array or symbol
    label : array or symbol
    grad_scale : float, default 1.0
    """
def LogisticRegressionOutput(
    data: NDArray | None = ...,
    label: NDArray | None = ...,
    grad_scale: float = ...,
    out: Any = ...,
    name: str | None = ...,
    **kwargs: Any,
) -> NDArray:
    """Return ``sigmoid(data)``; the gradient is ``(output - label) * grad_scale / outputs per instance``, of the binary
    cross entropy.

    Parameters
    ----------
    data : array or symbol
    label : array or symbol
    grad_scale : float, default 1.0
    """
def MAERegressionOutput(
    data: NDArray | None = ...,
    label: NDArray | None = ...,
    grad_scale: float = ...,
    out: Any = ...,
    name: str | None = ...,
    **kwargs: Any,
) -> NDArray:
    """Return ``data``; the gradient is ``sign(data - label) * grad_scale / outputs per instance``, of the absolute
    error (-1 where they are equal, as in 1.9.1).

    Parameters
    ----------
    data : array or symbol
    label : array or symbol
    grad_scale : float, default 1.0
    """
def MakeLoss(
    data: NDArray | None = ...,
    grad_scale: float = ...,
    valid_thresh: float = ...,
    normalization: Literal['batch', 'null', 'valid'] = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return ``data`` as a loss: its gradient is ``grad_scale``, whatever comes from above.

    ``normalization``: divide it by the number of rows, all axes but the last (``batch``), or by the number
    of elements greater than ``valid_thresh``, at least 1 (``valid``).

    Parameters
    ----------
    data : array or symbol
    grad_scale : float, default 1.0
    valid_thresh : float, default 0.0
    normalization : {'batch', 'null', 'valid'}, default 'null'
    """
def Pad(
    data: NDArray | None = ...,
    mode: Literal['constant', 'edge', 'reflect'] = ...,
    pad_width: int | Sequence[int] = ...,
    constant_value: float = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return ``data``, of shape ``(N, C, H, W)`` or ``(N, C, D, H, W)``, with padding around its space.

    ``pad_width`` has two numbers for each axis, before and after; those of the first two axes must be 0. The
    padding is ``constant_value``, the value at the edge, or the inside mirrored at the edge. A negative number cuts off
    so much; of each axis something must be left. Floating point only.

    Parameters
    ----------
    data : array or symbol
    mode : {'constant', 'edge', 'reflect'}, required
    pad_width : Shape(tuple), required
    constant_value : double, default 0.0
    """
def Pooling(
    data: NDArray | None = ...,
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
def Pooling_v1(
    data: NDArray | None = ...,
    kernel: int | Sequence[int] = ...,
    pool_type: Literal['avg', 'max', 'sum'] = ...,
    global_pool: bool | Literal[0, 1] = ...,
    pooling_convention: Literal['full', 'valid'] = ...,
    stride: int | Sequence[int] = ...,
    pad: int | Sequence[int] = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Pool as MXNet's first form of ``Pooling`` did: two or three dimensions.

    Padding is 0 for maxima too, averages are over the whole kernel, also where it hangs over the end, and the gradient
    of a maximum goes to all elements that have it.

    Parameters
    ----------
    data : array or symbol
    kernel : Shape(tuple), default ()
    pool_type : {'avg', 'max', 'sum'}, default 'max'
    global_pool : boolean, default False
    pooling_convention : {'full', 'valid'}, default 'valid'
    stride : Shape(tuple), default ()
    pad : Shape(tuple), default ()
    """
def RNN(
    data: NDArray | None = ...,
    parameters: NDArray | None = ...,
    state: NDArray | None = ...,
    state_cell: NDArray | None = ...,
    sequence_length: NDArray | None = ...,
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
def ROIPooling(
    data: NDArray | None = ...,
    rois: NDArray | None = ...,
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
def Reshape(
    data: NDArray | None = ...,
    shape: int | Sequence[int] = ...,
    reverse: bool | Literal[0, 1] = ...,
    target_shape: int | Sequence[int] = ...,
    keep_highest: bool | Literal[0, 1] = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return ``data`` in another shape, its elements in the same order.

    ``shape``'s codes: see :func:`reshaped`; ``reverse`` reads them from the right. ``target_shape`` and
    ``keep_highest`` are those of MXNet 0.x.

    Parameters
    ----------
    data : array or symbol
    shape : Shape(tuple), default ()
    reverse : boolean, default False
    target_shape : Shape(tuple), default ()
    keep_highest : boolean, default False
    """
def SVMOutput(
    data: NDArray | None = ...,
    label: NDArray | None = ...,
    margin: float = ...,
    regularization_coefficient: float = ...,
    use_linear: bool | Literal[0, 1] = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return ``data`` ``(N, C)``; the gradient is that of the hinge loss, squared unless ``use_linear``.

    With ``t = 1`` for the class in ``label`` ``(N,)`` and ``-1`` for the others, the loss is
    ``regularization_coefficient * max(0, margin - t * data)``, each class on its own.

    Parameters
    ----------
    data : array or symbol
    label : array or symbol
    margin : float, default 1.0
    regularization_coefficient : float, default 1.0
    use_linear : boolean, default False
    """
def SequenceLast(
    data: NDArray | None = ...,
    sequence_length: NDArray | None = ...,
    use_sequence_length: bool | Literal[0, 1] = ...,
    axis: int = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return the last step of every sequence, ``(N, ...)``: step ``T - 1``, or ``sequence_length - 1``.

    Parameters
    ----------
    data : array or symbol
    sequence_length : array or symbol, optional
    use_sequence_length : boolean, default False
    axis : int, default 0
    """
def SequenceMask(
    data: NDArray | None = ...,
    sequence_length: NDArray | None = ...,
    use_sequence_length: bool | Literal[0, 1] = ...,
    value: float = ...,
    axis: int = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
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
def SequenceReverse(
    data: NDArray | None = ...,
    sequence_length: NDArray | None = ...,
    use_sequence_length: bool | Literal[0, 1] = ...,
    axis: int = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Reverse every sequence ``(T, N, ...)``; what lies beyond its length stays.

    Parameters
    ----------
    data : array or symbol
    sequence_length : array or symbol, optional
    use_sequence_length : boolean, default False
    axis : int, default 0
    """
def SliceChannel(
    data: NDArray | None = ...,
    num_outputs: int = ...,
    axis: int = ...,
    squeeze_axis: bool | Literal[0, 1] = ...,
    out: Any = ...,
    name: str | None = ...,
) -> Any:
    """Return ``data`` cut into ``num_outputs`` equal parts along ``axis``, without that axis if ``squeeze_axis``.

    With ``squeeze_axis`` each part must have length 1 there.

    Parameters
    ----------
    data : array or symbol
    num_outputs : int, required
    axis : int, default 1
    squeeze_axis : boolean, default False
    """
def Softmax(
    data: NDArray | None = ...,
    label: NDArray | None = ...,
    grad_scale: float = ...,
    ignore_label: float = ...,
    multi_output: bool | Literal[0, 1] = ...,
    use_ignore: bool | Literal[0, 1] = ...,
    preserve_shape: bool | Literal[0, 1] = ...,
    normalization: Literal['batch', 'null', 'valid'] = ...,
    out_grad: bool | Literal[0, 1] = ...,
    smooth_alpha: float = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return softmax of ``data``; the gradient is that of cross entropy with ``label``.

    The classes lie along everything but axis 0, with ``preserve_shape`` along the last axis, with ``multi_output``
    along axis 1. ``label`` holds class numbers, one per softmax, or (in the shape of ``data``) probabilities.
    The gradient ``out - onehot(label)`` is multiplied by ``grad_scale``; it is divided by the number of softmaxes
    (``normalization='batch'``), or of labels other than ``ignore_label`` (``'valid'``); with ``multi_output`` and
    ``'null'`` by the number of positions of one instance. ``use_ignore``: labels equal to ``ignore_label`` give no
    gradient. ``smooth_alpha``: the target of the class is ``1 - alpha``, the others share ``alpha`` (not with
    ``multi_output``). None but ``grad_scale`` has an effect where labels are probabilities.

    ``out_grad``: the gradient is also multiplied by the head gradient. (1.9.1 takes the output in its place, so that
    the head gradient is lost.)

    Parameters
    ----------
    data : array or symbol
    label : array or symbol
    grad_scale : float, default 1.0
    ignore_label : float, default -1.0
    multi_output : boolean, default False
    use_ignore : boolean, default False
    preserve_shape : boolean, default False
    normalization : {'batch', 'null', 'valid'}, default 'null'
    out_grad : boolean, default False
    smooth_alpha : float, default 0.0
    """
def SoftmaxActivation(
    data: NDArray | None = ...,
    mode: Literal['channel', 'instance'] = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Apply softmax along the last axis, or with ``mode='channel'`` along axis 1.

    Parameters
    ----------
    data : array or symbol
    mode : {'channel', 'instance'}, default 'instance'
    """
def SoftmaxOutput(
    data: NDArray | None = ...,
    label: NDArray | None = ...,
    grad_scale: float = ...,
    ignore_label: float = ...,
    multi_output: bool | Literal[0, 1] = ...,
    use_ignore: bool | Literal[0, 1] = ...,
    preserve_shape: bool | Literal[0, 1] = ...,
    normalization: Literal['batch', 'null', 'valid'] = ...,
    out_grad: bool | Literal[0, 1] = ...,
    smooth_alpha: float = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return softmax of ``data``; the gradient is that of cross entropy with ``label``.

    The classes lie along everything but axis 0, with ``preserve_shape`` along the last axis, with ``multi_output``
    along axis 1. ``label`` holds class numbers, one per softmax, or (in the shape of ``data``) probabilities.
    The gradient ``out - onehot(label)`` is multiplied by ``grad_scale``; it is divided by the number of softmaxes
    (``normalization='batch'``), or of labels other than ``ignore_label`` (``'valid'``); with ``multi_output`` and
    ``'null'`` by the number of positions of one instance. ``use_ignore``: labels equal to ``ignore_label`` give no
    gradient. ``smooth_alpha``: the target of the class is ``1 - alpha``, the others share ``alpha`` (not with
    ``multi_output``). None but ``grad_scale`` has an effect where labels are probabilities.

    ``out_grad``: the gradient is also multiplied by the head gradient. (1.9.1 takes the output in its place, so that
    the head gradient is lost.)

    Parameters
    ----------
    data : array or symbol
    label : array or symbol
    grad_scale : float, default 1.0
    ignore_label : float, default -1.0
    multi_output : boolean, default False
    use_ignore : boolean, default False
    preserve_shape : boolean, default False
    normalization : {'batch', 'null', 'valid'}, default 'null'
    out_grad : boolean, default False
    smooth_alpha : float, default 0.0
    """
def SpatialTransformer(
    data: NDArray | None = ...,
    loc: NDArray | None = ...,
    target_shape: int | Sequence[int] = ...,
    transform_type: Literal['affine'] = ...,
    sampler_type: Literal['bilinear'] = ...,
    cudnn_off: bool | Literal[0, 1] | None = ...,
    out: Any = ...,
    name: str | None = ...,
) -> Any:
    """Return ``data`` ``(N, C, H, W)`` seen through affine transforms ``loc`` ``(N, 6)``, of ``target_shape``.

    A 0 in ``target_shape`` takes the data's length. Two hidden outputs: the grid. Source: Jaderberg et al., arXiv
    1506.02025. ``cudnn_off`` is without effect.

    Parameters
    ----------
    data : array or symbol
    loc : array or symbol
    target_shape : Shape(tuple), default (0, 0)
    transform_type : {'affine'}, required
    sampler_type : {'bilinear'}, required
    cudnn_off : boolean or None, default None
    """
def SwapAxis(
    data: NDArray | None = ...,
    dim1: int = ...,
    dim2: int = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return ``data`` with two axes exchanged.

    Parameters
    ----------
    data : array or symbol
    dim1 : int, default 0
    dim2 : int, default 0
    """
def UpSampling(
    *data: Any,
    scale: int = ...,
    num_filter: int = ...,
    sample_type: Literal['bilinear', 'nearest'] = ...,
    multi_input_mode: Literal['concat', 'sum'] = ...,
    workspace: int = ...,
    out: Any = ...,
    name: str | None = ...,
    **kwargs: Any,
) -> NDArray:
    """Enlarge ``(N, C, H, W)`` by ``scale`` in both directions.

    ``nearest`` repeats elements. Further inputs are enlarged to the same size (their own factor), then joined along
    the channels (``concat``) or summed. ``bilinear`` takes two inputs, data and a weight ``(C, 1, k, k)`` with
    ``k = 2*scale - scale % 2``, and is a transposed convolution of every channel on its own (``num_filter`` is C).
    ``workspace`` is without effect.

    Parameters
    ----------
    *data : arrays or symbols
    scale : int, required
    num_filter : int, default 0
    sample_type : {'bilinear', 'nearest'}, required
    multi_input_mode : {'concat', 'sum'}, default 'concat'
    workspace : int (non-negative), default 512
    """
def abs(data: NDArray | None = ..., out: Any = ..., name: str | None = ...) -> NDArray:
    """Return ``|x|`` for every element x.

    Shape and data type are those of ``data``, as in MXNet 1.9.1.

    Parameters
    ----------
    data : array or symbol
    """
def adam_update(
    weight: NDArray | None = ...,
    grad: NDArray | None = ...,
    mean: NDArray | None = ...,
    var: NDArray | None = ...,
    lr: float = ...,
    beta1: float = ...,
    beta2: float = ...,
    epsilon: float = ...,
    wd: float = ...,
    rescale_grad: float = ...,
    clip_gradient: float = ...,
    lazy_update: bool | Literal[0, 1] = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Move ``mean`` and ``var`` towards ``g`` and ``g**2``, and return ``weight - lr * mean / (sqrt(var) + epsilon)``.

    ``g`` includes ``wd * weight`` and is clipped after that; bias correction is the caller's, in ``lr``.
    Source: Kingma and Ba, arXiv 1412.6980.

    Parameters
    ----------
    weight : array or symbol
    grad : array or symbol
    mean : array or symbol
    var : array or symbol
    lr : float, required
    beta1 : float, default 0.9
    beta2 : float, default 0.999
    epsilon : float, default 1e-08
    wd : float, default 0.0
    rescale_grad : float, default 1.0
    clip_gradient : float, default -1.0
    lazy_update : boolean, default True
    """
def add_n(*args: Any, out: Any = ..., name: str | None = ..., **kwargs: Any) -> NDArray:
    """Return the sum of any number of arrays of one shape and data type.

    Parameters
    ----------
    *args : arrays or symbols
    """
def all_finite(
    data: NDArray | None = ...,
    init_output: bool | Literal[0, 1] = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return ``[1]`` if all elements are finite, else ``[0]``; without ``init_output`` a 0 in ``out`` stays.

    Parameters
    ----------
    data : array or symbol
    init_output : boolean, default True
    """
def amp_cast(data: NDArray | None = ..., dtype: Any = ..., out: Any = ..., name: str | None = ...) -> NDArray:
    """Return ``data`` of up to 32-bit floats in another data type, and any other as it is (for mixed precision).

    Parameters
    ----------
    data : array or symbol
    dtype : dtype, required
    """
def amp_multicast(
    *data: Any,
    cast_narrow: bool | Literal[0, 1] = ...,
    out: Any = ...,
    name: str | None = ...,
    **kwargs: Any,
) -> Any:
    """Return arrays of up to 32-bit floats in one type: the widest among them, or the narrowest if ``cast_narrow``.

    Those of other types stay as they are.

    Parameters
    ----------
    *data : arrays or symbols
    cast_narrow : boolean, default False
    """
def arccos(data: NDArray | None = ..., out: Any = ..., name: str | None = ...) -> NDArray:
    """Return ``the angle in [0, pi] whose cosine is x`` for every element x.

    Shape and data type are those of ``data``, as in MXNet 1.9.1.

    Parameters
    ----------
    data : array or symbol
    """
def arccosh(data: NDArray | None = ..., out: Any = ..., name: str | None = ...) -> NDArray:
    """Return ``the inverse of cosh at x`` for every element x.

    Shape and data type are those of ``data``, as in MXNet 1.9.1.

    Parameters
    ----------
    data : array or symbol
    """
def arcsin(data: NDArray | None = ..., out: Any = ..., name: str | None = ...) -> NDArray:
    """Return ``the angle in [-pi/2, pi/2] whose sine is x`` for every element x.

    Shape and data type are those of ``data``, as in MXNet 1.9.1.

    Parameters
    ----------
    data : array or symbol
    """
def arcsinh(data: NDArray | None = ..., out: Any = ..., name: str | None = ...) -> NDArray:
    """Return ``the inverse of sinh at x`` for every element x.

    Shape and data type are those of ``data``, as in MXNet 1.9.1.

    Parameters
    ----------
    data : array or symbol
    """
def arctan(data: NDArray | None = ..., out: Any = ..., name: str | None = ...) -> NDArray:
    """Return ``the angle in (-pi/2, pi/2) whose tangent is x`` for every element x.

    Shape and data type are those of ``data``, as in MXNet 1.9.1.

    Parameters
    ----------
    data : array or symbol
    """
def arctanh(data: NDArray | None = ..., out: Any = ..., name: str | None = ...) -> NDArray:
    """Return ``the inverse of tanh at x`` for every element x.

    Shape and data type are those of ``data``, as in MXNet 1.9.1.

    Parameters
    ----------
    data : array or symbol
    """
def argmax(
    data: NDArray | None = ...,
    axis: int | None = ...,
    keepdims: bool | Literal[0, 1] = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return where the greatest element is along ``axis`` (of the flattened array if None); of ties, the first.

    The positions have the data type of ``data``. The gradient is zero.

    Parameters
    ----------
    data : array or symbol
    axis : int or None, default None
    keepdims : boolean, default False
    """
def argmax_channel(data: NDArray | None = ..., out: Any = ..., name: str | None = ...) -> NDArray:
    """Return where the greatest element is along axis 1, in the data type of ``data``. It has no gradient.

    Parameters
    ----------
    data : array or symbol
    """
def argmin(
    data: NDArray | None = ...,
    axis: int | None = ...,
    keepdims: bool | Literal[0, 1] = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return where the least element is along ``axis`` (of the flattened array if None); of ties, the first.

    The positions have the data type of ``data``. The gradient is zero.

    Parameters
    ----------
    data : array or symbol
    axis : int or None, default None
    keepdims : boolean, default False
    """
def argsort(
    data: NDArray | None = ...,
    axis: int | None = ...,
    is_ascend: bool | Literal[0, 1] = ...,
    dtype: Any = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return the positions, of type ``dtype``, that sort ``data`` along ``axis`` (or flattened). No gradient passes.

    Parameters
    ----------
    data : array or symbol
    axis : int or None, default -1
    is_ascend : boolean, default True
    dtype : dtype, default 'float32'
    """
def batch_dot(
    lhs: NDArray | None = ...,
    rhs: NDArray | None = ...,
    transpose_a: bool | Literal[0, 1] = ...,
    transpose_b: bool | Literal[0, 1] = ...,
    forward_stype: Literal['csr', 'default', 'row_sparse'] | None = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
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
def batch_take(
    a: NDArray | None = ...,
    indices: NDArray | None = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return ``a[i, indices[i]]`` for every row i of a matrix; ``indices`` are int32, clipped to the row.

    Parameters
    ----------
    a : array or symbol
    indices : array or symbol
    """
def broadcast_add(
    lhs: NDArray | None = ...,
    rhs: NDArray | None = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return ``l + r`` element by element.

    The shape is the inputs' shapes, broadcast; the data type is theirs.

    Parameters
    ----------
    lhs : array or symbol
    rhs : array or symbol
    """
def broadcast_axes(
    data: NDArray | None = ...,
    axis: int | Sequence[int] = ...,
    size: int | Sequence[int] = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return ``data`` with axes of length 1 repeated to the lengths in ``size``.

    Parameters
    ----------
    data : array or symbol
    axis : Shape(tuple), default ()
    size : Shape(tuple), default ()
    """
def broadcast_axis(
    data: NDArray | None = ...,
    axis: int | Sequence[int] = ...,
    size: int | Sequence[int] = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return ``data`` with axes of length 1 repeated to the lengths in ``size``.

    Parameters
    ----------
    data : array or symbol
    axis : Shape(tuple), default ()
    size : Shape(tuple), default ()
    """
def broadcast_div(
    lhs: NDArray | None = ...,
    rhs: NDArray | None = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return ``l / r`` element by element.

    The shape is the inputs' shapes, broadcast; the data type is theirs.

    Parameters
    ----------
    lhs : array or symbol
    rhs : array or symbol
    """
def broadcast_equal(
    lhs: NDArray | None = ...,
    rhs: NDArray | None = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return ``1 if l == r else 0`` element by element.

    The shape is the inputs' shapes, broadcast; the data type is theirs.

    Parameters
    ----------
    lhs : array or symbol
    rhs : array or symbol
    """
def broadcast_greater(
    lhs: NDArray | None = ...,
    rhs: NDArray | None = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return ``1 if l > r else 0`` element by element.

    The shape is the inputs' shapes, broadcast; the data type is theirs.

    Parameters
    ----------
    lhs : array or symbol
    rhs : array or symbol
    """
def broadcast_greater_equal(
    lhs: NDArray | None = ...,
    rhs: NDArray | None = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return ``1 if l >= r else 0`` element by element.

    The shape is the inputs' shapes, broadcast; the data type is theirs.

    Parameters
    ----------
    lhs : array or symbol
    rhs : array or symbol
    """
def broadcast_hypot(
    lhs: NDArray | None = ...,
    rhs: NDArray | None = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return ``sqrt(l * l + r * r)`` element by element.

    The shape is the inputs' shapes, broadcast; the data type is theirs.

    Parameters
    ----------
    lhs : array or symbol
    rhs : array or symbol
    """
def broadcast_lesser(
    lhs: NDArray | None = ...,
    rhs: NDArray | None = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return ``1 if l < r else 0`` element by element.

    The shape is the inputs' shapes, broadcast; the data type is theirs.

    Parameters
    ----------
    lhs : array or symbol
    rhs : array or symbol
    """
def broadcast_lesser_equal(
    lhs: NDArray | None = ...,
    rhs: NDArray | None = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return ``1 if l <= r else 0`` element by element.

    The shape is the inputs' shapes, broadcast; the data type is theirs.

    Parameters
    ----------
    lhs : array or symbol
    rhs : array or symbol
    """
def broadcast_like(
    lhs: NDArray | None = ...,
    rhs: NDArray | None = ...,
    lhs_axes: int | Sequence[int] | None = ...,
    rhs_axes: int | Sequence[int] | None = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return ``lhs`` with axes of length 1 repeated to those of ``rhs``, or only ``lhs_axes`` to ``rhs_axes``.

    One of both without the other is without effect. The gradient of ``rhs`` is zero.

    Parameters
    ----------
    lhs : array or symbol
    rhs : array or symbol
    lhs_axes : Shape(tuple) or None, default None
    rhs_axes : Shape(tuple) or None, default None
    """
def broadcast_logical_and(
    lhs: NDArray | None = ...,
    rhs: NDArray | None = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return ``1 if l and r else 0`` element by element.

    The shape is the inputs' shapes, broadcast; the data type is theirs.

    Parameters
    ----------
    lhs : array or symbol
    rhs : array or symbol
    """
def broadcast_logical_or(
    lhs: NDArray | None = ...,
    rhs: NDArray | None = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return ``1 if l or r else 0`` element by element.

    The shape is the inputs' shapes, broadcast; the data type is theirs.

    Parameters
    ----------
    lhs : array or symbol
    rhs : array or symbol
    """
def broadcast_logical_xor(
    lhs: NDArray | None = ...,
    rhs: NDArray | None = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return ``1 if either l or r else 0`` element by element.

    The shape is the inputs' shapes, broadcast; the data type is theirs.

    Parameters
    ----------
    lhs : array or symbol
    rhs : array or symbol
    """
def broadcast_maximum(
    lhs: NDArray | None = ...,
    rhs: NDArray | None = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return ``max(l, r)`` element by element.

    The shape is the inputs' shapes, broadcast; the data type is theirs.

    Parameters
    ----------
    lhs : array or symbol
    rhs : array or symbol
    """
def broadcast_minimum(
    lhs: NDArray | None = ...,
    rhs: NDArray | None = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return ``min(l, r)`` element by element.

    The shape is the inputs' shapes, broadcast; the data type is theirs.

    Parameters
    ----------
    lhs : array or symbol
    rhs : array or symbol
    """
def broadcast_minus(
    lhs: NDArray | None = ...,
    rhs: NDArray | None = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return ``l - r`` element by element.

    The shape is the inputs' shapes, broadcast; the data type is theirs.

    Parameters
    ----------
    lhs : array or symbol
    rhs : array or symbol
    """
def broadcast_mod(
    lhs: NDArray | None = ...,
    rhs: NDArray | None = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return ``l % r`` element by element.

    The shape is the inputs' shapes, broadcast; the data type is theirs.

    Parameters
    ----------
    lhs : array or symbol
    rhs : array or symbol
    """
def broadcast_mul(
    lhs: NDArray | None = ...,
    rhs: NDArray | None = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return ``l * r`` element by element.

    The shape is the inputs' shapes, broadcast; the data type is theirs.

    Parameters
    ----------
    lhs : array or symbol
    rhs : array or symbol
    """
def broadcast_not_equal(
    lhs: NDArray | None = ...,
    rhs: NDArray | None = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return ``1 if l != r else 0`` element by element.

    The shape is the inputs' shapes, broadcast; the data type is theirs.

    Parameters
    ----------
    lhs : array or symbol
    rhs : array or symbol
    """
def broadcast_plus(
    lhs: NDArray | None = ...,
    rhs: NDArray | None = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return ``l + r`` element by element.

    The shape is the inputs' shapes, broadcast; the data type is theirs.

    Parameters
    ----------
    lhs : array or symbol
    rhs : array or symbol
    """
def broadcast_power(
    lhs: NDArray | None = ...,
    rhs: NDArray | None = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return ``l ** r`` element by element.

    The shape is the inputs' shapes, broadcast; the data type is theirs.

    Parameters
    ----------
    lhs : array or symbol
    rhs : array or symbol
    """
def broadcast_sub(
    lhs: NDArray | None = ...,
    rhs: NDArray | None = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return ``l - r`` element by element.

    The shape is the inputs' shapes, broadcast; the data type is theirs.

    Parameters
    ----------
    lhs : array or symbol
    rhs : array or symbol
    """
def broadcast_to(
    data: NDArray | None = ...,
    shape: int | Sequence[int] = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return ``data`` with axes of length 1 repeated to make ``shape``; a 0 there keeps a length.

    Parameters
    ----------
    data : array or symbol
    shape : Shape(tuple), default ()
    """
def cast(data: NDArray | None = ..., dtype: Any = ..., out: Any = ..., name: str | None = ...) -> NDArray:
    """Return ``data`` in another data type; fractions are cut off where it has none.

    The gradient comes back in the type of ``data``.

    Parameters
    ----------
    data : array or symbol
    dtype : dtype, required
    """
def cast_storage(
    data: NDArray | None = ...,
    stype: Literal['csr', 'default', 'row_sparse'] = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return ``data`` in storage ``stype``: ``'default'`` (dense), ``'row_sparse'`` or ``'csr'`` (of two axes).

    Rows, or elements, that are zero are not stored. One sparse storage cannot become the other.

    Parameters
    ----------
    data : array or symbol
    stype : {'csr', 'default', 'row_sparse'}, required
    """
def cbrt(data: NDArray | None = ..., out: Any = ..., name: str | None = ...) -> NDArray:
    """Return ``the cube root of x`` for every element x.

    Shape and data type are those of ``data``, as in MXNet 1.9.1.

    Parameters
    ----------
    data : array or symbol
    """
def ceil(data: NDArray | None = ..., out: Any = ..., name: str | None = ...) -> NDArray:
    """Return ``the least integer not below x`` for every element x.

    Shape and data type are those of ``data``, as in MXNet 1.9.1.

    Parameters
    ----------
    data : array or symbol
    """
def choose_element_0index(
    data: NDArray | None = ...,
    index: NDArray | None = ...,
    axis: int | None = ...,
    keepdims: bool | Literal[0, 1] = ...,
    mode: Literal['clip', 'wrap'] = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
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
def clip(
    data: NDArray | None = ...,
    a_min: float = ...,
    a_max: float = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return ``data`` with values below ``a_min`` raised to it and those above ``a_max`` lowered to that.

    The gradient passes where ``a_min <= x <= a_max``. Where ``a_min > a_max``, values above ``a_max`` become
    ``a_max`` and all others ``a_min``, as in MXNet 1.9.1.

    Parameters
    ----------
    data : array or symbol
    a_min : float, required
    a_max : float, required
    """
def col2im(
    data: NDArray | None = ...,
    output_size: int | Sequence[int] = ...,
    kernel: int | Sequence[int] = ...,
    stride: int | Sequence[int] = ...,
    dilate: int | Sequence[int] = ...,
    pad: int | Sequence[int] = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Add columns ``(N, C * prod(kernel), blocks)`` into an image ``(N, C, *output_size)``.

    It is the gradient of ``im2col``: where blocks overlap, their elements add up.

    Parameters
    ----------
    data : array or symbol
    output_size : Shape(tuple), required
    kernel : Shape(tuple), required
    stride : Shape(tuple), default ()
    dilate : Shape(tuple), default ()
    pad : Shape(tuple), default ()
    """
def concat(*data: Any, dim: int = ..., out: Any = ..., name: str | None = ..., **kwargs: Any) -> NDArray:
    """Return arrays joined along axis ``dim``, in which alone they may differ.

    Parameters
    ----------
    *data : arrays or symbols
    dim : int, default 1
    """
def cos(data: NDArray | None = ..., out: Any = ..., name: str | None = ...) -> NDArray:
    """Return ``cos(x), x in radians`` for every element x.

    Shape and data type are those of ``data``, as in MXNet 1.9.1.

    Parameters
    ----------
    data : array or symbol
    """
def cosh(data: NDArray | None = ..., out: Any = ..., name: str | None = ...) -> NDArray:
    """Return ``(e ** x + e ** -x) / 2`` for every element x.

    Shape and data type are those of ``data``, as in MXNet 1.9.1.

    Parameters
    ----------
    data : array or symbol
    """
def crop(
    data: NDArray | None = ...,
    begin: int | Sequence[int | None] = ...,
    end: int | Sequence[int | None] = ...,
    step: int | Sequence[int | None] | None = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return ``data[begin[0]:end[0]:step[0], ...]``, read as Python reads slices; None leaves a limit open.

    Parameters
    ----------
    data : array or symbol
    begin : Shape(tuple), required
    end : Shape(tuple), required
    step : Shape(tuple) or None, default ()
    """
def ctc_loss(
    data: NDArray | None = ...,
    label: NDArray | None = ...,
    data_lengths: NDArray | None = ...,
    label_lengths: NDArray | None = ...,
    use_data_lengths: bool | Literal[0, 1] = ...,
    use_label_lengths: bool | Literal[0, 1] = ...,
    blank_label: Literal['first', 'last'] = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return ``-log P(label | softmax(data))`` per sequence, ``(N,)``.

    ``data`` is ``(T, N, C)``, before softmax; ``label`` ``(N, L)`` with ``L <= T``. The blank is class 0 and labels are
    padded with 0 (``blank_label='first'``), or it is class ``C - 1`` and the padding -1 (``'last'``).
    ``data_lengths`` and ``label_lengths``, ``(N,)``, say how much of each row counts. Labels that count and lengths
    must be in range: else an error that is an ``IndexError`` too. Labels that no path of so few steps spells have the
    loss 0. A hidden output stands for the gradient.
    Source: Graves et al., "Connectionist temporal classification", 2006.

    Parameters
    ----------
    data : array or symbol
    label : array or symbol
    data_lengths : array or symbol, optional
    label_lengths : array or symbol, optional
    use_data_lengths : boolean, default False
    use_label_lengths : boolean, default False
    blank_label : {'first', 'last'}, default 'first'
    """
def cumsum(
    a: NDArray | None = ...,
    axis: int | None = ...,
    dtype: Any | None = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return the running sums along ``axis``, or of the flattened array where it is None, in ``dtype`` or a's own.

    Parameters
    ----------
    a : array or symbol
    axis : int or None, default None
    dtype : dtype or None, default None
    """
def degrees(data: NDArray | None = ..., out: Any = ..., name: str | None = ...) -> NDArray:
    """Return ``x * 180 / pi`` for every element x.

    Shape and data type are those of ``data``, as in MXNet 1.9.1.

    Parameters
    ----------
    data : array or symbol
    """
def depth_to_space(
    data: NDArray | None = ...,
    block_size: int = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return ``(N, C, H, W)`` as ``(N, C / b**2, H * b, W * b)``, channels laid out in blocks of b x b pixels.

    The channel is read as (row in the block, column in the block, channel of the result).

    Parameters
    ----------
    data : array or symbol
    block_size : int, required
    """
def diag(
    data: NDArray | None = ...,
    k: int = ...,
    axis1: int = ...,
    axis2: int = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return diagonal ``k`` of the matrices in ``axis1`` and ``axis2``, as last axis; of a vector, the matrix with it.

    Positive ``k`` lies above the main diagonal. Beside the last diagonals there are empty ones; further out, errors.

    Parameters
    ----------
    data : array or symbol
    k : int, default 0
    axis1 : int, default 0
    axis2 : int, default 1
    """
def dot(
    lhs: NDArray | None = ...,
    rhs: NDArray | None = ...,
    transpose_a: bool | Literal[0, 1] = ...,
    transpose_b: bool | Literal[0, 1] = ...,
    forward_stype: Literal['csr', 'default', 'row_sparse'] | None = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return the sum of products over the last axis of ``lhs`` and the first of ``rhs``.

    ``transpose_a`` takes the first axis of ``lhs`` instead, ``transpose_b`` the last of ``rhs``; a vector beside a
    matrix has only one, and for two vectors they are an error. Two vectors give shape ``(1,)``. ``forward_stype`` has
    no effect on dense arrays.

    Parameters
    ----------
    lhs : array or symbol
    rhs : array or symbol
    transpose_a : boolean, default False
    transpose_b : boolean, default False
    forward_stype : {'csr', 'default', 'row_sparse'} or None, default None
    """
def elemwise_add(
    lhs: NDArray | None = ...,
    rhs: NDArray | None = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return ``l + r`` element by element.

    The shape is the one of both inputs; the data type is theirs.

    Parameters
    ----------
    lhs : array or symbol
    rhs : array or symbol
    """
def elemwise_div(
    lhs: NDArray | None = ...,
    rhs: NDArray | None = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return ``l / r`` element by element.

    The shape is the one of both inputs; the data type is theirs.

    Parameters
    ----------
    lhs : array or symbol
    rhs : array or symbol
    """
def elemwise_mul(
    lhs: NDArray | None = ...,
    rhs: NDArray | None = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return ``l * r`` element by element.

    The shape is the one of both inputs; the data type is theirs.

    Parameters
    ----------
    lhs : array or symbol
    rhs : array or symbol
    """
def elemwise_sub(
    lhs: NDArray | None = ...,
    rhs: NDArray | None = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return ``l - r`` element by element.

    The shape is the one of both inputs; the data type is theirs.

    Parameters
    ----------
    lhs : array or symbol
    rhs : array or symbol
    """
def erf(data: NDArray | None = ..., out: Any = ..., name: str | None = ...) -> NDArray:
    """Return ``2 / sqrt(pi) * the integral of exp(-t * t) from 0 to x`` for every element x.

    Shape and data type are those of ``data``, as in MXNet 1.9.1.

    Parameters
    ----------
    data : array or symbol
    """
def erfinv(data: NDArray | None = ..., out: Any = ..., name: str | None = ...) -> NDArray:
    """Return ``the inverse of erf at x`` for every element x.

    Shape and data type are those of ``data``, as in MXNet 1.9.1.

    Parameters
    ----------
    data : array or symbol
    """
def exp(data: NDArray | None = ..., out: Any = ..., name: str | None = ...) -> NDArray:
    """Return ``e ** x`` for every element x.

    Shape and data type are those of ``data``, as in MXNet 1.9.1.

    Parameters
    ----------
    data : array or symbol
    """
def expand_dims(data: NDArray | None = ..., axis: int = ..., out: Any = ..., name: str | None = ...) -> NDArray:
    """Return ``data`` with a new axis of length 1 at position ``axis``.

    Parameters
    ----------
    data : array or symbol
    axis : int, required
    """
def expm1(data: NDArray | None = ..., out: Any = ..., name: str | None = ...) -> NDArray:
    """Return ``e ** x - 1`` for every element x.

    Shape and data type are those of ``data``, as in MXNet 1.9.1.

    Parameters
    ----------
    data : array or symbol
    """
def fill_element_0index(
    lhs: NDArray | None = ...,
    mhs: NDArray | None = ...,
    rhs: NDArray | None = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return the matrix ``lhs`` with ``lhs[i, rhs[i]]`` replaced by ``mhs[i]`` for every row i.

    Parameters
    ----------
    lhs : array or symbol
    mhs : array or symbol
    rhs : array or symbol
    """
def fix(data: NDArray | None = ..., out: Any = ..., name: str | None = ...) -> NDArray:
    """Return ``x rounded towards zero`` for every element x.

    Shape and data type are those of ``data``, as in MXNet 1.9.1.

    Parameters
    ----------
    data : array or symbol
    """
def flatten(data: NDArray | None = ..., out: Any = ..., name: str | None = ...) -> NDArray:
    """Return ``data`` as a matrix: the first axis stays, all others become one.

    Parameters
    ----------
    data : array or symbol
    """
def flip(
    data: NDArray | None = ...,
    axis: int | Sequence[int] = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return ``data`` with the order of its elements reversed along the axes ``axis``.

    Parameters
    ----------
    data : array or symbol
    axis : Shape(tuple), required
    """
def floor(data: NDArray | None = ..., out: Any = ..., name: str | None = ...) -> NDArray:
    """Return ``the greatest integer not above x`` for every element x.

    Shape and data type are those of ``data``, as in MXNet 1.9.1.

    Parameters
    ----------
    data : array or symbol
    """
def ftml_update(
    weight: NDArray | None = ...,
    grad: NDArray | None = ...,
    d: NDArray | None = ...,
    v: NDArray | None = ...,
    z: NDArray | None = ...,
    lr: float = ...,
    beta1: float = ...,
    beta2: float = ...,
    epsilon: float = ...,
    t: int = ...,
    wd: float = ...,
    rescale_grad: float = ...,
    clip_grad: float = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Follow the moving leader at step ``t`` (counted from 1), ``g`` with ``wd * weight`` in it.

    A rate of 0 changes nothing. Source: Zheng and Kwok, "Follow the moving leader in deep learning", 2017.

    Parameters
    ----------
    weight : array or symbol
    grad : array or symbol
    d : array or symbol
    v : array or symbol
    z : array or symbol
    lr : float, required
    beta1 : float, default 0.6
    beta2 : float, default 0.999
    epsilon : double, default 1e-08
    t : int, required
    wd : float, default 0.0
    rescale_grad : float, default 1.0
    clip_grad : float, default -1.0
    """
def ftrl_update(
    weight: NDArray | None = ...,
    grad: NDArray | None = ...,
    z: NDArray | None = ...,
    n: NDArray | None = ...,
    lr: float = ...,
    lamda1: float = ...,
    beta: float = ...,
    wd: float = ...,
    rescale_grad: float = ...,
    clip_gradient: float = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Follow the regularized leader: ``z += g - (sqrt(n + g**2) - sqrt(n)) * weight / lr``, ``n += g**2``; return
    ``(sign(z) * lamda1 - z) / ((beta + sqrt(n)) / lr + wd)`` where ``abs(z) > lamda1``, else 0. A rate of 0 changes
    nothing.

    Source: McMahan et al., "Ad click prediction: a view from the trenches", 2013.

    Parameters
    ----------
    weight : array or symbol
    grad : array or symbol
    z : array or symbol
    n : array or symbol
    lr : float, required
    lamda1 : float, default 0.01
    beta : float, default 1.0
    wd : float, default 0.0
    rescale_grad : float, default 1.0
    clip_gradient : float, default -1.0
    """
def gamma(data: NDArray | None = ..., out: Any = ..., name: str | None = ...) -> NDArray:
    """Return ``the gamma function of x`` for every element x.

    Shape and data type are those of ``data``, as in MXNet 1.9.1.

    Parameters
    ----------
    data : array or symbol
    """
def gammaln(data: NDArray | None = ..., out: Any = ..., name: str | None = ...) -> NDArray:
    """Return ``log |gamma(x)|`` for every element x.

    Shape and data type are those of ``data``, as in MXNet 1.9.1.

    Parameters
    ----------
    data : array or symbol
    """
def gather_nd(
    data: NDArray | None = ...,
    indices: NDArray | None = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return ``data[indices[0], ..., indices[m - 1]]``: column j of ``indices`` ``(m, ...)`` is one position.

    The result has the shape ``indices.shape[1:] + data.shape[m:]``. Negative positions count from the end; those
    out of range raise an error that is an ``IndexError`` too.

    Parameters
    ----------
    data : array or symbol
    indices : array or symbol
    """
def hard_sigmoid(
    data: NDArray | None = ...,
    alpha: float = ...,
    beta: float = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return ``min(max(alpha * x + beta, 0), 1)``; the gradient is alpha strictly between the two bounds, else 0.

    Raises :class:`MXNetError` for types that are not floating point.

    Parameters
    ----------
    data : array or symbol
    alpha : float, default 0.2
    beta : float, default 0.5
    """
def identity(data: NDArray | None = ..., out: Any = ..., name: str | None = ...) -> NDArray:
    """Return a copy of ``data``.

    Parameters
    ----------
    data : array or symbol
    """
def im2col(
    data: NDArray | None = ...,
    kernel: int | Sequence[int] = ...,
    stride: int | Sequence[int] = ...,
    dilate: int | Sequence[int] = ...,
    pad: int | Sequence[int] = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return all blocks of ``(N, C, *space)`` as columns, ``(N, C * prod(kernel), blocks)``.

    One to three dimensions of space. The blocks are those that a convolution with the same attributes sees, in
    row-major order; a column holds a block channel by channel.

    Parameters
    ----------
    data : array or symbol
    kernel : Shape(tuple), required
    stride : Shape(tuple), default ()
    dilate : Shape(tuple), default ()
    pad : Shape(tuple), default ()
    """
def khatri_rao(*args: Any, out: Any = ..., name: str | None = ..., **kwargs: Any) -> NDArray:
    """Return the column-wise Kronecker product of matrices with k columns each: column j is the product of all j-th.

    Parameters
    ----------
    *args : arrays or symbols
    """
def lamb_update_phase1(
    weight: NDArray | None = ...,
    grad: NDArray | None = ...,
    mean: NDArray | None = ...,
    var: NDArray | None = ...,
    beta1: float = ...,
    beta2: float = ...,
    epsilon: float = ...,
    t: int = ...,
    bias_correction: bool | Literal[0, 1] = ...,
    wd: float = ...,
    rescale_grad: float = ...,
    clip_gradient: float = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Move ``mean`` and ``var`` and return LAMB's direction ``mean / (sqrt(var) + epsilon) + wd * weight``.

    With ``bias_correction`` the means are corrected for step ``t``. Source: You et al., arXiv 1904.00962.

    Parameters
    ----------
    weight : array or symbol
    grad : array or symbol
    mean : array or symbol
    var : array or symbol
    beta1 : float, default 0.9
    beta2 : float, default 0.999
    epsilon : float, default 1e-06
    t : int, required
    bias_correction : boolean, default True
    wd : float, required
    rescale_grad : float, default 1.0
    clip_gradient : float, default -1.0
    """
def lamb_update_phase2(
    weight: NDArray | None = ...,
    g: NDArray | None = ...,
    r1: NDArray | None = ...,
    r2: NDArray | None = ...,
    lr: float = ...,
    lower_bound: float = ...,
    upper_bound: float = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return ``weight - lr * r1 / r2 * g``; ``r1`` is the norm of the weight, between bounds, ``r2`` that of ``g``.

    Parameters
    ----------
    weight : array or symbol
    g : array or symbol
    r1 : array or symbol
    r2 : array or symbol
    lr : float, required
    lower_bound : float, default -1.0
    upper_bound : float, default -1.0
    """
def linalg_det(A: NDArray | None = ..., out: Any = ..., name: str | None = ...) -> NDArray:
    """Return the determinant of each matrix. Hidden outputs: its LU factors and their pivots.

    Parameters
    ----------
    A : array or symbol
    """
def linalg_extractdiag(A: NDArray | None = ..., offset: int = ..., out: Any = ..., name: str | None = ...) -> NDArray:
    """Return diagonal ``offset`` of each matrix (above the main one if positive).

    Parameters
    ----------
    A : array or symbol
    offset : int, default 0
    """
def linalg_extracttrian(
    A: NDArray | None = ...,
    offset: int = ...,
    lower: bool | Literal[0, 1] = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return a triangle of each matrix as a vector: the lower one row by row, the upper one column by column.

    The triangle begins at diagonal ``offset``: the upper one if that is positive, the lower one if negative, else
    as ``lower`` says.

    Parameters
    ----------
    A : array or symbol
    offset : int, default 0
    lower : boolean, default True
    """
def linalg_gelqf(A: NDArray | None = ..., out: Any = ..., name: str | None = ...) -> Any:
    """Return Q with orthonormal rows and a lower triangular L with ``A = L @ Q``, for matrices no higher than wide.

    Parameters
    ----------
    A : array or symbol
    """
def linalg_gemm(
    A: NDArray | None = ...,
    B: NDArray | None = ...,
    C: NDArray | None = ...,
    transpose_a: bool | Literal[0, 1] = ...,
    transpose_b: bool | Literal[0, 1] = ...,
    alpha: float = ...,
    beta: float = ...,
    axis: int = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return ``alpha * A @ B + beta * C``, with A or B transposed if asked. ``axis`` is that of the matrices' rows.

    Parameters
    ----------
    A : array or symbol
    B : array or symbol
    C : array or symbol
    transpose_a : boolean, default False
    transpose_b : boolean, default False
    alpha : double, default 1.0
    beta : double, default 1.0
    axis : int, default -2
    """
def linalg_gemm2(
    A: NDArray | None = ...,
    B: NDArray | None = ...,
    transpose_a: bool | Literal[0, 1] = ...,
    transpose_b: bool | Literal[0, 1] = ...,
    alpha: float = ...,
    axis: int = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return ``alpha * A @ B``, with A or B transposed if asked. ``axis`` is that of the matrices' rows.

    Parameters
    ----------
    A : array or symbol
    B : array or symbol
    transpose_a : boolean, default False
    transpose_b : boolean, default False
    alpha : double, default 1.0
    axis : int, default -2
    """
def linalg_inverse(A: NDArray | None = ..., out: Any = ..., name: str | None = ...) -> NDArray:
    """Return the inverse of square matrices. Raises :class:`MXNetError` for a singular one.

    Parameters
    ----------
    A : array or symbol
    """
def linalg_makediag(A: NDArray | None = ..., offset: int = ..., out: Any = ..., name: str | None = ...) -> NDArray:
    """Return matrices with the vectors in the last axis as diagonal ``offset``, and zeros elsewhere.

    Parameters
    ----------
    A : array or symbol
    offset : int, default 0
    """
def linalg_maketrian(
    A: NDArray | None = ...,
    offset: int = ...,
    lower: bool | Literal[0, 1] = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return matrices with the vectors in the last axis as triangle, and zeros elsewhere: undoes ``extracttrian``.

    Parameters
    ----------
    A : array or symbol
    offset : int, default 0
    lower : boolean, default True
    """
def linalg_potrf(
    A: NDArray | None = ...,
    lower: bool | Literal[0, 1] = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return the lower triangular L with ``A = L @ L.T``, for symmetric positive definite matrices (Cholesky).

    ``lower=False`` returns the upper triangular ``L.T`` instead.

    Parameters
    ----------
    A : array or symbol
    lower : boolean, default True
    """
def linalg_potri(
    A: NDArray | None = ...,
    lower: bool | Literal[0, 1] = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return the inverse of ``A @ A.T`` for lower triangular matrices A: of the matrix that ``potrf`` factored.

    ``lower=False`` takes upper triangular ones, and ``A.T @ A``.

    Parameters
    ----------
    A : array or symbol
    lower : boolean, default True
    """
def linalg_slogdet(A: NDArray | None = ..., out: Any = ..., name: str | None = ...) -> Any:
    """Return the sign of each determinant, and the logarithm of its magnitude. Hidden outputs: as of ``det``.

    Parameters
    ----------
    A : array or symbol
    """
def linalg_sumlogdiag(A: NDArray | None = ..., out: Any = ..., name: str | None = ...) -> NDArray:
    """Return the sum of the logarithms of the diagonal of each matrix.

    Parameters
    ----------
    A : array or symbol
    """
def linalg_syrk(
    A: NDArray | None = ...,
    transpose: bool | Literal[0, 1] = ...,
    alpha: float = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return ``alpha * A @ A.T``, or ``alpha * A.T @ A`` if ``transpose``.

    Parameters
    ----------
    A : array or symbol
    transpose : boolean, default False
    alpha : double, default 1.0
    """
def linalg_trmm(
    A: NDArray | None = ...,
    B: NDArray | None = ...,
    transpose: bool | Literal[0, 1] = ...,
    rightside: bool | Literal[0, 1] = ...,
    lower: bool | Literal[0, 1] = ...,
    alpha: float = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return ``alpha * A @ B`` for a triangular A, or ``alpha * B @ A`` if ``rightside``; A transposed if asked.

    Parameters
    ----------
    A : array or symbol
    B : array or symbol
    transpose : boolean, default False
    rightside : boolean, default False
    lower : boolean, default True
    alpha : double, default 1.0
    """
def linalg_trsm(
    A: NDArray | None = ...,
    B: NDArray | None = ...,
    transpose: bool | Literal[0, 1] = ...,
    rightside: bool | Literal[0, 1] = ...,
    lower: bool | Literal[0, 1] = ...,
    alpha: float = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return X with ``A @ X = alpha * B`` for a triangular A, or ``X @ A = alpha * B`` if ``rightside``.

    Parameters
    ----------
    A : array or symbol
    B : array or symbol
    transpose : boolean, default False
    rightside : boolean, default False
    lower : boolean, default True
    alpha : double, default 1.0
    """
def log(data: NDArray | None = ..., out: Any = ..., name: str | None = ...) -> NDArray:
    """Return ``the natural logarithm of x`` for every element x.

    Shape and data type are those of ``data``, as in MXNet 1.9.1.

    Parameters
    ----------
    data : array or symbol
    """
def log10(data: NDArray | None = ..., out: Any = ..., name: str | None = ...) -> NDArray:
    """Return ``the logarithm of x to base 10`` for every element x.

    Shape and data type are those of ``data``, as in MXNet 1.9.1.

    Parameters
    ----------
    data : array or symbol
    """
def log1p(data: NDArray | None = ..., out: Any = ..., name: str | None = ...) -> NDArray:
    """Return ``log(1 + x)`` for every element x.

    Shape and data type are those of ``data``, as in MXNet 1.9.1.

    Parameters
    ----------
    data : array or symbol
    """
def log2(data: NDArray | None = ..., out: Any = ..., name: str | None = ...) -> NDArray:
    """Return ``the logarithm of x to base 2`` for every element x.

    Shape and data type are those of ``data``, as in MXNet 1.9.1.

    Parameters
    ----------
    data : array or symbol
    """
def log_softmax(
    data: NDArray | None = ...,
    axis: int = ...,
    temperature: float | None = ...,
    dtype: Literal['float16', 'float32', 'float64'] | None = ...,
    use_length: bool | Literal[0, 1] | None = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return the logarithm of ``softmax(data / temperature)`` along ``axis``. ``use_length`` must be false.

    Parameters
    ----------
    data : array or symbol
    axis : int, default -1
    temperature : double or None, default None
    dtype : {'float16', 'float32', 'float64'} or None, default None
    use_length : boolean or None, default False
    """
def logical_not(data: NDArray | None = ..., out: Any = ..., name: str | None = ...) -> NDArray:
    """Return ``1 if not x else 0`` for every element x.

    Shape and data type are those of ``data``, as in MXNet 1.9.1.

    Parameters
    ----------
    data : array or symbol
    """
def make_loss(data: NDArray | None = ..., out: Any = ..., name: str | None = ...) -> NDArray:
    """Return ``data`` as a loss: its gradient is 1, whatever comes from above.

    Parameters
    ----------
    data : array or symbol
    """
def max(
    data: NDArray | None = ...,
    axis: int | Sequence[int] | None = ...,
    keepdims: bool | Literal[0, 1] = ...,
    exclude: bool | Literal[0, 1] = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return the greatest element over ``axis`` (all axes where it is None or empty).

    ``keepdims`` keeps reduced axes with length 1; ``exclude`` reduces all axes but those given.
    The data type stays. A result with no axes left has shape ``(1,)``.

    Parameters
    ----------
    data : array or symbol
    axis : Shape(tuple) or None, default None
    keepdims : boolean, default False
    exclude : boolean, default False
    """
def max_axis(
    data: NDArray | None = ...,
    axis: int | Sequence[int] | None = ...,
    keepdims: bool | Literal[0, 1] = ...,
    exclude: bool | Literal[0, 1] = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return the greatest element over ``axis`` (all axes where it is None or empty).

    ``keepdims`` keeps reduced axes with length 1; ``exclude`` reduces all axes but those given.
    The data type stays. A result with no axes left has shape ``(1,)``.

    Parameters
    ----------
    data : array or symbol
    axis : Shape(tuple) or None, default None
    keepdims : boolean, default False
    exclude : boolean, default False
    """
def mean(
    data: NDArray | None = ...,
    axis: int | Sequence[int] | None = ...,
    keepdims: bool | Literal[0, 1] = ...,
    exclude: bool | Literal[0, 1] = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return the mean over ``axis`` (all axes where it is None or empty).

    ``keepdims`` keeps reduced axes with length 1; ``exclude`` reduces all axes but those given.
    The data type stays. A result with no axes left has shape ``(1,)``.

    Parameters
    ----------
    data : array or symbol
    axis : Shape(tuple) or None, default None
    keepdims : boolean, default False
    exclude : boolean, default False
    """
def min(
    data: NDArray | None = ...,
    axis: int | Sequence[int] | None = ...,
    keepdims: bool | Literal[0, 1] = ...,
    exclude: bool | Literal[0, 1] = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return the least element over ``axis`` (all axes where it is None or empty).

    ``keepdims`` keeps reduced axes with length 1; ``exclude`` reduces all axes but those given.
    The data type stays. A result with no axes left has shape ``(1,)``.

    Parameters
    ----------
    data : array or symbol
    axis : Shape(tuple) or None, default None
    keepdims : boolean, default False
    exclude : boolean, default False
    """
def min_axis(
    data: NDArray | None = ...,
    axis: int | Sequence[int] | None = ...,
    keepdims: bool | Literal[0, 1] = ...,
    exclude: bool | Literal[0, 1] = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return the least element over ``axis`` (all axes where it is None or empty).

    ``keepdims`` keeps reduced axes with length 1; ``exclude`` reduces all axes but those given.
    The data type stays. A result with no axes left has shape ``(1,)``.

    Parameters
    ----------
    data : array or symbol
    axis : Shape(tuple) or None, default None
    keepdims : boolean, default False
    exclude : boolean, default False
    """
def moments(
    data: NDArray | None = ...,
    axes: int | Sequence[int] | None = ...,
    keepdims: bool | Literal[0, 1] = ...,
    out: Any = ...,
    name: str | None = ...,
) -> Any:
    """Return the mean and the variance (divided by n) over ``axes``, which must not be empty.

    Parameters
    ----------
    data : array or symbol
    axes : Shape(tuple) or None, default None
    keepdims : boolean, default False
    """
def mp_lamb_update_phase1(
    weight: NDArray | None = ...,
    grad: NDArray | None = ...,
    mean: NDArray | None = ...,
    var: NDArray | None = ...,
    weight32: NDArray | None = ...,
    beta1: float = ...,
    beta2: float = ...,
    epsilon: float = ...,
    t: int = ...,
    bias_correction: bool | Literal[0, 1] = ...,
    wd: float = ...,
    rescale_grad: float = ...,
    clip_gradient: float = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Do ``lamb_update_phase1`` with ``weight32``; all but ``weight`` and ``grad`` are float32, the result too.

    Parameters
    ----------
    weight : array or symbol
    grad : array or symbol
    mean : array or symbol
    var : array or symbol
    weight32 : array or symbol
    beta1 : float, default 0.9
    beta2 : float, default 0.999
    epsilon : float, default 1e-06
    t : int, required
    bias_correction : boolean, default True
    wd : float, required
    rescale_grad : float, default 1.0
    clip_gradient : float, default -1.0
    """
def mp_lamb_update_phase2(
    weight: NDArray | None = ...,
    g: NDArray | None = ...,
    r1: NDArray | None = ...,
    r2: NDArray | None = ...,
    weight32: NDArray | None = ...,
    lr: float = ...,
    lower_bound: float = ...,
    upper_bound: float = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Do ``lamb_update_phase2`` on ``weight32`` in place (1.9.1 forgets to); return it in the type of ``weight``.

    Parameters
    ----------
    weight : array or symbol
    g : array or symbol
    r1 : array or symbol
    r2 : array or symbol
    weight32 : array or symbol
    lr : float, required
    lower_bound : float, default -1.0
    upper_bound : float, default -1.0
    """
def mp_nag_mom_update(
    weight: NDArray | None = ...,
    grad: NDArray | None = ...,
    mom: NDArray | None = ...,
    weight32: NDArray | None = ...,
    lr: float = ...,
    momentum: float = ...,
    wd: float = ...,
    rescale_grad: float = ...,
    clip_gradient: float = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Do ``nag_mom_update`` on ``weight32``, in float32; return it in the type of ``weight``.

    As in 1.9.1, the momentum that is kept has the weight decay of the new weight in it, not of the old one.

    Parameters
    ----------
    weight : array or symbol
    grad : array or symbol
    mom : array or symbol
    weight32 : array or symbol
    lr : float, required
    momentum : float, default 0.0
    wd : float, default 0.0
    rescale_grad : float, default 1.0
    clip_gradient : float, default -1.0
    """
def mp_sgd_mom_update(
    weight: NDArray | None = ...,
    grad: NDArray | None = ...,
    mom: NDArray | None = ...,
    weight32: NDArray | None = ...,
    lr: float = ...,
    momentum: float = ...,
    wd: float = ...,
    rescale_grad: float = ...,
    clip_gradient: float = ...,
    lazy_update: bool | Literal[0, 1] = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Do ``sgd_mom_update`` on ``weight32``, in float32; return it in the type of ``weight``.

    Parameters
    ----------
    weight : array or symbol
    grad : array or symbol
    mom : array or symbol
    weight32 : array or symbol
    lr : float, required
    momentum : float, default 0.0
    wd : float, default 0.0
    rescale_grad : float, default 1.0
    clip_gradient : float, default -1.0
    lazy_update : boolean, default True
    """
def mp_sgd_update(
    weight: NDArray | None = ...,
    grad: NDArray | None = ...,
    weight32: NDArray | None = ...,
    lr: float = ...,
    wd: float = ...,
    rescale_grad: float = ...,
    clip_gradient: float = ...,
    lazy_update: bool | Literal[0, 1] = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Do ``sgd_update`` on ``weight32``, in float32; return it in the type of ``weight``.

    Parameters
    ----------
    weight : array or symbol
    grad : array or symbol
    weight32 : array or symbol
    lr : float, required
    wd : float, default 0.0
    rescale_grad : float, default 1.0
    clip_gradient : float, default -1.0
    lazy_update : boolean, default True
    """
def multi_all_finite(
    *data: Any,
    num_arrays: int = ...,
    init_output: bool | Literal[0, 1] = ...,
    out: Any = ...,
    name: str | None = ...,
    **kwargs: Any,
) -> NDArray:
    """Return ``[1]`` if all elements of all arrays are finite, else ``[0]``; see ``all_finite``.

    Parameters
    ----------
    *data : arrays or symbols
    num_arrays : int, default 1
    init_output : boolean, default True
    """
def multi_lars(
    lrs: NDArray | None = ...,
    weights_sum_sq: NDArray | None = ...,
    grads_sum_sq: NDArray | None = ...,
    wds: NDArray | None = ...,
    eta: float = ...,
    eps: float = ...,
    rescale_grad: float = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return the learning rates scaled layer by layer, ``lr * eta * |w| / (|g| * rescale_grad + wd * |w| + eps)``.

    Where a norm is 0, before it is scaled, the rate stays. Source: You et al., arXiv 1708.03888.

    Parameters
    ----------
    lrs : array or symbol
    weights_sum_sq : array or symbol
    grads_sum_sq : array or symbol
    wds : array or symbol
    eta : float, required
    eps : float, required
    rescale_grad : float, default 1.0
    """
def multi_mp_sgd_mom_update(
    *data: Any,
    lrs: float | Sequence[float] = ...,
    wds: float | Sequence[float] = ...,
    momentum: float = ...,
    rescale_grad: float = ...,
    clip_gradient: float = ...,
    num_weights: int = ...,
    out: Any = ...,
    name: str | None = ...,
    **kwargs: Any,
) -> Any:
    """Do ``mp_sgd_mom_update`` for each ``weight, grad, mom, weight32``.

    Parameters
    ----------
    *data : arrays or symbols
    lrs : tuple of <float>, required
    wds : tuple of <float>, required
    momentum : float, default 0.0
    rescale_grad : float, default 1.0
    clip_gradient : float, default -1.0
    num_weights : int, default 1
    """
def multi_mp_sgd_update(
    *data: Any,
    lrs: float | Sequence[float] = ...,
    wds: float | Sequence[float] = ...,
    rescale_grad: float = ...,
    clip_gradient: float = ...,
    num_weights: int = ...,
    out: Any = ...,
    name: str | None = ...,
    **kwargs: Any,
) -> Any:
    """Do ``mp_sgd_update`` for each ``weight, grad, weight32``.

    Parameters
    ----------
    *data : arrays or symbols
    lrs : tuple of <float>, required
    wds : tuple of <float>, required
    rescale_grad : float, default 1.0
    clip_gradient : float, default -1.0
    num_weights : int, default 1
    """
def multi_sgd_mom_update(
    *data: Any,
    lrs: float | Sequence[float] = ...,
    wds: float | Sequence[float] = ...,
    momentum: float = ...,
    rescale_grad: float = ...,
    clip_gradient: float = ...,
    num_weights: int = ...,
    out: Any = ...,
    name: str | None = ...,
    **kwargs: Any,
) -> Any:
    """Do ``sgd_mom_update`` for each ``weight, grad, mom``.

    Parameters
    ----------
    *data : arrays or symbols
    lrs : tuple of <float>, required
    wds : tuple of <float>, required
    momentum : float, default 0.0
    rescale_grad : float, default 1.0
    clip_gradient : float, default -1.0
    num_weights : int, default 1
    """
def multi_sgd_update(
    *data: Any,
    lrs: float | Sequence[float] = ...,
    wds: float | Sequence[float] = ...,
    rescale_grad: float = ...,
    clip_gradient: float = ...,
    num_weights: int = ...,
    out: Any = ...,
    name: str | None = ...,
    **kwargs: Any,
) -> Any:
    """Do ``sgd_update`` for each ``weight, grad``.

    Parameters
    ----------
    *data : arrays or symbols
    lrs : tuple of <float>, required
    wds : tuple of <float>, required
    rescale_grad : float, default 1.0
    clip_gradient : float, default -1.0
    num_weights : int, default 1
    """
def multi_sum_sq(*data: Any, num_arrays: int = ..., out: Any = ..., name: str | None = ..., **kwargs: Any) -> NDArray:
    """Return the sum of squares of each array, ``(num_arrays,)`` in float32.

    Parameters
    ----------
    *data : arrays or symbols
    num_arrays : int, required
    """
def nag_mom_update(
    weight: NDArray | None = ...,
    grad: NDArray | None = ...,
    mom: NDArray | None = ...,
    lr: float = ...,
    momentum: float = ...,
    wd: float = ...,
    rescale_grad: float = ...,
    clip_gradient: float = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Nesterov's momentum, with ``d = g + wd * weight``: set ``mom = momentum * mom - lr * d``, return
    ``weight + momentum * mom - lr * d``.

    Parameters
    ----------
    weight : array or symbol
    grad : array or symbol
    mom : array or symbol
    lr : float, required
    momentum : float, default 0.0
    wd : float, default 0.0
    rescale_grad : float, default 1.0
    clip_gradient : float, default -1.0
    """
def nanprod(
    data: NDArray | None = ...,
    axis: int | Sequence[int] | None = ...,
    keepdims: bool | Literal[0, 1] = ...,
    exclude: bool | Literal[0, 1] = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return the product of what is not NaN over ``axis`` (all axes where it is None or empty).

    ``keepdims`` keeps reduced axes with length 1; ``exclude`` reduces all axes but those given.
    The data type stays. A result with no axes left has shape ``(1,)``.

    Parameters
    ----------
    data : array or symbol
    axis : Shape(tuple) or None, default None
    keepdims : boolean, default False
    exclude : boolean, default False
    """
def nansum(
    data: NDArray | None = ...,
    axis: int | Sequence[int] | None = ...,
    keepdims: bool | Literal[0, 1] = ...,
    exclude: bool | Literal[0, 1] = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return the sum of what is not NaN over ``axis`` (all axes where it is None or empty).

    ``keepdims`` keeps reduced axes with length 1; ``exclude`` reduces all axes but those given.
    The data type stays. A result with no axes left has shape ``(1,)``.

    Parameters
    ----------
    data : array or symbol
    axis : Shape(tuple) or None, default None
    keepdims : boolean, default False
    exclude : boolean, default False
    """
def negative(data: NDArray | None = ..., out: Any = ..., name: str | None = ...) -> NDArray:
    """Return ``-x`` for every element x.

    Shape and data type are those of ``data``, as in MXNet 1.9.1.

    Parameters
    ----------
    data : array or symbol
    """
def norm(
    data: NDArray | None = ...,
    ord: int = ...,
    axis: int | Sequence[int] | None = ...,
    out_dtype: Any | None = ...,
    keepdims: bool | Literal[0, 1] = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return the sum of magnitudes (``ord=1``) or the root of the sum of squares (``ord=2``) over ``axis``.

    The gradient of a norm of zero is zero (1.9.1 gives NaN there).

    Parameters
    ----------
    data : array or symbol
    ord : int, default 2
    axis : Shape(tuple) or None, default None
    out_dtype : dtype or None, default None
    keepdims : boolean, default False
    """
def normal(
    loc: float = ...,
    scale: float = ...,
    shape: int | Sequence[int] | None = ...,
    ctx: str = ...,
    dtype: Literal['float16', 'float32', 'float64'] | None = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return normally distributed numbers of mean ``loc`` and standard deviation ``scale``.

    Parameters
    ----------
    loc : float, default 0.0
    scale : float, default 1.0
    shape : Shape(tuple) or None, default None
    ctx : string, default ''
    dtype : {'float16', 'float32', 'float64'} or None, default None
    """
def one_hot(
    indices: NDArray | None = ...,
    depth: int = ...,
    on_value: float = ...,
    off_value: float = ...,
    dtype: Any = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
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
def ones_like(data: NDArray | None = ..., out: Any = ..., name: str | None = ...) -> NDArray:
    """Return ``1`` for every element x.

    Shape and data type are those of ``data``, as in MXNet 1.9.1.

    Parameters
    ----------
    data : array or symbol
    """
def pad(
    data: NDArray | None = ...,
    mode: Literal['constant', 'edge', 'reflect'] = ...,
    pad_width: int | Sequence[int] = ...,
    constant_value: float = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return ``data``, of shape ``(N, C, H, W)`` or ``(N, C, D, H, W)``, with padding around its space.

    ``pad_width`` has two numbers for each axis, before and after; those of the first two axes must be 0. The
    padding is ``constant_value``, the value at the edge, or the inside mirrored at the edge. A negative number cuts off
    so much; of each axis something must be left. Floating point only.

    Parameters
    ----------
    data : array or symbol
    mode : {'constant', 'edge', 'reflect'}, required
    pad_width : Shape(tuple), required
    constant_value : double, default 0.0
    """
def pick(
    data: NDArray | None = ...,
    index: NDArray | None = ...,
    axis: int | None = ...,
    keepdims: bool | Literal[0, 1] = ...,
    mode: Literal['clip', 'wrap'] = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
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
def preloaded_multi_mp_sgd_mom_update(
    *data: Any,
    momentum: float = ...,
    rescale_grad: float = ...,
    clip_gradient: float = ...,
    num_weights: int = ...,
    out: Any = ...,
    name: str | None = ...,
    **kwargs: Any,
) -> NDArray:
    """Do ``multi_mp_sgd_mom_update`` with arrays of learning rates and weight decays.

    Parameters
    ----------
    *data : arrays or symbols
    momentum : float, default 0.0
    rescale_grad : float, default 1.0
    clip_gradient : float, default -1.0
    num_weights : int, default 1
    """
def preloaded_multi_mp_sgd_update(
    *data: Any,
    rescale_grad: float = ...,
    clip_gradient: float = ...,
    num_weights: int = ...,
    out: Any = ...,
    name: str | None = ...,
    **kwargs: Any,
) -> NDArray:
    """Do ``multi_mp_sgd_update`` with arrays of learning rates and weight decays.

    Parameters
    ----------
    *data : arrays or symbols
    rescale_grad : float, default 1.0
    clip_gradient : float, default -1.0
    num_weights : int, default 1
    """
def preloaded_multi_sgd_mom_update(
    *data: Any,
    momentum: float = ...,
    rescale_grad: float = ...,
    clip_gradient: float = ...,
    num_weights: int = ...,
    out: Any = ...,
    name: str | None = ...,
    **kwargs: Any,
) -> NDArray:
    """Do ``multi_sgd_mom_update`` with arrays of learning rates and weight decays.

    Parameters
    ----------
    *data : arrays or symbols
    momentum : float, default 0.0
    rescale_grad : float, default 1.0
    clip_gradient : float, default -1.0
    num_weights : int, default 1
    """
def preloaded_multi_sgd_update(
    *data: Any,
    rescale_grad: float = ...,
    clip_gradient: float = ...,
    num_weights: int = ...,
    out: Any = ...,
    name: str | None = ...,
    **kwargs: Any,
) -> NDArray:
    """Do ``multi_sgd_update`` with arrays of learning rates and weight decays.

    Parameters
    ----------
    *data : arrays or symbols
    rescale_grad : float, default 1.0
    clip_gradient : float, default -1.0
    num_weights : int, default 1
    """
def prod(
    data: NDArray | None = ...,
    axis: int | Sequence[int] | None = ...,
    keepdims: bool | Literal[0, 1] = ...,
    exclude: bool | Literal[0, 1] = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return the product over ``axis`` (all axes where it is None or empty).

    ``keepdims`` keeps reduced axes with length 1; ``exclude`` reduces all axes but those given.
    The data type stays. A result with no axes left has shape ``(1,)``.

    Parameters
    ----------
    data : array or symbol
    axis : Shape(tuple) or None, default None
    keepdims : boolean, default False
    exclude : boolean, default False
    """
def radians(data: NDArray | None = ..., out: Any = ..., name: str | None = ...) -> NDArray:
    """Return ``x * pi / 180`` for every element x.

    Shape and data type are those of ``data``, as in MXNet 1.9.1.

    Parameters
    ----------
    data : array or symbol
    """
def random_exponential(
    lam: float = ...,
    shape: int | Sequence[int] | None = ...,
    ctx: str = ...,
    dtype: Literal['float16', 'float32', 'float64'] | None = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return exponentially distributed numbers of rate ``lam`` (mean ``1/lam``).

    Parameters
    ----------
    lam : float, default 1.0
    shape : Shape(tuple) or None, default None
    ctx : string, default ''
    dtype : {'float16', 'float32', 'float64'} or None, default None
    """
def random_gamma(
    alpha: float = ...,
    beta: float = ...,
    shape: int | Sequence[int] | None = ...,
    ctx: str = ...,
    dtype: Literal['float16', 'float32', 'float64'] | None = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return gamma-distributed numbers of shape ``alpha`` and scale ``beta`` (mean ``alpha * beta``).

    Parameters
    ----------
    alpha : float, default 1.0
    beta : float, default 1.0
    shape : Shape(tuple) or None, default None
    ctx : string, default ''
    dtype : {'float16', 'float32', 'float64'} or None, default None
    """
def random_generalized_negative_binomial(
    mu: float = ...,
    alpha: float = ...,
    shape: int | Sequence[int] | None = ...,
    ctx: str = ...,
    dtype: Literal['float16', 'float32', 'float64'] | None = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return negative-binomial integers of mean ``mu`` and variance ``mu + alpha * mu**2``, as floats.

    Parameters
    ----------
    mu : float, default 1.0
    alpha : float, default 1.0
    shape : Shape(tuple) or None, default None
    ctx : string, default ''
    dtype : {'float16', 'float32', 'float64'} or None, default None
    """
def random_negative_binomial(
    k: int = ...,
    p: float = ...,
    shape: int | Sequence[int] | None = ...,
    ctx: str = ...,
    dtype: Literal['float16', 'float32', 'float64'] | None = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return the numbers of failures before the ``k``-th success of probability ``p``, as floats.

    Parameters
    ----------
    k : int, default 1
    p : float, default 1.0
    shape : Shape(tuple) or None, default None
    ctx : string, default ''
    dtype : {'float16', 'float32', 'float64'} or None, default None
    """
def random_normal(
    loc: float = ...,
    scale: float = ...,
    shape: int | Sequence[int] | None = ...,
    ctx: str = ...,
    dtype: Literal['float16', 'float32', 'float64'] | None = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return normally distributed numbers of mean ``loc`` and standard deviation ``scale``.

    Parameters
    ----------
    loc : float, default 0.0
    scale : float, default 1.0
    shape : Shape(tuple) or None, default None
    ctx : string, default ''
    dtype : {'float16', 'float32', 'float64'} or None, default None
    """
def random_pdf_dirichlet(
    sample: NDArray | None = ...,
    alpha: NDArray | None = ...,
    is_log: bool | Literal[0, 1] = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return the density of the Dirichlet distribution, or its logarithm.

    ``alpha`` is ``(..., k)``, ``sample`` ``(..., *n, k)``, the result ``(..., *n)``.

    Parameters
    ----------
    sample : array or symbol
    alpha : array or symbol
    is_log : boolean, default False
    """
def random_pdf_exponential(
    sample: NDArray | None = ...,
    lam: NDArray | None = ...,
    is_log: bool | Literal[0, 1] = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return the density of the exponential distribution of rate ``lam``, or its logarithm.

    Parameters
    ----------
    sample : array or symbol
    lam : array or symbol
    is_log : boolean, default False
    """
def random_pdf_gamma(
    sample: NDArray | None = ...,
    alpha: NDArray | None = ...,
    beta: NDArray | None = ...,
    is_log: bool | Literal[0, 1] = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return the density of the gamma distribution of shape ``alpha`` and rate ``beta``, or its logarithm.

    Parameters
    ----------
    sample : array or symbol
    alpha : array or symbol
    beta : array or symbol
    is_log : boolean, default False
    """
def random_pdf_generalized_negative_binomial(
    sample: NDArray | None = ...,
    mu: NDArray | None = ...,
    alpha: NDArray | None = ...,
    is_log: bool | Literal[0, 1] = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return the probability under the negative binomial of mean ``mu`` and variance ``mu + alpha * mu**2``, or its
    logarithm.

    Parameters
    ----------
    sample : array or symbol
    mu : array or symbol
    alpha : array or symbol
    is_log : boolean, default False
    """
def random_pdf_negative_binomial(
    sample: NDArray | None = ...,
    k: NDArray | None = ...,
    p: NDArray | None = ...,
    is_log: bool | Literal[0, 1] = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return the probability of so many failures before ``k`` successes of probability ``p``, or its logarithm.

    Parameters
    ----------
    sample : array or symbol
    k : array or symbol
    p : array or symbol
    is_log : boolean, default False
    """
def random_pdf_normal(
    sample: NDArray | None = ...,
    mu: NDArray | None = ...,
    sigma: NDArray | None = ...,
    is_log: bool | Literal[0, 1] = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return the density of the normal distribution of mean ``mu`` and deviation ``sigma``, or its logarithm.

    Parameters
    ----------
    sample : array or symbol
    mu : array or symbol
    sigma : array or symbol
    is_log : boolean, default False
    """
def random_pdf_poisson(
    sample: NDArray | None = ...,
    lam: NDArray | None = ...,
    is_log: bool | Literal[0, 1] = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return the probability under the Poisson distribution of mean ``lam``, or its logarithm.

    Parameters
    ----------
    sample : array or symbol
    lam : array or symbol
    is_log : boolean, default False
    """
def random_pdf_uniform(
    sample: NDArray | None = ...,
    low: NDArray | None = ...,
    high: NDArray | None = ...,
    is_log: bool | Literal[0, 1] = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return ``1 / (high - low)``, the density of the uniform distribution, or its logarithm.

    Parameters
    ----------
    sample : array or symbol
    low : array or symbol
    high : array or symbol
    is_log : boolean, default False
    """
def random_poisson(
    lam: float = ...,
    shape: int | Sequence[int] | None = ...,
    ctx: str = ...,
    dtype: Literal['float16', 'float32', 'float64'] | None = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return Poisson-distributed integers of mean ``lam``, as floats.

    Parameters
    ----------
    lam : float, default 1.0
    shape : Shape(tuple) or None, default None
    ctx : string, default ''
    dtype : {'float16', 'float32', 'float64'} or None, default None
    """
def random_randint(
    low: int = ...,
    high: int = ...,
    shape: int | Sequence[int] | None = ...,
    ctx: str = ...,
    dtype: Literal['int32', 'int64'] | None = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return integers from ``low`` to ``high - 1``, of type int32 unless ``dtype`` is given.

    Parameters
    ----------
    low : long, required
    high : long, required
    shape : Shape(tuple) or None, default None
    ctx : string, default ''
    dtype : {'int32', 'int64'} or None, default None
    """
def random_uniform(
    low: float = ...,
    high: float = ...,
    shape: int | Sequence[int] | None = ...,
    ctx: str = ...,
    dtype: Literal['float16', 'float32', 'float64'] | None = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return numbers evenly distributed over ``[low, high)``, of type float32 unless ``dtype`` is given.

    Parameters
    ----------
    low : float, default 0.0
    high : float, default 1.0
    shape : Shape(tuple) or None, default None
    ctx : string, default ''
    dtype : {'float16', 'float32', 'float64'} or None, default None
    """
def ravel_multi_index(
    data: NDArray | None = ...,
    shape: int | Sequence[int] = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return the flat position of each column of ``data`` ``(n, size)``, an index of an array of shape ``shape``.

    The first length of the shape does not matter and may be -1.

    Parameters
    ----------
    data : array or symbol
    shape : Shape(tuple), default ()
    """
def rcbrt(data: NDArray | None = ..., out: Any = ..., name: str | None = ...) -> NDArray:
    """Return ``1 / the cube root of x`` for every element x.

    Shape and data type are those of ``data``, as in MXNet 1.9.1.

    Parameters
    ----------
    data : array or symbol
    """
def reciprocal(data: NDArray | None = ..., out: Any = ..., name: str | None = ...) -> NDArray:
    """Return ``1 / x`` for every element x.

    Shape and data type are those of ``data``, as in MXNet 1.9.1.

    Parameters
    ----------
    data : array or symbol
    """
def relu(data: NDArray | None = ..., out: Any = ..., name: str | None = ...) -> NDArray:
    """Return ``max(x, 0)`` for every element x.

    Shape and data type are those of ``data``, as in MXNet 1.9.1.

    Parameters
    ----------
    data : array or symbol
    """
def repeat(
    data: NDArray | None = ...,
    repeats: int = ...,
    axis: int | None = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return every element ``repeats`` times in a row, along ``axis`` or of the flattened array where it is None.

    Parameters
    ----------
    data : array or symbol
    repeats : int, required
    axis : int or None, default None
    """
def reset_arrays(*data: Any, num_arrays: int = ..., out: Any = ..., name: str | None = ..., **kwargs: Any) -> Any:
    """Set all elements of all arrays to 0, in place. It has no result.

    Parameters
    ----------
    *data : arrays or symbols
    num_arrays : int, required
    """
def reshape(
    data: NDArray | None = ...,
    shape: int | Sequence[int] = ...,
    reverse: bool | Literal[0, 1] = ...,
    target_shape: int | Sequence[int] = ...,
    keep_highest: bool | Literal[0, 1] = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return ``data`` in another shape, its elements in the same order.

    ``shape``'s codes: see :func:`reshaped`; ``reverse`` reads them from the right. ``target_shape`` and
    ``keep_highest`` are those of MXNet 0.x.

    Parameters
    ----------
    data : array or symbol
    shape : Shape(tuple), default ()
    reverse : boolean, default False
    target_shape : Shape(tuple), default ()
    keep_highest : boolean, default False
    """
def reshape_like(
    lhs: NDArray | None = ...,
    rhs: NDArray | None = ...,
    lhs_begin: int | None = ...,
    lhs_end: int | None = ...,
    rhs_begin: int | None = ...,
    rhs_end: int | None = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
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
def reverse(
    data: NDArray | None = ...,
    axis: int | Sequence[int] = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return ``data`` with the order of its elements reversed along the axes ``axis``.

    Parameters
    ----------
    data : array or symbol
    axis : Shape(tuple), required
    """
def rint(data: NDArray | None = ..., out: Any = ..., name: str | None = ...) -> NDArray:
    """Return ``the integer nearest to x, of two the lower`` for every element x.

    Shape and data type are those of ``data``, as in MXNet 1.9.1.

    Parameters
    ----------
    data : array or symbol
    """
def rmsprop_update(
    weight: NDArray | None = ...,
    grad: NDArray | None = ...,
    n: NDArray | None = ...,
    lr: float = ...,
    gamma1: float = ...,
    epsilon: float = ...,
    wd: float = ...,
    rescale_grad: float = ...,
    clip_gradient: float = ...,
    clip_weights: float = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Move ``n`` towards ``g**2`` (``g`` with ``wd * weight`` in it); return ``weight - lr * g / sqrt(n + epsilon)``,
    clipped to ``clip_weights`` unless that is negative. Source: Tieleman and Hinton, 2012.

    Parameters
    ----------
    weight : array or symbol
    grad : array or symbol
    n : array or symbol
    lr : float, required
    gamma1 : float, default 0.95
    epsilon : float, default 1e-08
    wd : float, default 0.0
    rescale_grad : float, default 1.0
    clip_gradient : float, default -1.0
    clip_weights : float, default -1.0
    """
def rmspropalex_update(
    weight: NDArray | None = ...,
    grad: NDArray | None = ...,
    n: NDArray | None = ...,
    g: NDArray | None = ...,
    delta: NDArray | None = ...,
    lr: float = ...,
    gamma1: float = ...,
    gamma2: float = ...,
    epsilon: float = ...,
    wd: float = ...,
    rescale_grad: float = ...,
    clip_gradient: float = ...,
    clip_weights: float = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """RMSProp with momentum and centred: ``n`` and ``g`` follow the gradient's square and mean; set
    ``delta = gamma2 * delta - lr * grad / sqrt(n - g**2 + epsilon)`` and return ``weight + delta``, clipped.

    Source: Graves, arXiv 1308.0850.

    Parameters
    ----------
    weight : array or symbol
    grad : array or symbol
    n : array or symbol
    g : array or symbol
    delta : array or symbol
    lr : float, required
    gamma1 : float, default 0.95
    gamma2 : float, default 0.9
    epsilon : float, default 1e-08
    wd : float, default 0.0
    rescale_grad : float, default 1.0
    clip_gradient : float, default -1.0
    clip_weights : float, default -1.0
    """
def round(data: NDArray | None = ..., out: Any = ..., name: str | None = ...) -> NDArray:
    """Return ``the integer nearest to x, of two the one farther from zero`` for every element x.

    Shape and data type are those of ``data``, as in MXNet 1.9.1.

    Parameters
    ----------
    data : array or symbol
    """
def rsqrt(data: NDArray | None = ..., out: Any = ..., name: str | None = ...) -> NDArray:
    """Return ``1 / sqrt(x)`` for every element x.

    Shape and data type are those of ``data``, as in MXNet 1.9.1.

    Parameters
    ----------
    data : array or symbol
    """
def sample_exponential(
    lam: NDArray | None = ...,
    shape: int | Sequence[int] = ...,
    dtype: Literal['float16', 'float32', 'float64'] | None = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return draws of ``shape`` from the exponential distribution of rate ``lam`` of every element.

    Parameters
    ----------
    lam : array or symbol
    shape : Shape(tuple), default ()
    dtype : {'float16', 'float32', 'float64'} or None, default None
    """
def sample_gamma(
    alpha: NDArray | None = ...,
    beta: NDArray | None = ...,
    shape: int | Sequence[int] = ...,
    dtype: Literal['float16', 'float32', 'float64'] | None = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return draws of ``shape`` from the gamma distribution of shape ``alpha`` and scale ``beta`` of every element.

    Parameters
    ----------
    alpha : array or symbol
    beta : array or symbol
    shape : Shape(tuple), default ()
    dtype : {'float16', 'float32', 'float64'} or None, default None
    """
def sample_generalized_negative_binomial(
    mu: NDArray | None = ...,
    alpha: NDArray | None = ...,
    shape: int | Sequence[int] = ...,
    dtype: Literal['float16', 'float32', 'float64'] | None = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return negative-binomial draws (mean ``mu``, variance ``mu + alpha * mu**2``), ``shape`` for every element.

    Parameters
    ----------
    mu : array or symbol
    alpha : array or symbol
    shape : Shape(tuple), default ()
    dtype : {'float16', 'float32', 'float64'} or None, default None
    """
def sample_multinomial(
    data: NDArray | None = ...,
    shape: int | Sequence[int] = ...,
    get_prob: bool | Literal[0, 1] = ...,
    dtype: Literal['float16', 'float32', 'float64', 'int32', 'uint8'] = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return class numbers drawn with the probabilities in the last axis of ``data``, ``shape`` of them for each row.

    One probability vector without ``shape`` gives one number, ``(1,)``. With ``get_prob`` also the logarithms of the
    probabilities of what was drawn, through which a gradient flows to ``data`` (for policy gradients).

    Parameters
    ----------
    data : array or symbol
    shape : Shape(tuple), default ()
    get_prob : boolean, default False
    dtype : {'float16', 'float32', 'float64', 'int32', 'uint8'}, default 'int32'
    """
def sample_negative_binomial(
    k: NDArray | None = ...,
    p: NDArray | None = ...,
    shape: int | Sequence[int] = ...,
    dtype: Literal['float16', 'float32', 'float64'] | None = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return numbers of failures before ``k`` successes of probability ``p``, ``shape`` of them for every element.

    Parameters
    ----------
    k : array or symbol
    p : array or symbol
    shape : Shape(tuple), default ()
    dtype : {'float16', 'float32', 'float64'} or None, default None
    """
def sample_normal(
    mu: NDArray | None = ...,
    sigma: NDArray | None = ...,
    shape: int | Sequence[int] = ...,
    dtype: Literal['float16', 'float32', 'float64'] | None = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return draws of ``shape`` from the normal distribution (mean ``mu``, deviation ``sigma``) of every element.

    Parameters
    ----------
    mu : array or symbol
    sigma : array or symbol
    shape : Shape(tuple), default ()
    dtype : {'float16', 'float32', 'float64'} or None, default None
    """
def sample_poisson(
    lam: NDArray | None = ...,
    shape: int | Sequence[int] = ...,
    dtype: Literal['float16', 'float32', 'float64'] | None = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return draws of ``shape`` from the Poisson distribution of mean ``lam`` of every element.

    Parameters
    ----------
    lam : array or symbol
    shape : Shape(tuple), default ()
    dtype : {'float16', 'float32', 'float64'} or None, default None
    """
def sample_uniform(
    low: NDArray | None = ...,
    high: NDArray | None = ...,
    shape: int | Sequence[int] = ...,
    dtype: Literal['float16', 'float32', 'float64'] | None = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return draws of ``shape`` from the uniform distribution over ``[low, high)`` of every element.

    Parameters
    ----------
    low : array or symbol
    high : array or symbol
    shape : Shape(tuple), default ()
    dtype : {'float16', 'float32', 'float64'} or None, default None
    """
def scatter_nd(
    data: NDArray | None = ...,
    indices: NDArray | None = ...,
    shape: int | Sequence[int] = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return zeros of shape ``shape`` with ``data`` put at the positions ``indices``; see ``gather_nd``.

    Where positions repeat, one of their values is kept, and every one of them receives the gradient.

    Parameters
    ----------
    data : array or symbol
    indices : array or symbol
    shape : Shape(tuple), required
    """
def sgd_mom_update(
    weight: NDArray | None = ...,
    grad: NDArray | None = ...,
    mom: NDArray | None = ...,
    lr: float = ...,
    momentum: float = ...,
    wd: float = ...,
    rescale_grad: float = ...,
    clip_gradient: float = ...,
    lazy_update: bool | Literal[0, 1] = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Set ``mom = momentum * mom - lr * (g + wd * weight)`` and return ``weight + mom``.

    Parameters
    ----------
    weight : array or symbol
    grad : array or symbol
    mom : array or symbol
    lr : float, required
    momentum : float, default 0.0
    wd : float, default 0.0
    rescale_grad : float, default 1.0
    clip_gradient : float, default -1.0
    lazy_update : boolean, default True
    """
def sgd_update(
    weight: NDArray | None = ...,
    grad: NDArray | None = ...,
    lr: float = ...,
    wd: float = ...,
    rescale_grad: float = ...,
    clip_gradient: float = ...,
    lazy_update: bool | Literal[0, 1] = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return ``weight - lr * (g + wd * weight)``.

    Parameters
    ----------
    weight : array or symbol
    grad : array or symbol
    lr : float, required
    wd : float, default 0.0
    rescale_grad : float, default 1.0
    clip_gradient : float, default -1.0
    lazy_update : boolean, default True
    """
def shape_array(data: NDArray | None = ..., out: Any = ..., name: str | None = ...) -> NDArray:
    """Return the shape of ``data`` as a vector of int64.

    Parameters
    ----------
    data : array or symbol
    """
def shuffle(data: NDArray | None = ..., out: Any = ..., name: str | None = ...) -> NDArray:
    """Return ``data`` with the entries of its first axis in random order.

    Parameters
    ----------
    data : array or symbol
    """
def sigmoid(data: NDArray | None = ..., out: Any = ..., name: str | None = ...) -> NDArray:
    """Return ``1 / (1 + e ** -x)`` for every element x.

    Shape and data type are those of ``data``, as in MXNet 1.9.1.

    Parameters
    ----------
    data : array or symbol
    """
def sign(data: NDArray | None = ..., out: Any = ..., name: str | None = ...) -> NDArray:
    """Return ``-1, 0 or 1 by the sign of x`` for every element x.

    Shape and data type are those of ``data``, as in MXNet 1.9.1.

    Parameters
    ----------
    data : array or symbol
    """
def signsgd_update(
    weight: NDArray | None = ...,
    grad: NDArray | None = ...,
    lr: float = ...,
    wd: float = ...,
    rescale_grad: float = ...,
    clip_gradient: float = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return ``(1 - lr * wd) * weight - lr * sign(grad)``; neither rescaling nor clipping changes the sign that counts.

    Source: Bernstein et al., arXiv 1802.04434.

    Parameters
    ----------
    weight : array or symbol
    grad : array or symbol
    lr : float, required
    wd : float, default 0.0
    rescale_grad : float, default 1.0
    clip_gradient : float, default -1.0
    """
def signum_update(
    weight: NDArray | None = ...,
    grad: NDArray | None = ...,
    mom: NDArray | None = ...,
    lr: float = ...,
    momentum: float = ...,
    wd: float = ...,
    rescale_grad: float = ...,
    clip_gradient: float = ...,
    wd_lh: float = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Set ``mom = momentum * mom - (1 - momentum) * (g + wd * weight)``; return
    ``(1 - lr * wd_lh) * weight + lr * sign(mom)``. Source: Bernstein et al., arXiv 1802.04434.

    Parameters
    ----------
    weight : array or symbol
    grad : array or symbol
    mom : array or symbol
    lr : float, required
    momentum : float, default 0.0
    wd : float, default 0.0
    rescale_grad : float, default 1.0
    clip_gradient : float, default -1.0
    wd_lh : float, default 0.0
    """
def sin(data: NDArray | None = ..., out: Any = ..., name: str | None = ...) -> NDArray:
    """Return ``sin(x), x in radians`` for every element x.

    Shape and data type are those of ``data``, as in MXNet 1.9.1.

    Parameters
    ----------
    data : array or symbol
    """
def sinh(data: NDArray | None = ..., out: Any = ..., name: str | None = ...) -> NDArray:
    """Return ``(e ** x - e ** -x) / 2`` for every element x.

    Shape and data type are those of ``data``, as in MXNet 1.9.1.

    Parameters
    ----------
    data : array or symbol
    """
def size_array(data: NDArray | None = ..., out: Any = ..., name: str | None = ...) -> NDArray:
    """Return the number of elements of ``data`` as one int64, shape (1,).

    Parameters
    ----------
    data : array or symbol
    """
def slice(
    data: NDArray | None = ...,
    begin: int | Sequence[int | None] = ...,
    end: int | Sequence[int | None] = ...,
    step: int | Sequence[int | None] | None = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return ``data[begin[0]:end[0]:step[0], ...]``, read as Python reads slices; None leaves a limit open.

    Parameters
    ----------
    data : array or symbol
    begin : Shape(tuple), required
    end : Shape(tuple), required
    step : Shape(tuple) or None, default ()
    """
def slice_axis(
    data: NDArray | None = ...,
    axis: int = ...,
    begin: int = ...,
    end: int | None = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return the part of ``data`` from ``begin`` to below ``end`` (None: to the end) along one axis.

    Parameters
    ----------
    data : array or symbol
    axis : int, required
    begin : int, required
    end : int or None, required
    """
def slice_like(
    data: NDArray | None = ...,
    shape_like: NDArray | None = ...,
    axes: int | Sequence[int] | None = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return the first part of ``data``, as long as ``shape_like`` along ``axes`` (all for (), none for None).

    Parameters
    ----------
    data : array or symbol
    shape_like : array or symbol
    axes : Shape(tuple) or None, default ()
    """
def smooth_l1(
    data: NDArray | None = ...,
    scalar: float = ...,
    is_int: bool | Literal[0, 1] = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return ``(s x)**2 / 2`` where ``|x| < 1 / s**2``, else ``|x| - 1 / (2 s**2)``, with s = ``scalar``.

    ``is_int`` has no effect. Source: Girshick, Fast R-CNN (2015), with the width of the parabola as a parameter.

    Parameters
    ----------
    data : array or symbol
    scalar : double, default 1.0
    is_int : boolean, default True
    """
def softmax(
    data: NDArray | None = ...,
    length: NDArray | None = ...,
    axis: int = ...,
    temperature: float | None = ...,
    dtype: Literal['float16', 'float32', 'float64'] | None = ...,
    use_length: bool | Literal[0, 1] | None = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
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
def softmax_cross_entropy(
    data: NDArray | None = ...,
    label: NDArray | None = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return ``-sum(log(softmax(data)[i, label[i]]))``, of shape ``(1,)``.

    ``data`` is ``(N, C)``, ``label`` ``(N,)`` holds class numbers; one out of range adds nothing to the sum.

    Parameters
    ----------
    data : array or symbol
    label : array or symbol
    """
def softmin(
    data: NDArray | None = ...,
    axis: int = ...,
    temperature: float | None = ...,
    dtype: Literal['float16', 'float32', 'float64'] | None = ...,
    use_length: bool | Literal[0, 1] | None = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return ``softmax(-data / temperature)`` along ``axis``. ``use_length`` must be false.

    Parameters
    ----------
    data : array or symbol
    axis : int, default -1
    temperature : double or None, default None
    dtype : {'float16', 'float32', 'float64'} or None, default None
    use_length : boolean or None, default False
    """
def softsign(data: NDArray | None = ..., out: Any = ..., name: str | None = ...) -> NDArray:
    """Return ``x / (1 + |x|)`` for every element x.

    Shape and data type are those of ``data``, as in MXNet 1.9.1.

    Parameters
    ----------
    data : array or symbol
    """
def sort(
    data: NDArray | None = ...,
    axis: int | None = ...,
    is_ascend: bool | Literal[0, 1] = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return ``data`` sorted along ``axis``, or flattened and sorted where it is None.

    Hidden output: the positions.

    Parameters
    ----------
    data : array or symbol
    axis : int or None, default -1
    is_ascend : boolean, default True
    """
def space_to_depth(
    data: NDArray | None = ...,
    block_size: int = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return ``(N, C, H, W)`` as ``(N, C * b**2, H / b, W / b)``: the inverse of ``depth_to_space``.

    Parameters
    ----------
    data : array or symbol
    block_size : int, required
    """
def split(
    data: NDArray | None = ...,
    num_outputs: int = ...,
    axis: int = ...,
    squeeze_axis: bool | Literal[0, 1] = ...,
    out: Any = ...,
    name: str | None = ...,
) -> Any:
    """Return ``data`` cut into ``num_outputs`` equal parts along ``axis``, without that axis if ``squeeze_axis``.

    With ``squeeze_axis`` each part must have length 1 there.

    Parameters
    ----------
    data : array or symbol
    num_outputs : int, required
    axis : int, default 1
    squeeze_axis : boolean, default False
    """
def sqrt(data: NDArray | None = ..., out: Any = ..., name: str | None = ...) -> NDArray:
    """Return ``sqrt(x)`` for every element x.

    Shape and data type are those of ``data``, as in MXNet 1.9.1.

    Parameters
    ----------
    data : array or symbol
    """
def square(data: NDArray | None = ..., out: Any = ..., name: str | None = ...) -> NDArray:
    """Return ``x * x`` for every element x.

    Shape and data type are those of ``data``, as in MXNet 1.9.1.

    Parameters
    ----------
    data : array or symbol
    """
def squeeze(
    data: NDArray | None = ...,
    axis: int | Sequence[int] | None = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return ``data`` without axes of length 1: all of them, or those in ``axis``. At least one axis remains.

    Parameters
    ----------
    data : array or symbol
    axis : Shape(tuple) or None, default None
    """
def stack(*data: Any, axis: int = ..., out: Any = ..., name: str | None = ..., **kwargs: Any) -> NDArray:
    """Return arrays of one shape joined along a new axis at position ``axis``.

    Parameters
    ----------
    *data : arrays or symbols
    axis : int, default 0
    """
def stop_gradient(data: NDArray | None = ..., out: Any = ..., name: str | None = ...) -> NDArray:
    """Return ``data``; no gradient passes back through it (it is zero).

    Parameters
    ----------
    data : array or symbol
    """
def sum(
    data: NDArray | None = ...,
    axis: int | Sequence[int] | None = ...,
    keepdims: bool | Literal[0, 1] = ...,
    exclude: bool | Literal[0, 1] = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return the sum over ``axis`` (all axes where it is None or empty).

    ``keepdims`` keeps reduced axes with length 1; ``exclude`` reduces all axes but those given.
    The data type stays. A result with no axes left has shape ``(1,)``.

    Parameters
    ----------
    data : array or symbol
    axis : Shape(tuple) or None, default None
    keepdims : boolean, default False
    exclude : boolean, default False
    """
def sum_axis(
    data: NDArray | None = ...,
    axis: int | Sequence[int] | None = ...,
    keepdims: bool | Literal[0, 1] = ...,
    exclude: bool | Literal[0, 1] = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return the sum over ``axis`` (all axes where it is None or empty).

    ``keepdims`` keeps reduced axes with length 1; ``exclude`` reduces all axes but those given.
    The data type stays. A result with no axes left has shape ``(1,)``.

    Parameters
    ----------
    data : array or symbol
    axis : Shape(tuple) or None, default None
    keepdims : boolean, default False
    exclude : boolean, default False
    """
def swapaxes(
    data: NDArray | None = ...,
    dim1: int = ...,
    dim2: int = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return ``data`` with two axes exchanged.

    Parameters
    ----------
    data : array or symbol
    dim1 : int, default 0
    dim2 : int, default 0
    """
def take(
    a: NDArray | None = ...,
    indices: NDArray | None = ...,
    axis: int = ...,
    mode: Literal['clip', 'raise', 'wrap'] = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return the slices of ``a`` at ``indices`` along ``axis``, which makes way for the axes of ``indices``.

    ``mode``: positions out of range are clipped, wrapped around, or raise :class:`MXNetError`.

    Parameters
    ----------
    a : array or symbol
    indices : array or symbol
    axis : int, default 0
    mode : {'clip', 'raise', 'wrap'}, default 'clip'
    """
def tan(data: NDArray | None = ..., out: Any = ..., name: str | None = ...) -> NDArray:
    """Return ``tan(x), x in radians`` for every element x.

    Shape and data type are those of ``data``, as in MXNet 1.9.1.

    Parameters
    ----------
    data : array or symbol
    """
def tanh(data: NDArray | None = ..., out: Any = ..., name: str | None = ...) -> NDArray:
    """Return ``sinh(x) / cosh(x)`` for every element x.

    Shape and data type are those of ``data``, as in MXNet 1.9.1.

    Parameters
    ----------
    data : array or symbol
    """
def tile(
    data: NDArray | None = ...,
    reps: int | Sequence[int] | None = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return ``data`` laid out ``reps[i]`` times along axis i; missing axes are added in front, as NumPy does.

    None is as good as no entries.

    Parameters
    ----------
    data : array or symbol
    reps : Shape(tuple) or None, required
    """
def topk(
    data: NDArray | None = ...,
    axis: int | None = ...,
    k: int = ...,
    ret_typ: Literal['both', 'indices', 'mask', 'value'] = ...,
    is_ascend: bool | Literal[0, 1] = ...,
    dtype: Any = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
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
def transpose(
    data: NDArray | None = ...,
    axes: int | Sequence[int] = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return ``data`` with its axes in the order ``axes``, reversed where that is empty.

    Parameters
    ----------
    data : array or symbol
    axes : Shape(tuple), default ()
    """
def trunc(data: NDArray | None = ..., out: Any = ..., name: str | None = ...) -> NDArray:
    """Return ``x without its fraction`` for every element x.

    Shape and data type are those of ``data``, as in MXNet 1.9.1.

    Parameters
    ----------
    data : array or symbol
    """
def uniform(
    low: float = ...,
    high: float = ...,
    shape: int | Sequence[int] | None = ...,
    ctx: str = ...,
    dtype: Literal['float16', 'float32', 'float64'] | None = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return numbers evenly distributed over ``[low, high)``, of type float32 unless ``dtype`` is given.

    Parameters
    ----------
    low : float, default 0.0
    high : float, default 1.0
    shape : Shape(tuple) or None, default None
    ctx : string, default ''
    dtype : {'float16', 'float32', 'float64'} or None, default None
    """
def unravel_index(
    data: NDArray | None = ...,
    shape: int | Sequence[int] = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return the index, in an array of shape ``shape``, of each flat position in ``data``, as columns ``(n, size)``.

    The first length of the shape does not matter and may be -1.

    Parameters
    ----------
    data : array or symbol
    shape : Shape(tuple), default ()
    """
def where(
    condition: NDArray | None = ...,
    x: NDArray | None = ...,
    y: NDArray | None = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return ``x`` where ``condition`` is not 0, else ``y``; a vector as condition chooses whole rows.

    ``x`` and ``y`` have one shape and data type; the condition's gradient is zero.

    Parameters
    ----------
    condition : array or symbol
    x : array or symbol
    y : array or symbol
    """
def zeros_like(data: NDArray | None = ..., out: Any = ..., name: str | None = ...) -> NDArray:
    """Return ``0`` for every element x.

    Shape and data type are those of ``data``, as in MXNet 1.9.1.

    Parameters
    ----------
    data : array or symbol
    """
