"""The chapters of a book as notebooks: revisions are taken out of checkouts, cells out of Markdown."""

from __future__ import annotations

import fnmatch
import json
import re
import subprocess
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath

from . import standins

HERE = Path(__file__).parent
#: how the files of chapters end that are cut, which are none of the book's own
CUT = ".cut.ipynb"
#: the head of a cell in Markdown of Jupyter and in plain Markdown, and its end
_FENCES = {
    "d2l": re.compile(r"^(\s*)```\s*\{\.python \.input.*\}\s*$"),
    "markdown": re.compile(r"^(\s*)```\s*(?:python|\{\.python \.input.*\})\s*$"),
}
#: the first line of a cell for some frameworks only
_TAB = re.compile(r"^\s*(?:#@tab|%%tab)\s+(.+?)\s*$")
_TAB_TOOLS = re.compile(r"^\s*(?:%load_ext d2lbook\.tab|#@save_?all|#@tab .*)\s*$")
#: stands for what the book's own tool knows of the chosen framework
_SELECTED = """\
class tab:
    interact_select = staticmethod(lambda *names: None)

    @staticmethod
    def selected(*names):
        return any("mxnet" in (name if isinstance(name, (list, tuple)) else [name]) for name in names)
"""


@dataclass(frozen=True)
class Book:
    """A book, where its chapters are, and how to read it."""

    name: str
    title: str
    checkout: str
    refs: list[str]
    chapters: list[str]
    cells: str
    packages: list[str] = field(default_factory=list)
    read: str = ""
    also: list[str] = field(default_factory=list)


def books() -> list[Book]:
    """Return the table of books."""
    return [Book(**row) for row in tomllib.loads((HERE / "books.toml").read_text(encoding="utf-8"))["book"]]


def take_out(book: Book, checkouts: Path, folder: Path) -> bool:
    """Write a book's revision into a folder, unless it is there; return False where there is no such checkout.

    Files that the checkout lacks, as partial clones do, have stand-ins where there are any.
    """
    if (folder / standins.LISTING).exists():
        return True
    checkout = checkouts / book.checkout
    if not checkout.is_dir():
        return False
    git = ["git", "-C", str(checkout), "--no-pager"]
    ref = next((ref for ref in book.refs if _git([*git, "rev-parse", "-q", "--verify", f"{ref}^{{commit}}"])), None)
    if ref is None:
        return False
    roots = sorted({pattern.split("*")[0].rpartition("/")[0] for pattern in book.chapters})
    wanted = [] if "" in roots else [*roots, *book.also]
    listed = _git([*git, "ls-tree", "-r", "-z", ref, *wanted]) or b""
    entries = [entry.split(b"\t", 1) for entry in listed.split(b"\0") if entry]
    names = [(head.split()[2], name.decode()) for head, name in entries if head.startswith(b"100")]
    asked = b"\n".join(blob for blob, _ in names) + b"\n"
    answer = subprocess.run([*git, "cat-file", "--batch"], input=asked, capture_output=True, check=True).stdout
    at, taken = 0, []
    for _, name in names:
        end = answer.index(b"\n", at)
        head = answer[at:end].split()
        at = end + 1
        if head[-1] == b"missing":
            content = standins.content_for(name.rpartition("/")[2], None)
        else:
            content = answer[at : at + int(head[2])]
            at += len(content) + 1
            taken.append(name)
        if content is not None:
            target = folder / name
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(content)
    (folder / standins.LISTING).write_text("\n".join(taken), encoding="utf-8")
    return True


def _git(call: list[str]) -> bytes | None:
    result = subprocess.run(call, capture_output=True)
    return result.stdout if result.returncode == 0 else None


def chapters_of(book: Book, folder: Path) -> Iterator[tuple[str, str]]:
    """Give the paths of the chapters that have programs, and each as the text of a notebook."""
    paths = sorted(str(PurePosixPath(path.relative_to(folder))) for path in folder.rglob("*") if path.is_file())
    for path in paths:
        if path.endswith(CUT) or not any(_matches(path, pattern) for pattern in book.chapters):
            continue
        text = (folder / path).read_text(encoding="utf-8", errors="replace")
        if book.cells == "notebook":
            notebook = text if re.search(r"^\s*(import|from) mxnet", _code(text), re.M) else ""
        else:
            cells = [*_cells(text, book.cells)]
            chosen = re.search(r"tab\.interact_select\((.*?)\)", text)
            others = chosen is not None and "mxnet" not in chosen[1]
            notebook = (
                notebook_of(cells) if not others and any(re.search(r"\bmxnet\b|\bd2l", cell) for cell in cells) else ""
            )
        if notebook:
            yield path, notebook


def helpers_of(book: Book, folder: Path) -> list[str]:
    """Return the texts of a book's helper library and of its ``utils.py``."""
    paths = [path for name in book.packages for path in sorted((folder / name).glob("*.py"))] + [folder / "utils.py"]
    return [path.read_text(encoding="utf-8") for path in paths if path.exists()]


def _matches(path: str, pattern: str) -> bool:
    return fnmatch.fnmatchcase(path, pattern) or fnmatch.fnmatchcase(path, pattern.replace("**/", ""))


def _code(text: str) -> str:
    cells = json.loads(text).get("cells", [])
    return "\n".join("".join(cell["source"]) for cell in cells if cell["cell_type"] == "code")


def notebook_of(cells: list[str]) -> str:
    """Return a notebook of code cells."""
    return json.dumps({
        "cells": [
            {"cell_type": "code", "metadata": {}, "outputs": [], "source": cell.splitlines(keepends=True)}
            for cell in cells
        ],
        "metadata": {}, "nbformat": 4, "nbformat_minor": 5,
    })  # fmt: skip


def _cells(text: str, form: str) -> Iterator[str]:
    """Give the cells of a chapter in Markdown that are for MXNet."""
    if "tab." in text:
        yield _SELECTED
    indent: str | None = None
    lines: list[str] = []
    for line in text.splitlines():
        if indent is None:
            if head := _FENCES[form].match(line):
                indent, lines = head[1], []
        elif line.strip() == "```":
            chosen, cell = _for_mxnet(lines)
            if chosen and cell.strip():
                yield cell
            indent = None
        else:
            lines.append(line.removeprefix(indent))


def _for_mxnet(lines: list[str]) -> tuple[bool, str]:
    """Return whether a cell is for MXNet, and its program without the lines that say so."""
    chosen, program = True, []
    for line in lines:
        if tab := _TAB.match(line):
            chosen = bool({name.strip() for name in tab[1].split(",")} & {"mxnet", "all"})
        elif not _TAB_TOOLS.match(line):
            program.append(line)
    return chosen, "\n".join(program)
