"""Runs programs of Apache MXNet's ``example/`` as they are: ``make upstream-examples MXNET=/path/to/mxnet-1.9.1``."""
