"""Contexts: where an array lives. ``mx.cpu(i)``, ``mx.gpu(i)`` and the current one of a ``with`` block.

Several ``cpu(i)`` are distinct contexts on one device, as in MXNet (programs test multi-device code with them).
``gpu(i)`` is CUDA's device ``i``, or Apple's GPU where there is one and no CUDA; with ``MXNET_GPUS=cpu:N`` the
processor simulates N of them (:mod:`.simulated_gpus`).
"""

from __future__ import annotations

import functools
import inspect
import itertools
import re
import threading
import warnings
from collections.abc import Callable
from functools import lru_cache, partial
from numbers import Integral
from operator import methodcaller
from typing import Any, TypeVar

import numpy as np
import torch

from . import placement, simulated_gpus
from .errors import InvalidContext, MXNetError
from .memory import give_back_unused
from .restoring import Ending, exit_by

_TYPE_OF: dict[int, str] = {1: "cpu", 2: "gpu", 3: "cpu_pinned", 5: "cpu_shared"}
_ID_OF: dict[str, int] = {name: count for count, name in _TYPE_OF.items()}
CPU = torch.device("cpu")


class _ContextType(type):
    @property
    def default_ctx(cls) -> Context:
        """The current context of this thread. Deprecated: say :func:`current_context`."""
        _deprecated()
        return current_context()

    @default_ctx.setter
    def default_ctx(cls, ctx: Context) -> None:
        _deprecated()
        if not isinstance(ctx, Context):
            raise TypeError(f"default_ctx: expected a Context, got {type(ctx).__name__}")
        current.value = ctx


def _deprecated() -> None:
    warnings.warn(
        "Context.default_ctx is deprecated: use current_context() to read it, a with block to change it",
        DeprecationWarning,
        stacklevel=3,
    )


class Context(metaclass=_ContextType):
    """A device: its type and number. Also a context manager that makes it the default one.

    Parameters
    ----------
    device_type
        ``'cpu'``, ``'gpu'``, ``'cpu_pinned'`` or ``'cpu_shared'``, or another context to copy.
    device_id
        Its number (ignored when copying).

    Examples
    --------
    >>> with mx.Context('cpu', 1):
    ...     mx.nd.ones((2,)).context
    cpu(1)
    """

    devtype2str = _TYPE_OF
    devstr2type = _ID_OF
    __slots__ = ("device_id", "device_typeid")

    device_typeid: int
    device_id: int

    def __init__(self, device_type: str | Context, device_id: int = 0) -> None:
        if isinstance(device_type, Context):
            self.device_typeid, self.device_id = device_type.device_typeid, device_type.device_id
        else:
            if device_type not in _ID_OF:
                raise KeyError(f"{device_type!r} is no type of device: {not_a_context(device_type)}")
            if type(device_id) is not int:  # 1.9.1 raises where the context is used
                if not isinstance(device_id, (Integral, float, np.floating)):
                    raise TypeError(f"the number of a {device_type} must be an integer, got {device_id!r}")
                device_id = int(device_id)
            self.device_typeid, self.device_id = _ID_OF[device_type], device_id

    def __setstate__(self, state: Any) -> None:
        """Take the state of a pickle: of 1.9.1, whose contexts have a ``__dict__``, or our own."""
        facts = state[1] if isinstance(state, tuple) else state
        self.device_typeid, self.device_id = facts["device_typeid"], facts["device_id"]

    @property
    def default_ctx(self) -> Context:
        """The current context of this thread, as the class says. Deprecated."""
        _deprecated()
        return current_context()

    @property
    def device_type(self) -> str:
        """``'cpu'``, ``'gpu'``, ``'cpu_pinned'`` or ``'cpu_shared'``."""
        return _TYPE_OF[self.device_typeid]

    @property
    def torch_device(self) -> torch.device:
        """PyTorch's device of this context.

        Raises :class:`MXNetError` for a GPU that this machine does not have.
        """
        if self.device_typeid != 2:
            return CPU
        return _gpu_device(self.device_id)

    def device_for(self, dtype: torch.dtype) -> torch.device:
        """Return PyTorch's device that holds this context's arrays of a type; see :mod:`.placement`."""
        if self.device_typeid != 2:
            return CPU
        return placement.device_for(_gpu_device(self.device_id), dtype)

    def __hash__(self) -> int:
        return hash((self.device_typeid, self.device_id))

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, Context)
            and self.device_typeid == other.device_typeid
            and self.device_id == other.device_id
        )

    def __str__(self) -> str:
        return f"{self.device_type}({self.device_id})"

    __repr__ = __str__

    def __reduce__(self) -> tuple[type[Context], tuple[str, int]]:
        return Context, (self.device_type, self.device_id)

    def __enter__(self) -> Context:
        values = vars(current)
        end = values["end"]
        leave = partial(values.update, {"value": values["value"], end: values[end]})
        values[end] = leave  # from here on nothing is called: no handler of a signal runs in between
        values["value"] = self
        return self

    __exit__ = Ending(lambda _: current.exit)  # type: ignore[has-type]

    def empty_cache(self) -> None:
        """Give cached but unused memory back to the system: a GPU's, or what the C library keeps of a process's."""
        device = self.torch_device
        if device.type == "cuda":
            torch.cuda.empty_cache()
        elif device.type == "mps":
            torch.mps.empty_cache()
        else:
            give_back_unused()


