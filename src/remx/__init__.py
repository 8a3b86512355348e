"""What remx has beyond MXNet's own names: the way to other libraries and back. MXNet's API is the package ``mxnet``.

Importing this package imports no PyTorch, so that the command's help is there at once.
"""

from __future__ import annotations

import importlib
import importlib.util
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from mxnet.gluon.model_zoo.torchvision import from_torchvision, to_torchvision

__version__ = "0.1.0"  # mxnet.__remx_version__: pyproject.toml and mxnet._version read it from here
__all__ = ["__version__", "from_torchvision", "to_torchvision"]


def _refuse_other_packages() -> None:
    """Raise ImportError, and say what to do, where the package ``mxnet`` is not ours, or what was left of it."""
    result = importlib.util.find_spec("mxnet")
    file = result.origin if result else None
    if file:
        with open(file, "rb") as stream:
            if b"__remx_version__" in stream.read():
                return
    from importlib import metadata

    names = {"remx", *metadata.packages_distributions().get("mxnet", ["mxnet"])}
    problem = (
        f"the package 'mxnet' in {file} is Apache MXNet, which was installed over remx or stands before it on the path"
        if file
        else "files of the package 'mxnet' are missing, as when Apache MXNet is uninstalled after remx was installed"
    )
    raise ImportError(
        f"{problem}. Run: pip uninstall -y {' '.join(sorted(names))}, then install remx "
        "again (in a clone of it: pip install .)"
    )


_refuse_other_packages()


def __getattr__(name: str) -> Any:
    """Import the functions when they are first named."""
    if name not in __all__:
        raise AttributeError(f"module 'remx' has no attribute {name!r}")
    result = getattr(importlib.import_module("mxnet.gluon.model_zoo.torchvision"), name)
    globals()[name] = result
    return result


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
