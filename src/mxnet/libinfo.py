"""``mxnet.libinfo``: where the compiled library is. This package has none: it is Python on PyTorch."""

from ._version import MXNET_VERSION as __version__

__all__ = ["__version__", "find_conf_path", "find_include_path", "find_lib_path"]

_WHY = "remx is written in Python on PyTorch and has no {what}"


def find_lib_path(prefix: str = "libmxnet") -> list[str]:
    """Raise RuntimeError: there is no shared library ``prefix`` to load."""
    raise RuntimeError(_WHY.format(what=f"shared library {prefix}"))


def find_include_path() -> str:
    """Raise RuntimeError: there are no C headers."""
    raise RuntimeError(_WHY.format(what="C headers"))


def find_conf_path(prefix: str = "tvmop") -> str:
    """Raise RuntimeError: there is no file of compiled operators' configurations."""
    raise RuntimeError(_WHY.format(what=f"{prefix} configuration"))
