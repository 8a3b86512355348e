"""Frontends: the interface to operators of functions that are written once for arrays and symbols.

A function of the NumPy interface takes the frontend ``F`` as its first argument, as ``hybrid_forward`` does::

    def mean(F, a, axis=None, dtype=None, out=None, keepdims=False):
        return F("_npi_mean", a, axis=axis, dtype=dtype, keepdims=keepdims, out=out)

:func:`bind` makes of it the function of arrays (``mx.np.mean``) and the one of symbols (``mx.sym.np.mean``), whose
signature has no ``F``.
"""

import inspect
from collections.abc import Callable, Iterable
from functools import lru_cache, partial
from types import FunctionType
from typing import Any

from .. import ops as _ops  # noqa: F401 - registers the operators
from ..core.errors import Unsupported
from ..core.interruptions import attempt
from ..core.semantics import forget_with_api
from ..registry.manual import compose, of_signature, renamed
from ..registry.op import get


class Frontend:
    """Calling operators and recognizing arrays; one instance for arrays, one for symbols."""

    #: the class of arrays, or of symbols
    array: type
    #: whether it makes graphs of symbols: shapes, types and values are not known
    symbolic = False

    def __call__(self, op: str, *inputs: Any, out: Any = None, **attributes: Any) -> Any:
        """Apply the operator of this name; attributes that are :data:`~mxnet.core.params.NULL` are not given."""
        raise NotImplementedError

    def specialized(self, op: str, attributes: dict[str, Any]) -> Callable[..., Any] | None:
        """Return the specialized function of the operator with these attributes; None if they cannot be cached."""
        raise NotImplementedError

    def is_array(self, value: Any) -> bool:
        """Return whether a value is an array (or symbol) of this frontend."""
        return isinstance(value, self.array)

    def cast(self, array: Any, dtype: Any, copy: bool) -> Any:
        """Return an array (or symbol) in another data type; with ``copy=False`` itself where it has that type."""
        raise NotImplementedError

    def arrays(self, *values: Any) -> list[Any]:
        """Return values as arrays (or symbols), of which one is one already.

        Numbers take that one's type, or one that can represent them, and NumPy's arrays and lists their own.
        :class:`~mxnet.core.errors.Unsupported` where none is an array, or one cannot be made of a value.
        """
        raise NotImplementedError

    def expect(self, argument: str, value: Any) -> None:
        """Raise AssertionError, as 1.9.1 does, for an argument that is no array (or symbol) of any interface."""
        if not hasattr(value, "as_np_ndarray"):
            raise AssertionError(f"Argument {argument} must have {self.array.__name__} type, but got {value}")


def only_numpy(name: str, arguments: dict[str, Any]) -> None:
    """Raise :class:`Unsupported` where a call gives an argument that only NumPy's function takes."""
    if arguments:
        raise Unsupported(f"{name}: the argument {next(iter(arguments))!r} is not supported here")


def of_operator(signature: str, op: str = "", *, mixed: bool = False, **constants: Any) -> Callable[..., Any]:
    """Return the function that applies an operator, whose documentation it has.

    ``signature`` is NumPy's, ``"median(a, axis=None, keepdims=False)"``: the operator's inputs come first, all else are
    attributes, ``constants`` further ones. ``op``: its name, ``_npi_median`` by default. ``mixed``: numbers and lists
    may stand beside arrays (:meth:`Frontend.arrays`). ``**others`` are keywords that only NumPy's function takes.
    """
    name, _, parameters = signature.partition("(")
    operator = get(op or f"_npi_{name}")
    scope: dict[str, Any] = {"_only_numpy": only_numpy, "_constants": constants}
    exec(f"def {name}(F, {parameters}: ...", scope)
    _, *listed = inspect.signature(scope[name]).parameters.values()
    others = [p.name for p in listed if p.kind is p.VAR_KEYWORD]
    names = [p.name for p in listed if p.name not in others]
    count = 1 if operator.variadic else len(operator.input_names)
    inputs = f"*{names[0]}" if operator.variadic else ", ".join(names[:count])
    values = "".join(f", {name}={name}" for name in names[count:]) + (", **_constants" if constants else "")
    lines = [f"_only_numpy({name!r}, {others[0]})"] if others else []
    call = f"*F.arrays({inputs})" if mixed else inputs
    lines += [f"return F({operator.name!r}, {call}{values})"]
    exec(f"def {name}(F, {parameters}:\n    " + "\n    ".join(lines), scope)
    function: FunctionType = scope[name]
    doc = renamed(operator.doc, dict(zip(operator.input_names, names, strict=False)))
    function.__doc__ = doc.replace(
        f"mx.np.{operator.name.split('_', 2)[-1]}(", f"mx.np.{name}("
    )  # where it has several
    return function


