"""Types and values of arithmetic between arrays and numbers, for every data type and operator."""

import operator

import mxnet as mx
import numpy as np
from helpers import raised

TYPES = ["float16", "float32", "float64", "uint8", "int8", "int32", "int64"]
OPERATORS = ["add", "sub", "mul", "truediv", "mod", "pow", "eq", "ne", "gt", "ge", "lt", "le"]
NUMBERS = {"2": 2, "1.9": 1.9, "3": 3, "True": True, "float32": np.float32(2.5), "int64": np.int64(2)}
RTOL = 1e-3  # float16


def array(dtype, start=1):
    return mx.nd.array(np.arange(start, start + 6).reshape(2, 3), dtype=dtype)


def answer(made):
    return {"type": np.dtype(made.dtype).name, "values": made.asnumpy(), "context": str(made.ctx)}


def with_numbers():
    answers = {}
    for dtype in TYPES:
        for name in OPERATORS:
            for text, number in NUMBERS.items():
                op = getattr(operator, name)
                if name == "pow" and not dtype.startswith("float") and number == 1.9:
                    continue  # an integer to a fraction: 1.9.1 rounds the power, not the exponent
                answers[f"{dtype} {name} {text}"] = answer(op(array(dtype), number))
                answers[f"{text} {name} {dtype}"] = answer(op(number, array(dtype)))
    return answers


def with_arrays():
    answers = {}
    for dtype in TYPES:
        for name in OPERATORS:
            op = getattr(operator, name)
            answers[f"{dtype} {name}"] = answer(op(array(dtype), array(dtype, 2)))
            answers[f"{dtype} {name}, rows"] = answer(op(array(dtype), array(dtype, 2)[0:1]))
    return answers


def in_place():
    answers = {}
    for dtype in TYPES:
        for name in ["iadd", "isub", "imul", "itruediv", "imod"]:
            for other in (2, 1.9, array(dtype, 3)):
                made = array(dtype)
                changed = getattr(operator, name)(made, other)
                key = "array" if isinstance(other, mx.nd.NDArray) else other
                answers[f"{dtype} {name} {key}"] = {**answer(made), "same": changed is made}
    return answers


def errors():
    x = array("float32")
    return [
        raised(lambda: (x + array("int32")).asnumpy()),
        raised(lambda: (x + mx.nd.ones((2, 2))).asnumpy()),
        raised(lambda: x + None),
        raised(lambda: x + "a"),
        raised(lambda: x == None),  # noqa: E711
        raised(lambda: x + np.ones((2, 3))),
        raised(lambda: x // 2),
        raised(lambda: x & x),
    ]


def run():
    return {"numbers": with_numbers(), "arrays": with_arrays(), "in place": in_place(), "errors": errors()}
