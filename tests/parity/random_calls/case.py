"""One drawn call, and how it travels to the processes that answer it. Needs NumPy alone, of any version."""

from __future__ import annotations

import pickle
import struct
from dataclasses import asdict, dataclass, field
from typing import Any, BinaryIO

import numpy as np


@dataclass
class Case:
    """One call of an operator."""

    op: str
    inputs: list[np.ndarray]
    attrs: dict[str, Any] = field(default_factory=dict)
    #: ``eager`` (mx.nd, autograd), ``graph`` (mx.sym, bind) or ``infer`` (shapes and types of a symbol)
    mode: str = "eager"
    #: "write" or "add" (gradients start at 0.5), or "null": no gradients are asked for
    grad_req: str = "write"
    is_train: bool = True
    np_shape: bool = False
    #: the numbers of the inputs that receive the results
    into: tuple[int, ...] = ()
    #: how many of the last inputs are states that no caller can name: a symbol makes variables for them
    hidden: int = 0
    #: what of the inputs an ``infer`` case tells: shapes and types, None where it keeps silent
    told_shapes: list[Any] = field(default_factory=list)
    told_types: list[Any] = field(default_factory=list)
    #: whether the values are random numbers, of which shape and type alone can be compared
    random: bool = False
    seed: int = 0

    def __str__(self) -> str:
        inputs = ", ".join(f"{a.dtype}{a.shape}" for a in self.inputs)
        attrs = "".join(f", {k}={v!r}" for k, v in self.attrs.items())
        how = f"{self.mode} {self.grad_req}{'' if self.is_train else ' predict'}{' np_shape' if self.np_shape else ''}"
        told = f" told {self.told_shapes} {self.told_types}" if self.mode == "infer" else ""
        return f"{self.op}({inputs}{attrs}) [{how}]{told}"


def pack(value: Any) -> Any:
    """Return ``value`` with arrays as plain tuples: NumPy 1 cannot unpickle arrays of NumPy 2."""
    if isinstance(value, Case):
        return {"case": {k: pack(v) for k, v in asdict(value).items()}}
    if isinstance(value, np.ndarray):
        return ("array", value.dtype.name, value.shape, np.ascontiguousarray(value).tobytes())
    if isinstance(value, np.generic):
        return value.item()
    if isinstance(value, dict):
        return {k: pack(v) for k, v in value.items()}
    if isinstance(value, list):
        return [pack(v) for v in value]
    return ("tuple", [pack(v) for v in value]) if isinstance(value, tuple) else value


def unpack(value: Any) -> Any:
    """Return what was packed."""
    if isinstance(value, dict):
        if value.keys() == {"case"}:
            return Case(**{k: unpack(v) for k, v in value["case"].items()})
        return {k: unpack(v) for k, v in value.items()}
    if isinstance(value, list):
        return [unpack(v) for v in value]
    if isinstance(value, tuple):
        if value[0] == "array":
            return np.frombuffer(value[3], value[1]).reshape(value[2]).copy()
        return tuple(unpack(v) for v in value[1])
    return value


def send(stream: BinaryIO, value: Any) -> None:
    """Write one message."""
    text = pickle.dumps(pack(value), protocol=4)
    stream.write(struct.pack("<Q", len(text)) + text)
    stream.flush()


def receive(stream: BinaryIO) -> Any:
    """Read one message; EOFError when the other side is gone."""
    head = stream.read(8)
    if len(head) < 8:
        raise EOFError
    return unpack(pickle.loads(stream.read(struct.unpack("<Q", head)[0])))
