"""``remx inspect``: what is in files."""

from __future__ import annotations

import importlib.util
import json
import shutil
import struct
import sys
import zipfile
from pathlib import Path

import mxnet as mx
import numpy as np
import pytest
from mxnet.core.files import archives
from remx import cli

from tests.tools.nets import checkpoint

SHAPE = ["--shape", "data=1,3,8,8"]


@pytest.fixture
def model(tmp_path):
    checkpoint(tmp_path / "model")
    return str(tmp_path / "model")


@pytest.fixture
def records(tmp_path):
    path = str(tmp_path / "a.rec")
    writer = mx.recordio.MXIndexedRecordIO(str(tmp_path / "a.idx"), path, "w")
    for i in range(5):
        image = np.full((6 + i, 4, 3), 40 * i, np.uint8)
        writer.write_idx(i, mx.recordio.pack_img((0, float(i % 2), i, 0), image, img_fmt=".png"))
    writer.close()
    return path


def found(capsys, *words):
    """Return the exit status and what was printed as JSON."""
    status = cli.main(["inspect", *words, "--json"])
    return status, json.loads(capsys.readouterr().out)


def test_the_prefix_of_a_checkpoint_stands_for_its_symbol_and_last_parameters(model, capsys):
    mx.model.save_checkpoint(model, 12, *mx.model.load_checkpoint(model, 1))
    capsys.readouterr()
    assert found(capsys, model, *SHAPE) == found(capsys, f"{model}-symbol.json", f"{model}-0012.params", *SHAPE)


def test_a_symbol_and_its_parameters_give_layers_with_shapes_and_costs(model, capsys):
    status, reports = found(capsys, f"{model}-symbol.json", f"{model}-0001.params", *SHAPE)
    symbol, arrays, network = reports.values()
    assert status == 0
    assert symbol["written_by"] == "MXNet 1.9.1"
    assert symbol["operators"]["Convolution"] == 2
    assert arrays["written_by"].startswith("MXNet 0.11")
    assert {row["name"]: row["shape"] for row in arrays["arrays"]}["arg:conv1_weight"] == [4, 3, 3, 3]
    layers = {each["name"]: each for each in network["layers"]}
    assert layers["conv1"]["shapes"] == [[1, 4, 8, 8]]
    assert layers["conv1"]["parameters"] == 4 * 3 * 9 + 4
    assert layers["conv1"]["flops"] == 2 * 8 * 8 * 4 * 3 * 9
    assert layers["fc1"]["flops"] == 2 * 64 * 3
    assert layers["bn1"]["parameters"] == 16
    assert network["flops"] == layers["conv1"]["flops"] + layers["conv2"]["flops"] + layers["fc1"]["flops"]
    assert network["parameters"] == arrays["elements"] == sum(each["parameters"] for each in network["layers"])
    assert (network["inputs"], network["labels"]) == (["data"], ["softmax_label"])
    assert network["missing"] == network["unused"] == []


def test_missing_and_unused_weights_are_a_problem(model, capsys):
    arrays = mx.nd.load(f"{model}-0001.params")
    arrays["arg:other"] = arrays.pop("arg:fc1_weight")
    del arrays["aux:bn1_moving_var"]
    mx.nd.save(f"{model}-0002.params", arrays)
    status, reports = found(capsys, f"{model}-symbol.json", f"{model}-0002.params", *SHAPE)
    network = list(reports.values())[-1]
    assert status == 1
    assert network["missing"] == ["bn1_moving_var", "fc1_weight"]
    assert network["unused"] == ["other"]


def test_optimizer_states_and_safetensors(model, tmp_path, capsys):
    file = str(tmp_path / "a.safetensors")
    mx.nd.save(file, {"a": mx.nd.array([1, np.nan, np.inf])})
    module = mx.mod.Module.load(f"{model}", 1, load_optimizer_states=False)
    module.bind([("data", (2, 3, 8, 8))], [("softmax_label", (2,))])
    module.init_optimizer(optimizer="adam")
    module.forward_backward(mx.io.DataBatch([mx.nd.ones((2, 3, 8, 8))], [mx.nd.zeros((2,))]))
    module.update()
    module.save_optimizer_states(f"{model}-0001.states")
    status, reports = found(capsys, f"{model}-0001.states", file)
    states, arrays = reports.values()
    assert status == 0
    assert states["kind"] == "optimizer states"
    assert len(states["arrays"]) == 7
    assert arrays["written_by"] == "safetensors"
    assert arrays["arrays"][0]["not_finite"] == 2


