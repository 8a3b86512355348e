"""The name ``horovod`` where Horovod is not installed: ``horovod.mxnet``, which is :mod:`mxnet.contrib.horovod`."""

from typing import Any

#: the release of Horovod whose interface ``horovod.mxnet`` has
__version__ = "0.28.1"


def __getattr__(name: str) -> Any:
    hint = ": start the program by torchrun or remx launch" if name == "run" else ""
    raise AttributeError(f"remx has no horovod.{name}, only horovod.mxnet{hint}")
