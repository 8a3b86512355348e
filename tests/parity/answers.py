"""How a program's answers travel from one Python to another: nested dicts, lists, scalars, text, bytes and arrays."""

from __future__ import annotations

import base64
import json
from pathlib import Path

import numpy as np


def _encode(value, arrays):
    if isinstance(value, dict):
        return {"dict": [[key, _encode(item, arrays)] for key, item in value.items()]}
    if isinstance(value, list | tuple):
        return {type(value).__name__: [_encode(item, arrays) for item in value]}
    if isinstance(value, bytes):
        return {"bytes": base64.b64encode(value).decode()}
    if isinstance(value, np.ndarray):
        arrays[f"a{len(arrays)}"] = value
        return {"array": f"a{len(arrays) - 1}"}
    if isinstance(value, np.generic):
        return _encode(value.item(), arrays)
    if value is None or isinstance(value, bool | int | float | str):
        return {"plain": value}
    raise TypeError(f"a program may not answer with {type(value).__name__}: {value!r}")


def _decode(value, arrays):
    ((kind, held),) = value.items()
    if kind == "dict":
        return {key: _decode(item, arrays) for key, item in held}
    if kind in ("list", "tuple"):
        return [_decode(item, arrays) for item in held] if kind == "list" else tuple(_decode(i, arrays) for i in held)
    if kind == "bytes":
        return base64.b64decode(held)
    return arrays[held] if kind == "array" else held


def write(path, answers):
    """Write answers to `path.json` and `path.npz`."""
    arrays = {}
    tree = _encode(answers, arrays)
    Path(f"{path}.json").write_text(json.dumps(tree))
    np.savez(f"{path}.npz", **arrays)


def read(path):
    """Read what `write` wrote."""
    with np.load(f"{path}.npz", allow_pickle=False) as arrays:
        return _decode(json.loads(Path(f"{path}.json").read_text()), arrays)


def differences(ours, theirs, rtol, atol, where="answer"):
    """Return one line for each place where two answers differ; empty when they agree.

    Types, keys, lengths, shapes, dtypes and text must be the same; floats agree within atol + rtol * |theirs|. Errors
    (`{"raised": [class, base, ...]}`, see helpers.py) agree when ours can be caught as theirs.
    """
    if type(ours) is not type(theirs):
        return [f"{where}: ours is {ours!r}, theirs {theirs!r}"]
    if isinstance(ours, dict) and ours.keys() == theirs.keys() == {"raised"}:
        return _error_difference(ours["raised"], theirs["raised"], where)
    if isinstance(ours, dict):
        if ours.keys() != theirs.keys():
            return [f"{where}: only ours {ours.keys() - theirs.keys()}, only theirs {theirs.keys() - ours.keys()}"]
        pairs = [(f"{where}[{key!r}]", ours[key], theirs[key]) for key in theirs]
    elif isinstance(ours, list | tuple):
        if len(ours) != len(theirs):
            return [f"{where}: ours has {len(ours)} items, theirs {len(theirs)}: {ours!r} / {theirs!r}"]
        pairs = [(f"{where}[{i}]", a, b) for i, (a, b) in enumerate(zip(ours, theirs, strict=True))]
    elif isinstance(ours, np.ndarray):
        return _array_difference(ours, theirs, rtol, atol, where)
    elif isinstance(ours, float):
        same = np.isclose(ours, theirs, rtol, atol, equal_nan=True)
        return [] if same else [f"{where}: ours is {ours!r}, theirs {theirs!r}"]
    else:
        return [] if ours == theirs else [f"{where}: ours is\n{ours!r}\n  theirs\n{theirs!r}"]
    return [line for place, a, b in pairs for line in differences(a, b, rtol, atol, place)]


def _error_difference(ours, theirs, where):
    """Ours may be a subclass: whoever catches MXNet's error catches ours."""
    if ours[:1] == theirs[:1] or (theirs and theirs[0] in ours):
        return []
    ours, theirs = (" < ".join(each) or "no error" for each in (ours, theirs))
    return [f"{where}: ours raises {ours}, theirs {theirs}"]


def _array_difference(ours, theirs, rtol, atol, where):
    if (ours.shape, ours.dtype) != (theirs.shape, theirs.dtype):
        return [f"{where}: ours is {ours.dtype}{ours.shape}, theirs {theirs.dtype}{theirs.shape}"]
    if np.allclose(ours, theirs, rtol, atol, equal_nan=True):
        return []
    off = ~np.isclose(ours, theirs, rtol, atol, equal_nan=True)
    first = tuple(int(i[0]) for i in np.nonzero(np.atleast_1d(off)))
    a, b = np.atleast_1d(ours)[first], np.atleast_1d(theirs)[first]
    return [f"{where}: {off.sum()} of {off.size} values differ, first at {first}: ours {a!r}, theirs {b!r}"]
