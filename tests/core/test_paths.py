"""What is at a path, also while signals come."""

from __future__ import annotations

import os
import sys

import pytest
from mxnet.core import paths

QUESTIONS = (paths.exists, paths.is_folder, paths.is_link)


@pytest.mark.parametrize(
    ("name", "answers"),
    [
        ("file", (True, False, False)),
        ("folder", (True, True, False)),
        ("link", (True, False, True)),
        ("broken", (False, False, True)),
        ("nothing", (False, False, False)),
        ("file/below", (False, False, False)),
        ("a\0b", (False, False, False)),
    ],
)
def test_what_is_there(tmp_path, name, answers):
    (tmp_path / "file").write_text("x")
    (tmp_path / "folder").mkdir()
    (tmp_path / "link").symlink_to("file")
    (tmp_path / "broken").symlink_to("none")
    assert tuple(question(os.path.join(tmp_path, name)) for question in QUESTIONS) == answers


@pytest.mark.parametrize("question", QUESTIONS)
def test_a_timeout_of_a_handler_is_no_answer(monkeypatch, question):
    def interrupted(path, **kwargs):
        def handler(number, frame):
            raise TimeoutError("late")

        handler(14, sys._getframe())

    monkeypatch.setattr(paths.os, "stat", interrupted)
    with pytest.raises(TimeoutError):
        question("x")
