"""Dates as people write them, and the same dates as machines do: pairs of texts to learn translation from."""

from __future__ import annotations

import datetime

import numpy as np

FORMS = ("%d %B %Y", "%B %d, %Y", "%d.%m.%Y", "%a %d %b %y", "%A, %B %d %Y", "%d/%m/%y")
LONGEST = 28  # characters of "Wednesday, September 30 1998", the longest date
ANSWER = 10  # characters of "1998-09-30"

PAD, START = "_", "<"
SOURCE = PAD + " ,./0123456789" + "".join(chr(ord("a") + i) for i in range(26))
TARGET = START + "-0123456789"


def draw(number: int, seed: int = 0) -> tuple[list[str], list[str]]:
    """Return dates between 1970 and 2038, written by people in one of several ways, and in ISO's."""
    random = np.random.RandomState(seed)
    days = [datetime.date(1970, 1, 1) + datetime.timedelta(int(day)) for day in random.randint(0, 25_000, number)]
    forms = random.randint(0, len(FORMS), number)
    return [day.strftime(FORMS[form]).lower() for day, form in zip(days, forms, strict=True)], [
        str(day) for day in days
    ]


def encode_source(texts: list[str]) -> np.ndarray:
    """Return the characters' numbers, ``(N, LONGEST)``, padded at the end."""
    return np.array([[SOURCE.index(c) for c in text.ljust(LONGEST, PAD)] for text in texts], "float32")


def encode_target(texts: list[str]) -> np.ndarray:
    """Return the characters' numbers, ``(N, ANSWER)``."""
    return np.array([[TARGET.index(c) for c in text] for text in texts], "float32")


def decode(numbers: np.ndarray) -> list[str]:
    """Return the texts of rows of numbers."""
    return ["".join(TARGET[int(i)] for i in row) for row in numbers]
