"""``mxnet.base``: the small things that programs built on MXNet import from here.

There is no compiled library behind this package, so the names that once talked to it are what they can be without
one: the ctypes aliases are plain ctypes, and :func:`check_call` accepts any return code.
"""

import ctypes
import functools
import importlib
import inspect
import re
import types
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import numpy as np
from torch.utils import dlpack

from .core import handles
from .core.downloads import data_dir as data_dir
from .core.downloads import data_dir_default as data_dir_default
from .core.errors import MXNetError, NotImplementedForSymbol, RefusedFunction
from .core.params import NULL as _Null  # noqa: F401  (imported from here by programs)
from .core.params import NullType as _NullType  # noqa: F401

__all__ = ["MXNetError"]

string_types = (str,)
integer_types = (int, np.int32, np.int64)
numeric_types = (float, int, np.generic)
mx_real_t = np.float32

mx_int, mx_uint, mx_int64, mx_float = ctypes.c_int, ctypes.c_uint, ctypes.c_int64, ctypes.c_float
mx_float_p = ctypes.POINTER(mx_float)
NDArrayHandle = SymbolHandle = ExecutorHandle = OpHandle = FunctionHandle = CachedOpHandle = ctypes.c_void_p
DataIterHandle = DataIterCreatorHandle = KVStoreHandle = RecordIOHandle = DLPackHandle = ctypes.c_void_p
RtcHandle = CudaModuleHandle = CudaKernelHandle = ProfileHandle = ctypes.c_void_p

basestring, long = str, int


class MXCallbackList(ctypes.Structure):
    """A list of functions and what each is called with, as MXNet's C interface takes it."""

    _fields_ = (
        ("num_callbacks", ctypes.c_int),
        ("callbacks", ctypes.POINTER(ctypes.CFUNCTYPE(ctypes.c_int))),
        ("contexts", ctypes.POINTER(ctypes.c_void_p)),
    )


#: Python classes for errors that name their kind: ``"ValueError: ..."``.
error_types: dict[str, type[BaseException]] = {
    cls.__name__: cls for cls in (ValueError, TypeError, AttributeError, IndexError, NotImplementedError)
}
error_types["NotImplementedForSymbol"] = NotImplementedForSymbol

_KIND = re.compile(r"\s*(?:Error: )?([A-Za-z_][\w.]*):")


class NotSupportedForSparseNDArray(RefusedFunction):
    """A function of dense arrays was called with a sparse one."""

    def _reason(self) -> str:
        return "works on dense arrays and is not supported for SparseNDArray."


def register_error(func_name: Any = None, cls: type[BaseException] | None = None) -> Any:
    """Make ``cls`` the class raised for messages that begin with ``<name>:``.

    Called with a name and a class, with a class alone (its name counts), or as a decorator. Returns the class.
    """
    if isinstance(func_name, type):
        func_name, cls = func_name.__name__, func_name
    if cls is None:
        return functools.partial(register_error, func_name)
    error_types[func_name or cls.__name__] = cls
    return cls


def c2pyerror(err_msg: str) -> tuple[str, str | None]:
    """Split an error text into ``(text, kind)``; the kind is the registered name that it begins with, or None."""
    result = _KIND.match(err_msg)
    return (err_msg, result.group(1)) if result and result.group(1) in error_types else (err_msg, None)


def check_call(ret: Any) -> None:
    """Do nothing: it once turned the return codes of a compiled library into errors, and there is none here."""


def _array_of(handle: Any) -> Any:
    """Return the array that a handle, or its number, stands for."""
    index = getattr(handle, "value", handle)
    result = handles.find(index)
    if result is None:
        raise MXNetError(f"handle {index}: there is no such array, or no more")
    return result


def _array_of_size(handle: Any, size: Any) -> Any:
    """Return the array of a handle, whose values a program counts as ``size``."""
    result, counted = _array_of(handle), getattr(size, "value", size)
    if result.size != counted:
        raise MXNetError(f"an array of {result.size} values and memory of {counted}")
    return result


