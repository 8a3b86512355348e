"""``horovod.mxnet.mpi_ops``: see :mod:`mxnet.contrib.horovod`."""

from mxnet.contrib.horovod import *
