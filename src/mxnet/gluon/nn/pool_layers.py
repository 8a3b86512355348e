"""Pooling over windows, global pooling, and reflection padding."""

from collections.abc import Sequence
from typing import Any

from ...base import numeric_types
from ...core.params import text_of
from ..block import HybridBlock

__all__ = [
    "AvgPool1D", "AvgPool2D", "AvgPool3D", "GlobalAvgPool1D", "GlobalAvgPool2D", "GlobalAvgPool3D",
    "GlobalMaxPool1D", "GlobalMaxPool2D", "GlobalMaxPool3D", "MaxPool1D", "MaxPool2D", "MaxPool3D",
    "ReflectionPad2D",
]  # fmt: skip


def _per_axis(size: Any, dims: int) -> Any:
    """Return a size for each of ``dims`` axes: a number is repeated, anything else is taken to be the sizes."""
    return (size,) * dims if isinstance(size, numeric_types) else size


Size = int | Sequence[int]


class _Pooling(HybridBlock):
    """The base class of pooling layers.

    Parameters
    ----------
    pool_size
        The size of a window, one number for each axis or one for all.
    strides
        How far the window moves; None: by its size, so that windows do not overlap.
    padding
        How much padding is put before and after each axis.
    ceil_mode
        Whether the length ``(W + 2*padding - pool_size) / strides + 1`` is rounded up, so that what is left over at the
        end makes a window too; False: down.
    count_include_pad
        Whether padding counts as zeros; False: the mean is that of the input's elements alone.
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
        assert not self._layouts or layout in self._layouts, f"layout: {layout} is none of {', '.join(self._layouts)}"
        dims = len(layout) - 2
        window = _per_axis(pool_size, dims)
        assert len(window) == dims, f"pool_size: expected a number or {dims} numbers, got {pool_size}"
        sizes = {"kernel": window, "stride": window if strides is None else strides, "pad": padding}
        self._kwargs = {key: _per_axis(size, dims) for key, size in sizes.items()}
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
    """Take the largest value of each window of a sequence, channel by channel.

    Examples
    --------
    >>> nn.MaxPool1D(pool_size=2)(nd.ones((1, 2, 8))).shape
    (1, 2, 4)
    """

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
    """Take the largest value of each window of an image, channel by channel.

    Examples
    --------
    >>> nn.MaxPool2D(pool_size=2)(nd.ones((1, 2, 8, 8))).shape
    (1, 2, 4, 4)
    """

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
    """Take the largest value of each window of a volume, channel by channel.

    Examples
    --------
    >>> nn.MaxPool3D(pool_size=2)(nd.ones((1, 2, 8, 8, 8))).shape
    (1, 2, 4, 4, 4)
    """

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
    """Take the mean of each window of a sequence, channel by channel.

    Examples
    --------
    >>> nn.AvgPool1D(pool_size=2)(nd.ones((1, 2, 8))).shape
    (1, 2, 4)
    """

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
    """Take the mean of each window of an image, channel by channel.

    Examples
    --------
    >>> nn.AvgPool2D(pool_size=2)(nd.ones((1, 2, 8, 8))).shape
    (1, 2, 4, 4)
    """

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
    """Take the mean of each window of a volume, channel by channel.

    Examples
    --------
    >>> nn.AvgPool3D(pool_size=2)(nd.ones((1, 2, 8, 8, 8))).shape
    (1, 2, 4, 4, 4)
    """

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
    """Take the largest value of each channel of a sequence; its axes remain, of length 1.

    Examples
    --------
    >>> nn.GlobalMaxPool1D()(nd.ones((1, 2, 8))).shape
    (1, 2, 1)
    """

    @_over_everything("max", "NCW", "NWC")
    def __init__(self) -> None: ...


class GlobalMaxPool2D(_Pooling):
    """Take the largest value of each channel of an image; its axes remain, of length 1.

    Examples
    --------
    >>> nn.GlobalMaxPool2D()(nd.ones((1, 2, 8, 8))).shape
    (1, 2, 1, 1)
    """

    @_over_everything("max", "NCHW", "NHWC")
    def __init__(self) -> None: ...


class GlobalMaxPool3D(_Pooling):
    """Take the largest value of each channel of a volume; its axes remain, of length 1.

    Examples
    --------
    >>> nn.GlobalMaxPool3D()(nd.ones((1, 2, 8, 8, 8))).shape
    (1, 2, 1, 1, 1)
    """

    @_over_everything("max", "NCDHW", "NDHWC")
    def __init__(self) -> None: ...


class GlobalAvgPool1D(_Pooling):
    """Take the mean of each channel of a sequence; its axes remain, of length 1.

    Examples
    --------
    >>> nn.GlobalAvgPool1D()(nd.ones((1, 2, 8))).shape
    (1, 2, 1)
    """

    @_over_everything("avg", "NCW", "NWC")
    def __init__(self) -> None: ...


class GlobalAvgPool2D(_Pooling):
    """Take the mean of each channel of an image; its axes remain, of length 1.

    Examples
    --------
    >>> nn.GlobalAvgPool2D()(nd.ones((1, 2, 8, 8))).shape
    (1, 2, 1, 1)
    """

    @_over_everything("avg", "NCHW", "NHWC")
    def __init__(self) -> None: ...


class GlobalAvgPool3D(_Pooling):
    """Take the mean of each channel of a volume; its axes remain, of length 1.

    Examples
    --------
    >>> nn.GlobalAvgPool3D()(nd.ones((1, 2, 8, 8, 8))).shape
    (1, 2, 1, 1, 1)
    """

    @_over_everything("avg", "NCDHW", "NDHWC")
    def __init__(self) -> None: ...


class ReflectionPad2D(HybridBlock):
    """Pad images, ``(N, C, H, W)``, with their own mirror image; the outermost rows and columns are not repeated.

    Parameters
    ----------
    padding
        How many rows and columns on each side, less than the image has; or eight numbers, before and after each axis,
        those of N and C 0.

    Examples
    --------
    >>> print(nn.ReflectionPad2D(1)(nd.array([[[[1, 2], [3, 4]]]])).asnumpy())
    [[[[4. 3. 4. 3.]
       [2. 1. 2. 1.]
       [4. 3. 4. 3.]
       [2. 1. 2. 1.]]]]
    """

    def __init__(self, padding: Size = 0, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        sides = (0,) * 4 + (padding,) * 4 if isinstance(padding, int) else padding
        assert len(sides) == 8, f"padding: expected a number or 8 numbers, got {padding}"
        self._padding = sides

    def hybrid_forward(self, F: Any, x: Any) -> Any:
        """Return the larger images."""
        return F.pad(x, mode="reflect", pad_width=self._padding)
