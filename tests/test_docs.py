"""The programs in README, in docs/concepts.md and in docstrings run as they are printed."""

from __future__ import annotations

import doctest
import importlib
import re
from pathlib import Path

import mxnet as mx
import numpy as np
import pytest
import torch

from docs.site import diagrams

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text()
_SOURCES = Path(mx.__file__).parent


def _programs(text):
    return re.findall(r"```python\n(.*?)```", text, re.DOTALL)


def _modules_with_examples():
    for path in sorted(_SOURCES.rglob("*.py")):
        if ">>> " in path.read_text():
            yield ".".join(["mxnet", *path.relative_to(_SOURCES).with_suffix("").parts]).removesuffix(".__init__")


def test_the_first_program_learns(capsys):
    (program,) = _programs(README)
    exec(compile(program, "README.md", "exec"), {})
    (score,) = re.findall(r"\[\('accuracy', ([\d.]+)\)\]", capsys.readouterr().out)
    assert float(score) > 0.8


#: files of the top that the site has as pages
_TOP = ("README.md", "SECURITY.md", "SUPPORT.md", "CONTRIBUTING.md", "CHANGELOG.md")


@pytest.mark.parametrize("name", _TOP)
def test_every_page_it_names_exists_there_and_on_the_site(name):
    pages = re.findall(r"\]\((?!http)([^)#]+)\)", (ROOT / name).read_text())
    assert [page for page in pages if not (ROOT / page).exists()] == []
    assert [page for page in pages if not re.fullmatch(rf"docs/\w+\.md|LICENSE|NOTICE|{'|'.join(_TOP)}", page)] == []


def test_the_programs_of_the_concepts_run(capsys):
    scope = {}
    for program in _programs((ROOT / "docs" / "concepts.md").read_text()):
        exec(compile(program, "concepts.md", "exec"), scope)
    assert "['data', 'fc_weight', 'fc_bias']\n" in capsys.readouterr().out


def _flowcharts():
    for path in sorted((ROOT / "docs").glob("*.md")):
        yield from re.findall(r"```mermaid\n(.*?)```", path.read_text(), re.DOTALL)


@pytest.mark.parametrize("chart", [*_flowcharts()])
def test_a_flowchart_is_drawn_with_the_colours_of_the_page(chart):
    found = diagrams.draw(chart, "mermaid", "diagram", {}, None)
    assert re.findall(r'="(black|#\w+|white)"', found) == []
    drawn = " ".join(re.findall(r"<text[^>]*>(.*?)</text>", found))
    assert {*re.findall(r"\w+", " ".join(re.findall(r'"([^"]*)"', chart.replace("<br>", " "))))} <= {
        *re.findall(r"\w+", drawn)
    }


@pytest.mark.parametrize("chart", ["flowchart LR\n  a ==> b", "sequenceDiagram\n  a --> b", "flowchart XY\n  a --> b"])
def test_what_is_not_understood_in_a_flowchart_fails_the_site(chart):
    with pytest.raises(ValueError, match="flowchart"):
        diagrams.draw(chart, "mermaid", "diagram", {}, None)


@pytest.mark.parametrize("name", [*_modules_with_examples()])
def test_the_examples_of_docstrings_run(name, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    found = doctest.testmod(
        importlib.import_module(name),
        extraglobs={"mx": mx, "np": np, "torch": torch, "gluon": mx.gluon, "nn": mx.gluon.nn},
        optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE,
    )
    assert found.failed == 0
