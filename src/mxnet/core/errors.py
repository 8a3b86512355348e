"""The exceptions that callers catch.

MXNet 1.9.1 raises :class:`MXNetError` for whatever goes wrong in its engine; programs of ten years have
``except mx.base.MXNetError`` around it. Errors that have a natural Python class are both.
"""

import difflib
import inspect
import re
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache, wraps
from numbers import Number
from pathlib import Path
from pickle import UnpicklingError
from typing import Any, SupportsFloat, TypeVar

import torch
from numpy.exceptions import AxisError
from numpy.linalg import LinAlgError

from .interruptions import explained
from .shared_methods import Shared
from .text import printable

_Made = TypeVar("_Made")


class MXNetError(RuntimeError):
    """An operator, a file, a graph or a device could not do what was asked of it.

    As text, control characters (of names in files) are escaped, so that a terminal shows them and does not act on them.
    ``block``: the name of the Gluon block in which it was raised, None outside of blocks.
    """

    block: str | None = None

    def __str__(self) -> str:
        return printable(BaseException.__str__(self), keep="\n\t")


class MXNetShapeError(MXNetError, ValueError):
    """Shapes do not fit together."""


class MXNetValueError(MXNetError, ValueError):
    """A value is not one of those that are allowed."""


class MXNetTypeError(MXNetError, TypeError):
    """Data types do not fit together."""


class MXNetIndexError(MXNetError, IndexError):
    """A position lies outside of an array."""


class MXNetAxisError(MXNetError, AxisError):
    """An array has no such axis: also NumPy's error for that, which is a ValueError and an IndexError."""

    axis = ndim = None
    __str__ = MXNetError.__str__  # AxisError makes its text of these


class MXNetLinAlgError(MXNetError, LinAlgError):
    """A matrix has no inverse or factors: also NumPy's error for that, which is a ValueError."""


class MXNetUnpicklingError(MXNetError, UnpicklingError):
    """Bytes are no pickle of data."""


class UnnamedArraysError(MXNetError, AttributeError, TypeError, ValueError):
    """Arrays that must have names are a list: which of these errors 1.9.1 raises depends on who reads them."""


class OperandError(AssertionError, TypeError):
    """A left operand of ``- / % **`` that is neither array nor number: which error 1.9.1 raises depends on the side."""


class Unsupported(MXNetError, NotImplementedError):
    """Only NumPy computes a function with these arguments: ``mx.np`` then calls it, graphs cannot."""


class InvalidContext(MXNetError, AttributeError):
    """A value given as an array's context that is none, such as a list of contexts."""


class ShapeConflict(MXNetError):
    """Two facts about one shape contradict each other, or shapes do not broadcast."""


class MXNetKeyError(MXNetError, KeyError):
    """There is nothing with this name."""

    __str__ = MXNetError.__str__  # KeyError shows its argument as Python writes it


class MXNetDtypeError(MXNetError, TypeError, KeyError):
    """A data type of NumPy's that MXNet lacks: in 1.9.1 a KeyError of its tables, or an error of its engine."""

    __str__ = MXNetError.__str__


class SimpleBindError(MXNetError):
    """``simple_bind`` failed: in 1.9.1 a RuntimeError alone, whose name programs print."""


SimpleBindError.__name__ = RuntimeError.__name__
OperandError.__name__ = AssertionError.__name__

# Programs print ``type(error).__name__``, and 1.9.1 has one class for all of these. Their ``__qualname__``, by which
# tracebacks and pickles name them, tells them apart.
for _class in set(MXNetError.__subclasses__()) - {SimpleBindError}:
    _class.__name__ = MXNetError.__name__


def named_arrays(loaded: Any, source: object) -> Mapping[str, Any]:
    """Return the arrays of a file, which may have none; raise :class:`UnnamedArraysError` for a list of some."""
    if isinstance(loaded, Mapping):
        return loaded
    if loaded == []:  # what a file of no arrays reads as
        return {}
    raise UnnamedArraysError(f"{source}: expected named arrays, got a {type(loaded).__name__}")


