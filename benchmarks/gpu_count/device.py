"""A CUDA device that is not there: tensors say ``cuda:0`` to PyTorch and to us, and have their values on the processor.

Import it first: PyTorch has to be loaded after the library that ``fake_cuda.cpp`` becomes. A PyTorch without CUDA then
takes the branches that it takes on CUDA (autocast's lists, cuDNN's operators, ``is_cuda``), and so do we.
"""

from __future__ import annotations

import ctypes
import importlib.util
import subprocess
import tempfile
from importlib.metadata import version
from pathlib import Path
from typing import Any


def _library(package: Path) -> Path:
    """Return the compiled library, made once for each release of PyTorch."""
    library = Path(tempfile.gettempdir()) / f"remx_fake_cuda_{version('torch')}.so"
    if not library.exists():
        with tempfile.TemporaryDirectory() as folder:
            made = Path(folder) / library.name
            command = ["g++", "-O1", "-std=c++20", "-shared", "-fPIC", str(Path(__file__).with_name("fake_cuda.cpp"))]
            command += ["-o", str(made), f"-I{package}/include", f"-L{package}/lib", "-lc10", "-ltorch_cpu"]
            subprocess.run(command, check=True)
            library.write_bytes(made.read_bytes())
    return library


def _load() -> None:
    spec = importlib.util.find_spec("torch")
    assert spec is not None
    assert spec.origin is not None
    package = Path(spec.origin).parent
    for path in (package / "lib/libc10.so", package / "lib/libtorch_cpu.so", _library(package)):
        ctypes.CDLL(str(path), mode=ctypes.RTLD_GLOBAL)


_load()
import torch  # noqa: E402

DEVICE = torch.device("cuda", 0)


def pretend() -> None:
    """Let ``torch.cuda`` say that there is one device, for which nothing has to be waited."""
    answers: dict[str, Any] = {
        "is_available": True, "is_bf16_supported": True, "current_device": 0, "device_count": 1,
        "is_initialized": True, "synchronize": None, "is_current_stream_capturing": False, "_lazy_init": None,
        "get_device_capability": (9, 0), "current_stream": None, "default_stream": None,
    }  # fmt: skip
    for name, answer in answers.items():
        setattr(torch.cuda, name, lambda *_, answer=answer, **__: answer)


class FakeTensor(torch.Tensor):
    """A tensor of ``cuda:0``; ``inner`` has its values. Its operators are called by ``FakeTensor.mode``."""

    inner: torch.Tensor
    mode: Any = None
    __torch_function__ = torch._C._disabled_torch_function_impl

    @staticmethod
    def __new__(cls, inner: torch.Tensor) -> Any:
        memory = (inner.stride(), inner.storage_offset()) if inner.layout is torch.strided else ()
        result: Any = torch.Tensor._make_wrapper_subclass(
            cls, inner.shape, *memory, dtype=inner.dtype, layout=inner.layout, device=DEVICE
        )
        result.inner = inner
        return result

    @property
    def data(self) -> Any:
        return torch._C.TensorBase.data.__get__(self)

    @data.setter
    def data(self, value: Any) -> None:
        torch._C.TensorBase.data.__set__(self, value)
        self.inner = value.inner

    def untyped_storage(self) -> Any:
        """Return the memory of the values."""
        return self.inner.untyped_storage()

    def data_ptr(self) -> int:
        """Return the address of the values."""
        return self.inner.data_ptr()

    def __repr__(self, **_: Any) -> str:
        return f"FakeTensor({self.inner})"

    @classmethod
    def __torch_dispatch__(cls, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        return cls.mode.__torch_dispatch__(func, types, args, kwargs)


def inner(value: Any) -> Any:
    """Return the values of a fake tensor; anything else as it is."""
    return value.inner if isinstance(value, FakeTensor) else value
