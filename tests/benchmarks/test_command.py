"""What the command line chooses, and what servers wait for."""

from __future__ import annotations

import sys
import types

import mxnet as mx
import pytest
import torch

from benchmarks import __main__ as command
from benchmarks import server


def test_work_is_waited_for(monkeypatch):
    module = types.ModuleType("noting")
    seen = []
    module.case = lambda: seen.append(mx.current_context()) or (lambda n: None)
    module.finish = lambda: seen.append("waited")
    monkeypatch.setitem(sys.modules, "noting", module)
    server.Server("noting").measure("case", 1, clock=lambda: seen.append("clock") or 0.0)
    assert seen[1:] == ["waited", "clock", "waited", "clock"]


@pytest.mark.parametrize(
    ("given", "tables", "whole"),
    [
        ([], 2, True),
        (["--quick"], 1, False),
        (["--as-it-comes"], 1, False),
        (["--only", "^gluon"], 1, False),
        (["add"], 1, False),
    ],
    ids=str,
)
def test_a_whole_run_has_both_tables_and_is_kept(given, tables, whole):
    args = command.arguments(given)
    assert (len(command.plan(args)), args.whole) == (tables, whole)


def test_only_what_matches_is_measured():
    chosen = command.chosen(command.suite.CPU, command.arguments(["--only", "^slice"]))
    assert [case.name for cases in chosen.values() for case in cases] == ["slice_get", "slice_set"]


def test_without_a_gpu_it_says_so(monkeypatch, capsys):
    monkeypatch.setattr(torch.cuda, "is_available", lambda: False)
    monkeypatch.setattr(sys, "argv", ["benchmarks", "--device", "gpu"])
    assert command.main() == 1
    assert capsys.readouterr().err == "There is no GPU that PyTorch can use here.\n"
