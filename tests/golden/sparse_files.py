"""Files of arrays in sparse storage, as tables: under MXNet 1.9.1 this writes them, test_sparse_files.py reads them.

Run under the reference environment, from the repository's root:

    .reference/bin/python -m tests.golden.sparse_files

The files go to ``tests/data/golden/1.9.1/sparse-<name>.nd``.
"""

from __future__ import annotations

from pathlib import Path

import mxnet as mx
import numpy as np

FOLDER = Path(__file__).parents[1] / "data" / "golden" / "1.9.1"
DTYPES = ("float32", "float64", "float16", "uint8", "int32", "int8", "int64")
SOME = np.array([[0, 1, 0], [2, 0, 3], [0, 0, 0], [4, 0, 0]])
_NONE = np.zeros((3, 2))
_DEEP = np.arange(24).reshape(4, 3, 2) % 5 * np.array([1, 0, 1, 0]).reshape(4, 1, 1)

#: (storage, data type, values)
Entry = tuple[str, str, np.ndarray]
#: file -> its arrays, a list or by name
FILES: dict[str, list[Entry] | dict[str, Entry]] = {
    "csr-types": {dtype: ("csr", dtype, SOME) for dtype in DTYPES},
    "rows-types": {dtype: ("row_sparse", dtype, SOME) for dtype in DTYPES},
    "empty": [(stype, dtype, _NONE) for stype in ("csr", "row_sparse") for dtype in ("float32", "float16", "int64")],
    "one": [("csr", "float32", SOME)],
    "axes": [
        ("row_sparse", "float32", np.array([0, 3, 0, 5])),
        ("row_sparse", "float64", _DEEP),
        ("row_sparse", "float32", np.zeros((2, 1, 3))),
        ("csr", "float32", np.ones((1, 1))),
        ("csr", "float32", np.array([[0] * 6 + [1]])),
    ],
    "mixed-list": [
        ("default", "float32", SOME),
        ("csr", "float32", SOME),
        ("row_sparse", "float32", SOME),
        ("default", "int32", np.arange(3)),
        ("csr", "float64", _NONE),
    ],
    "mixed-dict": {
        "arg:weight": ("row_sparse", "float32", SOME),
        "arg:bias": ("default", "float32", np.arange(3)),
        "aux:data": ("csr", "float32", SOME),
        "größe": ("row_sparse", "float16", _NONE),
    },
}


def make(entry: Entry) -> mx.nd.NDArray:
    """Return the array that an entry tells of."""
    stype, dtype, values = entry
    return mx.nd.array(values, dtype=dtype).tostype(stype)


def stored_zeros() -> dict[str, mx.nd.NDArray]:
    """Return arrays that store zeros."""
    return {
        "csr": mx.nd.sparse.csr_matrix(([0, 7, 0], [0, 0, 1], [0, 1, 1, 3]), shape=(3, 2)),
        "rows": mx.nd.sparse.row_sparse_array(([[0, 0], [1, 2]], [0, 2]), shape=(4, 2)),
    }


def arrays(name: str) -> list[mx.nd.NDArray] | dict[str, mx.nd.NDArray]:
    """Return what is saved in a file."""
    if name == "stored-zeros":
        return stored_zeros()
    told = FILES[name]
    return {key: make(each) for key, each in told.items()} if isinstance(told, dict) else [make(e) for e in told]


def path(name: str) -> Path:
    """Return where a file lies."""
    return FOLDER / f"sparse-{name}.nd"


if __name__ == "__main__":
    for each in (*FILES, "stored-zeros"):
        mx.nd.save(str(path(each)), arrays(each))
