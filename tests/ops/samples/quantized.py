"""Samples of quantized layers."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..sample import Arg, OpSample, const, ints, normal, uniform

_NONE: Any = {"grad": "none"}
_CALIBRATED = {"min_calib_range": -3.0, "max_calib_range": 2.0}
_TYPES = ("int8", "uint8")


def _eight(dtype: str, *shape: int, most: int = 127) -> Arg:
    return ints(-most if dtype == "int8" else 0, most + 1, *shape, dtype=dtype)


def _range(low: float, high: float) -> tuple[Arg, Arg]:
    return const([low], "float32"), const([high], "float32")


_DATA, _WEIGHT, _BIAS = _range(-2, 3), _range(-1, 0.5), _range(-3, 2.7)


def _product(data: str, shape: tuple[int, ...], weight: tuple[int, ...], bias: bool) -> tuple[Arg, ...]:
    """Return the inputs of a convolution or a fully connected layer, so small that 1.9.1's sums do not overflow: on
    processors without VNNI, those of two products saturate at 2**15.
    """
    given = (_eight(data, *shape, most=63), _eight("int8", *weight, most=63))
    if not bias:
        return (*given, *_DATA, *_WEIGHT)
    return (*given, _eight("int8", weight[0]), *_DATA, *_WEIGHT, *_BIAS)


def _by_numpy(lhs: Any, rhs: Any, *ranges: Any, **attrs: Any) -> Any:
    """Return the product of two int8 arrays: 1.9.1 has it in graphs alone."""
    one = np.float32(max(map(abs, ranges[:2]))[0] / 127.5) * np.float32(max(map(abs, ranges[2:]))[0] / 127.5)
    product = lhs.astype("int32") * rhs.astype("int32")
    if attrs.get("enable_float_output"):
        return product.astype("float32") * one
    if "min_calib_range" not in attrs:
        high = np.float32(max(map(abs, ranges[:2])) / 127 * max(map(abs, ranges[2:])) / 127 * (2**31 - 1))
        return product, -high, high
    low, high = (np.array([attrs[f"{end}_calib_range"]], "float32") for end in ("min", "max"))
    return np.clip(np.trunc(product * (one * 127.5 / max(-low, high))), -128, 127).astype("int8"), low, high


def _slid(data: Any, weight: Any, stride: int = 1, pad: int = 0) -> Any:
    """Return the sums of a convolution of pictures."""
    data = np.pad(data.astype("int64"), ((0, 0), (0, 0), (pad, pad), (pad, pad)))
    windows = np.lib.stride_tricks.sliding_window_view(data, weight.shape[2:], (2, 3))[:, :, ::stride, ::stride]
    return np.einsum("nchwij,ocij->nohw", windows, weight.astype("int64"))


def _by_numpy_with_bias(data: Any, weight: Any, bias: Any, *ranges: Any, **attrs: Any) -> Any:
    """Return the convolution with the bias in units of its sums; 1.9.1 adds it as it is."""
    reach = [max(map(abs, ranges[i : i + 2]))[0] for i in (0, 2, 4)]
    one = (255.5 if data.dtype == "uint8" else 127.5) * reach[2] / reach[0] / reach[1]
    sums = _slid(data, weight) + np.trunc(bias * one).astype("int64")[:, None, None]
    high = np.array([reach[0] / 127 * reach[1] / 127 * (2**31 - 1)], "float32")
    return sums.astype("int32"), -high, high


def _sum_by_numpy(lhs: Any, rhs: Any, *ranges: Any) -> Any:
    """Return the sum of arrays of two types as int32; 1.9.1 cuts off the one of uint8."""
    reach = [max(map(abs, ranges[i : i + 2]))[0] for i in (0, 2)]
    levels = [255.5 if item.dtype == "uint8" else 127.5 for item in (lhs, rhs)]
    high = np.array([sum(reach)], "float32")
    largest = np.float32(2**31 - 1)
    scales = [
        np.float32(own / high[0]) * (largest / np.float32(level)) for own, level in zip(reach, levels, strict=True)
    ]
    total = lhs.astype("float32") * scales[0] + rhs.astype("float32") * scales[1]
    return np.rint(total).astype("int32"), -high, high


SAMPLES = [
    *(
        OpSample(
            "_contrib_quantized_conv",
            _product("uint8", (2, 3, 5, 6), (4, 3, 3, 2), False),
            {"kernel": (3, 2), "num_filter": 4, "no_bias": True, **more},
            **_NONE,
        )
        for more in ({}, {"stride": (2, 1), "pad": (1, 1)}, {"dilate": (2, 2)})
    ),
    OpSample(
        "_contrib_quantized_conv",
        _product("uint8", (1, 2, 3, 4, 5), (4, 2, 2, 2, 3), False),
        {"kernel": (2, 2, 3), "num_filter": 4, "no_bias": True},
        **_NONE,
    ),
    *(
        OpSample(
            "_contrib_quantized_conv",
            _product(dtype, (2, 3, 5, 6), (4, 3, 3, 2), True),
            {"kernel": (3, 2), "num_filter": 4},
            expect=_by_numpy_with_bias,
            case=dtype,
            **_NONE,
        )
        for dtype in _TYPES
    ),
    *(
        OpSample(
            "_contrib_quantized_fully_connected",
            _product(dtype, (3, 2, 4), (5, 8 if flatten else 4), bias),
            {"num_hidden": 5, "no_bias": not bias, "flatten": flatten},
            case=dtype,
            **_NONE,
        )
        for dtype in _TYPES
        for bias in (True, False)
        for flatten in (True, False)
    ),
    *(
        OpSample(
            "_contrib_quantized_pooling",
            (_eight(dtype, 2, 3, 6, 7), *_DATA),
            attrs,
            case=dtype,
            is_train=False,
            **_NONE,
        )
        for dtype in _TYPES
        for attrs in (
            {"kernel": (2, 3), "stride": (2, 2)},
            {"kernel": (2, 2), "stride": (2, 1), "pool_type": "avg"},
            {"kernel": (3, 3), "pad": (1, 1), "stride": (2, 2), "pool_type": "avg"},
            {"kernel": (3, 3), "pad": (1, 1), "pool_type": "avg", "count_include_pad": False},
            {"kernel": (1, 1), "global_pool": True, "pool_type": "avg"},
            {"kernel": (1, 1), "global_pool": True},
        )
    ),
    OpSample("_contrib_quantized_act", (_eight("int8", 2, 3, 4), *_DATA), {"act_type": "relu"}, **_NONE),
    OpSample(
        "_contrib_quantized_act",
        (_eight("uint8", 2, 3, 4, most=255), *_DATA),
        {"act_type": "relu"},
        expect=lambda data, low, high, act_type: (data, low, high),  # 1.9.1 gives int8 at times
        case="uint8",
        **_NONE,
    ),
    *(
        OpSample("_contrib_quantized_flatten", (_eight(dtype, 2, 3, 4), *_DATA), case=dtype, **_NONE)
        for dtype in _TYPES
    ),
    *(
        OpSample(
            "_contrib_quantized_concat",
            (_eight(first, 2, 3, 2), _eight(second, 2, 4, 2), *_DATA, *other),
            {"num_args": 2, "dim": 1},
            case=f"{first} {second} {i}",
            **_NONE,
        )
        for first in _TYPES
        for second in _TYPES
        for i, other in enumerate((_range(-1, 5), _DATA, _range(0, 2)))
    ),
    *(
        OpSample(
            "_contrib_quantized_elemwise_add",
            (_eight(first, 4, 5), _eight(second, 4, 5), *_DATA, *_range(-1, 5)),
            attrs,
            expect=_sum_by_numpy if first != second and not attrs else None,
            rtol=1e-4,
            case=f"{first} {second}",
            **_NONE,
        )
        for first in _TYPES
        for second in _TYPES
        for attrs in ({}, _CALIBRATED, {"min_calib_range": 0.0, "max_calib_range": 6.0})
    ),
    *(
        OpSample(
            "_contrib_quantized_elemwise_mul",
            (_eight("int8", 4, 5), _eight("int8", 4, 5), *_DATA, *_range(-1, 5)),
            attrs,
            expect=_by_numpy,
            **_NONE,
        )
        for attrs in ({}, _CALIBRATED, {"enable_float_output": True}, {"enable_float_output": True, **_CALIBRATED})
    ),
    *(
        OpSample(
            "_contrib_quantized_batch_norm",
            (_eight(dtype, 2, 3, 4, 2), normal(3), normal(3), normal(3), uniform(0.5, 2, 3), *_DATA),
            _CALIBRATED | more,
            case=dtype,
            is_train=False,
            **_NONE,
        )
        for dtype in _TYPES
        for more in ({}, {"fix_gamma": False, "eps": 0.1})
    ),
    *(
        OpSample(
            "_contrib_quantized_embedding",
            (const([[0, 4], [2, 1]], dtype), _eight("int8", 5, 3), *_DATA),
            {"input_dim": 5, "output_dim": 3},
            case=dtype,
            **_NONE,
        )
        for dtype in ("float32", "int32")
    ),
    *(
        OpSample(
            "_contrib_quantized_rnn",
            (
                ints(0, 129, 3, 2, 4, dtype="uint8"),
                uniform(-1, 1, 108 * directions),
                uniform(-1, 1, directions, 2, 3),
                uniform(-1, 1, directions, 2, 3),
                const([64.0]),
                const([64.0]),
            ),
            {
                "mode": "lstm",
                "state_size": 3,
                "num_layers": 1,
                "state_outputs": True,
                "bidirectional": directions == 2,
            },
            is_train=False,
            **_NONE,
        )
        for directions in (1, 2)
    ),
]
