"""``mxnet.context``: contexts, the devices that arrays live on."""

from .base import check_call, classproperty, with_metaclass
from .core.context import Context, cpu, cpu_pinned, current_context, gpu, gpu_memory_info, num_gpus
from .core.lazy_imports import public_dir

__all__ = [
    "Context", "check_call", "classproperty", "cpu", "cpu_pinned", "current_context", "gpu", "gpu_memory_info",
    "num_gpus", "with_metaclass",
]  # fmt: skip

__dir__ = public_dir(__name__)
