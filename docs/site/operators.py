"""Pages of the operators, one for each: signature, description, an example that is run, its form in PyTorch, gradients.

The examples are the smallest samples that the tests of operators have, with rounded values.
"""

from __future__ import annotations

import contextlib
import io
import re
from collections.abc import Iterator
from functools import cache
from typing import Any, NamedTuple

import mxnet as mx
import numpy as np
from mxnet.registry.binding import directory
from mxnet.registry.op import OPS
from mxnet.tools.networks import Network
from mxnet.tools.torch_source import write_source

from tests.ops.sample import OpSample, families

from .reference_pages import section, text_of

#: namespaces of operators: the title, and how a program calls their functions
PLACES = {
    "": ("mx.nd and mx.sym", "mx.nd"), "contrib": ("contrib", "mx.nd.contrib"), "linalg": ("linalg", "mx.nd.linalg"),
    "image": ("image", "mx.nd.image"), "random": ("random", "mx.nd.random"), "sparse": ("sparse", "mx.nd.sparse"),
    "numpy_extension": ("mx.npx", "mx.npx"),
}  # fmt: skip
#: numbers of all inputs together in an example
_LARGEST = 40


class Operator(NamedTuple):
    """A function of a namespace, and the operator behind it."""

    place: str
    short: str
    op: Any

    @property
    def call(self) -> str:
        """How a program calls it."""
        return f"{PLACES[self.place][1]}.{self.short}"

    @property
    def page(self) -> str:
        """The page's path, without its ending; names that differ in case alone are told apart."""
        plain = self.short.lower() + ("_function" if self.short in _in_lower_case(self.place) else "")
        return f"operators/{self.place or 'top'}/{plain if self.short.islower() else self.short.lower()}"


@cache
def _in_lower_case(place: str) -> set[str]:
    """Return the names of a namespace that have capital letters, without them."""
    return {short.lower() for short in directory(place) if short.lower() != short}


@cache
def operators() -> tuple[Operator, ...]:
    """Return every operator that has a function, by namespace."""
    return tuple(_operators())


def _operators() -> Iterator[Operator]:
    for place, (_, where) in PLACES.items():
        namespace: Any = mx
        for part in where.split(".")[1:]:
            namespace = getattr(namespace, part)
        for short, name in sorted(directory(place).items()):
            if not short.startswith("_") and getattr(namespace, short, None) is not None:
                yield Operator(place, short, OPS[name])


def page_of(short: str) -> str:
    """Return the path of the page of a function of ``mx.nd``."""
    return Operator("", short, OPS[directory("")[short]]).page


def functions() -> dict[str, list[tuple[str, str]]]:
    """Return names and pages of the functions of each namespace, by the folder of their pages."""
    result: dict[str, list[tuple[str, str]]] = {}
    for operator in operators():
        result.setdefault(operator.place or "top", []).append((operator.short, operator.page))
    return result


@cache
def samples() -> dict[str, list[OpSample]]:
    """Return the samples of the tests by operator."""
    by_operator: dict[str, list[OpSample]] = {}
    for _, table in families():
        for sample in table:
            by_operator.setdefault(OPS[sample.op].name, []).append(sample)
    return by_operator


def example(operator: Operator) -> tuple[str, str] | None:
    """Return a small program that calls an operator, and what it prints; None where no sample can be called so.

    Where the samples have too many numbers to be shown, inputs are drawn, and the shape of the result is printed.
    """
    usable = [sample for sample in samples().get(operator.op.name, ()) if sample.inputs and not sample.changes]
    for sample in sorted(usable, key=lambda sample: (_size(sample) > _LARGEST, len(sample.label))):
        program = "\n".join(_program(operator, sample))
        with contextlib.redirect_stdout(io.StringIO()) as printed:
            try:
                exec(compile(program, operator.call, "exec"), {})
            except (mx.MXNetError, TypeError, ValueError, NameError):  # a sample that only its own test can call
                continue
        if len(printed.getvalue()) < 1500:
            return program, printed.getvalue()
    return None


def _size(sample: OpSample) -> int:
    return sum(array.size for array in sample.arrays(sample.dtypes[0]))


def _program(operator: Operator, sample: OpSample) -> Iterator[str]:
    arrays = sample.arrays(sample.dtypes[0])
    small = _size(sample) <= _LARGEST
    names = [operator.op.variadic] if operator.op.variadic else list(operator.op.input_names)
    names = names if len(names) == len(arrays) and None not in names else [f"x{i}" for i in range(len(arrays))]
    module = "mx.np" if operator.place == "numpy_extension" else "mx.nd"
    yield "import mxnet as mx\n"
    for name, array in zip(names, arrays, strict=True):
        values = array if array.dtype.kind != "f" else np.round(array.astype("float64"), 2)
        dtype = "" if array.dtype == np.float32 else f', dtype="{array.dtype}"'
        drawn = f"{module}.random.uniform({'size' if module == 'mx.np' else 'shape'}={array.shape})"
        yield (
            f"{name} = {module}.array({values.tolist()}{dtype})"
            if small or array.dtype.kind != "f"
            else f"{name} = {drawn}"
        )
    attributes = [f"{name}={value!r}" for name, value in sample.attrs.items()]
    yield f"y = {operator.call}({', '.join([*names, *attributes])})"
    yield "print(y)" if small else "print([out.shape for out in y] if isinstance(y, (list, tuple)) else y.shape)"


