"""Pooling over windows, global pooling, and reflection padding."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ...core.params import text_of
from ..block import HybridBlock
from .sizes import per_axis

Size = int | Sequence[int]


class _Pooling(HybridBlock):
    """The base class of pooling layers.

    Sizes are numbers for each spatial axis, or one number for all; ``strides=None`` means the windows' own size.
    ``ceil_mode`` adds a last window where some of the input is left over.
    """

    #: The layouts that a layer takes; their length says over how many axes it pools.
    _layouts: Sequence[str] = ()

    def __init__(
        self,
        pool_size: Size,
        strides: Size | None,
        padding: Size,
        ceil_mode: bool,
        global_pool: bool,
        pool_type: str,
        layout: str,
        count_include_pad: bool | None = None,
        **kwargs: Any,
    ) -> None:
        super().__init__(**kwargs)
        dims = len(layout) - 2
        window = per_axis(pool_size, dims)
        assert not self._layouts or layout in self._layouts, f"layout: {layout} is none of {', '.join(self._layouts)}"
        assert len(window) == dims, f"pool_size: expected a number or {dims} numbers, got {pool_size}"
        sizes = {"kernel": window, "stride": window if strides is None else strides, "pad": padding}
        self._kwargs = {key: per_axis(size, dims) for key, size in sizes.items()}
        self._kwargs |= {"global_pool": global_pool, "pool_type": pool_type, "layout": layout}
        self._kwargs["pooling_convention"] = "full" if ceil_mode else "valid"
        if count_include_pad is not None:
            self._kwargs["count_include_pad"] = count_include_pad

    def _alias(self) -> str:
        return "pool"

    def hybrid_forward(self, F: Any, x: Any) -> Any:
        """Return one value for each window of each channel."""
        return F.Pooling(x, name="fwd", **self._kwargs)

    def __repr__(self) -> str:
        shown = {
            "size": self._kwargs["kernel"],
            "stride": self._kwargs["stride"],
            "padding": self._kwargs["pad"],
            "ceil_mode": self._kwargs["pooling_convention"] == "full",
            **{key: self._kwargs[key] for key in ("global_pool", "pool_type", "layout")},
        }
        return "{}({})".format(
            type(self).__name__, ", ".join(f"{key}={text_of(value)}" for key, value in shown.items())
        )


class MaxPool1D(_Pooling):
    """Take the largest value of each window of a sequence, ``(N, C, W)`` or ``(N, W, C)``."""

    _layouts = ("NCW", "NWC")

    def __init__(
        self,
        pool_size: Size = 2,
        strides: Size | None = None,
        padding: Size = 0,
        layout: str = "NCW",
        ceil_mode: bool = False,
        **kwargs: Any,
    ) -> None:
        super().__init__(pool_size, strides, padding, ceil_mode, False, "max", layout, **kwargs)


class MaxPool2D(_Pooling):
    """Take the largest value of each window of an image, ``(N, C, H, W)`` or ``(N, H, W, C)``."""

    _layouts = ("NCHW", "NHWC")

    def __init__(
        self,
        pool_size: Size = (2, 2),
        strides: Size | None = None,
        padding: Size = 0,
        layout: str = "NCHW",
        ceil_mode: bool = False,
        **kwargs: Any,
    ) -> None:
        super().__init__(pool_size, strides, padding, ceil_mode, False, "max", layout, **kwargs)


class MaxPool3D(_Pooling):
    """Take the largest value of each window of a volume, ``(N, C, D, H, W)`` or ``(N, D, H, W, C)``."""

    _layouts = ("NCDHW", "NDHWC")

    def __init__(
        self,
        pool_size: Size = (2, 2, 2),
        strides: Size | None = None,
        padding: Size = 0,
        ceil_mode: bool = False,
        layout: str = "NCDHW",
        **kwargs: Any,
    ) -> None:
        super().__init__(pool_size, strides, padding, ceil_mode, False, "max", layout, **kwargs)


class AvgPool1D(_Pooling):
    """Take the mean of each window of a sequence; ``count_include_pad`` counts the padding's zeros too."""

    _layouts = ("NCW", "NWC")

    def __init__(
        self,
        pool_size: Size = 2,
        strides: Size | None = None,
        padding: Size = 0,
        layout: str = "NCW",
        ceil_mode: bool = False,
        count_include_pad: bool = True,
        **kwargs: Any,
    ) -> None:
        super().__init__(pool_size, strides, padding, ceil_mode, False, "avg", layout, count_include_pad, **kwargs)


