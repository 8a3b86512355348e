"""Deformable convolutions: an ordinary convolution computes the sampling offsets of another one's windows."""

from collections.abc import Sequence
from typing import Any

from ....core.shared_methods import Shared
from ...block import HybridBlock
from ...nn.activations import Activation, activation_within
from ...nn.conv_layers import _infer_weight_shape, describe_convolution
from ...nn.pool_layers import _per_axis
from ...parameter import Parameter

__all__ = ["DeformableConvolution", "ModulatedDeformableConvolution"]

Size = int | Sequence[int]


def _constructor(operator: str):
    """Give a class the constructor of the layer of an operator.

    A decorator of the method that it replaces: editors look for a method in the class, and infer this one's arguments.
    """

    def __init__(
        self: _Deformable,
        channels: int,
        kernel_size: Size = (1, 1),
        strides: Size = (1, 1),
        padding: Size = (0, 0),
        dilation: Size = (1, 1),
        groups: int = 1,
        num_deformable_group: int = 1,
        layout: str = "NCHW",
        use_bias: bool = True,
        in_channels: int = 0,
        activation: str | None = None,
        weight_initializer: Any = None,
        bias_initializer: Any = "zeros",
        offset_weight_initializer: Any = "zeros",
        offset_bias_initializer: Any = "zeros",
        offset_use_bias: bool = True,
        op_name: str = operator,
        adj: Size | None = None,
        prefix: str | None = None,
        params: Any = None,
    ) -> None:
        HybridBlock.__init__(self, prefix=prefix, params=params)
        assert layout in ("NCHW", "NHWC"), f"layout: expected NCHW or NHWC, got {layout}"
        self._op_name, self._channels, self._in_channels = op_name, channels, in_channels
        sizes = {"kernel": kernel_size, "stride": strides, "dilate": dilation, "pad": padding}
        shared = {key: _per_axis(size, 2) for key, size in sizes.items()} | {"num_group": groups, "layout": layout}
        if adj is not None:
            shared["adj"] = _per_axis(adj, 2)
        self._describe_both(shared, num_deformable_group, not use_bias, not offset_use_bias)
        inits = {
            "offset": (offset_weight_initializer, offset_bias_initializer),
            "deformable_conv": (weight_initializer, bias_initializer),
        }
        with self.name_scope():
            self._add_parameters(inits)
            self.act = activation_within(activation or None)

    return lambda _: __init__


class _Deformable(HybridBlock, metaclass=Shared):
    """The base class of both layers: the convolution, and the one of its offsets, with the same windows."""

    #: How many numbers the first convolution gives for each point of a window.
    _per_point = 2
    #: The order in which the convolutions' parameters are made.
    _order: Sequence[str] = ("offset", "deformable_conv")

    _channels: int
    _in_channels: int
    _op_name: str
    offset_split_index: int
    act: Activation | None
    deformable_conv_weight: Parameter
    deformable_conv_bias: Parameter | None

    def _describe_both(self, shared: dict[str, Any], parts: int, no_bias: bool, no_offset_bias: bool) -> None:
        """Keep both operators' attributes; ``parts`` is the number of groups of channels with points of their own."""
        high, wide = shared["kernel"][0], shared["kernel"][1]
        numbers = self._per_point * high * wide * parts
        attributes = {"num_filter": self._channels, "num_deformable_group": parts, "no_bias": no_bias}
        self._kwargs_offset = {**shared, "num_filter": numbers, "no_bias": no_offset_bias}
        self._kwargs_deformable_conv = {**shared, **attributes}
        if self._per_point == 3:  # behind two coordinates, a weight
            self.offset_split_index = numbers * 2 // 3

    def _add_parameters(self, inits: dict[str, tuple[Any, Any]]) -> None:
        layout = self._kwargs_offset["layout"]
        data_shape = [self._in_channels if axis == "C" else 0 for axis in layout]
        result = _infer_weight_shape("Convolution", data_shape, self._kwargs_offset)
        open_shape = [self._channels, 0, *self._kwargs_deformable_conv["kernel"]]  # a list, and open, as in 1.9.1
        shapes: dict[str, tuple[Any, Any]] = {
            "offset": (result[1], (self._kwargs_offset["num_filter"],)),
            "deformable_conv": (open_shape, (self._channels,)),
        }
        settings = {"offset": self._kwargs_offset, "deformable_conv": self._kwargs_deformable_conv}
        for part in self._order:
            for name, init, shape in zip(("weight", "bias"), inits[part], shapes[part], strict=True):
                parameter = None
                if name == "weight" or not settings[part]["no_bias"]:
                    parameter = self.params.get(f"{part}_{name}", shape=shape, init=init, allow_deferred_init=True)
                setattr(self, f"{part}_{name}", parameter)

    def _offsets(self, F: Any, x: Any, weight: Any, bias: Any) -> Any:
        """Return what the first convolution says."""
        learned = [weight] if bias is None else [weight, bias]
        return F.Convolution(x, *learned, cudnn_off=True, **self._kwargs_offset)

    def _look(self, F: Any, *inputs: Any) -> Any:
        """Return the deformable convolution of its inputs, None left out, with the activation."""
        present = [item for item in inputs if item is not None]
        result = getattr(F.contrib, self._op_name)(*present, name="fwd", **self._kwargs_deformable_conv)
        return result if self.act is None else self.act(result)


