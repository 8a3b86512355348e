"""``mx.npx``: operators of neural networks on arrays of ``mx.np``, and the switches of the NumPy interface."""

import importlib
from typing import TYPE_CHECKING, Any

from ..base import check_call, classproperty, with_metaclass  # noqa: F401  (as in 1.9.1)
from ..core.context import Context, cpu, cpu_pinned, current_context, gpu, gpu_memory_info, num_gpus
from ..core.other_names import missing_name
from ..core.semantics import forget_with_api, semantics
from ..device import Device, current_device
from ..ndarray import numpy_extension as _arrays
from ..ndarray import waitall
from ..util import (
    get_cuda_compute_capability,
    is_np_array,
    is_np_default_dtype,
    is_np_shape,
    reset_np,
    set_np,
    set_np_default_dtype,
    use_np,
    use_np_array,
    use_np_shape,
)
from . import parameters, random, utils
from .parameters import constraint_check, nonzero, reshape
from .utils import from_dlpack, from_numpy, load, save, savez, to_dlpack_for_read, to_dlpack_for_write

if TYPE_CHECKING:
    from .._stubs.npx import *

__all__ = [
    "Context",
    "Device",
    "constraint_check",
    "cpu",
    "cpu_pinned",
    "current_context",
    "current_device",
    "from_dlpack",
    "from_numpy",
    "get_cuda_compute_capability",
    "gpu",
    "gpu_memory_info",
    "is_np_array",
    "is_np_default_dtype",
    "is_np_shape",
    "load",
    "nonzero",
    "num_gpus",
    "random",
    "reset_np",
    "reshape",
    "save",
    "savez",
    "set_np",
    "set_np_default_dtype",
    "to_dlpack_for_read",
    "to_dlpack_for_write",
    "use_np",
    "use_np_array",
    "use_np_shape",
    "utils",
    "waitall",
]


def __getattr__(name: str) -> Any:
    if name.startswith("__"):
        raise missing_name(__name__, name)
    if name == "image":  # OpenCV is asked for at the first use only
        return importlib.import_module(f"{__name__}.image")
    if not hasattr(_arrays, name):
        raise missing_name(__name__, name, __dir__())
    result = getattr(_arrays, name)
    if semantics.api == 2 and name in parameters.NAMES:
        result = parameters.with_parameters(name, result)
    globals()[name] = result
    return result


@forget_with_api
def _forget_functions() -> None:
    for name in parameters.NAMES:
        globals().pop(name, None)


def __dir__() -> list[str]:
    return sorted({*globals(), *dir(_arrays)})
