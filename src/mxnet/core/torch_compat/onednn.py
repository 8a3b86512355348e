"""oneDNN's convolutions and products, with activations and prepared weights, of floats and of integers."""

from collections.abc import Callable, Sequence
from typing import Any

import torch
from torch.nn import functional as F

from .choice import PRIVATE, private, sample

_ACTIVATIONS: dict[str, Callable[..., torch.Tensor]] = {
    "none": lambda out: out,
    "relu": torch.relu,
    "hardtanh": lambda out, low, high: out.clamp(low, high),
}


@private("ops.mkldnn._linear_pointwise", example=lambda: [(sample(3, 4), sample(2, 4), sample(2), "none", [], "", {})])
def onednn_linear(
    data: torch.Tensor, weight: torch.Tensor, bias: torch.Tensor | None, attr: str, scalars: Any, algorithm: str
) -> torch.Tensor:
    """Return ``data @ weight.T + bias`` for matrices of float32 on a processor, without a gradient."""
    return _ACTIVATIONS[attr](F.linear(data, _unpacked(weight), bias), *scalars)


@private("ops.mkldnn._reorder_linear_weight", example=lambda: [(sample(3, 4), {})])
def onednn_pack_linear(weight: torch.Tensor) -> torch.Tensor:
    """Return the weight of :func:`onednn_linear` in the memory format of its kernel."""
    return weight.clone()


def _unpacked(weight: torch.Tensor) -> torch.Tensor:
    return weight if weight.layout is torch.strided else weight.to_dense()


_GEOMETRY = ((1, 1), (1, 1), (1, 1), 1)


@private(
    "ops.mkldnn._convolution_pointwise",
    example=lambda: [(sample(1, 2, 4, 4), sample(3, 2, 3, 3), sample(3), *_GEOMETRY, "hardtanh", (0.0, 0.5), "", {})],
)
def onednn_convolution(
    data: torch.Tensor, weight: torch.Tensor, bias: torch.Tensor | None, pad: Any, stride: Any, dilate: Any,
    groups: int, attr: str, scalars: Sequence[float], algorithm: str,
) -> torch.Tensor:  # fmt: skip
    """Return an activation of a convolution of images, without a gradient: float32, or where
    :func:`multiplies_bfloat16` that, on a processor.
    """
    return _ACTIVATIONS[attr](torch.conv2d(data, _unpacked(weight), bias, stride, pad, dilate, groups), *scalars)


@private(
    "ops.mkldnn._convolution_pointwise.binary",
    example=lambda: [
        (sample(1, 2, 4, 4), sample(1, 3, 4, 4), sample(3, 2, 3, 3), None, *_GEOMETRY, "add", None, "relu", (), "", {})
    ],
)
def onednn_convolution_and_sum(
    data: torch.Tensor, other: torch.Tensor, weight: torch.Tensor, bias: torch.Tensor | None, pad: Any, stride: Any,
    dilate: Any, groups: int, binary: str, alpha: None, attr: str | None, scalars: Sequence[float], algorithm: str,
) -> torch.Tensor:  # fmt: skip
    """Return an activation of the sum of a convolution and ``other``, otherwise as :func:`onednn_convolution`."""
    total = torch.conv2d(data, _unpacked(weight), bias, stride, pad, dilate, groups) + other
    return _ACTIVATIONS[attr or "none"](total, *scalars)


@private("ops.mkldnn._reorder_convolution_weight", example=lambda: [(sample(3, 2, 3, 3), *_GEOMETRY, [1, 2, 4, 4], {})])
def onednn_pack_weight(weight: Any, pad: Any, stride: Any, dilate: Any, groups: int, shape: Any) -> torch.Tensor:
    """Return a convolution's weight in the memory format of its kernel for data of this shape."""
    return weight.clone()


def _serialized_order() -> Callable[[torch.Tensor], bytes]:
    serialize = torch.ops.mkldnn._get_mkldnn_serialized_md.default
    return lambda packed: bytes(serialize(packed).tolist())


def _tells_equal_orders(order: Callable[[torch.Tensor], bytes]) -> bool:
    return len({order(sample(4, 3, shift=i).to_mkldnn()) for i in range(4)}) < 4


@private(_serialized_order, probe=_tells_equal_orders)
def onednn_order(packed: torch.Tensor) -> bytes:
    """Return what tells the order of memory of a packed weight; all orders count as one where there is no knowing.

    Now and then it differs for one order: some of its bytes are what memory held before.
    """
    return b""


def _convolves_bfloat16(function: Any) -> bool:
    if not function():
        return True
    data, weight, bias, other = (sample(*item).bfloat16() for item in ((1, 2, 4, 4), (3, 2, 3, 3), (3,), (1, 3, 4, 4)))
    packed = onednn_pack_weight(weight, *_GEOMETRY, [1, 2, 4, 4])
    expected = torch.conv2d(data.float(), weight.float(), bias.float(), padding=1)
    for result, real in (
        (onednn_convolution(data, packed, bias, *_GEOMETRY, "relu", (), ""), expected),
        (
            onednn_convolution_and_sum(data, other, packed, bias, *_GEOMETRY, "add", None, "relu", (), ""),
            expected + other.float(),
        ),
    ):
        if result.dtype is not torch.bfloat16 or (result.float() - real.relu()).abs().max() > 0.05 * real.abs().max():
            return False
    return True