@lru_cache
def _shared(device_type: str, device_id: int) -> Context:
    """Return the context that all have who name it: one and the same is found equal without a call."""
    return Context(device_type, device_id)


def _context(device_type: str, device_id: int) -> Context:
    return _shared(device_type, device_id) if type(device_id) is int else Context(device_type, device_id)


CPU0 = _shared("cpu", 0)


_threads = itertools.count()


class _Current(threading.local):
    """A thread's context, and how its innermost ``with`` block ends: blocks end from the inside out."""

    def __init__(self) -> None:
        self.value = CPU0
        #: the name of what ends the block; threads have their own names: a generator may be closed in another thread
        self.end = f"end{next(_threads)}"
        setattr(self, self.end, bool)  # no block: nothing ends
        self.exit = exit_by(partial(methodcaller(self.end), self))

    def __getattr__(self, name: str) -> Callable[[], object]:
        if name.startswith("end"):
            return bool  # another thread's
        raise AttributeError(name)


current = _Current()
Context._default_ctx = current  # type: ignore[attr-defined]  # programs set ``mx.Context._default_ctx.value``


def _gpu_device(device_id: int) -> torch.device:
    """Return PyTorch's device of ``gpu(device_id)``: the only function that knows what GPUs are."""
    if simulated_gpus.COUNT:
        if device_id in range(simulated_gpus.COUNT):
            simulated_gpus.announce()
            return CPU
        raise MXNetError(
            f"gpu({device_id}) does not exist: {simulated_gpus.VARIABLE} asks for {simulated_gpus.COUNT} simulated "
            "GPU(s)"
        )
    if torch.cuda.is_available():
        if device_id < torch.cuda.device_count():
            return torch.device("cuda", device_id)
    elif torch.backends.mps.is_available() and device_id == 0:
        return torch.device("mps")
    raise MXNetError(
        f"gpu({device_id}) does not exist: this machine has {num_gpus()} GPU(s) that PyTorch can use; with the "
        f"environment variable {simulated_gpus.VARIABLE}=cpu:{device_id + 1} the processor simulates {device_id + 1}"
    )


def num_gpus() -> int:
    """Return how many GPUs ``mx.gpu(i)`` can name here (CUDA devices, or Apple's GPU, or simulated ones).

    Returns
    -------
    An int, 0 without any.

    Examples
    --------
    >>> mx.context.num_gpus() >= 0
    True
    """
    if simulated_gpus.COUNT:
        return simulated_gpus.COUNT
    if torch.cuda.is_available():
        return torch.cuda.device_count()
    return int(torch.backends.mps.is_available())


def gpu_memory_info(device_id: int = 0) -> tuple[int, int]:
    """Return the free and total memory of a GPU; the machine's for a simulated one.

    Parameters
    ----------
    device_id
        The number of the device, from 0.

    Returns
    -------
    ``(free, total)`` in bytes.

    Examples
    --------
    >>> if mx.context.num_gpus():
    ...     free, total = mx.context.gpu_memory_info(0)
    """
    device = _gpu_device(device_id)
    if device.type == "cpu":
        return simulated_gpus.memory()
    if device.type == "cuda":
        free, total = torch.cuda.mem_get_info(device)
        return free, total
    total = torch.mps.recommended_max_memory()
    return total - torch.mps.driver_allocated_memory(), total


