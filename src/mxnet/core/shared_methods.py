"""Methods that several classes share without a common base class.

MXNet's public classes derive from each other directly: ``SGD.__base__`` is ``Optimizer``, and programs look for
subclasses that way. What such classes have in common is here in classes that are none of their bases.
"""

from abc import ABCMeta
from types import CellType, FunctionType
from typing import Any


class Shared(ABCMeta):
    """The metaclass of a class whose attributes are copied into the classes that derive from it.

    After ``class Momentum(Optimizer, metaclass=Shared)``, ``class SGD(Momentum)`` has the methods of ``Momentum``, and
    ``Optimizer`` for its only base: ``super()`` is an ``Optimizer`` in all of them. ``Momentum`` itself is no
    ``Optimizer``, but for a type checker. ``class Nesterov(Momentum, shared=True)`` is such a class too.

    It derives from ABCMeta for type checkers, to which a program's ``class Own(SGD, ABC)`` has both metaclasses.
    """

    _bases: tuple[type, ...]

    def __new__(mcs, name: str, bases: Any, namespace: dict[str, Any], shared: bool = False, **kwargs: Any) -> Any:
        parts = [base for base in bases if isinstance(base, Shared)]
        classes = {real: None for base in bases for real in (base._bases if isinstance(base, Shared) else (base,))}
        real_bases = tuple(cls for cls in classes if not any(cls in other.__mro__[1:] for other in classes))
        real_bases = real_bases or (object,)
        if shared or not parts:
            holder = super().__new__(mcs, name, tuple(parts), namespace)
            holder._bases = real_bases
            return holder
        cell = CellType()
        owners = (part for base in reversed(parts) for part in reversed(base.__mro__[:-1]))
        items = (item for part in owners for item in vars(part).items() if item[0] not in _OWN)
        copied = {key: _rebound(value, cell, f"{namespace['__qualname__']}.{key}") for key, value in items}
        result = type(real_bases[0])(name, real_bases, {**copied, **namespace}, **kwargs)
        cell.cell_contents = result
        return result

    def __init__(cls, name: str, bases: tuple[type, ...], namespace: dict[str, Any], **kwargs: Any) -> None:
        super().__init__(name, bases, namespace)


#: what every class has of its own
_OWN = {*vars(Shared("", (), {})), "__annotations__", "__orig_bases__", "__static_attributes__", "__firstlineno__"}


def _rebound(value: Any, cell: CellType, qualname: str) -> Any:
    """Return a method whose ``super()`` is that of the class in ``cell``; errors of its arguments name that class."""
    if isinstance(value, property):
        return property(*[_rebound(item, cell, qualname) for item in (value.fget, value.fset, value.fdel)])
    if isinstance(value, (classmethod, staticmethod)):
        return type(value)(_rebound(value.__func__, cell, qualname))
    if not isinstance(value, FunctionType):
        return value
    pairs = zip(value.__code__.co_freevars, value.__closure__ or (), strict=True)
    closure = tuple(cell if name == "__class__" else own for name, own in pairs)
    result = FunctionType(value.__code__, value.__globals__, value.__name__, value.__defaults__, closure)
    result.__kwdefaults__, result.__annotations__ = value.__kwdefaults__, value.__annotations__
    result.__module__, result.__qualname__, result.__doc__ = value.__module__, qualname, value.__doc__
    result.__dict__.update(vars(value))
    return result