@private(lambda: torch.ops.mkldnn._is_mkldnn_bf16_supported, probe=_convolves_bfloat16)
def multiplies_bfloat16() -> bool:
    """Return whether oneDNN has kernels of bfloat16 for this processor; False where there is no knowing."""
    return False


@private(lambda: torch.ops.mkldnn._is_mkldnn_fp16_supported, probe=lambda f: f() in (True, False))
def multiplies_float16() -> bool:
    """Return whether oneDNN has kernels of float16 for this processor; False where there is no knowing."""
    return False


@private(lambda: torch.cpu._is_vnni_supported, probe=lambda f: f() in (True, False))
def multiplies_bytes() -> bool:
    """Return whether the processor has instructions for int8 products (VNNI); False if that is unknown."""
    return False


def _onednn_quantized() -> Any:
    pack, run = torch.ops.onednn.qconv_prepack, torch.ops.onednn.qconv2d_pointwise.default
    add = torch.ops.onednn.qconv2d_pointwise.binary

    def prepare(
        weight: Any, scales: Any, bias: Any, scale: float, zero: int, pad: Any, stride: Any, dilate: Any, groups: int,
        shape: Any,
    ) -> Any:  # fmt: skip
        geometry = list(stride), list(pad), list(dilate), groups
        packed, zeros = pack(weight, scales, scale, zero, *geometry, shape), torch.zeros(len(scales), dtype=torch.int64)
        value = scale, zero, packed, scales, zeros

        def convolve(
            data: Any, out_scale: float, dtype: Any, bounds: Any, added: Any, added_scale: float, added_zero: int
        ) -> Any:
            relu = bounds == (0, None)
            if added is None:
                name = "none" if bounds is None else "relu" if relu else "hardtanh"
                scalars = bounds if name == "hardtanh" else []
                return run(data, *value, bias, *geometry, out_scale, 0, dtype, name, scalars, "")
            added = added.contiguous(memory_format=torch.channels_last)
            ending: Any = added_scale, added_zero, "sum", 1.0, "relu" if relu else "none", [], ""
            return add(data, *value, added, bias, *geometry, out_scale, 0, dtype, *ending)

        return convolve

    return prepare


def _convolves_quantized(function: Any) -> bool:
    weight, scales = (sample(4, 8, 3, 3) * 50).to(torch.int8), sample(4).abs() + 0.1
    data, other = ((sample(1, c, 5, 5).abs() * 100).to(torch.uint8) for c in (8, 4))
    for bounds, added in ((None, None), ((0, None), None), ((0, 9.0), None), ((0, None), other)):
        result = [
            f(weight, scales, sample(4), 0.02, 3, (1, 1), (1, 1), (1, 1), 1, [1, 8, 5, 5])(
                data, 0.5, torch.uint8, bounds, None if added is None else added.clone(), 0.3, 2
            )
            for f in (function, PRIVATE["quantized_convolution"].fallback)
        ]
        if (result[0].int() - result[1].int()).abs().max() > 1:
            return False
    return True


@private(_onednn_quantized, probe=_convolves_quantized)
def quantized_convolution(
    weight: torch.Tensor, scales: torch.Tensor, bias: torch.Tensor | None, scale: float, zero: int, pad: Any,
    stride: Any, dilate: Any, groups: int, shape: Sequence[int],
) -> Callable[..., torch.Tensor]:  # fmt: skip
    """Return the function ``(data, out_scale, dtype, bounds, added, added_scale, added_zero)`` that convolves.

    It takes images of uint8, which represent ``(data - zero) * scale``, and int8 weights with the ``scales`` of their
    rows. It adds the real ``bias`` and ``(added - added_zero) * added_scale`` (of type ``dtype``, written over), keeps
    the result in ``bounds``, and gives it in the scale ``out_scale``. ``shape`` is that of data to come.
    """
    real = weight.to(torch.float32) * scales.view(-1, 1, 1, 1)

    def convolve(
        data: Any, out_scale: float, dtype: Any, bounds: Any, added: Any, added_scale: float, added_zero: int
    ) -> Any:
        out = torch.conv2d((data.to(torch.float32) - zero) * scale, real, bias, stride, pad, dilate, groups)
        if added is not None:
            out = out + (added.to(torch.float32) - added_zero) * added_scale
        if bounds is not None:
            out = out.clamp(*bounds)
        limits = torch.iinfo(dtype)
        return (out / out_scale).round().clamp(limits.min, limits.max).to(dtype)

    return convolve
