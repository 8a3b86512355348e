"""The published files of word vectors and their SHA-1 sums, from ``pretrained.toml``, and where fastText's are."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

_SUMS: dict[str, dict[str, Any]] = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))
GLOVE_FILES: dict[str, str] = _SUMS["glove"]
GLOVE_ARCHIVES: dict[str, str] = _SUMS["glove_archives"]
FASTTEXT_FILES: dict[str, str] = {f"{name}.vec": sums[0] for name, sums in _SUMS["fasttext"].items()}
FASTTEXT_ARCHIVES: dict[str, str] = {f"{name}.zip": sums[1] for name, sums in _SUMS["fasttext"].items()}
_FACEBOOK = "https://dl.fbaipublicfiles.com/"
#: where fastText's authors have the files, by how their names begin: folders of the files, or an archive
FASTTEXT_HOMES = (
    ("crawl-300d-2M", f"{_FACEBOOK}fasttext/vectors-english/crawl-300d-2M.vec.zip"),
    ("wiki.multi.", f"{_FACEBOOK}arrival/vectors/"),
    ("", f"{_FACEBOOK}fasttext/vectors-wiki/"),
)
