"""Whether the library that multiplies PyTorch's matrices, its BLAS, is slow on this processor.

MKL takes its code for AVX-512 on Intel's processors only, on others that for AVX2. oneDNN, which PyTorch has too, asks
the processor what it can do. On an AMD EPYC of 2024 (Zen 5) MKL reaches 90 GFLOP/s with one thread in float32, oneDNN
200. PyTorch is asked once for what it was built with, the system for the vendor; nothing is timed, so that equal runs
have equal results.
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
    """Return what the processor says of its maker, such as AuthenticAMD; empty where the system does not tell."""
    try:
        with _CPUINFO.open(encoding="utf-8", errors="replace") as lines:
            found = re.search(r"^vendor_id\s*:\s*(\S+)", lines.read(4096), re.MULTILINE)
        return found[1] if found else ""
    except OSError:
        return platform.processor().rpartition(", ")[2] if platform.system() == "Windows" else ""


_SLOW = _is_slow()


def blas_is_slow() -> bool:
    """Return whether oneDNN multiplies matrices of float32 about twice as fast as BLAS does."""
    return _SLOW  # known before: in what a compiler traces, nobody is to be asked