#: what a program in a hybridized block may do instead of asking for values
NO_VALUES = (
    "A hybridized block computes with symbols, which have no values: write F.where or F.contrib.cond in place of `if`, "
    "F.contrib.while_loop or F.contrib.foreach in place of loops, use values outside of the block, or do not "
    "hybridize it."
)


class RefusedFunction(MXNetError, metaclass=Shared):
    """A function, by its name or as the operator ``alias``, was called with objects that it is not for."""

    def __init__(self, function: object, alias: str | None, *args: object) -> None:
        super().__init__()
        self.function = getattr(function, "__name__", str(function))
        self.alias = alias
        self.args = tuple(str(type(a)) for a in args)

    def __str__(self) -> str:
        name = self.function + (f' (namely operator "{self.alias}")' if self.alias else "")
        arguments = f" with arguments ({', '.join(self.args)})" if self.args else ""
        return f"Function {name}{arguments} {self._reason()}"

    def _reason(self) -> str:
        raise NotImplementedError


class NotImplementedForSymbol(RefusedFunction):
    """A method that needs values was called on a :class:`~mxnet.symbol.Symbol`."""

    def _reason(self) -> str:
        advice = NO_VALUES
        if self.alias and self.alias.endswith("="):
            advice = f"Write x = x {self.alias[:-1]} y in place of x {self.alias} y."
        return f"needs values: it works on NDArray and is not supported for Symbol. {advice}"


def as_one_tuple(value: object, example: str) -> str:
    """Return what to add to an error about a value that may be one of several integers in place of a tuple."""
    if not isinstance(value, int):
        return ""
    return f": several integers for one argument are passed as a tuple, as in {example}"


#: how many characters of what a file or a user gave an error repeats
_LONGEST = 1000


def shortened(text: str) -> str:
    """Return a text of a file or a user as an error repeats it: escaped, and only the beginning of a long one."""
    text = printable(text, keep="\n\t")
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}... ({len(text)} characters)"


def nearest(name: str, known: Iterable[str]) -> str:
    """Return ``; did you mean 'num_hidden'?`` where a name that is known is near to one that is not; else nothing.

    Near are names that differ in some letters, that begin with the unknown one (``act``: ``act_type``), and those that
    other functions and libraries have for the same thing (``axis``: ``dim``).
    """
    capital = name[:1].isupper()
    by_lower = {item.lower(): item for item in sorted(known, key=lambda item: item[:1].isupper() == capital)}
    lower = name[:100].lower()
    close = difflib.get_close_matches(lower, by_lower, n=1, cutoff=0.75)
    if not close:
        close = [item for group in _SYNONYMS if lower in group for item in group if item in by_lower]
    if not close and len(lower) >= _SHORTEST_BEGINNING:
        close = sorted((item for item in by_lower if item.startswith(lower)), key=len)
    return f"; did you mean {by_lower[close[0]]!r}?" if close else ""


_SHORTEST_BEGINNING = 3
#: arguments that mean the same in different functions and libraries
_SYNONYMS = tuple(
    tuple(group.split())
    for group in (
        "dim axis axes", "shape size", "epsilon eps", "learning_rate lr base_lr", "wd weight_decay",
        "ctx context device", "num_hidden units hidden_size out_features", "num_filter channels filters out_channels",
        "in_units in_channels input_size in_features num_features normalized_shape", "in_units input_size input_dim",
        "input_dim num_embeddings", "output_dim embedding_dim", "layout batch_first", "last_batch drop_last",
        "batchify_fn collate_fn", "alpha negative_slope", "kernel kernel_size pool_size", "stride strides",
        "pad padding", "dilate dilation", "num_group groups num_groups", "no_bias bias use_bias",
        "p rate dropout prob", "activation act_type act", "num_args n", "num_layers layers", "beta1 betas",
        "pool_type mode", "axes perm", "num_outputs sections", "factor gamma", "step milestones step_size",
        "magnitude gain", "num_epoch epochs epoch nb_epoch",
        "eval_data validation_data val_data", "epoch_end_callback callbacks",
    )
)  # fmt: skip


