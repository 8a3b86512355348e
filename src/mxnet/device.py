"""``mxnet.device``: contexts by the names of MXNet 2, where they are devices."""

from .core.context import Context, cpu, cpu_pinned, gpu, gpu_memory_info, num_gpus
from .core.context import current_context as current_device

#: the class of devices
Device = Context

__all__ = ["Device", "cpu", "cpu_pinned", "current_device", "gpu", "gpu_memory_info", "num_gpus"]
