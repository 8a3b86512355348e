"""Write docs/differences.md from src/mxnet/tools/differences.toml.

python scripts/write_differences.py [--check]

With ``--check`` nothing is written; the exit status is 1 if the page is not current.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

from mxnet.tools.differences import Difference, document, table

PAGE = Path(__file__).parents[1] / "docs" / "differences.md"


def page() -> Iterator[str]:
    """Give the lines of ``docs/differences.md``."""
    read = document()
    yield "# Where remx differs from MXNet 1.9.1 on purpose"
    yield ""
    yield (
        "Everything else is meant to be the same; a difference that is not listed here is a bug. Where 1.9.1 failed "
        "its users, remx does what they wanted. Where being equal would hurt and no program can depend on it, remx "
        "does the sensible thing. `remx doctor --all program.py` prints the rows that concern a program."
    )
    yield ""
    yield "<!-- Made by scripts/write_differences.py from src/mxnet/tools/differences.toml: edit that. -->"
    yield ""
    yield "## Ten things to know"
    yield ""
    for index, top in enumerate(read["top"], 1):
        links = ", ".join(f"[{row}](#{row})" for row in top["rows"])
        yield f"{index}. **{_flat(top['title'])}.** {_flat(top['text'])} ({links})"
    for subject, title in read["subjects"].items():
        yield from ("", f"## {title}", "")
        if subject in read["introductions"]:
            yield from (*read["introductions"][subject].splitlines(), "")
        yield from ("| names | MXNet 1.9.1 | remx |", "|---|---|---|")
        yield from (_line(row) for row in table().values() if row.subject == subject)


def _line(row: Difference) -> str:
    bar = "\\|"
    names = ", ".join(f"`{name}`" for name in row.names)
    remx = f"{row.remx}. Switch: `{row.switch}`" if row.switch else row.remx
    cells = (f'<a id="{row.id}"></a>{names}', row.mxnet, remx)
    return f"| {' | '.join(cell.replace('|', bar) for cell in cells)} |"


def _flat(text: str) -> str:
    return " ".join(text.split())


def main() -> int:
    """Write the page, or compare it."""
    text = "\n".join(page()) + "\n"
    if "--check" in sys.argv[1:]:
        return int(PAGE.read_text(encoding="utf-8") != text)
    PAGE.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
