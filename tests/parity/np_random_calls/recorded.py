"""Answers of 1.9.1 to some draws, kept in a file: ``python -m tests.parity.np_random_calls --record --count 600``."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np

FILE = Path(__file__).parents[2] / "data" / "np_draws.npz"
_ARRAY = "array number"


def _without_arrays(value: Any, arrays: list[np.ndarray]) -> Any:
    if isinstance(value, np.ndarray):
        arrays.append(value)
        return {_ARRAY: len(arrays) - 1}
    if isinstance(value, dict):
        return {key: _without_arrays(each, arrays) for key, each in value.items()}
    return [_without_arrays(each, arrays) for each in value] if isinstance(value, (list, tuple)) else value


def _with_arrays(value: Any, arrays: Any) -> Any:
    if isinstance(value, dict):
        if value.keys() == {_ARRAY}:
            return arrays[f"a{value[_ARRAY]}"]
        return {key: _with_arrays(each, arrays) for key, each in value.items()}
    return [_with_arrays(each, arrays) for each in value] if isinstance(value, list) else value


def write(seed: int, answers: dict[int, Any]) -> None:
    """Write the answers by number of draw."""
    arrays: list[np.ndarray] = []
    text = json.dumps({"seed": seed, "answers": {str(n): _without_arrays(a, arrays) for n, a in answers.items()}})
    np.savez_compressed(FILE, text=np.array(text), **{f"a{i}": each for i, each in enumerate(arrays)})


def read() -> tuple[int, dict[int, Any]]:
    """Return the seed, and the answers by number of draw."""
    with np.load(FILE) as file:
        found = json.loads(str(file["text"]))
        return found["seed"], {int(n): _with_arrays(a, file) for n, a in found["answers"].items()}
