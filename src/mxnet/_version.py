"""The two versions: the release whose interface this package offers, and its own."""

MXNET_VERSION = "1.9.1"  # mxnet.__version__: client programs compare it as a string
REMX_VERSION = "0.1.0"  # mxnet.__remx_version__: pyproject.toml reads it from here
