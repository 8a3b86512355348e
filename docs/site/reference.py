"""MkDocs hooks: pages of the site that are made from the library itself, and from files outside ``docs/``.

``reference/<module>.md`` has the public names of a module with signatures and docstrings, ``operators/<place>.md`` the
operators of a namespace with their attributes, and the data types that the tests of operators try.
"""

from __future__ import annotations

import importlib
import inspect
import re
import sys
import textwrap
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import mxnet as mx
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.plugins import event_priority
from mkdocs.structure.files import File, Files
from mxnet.registry.binding import directory
from mxnet.registry.op import OPS

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT))  # the tests' samples tell data types
from scripts import write_notebooks  # noqa: E402

#: where the programs of the gallery are written as notebooks
NOTEBOOKS = ROOT / "build" / "notebooks"
#: modules with a page of their own, in the order of the menu
MODULES = (
    *("ndarray", "symbol", "numpy", "numpy_extension", "autograd", "gluon", "gluon.nn", "gluon.rnn", "gluon.loss"),
    *("gluon.data", "gluon.data.vision", "gluon.contrib.estimator", "module", "model", "io", "image", "recordio"),
    *("initializer", "optimizer", "lr_scheduler", "metric", "callback", "monitor", "kvstore", "operator", "profiler"),
    *("contrib.amp", "contrib.quantization", "onnx", "notebook", "random", "rnn", "visualization", "util", "context"),
    "test_utils",
)
#: namespaces of operators, and where users find them
PLACES = {
    "": "mx.nd, mx.sym", "contrib": "contrib", "linalg": "linalg", "image": "image", "random": "random",
    "sparse": "sparse", "numpy_extension": "mx.npx",
}  # fmt: skip
#: pages that are files of the repository's top
TOP = {
    "README.md": "index.md", "SECURITY.md": "security.md", "SUPPORT.md": "support.md",
    "CONTRIBUTING.md": "contributing.md", "CHANGELOG.md": "changelog.md",
}  # fmt: skip
#: characters of a line of code that the site shows without scrolling
_WIDTH = 84
_ROLE = re.compile(r":(?:\w+:)?(?:class|func|meth|mod|data|attr|exc):`~?([^`]*)`")


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """Complete the menu by the pages that are made."""
    assert config.nav is not None
    names = [name for name in MODULES if _module(name) is not None]
    guide = next(part["Guide"] for part in config.nav if "Guide" in part)
    examples = next(part["Examples"] for part in guide if "Examples" in part)
    examples += [f"notebooks/{path.stem}.ipynb" for path in write_notebooks.PROGRAMS]
    config.nav += [
        {"Reference": [{f"mx.{name}": f"reference/{name}.md"} for name in names]},
        {"Operators": [{where: f"operators/{place or 'top'}.md"} for place, where in PLACES.items()]},
    ]
    listed = re.findall(r"[\w/]+\.md", str(config.nav))
    pages = sorted(p.name for p in (ROOT / "docs").glob("*.md") if p.name not in listed)
    more = [{page.removesuffix(".md").title(): page} for page in ("changelog.md", "contributing.md", "support.md")]
    config.nav.append({"More": [*pages, *more]})
    return config


@event_priority(50)  # before notebooks are looked for
def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the pages that are made."""
    for path in write_notebooks.write(NOTEBOOKS):
        files.append(File(f"notebooks/{path.name}", str(NOTEBOOKS.parent), config.site_dir, config.use_directory_urls))
    made = {page: _links((ROOT / name).read_text()) for name, page in TOP.items()}
    for name in MODULES:
        module = _module(name)
        if module is not None:
            made[f"reference/{name}.md"] = "\n".join(_page(name, module))
    for place, where in PLACES.items():
        made[f"operators/{place or 'top'}.md"] = "\n".join(_operators(place, where))
    for path, text in made.items():
        files.append(File.generated(config, path, content=text))
    return files


def _links(text: str) -> str:
    """Return the text of a file of the repository's top with links as they are within ``docs/``."""
    text = re.sub(r"\]\(docs/([\w.]+)\)", r"](\1)", text)
    return re.sub(r"\[([^]]+)\]\(([A-Z_]+(?:\.md)?)\)", _within_site, text)


def _within_site(match: re.Match[str]) -> str:
    name, target = match.groups()
    return f"[{name}]({TOP[target]})" if target in TOP else name  # LICENSE and NOTICE are no pages


