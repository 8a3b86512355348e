"""The sizes at which a fast form pays, and the table and page that say so."""

from __future__ import annotations

import re

import pytest
import torch
from mxnet.kernels.choice import Grid, Kernel

pytest.importorskip("benchmarks.kernels")
from benchmarks import kernels


def ratios(*columns):
    """Return ratios by size: of one thread, and beside a busy process."""
    names = "forward, 1 thread", "forward, 2 threads, busy"
    return {str(4**i): dict(zip(names, pair, strict=True)) for i, pair in enumerate(columns)}


@pytest.mark.parametrize(
    ("columns", "expected"),
    [
        ([(0.5, 0.5)] * 3, (0, None)),
        ([(1.5, 1.5), (0.5, 0.5), (0.4, 1.2)], (4, None)),  # a busy process spreads figures
        ([(0.5, 0.5), (0.5, 0.5), (1.1, 0.5)], (0, 4)),
        ([(0.5, 0.5), (1.0, 1.0), (0.5, 0.5), (0.9, 0.9), (1.0, 1.0)], (16, 64)),
        ([(1.0, 0.99)], None),
    ],
)
def test_sizes_at_which_a_form_pays(columns, expected):
    assert kernels.used(ratios(*columns)) == expected


def test_a_row_is_written_and_the_others_stay(tmp_path, monkeypatch):
    (tmp_path / "sizes.py").write_text('"""Sizes."""\n\nSIZES: dict = {}\n')
    monkeypatch.setattr(kernels.sizes, "__file__", str(tmp_path / "sizes.py"))
    monkeypatch.setattr(kernels.sizes, "SIZES", {"b": {"tanh": (5, None)}, "a": {"pool": (3, 9), "equal": (0, None)}})
    kernels.write_sizes("a", {"equal": ratios((2.0, 2.0)), "choose": ratios((1.5, 1.5), (0.5, 0.5))})
    names = {}
    exec((tmp_path / "sizes.py").read_text(), names)
    assert names["__doc__"] == "Sizes."
    assert names["SIZES"] == {"b": {"tanh": (5, None)}, "a": {"pool": (3, 9), "choose": (4, None)}}


def test_the_page_shows_every_family_and_what_does_not_pay():
    forms = {"equal": ratios((0.5, 0.5)), "tanh": ratios((0.9, 0.9))}
    entry = {"processor": "P", "torch": "2", "forms": forms}
    text = kernels.page({"x-avx2": entry, "y-amx": {**entry, "steps": {"lenet_step": 0.875}}})
    assert text.count("Measured with 1 thread; 2 threads, busy.") == 2
    assert re.search(r"\| `lenet_step` +\| 0.88 +\|", text)
    assert text.count("**`tanh`**") == text.count("| `equal` ") == 2


def test_a_form_gets_dense_gradients():
    seen = []

    def form(x):
        out = x * 2
        out.register_hook(lambda grad: seen.append(grad.is_contiguous()))
        return out

    kernels.calls(form, [(torch.ones(3),)], True)()
    assert seen == [True]


@pytest.mark.parametrize(("only", "expected"), [("", ["forward", "backward"]), ("backward", ["backward"])])
def test_passes_that_are_measured(only, expected):
    grid = Grid("elements", lambda n: (torch.ones(n),), only=only)
    result = kernels.measured(Kernel(torch.exp, torch.exp), grid, 4, "1 thread", kernels.Effort(1, 1e-4, 1))
    assert list(result) == [f"{name}, 1 thread" for name in expected]
