"""``horovod.mxnet`` on torch.distributed: :mod:`mxnet.contrib.horovod`."""

from mxnet.contrib.horovod import *
