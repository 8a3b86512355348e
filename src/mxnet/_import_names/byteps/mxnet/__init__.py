"""``byteps.mxnet`` on torch.distributed: :mod:`mxnet.contrib.byteps`."""

from mxnet.contrib.byteps import *
