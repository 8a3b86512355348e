"""Which names an operator appears under, and the functions of the generated namespaces.

``mx.nd`` and ``mx.sym`` (and ``F`` in Gluon) have the same tree of names: an operator ``_contrib_box_nms`` is
``contrib.box_nms``, ``_linalg_gemm`` is ``linalg.gemm``, ``_plus_scalar`` is ``_internal._plus_scalar``, ``dot``
is plain ``dot``. Functions are made at first use; their signatures are the operator's.
"""

import importlib
import keyword
import sys
from collections.abc import Callable, Iterator
from textwrap import indent
from types import FunctionType, ModuleType
from typing import Any

from ..core.other_names import missing_name
from ..core.params import NULL, describe, is_count
from .manual import OF_FUNCTIONS, Parameter, compose, explained
from .op import OPS, Op

#: prefix of an operator's name -> namespace below ``nd`` and ``sym``
PREFIXES: dict[str, str] = {
    "_contrib_": "contrib",
    "_linalg_": "linalg",
    "_sparse_": "sparse",
    "_image_": "image",
    "_random_": "random",
}
#: the same for operators of the NumPy interface, the longer prefix first; these are nowhere else
NUMPY_PREFIXES: dict[str, str] = {
    "_np_": "numpy._op",
    "_npi_": "numpy._internal",
    "_npx__image_": "numpy_extension.image",
    "_npx_": "numpy_extension",
}
#: modules of ``nd`` and ``sym`` from which programs import operators, editors having found them there -> namespace
GENERATED: dict[str, str] = {"gen_op": ""} | {
    f"gen_{namespace_}": namespace_ for namespace_ in ("_internal", *PREFIXES.values())
}
#: a class of arrays; what gives, for values of the attributes, the function of such arrays; and the function
#: ``into(arrays, values, out)`` that writes the result into an array
Fast = tuple[type, Callable[..., Callable[..., Any]], Callable[..., Any]] | None


def places(name: str) -> Iterator[tuple[str, str]]:
    """Yield ``(namespace, short name)`` for every place where an operator's name appears; ``''`` is the top."""
    if not name.startswith("_"):
        yield "", name
        return
    for prefix, namespace in NUMPY_PREFIXES.items():
        if name.startswith(prefix):
            yield namespace, name[len(prefix) :]
            return
    yield "_internal", name
    for prefix, namespace in PREFIXES.items():
        if name.startswith(prefix):
            yield namespace, name[len(prefix) :]


def directory(namespace: str) -> dict[str, str]:
    """Return ``{short name: operator name}`` of a namespace."""
    return {short: name for name in OPS for namespace_, short in places(name) if namespace_ == namespace}


def classic_dtype(dtype: Any) -> Any:
    """Return a ``dtype`` that a program gave as the operator takes it; None is NumPy's default, float64.

    Raises :class:`TypeError` for the text ``"None"``, which only files have.
    """
    return "float64" if dtype is None else numpy_dtype(dtype)


def numpy_dtype(dtype: Any) -> Any:
    """Return the same for functions of the NumPy interface, where None says nothing."""
    if isinstance(dtype, str) and dtype == "None":
        raise TypeError("data type 'None' not understood")
    return NULL if dtype is None else dtype


