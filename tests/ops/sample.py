"""A sample: one call of an operator that the contract test tries in every way an operator can be called.

Each family of operators has a table of samples in ``samples/<family>.py``, a module with a list ``SAMPLES``. The
tables need NumPy alone: they are read by the contract test, and by ``record.py`` under Apache MXNet 1.9.1, which
stores what it answers (values and gradients) in ``tests/data/ops/<family>.npz``.

What a sample is held against:

* ``expect`` - a NumPy function of the inputs and attributes; None: the recorded answer of 1.9.1
* ``grad`` - ``"recorded"`` (the answer of 1.9.1 for random head gradients), ``"numeric"`` (central differences, where
  1.9.1 is wrong or has none), ``"zero"``, or ``"none"`` (not differentiable: nothing is asked)
* ``check`` - a function of ``(outputs, inputs, attrs)`` with assertions of its own, for random operators
"""

from __future__ import annotations

import importlib
import pkgutil
import zlib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

_TOLERANCES = {"float64": (1e-10, 1e-12), "float16": (1e-2, 1e-2), "bfloat16": (2e-2, 2e-2)}
_NUMPY_PLACES = (
    ("numpy._op", "_np_"),
    ("numpy._internal", "_npi_"),
    ("numpy_extension.image", "_npx__image_"),
    ("numpy_extension", "_npx_"),
)
_PLACES = (("contrib", "_contrib_"), ("linalg", "_linalg_"), ("image", "_image_"), ("random", "_random_"))
FLOATS = ("float32", "float64", "float16")
INTS = ("int32", "int64", "int8", "uint8")


@dataclass(frozen=True)
class Arg:
    """How one input is made: ``make(random)`` gives its values; ``dtype`` None follows the sample's type."""

    text: str
    make: Callable[[np.random.RandomState], Any]
    dtype: str | None = None


def normal(*shape: int, dtype: str | None = None) -> Arg:
    """Return an input with standard normal values."""
    return Arg(f"normal{shape}", lambda random: random.standard_normal(shape), dtype)


def uniform(low: float, high: float, *shape: int, dtype: str | None = None) -> Arg:
    """Return an input with values evenly distributed between ``low`` and ``high``."""
    return Arg(f"uniform{(low, high, *shape)}", lambda random: random.uniform(low, high, shape), dtype)


def ints(low: int, high: int, *shape: int, dtype: str | None = None) -> Arg:
    """Return an input with integers from ``low`` to ``high - 1``."""
    return Arg(f"ints{(low, high, *shape)}", lambda random: random.randint(low, high, shape), dtype)


