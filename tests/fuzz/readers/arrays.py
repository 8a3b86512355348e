"""Files of arrays, and whatever is loaded from them."""

from __future__ import annotations

import random
import struct
from pathlib import Path

import mxnet as mx
import numpy as np

from ..mutate import TEXTS
from ..reader import Files, reader
from .whole import GOLDEN, bytes_of, checkpoint, dense, saved

NET = checkpoint()
_HEAD = struct.pack("<QQQ", 0x112, 0, 1)


def _array(
    shape: tuple[int, ...], magic: int = 0xF993FAC9, storage: int = 0, dtype: int = 0, body: bytes = b""
) -> bytes:
    head = struct.pack(f"<IiI{len(shape)}q", magic, storage, len(shape), *shape)
    return _HEAD + head + struct.pack("<iii", 1, 0, dtype) + body


def _files_of_arrays() -> list[Files]:
    old = [*sorted(GOLDEN.rglob("*.params")), *sorted(GOLDEN.rglob("legacy_ndarray*"))]
    kinds = [np.arange(6).reshape(2, 3).astype(kind) for kind in ("float32", "float64", "float16", "uint8", "int64")]
    new = [
        saved([mx.nd.array(each, dtype=each.dtype) for each in kinds]),
        saved({"arg:a": mx.nd.ones((2, 3))}),
        saved({}),
        *(path.read_bytes() for path in sorted(GOLDEN.rglob("*sparse*.nd"))),
    ]
    return [
        {"a.params": each} for each in [*new, *(path.read_bytes() for path in old if path.stat().st_size < 200_000)]
    ]


def _sparse(storage: int, stored: int, shape: tuple[int, ...], *aux: tuple[int, ...]) -> bytes:
    """Return a float32 array in sparse storage whose parts are what they are, and of any size that is told."""
    data = (stored,) if storage == 2 else (stored, *shape[1:])
    parts = [struct.pack("<Ii", 0xF993FAC9, storage)]
    parts += [struct.pack(f"<i{len(each)}q", len(each), *each) for each in (data, shape)]
    parts.append(struct.pack("<iii", 1, 0, 0))
    parts += [struct.pack("<iiq", 6, 1, len(each)) for each in aux]
    parts.append(bytes(4 * min(max(stored, 0), 64)))
    parts += [struct.pack(f"<{len(each)}q", *each) for each in aux]
    return _HEAD + b"".join(parts) + struct.pack("<Q", 0)


def _hostile_sparse() -> list[bytes]:
    last = 2**63 - 1
    return [
        _sparse(2, 1, (2**62, 2**62), (0, 1), (0,)),
        _sparse(2, 1, (1, 3), (0, last), (0,)),
        _sparse(2, 1, (1, 3), (0, 1), (last,)),
        _sparse(2, 1, (1, 3), (0, 1), (-last - 1,)),
        _sparse(2, 1, (3, 3), (0, last, -last, 1), (0,)),
        _sparse(2, 2, (1, 3), (0, 2), (1, 1)),
        _sparse(2, last, (1, 3), (0, 1), (0,)),
        _sparse(2, -1, (1, 3), (0, 1), (0,)),
        _sparse(2, 0, (2**40, 3), (), ()),
        _sparse(2, 1, (3,), (0, 1), (0,)),
        _sparse(1, 1, (3, 1), (last,)),
        _sparse(1, 1, (3, 1), (-1,)),
        _sparse(1, 2, (3, 1), (1, 1)),
        _sparse(1, last, (3, 1), (0,)),
        _sparse(1, 1, (3, 2**62), (0,)),
        _sparse(1, 0, (2**50, 4), ()),
        _sparse(1, 1, (), (0,)),
    ]


def _hostile_arrays() -> list[Files]:
    huge = 2**40
    contents = [
        b"",
        _HEAD[:8],
        struct.pack("<QQQ", 0x112, 0, 2**63),
        _array((huge, huge, huge)),
        _array((2**62, 2**62), body=b"\0" * 64),
        _array((0, 2**62)),
        _array((2**63 - 1, 0, 2**63 - 1)),
        _array((-1,)),
        _array((1,) * 33, body=b"\0" * 4),
        _array((1,) * 32, body=b"\0" * 4),
        _array((huge,), magic=huge & 0xFFFFFFFF),
        _array((0, 2**62), magic=0xF993FACA),
        _array((2,), storage=1, body=b"\0" * 8),
        _array((2,), storage=2, body=b"\0" * 8),
        *_hostile_sparse(),
        _array((1,), dtype=99, body=b"\0" * 8),
        _array((1,), body=b"\0" * 4) + struct.pack("<QQ", 1, 2**62),
        _array((1,), body=b"\0" * 4) + struct.pack("<QQ", 1, 2) + b"\xff\xfe",
        _array((1,), body=b"\0" * 4) + struct.pack("<Q", 2**62),
    ]
    return [{"a.params": each} for each in contents]


