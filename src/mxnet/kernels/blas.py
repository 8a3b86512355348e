"""Whether PyTorch's BLAS library is slow on this processor.

MKL uses AVX-512 only on Intel's processors, and AVX2 on others. oneDNN, which PyTorch includes too, checks what the
processor supports. On an AMD EPYC of 2024 (Zen 5), MKL reaches 90 GFLOP/s in float32 with one thread, oneDNN 200. The
answer depends on PyTorch's build and the processor's vendor; nothing is timed, so that equal runs have equal results.
"""

from __future__ import annotations

import platform
import re
from pathlib import Path

import torch

_CPUINFO = Path("/proc/cpuinfo")


def _is_slow() -> bool:
    return (
        torch.backends.mkl.is_available()
        and torch.backends.mkldnn.is_available()
        and torch.backends.cpu.get_cpu_capability() == "AVX512"
        and _vendor() not in ("", "GenuineIntel")
    )


def _vendor() -> str:
    """Return the processor's vendor, such as AuthenticAMD; empty if the system does not tell."""
    try:
        with _CPUINFO.open(encoding="utf-8", errors="replace") as lines:
            result = re.search(r"^vendor_id\s*:\s*(\S+)", lines.read(4096), re.MULTILINE)
        return result[1] if result else ""
    except OSError:
        return platform.processor().rpartition(", ")[2] if platform.system() == "Windows" else ""


_SLOW = _is_slow()


def blas_is_slow() -> bool:
    """Return whether oneDNN multiplies float32 matrices about twice as fast as BLAS."""
    return _SLOW  # a constant: compilers trace this function