def construct(cls: type[_Made], *args: Any, **kwargs: Any) -> _Made:
    """Create an object of a class that was looked up by name.

    The TypeError for an argument that no constructor of the class takes also says which one is near to it.
    """
    try:
        return cls(*args, **kwargs)
    except TypeError as error:
        missing = re.match(r"(\S+)\.__init__\(\) missing \d+ required positional arguments?: (.*)$", str(error))
        if missing:
            raise TypeError(f"{missing[1]}: expected the arguments {missing[2]}") from error
        # Python 3.14 itself names what is near to it, in one of the constructors
        pattern = r"(.* got an unexpected keyword argument) '(.*?)'(?:\. Did you mean '.*'\?)?$"
        match = re.match(pattern, str(error), re.DOTALL)
        if match is None or match[2] not in kwargs:
            raise
        name = shortened(repr(match[2]))  # it may come from a file
        raise TypeError(f"{match[1]} {name}{_nearest_argument(cls, match[2])}") from error


def unexpected_argument(cls: type, name: str) -> TypeError:
    """Return the error for a keyword that no constructor of a class takes, with the one that may be meant."""
    return _unexpected(f"{cls.__name__}.__init__", name, _nearest_argument(cls, name))


def _unexpected(function: str, name: str, hint: str) -> TypeError:
    return TypeError(f"{function}() got an unexpected keyword argument {shortened(repr(name))}{hint}")


def check_keywords(cls: type, keywords: Iterable[str]) -> None:
    """Raise the TypeError for a keyword of a class of ours that none of its constructors takes.

    Python would first tell which other arguments are missing.
    """
    if keywords and _is_ours(cls.__init__):  # type: ignore[misc]
        known = _keywords(cls)
        for name in keywords:
            if known and name not in known:
                raise unexpected_argument(cls, name)


def _is_ours(function: Any) -> bool:
    return (getattr(function, "__module__", None) or "").startswith("mxnet.")


@lru_cache(maxsize=1024)
def _keywords(cls: type) -> frozenset[str]:
    """Return the names of all arguments of a class's constructors; none where they are not all its own."""
    makers = [vars(base)["__init__"] for base in cls.__mro__[:-1] if "__init__" in vars(base)]
    if not all(map(_is_ours, makers)):
        return frozenset()
    return frozenset(key for maker in makers for key in inspect.signature(maker).parameters)


def explains_arguments(function: Callable[..., _Made]) -> Callable[..., _Made]:
    """Have a constructor or a method say which argument may be meant by a keyword that it does not take: a decorator.

    A constructor's error names what all constructors of the class take.
    """
    known = inspect.signature(function).parameters

    @wraps(function)
    def call(self: Any, *args: Any, **kwargs: Any) -> _Made:
        for name in kwargs:
            if name not in known:
                if function.__name__ == "__init__":
                    raise unexpected_argument(type(self), name)
                raise _unexpected(function.__qualname__, name, _nearest_of(name, known))
        try:
            return function(self, *args, **kwargs)
        except TypeError as error:
            example = _EXAMPLES.get(function.__qualname__)
            if example is None or error.__traceback__.tb_next is not None:  # type: ignore[union-attr]
                raise
            raise TypeError(f"{error}: write {example}") from None

    return call


#: calls of constructors some of whose arguments newcomers leave out, or give one by one
_EXAMPLES = {
    "Compose.__init__": "Compose([ToTensor(), Normalize(0.5, 0.2)])",
    "Trainer.__init__": "Trainer(net.collect_params(), 'sgd', {'learning_rate': 0.1})",
}


