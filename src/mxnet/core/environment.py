"""Numbers and switches in environment variables: what is none is one error, with the variable's name and value."""

import math
import os
import re
from collections.abc import Collection, Mapping
from typing import NoReturn

_SWITCHES = {"true": True, "false": False}


def integer(name: str, default: int | None, least: int = 0, environ: Mapping[str, str] = os.environ) -> int:
    """Return the whole number that an environment variable holds, ``default`` where it is not set or empty.

    Raises :class:`MXNetError` for anything but a whole number from ``least`` on; without a default also for nothing.
    """
    text = environ.get(name, "").strip()
    if not text and default is not None:
        return default
    if not (text.isdecimal() and text.isascii() and len(text) < 19 and int(text) >= least):
        _refuse(name, f"a whole number from {least} on", text)
    return int(text)


def flag(name: str, default: bool) -> bool:
    """Return whether an environment variable switches something on, ``default`` where it is not set or empty.

    As in 1.9.1, 0 and ``false`` switch it off, other whole numbers and ``true`` on, in any case of letters. Raises
    :class:`MXNetError` for anything else.
    """
    text = os.environ.get(name, "").strip().lower()
    if not text:
        return default
    if re.fullmatch(r"[-+]?[0-9]{1,18}", text):
        return int(text) != 0
    if text not in _SWITCHES:
        _refuse(name, "0 or 1, false or true", text)
    return _SWITCHES[text]


def seconds(name: str, default: float) -> float:
    """Return the seconds, above 0, that an environment variable holds, ``default`` where it is not set or empty.

    Raises :class:`MXNetError` for anything else.
    """
    text = os.environ.get(name, "").strip()
    try:
        result = float(text or default)
    except ValueError:
        result = math.nan
    if not 0 < result < math.inf:
        _refuse(name, "a number of seconds above 0", text)
    return result


def word(name: str, words: Collection[str]) -> str:
    """Return the word that an environment variable holds, empty where it is not set.

    Raises :class:`MXNetError` for others than these.
    """
    text = os.environ.get(name, "").strip()
    if text and text not in words:
        _refuse(name, f"one of {', '.join(words)}", text)
    return text


def _refuse(name: str, expected: str, text: str) -> NoReturn:
    from .errors import MXNetError  # which imports PyTorch: some variables are read before that

    raise MXNetError(f"environment variable {name}: expected {expected}, got {text[:40]!r}")
