"""``mx.rtc``: compiling CUDA kernels at run time, which this build cannot do."""

from collections.abc import Sequence
from typing import Any

from .core.errors import MXNetError

__all__ = ["CudaKernel", "CudaModule"]

_WHY = "CUDA kernels cannot be compiled at run time here (mx.runtime.Features: CUDA_RTC); write them with PyTorch"


class CudaModule:
    """Source code of CUDA kernels. As in an MXNet without run-time compilation, MXNetError is raised."""

    def __init__(self, source: str, options: str | Sequence[str] = (), exports: str | Sequence[str] = ()) -> None:
        raise MXNetError(_WHY)


class CudaKernel:
    """A kernel of a :class:`CudaModule`; there is none, so MXNetError is raised."""

    def __init__(self, handle: Any, name: str, is_ndarray: Sequence[bool], dtypes: Sequence[Any]) -> None:
        raise MXNetError(_WHY)
