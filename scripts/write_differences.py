"""Write docs/differences.md from src/mxnet/tools/differences.toml.

python scripts/write_differences.py [--check]

With ``--check`` nothing is written; the exit status is 1 if the page is not current.
"""

from __future__ import annotations

import sys
from pathlib import Path

from mxnet.tools.differences import page

PAGE = Path(__file__).parents[1] / "docs" / "differences.md"


def main() -> int:
    """Write the page, or compare it."""
    text = "\n".join(page()) + "\n"
    if "--check" in sys.argv[1:]:
        return int(PAGE.read_text(encoding="utf-8") != text)
    PAGE.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
