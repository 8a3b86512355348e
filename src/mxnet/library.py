"""``mx.library``: compiled libraries of operators."""

from .core.errors import MXNetError
from .core.files.paths import exists

__all__ = ["MXNetError", "compiled_with_gcc_cxx11_abi", "load"]


def compiled_with_gcc_cxx11_abi() -> int:
    """Return whether libraries are to be compiled with GCC's newer ABI of C++: 1, 0, or -1, as here, where none are."""
    return -1


def load(path: str, verbose: bool = True) -> None:
    """Refuse to load a library of operators compiled against MXNet: it calls functions of MXNet's own library.

    Operators of one's own are Python classes (:class:`mxnet.operator.CustomOp`). Raises :class:`MXNetError`, naming
    the path, whether there is such a file or not; ``verbose`` is without effect.
    """
    if not exists(path):
        raise MXNetError(f"load path {path} does NOT exist")
    raise MXNetError(f"Error loading library: '{path}': remx has no compiled library that it could be joined to")
