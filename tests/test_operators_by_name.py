"""Nothing outside of ``ops/`` compares an operator with a name: what makes it special is a trait of it."""

import ast
from pathlib import Path

import mxnet as mx
import pytest
from mxnet.registry.op import OPS

ROOT = Path(mx.__file__).parent
#: files about names: what the JSON files of other releases called operators
EXEMPT = {"symbol/read.py", "symbol/version2.py"}


def _is_operator(node):
    """Return whether an expression reads like an operator or its name: ``node.op``, ``op.name``, ``get("exp")``."""
    text = ast.unparse(node)
    return text.endswith((".op", ".op.name")) or text in ("op", "op.name") or text.startswith(("get(", "OPS["))


def _names(node):
    for part in ast.walk(node):
        if isinstance(part, ast.Constant) and isinstance(part.value, str):
            yield from (word for word in part.value.split() if word in OPS)


def _comparisons(path):
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Compare):
            sides = [node.left, *node.comparators]
            if any(map(_is_operator, sides)) and any(name for side in sides for name in _names(side)):
                yield f"{path.relative_to(ROOT)}:{node.lineno}: {ast.unparse(node)}"


@pytest.mark.parametrize("folder", sorted(p.name for p in ROOT.iterdir() if p.is_dir() and p.name != "ops"))
def test_no_operator_is_special_by_name(folder):
    paths = (path for path in (ROOT / folder).rglob("*.py") if str(path.relative_to(ROOT)) not in EXEMPT)
    assert [text for path in paths for text in _comparisons(path)] == []
