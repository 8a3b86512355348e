"""Files of arrays: every version is read, what is written is 1.9.1's to the byte, and no file can do harm."""

import os
import random
import struct
import threading
import time
import tracemalloc
from pathlib import Path

import mxnet as mx
import numpy as np
import pytest
from mxnet import nd
from mxnet.base import MXNetError
from mxnet.ndarray import fileformat

GOLDEN = Path(__file__).parents[1] / "data" / "golden"
RELEASES = ["0.9.5", "0.11.0", "1.2.1", "1.5.1", "1.9.1"]
PREADV = getattr(os, "preadv", None)
V1, V2, V3 = 0xF993FAC8, 0xF993FAC9, 0xF993FACA


def file_of(*arrays, names=()):
    """Return the bytes of a file around the bytes of arrays."""
    text = b"".join(struct.pack("<Q", len(n)) + n for n in names)
    return struct.pack("<QQQ", 0x112, 0, len(arrays)) + b"".join(arrays) + struct.pack("<Q", len(names)) + text


def array_of(magic=V2, storage=0, shape=(2,), device=1, code=0, data=b"\0\0\x80?\0\0\0@"):
    """Return the bytes of an array, 1 and 2 unless told."""
    return struct.pack(f"<Iii{len(shape)}qiii", magic, storage, len(shape), *shape, device, 0, code) + data


@pytest.mark.parametrize("release", RELEASES)
def test_files_of_old_releases(release):
    expected = np.load(GOLDEN / release / "arrays-expected.npz")
    loaded = nd.load(str(GOLDEN / release / "arrays-dict.nd"))
    assert set(loaded) == set(expected.files)
    for name, array in loaded.items():
        assert array.dtype == expected[name].dtype
        np.testing.assert_array_equal(array.asnumpy(), expected[name])
    assert isinstance(nd.load(str(GOLDEN / release / "arrays-list.nd")), list)


@pytest.mark.parametrize("release", ["1.2.1", "1.5.1", "1.9.1"])
@pytest.mark.parametrize("name", ["arrays-dict.nd", "arrays-list.nd", "digits-0006.params"])
def test_what_is_written_is_the_same_to_the_byte(release, name, tmp_path):
    source = GOLDEN / release / name
    nd.save(str(tmp_path / "copy"), nd.load(str(source)))
    assert (tmp_path / "copy").read_bytes() == source.read_bytes()


def test_the_oldest_format():
    arrays = nd.load(str(GOLDEN / "legacy_ndarray.v0"))
    assert len(arrays) == 6
    for array in arrays:
        np.testing.assert_array_equal(array.asnumpy(), np.arange(128))


def test_format_of_the_first_releases_of_version_one():
    data = struct.pack("<IIqiii", V1, 1, 2, 1, 0, 4) + struct.pack("<ii", 5, -6)
    (array,) = nd.load_frombuffer(file_of(data))
    assert array.dtype == np.int32
    np.testing.assert_array_equal(array.asnumpy(), [5, -6])


def test_an_array_without_values():
    (array,) = nd.load_frombuffer(file_of(struct.pack("<Iii", V2, 0, 0)))
    assert array.size == 0


@pytest.mark.parametrize(
    "dtype", ["float16", "float32", "float64", "uint8", "int8", "int32", "int64", "bool", "bfloat16"]
)
def test_every_type_comes_back(dtype, tmp_path):
    array = nd.array([[0, 1, 1]]).astype(dtype)
    nd.save(str(tmp_path / "a"), array)
    (loaded,) = nd.load(str(tmp_path / "a"))
    assert loaded.dtype == array.dtype
    assert loaded.shape == (1, 3)
    np.testing.assert_array_equal(loaded.asnumpy(), array.asnumpy())


@pytest.mark.parametrize("shape", [(), (0,), (2, 0, 3), (1, 1), (3, 2, 1)])
@pytest.mark.parametrize("np_shape", [False, True])
def test_every_shape_comes_back(shape, np_shape, tmp_path):
    with mx.util.np_shape(np_shape):
        nd.save(str(tmp_path / "a"), [nd.array(np.ones(shape)), nd.ones(2)])
        first, second = nd.load(str(tmp_path / "a"))
    assert first.shape == shape
    np.testing.assert_array_equal(second.asnumpy(), [1, 1])


