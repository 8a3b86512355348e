"""Write ``src/mxnet/_stubs/*.pyi``: the signatures of functions that are made when they are first asked for.

``mx.nd``, ``mx.sym``, ``mx.np`` and the namespaces below them get most of their functions from the registry of
operators. Editors and type checkers, which do not run programs, find them in these files: each of those modules
imports its own under ``TYPE_CHECKING``. Run by ``make stubs``; a test holds the files against the registry.
"""

from __future__ import annotations

import ast
import importlib
import inspect
import keyword
import re
import textwrap
import types
import typing
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

import mxnet as mx
from mxnet.core.params import Ints, OptInts, OptShape, Shape, describe
from mxnet.registry.binding import directory
from mxnet.registry.op import OPS, Op

FOLDER = Path(__file__).parents[1] / "src" / "mxnet" / "_stubs"

#: by file: the module it describes, the namespace of operators that it has, and the class of what they compute with
OPERATORS = {
    **{f"nd_{place or 'op'}": (f"ndarray.{place or 'op'}", place, "NDArray") for place in
       ("", "contrib", "image", "linalg", "random", "sparse")},
    **{f"sym_{place or 'op'}": (f"symbol.{place or 'op'}", place, "Symbol") for place in
       ("", "contrib", "image", "linalg", "random", "sparse")},
    "nd_npx": ("ndarray.numpy_extension", "numpy_extension", "ndarray"),
    "sym_npx": ("symbol.numpy_extension", "numpy_extension", "_Symbol"),
    "npx_image": ("numpy_extension.image", "numpy_extension.image", "ndarray"),
}  # fmt: skip
#: by file: the module whose functions are written once for arrays and symbols, and the class of what they give
FRONTENDS = {
    "np": ("numpy", "ndarray"),
    "np_linalg": ("numpy.linalg", "ndarray"),
    "np_random": ("numpy.random", "ndarray"),
    "npx": ("numpy_extension", "ndarray"),
    "nd_np": ("ndarray.numpy", "ndarray"),
    "sym_np": ("symbol.numpy", "_Symbol"),
}
#: by class of the stubs, the one that it completes (its module and name), the class of what its methods give, and the
#: class below it whose own methods are told apart
METHODS = {
    "NDArrayMethods": ("ndarray.ndarray", "NDArray", "object"),
    "NumpyArrayMethods": ("ndarray.numpy.multiarray", "ndarray", "NDArray"),
    "SymbolMethods": ("symbol.symbol", "Symbol", "object"),
    "NumpySymbolMethods": ("symbol.numpy.symbol", "_Symbol", "Symbol"),
}
#: where the classes are
CLASSES = {
    "NDArray": "from ..ndarray.ndarray import NDArray",
    "Symbol": "from ..symbol.symbol import Symbol",
    "ndarray": "from ..ndarray.numpy.multiarray import ndarray",
    "_Symbol": "from ..symbol.numpy.symbol import _Symbol",
}
HEAD = """# Written by scripts/write_stubs.py from the registry of operators: do not edit.
from collections.abc import Sequence
from typing import Any, Literal

"""
#: what is not judged in the methods: those of the NumPy interface take other arguments than the ones they stand for
LOOSE = '# mypy: disable-error-code="override, assignment, misc"\n'
#: what an annotation of a result may be made of, in a file of stubs
RESULTS = frozenset(("None", "Any", "bool", "int", "float", "complex", "str", "list", "tuple", "dict"))
#: functions of the NumPy interface that give something else than one array
OTHER_RESULTS = frozenset(
    (  # noqa: SIM905  # a list would be forty lines
        "allclose array_equal array_equiv array_split atleast_1d atleast_2d atleast_3d average can_cast divmod dsplit "
        "eig eigh einsum_path frexp histogram hsplit indices isscalar load lstsq may_share_memory modf ndim nonzero "
        "qr result_type save seed shape shares_memory size slogdet split svd unique unravel_index vsplit"
    ).split()
)


