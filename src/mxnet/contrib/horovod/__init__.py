"""What programs know as ``horovod.mxnet``: training by several processes that average their gradients.

The engine is torch.distributed, with gloo for CPUs and NCCL for GPUs; Horovod is not needed. Programs that say ``import
horovod.mxnet as hvd`` find this under that name with ``remx run``, or once ``remx-horovod`` is installed.

>>> import mxnet.contrib.horovod as hvd
>>> hvd.init()
>>> hvd.rank(), hvd.size()  # without a launcher
(0, 1)
"""

from . import functions, mpi_ops, training, world
from .functions import *
from .mpi_ops import *
from .training import *
from .training import Compression
from .world import *

__all__ = ["Compression"]
__all__ += functions.__all__
__all__ += mpi_ops.__all__
__all__ += training.__all__
__all__ += world.__all__
