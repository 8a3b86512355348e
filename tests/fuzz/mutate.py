"""Changing whole files: truncation, flipped bits, splices, huge numbers, and changes of JSON's and texts' structure."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable
from typing import Any

from .reader import Files, Reader

_HUGE = (0, 1, 0x7F, 0x80, 0xFF, 0x7FFF, 0xFFFF, 2**31 - 1, 2**31, 2**32 - 1, 2**40, 2**62, 2**63 - 1, 2**63, 2**64 - 1)
#: what may stand where a number, a name or a tuple is expected
TEXTS = (
    *("", " ", "True", "False", "None", "-1", "0", "1", "2", "3", "7", "1.5", "-0.0", "1e400", "nan", "-inf", "9" * 20),
    *("9" * 400, "9" * 5000, "2147483648", "9223372036854775807", "9223372036854775808", "1e38", "1_000", "0x10", "1L"),
    *("()", "[]", "(1,)", "(0, 0)", "(-1, -1)", "(None, 1)", "(1.5,)", "('a',)", "(True, False)", "((1, 2), (3,))"),
    *("(9223372036854775808,)", "(1e400, 1)", "(100000, 100000, 100000)", "(1" + ", 1" * 40 + ")", "{1: 2}", "1+1j"),
    *("(" * 200 + ")" * 200, "(" * 30000, "[" * 90 + "]" * 90, "-" * 5000 + "1", "float32", "int8", "bfloat16", "12"),
    *("null", "\0", "a\0b", "\ud800", "\u0661\u0662", "é", "a" * 3000, "%s%n", "{0}", "__import__('os').system('id')"),
    *("lambda: 0", "../../etc/passwd", "9**9**9", "(" + "1, " * 20000 + ")"),
)
_VALUES: tuple[Any, ...] = (None, True, -1, 0, 3, 2**31, 2**63, 10**30, 1.5, 1e308, [], {}, [0, 0, 0], {"a": "b"}, [[]])


def mutated(which: Reader, dice: random.Random) -> Files:
    """Return files made from one of a reader's whole ones, in which one is changed, in one to four places."""
    seeds = which.seeds()
    if which.invent is not None and (not seeds or dice.random() < 0.5):
        return which.invent(dice)
    files = dict(dice.choice(seeds))
    name = dice.choice([each for each in files if not which.changes or each in which.changes])
    others = [each[name] for each in seeds if name in each]
    for _ in range(dice.choice((1, 1, 1, 2, 4))):
        files[name] = _change(files[name], name, dice, others)
    return files


def _change(content: bytes, name: str, dice: random.Random, others: list[bytes]) -> bytes:
    if name.endswith(".json") and dice.random() < 0.7:
        try:
            return json.dumps(_json(json.loads(content), dice)).encode()
        except ValueError:
            pass
    if name.endswith((".json", ".txt", ".csv", ".lst", ".idx", ".svm", ".log", ".tokens")) and dice.random() < 0.6:
        return _text(content, dice)
    return dice.choice(_CHANGES)(content, dice, others)


# -- bytes ----------------------------------------------------------------------------------------------------------


def _cut(content: bytes, dice: random.Random, others: list[bytes]) -> bytes:
    return content[: dice.randrange(len(content) + 1)]


def _flip(content: bytes, dice: random.Random, others: list[bytes]) -> bytes:
    changed = bytearray(content)
    for _ in range(dice.choice((1, 1, 2, 8, 64))):
        if changed:
            changed[dice.randrange(len(changed))] ^= 1 << dice.randrange(8)
    return bytes(changed)


def _flip_early(content: bytes, dice: random.Random, others: list[bytes]) -> bytes:
    head = dice.choice((16, 64, 256))
    return _flip(content[:head], dice, others) + content[head:]


def _number(content: bytes, dice: random.Random, others: list[bytes]) -> bytes:
    size = dice.choice((1, 2, 4, 8))
    at = dice.randrange(len(content) + 1)
    if dice.random() < 0.5:
        at = min(at, dice.randrange(256)) // 4 * 4
    new = (dice.choice(_HUGE) % (1 << 8 * size)).to_bytes(size, dice.choice(("little", "big")))
    return content[:at] + new + content[at + size :]


def _splice(content: bytes, dice: random.Random, others: list[bytes]) -> bytes:
    other = dice.choice(others)
    return content[: dice.randrange(len(content) + 1)] + other[dice.randrange(len(other) + 1) :]


def _repeat(content: bytes, dice: random.Random, others: list[bytes]) -> bytes:
    begin, end = sorted((dice.randrange(len(content) + 1), dice.randrange(len(content) + 1)))
    return content[:end] + content[begin : min(end, begin + 4096)] * dice.choice((1, 2, 16)) + content[end:]


def _drop(content: bytes, dice: random.Random, others: list[bytes]) -> bytes:
    begin = dice.randrange(len(content) + 1)
    return content[:begin] + content[begin + dice.choice((1, 2, 4, 8, 100)) :]


def _noise(content: bytes, dice: random.Random, others: list[bytes]) -> bytes:
    at = dice.randrange(len(content) + 1)
    noise = dice.choice((b"\0", b"\xff", b"\n", b"\xed\xa0\x80", dice.randbytes(3))) * dice.choice((1, 4, 300))
    return content[:at] + noise + content[at + dice.choice((0, len(noise))) :]


_CHANGES: tuple[Callable[[bytes, random.Random, list[bytes]], bytes], ...] = (
    *(_cut, _flip, _flip_early, _number, _number, _splice, _repeat, _drop, _noise),
    lambda content, dice, others: b"",
)


# -- texts and JSON -------------------------------------------------------------------------------------------------


def _text(content: bytes, dice: random.Random) -> bytes:
    """Change a word, or the order and number of lines."""
    if dice.random() < 0.3:
        lines = content.splitlines(keepends=True) or [b""]
        at = dice.randrange(len(lines))
        lines[at] = dice.choice((b"", b"\n", lines[at] * 2, lines[at].rstrip(), dice.choice(lines)))
        return b"".join(lines)
    words = list(re.finditer(rb"[^\s,:\"]+", content))
    if not words:
        return content
    word = dice.choice(words)
    new = dice.choice(TEXTS).encode(errors="surrogatepass")
    return content[: word.start()] + new + content[word.end() :]


def _json(value: Any, dice: random.Random) -> Any:
    """Change one value, drop it, or put it somewhere twice."""
    if not isinstance(value, (list, dict)) or not value or dice.random() < 0.03:
        return dice.choice(TEXTS) if isinstance(value, str) and dice.random() < 0.7 else dice.choice((*_VALUES, *TEXTS))
    key = dice.choice(list(value) if isinstance(value, dict) else range(len(value)))
    chance = dice.random()
    if chance < 0.05:
        del value[key]
    elif chance < 0.08 and isinstance(value, list):
        value.insert(key, dice.choice(value))
    elif chance < 0.11 and isinstance(value, dict):
        value[dice.choice(("a", "", "name", "op", "\0"))] = value.pop(key)
    else:
        value[key] = _json(value[key], dice)
    return value
