"""The manual: docstrings put together from what is written once.

A docstring has NumPy's sections. Its ``Parameters`` section needs a parameter's name and what it means: type and
default are those of the signature. A parameter that the section leaves out has its meaning from the operator behind
(for layers), from ``parameter_texts.json``, or from the base class. Texts are put together when they are
asked for.
"""

import inspect
import json
import re
import textwrap
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

_TABLE = Path(__file__).with_name("parameter_texts.json")
#: what parameters mean that many have, by kind; a docstring that explains one itself is used in its place
_TEXTS: dict[str, dict[str, str]] = json.loads(_TABLE.read_text(encoding="utf-8"))


def texts_of(*kinds: str) -> dict[str, str]:
    """Return the meanings of parameters of several kinds; of one in two of them, that of the last."""
    return {name: meaning for kind in kinds for name, meaning in _TEXTS[kind].items()}


#: of operators, and of functions on arrays
OF_FUNCTIONS = texts_of("arrays", "axes", "matrices", "densities", "types", "updates", "windows", "normalization")
OF_FUNCTIONS |= texts_of("states", "integers")
#: of functions that NumPy computes, or helps out
OF_NUMPY = OF_FUNCTIONS | texts_of("numpy")
#: of layers, losses, optimizers, schedules, metrics, augmenters and iterators over images
OF_CLASSES = texts_of("layers", "updates", "schedules", "metrics", "augmentation", "samples")
#: of functions on images
OF_IMAGES = texts_of("augmentation", "images")

_Class = TypeVar("_Class", bound=type)
_Function = TypeVar("_Function", bound=Callable[..., Any])
#: how the defaults print that stand for an argument that was not given, NumPy's and ours
_NO_DEFAULT = ("<no value>", "_Null")
_HEADING = re.compile(r"^(\w[\w ]*)\n-{3,}\n", re.MULTILINE)
_ENTRY = re.compile(r"^(\*{0,2}\w+(?:, \*{0,2}\w+)*)(?: : (.*))?\n?((?:^(?: .*)?\n?)*)", re.MULTILINE)


class Parameter(NamedTuple):
    """What the signature says of a parameter: ``"kernel", "Shape(tuple)", "required"``."""

    name: str
    type: str = ""
    default: str = ""


def split(doc: str) -> tuple[str, dict[str, str]]:
    """Return what stands before the first heading of a docstring, and its sections by heading, in their order."""
    text, *rest = _HEADING.split(doc)
    return text.strip(), {name: body.strip("\n") for name, body in zip(rest[::2], rest[1::2], strict=True)}


def explained(doc: str) -> dict[str, tuple[str, str]]:
    """Return the types and the meanings that a docstring gives for parameters; an entry may be of several."""
    entries = _ENTRY.findall(split(doc)[1].get("Parameters", ""))
    return {
        name.lstrip("*"): (cls, inspect.cleandoc(text)) for names, cls, text in entries for name in names.split(", ")
    }


def meanings(doc: str | None) -> dict[str, str]:
    """Return what a docstring, None under python -OO, says of the parameters."""
    return {name: meaning for name, (_, meaning) in explained(doc or "").items()}


def compose(doc: str, parameters: Iterable[Parameter], shared: Mapping[str, str] = OF_FUNCTIONS) -> str:
    """Return a docstring with all parameters of a signature: defaults as there, and types unless it says others.

    ``shared`` has the meanings of parameters that the docstring does not explain.
    """
    text, sections = split(doc)
    described = explained(doc)
    entries = []
    for name, cls, default in parameters:
        stated, meaning = described.get(name.lstrip("*"), ("", ""))
        facts = ", ".join(filter(None, [stated or cls, default]))
        entries.append((name, facts, meaning or _wrapped(shared.get(name.lstrip("*"), ""))))
    lines = []
    for (facts, meaning), alike in groupby(entries, itemgetter(1, 2)):  # neighbours of one meaning are one entry
        names = ", ".join(name for name, _, _ in alike)
        lines.append(f"{names} : {facts}" if facts else names)
        lines += [f"    {line}" if line else "" for line in meaning.splitlines()]
    listed = {"Parameters": "\n".join(lines), **{k: v for k, v in sections.items() if k != "Parameters"}}
    return "\n\n".join([text, *(f"{name}\n{'-' * len(name)}\n{body}" for name, body in listed.items() if body)])


def renamed(doc: str, names: Mapping[str, str]) -> str:
    """Return a docstring, its lines not indented, in which parameters have other names, ``names[old]``."""
    for old, new in names.items():
        doc = re.sub(rf"(?<=``){old}(?=``)|^{old}(?=$| : )", new, doc, flags=re.MULTILINE)
    return doc


def _wrapped(text: str) -> str:
    """Return a text in lines of the length that docstrings have; one of several lines is as it is meant to be."""
    return text if "\n" in text else textwrap.fill(text, 112)


