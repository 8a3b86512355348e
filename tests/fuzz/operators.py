"""Operators called wrongly: every sample of every operator with inputs and attributes changed at random.

    python -m tests.fuzz.operators --seconds 300 --seed 1     # as long as one likes
    python -m tests.fuzz.operators --seed 1 --case 17         # one case again, in this process

A case is one operator's sample in which one to three things were made wrong: a shape, a data type, the values of an
input (NaN, infinities, negative and huge numbers), the number of inputs, an attribute. Each runs in a child process
that may use so much memory and processor time and no more: imperatively, recorded with a backward pass, and in an
executor, forward and backward. What is reported:

``crash``    the process died
``hang``     more than :data:`SECONDS` of processor time
``memory``   values of inputs alone made a call ask for more than :data:`MEMORY`
``raw``      an exception other than MXNetError, TypeError and ValueError, or one that only speaks of our own code
``outside``  a result depends on the memory around the inputs or on memory that was never written, or a call wrote there

The last is found by running each case twice: the inputs lie within larger arrays that hold other numbers each time, and
fresh memory is filled with other bytes (``M_PERTURB`` of GNU's C library).
"""

from __future__ import annotations

import argparse
import json
import os
import random
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from tests.ops.sample import OpSample, families, function, is_float

ROOT = Path(__file__).parents[2]
#: the processor time that one run of a case may take
SECONDS = 20
#: the memory that the child process may have, in bytes
MEMORY = 3 << 30
#: the elements before and behind each input that do not belong to it
AROUND = 1024
_M_PERTURB = -6

_NUMBERS = (
    -1,
    0,
    1,
    2,
    3,
    7,
    -2,
    -7,
    100,
    10**9,
    -(10**9),
    2**31 - 1,
    2**31,
    2**32 + 1,
    2**62,
    -(2**63),
    2**64,
    10**30,
)
_FRACTIONS = (0.0, 0.5, -0.5, 1.5, 1e-30, 1e20, -1e20, 3.4e38, 1e300, float("nan"), float("inf"), float("-inf"))
_OTHERS: tuple[Any, ...] = (
    None, "", "abc", "None", "(1,", "()", (), [], (0,), (1, 1), (1, 2, 3, 4, 5, 6, 7), ((1, 2), (3,)), {}, {"a": 1},
    b"x", True, False, object, "float16", "nan", "1e999", "9" * 40, np.float32(2), np.int64(-3), np.array([1, 2]),
)  # fmt: skip
_DTYPES = ("float16", "float32", "float64", "int8", "uint8", "int32", "int64", "bool")
_VALUES = (float("nan"), float("inf"), float("-inf"), -1, -2, 0, 1, 5, 7, 100, 0.5, 1e9, -1e9, 2.0**31, 1e20, -1e20)


@dataclass
class Case:
    """One call: the operator's sample, its inputs and attributes with something wrong, and what that is."""

    sample: OpSample
    inputs: list[Any]
    attrs: dict[str, Any]
    changes: list[str] = field(default_factory=list)
    #: whether only values of inputs differ from the sample's
    only_values: bool = True

    def __str__(self) -> str:
        inputs = ", ".join(f"{a.dtype}{list(a.shape)}" if isinstance(a, np.ndarray) else repr(a) for a in self.inputs)
        return f"{self.sample.op}({inputs}; {self.attrs}) after: {', '.join(self.changes)}"


# -- making cases ------------------------------------------------------------------------------------------------


class Cases:
    """All cases of a seed, by number: every operator in turn, in an order of the seed's."""

    def __init__(self, seed: int, only: str | None = None) -> None:
        self.seed = seed
        self.by_op: dict[str, list[OpSample]] = {}
        for _, table in families():
            for sample in table:
                if only is None or sample.op == only:
                    self.by_op.setdefault(sample.op, []).append(sample)
        self.order = sorted(self.by_op, key=lambda name: random.Random(f"{seed}/{name}").random())

    def __getitem__(self, number: int) -> Case:
        turn, place = divmod(number, len(self.order))
        name = self.order[place]
        draw = random.Random(f"{self.seed}/{name}/{turn}")  # an operator more changes no other's cases
        sample = draw.choice(self.by_op[name])
        case = Case(sample, list(sample.arrays(draw.choice(sample.dtypes))), dict(sample.attrs))
        for _ in range(draw.choice((1, 1, 1, 2, 2, 3))):
            _change(case, draw)
        return case


