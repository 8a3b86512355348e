"""How many threads MKL, PyTorch's library of matrix products on x86 processors, takes in a thread of the program."""

from __future__ import annotations

import ctypes
from pathlib import Path
from typing import Any

import torch

from .choice import private


def _of_mkl() -> Any:
    if not torch.backends.mkl.is_available():
        return lambda threads: 0
    library = Path(torch.__file__).parent / "lib" / "libtorch_cpu.so"
    return ctypes.PyDLL(str(library)).MKL_Set_Num_Threads_Local  # of PyDLL: it keeps the interpreter's lock


@private(_of_mkl, probe=lambda function: function(function(1)) in (0, 1))
def limit_products(threads: int) -> int:
    """Let MKL take that many threads in this thread, 0: as many as in all others; return the number before."""
    return 0
