"""Graph files of MXNet 2.0.0b1: those of ``graphs.json``, by ``record_graphs``, compute what they do there.

Those that are written here with its interface have its names of operators and attributes (``record_operators``).
"""

from __future__ import annotations

import json

import mxnet as mx
import numpy as np
import pytest
from mxnet import gluon

from . import record_operators
from .record_graphs import EXPRESSIONS, INPUTS, PATH, record

GRAPHS = json.loads(PATH.read_text())
#: the attributes of each operator of 2.0.0b1; it does not tell those of a few, for which the list is empty, and tells
#: others for ``_linspace``
OPERATORS = json.loads(record_operators.PATH.read_text()) | {"_linspace": []}
#: operators that 2.0.0b1 lacks
OWN = ("np.median(y, axis=1)", "np.meshgrid(x[0], y[0])[1]", "x[k, k]")
#: by the names that 2.0.0b1 gives to the inputs of a block
BY_NAME = {f"data{i}": value for i, value in enumerate(INPUTS.values())}
#: 2.0.0b1 leaves out the attributes of loops, and has operators for these that are none here
LACKING = ("npx.cond", "npx.foreach", "np.tri(", "x[k, k]")
#: one number of copies for each item
SEVERAL = "np.repeat(x, [1, 2, 1, 3], axis=1)"


def _check_values(graph, path, expected):
    path.write_text(graph)
    names = mx.sym.load(str(path)).list_arguments()
    if not set(names) <= set(BY_NAME):
        return  # constants stand in the file of parameters
    block = gluon.SymbolBlock.imports(str(path), names)
    result = block(*[mx.np.array(BY_NAME[name], dtype=BY_NAME[name].dtype) for name in names])
    values = result[0] if isinstance(result, list | tuple) else result
    assert (str(values.dtype), list(values.shape)) == (expected["dtype"], expected["shape"])
    np.testing.assert_allclose(values.asnumpy().astype("float64").ravel(), expected["values"], 1e-4, 1e-5)


@pytest.mark.parametrize("expression", [name for name in GRAPHS if not name.startswith((*LACKING, SEVERAL))])
def test_a_graph_file_computes_what_it_does_in_version_2(expression, v2, np_arrays, tmp_path):
    recorded = GRAPHS[expression]
    _check_values(recorded["graph"], tmp_path / "net-symbol.json", recorded)


@pytest.mark.parametrize("expression", [name for name in GRAPHS if name.startswith(LACKING)])
def test_a_graph_file_with_an_operator_that_is_lacking_says_so(expression):
    with pytest.raises(mx.MXNetError, match=r"node \d+, 'node_\d+' \(_np.*there is no such operator"):
        mx.sym.load_json(GRAPHS[expression]["graph"])


@pytest.mark.parametrize(
    ("expression", "key", "value", "message"),
    [
        ("np.linalg.cholesky(m)", "lower", "0", "lower=0 is of MXNet 2 alone; here it can only be 1"),
        ("np.linalg.matrix_rank(m)", "hermitian", "1", "hermitian=1 is of MXNet 2 alone"),
        ("np.repeat(x, 3)", "repeats", "[1,2]", "repeats"),
    ],
)
def test_an_attribute_of_version_2_with_another_meaning_is_refused(expression, key, value, message):
    graph = json.loads(GRAPHS[expression]["graph"])
    next(node for node in graph["nodes"] if key in node.get("attrs", ()))["attrs"][key] = value
    with pytest.raises(mx.MXNetError, match=message):
        mx.sym.load_json(json.dumps(graph))


def _nodes(graph):
    for node in graph["nodes"]:
        yield node
        for inside in node.get("subgraphs", ()):
            yield from _nodes(inside)


def _check_names(graph):
    for node in _nodes(graph):
        if node["op"] in ("null", "Custom"):
            continue
        assert node["op"] in OPERATORS
        known = OPERATORS[node["op"]]
        assert not known or {key for key in node.get("attrs", ()) if not key.startswith("__")} <= set(known)


@pytest.mark.parametrize("expression", [name for name in EXPRESSIONS if name not in OWN])
def test_a_graph_is_written_in_the_names_of_version_2(expression, v2, np_arrays, tmp_path):
    written = record(expression)
    _check_names(json.loads(written["graph"]))
    again = mx.sym.load_json(written["graph"]).tojson()
    assert mx.sym.load_json(again).tojson() == again
    _check_values(written["graph"], tmp_path / "net-symbol.json", written)


@pytest.mark.parametrize("expression", [name for name in GRAPHS if not name.startswith((*LACKING, SEVERAL))])
def test_a_graph_of_version_2_is_written_in_its_names_again(expression, v2, np_arrays):
    again = mx.sym.load_json(GRAPHS[expression]["graph"]).tojson()
    _check_names(json.loads(again))
    assert mx.sym.load_json(again).tojson() == again
