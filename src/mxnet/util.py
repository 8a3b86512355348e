"""``mxnet.util``: NumPy semantics of shapes and arrays, and some facts about the machine."""

from __future__ import annotations

import functools
import importlib
import inspect
import os
import threading
from abc import ABCMeta
from collections.abc import Callable, Iterable
from functools import partial
from typing import Any, TypeVar

import numpy as np
import torch

from ._version import MXNET_VERSION, V2_VERSION
from .base import c_str, check_call, py_str  # noqa: F401  (imported from here by programs)
from .core import compat
from .core.context import Context, gpu_memory_info, num_gpus
from .core.errors import MXNetError
from .core.lazy_imports import public_dir
from .core.memory import keep_freed  # noqa: F401  (the public name)
from .core.restoring import Restoring
from .core.semantics import mean_dtype_beside, restoring_float_dtype, semantics, set_api, set_float_dtype

F = TypeVar("F", bound=Callable[..., Any])


def is_np_shape() -> bool:
    """Return whether zero-size and scalar shapes are in force in this thread."""
    return bool(semantics.np_shape)


def set_np_shape(active: int | bool) -> bool:
    """Turn NumPy's shapes on or off in this thread and return how it was before.

    ``active=2`` turns them on for every thread that has not chosen itself, until a thread turns them off.
    """
    if not isinstance(active, (int, np.integer, np.bool_)):
        raise TypeError(f"active: expected a bool or an int, got {type(active).__name__}")
    if active not in (0, 1, 2):
        raise ValueError(f"active: expected 0, 1 or 2, got {active}")
    before = is_np_shape()
    if active == 2:
        type(semantics).np_shape = True
        vars(semantics).pop("np_shape", None)
    else:
        semantics.np_shape = bool(active)
        if not active and semantics.api == 1:
            type(semantics).np_shape = False
    return before


def is_np_array() -> bool:
    """Return whether layers and functions make and take ``mx.np`` arrays in this thread."""
    return bool(semantics.np_array)


class _NumpyShapeScope(Restoring):
    """A block under NumPy's shapes, or under MXNet's with ``is_np_shape=False``."""

    def __init__(self, is_np_shape: bool) -> None:
        self._enter_is_np_shape = is_np_shape

    def __enter__(self) -> _NumpyShapeScope:
        before, inside = is_np_shape(), bool(self._enter_is_np_shape)
        if type(self._enter_is_np_shape) is not bool:
            set_np_shape(self._enter_is_np_shape)  # which refuses some, and 2 is for other threads too
        self.close = self._end_with(partial(setattr, semantics, "np_shape", before))
        semantics.np_shape = inside  # last: no handler of a signal runs in between
        return self


class _CurrentOfThread(ABCMeta):
    """Gives :class:`_NumpyArrayScope` its ``_current``, one per thread."""

    _scopes = threading.local()

    @property
    def _current(cls) -> _NumpyArrayScope:
        return getattr(cls._scopes, "value", None) or _NumpyArrayScope(is_np_array())

    @_current.setter
    def _current(cls, scope: _NumpyArrayScope) -> None:
        cls._scopes.value = scope
        semantics.np_array = scope._is_np_array


class _NumpyArrayScope(Restoring, metaclass=_CurrentOfThread):
    """A block in which ``mx.np`` arrays are made, or classic ones with ``is_np_array=False``."""

    def __init__(self, is_np_array: bool) -> None:
        self._is_np_array = is_np_array

    def __enter__(self) -> _NumpyArrayScope:
        scopes, outer = _CurrentOfThread._scopes, type(self)._current
        self.close = self._end_with(
            partial(setattr, scopes, "value", outer), partial(setattr, semantics, "np_array", outer._is_np_array)
        )
        scopes.value, semantics.np_array = self, self._is_np_array  # last: no handler of a signal runs in between
        return self


def np_shape(active: bool = True) -> _NumpyShapeScope:
    """Return a scope of NumPy's shapes: ``with mx.np_shape():``."""
    return _NumpyShapeScope(active)


def np_array(active: bool = True) -> _NumpyArrayScope:
    """Return a scope of NumPy arrays: ``with mx.np_array():``."""
    return _NumpyArrayScope(active)


def _decorate(target: Any, scope: Callable[[], Any], name: str) -> Any:
    """Run a function, or the methods and properties of a class, inherited ones too, inside ``scope()``."""
    if inspect.isclass(target):
        inherited = {key: member for base in reversed(target.__mro__[1:-1]) for key, member in vars(base).items()}
        usual = {key: item for key, item in inherited.items() if inspect.isfunction(item) or isinstance(item, property)}
        for key, member in {**usual, **vars(target)}.items():
            wrapped = _decorate_member(member, scope, name)
            if wrapped is not None:
                setattr(target, key, wrapped)
        return target
    if not callable(target):
        raise TypeError(f"{name} can only decorate classes and callable objects, while received a {type(target)}")

    @functools.wraps(target)
    def scoped(*args: Any, **kwargs: Any) -> Any:
        with scope():
            return target(*args, **kwargs)

    return scoped


