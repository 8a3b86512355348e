"""Record the operators of MXNet 2.0.0b1 with their attributes: ``PYTHON -m tests.mxnet2.record_operators``."""

from __future__ import annotations

import ctypes
import json
from pathlib import Path

PATH = Path(__file__).with_name("operators.json")


def record():
    """Return the attributes of each operator by its name; those of gradients are left out."""
    from mxnet.base import _LIB, check_call, py_str

    texts = ctypes.POINTER(ctypes.c_char_p)
    count, names = ctypes.c_uint(), texts()
    check_call(_LIB.MXListAllOpNames(ctypes.byref(count), ctypes.byref(names)))
    result = {}
    for operator in sorted(py_str(names[i]) for i in range(count.value)):
        handle, of_inputs = ctypes.c_void_p(), ctypes.c_uint()
        check_call(_LIB.NNGetOpHandle(operator.encode(), ctypes.byref(handle)))
        text = [ctypes.c_char_p() for _ in range(4)]
        keys, types, descriptions = texts(), texts(), texts()
        out = [text[0], text[1], of_inputs, keys, types, descriptions, text[2], text[3]]
        check_call(_LIB.MXSymbolGetAtomicSymbolInfo(handle, *map(ctypes.byref, out)))
        arguments = [(py_str(keys[i]), py_str(types[i])) for i in range(of_inputs.value)]
        if "backward" not in operator:
            result[operator] = [key for key, kind in arguments if not kind.startswith(("NDArray", "Symbol"))]
    return result


def main():
    rows = [f"{json.dumps(name)}: {json.dumps(attributes)}" for name, attributes in record().items()]
    PATH.write_text("{\n" + ",\n".join(rows) + "\n}\n")


if __name__ == "__main__":
    main()
