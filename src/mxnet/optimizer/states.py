"""Reading the files that hold an optimizer's states (``.states``), of every release, without running anything.

The files are pickles of ``{index: states}`` or of ``({index: states}, optimizer)``. They are read as data
(:mod:`mxnet.optimizer.pickles`); only what optimizers save is made from them: arrays, numbers, texts, containers, NumPy
values, optimizers and learning rate schedules. The objects get their attributes; no constructor or hook is called.

After a pickle without optimizer stands its :class:`Progress`. MXNet, as every reader of pickles, ignores what follows.
"""

from __future__ import annotations

import collections
import functools
import json
import math
import pickle
import re
import struct
from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict, dataclass
from typing import Any, Literal

import numpy as np

from .. import lr_scheduler, misc
from .. import ndarray as nd
from ..core.errors import MXNetError
from .base import Optimizer
from .pickles import Keys, Name, PickledCall, read_beginning

_DEEPEST = 64
_MOST_PARTS = 1_000_000
#: counts of updates, and other integers of an optimizer, are smaller
_LARGEST_COUNT = 1 << 53
#: The head and the end of an array file that holds one array without a name, around its bytes.
_FILE_HEAD, _FILE_END = struct.pack("<QQQ", 0x112, 0, 1), struct.pack("<Q", 0)
#: How Python 2 and 3 write bytes as text.
_ENCODINGS = (("latin-1",), ("latin1",), ("utf-8",))
_PLAIN_DTYPE = re.compile(r"[<>|=]?[?biuf]\d{0,2}")


#: what stands between a pickle and the progress
_PROGRESS = b"\nprogress of mxnet.optimizer.Updater "


@dataclass(frozen=True)
class Progress:
    """How far an optimizer was: its number of updates, those of each weight by index, and names of indices."""

    num_update: int
    counts: Mapping[Any, int]
    names: Mapping[int, str]

    @classmethod
    def of(cls, optimizer: Any) -> Progress:
        """Return the progress of an optimizer. A weight's copies on several devices count as one."""
        attributes = vars(optimizer)
        counts: dict[Any, int] = {}
        for table in attributes.get("_all_index_update_counts", {}).values():
            for index, count in table.items():
                counts[index] = max(count, counts.get(index, 0))
        return cls(attributes.get("num_update", 0), counts, attributes.get("idx2name", {}))


def write_states(states: Mapping[Any, Any], progress: Progress) -> bytes:
    """Return the content of a file of states without optimizer."""
    table = {name: list(item.items()) if isinstance(item, dict) else item for name, item in asdict(progress).items()}
    return pickle.dumps(states) + _PROGRESS + json.dumps(table, default=int).encode()


def _read_progress(text: bytes) -> Progress | None:
    """Return the progress in what stands after a pickle; None if that is something else.

    Raises :class:`MXNetError` when it is damaged.
    """
    if not text or not (text.startswith(_PROGRESS) or _PROGRESS.startswith(text)):
        return None
    try:
        table = json.loads(text[len(_PROGRESS) :])
        counts, names = (_dict_of(table[name], Keys()) for name in ("counts", "names"))
        progress = Progress(table["num_update"], counts, names)
    except (ValueError, TypeError, KeyError, RecursionError) as error:
        raise MXNetError("the progress after the optimizer states is damaged") from error
    valid = _is_count(progress.num_update) and _is_table(_is_count)(progress.counts)
    if not valid or not _is_table(_is_text)(progress.names):
        raise MXNetError("the progress after the optimizer states has invalid numbers or names")
    return progress


def _dict_of(pairs: Iterable[Any], keys: Keys) -> dict[Any, Any]:
    return {keys.check(key): value for key, value in pairs}


def read_states(data: bytes, optimizer: Any = None) -> tuple[Any, Progress | None]:
    """Return the content of a file of states, and the progress of its optimizer, if one of them tells it.

    A function as schedule is not imported: the file may only name that of ``optimizer``, which takes the states.

    Raises :class:`MXNetError` when it is damaged, or holds anything that optimizers do not save.
    """
    content, length = read_beginning(data)
    content = _rebuilt(content, getattr(optimizer, "lr_scheduler", None))
    if isinstance(content, tuple) and len(content) == 2 and isinstance(content[1], Optimizer):
        return content, Progress.of(content[1])
    return content, _read_progress(data[length:])


