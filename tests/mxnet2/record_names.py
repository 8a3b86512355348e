"""Write what MXNet 2.0.0b1 reports of its public names: ``REFERENCE -m tests.mxnet2.record_names``.

For each module its functions with their signatures, its classes with their public members' signatures, and the names of
its other values. Names that a module merely imports are left out. The file is the measure of ``test_names.py``.
"""

from __future__ import annotations

import importlib
import inspect
import json
import pkgutil
import re
import warnings
from pathlib import Path

FACTS = Path(__file__).with_name("names.json")
#: modules that serve MXNet's own building, that need packages which are gone, or that have operators under other names
_LEFT_OUT = re.compile(
    r"mxnet\.(_ffi|_api_internal|_ctypes|_cy3|_global_var|api|tvmop|cython|space)(\..*)?|.*\.(gen_\w+|register|_register)"
    r"|.*_doc|mxnet\.(numpy_op_\w+|_numpy_op_doc|test_utils|contrib\.onnx.*|onnx\..*|notebook.*|libinfo|kvstore_server)"
)


def _signature(value):
    """Return the parameters' text, with defaults that are objects as their type; None where there is none."""
    try:
        parameters = inspect.signature(value).parameters.values()
    except (TypeError, ValueError):
        return None
    shown = []
    for p in parameters:
        default = p.default
        plain = default is p.empty or default is None or isinstance(default, (bool, int, float, str, tuple))
        shown.append(
            str((p if plain else p.replace(default=f"<{type(default).__name__}>")).replace(annotation=p.empty))
        )
    return f"({', '.join(shown)})".replace(str(Path.home()), "~")


def _members(cls):
    members = {}
    for name in dir(cls):
        if name.startswith("_"):
            continue
        if name not in vars(cls):
            continue  # a base has it
        value = inspect.getattr_static(cls, name)
        value = value.__func__ if isinstance(value, (staticmethod, classmethod)) else value
        members[name] = _signature(value) if inspect.isfunction(value) else "value"
    return members


def names_of(module):
    """Return the public names that a module, or one inside of it, defines."""
    result = {}
    for name in dir(module):
        value = getattr(module, name, None)
        if name.startswith("_") or inspect.ismodule(value):
            continue
        home = getattr(value, "__module__", None) or module.__name__
        if inspect.isclass(value):
            if home.startswith(module.__name__):
                result[name] = {"init": _signature(value.__init__), "members": _members(value)}
        elif inspect.isroutine(value):
            if home.startswith(("mxnet.ndarray", "mxnet.symbol", "mxnet.numpy", module.__name__)):
                result[name] = _signature(value)
        elif name in getattr(module, "__all__", ()):
            result[name] = "value"
    return result


def main():
    import mxnet

    warnings.simplefilter("ignore")
    modules = {"mxnet": names_of(mxnet)}
    for item in pkgutil.walk_packages(mxnet.__path__, "mxnet.", onerror=lambda _: None):
        if _LEFT_OUT.fullmatch(item.name) or any(part.startswith("_") for part in item.name.split(".")):
            continue
        try:
            module = importlib.import_module(item.name)
        except ImportError:
            continue
        if names := names_of(module):
            modules[item.name] = names
    FACTS.write_text(json.dumps({"release": mxnet.__version__, "modules": modules}, indent=0, sort_keys=True) + "\n")


if __name__ == "__main__":
    main()
