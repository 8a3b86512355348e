"""Networks in files: a symbol with its parameters, and checks that they fit."""

from __future__ import annotations

import glob
import importlib
import os
import re
import sys
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import torch
from torch.utils.flop_counter import FlopCounterMode

from .. import gluon
from .. import ndarray as nd
from .. import symbol as sym
from ..core.errors import MXNetError, nearest
from ..core.interruptions import attempt, explained
from ..executor import SymbolModule
from ..gluon import saving
from ..gluon.model_zoo import vision
from ..symbol.labels import predicted_from, without_labels
from .console import Refusal
from .weights import plain, read_arrays


class Layer(NamedTuple):
    """A node of a network: its operator, the shapes of its outputs (None: not known), and what it costs.

    ``parameters`` is a number of elements, ``flops`` of multiplications and additions of products and convolutions
    (None: not known).
    """

    name: str
    operator: str
    shapes: list[tuple[int, ...] | None]
    dtype: str
    parameters: int | None
    flops: int | None
    inputs: list[str]


@dataclass(frozen=True)
class Network:
    """A symbol, its parameters and states by name, and the files they come from."""

    symbol: Any
    arguments: dict[str, Any]
    states: dict[str, Any]
    files: list[str]

    @classmethod
    def of(cls, symbol: Any, arrays: Mapping[str, Any], files: list[str]) -> Network:
        """Return the network of a symbol and its arrays, parameters and states."""
        states = set(symbol.list_auxiliary_states())
        arguments = {name: array for name, array in arrays.items() if name not in states}
        return cls(symbol, arguments, {name: array for name, array in arrays.items() if name in states}, files)

    @cached_property
    def prediction(self) -> Any:
        """The symbol whose losses need no label."""
        return without_labels(self.symbol, None, sym)

    @property
    def arrays(self) -> dict[str, Any]:
        """Parameters and states."""
        return self.arguments | self.states

    def inputs(self) -> list[str]:
        """Return the variables that have no array and stand where data go, labels of losses left out."""
        return [name for name in self._without_array() if name not in self.labels() and self._is_data(name)]

    def labels(self) -> list[str]:
        """Return the variables without an array that prediction does not need, or that only losses look at."""
        uses, needed = self._uses(), predicted_from(self.symbol.handle)
        return [
            name
            for name in self._without_array()
            if name not in needed
            or (uses[name] and all(i > 0 and node.op.loss.of(node.params) for node, i in uses[name]))
        ]

    def module(self, shapes: Mapping[str, tuple[int, ...]]) -> SymbolModule:
        """Return the network in prediction mode, a ``torch.nn.Module`` of :meth:`inputs`.

        ``shapes`` are those of the variables, which losses of the user's own need for their labels.
        """
        read = set(self.prediction.list_inputs())
        labels = {name: shapes[name][1:] for name in self.labels() if name in read}
        arrays = {name: array for name, array in self.arrays.items() if name in read}
        return SymbolModule(self.prediction, arrays, self.inputs(), labels).eval()

    def with_arrays(self, arrays: Mapping[str, Any]) -> Network:
        """Return the network with other arrays for its parameters and states, by name."""
        arguments = {name: arrays[name] for name in self.arguments}
        return replace(self, arguments=arguments, states={name: arrays[name] for name in self.states})

    def rows_of(self, name: str) -> int | None:
        """Return how many rows the table has into which an input holds indices; None where it holds none."""
        limits = [node.params["input_dim"] for node, i in self._uses()[name] if i == 0 and "input_dim" in node.params]
        return min(limits) if limits else None

    @cached_property
    def dtypes(self) -> dict[str, np.dtype[Any]]:
        """The dtypes of variables without an array: as the symbol or the parameters determine, else float32."""
        names, types = self.prediction.list_arguments(), self._types_in(self.prediction)
        inferred = attempt(lambda: self.prediction.infer_type_partial(**types)[0], MXNetError) or []
        known = {name: dtype for name, dtype in zip(names, inferred, strict=False) if dtype in _NUMPY}
        return {name: np.dtype(known.get(name, np.float32)) for name in self._without_array()}

    @cached_property
    def is_quantized(self) -> bool:
        """Whether operators of the network compute int8 or uint8."""
        internals = self.prediction.get_internals()
        names = self.prediction.list_arguments()
        others = {name: dtype for name, dtype in self.dtypes.items() if name in names}
        computed = internals.infer_type_partial(**self._types_in(self.prediction) | others)[1]
        return any(
            head.node.op is not None and dtype in (np.int8, np.uint8)
            for head, dtype in zip(internals._heads, computed, strict=True)
        )

    def _types_in(self, symbol: Any) -> dict[str, Any]:
        """Return the dtypes of the arrays that are arguments of a symbol."""
        names = set(symbol.list_arguments())
        return {name: array.dtype for name, array in self.arguments.items() if name in names}

    def random_input(self, random: np.random.RandomState, name: str, shape: tuple[int, ...]) -> np.ndarray:
        """Return random values for an input: from 0 to 1, integers up to 1 (255 for uint8), or indices into a table."""
        dtype, rows = self.dtypes[name], self.rows_of(name)
        if rows is None and dtype.kind == "f":
            return np.asarray(random.uniform(0, 1, shape), dtype)
        return np.asarray(random.randint(0, rows or (256 if dtype == np.uint8 else 2), shape), dtype)

    def missing(self) -> list[str]:
        """Return the parameters and states that the symbol has and the files have not."""
        provided = {*self.inputs(), *self.labels()}
        return [name for name in self._without_array() if name not in provided]

    def unused(self) -> list[str]:
        """Return the names of arrays that the symbol has not."""
        names = set(self.symbol.list_inputs())
        return [name for name in self.arrays if name not in names]

    def _without_array(self) -> list[str]:
        arrays = self.arrays
        return [name for name in self.symbol.list_inputs() if name not in arrays]

    def _uses(self) -> dict[str, list[tuple[Any, int]]]:
        """Return by variable the nodes that take it, each with the number of the input."""
        uses: dict[str, list[tuple[Any, int]]] = {name: [] for name in self.symbol.list_inputs()}
        for node in nodes_of(self.symbol):
            for i, (source, _) in enumerate(node.inputs):
                if source.op is None:
                    uses[source.name].append((node, i))
        return uses

    def _is_data(self, name: str) -> bool:
        return name not in self.symbol.list_auxiliary_states() and all(
            i == 0 or node.op.variadic or not node.op.list_inputs(node.params)[i].endswith(_LEARNED)
            for node, i in self._uses()[name]
        )

    def shapes(self, kwargs: Mapping[str, tuple[int, ...]]) -> dict[str, tuple[int, ...]]:
        """Return the shapes of all variables, from those of the inputs and of the arrays.

        A :class:`Refusal` names an input whose shape does not follow.
        """
        unknown = [name for name in kwargs if name not in self.symbol.list_inputs()]
        if unknown:
            raise Refusal(f"--shape: the network has no input {unknown[0]!r}; it has {', '.join(self.inputs())}")
        facts = {name: array.shape for name, array in self.arrays.items() if name in self.symbol.list_inputs()}
        arguments, _, states = self.symbol.infer_shape_partial(**(facts | dict(kwargs)))
        result = dict(zip(self.symbol.list_arguments(), arguments, strict=True))
        result |= dict(zip(self.symbol.list_auxiliary_states(), states, strict=True))
        read = set(self.prediction.list_inputs())
        for name in (*self.inputs(), *(name for name in self.labels() if name in read)):
            if not result[name] or 0 in result[name]:
                raise Refusal(
                    f"the shape of input {name!r} is not known: give it, as in --shape {name}=1,3,224,224"
                    + (f" ({result[name]} follows from the weights)" if result[name] else "")
                )
        return result

    def layers(self, known: Mapping[str, tuple[int, ...]]) -> list[Layer]:
        """Return the layers in the order in which they run, with as much as follows from the shapes given."""
        facts = {name: array.shape for name, array in self.arrays.items() if name in self.symbol.list_inputs()}
        types = self._types_in(self.symbol)
        internals = self.symbol.get_internals()
        shapes = internals.infer_shape_partial(**(facts | dict(known)))[1]
        kinds = attempt(lambda: internals.infer_type_partial(**types)[1], MXNetError) if types else None
        kinds = kinds or [None] * len(shapes)
        by_output = {
            (id(entry.node), entry.index): (tuple(shape) if shape and 0 not in shape else None, kind)
            for entry, shape, kind in zip(internals.handle, shapes, kinds, strict=True)
        }
        return [self._layer(node, by_output) for node in nodes_of(self.symbol)]

    def _layer(self, node: Any, facts: Mapping[tuple[int, int], Any]) -> Layer:
        inputs = [facts.get((id(source), index), (None, None)) for source, index in node.inputs]
        visible = [facts[key] for key in ((id(node), i) for i in range(node.num_outputs)) if key in facts]
        data = {*self.inputs(), *self.labels()}
        shapes = [
            shape for (source, _), (shape, _) in zip(node.inputs, inputs, strict=True)
            if source.op is None and source.name not in data
        ]  # fmt: skip
        count = None if any(shape is None for shape in shapes) else sum(torch.Size(shape).numel() for shape in shapes)
        kind = visible[0][1] if visible else None
        before = [source.name for source, _ in node.inputs if source.op is not None or source.name in data]
        dtype = getattr(kind, "__name__", str(kind or ""))
        shapes = [shape for shape, _ in visible]
        return Layer(node.name, node.op.name, shapes, dtype, count, _flops(node, inputs), before)


