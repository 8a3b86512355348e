"""The two versions: the release whose interface this package offers, and its own."""

from remx import __version__

MXNET_VERSION = "1.9.1"  # mxnet.__version__: client programs compare it as a string
V2_VERSION = "2.0.0"  # the same with MXNet 2's interface
REMX_VERSION = __version__  # mxnet.__remx_version__