def make_function(
    op: Op, short: str, call: Callable[..., Any], symbolic: bool, module: str, fast: Fast = None, numpy: bool = False
) -> Callable[..., Any]:
    """Return the function of one operator.

    It calls ``call(op, short, inputs, attributes, out)``, or, for symbols,
    ``call(op, short, inputs, attributes, name, attr)``; ``inputs`` is a tuple of positional inputs and
    ``attributes`` all keywords, :data:`NULL` where they were not given. With ``fast``, a call with arrays of its class
    and without ``out`` is its function's. ``numpy``: it is one of the NumPy interface.
    """
    tail = ["name=None", "attr=None", "out=None"] if symbolic else ["out=None", "name=None"]
    last = "name, attr" if symbolic else "out"
    attrs = [a for a in op.attrs if not keyword.iskeyword(a)]
    if op.variadic is not None:
        head, inputs = [f"*{op.variadic}"], f"tuple({op.variadic})"
        tail = [*(f"{a}=_Null" for a in attrs), *tail]
    else:
        head = [f"{n}=None" for n in op.input_names] + [f"{a}=_Null" for a in attrs]
        inputs = "(" + "".join(f"{n}, " for n in op.input_names) + ")"
    kwargs = "{" + ", ".join([*(f"{a!r}: {a}" for a in attrs), "**kwargs"]) + "}"
    signature = ", ".join([*head, *tail, "**kwargs"])
    source = f"def {short}({signature}):\n"
    scope: dict[str, Any] = {"_call": call, "_op": op, "_Null": NULL, "__name__": module}
    takes_dtype = ""
    if "dtype" in attrs:
        scope["_dtype"] = numpy_dtype if numpy else classic_dtype
        takes_dtype = "if dtype is not _Null:\n    dtype = _dtype(dtype)\n"
    if fast is not None and not op.subgraphs:
        scope["_cls"], scope["_specialize"], scope["_into"] = fast
        scope["_is_count"] = is_count  # the arrays are counted anyway
        scope["_type"] = type  # there are attributes of this name
        scope["_last"] = *[object()] * len(attrs), None
        scope["_bare"] = fast[1](*[NULL] * len(op.attrs)) if _may_be_bare(op) else None
        source += _fast(op, attrs, takes_dtype)
    source += indent(takes_dtype, " " * 4)
    source += f"    return _call(_op, {short!r}, {inputs}, {kwargs}, {last})\n"
    exec(compile(source, f"<{module}.{short}>", "exec"), scope)
    result: FunctionType = scope[short]
    result.__doc__ = _document(op, tail[-3:] if symbolic else tail[-2:])
    result.__module__ = module
    return result


def _fast(op: Op, attrs: list[str], takes_dtype: str) -> str:
    """Return the lines that try the fast path: all inputs are arrays, and there is no ``out``.

    ``takes_dtype``: the lines that read the attribute ``dtype``, if it has one.
    """
    if len(attrs) != len(op.attrs) or not (op.input_names or op.variadic):
        return ""
    known = "    global _last\n" if attrs else ""
    if op.variadic is not None:
        only_count = f" or (len(kwargs) == 1 and _is_count(kwargs.get({op.count!r})))" if op.count else ""
        return f"""{known}    if {op.variadic} and out is None and (not kwargs{only_count}):
        for each in {op.variadic}:
            if _type(each) is not _cls:
                break
        else:
{_fast_call(op, attrs, f"*{op.variadic}", takes_dtype)}"""
    needed = set(op.input_names) - op.optional or set(op.input_names[:1])  # an array says which class of them it is
    kinds = [f"_type({n}) is _cls" if n in needed else f"(_type({n}) is _cls or {n} is None)" for n in op.input_names]
    inputs, values = "".join(f"{n}, " for n in op.input_names), "".join(f"{a}, " for a in attrs)
    return f"""{known}    if {" and ".join([*kinds, "not kwargs"])}:
        if out is None:
{_fast_call(op, attrs, inputs, takes_dtype)}        elif _type(out) is _cls:
{indent(takes_dtype, " " * 12)}            return _into(({inputs}), ({values}), out)
"""


def _may_be_bare(op: Op) -> bool:
    """Return whether an operator may be called without attributes."""
    return not (op.required or op.attributes)


def _fast_call(op: Op, attrs: list[str], inputs: str, takes_dtype: str) -> str:
    lines = []
    if _may_be_bare(op):  # mostly no attribute is given
        test = f"if {' and '.join(f'{a} is _Null' for a in attrs)}:"
        lines += [test, f"    return _bare({inputs})"] if attrs else [f"return _bare({inputs})"]
    if attrs:
        values = ", ".join(attrs)
        lines += [
            # mostly they are those of the last call: the same objects, of types that never change
            f"{', '.join(f'_{i}' for i in range(len(attrs)))}, run = _last",
            f"if {' and '.join(f'{a} is _{i}' for i, a in enumerate(attrs))}:",
            f"    return run({inputs})",
            f"_key = {values},",
            *takes_dtype.splitlines(),
            *("try:", f"    run = _specialize({values})", "except TypeError:", "    pass"),
            *("else:", "    _last = *_key, run", f"    return run({inputs})"),
        ]
    return "".join(f"{' ' * 12}{line}\n" for line in lines)


def _document(op: Op, tail: list[str]) -> str:
    parameters = [Parameter(n, f"array or symbol{', optional' if n in op.optional else ''}") for n in op.input_names]
    parameters += [Parameter(f"*{op.variadic}", "arrays or symbols")] if op.variadic else []
    for a in op.attrs.values():
        default = "required" if a.required else f"default {a.default!r}"
        parameters.append(Parameter(a.name, describe(a.annotation), default))
    parameters += [Parameter(name.partition("=")[0], "optional") for name in tail]
    shared = {name: meaning for name, (_, meaning) in explained(op.doc_of_attributes).items()}
    return compose(op.doc, parameters, OF_FUNCTIONS | shared)


