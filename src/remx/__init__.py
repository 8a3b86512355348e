"""What remx has beyond MXNet's own names: the way out to other libraries. MXNet's API is the package ``mxnet``."""

from mxnet._version import REMX_VERSION as __version__
from mxnet.gluon.model_zoo.torchvision import to_torchvision

__all__ = ["__version__", "to_torchvision"]
