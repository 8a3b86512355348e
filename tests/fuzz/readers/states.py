"""States of optimizers, and what key-value stores are given of them."""

from __future__ import annotations

import collections
import copy
import os
import pickle
import random
import struct
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import mxnet as mx
import numpy as np

from ..reader import Files, reader
from .whole import GOLDEN, bytes_of, dense

_SHAPE = (3, 4)
#: optimizers whose states differ in form, with what makes them so
_OPTIMIZERS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("sgd", {"momentum": 0.9}),
    ("sgd", {}),
    ("adam", {}),
    ("rmsprop", {"centered": True}),
    ("nadam", {}),
    ("ftml", {}),
    ("dcasgd", {"momentum": 0.9}),
    ("lamb", {}),
    ("adagrad", {}),
    ("lbsgd", {"momentum": 0.9}),
    ("sgld", {"lr_scheduler": mx.lr_scheduler.CosineScheduler(9)}),
    ("groupadagrad", {}),
    ("adamw", {"lr_scheduler": mx.lr_scheduler.PolyScheduler(9, warmup_steps=2)}),
    ("adadelta", {"lr_scheduler": mx.lr_scheduler.FactorScheduler(1, 0.5)}),
    ("adamax", {"lr_scheduler": mx.lr_scheduler.MultiFactorScheduler([1, 2])}),
    ("ftrl", {}),
    ("lars", {"momentum": 0.9}),
    ("lars", {}),
    ("nag", {"momentum": 0.9}),
    ("signum", {}),
    ("signum", {"momentum": 0}),
    ("rmsprop", {}),
    ("test", {}),
    ("sgd", {"momentum": 0.9, "multi_precision": True, "clip_gradient": 1.0}),
)


def _updater(number: int = 0) -> Any:
    name, arguments = _OPTIMIZERS[number]
    return mx.optimizer.get_updater(mx.optimizer.create(name, **arguments))


def _update(updater: Any) -> None:
    for index in (0, 1):
        updater(index, mx.nd.ones(_SHAPE), mx.nd.ones(_SHAPE))


def _whole() -> list[Files]:
    found = []
    for number in range(len(_OPTIMIZERS)):
        for dump in (False, True):
            updater = _updater(number)
            _update(updater)
            found.append({"a.states": bytes([number]) + updater.get_states(dump)})
    return found


class _Runs:
    """What a pickle of code asks for."""

    def __init__(self, function: Any, *args: Any) -> None:
        self.asked = function, args

    def __reduce__(self) -> Any:
        return self.asked


def _nested(depth: int) -> Any:
    made: Any = None
    for _ in range(depth):
        made = (made,)
    return made


def _shared(depth: int) -> Any:
    made: Any = [mx.nd.ones(_SHAPE)]
    for _ in range(depth):
        made = [made, made]
    return made


def _endless() -> Any:
    made: list[Any] = []
    made.append(made)
    return made


