"""Outputs of a symbol: names, numbers, groups, internals, children."""

from __future__ import annotations

import json

import mxnet as mx
import numpy as np
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


#: The names of all outputs and how many rows of the file each has, as 1.9.1 gives them.
COUNTED = [
    (lambda x: mx.sym.split(x, num_outputs=1, name="s"), ["s_output0"], 1),
    (lambda x: mx.sym.SliceChannel(x, num_outputs=2, name="s"), ["s_output0", "s_output1"], 2),
    (lambda x: mx.sym.split_v2(x, 1), ["_split_v20_output"], 1),
    (lambda x: mx.sym.split_v2(x, (1,)), ["_split_v20_output0", "_split_v20_output1"], 2),
    (lambda x: mx.sym.multi_sgd_update(x, x, lrs=(0.1,), wds=(0,), num_weights=1, name="s"), ["s_output"], 1),
    (lambda x: mx.sym.contrib.box_nms(x, name="s"), ["s_output0"], 2),
    (lambda x: mx.sym.Correlation(x, x, name="s"), ["s_output"], 3),
    (lambda x: mx.sym.Dropout(x, name="s"), ["s_output"], 2),
    (lambda x: mx.sym.BatchNorm(x, x, x, x, x, name="s"), ["s_output"], 3),
]


@pytest.mark.parametrize(("make", "names", "rows"), COUNTED)
def test_outputs_are_named_and_counted(make, names, rows):
    with mx.name.NameManager():
        symbol = make(mx.sym.var("x"))
    assert symbol.list_outputs() == names
    ends = json.loads(symbol.tojson())["node_row_ptr"]
    assert ends[-1] - ends[-2] == rows


def test_one_amp_cast_has_one_output():
    assert mx.sym.amp_multicast(mx.sym.var("x"), num_outputs=1, name="s").list_outputs() == ["s_output"]


def hidden(symbol, index, **inputs):
    """Return an output that only a file can name."""
    content = json.loads(symbol.tojson())
    content["heads"] = [[content["heads"][0][0], index, 0]]
    head = mx.sym.load_json(json.dumps(content))
    executor = head.bind(mx.cpu(), inputs)
    return executor.forward()[0].asnumpy()


@pytest.mark.parametrize(("topk", "rows"), [(-1, [2, 3, -1, -1]), (0, [0, 1, 2, 3])])
def test_box_nms_tells_which_rows_stayed(topk, rows):
    boxes = [[0, 0.5, 0, 0, 1, 1], [1, 0.05, 0, 0, 1, 1], [1, 0.9, 0, 0, 0.9, 1], [2, 0.7, 2, 2, 3, 3]]
    symbol = mx.sym.contrib.box_nms(mx.sym.var("x"), overlap_thresh=0.3, valid_thresh=0.1, topk=topk)
    result = hidden(symbol, 1, x=mx.nd.array([boxes]))
    np.testing.assert_array_equal(result, np.array(rows, "float32").reshape(1, 4, 1))


@pytest.mark.parametrize("index", [1, 2])
def test_correlation_gives_its_padded_inputs(index):
    values = np.arange(18, dtype="float32").reshape(1, 2, 3, 3)
    symbol = mx.sym.Correlation(mx.sym.var("x"), mx.sym.var("y"), pad_size=1)
    result = hidden(symbol, index, x=mx.nd.array(values), y=mx.nd.array(values))
    padded = np.pad(values, ((0, 0), (0, 0), (1, 1), (1, 1)))
    np.testing.assert_array_equal(result, padded.transpose(0, 2, 3, 1))


@pytest.mark.parametrize("key", [slice(0, 4), slice(1, 5), slice(3, 5)], ids=str)
def test_a_slice_ends_within_the_outputs(key):
    group = mx.sym.Group([mx.sym.var(name) for name in "abc"])
    assert group[1:3].list_outputs() == ["b", "c"]
    with pytest.raises(IndexError):
        group[key]
