"""The guides, and the pages of questions that users ask again and again: their programs print what the pages show."""

from __future__ import annotations

import re
from pathlib import Path

import mxnet as mx
import pytest
from mxnet.registry.op import OPS

DOCS = Path(__file__).parents[1] / "docs"
PAGES = sorted([*(DOCS / "questions").glob("*.md"), *(DOCS / "guides").glob("*.md")])
#: pages in Chinese, by the English ones
TRANSLATED = {page: DOCS / "zh" / page.name for page in PAGES} | {
    DOCS / "migration.md": DOCS / "zh" / "migration.md",
    DOCS.parent / "README.md": DOCS.parent / "README.zh-CN.md",
}


@pytest.fixture
def without_new_operators():
    """Take out the operators that a page registers."""
    known = set(OPS)
    yield
    for name in OPS.keys() - known:
        del OPS[name]
        for namespace in (mx.nd.contrib, mx.sym.contrib):
            delattr(namespace, name.removeprefix("_contrib_"))


def _blocks(page):
    return re.findall(r"```(\w+)\n(.*?)```", page.read_text(encoding="utf-8"), re.DOTALL)


@pytest.mark.usefixtures("without_new_operators")
@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_the_programs_of_a_page_print_what_it_shows(page, capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    blocks, scope = _blocks(page), {}
    assert {kind for kind, _ in blocks} == {"python", "text"}
    for (kind, program), (following, output) in zip(blocks, [*blocks[1:], ("", "")], strict=True):
        if kind == "python":
            exec(compile(program, page.name, "exec"), scope)
            assert capsys.readouterr().out == (output if following == "text" else "")


@pytest.mark.parametrize(("page", "translated"), TRANSLATED.items(), ids=lambda page: page.parent.name + page.stem)
def test_a_translated_page_has_the_same_programs_and_links_back(page, translated):
    assert _blocks(translated) == _blocks(page)
    for one, other in ((page, translated), (translated, page)):
        links = re.findall(r"\]\(([^)#]+)\)", one.read_text(encoding="utf-8"))
        assert other in [(one.parent / link).resolve() for link in links]
