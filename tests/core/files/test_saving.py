"""Files are written beside and renamed over: what was there before stays whole until the new one is complete."""

from __future__ import annotations

import errno
import fcntl
import gc
import os
import shutil
import stat
import subprocess
import sys
import tempfile
import time

import mxnet as mx
import pytest
from mxnet.core.files import records as save_records
from mxnet.core.files import saving as files
from mxnet.core.files.saving import atomic_write, finish_saves, open_saved, staged, written_together

from tests.interrupting import Program


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


def test_arrays_saved_to_a_temporary_file_are_read_through_its_handle(tmp_path):
    with tempfile.NamedTemporaryFile(dir=tmp_path) as opened:
        mx.nd.save(opened.name, {"a": mx.nd.array([1, 2])})
        assert mx.nd.load_frombuffer(opened.read())["a"].asnumpy().tolist() == [1, 2]


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


def test_an_empty_file_that_is_open_is_filled(tmp_path):
    with open(tmp_path / "a", "w+b") as opened:
        write(tmp_path / "a")
        assert opened.read() == b"new"
    assert names(tmp_path) == ["a"]


def test_an_error_leaves_an_empty_file_empty(tmp_path):
    (tmp_path / "a").touch()
    with pytest.raises(KeyError):
        write(tmp_path / "a", then=KeyError())
    assert (tmp_path / "a").read_bytes() == b""
    assert names(tmp_path) == ["a"]


def test_a_copy_into_an_empty_file_that_was_cut_off_is_finished_by_whoever_reads(tmp_path, monkeypatch):
    (tmp_path / "a").touch()

    def cut_off(stream, filled):
        filled.write(stream.read(1))
        raise OSError(errno.ENOSPC, "full")

    monkeypatch.setattr(files.shutil, "copyfileobj", cut_off)
    with pytest.raises(OSError, match="full"):
        write(tmp_path / "a")
    monkeypatch.undo()
    with open_saved(tmp_path / "a") as stream:
        assert stream.read() == b"new"
    assert names(tmp_path) == ["a"]


def test_a_missing_folder_is_an_error(tmp_path):
    with pytest.raises(FileNotFoundError):
        write(tmp_path / "no" / "a")


def test_an_error_names_the_folder_that_is_missing(tmp_path):
    with pytest.raises(FileNotFoundError) as caught, atomic_write(tmp_path / "missing" / "a"):
        raise AssertionError
    assert caught.value.filename == str(tmp_path / "missing")


def test_a_folder_is_not_replaced(tmp_path):
    (tmp_path / "a").mkdir()
    with pytest.raises(IsADirectoryError) as caught, staged(tmp_path / "a"):
        raise AssertionError
    assert caught.value.filename == str(tmp_path / "a")
    assert names(tmp_path) == ["a"]


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


# -- what killed processes leave ------------------------------------------------------------------------------------


TOKEN = "0123456789abcdef" * 2


def foreign(folder, journal, *contents):
    """Leave in a folder a journal, and files by number, as an archive or another machine can bring them there."""
    place = folder / f".mxnet-saving-{os.geteuid()}"
    place.mkdir(exist_ok=True)
    (place / TOKEN).write_text(journal)
    for i, content in enumerate(contents):
        if content is not None:
            (place / f"{TOKEN}.{i}").write_text(content)
    return place


def killed(folder, journal, *contents):
    """Leave in a folder, and in the folder of states, what a process leaves that is killed."""
    place = foreign(folder, journal, *contents)
    if contents[1:]:
        save_records.forget(str(place / TOKEN))
        save_records.remember(str(place / TOKEN), ["a", "b"])
    return place


def test_a_save_that_counted_is_finished_by_whoever_reads(tmp_path):
    (tmp_path / "a").write_text("old a")
    (tmp_path / "b").write_text("old b")
    killed(tmp_path, '["a", "b"]', "new a", "new b")
    with open_saved(tmp_path / "b", "r") as stream:
        assert stream.read() == "new b"
    assert (tmp_path / "a").read_text() == "new a"
    assert names(tmp_path) == ["a", "b"]


def test_a_save_that_was_half_renamed_is_finished(tmp_path):
    (tmp_path / "a").write_text("new a")
    killed(tmp_path, '["a", "b"]', None, "new b")
    finish_saves(tmp_path)
    assert [(tmp_path / name).read_text() for name in "ab"] == ["new a", "new b"]


