"""Names that the finished site's search does not find: those of MXNet that programs use most must be its first results.

The theme's own search is asked where ``node`` is installed; elsewhere names must be in its table, with page and place.
"""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

from . import links

HERE = Path(__file__).parent
#: what people search for, as they write it
NAMES = (HERE / "searched_names.txt").read_text(encoding="utf-8").split()


def lost(site: Path, names: list[str] = NAMES) -> Iterator[str]:
    """Yield ``name: why`` for each name that the search does not find."""
    first = _first_results(site, names)
    table = [*_table(site)]
    for name in names:
        places = _places(name, table)
        if not places:
            yield f"{name}: no page has it for a heading"
        elif broken := [place for place in places if not links.exists(site, "index.html", place)]:
            yield f"{name}: {', '.join(broken)} leads nowhere"
        elif first and first[name] not in places:
            yield f"{name}: the first result is {first[name]}"


def _places(name: str, table: list[tuple[str, str, str]]) -> list[str]:
    """Return where the names are that end as one does, or have its last part and, somewhere, the others: mx.sym.var."""
    *others, last = name.lower().split(".")
    similar = [
        (full, place) for full, about, place in table if full.endswith(f".{last}") and all(o in about for o in others)
    ]
    return [place for full, place in similar if full.endswith(f".{name.lower()}")] or [place for _, place in similar]


def _table(site: Path) -> Iterator[tuple[str, str, str]]:
    """Yield the names that the search knows, in small letters, what it says about them, and where they are."""
    text = (site / "searchindex.js").read_text(encoding="utf-8")
    index = json.loads(text.removeprefix("Search.setIndex(").removesuffix(")"))
    for prefix, entries in index["objects"].items():
        for page, kind, _, anchor, name in entries:
            full = f"{prefix}.{name}".lower()
            about = f"{full} {index['objnames'][str(kind)][2]} {index['titles'][page]}".lower()
            yield full, about, f"{index['docnames'][page]}.html#{anchor}"


def _first_results(site: Path, names: list[str]) -> dict[str, str]:
    """Return the place that the search names first for each name; nothing without node."""
    node = shutil.which("node")
    if node is None:
        return {}
    command = [node, str(HERE / "search.js"), str(site)]
    done = subprocess.run(command, input="\n".join(names), capture_output=True, text=True, check=True)
    return dict(json.loads(done.stdout))
