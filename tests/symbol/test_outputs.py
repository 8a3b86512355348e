"""Outputs of a symbol: names, numbers, groups, internals, children."""

from __future__ import annotations

import mxnet as mx
import pytest

A, B = mx.sym.Variable("a"), mx.sym.Variable("b")
SPLIT = mx.sym.SliceChannel(A, num_outputs=3, name="sp")
NET = mx.sym.SoftmaxOutput(mx.sym.FullyConnected(A, num_hidden=2, name="fc"), name="softmax")


def test_names_of_outputs():
    assert A.list_outputs() == ["a"]
    assert NET.list_outputs() == ["softmax_output"]
    assert SPLIT.list_outputs() == ["sp_output0", "sp_output1", "sp_output2"]
    assert mx.sym.Group([SPLIT, A]).list_outputs() == ["sp_output0", "sp_output1", "sp_output2", "a"]


def test_hidden_outputs_are_not_shown():
    assert len(mx.sym.BatchNorm(A, name="bn")) == 1
    assert len(mx.sym.BatchNorm(A, name="bn", output_mean_var=True)) == 3


def test_one_output_by_number_or_name():
    assert SPLIT[1].list_outputs() == SPLIT["sp_output1"].list_outputs() == ["sp_output1"]
    assert [part.list_outputs()[0] for part in SPLIT] == SPLIT.list_outputs()
    assert SPLIT[0:2].list_outputs() == ["sp_output0", "sp_output1"]


@pytest.mark.parametrize(
    ("index", "error"),
    [
        (3, IndexError),
        (-1, mx.MXNetError),
        ("nothing", ValueError),
        (1.0, TypeError),
        (None, TypeError),
        (slice(5, None), TypeError),
    ],
)
def test_a_wrong_index_is_refused(index, error):
    with pytest.raises(error):
        SPLIT[index]


def test_a_name_that_two_outputs_have_is_refused():
    with pytest.raises(ValueError, match="multiple"):
        mx.sym.Group([SPLIT, SPLIT])["sp_output0"]


def test_internals_list_every_visible_output():
    inner = NET.get_internals()
    assert inner.list_outputs() == ["a", "fc_weight", "fc_bias", "fc_output", "softmax_label", "softmax_output"]
    assert inner["fc_output"].list_arguments() == ["a", "fc_weight", "fc_bias"]


def test_children_are_the_inputs_of_the_outputs():
    assert NET.get_children().list_outputs() == ["fc_output", "softmax_label"]
    assert mx.sym.Group([A + B, A + 1]).get_children().list_outputs() == ["a", "b", "a"]
    assert A.get_children() is None


def test_names_and_texts():
    group = mx.sym.Group([A, NET])
    assert (NET.name, SPLIT.name, group.name, mx.sym.Group([A]).name) == ("softmax", "sp", None, "a")
    assert [repr(NET), repr(group)] == ["<Symbol softmax>", "<Symbol group [a, softmax]>"]


@pytest.mark.parametrize("members", [[], [A, 3]])
def test_a_group_is_made_of_symbols(members):
    with pytest.raises(TypeError, match="list of symbols"):
        mx.sym.Group(members)


def test_a_readable_listing():
    assert mx.sym.BatchNorm(A, name="bn", eps=0.1).debug_str().split("\n")[:9] == [
        "Symbol Outputs:",
        "\toutput[0]=bn(0)",
        "Variable:a",
        "Variable:bn_gamma",
        "Variable:bn_beta",
        "Variable:bn_moving_mean",
        "Variable:bn_moving_var",
        "--------------------",
        "Op:BatchNorm, Name=bn",
    ]
