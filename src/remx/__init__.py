"""What remx has beyond MXNet's own names: the way to other libraries and back. MXNet's API is the package ``mxnet``."""

import importlib.metadata
import importlib.util
from pathlib import Path


def _refuse_other_packages() -> None:
    """Raise ImportError, and say what to do, where the package ``mxnet`` is not ours, or what was left of it."""
    result = importlib.util.find_spec("mxnet")
    file = result.origin if result else None
    if file and b"__remx_version__" in Path(file).read_bytes():
        return
    names = {"remx", *importlib.metadata.packages_distributions().get("mxnet", ["mxnet"])}
    problem = (
        f"the package 'mxnet' in {file} is Apache MXNet, which was installed over remx or stands before it on the path"
        if file
        else "files of the package 'mxnet' are missing, as when Apache MXNet is uninstalled after remx was installed"
    )
    raise ImportError(f"{problem}. Run: pip uninstall -y {' '.join(sorted(names))} && pip install remx")


_refuse_other_packages()

from mxnet._version import REMX_VERSION as __version__  # noqa: E402 - only where it is ours
from mxnet.gluon.model_zoo.torchvision import from_torchvision, to_torchvision  # noqa: E402

__all__ = ["__version__", "from_torchvision", "to_torchvision"]
