"""What is at a path, also while signals come."""

from __future__ import annotations

import os
import sys

import pytest
from mxnet.core.files import paths

QUESTIONS = (paths.exists, paths.is_folder, paths.is_link, paths.is_file)


@pytest.mark.parametrize(
    ("name", "answers"),
    [
        ("file", (True, False, False, True)),
        ("folder", (True, True, False, False)),
        ("link", (True, False, True, True)),
        ("broken", (False, False, True, False)),
        ("nothing", (False, False, False, False)),
        ("file/below", (False, False, False, False)),
        ("a\0b", (False, False, False, False)),
    ],
)
def test_what_is_there(tmp_path, name, answers):
    (tmp_path / "file").write_text("x")
    (tmp_path / "folder").mkdir()
    (tmp_path / "link").symlink_to("file")
    (tmp_path / "broken").symlink_to("none")
    assert tuple(question(os.path.join(tmp_path, name)) for question in QUESTIONS) == answers


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("file", "file"), ("link", "file"), ("broken", "none"), ("folder_link/file", "folder/file"),
        ("folder_link/none/below", "folder/none/below"), ("folder/../none", "none"), ("loop", "loop"), ("", ""),
    ],
)  # fmt: skip
def test_the_path_behind_links(tmp_path, name, expected):
    (tmp_path / "file").write_text("x")
    (tmp_path / "folder").mkdir()
    (tmp_path / "link").symlink_to("file")
    (tmp_path / "broken").symlink_to("none")
    (tmp_path / "folder_link").symlink_to("folder")
    (tmp_path / "loop").symlink_to("loop")
    assert paths.real_path(tmp_path / name) == os.path.join(os.path.realpath(tmp_path), expected).rstrip("/")


@pytest.mark.parametrize("name", ["file", "nothing"])
def test_a_timeout_of_a_handler_ends_the_way_through_links(monkeypatch, tmp_path, name):
    (tmp_path / "file").write_text("x")

    def handler(number, frame):
        raise TimeoutError("late")

    monkeypatch.setattr(paths.os, "lstat", lambda path: handler(14, sys._getframe()))
    with pytest.raises(TimeoutError):
        paths.real_path(tmp_path / name)


@pytest.mark.parametrize("question", QUESTIONS)
def test_a_timeout_of_a_handler_is_no_answer(monkeypatch, question):
    def interrupted(path, **kwargs):
        def handler(number, frame):
            raise TimeoutError("late")

        handler(14, sys._getframe())

    monkeypatch.setattr(paths.os, "stat", interrupted)
    with pytest.raises(TimeoutError):
        question("x")
