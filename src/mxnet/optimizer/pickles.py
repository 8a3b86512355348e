"""Reading a pickle as data: its structure, with nothing imported and nothing called.

Python's own unpickler runs what the file says. This reader keeps what the file *would* call as a
:class:`PickledCall` (of a :class:`Name`, with arguments, and the state and items set on the result), and leaves it to
the caller to recognize the few things that it expects. Every protocol is read; extension
codes, persistent ids and buffers kept outside the file are refused.
"""

import pickletools
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from ..core.errors import MXNetUnpicklingError


@dataclass(frozen=True)
class Name:
    """Something importable, named but not imported."""

    module: str
    name: str

    def __str__(self) -> str:
        return f"{self.module}.{self.name}"


@dataclass(eq=False)
class PickledCall:
    """A call that a pickle asks for. ``state`` is what it sets on the result, ``items`` what it puts or appends."""

    function: Any
    args: Any
    state: Any = None
    items: list[Any] = field(default_factory=list)


class _Refused(Exception):
    """The pickle is broken, or calls something that data do not need."""


_MARK = object()
_SCALARS = (int, float, str, bytes, bool, type(None))


def read_pickle(data: bytes) -> Any:
    """Return what a pickle holds: numbers, texts, bytes, containers, :class:`Name` and :class:`PickledCall`.

    What stands after it is ignored, as by Python. Shared objects stay shared, so the result can be deeply nested or
    contain itself: walk it with a limit. Raises :class:`MXNetUnpicklingError`
    for whatever is no complete, harmless pickle.
    """
    return read_beginning(data)[0]


def read_beginning(data: bytes) -> tuple[Any, int]:
    """Return what the pickle at the beginning of ``data`` holds (see :func:`read_pickle`), and its length."""
    machine = _Machine()
    position: int | None = 0
    text = bytes(memoryview(data))
    try:
        for opcode, argument, at in pickletools.genops(text):
            position = at
            if opcode.name == "STOP":
                return machine.pop(), (at or 0) + 1
            step = _STEPS.get(opcode.name)
            if step is None:
                raise _Refused(f"{opcode.name} has no place in a file of data")
            step(machine, argument)
    except (_Refused, ValueError, IndexError, KeyError, TypeError, OverflowError) as error:
        cause = "it refers to what is not there" if isinstance(error, IndexError) else error
        raise MXNetUnpicklingError(f"not a pickle of data: {cause} (at byte {position})") from error
    raise MXNetUnpicklingError("not a pickle of data: it ends too early")


class Keys:
    """Admits the keys of dicts and sets that a file has made.

    They need no foreign code and no depth to be hashed, and few have the hash of another one: a dict of those takes a
    time that grows with its square, and they are easily made of integers.
    """

    #: how many keys may have the hash of another one
    MOST = 1000

    def __init__(self) -> None:
        self._by_hash: dict[int, Any] = {}
        self._collisions = 0

    def check(self, key: Any) -> Any:
        """Return a key; raise :class:`MXNetUnpicklingError` for one that is not admitted."""
        if not (isinstance(key, _SCALARS) or (isinstance(key, tuple) and all(isinstance(k, _SCALARS) for k in key))):
            raise MXNetUnpicklingError(f"not a pickle of data: {_shown(key)} as a key")
        if self._by_hash.setdefault(hash(key), key) != key:
            self._collisions += 1
            if self._collisions > self.MOST:
                raise MXNetUnpicklingError(f"not a pickle of data: more than {self.MOST} keys made to have one hash")
        return key


def _shown(value: Any) -> str:
    return "nothing" if value is None else f"a {type(value).__name__}"


class _Machine:
    """The stack and the memory of the pickle language."""

    def __init__(self) -> None:
        self.stack: list[Any] = []
        self.memo: dict[int, Any] = {}
        self.keys = Keys()

    def push(self, value: Any) -> None:
        self.stack.append(value)

    def pop(self) -> Any:
        if not self.stack or self.stack[-1] is _MARK:
            raise _Refused("a value is missing")
        return self.stack.pop()

    def top(self) -> Any:
        if not self.stack or self.stack[-1] is _MARK:
            raise _Refused("a value is missing")
        return self.stack[-1]

    def pop_to_mark(self) -> list[Any]:
        values: list[Any] = []
        while self.stack:
            value = self.stack.pop()
            if value is _MARK:
                return values[::-1]
            values.append(value)
        raise _Refused("a mark is missing")

    def recall(self, key: Any) -> None:
        if int(key) not in self.memo:
            raise _Refused(f"nothing was remembered as {key}")
        self.push(self.memo[int(key)])


def _put(machine: _Machine, target: Any, values: list[Any]) -> None:
    """Set the ``key, value, key, value...`` of a dict-like thing."""
    if len(values) % 2:
        raise _Refused("a key without a value")
    pairs = [(machine.keys.check(values[i]), values[i + 1]) for i in range(0, len(values), 2)]
    if isinstance(target, PickledCall):
        target.items.extend(pairs)
    elif isinstance(target, dict):
        target.update(pairs)
    else:
        raise _Refused(f"items set on {_shown(target)}")


def _extend(machine: _Machine, target: Any, values: list[Any]) -> None:
    if isinstance(target, PickledCall):
        target.items.extend(values)
    elif isinstance(target, list):
        target.extend(values)
    elif isinstance(target, set):
        target.update(map(machine.keys.check, values))
    else:
        raise _Refused(f"values appended to {_shown(target)}")