def expected(argument: str, what: str, value: object) -> str:
    """Return ``argument: expected what, got int 5`` for a value of another kind; of containers the number of items."""
    actual = type(value).__name__
    if isinstance(value, (Number, str, bytes)):
        actual = f"{actual} {shortened(repr(value))}"
    elif isinstance(value, (list, tuple, dict, set)):
        actual = f"{actual} of {len(value)} items"
    return f"{argument}: expected {what}, got {actual}"


def expect(fits: object, argument: str, what: str, value: object, error: type[Exception] = TypeError) -> None:
    """Raise an error, which names the argument, for a value that does not fit."""
    if not fits:
        raise error(expected(argument, what, value))


def expect_number(argument: str, what: str, value: object) -> None:
    """Raise TypeError, which names the argument, for a value that is neither a number nor an array of one."""
    expect(isinstance(value, SupportsFloat), argument, what, value)


def _nearest_argument(cls: type, name: str) -> str:
    makers = [vars(base)["__init__"] for base in cls.__mro__ if "__init__" in vars(base)]
    return _nearest_of(name, [key for maker in makers for key in inspect.signature(maker).parameters])


def _nearest_of(name: str, arguments: Iterable[str]) -> str:
    """Return which of the arguments of a function a keyword may mean that it does not take, or what it takes."""
    takes = [key for key in dict.fromkeys(arguments) if key not in ("self", "args", "kwargs")]
    near = nearest(name, takes)
    if not near and "optimizer_params" in takes:
        return "; the optimizer's arguments are in a dict: optimizer_params={'learning_rate': 0.1}"
    return near or (f"; it takes {', '.join(takes)}" if 0 < len(takes) < 16 else "")


@lru_cache(1)
def _meanings() -> dict[str, list[tuple[str, str]]]:
    """Return what Python and PyTorch say where an operator cannot work on its inputs, and what that means.

    Those of "types", and of other "values". An import does not wait for them.
    """
    import tomllib

    return tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))


_TYPE_NAMES = {
    "Bool": "bool", "Byte": "uint8", "Char": "int8", "Short": "int16", "Int": "int32", "Long": "int64",
    "UInt16": "uint16", "UInt32": "uint32", "UInt64": "uint64",
    "Half": "float16", "BFloat16": "bfloat16", "Float": "float32", "Double": "float64",
    "ComplexFloat": "complex64", "ComplexDouble": "complex128",
}  # fmt: skip
_TYPE_NAME = re.compile(rf"\b({'|'.join(_TYPE_NAMES)})\b")


def reason(error: BaseException) -> str:
    """Return why an operator failed: the first line of an error, without names of our code."""
    text = str(error).strip().split("\n")[0]
    if not text:
        return "there is not enough memory" if isinstance(error, MemoryError) else type(error).__name__
    if isinstance(error, MXNetError):
        return text
    for pattern, meaning in _meanings()["types"]:
        result = re.search(pattern, text)
        if result:
            return _TYPE_NAME.sub(lambda name: _TYPE_NAMES[name[0]], result.expand(meaning))
    for pattern, meaning in _meanings()["values"]:
        result = re.search(pattern, text)
        if result:
            return result.expand(meaning)
    return text


def class_of(error: BaseException, as_numpy: bool) -> type[MXNetError]:
    """Return the class of the error that a user sees in place of one of PyTorch's.

    ``as_numpy``: the operator is one that 1.9.1 lacks, whose errors are TypeErrors and ValueErrors, as NumPy's.
    """
    if isinstance(error, torch.linalg.LinAlgError):  # type: ignore[attr-defined]
        return MXNetLinAlgError
    if isinstance(error, IndexError) and "Dimension" in str(error):
        return MXNetAxisError
    if not as_numpy:
        return MXNetError
    return MXNetTypeError if isinstance(error, (NotImplementedError, TypeError)) else MXNetValueError


def blamed_on(where: str) -> explained:
    """Turn whatever a user's method raises into an :class:`MXNetError` that says where."""

    return explained(
        lambda error: MXNetError(f"Error in {where}: {type(error).__name__}: {error}"), Exception, runs_user_code=True
    )