@pytest.mark.parametrize(
    ("magic", "release"), [(0xF993FAC8, "MXNet 0.9 to 0.12"), (2, "MXNet 0.8 or before"), (None, "MXNet 0.11")]
)
def test_parameters_say_which_release_wrote_them(tmp_path, capsys, magic, release):
    file = tmp_path / "old.params"
    mx.nd.save(str(file), {"a": mx.nd.ones((2, 3))})
    if magic is not None:
        shape = struct.pack("<Iqq", 2, 2, 3) if magic > 32 else struct.pack("<II", 2, 3)
        array = struct.pack("<I", magic) + shape + struct.pack("<iii", 1, 0, 0) + bytes(24)
        file.write_bytes(struct.pack("<QQQ", 0x112, 0, 1) + array + struct.pack("<QQ", 1, 1) + b"a")
    _, reports = found(capsys, str(file))
    assert reports[str(file)]["written_by"].startswith(release)
    assert reports[str(file)]["arrays"][0]["shape"] == [2, 3]


def test_records_and_their_index(records, tmp_path, capsys):
    sheet = tmp_path / "sheet.png"
    status, reports = found(capsys, records, records.replace(".rec", ".idx"), "--show", "3", str(sheet))
    record, index = reports.values()
    assert status == 0
    assert (record["records"], record["labels"]) == (5, {"0": 3, "1": 2})
    assert record["images"]["6x4x3"] == 1
    assert record["shown"] == ["0", "1", "0"]
    assert mx.image.imread(str(sheet)).shape == (320, 320, 3)
    assert index["entries"] == 5
    (tmp_path / "a.idx").write_text("0\t99999\n")
    assert found(capsys, str(tmp_path / "a.idx"))[0] == 1


@pytest.mark.skipif(importlib.util.find_spec("onnx") is None, reason="needs the package onnx")
def test_onnx_files(model, tmp_path, capsys):
    file = str(tmp_path / "model.onnx")
    mx.onnx.export_model(f"{model}-symbol.json", f"{model}-0001.params", [(1, 3, 8, 8)], onnx_file_path=file)
    status, reports = found(capsys, file)
    assert status == 0
    assert reports[file]["inputs"] == {"data": [1, 3, 8, 8]}
    assert reports[file]["operators"]["Conv"] == 2


@pytest.mark.skipif(importlib.util.find_spec("onnx") is None, reason="needs the package onnx")
def test_weights_beside_an_onnx_file_count(model, tmp_path, capsys, monkeypatch):
    monkeypatch.setattr("mxnet.onnx.mx2onnx.convert._LARGEST", 1000)
    monkeypatch.setattr("mxnet.onnx.mx2onnx.convert._SMALL", 100)
    file = tmp_path / "model.onnx"
    mx.onnx.export_model(f"{model}-symbol.json", f"{model}-0001.params", [(1, 3, 8, 8)], onnx_file_path=str(file))
    report = found(capsys, str(file))[1][str(file)]
    assert report["bytes"] == file.stat().st_size + (tmp_path / "model.onnx.data").stat().st_size
    assert report["files_beside"] == ["model.onnx.data"]


@pytest.mark.filterwarnings("ignore:.*LeafSpec:FutureWarning")
def test_what_convert_writes_for_pytorch(model, tmp_path, capsys):
    weights, program = str(tmp_path / "out.pt"), str(tmp_path / "out.pt2")
    for target in (weights, program):
        assert cli.main(["convert", model, "-o", target, "--shape", "data=batch,3,8,8"]) == 0
    capsys.readouterr()
    status, reports = found(capsys, weights, program)
    assert status == 0
    assert {row["name"]: row["shape"] for row in reports[weights]["arrays"]}["conv1_weight"] == [4, 3, 3, 3]
    assert reports[program]["operators"]["aten.conv2d"] == 2
    assert reports[program]["inputs"]["data"][1:] == [3, 8, 8]
    assert reports[program]["inputs"]["data"][0].startswith("s")
    assert reports[program]["elements"] == reports[weights]["elements"]


@pytest.mark.parametrize("name", ["a.pt", "a.pt2"])
def test_other_files_of_pytorch_are_one_message(name, tmp_path, capsys):
    (tmp_path / name).write_bytes(b"PK nothing")
    assert cli.main(["inspect", str(tmp_path / name)]) == 1
    assert capsys.readouterr().err.count("\n") == 1


