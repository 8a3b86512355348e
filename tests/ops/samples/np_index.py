"""Samples of NumPy's indexing as an operator."""

from __future__ import annotations

import json

import numpy as np

from ..sample import OpSample, const, normal

_ROWS = const([2, 0], dtype="int64")


def _indexed(*arrays, key):
    data, *indices = arrays
    remaining = iter(indices)

    def part(item):
        if item == "@":
            return next(remaining)
        if item == "...":
            return Ellipsis
        if isinstance(item, dict):
            return slice(*item["slice"]) if "slice" in item else np.array(item["array"])
        return item

    return data[tuple(map(part, json.loads(key)))]


SAMPLES = [
    OpSample("_npx_advanced_index", (normal(3, 4, 2), *indices), {"key": json.dumps(key)}, expect=_indexed,
             grad="numeric", case=case, dtypes=("float32", "float64"))
    for case, indices, key in (
        ("rows", (_ROWS,), ["@"]),
        ("apart", (_ROWS, _ROWS), ["@", {"slice": [None, None, -1]}, {"array": [1, 0]}][:2]),
        ("number beside", (_ROWS,), [1, "@"]),
        ("new axis", (_ROWS,), [None, "@", "..."]),
        ("backwards", (), [{"slice": [None, None, -2]}, "...", -1]),
        ("list", (), [{"array": [0, 0, 1]}, {"slice": [1, 3, None]}]),
    )
    for indices in [indices[: key.count("@")]]
]  # fmt: skip
