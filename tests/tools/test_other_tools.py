"""Indexes of record files, tables of logs, facts about the machine, and the command that has them all."""

from __future__ import annotations

import json

import mxnet as mx
import pytest
from mxnet.gluon import tuning
from mxnet.tools import diagnose, parse_log, rec2idx
from remx import cli

LOG = """\
INFO:root:Epoch[0] Batch [20]	Speed: 1000 samples/sec	accuracy=0.5
INFO:root:Epoch[0] Train-accuracy=0.61
INFO:root:Epoch[0] Train-cross-entropy=1.5
INFO:root:Epoch[0] Time cost=2.5
INFO:root:Epoch[0] Validation-accuracy=0.7
INFO:root:Epoch[1] Train-accuracy=0.8
INFO:root:Epoch[1] Train-cross-entropy=nan
INFO:root:Epoch[1] Time cost=2.25
"""


@pytest.fixture
def records(tmp_path):
    path = tmp_path / "a.rec"
    writer = mx.recordio.MXIndexedRecordIO(str(tmp_path / "known.idx"), str(path), "w")
    for i in range(5):
        writer.write_idx(i, b"x" * (i * 7))
    writer.close()
    return path


def test_an_index_made_afterwards_equals_the_one_made_in_writing(records, tmp_path, capsys):
    assert rec2idx.main([str(records)]) == 0
    assert (tmp_path / "a.idx").read_text() == (tmp_path / "known.idx").read_text()
    assert "5 records" in capsys.readouterr().out


def test_a_damaged_file_gives_no_index(records, tmp_path, capsys):
    records.write_bytes(records.read_bytes()[:-3])
    assert rec2idx.main([str(records), str(tmp_path / "b.idx")]) == 1
    assert "damaged at byte" in capsys.readouterr().err
    assert not list(tmp_path.glob("b.*"))


def test_a_log_as_a_table(tmp_path, capsys):
    (tmp_path / "log").write_text(LOG)
    assert parse_log.main([str(tmp_path / "log")]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "| epoch | train-accuracy | train-cross-entropy | val-accuracy | time |",
        "| --- | --- | --- | --- | --- |",
        "| 0 | 0.61 | 1.5 | 0.7 | 2.5 |",
        "| 1 | 0.8 | nan |  | 2.25 |",
    ]


def test_chosen_metrics_without_lines(tmp_path, capsys):
    (tmp_path / "log").write_text(LOG)
    assert parse_log.main([str(tmp_path / "log"), "--format", "none", "--metric-names", "accuracy"]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "epoch\ttrain-accuracy\tval-accuracy\ttime",
        "0\t0.61\t0.7\t2.5",
        "1\t0.8\t\t2.25",
    ]
    assert parse_log.main([str(tmp_path / "missing")]) == 1


def test_diagnose_names_versions(capsys):
    assert diagnose.main([]) == 0
    said = capsys.readouterr().out
    for text in (mx.__version__, mx.__remx_version__, "torch", "Threads"):
        assert text in said
    diagnose.main(["--pip", "0"])
    assert "opencv" not in capsys.readouterr().out


def test_the_command_lists_and_runs_the_programs(records, capsys):
    assert cli.main(["--help"]) == 0
    said = capsys.readouterr().out
    assert all(name in said for name in cli.COMMANDS)
    assert cli.main([]) == 2
    assert cli.main(["nothing"]) == 2
    assert cli.main(["rec2idx", str(records)]) == 0
    assert cli.main(["parse-log", "/missing"]) == 1


def test_passes_are_listed_and_explained(tmp_path, capsys):
    assert cli.main(["passes"]) == 0
    said = capsys.readouterr().out
    assert "train: common_subexpressions, move_casts, channels_last" in said
    assert "fuse_convolution\n  assumes: " in said
    symbol = mx.sym.relu(mx.sym.Dropout(mx.sym.sin(mx.sym.var("x"))))
    symbol.save(str(tmp_path / "model-symbol.json"))
    assert cli.main(["passes", str(tmp_path / "model-symbol.json")]) == 0
    assert "eliminate_identity: 1 changes" in capsys.readouterr().out
    assert cli.main(["passes", "/missing.json"]) == 1
    assert "missing" in capsys.readouterr().err


@pytest.fixture
def tune_words(tmp_path, monkeypatch):
    """Return the words of a command that tries one backend."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setattr(tuning, "CANDIDATES", tuning.CANDIDATES[:1])
    net = mx.sym.FullyConnected(mx.sym.Embedding(mx.sym.var("data"), input_dim=5, output_dim=3), num_hidden=2)
    net = mx.sym.SoftmaxOutput(net, mx.sym.var("softmax_label"), name="softmax")
    module = mx.mod.Module(net)
    module.bind([("data", (2, 4))], [("softmax_label", (2,))])
    module.init_params()
    prefix = str(tmp_path / "model")
    module.save_checkpoint(prefix, 1)
    return ["tune", prefix, "--shape", "data=2,4", "--seconds", "0.01"]


def test_backends_are_timed(tune_words, capsys):
    assert cli.main(tune_words) == 0
    table = capsys.readouterr().out.splitlines()
    assert table[0].split() == ["backend", "ms", "ratio", "difference", "compile,", "s"]
    assert table[1].split()[0::2] == ["onednn", "1.00", table[1].split()[4]]
    assert table[2].startswith("backend 'auto': onednn, ")
    assert list(tuning.remembered().values()) == ["onednn"]
    assert cli.main([*tune_words, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["chosen"] == "onednn"
    with pytest.raises(SystemExit):
        cli.main([*tune_words, "--tolerance", "0"])
    assert "expected a number above 0, got '0'" in capsys.readouterr().err


def test_ctrl_c_while_backends_are_timed(tune_words, tmp_path, monkeypatch, capsys):
    def interrupted(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr(tuning, "_seconds_of", interrupted)
    assert cli.main(tune_words) == 130
    assert capsys.readouterr() == ("", "\nremx tune: stopped\n")
    assert not (tmp_path / "cache").exists()


def test_a_terminal_shows_which_backend_is_tried(tune_words, monkeypatch, capsys):
    monkeypatch.setattr("mxnet.core.progress.is_drawn", lambda: True)
    assert cli.main(tune_words) == 0
    assert capsys.readouterr().err.startswith("\rremx tune: onednn ... ")
