"""The manual: every example runs, and no docstring explains a parameter that is not there."""

from __future__ import annotations

import doctest
import importlib
import inspect
import re
import sys
from pathlib import Path

import mxnet as mx
import numpy as np
import pytest
import torch
from mxnet.contrib.amp.imperative import _end as amp_end
from mxnet.registry import manual
from mxnet.registry.op import OPS

sys.path.insert(0, str(Path(__file__).parents[1]))
from scripts.manual import NAMESPACES, rows
from tests import old_numpy

_SOURCES = Path(mx.__file__).parent
_ROWS = dict(rows())
#: what examples use without importing it
_NAMES = {
    "mx": mx, "np": np, "torch": torch,
    "nd": mx.nd, "sym": mx.sym, "autograd": mx.autograd, "gluon": mx.gluon, "nn": mx.gluon.nn,
}  # fmt: skip
_OPTIONS = doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS
#: how many percent of the names of a namespace explain all parameters, and show an example, at least: raise them
SHARES = {
    "mx.nd": (100, 100),
    "NDArray": (100, 100),
    "mx.sym": (100, 100),
    "Symbol, Executor": (100, 100),
    "mx.np": (100, 100),
    "mx.np.ndarray": (100, 100),
    "mx.npx": (100, 100),
    "gluon.nn, rnn, loss": (100, 100),
    "gluon": (100, 96),
    "methods of gluon": (100, 100),
    "mx.mod, model": (100, 95),
    "optimizer, lr_scheduler": (100, 100),
    "metric": (100, 100),
    "init": (100, 100),
    "io, recordio, image": (100, 100),
    "methods of io, recordio, image": (100, 100),
    "the rest": (100, 99),
}


class _Checker(doctest.OutputChecker):
    """Compares numbers to six digits: the last ones differ from processor to processor."""

    _NUMBER = re.compile(r"-?\d+\.?\d*(?:e[+-]\d+)?")

    def check_output(self, want: str, got: str, optionflags: int) -> bool:
        if super().check_output(want, got, optionflags):
            return True
        texts = [re.sub(r"\s+", "", self._NUMBER.sub("#", text)) for text in (want, got)]
        expected, actual = ([*map(float, self._NUMBER.findall(text))] for text in (want, got))
        return texts[0] == texts[1] and np.allclose(expected, actual, 1e-5, 1e-6)


def _run(tests, folder, monkeypatch):
    monkeypatch.chdir(folder)
    runner, lines = doctest.DocTestRunner(_Checker(), optionflags=_OPTIONS), []
    for test in tests:
        with mx.name.NameManager(), mx.util.np_shape(False), mx.util.np_array(False):
            mx.random.seed(0)
            np.random.seed(0)
            runner.run(test, out=lines.append)
        amp_end()  # what an example turns on stays on for good
    assert not runner.failures, "".join(lines)


@pytest.mark.parametrize("namespace", NAMESPACES)
def test_examples_run(namespace, tmp_path, monkeypatch):
    parser = doctest.DocTestParser()
    tests = (parser.get_doctest(entry.doc, dict(_NAMES), entry.path, None, 0) for entry in _ROWS[namespace])
    _run(tests, tmp_path, monkeypatch)


def _modules_with_examples():
    for path in sorted(_SOURCES.rglob("*.py")):
        if ">>> " in path.read_text():
            yield ".".join(["mxnet", *path.relative_to(_SOURCES).with_suffix("").parts]).removesuffix(".__init__")


@pytest.mark.parametrize("name", [*_modules_with_examples()])
def test_examples_that_no_namespace_shows_run(name, tmp_path, monkeypatch):
    """Those of modules, and of what is not public."""
    shown = {entry.doc for entries in _ROWS.values() for entry in entries}
    tests = doctest.DocTestFinder().find(importlib.import_module(name), extraglobs=_NAMES)
    _run((test for test in tests if inspect.cleandoc(test.docstring) not in shown), tmp_path, monkeypatch)


@pytest.mark.parametrize("name", OPS)
def test_no_operator_explains_what_it_does_not_take(name):
    op = OPS[name]
    assert not manual.explained(op.doc).keys() - {*op.input_names, *op.attrs, op.variadic}


