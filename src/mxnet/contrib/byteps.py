"""What programs know as ``byteps.mxnet``: training by several processes, with the engine of :mod:`.horovod`.

There are no servers: the workers sum gradients by collectives. Compression of gradients other than float16 is not
available.

>>> import mxnet.contrib.byteps as bps
>>> bps.init()
>>> bps.rank(), bps.size()  # without a launcher
(0, 1)
"""

from collections.abc import Mapping
from typing import Any

from ..optimizer import Optimizer
from . import horovod
from .horovod import Compression, broadcast_parameters, local_rank, local_size, rank, shutdown, size

__all__ = [
    "Compression", "DistributedOptimizer", "DistributedTrainer", "broadcast_parameters", "byteps_declare_tensor",
    "byteps_push_pull", "init", "local_rank", "local_size", "rank", "shutdown", "size",
]  # fmt: skip


def init(lazy: bool = True) -> None:
    """Meet the other processes: see :func:`mxnet.contrib.horovod.init`. ``lazy`` is without effect."""
    horovod.init(interface="byteps")


def byteps_declare_tensor(name: str, **kwargs: Any) -> None:
    """Check the arguments by which a tensor is declared: nothing has to be known of it before it is sent.

    Raises ValueError for ``kwargs``, which ask for compression.
    """
    if kwargs:
        raise ValueError(f"byteps_declare_tensor {name}: compression is not available, got {', '.join(kwargs)}")


def byteps_push_pull(
    tensor: Any, version: int = 0, priority: int = 0, name: str | None = None, is_average: bool = True
) -> None:
    """Average an array over all processes, or sum it, in place. ``version`` and ``priority`` are without effect.

    Raises :class:`MXNetError` as :func:`mxnet.contrib.horovod.allreduce` does.
    """
    horovod.allreduce_(tensor, average=is_average, name=name)


class DistributedOptimizer(horovod.DistributedOptimizer):
    """Averages gradients over all processes, and updates by ``optimizer``."""

    def __init__(self, optimizer: Optimizer) -> None:
        super().__init__(optimizer)


class DistributedTrainer(horovod.DistributedTrainer):
    """A :class:`gluon.Trainer` that starts from the parameters of process ``root_rank``, and averages gradients.

    Parameters that are initialized in the first forward pass are sent then. ``compression_params`` may have ``fp16``:
    True sends gradients as float16. Raises ValueError for its other ``compressor`` values, MXNetError where the
    processes do not fit together.
    """

    def __init__(
        self,
        params: Any,
        optimizer: str | Optimizer,
        optimizer_params: Mapping[str, Any] | None = None,
        root_rank: int = 0,
        compression_params: Mapping[str, Any] | None = None,
    ) -> None:
        settings = dict(compression_params or {})
        if settings.get("compressor"):
            raise ValueError(f"compression_params: only fp16 is available, got compressor={settings['compressor']!r}")
        compression = Compression.fp16 if settings.get("fp16") else Compression.none
        super().__init__(params, optimizer, optimizer_params, compression=compression)
        by_position = {f"parameter {i:09}": param for i, param in enumerate(self._params)}
        broadcast_parameters(by_position, root_rank)
