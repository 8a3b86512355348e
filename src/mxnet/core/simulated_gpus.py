"""GPUs that the processor simulates, for programs that ask for some: ``MXNET_GPUS=cpu:4``.

``gpu(0)`` to ``gpu(3)`` exist then, as contexts of their own: arrays of two of them do not mix, and each has a random
generator. Tensors know only PyTorch's device, which is one for all. So calls are wrapped (:func:`computing`) in what
compares their arrays' contexts, and tells the functions below them which context computes. The variable is read when
the library is imported; without it nothing is wrapped, and calls do nothing more.
"""

import functools
import multiprocessing
import os
import re
import sys
import threading
from collections.abc import Callable, Iterable
from typing import Any, Final

from .errors import MXNetError

VARIABLE = "MXNET_GPUS"


def parsed(text: str) -> int:
    """Return the number of GPUs that ``cpu:N`` asks for, 0 for an empty text; MXNetError for anything else."""
    if not text:
        return 0
    match = re.fullmatch(r"cpu:0*([1-9][0-9]{0,3})", text)
    if match is None:
        advice = f": did you mean cpu:{text}?" if re.fullmatch("[1-9][0-9]*", text) else ""
        raise MXNetError(
            f"{VARIABLE}: expected cpu:N, for N GPUs simulated by the processor (1-9999), got {text!r}{advice}"
        )
    return int(match[1])


#: how many GPUs are simulated; 0: none, those of the machine are used
COUNT: Final = parsed(os.environ.get(VARIABLE, ""))


class _Computing(threading.local):
    #: the context that the innermost call of this thread computes on, None outside of calls
    context: Any = None


_computing = _Computing()
_announced = False


def announce() -> None:
    """Say once, on stderr, that the processor computes; worker processes leave that to the one that started them."""
    global _announced
    if not _announced and multiprocessing.parent_process() is None:
        shown = f"mx.gpu(0) to mx.gpu({COUNT - 1}) are" if COUNT > 1 else "mx.gpu(0) is"
        print(f"{VARIABLE}=cpu:{COUNT}: {shown} simulated, the processor computes", file=sys.stderr, flush=True)
    _announced = True


def computing(context_of: Callable[..., Any]) -> Callable[[Callable[..., Any]], Any]:
    """Return a decorator: calls compute on the context that ``context_of`` says for their arguments.

    Without simulated GPUs the function itself is returned.
    """

    def decorate(function: Callable[..., Any]) -> Callable[..., Any]:
        if not COUNT:
            return function

        @functools.wraps(function)
        def wrapped(*args: Any, **kwargs: Any) -> Any:
            before = _computing.context
            _computing.context = context_of(*args, **kwargs)
            try:
                return function(*args, **kwargs)
            finally:
                _computing.context = before

        return wrapped

    return decorate


def computes_on(context: Any) -> None:
    """Say for the rest of the innermost call that it computes on a context, which its arrays do not tell."""
    _computing.context = context


def computing_context() -> Any:
    """Return the simulated GPU that the innermost call of this thread computes on, or None."""
    context = _computing.context
    return context if context is not None and context.device_type == "gpu" else None


def common_context(name: str, arrays: Iterable[Any]) -> Any:
    """Return the context of the arrays of a call of operator ``name``, None without any.

    Raises :class:`MXNetError` for a GPU beside another context. Different ``cpu(i)`` mix, as in MXNet 1.9.1.
    """
    present = [(i, array._ctx) for i, array in enumerate(arrays) if hasattr(array, "_ctx")]
    if not present:
        return None
    first, context = present[0]
    for i, other in present[1:]:
        if other != context and "gpu" in (other.device_type, context.device_type):
            raise MXNetError(
                f"operator {name}: all inputs must be in one context, but input {first} is in {context}, input {i} in "
                f"{other}: as_in_context copies"
            )
    return context


def memory() -> tuple[int, int]:
    """Return ``(free, total)`` memory of this machine in bytes, which simulated GPUs share; zeros if unknown."""
    if sys.platform == "win32":
        return 0, 0
    try:
        page = os.sysconf("SC_PAGE_SIZE")
        return page * os.sysconf("SC_AVPHYS_PAGES"), page * os.sysconf("SC_PHYS_PAGES")
    except (OSError, ValueError):  # a name that the system does not know
        return 0, 0
