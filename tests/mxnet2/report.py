"""What MXNet 2.0.0b1 has and this package lacks: ``python -m tests.mxnet2.report``."""

from __future__ import annotations

import importlib
import inspect
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

FACTS = Path(__file__).with_name("names.json")
_PARAMETER = re.compile(r"\*{0,2}\w+")


def parameters(signature: str | None) -> list[str]:
    """Return the names of a recorded signature's parameters, without ``self``."""
    names, depth = [], 0
    for part in re.split(r"([\[\]()<>{},])", (signature or "()")[1:-1]):
        depth += (part in "([{<" and part != "") - (part in ")]}>" and part != "")
        if depth == 0 and (match := re.match(r"\s*(\*{0,2}\w+)", part)) and (not names or names[-1] == ","):
            names.append(match[1])
        elif part == "," and depth == 0:
            names.append(",")
    return [name for name in names if name not in (",", "self")]


def _takes(function: Any, signature: str | None) -> list[str]:
    """Return the parameters of a recorded signature that a function does not take."""
    try:
        own = inspect.signature(function).parameters
    except (TypeError, ValueError):
        return []
    keywords = any(p.kind is p.VAR_KEYWORD for p in own.values())
    return [name for name in parameters(signature) if not (name.startswith("*") or name in own or keywords)]


def missing() -> Iterator[str]:
    """Yield a line for each name, member and parameter that is not there."""
    for module, names in json.loads(FACTS.read_text())["modules"].items():
        try:
            here = importlib.import_module(module)
        except ImportError:
            yield f"{module}: no module ({len(names)} names)"
            continue
        for name, fact in names.items():
            value = getattr(here, name, None)
            if not hasattr(here, name):
                yield f"{module}.{name}: missing"
            elif isinstance(fact, dict):
                yield from (f"{module}.{name}: no parameter {p}" for p in _takes(value, fact["init"]))
                for member, signature in fact["members"].items():
                    if not hasattr(value, member):
                        yield f"{module}.{name}.{member}: missing"
                    elif signature != "value":
                        own = inspect.getattr_static(value, member)
                        own = own.__func__ if isinstance(own, (staticmethod, classmethod)) else own
                        yield from (f"{module}.{name}.{member}: no parameter {p}" for p in _takes(own, signature))
            elif fact != "value":
                yield from (f"{module}.{name}: no parameter {p}" for p in _takes(value, fact))


if __name__ == "__main__":
    print(*missing(), sep="\n")
