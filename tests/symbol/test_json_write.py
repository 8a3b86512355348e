"""The JSON of symbols, to the byte as MXNet 1.9.1 writes it."""

from __future__ import annotations

import copy
import pickle

import mxnet as mx
import pytest

A, B = mx.sym.Variable("a"), mx.sym.Variable("b")

SUM = """{
  "nodes": [
    {
      "op": "null", 
      "name": "a", 
      "inputs": []
    }, 
    {
      "op": "null", 
      "name": "b", 
      "attrs": {"__shape__": "(2, 3)"}, 
      "inputs": []
    }, 
    {
      "op": "elemwise_add", 
      "name": "_plus0", 
      "attrs": {
        "__lr_mult__": "2", 
        "__x__": "y"
      }, 
      "inputs": [[0, 0, 0], [1, 0, 0]]
    }
  ], 
  "arg_nodes": [0, 1], 
  "node_row_ptr": [0, 1, 2, 3], 
  "heads": [[2, 0, 0]], 
  "attrs": {"mxnet_version": ["int", 10901]}
}"""  # noqa: W291  # MXNet writes the spaces


def test_json_has_1_9_1s_layout():
    with mx.name.NameManager():
        result = A + mx.sym.Variable("b", shape=(2, 3))
    result._set_attr(lr_mult="2", __x__="y")
    assert result.tojson() == SUM


def test_lists_of_more_than_ten_elements_stand_one_a_line():
    def text(number):
        return mx.sym.concat(*(mx.sym.Variable(f"v{i}") for i in range(number)), name="c").tojson()

    assert '"arg_nodes": [0, 1, 2, 3, 4, 5, 6, 7, 8, 9], \n' in text(10)
    assert '"inputs": [\n        [0, 0, 0], \n        [1, 0, 0], \n' in text(11)
    assert '"arg_nodes": [\n    0, \n    1, \n' in text(11)


def test_hidden_outputs_count_and_states_have_versions():
    text = mx.sym.BatchNorm(A, name="bn").tojson()
    assert '"inputs": [[0, 0, 0], [1, 0, 0], [2, 0, 0], [3, 0, 1], [4, 0, 1]]' in text
    assert '"node_row_ptr": [0, 1, 2, 3, 4, 5, 8]' in text


def test_a_state_used_again_has_the_next_version():
    mean = mx.sym.Variable("mean")
    first = mx.sym.BatchNorm(A, moving_mean=mean, name="one")
    text = mx.sym.BatchNorm(first, moving_mean=mean, name="two").tojson()
    assert "[3, 0, 1], [4, 0, 1]]" in text
    assert "[3, 0, 2], [8, 0, 1]]" in text


CONTROL = "".join(map(chr, range(1, 128)))


@pytest.mark.parametrize("value", ['"quoted"', "back\\slash", "tab\tline\nreturn\r", CONTROL, "中文é\u2028😀"])
def test_any_text_survives(value):
    result = mx.sym.Variable("a", attr={"k": value, "é": "1"})
    assert mx.sym.load_json(result.tojson()).list_attr() == {"k": value, "é": "1"}


def test_only_these_characters_are_escaped():
    text = mx.sym.Variable("a", attr={"k": '\x01\b\f/"\\\n\r\té'}).tojson()
    assert '"k": "\x01\b\f/\\"\\\\\\n\\r\\té"' in text


def test_attributes_are_sorted_by_their_bytes():
    text = mx.sym.exp(A, attr={"b": "", "B": "", "_": "", "10": "", "9": "", "é": "", "~": ""}).tojson()
    positions = [text.index(f'"{key}": ""') for key in ["10", "9", "B", "_", "b", "~", "é"]]
    assert positions == sorted(positions)


def test_numpys_semantics_are_noted():
    with mx.util.np_shape(True):
        text = A.tojson()
    assert '"attrs": {\n    "is_np_shape": ["int", 1], \n    "mxnet_version": ["int", 10901]\n  }' in text


def test_casts_of_mixed_precision_are_left_out_between_operators():
    cast = mx.sym.amp_cast(mx.sym.exp(mx.sym.amp_cast(A, dtype="float16"), name="e"), dtype="float32", name="last")
    nodes = mx.sym.load_json(cast.tojson()).get_internals().list_outputs()
    assert nodes == ["a", "e_output", "last_output"]
    assert len(mx.sym.load_json(cast.tojson(remove_amp_cast=False)).get_internals()) == 4


def test_files_and_pickles_and_copies_hold_the_same_text(tmp_path):
    result = mx.sym.Group([A + B, mx.sym.BatchNorm(A, name="bn")])
    result.save(str(tmp_path / "net.json"))
    assert (tmp_path / "net.json").read_bytes() == result.tojson().encode()
    again = [
        mx.sym.load(str(tmp_path / "net.json")),
        mx.sym.load_json(result.tojson()),
        pickle.loads(pickle.dumps(result)),
        copy.copy(result),
        copy.deepcopy(result),
    ]
    assert {item.tojson() for item in again} == {result.tojson()}
    assert all(item is not result for item in again)


def test_the_state_is_the_text():
    result = A + B
    assert result.__getstate__() == {"handle": result.tojson()}
    other = A.__copy__()
    other.__setstate__({"handle": result.tojson().replace('"name": "', '"name": "sha-')})
    assert other.list_arguments() == ["sha-a", "sha-b"]


@pytest.mark.parametrize(("path", "error"), [(3, TypeError), ("/nowhere/at/all", mx.MXNetError)])
def test_where_nothing_can_be_written_or_read(path, error):
    with pytest.raises(error):
        A.save(path)
    with pytest.raises(error):
        mx.sym.load(path)