@pytest.mark.parametrize("journal", ["", '["a", "b"', "{}", '["../b", "a"]', '["a", "/etc/b"]', '["a", 1]', "[" * 9999])
def test_a_save_that_did_not_count_is_as_if_it_had_not_been_and_the_next_one_removes_it(tmp_path, journal):
    (tmp_path / "a").write_text("old")
    place = killed(tmp_path, journal, "new", "new")
    with open_saved(tmp_path / "a", "r") as stream:
        assert stream.read() == "old"
    assert place.exists()
    write(tmp_path / "c")
    assert names(tmp_path) == ["a", "c"]
    assert (tmp_path / "a").read_text() == "old"


def test_the_remains_of_a_process_that_lives_are_left_alone(tmp_path):
    place = killed(tmp_path, "", "unfinished")
    with open(place / TOKEN) as stream:
        fcntl.flock(stream, fcntl.LOCK_EX)
        write(tmp_path / "a")
        assert names(place) == [TOKEN, f"{TOKEN}.0"]
    write(tmp_path / "a")
    assert names(tmp_path) == ["a"]


def test_an_older_save_is_not_finished_over_a_newer_one(tmp_path):
    with written_together():
        write(tmp_path / "a")
        write(tmp_path / "b")
        killed(tmp_path, '["a", "b"]', "older", "older")
    assert names(tmp_path) == ["a", "b"]
    assert (tmp_path / "a").read_bytes() == b"new"


def test_remains_of_other_users_are_not_touched(tmp_path, monkeypatch):
    (tmp_path / "a").write_text("old")
    killed(tmp_path, '["a", "b"]', "new", "new")
    monkeypatch.setattr(files, "_owner", lambda status: -1 if stat.S_ISDIR(status.st_mode) else os.geteuid())
    with open_saved(tmp_path / "a", "r") as stream:
        assert stream.read() == "old"
    with pytest.raises(PermissionError, match="another user"):
        write(tmp_path / "b")


# -- what came from elsewhere -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("record", [False, True])
def test_a_journal_from_elsewhere_changes_no_file(tmp_path, record):
    (tmp_path / "train.py").write_text("mine")
    mx.nd.save(str(tmp_path / "a"), [mx.nd.ones(2)])
    place = foreign(tmp_path, '["train.py", "b"]', "theirs", "theirs")
    if record:  # of other files, whatever their names
        save_records.remember(str(place / TOKEN), ["train.py", "b"])
        os.replace(place / f"{TOKEN}.0", place / "older")
        (place / f"{TOKEN}.0").write_text("theirs")
    mx.nd.load(str(tmp_path / "a"))
    with pytest.warns(UserWarning, match="left alone"), open_saved(tmp_path / "train.py", "r") as stream:
        assert stream.read() == "mine"
    with pytest.warns(UserWarning, match="left alone"):
        finish_saves(tmp_path)
    write(tmp_path / "c")
    assert (tmp_path / "train.py").read_text() == "mine"
    assert not (tmp_path / "b").exists()
    save_records.forget(TOKEN)


def test_an_own_save_of_other_files_does_not_concern_a_file(tmp_path):
    (tmp_path / "c").write_text("old")
    killed(tmp_path, '["a", "b"]', "new", "new")
    with open_saved(tmp_path / "c"):
        pass
    assert not (tmp_path / "a").exists()


def test_a_file_that_is_missing_says_where_an_unfinished_save_has_it(tmp_path):
    foreign(tmp_path, '["a", "b"]', "new", "new")
    with pytest.raises(FileNotFoundError, match=rf"left alone.*{TOKEN}.1' is 'b'"):
        open_saved(tmp_path / "b")
    with pytest.raises(mx.MXNetError, match="left alone"):
        mx.nd.load(str(tmp_path / "b"))


def test_a_newer_save_of_the_same_files_replaces_one_from_elsewhere(tmp_path):
    foreign(tmp_path, '["a", "b"]', "theirs", "theirs")
    save_pair(tmp_path, 1)
    assert names(tmp_path) == ["a", "b"]
    assert mx.nd.load(str(tmp_path / "a"))[0].asnumpy()[0] == 1