def _decorate_member(member: Any, scope: Callable[[], Any], name: str) -> Any:
    if inspect.isfunction(member):
        return _decorate(member, scope, name)
    if isinstance(member, staticmethod):  # from then on instances pass themselves, as in MXNet: programs count on it
        return _decorate(member.__func__, scope, name)
    if isinstance(member, classmethod):
        return classmethod(_decorate(member.__func__, scope, name))
    if isinstance(member, property):
        parts = (member.fget, member.fset, member.fdel)
        return property(*(part and _decorate(part, scope, name) for part in parts), doc=member.__doc__)
    return None


def is_np_default_dtype() -> bool:
    """Return whether NumPy's data types are the default: float64 for floats, int64 for ``arange`` of integers."""
    return semantics.float_dtype == "float64"


def set_np_default_dtype(is_np_default_dtype: bool = True) -> bool:
    """Make NumPy's data types the default of ``mx.np`` in all threads, or MXNet's (False); return what it was before.

    With NumPy's, floats are float64 unless ``dtype`` is given: of lists and numbers, in functions that make arrays, in
    most of ``mx.np.random``, in means and in quotients of integers. ``arange`` is int64 and ``np.array`` keeps the
    types of NumPy's arrays. With MXNet's all of these are float32.
    """
    before = semantics.float_dtype == "float64"
    set_float_dtype("float64" if is_np_default_dtype else "float32")
    return before


class _NumpyDefaultDtypeScope(Restoring):
    """A block with NumPy's default data types, or MXNet's with ``is_np_default_dtype=False``."""

    def __init__(self, is_np_default_dtype: bool) -> None:
        self._is_np_default_dtype = is_np_default_dtype

    def __enter__(self) -> _NumpyDefaultDtypeScope:
        cls, dtype = type(semantics), "float64" if self._is_np_default_dtype else "float32"
        mean_dtype = mean_dtype_beside(dtype)
        self.close = self._end_with(*restoring_float_dtype())
        cls.float_dtype, cls.mean_dtype = dtype, mean_dtype  # last: no handler of a signal runs in between
        return self


def np_default_dtype(active: bool = True) -> _NumpyDefaultDtypeScope:
    """Return a scope of NumPy's default data types: ``with mx.util.np_default_dtype():``."""
    return _NumpyDefaultDtypeScope(active)


def use_np_default_dtype(func: F) -> F:
    """Decorate a function or a class to run with NumPy's default data types."""
    return _decorate(func, np_default_dtype, "use_np_default_dtype")


def use_np_shape(func: F) -> F:
    """Decorate a function or a class to run under NumPy's shapes."""
    return _decorate(func, np_shape, "use_np_shape")


def use_np_array(func: F) -> F:
    """Decorate a function or a class to run with ``mx.np`` arrays."""
    return _decorate(func, np_array, "use_np_array")


def use_np(func: F) -> F:
    """Decorate a function or a class to run with NumPy's shapes and arrays."""
    return use_np_shape(use_np_array(func))


def set_np(shape: bool = True, array: bool = True, dtype: bool = False) -> None:
    """Turn NumPy's shapes and arrays on or off for this thread; arrays need shapes (ValueError).

    ``dtype``: whether NumPy's data types are the default, in all threads (:func:`set_np_default_dtype`).
    """
    if array and not shape:
        raise ValueError("NumPy Shape semantics is required in using NumPy array semantics.")
    _NumpyArrayScope._current = _NumpyArrayScope(array)
    set_np_shape(shape)
    set_np_default_dtype(dtype)


def reset_np() -> None:
    """Go back to MXNet's classic shapes, arrays and data types."""
    set_np(shape=False, array=False)


def use_v2(active: bool = True) -> bool:
    """Offer the interface of MXNet 2 where it conflicts with that of 1.9.1, in all threads; return what was chosen.

    It does what the environment variable ``MXNET_API=2`` does, and is to be called before networks are made:
    ``mx.__version__`` is 2.0.0, arrays and shapes are NumPy's by default, :meth:`Block.collect_params` and files have
    the parameters by their places in the structure, recurrent layers have one parameter ``rnn_param``, and a hybridized
    block whose ``forward`` asks for values raises. docs/mxnet2.md says more. ``active=False`` goes back.
    """
    before = semantics.api == 2
    cls = type(semantics)
    set_api(2 if active else 1)
    cls.np_shape = cls.np_array = active
    for name in ("np_shape", "np_array"):
        vars(semantics).pop(name, None)
    release = V2_VERSION if active else MXNET_VERSION
    for module in (__package__, f"{__package__}.libinfo"):
        importlib.import_module(module).__version__ = release  # type: ignore[attr-defined]
    return before


def set_module(module: str | None) -> Callable[[F], F]:
    """Return a decorator that sets ``__module__``: where an object says that it lives."""

    def decorate(target: F) -> F:
        if module is not None:
            target.__module__ = module
        return target

    return decorate


