"""The README's program runs as it is printed."""

from __future__ import annotations

import re
from pathlib import Path

README = (Path(__file__).parents[1] / "README.md").read_text()


def test_the_first_program_learns(capsys):
    (program,) = re.findall(r"```python\n(.*?)```", README, re.DOTALL)
    exec(compile(program, "README.md", "exec"), {})
    (score,) = re.findall(r"\[\('accuracy', ([\d.]+)\)\]", capsys.readouterr().out)
    assert float(score) > 0.8


def test_every_page_it_names_exists():
    pages = re.findall(r"\]\((?!http)([^)#]+)\)", README)
    missing = [page for page in pages if not (Path(__file__).parents[1] / page).exists()]
    assert missing == []