def _change(case: Case, draw: random.Random) -> None:
    at = [i for i, a in enumerate(case.inputs) if isinstance(a, np.ndarray)]
    kinds: list[Callable[..., None]] = [_attribute] * 3 + (
        [_values] * 4 + [_shape] * 3 + [_dtype, _number] if at else []
    )
    kind = draw.choice(kinds)
    case.only_values &= kind is _values
    kind(case, draw, draw.choice(at) if at else None)


def _values(case: Case, draw: random.Random, i: int) -> None:
    """Put a number where none such should be: at one place, or everywhere."""
    array = case.inputs[i].copy()
    value = draw.choice(_VALUES)
    if array.dtype.kind in "iub":
        info = np.iinfo(array.dtype) if array.dtype.kind != "b" else np.iinfo("uint8")
        value = draw.choice((info.min, info.max)) if value != value else int(min(max(value, info.min), info.max))
    everywhere = draw.random() < 0.3 or not array.size
    with np.errstate(all="ignore"):
        if everywhere:
            array[...] = value
        else:
            array.reshape(-1)[draw.randrange(array.size)] = value
    case.inputs[i] = array
    case.changes.append(f"input {i} has {value}{' everywhere' if everywhere else ''}")


def _shape(case: Case, draw: random.Random, i: int) -> None:
    """Give an input an axis more or less, or another length."""
    array = case.inputs[i]
    axis = draw.randrange(array.ndim) if array.ndim else 0
    how = draw.choice(("more axes", "fewer axes", "longer", "shorter", "empty", "scalar", "swapped"))
    if how == "more axes" or not array.ndim:
        array = np.expand_dims(array, draw.choice((0, -1)))
    elif how == "fewer axes":
        shape = (*array.shape[:axis], *array.shape[axis + 1 :])
        array = np.asarray(array.take(0, axis)) if array.shape[axis] else np.zeros(shape, array.dtype)
    elif how == "longer":
        array = np.concatenate([array, array.take([0], axis)], axis) if array.shape[axis] else array
    elif how == "shorter":
        array = np.delete(array, slice(0, 1), axis)
    elif how == "empty":
        array = array.take([], axis)
    elif how == "scalar":
        array = np.array(1, array.dtype)
    else:
        array = np.ascontiguousarray(array.T)
    case.inputs[i] = array
    case.changes.append(f"input {i} {how}: {list(array.shape)}")


def _dtype(case: Case, draw: random.Random, i: int) -> None:
    dtype = draw.choice(_DTYPES)
    with np.errstate(all="ignore"):
        case.inputs[i] = case.inputs[i].astype(dtype)
    case.changes.append(f"input {i} {dtype}")


def _number(case: Case, draw: random.Random, i: int) -> None:
    """Leave an input out, add one, or give something that is no array."""
    how = draw.choice(("left out", "twice", "no array"))
    if how == "left out":
        del case.inputs[i]
    elif how == "twice":
        case.inputs.insert(i, case.inputs[i])
    else:
        case.inputs[i] = draw.choice((None, 3, "abc", [1.0, 2.0], (), object))
    case.changes.append(f"input {i} {how}")


def _attribute(case: Case, draw: random.Random, _: int | None) -> None:
    """Change an attribute, leave it out, or add one that the operator has."""
    from mxnet.registry import OPS

    names = [n for n in OPS[case.sample.op].attrs if n not in ("ctx",)]
    if not names:
        case.changes.append("nothing")
        return
    name = draw.choice(names)
    if name in case.attrs and draw.random() < 0.1:
        del case.attrs[name]
        case.changes.append(f"without {name}")
        return
    old = case.attrs.get(name, OPS[case.sample.op].attrs[name].default)
    value = _other_value(old, draw)
    case.attrs[name] = value
    case.changes.append(f"{name}={value!r}")


def _other_value(old: Any, draw: random.Random) -> Any:
    if isinstance(old, (tuple, list)) and old and draw.random() < 0.7:
        items = list(old)
        where = draw.randrange(len(items))
        how = draw.choice(("one", "one", "more", "fewer", "all"))
        if how == "one":
            items[where] = _other_value(items[where], draw)
        elif how == "more":
            more = items[where]
            items.insert(where, 2 if isinstance(more, int) and more > 9 else more)  # numbers to draw by the million
        elif how == "fewer":
            del items[where]
        else:
            items = [draw.choice(_NUMBERS)] * len(items)
        return tuple(items)
    if isinstance(old, bool) and draw.random() < 0.7:
        return not old
    table = draw.choice((_NUMBERS, _NUMBERS, _FRACTIONS, _OTHERS))
    value = draw.choice(table)
    return str(value) if draw.random() < 0.15 else value


