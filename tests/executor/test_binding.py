"""``debug_str``: the graph and an estimate of its memory."""

from __future__ import annotations

import re

import mxnet as mx
import pytest


def megabytes(symbol, **kwargs):
    text = symbol.simple_bind(mx.cpu(), data=(10, 3, 256, 256), **kwargs).debug_str()
    return int(re.search(r"Total (\d+) MB allocated", text).group(1))


def chain(n=10):
    data = mx.sym.var("data")
    for _ in range(n):
        data = data * data
    return data


def test_gradients_keep_results():
    assert megabytes(chain()) >= 70  # 10 results of 7.5 MB each
    assert megabytes(chain(), grad_req="null") == 15  # one is read while the next is written


def test_blocked_gradients_keep_nothing():
    assert megabytes(mx.sym.stop_gradient(chain())) == megabytes(chain(), grad_req="null")


def test_losses_keep_what_is_below():
    assert megabytes(mx.sym.MakeLoss(chain())) >= 70


def test_operators_are_listed():
    text = mx.sym.FullyConnected(mx.sym.var("x"), num_hidden=3, name="fc").simple_bind(mx.cpu(), x=(2, 4)).debug_str()
    for line in [
        "\toutput[0]=fc(0)",
        "Variable:x",
        "Op:FullyConnected, Name=fc",
        "\targ[1]=fc_weight(0) version=0",
        "\tnum_hidden=3",
    ]:
        assert line in text.splitlines()


@pytest.mark.parametrize("shape", [(1,), (3, 1)])
def test_small_graphs(shape):
    assert "Total 0 MB allocated" in mx.sym.exp(mx.sym.var("x")).simple_bind(mx.cpu(), x=shape).debug_str()


def test_programs_find_the_memory_in_the_third_line_from_the_end():
    executor = chain().simple_bind(mx.cpu(), data=(10, 3, 256, 256), grad_req="null")
    assert executor.debug_str().split("\n")[-3].split() == ["Total", "15", "MB", "allocated"]
