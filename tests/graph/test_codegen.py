"""Running lowered graphs: the text of their code, and the steps of the first runs."""

from __future__ import annotations

import math

import mxnet as mx
import numpy as np
import pytest
import torch
from mxnet.graph.call_graph import CallGraph, as_fx
from mxnet.graph.codegen import VARIABLE, LoweredModule, write
from mxnet.graph.interpreter import Observer, Steps

KWARGS = [{}, {"scale": 2.5}, {"limits": (-math.inf, 1.0)}, {"kind": torch.device("cpu")}, {"kind": slice(1, None)}]


def plain(x, *others, scale=1.0, kind=None, limits=()):
    """Use arguments of all kinds."""
    return (x * scale).clamp(*limits) if limits else x * scale + len(others)


def graph(**kwargs):
    """Return the graph of one call of :func:`plain`, one of a method and one that nothing uses."""
    result = CallGraph()
    x = result.placeholder("x")
    first = result.call_function(plain, (x, (x, 1), [2, "a"]), kwargs)
    result.call_function(plain, (first,))
    result.output((result.call_method("neg", (first,)), x))
    return result


@pytest.mark.parametrize("kwargs", KWARGS)
@pytest.mark.parametrize("run", [lambda g: LoweredModule(g).forward, Steps, lambda g: Observer(g).run])
def test_it_computes_what_fx_computes(run, kwargs):
    x = torch.arange(-3.0, 3.0)
    ours, theirs = run(graph(**kwargs))(x), as_fx(graph(**kwargs))(x)
    assert all(torch.equal(a, b) for a, b in zip(ours, theirs, strict=True))


def test_values_are_let_go_after_their_last_use():
    text, _ = write(graph())
    assert text.splitlines() == [
        "def forward(x):",
        "    plain = plain_(x, (x, 1), [2, 'a'])",
        "    plain_1 = plain_(plain);  plain_1 = None",
        "    neg = plain.neg();  plain = None",
        "    return (neg, x)",
    ]


@pytest.mark.parametrize("run", [lambda g: LoweredModule(g).forward, Steps, lambda g: Observer(g).run])
def test_values_are_freed_after_their_last_use(run):
    alive, counts = [0], []

    class Counted:
        def __init__(self, *_):
            alive[0] += 1
            counts.append(alive[0])

        def __del__(self):
            alive[0] -= 1

    result = CallGraph()
    value = result.placeholder("x")
    for _ in range(5):
        value = result.call_function(Counted, (value,))
        result.call_function(Counted, ((value, 1),))
    result.output((value,))
    run(result)(0)
    assert max(counts) == 2


def test_values_among_keyword_arguments_and_in_lists():
    result = CallGraph()
    x, y = result.placeholder("x"), result.placeholder("y")
    total = result.call_function(sum, ([x, (y), 3],), {"start": y})
    result.output([total, (x, 1)])
    assert LoweredModule(result).forward(1, 2) == Steps(result)(1, 2) == Observer(result).run(1, 2) == [8, (1, 1)]


def test_it_is_written_when_it_is_asked_for():
    module = LoweredModule(graph())
    assert module.ready is None
    assert module.code.startswith("def forward(x)")
    assert module.ready is module.forward


@pytest.mark.parametrize(("runs", "interpreted"), [("0", 0), ("2", 2), ("", 16)])
def test_the_first_runs_are_interpreted(monkeypatch, runs, interpreted):
    monkeypatch.setenv(VARIABLE, runs)
    module, x = LoweredModule(graph()), torch.ones(2)
    results = []
    for _ in range(interpreted):
        results.append(module(x))
        assert module.ready is None
    results.append(module(x))
    assert module.ready is not None
    assert all(torch.equal(result[0], results[0][0]) for result in results)


def test_a_number_of_runs_that_is_none(monkeypatch):
    monkeypatch.setenv(VARIABLE, "many")
    with pytest.raises(mx.MXNetError, match=f"{VARIABLE}.*'many'"):
        LoweredModule(graph())


@pytest.mark.parametrize("runs", ["0", "9"])
def test_networks_compute_and_learn_the_same_either_way(monkeypatch, runs):
    data = mx.sym.var("data")
    net = mx.sym.BatchNorm(mx.sym.Convolution(data, num_filter=3, kernel=(3, 3), name="conv"), name="norm")
    net = mx.sym.SoftmaxOutput(mx.sym.FullyConnected(mx.sym.relu(net), num_hidden=2, name="fc"), name="softmax")

    def run(runs):
        monkeypatch.setenv(VARIABLE, runs)
        rng, executor = np.random.RandomState(0), net.simple_bind(mx.cpu(), data=(2, 1, 6, 6))
        for array in executor.arg_arrays:
            array[:] = rng.uniform(size=array.shape)
        for _ in range(3):
            executor.forward(is_train=True)
            executor.backward()
        executor.forward()
        return [array.asnumpy() for array in (*executor.outputs, *executor.grad_arrays, *executor.aux_arrays)]

    for ours, other in zip(run(runs), run("1"), strict=True):
        np.testing.assert_array_equal(ours, other)


def test_many_functions_of_one_name_get_names_of_their_own():
    result = CallGraph()
    value = result.placeholder("x")
    for number in range(300):
        function = eval(f"lambda x: x + {number}")
        function.__name__ = "call"
        value = result.call_function(function, (value,))
    result.output((value,))
    assert LoweredModule(result).forward(torch.zeros(1))[0].item() == sum(range(300))
    assert max(map(len, write(result)[1])) < 10
