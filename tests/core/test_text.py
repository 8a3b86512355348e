"""Text that is written into source, and shown by terminals."""

from __future__ import annotations

import ast
import math

import pytest
from mxnet.core.text import in_docstring, literal, printable

WORST = (
    "",
    'a"""+str(__import__("os").system("id"))+"""b',
    '"',
    "\\",
    '\\"""',
    "'''",
    "a\nb\rc\0d",
    "\x1b]0;title\x07\x9b31m",
    "\u202egnp.exe\u2066",
    "\ud800\udfff",
    "\N{PILE OF POO} \N{CJK UNIFIED IDEOGRAPH-732B}",
    "{x} {0} %s \\N{BULLET} \\x",
    "\u2028\x0c\x1a",
)


@pytest.mark.parametrize("text", WORST, ids=ascii)
def test_a_docstring_is_the_text(text):
    source = f'def f():\n    """{in_docstring(text)}"""\n'
    source.encode()
    (function,) = ast.parse(source).body
    assert ast.get_docstring(function, clean=False) == text
    assert len(function.body) == 1


@pytest.mark.parametrize("value", [*WORST, 1, -0.5, True, None, math.inf, -math.inf, (), (1,), [2.5, ("a", math.inf)]])
def test_a_literal_evaluates_to_the_value(value):
    source = literal(value)
    source.encode("ascii")
    assert eval(source, {"float": float, "__builtins__": {}}) == value


def test_a_literal_of_nan_and_of_what_has_none():
    assert math.isnan(eval(literal(math.nan)))
    with pytest.raises(TypeError, match="cannot be written as source: object"):
        literal(object())


@pytest.mark.parametrize("text", WORST, ids=ascii)
def test_a_terminal_shows_every_character(text):
    shown = printable(text)
    assert shown.isprintable()
    shown.encode()
    assert printable(text, keep="\n").count("\n") == text.count("\n")
