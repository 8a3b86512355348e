"""``gluon.model_zoo.vision``: classifiers of images, each by a function and by a name for :func:`get_model`.

>>> net = mx.gluon.model_zoo.vision.resnet18_v1(classes=10)
>>> net = mx.gluon.model_zoo.vision.get_model("mobilenet0.25", classes=10)

All take ``classes``, and ``pretrained=True``, ``ctx`` and ``root`` for MXNet's weights, which are
downloaded to a directory unless they are there.
"""

from collections.abc import Callable as _Callable
from typing import Any

from ....core.errors import expect, nearest
from ....core.lazy_imports import imported_later as _imported_later
from ..model_store import _model_sha1
from . import densenet, inception, mobilenet, resnet, squeezenet, vgg
from .alexnet import AlexNet, alexnet
from .densenet import *
from .inception import *
from .mobilenet import *
from .resnet import *
from .squeezenet import *
from .vgg import *

__all__ = ["AlexNet", "alexnet", "densenet", "get_model", "inception", "mobilenet", "resnet", "squeezenet", "vgg"]
__all__ += densenet.__all__
__all__ += inception.__all__
__all__ += mobilenet.__all__
__all__ += resnet.__all__
__all__ += squeezenet.__all__
__all__ += vgg.__all__


def _function(name: str) -> str:
    """Return what the function is called that makes the network ``name``."""
    return name.replace("inceptionv", "inception_v").replace("mobilenetv", "mobilenet_v").replace(".", "_")


#: by name for :func:`get_model`: the networks that have weights, which are all
_MODELS: dict[str, _Callable[..., Any]] = {name: globals()[_function(name)] for name in _model_sha1}


def get_model(name: str, **kwargs: Any) -> Any:
    """Return the network of a name, such as ``"resnet18_v1"``; capitals do not matter.

    The arguments are those of the network's function: ``pretrained``, ``ctx``, ``root``, ``classes``, ``prefix``.
    Raises ValueError, which lists all names, for an unknown one.
    """
    expect(isinstance(name, str), "name", "the name of a network", name, AttributeError)
    make = _MODELS.get(name.lower())
    if make is None:
        known = "\n\t".join(sorted(_MODELS))
        raise ValueError(f"there is no network {name!r}; there are:\n\t{known}\n{nearest(name, _MODELS)[2:]}".rstrip())
    return make(**kwargs)


__getattr__, __dir__ = _imported_later(__name__, {})
