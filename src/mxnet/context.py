"""``mxnet.context``: contexts, the devices that arrays live on."""

from .base import check_call, classproperty, with_metaclass
from .core.context import Context, cpu, cpu_pinned, current_context, gpu, gpu_memory_info, num_gpus

__all__ = [
    "Context",
    "check_call",
    "classproperty",
    "cpu",
    "cpu_pinned",
    "current_context",
    "gpu",
    "gpu_memory_info",
    "num_gpus",
    "with_metaclass",
]
