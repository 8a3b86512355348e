"""pytest plugin: run the tests that ``UPSTREAM2_TESTS`` lists, and write each outcome into ``UPSTREAM2_OUT`` at once.

A file of tests has one name a line, without the path. A line of outcomes has a name, a tab and "began", "passed",
"failed" or "skipped", with the cause of a failure after another tab: what has begun and not ended crashed.
"""

from __future__ import annotations

import builtins
import contextlib
import gc
import os
from typing import Any

import numpy
import pytest

#: names that NumPy 2 took away from the tests, and what had them
_NAMES = {
    "NaN": "nan", "NAN": "nan", "Inf": "inf", "Infinity": "inf", "infty": "inf", "PINF": "inf", "float_": "float64",
    "complex_": "complex128", "unicode_": "str_", "product": "prod", "cumproduct": "cumprod", "in1d": "isin",
    "row_stack": "vstack", "trapz": "trapezoid", "sometrue": "any", "alltrue": "all",
    "round_": "round",
}  # fmt: skip
_outcomes: dict[str, tuple[str, str]] = {}


def pytest_configure(config: pytest.Config) -> None:
    """Give NumPy the names back that the tests were written with."""
    names = {name: getattr(builtins, name) for name in ("bool", "int", "float", "complex", "object", "str")}
    names |= {name: getattr(numpy, new) for name, new in _NAMES.items() if hasattr(numpy, new)}
    for name, value in names.items():
        if name not in vars(numpy):
            setattr(numpy, name, value)
    with contextlib.suppress(ImportError):
        _take_rounded_sums()


def _take_rounded_sums() -> None:
    """Let SciPy's test of frequencies take expected ones whose sum is another by rounding, as it did before 1.7."""
    from scipy import stats

    chisquare = stats.chisquare

    def rounded(f_obs: Any, f_exp: Any = None, **kwargs: Any) -> Any:
        if f_exp is not None:
            f_exp = numpy.asarray(f_exp) * (numpy.sum(f_obs) / numpy.sum(f_exp))
        return chisquare(f_obs, f_exp, **kwargs)

    stats.chisquare = rounded


def pytest_make_parametrize_id(val: object) -> str | None:
    """Name data types alike: 2.0.0b1 has those of NumPy as objects, which pytest counts, and as classes."""
    return val.name if isinstance(val, numpy.dtype) else None


def _name(nodeid: str) -> str:
    return nodeid.split("::", 1)[-1]


def _write(*words: str) -> None:
    with open(os.environ["UPSTREAM2_OUT"], "a", encoding="utf-8") as stream:
        stream.write("\t".join(word.replace("\n", " ").replace("\t", " ") for word in words) + "\n")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Keep the tests that are listed, if there is a list."""
    if "UPSTREAM2_TESTS" in os.environ:
        with open(os.environ["UPSTREAM2_TESTS"], encoding="utf-8") as stream:
            listed = set(stream.read().splitlines())
        items[:] = [item for item in items if _name(item.nodeid) in listed]


def pytest_collection_finish() -> None:
    """Leave what is there alone when garbage is collected: the tests' fixtures do it before and after each test."""
    gc.collect()
    gc.freeze()


def pytest_runtest_logstart(nodeid: str) -> None:
    """Say that a test has begun."""
    _write(_name(nodeid), "began")


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """Write the outcome of a test, once it has ended with its fixtures."""
    said = ""
    if report.failed:
        crash = getattr(report.longrepr, "reprcrash", None)
        said = (crash.message if crash else str(report.longrepr))[:300]
    outcome, _ = _outcomes.setdefault(report.nodeid, ("passed", ""))
    if report.failed or (report.skipped and outcome == "passed"):
        _outcomes[report.nodeid] = (report.outcome, said)
    if report.when == "teardown":
        _write(_name(report.nodeid), *_outcomes.pop(report.nodeid))
