"""The text of lowered graphs: FX's lines, written quickly."""

from __future__ import annotations

import math

import pytest
import torch
from mxnet.graph.codegen import LoweredModule, write
from torch import fx


def plain(x, *others, scale=1.0, kind=None, limits=()):
    """Use arguments of all kinds."""
    return (x * scale).clamp(*limits) if limits else x * scale + len(others)


def graph(**kwargs):
    """Return the graph of one call of :func:`plain`, one of a method and one that nothing uses."""
    result = fx.Graph()
    x = result.placeholder("x")
    first = result.call_function(plain, (x, (x, 1), [2, "a"]), kwargs)
    result.call_function(plain, (first,))
    result.output((result.call_method("neg", (first,)), x))
    return result


@pytest.mark.parametrize(
    "kwargs",
    [{}, {"scale": 2.5}, {"limits": (-math.inf, 1.0)}, {"kind": torch.device("cpu")}, {"kind": slice(1, None)}],
)
def test_it_computes_what_fx_computes(kwargs):
    x = torch.arange(-3.0, 3.0)
    ours, theirs = LoweredModule({}, graph(**kwargs))(x), fx.GraphModule({}, graph(**kwargs))(x)
    assert all(torch.equal(a, b) for a, b in zip(ours, theirs, strict=True))


def test_values_are_let_go_after_their_last_use():
    text, _ = write(graph())
    assert text.splitlines() == [
        "def forward(self, x):",
        "    plain = plain_(x, (x, 1), [2, 'a'])",
        "    plain_1 = plain_(plain);  plain_1 = None",
        "    neg = plain.neg();  plain = None",
        "    return (neg, x)",
    ]


def test_modules_inside_are_left_to_fx():
    root, result = torch.nn.Module(), fx.Graph()
    root.act = torch.nn.ReLU()
    result.output(result.call_module("act", (result.placeholder("x"),)))
    assert LoweredModule(root, result)(torch.tensor([-1.0, 2.0])).tolist() == [0.0, 2.0]


def test_it_is_written_anew_when_its_graph_changed():
    module = LoweredModule({}, graph())
    call = next(n for n in module.graph.nodes if n.target is plain)
    call.kwargs = {"scale": 3.0}
    module.recompile()
    assert module(torch.ones(1))[0].tolist() == [-5.0]


def test_it_is_written_when_it_is_asked_for():
    module = LoweredModule({}, graph())
    assert not hasattr(module, "_code")
    assert module.code.startswith("def forward(self, x)")
    assert type(module).forward is module.forward.__func__


def test_many_functions_of_one_name_get_names_of_their_own():
    result = fx.Graph()
    value = result.placeholder("x")
    for number in range(300):
        function = eval(f"lambda x: x + {number}")
        function.__name__ = "call"
        value = result.call_function(function, (value,))
    result.output((value,))
    assert LoweredModule({}, result)(torch.zeros(1))[0].item() == sum(range(300))
    assert max(map(len, write(result)[1])) < 10
