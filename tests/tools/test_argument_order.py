"""Options of commands stand where one writes them: before, between and behind names; a program's own are left to it."""

from __future__ import annotations

import shlex

import pytest
from remx.commands import parser

#: what is written -> what is read
READ = {
    "convert a -o c b": {"model": "a", "params": "b", "output": "c"},
    "convert -o c a b": {"model": "a", "params": "b", "output": "c"},
    "convert a --shape x=1 b -o c --shape y=2": {"params": "b", "shape": ["x=1", "y=2"]},
    "convert --input a=b -o c a --json": {"model": "a", "params": None, "json": True},
    "convert -o c -- -a -b": {"model": "-a", "params": "-b"},
    "inspect a --json b": {"files": ["a", "b"], "json": True},
    "inspect a --shape x=1 b --shape y=2 c": {"files": ["a", "b", "c"], "shape": ["x=1", "y=2"]},
    "inspect a --show 3 s.png b": {"files": ["a", "b"], "show": ["3", "s.png"]},
    "doctor a --all b": {"paths": ["a", "b"], "all": True},
    "doctor a --fix - b": {"paths": ["a", "b"], "fix": "-"},
    "fetch a --to d b": {"names": ["a", "b"], "to": "d"},
    "fetch-zoo a --root d b": {"names": ["a", "b"], "root": "d"},
    "im2rec p --list r": {"prefix": "p", "root": "r", "list": True},
    "im2rec --color -1 p r --exts .a .b": {"prefix": "p", "color": -1, "exts": [".a", ".b"]},
    "im2rec --exts .a .b --list p r": {"prefix": "p", "root": "r", "exts": [".a", ".b"]},
    "rec2idx a --json b": {"record": "a", "index": "b"},
    "parse_log a --metric-names b c": {"logfile": "a", "metric_names": ["b", "c"]},
    "parse_log --metric-names b -- a": {"logfile": "a", "metric_names": ["b"]},
    "tune a --shape x=1 b": {"model": "a", "params": "b"},
    "passes a --mode train": {"symbol": "a", "mode": "train"},
    "launch -n 2 python x.py --flag -n 3": {"num_workers": 2, "program": ["python", "x.py", "--flag", "-n", "3"]},
    "launch -n 2 -- python x.py -- a": {"program": ["python", "x.py", "--", "a"]},
    "launch -n 2 python --help": {"program": ["python", "--help"]},
    "run x.py --compat": {"program": ["x.py", "--compat"], "compat": False},
    "run --compat x.py -- --gpus 2": {"program": ["x.py", "--", "--gpus", "2"], "compat": True, "gpus": None},
    "run --compat -- x.py": {"program": ["x.py"], "compat": True},
    "run -m --compat a.b --help": {"program": ["a.b", "--help"], "module": True, "compat": True},
}


@pytest.mark.parametrize("line", READ)
def test_orders(line):
    command, *words = shlex.split(line)
    read = vars(parser(command).parse_args(words))
    assert {name: read[name] for name in READ[line]} == READ[line]


WRONG = {
    "convert a": "the following arguments are required: -o/--output",
    "convert -o c": "the following arguments are required: model",
    "convert a b d -o c": "unrecognized arguments: d",
    "inspect --show 3 s.png": "the following arguments are required: FILE",
    "im2rec --exts .a p r": "required: prefix, root (--exts takes all words up to the next option: write it last)",
    "parse_log --metric-names a b": "required: logfile (--metric-names takes all words up to the next option: write",
    "launch -n 2": "the program to start is missing",
    "launch -n 2 --": "the program to start is missing",
    "launch python x.py -n 2": "the following arguments are required: -n/--num-workers",
    "run --compat": "the program to start is missing",
    "run --bogus x.py": "unrecognized arguments: --bogus",
    "diagnose a": "unrecognized arguments: a",
}


@pytest.mark.parametrize("line", WRONG)
def test_wrong_calls_are_one_line(line, capsys):
    command, *words = shlex.split(line)
    with pytest.raises(SystemExit) as caught:
        parser(command).parse_args(words)
    assert caught.value.code == 2
    (said,) = (each for each in capsys.readouterr().err.splitlines() if "error" in each)
    assert f"remx {command}: error: " in said
    assert WRONG[line] in said


def test_the_words_between_run_and_its_program_are_its_own(tmp_path, capsys):
    from mxnet.tools.run import main

    (tmp_path / "a.py").write_text("import sys; print(sys.argv[1:])")
    assert main([str(tmp_path / "a.py"), "--compat", "--", "b"]) == 0
    assert capsys.readouterr().out == "['--compat', '--', 'b']\n"