def _set_state(machine: _Machine, _: Any) -> None:
    state = machine.pop()
    target = machine.top()
    if not isinstance(target, PickledCall):
        raise _Refused(f"a state set on {_shown(target)}")
    target.state = state


def _call(machine: _Machine, function: Any, args: Any) -> None:
    if not isinstance(function, Name):
        raise _Refused("a call of what is no function")
    machine.push(PickledCall(function, args))


def _reduce(machine: _Machine, _: Any) -> None:
    args = machine.pop()
    _call(machine, machine.pop(), args)


def _new_ex(machine: _Machine, _: Any) -> None:
    keywords, args = machine.pop(), machine.pop()
    if keywords:
        raise _Refused("an object made with keyword arguments")
    _call(machine, machine.pop(), args)


def _instance(machine: _Machine, name: str) -> None:
    module, _, function = name.partition(" ")
    _call(machine, Name(module, function), tuple(machine.pop_to_mark()))


def _object(machine: _Machine, _: Any) -> None:
    values = machine.pop_to_mark()
    _call(machine, values[0], tuple(values[1:]))


def _global(machine: _Machine, name: str) -> None:
    module, _, function = name.partition(" ")
    machine.push(Name(module, function))


def _stack_global(machine: _Machine, _: Any) -> None:
    name, module = machine.pop(), machine.pop()
    if not (isinstance(name, str) and isinstance(module, str)):
        raise _Refused("a name that is no text")
    machine.push(Name(module, name))


def _set_item(machine: _Machine, _: Any) -> None:
    value, key = machine.pop(), machine.pop()
    _put(machine, machine.top(), [key, value])


def _set_items(machine: _Machine, _: Any) -> None:
    values = machine.pop_to_mark()
    _put(machine, machine.top(), values)


def _append(machine: _Machine, _: Any) -> None:
    value = machine.pop()
    _extend(machine, machine.top(), [value])


def _appends(machine: _Machine, _: Any) -> None:
    values = machine.pop_to_mark()
    _extend(machine, machine.top(), values)


def _dict(machine: _Machine, _: Any) -> None:
    result: dict[Any, Any] = {}
    _put(machine, result, machine.pop_to_mark())
    machine.push(result)


def _remember(machine: _Machine, key: Any) -> None:
    machine.memo[int(key)] = machine.top()


def _pop(machine: _Machine, _: Any) -> None:
    if not machine.stack:
        raise _Refused("nothing to drop")
    machine.stack.pop()


def _pop_to_mark(machine: _Machine, _: Any) -> None:
    machine.pop_to_mark()


def _constant(value: Callable[[], Any]) -> Callable[[_Machine, Any], None]:
    return lambda machine, _: machine.push(value())


def _tuple(size: int) -> Callable[[_Machine, Any], None]:
    return lambda machine, _: machine.push(tuple([machine.pop() for _ in range(size)][::-1]))


_STEPS: dict[str, Callable[[_Machine, Any], None]] = {
    "PROTO": lambda machine, _: None,
    "FRAME": lambda machine, _: None,
    "MARK": lambda machine, _: machine.push(_MARK),
    "POP": _pop,
    "POP_MARK": _pop_to_mark,
    "DUP": lambda machine, _: machine.push(machine.top()),
    "NONE": _constant(lambda: None),
    "NEWTRUE": _constant(lambda: True),
    "NEWFALSE": _constant(lambda: False),
    "EMPTY_LIST": _constant(list),
    "EMPTY_TUPLE": _constant(tuple),
    "EMPTY_DICT": _constant(dict),
    "EMPTY_SET": _constant(set),
    "LIST": lambda machine, _: machine.push(machine.pop_to_mark()),
    "TUPLE": lambda machine, _: machine.push(tuple(machine.pop_to_mark())),
    "TUPLE1": _tuple(1),
    "TUPLE2": _tuple(2),
    "TUPLE3": _tuple(3),
    "DICT": _dict,
    "FROZENSET": lambda machine, _: machine.push(frozenset(map(machine.keys.check, machine.pop_to_mark()))),
    "SETITEM": _set_item,
    "SETITEMS": _set_items,
    "APPEND": _append,
    "APPENDS": _appends,
    "ADDITEMS": _appends,
    "MEMOIZE": lambda machine, _: _remember(machine, len(machine.memo)),
    "GLOBAL": _global,
    "STACK_GLOBAL": _stack_global,
    "REDUCE": _reduce,
    "NEWOBJ": _reduce,
    "NEWOBJ_EX": _new_ex,
    "INST": _instance,
    "OBJ": _object,
    "BUILD": _set_state,
}
_STEPS.update(dict.fromkeys(("PUT", "BINPUT", "LONG_BINPUT"), _remember))
_STEPS.update(dict.fromkeys(("GET", "BINGET", "LONG_BINGET"), lambda machine, key: machine.recall(key)))
_VALUES = (
    ("INT", "BININT", "BININT1", "BININT2", "LONG", "LONG1", "LONG4", "FLOAT", "BINFLOAT")
    + ("STRING", "BINSTRING", "SHORT_BINSTRING", "UNICODE", "SHORT_BINUNICODE", "BINUNICODE", "BINUNICODE8")
    + ("BINBYTES", "SHORT_BINBYTES", "BINBYTES8", "BYTEARRAY8")
)
_STEPS.update(
    dict.fromkeys(_VALUES, lambda machine, value: machine.push(bytes(value) if type(value) is bytearray else value))
)
