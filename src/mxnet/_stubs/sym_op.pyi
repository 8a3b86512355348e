# Written by scripts/write_stubs.py from the registry of operators: do not edit.
from collections.abc import Sequence
from typing import Any, Literal

from ..symbol.symbol import Symbol

def Activation(
    data: Symbol | None = ...,
    act_type: Literal['relu', 'sigmoid', 'softrelu', 'softsign', 'tanh', 'log_sigmoid', 'mish'] = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Apply a function to every element."""
def BatchNorm(
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
    """Return ``gamma * (data - mean) / sqrt(var + eps) + beta``, channel by channel along ``axis``."""
def BatchNorm_v1(
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
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Normalize as ``BatchNorm`` does along axis 1: MXNet's first form, whose third output is the variance itself."""
def BilinearSampler(
    data: Symbol | None = ...,
    grid: Symbol | None = ...,
    cudnn_off: bool | Literal[0, 1] | None = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return images interpolated at the places of a grid, 0 outside of the image."""
def BlockGrad(
    data: Symbol | None = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return ``data``; no gradient passes back through it (it is zero)."""
def CTCLoss(
    data: Symbol | None = ...,
    label: Symbol | None = ...,
    data_lengths: Symbol | None = ...,
    label_lengths: Symbol | None = ...,
    use_data_lengths: bool | Literal[0, 1] = ...,
    use_label_lengths: bool | Literal[0, 1] = ...,
    blank_label: Literal['first', 'last'] = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return ``-log P(label | softmax(data))`` per sequence, ``(N,)``."""
def Cast(
    data: Symbol | None = ...,
    dtype: Any = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return ``data`` in another data type; fractions are cut off where it has none."""
def Concat(
    *data: Any,
    dim: int = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return arrays joined along axis ``dim``, in which alone they may differ."""
def Convolution(
    data: Symbol | None = ...,
    weight: Symbol | None = ...,
    bias: Symbol | None = ...,
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
    """Convolve data with filters over one, two or three axes, and add a bias."""
def Convolution_v1(
    data: Symbol | None = ...,
    weight: Symbol | None = ...,
    bias: Symbol | None = ...,
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
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Convolve as ``Convolution`` does, over two or three axes: the name that its first form kept."""
def Correlation(
    data1: Symbol | None = ...,
    data2: Symbol | None = ...,
    kernel_size: int = ...,
    max_displacement: int = ...,
    stride1: int = ...,
    stride2: int = ...,
    pad_size: int = ...,
    is_multiply: bool | Literal[0, 1] = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return how well patches of one image agree with displaced ones of another, the mean of their products."""
def Crop(
    *data: Any,
    offset: int | Sequence[int] = ...,
    h_w: int | Sequence[int] = ...,
    center_crop: bool | Literal[0, 1] = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return a part of images ``(N, C, H, W)``."""
def Custom(
    *data: Any,
    op_type: str | None = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Apply the operator registered as ``op_type`` by :func:`mxnet.operator.register`."""
def Deconvolution(
    data: Symbol | None = ...,
    weight: Symbol | None = ...,
    bias: Symbol | None = ...,
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
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Apply the transpose of a convolution: what a convolution's gradient does to its input."""
def Dropout(
    data: Symbol | None = ...,
    p: float = ...,
    mode: Literal['always', 'training'] = ...,
    axes: int | Sequence[int] = ...,
    cudnn_off: bool | Literal[0, 1] | None = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Set elements to 0 with probability ``p`` and scale the others by ``1/(1-p)``; outside of training, copy."""
def ElementWiseSum(
    *args: Any,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return the sum of any number of arrays of one shape and data type."""
def Embedding(
    data: Symbol | None = ...,
    weight: Symbol | None = ...,
    input_dim: int = ...,
    output_dim: int = ...,
    dtype: Any = ...,
    sparse_grad: bool | Literal[0, 1] = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return the rows of a table at the positions in ``data``."""
def Flatten(
    data: Symbol | None = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return ``data`` as a matrix: the first axis stays, all others become one."""
def FullyConnected(
    data: Symbol | None = ...,
    weight: Symbol | None = ...,
    bias: Symbol | None = ...,
    num_hidden: int = ...,
    no_bias: bool | Literal[0, 1] = ...,
    flatten: bool | Literal[0, 1] = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return ``data @ weight.T + bias``: each result is a weighted sum of all inputs."""
def GridGenerator(
    data: Symbol | None = ...,
    transform_type: Literal['affine', 'warp'] = ...,
    target_shape: int | Sequence[int] = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return the grid for ``BilinearSampler`` that an affine transform or a flow gives."""
def GroupNorm(
    data: Symbol | None = ...,
    gamma: Symbol | None = ...,
    beta: Symbol | None = ...,
    num_groups: int = ...,
    eps: float = ...,
    output_mean_var: bool | Literal[0, 1] = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return ``gamma * (data - mean) / std + beta``, ``std = sqrt(var + eps)``, per instance and group of channels."""
def IdentityAttachKLSparseReg(
    data: Symbol | None = ...,
    moving_avg: Symbol | None = ...,
    sparseness_target: float = ...,
    penalty: float = ...,
    momentum: float = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return activations as they are, and add to their gradient that of a penalty which keeps units inactive (sparse)."""
def InstanceNorm(
    data: Symbol | None = ...,
    gamma: Symbol | None = ...,
    beta: Symbol | None = ...,
    eps: float = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return ``gamma * (data - mean) / sqrt(var + eps) + beta``, the statistics taken per instance and channel."""
def L2Normalization(
    data: Symbol | None = ...,
    eps: float = ...,
    mode: Literal['channel', 'instance', 'spatial'] = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return ``data / sqrt(sum(data**2) + eps)``."""
def LRN(
    data: Symbol | None = ...,
    alpha: float = ...,
    beta: float = ...,
    knorm: float = ...,
    nsize: int = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return ``data * (knorm + alpha/nsize * sum(data**2)) ** -beta``."""
def LayerNorm(
    data: Symbol | None = ...,
    gamma: Symbol | None = ...,
    beta: Symbol | None = ...,
    axis: int = ...,
    eps: float = ...,
    output_mean_var: bool | Literal[0, 1] = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return ``gamma * (data - mean) / std + beta`` with ``std = sqrt(var + eps)``, both taken along ``axis``."""
def LeakyReLU(
    data: Symbol | None = ...,
    gamma: Symbol | None = ...,
    act_type: Literal['elu', 'gelu', 'leaky', 'prelu', 'rrelu', 'selu'] = ...,
    slope: float = ...,
    lower_bound: float = ...,
    upper_bound: float = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Apply a rectifier that does not stop at zero."""
def LinearRegressionOutput(
    data: Symbol | None = ...,
    label: Symbol | None = ...,
    grad_scale: float = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return ``data``; the gradient is ``(data - label) * grad_scale / outputs per instance``, of the squared error."""
def LogisticRegressionOutput(
    data: Symbol | None = ...,
    label: Symbol | None = ...,
    grad_scale: float = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return ``sigmoid(data)``; the gradient is ``(output - label) * grad_scale / outputs per instance``, of the binary cross entropy."""
def MAERegressionOutput(
    data: Symbol | None = ...,
    label: Symbol | None = ...,
    grad_scale: float = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return ``data``; the gradient is ``sign(data - label) * grad_scale / outputs per instance``, of the absolute error (-1 where they are equal, as in 1.9.1)."""
def MakeLoss(
    data: Symbol | None = ...,
    grad_scale: float = ...,
    valid_thresh: float = ...,
    normalization: Literal['batch', 'null', 'valid'] = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return ``data`` as a loss: its gradient is ``grad_scale``, whatever comes from above."""
def Pad(
    data: Symbol | None = ...,
    mode: Literal['constant', 'edge', 'reflect'] = ...,
    pad_width: int | Sequence[int] = ...,
    constant_value: float = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return ``data``, of shape ``(N, C, H, W)`` or ``(N, C, D, H, W)``, with padding around its space."""
def Pooling(
    data: Symbol | None = ...,
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
    """Reduce each window of the data to one number."""
def Pooling_v1(
    data: Symbol | None = ...,
    kernel: int | Sequence[int] = ...,
    pool_type: Literal['avg', 'max', 'sum'] = ...,
    global_pool: bool | Literal[0, 1] = ...,
    pooling_convention: Literal['full', 'valid'] = ...,
    stride: int | Sequence[int] = ...,
    pad: int | Sequence[int] = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Pool as MXNet's first form of ``Pooling`` did: two or three dimensions."""
def RNN(
    data: Symbol | None = ...,
    parameters: Symbol | None = ...,
    state: Symbol | None = ...,
    state_cell: Symbol | None = ...,
    sequence_length: Symbol | None = ...,
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
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Run recurrent layers over sequences."""
def ROIPooling(
    data: Symbol | None = ...,
    rois: Symbol | None = ...,
    pooled_size: int | Sequence[int] = ...,
    spatial_scale: float = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Divide each region into bins, and return the greatest pixel of each."""
def Reshape(
    data: Symbol | None = ...,
    shape: int | Sequence[int] = ...,
    reverse: bool | Literal[0, 1] = ...,
    target_shape: int | Sequence[int] = ...,
    keep_highest: bool | Literal[0, 1] = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return ``data`` in another shape, its elements in the same order."""
def SVMOutput(
    data: Symbol | None = ...,
    label: Symbol | None = ...,
    margin: float = ...,
    regularization_coefficient: float = ...,
    use_linear: bool | Literal[0, 1] = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return scores as they are; the gradient is that of a hinge loss."""
def SequenceLast(
    data: Symbol | None = ...,
    sequence_length: Symbol | None = ...,
    use_sequence_length: bool | Literal[0, 1] = ...,
    axis: int = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return the last step of every sequence, ``(N, ...)``: step ``T - 1``, or ``sequence_length - 1``."""
def SequenceMask(
    data: Symbol | None = ...,
    sequence_length: Symbol | None = ...,
    use_sequence_length: bool | Literal[0, 1] = ...,
    value: float = ...,
    axis: int = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Set the steps beyond each sequence's length to ``value``; without ``use_sequence_length``, copy."""
def SequenceReverse(
    data: Symbol | None = ...,
    sequence_length: Symbol | None = ...,
    use_sequence_length: bool | Literal[0, 1] = ...,
    axis: int = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Reverse every sequence ``(T, N, ...)``; what lies beyond its length stays."""
def SliceChannel(
    data: Symbol | None = ...,
    num_outputs: int = ...,
    axis: int = ...,
    squeeze_axis: bool | Literal[0, 1] = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return ``data`` cut into ``num_outputs`` equal parts along ``axis``, without that axis if ``squeeze_axis``."""
def Softmax(
    data: Symbol | None = ...,
    label: Symbol | None = ...,
    grad_scale: float = ...,
    ignore_label: float = ...,
    multi_output: bool | Literal[0, 1] = ...,
    use_ignore: bool | Literal[0, 1] = ...,
    preserve_shape: bool | Literal[0, 1] = ...,
    normalization: Literal['batch', 'null', 'valid'] = ...,
    out_grad: bool | Literal[0, 1] = ...,
    smooth_alpha: float = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return softmax of ``data``; the gradient is that of cross entropy with ``label``."""
def SoftmaxActivation(
    data: Symbol | None = ...,
    mode: Literal['channel', 'instance'] = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Apply softmax along one axis: the name of MXNet's first releases for :func:`softmax`."""
def SoftmaxOutput(
    data: Symbol | None = ...,
    label: Symbol | None = ...,
    grad_scale: float = ...,
    ignore_label: float = ...,
    multi_output: bool | Literal[0, 1] = ...,
    use_ignore: bool | Literal[0, 1] = ...,
    preserve_shape: bool | Literal[0, 1] = ...,
    normalization: Literal['batch', 'null', 'valid'] = ...,
    out_grad: bool | Literal[0, 1] = ...,
    smooth_alpha: float = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return softmax of ``data``; the gradient is that of cross entropy with ``label``."""
def SpatialTransformer(
    data: Symbol | None = ...,
    loc: Symbol | None = ...,
    target_shape: int | Sequence[int] = ...,
    transform_type: Literal['affine'] = ...,
    sampler_type: Literal['bilinear'] = ...,
    cudnn_off: bool | Literal[0, 1] | None = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return images seen through affine transforms: ``BilinearSampler`` at the grid of ``GridGenerator``."""
def SwapAxis(
    data: Symbol | None = ...,
    dim1: int = ...,
    dim2: int = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return ``data`` with two axes exchanged."""
def UpSampling(
    *data: Any,
    scale: int = ...,
    num_filter: int = ...,
    sample_type: Literal['bilinear', 'nearest'] = ...,
    multi_input_mode: Literal['concat', 'sum'] = ...,
    workspace: int = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Enlarge ``(N, C, H, W)`` by ``scale`` in both directions."""
def abs(
    data: Symbol | None = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return ``|x|`` for every element x."""
def adam_update(
    weight: Symbol | None = ...,
    grad: Symbol | None = ...,
    mean: Symbol | None = ...,
    var: Symbol | None = ...,
    lr: float = ...,
    beta1: float = ...,
    beta2: float = ...,
    epsilon: float = ...,
    wd: float = ...,
    rescale_grad: float = ...,
    clip_gradient: float = ...,
    lazy_update: bool | Literal[0, 1] = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Move ``mean`` and ``var`` towards ``g`` and ``g**2``, and return ``weight - lr * mean / (sqrt(var) + epsilon)``."""
def add_n(
    *args: Any,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return the sum of any number of arrays of one shape and data type."""
def all_finite(
    data: Symbol | None = ...,
    init_output: bool | Literal[0, 1] = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return whether all elements of an array are finite, neither infinite nor NaN."""
def amp_cast(
    data: Symbol | None = ...,
    dtype: Any = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Cast ``data`` of up to 32-bit floats for mixed precision; data of other types are returned unchanged."""
def amp_multicast(
    *data: Any,
    cast_narrow: bool | Literal[0, 1] = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return arrays of up to 32-bit floats in one type: the widest among them, or the narrowest if ``cast_narrow``."""
def arccos(
    data: Symbol | None = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return ``the angle in [0, pi] whose cosine is x`` for every element x."""
def arccosh(
    data: Symbol | None = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return ``the inverse of cosh at x`` for every element x."""
def arcsin(
    data: Symbol | None = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return ``the angle in [-pi/2, pi/2] whose sine is x`` for every element x."""
def arcsinh(
    data: Symbol | None = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return ``the inverse of sinh at x`` for every element x."""
def arctan(
    data: Symbol | None = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return ``the angle in (-pi/2, pi/2) whose tangent is x`` for every element x."""
def arctanh(
    data: Symbol | None = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return ``the inverse of tanh at x`` for every element x."""
def argmax(
    data: Symbol | None = ...,
    axis: int | None = ...,
    keepdims: bool | Literal[0, 1] = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return where the greatest element is along ``axis`` (of the flattened array if None); of ties, the first."""
def argmax_channel(
    data: Symbol | None = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return where the greatest element is along axis 1, in the data type of ``data``. It has no gradient."""
def argmin(
    data: Symbol | None = ...,
    axis: int | None = ...,
    keepdims: bool | Literal[0, 1] = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return where the least element is along ``axis`` (of the flattened array if None); of ties, the first."""
def argsort(
    data: Symbol | None = ...,
    axis: int | None = ...,
    is_ascend: bool | Literal[0, 1] = ...,
    dtype: Any = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return the positions, of type ``dtype``, that sort ``data`` along ``axis`` (or flattened). No gradient passes."""
def batch_dot(
    lhs: Symbol | None = ...,
    rhs: Symbol | None = ...,
    transpose_a: bool | Literal[0, 1] = ...,
    transpose_b: bool | Literal[0, 1] = ...,
    forward_stype: Literal['csr', 'default', 'row_sparse'] | None = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return the matrix products of the last two axes, one for each index of the others, which must be equal."""
def batch_take(
    a: Symbol | None = ...,
    indices: Symbol | None = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return ``a[i, indices[i]]`` for every row i of a matrix; ``indices`` are int32, clipped to the row."""
def broadcast_add(
    lhs: Symbol | None = ...,
    rhs: Symbol | None = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return ``lhs + rhs``, element by element."""
def broadcast_axes(
    data: Symbol | None = ...,
    axis: int | Sequence[int] = ...,
    size: int | Sequence[int] = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return ``data`` with axes of length 1 repeated to the lengths in ``size``."""
def broadcast_axis(
    data: Symbol | None = ...,
    axis: int | Sequence[int] = ...,
    size: int | Sequence[int] = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return ``data`` with axes of length 1 repeated to the lengths in ``size``."""
def broadcast_div(
    lhs: Symbol | None = ...,
    rhs: Symbol | None = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return ``lhs / rhs``, element by element."""
def broadcast_equal(
    lhs: Symbol | None = ...,
    rhs: Symbol | None = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return ``1 if lhs == rhs else 0``, element by element."""
def broadcast_greater(
    lhs: Symbol | None = ...,
    rhs: Symbol | None = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return ``1 if lhs > rhs else 0``, element by element."""
def broadcast_greater_equal(
    lhs: Symbol | None = ...,
    rhs: Symbol | None = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return ``1 if lhs >= rhs else 0``, element by element."""
def broadcast_hypot(
    lhs: Symbol | None = ...,
    rhs: Symbol | None = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return ``sqrt(lhs * lhs + rhs * rhs)``, element by element."""
def broadcast_lesser(
    lhs: Symbol | None = ...,
    rhs: Symbol | None = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return ``1 if lhs < rhs else 0``, element by element."""
def broadcast_lesser_equal(
    lhs: Symbol | None = ...,
    rhs: Symbol | None = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return ``1 if lhs <= rhs else 0``, element by element."""
def broadcast_like(
    lhs: Symbol | None = ...,
    rhs: Symbol | None = ...,
    lhs_axes: int | Sequence[int] | None = ...,
    rhs_axes: int | Sequence[int] | None = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return ``lhs`` with axes of length 1 repeated to those of ``rhs``, or only ``lhs_axes`` to ``rhs_axes``."""
def broadcast_logical_and(
    lhs: Symbol | None = ...,
    rhs: Symbol | None = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return ``1 if lhs and rhs else 0``, element by element."""
def broadcast_logical_or(
    lhs: Symbol | None = ...,
    rhs: Symbol | None = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return ``1 if lhs or rhs else 0``, element by element."""
def broadcast_logical_xor(
    lhs: Symbol | None = ...,
    rhs: Symbol | None = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return ``1 if either lhs or rhs else 0``, element by element."""
def broadcast_maximum(
    lhs: Symbol | None = ...,
    rhs: Symbol | None = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return ``max(lhs, rhs)``, element by element."""
def broadcast_minimum(
    lhs: Symbol | None = ...,
    rhs: Symbol | None = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return ``min(lhs, rhs)``, element by element."""
def broadcast_minus(
    lhs: Symbol | None = ...,
    rhs: Symbol | None = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return ``lhs - rhs``, element by element."""
def broadcast_mod(
    lhs: Symbol | None = ...,
    rhs: Symbol | None = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return ``lhs % rhs``, element by element."""
def broadcast_mul(
    lhs: Symbol | None = ...,
    rhs: Symbol | None = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return ``lhs * rhs``, element by element."""
def broadcast_not_equal(
    lhs: Symbol | None = ...,
    rhs: Symbol | None = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return ``1 if lhs != rhs else 0``, element by element."""
def broadcast_plus(
    lhs: Symbol | None = ...,
    rhs: Symbol | None = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return ``lhs + rhs``, element by element."""
def broadcast_power(
    lhs: Symbol | None = ...,
    rhs: Symbol | None = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return ``lhs ** rhs``, element by element."""
def broadcast_sub(
    lhs: Symbol | None = ...,
    rhs: Symbol | None = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return ``lhs - rhs``, element by element."""
def broadcast_to(
    data: Symbol | None = ...,
    shape: int | Sequence[int] = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return ``data`` with axes of length 1 repeated to make ``shape``; a 0 there keeps a length."""
def cast(
    data: Symbol | None = ...,
    dtype: Any = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return ``data`` in another data type; fractions are cut off where it has none."""
def cast_storage(
    data: Symbol | None = ...,
    stype: Literal['csr', 'default', 'row_sparse'] = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return ``data`` in storage ``stype``: ``'default'`` (dense), ``'row_sparse'`` or ``'csr'`` (of two axes)."""
def cbrt(
    data: Symbol | None = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return ``the cube root of x`` for every element x."""
def ceil(
    data: Symbol | None = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return ``the least integer not below x`` for every element x."""
def choose_element_0index(
    data: Symbol | None = ...,
    index: Symbol | None = ...,
    axis: int | None = ...,
    keepdims: bool | Literal[0, 1] = ...,
    mode: Literal['clip', 'wrap'] = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return one element along ``axis`` for every index: ``data[i, index[i]]`` for the last axis of a matrix."""
def clip(
    data: Symbol | None = ...,
    a_min: float = ...,
    a_max: float = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return ``data`` with values below ``a_min`` raised to it and those above ``a_max`` lowered to that."""
def col2im(
    data: Symbol | None = ...,
    output_size: int | Sequence[int] = ...,
    kernel: int | Sequence[int] = ...,
    stride: int | Sequence[int] = ...,
    dilate: int | Sequence[int] = ...,
    pad: int | Sequence[int] = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Add columns ``(N, C * prod(kernel), blocks)`` into an image ``(N, C, *output_size)``."""
def concat(
    *data: Any,
    dim: int = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return arrays joined along axis ``dim``, in which alone they may differ."""
def cos(
    data: Symbol | None = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return ``cos(x), x in radians`` for every element x."""
def cosh(
    data: Symbol | None = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return ``(e ** x + e ** -x) / 2`` for every element x."""
def crop(
    data: Symbol | None = ...,
    begin: int | Sequence[int | None] = ...,
    end: int | Sequence[int | None] = ...,
    step: int | Sequence[int | None] | None = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return ``data[begin[0]:end[0]:step[0], ...]``, read as Python reads slices; None leaves a limit open."""
def ctc_loss(
    data: Symbol | None = ...,
    label: Symbol | None = ...,
    data_lengths: Symbol | None = ...,
    label_lengths: Symbol | None = ...,
    use_data_lengths: bool | Literal[0, 1] = ...,
    use_label_lengths: bool | Literal[0, 1] = ...,
    blank_label: Literal['first', 'last'] = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return ``-log P(label | softmax(data))`` per sequence, ``(N,)``."""
def cumsum(
    a: Symbol | None = ...,
    axis: int | None = ...,
    dtype: Any | None = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return the running sums along ``axis``, or of the flattened array where it is None, in ``dtype`` or a's own."""
def degrees(
    data: Symbol | None = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return ``x * 180 / pi`` for every element x."""
def depth_to_space(
    data: Symbol | None = ...,
    block_size: int = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return ``(N, C, H, W)`` as ``(N, C / b**2, H * b, W * b)``, channels laid out in blocks of b x b pixels."""
def diag(
    data: Symbol | None = ...,
    k: int = ...,
    axis1: int = ...,
    axis2: int = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return diagonal ``k`` of the matrices in ``axis1`` and ``axis2``, as last axis; of a vector, the matrix with it."""
def digamma(
    data: Symbol | None = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return the derivative of ``log |gamma(x)|``, element by element."""
def dot(
    lhs: Symbol | None = ...,
    rhs: Symbol | None = ...,
    transpose_a: bool | Literal[0, 1] = ...,
    transpose_b: bool | Literal[0, 1] = ...,
    forward_stype: Literal['csr', 'default', 'row_sparse'] | None = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return the sum of products over the last axis of ``lhs`` and the first of ``rhs``."""
def elemwise_add(
    lhs: Symbol | None = ...,
    rhs: Symbol | None = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return ``lhs + rhs``, element by element."""
def elemwise_div(
    lhs: Symbol | None = ...,
    rhs: Symbol | None = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return ``lhs / rhs``, element by element."""
def elemwise_mul(
    lhs: Symbol | None = ...,
    rhs: Symbol | None = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return ``lhs * rhs``, element by element."""
def elemwise_sub(
    lhs: Symbol | None = ...,
    rhs: Symbol | None = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return ``lhs - rhs``, element by element."""
def erf(
    data: Symbol | None = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return ``2 / sqrt(pi) * the integral of exp(-t * t) from 0 to x`` for every element x."""
def erfinv(
    data: Symbol | None = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return ``the inverse of erf at x`` for every element x."""
def exp(
    data: Symbol | None = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return ``e ** x`` for every element x."""
def expand_dims(
    data: Symbol | None = ...,
    axis: int = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return ``data`` with a new axis of length 1 at position ``axis``."""
def expm1(
    data: Symbol | None = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return ``e ** x - 1`` for every element x."""
def fill_element_0index(
    lhs: Symbol | None = ...,
    mhs: Symbol | None = ...,
    rhs: Symbol | None = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return the matrix ``lhs`` with ``lhs[i, rhs[i]]`` replaced by ``mhs[i]`` for every row i."""
def fix(
    data: Symbol | None = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return ``x rounded towards zero`` for every element x."""
def flatten(
    data: Symbol | None = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return ``data`` as a matrix: the first axis stays, all others become one."""
def flip(
    data: Symbol | None = ...,
    axis: int | Sequence[int] = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return ``data`` with the order of its elements reversed along the axes ``axis``."""
def floor(
    data: Symbol | None = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return ``the greatest integer not above x`` for every element x."""
def ftml_update(
    weight: Symbol | None = ...,
    grad: Symbol | None = ...,
    d: Symbol | None = ...,
    v: Symbol | None = ...,
    z: Symbol | None = ...,
    lr: float = ...,
    beta1: float = ...,
    beta2: float = ...,
    epsilon: float = ...,
    t: int = ...,
    wd: float = ...,
    rescale_grad: float = ...,
    clip_grad: float = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Do one step of FTML (follow the moving leader), between RMSProp and Adam."""
def ftrl_update(
    weight: Symbol | None = ...,
    grad: Symbol | None = ...,
    z: Symbol | None = ...,
    n: Symbol | None = ...,
    lr: float = ...,
    lamda1: float = ...,
    beta: float = ...,
    wd: float = ...,
    rescale_grad: float = ...,
    clip_gradient: float = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Do one step of FTRL-Proximal (follow the regularized leader), which makes weights exactly 0."""
def gamma(
    data: Symbol | None = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return ``the gamma function of x`` for every element x."""
def gammaln(
    data: Symbol | None = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return ``log |gamma(x)|`` for every element x."""
def gather_nd(
    data: Symbol | None = ...,
    indices: Symbol | None = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return ``data[indices[0], ..., indices[m - 1]]``: column j of ``indices`` ``(m, ...)`` is one position."""
def hard_sigmoid(
    data: Symbol | None = ...,
    alpha: float = ...,
    beta: float = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return ``min(max(alpha * x + beta, 0), 1)``; the gradient is alpha strictly between the two bounds, else 0."""
def identity(
    data: Symbol | None = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return a copy of ``data``."""
def im2col(
    data: Symbol | None = ...,
    kernel: int | Sequence[int] = ...,
    stride: int | Sequence[int] = ...,
    dilate: int | Sequence[int] = ...,
    pad: int | Sequence[int] = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return all blocks of ``(N, C, *space)`` as columns, ``(N, C * prod(kernel), blocks)``."""
def khatri_rao(
    *args: Any,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return the column-wise Kronecker product of matrices with k columns each: column j is the product of all j-th."""
def lamb_update_phase1(
    weight: Symbol | None = ...,
    grad: Symbol | None = ...,
    mean: Symbol | None = ...,
    var: Symbol | None = ...,
    beta1: float = ...,
    beta2: float = ...,
    epsilon: float = ...,
    t: int = ...,
    bias_correction: bool | Literal[0, 1] = ...,
    wd: float = ...,
    rescale_grad: float = ...,
    clip_gradient: float = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Do the first half of a step of LAMB: return the direction ``mean / (sqrt(var) + epsilon) + wd * weight``."""
def lamb_update_phase2(
    weight: Symbol | None = ...,
    g: Symbol | None = ...,
    r1: Symbol | None = ...,
    r2: Symbol | None = ...,
    lr: float = ...,
    lower_bound: float = ...,
    upper_bound: float = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Do the second half of a step of LAMB: return ``weight - lr * r1 / r2 * g``."""
def linalg_det(
    A: Symbol | None = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return the determinant of each matrix. Hidden outputs: its LU factors and their pivots."""
def linalg_extractdiag(
    A: Symbol | None = ...,
    offset: int = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return diagonal ``offset`` of each matrix (above the main one if positive)."""
def linalg_extracttrian(
    A: Symbol | None = ...,
    offset: int = ...,
    lower: bool | Literal[0, 1] = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return a triangle of each matrix as a vector: the lower one row by row, the upper one column by column."""
def linalg_gelqf(
    A: Symbol | None = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return Q with orthonormal rows and a lower triangular L with ``A = L @ Q`` (the LQ factorization)."""
def linalg_gemm(
    A: Symbol | None = ...,
    B: Symbol | None = ...,
    C: Symbol | None = ...,
    transpose_a: bool | Literal[0, 1] = ...,
    transpose_b: bool | Literal[0, 1] = ...,
    alpha: float = ...,
    beta: float = ...,
    axis: int = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return ``alpha * A @ B + beta * C``, a matrix product with something added."""
def linalg_gemm2(
    A: Symbol | None = ...,
    B: Symbol | None = ...,
    transpose_a: bool | Literal[0, 1] = ...,
    transpose_b: bool | Literal[0, 1] = ...,
    alpha: float = ...,
    axis: int = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return ``alpha * A @ B``, the product of matrices."""
def linalg_inverse(
    A: Symbol | None = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return the inverse of square matrices. Raises :class:`MXNetError` for a singular one."""
def linalg_makediag(
    A: Symbol | None = ...,
    offset: int = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return matrices with the vectors in the last axis as diagonal ``offset``, and zeros elsewhere."""
def linalg_maketrian(
    A: Symbol | None = ...,
    offset: int = ...,
    lower: bool | Literal[0, 1] = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return matrices with the vectors in the last axis as triangle, and zeros elsewhere: undoes ``extracttrian``."""
def linalg_potrf(
    A: Symbol | None = ...,
    lower: bool | Literal[0, 1] = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return the lower triangular L with ``A = L @ L.T``, the Cholesky factor of symmetric positive definite matrices."""
def linalg_potri(
    A: Symbol | None = ...,
    lower: bool | Literal[0, 1] = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return the inverse of ``A @ A.T`` for lower triangular matrices A: of the matrix that ``potrf`` factored."""
def linalg_slogdet(
    A: Symbol | None = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return the sign of each determinant, and the logarithm of its magnitude. Hidden outputs: as of ``det``."""
def linalg_sumlogdiag(
    A: Symbol | None = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return the sum of the logarithms of the diagonal of each matrix."""
def linalg_syrk(
    A: Symbol | None = ...,
    transpose: bool | Literal[0, 1] = ...,
    alpha: float = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return ``alpha * A @ A.T``, or ``alpha * A.T @ A`` if ``transpose``."""
def linalg_trmm(
    A: Symbol | None = ...,
    B: Symbol | None = ...,
    transpose: bool | Literal[0, 1] = ...,
    rightside: bool | Literal[0, 1] = ...,
    lower: bool | Literal[0, 1] = ...,
    alpha: float = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return ``alpha * A @ B`` for a triangular A, or ``alpha * B @ A`` if ``rightside``; A transposed if asked."""
def linalg_trsm(
    A: Symbol | None = ...,
    B: Symbol | None = ...,
    transpose: bool | Literal[0, 1] = ...,
    rightside: bool | Literal[0, 1] = ...,
    lower: bool | Literal[0, 1] = ...,
    alpha: float = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return X with ``A @ X = alpha * B`` for a triangular A, or ``X @ A = alpha * B`` if ``rightside``."""
def log(
    data: Symbol | None = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return ``the natural logarithm of x`` for every element x."""
def log10(
    data: Symbol | None = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return ``the logarithm of x to base 10`` for every element x."""
def log1p(
    data: Symbol | None = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return ``log(1 + x)`` for every element x."""
def log2(
    data: Symbol | None = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return ``the logarithm of x to base 2`` for every element x."""
def log_sigmoid(
    data: Symbol | None = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return ``log(1 / (1 + exp(-x)))``, element by element, without overflow."""
def log_softmax(
    data: Symbol | None = ...,
    axis: int = ...,
    temperature: float | None = ...,
    dtype: Literal['float16', 'float32', 'float64'] | None = ...,
    use_length: bool | Literal[0, 1] | None = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return the logarithm of ``softmax(data / temperature)`` along ``axis``. ``use_length`` must be false."""
def logical_not(
    data: Symbol | None = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return ``1 if not x else 0`` for every element x."""
def make_loss(
    data: Symbol | None = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return an array as a loss: ``backward()`` starts there, with a gradient of 1, whatever comes from above."""
def masked_log_softmax(
    data: Symbol | None = ...,
    mask: Symbol | None = ...,
    axis: int = ...,
    temperature: float | None = ...,
    normalize: bool | Literal[0, 1] = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return the logarithm of ``masked_softmax``: the log-softmax over the entries that a mask leaves."""
def masked_softmax(
    data: Symbol | None = ...,
    mask: Symbol | None = ...,
    axis: int = ...,
    temperature: float | None = ...,
    normalize: bool | Literal[0, 1] = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return the softmax of ``data / temperature`` along an axis, over the entries that a mask leaves."""
def max(
    data: Symbol | None = ...,
    axis: int | Sequence[int] | None = ...,
    keepdims: bool | Literal[0, 1] = ...,
    exclude: bool | Literal[0, 1] = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return the greatest element over ``axis``."""
def max_axis(
    data: Symbol | None = ...,
    axis: int | Sequence[int] | None = ...,
    keepdims: bool | Literal[0, 1] = ...,
    exclude: bool | Literal[0, 1] = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return the greatest element over ``axis``."""
def mean(
    data: Symbol | None = ...,
    axis: int | Sequence[int] | None = ...,
    keepdims: bool | Literal[0, 1] = ...,
    exclude: bool | Literal[0, 1] = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return the mean over ``axis``."""
def min(
    data: Symbol | None = ...,
    axis: int | Sequence[int] | None = ...,
    keepdims: bool | Literal[0, 1] = ...,
    exclude: bool | Literal[0, 1] = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return the least element over ``axis``."""
def min_axis(
    data: Symbol | None = ...,
    axis: int | Sequence[int] | None = ...,
    keepdims: bool | Literal[0, 1] = ...,
    exclude: bool | Literal[0, 1] = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return the least element over ``axis``."""
def mish(
    data: Symbol | None = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return ``x * tanh(log(1 + exp(x)))``, element by element, an activation (Misra, arXiv 1908.08681)."""
def moments(
    data: Symbol | None = ...,
    axes: int | Sequence[int] | None = ...,
    keepdims: bool | Literal[0, 1] = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return the mean and the variance (the mean squared distance from it, divided by n) over ``axes``."""
def mp_lamb_update_phase1(
    weight: Symbol | None = ...,
    grad: Symbol | None = ...,
    mean: Symbol | None = ...,
    var: Symbol | None = ...,
    weight32: Symbol | None = ...,
    beta1: float = ...,
    beta2: float = ...,
    epsilon: float = ...,
    t: int = ...,
    bias_correction: bool | Literal[0, 1] = ...,
    wd: float = ...,
    rescale_grad: float = ...,
    clip_gradient: float = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Do the first half of a step of LAMB for a weight in half precision, in float32."""
def mp_lamb_update_phase2(
    weight: Symbol | None = ...,
    g: Symbol | None = ...,
    r1: Symbol | None = ...,
    r2: Symbol | None = ...,
    weight32: Symbol | None = ...,
    lr: float = ...,
    lower_bound: float = ...,
    upper_bound: float = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Do the second half of a step of LAMB on the float32 copy of a weight in half precision."""
def mp_nag_mom_update(
    weight: Symbol | None = ...,
    grad: Symbol | None = ...,
    mom: Symbol | None = ...,
    weight32: Symbol | None = ...,
    lr: float = ...,
    momentum: float = ...,
    wd: float = ...,
    rescale_grad: float = ...,
    clip_gradient: float = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Do one step of SGD with Nesterov's momentum on the float32 copy of a weight in half precision."""
def mp_sgd_mom_update(
    weight: Symbol | None = ...,
    grad: Symbol | None = ...,
    mom: Symbol | None = ...,
    weight32: Symbol | None = ...,
    lr: float = ...,
    momentum: float = ...,
    wd: float = ...,
    rescale_grad: float = ...,
    clip_gradient: float = ...,
    lazy_update: bool | Literal[0, 1] = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Do one step of SGD with momentum on the float32 copy of a weight in half precision."""
def mp_sgd_update(
    weight: Symbol | None = ...,
    grad: Symbol | None = ...,
    weight32: Symbol | None = ...,
    lr: float = ...,
    wd: float = ...,
    rescale_grad: float = ...,
    clip_gradient: float = ...,
    lazy_update: bool | Literal[0, 1] = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Do one step of SGD on the float32 copy of a weight in half precision: ``weight32 -= lr * (g + wd * weight32)``."""
def multi_all_finite(
    *data: Any,
    num_arrays: int = ...,
    init_output: bool | Literal[0, 1] = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return whether all elements of several arrays, such as gradients, are finite."""
def multi_lars(
    lrs: Symbol | None = ...,
    weights_sum_sq: Symbol | None = ...,
    grads_sum_sq: Symbol | None = ...,
    wds: Symbol | None = ...,
    eta: float = ...,
    eps: float = ...,
    rescale_grad: float = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return learning rates scaled layer by layer (LARS): ``lr * eta * |w| / (|g| * rescale_grad + wd * |w| + eps)``."""
def multi_mp_sgd_mom_update(
    *data: Any,
    lrs: float | Sequence[float] = ...,
    wds: float | Sequence[float] = ...,
    momentum: float = ...,
    rescale_grad: float = ...,
    clip_gradient: float = ...,
    num_weights: int = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Do ``mp_sgd_mom_update`` for several weights in one call."""
def multi_mp_sgd_update(
    *data: Any,
    lrs: float | Sequence[float] = ...,
    wds: float | Sequence[float] = ...,
    rescale_grad: float = ...,
    clip_gradient: float = ...,
    num_weights: int = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Do ``mp_sgd_update`` for several weights in one call."""
def multi_sgd_mom_update(
    *data: Any,
    lrs: float | Sequence[float] = ...,
    wds: float | Sequence[float] = ...,
    momentum: float = ...,
    rescale_grad: float = ...,
    clip_gradient: float = ...,
    num_weights: int = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Do ``sgd_mom_update`` for several weights in one call."""
def multi_sgd_update(
    *data: Any,
    lrs: float | Sequence[float] = ...,
    wds: float | Sequence[float] = ...,
    rescale_grad: float = ...,
    clip_gradient: float = ...,
    num_weights: int = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Do ``sgd_update`` for several weights in one call."""
def multi_sum_sq(
    *data: Any,
    num_arrays: int = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return the sum of squares of each of several arrays, for norms of all gradients at once."""
def nag_mom_update(
    weight: Symbol | None = ...,
    grad: Symbol | None = ...,
    mom: Symbol | None = ...,
    lr: float = ...,
    momentum: float = ...,
    wd: float = ...,
    rescale_grad: float = ...,
    clip_gradient: float = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Do one step of SGD with Nesterov's momentum."""
def nanprod(
    data: Symbol | None = ...,
    axis: int | Sequence[int] | None = ...,
    keepdims: bool | Literal[0, 1] = ...,
    exclude: bool | Literal[0, 1] = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return the product of what is not NaN over ``axis``."""
def nansum(
    data: Symbol | None = ...,
    axis: int | Sequence[int] | None = ...,
    keepdims: bool | Literal[0, 1] = ...,
    exclude: bool | Literal[0, 1] = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return the sum of what is not NaN over ``axis``."""
def negative(
    data: Symbol | None = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return ``-x`` for every element x."""
def norm(
    data: Symbol | None = ...,
    ord: int = ...,
    axis: int | Sequence[int] | None = ...,
    out_dtype: Any | None = ...,
    keepdims: bool | Literal[0, 1] = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return the sum of magnitudes (``ord=1``) or the root of the sum of squares (``ord=2``) over ``axis``."""
def normal(
    loc: float = ...,
    scale: float = ...,
    shape: int | Sequence[int] | None = ...,
    ctx: str = ...,
    dtype: Literal['float16', 'float32', 'float64'] | None = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return normally distributed random numbers of mean ``loc`` and standard deviation ``scale``."""
def one_hot(
    indices: Symbol | None = ...,
    depth: int = ...,
    on_value: float = ...,
    off_value: float = ...,
    dtype: Any = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return an array with a new last axis of length ``depth``: ``on_value`` at the index, ``off_value`` elsewhere."""
def ones_like(
    data: Symbol | None = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return 1 for every element x."""
def pad(
    data: Symbol | None = ...,
    mode: Literal['constant', 'edge', 'reflect'] = ...,
    pad_width: int | Sequence[int] = ...,
    constant_value: float = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return ``data``, of shape ``(N, C, H, W)`` or ``(N, C, D, H, W)``, with padding around its space."""
def pick(
    data: Symbol | None = ...,
    index: Symbol | None = ...,
    axis: int | None = ...,
    keepdims: bool | Literal[0, 1] = ...,
    mode: Literal['clip', 'wrap'] = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return one element along ``axis`` for every index: ``data[i, index[i]]`` for the last axis of a matrix."""
def preloaded_multi_mp_sgd_mom_update(
    *data: Any,
    momentum: float = ...,
    rescale_grad: float = ...,
    clip_gradient: float = ...,
    num_weights: int = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Do ``mp_sgd_mom_update`` for several weights in one call, with arrays of learning rates and weight decays."""
def preloaded_multi_mp_sgd_update(
    *data: Any,
    rescale_grad: float = ...,
    clip_gradient: float = ...,
    num_weights: int = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Do ``mp_sgd_update`` for several weights in one call, with arrays of learning rates and weight decays."""
def preloaded_multi_sgd_mom_update(
    *data: Any,
    momentum: float = ...,
    rescale_grad: float = ...,
    clip_gradient: float = ...,
    num_weights: int = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Do ``sgd_mom_update`` for several weights in one call, with arrays of learning rates and weight decays."""
def preloaded_multi_sgd_update(
    *data: Any,
    rescale_grad: float = ...,
    clip_gradient: float = ...,
    num_weights: int = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Do ``sgd_update`` for several weights in one call, with arrays of learning rates and weight decays."""
def prod(
    data: Symbol | None = ...,
    axis: int | Sequence[int] | None = ...,
    keepdims: bool | Literal[0, 1] = ...,
    exclude: bool | Literal[0, 1] = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return the product over ``axis``."""
def radians(
    data: Symbol | None = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return ``x * pi / 180`` for every element x."""
def random_binomial(
    n: int = ...,
    p: float = ...,
    shape: int | Sequence[int] | None = ...,
    ctx: str = ...,
    dtype: Literal['float16', 'float32', 'float64'] | None = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return random numbers of successes of probability ``p`` in ``n`` trials, as floats."""
def random_exponential(
    lam: float = ...,
    shape: int | Sequence[int] | None = ...,
    ctx: str = ...,
    dtype: Literal['float16', 'float32', 'float64'] | None = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return exponentially distributed random numbers of rate ``lam`` (mean ``1 / lam``)."""
def random_gamma(
    alpha: float = ...,
    beta: float = ...,
    shape: int | Sequence[int] | None = ...,
    ctx: str = ...,
    dtype: Literal['float16', 'float32', 'float64'] | None = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return gamma-distributed random numbers of shape ``alpha`` and scale ``beta`` (mean ``alpha * beta``)."""
def random_generalized_negative_binomial(
    mu: float = ...,
    alpha: float = ...,
    shape: int | Sequence[int] | None = ...,
    ctx: str = ...,
    dtype: Literal['float16', 'float32', 'float64'] | None = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return negative-binomial random integers of mean ``mu`` and variance ``mu + alpha * mu**2``, as floats."""
def random_negative_binomial(
    k: int = ...,
    p: float = ...,
    shape: int | Sequence[int] | None = ...,
    ctx: str = ...,
    dtype: Literal['float16', 'float32', 'float64'] | None = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return random numbers of failures before the ``k``-th success of probability ``p``, as floats."""
def random_normal(
    loc: float = ...,
    scale: float = ...,
    shape: int | Sequence[int] | None = ...,
    ctx: str = ...,
    dtype: Literal['float16', 'float32', 'float64'] | None = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return normally distributed random numbers of mean ``loc`` and standard deviation ``scale``."""
def random_pdf_dirichlet(
    sample: Symbol | None = ...,
    alpha: Symbol | None = ...,
    is_log: bool | Literal[0, 1] = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return the density of the Dirichlet distribution, or its logarithm."""
def random_pdf_exponential(
    sample: Symbol | None = ...,
    lam: Symbol | None = ...,
    is_log: bool | Literal[0, 1] = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return the density of the exponential distribution of rate ``lam``, or its logarithm."""
def random_pdf_gamma(
    sample: Symbol | None = ...,
    alpha: Symbol | None = ...,
    beta: Symbol | None = ...,
    is_log: bool | Literal[0, 1] = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return the density of the gamma distribution of shape ``alpha`` and rate ``beta``, or its logarithm."""
def random_pdf_generalized_negative_binomial(
    sample: Symbol | None = ...,
    mu: Symbol | None = ...,
    alpha: Symbol | None = ...,
    is_log: bool | Literal[0, 1] = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return the probability under the negative binomial of mean ``mu`` and variance ``mu + alpha * mu**2``, or its logarithm."""
def random_pdf_negative_binomial(
    sample: Symbol | None = ...,
    k: Symbol | None = ...,
    p: Symbol | None = ...,
    is_log: bool | Literal[0, 1] = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return the probability of so many failures before ``k`` successes of probability ``p``, or its logarithm."""
def random_pdf_normal(
    sample: Symbol | None = ...,
    mu: Symbol | None = ...,
    sigma: Symbol | None = ...,
    is_log: bool | Literal[0, 1] = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return the density of the normal distribution of mean ``mu`` and standard deviation ``sigma``, or its logarithm."""
def random_pdf_poisson(
    sample: Symbol | None = ...,
    lam: Symbol | None = ...,
    is_log: bool | Literal[0, 1] = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return the probability under the Poisson distribution of mean ``lam``, or its logarithm."""
def random_pdf_uniform(
    sample: Symbol | None = ...,
    low: Symbol | None = ...,
    high: Symbol | None = ...,
    is_log: bool | Literal[0, 1] = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return the density of the uniform distribution over ``[low, high)``, or its logarithm: ``1 / (high - low)``, also outside of it."""
def random_poisson(
    lam: float = ...,
    shape: int | Sequence[int] | None = ...,
    ctx: str = ...,
    dtype: Literal['float16', 'float32', 'float64'] | None = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return Poisson-distributed random integers of mean ``lam``, as floats."""
def random_randint(
    low: int = ...,
    high: int = ...,
    shape: int | Sequence[int] | None = ...,
    ctx: str = ...,
    dtype: Literal['int32', 'int64'] | None = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return random integers from ``low`` to ``high - 1``."""
def random_uniform(
    low: float = ...,
    high: float = ...,
    shape: int | Sequence[int] | None = ...,
    ctx: str = ...,
    dtype: Literal['float16', 'float32', 'float64'] | None = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return random numbers evenly distributed over ``[low, high)``."""
def ravel_multi_index(
    data: Symbol | None = ...,
    shape: int | Sequence[int] = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return the flat position of each column of ``data``, an index of an array of shape ``shape``."""
def rcbrt(
    data: Symbol | None = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return ``1 / the cube root of x`` for every element x."""
def reciprocal(
    data: Symbol | None = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return ``1 / x`` for every element x."""
def relu(
    data: Symbol | None = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return ``max(x, 0)`` for every element x."""
def repeat(
    data: Symbol | None = ...,
    repeats: int = ...,
    axis: int | None = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return every element ``repeats`` times in a row, along ``axis`` or of the flattened array where it is None."""
def reset_arrays(
    *data: Any,
    num_arrays: int = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Set all elements of several arrays to 0, in place, as gradients before the next step."""
def reshape(
    data: Symbol | None = ...,
    shape: int | Sequence[int] = ...,
    reverse: bool | Literal[0, 1] = ...,
    target_shape: int | Sequence[int] = ...,
    keep_highest: bool | Literal[0, 1] = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return ``data`` in another shape, its elements in the same order."""
def reshape_like(
    lhs: Symbol | None = ...,
    rhs: Symbol | None = ...,
    lhs_begin: int | None = ...,
    lhs_end: int | None = ...,
    rhs_begin: int | None = ...,
    rhs_end: int | None = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return ``lhs`` with its axes ``lhs_begin ... lhs_end - 1`` in place of ``rhs``'s ``rhs_begin ... rhs_end - 1``."""
def reverse(
    data: Symbol | None = ...,
    axis: int | Sequence[int] = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return ``data`` with the order of its elements reversed along the axes ``axis``."""
def rint(
    data: Symbol | None = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return ``the integer nearest to x, of two the lower`` for every element x."""
def rmsprop_update(
    weight: Symbol | None = ...,
    grad: Symbol | None = ...,
    n: Symbol | None = ...,
    lr: float = ...,
    gamma1: float = ...,
    epsilon: float = ...,
    wd: float = ...,
    rescale_grad: float = ...,
    clip_gradient: float = ...,
    clip_weights: float = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Do one step of RMSProp: divide the gradient by the root of a moving mean of its square."""
def rmspropalex_update(
    weight: Symbol | None = ...,
    grad: Symbol | None = ...,
    n: Symbol | None = ...,
    g: Symbol | None = ...,
    delta: Symbol | None = ...,
    lr: float = ...,
    gamma1: float = ...,
    gamma2: float = ...,
    epsilon: float = ...,
    wd: float = ...,
    rescale_grad: float = ...,
    clip_gradient: float = ...,
    clip_weights: float = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Do one step of RMSProp with momentum, centred: divide the gradient by a moving standard deviation."""
def round(
    data: Symbol | None = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return ``the integer nearest to x, of two the one farther from zero`` for every element x."""
def rsqrt(
    data: Symbol | None = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return ``1 / sqrt(x)`` for every element x."""
def sample_binomial(
    n: Symbol | None = ...,
    p: Symbol | None = ...,
    shape: int | Sequence[int] = ...,
    dtype: Literal['float16', 'float32', 'float64'] | None = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return random numbers of successes of probability ``p`` in ``n`` trials of every element, as floats."""
def sample_exponential(
    lam: Symbol | None = ...,
    shape: int | Sequence[int] = ...,
    dtype: Literal['float16', 'float32', 'float64'] | None = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return exponentially distributed random numbers of rate ``lam`` (mean ``1 / lam``) of every element."""
def sample_gamma(
    alpha: Symbol | None = ...,
    beta: Symbol | None = ...,
    shape: int | Sequence[int] = ...,
    dtype: Literal['float16', 'float32', 'float64'] | None = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return gamma-distributed random numbers of shape ``alpha`` and scale ``beta`` of every element."""
def sample_generalized_negative_binomial(
    mu: Symbol | None = ...,
    alpha: Symbol | None = ...,
    shape: int | Sequence[int] = ...,
    dtype: Literal['float16', 'float32', 'float64'] | None = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return negative-binomial random integers of mean ``mu`` and variance ``mu + alpha * mu**2`` of every element, as floats."""
def sample_multinomial(
    data: Symbol | None = ...,
    shape: int | Sequence[int] = ...,
    get_prob: bool | Literal[0, 1] = ...,
    dtype: Literal['float16', 'float32', 'float64', 'int32', 'uint8'] = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return random class numbers, drawn with the probabilities in the last axis of ``data``."""
def sample_negative_binomial(
    k: Symbol | None = ...,
    p: Symbol | None = ...,
    shape: int | Sequence[int] = ...,
    dtype: Literal['float16', 'float32', 'float64'] | None = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return random numbers of failures before ``k`` successes of probability ``p`` of every element, as floats."""
def sample_normal(
    mu: Symbol | None = ...,
    sigma: Symbol | None = ...,
    shape: int | Sequence[int] = ...,
    dtype: Literal['float16', 'float32', 'float64'] | None = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return normally distributed random numbers of mean ``mu`` and standard deviation ``sigma`` of every element."""
def sample_poisson(
    lam: Symbol | None = ...,
    shape: int | Sequence[int] = ...,
    dtype: Literal['float16', 'float32', 'float64'] | None = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return Poisson-distributed random integers of mean ``lam`` of every element, as floats."""
def sample_uniform(
    low: Symbol | None = ...,
    high: Symbol | None = ...,
    shape: int | Sequence[int] = ...,
    dtype: Literal['float16', 'float32', 'float64'] | None = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return random numbers evenly distributed over ``[low, high)`` of every element."""
def scatter_nd(
    data: Symbol | None = ...,
    indices: Symbol | None = ...,
    shape: int | Sequence[int] = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return zeros of shape ``shape`` with ``data`` put at the positions ``indices``; see ``gather_nd``."""
def sgd_mom_update(
    weight: Symbol | None = ...,
    grad: Symbol | None = ...,
    mom: Symbol | None = ...,
    lr: float = ...,
    momentum: float = ...,
    wd: float = ...,
    rescale_grad: float = ...,
    clip_gradient: float = ...,
    lazy_update: bool | Literal[0, 1] = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Set ``mom = momentum * mom - lr * (g + wd * weight)`` and return ``weight + mom``."""
def sgd_update(
    weight: Symbol | None = ...,
    grad: Symbol | None = ...,
    lr: float = ...,
    wd: float = ...,
    rescale_grad: float = ...,
    clip_gradient: float = ...,
    lazy_update: bool | Literal[0, 1] = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return ``weight - lr * (g + wd * weight)``."""
def shape_array(
    data: Symbol | None = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return the shape of ``data`` as a vector of int64."""
def shuffle(
    data: Symbol | None = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return ``data`` with the entries of its first axis in random order; each entry stays as it is."""
def sigmoid(
    data: Symbol | None = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return ``1 / (1 + e ** -x)`` for every element x."""
def sign(
    data: Symbol | None = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return ``-1, 0 or 1 by the sign of x`` for every element x."""
def signsgd_update(
    weight: Symbol | None = ...,
    grad: Symbol | None = ...,
    lr: float = ...,
    wd: float = ...,
    rescale_grad: float = ...,
    clip_gradient: float = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Do one step against the gradient's sign: return ``(1 - lr * wd) * weight - lr * sign(grad)``."""
def signum_update(
    weight: Symbol | None = ...,
    grad: Symbol | None = ...,
    mom: Symbol | None = ...,
    lr: float = ...,
    momentum: float = ...,
    wd: float = ...,
    rescale_grad: float = ...,
    clip_gradient: float = ...,
    wd_lh: float = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Do one step against the sign of the momentum."""
def sin(
    data: Symbol | None = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return ``sin(x), x in radians`` for every element x."""
def sinh(
    data: Symbol | None = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return ``(e ** x - e ** -x) / 2`` for every element x."""
def size_array(
    data: Symbol | None = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return the number of elements of ``data`` as one int64, shape (1,)."""
def slice(
    data: Symbol | None = ...,
    begin: int | Sequence[int | None] = ...,
    end: int | Sequence[int | None] = ...,
    step: int | Sequence[int | None] | None = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return ``data[begin[0]:end[0]:step[0], ...]``, read as Python reads slices; None leaves a limit open."""
def slice_axis(
    data: Symbol | None = ...,
    axis: int = ...,
    begin: int = ...,
    end: int | None = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return the part of ``data`` from ``begin`` to below ``end`` (None: to the end) along one axis."""
def slice_like(
    data: Symbol | None = ...,
    shape_like: Symbol | None = ...,
    axes: int | Sequence[int] | None = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return the first part of ``data``, as long as ``shape_like`` along ``axes`` (all for (), none for None)."""
def smooth_l1(
    data: Symbol | None = ...,
    scalar: float = ...,
    is_int: bool | Literal[0, 1] = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return ``(s x)**2 / 2`` where ``|x| < 1 / s**2``, else ``|x| - 1 / (2 s**2)``, with s = ``scalar``."""
def softmax(
    data: Symbol | None = ...,
    length: Symbol | None = ...,
    axis: int = ...,
    temperature: float | None = ...,
    dtype: Literal['float16', 'float32', 'float64'] | None = ...,
    use_length: bool | Literal[0, 1] | None = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return ``exp(x/t) / sum(exp(x/t))`` along an axis, t the temperature: positive numbers whose sum is 1."""
def softmax_cross_entropy(
    data: Symbol | None = ...,
    label: Symbol | None = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return ``-sum(log(softmax(data)[i, label[i]]))``, of shape ``(1,)``."""
def softmin(
    data: Symbol | None = ...,
    axis: int = ...,
    temperature: float | None = ...,
    dtype: Literal['float16', 'float32', 'float64'] | None = ...,
    use_length: bool | Literal[0, 1] | None = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return ``softmax(-data / temperature)`` along ``axis``. ``use_length`` must be false."""
def softsign(
    data: Symbol | None = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return ``x / (1 + |x|)`` for every element x."""
def sort(
    data: Symbol | None = ...,
    axis: int | None = ...,
    is_ascend: bool | Literal[0, 1] = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return ``data`` sorted along ``axis``, or flattened and sorted where it is None."""
def space_to_depth(
    data: Symbol | None = ...,
    block_size: int = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return ``(N, C, H, W)`` as ``(N, C * b**2, H / b, W / b)``: the inverse of ``depth_to_space``."""
def split(
    data: Symbol | None = ...,
    num_outputs: int = ...,
    axis: int = ...,
    squeeze_axis: bool | Literal[0, 1] = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return ``data`` cut into ``num_outputs`` equal parts along ``axis``, without that axis if ``squeeze_axis``."""
def sqrt(
    data: Symbol | None = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return ``sqrt(x)`` for every element x."""
def square(
    data: Symbol | None = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return ``x * x`` for every element x."""
def squeeze(
    data: Symbol | None = ...,
    axis: int | Sequence[int] | None = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return ``data`` without axes of length 1: all of them, or those in ``axis``. At least one axis remains."""
def stack(
    *data: Any,
    axis: int = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return arrays of one shape joined along a new axis at position ``axis``."""
def stop_gradient(
    data: Symbol | None = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return ``data``; no gradient passes back through it (it is zero)."""
def sum(
    data: Symbol | None = ...,
    axis: int | Sequence[int] | None = ...,
    keepdims: bool | Literal[0, 1] = ...,
    exclude: bool | Literal[0, 1] = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return the sum over ``axis``."""
def sum_axis(
    data: Symbol | None = ...,
    axis: int | Sequence[int] | None = ...,
    keepdims: bool | Literal[0, 1] = ...,
    exclude: bool | Literal[0, 1] = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return the sum over ``axis``."""
def swapaxes(
    data: Symbol | None = ...,
    dim1: int = ...,
    dim2: int = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return ``data`` with two axes exchanged."""
def take(
    a: Symbol | None = ...,
    indices: Symbol | None = ...,
    axis: int = ...,
    mode: Literal['clip', 'raise', 'wrap'] = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return the slices of ``a`` at ``indices`` along ``axis``, which makes way for the axes of ``indices``."""
def tan(
    data: Symbol | None = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return ``tan(x), x in radians`` for every element x."""
def tanh(
    data: Symbol | None = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return ``sinh(x) / cosh(x)`` for every element x."""
def tile(
    data: Symbol | None = ...,
    reps: int | Sequence[int] | None = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return ``data`` laid out ``reps[i]`` times along axis i; missing axes are added in front, as NumPy does."""
def topk(
    data: Symbol | None = ...,
    axis: int | None = ...,
    k: int = ...,
    ret_typ: Literal['both', 'indices', 'mask', 'value'] = ...,
    is_ascend: bool | Literal[0, 1] = ...,
    dtype: Any = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return the ``k`` greatest elements along ``axis`` (least, if ``is_ascend``), best first; k < 1 means all."""
def transpose(
    data: Symbol | None = ...,
    axes: int | Sequence[int] = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return ``data`` with its axes in the order ``axes``, reversed where that is empty."""
def trunc(
    data: Symbol | None = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return ``x without its fraction`` for every element x."""
def uniform(
    low: float = ...,
    high: float = ...,
    shape: int | Sequence[int] | None = ...,
    ctx: str = ...,
    dtype: Literal['float16', 'float32', 'float64'] | None = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return random numbers evenly distributed over ``[low, high)``."""
def unravel_index(
    data: Symbol | None = ...,
    shape: int | Sequence[int] = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return the index, in an array of shape ``shape``, of each flat position in ``data``."""
def where(
    condition: Symbol | None = ...,
    x: Symbol | None = ...,
    y: Symbol | None = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return ``x`` where ``condition`` is not 0, else ``y``; a vector as condition chooses whole rows."""
def zeros_like(
    data: Symbol | None = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return 0 for every element x."""