def distinct(*shape: int, dtype: str | None = None) -> Arg:
    """Return an input whose values all differ, by 0.5 at least (no ties for max, sort and pooling)."""

    def make(random: np.random.RandomState) -> Any:
        size = int(np.prod(shape))
        return (random.permutation(size) - size // 2).reshape(shape) * 0.5

    return Arg(f"distinct{shape}", make, dtype)


def const(values: Any, dtype: str | None = None) -> Arg:
    """Return an input with exactly these values."""
    return Arg("const", lambda random: np.array(values, dtype="float64" if dtype is None else dtype), dtype)


@dataclass(frozen=True)
class OpSample:
    """One call of an operator; see the module's text."""

    op: str
    inputs: tuple[Arg, ...] = ()
    attrs: Mapping[str, Any] = field(default_factory=dict)
    expect: Callable[..., Any] | None = None
    grad: str = "recorded"
    #: the data types to try; inputs without a type of their own take it
    dtypes: tuple[str, ...] = ("float32",)
    #: what tells apart two samples of one operator with equal attributes
    case: str = ""
    rtol: float | None = None
    atol: float | None = None
    is_train: bool = True
    check: Callable[..., None] | None = None
    #: the numbers of the inputs that the call changes (states of update operators, moving statistics)
    states: tuple[int, ...] = ()
    #: the numbers of the inputs that receive the results (``out=``)
    into: tuple[int, ...] = ()
    #: False where 1.9.1 cannot be asked: it crashes, or answers what we do not want to repeat
    recordable: bool = True

    @property
    def label(self) -> str:
        """A readable name, unique in the family's table."""
        attrs = ",".join(f"{k}={v}" for k, v in self.attrs.items())
        return f"{self.op}({attrs})" + (f"-{self.case}" if self.case else "")

    @property
    def is_np(self) -> bool:
        """Whether the operator is one of the NumPy interface, whose arrays are those of ``mx.np``."""
        return self.op.startswith(("_np_", "_npi_", "_npx_"))

    @property
    def needs_record(self) -> bool:
        """Whether the sample is held against an answer of 1.9.1."""
        return self.recordable and ((self.expect is None and self.check is None) or self.grad == "recorded")

    @property
    def changes(self) -> bool:
        """Whether the call changes an input."""
        return bool(self.states or self.into)

    def arrays(self, dtype: str) -> list[np.ndarray]:
        """Return the inputs; the same ones in every process."""
        random = np.random.RandomState(zlib.crc32(self.label.encode()))
        return [np.asarray(arg.make(random)).astype(arg.dtype or dtype) for arg in self.inputs]

    def heads(self, outputs: list[np.ndarray]) -> list[np.ndarray]:
        """Return the head gradients to use for these outputs."""
        random = np.random.RandomState(zlib.crc32(self.label.encode()) ^ 1)
        return [np.asarray(random.uniform(-1, 1, o.shape)).astype(o.dtype) for o in outputs]

    def tolerance(self, dtype: str) -> dict[str, float]:
        """Return ``rtol`` and ``atol`` for results of a type; the sample's own hold for all but float16."""
        rtol, atol = _TOLERANCES.get(dtype, (1e-5, 1e-6))
        if dtype == "float16":
            return {"rtol": rtol, "atol": max(atol, self.atol or 0)}
        return {"rtol": rtol if self.rtol is None else self.rtol, "atol": atol if self.atol is None else self.atol}


def is_float(dtype: str) -> bool:
    """Return whether arrays of a data type have gradients."""
    return dtype in FLOATS or dtype == "bfloat16"


def function(namespace: Any, op: str) -> Callable[..., Any]:
    """Return the function of an operator in ``mx.nd`` or ``mx.sym``."""
    for place, prefix in _NUMPY_PLACES:
        if op.startswith(prefix):
            result = importlib.import_module(f"{namespace.__name__}.{place}")
            return _of_numpy_arrays(getattr(result, op[len(prefix) :]))
    for place, prefix in _PLACES:
        if op.startswith(prefix) and hasattr(getattr(namespace, place), op[len(prefix) :]):
            return getattr(getattr(namespace, place), op[len(prefix) :])
    return getattr(namespace._internal if op.startswith("_") else namespace.op, op)


def _of_numpy_arrays(call: Callable[..., Any]) -> Callable[..., Any]:
    """Let a function of the NumPy interface take classic arrays or symbols, for which it gets those of its own kind."""

    def converted(*arrays: Any, out: Any = None, **attributes: Any) -> Any:
        given = [array.as_np_ndarray() if hasattr(array, "as_np_ndarray") else array for array in arrays]
        if out is None:
            return call(*given, **attributes)
        several = isinstance(out, (list, tuple))
        targets = [item.as_np_ndarray() for item in out] if several else out.as_np_ndarray()
        assert call(*given, out=targets, **attributes) is targets
        return out

    return converted


def families() -> Iterator[tuple[str, list[OpSample]]]:
    """Yield ``(family, its samples)`` for every table in ``samples/``."""
    package = importlib.import_module("tests.ops.samples")
    for result in sorted(pkgutil.iter_modules(package.__path__), key=lambda m: m.name):
        yield result.name, list(importlib.import_module(f"{package.__name__}.{result.name}").SAMPLES)
