"""The table of element-wise functions: what its rows promise is there, and nothing else names the functions."""

from __future__ import annotations

import ast
import re
from pathlib import Path
from types import SimpleNamespace

import mxnet as mx
import pytest
import torch
from mxnet.ops import to_source
from mxnet.ops.elementwise_table import BINARY, UNARY, Binary, Unary
from mxnet.registry.op import OPS
from torch.nn import functional as F

ROWS = (*UNARY, *BINARY)
to_source.load()


def _operators(row: Unary | Binary) -> tuple[str, ...]:
    if isinstance(row, Unary):
        return row.operators
    classic = (*row.arrays, row.numbers[0]) if row.classic else ()
    return (*classic, *row.numpy_operators)


@pytest.mark.parametrize("row", ROWS, ids=[row.name for row in ROWS])
def test_a_row_has_its_operators_and_functions(row: Unary | Binary) -> None:
    assert [name for name in _operators(row) if name not in OPS] == []
    for module in (mx.np, mx.nd.np, mx.sym.np):
        assert [name for name in row.functions if not hasattr(module, name)] == []
    assert not row.array_api or hasattr(mx.np.array_api, row.array_api)
    assert not getattr(row, "method", False) or all(hasattr(cls, row.name) for cls in (mx.nd.NDArray, mx.sym.Symbol))
    assert not getattr(row, "function", "") or hasattr(mx.nd, row.function)


def test_names_are_unique() -> None:
    names = [name for row in ROWS for name in row.functions]
    assert len(names) == len(set(names))


class _Call(SimpleNamespace):
    """A node whose inputs are the variables x and y, as rules of sources see it."""

    def __getitem__(self, i: int) -> str:
        return "xy"[i]


_SOURCES = sorted({name for row in ROWS for name in _operators(row) if OPS[name].source})


@pytest.mark.parametrize("name", _SOURCES)
@pytest.mark.parametrize("scalar", [2.0, -0.5])
def test_source_computes_what_the_operator_does(name: str, scalar: float) -> None:
    op = OPS[name]
    tensors = [torch.tensor([0.25, 0.75, 0.5]), torch.tensor([0.5, 0.5, 0.75])][: len(op.input_names)]
    if op.types.answer is not None and any(row.promotion.name == "INT_ONLY" for row in ROWS if name in _operators(row)):
        tensors = [(4 * t).int() for t in tensors]
    params = {"scalar": scalar} if "scalar" in op.attrs else {}
    text = op.source.of(_Call(p=SimpleNamespace(**params)))
    result = eval(text, {"torch": torch, "F": F, **dict(zip("xy", tensors, strict=False))})
    expected = op.call(*tensors, **params)
    assert result.dtype is expected.dtype
    torch.testing.assert_close(result, expected, equal_nan=True)


@pytest.mark.parametrize("name", ["exp", "cbrt"])
def test_a_function_is_named_by_the_table_alone(name: str) -> None:
    source = Path(mx.__file__).parent
    files = [file for file in source.rglob("*.py") if name in _strings(file, name)]
    assert source / "ops" / "elementwise_table.py" in files
    assert len(files) <= 4


def _strings(file: Path, name: str) -> set[str]:
    """Return the words in a file's strings of one line; none where the name is not in its text, which is not parsed."""
    text = file.read_text(encoding="utf-8")
    nodes = ast.walk(ast.parse(text)) if re.search(rf"\b{name}\b", text) else ()
    return {word for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str)
            for word in node.value.split() if "\n" not in node.value}  # fmt: skip
