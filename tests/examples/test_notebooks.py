"""The programs of the gallery as notebooks."""

from __future__ import annotations

import ast
import importlib.util
import json
import re
from pathlib import Path

import pytest

_SCRIPT = Path(__file__).parents[2] / "scripts" / "write_notebooks.py"
_SPEC = importlib.util.spec_from_file_location("write_notebooks", _SCRIPT)
notebooks = importlib.util.module_from_spec(_SPEC)
_SPEC.loader.exec_module(notebooks)

PROGRAM = '''"""Numbers are added: `python sums.py`.

They are ``1`` and another.
"""

import argparse

ONE = 1


# what is done
def add(x):
    return ONE + x


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", default="sum.png")
    args = parser.parse_args()
    print(add(2), args.out)
'''


def test_a_program_becomes_cells():
    assert list(notebooks.cells(PROGRAM)) == [
        ("markdown", "# Numbers are added\n\nThey are `1` and another."),
        ("code", "import argparse\n\nONE = 1"),
        ("code", "# what is done\ndef add(x):\n    return ONE + x"),
        (
            "code",
            "parser = argparse.ArgumentParser()\n"
            'parser.add_argument("--out", default="sum.png")\n'
            "args = parser.parse_args([])\n"
            "print(add(2), args.out)",
        ),
        ("code", "from IPython.display import Image\n\nImage(args.out)"),
    ]


_SIBLING = re.compile(rf"(from|import) ({'|'.join(path.stem for path in notebooks.PROGRAMS)})\b")


def _bodies(source):
    return [ast.unparse(node) for node in ast.parse(source).body]


@pytest.mark.parametrize("path", notebooks.PROGRAMS, ids=lambda path: path.stem)
def test_nothing_of_a_program_is_lost(path):
    kinds, texts = zip(*notebooks.cells(path.read_text()), strict=True)
    _, *whole, _ = _bodies(path.read_text())
    assert kinds[0] == "markdown"
    own = [line for line in whole if not _SIBLING.match(line)]
    found = _bodies("\n".join(texts[1:]))
    rest = iter(found)
    assert all(line in rest for line in own)  # in their order
    assert not any(_SIBLING.match(line) for line in found)
    assert not re.search(r"(?<![.])__file__", "".join(texts[1:]))  # a notebook has none
    assert "parser.parse_args([])" in "".join(texts[-2:])


def test_what_a_program_borrows_from_another_is_written_out(tmp_path, monkeypatch):
    (tmp_path / "shapes.py").write_text(
        "import math\n\nSIZE, MORE = 3, 4\nOTHER = 5\n\n\ndef double():\n    return 2 * SIZE\n"
    )
    monkeypatch.setitem(notebooks._SOURCES, "shapes", tmp_path / "shapes.py")
    (_, (_, text), *_) = notebooks.cells(
        PROGRAM.replace("import argparse\n", "import argparse\nfrom shapes import double\n")
    )
    space = {}
    exec(text, space)
    assert space["double"]() == 6
    assert "OTHER" not in space


def test_files_are_written(tmp_path):
    (first, *_) = notebooks.write(tmp_path / "notebooks")
    read = json.loads(first.read_text())
    assert [cell["cell_type"] for cell in read["cells"]][:2] == ["markdown", "code"]
    assert len(list(first.parent.iterdir())) == len(notebooks.PROGRAMS)
