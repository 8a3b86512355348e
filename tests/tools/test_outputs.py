"""The files that commands write: none of them takes something away from an earlier output, or from what is read."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import mxnet as mx
import numpy as np
import pytest
import torch
from remx import cli

from tests import warm

from .nets import checkpoint

HERE = Path(__file__).parent / "checkpoints"
SHAPE = ["--shape", "data=batch,3,12,12"]


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A folder with two checkpoints, of networks that differ."""
    monkeypatch.chdir(tmp_path)
    for name in ("face-symbol.json", "face-0000.params"):
        (tmp_path / name).write_bytes((HERE / name).read_bytes())
    other = mx.sym.FullyConnected(mx.sym.var("data"), num_hidden=3, name="fc")
    checkpoint("other", other, data=(2, 3, 12, 12))
    return tmp_path


def convert(*words):
    return cli.main(["convert", *words, *SHAPE])


def files(folder):
    return {path.name: path.read_bytes() for path in folder.iterdir() if path.is_file()}


ENDS = [".py", ".pt", ".onnx", ".pt2", ".safetensors", ".params"]


@pytest.mark.parametrize("first", ENDS)
def test_a_second_conversion_leaves_the_first(first, folder):
    assert convert("face", "-o", f"net{first}") == 0
    before = files(folder)
    for end in ENDS:
        if end != first:
            assert convert("other", "-o", f"net{end}") == 0
    assert files(folder) | before == files(folder)


def test_source_still_runs_beside_weights_of_its_name(folder):
    assert convert("face", "-o", "face.py") == 0
    assert convert("face", "-o", "face.pt") == 0
    program = "import torch, face; n = face.Face(); n.load_state_dict(torch.load('face.py.pt', weights_only=True))"
    assert "face.py.pt" in (folder / "face.py").read_text()
    assert subprocess.run([*warm.python(), "-c", program], cwd=folder, check=False).returncode == 0


def test_its_own_files_are_written_anew(folder):
    for end in ENDS:
        for _ in range(2):
            assert convert("face", "-o", f"net{end}") == 0
    for _ in range(2):
        assert convert("face", "-o", "hub/net.safetensors", "--card") == 0


def _mine(name):
    return lambda folder: (folder / name).write_text("mine")


def _hub(name):
    return lambda folder: convert("other", "-o", f"hub/{name}", "--card")


@pytest.mark.parametrize(
    ("prepare", "words", "message"),
    [
        (_mine("nets.py"), ["face", "-o", "nets.py"], "nets.py: it is there already, and not written by remx"),
        (_mine("net.py.pt"), ["face", "-o", "net.py"], "net.py.pt, which is there already"),
        (_mine("x"), ["face", "-o", "random.py"], "could not import the module random"),
        (_mine("x"), ["face", "-o", "torch.py"], "could not import the module torch"),
        (_mine("x"), ["face", "-o", "face-0000.params"], "face-0000.params: this file is read"),
        (_mine("x"), ["face-0000.params", "-o", "./face-0000.params"], "face-0000.params: this file is read"),
        (_mine("README.md"), ["face", "-o", "net.pt", "--card"], "README.md is there already"),
        (_hub("other.pt"), ["face", "-o", "hub/face.pt", "--card"], "README.md describes another file"),
        (_hub("other.pt"), ["face", "-o", "hub/face.safetensors", "--card"], "README.md describes another file"),
        (_mine("x"), ["face", "-o", "other.safetensors", "--card"], "other-symbol.json is there already, and another"),
    ],
)
def test_what_is_there_is_not_replaced(prepare, words, message, folder, capsys):
    prepare(folder)
    before = files(folder)
    assert convert(*words[:1], *words[1:]) == 1
    assert message in capsys.readouterr().err
    assert files(folder) == before


def test_a_name_that_is_another_files_weights(folder, capsys):
    with pytest.raises(SystemExit, match="2"):
        convert("face", "-o", "net.py.pt")
    assert "the weights of net.py have this name" in capsys.readouterr().err


def test_a_card_beside_its_own_checkpoint(folder):
    before = (folder / "face-symbol.json").read_bytes()
    assert convert("face", "-o", "face.safetensors", "--card") == 0
    assert (folder / "face-symbol.json").read_bytes() == before


@pytest.mark.parametrize("words", [["rec2idx", "a.rec", "a.rec"], ["rec2idx", "a.idx"]])
def test_an_index_takes_no_place_of_its_records(words, folder, capsys):
    writer = mx.recordio.MXRecordIO(words[1], "w")
    writer.write(b"record")
    writer.close()
    before = files(folder)
    assert cli.main(words) == 1
    assert "this file is read" in capsys.readouterr().err
    assert files(folder) == before


def test_index_and_records_are_two_files(folder):
    with pytest.raises(ValueError, match="expected two files"):
        mx.recordio.MXIndexedRecordIO("a.rec", "./a.rec", "w")
    assert not (folder / "a.rec").exists()


def test_a_patch_takes_no_place_of_the_program(folder, capsys):
    (folder / "train.py").write_text("import mxnet as mx\nprint mx.nd.ones(3)\n")
    before = files(folder)
    assert cli.main(["doctor", "train.py", "--fix", "train.py"]) == 1
    assert "this file is read" in capsys.readouterr().err
    assert files(folder) == before


@pytest.mark.parametrize("order", [("params", "safetensors"), ("safetensors", "params")])
def test_the_latest_of_two_formats_is_loaded(order, folder):
    symbol = mx.sym.FullyConnected(mx.sym.var("data"), num_hidden=1, name="fc")
    for i, form in enumerate(order):
        arrays = {"fc_weight": mx.nd.full((1, 2), i), "fc_bias": mx.nd.zeros((1,))}
        mx.model.save_checkpoint("net", 3, symbol, arrays, {}, format="mxnet" if form == "params" else form)
        os.utime(f"net-0003.{form}", (i, i))
    assert mx.model.load_checkpoint("net", 3)[1]["fc_weight"].asnumpy().max() == 1
    assert cli.main(["convert", "net", "-o", "out.pt", "--shape", "data=batch,2"]) == 0
    assert np.all(torch.load("out.pt", weights_only=True)["fc_weight"].numpy() == 1)
