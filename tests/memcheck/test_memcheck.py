"""A part of ``make memcheck``: layers that damaged memory once, and some random ones, under glibc's checking malloc."""

from __future__ import annotations

import signal

import pytest

from tests.memcheck import malloc
from tests.memcheck.samples import chosen

LAYERS = 4


def test_layers_keep_to_their_memory_and_their_numbers():
    numbers = map(str, range(-5, LAYERS))
    assert list(malloc.complaints(*malloc.run(["-m", "tests.memcheck.layers", "0", *numbers]))) == []


def test_damage_is_seen():
    if not malloc.available():
        pytest.skip("no checking malloc on this platform: glibc 2.34 or later would lift it")
    status, output = malloc.run(["-S", "-c", malloc.WRITE_ONE_TOO_MANY])
    assert status == -signal.SIGABRT
    (died, *_) = malloc.complaints(status, output)
    assert died.startswith("DIED of SIGABRT")


def test_what_a_child_says():
    assert list(malloc.complaints(0, "#1 fine\n")) == []
    assert list(malloc.complaints(1, "#1\nWRONG #1: much\n")) == ["WRONG #1: much"]
    assert list(malloc.complaints(2, "Traceback\n")) == ["FAILED with exit status 2:", "    Traceback"]


def test_there_are_samples_to_compare():
    assert sum(1 for _ in chosen()) > 100
