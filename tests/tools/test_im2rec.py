"""Lists of images, and record files made of them."""

from __future__ import annotations

import errno
import os
import subprocess
from pathlib import Path

import cv2
import mxnet as mx
import numpy as np
import pytest
from mxnet.tools import im2rec
from mxnet.tools.im2rec import find_images, read_items
from remx import cli

from tests import warm


@pytest.fixture
def photos(tmp_path):
    """Three folders of small images: cats (3), dogs (2), none."""
    rng = np.random.RandomState(0)
    for folder, number in (("cats", 3), ("dogs", 2), ("none", 0)):
        (tmp_path / "photos" / folder).mkdir(parents=True)
        for i in range(number):
            image = rng.randint(0, 256, (20, 30, 3)).astype("uint8")
            cv2.imwrite(str(tmp_path / "photos" / folder / f"{i}.png"), image)
    return tmp_path / "photos"


def run(*words):
    return im2rec.main([str(word) for word in words])


def rows(path):
    return [line.split("\t") for line in path.read_text().splitlines()]


def test_a_recursive_list_labels_folders_by_number(photos, tmp_path):
    assert run(tmp_path / "a", photos, "--list", "--recursive", "--no-shuffle") == 0
    assert rows(tmp_path / "a.lst") == [
        ["0", "0.000000", os.path.join("cats", "0.png")],
        ["1", "0.000000", os.path.join("cats", "1.png")],
        ["2", "0.000000", os.path.join("cats", "2.png")],
        ["3", "1.000000", os.path.join("dogs", "0.png")],
        ["4", "1.000000", os.path.join("dogs", "1.png")],
    ]
    assert not list(tmp_path.glob("*.found"))


def test_a_plain_list_holds_the_folder_alone(photos, tmp_path):
    assert run(tmp_path / "a", photos / "cats", "--list", "--no-shuffle") == 0
    assert [row[2] for row in rows(tmp_path / "a.lst")] == ["0.png", "1.png", "2.png"]


def test_shuffled_lists_hold_the_same_images(photos, tmp_path):
    assert run(tmp_path / "a", photos, "--list", "--recursive") == 0
    found = rows(tmp_path / "a.lst")
    assert sorted(int(row[0]) for row in found) == list(range(5))
    assert run(tmp_path / "b", photos, "--list", "--recursive", "--shuffle", "True") == 0
    assert rows(tmp_path / "b.lst") == found


def test_lists_for_training_validation_and_test(photos, tmp_path):
    assert run(tmp_path / "a", photos, "--list", "--recursive", "--train-ratio", 0.6, "--test-ratio", 0.2) == 0
    sizes = {name: len(rows(tmp_path / f"a_{name}.lst")) for name in ("train", "val", "test")}
    assert sizes == {"train": 3, "val": 1, "test": 1}


def test_chunks_divide_the_list(photos, tmp_path):
    assert run(tmp_path / "a", photos, "--list", "--recursive", "--chunks", 2) == 0
    assert [len(rows(tmp_path / f"a_{i}.lst")) for i in range(2)] == [3, 2]


def test_a_search_that_was_broken_off_goes_on(photos, tmp_path):
    notes = tmp_path / "notes"
    notes.write_text('["", []]\n["cats", ["0.png"]]\n["dogs", ["0.p')
    found = find_images(str(photos), True, [".png"], notes)
    assert [item.path for item in found] == ["cats/0.png", "dogs/0.png", "dogs/1.png"]
    assert not notes.exists()


def listed(photos, tmp_path, **changes):
    run(tmp_path / "a", photos, "--list", "--recursive", "--no-shuffle")


def records(tmp_path, name="a"):
    reader = mx.recordio.MXIndexedRecordIO(str(tmp_path / f"{name}.idx"), str(tmp_path / f"{name}.rec"), "r")
    return {key: mx.recordio.unpack_img(reader.read_idx(key)) for key in reader.keys}


@pytest.mark.parametrize("processes", [1, 2])
def test_packed_images_have_their_labels_and_pixels(photos, tmp_path, processes):
    listed(photos, tmp_path)
    assert run(tmp_path / "a", photos, "--encoding", ".png", "--quality", 3, "--num-thread", processes) == 0
    found = records(tmp_path)
    assert [header.label for header, _ in found.values()] == [0, 0, 0, 1, 1]
    for item in read_items(tmp_path / "a.lst")[0]:
        np.testing.assert_array_equal(found[item.number][1], cv2.imread(str(photos / item.path)))


