"""Progress bars: drawn on terminals alone."""

from __future__ import annotations

import io
import sys

import pytest
from mxnet.core.progress import Progress


class Terminal(io.StringIO):
    """A stream that says it is a terminal."""

    def isatty(self):
        return True


@pytest.mark.parametrize(
    ("total", "said"), [(8, "a.bin [##############################] 8/8 bytes"), (0, "a.bin 8 bytes, ")]
)
def test_a_terminal_shows_how_much_is_done(monkeypatch, total, said):
    monkeypatch.setattr("sys.stderr", Terminal())
    with Progress(total, "a.bin", "bytes") as bar:
        bar.advance(3)
        bar.reach(8)
    assert said in sys.stderr.getvalue().split("\r")[-1]


def test_elsewhere_nothing_is_written(capsys):
    with Progress(1, "a", "files") as bar:
        bar.advance()
    assert capsys.readouterr() == ("", "")


def test_it_is_switched_off_by_the_environment(monkeypatch):
    monkeypatch.setattr("sys.stderr", Terminal())
    monkeypatch.setenv("MXNET_PROGRESS", "0")
    with Progress(1, "a", "files") as bar:
        bar.advance()
    assert sys.stderr.getvalue() == ""


def test_an_error_ends_the_line_without_asking_for_the_note(monkeypatch):
    monkeypatch.setattr("sys.stderr", Terminal())
    with pytest.raises(KeyError), Progress(1, "a", "files", note=lambda: 1 / 0):
        raise KeyError
    assert sys.stderr.getvalue() == "\n"
