"""The choice between PyTorch's undocumented function and its documented fallback."""

import logging
import os
import sys
import threading
from collections.abc import Callable
from operator import attrgetter
from typing import Any

import torch

from ..interruptions import unless_interrupted

VARIABLE = "MXNET_TORCH_FALLBACKS"
_log = logging.getLogger(__name__)


class Private:
    """An undocumented function of PyTorch's, what it is tried with, and the documented one in its place.

    ``found`` returns PyTorch's function or raises; ``example`` returns arguments, which both functions must treat
    alike, results and what is written to the arguments. ``probe`` says whether a found function is right.
    """

    def __init__(self, path: str | Callable[[], Any], probe: Callable[[Any], bool] | None, example: Any) -> None:
        self._path, self._probe, self.example = path, probe, example
        self.name = ""
        self.fallback: Callable[..., Any] = _missing
        self._chosen: Callable[..., Any] | None = None

    def __call__(self, fallback: Callable[..., Any]) -> Callable[..., Any]:
        """Register the documented fallback; return the function that chooses between both at its first call."""
        self.name, self.fallback = fallback.__name__, fallback

        def first_call(*args: Any, **kwargs: Any) -> Any:
            return (self._chosen or self.choose())(*args, **kwargs)

        first_call.__doc__ = fallback.__doc__
        PRIVATE[self.name] = self
        return first_call

    def resolve(self) -> Any:
        """Return PyTorch's function; raise where there is none."""
        return attrgetter(self._path)(torch) if isinstance(self._path, str) else self._path()

    def matches_fallback(self, function: Any) -> bool:
        """Return whether a function does what the documented one does."""
        if self._probe is not None:
            return self._probe(function)
        return all(_outcome(function, case) == _outcome(self.fallback, case) for case in self.example())

    def choose(self) -> Callable[..., Any]:
        """Return the function to call; from now on it is the package's attribute of this name."""
        if self._chosen is None:
            reason = f"{VARIABLE} is set" if _is_forced(self.name) else self._fault()
            if reason:
                level = logging.INFO if _is_forced(self.name) else logging.WARNING
                _log.log(level, "PyTorch %s: %s takes the documented way: %s", torch.__version__, self.name, reason)
            self._chosen = self.fallback if reason else self.resolve()
            setattr(sys.modules[__package__], self.name, self._chosen)
        return self._chosen

    def _fault(self) -> str:
        """Return what is wrong with PyTorch's function, tried without the modes of the calling thread.

        In a thread of its own only where there are such modes: PyTorch would start the threads of its operators
        anew there, which takes milliseconds.
        """
        if not _has_modes():
            with torch.enable_grad():
                return self._tried()
        faults = ["the probe did not end"]

        def run() -> None:
            faults[0] = self._tried()

        thread = threading.Thread(target=run, name=f"probe of {self.name}")
        thread.start()
        thread.join()
        return faults[0]

    def _tried(self) -> str:
        """Return what is wrong with PyTorch's function, called in this thread; empty if nothing is."""
        try:
            return "" if self.matches_fallback(self.resolve()) else "it gives other results on a small example"
        except unless_interrupted(Exception) as error:
            return f"{type(error).__name__}: {error}"


def _has_modes() -> bool:
    """Return whether this thread has modes that see or change what a probe does; True where there is no knowing."""
    c: Any = torch._C
    try:
        modes = torch.is_inference_mode_enabled() or torch.is_autocast_enabled("cpu") or torch.compiler.is_compiling()
        stacks = c._len_torch_dispatch_stack() or c._len_torch_function_stack()
        level, hooks = c._functorch.maybe_current_level(), c._autograd._top_saved_tensors_default_hooks(False)
        return bool(modes or stacks or level is not None or hooks is not None)
    except (AttributeError, TypeError):
        return True


#: by our name
PRIVATE: dict[str, Private] = {}


def _missing(*_: Any, **__: Any) -> Any:
    raise NotImplementedError


def _is_forced(name: str) -> bool:
    chosen = os.environ.get(VARIABLE, "").strip()
    if chosen.lower() in ("", "0", "1", "false", "true"):
        return chosen.lower() in ("1", "true")
    names = [item.strip() for item in chosen.split(",")]
    unknown = [name for name in names if name not in PRIVATE]
    if unknown:
        raise ValueError(f"{VARIABLE}: expected 0, 1 or some of {', '.join(PRIVATE)}; got {', '.join(unknown)}")
    return name in names


class _Outcome:
    """A call's results and written arguments; two are equal if their elements agree up to rounding."""

    def __init__(self, result: Any) -> None:
        self.tensors = _tensors(result)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Outcome) and all(
            a.dtype is b.dtype and torch.allclose(a, b, rtol=1e-4, atol=1e-5, equal_nan=True)
            for a, b in zip(self.tensors, other.tensors, strict=True)
        )


def _tensors(value: Any) -> list[torch.Tensor]:
    if isinstance(value, torch.Tensor):
        return [value.to_dense() if value.layout is not torch.strided else value]
    if isinstance(value, (tuple, list)):
        return [t for item in value for t in _tensors(item)]
    return []


def _outcome(function: Any, case: tuple[Any, ...]) -> _Outcome:
    def copied(value: Any) -> Any:
        if isinstance(value, torch.Tensor):
            return value.clone()
        return type(value)(map(copied, value)) if isinstance(value, (tuple, list)) else value

    *args, kwargs = copied(case)
    return _Outcome([function(*args, **kwargs), args])


def choose_mathematics() -> None:
    """Choose now between functions of numbers: a compiler, which reads ours, must find the chosen ones in them."""
    for private in PRIVATE.values():
        if private.example is not None:
            private.choose()


def chosen(name: str) -> Any:
    """Return the chosen function of a name, for callers that keep it because a lookup here takes too long."""
    return PRIVATE[name].choose()


def has(name: str) -> bool:
    """Return whether PyTorch's own function of a name is there, for what has no documented one."""
    return chosen(name) is not PRIVATE[name].fallback


def private(
    path: str | Callable[[], Any], example: Any = None, probe: Callable[[Any], bool] | None = None
) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Say of the documented function that follows which undocumented one it stands for: a path below ``torch``, or
    what returns it. It is tried with the cases that ``example`` returns, or by ``probe``.
    """
    return Private(path, probe, example)


def refuse_options(*others: bool) -> None:
    """Refuse the arguments of PyTorch's functions that are not used here."""
    if any(others):
        raise NotImplementedError("only the attributes that remx gives have a documented form")


def sample(*shape: int, dtype: torch.dtype = torch.float32, shift: float = 0.0) -> torch.Tensor:
    """Return small distinct values, without drawing from a generator."""
    count = 1
    for n in shape:
        count *= n
    index = torch.arange(count, dtype=torch.float64, device="cpu")
    return (((index + 1 + shift) * 0.61803398875 % 1) * 2 - 1).to(dtype).reshape(shape)