def _module(name: str) -> Any:
    try:
        return importlib.import_module(f"mxnet.{name}")
    except ModuleNotFoundError:
        return None


def _text(doc: str | None) -> str:
    """Return a docstring as Markdown: roles as code, indented programs fenced."""
    text = _ROLE.sub(r"`\1`", inspect.cleandoc(doc or ""))
    text = re.sub(r"``([^`]*)``", r"`\1`", text)
    text = re.sub(r"^(Parameters|Returns|Raises|Example|Examples)\n-+$", r"**\1**\n", text, flags=re.M)
    text = re.sub(r"::\n\n((?: {4}.*\n?|\n)+)", lambda m: ":\n\n```python\n" + inspect.cleandoc(m[1]) + "\n```\n", text)
    text = re.sub(r"((?:^(?:>>>|\.\.\.) .*\n?(?:(?!>>>|\n).+\n?)*)+)", r"\n```python\n\1\n```\n", text, flags=re.M)
    text = re.sub(r"^(\*?\w+) : (.*)$", r"- `\1`: \2", text, flags=re.M)
    return text.replace("<", "&lt;") if "<" in text and "```" not in text else text


def _signature(value: Any) -> str:
    try:
        text = str(inspect.signature(value))
    except (TypeError, ValueError):
        return "(...)"
    return re.sub(r"<[^>]*>", "...", re.sub(r"(: |-> )'([^']*)'", r"\1\2", text))


def _public(module: Any) -> Iterator[tuple[str, Any]]:
    """Yield the classes and functions that belong to a module, operators apart."""
    operators = {*directory("")}
    for name in sorted(getattr(module, "__all__", None) or vars(module)):
        value = getattr(module, name, None)
        own = str(getattr(value, "__module__", "")).startswith("mxnet.")
        is_operator = name in operators and "Parameters\n----------" in (getattr(value, "__doc__", None) or "")
        if (
            not name.startswith("_")
            and own
            and not is_operator
            and (inspect.isclass(value) or inspect.isfunction(value))
        ):
            yield name, value


def _section(level: int, title: str, program: str, doc: str | None) -> str:
    if len(program) > _WIDTH:
        program = "\n".join(textwrap.wrap(program, _WIDTH, subsequent_indent="    ", break_long_words=False))
    return f"{'#' * level} {title}\n\n```python\n{program}\n```\n\n{_text(doc)}\n"


def _page(name: str, module: Any) -> Iterator[str]:
    yield f"# mx.{name}\n\n{_text(module.__doc__)}\n"
    for short, value in _public(module):
        yield _section(2, short, f"{short}{_signature(value)}", value.__doc__)
        if inspect.isclass(value):
            for method, function in sorted(vars(value).items()):
                if inspect.isfunction(function) and not method.startswith("_") and function.__doc__:
                    yield _section(3, f"{short}.{method}", f"{method}{_signature(function)}", function.__doc__)


def _tried_dtypes() -> dict[str, list[str]]:
    """Return, by operator, the data types that its samples in the tests are run with."""
    from tests.ops.sample import families

    found: dict[str, dict[str, None]] = {}
    for _, samples in families():
        for sample in samples:
            found.setdefault(OPS[sample.op].name, {}).update(dict.fromkeys(sample.dtypes))
    return {name: [*dtypes] for name, dtypes in found.items()}


def _operators(place: str, where: str) -> Iterator[str]:
    yield f"# Operators: {where}\n"
    yield (
        "Inputs are arrays (`mx.nd`) or symbols (`mx.sym`); attributes are keywords. *Data types* are those that the "
        "tests run an operator with: values, gradients and shapes are checked for each; others may work.\n"
    )
    tried = _tried_dtypes()
    namespace = getattr(mx.nd, place) if place in ("contrib", "linalg", "image", "random", "sparse") else mx.nd
    namespace = mx.npx if place == "numpy_extension" else namespace
    for short, name in sorted(directory(place).items()):
        op = OPS[name]
        function = getattr(namespace, short, None)
        if short.startswith("_") or function is None:
            continue
        inputs = [f"*{op.variadic}"] if op.variadic else list(op.input_names)
        attributes = [a.name if a.required else f"{a.name}={a.default!r}" for a in op.attrs.values()]
        yield _section(2, short, f"{short}({', '.join([*inputs, *attributes])})", function.__doc__)
        if op.name in tried:
            yield f"*Data types*: {', '.join(tried[op.name])}\n"