def _rebuilt(content: Any, schedule: Any) -> Any:
    try:
        result = _Maker(schedule).make(content)
    except (TypeError, ValueError, KeyError, IndexError, AttributeError) as error:
        raise MXNetError("not a file of optimizer states: something in it lacks its parts") from error
    if _weight_of(result, {}) > _MOST_PARTS:
        raise MXNetError(f"optimizer states have at most {_MOST_PARTS} parts, counting what is shared each time")
    return result


def _weight_of(value: Any, known: dict[int, int]) -> int:
    """Return how many parts a thing has when all that is shared is written out."""
    if not isinstance(value, (list, tuple, dict)):
        return 1
    if id(value) not in known:
        parts = [*value, *value.values()] if isinstance(value, dict) else value
        known[id(value)] = 1 + sum(_weight_of(part, known) for part in parts)
    return known[id(value)]


class _Unfit(Exception):
    """An invalid state."""


def fitted(actual: Any, expected: Any, index: Any, optimizer: Optimizer) -> Any:
    """Return the state of a weight that was read, in the form of ``expected``, the state that the optimizer makes.

    Where none is kept, what was saved is without effect, and left out unless it is an array. Raises
    :class:`MXNetError` naming the weight's index for another form, shape or data type.
    """
    if expected is None:
        return actual if isinstance(actual, nd.NDArray) else None
    try:
        return _fitted(actual, expected)
    except _Unfit as unfit:
        raise MXNetError(f"the state of weight {index!r} does not fit {type(optimizer).__name__}: {unfit}") from None


def _fitted(state: Any, expected: Any) -> Any:
    if isinstance(expected, (tuple, list)):
        if not isinstance(state, (tuple, list)) or len(state) != len(expected):
            raise _Unfit(f"expected {len(expected)} of them, got {_shown(state)}")
        return tuple(_fitted(*item) for item in zip(state, expected, strict=True))
    if isinstance(state, nd.NDArray) and {state.dtype, expected.dtype} == {np.float16, np.float32}:
        state = state.astype(expected.dtype)  # means of a float16 weight, which 1.9.1 keeps in float16
    if _shown(state) != _shown(expected):
        raise _Unfit(f"expected {_shown(expected)}, got {_shown(state)}")
    return state


def _shown(state: Any) -> str:
    if isinstance(state, nd.NDArray):
        return f"an array of shape {state.shape} and type {np.dtype(state.dtype).name}"
    if state is None:
        return "none"
    return f"{len(state)} parts" if isinstance(state, (tuple, list)) else f"a {type(state).__name__}"


class _Maker:
    """Makes the objects that a pickle describes; what the pickle shares stays shared."""

    def __init__(self, schedule: Any = None) -> None:
        self.schedule = schedule
        self._made: dict[int, Any] = {}
        self._depth = 0

    def make(self, value: Any) -> Any:
        if isinstance(value, (int, float, str, bytes, type(None), frozenset, set)):
            return value
        if id(value) in self._made:
            return self._made[id(value)]
        if self._depth == _DEEPEST:
            raise MXNetError(f"optimizer states are not nested deeper than {_DEEPEST} levels")
        self._depth += 1
        result = self._made[id(value)] = self._make_new(value)
        self._depth -= 1
        return result

    def _make_new(self, value: Any) -> Any:
        if isinstance(value, (list, tuple)):
            return type(value)(self.make(item) for item in value)
        if isinstance(value, dict):
            return {self.make(key): self.make(item) for key, item in value.items()}
        if isinstance(value, Name):
            return self.schedule if _is_name_of(value, self.schedule) else _dtype_of(value)
        return self._make_call(value)

    def _make_call(self, call: PickledCall) -> Any:
        if call.function in _RECONSTRUCTORS:
            call.function, call.args = call.args[0], ()
        make = _MAKERS.get(call.function)
        if make is not None:
            return make(self, call)
        return self._make_object(_class_of(call.function, self.schedule), call)

    def _make_object(self, cls: type, call: PickledCall) -> Any:
        if not isinstance(call.state, dict):
            raise MXNetError(f"{call.function} is saved without its attributes")
        result: Any = object.__new__(cls)
        # The parameters' descriptions were saved until 1.2; the program that loads has its own.
        state = {key: self.make(value) for key, value in call.state.items() if key != "param_dict"}
        if issubclass(cls, Optimizer):
            # Earlier releases saved fewer attributes.
            is_ours = cls.__module__.startswith("mxnet.")
            if is_ours:  # how many weights a class takes at once is not the file's to say
                state.pop("aggregate_num", None)
            usual_class = cls if is_ours else Optimizer
            counts = {0: state.get("_index_update_count", {})}
            usual = vars(usual_class())
            state = {**usual, "_index_update_count": counts[0], "_all_index_update_counts": counts, **state}
        else:
            usual = _usual_schedule(call.function, cls)
            state = {**usual, **state}
        for key, value in usual.items():
            _check_attribute(call.function, key, state[key], value)
        if issubclass(cls, Optimizer) and state["lr"] is None and state["lr_scheduler"] is None:
            raise MXNetError(f"{call.function} is saved without a learning rate")
        for key in state:
            if callable(getattr(cls, key, None)) or not isinstance(key, str):
                raise MXNetError(f"{call.function} is saved with {str(key)[:50]!r}, which is one of its methods")
        if "max_steps" in usual:  # which follows from others
            state["max_steps"] = state["max_update"] - state["warmup_steps"]
        vars(result).update(state)
        return result


