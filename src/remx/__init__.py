"""What remx has beyond MXNet's own names: the way out to other libraries. MXNet's API is the package ``mxnet``."""

import mxnet

if not hasattr(mxnet, "__remx_version__"):
    raise ImportError(
        f"the package 'mxnet' in {mxnet.__file__} is Apache MXNet {mxnet.__version__}, which was installed over remx "
        "or stands before it on the path. Run: pip uninstall -y mxnet remx && pip install remx"
    )

from mxnet._version import REMX_VERSION as __version__
from mxnet.gluon.model_zoo.torchvision import to_torchvision

__all__ = ["__version__", "to_torchvision"]
