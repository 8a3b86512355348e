"""Convolutions and transposed convolutions over one, two and three axes; the module has the pooling layers too."""

from collections.abc import Sequence
from typing import Any

from ... import symbol
from ...core.errors import MXNetError, explains_arguments
from ...core.naming import named
from ...core.params import text_of
from ...core.semantics import semantics
from ...registry.manual import documented
from ...util import np_shape
from ..block import HybridBlock
from . import pool_layers
from .activations import activation_within
from .pool_layers import *
from .pool_layers import Size, _per_axis, _Pooling  # noqa: F401  (programs import _Pooling from here)

__all__ = ["Conv1D", "Conv1DTranspose", "Conv2D", "Conv2DTranspose", "Conv3D", "Conv3DTranspose"]
__all__ += pool_layers.__all__


def _infer_weight_shape(op_name: str, data_shape: Sequence[int], kwargs: dict[str, Any]) -> list[tuple[int, ...]]:
    """Return the shapes of an operator's inputs, as inferred from that of its data; 0 is unknown."""
    with np_shape(False):
        data = symbol.var("data", shape=tuple(data_shape))
        return list(getattr(symbol, op_name)(data, **kwargs).infer_shape_partial()[0])


class _Conv(HybridBlock):
    """The base class of convolutions. ``op_name`` is the operator, ``adj`` the output padding of transposed ones.

    Sizes are numbers for each spatial axis, or one number for all. ``weight`` has the shape that the operator asks
    for, ``(channels, in_channels / groups, *kernel_size)`` where the channels are axis 1; ``bias`` has ``(channels,)``.
    """

    @explains_arguments
    def __init__(
        self,
        channels: int,
        kernel_size: Sequence[int],
        strides: Size,
        padding: Size,
        dilation: Size,
        groups: int,
        layout: str,
        in_channels: int = 0,
        activation: str | None = None,
        use_bias: bool = True,
        weight_initializer: Any = None,
        bias_initializer: Any = "zeros",
        op_name: str = "Convolution",
        adj: Size | None = None,
        prefix: str | None = None,
        params: Any = None,
    ) -> None:
        super().__init__(prefix=prefix, params=params)
        if isinstance(padding, str):
            raise MXNetError(
                f"padding: expected ints, got {padding!r}: kernel_size // 2 keeps lengths where strides are 1, 0 pads "
                "nothing"
            )
        dims = len(kernel_size)
        self._op_name, self._channels, self._in_channels = op_name, channels, in_channels
        named = {"stride": strides, "dilate": dilation, "pad": padding}
        sizes = {"kernel": kernel_size} | {key: _per_axis(size, dims) for key, size in named.items()}
        filters = {"num_filter": channels, "num_group": groups, "no_bias": not use_bias}
        self._kwargs: dict[str, Any] = {**sizes, **filters, "layout": layout}
        if adj is not None:
            self._kwargs["adj"] = _per_axis(adj, dims)
        with self.name_scope():
            data_shape = [in_channels if axis == "C" else 0 for axis in layout]
            shapes = _infer_weight_shape(op_name, data_shape, self._kwargs)
            get = self.params.get
            self.weight = get("weight", shape=shapes[1], init=weight_initializer, allow_deferred_init=True)
            self.bias = None
            if use_bias:
                self.bias = get("bias", shape=shapes[2], init=bias_initializer, allow_deferred_init=True)
            self.act = activation_within(activation)

    def _alias(self) -> str:
        return "conv"

    def hybrid_forward(self, F: Any, x: Any, weight: Any, bias: Any = None) -> Any:
        """Return the convolution of ``x`` with the weight."""
        learned = (weight,) if bias is None else (weight, bias)
        result = getattr(F, self._op_name)(x, *learned, name="fwd", **self._kwargs)
        return result if self.act is None else self.act(result)

    def __repr__(self) -> str:
        return describe_convolution(self, self._kwargs, self.weight, self.bias)


def describe_convolution(layer: Any, settings: dict[str, Any], weight: Any, bias: Any) -> str:
    """Return a convolution's text: its channels, its windows, and the settings that are not what they usually are."""
    outputs, inputs = weight.shape[:2]
    if semantics.api == 2 and layer._op_name == "Deconvolution":  # whose weight has its inputs first
        outputs, inputs = inputs, outputs
    dims = len(settings["kernel"])
    shown = [f"kernel_size={text_of(settings['kernel'])}", f"stride={text_of(settings['stride'])}"]
    for key, name, usual in (("pad", "padding", 0), ("dilate", "dilation", 1)):
        if settings[key] != (usual,) * dims:
            shown.append(f"{name}={text_of(settings[key])}")
    if settings["num_group"] != 1:
        shown.append(f"groups={settings['num_group']}")
    if bias is None:
        shown.append("bias=False")
    if layer.act is not None:
        shown.append(str(layer.act))
    return f"{type(layer).__name__}({inputs or None} -> {outputs}, {', '.join(shown)})"


