"""What all commands have in common: help, exit statuses, JSON, colours and progress."""

from __future__ import annotations

import importlib
import io
import json
import subprocess
import sys
import time
import warnings

import mxnet as mx
import pytest
from mxnet.core.progress import Progress, Stages, Waiting
from mxnet.tools import console
from remx import cli

from tests.tools.nets import checkpoint


class Terminal(io.StringIO):
    def isatty(self):
        return True


@pytest.mark.parametrize("command", cli.COMMANDS)
def test_help_says_the_exit_status(command, capsys):
    with pytest.raises(SystemExit) as caught:
        cli.main([command, "--help"])
    assert caught.value.code == 0
    said = capsys.readouterr().out
    assert said.startswith(f"usage: remx {command}")
    assert "exit status: " in said
    assert ("--json" in said) == (command not in ("run", "launch"))


@pytest.mark.parametrize("command", cli.COMMANDS)
def test_a_wrong_call_ends_with_status_2(command, capsys):
    with pytest.raises(SystemExit) as caught:
        cli.main([command, "--no-such-option"])
    assert caught.value.code == console.USAGE
    assert f"remx {command}: error" in capsys.readouterr().err


@pytest.mark.parametrize(
    "words",
    [
        ["inspect", "none.params"],
        ["convert", "none", "-o", "none.pt"],
        ["doctor", "none.py"],
        ["run", "none.py"],
        ["im2rec", "none", "."],
        ["rec2idx", "none.rec"],
        ["parse_log", "none.log"],
        ["passes", "none.json"],
        ["tune", "none"],
        ["fetch", "none"],
        ["fetch-zoo", "none"],
        ["launch", "-n", "1", "--launcher", "ssh", "-H", "none", "true"],
    ],
)
def test_a_missing_file_is_one_line_and_status_1(words, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    assert cli.main(words) == console.PROBLEMS
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.count("\n") == 1
    assert "none" in said.err


def test_stopping_from_the_keyboard_is_status_130(monkeypatch, capsys):
    def stop():
        raise KeyboardInterrupt

    assert console.guarded("remx x", stop) == console.STOPPED
    assert capsys.readouterr().err == "\nremx x: stopped\n"


@pytest.mark.parametrize(
    ("words", "key"),
    [(["diagnose"], "python"), (["passes"], "modes"), (["inspect", "net-symbol.json"], "net-symbol.json"),
     (["passes", "net-symbol.json"], "explanation"), (["doctor", "."], "files")],
)  # fmt: skip
def test_json_is_all_that_is_printed(words, key, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    checkpoint(tmp_path / "net")
    assert cli.main([*words, "--json"]) == 0
    assert key in json.loads(capsys.readouterr().out)


def test_a_log_as_json(tmp_path, capsys):
    (tmp_path / "log").write_text("Epoch[0] Train-accuracy=0.5\nEpoch[1] Train-accuracy=0.75\n")
    assert cli.main(["parse_log", str(tmp_path / "log"), "--json"]) == 0
    assert [row["train-accuracy"] for row in json.loads(capsys.readouterr().out)] == ["0.5", "0.75"]


@pytest.mark.parametrize(("variable", "coloured"), [("", True), ("1", False)])
def test_no_color_switches_colours_off(variable, coloured, monkeypatch):
    monkeypatch.setenv("NO_COLOR", variable)
    monkeypatch.setattr(sys, "stdout", Terminal())
    assert ("\x1b" in console.styled("x", "red")) is coloured


# -- progress ---------------------------------------------------------------------------------------------------------


def test_stages_are_shown_and_gone(monkeypatch):
    monkeypatch.setattr(sys, "stderr", Terminal())
    with Stages("net.onnx") as stages:
        stages.begin("writing")
        assert sys.stderr.getvalue().rstrip().endswith("net.onnx: writing ...")
    assert sys.stderr.getvalue().endswith(f"\r{'':100}\r")


@pytest.mark.parametrize(("seconds", "shown"), [(1.2, True), (0, False)])
def test_a_long_step_says_for_how_long(seconds, shown, monkeypatch):
    monkeypatch.setattr(sys, "stderr", Terminal())
    with Waiting("inductor compiles the network"):
        time.sleep(seconds)
    said = sys.stderr.getvalue()
    assert ("inductor compiles the network: 1 s ..." in said) == shown
    assert not shown or said.endswith(f"\r{'':100}\r")


def test_warnings_show_no_source(capsys):
    def warn():
        warnings.warn("be careful", UserWarning, stacklevel=1)
        return 0

    with warnings.catch_warnings():
        warnings.simplefilter("default")
        assert console.guarded("remx x", warn) == 0
    assert capsys.readouterr().err == "remx x: be careful\n"


@pytest.mark.parametrize("kind", [lambda: Stages("a"), lambda: Progress(3, "a", "files")])
def test_progress_is_silent_without_a_terminal(kind, monkeypatch):
    monkeypatch.setattr(sys, "stderr", io.StringIO())
    with kind() as made:
        made.begin("writing") if isinstance(made, Stages) else made.advance()
    assert sys.stderr.getvalue() == ""


def test_convert_shows_its_stages(tmp_path, monkeypatch, capsys):
    checkpoint(tmp_path / "net")
    monkeypatch.setattr(sys, "stderr", Terminal())
    words = ["convert", str(tmp_path / "net"), "-o", str(tmp_path / "net.pt"), "--shape", "data=2,3,8,8", "--json"]
    assert cli.main(words) == 0
    said = sys.stderr.getvalue()
    assert [said.index(each) for each in ("reading", "writing", "verifying")] == sorted(
        said.index(each) for each in ("reading", "writing", "verifying")
    )
    assert json.loads(capsys.readouterr().out)["verified"]


def test_every_command_is_a_module_with_a_main():
    for name in cli.COMMANDS:
        assert callable(importlib.import_module(f"mxnet.tools.{name.replace('-', '_')}").main)


# -- what is answered without the library -----------------------------------------------------------------------------

HELP = """
import contextlib, sys
from remx import cli
for words in (["--help"], ["--version"], ["nothing"], *([name, "--help"] for name in cli.COMMANDS)):
    with contextlib.suppress(SystemExit):
        cli.main(words)
sys.exit(f"imported: {slow}" if (slow := {"torch", "numpy", "mxnet"} & set(sys.modules)) else 0)
"""


def test_help_imports_no_library():
    done = subprocess.run([sys.executable, "-c", HELP], capture_output=True, text=True, timeout=100, check=False)
    assert (done.returncode, done.stderr.count("\n")) == (0, 1), done.stderr


def test_the_version(capsys):
    assert cli.main(["--version"]) == 0
    assert capsys.readouterr().out == f"remx {mx.__remx_version__}\n"


def test_options_before_the_command(capsys):
    assert cli.main(["--json", "inspect", "model.params"]) == 2
    assert capsys.readouterr().err == "remx: the command comes first, then its options: remx COMMAND --json\n"


@pytest.mark.parametrize(
    ("word", "advice"),
    [
        ("convrt", "did you mean convert?"),
        ("fetch_zo", "did you mean fetch-zoo?"),
        ("x\x1b", "the commands are inspect"),
    ],
)
def test_an_unknown_command(word, advice, capsys):
    assert cli.main([word]) == console.USAGE
    assert f"no command {ascii(word)[1:-1]}; {advice}" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("command", "listed", "known"),
    [("convert", "ENDS", "TARGETS"), ("inspect", "ENDS", "_READERS"), ("passes", "MODES", "MODES"),
     ("diagnose", "SECTIONS", "SECTIONS"), ("launch", "LAUNCHERS", "_START")],
)  # fmt: skip
def test_help_lists_what_the_library_has(command, listed, known):
    options = importlib.import_module(f"remx.commands.{command}")
    program = importlib.import_module(f"mxnet.tools.{command}")
    assert list(getattr(options, listed)) == list(getattr(program, known))