def _usual_schedule(name: Name, cls: type) -> dict[str, Any]:
    """Return the attributes that a schedule of ours has; none for one of the program's own."""
    if not cls.__module__.startswith("mxnet."):
        return {}
    if cls not in _SCHEDULES:
        raise MXNetError(f"it holds a {name}, which is no schedule by itself")
    return dict(vars(cls(*_SCHEDULES[cls])))


def _check_attribute(owner: Name, key: str, value: Any, usual: Any) -> None:
    """Raise :class:`MXNetError` for an optimizer's attribute that is not of the kind which it usually is."""
    check = _ATTRIBUTES.get(key)
    if check is None:
        check = next((check for cls, check in _KINDS if isinstance(usual, cls)), _is_anything)
    if isinstance(value, list) != isinstance(usual, list) or not check(value):
        shown = repr(value) if isinstance(value, (int, float, str, type(None))) else f"a {type(value).__name__}"
        raise MXNetError(f"{owner} is saved with {key}={shown[:50]}; it usually is like {str(usual)[:50]!r}")


def _is_anything(value: Any) -> bool:
    return True


def _is_number(value: Any) -> bool:
    """Return whether this is a number, or an array of one, as programs give them for rates."""
    if isinstance(value, np.ndarray):
        return value.shape == () and value.dtype.kind in "iuf"
    if type(value) is nd.NDArray:
        return value.shape in ((), (1,))
    return isinstance(value, (float, np.number)) or (isinstance(value, int) and abs(value) < _LARGEST_COUNT)


def _is_optional_number(value: Any) -> bool:
    return value is None or _is_number(value)


def _is_index(value: Any) -> bool:
    return isinstance(value, (int, np.integer)) and 0 <= int(value) < _LARGEST_COUNT


def _is_count(value: Any) -> bool:
    """Return whether this is a count of updates; programs divide samples by batches, and give what is not integer."""
    return isinstance(value, (int, float, np.integer, np.floating)) and bool(0 <= value < _LARGEST_COUNT)


def _is_table(check: Callable[[Any], bool]) -> Callable[[Any], bool]:
    """Return the check of a dict whose values pass a check."""
    return lambda value: isinstance(value, dict) and all(map(check, value.values()))


def _is_text(value: Any) -> bool:
    return isinstance(value, str)


def _is_symbol_info(value: Any) -> bool:
    """Return whether this is () or what a symbol says: its attributes by name, and the names of its arguments."""
    if value == ():
        return True
    match value:
        case (dict() as attributes, list() as names):
            return all(map(_is_text, names)) and all(map(_is_table(_is_text), attributes.values()))
    return False


def _is_rates(value: Any) -> bool:
    """Return whether this is what LARS keeps of a weight: the number of an update and two rates."""
    match value:
        case (count, rate, before):
            return _is_count(count) and _is_number(rate) and _is_optional_number(before)
    return False


def _is_sum_of_gradients(value: Any) -> bool:
    """Return whether this is what LBSGD has summed of a weight's gradients, and of how many."""
    match value:
        case {"cum_grad": nd.NDArray() | int() | float(), "num_cums": number}:
            return _is_number(number)
    return False


def _is_step(value: Any) -> bool:
    """Return whether this is a number of updates, or a list of numbers of them."""
    return all(_is_count(item) and item >= 1 for item in (value if isinstance(value, list) else [value]))