def write(summary: str, parameters: Mapping[str, str] | None = None, returns: str = "", example: str = "") -> str:
    """Return a docstring of these sections, for functions that a factory makes; ``example`` is as in an interpreter.

    A key of ``parameters`` may have a type: ``"x : array or number"``.
    """
    listed = "\n".join(f"{name}\n    {meaning}" for name, meaning in (parameters or {}).items())
    sections = {"Parameters": listed, "Returns": returns, "Examples": example.strip()}
    return "\n\n".join([summary, *(f"{name}\n{'-' * len(name)}\n{body}" for name, body in sections.items() if body)])


def of_signature(function: Callable[..., Any]) -> Iterator[Parameter]:
    """Yield the parameters of a function or method, with types and defaults as they stand there."""
    for i, p in enumerate(inspect.signature(function).parameters.values()):
        if i == 0 and p.name in ("self", "cls", "F"):  # F: the frontend, which is filled in
            continue
        star = "*" if p.kind is p.VAR_POSITIONAL else "**" if p.kind is p.VAR_KEYWORD else ""
        annotation = "" if p.annotation is p.empty else inspect.formatannotation(p.annotation).strip("'")
        shown = p.default.__name__ if inspect.ismodule(p.default) else repr(p.default)
        default = "" if p.default is p.empty or shown in _NO_DEFAULT else f"default {shown}"
        yield Parameter(star + p.name, "" if annotation == "Any" else annotation, default)


class _ClassText:
    """The docstring of a class, put together whenever it is asked for.

    A base class may have ``_parameter_texts``, the meanings of parameters that its subclasses take and it does not.
    """

    def __init__(self, doc: str, operator: str, names: Mapping[str, str]) -> None:
        self._doc, self._operator, self._names = doc, operator, names

    def __get__(self, instance: object, owner: type) -> str:
        of_base = meanings(inspect.getdoc(owner.__base__))
        of_kind = getattr(owner, "_parameter_texts", {})
        of_operator = parameters_of(self._operator) if self._operator else {}
        renamed = {name: of_operator.get(other, "") for name, other in self._names.items()}
        parameters = of_signature(owner.__init__)  # type: ignore[misc]
        return compose(
            inspect.cleandoc(self._doc), parameters, {**of_base, **OF_CLASSES, **of_kind, **of_operator, **renamed}
        )


def documented(operator: str = "", **names: str) -> Callable[[_Class], _Class]:
    """Return a decorator that completes the docstring of a class by the parameters of its ``__init__``.

    ``operator``: whose attributes the parameters are; ``names``: what the operator calls those of another name,
    ``documented("Convolution", kernel_size="kernel")``.
    """

    def decorate(cls: _Class) -> _Class:
        doc = vars(cls)["__doc__"]
        if doc:  # none under python -OO
            text = doc._doc if isinstance(doc, _ClassText) else doc
            cls.__doc__ = _ClassText(text, operator, names)  # type: ignore[assignment]
        return cls

    return decorate


def complete_docstring(cls: type) -> None:
    """Complete the docstring of a public class of ours, as :func:`documented` does: for ``__init_subclass__``."""
    if cls.__module__.startswith("mxnet.") and not cls.__name__.startswith("_"):
        documented()(cls)


def completed(
    texts: Mapping[str, str], parameters: Iterable[Parameter] | None = None
) -> Callable[[_Function], _Function]:
    """Return a decorator that completes the docstring of a function by its parameters.

    ``texts`` has the meanings of those that the docstring does not explain. ``parameters``: those of a function that
    collects its keywords and so has none in its signature.
    """

    def decorate(function: _Function) -> _Function:
        if function.__doc__:  # none under python -OO
            described = of_signature(function) if parameters is None else parameters
            function.__doc__ = compose(inspect.cleandoc(function.__doc__), described, texts)
        return function

    return decorate


def handing_on(compute: Callable[..., Any], after: str, texts: Mapping[str, str]) -> Callable[[_Function], _Function]:
    """Return a decorator of functions that hand ``*args, **kwargs`` on to ``compute``, and completes their docstrings.

    Their signatures have, in the place of these two, the parameters of ``compute`` behind the one called ``after``.
    """
    parameters = list(inspect.signature(compute).parameters.values())
    behind = parameters[[p.name for p in parameters].index(after) + 1 :]

    def decorate(function: _Function) -> _Function:
        positional = [p for p in inspect.signature(function).parameters.values() if p.kind is p.POSITIONAL_OR_KEYWORD]
        function.__signature__ = inspect.Signature([*positional, *behind])  # type: ignore[attr-defined]
        return completed(texts)(function)

    return decorate


def parameters_of(operator: str) -> dict[str, str]:
    """Return what is said of the inputs and attributes of an operator."""
    from .op import get

    return meanings(get(operator).doc)
