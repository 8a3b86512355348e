"""The public names as objects of Sphinx: the search finds them as such, other sites link to them by ``objects.inv``."""

from __future__ import annotations

import importlib
import inspect
import operator
from collections.abc import Iterator
from typing import Any

from docutils import nodes
from sphinx.domains import Domain, ObjType

#: what programs call modules that have a longer name on the site
_SHORT = {"numpy": "np", "numpy_extension": "npx", "visualization": "viz"}
_OPERATOR = "function of mx.nd and mx.sym"
_KINDS = ("class", "function", "member", _OPERATOR)
#: Sphinx's priority of all names, whose points are in scorer.js
_IMPORTANCE = 1


class Names(Domain):
    """The names that the headings of the reference's and of the operators' pages are."""

    name = "mx"
    label = "MXNet"
    object_types = {kind: ObjType(kind) for kind in _KINDS}  # noqa: RUF012  (as Domain has it)

    def get_objects(self) -> Iterator[tuple[str, str, str, str, str, int]]:
        """Yield name, shown name, kind, page, anchor and importance of each name."""
        for page, contents in self.env.tocs.items():
            folder, _, place = page.partition("/")
            entries = [*contents.findall(nodes.reference)]
            if folder == "operators" and not page.endswith("index"):
                name = entries[0].astext()
                kind = _OPERATOR if name.startswith("mx.nd") else "function"
                yield name, name, kind, page, nodes.make_id(name), _IMPORTANCE
            elif folder == "reference" and place != "index":
                first, _, rest = place.partition(".")
                module = ".".join(filter(None, ["mx", _SHORT.get(first, first), rest]))
                for entry in entries:
                    if kind := _kind(place, entry.astext()):
                        name = f"{module}.{entry.astext()}"
                        yield name, name, kind, page, entry["anchorname"].lstrip("#"), _IMPORTANCE

    def merge_domaindata(self, docnames: Any, otherdata: Any) -> None:
        """Do nothing: what is here is read off the headings."""


def _kind(module: str, title: str) -> str:
    """Return what a heading of a module's page names; nothing for other headings."""
    try:
        value = operator.attrgetter(title)(importlib.import_module(f"mxnet.{module}"))
    except AttributeError:
        return ""
    return "member" if "." in title else "class" if inspect.isclass(value) else "function"