#: how attributes are checked: by name, or by the kind of their usual value
_ATTRIBUTES: dict[str, Callable[[Any], bool]] = {
    "lr": _is_optional_number,
    "clip_gradient": _is_optional_number,
    "lr_scheduler": lambda value: value is None or callable(value),
    "lr_mult": _is_table(_is_number),
    "wd_mult": _is_table(_is_number),
    "idx2name": _is_table(_is_text),
    "sym_info": _is_symbol_info,
    "_index_update_count": _is_table(_is_count),
    "_all_index_update_counts": _is_table(_is_table(_is_count)),
    "num_update": _is_count,
    "begin_num_update": _is_count,
    "aggregate_num": _is_index,
    "param_dict": _is_anything,
    "_products": lambda value: value == {},
    "_rate_before": _is_table(_is_rates),
    "beta1": lambda value: _is_number(value) and abs(value) < 1,
    "beta2": lambda value: _is_number(value) and abs(value) <= 1,
    "schedule_decay": lambda value: _is_number(value) and value >= 0,
    "batch_scale": lambda value: _is_number(value) and value >= 1,
    "cumgrads": _is_table(_is_sum_of_gradients),
    # of schedules
    "max_steps": _is_anything,
    "step": _is_step,
    "warmup_mode": lambda value: value in ("linear", "constant"),
    "count": _is_count,
    **dict.fromkeys(("cur_step_ind", "warmup_steps", "max_update"), _is_index),
    "factor": lambda value: _is_number(value) and abs(value) <= 1,
    "power": lambda value: _is_number(value) and value >= 0,
}
#: schedules of ours, and what the simplest of each is made with
_SCHEDULES: dict[type, tuple[Any, ...]] = {
    lr_scheduler.FactorScheduler: (1,),
    lr_scheduler.MultiFactorScheduler: ([1],),
    lr_scheduler.PolyScheduler: (1,),
    lr_scheduler.CosineScheduler: (1,),
    misc.FactorScheduler: (1,),
}
_KINDS: tuple[tuple[Any, Callable[[Any], bool]], ...] = (
    (bool, lambda value: isinstance(value, (int, float, np.number, np.bool_)) and bool(value in (0, 1))),
    ((int, float), _is_number),
    (str, _is_text),
    (dict, lambda value: isinstance(value, dict)),
    (type(None), _is_optional_number),
)


def _subclasses(base: type) -> list[type]:
    result = [base]
    for item in result:
        subclasses: list[type] = item.__subclasses__()
        result.extend(cls for cls in subclasses if cls not in result)
    return result


def _class_of(name: Name, schedule: Any) -> type:
    """Return the class that a file names, if it is an optimizer or a schedule that this process has."""
    for package, classes in (
        ("mxnet.optimizer", list(Optimizer.opt_registry.values())),
        ("mxnet.lr_scheduler", _subclasses(lr_scheduler.LRScheduler)),
        ("mxnet.misc", _subclasses(misc.LearningRateScheduler)),
        ("", [type(schedule)]),
    ):
        for cls in classes:
            is_ours = package and cls.__module__.startswith(package) and (name.module + ".").startswith(package + ".")
            if cls.__name__ == name.name and (is_ours or cls.__module__ == name.module):
                return cls
    raise MXNetError(
        f"it holds a {name}, which is no optimizer, schedule or array that this program knows: import or define it, "
        "or create the optimizer with such an lr_scheduler, before loading"
    )


def _dtype_of(name: Name) -> Any:
    if name.module == "numpy" and _PLAIN_DTYPE.fullmatch(np.dtype(name.name).str):
        return np.dtype(name.name).type
    raise MXNetError(f"it holds {name}, {_AS_SCHEDULE.format(name.name)}")


def _is_name_of(name: Name, function: Any) -> bool:
    return (name.module, name.name) == (getattr(function, "__module__", None), getattr(function, "__qualname__", None))


def _partial(maker: _Maker, call: PickledCall) -> Any:
    """Return the program's own schedule, if it is a ``functools.partial`` of the same function and arguments."""
    schedule, (function, args, kwargs, attributes) = maker.schedule, call.state
    if isinstance(function, Name) and isinstance(schedule, functools.partial) and _is_name_of(function, schedule.func):
        same = schedule.args, schedule.keywords, vars(schedule) or None
        if (maker.make(args), maker.make(kwargs), maker.make(attributes)) == same:
            return schedule
    raise MXNetError(f"it holds a {call.function}, {_AS_SCHEDULE.format(f'{call.function}({function}, ...)')}")


