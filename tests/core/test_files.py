"""Files are written beside and renamed over: what was there before stays whole until the new one is complete."""

from __future__ import annotations

import os
import stat

import pytest
from mxnet.core.files import atomic_write, written_together


def write(path, then=None):
    with atomic_write(path) as stream:
        stream.write(b"new")
        if then:
            raise then


def write_together(path, then):
    with written_together():
        write(path)
        raise then


def names(folder):
    return sorted(path.name for path in folder.iterdir())


def test_the_file_appears_when_the_block_ends(tmp_path):
    with atomic_write(tmp_path / "a") as stream:
        stream.write(b"new")
        assert not (tmp_path / "a").exists()
    assert (tmp_path / "a").read_bytes() == b"new"
    assert names(tmp_path) == ["a"]


def test_an_error_leaves_the_old_file_and_nothing_else(tmp_path):
    (tmp_path / "a").write_text("old")
    with pytest.raises(KeyError):
        write(tmp_path / "a", then=KeyError())
    assert (tmp_path / "a").read_text() == "old"
    assert names(tmp_path) == ["a"]


def test_text_is_written_in_the_encoding_given(tmp_path):
    with atomic_write(tmp_path / "a", "w", encoding="utf-8") as stream:
        stream.write("é")
    assert (tmp_path / "a").read_bytes() == b"\xc3\xa9"


def test_permissions_stay(tmp_path):
    (tmp_path / "a").write_text("old")
    (tmp_path / "a").chmod(0o640)
    with atomic_write(tmp_path / "a") as stream:
        stream.write(b"new")
    assert stat.S_IMODE((tmp_path / "a").stat().st_mode) == 0o640


def test_a_link_keeps_pointing_at_the_file_it_names(tmp_path):
    (tmp_path / "real").write_text("old")
    (tmp_path / "link").symlink_to("real")
    with atomic_write(tmp_path / "link") as stream:
        stream.write(b"new")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "real").read_bytes() == b"new"


def test_a_device_is_written_directly():
    with atomic_write(os.devnull) as stream:
        stream.write(b"gone")
    assert not stat.S_ISREG(os.stat(os.devnull).st_mode)


def test_a_missing_folder_is_an_error(tmp_path):
    with pytest.raises(FileNotFoundError):
        write(tmp_path / "no" / "a")


def test_files_written_together_appear_together(tmp_path):
    with written_together():
        for name in "ab":
            with atomic_write(tmp_path / name) as stream:
                stream.write(name.encode())
        assert not (tmp_path / "a").exists()
        assert not (tmp_path / "b").exists()
    assert names(tmp_path) == ["a", "b"]


def test_an_error_keeps_all_files_written_together_back(tmp_path):
    (tmp_path / "a").write_text("old")
    with pytest.raises(KeyError):
        write_together(tmp_path / "a", then=KeyError())
    assert (tmp_path / "a").read_text() == "old"
    assert names(tmp_path) == ["a"]


def test_the_outermost_block_replaces(tmp_path):
    with written_together():
        with written_together(), atomic_write(tmp_path / "a") as stream:
            stream.write(b"new")
        assert not (tmp_path / "a").exists()
    assert names(tmp_path) == ["a"]