def test_parts_of_arrays_are_saved_by_their_values(tmp_path):
    array = nd.arange(6).reshape((2, 3))
    nd.save(str(tmp_path / "a"), {"view": array[1], "turned": array.T})
    loaded = nd.load(str(tmp_path / "a"))
    np.testing.assert_array_equal(loaded["view"].asnumpy(), [3, 4, 5])
    np.testing.assert_array_equal(loaded["turned"].asnumpy(), [[0, 3], [1, 4], [2, 5]])


def test_lists_dicts_and_single_arrays(tmp_path):
    path = str(tmp_path / "a")
    for data, kind, length in [([], list, 0), ({}, list, 0), (nd.ones(1), list, 1), ({"é": nd.ones(1)}, dict, 1)]:
        nd.save(path, data)
        loaded = nd.load(path)
        assert type(loaded) is kind
        assert len(loaded) == length
    assert list(loaded) == ["é"]


@pytest.mark.parametrize(
    ("data", "error"),
    [
        (3, ValueError),
        ((nd.ones(1),), ValueError),
        ([3], TypeError),
        ({1: nd.ones(1)}, TypeError),
        ({"a": 1}, TypeError),
    ],
)
def test_what_cannot_be_saved(data, error, tmp_path):
    with pytest.raises(error):
        nd.save(str(tmp_path / "a"), data)
    assert not (tmp_path / "a").exists()


def test_files_that_are_not_there(tmp_path):
    for action in (lambda: nd.load(str(tmp_path / "no")), lambda: nd.save(str(tmp_path / "no" / "a"), [nd.ones(1)])):
        with pytest.raises(MXNetError, match="no"):
            action()
    with pytest.raises(TypeError):
        nd.load(3)
    with pytest.raises(TypeError):
        nd.load_frombuffer(bytearray(b"a"))


def test_a_failing_save_leaves_the_old_file(tmp_path):
    path = tmp_path / "a"
    nd.save(str(path), [nd.ones(1)])
    before = path.read_bytes()
    with pytest.raises(TypeError):
        nd.save(str(path), [nd.ones(1), "no array"])
    assert path.read_bytes() == before
    assert [p.name for p in tmp_path.iterdir()] == ["a"]


# -- hostile files ------------------------------------------------------------------------------------------------

SMALL = file_of(array_of(), array_of(shape=(1, 1), code=4, data=b"\7\0\0\0"), names=[b"x", b"arg:weight"])


def refused(data, match):
    """Assert that loading fails as it must: named, at once, and without taking memory."""
    tracemalloc.start()
    began = time.process_time()
    with pytest.raises(MXNetError, match=match):
        nd.load_frombuffer(data)
    assert time.process_time() - began < 1
    assert tracemalloc.get_traced_memory()[1] < 10_000_000
    tracemalloc.stop()


def test_the_small_file_is_whole():
    assert nd.load_frombuffer(SMALL).keys() == {"x", "arg:weight"}
    assert nd.load_frombuffer(SMALL + b"more").keys() == {"x", "arg:weight"}  # as 1.9.1, which reads no further


@pytest.mark.parametrize("length", range(len(SMALL)))
def test_truncated_at_every_byte(length):
    refused(SMALL[:length], r"buffer: at byte \d+")


def test_truncation_is_found_in_files_too(tmp_path):
    path = tmp_path / "net-0001.params"
    path.write_bytes(SMALL[:-3])
    with pytest.raises(MXNetError, match=r"net-0001.params: at byte \d+.*truncated"):
        nd.load(str(path))


def survives(data):
    """Assert that changed bytes give no more than the arrays that are in them, or an error that says where."""
    try:
        loaded = nd.load_frombuffer(bytes(data))
    except MXNetError as error:
        return "at byte" in str(error)
    arrays = loaded if isinstance(loaded, list) else loaded.values()
    return sum(array.size for array in arrays) <= len(data)


def test_single_bits_flipped():
    for position in range(len(SMALL)):
        for bit in range(8):
            data = bytearray(SMALL)
            data[position] ^= 1 << bit
            assert survives(data), (position, bit)