def _check(dims: int, layout: str, layouts: Sequence[str], **sizes: Any) -> None:
    assert layout in layouts, f"layout: expected {' or '.join(layouts)}, got {layout}"
    for name, size in sizes.items():
        assert len(size) == dims, f"{name}: expected a number or {dims} numbers, got {size}"


def _convolution(*layouts: str):
    """Give a class the constructor of a convolution over the spatial axes of the layouts; the first of them is usual.

    A decorator of the method that it replaces: editors look for a method in the class, and infer this one's arguments.
    """
    dims = len(layouts[0]) - 2
    one: Size = (1,) * dims if dims > 1 else 1
    zero: Size = (0,) * dims if dims > 1 else 0

    def __init__(
        self: _Conv,
        channels: int,
        kernel_size: Size,
        strides: Size = one,
        padding: Size = zero,
        dilation: Size = one,
        groups: int = 1,
        layout: str = layouts[0],
        activation: str | None = None,
        use_bias: bool = True,
        weight_initializer: Any = None,
        bias_initializer: Any = "zeros",
        in_channels: int = 0,
        **kwargs: Any,
    ) -> None:
        kernel = _per_axis(kernel_size, dims)
        _check(dims, layout, layouts, kernel_size=kernel)
        geometry = (kernel, strides, padding, dilation, groups, layout)
        parameters = (in_channels, activation, use_bias, weight_initializer, bias_initializer)
        _Conv.__init__(self, channels, *geometry, *parameters, **kwargs)

    return lambda declared: named(declared.__qualname__)(__init__)


def _transposed(*layouts: str):
    """Give a class the constructor of a transposed convolution; see `_convolution`.

    A decorator of the method that it replaces: editors look for a method in the class, and infer this one's arguments.
    """
    dims = len(layouts[0]) - 2
    one: Size = (1,) * dims if dims > 1 else 1
    zero: Size = (0,) * dims if dims > 1 else 0

    def __init__(
        self: Any,
        channels: int,
        kernel_size: Size,
        strides: Size = one,
        padding: Size = zero,
        output_padding: Size = zero,
        dilation: Size = one,
        groups: int = 1,
        layout: str = layouts[0],
        activation: str | None = None,
        use_bias: bool = True,
        weight_initializer: Any = None,
        bias_initializer: Any = "zeros",
        in_channels: int = 0,
        **kwargs: Any,
    ) -> None:
        kernel, adj = _per_axis(kernel_size, dims), _per_axis(output_padding, dims)
        _check(dims, layout, layouts, kernel_size=kernel, output_padding=adj)
        geometry = (kernel, strides, padding, dilation, groups, layout)
        parameters = (in_channels, activation, use_bias, weight_initializer, bias_initializer)
        _Conv.__init__(self, channels, *geometry, *parameters, "Deconvolution", adj, **kwargs)
        self.outpad = adj

    return lambda declared: named(declared.__qualname__)(__init__)


#: what the operators call the layers' parameters
_NAMES = {
    "channels": "num_filter", "kernel_size": "kernel", "strides": "stride", "padding": "pad", "dilation": "dilate",
    "groups": "num_group", "output_padding": "adj",
}  # fmt: skip


@documented("Convolution", **_NAMES)
class Conv1D(_Conv):
    """Convolve sequences with ``channels`` filters, and add a bias.

    The parameters are ``weight`` and, with ``use_bias``, ``bias``. A length becomes ``floor((W + 2*padding -
    dilation*(kernel_size-1) - 1) / strides) + 1``.

    Parameters
    ----------
    layout : 'NCW'
        The order of the axes of input and result: N the batch, C the channels, W the length.

    Examples
    --------
    >>> layer = nn.Conv1D(channels=8, kernel_size=3, strides=2, padding=1)
    >>> layer.initialize()
    >>> layer(nd.ones((2, 3, 32))).shape
    (2, 8, 16)
    >>> layer.weight.shape
    (8, 3, 3)
    """

    @_convolution("NCW")
    def __init__(self) -> None: ...


