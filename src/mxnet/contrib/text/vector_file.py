"""Reading files of word vectors."""

import re
import warnings
from collections.abc import Iterator
from typing import IO

import numpy as np

from ...core.errors import MXNetError

#: one of so many lines may be one that cannot be read
_BAD_AMONG = 100
#: how many of them are named
_NAMED = 5


class VectorFileError(MXNetError, AssertionError, ValueError):
    """A file of word vectors that cannot be read."""


class NoVectorsError(VectorFileError, TypeError):
    """A file without vectors."""


class _Wrong(Exception):
    """An invalid line."""


def read_vectors(path: str, delimiter: str, encoding: str) -> tuple[list[str], np.ndarray]:
    """Return the tokens of a file and their vectors, an array ``(tokens, length)``.

    A line is a token and its numbers. A token's second line and lines with one number, which are headers, are passed
    over with a warning. Other lines, and bytes that are no text, are passed over with one warning that counts and
    names them, as long as they are at most one among a hundred.

    Raises an error that is :class:`MXNetError`, AssertionError and ValueError and names the first bad lines where they
    are more, and for a file that is cut off: its last line is not complete, or there are fewer lines than its header
    says. For a file without vectors the error is a TypeError, too.
    """
    with open(path, encoding=encoding, errors="surrogateescape") as stream:
        rows, lines, invalid, claimed = _read(stream, path, delimiter)
    named = "; ".join(invalid[:_NAMED]) + ("; ..." if len(invalid) > _NAMED else "")
    if len(invalid) * _BAD_AMONG > lines:
        raise VectorFileError(f"{path}: {len(invalid)} of {lines} lines cannot be read: {named}")
    if not rows:
        raise NoVectorsError(f"{path}: there is no vector in the file")
    if lines - 1 < claimed:
        raise VectorFileError(f"{path} is cut off: its header says {claimed} vectors, but {lines - 1} lines follow")
    if invalid:
        warnings.warn(f"{path}: {len(invalid)} of {lines} lines cannot be read, passed over: {named}", stacklevel=4)
    return list(rows), np.stack(list(rows.values()))


def _read(stream: IO[str], path: str, delimiter: str) -> tuple[dict[str, np.ndarray], int, list[str], int]:
    """Return the vectors, how many lines there are, what is wrong with the bad ones, and how many the header claims."""
    rows: dict[str, np.ndarray] = {}
    invalid: list[str] = []
    line_number, header = 0, ("", 0.0)
    for line_number, line in enumerate(_lines(stream, path), 1):
        where = f"{path}, line {line_number}"
        try:
            token, texts = _parts(line, delimiter)
            if token in rows:
                warnings.warn(f"{where}: {token!r} was there before; its second vector is passed over", stacklevel=5)
                continue
            values = _numbers(texts)
            if len(values) > 1 and rows and len(values) != (length := len(next(iter(rows.values())))):
                raise _Wrong(f"{len(values)} numbers, but {length} in the lines before")
        except _Wrong as wrong:
            invalid.append(f"line {line_number}: {wrong}")
            values = None
        complete = values is not None and (len(values) > 1 or not rows)
        if rows and not complete and not line.endswith("\n"):
            raise VectorFileError(f"{where}: the file is cut off in this line")
        if values is None:
            continue
        if len(values) == 1:
            header = (token, float(values[0])) if line_number == 1 else header
            warnings.warn(f"{where}: one number makes no vector; taken for a header, passed over", stacklevel=5)
            continue
        rows[token] = values
    return rows, line_number, invalid, _claimed(rows, *header)


def _claimed(rows: dict[str, np.ndarray], count: str, length: float) -> int:
    """Return how many vectors the header ``count length`` claims, 0 where it is none of these vectors' file."""
    fits = rows and len(next(iter(rows.values()))) == length and re.fullmatch("[0-9]{1,12}", count)
    return int(count) if fits else 0


def _lines(stream: IO[str], path: str) -> Iterator[str]:
    try:
        yield from stream
    except UnicodeError as error:
        raise VectorFileError(f"{path} is no text in this encoding: {error}") from None


def _parts(line: str, delimiter: str) -> tuple[str, list[str]]:
    try:
        line.encode()
    except UnicodeEncodeError as error:
        raise _Wrong(f"byte {ord(line[error.start]) & 0xFF:#x} is no text in this encoding") from None
    token, *texts = line.rstrip().split(delimiter)
    if not texts:
        raise _Wrong(f"expected a token and its numbers with {delimiter!r} between them")
    return token, texts


def _numbers(texts: list[str]) -> np.ndarray:
    try:
        return np.array(texts, np.float64).astype(np.float32)
    except ValueError as error:
        raise _Wrong(str(error)[:200]) from None
