"""What releases before 1.9 had in mxnet.util, and programs still import."""

from __future__ import annotations

import functools

from mxnet import util


def test_makedirs(tmp_path):
    for _ in range(2):
        util.makedirs(str(tmp_path / "a" / "b"))
    assert (tmp_path / "a" / "b").is_dir()


def test_wraps_safely():
    @util.wraps_safely(functools.partial(int, base=2))
    def binary(text):
        return int(text, 2)

    assert binary("11") == 3
    assert binary.__name__ == "binary"


def test_what_util_imports():
    assert util.py_str(b"a") == "a"
    assert util.c_str("a").value == b"a"
    assert util.check_call(0) is None