@documented("Convolution", **_NAMES)
class Conv2D(_Conv):
    """Convolve images with ``channels`` filters, and add a bias.

    Sizes are pairs, (height, width), or one number for both. The parameters are ``weight`` and, with ``use_bias``,
    ``bias``. A height becomes ``floor((H + 2*padding - dilation*(kernel_size-1) - 1) / strides) + 1``.

    Parameters
    ----------
    layout : 'NCHW' or 'NHWC'
        The order of the axes of input and result: N the batch, C the channels, H and W height and width.

    Examples
    --------
    >>> layer = mx.gluon.nn.Conv2D(channels=8, kernel_size=3, strides=2, padding=1, activation="relu")
    >>> layer.initialize()
    >>> layer(mx.nd.ones((2, 3, 32, 32))).shape
    (2, 8, 16, 16)
    >>> layer.weight.shape  # the 3 input channels were read off the first input
    (8, 3, 3, 3)
    """

    @_convolution("NCHW", "NHWC")
    def __init__(self) -> None: ...


@documented("Convolution", **_NAMES)
class Conv3D(_Conv):
    """Convolve volumes with ``channels`` filters, and add a bias.

    The parameters are ``weight`` and, with ``use_bias``, ``bias``. Sizes are triples, (depth, height, width), or one
    number for all. A length becomes ``floor((W + 2*padding - dilation*(kernel_size-1) - 1) / strides) + 1``.

    Parameters
    ----------
    layout : 'NCDHW' or 'NDHWC'
        The order of the axes of input and result: N the batch, C the channels, D, H and W depth, height and width.

    Examples
    --------
    >>> layer = nn.Conv3D(channels=8, kernel_size=3, strides=2, padding=1)
    >>> layer.initialize()
    >>> layer(nd.ones((2, 3, 8, 8, 8))).shape
    (2, 8, 4, 4, 4)
    >>> layer.weight.shape
    (8, 3, 3, 3, 3)
    """

    @_convolution("NCDHW", "NDHWC")
    def __init__(self) -> None: ...


@documented("Deconvolution", **_NAMES)
class Conv1DTranspose(_Conv):
    """Apply the transposed convolution to sequences.

    It is what a convolution's gradient does to its input: it makes them larger.

    The parameters are ``weight`` and, with ``use_bias``, ``bias``. A length becomes ``(W-1)*strides - 2*padding +
    dilation*(kernel_size-1) + output_padding + 1``.

    Parameters
    ----------
    layout : 'NCW'
        The order of the axes of input and result: N the batch, C the channels, W the length.

    Examples
    --------
    >>> layer = nn.Conv1DTranspose(channels=8, kernel_size=3, strides=2, padding=1, output_padding=1)
    >>> layer.initialize()
    >>> layer(nd.ones((2, 3, 16))).shape
    (2, 8, 32)
    >>> layer.weight.shape
    (3, 8, 3)
    """

    @_transposed("NCW")
    def __init__(self) -> None: ...


@documented("Deconvolution", **_NAMES)
class Conv2DTranspose(_Conv):
    """Apply the transposed convolution to images.

    It is what a convolution's gradient does to its input: it makes them larger.

    The parameters are ``weight`` and, with ``use_bias``, ``bias``. A length becomes ``(W-1)*strides - 2*padding +
    dilation*(kernel_size-1) + output_padding + 1``.

    Parameters
    ----------
    layout : 'NCHW' or 'NHWC'
        The order of the axes of input and result: N the batch, C the channels, H and W height and width.

    Examples
    --------
    >>> layer = nn.Conv2DTranspose(channels=8, kernel_size=3, strides=2, padding=1, output_padding=1)
    >>> layer.initialize()
    >>> layer(nd.ones((2, 3, 16, 16))).shape
    (2, 8, 32, 32)
    >>> layer.weight.shape
    (3, 8, 3, 3)
    """

    @_transposed("NCHW", "NHWC")
    def __init__(self) -> None: ...


@documented("Deconvolution", **_NAMES)
class Conv3DTranspose(_Conv):
    """Apply the transposed convolution to volumes.

    It is what a convolution's gradient does to its input: it makes them larger.

    The parameters are ``weight`` and, with ``use_bias``, ``bias``. A length becomes ``(W-1)*strides - 2*padding +
    dilation*(kernel_size-1) + output_padding + 1``.

    Parameters
    ----------
    layout : 'NCDHW' or 'NDHWC'
        The order of the axes of input and result: N the batch, C the channels, D, H and W depth, height and width.

    Examples
    --------
    >>> layer = nn.Conv3DTranspose(channels=8, kernel_size=3, strides=2, padding=1, output_padding=1)
    >>> layer.initialize()
    >>> layer(nd.ones((2, 3, 4, 4, 4))).shape
    (2, 8, 8, 8, 8)
    >>> layer.weight.shape
    (3, 8, 3, 3, 3)
    """

    @_transposed("NCDHW", "NDHWC")
    def __init__(self) -> None: ...