def test_the_iterator_gives_red_first(tmp_path):
    (tmp_path / "photos").mkdir()
    red = np.zeros((8, 8, 3), "uint8")
    red[:, :, 2] = 200
    cv2.imwrite(str(tmp_path / "photos" / "red.png"), red)
    run(tmp_path / "a", tmp_path / "photos", "--list")
    run(tmp_path / "a", tmp_path / "photos", "--encoding", ".png")
    batch = next(mx.io.ImageRecordIter(path_imgrec=str(tmp_path / "a.rec"), data_shape=(3, 8, 8), batch_size=1))
    assert batch.data[0][0, :, 0, 0].asnumpy().tolist() == [200, 0, 0]


@pytest.mark.parametrize(
    ("options", "shape"),
    [
        (["--resize", 10], (10, 15, 3)),
        (["--center-crop"], (20, 20, 3)),
        (["--center-crop", "--resize", 8], (8, 8, 3)),
        (["--color", 0], (20, 30)),
        ([], (20, 30, 3)),
    ],
)
def test_treatment(photos, tmp_path, options, shape):
    listed(photos, tmp_path)
    assert run(tmp_path / "a", photos, *options) == 0
    header_and_body = mx.recordio.MXRecordIO(str(tmp_path / "a.rec"), "r").read()
    assert mx.recordio.unpack_img(header_and_body, -1)[1].shape == shape


def test_files_pass_through_unchanged(photos, tmp_path):
    listed(photos, tmp_path)
    assert run(tmp_path / "a", photos, "--pass-through") == 0
    body = mx.recordio.unpack(mx.recordio.MXRecordIO(str(tmp_path / "a.rec"), "r").read())[1]
    assert body == (photos / "cats" / "0.png").read_bytes()


@pytest.mark.parametrize(("options", "label"), [(["--pack-label"], [1, 2.5, 3]), ([], 1)])
def test_several_labels(photos, tmp_path, options, label):
    (tmp_path / "a.lst").write_text("7\t1\t2.5\t3\tcats/0.png\n")
    assert run(tmp_path / "a", photos, *options) == 0
    header = records(tmp_path)[7][0]
    np.testing.assert_array_equal(header.label, label)


def test_all_lists_of_a_prefix_are_packed(photos, tmp_path):
    run(tmp_path / "a", photos, "--list", "--recursive", "--train-ratio", 0.6)
    assert run(tmp_path / "a", photos) == 0
    assert sorted(path.name for path in tmp_path.glob("*.rec")) == ["a_train.rec", "a_val.rec"]


@pytest.mark.parametrize(
    ("prefix", "lists", "packed"),
    [
        ("cat", ("cat", "cats", "cat_0", "cat2"), ("cat", "cat2", "cat_0")),
        ("a1", ("a1", "a10", "a1_val"), ("a1", "a1_val")),
        ("ca", ("cat", "cats"), ("cat", "cats")),  # as MXNet's: what begins so
        ("", ("cat", "dog"), ("cat", "dog")),  # a folder
        ("photos", ("photos", "photos/cat"), ("photos",)),
    ],
)
def test_a_longer_word_is_another_prefix(photos, tmp_path, prefix, lists, packed):
    for name in lists:
        (tmp_path / f"{name}.lst").write_text("0\t0\tcats/0.png\n")
    assert run(f"{tmp_path}/{prefix}", photos) == 0
    assert sorted(path.stem for path in tmp_path.rglob("*.rec")) == sorted(packed)


def test_where_no_image_can_be_read_an_earlier_file_stays(photos, tmp_path, capsys):
    listed(photos, tmp_path)
    assert run(tmp_path / "a", photos) == 0
    before = (tmp_path / "a.rec").read_bytes()
    assert run(tmp_path / "a", photos / "none") == 1
    assert "packed 0 images, left out 5" in capsys.readouterr().err
    assert (tmp_path / "a.rec").read_bytes() == before


