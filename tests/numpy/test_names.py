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
#: by module, as patterns: what is not there yet; the list shrinks to nothing
MISSING: dict[str, str] = {
    "mxnet.ndarray.numpy.random": ".*", "mxnet.symbol.numpy.random": ".*", "mxnet.numpy.random": ".*",
    "mxnet.ndarray.numpy_extension.random": ".*", "mxnet.symbol.numpy_extension.random": ".*",
    "mxnet.numpy_extension.random": ".*", "mxnet.numpy_extension.image": ".*", "mxnet.numpy_extension.utils": ".*",
    "mxnet.numpy.multiarray": ".*", "mxnet.numpy_dispatch_protocol": ".*",
    "mxnet.numpy_extension": "check_call|classproperty|with_metaclass|get_cuda_.*|gpu_memory_info|load|save",
}  # fmt: skip
#: by module, as patterns: functions whose signature is not 1.9.1's yet
DIFFERENT: dict[str, str] = {
    "mxnet.ndarray.numpy": "atleast_.d|dot|matmul|remainder|where|zeros", "mxnet.symbol.numpy": "atleast_.d|dot",
    "mxnet.ndarray.numpy_extension": "smooth_l1", "mxnet.symbol.numpy_extension": "smooth_l1", "mxnet.numpy": "zeros",
    "mxnet.numpy.multiarray": "zeros", "mxnet.ndarray.numpy_extension.random": "bernoulli",
    "mxnet.numpy_extension.image": "im.*", "mxnet.numpy_extension.random": "seed",
    "mxnet.numpy_extension": "smooth_l1|constraint_check", "mxnet.numpy_op_fallback": "register",
    "mxnet.symbol.numpy.random": "rayleigh",  # 1.9.1's default scale is 0 there, which makes all numbers 0
}  # fmt: skip


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


def _missing(module: str) -> set[str]:
    there = _module(module)
    return {name for name in NAMES[module] if not hasattr(there, name)}


def _different(module: str) -> set[str]:
    there, facts = _module(module), NAMES[module]
    functions = [name for name, fact in facts.items() if fact[0] == "(" and inspect.isfunction(getattr(there, name, 0))]
    return {name for name in functions if signature(getattr(there, name)) != facts[name]}


@pytest.mark.parametrize("module", NAMES)
def test_names(module: str) -> None:
    assert not {name for name in _missing(module) if not re.fullmatch(MISSING.get(module, ""), name)}


@pytest.mark.parametrize("module", NAMES)
def test_signatures(module: str) -> None:
    assert not {name for name in _different(module) if not re.fullmatch(DIFFERENT.get(module, ""), name)}
