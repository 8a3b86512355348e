"""Pickles are read as data: nothing that they name is imported or called."""

from __future__ import annotations

import collections
import itertools
import pickle
import struct
import time

import pytest
from mxnet.base import MXNetError
from mxnet.optimizer.pickles import Name, PickledCall, read_pickle

DATA = {
    "a": [1, -2, 2.5, None, True, (), (1,), (1, 2), (1, 2, 3), (1, 2, 3, 4)],
    0: {"é": "text", 3: 10**30, 2**40: "x" * 300},
    (1, "k"): [[], {}],
}


@pytest.mark.parametrize("protocol", range(6))
def test_data_comes_back(protocol):
    assert read_pickle(pickle.dumps(DATA, protocol)) == DATA


@pytest.mark.parametrize("protocol", [3, 4, 5])
def test_bytes_and_sets_come_back(protocol):
    result = read_pickle(pickle.dumps([b"x" * 300, b"y"], protocol))
    assert result == [b"x" * 300, b"y"]


def test_what_is_shared_stays_shared():
    shared = [1]
    result = read_pickle(pickle.dumps([shared, shared]))
    assert result[0] is result[1]


def test_objects_become_calls():
    result = read_pickle(pickle.dumps(collections.OrderedDict(a=1)))
    assert isinstance(result, PickledCall)
    assert result.function == Name("collections", "OrderedDict")
    assert result.items == [("a", 1)]


class Dangerous:
    def __reduce__(self):
        return print, ("this must not be printed",)


def test_nothing_is_called(capsys):
    result = read_pickle(pickle.dumps(Dangerous()))
    assert result.function == Name("builtins", "print")
    assert capsys.readouterr().out == ""


HOSTILE = {
    "nothing": b"",
    "text": b"abc",
    "no end": pickle.dumps(DATA)[:-1],
    "a value is missing": b"\x80\x04.",
    "a mark is missing": b"\x80\x04e.",
    "nothing remembered": b"\x80\x04h\x05.",
    "persistent id": b"\x80\x04Pabc\n.",
    "extension code": b"\x80\x04\x82\x01.",
    "call of a number": b"\x80\x04K\x01)R.",
    "state on a list": b"\x80\x04]}b.",
    "items on a number": b"\x80\x04K\x01K\x02K\x03s.",
    "a list as a key": b"\x80\x04}]K\x01s.",
    "odd items": b"\x80\x04}(K\x01K\x02K\x03u.",
    "huge bytes": b"\x80\x04\x8e" + struct.pack("<Q", 2**60) + b"x.",
    "huge bytearray": b"\x80\x05\x96" + struct.pack("<Q", 2**60) + b"x.",
    "huge text": b"\x80\x04\x8d" + struct.pack("<Q", 2**60) + b"x.",
    "huge number": b"\x80\x04\x8b" + struct.pack("<i", 2**31 - 1) + b"x.",
    "number of many digits": b"L" + b"9" * 100_000 + b"L\n.",
}


@pytest.mark.parametrize("content", HOSTILE.values(), ids=HOSTILE)
def test_what_is_no_pickle_of_data_is_an_error(content):
    begin = time.process_time()
    with pytest.raises(MXNetError, match="not a pickle of data"):
        read_pickle(content)
    assert time.process_time() - begin < 1


def test_a_large_memory_index_takes_no_memory():
    assert read_pickle(b"\x80\x04K\x07r" + struct.pack("<I", 2**32 - 1) + b".") == 7


def test_deep_nesting_is_read():
    result = read_pickle(b"\x80\x04" + b"]" * 100_000 + b"a" * 99_999 + b".")
    depth = 1
    while result:
        result, depth = result[0], depth + 1
    assert depth == 100_000


def test_every_truncation_is_an_error():
    content = pickle.dumps(DATA)
    for length in range(len(content)):
        with pytest.raises(MXNetError):
            read_pickle(content[:length])


# -- keys that were made to have one hash, as integers and tuples of them can be --------------------------------------


def _of_one_hash(count):
    return [(2**61 - 1) * i for i in range(count)]


def _tuples_of_one_hash(count):
    return list(itertools.islice(itertools.product((-1, -2), repeat=14), count))  # the hash of -1 is -2


@pytest.mark.parametrize("make", [_of_one_hash, _tuples_of_one_hash])
@pytest.mark.parametrize("collect", [dict.fromkeys, lambda keys: [{key: 0} for key in keys], frozenset, set])
def test_many_keys_of_one_hash_are_refused(make, collect):
    many, few = make(2000), make(100)
    assert len(set(map(hash, many))) == 1
    assert read_pickle(pickle.dumps(collect(few))) == collect(few)
    with pytest.raises(MXNetError, match="made to have one hash"):
        read_pickle(pickle.dumps(collect(many)))


def test_a_key_may_be_repeated():
    content = [{0: 1, "lr": 2, (1, "k"): 3}] * 5000
    assert read_pickle(pickle.dumps(list(map(dict, content)))) == content
