"""The environment of a test: default context, environment variables, error output, retries."""

import contextlib
import functools
import os
import platform
import sys
from collections.abc import Callable, Iterator
from typing import Any

from ..core import context as _context
from ..core.context import Context, current_context, num_gpus
from ..util import getenv, setenv

__all__ = [
    "assert_exception", "default_context", "default_device", "discard_stderr", "environment", "has_tvm_ops",
    "is_aarch64_run", "is_cd_run", "is_op_runnable", "list_gpus", "retry", "set_default_context",
    "set_default_device",
]  # fmt: skip


def default_context() -> Context:
    """Return the context that tests run on: the current one."""
    return current_context()


def set_default_context(ctx: Context) -> None:
    """Make ``ctx`` the current context of this thread from here on."""
    _context.current.value = ctx


#: MXNet 2's names
default_device, set_default_device = default_context, set_default_context


def list_gpus() -> range:
    """Return the numbers of the GPUs there are."""
    return range(num_gpus())


@contextlib.contextmanager
def environment(*args: Any) -> Iterator[None]:
    """Set environment variables for the time of a ``with`` block.

    Takes a name and a value, or one dict of them; the value None removes a variable.
    """
    assert len(args) in (1, 2), "Expecting one dict arg or two args: env var name and value"
    settings = args[0] if len(args) == 1 else {args[0]: args[1]}
    assert isinstance(settings, dict), "Expecting one dict arg or two args: env var name and value"
    before = {name: getenv(name) for name in settings}
    try:
        for name, value in settings.items():
            setenv(name, value)
        yield
    finally:
        for name, value in before.items():
            setenv(name, value)


@contextlib.contextmanager
def discard_stderr() -> Iterator[None]:
    """Throw away what is written to the standard error output, by Python or below it, inside a ``with`` block."""
    sys.stderr.flush()
    descriptor = sys.__stderr__.fileno()
    saved = os.dup(descriptor)
    try:
        with open(os.devnull, "wb") as nowhere:
            os.dup2(nowhere.fileno(), descriptor)
        with open(os.devnull, "w") as nowhere, contextlib.redirect_stderr(nowhere):
            yield
    finally:
        os.dup2(saved, descriptor)
        os.close(saved)


def retry(n: int) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Return a decorator that runs a test up to ``n`` times until it raises no AssertionError."""
    assert n > 0, f"n: expected at least 1 run, got {n}"

    def decorate(test: Callable[..., Any]) -> Callable[..., Any]:
        @functools.wraps(test)
        def attempt(*args: Any, **kwargs: Any) -> Any:
            for _ in range(n - 1):
                with contextlib.suppress(AssertionError):
                    return test(*args, **kwargs)
            return test(*args, **kwargs)

        return attempt

    return decorate


def assert_exception(f: Callable[..., Any], exception_type: Any, *args: Any, **kwargs: Any) -> None:
    """Raise AssertionError unless ``f(*args, **kwargs)`` raises ``exception_type``."""
    try:
        f(*args, **kwargs)
    except exception_type:
        return
    raise AssertionError(f"{getattr(f, '__name__', f)} did not raise {exception_type}")


def is_cd_run() -> bool:
    """Tell whether this is a run that publishes a release (environment variable ``CD_JOB`` is 1)."""
    return os.environ.get("CD_JOB", "0") == "1"


def is_aarch64_run() -> bool:
    """Tell whether this machine is a 64-bit ARM."""
    return platform.machine() == "aarch64"


def has_tvm_ops() -> bool:
    """Tell whether operators compiled by TVM are there: they never are."""
    return False


def is_op_runnable() -> bool:
    """Tell whether the operators of the TVM tests can run here: on any processor they can."""
    return True