#: the names of namespaces, to be compared with what their functions take
TAKEN = [
    pytest.param(name, marks=old_numpy.since("2.4", "its functions have no signatures")) if name == "mx.np" else name
    for name in NAMESPACES
]


@pytest.mark.parametrize("namespace", TAKEN)
def test_no_docstring_explains_what_is_not_taken(namespace):
    assert not {entry.path: entry.unknown for entry in _ROWS[namespace] if entry.unknown}


@pytest.mark.parametrize("namespace", TAKEN)
def test_shares_do_not_fall(namespace):
    names, (explained, shown) = _ROWS[namespace], SHARES[namespace]
    assert 100 * sum(not name.unexplained() for name in names) >= explained * len(names)
    assert 100 * sum(name.example for name in names) >= shown * len(names)


@pytest.mark.parametrize("name", ["CSVIter", "LibSVMIter", "MNISTIter", "ImageRecordIter", "ImageDetRecordIter"])
def test_iterators_over_files_explain_what_they_take_by_name(name):
    known = manual.explained(getattr(mx.io, name).__doc__)
    assert {"batch_size", "prefetch_buffer", "data_name"} <= known.keys()
    assert [key for key, (cls, meaning) in known.items() if not cls or not meaning] == []


DOC = """Scale an array.

More text.

Parameters
----------
low, high : float
    The bounds.

    A second paragraph.
*rest
    Others.

Returns
-------
An array.
"""


def test_sections_are_taken_apart():
    text, sections = manual.split(DOC)
    assert text == "Scale an array.\n\nMore text."
    assert list(sections) == ["Parameters", "Returns"]
    assert manual.explained(DOC) == {
        "low": ("float", "The bounds.\n\nA second paragraph."),
        "high": ("float", "The bounds.\n\nA second paragraph."),
        "rest": ("", "Others."),
    }


def test_a_text_has_the_parameters_of_the_signature_in_their_order():
    parameters = [
        manual.Parameter("high", "number", "default 1"),
        manual.Parameter("axis", "int", "default 0"),
        manual.Parameter("odd", "bool"),
    ]
    composed = manual.compose(DOC, parameters, {"axis": "Which axis.", "high": "Not used."})
    assert composed.split("\n")[6:] == [
        "high : float, default 1",
        "    The bounds.",
        "",
        "    A second paragraph.",
        "axis : int, default 0",
        "    Which axis.",
        "odd : bool",
        "",
        "Returns",
        "-------",
        "An array.",
    ]


def test_a_text_may_call_parameters_otherwise():
    doc = "Turn ``data``, not data.\n\nParameters\n----------\ndata : array\n    The data.\nk\n    How often."
    expected = "Turn ``m``, not data.\n\nParameters\n----------\nm : array\n    The data.\nk\n    How often."
    assert manual.renamed(doc, {"data": "m"}) == expected


def test_functions_of_numpy_say_what_only_numpy_takes():
    known = manual.explained(mx.np.nansum.__doc__)
    assert {"a", "axis", "dtype", "out", "keepdims", "initial", "where"} <= known.keys()
    assert "If ``initial`` or ``where`` is given, NumPy computes it" in mx.np.nansum.__doc__
    assert "NumPy computes it, on the host" in mx.np.partition.__doc__


def test_classes_have_the_texts_of_their_operator():
    @manual.documented("Convolution", size="kernel")
    class Layer:
        """A layer.

        Parameters
        ----------
        channels
            How many.
        """

        def __init__(self, channels: int, size: int = 3, num_filter: int = 2, prefix: str | None = None) -> None:
            pass

    of_operator = manual.parameters_of("Convolution")
    known = manual.explained(Layer.__doc__)
    assert known["channels"] == ("int", "How many.")
    assert known["num_filter"] == ("int, default 2", of_operator["num_filter"])
    assert known["size"] == ("int, default 3", of_operator["kernel"])
    assert known["prefix"][1].startswith("What the parameters' names begin with")
    assert Layer(1).__doc__ == Layer.__doc__