def cpu(device_id: int = 0) -> Context:
    """Return a CPU context; all of them are the same processor.

    Parameters
    ----------
    device_id
        A number, to tell contexts apart; it says nothing of the cores that are used.

    Returns
    -------
    A :class:`Context`.

    Examples
    --------
    >>> nd.zeros((2,), ctx=mx.cpu()).context
    cpu(0)
    """
    return _context("cpu", device_id)


def cpu_pinned(device_id: int = 0) -> Context:
    """Return a context of page-locked CPU memory; arrays in it are ordinary CPU arrays here.

    Parameters
    ----------
    device_id
        A number.

    Returns
    -------
    A :class:`Context`.

    Examples
    --------
    >>> mx.cpu_pinned()
    cpu_pinned(0)
    """
    return _context("cpu_pinned", device_id)


def gpu(device_id: int = 0) -> Context:
    """Return the context of a GPU. It may be made anywhere; using it needs the device.

    Parameters
    ----------
    device_id
        The number of the device, from 0.

    Returns
    -------
    A :class:`Context`.

    Examples
    --------
    >>> mx.gpu(1)
    gpu(1)
    >>> ctx = mx.gpu() if mx.context.num_gpus() else mx.cpu()
    """
    return _context("gpu", device_id)


def current_context() -> Context:
    """Return the context of the innermost ``with`` block of this thread, ``cpu(0)`` outside of any.

    Returns
    -------
    A :class:`Context`.

    Examples
    --------
    >>> mx.current_context()
    cpu(0)
    """
    return current.value


def not_a_context(value: object) -> str:
    """Return what is wrong with a value that should be a context, and what may be meant."""
    shown = f"the function {value.__name__}" if inspect.isfunction(value) else repr(value)
    expected = f"expected a context such as mx.cpu(), got {shown}"
    if any(value is function for function in (cpu, gpu, cpu_pinned)):
        return f"{expected}: call it: mx.{value.__name__}()"  # type: ignore[attr-defined]
    if isinstance(value, int) and not isinstance(value, bool):
        return f"{expected}; did you mean mx.gpu({value})? (shapes are one tuple: zeros((2, 3)))"
    name = re.match(r"(cpu|gpu|cuda)(?:[(:](\d+)\)?)?$", value) if isinstance(value, str) else None
    if name is None:
        return expected
    return f"{expected}; did you mean mx.{'cpu' if name[1] == 'cpu' else 'gpu'}({name[2] or ''})?"


def checked_context(value: Any) -> Context:
    """Return a context; raise :class:`InvalidContext` for what is none."""
    if not isinstance(value, Context):
        raise InvalidContext(f"ctx: {not_a_context(value)}")
    return value


def context_of(device: torch.device) -> Context:
    """Return the context for a tensor's device."""
    if device.type == "cpu":
        return CPU0
    return _shared("gpu", device.index or 0)


def context_of_call(device: torch.device) -> Context:
    """Return the context that a call which has only tensors computes on: of their device, or a simulated GPU."""
    return simulated_gpus.computing_context() or context_of(device)


# -- ``device=``, MXNet 2's name of the argument ``ctx`` ---------------------------------------------------------------


F = TypeVar("F", bound=Callable[..., Any])


def takes_device(function: F) -> F:
    """Let a function with an argument ``ctx`` (or ``ctx_list``) take it as ``device`` (``device_list``), too."""
    signature = inspect.signature(function)
    old = next(name for name in ("ctx", "ctx_list") if name in signature.parameters)
    new = old.replace("ctx", "device")
    position = list(signature.parameters).index(old)

    @functools.wraps(function)
    def call(*args: Any, **kwargs: Any) -> Any:
        if new in kwargs:
            device = kwargs.pop(new)
            if device is not None:
                if old in kwargs or len(args) > position:
                    raise TypeError(f"{function.__name__}: {old} and {new} are the same argument")
                kwargs[old] = device
        return function(*args, **kwargs)

    keyword = inspect.Parameter(new, inspect.Parameter.KEYWORD_ONLY, default=None, annotation="Any")
    parameters = list(signature.parameters.values())
    at = next((i for i, p in enumerate(parameters) if p.kind is p.VAR_KEYWORD), len(parameters))
    call.__signature__ = signature.replace(parameters=[*parameters[:at], keyword, *parameters[at:]])  # type: ignore[attr-defined]
    return call  # type: ignore[return-value]