def in_torch(operator: Operator) -> str | None:
    """Return an expression of PyTorch that computes the same in prediction; None without one."""
    for sample in samples().get(operator.op.name, ()):
        names = [f"x{i}" for i in range(len(sample.inputs))]
        shapes = {name: array.shape for name, array in zip(names, sample.arrays("float32"), strict=True)}
        try:
            function = getattr(mx.sym, operator.short) if not operator.place else None
            if function is None:
                return None
            symbol = function(*[mx.sym.Variable(name) for name in names], **sample.attrs)
            text, _ = write_source(Network(symbol, {}, {}, []), shapes, "Net", "", "")
        except (mx.MXNetError, TypeError, ValueError, NotImplementedError):
            continue
        lines = re.findall(r"^        (?!return x$)(.+)$", text.partition("def forward")[2], re.MULTILINE)
        return "\n".join(lines) or None
    return None


def pages() -> Iterator[tuple[str, str]]:
    """Yield the path and the text of each page: one for an operator, one for a namespace, and the index by name."""
    by_place: dict[str, list[Operator]] = {place: [] for place in PLACES}
    for operator in operators():
        by_place[operator.place].append(operator)
        yield f"{operator.page}.md", "\n".join(_page(operator))
    for place, (title, _) in PLACES.items():
        entries = "\n".join(f"{item.short} </{item.page}>" for item in by_place[place])
        yield f"operators/{place or 'top'}/index.md", f"# {title}\n\n```{{toctree}}\n:maxdepth: 1\n{entries}\n```\n"
    yield "operators/index.md", "\n".join(_index([item for items in by_place.values() for item in items]))


def _index(items: list[Operator]) -> Iterator[str]:
    yield "# Operators\n"
    yield (
        f"{len(items)} functions by name; inputs are arrays (`mx.nd`, `mx.np`) or symbols (`mx.sym`), attributes are "
        "keywords.\n"
    )
    initial = ""
    for item in sorted(items, key=lambda item: (item.short.lower(), item.place)):
        if item.short[0].upper() != initial:
            initial = item.short[0].upper()
            yield f"\n## {initial}\n"
        yield f"- [{item.call}](/{item.page}.md): {_first_sentence(item)}"
    entries = "\n".join(f"{title} <{place or 'top'}/index>" for place, (title, _) in PLACES.items())
    yield f"\n```{{toctree}}\n:hidden:\n{entries}\n```\n"


def _first_sentence(item: Operator) -> str:
    text = text_of(item.op.fn.__doc__ or "").split("\n\n")[0].replace("\n", " ")
    return re.split(r"(?<=\.)\s", text)[0].replace("[", "\\[")


def _page(item: Operator) -> Iterator[str]:
    op = item.op
    function = eval(item.call, {"mx": mx})
    inputs = [f"*{op.variadic}"] if op.variadic else list(op.input_names)
    attributes = [a.name if a.required else f"{a.name}={a.default!r}" for a in op.attrs.values()]
    yield section(1, item.call, f"{item.short}({', '.join([*inputs, *attributes])})", function.__doc__)
    if ">>> " not in (function.__doc__ or "") and (shown := example(item)):
        yield f"## Example\n\n```python\n{shown[0]}\n```\n\n```text\n{shown[1].strip(chr(10))}\n```\n"
    if expression := in_torch(item):
        yield f"## In PyTorch\n\nIn prediction, with the attributes of a sample:\n\n```python\n{expression}\n```\n"
    yield f"## Gradient\n\n{_gradient(item)}\n"
    others = sorted(other.call for other in operators() if other.op is op and other.call != item.call)
    if others:
        yield f"## Other names\n\n{', '.join(f'`{name}`' for name in others)}\n"
    tried = dict.fromkeys(dtype for sample in samples().get(op.name, ()) for dtype in sample.dtypes)
    if tried:
        yield f"## Data types\n\nValues, gradients and shapes are tested for {', '.join(tried)}; others may work.\n"


def _gradient(item: Operator) -> str:
    kinds = {sample.grad for sample in samples().get(item.op.name, ())}
    if kinds & {"recorded", "numeric"}:
        against = "MXNet 1.9.1's" if "recorded" in kinds else "central differences"
        return f"Differentiable; the tests compare its gradients with {against}."
    return (
        "Zero."
        if kinds == {"zero"}
        else "None is tested: the result does not depend smoothly on the inputs, or is drawn."
    )