def test_a_link_or_a_pipe_in_the_hidden_folder_is_no_save(tmp_path):
    outside = tmp_path / "outside"
    outside.write_text("secret")
    place = killed(tmp_path, '["a", "b"]', "new", "new")
    for i in range(2):
        (place / f"{TOKEN}.{i}").unlink()
        (place / f"{TOKEN}.{i}").symlink_to(outside)
    with pytest.raises(FileNotFoundError, match="left alone"):
        open_saved(tmp_path / "a")
    (place / TOKEN).unlink()
    os.mkfifo(place / TOKEN)
    with pytest.raises(FileNotFoundError):
        open_saved(tmp_path / "a")
    (place / TOKEN).unlink()
    (place / TOKEN).symlink_to(outside)
    with pytest.raises(FileNotFoundError):
        open_saved(tmp_path / "a")
    assert outside.read_text() == "secret"
    save_records.forget(TOKEN)


def test_a_hidden_folder_that_is_a_link_is_not_followed(tmp_path):
    (tmp_path / "real").mkdir()
    place = killed(tmp_path / "real", '["a", "b"]', "new", "new")
    (tmp_path / place.name).symlink_to(place)
    with pytest.raises(FileNotFoundError):
        open_saved(tmp_path / "a")
    finish_saves(tmp_path)
    assert names(tmp_path) == [place.name, "real"]
    save_records.forget(TOKEN)


def unusable(tmp_path, kind):
    """Return a folder of states that cannot be used, or that others may change."""
    states = tmp_path / "states"
    if kind == "file":
        states.write_text("")
    elif kind == "open to others":
        (states / "mxnet" / "saves").mkdir(parents=True)
        (states / "mxnet" / "saves").chmod(0o777)
    return "/proc/self/states" if kind == "read-only" else str(states)


@pytest.mark.parametrize("kind", ["file", "open to others", "read-only"])
def test_without_a_folder_of_states_files_are_saved_and_none_is_finished(tmp_path, monkeypatch, kind):
    monkeypatch.setenv("XDG_STATE_HOME", unusable(tmp_path, kind))
    folder = tmp_path / "files"
    folder.mkdir()
    save_pair(folder, 1)
    assert names(folder) == ["a", "b"]
    monkeypatch.setattr(os, "replace", lambda *args: (_ for _ in ()).throw(OSError(errno.EIO, "broken")))
    with pytest.raises(OSError, match="broken"):
        save_pair(folder, 2)
    monkeypatch.undo()
    with pytest.raises(mx.MXNetError, match="left alone"):
        mx.nd.load(str(folder / "a"))
    save_pair(folder, 3)
    assert names(folder) == ["a", "b"]
    assert mx.nd.load(str(folder / "a"))[0].asnumpy()[0] == 3


def test_records_of_saves_are_removed(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "states"))
    records = tmp_path / "states" / "mxnet" / "saves"
    folder = tmp_path / "files"
    folder.mkdir()
    save_pair(folder, 1)
    assert names(records) == []
    place = killed(folder, '["a", "b"]', "new", "new")
    assert names(records) == [TOKEN]
    assert stat.S_IMODE(records.stat().st_mode) == 0o700
    shutil.rmtree(place)
    save_pair(folder, 1)
    assert names(records) == [TOKEN]
    os.utime(records / TOKEN, (0, time.time() - 4000))
    save_pair(folder, 1)
    assert names(records) == []


def test_a_file_made_by_other_means_takes_its_place_when_the_block_ends(tmp_path):
    with staged(tmp_path / "a") as temporary:
        with open(temporary, "w") as stream:
            stream.write("new")
        assert not (tmp_path / "a").exists()
    assert names(tmp_path) == ["a"]


def test_an_error_among_the_renames_is_told_and_the_save_goes_on_later(tmp_path, monkeypatch):
    def refused(*args):
        raise OSError(errno.EIO, "broken")

    monkeypatch.setattr(os, "replace", refused)
    with pytest.raises(OSError, match="broken"):
        save_pair(tmp_path, 1)
    monkeypatch.undo()
    assert mx.nd.load(str(tmp_path / "a"))[0].asnumpy()[0] == 1
    assert names(tmp_path) == ["a", "b"]


# -- full disks -----------------------------------------------------------------------------------------------------


def save_pair(folder, value):
    with written_together():
        for name in "ab":
            mx.nd.save(str(folder / name), mx.nd.full((9,), value))