# -- running a case ----------------------------------------------------------------------------------------------


class Outside(Exception):
    """A call read or wrote memory that is not its inputs'."""


class Guarded:
    """An input within a larger array that is filled with one number on either side."""

    def __init__(self, values: np.ndarray, second: bool) -> None:
        import mxnet as mx
        import torch

        self.fill = np.array(77 if second else 2).astype(values.dtype) if values.dtype != bool else np.array(second)
        self.whole = np.full(values.size + 2 * AROUND, self.fill, values.dtype)
        self.size = values.size
        self.whole[AROUND : AROUND + self.size] = values.reshape(-1)
        inner = torch.from_numpy(self.whole)[AROUND : AROUND + self.size].view(values.shape)
        self.array = mx.nd.NDArray.from_torch(inner)

    def check(self) -> None:
        outer = np.concatenate([self.whole[:AROUND], self.whole[AROUND + self.size :]])
        if not (outer == self.fill).all():
            raise Outside("a call wrote beside an input")


def _guard(case: Case, second: bool) -> tuple[list[Any], list[Guarded]]:
    guards = [Guarded(a, second) if isinstance(a, np.ndarray) else None for a in case.inputs]
    inputs = [a if g is None else g.array for a, g in zip(case.inputs, guards, strict=True)]
    return inputs, [g for g in guards if g is not None]


def _listed(made: Any) -> list[Any]:
    return list(made) if isinstance(made, (list, tuple)) else [made]


def _at_once(case: Case, second: bool) -> list[np.ndarray]:
    import mxnet as mx

    inputs, guards = _guard(case, second)
    kwargs = dict(case.attrs)
    if case.sample.into:
        kwargs["out"] = [inputs[i] for i in case.sample.into if i < len(inputs)]
    with mx.autograd.pause(train_mode=case.sample.is_train):
        made = _listed(function(mx.nd, case.sample.op)(*inputs, **kwargs))
    for each in guards:
        each.check()
    return [each.asnumpy() for each in made]


def _recorded(case: Case, second: bool) -> list[np.ndarray]:
    import mxnet as mx

    inputs, guards = _guard(case, second)
    variables = [a for a in inputs if isinstance(a, mx.nd.NDArray) and is_float(np.dtype(a.dtype).name)]
    for each in variables:
        each.attach_grad()
    with mx.autograd.record(train_mode=case.sample.is_train):
        made = _listed(function(mx.nd, case.sample.op)(*inputs, **case.attrs))
    found = [each.asnumpy() for each in made]
    try:
        mx.autograd.backward(made)
        found += [each.grad.asnumpy() for each in variables]
    finally:
        for each in guards:
            each.check()
    return found


def _in_graph(case: Case, second: bool) -> list[np.ndarray]:
    import mxnet as mx

    inputs, guards = _guard(case, second)
    names = [f"input{i}" for i in range(len(inputs))]
    variables = [mx.sym.Variable(n) if isinstance(a, mx.nd.NDArray) else a for n, a in zip(names, inputs, strict=True)]
    node = function(mx.sym, case.sample.op)(*variables, **case.attrs, name="node")
    given = {n: a for n, a in zip(names, inputs, strict=True) if isinstance(a, mx.nd.NDArray)}
    states = node.list_auxiliary_states()
    args = {k: v for k, v in given.items() if k not in states}
    grads = {k: mx.nd.zeros(v.shape, dtype=v.dtype) for k, v in args.items() if is_float(np.dtype(v.dtype).name)}
    executor = node.bind(
        mx.cpu(), args, args_grad=grads, grad_req={k: "write" if k in grads else "null" for k in args},
        aux_states={k: v for k, v in given.items() if k in states},
    )  # fmt: skip
    executor.forward(is_train=False)
    executor.forward(is_train=True)
    found = [each.asnumpy() for each in executor.outputs]
    try:
        executor.backward([mx.nd.ones(each.shape, dtype=each.dtype) for each in executor.outputs])
        found += [each.asnumpy() for each in grads.values()]
    finally:
        for each in guards:
            each.check()
    return found