def _hostile(numbers: tuple[int, ...] = (0, 2, 3, 4)) -> Iterable[Files]:
    one = mx.nd.ones(_SHAPE)
    updater = _updater()
    _update(updater)
    odd = copy.copy(updater.optimizer)
    odd._index_update_count = [1]
    values: list[Any] = [
        *(
            {0: value}
            for value in (None, 3, 1.5, "x", b"x", [], {}, (), (one,), (one, one, one), [one, None], {"a": one})
        ),
        *({0: value} for value in (mx.nd.ones((4, 3)), mx.nd.ones((1,)), mx.nd.ones(_SHAPE, dtype="int32"))),
        *(
            {0: value}
            for value in (np.ones(_SHAPE), np.ones((2,)), (one, (one, (one,))), mx.nd.ones(_SHAPE, dtype="float64"))
        ),
        *({0: (one, value)} for value in (3, None, "x", mx.nd.ones((2, 2)), mx.nd.ones(_SHAPE, dtype="uint8"))),
        *(
            None,
            3,
            "x",
            [one],
            (one,),
            ({0: one}, 3),
            ({0: one}, one),
            {"a": one},
            {(0, 1): one},
            {-1: one},
            {0.5: one},
        ),
        *({0: one, 1: mx.nd.ones((9,))}, {0: one}, {1: one, 0: None}, {10**400: one}, {0: 10**4000}),
        ({0: one}, odd),
        *({0: _Runs(os.system, "true")}, _Runs(eval, "1"), _Runs(print, "x")),
        *({0: _nested(90)}, {0: _nested(500)}, {0: _shared(60)}, {0: _endless()}),
        collections.OrderedDict({0: one}),
        {0: np.float32(3), 1: np.dtype("float32")},
    ]
    for number in numbers:
        for value in values:
            try:
                yield {"a.states": bytes([number]) + pickle.dumps(value)}
            except RecursionError:
                continue
    count = b"\x00\x80\x04"
    yield {"a.states": count + b"\x8d" + struct.pack("<Q", 2**62) + b"x"}
    yield {"a.states": count + b"\x8e" + struct.pack("<Q", 2**62) + b"x"}
    yield {"a.states": count + b"\x96" + struct.pack("<Q", 2**40) + b"x"}
    yield {"a.states": count + b"(" * 100_000 + b"."}
    yield {"a.states": count + b"]" + b"]a" * 20_000 + b"."}
    yield {"a.states": count + b"N" + b"\x85" * 20_000 + b"."}
    yield {"a.states": b"\x00I" + b"9" * 100_000 + b"\n."}
    yield {"a.states": count + b"r" + struct.pack("<I", 2**32 - 1) + b"."}
    yield {"a.states": count + b"}(K\x00" + b"ccopy_reg\n_reconstructor\n(tRu."}
    yield {"a.states": count + b"}(K\x00cnumpy\ndtype\n)Ru."}
    yield {"a.states": count + b"}(K\x00cnumpy\ndtype\n(K\x01tRu."}
    yield {"a.states": count + b"}(K\x00cmxnet.ndarray.ndarray\nNDArray\n)Ru."}


#: GroupAdaGrad refuses weight decay as in 1.9.1
_OF_OPTIMIZERS = (AssertionError,)
_ODD: tuple[Any, ...] = (
    *(None, "x", -1, 1e308, 1e-320, [], {}, 2**70, 2**52, float("nan"), float("inf"), {0: "x"}, {0: None}, (1,), True),
    *(
        {0: 2**52},
        {0: {0: 2**52}},
        -1e9,
        0,
        0.5,
        1,
        3,
        [1, 1],
        [3, 2],
        {0: -1.0},
        {0: float("nan")},
        {0: 1e308},
        np.float32(-1),
        np.zeros(1),
    ),
)


def _changed(dice: random.Random) -> Files:
    """Return the states of an optimizer with an array, an arity or a type that is another's."""
    number = dice.randrange(len(_OPTIMIZERS))
    updater = _updater(number)
    _update(updater)
    states = {key: _other(value, dice) for key, value in updater.states.items()}
    if dice.random() < 0.3:
        optimizer = copy.copy(updater.optimizer)
        changed: Any = optimizer
        if optimizer.lr_scheduler and dice.random() < 0.5:
            changed = optimizer.lr_scheduler = copy.copy(optimizer.lr_scheduler)
        names = [name for name in vars(changed) if name != "param_dict"]
        for name in dice.sample(names, dice.choice((1, 1, 3))):
            setattr(changed, name, dice.choice(_ODD))
        return {"a.states": bytes([number]) + pickle.dumps((states, optimizer))}
    return {"a.states": bytes([number]) + pickle.dumps(states)}


def _other(value: Any, dice: random.Random) -> Any:
    if dice.random() < 0.4:
        shape = dice.choice((_SHAPE, (4, 3), (3,), (1, 4), (12,), (5,), (3, 4, 1)))
        array = mx.nd.ones(shape, dtype=dice.choice(("float32", "float32", "float16", "float64", "int32", "int8")))
        return dice.choice((array, array, array, None, (array, array), (array,), 1, 2.5, "x", array.asnumpy(), [], {}))
    if isinstance(value, tuple):
        values = [_other(each, dice) for each in value]
        return tuple(values[: dice.choice((len(values), len(values), 1))])
    return value