_LEARNED = ("weight", "bias", "gamma", "beta", "parameters", "mean", "var")


#: the dtypes of inputs that NumPy has too
_NUMPY = (np.float16, np.float32, np.float64, np.int8, np.uint8, np.int32, np.int64)


def nodes_of(symbol: Any) -> list[Any]:
    """Return a symbol's operator nodes in the order in which they run."""
    result = {id(entry.node): entry.node for entry in symbol.get_internals().handle}
    return [node for node in result.values() if node.op is not None]


def _flops(node: Any, inputs: list[Any]) -> int | None:
    """Return how many multiplications and additions the products and convolutions of a node have."""
    if any(shape is None for shape, _ in inputs) or node.op.bound or node.op.needs_placement:
        return None
    tensors = [torch.empty(shape, device="meta") for shape, _ in inputs]
    kwargs = node.op.call_kwargs(node.params)
    if "is_train" in node.op.injected:
        kwargs["is_train"] = False
    if "out_shape" in node.op.injected:
        kwargs["out_shape"] = None
    with torch.no_grad(), FlopCounterMode(display=False) as counter:
        try:
            node.op.fn(*tensors, **kwargs)
        except (MXNetError, RuntimeError, TypeError, ValueError, NotImplementedError, IndexError):
            return None  # inputs of other types, or numbers that meta tensors have not
    return int(counter.get_total_flops())