@pytest.mark.parametrize(
    ("call", "times"),  # the third and fourth fsync are those of the record, which a save can do without
    [("fsync", 1), ("fsync", 2), ("fsync", 5), ("write", 1), ("open", 1), ("open", 2), ("mkdir", 1)],
)
def test_on_a_full_disk_the_old_files_stay_and_nothing_else(tmp_path, monkeypatch, call, times):
    save_pair(tmp_path, 1)
    original, left = getattr(os, call), times

    def full(*args, **kwargs):
        nonlocal left
        left -= 1
        if not left:
            raise OSError(errno.ENOSPC, "No space left on device")
        return original(*args, **kwargs)

    monkeypatch.setattr(os, call, full)
    with pytest.raises((OSError, mx.base.MXNetError), match="No space left"):
        save_pair(tmp_path, 2)
    monkeypatch.undo()
    assert names(tmp_path) == ["a", "b"]
    assert [mx.nd.load(str(tmp_path / name))[0].asnumpy()[0] for name in "ab"] == [1, 1]


@pytest.mark.parametrize("path", ["\0", "a\0b", "a/\ud800"])
@pytest.mark.parametrize(
    "use",
    [
        mx.nd.load,
        mx.sym.load,
        lambda path: mx.nd.save(path, mx.nd.ones((1,))),
        lambda path: mx.model.load_checkpoint(path, 1),
    ],
)
def test_a_path_that_is_none_is_refused(path, use):
    with pytest.raises(mx.MXNetError, match="no path"):
        use(path)


def test_a_name_that_no_file_can_have_is_refused_before_anything_is_written(tmp_path):
    (tmp_path / "loop").symlink_to("loop")
    for name in ("x" * 300, "loop"):
        with pytest.raises(OSError, match=r"too long|Too many levels"):
            write(tmp_path / name)
    assert names(tmp_path) == ["loop"]


@pytest.mark.skipif(not os.path.exists("/dev/zero"), reason="a system without this device")
@pytest.mark.parametrize(
    "read",
    [
        lambda path, _: mx.sym.load(path),
        lambda path, _: mx.image.imread(path),
        lambda path, _: mx.io.CSVIter(data_csv=path, data_shape=(2,), batch_size=1),
        lambda path, _: mx.io.LibSVMIter(data_libsvm=path, data_shape=(2,), batch_size=1),
        lambda path, folder: mx.recordio.MXIndexedRecordIO(path, str(folder / "a.rec"), "r"),
        lambda path, _: mx.image.ImageIter(1, (3, 4, 4), path_imglist=path, path_root="/"),
        lambda path, _: next(mx.image.ImageIter(1, (3, 4, 4), imglist=[(0.0, path)], path_root="/")),
    ],
    ids=["symbol", "image", "csv", "libsvm", "index", "list", "image in a list"],
)
def test_a_device_that_never_ends_is_no_file(tmp_path, read):
    (tmp_path / "a.rec").touch()
    with pytest.raises((OSError, mx.MXNetError), match=r"a device and not a file|no image"):
        read("/dev/zero", tmp_path)


@pytest.mark.skipif(os.name == "nt", reason="signals of POSIX")
def test_a_save_that_is_interrupted_anywhere_leaves_nothing_behind(tmp_path):
    """And one in the except clause, while the traceback keeps the interrupted one, is no part of it."""

    def run():
        with written_together():
            write(tmp_path / "x")
            write(tmp_path / "y")
        return (tmp_path / "x").read_bytes()

    program = Program(run)
    for number in program.some(40):
        assert program.at(number, RuntimeError) is None
        assert names(tmp_path) == ["x", "y"]


def test_a_save_in_an_except_clause_after_one_whose_end_was_interrupted(tmp_path):
    def interrupted():
        written_together().__enter__()
        write(tmp_path / "x", KeyboardInterrupt())

    with pytest.raises(KeyboardInterrupt) as caught:
        interrupted()
    write(tmp_path / "y")
    assert "y" in names(tmp_path)
    del caught
    gc.collect()
    assert names(tmp_path) == ["y"]


def test_python_ends_after_a_save_whose_end_was_interrupted(tmp_path):
    """No thread begins any more that could remove what it has written."""
    program = """
from mxnet.core.files.saving import atomic_write, written_together
def interrupted():
    block = written_together()
    block.__enter__()
    with atomic_write("x"):
        raise ValueError
interrupted()
"""
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=tmp_path, env=environment, capture_output=True, timeout=100, check=False
    )
    assert done.returncode == 1
    assert names(tmp_path) == []
