"""Compression of gradients for the way between processes."""

from typing import Any


class Compressor:
    """The interface: :meth:`compress` an array, and :meth:`decompress` what the processes computed of them."""

    @staticmethod
    def compress(tensor: Any) -> tuple[Any, Any]:
        """Return the compressed array, and what :meth:`decompress` needs to know."""
        raise NotImplementedError

    @staticmethod
    def decompress(tensor: Any, ctx: Any) -> Any:
        """Return an array as it was before :meth:`compress`."""
        raise NotImplementedError


class NoneCompressor(Compressor):
    """Leaves arrays as they are."""

    @staticmethod
    def compress(tensor: Any) -> tuple[Any, Any]:
        """Return the array itself."""
        return tensor, None

    @staticmethod
    def decompress(tensor: Any, ctx: Any) -> Any:
        """Return the array itself."""
        return tensor


class FP16Compressor(Compressor):
    """Sends floating-point arrays as float16, in which they are summed."""

    @staticmethod
    def compress(tensor: Any) -> tuple[Any, Any]:
        """Return an array of floating-point numbers as float16, and its dtype; others as they are."""
        if not tensor._t.is_floating_point():
            return tensor, None
        return tensor.astype("float16", copy=False), tensor.dtype

    @staticmethod
    def decompress(tensor: Any, ctx: Any) -> Any:
        """Return an array in the dtype that it had."""
        return tensor if ctx is None else tensor.astype(ctx, copy=False)


class Compression:
    """The algorithms: ``none`` and ``fp16``."""

    none = NoneCompressor
    fp16 = FP16Compressor