class _Library:
    """The functions of MXNet's compiled library that programs call themselves; each returns 0."""

    #: the operators by name: the registry puts its table here
    operators: Mapping[str, Any] = types.MappingProxyType({})
    #: how names of more functions begin, and the modules that put these here: the package puts its table here
    modules: Mapping[str, str] = types.MappingProxyType({})

    def __getattr__(self, name: str) -> Any:
        """Import the module that puts a function here."""
        for beginning, module in self.modules.items():
            if name.startswith(beginning):
                importlib.import_module(module)
                if name in vars(self):
                    return vars(self)[name]
        raise AttributeError(f"{name}: remx has no such function, as there is no compiled library behind it")

    def MXListAllOpNames(self, size: Any, names: Any) -> int:
        """Write how many names operators have, and an array of them: ``byref`` of c_uint and POINTER(c_char_p)."""
        result = [name.encode() for name in sorted(self.operators)]
        size._obj.value = len(result)
        names._obj.contents = ctypes.c_char_p.from_buffer((ctypes.c_char_p * len(result))(*result))
        return 0

    @staticmethod
    def MXNDArrayFromDLPack(tensor: ctypes.c_void_p, out: Any) -> int:
        """Make an array of the ``DLManagedTensor`` at an address; write its handle to ``out``, a ``byref``. Return 0.

        ``mx.nd.NDArray(handle)`` is the array; the tensor belongs to it from then on.
        """
        new = ctypes.pythonapi.PyCapsule_New
        new.restype, new.argtypes = ctypes.py_object, (ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p)
        out._obj.value = handles.put(dlpack.from_dlpack(new(tensor, b"dltensor", None)))
        return 0

    @staticmethod
    def MXNDArrayGetData(handle: Any, out: Any) -> int:
        """Write the address of a dense array's values to ``out``, a ``byref`` of a pointer; it is good while the array
        lives and keeps its memory. Raises :class:`MXNetError` for a handle that stands for no array.
        """
        out._obj.value = _array_of(handle)._address()
        return 0

    @staticmethod
    def MXNDArraySyncCopyToCPU(handle: Any, address: Any, size: Any) -> int:
        """Write the ``size`` values of an array to an address, in its data type and row by row."""
        values = np.ascontiguousarray(_array_of_size(handle, size).asnumpy())
        ctypes.memmove(address, values.ctypes.data, values.nbytes)
        return 0

    @staticmethod
    def MXNDArraySyncCopyFromCPU(handle: Any, address: Any, size: Any) -> int:
        """Read the ``size`` values of an array from an address, in its data type and row by row."""
        array = _array_of_size(handle, size)
        values = np.empty(array.shape, array.dtype)
        ctypes.memmove(values.ctypes.data, address, values.nbytes)
        array[:] = values
        return 0

    @staticmethod
    def MXNDArrayWaitToRead(handle: Any) -> int:
        """Wait until the values of an array are there; an error that they hold is raised."""
        _array_of(handle).wait_to_read()
        return 0

    MXNDArrayWaitToWrite = MXNDArrayWaitToRead


_LIB = _Library()
# such programs rely on these being declared (an address does not fit into ctypes' default, an int)
ctypes.pythonapi.PyCapsule_GetPointer.restype = ctypes.c_void_p


def py_str(x: bytes | str) -> str:
    """Decode bytes as UTF-8; text is returned unchanged."""
    return x.decode("utf-8") if isinstance(x, bytes) else x


def c_str(string: str) -> ctypes.c_char_p:
    """Return a C string of ``string`` (UTF-8)."""
    return ctypes.c_char_p(string.encode("utf-8"))


def c_str_array(strings: Iterable[str]) -> ctypes.Array[ctypes.c_char_p]:
    """Return a C array of C strings."""
    encoded = [text.encode("utf-8") for text in strings]
    return (ctypes.c_char_p * len(encoded))(*encoded)


