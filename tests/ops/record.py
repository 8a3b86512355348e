"""Ask Apache MXNet 1.9.1 what it answers to the samples, and what it says of its operators.

Run under the reference environment, from the repository's root:

    .reference/bin/python -m tests.ops.record            all families
    .reference/bin/python -m tests.ops.record reduce     some of them
    .reference/bin/python -m tests.ops.record --facts    tests/data/ops.json: names, inputs, attributes; op_places.json

The answers go to ``tests/data/ops/<family>.npz``: outputs (``<label>|<dtype>|out0``), gradients of the inputs for
the sample's head gradients (``...|grad0``), and changed inputs (``...|state2``).
"""

from __future__ import annotations

import ctypes
import json
import re
import sys
from pathlib import Path

import mxnet as mx
import numpy as np

from tests.ops.sample import OpSample, families, function, is_float

DATA = Path(__file__).parents[1] / "data"


def answer(sample: OpSample, dtype: str) -> dict[str, np.ndarray]:
    """Return what 1.9.1 answers to one sample."""
    given = sample.arrays(dtype)
    arrays = [mx.nd.array(a, dtype=a.dtype) for a in given]
    wants_grad = [is_float(a.dtype.name) and sample.grad == "recorded" for a in given]
    for array, expected in zip(arrays, wants_grad, strict=True):
        if expected:
            array.attach_grad()
    call = function(mx.nd, sample.op)
    with mx.autograd.record(train_mode=sample.is_train):
        outputs = call(*arrays, **sample.attrs, **({"out": [arrays[i] for i in sample.into]} if sample.into else {}))
    outputs = outputs if isinstance(outputs, list) else [outputs]
    values = [o.asnumpy() for o in outputs]
    result = {f"out{i}": v for i, v in enumerate(values)}
    result.update({f"state{i}": arrays[i].asnumpy() for i in sample.states})
    if any(wants_grad):
        heads = [mx.nd.array(h, dtype=h.dtype) for h in sample.heads(values)]
        mx.autograd.backward(outputs, heads)
        result.update({f"grad{i}": a.grad.asnumpy() for i, a in enumerate(arrays) if wants_grad[i]})
    return result


def record(family: str, samples: list[OpSample]) -> int:
    """Store the answers to a family's samples; return how many samples 1.9.1 refused."""
    stored, refused = {}, 0
    for sample in samples:
        if not sample.needs_record:
            continue
        for dtype in sample.dtypes:
            try:
                with mx.util.np_shape(sample.is_np):
                    result = answer(sample, dtype)
            except Exception as error:
                refused += 1
                print(f"{family}: {sample.label} {dtype}: {str(error).strip().splitlines()[-1][:200]}")
                continue
            stored.update({f"{sample.label}|{dtype}|{key}": value for key, value in result.items()})
    (DATA / "ops").mkdir(parents=True, exist_ok=True)
    np.savez_compressed(DATA / "ops" / f"{family}.npz", **stored)
    return refused


# -- facts about operators ---------------------------------------------------------------------------------


def _handles() -> dict[str, list[str]]:
    """Return all names of every operator, by its own name."""
    lib, count, names = mx.base._LIB, ctypes.c_uint(), ctypes.POINTER(ctypes.c_char_p)()
    lib.NNListAllOpNames(ctypes.byref(count), ctypes.byref(names))
    own: dict[str, list[str]] = {}
    for name in [names[i] for i in range(count.value)]:
        handle, first = ctypes.c_void_p(), ctypes.c_char_p()
        lib.NNGetOpHandle(ctypes.c_char_p(name), ctypes.byref(handle))
        lib.MXSymbolGetAtomicSymbolName(handle, ctypes.byref(first))
        own.setdefault(first.value.decode(), []).append(name.decode())
    return own


def _describe(name: str) -> dict:
    """Return inputs and attributes of an operator, in order, as 1.9.1 lists them."""
    lib, handle = mx.base._LIB, ctypes.c_void_p()
    lib.NNGetOpHandle(ctypes.c_char_p(name.encode()), ctypes.byref(handle))
    texts = [ctypes.c_char_p() for _ in range(4)]  # name, description, count attribute, return type
    names, types, about = (ctypes.POINTER(ctypes.c_char_p)() for _ in range(3))
    number = ctypes.c_uint()
    lib.MXSymbolGetAtomicSymbolInfo(
        handle,
        ctypes.byref(texts[0]),
        ctypes.byref(texts[1]),
        ctypes.byref(number),
        ctypes.byref(names),
        ctypes.byref(types),
        ctypes.byref(about),
        ctypes.byref(texts[2]),
        ctypes.byref(texts[3]),
    )
    inputs, attrs = [], []
    for i in range(number.value):
        key, kind = names[i].decode(), types[i].decode()
        if kind.startswith(("NDArray", "Symbol", "ndarray-or-symbol")):
            inputs.append(key)
            continue
        default = re.search(r"default=(.*)$", kind)
        text = default.group(1).strip("'") if default else None if "required" in kind else ""
        attrs.append([key, re.split(r",\s*(?:optional|required)", kind)[0], text])
    result = {"inputs": inputs, "attrs": attrs}
    if texts[2].value:
        result["count"] = texts[2].value.decode()
    return result


def write_facts() -> None:
    """Write ``tests/data/ops.json``: aliases, inputs, count attribute and ``[name, type, default]`` of attributes.

    The default is null for required attributes, and empty where 1.9.1 does not tell.
    """
    facts = {}
    for name, names in sorted(_handles().items()):
        if not name.startswith(("_backward", "_npi_backward", "_sg_", "_FusedOp")):
            facts[name] = {"aliases": sorted(set(names) - {name}), **_describe(name)}
    lines = ",\n".join(f"{json.dumps(k)}: {json.dumps(v)}" for k, v in facts.items())
    (DATA / "ops.json").write_text("{\n" + lines + "\n}\n")


#: namespace below ``nd`` and ``sym`` -> prefix of the names of the operators in it
PREFIXES = {
    "": "",
    "_internal": "",
    "contrib": "_contrib_",
    "linalg": "_linalg_",
    "random": "_random_",
    "image": "_image_",
}


def write_places() -> None:
    """Write ``tests/data/op_places.json``: by namespace the names of the operators in it, in ``nd`` as in ``sym``."""
    registered = {name for names in _handles().values() for name in names}
    result = {}
    for place, prefix in PREFIXES.items():
        there = [getattr(mx, ns) if not place else getattr(getattr(mx, ns), place) for ns in ("nd", "sym")]
        names = [{n for n in dir(item) if prefix + n in registered} for item in there]
        assert names[0] == names[1], place
        result[place] = sorted(
            n for n in names[0] if not (prefix + n).startswith(("_backward", "_np", "_sg_", "_sparse"))
        )
    lines = ",\n".join(f"{json.dumps(k)}: {json.dumps(v)}" for k, v in result.items())
    (DATA / "op_places.json").write_text("{\n" + lines + "\n}\n")


if __name__ == "__main__":
    if sys.argv[1:] == ["--facts"]:
        write_facts()
        write_places()
    else:
        sys.exit(sum(record(name, table) for name, table in families() if name in sys.argv[1:] or not sys.argv[1:]) > 0)