class _Unknown(Exception):
    """A function asked for more of an array than that it is one."""


class _Stub:
    """Stands for an array of which nothing is known."""

    def _refuse(self, *_: Any) -> Any:
        raise _Unknown

    __getattr__ = __bool__ = __len__ = __iter__ = __getitem__ = __eq__ = __ne__ = _refuse
    __hash__ = None  # type: ignore[assignment]


class _Call(_Stub):
    """Stands for the result of an operator."""

    op: str
    inputs: tuple[Any, ...]
    attributes: dict[str, Any]

    def __init__(self, op: str, inputs: tuple[Any, ...], attributes: dict[str, Any]) -> None:
        self.__dict__.update(op=op, inputs=inputs, attributes=attributes)


class _Tracer(Frontend):
    """Finds what operator a function calls, whatever its arrays are."""

    array = _Stub

    def __call__(self, op: str, *inputs: Any, out: Any = None, **attributes: Any) -> Any:
        if out is not None:
            raise _Unknown  # it writes into an array
        return _Call(op, inputs, attributes)

    def arrays(self, *values: Any) -> list[Any]:
        if not all(isinstance(value, _Stub) for value in values):
            raise _Unknown
        return list(values)

    def expect(self, argument: str, value: Any) -> None:
        if not isinstance(value, _Stub):
            super().expect(argument, value)


#: stands for an array among the arguments of :func:`one_call`
ARRAY: Any = object()
#: stands there for a list or tuple of arrays
ARRAYS: Any = object()
#: types of arguments that can be kept as a key
_KEYS = frozenset((int, float, bool, str, type, type(None), object))
_CACHED_CALLS = 256


def one_call(function: Callable[..., Any], frontend: Frontend) -> Callable[..., Any]:
    """Return the function from arguments, arrays among them as :data:`ARRAY`, to what may be called with the arrays.

    That is the operator with its attributes, where all that ``function`` does for these arguments, whatever the arrays
    are, is to call one operator on them in their order; None where it does anything else. TypeError for arguments that
    cannot be kept, such as lists.
    """

    @lru_cache(maxsize=_CACHED_CALLS, typed=True)
    def find(*args: Any) -> Callable[..., Any] | None:
        for arg in args:
            cls = type(arg)
            if cls not in _KEYS and (cls is not tuple or any(type(part) is not int for part in arg)):
                raise TypeError(f"{type(arg).__name__} is not cached")  # it may change, or should not be kept alive
            if cls is float and arg == 0:
                return None  # -0.0 would be found as 0.0
        present = [_Stub() if arg is ARRAY else [_Stub(), _Stub()] if arg is ARRAYS else arg for arg in args]
        result = attempt(lambda: function(_Tracer(), *present), Exception)  # the call itself says what is wrong
        parts = (item if type(item) is list else [item] for item in present)
        stubs = [item for part in parts for item in part if type(item) is _Stub]
        if type(result) is not _Call or "ctx" in result.attributes:
            return None  # a context that was not given is that of the moment
        same = len(result.inputs) == len(stubs) and all(a is b for a, b in zip(result.inputs, stubs, strict=True))
        return frontend.specialized(result.op, result.attributes) if same else None

    forget_with_api(find.cache_clear)
    return find