def annotation_of(kind: Any) -> str:
    """Return the type of an attribute's values, as a program may write them."""
    origin, parts = typing.get_origin(kind), typing.get_args(kind)
    if origin is typing.Annotated and isinstance(parts[1], mx.core.params.AlsoAccepted):
        parts, origin = (*typing.get_args(parts[0]), *parts[1].values), typing.Literal
    if origin is typing.Annotated:
        return "Any" if describe(kind) == describe(mx.core.params.DType) else annotation_of(parts[0])
    if origin is typing.Literal:
        return f"Literal[{', '.join(map(repr, parts))}]"
    if origin in (typing.Union, types.UnionType):
        return " | ".join(dict.fromkeys(annotation_of(part) for part in parts))
    if kind is bool:
        return "bool | Literal[0, 1]"
    if kind in (Shape, OptShape, Ints, OptInts):
        return f"int | Sequence[{'int' if kind in (Shape, Ints) else 'int | None'}]"
    if origin is tuple:
        return (
            "Sequence[Any]" if typing.get_origin(parts[0]) else f"{parts[0].__name__} | Sequence[{parts[0].__name__}]"
        )
    return "None" if kind is type(None) else kind.__name__ if kind in (int, float, str) else "Any"


def documented(doc: str | None) -> Iterator[str]:
    """Yield the lines of a function's body: the first paragraph of its docstring, or dots."""
    summary = inspect.cleandoc(doc or "").partition("\n\n")[0].replace("\\", "\\\\").replace('"""', "'''")
    line = " ".join(summary.split())
    yield f'    """{line}"""' if line else "    ..."


def of_operator(short: str, op: Op, array: str, symbolic: bool, doc: str | None, method: bool = False) -> Iterator[str]:
    """Yield the lines of an operator's function, or of its method, whose first input is the array itself."""
    attrs = [a for a in op.attrs.values() if not keyword.iskeyword(a.name)]
    given = [f"{a.name}: {annotation_of(a.annotation)} = ..." for a in attrs]
    more = ["out: Any = ...", "name: str | None = ..."]
    more = ["name: str | None = ...", "attr: dict[str, str] | None = ...", "out: Any = ..."] if symbolic else more
    inputs = [f"*{op.variadic}: Any"] if op.variadic else [f"{n}: {array} | None = ..." for n in op.input_names]
    inputs = ["self", *inputs[1:]] if method else inputs
    result = array if symbolic or gives_one(op) else "Any"
    if symbolic or op.variadic or op.takes_any_attribute or len(attrs) < len(op.attrs):
        more.append("**kwargs: Any")  # attributes of any name, as `lr_mult` of symbols, or such as `lambda`
    yield from signature(short, [*inputs, *given, *more], result)
    yield from documented(doc)


def gives_one(op: Op) -> bool:
    """Return whether an operator gives one array, unless its attributes say otherwise."""
    try:
        return op.one_output or op.num_visible(op.parse({})) == 1
    except mx.base.MXNetError:  # that depends on required attributes
        return False


def signature(name: str, parameters: list[str], result: str) -> Iterator[str]:
    """Yield a function's first lines, one if that is not long."""
    line = f"def {name}({', '.join(parameters)}) -> {result}:"
    if len(line) <= 120:
        yield line
        return
    yield f"def {name}("
    yield from (f"    {parameter}," for parameter in parameters)
    yield f") -> {result}:"


def of_function(name: str, function: Callable[..., Any], array: str) -> Iterator[str]:
    """Yield the lines of a function or method that is no operator's."""
    parts, bare = [], False
    for p in inspect.signature(function).parameters.values():
        star = {p.VAR_POSITIONAL: "*", p.VAR_KEYWORD: "**"}.get(p.kind, "")
        bare |= p.kind is p.VAR_POSITIONAL
        if p.kind is p.KEYWORD_ONLY and not bare:
            parts.append("*")
            bare = True
        kind = "" if p.name == "self" else ": Any"
        parts.append(f"{star}{p.name}{kind}" + ("" if p.default is p.empty else " = ..."))
    said = function.__annotations__.get("return", "Any")
    said = re.sub(r"\w+\.", "", said if isinstance(said, str) else inspect.formatannotation(said))
    if said != "Any":
        array = said if set(re.findall(r"\w+", said)) <= {*RESULTS, array} else "Any"
    yield from signature(name, parts, "Any" if name in OTHER_RESULTS else array)
    yield from documented(function.__doc__)


def written_by_hand(module: Any) -> set[str]:
    """Return the names that a module's own source defines or imports."""
    names: set[str] = set()
    for node in ast.parse(inspect.getsource(module)).body:
        if hasattr(node, "name"):
            names.add(node.name)
        elif hasattr(node, "names"):
            names |= {alias.asname or alias.name for alias in node.names}
        names |= {t.id for t in getattr(node, "targets", ()) if hasattr(t, "id")}
    return names


