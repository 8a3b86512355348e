"""The name ``byteps`` where BytePS is not installed: ``byteps.mxnet``, which is :mod:`mxnet.contrib.byteps`."""

#: the release of BytePS whose interface ``byteps.mxnet`` has
__version__ = "0.2.5"