@reader("Updater.set_states", _whole, _hostile, _changed, names_file=False, also=_OF_OPTIMIZERS)
def _set_states(folder: Path) -> None:
    number, *_ = content = (folder / "a.states").read_bytes() or b"\0"
    updater = _updater(number % len(_OPTIMIZERS))
    updater.set_states(content[1:])
    _update(updater)
    updater.get_states(dump_optimizer=True)


def _kvstore_file(folder: Path) -> str:
    (folder / "bare.states").write_bytes((folder / "a.states").read_bytes()[1:])
    return str(folder / "bare.states")


@reader("KVStore.load_optimizer_states", lambda: _whole()[:2], invent=_changed)
def _kvstore(folder: Path) -> None:
    store = mx.kv.create()
    store.set_optimizer(_updater().optimizer)
    store.load_optimizer_states(_kvstore_file(folder))


@reader(
    "KVStore.load_optimizer_states, then push",
    lambda: _whole()[:2],
    lambda: _hostile((0,)),
    _changed,
    names_file=False,
    also=_OF_OPTIMIZERS,
)
def _kvstore_push(folder: Path) -> None:
    store = mx.kv.create()
    store.set_optimizer(_updater().optimizer)
    store.init(0, mx.nd.ones(_SHAPE))
    store.load_optimizer_states(_kvstore_file(folder))
    store.push(0, mx.nd.ones(_SHAPE))


@reader(
    "Trainer.load_states",
    lambda: [_trainer_file()],
    lambda: _without_number(_hostile((2,))),
    lambda dice: _bare(_changed(dice)),
    names_file=False,
    also=_OF_OPTIMIZERS,
)
def _trainer(folder: Path) -> None:
    trainer, parameter = _new_trainer()
    trainer.load_states(str(folder / "a.states"))
    with mx.autograd.record():
        loss = (parameter.data() * 2).sum()
    loss.backward()
    trainer.step(1)


def _new_trainer() -> Any:
    parameter = mx.gluon.Parameter("weight", shape=_SHAPE)
    parameter.initialize(mx.init.One())
    trainer = mx.gluon.Trainer({"weight": parameter}, "sgd", {"momentum": 0.9})
    with mx.autograd.record():
        loss = (parameter.data() * 2).sum()
    loss.backward()
    trainer.step(1)
    return trainer, parameter


def _trainer_file() -> Files:
    trainer, _ = _new_trainer()
    return {"a.states": bytes_of(trainer.save_states)}


def _bare(files: Files) -> Files:
    return {"a.states": files["a.states"][1:]}


def _without_number(cases: Iterable[Files]) -> list[Files]:
    return [_bare(files) for files in cases]


def _trained() -> mx.mod.Module:
    module = mx.mod.Module(dense(), ["data"], ["softmax_label"])
    module.bind([("data", (2, 4))], [("softmax_label", (2,))])
    module.init_params()
    module.init_optimizer(optimizer="adam")
    module.forward_backward(mx.io.DataBatch([mx.nd.ones((2, 4))], [mx.nd.ones((2,))]))
    module.update()
    return module


def _module_files() -> list[Files]:
    old = [{"a.states": path.read_bytes()} for path in sorted(GOLDEN.rglob("*.states"))]
    return [{"a.states": bytes_of(_trained().save_optimizer_states)}, *old[:0]]


@reader(
    "Module.load_optimizer_states",
    _module_files,
    lambda: _without_number(_hostile((2,))),
    lambda dice: _bare(_changed(dice)),
    names_file=False,
    also=_OF_OPTIMIZERS,
)
def _module(folder: Path) -> None:
    module = _trained()
    module.load_optimizer_states(str(folder / "a.states"))
    module.forward_backward(mx.io.DataBatch([mx.nd.ones((2, 4))], [mx.nd.ones((2,))]))
    module.update()
