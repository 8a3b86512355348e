"""Results written into memory that inputs or other results lie in: everything is read before anything is written."""

from __future__ import annotations

import mxnet as mx
import numpy as np
import pytest
from mxnet import MXNetError, nd


def _shifted():
    """Return six numbers, four of them as an array, and four that begin one place further."""
    memory = nd.arange(6)
    return memory, memory[0:4], memory[1:5]


CALLS = {
    "identity": (nd.identity, lambda x: x),
    "BlockGrad": (nd.BlockGrad, lambda x: x),
    "Cast": (lambda x, out: nd.Cast(x, dtype="float32", out=out), lambda x: x),
    "add_n": (nd.add_n, lambda x: x),
    "MakeLoss": (nd.MakeLoss, lambda x: x),
    "slice": (lambda x, out: nd.slice(x, begin=(0,), end=(4,), out=out), lambda x: x),
    "transpose": (lambda x, out: nd.transpose(x.reshape((2, 2)), out=out.reshape((2, 2))), lambda x: x[[0, 2, 1, 3]]),
    "copyto": (lambda x, out: x.copyto(out), lambda x: x),
    "exp": (nd.exp, np.exp),
    "cumsum": (nd.cumsum, np.cumsum),
    "reverse": (lambda x, out: nd.reverse(x, axis=0, out=out), lambda x: x[::-1]),
}


@pytest.mark.parametrize("record", [False, True])
@pytest.mark.parametrize("call", CALLS)
def test_out_may_overlap_the_input(call, record):
    run, expect = CALLS[call]
    memory, x, out = _shifted()
    with mx.autograd.record() if record else mx.autograd.pause():
        run(x, out=out)
    expected = np.arange(6, dtype="float32")
    expected[1:5] = expect(expected[:4].copy())
    np.testing.assert_allclose(memory.asnumpy(), expected, rtol=1e-6)


def test_outputs_may_be_the_parts_that_they_are_made_of():
    x = nd.arange(4)
    nd.split(x, num_outputs=2, axis=0, out=[x[2:4], x[0:2]])
    assert x.asnumpy().tolist() == [2, 3, 0, 1]


UPDATES = {
    "sgd_update": lambda w, g, s, out: nd.sgd_update(w, g, lr=0.5, out=out),
    "sgd_mom_update": lambda w, g, s, out: nd.sgd_mom_update(w, g, s, lr=0.5, momentum=0.5, out=out),
    "signsgd_update": lambda w, g, s, out: nd.signsgd_update(w, g, lr=0.5, out=out),
    "rmsprop_update": lambda w, g, s, out: nd.rmsprop_update(w, g, s, lr=0.5, out=out),
    "lamb_update_phase2": lambda w, g, s, out: nd.lamb_update_phase2(w, g, nd.ones(1), nd.ones(1), lr=0.5, out=out),
    "multi_sgd_update": lambda w, g, s, out: nd.multi_sgd_update(w, g, num_weights=1, lrs=0.5, wds=0, out=out),
}


@pytest.mark.parametrize("place", ["weight", "gradient", "shifted"])
@pytest.mark.parametrize("name", UPDATES)
def test_an_update_may_be_written_over_what_it_is_made_of(name, place):
    def run(where):
        memory = nd.array([1, 2, 3, 4, 5])
        weight, grad, state = memory[0:4], nd.array([5, 1, 2, -3]), nd.array([1, 2, 3, 4])
        out = {"weight": weight, "gradient": grad, "shifted": memory[1:5], "elsewhere": nd.zeros(4)}[where]
        UPDATES[name](weight, grad, state, out)
        return out.asnumpy()

    np.testing.assert_array_equal(run(place), run("elsewhere"))


def test_gradients_pass_through_a_copy_into_overlapping_memory():
    memory = nd.arange(6)
    x = nd.array([1, 2, 3, 4])
    x.attach_grad()
    with mx.autograd.record():
        memory[0:4] = 7
        y = x * 2
        result = nd.identity(y, out=nd.zeros(4))
    result.backward(nd.array([1, 10, 100, 1000]))
    assert x.grad.asnumpy().tolist() == [2, 20, 200, 2000]


@pytest.mark.parametrize("hybrid", [False, True])
def test_a_graph_may_write_into_its_input(hybrid):
    memory, x, out = _shifted()
    graph = mx.sym.identity(mx.sym.var("x"))
    nd.CachedOp(graph)(x, out=out)
    assert memory.asnumpy().tolist() == [0, 0, 1, 2, 3, 5]


@pytest.mark.parametrize("number", [0, 2, 3])
def test_out_has_as_many_arrays_as_there_are_outputs(number):
    given = [nd.zeros(2) for _ in range(number)]
    with pytest.raises(MXNetError, match="expected 1"):
        nd.exp(nd.ones(2), out=given)
    if number != 2:
        with pytest.raises(MXNetError, match="expected 2"):
            nd.split(nd.ones(4), num_outputs=2, axis=0, out=given)
    assert not any(item.asnumpy().any() for item in given)


def test_out_may_be_a_list_of_one():
    drawn = nd.zeros(2)
    nd.random.uniform(shape=2, out=[drawn])
    assert drawn.asnumpy().all()
    assert nd.exp(nd.zeros(2), out=[drawn])[0] is drawn