class DeformableConvolution(_Deformable):
    """A 2-D convolution whose windows' points are moved by learned offsets (Dai et al. 2017).

    Offsets are computed from the input by a convolution of the same windows, whose weight begins with zeros: then the
    layer begins as an ordinary convolution. Each of ``num_deformable_group`` groups of channels has its own. The
    other arguments are those of :class:`~mxnet.gluon.nn.Conv2D`; the operator takes the layout NCHW alone.
    """

    @_constructor("DeformableConvolution")
    def __init__(self) -> None: ...

    def _alias(self) -> str:
        return "deformable_conv"

    def hybrid_forward(
        self, F: Any, x: Any, offset_weight: Any, deformable_conv_weight: Any, offset_bias: Any = None,
        deformable_conv_bias: Any = None,
    ) -> Any:  # fmt: skip
        """Return the convolution of ``x`` at the points that its offsets say."""
        offset = self._offsets(F, x, offset_weight, offset_bias)
        return self._look(F, x, offset, deformable_conv_weight, deformable_conv_bias)

    def __repr__(self) -> str:
        weight, bias = self.deformable_conv_weight, self.deformable_conv_bias
        return describe_convolution(self, self._kwargs_deformable_conv, weight, bias)


class ModulatedDeformableConvolution(_Deformable):
    """A deformable convolution whose points are weighted as well, from 0 to 2 (Zhu et al. 2019).

    The arguments are those of :class:`DeformableConvolution`; the first convolution gives offsets and weights.
    """

    _per_point = 3
    _order = ("deformable_conv", "offset")

    @_constructor("ModulatedDeformableConvolution")
    def __init__(self) -> None: ...

    def _alias(self) -> str:
        return "modulated_deformable_conv"

    def hybrid_forward(
        self, F: Any, x: Any, offset_weight: Any, deformable_conv_weight: Any, offset_bias: Any = None,
        deformable_conv_bias: Any = None,
    ) -> Any:  # fmt: skip
        """Return the convolution of ``x`` at the points that its offsets say, weighted."""
        both = self._offsets(F, x, offset_weight, offset_bias)
        offset = F.slice_axis(both, axis=1, begin=0, end=self.offset_split_index)
        mask = F.slice_axis(both, axis=1, begin=self.offset_split_index, end=None)
        mask = F.sigmoid(mask) * 2
        return self._look(F, x, offset, mask, deformable_conv_weight, deformable_conv_bias)