#: functions are named in a file, and would have to be imported
_AS_SCHEDULE = "which is not imported: if it is the schedule, create the optimizer with lr_scheduler={} before loading"


def _array(maker: _Maker, call: PickledCall) -> Any:
    handle = maker.make(call.state["handle"])
    if not isinstance(handle, bytes):
        raise MXNetError("an array is saved without its values")
    return nd.load_frombuffer(_FILE_HEAD + handle + _FILE_END)[0]


def _bytes(maker: _Maker, call: PickledCall) -> bytes:
    content = maker.make(call.args[0]) if call.args else b""
    if isinstance(content, str):
        if call.args[1:] not in _ENCODINGS:
            raise MXNetError(f"text in the encoding {call.args[1:]}")
        return content.encode(*call.args[1:])
    if not isinstance(content, bytes):
        raise MXNetError(f"bytes made from a {type(content).__name__}")
    return content


def _dtype(maker: _Maker, call: PickledCall) -> np.dtype:
    if not _PLAIN_DTYPE.fullmatch(call.args[0]):
        raise MXNetError(f"data type {call.args[0]!r}")
    result: np.dtype = np.dtype(call.args[0])
    return result.newbyteorder(call.state[1]) if call.state else result


def _numpy_bytes(content: Any) -> bytes:
    return content.encode("latin-1") if isinstance(content, str) else bytes(content)


def _numpy_scalar(maker: _Maker, call: PickledCall) -> Any:
    return np.frombuffer(_numpy_bytes(maker.make(call.args[1])), maker.make(call.args[0]), 1)[0]


def _numpy_array(maker: _Maker, call: PickledCall) -> np.ndarray:
    _, shape, dtype, by_columns, content = maker.make(call.state)
    return _numpy_of(_numpy_bytes(content), dtype, shape, "F" if by_columns else "C")


def _numpy_of(content: bytes, dtype: np.dtype, shape: tuple[int, ...], order: Literal["C", "F"]) -> np.ndarray:
    if math.prod(shape) * dtype.itemsize != len(content) or min(shape, default=0) < 0:
        raise MXNetError(f"{len(content)} bytes for a NumPy array of shape {shape}")
    return np.frombuffer(content, dtype).reshape(shape, order=order).copy()


def _numpy_buffer(maker: _Maker, call: PickledCall) -> np.ndarray:
    """Return an array that was pickled by protocol 5, Python 3.14's own."""
    content, *rest = call.args
    if not isinstance(content, (bytes, bytearray)):
        raise MXNetError(f"a NumPy array made from a {type(content).__name__}")
    return _numpy_of(bytes(content), *maker.make(rest))


def _ordered(maker: _Maker, call: PickledCall) -> Any:
    pairs = [maker.make(pair) for pair in call.args[0]] if call.args else []
    pairs += [(key, maker.make(value)) for key, value in call.items]
    return collections.OrderedDict(_dict_of(pairs, Keys()))


_BUILTINS = ("builtins", "__builtin__")
_NUMPY_CORES = ("numpy.core.multiarray", "numpy._core.multiarray")
_RECONSTRUCTORS = {Name("copy_reg", "_reconstructor"), Name("copyreg", "_reconstructor")}
_MAKERS: dict[Any, Callable[[_Maker, PickledCall], Any]] = {
    Name("mxnet.ndarray", "NDArray"): _array,
    Name("mxnet.ndarray.ndarray", "NDArray"): _array,
    Name("mxnet.ndarray.sparse", "RowSparseNDArray"): _array,
    Name("mxnet.ndarray.sparse", "CSRNDArray"): _array,
    **{Name(module, name): _bytes for module in _BUILTINS for name in ("bytes", "bytearray")},
    Name("_codecs", "encode"): _bytes,
    Name("collections", "OrderedDict"): _ordered,
    Name("functools", "partial"): _partial,
    Name("numpy", "dtype"): _dtype,
    **{Name(module, "scalar"): _numpy_scalar for module in _NUMPY_CORES},
    **{Name(module, "_reconstruct"): _numpy_array for module in _NUMPY_CORES},
    **{Name(module, "_frombuffer"): _numpy_buffer for module in ("numpy.core.numeric", "numpy._core.numeric")},
}
