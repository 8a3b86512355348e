"""``byteps.mxnet.ops``: see :mod:`mxnet.contrib.byteps`."""

from mxnet.contrib.byteps import *
