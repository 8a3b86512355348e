"""``byteps.mxnet.compression``: see :mod:`mxnet.contrib.horovod`."""

from mxnet.contrib.horovod.training import Compression, Compressor, FP16Compressor, NoneCompressor

__all__ = ["Compression", "Compressor", "FP16Compressor", "NoneCompressor"]