def body_of(cls: type, module: Any) -> set[str]:
    """Return the names that the body of a class defines, in the source of a module."""
    (node,) = (n for n in ast.parse(inspect.getsource(module)).body if getattr(n, "name", "") == cls.__name__)
    targets = [t for n in node.body for t in getattr(n, "targets", [getattr(n, "target", n)])]
    return {getattr(each, "name", getattr(each, "id", "")) for each in (*node.body, *targets)}


def methods_of(short: str) -> Iterator[str]:
    """Yield the lines of a class with the methods that another gets when the library is imported.

    A method that only refuses is None: to call it is an error.
    """
    path, array, base = METHODS[short]
    module = importlib.import_module(f"mxnet.{path}")
    cls, below = getattr(module, array), getattr(module, base, object)
    operators: set[str] = set()
    own: dict[str, Any] = {}
    for each in reversed([c for c in cls.__mro__ if c not in below.__mro__]):
        source = module if each is cls else importlib.import_module(each.__module__)
        operators |= set(getattr(source, "OPERATORS", ()))
        own |= {name: value for name, value in vars(each).items() if name not in body_of(each, source)}
    yield f"class {short}{'' if base == 'object' else f'({base})'}:"
    for name, value in sorted(own.items()):
        if name in operators:
            doc = getattr(cls, name).__doc__
            yield from _indented(of_operator(name, OPS[name], array, array == "Symbol", doc, method=True))
        elif isinstance(value, property):
            yield from _indented(["@property", *of_function(name, value.fget, array)])
        elif isinstance(value, types.FunctionType) and not name.startswith(("_a", "_s", "__array", "__dir", "__round")):
            refuses = "refus" in value.__qualname__
            yield from [f"    {name}: None"] if refuses else _indented(of_function(name, value, array))


def _indented(lines: Iterable[str]) -> Iterator[str]:
    return (textwrap.indent(line, "    ") for line in lines)


def stubs() -> dict[str, str]:
    """Return the text of each file. A function that an earlier file has, to the letter, is imported from there."""
    texts: dict[str, str] = {}
    written: dict[tuple[str, str], str] = {}
    for file in (*OPERATORS, *FRONTENDS):
        array, functions = functions_of(file)
        again, new = [], []
        for name, lines in functions:
            text = "\n".join(lines)
            found = written.setdefault((array, text), file)
            (new if found == file else again).append(
                text if found == file else f"from .{found} import {name} as {name}"
            )
        body = "\n".join([*again, "", *new])
        needed = CLASSES[array] + "\n" if re.search(rf"\b{array}\b", body) else ""
        texts[file] = HEAD + needed + body + "\n"
    classes = "\n".join(line for short in METHODS for line in methods_of(short))
    texts["methods"] = LOOSE + HEAD + "\n".join([*CLASSES.values(), "", classes]) + "\n"
    return texts


def functions_of(file: str) -> tuple[str, list[tuple[str, Iterator[str]]]]:
    """Return the class of arrays of a file, and the names and lines of its functions."""
    if file in OPERATORS:
        path, place, array = OPERATORS[file]
        module = importlib.import_module(f"mxnet.{path}")
        own = written_by_hand(module)
        return array, [
            (
                short,
                of_operator(short, OPS[name], array, array in ("Symbol", "_Symbol"), getattr(module, short).__doc__),
            )
            for short, name in sorted(directory(place).items())
            if short not in own and short.isidentifier() and not keyword.iskeyword(short)
        ]
    path, array = FRONTENDS[file]
    module = importlib.import_module(f"mxnet.{path}")
    own = written_by_hand(module)
    named = [(n, getattr(module, n)) for n in sorted(dir(module)) if not n.startswith("_") and n not in own]
    derived = directory(path)
    return array, [
        (n, of_operator(n, OPS[derived[n]], array, False, f.__doc__) if n in derived else of_function(n, f, array))
        for n, f in named
        if isinstance(f, types.FunctionType)
    ]


def main() -> None:
    """Write all files."""
    FOLDER.mkdir(exist_ok=True)
    (FOLDER / "__init__.pyi").write_text("")
    for file, text in stubs().items():
        (FOLDER / f"{file}.pyi").write_text(text)


if __name__ == "__main__":
    main()