def c_array(ctype: Any, values: Sequence[Any]) -> Any:
    """Return a C array of ``ctype`` with the given values."""
    return (ctype * len(values))(*values)


def c_array_buf(ctype: Any, buf: Any) -> Any:
    """Return a C array of ``ctype`` on the memory of ``buf``, an :class:`array.array`."""
    return (ctype * len(buf)).from_buffer(buf)


def c_handle_array(objs: Sequence[Any]) -> Any:
    """Return a C array of the ``handle`` of each object."""
    return c_array(ctypes.c_void_p, [obj.handle for obj in objs])


def ctypes2buffer(cptr: Any, length: int) -> bytearray:
    """Return ``length`` bytes from a ``POINTER(c_char)`` as a bytearray; TypeError for another pointer."""
    if not isinstance(cptr, ctypes.POINTER(ctypes.c_char)):
        raise TypeError(f"expected a char pointer, got {type(cptr).__name__}")
    return bytearray(ctypes.string_at(cptr, length))


def ctypes2numpy_shared(cptr: Any, shape: tuple[int, ...]) -> np.ndarray:
    """Return a float32 NumPy array of ``shape`` on the memory behind a float pointer."""
    if not isinstance(cptr, mx_float_p):
        raise RuntimeError(f"expected a float pointer, got {type(cptr).__name__}")
    return np.ctypeslib.as_array(cptr, shape=tuple(shape))


def build_param_doc(
    arg_names: Sequence[str], arg_types: Sequence[str], arg_descs: Sequence[str], remove_dup: bool = True
) -> str:
    """Return a "Parameters" section of a docstring; with ``remove_dup`` each name is listed once."""
    seen: set[str] = set()
    lines = ["Parameters", "----------"]
    for name, dtype, description in zip(arg_names, arg_types, arg_descs, strict=True):
        if (name in seen and remove_dup) or name == "num_args":
            continue
        seen.add(name)
        lines.append(f"{name} : {dtype}" + (f"\n    {description}" if description else ""))
    return "\n".join(lines) + "\n"


def add_fileline_to_docstring(module: Any, incursive: bool = True) -> None:
    """Append ``From:<file>:<line>`` to the docstrings of a module's (or its name's) functions and classes.

    ``incursive`` says whether the members of its classes get theirs too.
    """
    owner = __import__("sys").modules[module] if isinstance(module, str) else module
    for item in list(vars(owner).values()):
        if inspect.isfunction(item) and item.__module__ == getattr(owner, "__name__", owner.__module__):
            source = inspect.getsourcefile(item)
            item.__doc__ = f"{item.__doc__ or ''}\n\nFrom:{source}:{item.__code__.co_firstlineno}"
        elif inspect.isclass(item) and incursive and item.__module__ == getattr(owner, "__name__", None):
            add_fileline_to_docstring(item, False)


def with_metaclass(meta: type, *bases: type) -> type:
    """Return a base class whose subclasses are made by ``meta`` from ``bases`` (how Python 2 and 3 share a program)."""

    class _Delegate(type):
        def __new__(mcs, name: str, _: Any, members: dict[str, Any]) -> Any:
            return meta(name, bases or (object,), members)

        @classmethod
        def __prepare__(mcs, name: str, _: Any) -> Any:  # type: ignore[override]
            return types.prepare_class(name, bases, {"metaclass": meta})[1]

    return type.__new__(_Delegate, "temporary", (), {})


class classproperty:
    """A property of the class itself: ``@classproperty def current(cls): ...``."""

    def __init__(self, func: Callable[[Any], Any]) -> None:
        self._get = func.__func__ if isinstance(func, (classmethod, staticmethod)) else func
        self.__doc__ = self._get.__doc__

    def __get__(self, instance: object, owner: type | None = None) -> Any:
        return self._get(owner if owner is not None else type(instance))


def _as_list(obj: Any) -> list[Any] | tuple[Any, ...]:
    """Return lists and tuples as they are, and anything else in a list."""
    return obj if isinstance(obj, (list, tuple)) else [obj]
