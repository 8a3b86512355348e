"""What MXNet calls what programs look for by the names of other libraries, mostly PyTorch's.

:data:`NAMES` is the one table, made of ``other_names.json``; errors for names that are not there ask it.
"""

import json
from collections.abc import Callable, Iterable
from numbers import Number
from pathlib import Path
from typing import Any, TypeVar

from .errors import nearest

_Class = TypeVar("_Class", bound=type)

_TABLES: dict[str, dict[str, str]] = json.loads(Path(__file__).with_suffix(".json").read_text(encoding="utf-8"))
_FUNCTIONS = _TABLES.pop("functions")
#: by the module or class: the name there, and what MXNet's programs write
NAMES = _TABLES | {
    "mxnet.gluon.nn": _TABLES["mxnet.gluon.nn"] | _TABLES["mxnet.gluon.loss"],
    "mxnet.ndarray": _FUNCTIONS | _TABLES["mxnet.ndarray"],
    "mxnet.symbol": {name: text.replace("mx.nd.", "mx.sym.") for name, text in _FUNCTIONS.items()}
    | _TABLES["mxnet.symbol"],
}
#: Python's operators and functions that legacy arrays and symbols do not have, and what computes them
OPERATORS = {
    "__and__": ("&", "F.broadcast_logical_and(x, y)"),
    "__floordiv__": ("//", "F.floor(x / y)"),
    "__invert__": ("~", "F.logical_not(x)"),
    "__matmul__": ("@", "F.dot(x, y), or F.batch_dot(x, y)"),
    "__or__": ("|", "F.broadcast_logical_or(x, y)"),
    "__round__": ("round", "x.round()"),
    "__xor__": ("^", "F.broadcast_logical_xor(x, y)"),
}


def refuse_operators(cls: type, where: str, functions: str) -> None:
    """Have a class refuse :data:`OPERATORS` beside its own objects and numbers, saying what to write ``where``."""
    for name, (sign, instead) in OPERATORS.items():
        message = f"{sign} is no operator of {cls.__name__}: {where} {instead.replace('F.', functions)}"
        setattr(cls, name, _refusing(cls, message))


def _refusing(cls: type, message: str) -> Callable[..., Any]:
    def refuse(self: Any, *others: Any) -> Any:
        if all(isinstance(other, (cls, Number)) for other in others):
            raise TypeError(message)
        return NotImplemented

    return refuse


def missing_name(module: str, name: str, known: Iterable[str] = ()) -> AttributeError:
    """Return the error for a name that a module does not have, with what may be meant."""
    advice = NAMES.get(module, {}).get(name)
    hint = f"; MXNet has {advice}" if advice else nearest(name, [] if name.startswith("_") else known)
    return AttributeError(f"module {module!r} has no attribute {name!r}{hint}")


class OtherName:
    """An attribute that objects do not have, as another library's name for it: asking for it says MXNet's.

    ``hasattr`` is false, and what a program's own class, or an instance, has under the name comes first.
    """

    def __init__(self, text: str) -> None:
        self.text = text

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = name

    def __get__(self, instance: Any, owner: type) -> Any:
        for cls in owner.__mro__:
            value = vars(cls).get(self.name, self)
            if not isinstance(value, OtherName):
                return value.__get__(instance, owner) if hasattr(value, "__get__") else value
        shown = f"type object {owner.__name__!r}" if instance is None else f"{type(instance).__name__!r} object"
        message = f"{shown} has no attribute {self.name!r}; MXNet has {self.text}"
        raise AttributeError(message, name=self.name, obj=instance)


def says_other_names(cls: _Class) -> _Class:
    """Have the objects of a class say MXNet's names where they are asked for another library's: a decorator."""
    added = {name: OtherName(text) for name, text in NAMES[cls.__name__].items() if not hasattr(cls, name)}
    for name, other in added.items():
        other.__set_name__(cls, name)
        setattr(cls, name, other)

    def __dir__(self: Any) -> list[str]:
        return [name for name in object.__dir__(self) if name not in added or hasattr(self, name)]

    cls.__dir__ = __dir__  # type: ignore[assignment, method-assign]
    return cls