def bind(function: Callable[..., Any], frontend: Frontend, module: str) -> FunctionType:
    """Return ``function`` with its first argument, the frontend, filled in; ``module`` is where users find it.

    Of arrays, calls that are one operator, with arrays before all other arguments, call it directly.
    """
    _, *parameters = inspect.signature(function).parameters.values()
    scope: dict[str, Any] = {"_function": function, "_F": frontend, "__name__": module}
    head: list[str] = []
    call: list[str] = []
    for p in parameters:
        star = "*" if p.kind is p.VAR_POSITIONAL else "**" if p.kind is p.VAR_KEYWORD else ""
        text = f"{star}{p.name}"
        call.append(f"{p.name}={p.name}" if p.kind is p.KEYWORD_ONLY else text)
        if p.default is not p.empty:
            scope[f"_default_{p.name}"] = p.default
            text += f"=_default_{p.name}"
        if p.kind is p.KEYWORD_ONLY and not any(item.startswith("*") for item in head):
            head.append("*")
        head.append(text)
        if p.kind is p.POSITIONAL_ONLY and all(
            parameter.kind is not p.POSITIONAL_ONLY for parameter in parameters[len(call) :]
        ):
            head.append("/")
    name = function.__name__
    body = _direct(function, parameters, frontend, scope)
    if any(p.name == "ctx" for p in parameters) and not any(p.name == "device" for p in parameters):
        head.insert(next((i for i, text in enumerate(head) if text.startswith("**")), len(head)), "device=None")
        body = f"    if device is not None:\n        ctx = device\n{body}"
    source = f"def {name}({', '.join(head)}):\n{body}"
    source += f"    return _function(_F, {', '.join(call)})\n"
    exec(compile(source, f"<{module}.{name}>", "exec"), scope)
    result: FunctionType = scope[name]
    result.__module__ = module
    if function.__doc__:  # none under python -OO
        result.__doc__ = compose(inspect.cleandoc(function.__doc__), of_signature(result))
    return result


def _direct(function: Callable[..., Any], parameters: list[Any], frontend: Frontend, scope: dict[str, Any]) -> str:
    """Return the lines that try to call one operator directly: for an array, or arrays, before all other arguments."""
    first = [p.name for p in parameters if p.kind is p.POSITIONAL_OR_KEYWORD and p.default is p.empty]
    if frontend.symbolic or not first or any(p.kind is p.KEYWORD_ONLY for p in parameters):
        return ""
    scope.update(_find=one_call(function, frontend), _cls=frontend.array, _ARRAY=ARRAY, _type=type)
    if getattr(function, "joins", False):
        return _direct_of_several([p.name for p in parameters], scope)
    names = [f"*{p.name}" if p.kind is p.VAR_POSITIONAL else p.name for p in parameters if p.kind is not p.VAR_KEYWORD]
    unset = [f"not {p.name}" for p in parameters if p.kind is p.VAR_KEYWORD]
    unset += ["out is None"] if "out" in names else []
    num_arrays = getattr(function, "arrays", len(first))
    lines = ""
    for count in sorted({1, num_arrays}, reverse=True):
        arrays, rest = names[:count], names[count:]
        tests = [f"_type({array}) is _cls" for array in arrays]
        key = ", ".join(["_ARRAY"] * count + rest)
        if set(rest) <= {"out"}:  # there is one call to know
            scope[f"_run{count}"] = False
            find = f"run = _run{count}\n        if run is False:\n            run = _run{count} = _find({key})"
            lines = f"    global _run{count}\n{lines}"
        else:
            find = f"try:\n            run = _find({key})\n        except TypeError:\n            run = None"
        lines += f"    if {' and '.join([*tests, *unset])}:\n        {find}\n        if run is not None:\n"
        lines += f"            return run({', '.join(arrays)})\n"
    return lines


def _direct_of_several(names: list[str], scope: dict[str, Any]) -> str:
    """Return the same lines for a list or tuple of arrays: for functions with the attribute ``joins``."""
    scope.update(_ARRAYS=ARRAYS, _LISTS=(list, tuple))
    first, *rest = names
    unset = " and out is None" if "out" in rest else ""
    return f"""    if _type({first}) in _LISTS and {first}{unset}:
        for each in {first}:
            if _type(each) is not _cls:
                break
        else:
            try:
                run = _find({", ".join(["_ARRAYS", *rest])})
            except TypeError:
                run = None
            if run is not None:
                return run(*{first})
"""


def later(
    functions: Iterable[Callable[..., Any]], frontend: Frontend, module: str
) -> dict[str, Callable[[], FunctionType]]:
    """Return by name what binds each function when it is first asked for, which takes 0.2 ms."""
    return {function.__name__: partial(bind, function, frontend, module) for function in functions}


def export(functions: Iterable[Callable[..., Any]], frontend: Frontend, scope: dict[str, Any]) -> list[str]:
    """Put the functions, bound to a frontend, into a module's namespace; return their names."""
    names = []
    for function in functions:
        scope[function.__name__] = bind(function, frontend, scope["__name__"])
        names.append(function.__name__)
    return names
