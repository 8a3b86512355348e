"""The family of this machine's processor: its vendor and instructions, which decide what PyTorch's kernels take."""

import platform
import re
from pathlib import Path

import torch

_CPUINFO = Path("/proc/cpuinfo")
_VENDORS = {"AuthenticAMD": "amd", "GenuineIntel": "intel"}


def family() -> str:
    """Return the family, such as ``amd-avx2``, ``amd-avx512`` (Zen 4 and 5), ``intel-amx``, ``arm-neon``, ``unknown``.

    It is that of the instructions that PyTorch uses; nothing is timed, so that equal runs have equal results.
    """
    if platform.machine().lower() in ("aarch64", "arm64"):
        return "arm-neon"
    vendor, instructions = _described()
    if vendor not in _VENDORS:
        return "unknown"
    vectors = torch.backends.cpu.get_cpu_capability().lower()
    return f"{_VENDORS[vendor]}-{'amx' if vectors == 'avx512' and 'amx_tile' in instructions else vectors}"


def _described() -> tuple[str, list[str]]:
    """Return the vendor, such as AuthenticAMD, empty if the system does not tell, and the names of instructions."""
    try:
        with _CPUINFO.open(encoding="utf-8", errors="replace") as lines:
            text = lines.read(8192)
    except OSError:
        return (platform.processor().rpartition(", ")[2] if platform.system() == "Windows" else ""), []
    vendor, flags = (re.search(rf"^{key}\s*:\s*(.+)", text, re.MULTILINE) for key in ("vendor_id", "flags"))
    return vendor[1].strip() if vendor else "", flags[1].split() if flags else []
