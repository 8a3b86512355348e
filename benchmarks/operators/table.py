"""All rows: the number of a row is its case."""

from __future__ import annotations

from operators.layer_rows import LAYERS
from operators.plain_rows import PLAIN

ROWS = [*PLAIN, *LAYERS]
