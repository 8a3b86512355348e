"""Programs that come with the library: ``python -m mxnet.tools.im2rec`` and the like, or ``remx im2rec``."""
