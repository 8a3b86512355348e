"""The device reaches the cases, and the processes are told of larger batches."""

from __future__ import annotations

import sys
import types

import mxnet as mx
import pytest
import torch

from benchmarks import __main__ as command
from benchmarks import server, sides


@pytest.fixture
def module(monkeypatch, programs):
    """A module with one case, which notes where it was prepared."""
    found = types.ModuleType("noting")
    found.place = programs("cases.mx").place
    found.case = lambda: found.seen.append(mx.current_context()) or (lambda n: None)
    found.seen = []
    monkeypatch.setitem(sys.modules, "noting", found)
    return found


@pytest.mark.parametrize("device", ["cpu", "gpu"])
def test_cases_are_prepared_in_the_context_of_the_device(module, device):
    server.Server("noting", device).prepare("case")
    assert module.seen == [mx.Context(device, 0)]
    assert mx.current_context() == mx.cpu()


@pytest.mark.parametrize(("device", "kind"), [("cpu", "cpu"), ("gpu", "cuda")])
def test_pytorch_gets_the_device_by_its_own_name(programs, device, kind):
    assert programs("cases.torch").place(device) == torch.device(kind)


def test_arrays_of_pytorch_are_made_on_the_device(programs):
    with programs("cases.torch").place("meta"):
        assert programs("cases.torch_training").classes(4, 2).device.type == "meta"


def test_work_is_waited_for(module):
    module.finish = lambda: module.seen.append("waited")
    server.Server("noting", "cpu").measure("case", 1, clock=lambda: module.seen.append("clock") or 0.0)
    assert module.seen[1:] == ["waited", "clock", "waited", "clock"]


@pytest.mark.parametrize(("device", "batches"), [("cpu", None), ("gpu", str(sides.GPU_BATCHES))])
def test_batches_are_larger_on_a_gpu(monkeypatch, device, batches):
    monkeypatch.delenv("BENCHMARK_BATCHES", raising=False)
    environment = sides.Side("x", "python", "cases.mx", "mxnet", device=device).environment()
    assert environment.get("BENCHMARK_BATCHES") == batches


PROGRAM = """
from contextlib import nullcontext
places = []

def place(device):
    places.append(device)
    return nullcontext()

def where():
    raise ValueError(f"prepared on {places}")
"""


def test_a_side_hands_its_device_to_its_server(tmp_path):
    (tmp_path / "noting.py").write_text(PROGRAM)
    side = sides.Side("PyTorch", sys.executable, "noting", "noting", str(tmp_path), device="gpu")
    try:
        with pytest.raises(RuntimeError, match=r"PyTorch: .*\n(.*\n)*ValueError: prepared on \['gpu'\]"):
            side.seconds("where", 1)
    finally:
        side.close()


def test_without_a_gpu_it_says_so(monkeypatch, capsys):
    monkeypatch.setattr(torch.cuda, "is_available", lambda: False)
    monkeypatch.setattr(sys, "argv", ["benchmarks", "--device", "gpu"])
    assert command.main() == 1
    assert capsys.readouterr().err == "There is no GPU that PyTorch can use here.\n"


def test_a_run_on_a_gpu_leaves_mxnet_out():
    names = [side.name for _, _, compared in command.plan(command.arguments(["--device", "gpu"])) for side in compared]
    assert names == ["remx", "PyTorch"]


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
    found = command.chosen(command.suite.CPU, command.arguments(["--only", "^slice"]))
    assert [case.name for cases in found.values() for case in cases] == ["slice_get", "slice_set"]