MODES = {"at once": _at_once, "recorded": _recorded, "in a graph": _in_graph}
#: exceptions that speak of our code, not of what the caller did, when they are the cause of an MXNetError
_OURS = (AttributeError, AssertionError, KeyError, ZeroDivisionError, NameError, OverflowError, RecursionError)
_OUR_WORDS = (
    "unpack", "INTERNAL ASSERT", "report a bug", "object is not", "not supported between", "unsupported operand",
    "invalid combination of arguments", "must be Tensor", "NoneType", "positional argument", "cannot be interpreted",
    "unexpected keyword", "object cannot be", "index out of range",
)  # fmt: skip
_NOT_AN_ARRAY = re.compile(
    "must have NDArray type|expected an array of mx.np|must be Symbol instances|cannot be mixed|have the same type"
)
_TOO_MUCH = ("allocate memory", "bad_alloc", "Storage size calculation overflowed", "invalid array size", "MemoryError")


def judge(case: Case, before: Callable[[], object] = lambda: None) -> Iterator[tuple[str, str, str]]:
    """Run a case and yield what is wrong, as ``(kind, mode, text)``; ``before`` is called before each run."""
    import mxnet as mx

    for mode, run in MODES.items():
        if case.sample.changes and mode != "at once":
            continue
        results: list[list[np.ndarray] | None] = []
        for second in (False, True):
            _perturb(0x5A if second else 0xC3)
            mx.random.seed(7)
            before()
            try:
                results.append(run(case, second))
            except Outside as error:
                yield "outside", mode, str(error)
                break
            except Exception as error:
                results.append(None)
                fault = _fault(case, error)
                if fault:
                    yield fault[0], mode, fault[1]
                    break
        else:
            first, other = results
            if (first is None) != (other is None):
                yield "outside", mode, "an error or none, as the memory around the inputs is"
            elif first is not None and other is not None:
                for i, (a, b) in enumerate(zip(first, other, strict=True)):
                    if not _equal(a, b):
                        yield "outside", mode, f"result {i} depends on memory that is not the inputs'"
                        break


def _equal(a: np.ndarray, b: np.ndarray) -> bool:
    if a.shape != b.shape or a.dtype != b.dtype:
        return False
    if a.dtype.kind != "f":
        return bool(np.array_equal(a, b))
    a, b = a.astype("float64"), b.astype("float64")
    finite = a[np.isfinite(a)]
    scale = float(np.abs(finite).max()) if finite.size else 1.0
    return bool(np.allclose(a, b, rtol=1e-3, atol=1e-6 * min(scale, 1e300), equal_nan=True))


def _fault(case: Case, error: Exception) -> tuple[str, str] | None:
    from mxnet.base import MXNetError

    words = f"{type(error).__name__}: {error}"
    if isinstance(error, MemoryError) or any(w in words for w in _TOO_MUCH):
        if case.only_values:
            return "memory", words
        if isinstance(error, MXNetError) or type(error).__module__.startswith("numpy"):
            return None  # of asnumpy, as in 1.9.1
    if isinstance(error, AssertionError) and _NOT_AN_ARRAY.search(words):
        return None  # 1.9.1 raises this class
    if not isinstance(error, (MXNetError, TypeError, ValueError)):
        return "raw", words
    cause = error.__cause__
    where = ""
    if cause is not None and cause.__traceback__ is not None:
        last = cause.__traceback__
        while last.tb_next is not None:
            last = last.tb_next
        where = f" [{Path(last.tb_frame.f_code.co_filename).name}:{last.tb_lineno}]"
    if isinstance(cause, _OURS) and not isinstance(cause, MXNetError) and str(cause).split("\n")[0] in str(error):
        return "raw", f"{type(cause).__name__} inside{where}: {error}"
    if isinstance(error, MXNetError) and any(w in str(error) for w in _OUR_WORDS):
        return "raw", words + where
    return None


def _perturb(byte: int) -> None:
    """Have the C library fill fresh memory with a byte, where it can."""
    import ctypes

    try:
        ctypes.CDLL(None).mallopt(_M_PERTURB, byte)
    except (AttributeError, OSError):  # not GNU's
        return


# -- the child process -------------------------------------------------------------------------------------------


