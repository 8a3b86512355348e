"""Optional dependencies: the extras of the installation."""

from __future__ import annotations

import importlib
from typing import Any


def require(package: str, install: str = "") -> Any:
    """Import and return a package; ImportError that says how it is installed where it is not there.

    ``install`` names what brings it (the package itself by default).
    """
    try:
        return importlib.import_module(package)
    except ModuleNotFoundError as error:
        if error.name != package:
            raise  # the package is there and lacks one of its own
        hint = f"this needs the package {package}: pip install {install or package.split('.')[0]}"
        raise ModuleNotFoundError(hint, name=package) from error