class AvgPool2D(_Pooling):
    """Take the mean of each window of an image; see :class:`AvgPool1D`."""

    _layouts = ("NCHW", "NHWC")

    def __init__(
        self,
        pool_size: Size = (2, 2),
        strides: Size | None = None,
        padding: Size = 0,
        ceil_mode: bool = False,
        layout: str = "NCHW",
        count_include_pad: bool = True,
        **kwargs: Any,
    ) -> None:
        super().__init__(pool_size, strides, padding, ceil_mode, False, "avg", layout, count_include_pad, **kwargs)


class AvgPool3D(_Pooling):
    """Take the mean of each window of a volume; see :class:`AvgPool1D`."""

    _layouts = ("NCDHW", "NDHWC")

    def __init__(
        self,
        pool_size: Size = (2, 2, 2),
        strides: Size | None = None,
        padding: Size = 0,
        ceil_mode: bool = False,
        layout: str = "NCDHW",
        count_include_pad: bool = True,
        **kwargs: Any,
    ) -> None:
        super().__init__(pool_size, strides, padding, ceil_mode, False, "avg", layout, count_include_pad, **kwargs)


def _over_everything(pool_type: str, *layouts: str):
    """Give a class the constructor of a layer whose one window is the whole input; the first layout is usual.

    A decorator of the method that it replaces: editors look for a method in the class, and infer this one's arguments.
    """

    def __init__(self: _Pooling, layout: str = layouts[0], **kwargs: Any) -> None:
        assert layout in layouts, f"layout: {layout} is none of {', '.join(layouts)}"
        _Pooling.__init__(self, 1, None, 0, True, True, pool_type, layout, **kwargs)

    return lambda _: __init__


class GlobalMaxPool1D(_Pooling):
    """Take the largest value of each channel of a sequence; the result is ``(N, C, 1)`` or ``(N, 1, C)``."""

    @_over_everything("max", "NCW", "NWC")
    def __init__(self) -> None: ...


class GlobalMaxPool2D(_Pooling):
    """Take the largest value of each channel of an image."""

    @_over_everything("max", "NCHW", "NHWC")
    def __init__(self) -> None: ...


class GlobalMaxPool3D(_Pooling):
    """Take the largest value of each channel of a volume."""

    @_over_everything("max", "NCDHW", "NDHWC")
    def __init__(self) -> None: ...


class GlobalAvgPool1D(_Pooling):
    """Take the mean of each channel of a sequence; the result is ``(N, C, 1)`` or ``(N, 1, C)``."""

    @_over_everything("avg", "NCW", "NWC")
    def __init__(self) -> None: ...


class GlobalAvgPool2D(_Pooling):
    """Take the mean of each channel of an image."""

    @_over_everything("avg", "NCHW", "NHWC")
    def __init__(self) -> None: ...


class GlobalAvgPool3D(_Pooling):
    """Take the mean of each channel of a volume."""

    @_over_everything("avg", "NCDHW", "NDHWC")
    def __init__(self) -> None: ...


class ReflectionPad2D(HybridBlock):
    """Pad images, ``(N, C, H, W)``, with their own mirror image.

    ``padding`` is the number of rows and columns on each side, or eight numbers: before and after each of the axes,
    those of N and C 0.
    """

    def __init__(self, padding: Size = 0, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        sides = (0,) * 4 + (padding,) * 4 if isinstance(padding, int) else padding
        assert len(sides) == 8, f"padding: expected a number or 8 numbers, got {padding}"
        self._padding = sides

    def hybrid_forward(self, F: Any, x: Any) -> Any:
        """Return the larger images."""
        return F.pad(x, mode="reflect", pad_width=self._padding)
