"""Pages of the reference, made from the library: public names of a module with signatures and docstrings."""

from __future__ import annotations

import importlib
import inspect
import re
import textwrap
from collections.abc import Iterator
from functools import cache
from typing import Any

from mxnet.registry.binding import directory

#: modules with a page of their own, in the order of the menu
MODULES = (
    *("ndarray", "ndarray.contrib", "ndarray.random", "ndarray.sparse", "symbol", "symbol.contrib", "executor"),
    *("numpy", "numpy.linalg", "numpy.random", "numpy_extension", "autograd", "gluon", "gluon.nn", "gluon.rnn"),
    *("gluon.loss", "gluon.metric", "gluon.utils", "gluon.model_zoo.vision", "gluon.data.vision.transforms"),
    *("gluon.data", "gluon.data.vision", "gluon.contrib.estimator", "gluon.contrib.nn", "gluon.contrib.rnn"),
    *("gluon.contrib.cnn", "module", "model", "io", "image", "recordio"),
    *("initializer", "optimizer", "lr_scheduler", "metric", "callback", "monitor", "kvstore", "operator", "profiler"),
    *("contrib.amp", "contrib.quantization", "contrib.horovod", "contrib.byteps"),
    *("onnx", "notebook", "random", "rnn", "visualization", "util", "context"),
    *("attribute", "name", "engine", "runtime", "contrib.text.embedding", "contrib.text.vocab", "test_utils"),
)
#: the namespace of operators, which have pages of their own, that a module's functions are for the most part
_OPERATORS = {
    "ndarray": "", "symbol": "", "ndarray.contrib": "contrib", "symbol.contrib": "contrib", "ndarray.random": "random",
    "ndarray.sparse": "sparse", "numpy_extension": "numpy_extension",
}  # fmt: skip
#: characters of a line of code that the site shows without scrolling
_WIDTH = 84
_ROLE = re.compile(r":(?:\w+:)?(?:class|func|meth|mod|data|attr|exc):`~?([^`]*)`")


def pages() -> Iterator[tuple[str, str]]:
    """Yield the path and the text of each page."""
    names = [name for name in MODULES if _module(name) is not None]
    for name in names:
        yield f"reference/{name}.md", "\n".join(_page(name, _module(name)))
    entries = "\n".join(f"mx.{name} <{name}>" for name in names)
    yield "reference/index.md", f"# Reference\n\nThe public names of each module.\n\n```{{toctree}}\n{entries}\n```\n"


def _module(name: str) -> Any:
    try:
        return importlib.import_module(f"mxnet.{name}")
    except ModuleNotFoundError:
        return None


_SECTIONS = "Parameters|Returns|Yields|Raises|See Also|Notes|Examples?"


def _entry(match: re.Match[str]) -> str:
    """Return a parameter, or an error, as an entry of a list, below which its meaning stands."""
    return f"- `{match[1]}`" + (f": {match[2]}" if match[2] else "") + "\n"


def text_of(doc: str | None) -> str:
    """Return a docstring as Markdown: roles as code, indented programs fenced."""
    text = _ROLE.sub(r"`\1`", inspect.cleandoc(doc or ""))
    text = re.sub(r"``([^`]*)``", r"`\1`", text)
    text = re.sub(rf"^({_SECTIONS})\n-+$", r"**\1**\n", text, flags=re.M)
    text = re.sub(r"::\n\n((?: {4}.*\n?|\n)+)", lambda m: ":\n\n```python\n" + inspect.cleandoc(m[1]) + "\n```\n", text)
    text = re.sub(r"((?:^(?:>>>|\.\.\.) .*\n?(?:(?!>>>|\n).+\n?)*)+)", r"\n```python\n\1\n```\n", text, flags=re.M)
    text = re.sub(r"^([*\w]+(?:, [*\w]+)*|[\w.]+)(?: : (.*))?(?=\n {4}\S)", _entry, text, flags=re.M)
    text = re.sub(r"^([*\w.]+(?:, [*\w]+)*) : (.*)$", r"- `\1`: \2", text, flags=re.M)
    return text.replace("<", "&lt;") if "<" in text and "```" not in text else text


def signature_of(value: Any) -> str:
    try:
        text = str(inspect.signature(value))
    except (TypeError, ValueError):
        return "(...)"
    return re.sub(r"<[^>]*>", "...", re.sub(r"(: |-> )'([^']*)'", r"\1\2", text))


def _public(module: Any) -> Iterator[tuple[str, Any]]:
    """Yield the classes and functions that belong to a module, operators apart."""
    path = module.__name__.removeprefix("mxnet.")
    operators = directory(_OPERATORS[path]) if path in _OPERATORS else {}
    names = getattr(module, "__all__", None)
    namespace = path in _OPERATORS and "." in path
    owner = "mxnet." if names and not namespace else module.__name__  # what it imports is not its own
    for name in sorted(names or vars(module)):
        value = getattr(module, name, None)
        own = str(getattr(value, "__module__", "")).startswith(owner) and not name.startswith("_")
        if own and (inspect.isclass(value) or (inspect.isfunction(value) and name not in operators)):
            yield name, value


def section(level: int, title: str, program: str, doc: str | None) -> str:
    if len(program) > _WIDTH:
        program = "\n".join(textwrap.wrap(program, _WIDTH, subsequent_indent="    ", break_long_words=False))
    return f"{'#' * level} {title}\n\n```python\n{program}\n```\n\n{text_of(doc)}\n"


def _page(name: str, module: Any) -> Iterator[str]:
    yield f"# mx.{name}\n\n{text_of(module.__doc__)}\n"
    for short, value in _public(module):
        yield section(2, short, f"{short}{signature_of(value)}", value.__doc__)
        if inspect.isclass(value):
            yield from _members(short, value)


def _members(short: str, cls: type) -> Iterator[str]:
    """Yield the methods of a class, those of internal base classes too; and the names of those of public ones."""
    from .operators import page_of

    inherited: dict[str, list[str]] = {}
    operators: list[str] = []
    for name in sorted(dir(cls)):
        owner = next((base for base in cls.__mro__ if name in vars(base)), object)
        function = vars(owner).get(name)
        function = function.__func__ if isinstance(function, (classmethod, staticmethod)) else function
        if name in directory("") and not inspect.isfunction(function) and not name.startswith("_"):
            operators.append(f"[{name}](/{page_of(name)}.md)")
        is_property = isinstance(function, property) and inspect.getdoc(function)
        if name.startswith("_") or not owner.__module__.startswith("mxnet"):
            continue
        if not (inspect.isfunction(function) or is_property):
            continue
        program = name if is_property else f"{name}{signature_of(function)}"
        if owner is cls or not _is_listed(owner) or owner.__name__.startswith("Base"):  # BaseModule: fit, predict ...
            yield section(3, f"{short}.{name}", program, inspect.getdoc(function))  # or the overridden method's
        else:
            inherited.setdefault(owner.__name__, []).append(f"`{name}`")
    if operators:
        yield f"### Operators that are methods of {short}\n\n{', '.join(operators)}.\n"
    for base, names in inherited.items():
        yield f"Of `{base}`: {', '.join(names)}.\n"


@cache
def _is_listed(cls: type) -> bool:
    """Return whether a class has a place of its own on one of the pages."""
    return any(
        value is cls for name in MODULES if (module := _module(name)) is not None for _, value in _public(module)
    )
