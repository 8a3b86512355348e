"""Running lowered graphs: the text of their code."""

from __future__ import annotations

import math

import pytest
import torch
from mxnet.graph.call_graph import CallGraph, as_fx
from mxnet.graph.codegen import LoweredModule, write
from mxnet.graph.interpreter import Observer

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
@pytest.mark.parametrize("run", [lambda g: LoweredModule(g).forward, lambda g: Observer(g).run])
def test_it_computes_what_fx_computes(run, kwargs):
    x = torch.arange(-3.0, 3.0)
    ours, theirs = run(graph(**kwargs))(x), as_fx(graph(**kwargs))(x)
    assert all(torch.equal(a, b) for a, b in zip(ours, theirs, strict=True))


def test_values_are_let_go_after_their_last_use():
    text, _ = write(graph())
    assert text.splitlines() == [
        "def forward(x0):",
        "    v0 = plain(x0, (x0, 1), [2, 'a'])",
        "    plain(v0)",
        "    v0 = v0.neg()",
        "    return (v0, x0)",
    ]


@pytest.mark.parametrize("run", [lambda g: LoweredModule(g).forward, lambda g: Observer(g).run])
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
    assert LoweredModule(result).forward(1, 2) == Observer(result).run(1, 2) == [8, (1, 1)]


def test_what_the_result_does_not_replace_is_let_go():
    result = CallGraph()
    x = result.placeholder("x")
    first, second = (result.call_function(plain, (x,), {"scale": scale}) for scale in (2.0, 3.0))
    total = result.call_function(plain, (first, second))
    result.output((result.call_function(plain, (total, total)),))
    assert write(result)[0].splitlines()[1:] == [
        "    v0 = plain(x0, scale=2.0)",
        "    v1 = plain(x0, scale=3.0)",
        "    v0 = plain(v0, v1); v1 = None",
        "    v0 = plain(v0, v0)",
        "    return (v0,)",
    ]


def test_equal_graphs_share_their_code():
    first, second = (LoweredModule(graph()).forward for _ in range(2))
    assert first is not second
    assert first.__code__ is second.__code__


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