class Buckets(NamedTuple):
    """A checkpoint of a :class:`~mxnet.mod.BucketingModule`: one symbol for each key, and parameters for all."""

    prefix: str
    keys: list[int]

    def symbol_file(self, key: int | None = None) -> str:
        """Return the file of a bucket's symbol, of the largest unless a key is given."""
        if key is not None and key not in self.keys:
            raise Refusal(f"--bucket {key}: {self.prefix} has the buckets {', '.join(map(str, self.keys))}")
        return f"{self.prefix}-{max(self.keys) if key is None else key}-symbol.json"


def buckets_of(prefix: str) -> Buckets | None:
    """Return the buckets of a checkpoint; None where it has none."""
    file = f"{prefix}.buckets"
    if not os.path.exists(file):
        return None
    loaded = nd.load(file)
    if not isinstance(loaded, list) or len(loaded) != 1 or not loaded[0].size:
        raise Refusal(f"{file}: expected one array of keys")
    return Buckets(prefix, sorted(int(key) for key in loaded[0].asnumpy().ravel()))


#: by the end of its name, what to do with a file that this library writes and reads no network from here
_WRITTEN_ONLY = {
    ".onnx": "mx.contrib.onnx.import_model reads ONNX files",
    ".pt2": "torch.export.load reads programs of PyTorch",
}


def load_network(model: str, params: str | None = None, epoch: int | None = None, bucket: int | None = None) -> Network:
    """Read a network: ``model`` is a checkpoint's prefix, or a ``-symbol.json`` beside or before its ``params`` file.

    Without ``params`` and ``epoch`` it is the checkpoint of the highest number; without ``bucket`` the largest bucket.
    :class:`Refusal` says what is missing.
    """
    if (suffix := Path(model).suffix) in _WRITTEN_ONLY:
        raise Refusal(f"{model}: expected a checkpoint of MXNet's; {_WRITTEN_ONLY[suffix]}")
    prefix = re.sub(r"(-symbol)?\.json$", "", model)
    file = model if model.endswith(".json") else f"{prefix}-symbol.json"
    buckets = None if os.path.exists(file) else buckets_of(prefix)
    if buckets is not None:
        file = buckets.symbol_file(bucket)
    elif bucket is not None:
        raise Refusal(f"--bucket: {prefix}.buckets: there is no such file")
    if not os.path.exists(file):
        raise Refusal(f"{file}: there is no such file; give the prefix of a checkpoint, or symbol and parameters")
    if params is None:
        of_all = re.sub(r"-\d+$", "", prefix)  # the prefix, if this is the symbol of a bucket
        params = parameters_file(of_all if of_all != prefix and buckets_of(of_all) else prefix, epoch)
    return Network.of(sym.load(file), load_arrays(params), [file, params])


