"""Reading files of word vectors."""

from __future__ import annotations

import warnings

import numpy as np


def read_vectors(path: str, delimiter: str, encoding: str) -> tuple[list[str], np.ndarray]:
    """Return the tokens of a file and their vectors, an array ``(tokens, length)``.

    A line is a token and its numbers. A token's second line and lines with one number, which are headers, are passed
    over with a warning. Raises AssertionError for other lines and ValueError for what is no number, naming the line.
    """
    rows: dict[str, np.ndarray] = {}
    length = 0
    with open(path, encoding=encoding) as stream:
        for number, line in enumerate(stream, 1):
            token, *texts = line.rstrip().split(delimiter)
            where = f"{path}, line {number}"
            assert texts, f"{where}: expected a token and its numbers with {delimiter!r} between them"
            if token in rows:
                warnings.warn(f"{where}: {token!r} was there before; its second vector is passed over", stacklevel=4)
                continue
            try:
                values = np.array(texts, np.float64).astype(np.float32)
            except ValueError as error:
                raise ValueError(f"{where}: {error}") from None
            if len(values) == 1:
                warnings.warn(f"{where}: one number makes no vector; taken for a header, passed over", stacklevel=4)
                continue
            length = length or len(values)
            assert len(values) == length, f"{where}: {len(values)} numbers, but {length} in the lines before"
            rows[token] = values
    if not rows:
        raise TypeError(f"{path}: there is no vector in the file")
    return list(rows), np.stack(list(rows.values()))
