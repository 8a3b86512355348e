"""Write the programs of ``examples/gallery`` as Jupyter notebooks: ``python scripts/write_notebooks.py FOLDER``.

The docstring becomes the title and text, each class and function a cell of its own, and what is between them another;
the part under ``if __name__ == "__main__"`` the last one, with the arguments as a list, and the picture after it. What
a program imports from another one is written out: each notebook stands for itself. The site has these notebooks as
pages; ``make docs EXECUTE=true`` runs them.
"""

from __future__ import annotations

import ast
import json
import re
import sys
import textwrap
from collections.abc import Iterator
from pathlib import Path
from typing import Any

PROGRAMS = sorted((Path(__file__).parents[1] / "examples" / "gallery").glob("*.py"))
_SOURCES = {path.stem: path for path in PROGRAMS}
_ARGUMENTS = (("ArgumentParser(description=__doc__)", "ArgumentParser()"), (".parse_args()", ".parse_args([])"))
_PICTURE = "from IPython.display import Image\n\nImage(args.out)"


def cells(program: str) -> Iterator[tuple[str, str]]:
    """Yield the kind (``markdown`` or ``code``) and the text of each cell of a program."""
    doc, *nodes = ast.parse(program).body
    title, _, text = ast.get_docstring(ast.parse(program)).partition("\n")  # type: ignore[union-attr]
    yield "markdown", f"# {re.sub(r': `.*`[.]$', '', title)}\n{text.replace('``', '`')}"
    lines, begin, gathered = program.splitlines(), doc.end_lineno or 0, ""
    for node in nodes:
        part = "".join(f"{line}\n" for line in lines[begin : node.end_lineno])
        begin = node.end_lineno or 0
        if isinstance(node, (ast.ClassDef, ast.FunctionDef, ast.If)) and gathered:
            yield "code", gathered.strip("\n")
            gathered = ""
        if isinstance(node, ast.If):
            yield from _main(part.strip("\n"))
        elif isinstance(node, (ast.ClassDef, ast.FunctionDef)):
            yield "code", part.strip("\n")
        elif isinstance(node, ast.ImportFrom) and node.module in _SOURCES:
            gathered += _borrowed(_SOURCES[node.module].read_text(encoding="utf8"), {each.name for each in node.names})
        else:
            gathered += part


def _borrowed(program: str, names: set[str]) -> str:
    """Return the definitions of names at the top of a program, and of what these use, but its imports."""
    nodes = [node for node in ast.parse(program).body if isinstance(node, (ast.Assign, ast.FunctionDef, ast.ClassDef))]
    binds = {
        node: {node.name}
        if not isinstance(node, ast.Assign)
        else {each.id for target in node.targets for each in ast.walk(target) if isinstance(each, ast.Name)}
        for node in nodes
    }
    for node in reversed(nodes):
        if binds[node] & names:
            names |= {each.id for each in ast.walk(node) if isinstance(each, ast.Name)}
    lines = program.splitlines()
    parts = ["\n".join(lines[n.lineno - 1 : n.end_lineno]) for n in nodes if binds[n] & names]
    return "\n" + "\n\n".join(parts) + "\n"


def _main(part: str) -> Iterator[tuple[str, str]]:
    text = textwrap.dedent(part.partition("\n")[2])
    for there, here in _ARGUMENTS:
        text = text.replace(there, here)
    yield "code", text
    if "args.out" in text:
        yield "code", _PICTURE


def notebook(program: str) -> dict[str, Any]:
    """Return a program as a notebook, in version 4.5 of the format."""
    more: dict[str, dict[str, Any]] = {"markdown": {}, "code": {"execution_count": None, "outputs": []}}
    made = [
        {"cell_type": kind, "id": str(n), "metadata": {}, "source": text, **more[kind]}
        for n, (kind, text) in enumerate(cells(program))
    ]
    kernel = {"name": "python3", "display_name": "Python 3", "language": "python"}
    return {"cells": made, "metadata": {"kernelspec": kernel}, "nbformat": 4, "nbformat_minor": 5}


def write(folder: Path) -> list[Path]:
    """Write all notebooks into a folder; return their paths."""
    folder.mkdir(parents=True, exist_ok=True)
    paths = [folder / f"{path.stem}.ipynb" for path in PROGRAMS]
    for path, source in zip(paths, PROGRAMS, strict=True):
        path.write_text(json.dumps(notebook(source.read_text(encoding="utf8")), indent=1) + "\n", encoding="utf8")
    return paths


if __name__ == "__main__":
    write(Path(sys.argv[1]))
