"""Print what MXNet's public classes derive from, and what derives from them: run it with MXNet 1.9.1.

``.reference/bin/python tests/record_classes.py > tests/data/classes.json``
"""

import importlib
import inspect
import json
import pkgutil
import sys
import warnings

warnings.simplefilter("ignore")
import mxnet  # noqa: E402

#: what is no module, or does more than define when it is imported
NOT_IMPORTED = ("mxnet.libmxnet", "mxnet.notebook", "mxnet.onnx", "mxnet.tvmop")


def is_public(cls):
    """Return whether a class is one of MXNet's that programs may name."""
    parts = (cls.__module__ + "." + cls.__name__).split(".")
    return parts[0] == "mxnet" and not any(part.startswith("_") for part in parts)


def names(classes):
    """Return the sorted names of the public ones among classes."""
    return sorted({cls.__name__ for cls in classes if is_public(cls)})


def record():
    """Return by class the name of its base, of all public classes above it in order, and of those right below it."""
    for module in pkgutil.walk_packages(mxnet.__path__, "mxnet.", onerror=lambda name: None):
        if not module.name.startswith(NOT_IMPORTED):
            try:
                importlib.import_module(module.name)
            except ImportError:
                continue
    table = {}
    for path, module in sorted(sys.modules.items()):
        for name, cls in vars(module).items() if path.split(".")[0] == "mxnet" else ():
            if inspect.isclass(cls) and is_public(cls) and (cls.__module__, cls.__name__) == (path, name):
                above = [base.__name__ for base in cls.__mro__[1:] if is_public(base)]
                table[path + "." + name] = [cls.__base__.__name__, above, names(type.__subclasses__(cls))]
    return table


if __name__ == "__main__":
    sys.stdout.write(json.dumps(record(), indent=1, sort_keys=True).replace("\n  ", "").replace("\n ]", "]"))
