"""Every name that 1.9.1 has in the modules of the NumPy interface is there, with its signature."""

from __future__ import annotations

import importlib
import inspect
import json
import re
from pathlib import Path
from typing import Any

import pytest

#: by module: names, with the signatures of functions or what kind of thing they are
NAMES: dict[str, dict[str, str]] = json.loads((Path(__file__).parents[1] / "data" / "np_names.json").read_text())
#: functions whose default type is that of :func:`mxnet.util.set_np_default_dtype`, where 1.9.1's is float32 or int32
_DEFAULT_DTYPE = "blackman|empty|eye|hamming|hanning|indices|ones|zeros"
#: functions whose signature is not 1.9.1's
DIFFERENT: dict[str, str] = {
    **dict.fromkeys(
        ("mxnet.ndarray.numpy", "mxnet.numpy", "mxnet.numpy.multiarray", "mxnet.symbol.numpy"), _DEFAULT_DTYPE
    ),
    "mxnet.symbol.numpy.random": "rayleigh",  # 1.9.1's default scale is 0 there, which makes all numbers 0
}
#: keywords that functions take beyond 1.9.1's, besides MXNet 2's ``device``
MORE: dict[str, set[str]] = {
    "percentile": {"method=None"},
    "quantile": {"method=None"},
    # MXNet 2's
    "set_np": {"dtype=False"},
    "argmax": {"keepdims=False"},
    "argmin": {"keepdims=False"},
    "argsort": {"descending=False", "stable=True"},
    "cholesky": {"upper=False"},
    "eigh": {"upper=False"},
    "eigvalsh": {"upper=False"},
    "sort": {"descending=False", "stable=True"},
}


def _module(name: str) -> Any:
    try:
        return importlib.import_module(name)
    except ModuleNotFoundError:
        return None


def signature(function: Any) -> str:
    """Return the signature as the facts have it: without annotations, defaults of types by their class."""
    found = inspect.signature(function)
    bare = [p.replace(annotation=p.empty) for p in found.parameters.values()]
    text = str(found.replace(parameters=bare, return_annotation=found.empty))
    return re.sub(r"<mxnet\.[\w.]*NullType[^>]*>|<no value>", "_Null", text)


def agrees(ours: str, fact: str, more: set[str]) -> bool:
    """Return whether signatures agree; what 1.9.1 takes in ``*args`` and ``**kwargs`` may have its name and default."""
    own, wanted = ([x for x in _parameters(each) if x not in more | {"device=None", "device"}] for each in (ours, fact))
    named = [each for each in own if each not in wanted and "=" in each]
    if not named or "**kwargs" not in wanted:
        return own == wanted
    rest = ("*args", "**kwargs")
    return [x for x in own if x not in (*named, *rest)] == [x for x in wanted if x not in rest]


def _parameters(text: str) -> list[str]:
    return re.findall(r"\*{0,2}\w+(?:=(?:\([^()]*\)|\[[^]]*\]|<[^>]*>|[^,()])*)?", text[1:-1])


def _missing(module: str) -> set[str]:
    there = _module(module)
    return {name for name in NAMES[module] if not hasattr(there, name)}


def _different(module: str) -> set[str]:
    there, facts = _module(module), NAMES[module]
    functions = [name for name, fact in facts.items() if fact[0] == "(" and inspect.isfunction(getattr(there, name, 0))]
    return {
        name for name in functions if not agrees(signature(getattr(there, name)), facts[name], MORE.get(name, set()))
    }


@pytest.mark.parametrize("module", NAMES)
def test_every_name_of_1_9_1_exists(module: str) -> None:
    assert not _missing(module)


@pytest.mark.parametrize("module", NAMES)
def test_signatures(module: str) -> None:
    assert not {name for name in _different(module) if not re.fullmatch(DIFFERENT.get(module, ""), name)}
