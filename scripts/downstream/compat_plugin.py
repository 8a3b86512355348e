"""pytest plugin: what ``COMPAT_PACKAGES`` names is read as ``remx run --compat`` does; failures get a cause."""

from __future__ import annotations

import collections.abc
import os
import re
import sys
from collections.abc import Iterator
from typing import Any

import pytest

try:
    from mxnet.tools.causes import explain
    from mxnet.tools.compat import Finder
except ImportError:  # MXNet 1.9.1 has no such tools: there the libraries are read as they are
    Finder = explain = None

#: what an error, or a test's name, says when not the library's engine is the cause, but the machine or another package
_LACKS = (
    (
        "needs a download",
        r"(?i)urlopen|URLError|ConnectionError|Max retries|Name or service|download|HTTPSConnection",
    ),
    ("needs a package", r"No module named|ModuleNotFoundError|Please install|is not installed|fixture '\w+' not found"),
    ("needs more processors", r"Requested num_cpu"),
    ("other packages since: ConfigSpace numbers choices otherwise", r"test_to_ndarray"),
    ("so it does under MXNet 1.9.1", r"test_optimization_improves"),
    ("must not run as root", r"test_gpu_file_lock_permission_exception"),
    ("Python or NumPy since: a number of float64 makes a float32 array float64", r"check_attacks_on_Gluon\[Boundary"),
    ("Python or NumPy since: scikit-learn takes no multi_class", r"unexpected keyword argument 'multi_class'"),
    ("asks for warnings as errors", r"DID NOT RAISE .*Warning"),
    ("asks for numbers of 1.9.1's own random sequence", r"test_unigram_candidate_sampler"),
)


@pytest.hookimpl(tryfirst=True)
def pytest_load_initial_conftests() -> None:
    """Read the libraries with what is mechanical put right, also where a library's ``conftest.py`` imports it."""
    if Finder is None:  # the same for MXNet 1.9.1's Python, which lacks this alone of what they use
        vars(collections).update((name, getattr(collections.abc, name)) for name in collections.abc.__all__)
    else:
        sys.meta_path.insert(0, Finder(None, os.environ["COMPAT_PACKAGES"].split()))


def _chain(error: BaseException | None) -> Iterator[BaseException]:
    """Give an error and those it was raised from or during."""
    while error is not None:
        yield error
        error = error.__cause__ or error.__context__


def cause(error: BaseException, said: str) -> str:
    """Return why a test failed, in a few words: what the machine lacks, what changed since, or the error itself."""
    errors = list(_chain(error))
    said = "\n".join([said, *(f"{type(each).__name__}: {each}" for each in errors)])  # some tests hide what was raised
    for name, pattern in _LACKS:
        if re.search(pattern, said):
            return name
    for each in errors:
        if explain is not None and (known := explain(each)):
            return "needs a package" if "is not installed" in known else f"Python or NumPy since: {known}"
    lines = [line for line in str(error).splitlines() if line.strip()] or [""]
    return f"{type(error).__name__}: {lines[0].strip()}"[:160]


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[Any]) -> Any:
    """Write the cause of a failure into the report."""
    if call.excinfo is not None and not call.excinfo.errisinstance(pytest.skip.Exception):
        item.user_properties.append(("cause", cause(call.excinfo.value, f"{item.nodeid} {call.excinfo.exconly()}")))
    yield