def wraps_safely(wrapped: Any, assigned: tuple[str, ...] = functools.WRAPPER_ASSIGNMENTS) -> Callable[[F], F]:
    """Return :func:`functools.wraps` for callables that lack some of the usual attributes."""
    return functools.wraps(wrapped, assigned=tuple(name for name in assigned if hasattr(wrapped, name)))


def makedirs(d: str) -> None:
    """Make a folder and those above it, unless it exists."""
    os.makedirs(os.path.expanduser(d), exist_ok=True)


def getenv(name: str) -> str | None:
    """Return an environment variable, or None where it is not set."""
    return os.environ.get(name)


def setenv(name: str, value: str | None) -> None:
    """Set an environment variable; None removes it."""
    if value is None:
        os.environ.pop(name, None)
    else:
        os.environ[name] = value


def get_gpu_count() -> int:
    """Return how many GPUs there are."""
    return num_gpus()


def get_gpu_memory(gpu_dev_id: int) -> tuple[int, int]:
    """Return ``(free, total)`` memory of a GPU in bytes; :class:`MXNetError` where there is none."""
    return gpu_memory_info(gpu_dev_id)


def get_cuda_compute_capability(ctx: Context) -> int:
    """Return the compute capability of a CUDA device as an integer: 80 for 8.0.

    Raises ValueError for a context that is no GPU, :class:`MXNetError` where PyTorch finds no CUDA device.
    """
    if ctx.device_type != "gpu":
        raise ValueError(f"Expecting a gpu context to get cuda compute capability, while received ctx {ctx}")
    device = ctx.torch_device
    if device.type != "cuda":
        raise MXNetError(f"{ctx} is no CUDA device: it has no compute capability")
    major, minor = torch.cuda.get_device_capability(device)
    return major * 10 + minor


#: The arguments of NumPy's universal functions that have one value that changes nothing.
_UFUNC_DEFAULTS = {"where": True, "casting": "same_kind", "order": "K", "dtype": None, "subok": True}
_CASTINGS = ("no", "equiv", "safe", "same_kind", "unsafe")


def np_ufunc_legal_option(key: str, value: Any) -> bool:
    """Return whether ``value`` is possible for the argument ``key`` of a NumPy universal function."""
    if key == "casting":
        return value in _CASTINGS
    if key == "dtype":
        try:
            return np.dtype(value).kind != "O"
        except TypeError:
            return False
    if key == "order":
        return isinstance(value, str)
    return key in ("where", "subok") and isinstance(value, (bool, np.bool_))


def check_ufunc_options(name: str, options: dict[str, Any]) -> None:
    """Raise for an argument of NumPy's universal functions that function ``name`` does not take.

    TypeError for what NumPy does not take either, NotImplementedError for all but the defaults.
    """
    for key, value in options.items():
        if key not in _UFUNC_DEFAULTS:
            raise TypeError(f"{key} is an invalid keyword to function '{name}'")
        if value != _UFUNC_DEFAULTS[key]:
            if not np_ufunc_legal_option(key, value):
                raise TypeError(f"{key}={value} not understood for operator {name}")
            raise NotImplementedError(f"{key}={value} is not implemented yet for operator {name}")


def _checked_ufunc(func: F, inputs: int) -> F:
    @functools.wraps(func)
    def call(*args: Any, out: Any = None, **kwargs: Any) -> Any:
        if len(args) == inputs + 1 and out is None:
            *args, out = args  # type: ignore[assignment]
        check_ufunc_options(func.__name__, kwargs)
        return func(*args, out=out)

    return call  # type: ignore[return-value]


def wrap_np_unary_func(func: F) -> F:
    """Give ``func(x, out)`` the signature of a NumPy universal function of one input.

    The further arguments are checked and accepted at their defaults only (NotImplementedError, TypeError).
    """
    return _checked_ufunc(func, 1)


def wrap_np_binary_func(func: F) -> F:
    """Give ``func(x1, x2, out)`` the signature of a NumPy universal function of two inputs."""
    return _checked_ufunc(func, 2)


def set_flush_denorms(value: bool) -> bool:
    """Set whether numbers below the least normal one count as 0 in this thread's computations on CPUs.

    Returns what held before; without effect where the processor cannot. It holds for PyTorch's own calls, too.
    """
    smallest = torch.finfo(torch.float32).tiny
    before = not bool(torch.tensor([smallest]).mul(0.5).item())
    torch.set_flush_denormal(bool(value))
    return before


def set_strict_compat(which: bool | str | Iterable[str] = True) -> frozenset[str]:
    """Compute to the letter what MXNet 1.9.1 does where remx does otherwise on purpose; return what was chosen before.

    ``which``: True for all (as the environment variable ``MXNET_STRICT_COMPAT=1``), False for nothing, or names out of
    :func:`strict_compat_quirks`. It holds for all threads, from the next call on; what was chosen before may be given
    back. Raises :class:`~mxnet.base.MXNetError` for another name.
    """
    return compat.choose(which)


def strict_compat_quirks() -> dict[str, str]:
    """Return what :func:`set_strict_compat` switches: by name, what 1.9.1 does."""
    return dict(compat.LINES)


__dir__ = public_dir(__name__)
