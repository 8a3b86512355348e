# Written by scripts/write_stubs.py from the registry of operators: do not edit.
from collections.abc import Sequence
from typing import Any, Literal

from ..ndarray.ndarray import NDArray

def Activation(
    data: NDArray | None = ...,
    act_type: Literal['relu', 'sigmoid', 'softrelu', 'softsign', 'tanh', 'log_sigmoid', 'mish'] = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Apply a function to every element."""
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
    """Return ``gamma * (data - mean) / sqrt(var + eps) + beta``, channel by channel along ``axis``."""
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
    """Normalize as ``BatchNorm`` does along axis 1: MXNet's first form, whose third output is the variance itself."""
def BilinearSampler(
    data: NDArray | None = ...,
    grid: NDArray | None = ...,
    cudnn_off: bool | Literal[0, 1] | None = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return images interpolated at the places of a grid, 0 outside of the image."""
def BlockGrad(data: NDArray | None = ..., out: Any = ..., name: str | None = ...) -> NDArray:
    """Return ``data``; no gradient passes back through it (it is zero)."""
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
    """Return ``-log P(label | softmax(data))`` per sequence, ``(N,)``."""
def Cast(data: NDArray | None = ..., dtype: Any = ..., out: Any = ..., name: str | None = ...) -> NDArray:
    """Return ``data`` in another data type; fractions are cut off where it has none."""
def Concat(*data: Any, dim: int = ..., out: Any = ..., name: str | None = ..., **kwargs: Any) -> NDArray:
    """Return arrays joined along axis ``dim``, in which alone they may differ."""
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
    """Convolve data with filters over one, two or three axes, and add a bias."""
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
    """Convolve as ``Convolution`` does, over two or three axes: the name that its first form kept."""
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
    """Return how well patches of one image agree with displaced ones of another, the mean of their products."""
def Crop(
    *data: Any,
    offset: int | Sequence[int] = ...,
    h_w: int | Sequence[int] = ...,
    center_crop: bool | Literal[0, 1] = ...,
    out: Any = ...,
    name: str | None = ...,
    **kwargs: Any,
) -> NDArray:
    """Return a part of images ``(N, C, H, W)``."""
def Custom(*data: Any, op_type: str | None = ..., out: Any = ..., name: str | None = ..., **kwargs: Any) -> Any:
    """Apply the operator registered as ``op_type`` by :func:`mxnet.operator.register`."""
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
    """Apply the transpose of a convolution: what a convolution's gradient does to its input."""
def Dropout(
    data: NDArray | None = ...,
    p: float = ...,
    mode: Literal['always', 'training'] = ...,
    axes: int | Sequence[int] = ...,
    cudnn_off: bool | Literal[0, 1] | None = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Set elements to 0 with probability ``p`` and scale the others by ``1/(1-p)``; outside of training, copy."""
def ElementWiseSum(*args: Any, out: Any = ..., name: str | None = ..., **kwargs: Any) -> NDArray:
    """Return the sum of any number of arrays of one shape and data type."""
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
    """Return the rows of a table at the positions in ``data``."""
def Flatten(data: NDArray | None = ..., out: Any = ..., name: str | None = ...) -> NDArray:
    """Return ``data`` as a matrix: the first axis stays, all others become one."""
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
    """Return ``data @ weight.T + bias``: each result is a weighted sum of all inputs."""
def GridGenerator(
    data: NDArray | None = ...,
    transform_type: Literal['affine', 'warp'] = ...,
    target_shape: int | Sequence[int] = ...,
    out: Any = ...,
    name: str | None = ...,
) -> Any:
    """Return the grid for ``BilinearSampler`` that an affine transform or a flow gives."""
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
    """Return ``gamma * (data - mean) / std + beta``, ``std = sqrt(var + eps)``, per instance and group of channels."""
def IdentityAttachKLSparseReg(
    data: NDArray | None = ...,
    moving_avg: NDArray | None = ...,
    sparseness_target: float = ...,
    penalty: float = ...,
    momentum: float = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return activations as they are, and add to their gradient that of a penalty which keeps units inactive (sparse)."""
def InstanceNorm(
    data: NDArray | None = ...,
    gamma: NDArray | None = ...,
    beta: NDArray | None = ...,
    eps: float = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return ``gamma * (data - mean) / sqrt(var + eps) + beta``, the statistics taken per instance and channel."""
def L2Normalization(
    data: NDArray | None = ...,
    eps: float = ...,
    mode: Literal['channel', 'instance', 'spatial'] = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return ``data / sqrt(sum(data**2) + eps)``."""
def LRN(
    data: NDArray | None = ...,
    alpha: float = ...,
    beta: float = ...,
    knorm: float = ...,
    nsize: int = ...,
    out: Any = ...,
    name: str | None = ...,
) -> Any:
    """Return ``data * (knorm + alpha/nsize * sum(data**2)) ** -beta``."""
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
    """Return ``gamma * (data - mean) / std + beta`` with ``std = sqrt(var + eps)``, both taken along ``axis``."""
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
    """Apply a rectifier that does not stop at zero."""
def LinearRegressionOutput(
    data: NDArray | None = ...,
    label: NDArray | None = ...,
    grad_scale: float = ...,
    out: Any = ...,
    name: str | None = ...,
    **kwargs: Any,
) -> NDArray:
    """Return ``data``; the gradient is ``(data - label) * grad_scale / outputs per instance``, of the squared error."""
def LogisticRegressionOutput(
    data: NDArray | None = ...,
    label: NDArray | None = ...,
    grad_scale: float = ...,
    out: Any = ...,
    name: str | None = ...,
    **kwargs: Any,
) -> NDArray:
    """Return ``sigmoid(data)``; the gradient is ``(output - label) * grad_scale / outputs per instance``, of the binary cross entropy."""
def MAERegressionOutput(
    data: NDArray | None = ...,
    label: NDArray | None = ...,
    grad_scale: float = ...,
    out: Any = ...,
    name: str | None = ...,
    **kwargs: Any,
) -> NDArray:
    """Return ``data``; the gradient is ``sign(data - label) * grad_scale / outputs per instance``, of the absolute error (-1 where they are equal, as in 1.9.1)."""
def MakeLoss(
    data: NDArray | None = ...,
    grad_scale: float = ...,
    valid_thresh: float = ...,
    normalization: Literal['batch', 'null', 'valid'] = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return ``data`` as a loss: its gradient is ``grad_scale``, whatever comes from above."""
def Pad(
    data: NDArray | None = ...,
    mode: Literal['constant', 'edge', 'reflect'] = ...,
    pad_width: int | Sequence[int] = ...,
    constant_value: float = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return ``data``, of shape ``(N, C, H, W)`` or ``(N, C, D, H, W)``, with padding around its space."""
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
    """Reduce each window of the data to one number."""
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
    """Pool as MXNet's first form of ``Pooling`` did: two or three dimensions."""
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
    """Run recurrent layers over sequences."""
def ROIPooling(
    data: NDArray | None = ...,
    rois: NDArray | None = ...,
    pooled_size: int | Sequence[int] = ...,
    spatial_scale: float = ...,
    out: Any = ...,
    name: str | None = ...,
) -> Any:
    """Divide each region into bins, and return the greatest pixel of each."""
def Reshape(
    data: NDArray | None = ...,
    shape: int | Sequence[int] = ...,
    reverse: bool | Literal[0, 1] = ...,
    target_shape: int | Sequence[int] = ...,
    keep_highest: bool | Literal[0, 1] = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return ``data`` in another shape, its elements in the same order."""
def SVMOutput(
    data: NDArray | None = ...,
    label: NDArray | None = ...,
    margin: float = ...,
    regularization_coefficient: float = ...,
    use_linear: bool | Literal[0, 1] = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return scores as they are; the gradient is that of a hinge loss."""
def SequenceLast(
    data: NDArray | None = ...,
    sequence_length: NDArray | None = ...,
    use_sequence_length: bool | Literal[0, 1] = ...,
    axis: int = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return the last step of every sequence, ``(N, ...)``: step ``T - 1``, or ``sequence_length - 1``."""
def SequenceMask(
    data: NDArray | None = ...,
    sequence_length: NDArray | None = ...,
    use_sequence_length: bool | Literal[0, 1] = ...,
    value: float = ...,
    axis: int = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Set the steps beyond each sequence's length to ``value``; without ``use_sequence_length``, copy."""
def SequenceReverse(
    data: NDArray | None = ...,
    sequence_length: NDArray | None = ...,
    use_sequence_length: bool | Literal[0, 1] = ...,
    axis: int = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Reverse every sequence ``(T, N, ...)``; what lies beyond its length stays."""
def SliceChannel(
    data: NDArray | None = ...,
    num_outputs: int = ...,
    axis: int = ...,
    squeeze_axis: bool | Literal[0, 1] = ...,
    out: Any = ...,
    name: str | None = ...,
) -> Any:
    """Return ``data`` cut into ``num_outputs`` equal parts along ``axis``, without that axis if ``squeeze_axis``."""
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
    """Return softmax of ``data``; the gradient is that of cross entropy with ``label``."""
def SoftmaxActivation(
    data: NDArray | None = ...,
    mode: Literal['channel', 'instance'] = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Apply softmax along one axis: the name of MXNet's first releases for :func:`softmax`."""
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
    """Return softmax of ``data``; the gradient is that of cross entropy with ``label``."""
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
    """Return images seen through affine transforms: ``BilinearSampler`` at the grid of ``GridGenerator``."""
def SwapAxis(
    data: NDArray | None = ...,
    dim1: int = ...,
    dim2: int = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return ``data`` with two axes exchanged."""
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
    """Enlarge ``(N, C, H, W)`` by ``scale`` in both directions."""
def abs(data: NDArray | None = ..., out: Any = ..., name: str | None = ...) -> NDArray:
    """Return ``|x|`` for every element x."""
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
    """Move ``mean`` and ``var`` towards ``g`` and ``g**2``, and return ``weight - lr * mean / (sqrt(var) + epsilon)``."""
def add_n(*args: Any, out: Any = ..., name: str | None = ..., **kwargs: Any) -> NDArray:
    """Return the sum of any number of arrays of one shape and data type."""
def all_finite(
    data: NDArray | None = ...,
    init_output: bool | Literal[0, 1] = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return whether all elements of an array are finite, neither infinite nor NaN."""
def amp_cast(data: NDArray | None = ..., dtype: Any = ..., out: Any = ..., name: str | None = ...) -> NDArray:
    """Cast ``data`` of up to 32-bit floats for mixed precision; data of other types are returned unchanged."""
def amp_multicast(
    *data: Any,
    cast_narrow: bool | Literal[0, 1] = ...,
    out: Any = ...,
    name: str | None = ...,
    **kwargs: Any,
) -> Any:
    """Return arrays of up to 32-bit floats in one type: the widest among them, or the narrowest if ``cast_narrow``."""
def arccos(data: NDArray | None = ..., out: Any = ..., name: str | None = ...) -> NDArray:
    """Return ``the angle in [0, pi] whose cosine is x`` for every element x."""
def arccosh(data: NDArray | None = ..., out: Any = ..., name: str | None = ...) -> NDArray:
    """Return ``the inverse of cosh at x`` for every element x."""
def arcsin(data: NDArray | None = ..., out: Any = ..., name: str | None = ...) -> NDArray:
    """Return ``the angle in [-pi/2, pi/2] whose sine is x`` for every element x."""
def arcsinh(data: NDArray | None = ..., out: Any = ..., name: str | None = ...) -> NDArray:
    """Return ``the inverse of sinh at x`` for every element x."""
def arctan(data: NDArray | None = ..., out: Any = ..., name: str | None = ...) -> NDArray:
    """Return ``the angle in (-pi/2, pi/2) whose tangent is x`` for every element x."""
def arctanh(data: NDArray | None = ..., out: Any = ..., name: str | None = ...) -> NDArray:
    """Return ``the inverse of tanh at x`` for every element x."""
def argmax(
    data: NDArray | None = ...,
    axis: int | None = ...,
    keepdims: bool | Literal[0, 1] = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return where the greatest element is along ``axis`` (of the flattened array if None); of ties, the first."""
def argmax_channel(data: NDArray | None = ..., out: Any = ..., name: str | None = ...) -> NDArray:
    """Return where the greatest element is along axis 1, in the data type of ``data``. It has no gradient."""
def argmin(
    data: NDArray | None = ...,
    axis: int | None = ...,
    keepdims: bool | Literal[0, 1] = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return where the least element is along ``axis`` (of the flattened array if None); of ties, the first."""
def argsort(
    data: NDArray | None = ...,
    axis: int | None = ...,
    is_ascend: bool | Literal[0, 1] = ...,
    dtype: Any = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return the positions, of type ``dtype``, that sort ``data`` along ``axis`` (or flattened). No gradient passes."""
def batch_dot(
    lhs: NDArray | None = ...,
    rhs: NDArray | None = ...,
    transpose_a: bool | Literal[0, 1] = ...,
    transpose_b: bool | Literal[0, 1] = ...,
    forward_stype: Literal['csr', 'default', 'row_sparse'] | None = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return the matrix products of the last two axes, one for each index of the others, which must be equal."""
def batch_take(
    a: NDArray | None = ...,
    indices: NDArray | None = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return ``a[i, indices[i]]`` for every row i of a matrix; ``indices`` are int32, clipped to the row."""
def broadcast_add(
    lhs: NDArray | None = ...,
    rhs: NDArray | None = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return ``lhs + rhs``, element by element."""
def broadcast_axes(
    data: NDArray | None = ...,
    axis: int | Sequence[int] = ...,
    size: int | Sequence[int] = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return ``data`` with axes of length 1 repeated to the lengths in ``size``."""
def broadcast_axis(
    data: NDArray | None = ...,
    axis: int | Sequence[int] = ...,
    size: int | Sequence[int] = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return ``data`` with axes of length 1 repeated to the lengths in ``size``."""
def broadcast_div(
    lhs: NDArray | None = ...,
    rhs: NDArray | None = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return ``lhs / rhs``, element by element."""
def broadcast_equal(
    lhs: NDArray | None = ...,
    rhs: NDArray | None = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return ``1 if lhs == rhs else 0``, element by element."""
def broadcast_greater(
    lhs: NDArray | None = ...,
    rhs: NDArray | None = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return ``1 if lhs > rhs else 0``, element by element."""
def broadcast_greater_equal(
    lhs: NDArray | None = ...,
    rhs: NDArray | None = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return ``1 if lhs >= rhs else 0``, element by element."""
def broadcast_hypot(
    lhs: NDArray | None = ...,
    rhs: NDArray | None = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return ``sqrt(lhs * lhs + rhs * rhs)``, element by element."""
def broadcast_lesser(
    lhs: NDArray | None = ...,
    rhs: NDArray | None = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return ``1 if lhs < rhs else 0``, element by element."""
def broadcast_lesser_equal(
    lhs: NDArray | None = ...,
    rhs: NDArray | None = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return ``1 if lhs <= rhs else 0``, element by element."""
def broadcast_like(
    lhs: NDArray | None = ...,
    rhs: NDArray | None = ...,
    lhs_axes: int | Sequence[int] | None = ...,
    rhs_axes: int | Sequence[int] | None = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return ``lhs`` with axes of length 1 repeated to those of ``rhs``, or only ``lhs_axes`` to ``rhs_axes``."""
def broadcast_logical_and(
    lhs: NDArray | None = ...,
    rhs: NDArray | None = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return ``1 if lhs and rhs else 0``, element by element."""
def broadcast_logical_or(
    lhs: NDArray | None = ...,
    rhs: NDArray | None = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return ``1 if lhs or rhs else 0``, element by element."""
def broadcast_logical_xor(
    lhs: NDArray | None = ...,
    rhs: NDArray | None = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return ``1 if either lhs or rhs else 0``, element by element."""
def broadcast_maximum(
    lhs: NDArray | None = ...,
    rhs: NDArray | None = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return ``max(lhs, rhs)``, element by element."""
def broadcast_minimum(
    lhs: NDArray | None = ...,
    rhs: NDArray | None = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return ``min(lhs, rhs)``, element by element."""
def broadcast_minus(
    lhs: NDArray | None = ...,
    rhs: NDArray | None = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return ``lhs - rhs``, element by element."""
def broadcast_mod(
    lhs: NDArray | None = ...,
    rhs: NDArray | None = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return ``lhs % rhs``, element by element."""
def broadcast_mul(
    lhs: NDArray | None = ...,
    rhs: NDArray | None = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return ``lhs * rhs``, element by element."""
def broadcast_not_equal(
    lhs: NDArray | None = ...,
    rhs: NDArray | None = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return ``1 if lhs != rhs else 0``, element by element."""
def broadcast_plus(
    lhs: NDArray | None = ...,
    rhs: NDArray | None = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return ``lhs + rhs``, element by element."""
def broadcast_power(
    lhs: NDArray | None = ...,
    rhs: NDArray | None = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return ``lhs ** rhs``, element by element."""
def broadcast_sub(
    lhs: NDArray | None = ...,
    rhs: NDArray | None = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return ``lhs - rhs``, element by element."""
def broadcast_to(
    data: NDArray | None = ...,
    shape: int | Sequence[int] = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return ``data`` with axes of length 1 repeated to make ``shape``; a 0 there keeps a length."""
def cast(data: NDArray | None = ..., dtype: Any = ..., out: Any = ..., name: str | None = ...) -> NDArray:
    """Return ``data`` in another data type; fractions are cut off where it has none."""
def cast_storage(
    data: NDArray | None = ...,
    stype: Literal['csr', 'default', 'row_sparse'] = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return ``data`` in storage ``stype``: ``'default'`` (dense), ``'row_sparse'`` or ``'csr'`` (of two axes)."""
def cbrt(data: NDArray | None = ..., out: Any = ..., name: str | None = ...) -> NDArray:
    """Return ``the cube root of x`` for every element x."""
def ceil(data: NDArray | None = ..., out: Any = ..., name: str | None = ...) -> NDArray:
    """Return ``the least integer not below x`` for every element x."""
def choose_element_0index(
    data: NDArray | None = ...,
    index: NDArray | None = ...,
    axis: int | None = ...,
    keepdims: bool | Literal[0, 1] = ...,
    mode: Literal['clip', 'wrap'] = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return one element along ``axis`` for every index: ``data[i, index[i]]`` for the last axis of a matrix."""
def clip(
    data: NDArray | None = ...,
    a_min: float = ...,
    a_max: float = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return ``data`` with values below ``a_min`` raised to it and those above ``a_max`` lowered to that."""
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
    """Add columns ``(N, C * prod(kernel), blocks)`` into an image ``(N, C, *output_size)``."""
def concat(*data: Any, dim: int = ..., out: Any = ..., name: str | None = ..., **kwargs: Any) -> NDArray:
    """Return arrays joined along axis ``dim``, in which alone they may differ."""
def cos(data: NDArray | None = ..., out: Any = ..., name: str | None = ...) -> NDArray:
    """Return ``cos(x), x in radians`` for every element x."""
def cosh(data: NDArray | None = ..., out: Any = ..., name: str | None = ...) -> NDArray:
    """Return ``(e ** x + e ** -x) / 2`` for every element x."""
def crop(
    data: NDArray | None = ...,
    begin: int | Sequence[int | None] = ...,
    end: int | Sequence[int | None] = ...,
    step: int | Sequence[int | None] | None = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return ``data[begin[0]:end[0]:step[0], ...]``, read as Python reads slices; None leaves a limit open."""
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
    """Return ``-log P(label | softmax(data))`` per sequence, ``(N,)``."""
def cumsum(
    a: NDArray | None = ...,
    axis: int | None = ...,
    dtype: Any | None = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return the running sums along ``axis``, or of the flattened array where it is None, in ``dtype`` or a's own."""
def degrees(data: NDArray | None = ..., out: Any = ..., name: str | None = ...) -> NDArray:
    """Return ``x * 180 / pi`` for every element x."""
def depth_to_space(
    data: NDArray | None = ...,
    block_size: int = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return ``(N, C, H, W)`` as ``(N, C / b**2, H * b, W * b)``, channels laid out in blocks of b x b pixels."""
def diag(
    data: NDArray | None = ...,
    k: int = ...,
    axis1: int = ...,
    axis2: int = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return diagonal ``k`` of the matrices in ``axis1`` and ``axis2``, as last axis; of a vector, the matrix with it."""
def digamma(data: NDArray | None = ..., out: Any = ..., name: str | None = ...) -> NDArray:
    """Return the derivative of ``log |gamma(x)|``, element by element."""
def dot(
    lhs: NDArray | None = ...,
    rhs: NDArray | None = ...,
    transpose_a: bool | Literal[0, 1] = ...,
    transpose_b: bool | Literal[0, 1] = ...,
    forward_stype: Literal['csr', 'default', 'row_sparse'] | None = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return the sum of products over the last axis of ``lhs`` and the first of ``rhs``."""
def elemwise_add(
    lhs: NDArray | None = ...,
    rhs: NDArray | None = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return ``lhs + rhs``, element by element."""
def elemwise_div(
    lhs: NDArray | None = ...,
    rhs: NDArray | None = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return ``lhs / rhs``, element by element."""
def elemwise_mul(
    lhs: NDArray | None = ...,
    rhs: NDArray | None = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return ``lhs * rhs``, element by element."""
def elemwise_sub(
    lhs: NDArray | None = ...,
    rhs: NDArray | None = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return ``lhs - rhs``, element by element."""
def erf(data: NDArray | None = ..., out: Any = ..., name: str | None = ...) -> NDArray:
    """Return ``2 / sqrt(pi) * the integral of exp(-t * t) from 0 to x`` for every element x."""
def erfinv(data: NDArray | None = ..., out: Any = ..., name: str | None = ...) -> NDArray:
    """Return ``the inverse of erf at x`` for every element x."""
def exp(data: NDArray | None = ..., out: Any = ..., name: str | None = ...) -> NDArray:
    """Return ``e ** x`` for every element x."""
def expand_dims(data: NDArray | None = ..., axis: int = ..., out: Any = ..., name: str | None = ...) -> NDArray:
    """Return ``data`` with a new axis of length 1 at position ``axis``."""
def expm1(data: NDArray | None = ..., out: Any = ..., name: str | None = ...) -> NDArray:
    """Return ``e ** x - 1`` for every element x."""
def fill_element_0index(
    lhs: NDArray | None = ...,
    mhs: NDArray | None = ...,
    rhs: NDArray | None = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return the matrix ``lhs`` with ``lhs[i, rhs[i]]`` replaced by ``mhs[i]`` for every row i."""
def fix(data: NDArray | None = ..., out: Any = ..., name: str | None = ...) -> NDArray:
    """Return ``x rounded towards zero`` for every element x."""
def flatten(data: NDArray | None = ..., out: Any = ..., name: str | None = ...) -> NDArray:
    """Return ``data`` as a matrix: the first axis stays, all others become one."""
def flip(
    data: NDArray | None = ...,
    axis: int | Sequence[int] = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return ``data`` with the order of its elements reversed along the axes ``axis``."""
def floor(data: NDArray | None = ..., out: Any = ..., name: str | None = ...) -> NDArray:
    """Return ``the greatest integer not above x`` for every element x."""
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
    """Do one step of FTML (follow the moving leader), between RMSProp and Adam."""
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
    """Do one step of FTRL-Proximal (follow the regularized leader), which makes weights exactly 0."""
def gamma(data: NDArray | None = ..., out: Any = ..., name: str | None = ...) -> NDArray:
    """Return ``the gamma function of x`` for every element x."""
def gammaln(data: NDArray | None = ..., out: Any = ..., name: str | None = ...) -> NDArray:
    """Return ``log |gamma(x)|`` for every element x."""
def gather_nd(
    data: NDArray | None = ...,
    indices: NDArray | None = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return ``data[indices[0], ..., indices[m - 1]]``: column j of ``indices`` ``(m, ...)`` is one position."""
def hard_sigmoid(
    data: NDArray | None = ...,
    alpha: float = ...,
    beta: float = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return ``min(max(alpha * x + beta, 0), 1)``; the gradient is alpha strictly between the two bounds, else 0."""
def identity(data: NDArray | None = ..., out: Any = ..., name: str | None = ...) -> NDArray:
    """Return a copy of ``data``."""
def im2col(
    data: NDArray | None = ...,
    kernel: int | Sequence[int] = ...,
    stride: int | Sequence[int] = ...,
    dilate: int | Sequence[int] = ...,
    pad: int | Sequence[int] = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return all blocks of ``(N, C, *space)`` as columns, ``(N, C * prod(kernel), blocks)``."""
def khatri_rao(*args: Any, out: Any = ..., name: str | None = ..., **kwargs: Any) -> NDArray:
    """Return the column-wise Kronecker product of matrices with k columns each: column j is the product of all j-th."""
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
    """Do the first half of a step of LAMB: return the direction ``mean / (sqrt(var) + epsilon) + wd * weight``."""
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
    """Do the second half of a step of LAMB: return ``weight - lr * r1 / r2 * g``."""
def linalg_det(A: NDArray | None = ..., out: Any = ..., name: str | None = ...) -> NDArray:
    """Return the determinant of each matrix. Hidden outputs: its LU factors and their pivots."""
def linalg_extractdiag(A: NDArray | None = ..., offset: int = ..., out: Any = ..., name: str | None = ...) -> NDArray:
    """Return diagonal ``offset`` of each matrix (above the main one if positive)."""
def linalg_extracttrian(
    A: NDArray | None = ...,
    offset: int = ...,
    lower: bool | Literal[0, 1] = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return a triangle of each matrix as a vector: the lower one row by row, the upper one column by column."""
def linalg_gelqf(A: NDArray | None = ..., out: Any = ..., name: str | None = ...) -> Any:
    """Return Q with orthonormal rows and a lower triangular L with ``A = L @ Q`` (the LQ factorization)."""
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
    """Return ``alpha * A @ B + beta * C``, a matrix product with something added."""
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
    """Return ``alpha * A @ B``, the product of matrices."""
def linalg_inverse(A: NDArray | None = ..., out: Any = ..., name: str | None = ...) -> NDArray:
    """Return the inverse of square matrices. Raises :class:`MXNetError` for a singular one."""
def linalg_makediag(A: NDArray | None = ..., offset: int = ..., out: Any = ..., name: str | None = ...) -> NDArray:
    """Return matrices with the vectors in the last axis as diagonal ``offset``, and zeros elsewhere."""
def linalg_maketrian(
    A: NDArray | None = ...,
    offset: int = ...,
    lower: bool | Literal[0, 1] = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return matrices with the vectors in the last axis as triangle, and zeros elsewhere: undoes ``extracttrian``."""
def linalg_potrf(
    A: NDArray | None = ...,
    lower: bool | Literal[0, 1] = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return the lower triangular L with ``A = L @ L.T``, the Cholesky factor of symmetric positive definite matrices."""
def linalg_potri(
    A: NDArray | None = ...,
    lower: bool | Literal[0, 1] = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return the inverse of ``A @ A.T`` for lower triangular matrices A: of the matrix that ``potrf`` factored."""
def linalg_slogdet(A: NDArray | None = ..., out: Any = ..., name: str | None = ...) -> Any:
    """Return the sign of each determinant, and the logarithm of its magnitude. Hidden outputs: as of ``det``."""
def linalg_sumlogdiag(A: NDArray | None = ..., out: Any = ..., name: str | None = ...) -> NDArray:
    """Return the sum of the logarithms of the diagonal of each matrix."""
def linalg_syrk(
    A: NDArray | None = ...,
    transpose: bool | Literal[0, 1] = ...,
    alpha: float = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return ``alpha * A @ A.T``, or ``alpha * A.T @ A`` if ``transpose``."""
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
    """Return ``alpha * A @ B`` for a triangular A, or ``alpha * B @ A`` if ``rightside``; A transposed if asked."""
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
    """Return X with ``A @ X = alpha * B`` for a triangular A, or ``X @ A = alpha * B`` if ``rightside``."""
def log(data: NDArray | None = ..., out: Any = ..., name: str | None = ...) -> NDArray:
    """Return ``the natural logarithm of x`` for every element x."""
def log10(data: NDArray | None = ..., out: Any = ..., name: str | None = ...) -> NDArray:
    """Return ``the logarithm of x to base 10`` for every element x."""
def log1p(data: NDArray | None = ..., out: Any = ..., name: str | None = ...) -> NDArray:
    """Return ``log(1 + x)`` for every element x."""
def log2(data: NDArray | None = ..., out: Any = ..., name: str | None = ...) -> NDArray:
    """Return ``the logarithm of x to base 2`` for every element x."""
def log_sigmoid(data: NDArray | None = ..., out: Any = ..., name: str | None = ...) -> NDArray:
    """Return ``log(1 / (1 + exp(-x)))``, element by element, without overflow."""
def log_softmax(
    data: NDArray | None = ...,
    axis: int = ...,
    temperature: float | None = ...,
    dtype: Literal['float16', 'float32', 'float64'] | None = ...,
    use_length: bool | Literal[0, 1] | None = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return the logarithm of ``softmax(data / temperature)`` along ``axis``. ``use_length`` must be false."""
def logical_not(data: NDArray | None = ..., out: Any = ..., name: str | None = ...) -> NDArray:
    """Return ``1 if not x else 0`` for every element x."""
def make_loss(data: NDArray | None = ..., out: Any = ..., name: str | None = ...) -> NDArray:
    """Return an array as a loss: ``backward()`` starts there, with a gradient of 1, whatever comes from above."""
def masked_log_softmax(
    data: NDArray | None = ...,
    mask: NDArray | None = ...,
    axis: int = ...,
    temperature: float | None = ...,
    normalize: bool | Literal[0, 1] = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return the logarithm of ``masked_softmax``: the log-softmax over the entries that a mask leaves."""
def masked_softmax(
    data: NDArray | None = ...,
    mask: NDArray | None = ...,
    axis: int = ...,
    temperature: float | None = ...,
    normalize: bool | Literal[0, 1] = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return the softmax of ``data / temperature`` along an axis, over the entries that a mask leaves."""
def max(
    data: NDArray | None = ...,
    axis: int | Sequence[int] | None = ...,
    keepdims: bool | Literal[0, 1] = ...,
    exclude: bool | Literal[0, 1] = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return the greatest element over ``axis``."""
def max_axis(
    data: NDArray | None = ...,
    axis: int | Sequence[int] | None = ...,
    keepdims: bool | Literal[0, 1] = ...,
    exclude: bool | Literal[0, 1] = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return the greatest element over ``axis``."""
def mean(
    data: NDArray | None = ...,
    axis: int | Sequence[int] | None = ...,
    keepdims: bool | Literal[0, 1] = ...,
    exclude: bool | Literal[0, 1] = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return the mean over ``axis``."""
def min(
    data: NDArray | None = ...,
    axis: int | Sequence[int] | None = ...,
    keepdims: bool | Literal[0, 1] = ...,
    exclude: bool | Literal[0, 1] = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return the least element over ``axis``."""
def min_axis(
    data: NDArray | None = ...,
    axis: int | Sequence[int] | None = ...,
    keepdims: bool | Literal[0, 1] = ...,
    exclude: bool | Literal[0, 1] = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return the least element over ``axis``."""
def mish(data: NDArray | None = ..., out: Any = ..., name: str | None = ...) -> NDArray:
    """Return ``x * tanh(log(1 + exp(x)))``, element by element, an activation (Misra, arXiv 1908.08681)."""
def moments(
    data: NDArray | None = ...,
    axes: int | Sequence[int] | None = ...,
    keepdims: bool | Literal[0, 1] = ...,
    out: Any = ...,
    name: str | None = ...,
) -> Any:
    """Return the mean and the variance (the mean squared distance from it, divided by n) over ``axes``."""
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
    """Do the first half of a step of LAMB for a weight in half precision, in float32."""
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
    """Do the second half of a step of LAMB on the float32 copy of a weight in half precision."""
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
    """Do one step of SGD with Nesterov's momentum on the float32 copy of a weight in half precision."""
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
    """Do one step of SGD with momentum on the float32 copy of a weight in half precision."""
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
    """Do one step of SGD on the float32 copy of a weight in half precision: ``weight32 -= lr * (g + wd * weight32)``."""
def multi_all_finite(
    *data: Any,
    num_arrays: int = ...,
    init_output: bool | Literal[0, 1] = ...,
    out: Any = ...,
    name: str | None = ...,
    **kwargs: Any,
) -> NDArray:
    """Return whether all elements of several arrays, such as gradients, are finite."""
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
    """Return learning rates scaled layer by layer (LARS): ``lr * eta * |w| / (|g| * rescale_grad + wd * |w| + eps)``."""
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
    """Do ``mp_sgd_mom_update`` for several weights in one call."""
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
    """Do ``mp_sgd_update`` for several weights in one call."""
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
    """Do ``sgd_mom_update`` for several weights in one call."""
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
    """Do ``sgd_update`` for several weights in one call."""
def multi_sum_sq(*data: Any, num_arrays: int = ..., out: Any = ..., name: str | None = ..., **kwargs: Any) -> NDArray:
    """Return the sum of squares of each of several arrays, for norms of all gradients at once."""
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
    """Do one step of SGD with Nesterov's momentum."""
def nanprod(
    data: NDArray | None = ...,
    axis: int | Sequence[int] | None = ...,
    keepdims: bool | Literal[0, 1] = ...,
    exclude: bool | Literal[0, 1] = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return the product of what is not NaN over ``axis``."""
def nansum(
    data: NDArray | None = ...,
    axis: int | Sequence[int] | None = ...,
    keepdims: bool | Literal[0, 1] = ...,
    exclude: bool | Literal[0, 1] = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return the sum of what is not NaN over ``axis``."""
def negative(data: NDArray | None = ..., out: Any = ..., name: str | None = ...) -> NDArray:
    """Return ``-x`` for every element x."""
def norm(
    data: NDArray | None = ...,
    ord: int = ...,
    axis: int | Sequence[int] | None = ...,
    out_dtype: Any | None = ...,
    keepdims: bool | Literal[0, 1] = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return the sum of magnitudes (``ord=1``) or the root of the sum of squares (``ord=2``) over ``axis``."""
def normal(
    loc: float = ...,
    scale: float = ...,
    shape: int | Sequence[int] | None = ...,
    ctx: str = ...,
    dtype: Literal['float16', 'float32', 'float64'] | None = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return normally distributed random numbers of mean ``loc`` and standard deviation ``scale``."""
def one_hot(
    indices: NDArray | None = ...,
    depth: int = ...,
    on_value: float = ...,
    off_value: float = ...,
    dtype: Any = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return an array with a new last axis of length ``depth``: ``on_value`` at the index, ``off_value`` elsewhere."""
def ones_like(data: NDArray | None = ..., out: Any = ..., name: str | None = ...) -> NDArray:
    """Return 1 for every element x."""
def pad(
    data: NDArray | None = ...,
    mode: Literal['constant', 'edge', 'reflect'] = ...,
    pad_width: int | Sequence[int] = ...,
    constant_value: float = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return ``data``, of shape ``(N, C, H, W)`` or ``(N, C, D, H, W)``, with padding around its space."""
def pick(
    data: NDArray | None = ...,
    index: NDArray | None = ...,
    axis: int | None = ...,
    keepdims: bool | Literal[0, 1] = ...,
    mode: Literal['clip', 'wrap'] = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return one element along ``axis`` for every index: ``data[i, index[i]]`` for the last axis of a matrix."""
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
    """Do ``mp_sgd_mom_update`` for several weights in one call, with arrays of learning rates and weight decays."""
def preloaded_multi_mp_sgd_update(
    *data: Any,
    rescale_grad: float = ...,
    clip_gradient: float = ...,
    num_weights: int = ...,
    out: Any = ...,
    name: str | None = ...,
    **kwargs: Any,
) -> NDArray:
    """Do ``mp_sgd_update`` for several weights in one call, with arrays of learning rates and weight decays."""
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
    """Do ``sgd_mom_update`` for several weights in one call, with arrays of learning rates and weight decays."""
def preloaded_multi_sgd_update(
    *data: Any,
    rescale_grad: float = ...,
    clip_gradient: float = ...,
    num_weights: int = ...,
    out: Any = ...,
    name: str | None = ...,
    **kwargs: Any,
) -> NDArray:
    """Do ``sgd_update`` for several weights in one call, with arrays of learning rates and weight decays."""
def prod(
    data: NDArray | None = ...,
    axis: int | Sequence[int] | None = ...,
    keepdims: bool | Literal[0, 1] = ...,
    exclude: bool | Literal[0, 1] = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return the product over ``axis``."""
def radians(data: NDArray | None = ..., out: Any = ..., name: str | None = ...) -> NDArray:
    """Return ``x * pi / 180`` for every element x."""
def random_binomial(
    n: int = ...,
    p: float = ...,
    shape: int | Sequence[int] | None = ...,
    ctx: str = ...,
    dtype: Literal['float16', 'float32', 'float64'] | None = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return random numbers of successes of probability ``p`` in ``n`` trials, as floats."""
def random_exponential(
    lam: float = ...,
    shape: int | Sequence[int] | None = ...,
    ctx: str = ...,
    dtype: Literal['float16', 'float32', 'float64'] | None = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return exponentially distributed random numbers of rate ``lam`` (mean ``1 / lam``)."""
def random_gamma(
    alpha: float = ...,
    beta: float = ...,
    shape: int | Sequence[int] | None = ...,
    ctx: str = ...,
    dtype: Literal['float16', 'float32', 'float64'] | None = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return gamma-distributed random numbers of shape ``alpha`` and scale ``beta`` (mean ``alpha * beta``)."""
def random_generalized_negative_binomial(
    mu: float = ...,
    alpha: float = ...,
    shape: int | Sequence[int] | None = ...,
    ctx: str = ...,
    dtype: Literal['float16', 'float32', 'float64'] | None = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return negative-binomial random integers of mean ``mu`` and variance ``mu + alpha * mu**2``, as floats."""
def random_negative_binomial(
    k: int = ...,
    p: float = ...,
    shape: int | Sequence[int] | None = ...,
    ctx: str = ...,
    dtype: Literal['float16', 'float32', 'float64'] | None = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return random numbers of failures before the ``k``-th success of probability ``p``, as floats."""
def random_normal(
    loc: float = ...,
    scale: float = ...,
    shape: int | Sequence[int] | None = ...,
    ctx: str = ...,
    dtype: Literal['float16', 'float32', 'float64'] | None = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return normally distributed random numbers of mean ``loc`` and standard deviation ``scale``."""
def random_pdf_dirichlet(
    sample: NDArray | None = ...,
    alpha: NDArray | None = ...,
    is_log: bool | Literal[0, 1] = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return the density of the Dirichlet distribution, or its logarithm."""
def random_pdf_exponential(
    sample: NDArray | None = ...,
    lam: NDArray | None = ...,
    is_log: bool | Literal[0, 1] = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return the density of the exponential distribution of rate ``lam``, or its logarithm."""
def random_pdf_gamma(
    sample: NDArray | None = ...,
    alpha: NDArray | None = ...,
    beta: NDArray | None = ...,
    is_log: bool | Literal[0, 1] = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return the density of the gamma distribution of shape ``alpha`` and rate ``beta``, or its logarithm."""
def random_pdf_generalized_negative_binomial(
    sample: NDArray | None = ...,
    mu: NDArray | None = ...,
    alpha: NDArray | None = ...,
    is_log: bool | Literal[0, 1] = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return the probability under the negative binomial of mean ``mu`` and variance ``mu + alpha * mu**2``, or its logarithm."""
def random_pdf_negative_binomial(
    sample: NDArray | None = ...,
    k: NDArray | None = ...,
    p: NDArray | None = ...,
    is_log: bool | Literal[0, 1] = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return the probability of so many failures before ``k`` successes of probability ``p``, or its logarithm."""
def random_pdf_normal(
    sample: NDArray | None = ...,
    mu: NDArray | None = ...,
    sigma: NDArray | None = ...,
    is_log: bool | Literal[0, 1] = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return the density of the normal distribution of mean ``mu`` and standard deviation ``sigma``, or its logarithm."""
def random_pdf_poisson(
    sample: NDArray | None = ...,
    lam: NDArray | None = ...,
    is_log: bool | Literal[0, 1] = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return the probability under the Poisson distribution of mean ``lam``, or its logarithm."""
def random_pdf_uniform(
    sample: NDArray | None = ...,
    low: NDArray | None = ...,
    high: NDArray | None = ...,
    is_log: bool | Literal[0, 1] = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return the density of the uniform distribution over ``[low, high)``, or its logarithm: ``1 / (high - low)``, also outside of it."""
def random_poisson(
    lam: float = ...,
    shape: int | Sequence[int] | None = ...,
    ctx: str = ...,
    dtype: Literal['float16', 'float32', 'float64'] | None = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return Poisson-distributed random integers of mean ``lam``, as floats."""
def random_randint(
    low: int = ...,
    high: int = ...,
    shape: int | Sequence[int] | None = ...,
    ctx: str = ...,
    dtype: Literal['int32', 'int64'] | None = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return random integers from ``low`` to ``high - 1``."""
def random_uniform(
    low: float = ...,
    high: float = ...,
    shape: int | Sequence[int] | None = ...,
    ctx: str = ...,
    dtype: Literal['float16', 'float32', 'float64'] | None = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return random numbers evenly distributed over ``[low, high)``."""
def ravel_multi_index(
    data: NDArray | None = ...,
    shape: int | Sequence[int] = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return the flat position of each column of ``data``, an index of an array of shape ``shape``."""
def rcbrt(data: NDArray | None = ..., out: Any = ..., name: str | None = ...) -> NDArray:
    """Return ``1 / the cube root of x`` for every element x."""
def reciprocal(data: NDArray | None = ..., out: Any = ..., name: str | None = ...) -> NDArray:
    """Return ``1 / x`` for every element x."""
def relu(data: NDArray | None = ..., out: Any = ..., name: str | None = ...) -> NDArray:
    """Return ``max(x, 0)`` for every element x."""
def repeat(
    data: NDArray | None = ...,
    repeats: int = ...,
    axis: int | None = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return every element ``repeats`` times in a row, along ``axis`` or of the flattened array where it is None."""
def reset_arrays(*data: Any, num_arrays: int = ..., out: Any = ..., name: str | None = ..., **kwargs: Any) -> Any:
    """Set all elements of several arrays to 0, in place, as gradients before the next step."""
def reshape(
    data: NDArray | None = ...,
    shape: int | Sequence[int] = ...,
    reverse: bool | Literal[0, 1] = ...,
    target_shape: int | Sequence[int] = ...,
    keep_highest: bool | Literal[0, 1] = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return ``data`` in another shape, its elements in the same order."""
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
    """Return ``lhs`` with its axes ``lhs_begin ... lhs_end - 1`` in place of ``rhs``'s ``rhs_begin ... rhs_end - 1``."""
def reverse(
    data: NDArray | None = ...,
    axis: int | Sequence[int] = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return ``data`` with the order of its elements reversed along the axes ``axis``."""
def rint(data: NDArray | None = ..., out: Any = ..., name: str | None = ...) -> NDArray:
    """Return ``the integer nearest to x, of two the lower`` for every element x."""
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
    """Do one step of RMSProp: divide the gradient by the root of a moving mean of its square."""
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
    """Do one step of RMSProp with momentum, centred: divide the gradient by a moving standard deviation."""
def round(data: NDArray | None = ..., out: Any = ..., name: str | None = ...) -> NDArray:
    """Return ``the integer nearest to x, of two the one farther from zero`` for every element x."""
def rsqrt(data: NDArray | None = ..., out: Any = ..., name: str | None = ...) -> NDArray:
    """Return ``1 / sqrt(x)`` for every element x."""
def sample_binomial(
    n: NDArray | None = ...,
    p: NDArray | None = ...,
    shape: int | Sequence[int] = ...,
    dtype: Literal['float16', 'float32', 'float64'] | None = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return random numbers of successes of probability ``p`` in ``n`` trials of every element, as floats."""
def sample_exponential(
    lam: NDArray | None = ...,
    shape: int | Sequence[int] = ...,
    dtype: Literal['float16', 'float32', 'float64'] | None = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return exponentially distributed random numbers of rate ``lam`` (mean ``1 / lam``) of every element."""
def sample_gamma(
    alpha: NDArray | None = ...,
    beta: NDArray | None = ...,
    shape: int | Sequence[int] = ...,
    dtype: Literal['float16', 'float32', 'float64'] | None = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return gamma-distributed random numbers of shape ``alpha`` and scale ``beta`` of every element."""
def sample_generalized_negative_binomial(
    mu: NDArray | None = ...,
    alpha: NDArray | None = ...,
    shape: int | Sequence[int] = ...,
    dtype: Literal['float16', 'float32', 'float64'] | None = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return negative-binomial random integers of mean ``mu`` and variance ``mu + alpha * mu**2`` of every element, as floats."""
def sample_multinomial(
    data: NDArray | None = ...,
    shape: int | Sequence[int] = ...,
    get_prob: bool | Literal[0, 1] = ...,
    dtype: Literal['float16', 'float32', 'float64', 'int32', 'uint8'] = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return random class numbers, drawn with the probabilities in the last axis of ``data``."""
def sample_negative_binomial(
    k: NDArray | None = ...,
    p: NDArray | None = ...,
    shape: int | Sequence[int] = ...,
    dtype: Literal['float16', 'float32', 'float64'] | None = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return random numbers of failures before ``k`` successes of probability ``p`` of every element, as floats."""
def sample_normal(
    mu: NDArray | None = ...,
    sigma: NDArray | None = ...,
    shape: int | Sequence[int] = ...,
    dtype: Literal['float16', 'float32', 'float64'] | None = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return normally distributed random numbers of mean ``mu`` and standard deviation ``sigma`` of every element."""
def sample_poisson(
    lam: NDArray | None = ...,
    shape: int | Sequence[int] = ...,
    dtype: Literal['float16', 'float32', 'float64'] | None = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return Poisson-distributed random integers of mean ``lam`` of every element, as floats."""
def sample_uniform(
    low: NDArray | None = ...,
    high: NDArray | None = ...,
    shape: int | Sequence[int] = ...,
    dtype: Literal['float16', 'float32', 'float64'] | None = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return random numbers evenly distributed over ``[low, high)`` of every element."""
def scatter_nd(
    data: NDArray | None = ...,
    indices: NDArray | None = ...,
    shape: int | Sequence[int] = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return zeros of shape ``shape`` with ``data`` put at the positions ``indices``; see ``gather_nd``."""
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
    """Set ``mom = momentum * mom - lr * (g + wd * weight)`` and return ``weight + mom``."""
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
    """Return ``weight - lr * (g + wd * weight)``."""
def shape_array(data: NDArray | None = ..., out: Any = ..., name: str | None = ...) -> NDArray:
    """Return the shape of ``data`` as a vector of int64."""
def shuffle(data: NDArray | None = ..., out: Any = ..., name: str | None = ...) -> NDArray:
    """Return ``data`` with the entries of its first axis in random order; each entry stays as it is."""
def sigmoid(data: NDArray | None = ..., out: Any = ..., name: str | None = ...) -> NDArray:
    """Return ``1 / (1 + e ** -x)`` for every element x."""
def sign(data: NDArray | None = ..., out: Any = ..., name: str | None = ...) -> NDArray:
    """Return ``-1, 0 or 1 by the sign of x`` for every element x."""
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
    """Do one step against the gradient's sign: return ``(1 - lr * wd) * weight - lr * sign(grad)``."""
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
    """Do one step against the sign of the momentum."""
def sin(data: NDArray | None = ..., out: Any = ..., name: str | None = ...) -> NDArray:
    """Return ``sin(x), x in radians`` for every element x."""
def sinh(data: NDArray | None = ..., out: Any = ..., name: str | None = ...) -> NDArray:
    """Return ``(e ** x - e ** -x) / 2`` for every element x."""
def size_array(data: NDArray | None = ..., out: Any = ..., name: str | None = ...) -> NDArray:
    """Return the number of elements of ``data`` as one int64, shape (1,)."""
def slice(
    data: NDArray | None = ...,
    begin: int | Sequence[int | None] = ...,
    end: int | Sequence[int | None] = ...,
    step: int | Sequence[int | None] | None = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return ``data[begin[0]:end[0]:step[0], ...]``, read as Python reads slices; None leaves a limit open."""
def slice_axis(
    data: NDArray | None = ...,
    axis: int = ...,
    begin: int = ...,
    end: int | None = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return the part of ``data`` from ``begin`` to below ``end`` (None: to the end) along one axis."""
def slice_like(
    data: NDArray | None = ...,
    shape_like: NDArray | None = ...,
    axes: int | Sequence[int] | None = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return the first part of ``data``, as long as ``shape_like`` along ``axes`` (all for (), none for None)."""
def smooth_l1(
    data: NDArray | None = ...,
    scalar: float = ...,
    is_int: bool | Literal[0, 1] = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return ``(s x)**2 / 2`` where ``|x| < 1 / s**2``, else ``|x| - 1 / (2 s**2)``, with s = ``scalar``."""
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
    """Return ``exp(x/t) / sum(exp(x/t))`` along an axis, t the temperature: positive numbers whose sum is 1."""
def softmax_cross_entropy(
    data: NDArray | None = ...,
    label: NDArray | None = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return ``-sum(log(softmax(data)[i, label[i]]))``, of shape ``(1,)``."""
def softmin(
    data: NDArray | None = ...,
    axis: int = ...,
    temperature: float | None = ...,
    dtype: Literal['float16', 'float32', 'float64'] | None = ...,
    use_length: bool | Literal[0, 1] | None = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return ``softmax(-data / temperature)`` along ``axis``. ``use_length`` must be false."""
def softsign(data: NDArray | None = ..., out: Any = ..., name: str | None = ...) -> NDArray:
    """Return ``x / (1 + |x|)`` for every element x."""
def sort(
    data: NDArray | None = ...,
    axis: int | None = ...,
    is_ascend: bool | Literal[0, 1] = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return ``data`` sorted along ``axis``, or flattened and sorted where it is None."""
def space_to_depth(
    data: NDArray | None = ...,
    block_size: int = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return ``(N, C, H, W)`` as ``(N, C * b**2, H / b, W / b)``: the inverse of ``depth_to_space``."""
def split(
    data: NDArray | None = ...,
    num_outputs: int = ...,
    axis: int = ...,
    squeeze_axis: bool | Literal[0, 1] = ...,
    out: Any = ...,
    name: str | None = ...,
) -> Any:
    """Return ``data`` cut into ``num_outputs`` equal parts along ``axis``, without that axis if ``squeeze_axis``."""
def sqrt(data: NDArray | None = ..., out: Any = ..., name: str | None = ...) -> NDArray:
    """Return ``sqrt(x)`` for every element x."""
def square(data: NDArray | None = ..., out: Any = ..., name: str | None = ...) -> NDArray:
    """Return ``x * x`` for every element x."""
def squeeze(
    data: NDArray | None = ...,
    axis: int | Sequence[int] | None = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return ``data`` without axes of length 1: all of them, or those in ``axis``. At least one axis remains."""
def stack(*data: Any, axis: int = ..., out: Any = ..., name: str | None = ..., **kwargs: Any) -> NDArray:
    """Return arrays of one shape joined along a new axis at position ``axis``."""
def stop_gradient(data: NDArray | None = ..., out: Any = ..., name: str | None = ...) -> NDArray:
    """Return ``data``; no gradient passes back through it (it is zero)."""
def sum(
    data: NDArray | None = ...,
    axis: int | Sequence[int] | None = ...,
    keepdims: bool | Literal[0, 1] = ...,
    exclude: bool | Literal[0, 1] = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return the sum over ``axis``."""
def sum_axis(
    data: NDArray | None = ...,
    axis: int | Sequence[int] | None = ...,
    keepdims: bool | Literal[0, 1] = ...,
    exclude: bool | Literal[0, 1] = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return the sum over ``axis``."""
def swapaxes(
    data: NDArray | None = ...,
    dim1: int = ...,
    dim2: int = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return ``data`` with two axes exchanged."""
def take(
    a: NDArray | None = ...,
    indices: NDArray | None = ...,
    axis: int = ...,
    mode: Literal['clip', 'raise', 'wrap'] = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return the slices of ``a`` at ``indices`` along ``axis``, which makes way for the axes of ``indices``."""
def tan(data: NDArray | None = ..., out: Any = ..., name: str | None = ...) -> NDArray:
    """Return ``tan(x), x in radians`` for every element x."""
def tanh(data: NDArray | None = ..., out: Any = ..., name: str | None = ...) -> NDArray:
    """Return ``sinh(x) / cosh(x)`` for every element x."""
def tile(
    data: NDArray | None = ...,
    reps: int | Sequence[int] | None = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return ``data`` laid out ``reps[i]`` times along axis i; missing axes are added in front, as NumPy does."""
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
    """Return the ``k`` greatest elements along ``axis`` (least, if ``is_ascend``), best first; k < 1 means all."""
def transpose(
    data: NDArray | None = ...,
    axes: int | Sequence[int] = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return ``data`` with its axes in the order ``axes``, reversed where that is empty."""
def trunc(data: NDArray | None = ..., out: Any = ..., name: str | None = ...) -> NDArray:
    """Return ``x without its fraction`` for every element x."""
def uniform(
    low: float = ...,
    high: float = ...,
    shape: int | Sequence[int] | None = ...,
    ctx: str = ...,
    dtype: Literal['float16', 'float32', 'float64'] | None = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return random numbers evenly distributed over ``[low, high)``."""
def unravel_index(
    data: NDArray | None = ...,
    shape: int | Sequence[int] = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return the index, in an array of shape ``shape``, of each flat position in ``data``."""
def where(
    condition: NDArray | None = ...,
    x: NDArray | None = ...,
    y: NDArray | None = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return ``x`` where ``condition`` is not 0, else ``y``; a vector as condition chooses whole rows."""
def zeros_like(data: NDArray | None = ..., out: Any = ..., name: str | None = ...) -> NDArray:
    """Return 0 for every element x."""
