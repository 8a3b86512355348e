"""Links of the finished pages that lead nowhere: Sphinx checks those in Markdown, not those in a page's own HTML."""

from __future__ import annotations

import html
import os
import re
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from urllib.parse import unquote

_LINK = re.compile(r'<[^>]*?\s(?:href|src)="([^"]*)"')
_ANCHOR = re.compile(r'<[^>]*?\s(?:id|name)="([^"]*)"')
_ELSEWHERE = re.compile(r"[a-z]+:|//")  # another site, mail, data


def broken(site: Path, pages: Iterable[str]) -> Iterator[str]:
    """Yield ``page: link`` for each link to a file that the site has not, or to a place that its page has not."""
    for page in pages:
        text = (site / page).read_text(encoding="utf-8")
        for link in sorted({html.unescape(link) for link in _LINK.findall(text)}):
            if not _ELSEWHERE.match(link) and not exists(site, page, link):
                yield f"{page}: {link}"


def exists(site: Path, page: str, link: str) -> bool:
    """Return whether a link of a page leads to a file of the site, and to a place that it has."""
    path, _, anchor = link.partition("#")
    path = unquote(path.partition("?")[0])
    target = os.path.normpath(site / os.path.dirname(page) / path) if path else str(site / page)
    if not os.path.isfile(target):
        return False
    return not anchor or not target.endswith(".html") or unquote(anchor) in _anchors(target)


@cache
def _anchors(path: str) -> set[str]:
    return {html.unescape(name) for name in _ANCHOR.findall(Path(path).read_text(encoding="utf-8"))}