@reader("nd.load", _files_of_arrays, _hostile_arrays)
def _load(folder: Path) -> object:
    loaded = mx.nd.load(str(folder / "a.params"))
    for each in loaded.values() if isinstance(loaded, dict) else loaded:
        stored = each if each.stype == "default" else each.data  # which may be little of a shape beyond all memory
        assert stored.asnumpy().shape == stored.shape or not stored.size
    return loaded


@reader("nd.load, NumPy shapes", lambda: [{"a.params": _numpy_saved()}], _hostile_arrays)
def _load_numpy(folder: Path) -> object:
    with mx.util.np_shape(True):
        return mx.nd.load(str(folder / "a.params"))


def _numpy_saved() -> bytes:
    with mx.util.np_shape(True):
        return saved({"a": mx.nd.zeros((0, 3)), "b": mx.nd.ones((2,))})


@reader("nd.load_frombuffer", _files_of_arrays, _hostile_arrays, names_file=False)
def _load_buffer(folder: Path) -> object:
    return mx.nd.load_frombuffer((folder / "a.params").read_bytes())


# -- networks' parameters ------------------------------------------------------------------------------------------


def _invented(name: str, keys: tuple[str, ...]):  # type: ignore[no-untyped-def]
    """Return a maker of parameter files whose names, shapes and types are not those expected."""

    def make(dice: random.Random) -> Files:
        arrays = {}
        for key in keys:
            chance = dice.random()
            if chance < 0.15:
                continue
            if chance < 0.3:
                key = dice.choice(
                    (key[1:], key.replace(":", ""), key * 2, dice.choice(TEXTS), "arg:" + dice.choice(TEXTS))
                )
            shape = [dice.choice((1, 2, 3, 4, 12)) for _ in range(dice.choice((1, 2, 2, 3)))]
            kind = dice.choice(("float32", "float64", "float16", "uint8", "int32"))
            arrays[key.encode(errors="ignore").decode()] = mx.nd.zeros(shape, dtype=kind)
        data = list(arrays.values()) if dice.random() < 0.1 else arrays
        return {**NET, name: saved(data)}

    return make


PARAMETERS = ("net-0001.params", ("arg:fc_weight", "arg:fc_bias", "aux:bn_moving_mean", "aux:bn_moving_var"))


@reader("load_checkpoint", lambda: [NET], invent=_invented(*PARAMETERS), also=(AssertionError,))
def _load_checkpoint(folder: Path) -> object:
    return mx.model.load_checkpoint(str(folder / "net"), 1)


def _module(folder: Path, load_states: bool = False) -> mx.mod.Module:
    module = mx.mod.Module.load(
        str(folder / "net"), 1, load_states, data_names=["data"], label_names=["softmax_label"], context=mx.cpu()
    )
    module.bind([("data", (2, 4))], [("softmax_label", (2,))])
    return module


@reader(
    "Module.load",
    lambda: [NET],
    invent=_invented(*PARAMETERS),
    names_file=False,
    also=(AssertionError,),
    changes=("net-0001.params",),
)
def _module_load(folder: Path) -> object:
    module = _module(folder)
    module.init_params()
    module.forward(mx.io.DataBatch([mx.nd.ones((2, 4))], [mx.nd.ones((2,))]), is_train=False)
    return module.get_outputs()


@reader("Module.load_params", lambda: [NET], invent=_invented(*PARAMETERS), changes=("net-0001.params",))
def _module_load_params(folder: Path) -> object:
    module = mx.mod.Module(dense(), ["data"], ["softmax_label"])
    module.bind([("data", (2, 4))], [("softmax_label", (2,))])
    return module.load_params(str(folder / "net-0001.params"))


@reader("FeedForward.load", lambda: [NET], invent=_invented(*PARAMETERS), names_file=False, also=(AssertionError,))
def _feed_forward_load(folder: Path) -> object:
    model = mx.model.FeedForward.load(str(folder / "net"), 1)
    return model.predict(np.ones((2, 4), np.float32)) if _small(model.symbol) else model


def _small(symbol: mx.sym.Symbol) -> bool:
    """Return whether running a graph on the data of the fuzzer costs nothing: it is the operators' business else."""
    return [node for node in symbol.get_internals().list_outputs() if node.endswith("_output")] == [
        *("fc_output", "bn_output", "softmax_output")
    ]


@reader(
    "initializer.Load",
    lambda: [NET],
    invent=_invented(*PARAMETERS),
    also=(AssertionError,),
    changes=("net-0001.params",),
)
def _initializer_load(folder: Path) -> object:
    load = mx.init.Load(str(folder / "net-0001.params"), default_init=mx.init.Zero())
    for name, shape in (("fc_weight", (3, 4)), ("fc_bias", (3,))):
        load(name, mx.nd.ones(shape))
    return load