def load_arrays(file: str) -> dict[str, Any]:
    """Read a file of parameters by name, ``arg:`` and ``aux:`` taken away."""
    return {plain(name): array for name, array in read_arrays(file).items()}


def parameters_file(prefix: str, epoch: int | None = None) -> str:
    """Return a checkpoint's file of parameters of an epoch, or of the last one."""
    pattern = re.compile(re.escape(os.path.basename(prefix)) + r"-(\d{4,})\.(params|safetensors)")
    matches = {file: pattern.fullmatch(os.path.basename(file)) for file in glob.glob(f"{glob.escape(prefix)}-*.*")}
    epochs = {file: int(result[1]) for file, result in sorted(matches.items()) if result}
    chosen = [file for file, file_epoch in epochs.items() if epoch in (None, file_epoch)]
    if chosen:
        return max(chosen, key=lambda file: (epochs[file], os.path.getmtime(file)))
    file = f"{prefix}-{epoch or 0:04d}.params"
    if epochs:
        raise Refusal(f"{file}: there is no such file; epochs: {', '.join(map(str, sorted(set(epochs.values()))))}")
    raise Refusal(f"{file}: there is no such file; name the file of parameters after the symbol's")


# -- networks of Gluon blocks: files of save_parameters, which have no graph, with the block that they belong to -------


def block_network(name: str, file: str, inputs: int = 1) -> Network:
    """Return the network of a block, with the parameters of a file.

    ``name`` is a network of the model zoo, of as many classes as the file has, or ``module:function``, a function
    without arguments in a module of the user's that returns a ``HybridBlock``. ``inputs`` is how many the block takes.
    :class:`Refusal` says what does not fit.
    """
    arrays = read_arrays(file)
    block = _own_block(name) if ":" in name else _zoo_block(name, arrays)
    try:
        saving.load_arrays(block, arrays, file, cast_dtype=True, dtype_source="saved")
    except (AssertionError, ValueError) as error:
        raise Refusal(f"{file} does not fit --network {name}: {error}") from error
    variables = [sym.var("data" if inputs == 1 else f"data{i}") for i in range(inputs)]
    with explained(
        lambda error: Refusal(f"--network {name}: no graph of {inputs} inputs: {type(error).__name__}: {error}"),
        Exception,
    ):  # whatever the user's own block raises
        _, graph = block._get_graph(*variables)
    values = {parameter.name: parameter.data() for parameter in block.collect_params().values()}
    return Network.of(graph, values, [name, file])


def zoo_name(file: str) -> str | None:
    """Return the network of the model zoo whose name a file's name begins with; None for others."""
    names = [name for name in vision._MODELS if os.path.basename(file).lower().startswith(name)]
    return max(names, key=len, default=None)


def _zoo_block(name: str, arrays: Mapping[str, Any]) -> Any:
    if name.lower() not in vision._MODELS:
        raise Refusal(
            f"--network {name}: expected module:function for a block of your own, or a network of the model zoo, "
            f"which has no such network{nearest(name.lower(), vision._MODELS)}"
        )
    *_, last = arrays.values() or [None]  # of the output layer, which has a row for each class
    return vision.get_model(name, **({"classes": last.shape[0]} if last is not None and last.shape else {}))


def _own_block(name: str) -> Any:
    """Return the block that ``module:function`` makes."""
    module, _, function = name.partition(":")
    before = list(sys.path)
    sys.path.insert(0, os.getcwd())
    try:
        with explained(lambda error: Refusal(f"--network {name}: {type(error).__name__}: {error}"), Exception):
            make: Any = importlib.import_module(module)
            for part in function.split("."):
                make = getattr(make, part)
            block = make if isinstance(make, gluon.Block) else make()
    finally:
        sys.path[:] = before
    if not isinstance(block, gluon.HybridBlock):
        raise Refusal(f"--network {name}: expected a HybridBlock, got {type(block).__name__}")
    return block
