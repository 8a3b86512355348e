"""The choice between the fast and plain forms of a computation, made when the process starts."""

from collections.abc import Callable, Mapping
from operator import attrgetter
from typing import Any, NamedTuple, TypeVar

import torch

from ..core import environment
from ..core.tracing import traced
from .processor import family
from .sizes import SIZES

_Form = TypeVar("_Form", bound=Callable[..., Any])
#: whether this process uses plain forms only
PLAIN = environment.flag("MXNET_PLAIN_KERNELS", False)
#: the variable that names another processor family; ``every``: fast forms at every size, for measuring them
FAMILY = "MXNET_PROCESSOR_FAMILY"
#: every size
EVERY = range(1 << 62)
#: elements of intermediate results that stay in the processor's cache
CACHED = 1 << 16


class Grid(NamedTuple):
    """How a form is measured: ``python -m benchmarks.kernels``."""

    #: what sizes count
    unit: str
    #: the arguments for a size
    arguments: Callable[[int], tuple[Any, ...]]
    #: the powers of two that sizes lie between
    powers: tuple[int, int] = (10, 22)
    #: what the form is measured against, where its plain form only says that the operator's own steps are taken
    plain: Callable[..., Any] | None = None
    #: what is measured, where it is not the form itself
    fast: Callable[..., Any] | None = None
    #: the only pass that it changes, "forward" or "backward"; empty: both
    only: str = ""


class Kernel(NamedTuple):
    """A computation: its fast form, which chooses by device, type and size, its plain form, and how it is measured."""

    fast: Callable[..., Any]
    plain: Callable[..., Any]
    grid: Grid | None = None


#: by name
KERNELS: dict[str, Kernel] = {}


def kernel(plain: Any, grid: Grid | None = None, used: bool = True) -> Callable[[_Form], _Form]:
    """Decorate a fast form: name the plain form that computes the same. Returns the form that is chosen.

    ``used``: whether the fast one is used for any size, see :func:`sizes`.
    """

    def choose(fast: _Form) -> _Form:
        KERNELS[fast.__name__] = Kernel(fast, plain, grid)
        return fast if used and not PLAIN else plain

    return choose


def agreed(rows: Mapping[str, Mapping[str, tuple[int, int | None]]]) -> dict[str, tuple[int, int | None]]:
    """Return the sizes at which each form is used by all families."""
    first, *others = rows.values()
    result: dict[str, tuple[int, int | None]] = {}
    for name in first:
        if all(name in row for row in others):
            low, high = zip(*(row[name] for row in rows.values()), strict=True)
            result[name] = max(low), min((end for end in high if end is not None), default=None)
    return result


def _row() -> dict[str, tuple[int, int | None]]:
    name = environment.word(FAMILY, (*SIZES, "unknown", "every")) or family()
    if name == "every":
        return {name: (0, None) for row in SIZES.values() for name in row}
    return SIZES[name] if name in SIZES else agreed(SIZES)


_ROW = {} if PLAIN else _row()


def sizes(name: str) -> range:
    """Return the sizes at which this process uses a fast form: those of its processor family."""
    low, high = _ROW.get(name, (0, -1))
    return EVERY[low:] if high is None else range(low, high + 1)


_ONEDNN: Any = torch.backends.mkldnn
#: whether this PyTorch has oneDNN, and fast forms are switched on
HAS_ONEDNN: bool = not PLAIN and _ONEDNN.is_available()

#: whether a tensor is on the CPU
on_cpu: Callable[[torch.Tensor], bool] = attrgetter("is_cpu")


def for_numpy(t: torch.Tensor) -> bool:
    """Return whether NumPy computes with a tensor what takes many small steps, each a third of a call of PyTorch's."""
    recorded = t.requires_grad and torch.is_grad_enabled()
    return not (PLAIN or recorded or traced()) and t.is_cpu and t.dtype is torch.float32
