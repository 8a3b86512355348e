"""Why rows are over their targets: the signs beside ratios, and the sentences under a table."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Reason:
    """A reason for rows whose title matches ``titles`` in full, beside one side or (``""``) any."""

    sign: str
    text: str
    titles: str
    side: str = ""

    def holds(self, title: str, side: str) -> bool:
        """Return whether it is the reason for a row beside a side."""
        return self.side in ("", side) and re.fullmatch(self.titles, title) is not None


def sign(reasons: Sequence[Reason], title: str, side: str) -> str:
    """Return the sign of a row over its target beside a side: the first reason's, ``?`` where there is none."""
    return next((f" [{reason.sign}]" for reason in reasons if reason.holds(title, side)), " **[?]**")


def legend(reasons: Sequence[Reason], cells: str) -> str:
    """Return the reasons that a table's text names, as a list."""
    return "\n".join(f"- **{reason.sign}**: {reason.text}" for reason in reasons if f"[{reason.sign}]" in cells)
