"""What the oldest NumPy that is supported lacks: tests of it are skipped there."""

from __future__ import annotations

import re
from typing import Any

import numpy as np
import pytest

_VERSION = tuple(map(int, np.__version__.split(".")[:2]))


def since(version: str, reason: str) -> pytest.MarkDecorator:
    """Skip a test where NumPy is older than a version, such as 2.4."""
    return pytest.mark.skipif(
        tuple(map(int, version.split("."))) > _VERSION, reason=f"NumPy before {version}: {reason}"
    )


def has_functions(expression: str) -> None:
    """Skip the test if NumPy lacks a function ``n.name`` of an expression."""
    missing = [name for name in re.findall(r"\bn\.(\w+)", expression) if not hasattr(np, name)]
    if missing:
        pytest.skip(f"NumPy {np.__version__} lacks {', '.join(missing)}")


def function(name: str) -> Any:
    """Return NumPy's function of a name; skip the test if there is none."""
    has_functions(f"n.{name}")
    return getattr(np, name)
