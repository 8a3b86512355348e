"""``horovod.mxnet.compression``: see :mod:`mxnet.contrib.horovod`."""

from mxnet.contrib.horovod.compression import *
