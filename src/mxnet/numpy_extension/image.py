"""``mx.npx.image``: the operators of images, and all of ``mx.image``."""

from typing import TYPE_CHECKING, Any

from .. import image as _image
from ..base import numeric_types  # noqa: F401  (programs import it from here)
from ..core.semantics import semantics as _semantics
from ..ndarray.numpy_extension import image as _operators
from ..util import is_np_array  # noqa: F401  (programs import it from here)

if TYPE_CHECKING:
    from .._stubs.npx_image import *


def __getattr__(name: str) -> Any:
    if name.startswith("__"):
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    if name == "random_crop" and _semantics.api == 1:  # in MXNet 2 an operator with other arguments
        return _image.random_crop
    try:
        return getattr(_operators, name)
    except AttributeError:
        return getattr(_image, name)


def __dir__() -> list[str]:
    return sorted({*globals(), *dir(_operators), *dir(_image)})