#: the names that a module holds so far
_module_dict: Callable[[ModuleType], dict[str, Any]] = vars(ModuleType)["__dict__"].__get__


class CompleteModule(ModuleType):
    """A module whose functions are made at first use, and whose ``__dict__`` (``vars``) has all that ``dir`` lists."""

    def __dir__(self) -> list[str]:
        return _module_dict(self)["__dir__"]()

    @property
    def __dict__(self) -> dict[str, Any]:  # type: ignore[override]
        names = _module_dict(self)
        for name in self.__dir__():
            if name not in names:
                names[name] = getattr(self, name)
        return names

    def __reduce__(self) -> tuple[Callable[[str], ModuleType], tuple[str]]:
        return importlib.import_module, (self.__name__,)


class Namespace(CompleteModule):
    """A module whose functions are operators, made at first use."""

    def __init__(
        self,
        name: str,
        namespace: str,
        call: Callable[..., Any],
        symbolic: bool,
        fast: Callable[[Op], Fast] | None = None,
    ) -> None:
        super().__init__(name, f"The operators of ``{namespace or 'the top'}``.")
        _module_dict(self).update(_place=(namespace, call, symbolic, fast), _Null=NULL)

    def __getattr__(self, short: str) -> Any:
        namespace, *arguments = _module_dict(self)["_place"]
        return attach(_module_dict(self), namespace, short, *arguments)

    def __dir__(self) -> list[str]:
        return sorted({*_module_dict(self), *directory(_module_dict(self)["_place"][0])})


def make_generated(
    package: str, call: Callable[..., Any], symbolic: bool, fast: Callable[[Op], Fast] | None = None
) -> None:
    """Make the modules :data:`GENERATED` of a package, to be named and to be imported from; make it and what is
    below it :class:`CompleteModule`.
    """
    for below in ("", ".op", "._internal", *(f".{namespace_}" for namespace_ in PREFIXES.values())):
        sys.modules[package + below].__class__ = CompleteModule
    for short, namespace in GENERATED.items():
        module = Namespace(f"{package}.{short}", namespace, call, symbolic, fast)
        sys.modules[module.__name__] = module
        setattr(sys.modules[package], short, module)


def attach(
    scope: dict[str, Any],
    namespace: str,
    short: str,
    call: Callable[..., Any],
    symbolic: bool,
    fast: Callable[[Op], Fast] | None = None,
) -> Any:
    """Make the function ``short`` of a namespace, keep it in ``scope`` (a module's) and return it.

    ``fast`` gives an operator's ``fast`` of :func:`make_function`.
    Raises :class:`AttributeError` when no operator appears there: this is the body of a module's ``__getattr__``.
    """
    if short == "__all__":  # what a star brings
        return sorted(name for name in {*scope, *directory(namespace)} if not name.startswith("_"))
    prefixes = [p for p, namespace_ in (PREFIXES | NUMPY_PREFIXES).items() if namespace_ == namespace] or [""]
    for prefix in prefixes:
        result = OPS.get(prefix + short)
        if result is not None and (namespace, short) in places(prefix + short):
            fast_path = None if fast is None else fast(result)
            new = make_function(result, short, call, symbolic, scope["__name__"], fast_path, prefix in NUMPY_PREFIXES)
            scope[short] = new
            return new
    known = [] if short.startswith("_") else [item for item in (*scope, *directory(namespace)) if item[0] != "_"]
    raise missing_name(scope["__name__"].removesuffix(".op"), short, known)


def operators(
    scope: dict[str, Any],
    namespace: str,
    call: Callable[..., Any],
    symbolic: bool,
    fast: Callable[[Op], Fast] | None = None,
) -> tuple[Callable[[str], Any], Callable[[], list[str]]]:
    """Return the ``__getattr__`` and ``__dir__`` of a module with the namespace ``scope``.

    They give it the operators of ``namespace``, as functions that are made at first use.
    """

    def attribute(name: str) -> Any:
        return attach(scope, namespace, name, call, symbolic, fast)

    def names() -> list[str]:
        return sorted({*scope, *directory(namespace)})

    return attribute, names