@pytest.mark.parametrize("case", ["bomb", "no JSON", "cut off"])
def test_hostile_programs_of_pytorch_are_one_message(case, tmp_path, capsys, monkeypatch):
    monkeypatch.setattr(archives, "_ALWAYS", 1 << 20)
    path = tmp_path / "a.pt2"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as packed:
        packed.writestr("a/models/model.json", b"{" + bytes(2 << 20 if case == "bomb" else 200))
    if case == "cut off":
        content = bytearray(path.read_bytes())
        content[60:64] = b"\xff\xff\xff\xff"
        path.write_bytes(content)
    assert cli.main(["inspect", str(path)]) == 1
    error = capsys.readouterr().err
    assert error.count("\n") == 1
    assert "no program of torch.export" in error
    assert "to fill disks" in error or case != "bomb"


def test_buckets_are_listed(capsys):
    prefix = str(Path(__file__).parent / "checkpoints" / "lm")
    status, reports = found(capsys, prefix)
    assert status == 0
    assert list(reports[f"{prefix}.buckets"]["buckets"]) == ["2", "4"]
    assert reports[f"{prefix}-4-symbol.json + {prefix}-0001.params"]["missing"] == []


def test_a_picture_of_the_network(model, tmp_path, capsys):
    picture = tmp_path / "net.svg"
    assert cli.main(["inspect", f"{model}-symbol.json", "--plot", str(picture)]) == 0
    assert "conv1" in picture.read_text()
    assert cli.main(["inspect", f"{model}-symbol.json", "--plot", str(tmp_path / "net.gif")]) == 1
    assert "ends in .svg" in capsys.readouterr().err


def test_a_picture_without_graphviz(model, tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setitem(sys.modules, "pygraphviz", None)
    assert cli.main(["inspect", f"{model}-symbol.json", "--plot", str(tmp_path / "net.svg")]) == 1
    assert "pip install '.[viz]'" in capsys.readouterr().err


def test_for_people_it_is_a_table(model, capsys):
    assert cli.main(["inspect", f"{model}-symbol.json", f"{model}-0001.params", *SHAPE]) == 0
    said = capsys.readouterr().out
    line = next(line for line in said.splitlines() if line.startswith("conv1 "))
    assert line.split() == ["conv1", "Convolution", "(1,", "4,", "8,", "8)", "float32", "112", "13.8", "k"]
    assert "operators: Convolution (2), " in said
    assert "\x1b" not in said


@pytest.mark.parametrize("name", ["sheet.xyz", "missing/sheet.png"])
def test_a_sheet_that_cannot_be_written_is_one_message(tmp_path, capsys, name):
    writer = mx.recordio.MXRecordIO(str(tmp_path / "a.rec"), "w")
    writer.write(mx.recordio.pack_img((0, 1, 0, 0), np.zeros((4, 4, 3), np.uint8), img_fmt=".png"))
    writer.close()
    assert cli.main(["inspect", str(tmp_path / "a.rec"), "--show", "1", str(tmp_path / name)]) == 1
    said = capsys.readouterr().err
    assert said.count("\n") == 1
    assert ("sheet.xyz: expected a name" if "xyz" in name else f"{tmp_path / 'missing'}: No such file") in said


def test_an_empty_file_is_no_onnx_model(tmp_path, capsys):
    pytest.importorskip("onnx")
    (tmp_path / "empty.onnx").touch()
    assert cli.main(["inspect", str(tmp_path / "empty.onnx")]) == 1
    assert "no model of ONNX" in capsys.readouterr().err


def test_bad_input_is_one_message(model, tmp_path, capsys):
    damaged = tmp_path / "damaged.params"
    damaged.write_bytes((tmp_path / "model-0001.params").read_bytes()[:100])
    shutil.copy(damaged, tmp_path / "damaged.json")
    for words, message in (
        ([str(damaged)], "damaged.params: at byte"),
        ([str(tmp_path / "damaged.json")], "damaged.json"),
        (["/missing.params"], "there is no such file"),
        ([str(tmp_path)], "a folder; expected the prefix of a checkpoint in it"),
        (["/missing.xyz"], "there is no such file; expected the prefix of a checkpoint, or a file that ends in"),
        ([f"{model}-symbol.json", "--shape", "data"], "expected name=value"),
        ([f"{model}-symbol.json", "--shape", "data=1,y"], "expected integers"),
        ([f"{model}-0001.params", "--plot", "a.svg"], "no symbol among the files"),
    ):
        assert cli.main(["inspect", *words]) == 1
        said = capsys.readouterr().err
        assert message in said
        assert "Traceback" not in said
    with pytest.raises(SystemExit) as caught:
        cli.main(["inspect"])
    assert caught.value.code == 2