def _child(seed: int, only: str | None, start: int, end: int, seconds: float) -> None:
    """Run cases from ``start`` to ``end`` until the time is up; write what happens to stdout, a line of JSON each."""
    import faulthandler
    import resource
    import signal
    import warnings

    import mxnet  # noqa: F401

    warnings.simplefilter("ignore")
    np.seterr(all="ignore")
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_DATA, (MEMORY, MEMORY))
    faulthandler.enable()
    faulthandler.register(signal.SIGPROF, chain=True)
    say = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)
    cases, until, number = Cases(seed, only), time.monotonic() + seconds, start
    while time.monotonic() < until and number < end:
        print(json.dumps({"at": number}), file=say, flush=True)
        case = cases[number]
        for kind, mode, text in judge(case, lambda: signal.setitimer(signal.ITIMER_PROF, SECONDS)):
            found = {"number": number, "kind": kind, "mode": mode, "text": text}
            print(json.dumps(found), file=say, flush=True)
        signal.setitimer(signal.ITIMER_PROF, 0)
        number += 1
    print(json.dumps({"end": number}), file=say, flush=True)


@dataclass
class Finding:
    """What went wrong with a case."""

    number: int
    kind: str
    mode: str
    text: str
    case: str = ""

    def __str__(self) -> str:
        return f"[{self.number}] {self.kind}, {self.mode}: {self.case}\n    {self.text}"


def main(
    seconds: float = 300, seed: int = 0, only: str | None = None, start: int = 0, cases: int = sys.maxsize
) -> tuple[int, list[Finding]]:
    """Run cases of a seed for so many seconds of wall clock, at most so many; return their number and what was found.

    ``only``: of one operator; ``start``: the number of the first.
    """
    until = time.monotonic() + seconds
    findings: list[Finding] = []
    at = start
    while (left := until - time.monotonic()) > 0 and at < start + cases:
        arguments = [
            sys.executable,
            "-m",
            "tests.fuzz.operators",
            "--child",
            f"--seed={seed}",
            f"--start={at}",
            f"--cases={start + cases - at}",
        ]
        arguments += [f"--seconds={left}", *([f"--only={only}"] if only else [])]
        with (
            tempfile.TemporaryFile("w+") as errors,
            subprocess.Popen(
                arguments, cwd=ROOT, env=_environment(), stdout=subprocess.PIPE, stderr=errors, text=True
            ) as child,
        ):
            assert child.stdout is not None
            ended = False
            for line in child.stdout:
                said = json.loads(line)
                ended = "end" in said
                at = said.get("at", said.get("end", at))
                if "kind" in said:
                    findings.append(Finding(**said))
            code = child.wait()
            if ended:
                break
            errors.seek(0)
            trace = [x.strip() for x in errors.read().splitlines() if 'File "' in x and "/mxnet/" in x]
        kind = "hang" if code == -27 else "crash"
        findings.append(Finding(at, kind, "", f"exit status {code}; " + " < ".join(trace[:4])))
        at += 1
    table = Cases(seed, only)
    for each in findings:
        each.case = str(table[each.number])
    findings = list({f"{f.case.split('(')[0]} {f.kind} {f.text}": f for f in reversed(findings)}.values())[::-1]
    return at - start, findings


def _environment() -> dict[str, str]:
    path = os.pathsep.join([str(ROOT / "src"), *filter(None, [os.environ.get("PYTHONPATH")])])
    return os.environ | {
        "PYTHONPATH": path,
        "OMP_NUM_THREADS": "1",
        "GLIBC_TUNABLES": "glibc.malloc.tcache_count=0",  # what lies there is not filled
    }


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--seconds", type=float, default=300)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--only", help="one operator's name")
    parser.add_argument("--start", type=int, default=0, help="the number of the first case")
    parser.add_argument("--cases", type=int, default=sys.maxsize, help="how many cases at most")
    parser.add_argument("--case", type=int, help="run this case alone, here")
    parser.add_argument("--child", action="store_true", help=argparse.SUPPRESS)
    return parser.parse_args()


def _command() -> int:
    given = _arguments()
    if given.child:
        _child(given.seed, given.only, given.start, given.start + given.cases, given.seconds)
        return 0
    if given.case is not None:
        case = Cases(given.seed, given.only)[given.case]
        print(case)
        for each in judge(case):
            print(*each, sep=": ")
        return 0
    number, findings = main(given.seconds, given.seed, given.only, given.start, given.cases)
    for each in findings:
        print(each)
    print(f"{number} cases of seed {given.seed}, {len(findings)} findings")
    return bool(findings)


if __name__ == "__main__":
    sys.exit(_command())