def test_what_cannot_be_read_is_left_out_counted_and_named(photos, tmp_path, capsys):
    listed(photos, tmp_path)
    (photos / "cats" / "0.png").write_bytes(b"a text, no image")
    whole = (photos / "cats" / "1.png").read_bytes()
    (photos / "cats" / "1.png").write_bytes(whole[:60])
    (photos / "dogs" / "0.png").unlink()
    with open(tmp_path / "a.lst", "a") as stream:
        stream.write("no number\t0\tcats/2.png\n9\tcats/2.png\n")
    assert run(tmp_path / "a", photos) == 0
    said = capsys.readouterr().err
    for name in ("cats/0.png is no image", "cats/1.png is no image", "dogs/0.png cannot be read"):
        assert name in said
    assert "line 6" in said
    assert "line 7" in said
    assert "packed 2 images, left out 3" in said
    assert sorted(records(tmp_path)) == [2, 4]


def test_a_full_disk_leaves_nothing_unfinished(photos, tmp_path, monkeypatch, capsys):
    listed(photos, tmp_path)
    assert run(tmp_path / "a", photos) == 0
    before = (tmp_path / "a.rec").read_bytes()
    monkeypatch.setattr(
        im2rec.recordio.MXIndexedRecordIO, "write_idx", lambda *_: (_ for _ in ()).throw(OSError(errno.ENOSPC, "full"))
    )
    assert run(tmp_path / "a", photos, "--resize", 5) == 1
    assert "full" in capsys.readouterr().err
    assert (tmp_path / "a.rec").read_bytes() == before
    assert not list(tmp_path.glob("*.part"))


def test_no_list_no_images_no_folder(photos, tmp_path, capsys):
    assert run(tmp_path / "a", photos) == 1
    assert "--list" in capsys.readouterr().err
    assert run(tmp_path / "a", photos / "none", "--list") == 1
    with pytest.raises(SystemExit):
        run(tmp_path / "a", tmp_path / "missing", "--list")
    with pytest.raises(SystemExit):
        run(tmp_path / "a", photos, "--list", "--train-ratio", 0.9, "--test-ratio", 0.3)


def test_the_module_and_the_command(photos, tmp_path):
    source = str(Path(mx.__file__).parent.parent)
    for command in (["mxnet.tools.im2rec"], ["remx", "im2rec"]):
        done = subprocess.run(
            [*warm.python(), "-m", *command, str(tmp_path / "a"), str(photos), "--list", "--recursive"],
            env={**os.environ, "PYTHONPATH": source},
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        assert done.stdout.strip() == str(tmp_path / "a.lst")


@pytest.mark.parametrize("how", [[], ["--pass-through"]])
@pytest.mark.parametrize("path", ["../secret", "cats/../../secret", "{}/secret", "..", "cats/../../photos2/x"])
def test_a_list_names_no_file_outside_of_the_folder(photos, tmp_path, capsys, how, path):
    (tmp_path / "secret").write_bytes((photos / "cats" / "0.png").read_bytes())
    (tmp_path / "photos2").mkdir()
    (tmp_path / "photos2" / "x").write_bytes((photos / "cats" / "0.png").read_bytes())
    (tmp_path / "a.lst").write_text(f"0\t0\tcats/0.png\n1\t0\t{path.format(tmp_path)}\n")
    assert run(tmp_path / "a", photos, *how) == 0
    assert "packed 1 image, left out 1" in (said := capsys.readouterr().err)
    assert "lies outside of" in said
    assert mx.recordio.MXIndexedRecordIO(str(tmp_path / "a.idx"), str(tmp_path / "a.rec"), "r").keys == [0]


def test_a_list_may_name_files_by_any_path_below_the_folder(photos, tmp_path, capsys):
    (tmp_path / "a.lst").write_text(f"0\t0\tcats/../cats/0.png\n1\t0\t{photos}/dogs/0.png\n")
    assert run(tmp_path / "a", photos) == 0
    assert run(tmp_path / "a", "/") == 0
    assert capsys.readouterr().err.count("packed 2 images, left out 0") == 1


@pytest.mark.parametrize(
    ("option", "value", "message"),
    [
        ("--resize", "-1", "expected an integer of at least 0, got '-1'"),
        ("--quality", "1000", "expected an integer from 0 to 100, got '1000'"),
        ("--chunks", "a", "expected an integer of at least 1, got 'a'"),
    ],
)
def test_wrong_numbers_are_named(tmp_path, capsys, option, value, message):
    with pytest.raises(SystemExit, match="2"):
        cli.main(["im2rec", str(tmp_path / "data"), str(tmp_path), option, value])
    assert f"argument {option}: {message}" in capsys.readouterr().err
