"""``horovod.mxnet.functions``: see :mod:`mxnet.contrib.horovod`."""

from mxnet.contrib.horovod.functions import allgather_object, broadcast_object  # noqa: F401
