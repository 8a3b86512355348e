"""Modules that programs import operators from, since editors have found them there."""

from __future__ import annotations

import copy
import importlib
import pickle
import subprocess
import sys

import mxnet as mx
import pytest

#: a module of ``mxnet.ndarray`` and of ``mxnet.symbol`` in MXNet 1.9.1 -> a function it has
GENERATED = {
    "gen_op": "slice_axis",
    "gen_contrib": "MultiBoxPrior",
    "gen_linalg": "gemm2",
    "gen_random": "pdf_uniform",
    "gen_image": "random_lighting",
    "gen_sparse": "retain",
    "gen__internal": "_plus_scalar",
}


@pytest.mark.parametrize("package", ["ndarray", "symbol"])
@pytest.mark.parametrize(("module", "function"), GENERATED.items(), ids=GENERATED)
def test_generated_modules_have_the_operators(package, module, function):
    result = importlib.import_module(f"mxnet.{package}.{module}")
    assert getattr(getattr(mx, package), module) is result
    assert result._Null is mx.base._Null
    assert function in dir(result)
    assert getattr(result, function).__name__ == function


def test_an_operator_of_a_generated_module_computes():
    from mxnet.ndarray.gen_op import slice_axis

    assert slice_axis(mx.nd.arange(4), axis=0, begin=1, end=3).asnumpy().tolist() == [1, 2]
    assert pickle.loads(pickle.dumps(slice_axis)) is slice_axis


def test_a_symbol_of_a_generated_module_has_its_operator():
    from mxnet.symbol.gen_op import exp

    assert exp(mx.sym.var("x"), name="y").list_outputs() == ["y_output"]


def test_a_name_that_a_generated_module_lacks_is_an_error():
    with pytest.raises(ImportError, match="cannot import name 'no_such'"):
        from mxnet.ndarray.gen_op import no_such  # noqa: F401


@pytest.mark.parametrize(("module", "short"), [("ndarray", "nd"), ("symbol", "sym")])
def test_operators_are_imported_from_the_namespaces_of_contrib(module, short):
    result = importlib.import_module(f"mxnet.contrib.{module}")
    assert result is getattr(mx.contrib, short) is getattr(mx.contrib, module)
    assert result.MultiBoxPrior is getattr(mx, module).contrib.MultiBoxPrior
    star: dict[str, object] = {}
    exec(f"from mxnet.contrib.{module} import *", star)
    assert "box_nms" in star


#: modules below, whose functions are made at first use -> a function
MADE_LATER = {"": "dot", ".op": "slice_axis", "._internal": "_plus", ".gen_op": "exp", ".linalg": "gemm2"}


@pytest.mark.parametrize("package", ["ndarray", "symbol"])
@pytest.mark.parametrize(("below", "function"), MADE_LATER.items(), ids=MADE_LATER)
def test_vars_of_a_module_has_all_its_functions(package, below, function):
    module = importlib.import_module(f"mxnet.{package}{below}")
    assert callable(vars(module)[function])
    assert set(dir(module)) <= vars(module).keys()


def test_vars_of_a_module_is_what_it_holds(monkeypatch):
    monkeypatch.setitem(vars(mx.nd), "cbrt", None)
    assert mx.nd.cbrt is None


@pytest.mark.parametrize("module", [mx.nd, mx.sym.contrib, mx.nd.gen_op, mx.np], ids=lambda module: module.__name__)
def test_a_module_is_pickled_by_its_name(module):
    """What pickles functions by value, as dask and Ray do, pickles the modules that they use as objects."""
    assert copy.deepcopy(module) is pickle.loads(pickle.dumps(module)) is module
    load = "import pickle, sys; print(pickle.load(sys.stdin.buffer).__name__)"
    found = subprocess.run([sys.executable, "-c", load], input=pickle.dumps(module), capture_output=True, check=True)
    assert found.stdout.decode().strip() == module.__name__
