"""What other libraries have renamed or dropped since MXNet's days, and what takes its place: the table ``moves.toml``.

``edit`` repairs are made in the source, by ``remx doctor --fix`` and ``remx run --compat``; ``run`` repairs while a
program runs with ``--compat`` (:mod:`.restored`); the others are for a person. ``remx doctor --moves`` prints it.
"""

import tomllib
from pathlib import Path
from typing import Any, NamedTuple


class Move(NamedTuple):
    """A name of a library, the release without it, what it becomes, and how it is repaired: edit, run or by hand."""

    library: str
    name: str
    since: str
    new: str
    repair: str = "edit"


EDIT, RUN, BY_HAND = "edit", "run", "by hand"

_TABLE: dict[str, Any] = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))
_PAIRS = [(since, *pair) for since, names in _TABLE["numpy"].items() for pair in names.items()]
#: NumPy's names that are gone, and what takes their place (None: no name alone does); NumPy 2 has np.bool again
NUMPY: dict[str, str | None] = {name: None if new == "-" else new for _, name, new in _PAIRS}
#: what takes the place of those for which no name does
NUMPY_ADVICE: dict[str, str] = _TABLE["advice"]
#: names of Python 2's days, and what takes their place, by kind
PYTHON: dict[str, dict[str, str]] = _TABLE["python"]
_NAMES = [Move(*row) for row in _TABLE["names"]]
#: method or function, keyword -> library, since, the new keyword (None: it is left out)
KEYWORDS: dict[tuple[str, str], tuple[str, str, str | None]] = {
    (function, keyword): (library, since, new[0] if new else None)
    for function, keyword, library, since, *new in _TABLE["keywords"]
}
#: what errors say, as regular expressions, and what changed in NumPy or Python since
ERRORS: list[tuple[str, str]] = list(map(tuple, _TABLE["errors"]))
#: calls in another form; `idioms` has what finds and rewrites them
CALLS = [Move(*row) for row in _TABLE["calls"]]


def table() -> list[Move]:
    """Return all moves, by library and name."""
    numpy = [
        Move("numpy", name, since, NUMPY_ADVICE.get(name, "nothing"), BY_HAND)
        if new == "-"
        else Move("numpy", name, since, new, EDIT)
        for since, name, new in _PAIRS
        if name != "asscalar"
    ]
    keywords = [
        Move(library, f"{function}({old}=)", since, f"{new}=" if new else "nothing: leave it out")
        for (function, old), (library, since, new) in KEYWORDS.items()
        if old != "newshape"
    ]
    extra = (("asscalar(x)", "1.23", "x.item()"), ("reshape(newshape=)", "2.5", "by position"))
    moves = [*_NAMES, *CALLS, *numpy, *keywords, *(Move("numpy", *row) for row in extra)]
    return sorted(moves, key=lambda move: (move.library.lower(), move.name.lower()))


def moved_names(*repairs: str) -> dict[str, str]:
    """Return the dotted names that moved as a whole, and their new places, of those repairs."""
    return {
        f"{move.library}.{move.name}": move.new if move.repair != EDIT else f"{move.library}.{move.new}"
        for move in _NAMES
        if move.repair in repairs and move.name.replace(".", "").replace("_", "").isalnum()
    }
