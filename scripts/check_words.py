"""Count words that say too little in names: ``python scripts/check_words.py`` fails where a change adds to them.

CONTRIBUTING.md says what to use instead. ``ALLOWED`` is how often each occurs today, as a name or as a part of one
(``kept_rows``): lower it whenever the count falls. What NumPy, PyTorch or MXNet call so counts too (``kind`` of
``sort``).
"""

from __future__ import annotations

import ast
import re
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

#: DistributionNotFound is the name of a class of setuptools
SOURCE = Path(__file__).parents[1] / "src"
ALLOWED = {
    "each": 5,
    "found": 5,
    "given": 33,
    "kept": 16,
    "kind": 47,
    "made": 21,
    "number": 87,
    "place": 24,
    "wanted": 7,
    "whole": 11,
}


def names_of(tree: ast.AST) -> Iterator[tuple[str, int]]:
    """Yield the names that a program defines, with their lines: variables, parameters, functions, classes, members."""
    for node in ast.walk(tree):
        if isinstance(node, (ast.Name, ast.Attribute)) and isinstance(node.ctx, ast.Store):
            yield node.id if isinstance(node, ast.Name) else node.attr, node.lineno
        elif isinstance(node, ast.arg):
            yield node.arg, node.lineno
        elif isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            yield node.name, node.lineno


def parts_of(name: str) -> set[str]:
    """Return the words of a name: ``_whole_parser`` and ``WholeParser`` have ``whole`` and ``parser``."""
    return {part.lower() for part in re.findall(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+", name)}


def count() -> dict[str, list[str]]:
    """Return where each word of ``ALLOWED`` stands."""
    places: dict[str, list[str]] = {word: [] for word in ALLOWED}
    for path in sorted(SOURCE.rglob("*.py")):
        for name, line in names_of(ast.parse(path.read_text(encoding="utf-8"))):
            for word in parts_of(name) & ALLOWED.keys():
                places[word].append(f"{path.relative_to(SOURCE.parent)}:{line}: {name}")
    return places


def main() -> int:
    """Print what there is too much of; return the exit status."""
    places = count()
    counts = Counter({word: len(lines) for word, lines in places.items()})
    status = 0
    for word, allowed in ALLOWED.items():
        if counts[word] > allowed:
            status = 1
            print(
                f"{word!r} stands in {counts[word]} names, {allowed} are allowed: see CONTRIBUTING.md", file=sys.stderr
            )
            if counts[word] - allowed < 100:
                print("\n".join(places[word]), file=sys.stderr)
        elif counts[word] < allowed:
            status = 1
            print(f"{word!r} stands in {counts[word]} names: lower ALLOWED of scripts/check_words.py", file=sys.stderr)
    return status


if __name__ == "__main__":
    sys.exit(main())