def test_random_bytes():
    chance = random.Random(0)
    for _ in range(300):
        data = bytearray(SMALL)
        for _ in range(chance.randint(1, 6)):
            data[chance.randrange(len(data))] = chance.choice([0, 1, 0x7F, 0x80, 0xFF, chance.randrange(256)])
        assert survives(data), data


@pytest.mark.parametrize(
    ("data", "match"),
    [
        (b"", "file header"),
        (b"not a file of arrays, but text", "at byte 0: not a file of arrays"),
        (struct.pack("<QQQ", 0x112, 0, 1 << 60), "array 0: array header"),
        (file_of(array_of(shape=(1 << 60,))), r"needs \d+ bytes, the file has"),
        (file_of(array_of(shape=(1 << 31, 1 << 31, 1 << 31))), r"needs \d+ bytes, the file has"),
        (file_of(array_of(shape=(-2,))), r"negative length in shape \(-2,\)"),
        (file_of(struct.pack("<Iii", V2, 0, 1 << 30)), "array of 1073741824 axes"),
        (file_of(struct.pack("<Iii", V2, 0, -1)), "array of -1 axes"),
        (file_of(array_of(code=77)), "unknown data type code 77"),
        (file_of(array_of(code=-1)), "unknown data type code -1"),
        (file_of(array_of(device=9)), "unknown device type 9"),
        (file_of(array_of(storage=5)), "unknown storage type 5"),
        (file_of(array_of(magic=0xDEADBEEF)), "no array starts here"),
        (file_of(array_of(), names=[b"a", b"b"]), "2 names for 1 arrays"),
        (file_of(array_of(), names=[b"\xff\xfe"]), "not UTF-8"),
        (file_of(array_of())[:-8] + struct.pack("<QQ", 1, 1 << 60), "name: 1152921504606846976 bytes expected"),
        (struct.pack("<QQQII", 0x112, 0, 1, 2, 1 << 31) + struct.pack("<I", 1 << 31), "context"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_hostile_headers(data, match):
    refused(data, match)


def test_a_length_without_limit_beside_a_length_of_zero_takes_no_memory():
    assert survives(file_of(array_of(shape=(1 << 62, 0), data=b"")))


@pytest.mark.parametrize(("magic", "np_shape"), [(V2, True), (V3, False)])
def test_lengths_of_zero_mean_what_they_meant_when_they_were_saved(magic, np_shape):
    data = file_of(array_of(magic=magic, shape=(2, 0), data=b""))
    with mx.util.np_shape(np_shape), pytest.raises(MXNetError, match="NumPy shapes"):
        nd.load_frombuffer(data)
    with mx.util.np_shape(not np_shape):
        assert nd.load_frombuffer(data)[0].shape == (2, 0)


def test_where_in_the_file_it_is_wrong():
    with pytest.raises(MXNetError, match=r"^buffer: at byte 64, array 1: no array starts here"):
        nd.load_frombuffer(file_of(array_of(), array_of(magic=0x99999999)))


# -- large arrays, which two threads read ----------------------------------------------------------------------


@pytest.fixture
def parts(monkeypatch):
    """Have all arrays read after the others, in parts of 1000 bytes."""
    if PREADV is None:
        pytest.skip("needs os.preadv")
    monkeypatch.setattr(fileformat, "PLAIN", False)
    monkeypatch.setattr(fileformat, "_LARGE", 1)
    monkeypatch.setattr(fileformat, "_PART", 1000)


def _save(path, format):
    arrays = {
        f"{dtype} {n}": np.arange(n).astype(dtype)
        for n in (1, 9, 1001, 7001)
        for dtype in ("float32", "uint8", "int64")
    }
    nd.save(path, {name: nd.array(item, dtype=item.dtype) for name, item in arrays.items()}, format=format)
    return arrays


@pytest.mark.parametrize("format", ["mxnet", "safetensors"])
@pytest.mark.parametrize("read", [PREADV, lambda file, buffers, position: PREADV(file, [buffers[0][:3]], position)])
def test_parts_make_the_arrays_that_one_read_makes(tmp_path, monkeypatch, parts, format, read):
    expected, positions = _save(str(tmp_path / "a"), format), []

    def noted(file, buffers, position):
        positions.append(position)
        return read(file, buffers, position)

    monkeypatch.setattr(os, "preadv", noted)
    result = nd.load(str(tmp_path / "a"))
    assert list(result) == list(expected)
    for name, item in expected.items():
        np.testing.assert_array_equal(result[name].asnumpy(), item)
    assert len(positions) >= sum(-(-item.nbytes // 1000) for item in expected.values())


def test_sparse_arrays_are_complete_before_they_are_checked(tmp_path, parts):
    dense = np.eye(300, dtype="float32") * np.arange(300, dtype="float32")[:, None]
    nd.save(str(tmp_path / "a"), [nd.array(dense).tostype("csr"), nd.array(dense).tostype("row_sparse")])
    for item in nd.load(str(tmp_path / "a")):
        np.testing.assert_array_equal(item.asnumpy(), dense)


@pytest.mark.parametrize("thread", ["this one", "the second"])
def test_a_part_that_cannot_be_read(tmp_path, monkeypatch, parts, thread):
    _save(str(tmp_path / "a"), "mxnet")

    def read(file, buffers, position):
        if (threading.current_thread() is threading.main_thread()) is (thread == "this one"):
            raise OSError(5, "input/output error")
        time.sleep(0.001)  # the other one gets some
        return PREADV(file, buffers, position)

    monkeypatch.setattr(os, "preadv", read)
    with pytest.raises(MXNetError, match=r"cannot read .*a': input/output error$"):
        nd.load(str(tmp_path / "a"))


def test_a_file_that_shrinks_while_it_is_read(tmp_path, monkeypatch, parts):
    path = str(tmp_path / "a")
    _save(path, "mxnet")

    def read(file, buffers, position):
        if os.stat(file).st_size > 50_000:
            os.truncate(path, 50_000)
        return PREADV(file, buffers, position)

    monkeypatch.setattr(os, "preadv", read)
    with pytest.raises(MXNetError, match=r"at byte [0-9]+, array 11: values: the file ends early"):
        nd.load(path)


@pytest.mark.parametrize("begins", [True, False])
def test_an_interrupt_while_the_second_thread_begins(tmp_path, monkeypatch, capfd, parts, begins):
    class Interrupted(fileformat.Task):
        def start(self):
            tasks.append(self)
            if begins:
                super().start()
            raise KeyboardInterrupt

        def run(self):
            time.sleep(0.05)
            super().run()

    tasks = []
    nd.save(str(tmp_path / "a.params"), [nd.ones((1000,))])
    monkeypatch.setattr(fileformat, "Task", Interrupted)
    with pytest.raises(KeyboardInterrupt):
        nd.load(str(tmp_path / "a.params"))
    assert [task._finished for task in tasks] == [True]
    assert capfd.readouterr().err == ""


def test_an_interrupt_of_parts_that_this_thread_reads_last(tmp_path, monkeypatch, parts):
    """Where no second thread can begin, and a handler raises in the first one's."""

    class Late(Exception):
        pass

    def interrupted():
        raise Late

    class Interrupted(fileformat.Task):
        def __init__(self, work):
            super().__init__(interrupted)

        def start(self):
            pass

    nd.save(str(tmp_path / "a.params"), [nd.ones((1000,))])
    monkeypatch.setattr(fileformat, "Task", Interrupted)
    with pytest.raises(Late):
        nd.load(str(tmp_path / "a.params"))


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs named pipes")
def test_a_pipe_is_read_to_its_end(tmp_path):
    nd.save(str(tmp_path / "file"), {"weight": nd.ones((100, 1000))})
    os.mkfifo(tmp_path / "pipe")
    writer = threading.Thread(target=lambda: (tmp_path / "pipe").write_bytes((tmp_path / "file").read_bytes()))
    writer.start()
    loaded = nd.load(str(tmp_path / "pipe"))
    writer.join()
    assert loaded["weight"].sum().asscalar() == 100_000


def test_names_with_nul(tmp_path):
    path = str(tmp_path / "a")
    mx.nd.save(path, {"a\0b": mx.nd.ones(1), "a\0c": mx.nd.zeros(1)})
    assert list(mx.nd.load(path)) == ["a\0b", "a\0c"]
    with pytest.raises(mx.MXNetError):
        mx.nd.save(path + "\0b", {})
