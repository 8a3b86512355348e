"""``mxnet.runtime``: the features of this build, by MXNet's names, as PyTorch and the machine have them."""

from __future__ import annotations

import collections
import importlib.util
from typing import NamedTuple

import torch

from .core.lazy_imports import public_dir


class Feature(NamedTuple):
    """A named ability of the build and whether it is there."""

    name: str
    enabled: bool

    def __repr__(self) -> str:
        return f"{'✔' if self.enabled else '✖'} {self.name}"


def _cpu_features() -> dict[str, bool]:
    """Return which instruction sets PyTorch's kernels use; the levels contain those before them."""
    level = torch.backends.cpu.get_cpu_capability().upper()
    avx2 = "AVX" in level
    x86 = level in ("DEFAULT", "NO AVX") or avx2
    sse = {f"CPU_SSE{version}": x86 for version in ("", "2", "3")}
    return sse | {"CPU_SSE4_1": avx2, "CPU_SSE4_2": avx2, "CPU_SSE4A": False, "CPU_AVX": avx2, "CPU_AVX2": avx2}


def feature_list() -> list[Feature]:
    """Return all features, in MXNet's order."""
    distributed = torch.distributed.is_available()
    cuda, mkl = torch.cuda.is_available(), torch.backends.mkl.is_available()
    result = {
        "CUDA": cuda,
        "CUDNN": cuda and bool(torch.backends.cudnn.is_available()),
        "NCCL": cuda and distributed and torch.distributed.is_nccl_available(),
        **dict.fromkeys(("CUDA_RTC", "TENSORRT"), False),
        **_cpu_features(),
        "OPENMP": torch.backends.openmp.is_available(),
        **dict.fromkeys(("SSE", "F16C", "JEMALLOC"), False),
        "BLAS_OPEN": "open" in torch.__config__.show().lower().partition("blas_info=")[2][:10],
        "BLAS_ATLAS": False,
        "BLAS_MKL": mkl,
        "BLAS_APPLE": "accelerate" in torch.__config__.show().lower(),
        "LAPACK": "lapack is enabled" in torch.__config__.show().lower(),
        "MKLDNN": torch.backends.mkldnn.is_available(),
        "OPENCV": importlib.util.find_spec("cv2") is not None,
        "CAFFE": False,
        "PROFILER": True,
        "DIST_KVSTORE": distributed,
        "CXX14": False,
        "INT64_TENSOR_SIZE": True,
        **dict.fromkeys(("SIGNAL_HANDLER", "DEBUG", "TVM_OP"), False),
    }
    return [Feature(name, bool(enabled)) for name, enabled in result.items()]


class Features(collections.OrderedDict):
    """The features by name; one object for the process. ``Features().is_enabled('CUDA')``."""

    instance: Features | None = None

    def __new__(cls) -> Features:
        if cls.instance is None:
            cls.instance = super().__new__(cls)
            super().__init__(cls.instance, ((item.name, item) for item in feature_list()))
        return cls.instance

    def __init__(self) -> None:
        """Do nothing more: the one object is filled when it is made."""

    def __repr__(self) -> str:
        return str(list(self.values()))

    def is_enabled(self, feature_name: str) -> bool:
        """Return whether a feature is there; RuntimeError for a name (in any case) that does not exist."""
        name = feature_name.upper()
        if name not in self:
            raise RuntimeError(f"Feature '{name}' is unknown, known features are: {list(self)}")
        return self[name].enabled


__dir__ = public_dir(__name__)