@reader("rnn.load_rnn_checkpoint", lambda: [_rnn_checkpoint()], lambda: _hostile_cells(), also=(AssertionError,))
def _rnn_load(folder: Path) -> object:
    return [mx.rnn.load_rnn_checkpoint(cell, str(folder / "rnn"), 1) for cell in (_fused(), _fused().unfuse())]


def _fused() -> mx.rnn.FusedRNNCell:
    return mx.rnn.FusedRNNCell(3, num_layers=1, mode="lstm", prefix="lstm_")


def _rnn_checkpoint() -> Files:
    cell = _fused()
    outputs, _ = cell.unroll(2, mx.sym.Variable("data"), merge_outputs=True)
    arguments, _, _ = outputs.infer_shape(data=(1, 2, 4))
    arrays = {
        name: mx.nd.ones(shape)
        for name, shape in zip(outputs.list_arguments(), arguments, strict=True)
        if name != "data"
    }
    unpacked = cell.unpack_weights(arrays)
    return {
        "rnn-symbol.json": outputs.tojson().encode(),
        "rnn-0001.params": saved({f"arg:{name}": value for name, value in unpacked.items()}),
    }


def _hostile_cells() -> list[Files]:
    whole = _rnn_checkpoint()
    arrays = mx.nd.load_frombuffer(whole["rnn-0001.params"])
    names = list(arrays)
    found = []
    for name in names[:3]:
        rest = {key: value for key, value in arrays.items() if key != name}
        for changed in (
            rest,
            {**rest, name + "x": arrays[name]},
            {**rest, name[:-3]: arrays[name]},
            {**rest, name: mx.nd.ones((1,))},
            {**rest, name: mx.nd.ones((2, 3, 4))},
            {**rest, name: mx.nd.ones((4, 7), dtype="int32")},
        ):
            found.append({**whole, "rnn-0001.params": saved(changed)})
    return found


# -- Gluon ----------------------------------------------------------------------------------------------------------


def _net() -> mx.gluon.nn.HybridSequential:
    net = mx.gluon.nn.HybridSequential(prefix="net_")
    with net.name_scope():
        net.add(mx.gluon.nn.Dense(3, in_units=4), mx.gluon.nn.BatchNorm(in_channels=3))
    return net


def _gluon_files() -> list[Files]:
    net = _net()
    net.initialize()
    return [{"g.params": bytes_of(net.save_parameters)}]


def _dict_files() -> list[Files]:
    net = _net()
    net.initialize()
    return [{"g.params": bytes_of(net.collect_params().save)}]


_GLUON_KEYS = ("0.weight", "0.bias", "1.gamma", "1.beta", "1.running_mean", "1.running_var", "arg:net_dense0_weight")


def _gluon_invented(dice: random.Random) -> Files:
    return {"g.params": _invented("g.params", _GLUON_KEYS)(dice)["g.params"]}


@reader("load_parameters", _gluon_files, lambda: _renamed(_hostile_arrays()), _gluon_invented, also=(AssertionError,))
def _load_parameters(folder: Path) -> object:
    net = _net()
    net.load_parameters(str(folder / "g.params"))
    net.load_parameters(str(folder / "g.params"), allow_missing=True, ignore_extra=True, cast_dtype=True)
    return net(mx.nd.ones((2, 4)))


def _renamed(cases: list[Files]) -> list[Files]:
    return [{"g.params": files["a.params"]} for files in cases]


@reader("ParameterDict.load", _dict_files, invent=_gluon_invented, also=(AssertionError,))
def _parameter_dict_load(folder: Path) -> object:
    params = _net().collect_params()
    params.load(str(folder / "g.params"))
    return params


def _model_files() -> list[Files]:
    net = _net()
    net.initialize()
    net.hybridize()
    net(mx.nd.ones((1, 4)))
    made = bytes_of(net.save, suffixes=("-model.json", "-model.params"))
    return [{f"m{suffix}": content for suffix, content in made.items()}]


@reader("Block.load", _model_files, also=(AssertionError,))
def _block_load(folder: Path) -> object:
    net = _net()
    net.load(str(folder / "m"))
    return net(mx.nd.ones((2, 4)))


@reader("SymbolBlock.imports", lambda: [NET], invent=_invented(*PARAMETERS), also=(AssertionError,))
def _imports(folder: Path) -> object:
    block = mx.gluon.SymbolBlock.imports(
        str(folder / "net-symbol.json"), ["data", "softmax_label"], str(folder / "net-0001.params")
    )
    return block.collect_params()
