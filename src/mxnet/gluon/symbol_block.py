"""A block made of a symbol."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from .. import symbol
from ..core.context import takes_device
from ..core.dtypes import canonical
from ..core.errors import shortened
from ..core.semantics import semantics
from ..ndarray import NDArray
from ..symbol import Symbol
from ..symbol.inference import types_beside_states
from ..symbol.labels import labels, without_labels
from ..symbol.node import topological
from ..util import is_np_array
from .arguments import _flatten, _regroup, running_context
from .functions import as_numpy
from .hybrid import HybridBlock, _group
from .parameter import Contexts
from .parameter_dict import MissingParameterError, ParameterDict


class SymbolBlock(HybridBlock):
    """A block that runs the graph ``outputs`` (a symbol, or nested lists of them) on ``inputs`` (variables of it).

    All other variables are its parameters: those in ``params`` by name, else new ones. Labels of losses are none: where
    they are not among the inputs either, the block computes the losses' predictions.

    >>> alexnet = gluon.model_zoo.vision.alexnet(prefix="net_")
    >>> features = alexnet(mx.sym.var("data")).get_internals()["net_dense0_fwd_output"]
    >>> net = gluon.SymbolBlock(features, mx.sym.var("data"), alexnet.collect_params())

    Parameters
    ----------
    outputs
        A symbol, or nested lists of them: what the block returns.
    inputs
        The variables that a call gives arrays for: a symbol or a list.
    params
        The parameters by name, ``collect_params()`` of the block that the graph is of; None: all are new.
    """

    def __init__(self, outputs: Any, inputs: Any, params: ParameterDict | None = None) -> None:
        super().__init__(prefix=None, params=None)
        self._prefix = ""
        self._params = ParameterDict("", params)
        listed = [outputs] if isinstance(outputs, Symbol) and len(outputs.list_outputs()) == 1 else outputs
        variables, self._in_format = _flatten([inputs] if isinstance(inputs, Symbol) else inputs, "input")
        heads, self._out_format = _flatten(listed, "output")
        if len(heads) == 1 and self._out_format == [0]:
            self._out_format = 0
        graph = _group(heads)
        graph = _predicting(graph, {*(variable.name for variable in variables), *(params or ())})
        for variable in variables:
            assert len(variable.get_internals().list_outputs()) == 1, (
                f"Input symbols must be variable, but {variable.name} is an output of operators"
            )
        _refuse_sparse(graph)
        self._make_params(graph, {variable.name for variable in variables})
        self._cached_graph = variables, graph
        start = len(_common_prefix(list(self._params.keys()))) if semantics.api == 1 else 0
        for name, param in self._params.items():
            self._reg_params[name[start:]] = param

    def __repr__(self) -> str:
        inputs, graph = self._cached_graph
        return f"{type(self).__name__}(\n{graph!r} : {len(inputs)} -> {len(graph.list_outputs())}\n)"

    def _is_traced(self) -> bool:
        """Return False: the graph is given."""
        return False

    def _make_params(self, graph: Symbol, inputs: set[str]) -> None:
        """Make a parameter of every variable that is no input; states have no gradient."""
        arguments, states = graph.list_arguments(), graph.list_auxiliary_states()
        types, state_types = _infer_param_types([], graph, arguments, states)
        for name, dtype in zip(arguments, types, strict=True):
            if name not in inputs:
                self._params.get(name, allow_deferred_init=True, dtype=dtype)
        for name, dtype in zip(states, state_types, strict=True):
            if name not in inputs:
                self._params.get(name, grad_req="null", allow_deferred_init=True, dtype=dtype)

    def forward(self, x: Any, *args: Any) -> Any:
        """Run the graph on arrays, or put symbols in the place of its inputs."""
        try:
            ctx = running_context(x, args, True)
        except ValueError as error:
            if isinstance(x, (NDArray, Symbol)):
                raise
            raise AssertionError(str(error)) from None
        if ctx is not None:
            return self._call_cached_op(x, *args)
        present, structure = _flatten([x, *args], "input")
        assert structure == self._in_format, f"expected inputs of structure {self._in_format}, got {structure}"
        inputs, graph = self._cached_graph
        twin = graph.__copy__()
        twin._compose(**{variable.name: item for variable, item in zip(inputs, present, strict=True)})
        return _regroup(list(twin), self._out_format)

    def hybrid_forward(self, F: Any, x: Any, *args: Any, **kwargs: Any) -> Any:
        """There is none: the graph is given."""
        raise NotImplementedError("a SymbolBlock runs its graph")

    def _clear_cached_op(self) -> None:
        self._cached_call = None  # the graph stays: it was given

    def cast(self, dtype: Any) -> None:
        """Change the data type of all parameters; those of batch normalizations stay float32 in half precision."""
        self._clear_cached_op()
        types = types_beside_states(topological(self._cached_graph[1].handle), canonical(dtype))
        for name, param in self.params.items():
            param.cast(types.get(name, dtype))

    @staticmethod
    @takes_device
    def imports(
        symbol_file: str,
        input_names: str | Sequence[str],
        param_file: str | None = None,
        ctx: Contexts = None,
        allow_missing: bool = False,
        ignore_extra: bool = False,
    ) -> SymbolBlock:
        """Return the network in files of ``export`` or of a module's checkpoint.

        ``input_names`` are the inputs; the variables besides are parameters, read from ``param_file`` into ``ctx`` with
        the data types of the file.
        """
        graph = symbol.load(symbol_file)
        names = [input_names] if isinstance(input_names, str) else input_names
        inputs = [symbol.var(name) for name in names]
        result = SymbolBlock(*as_numpy((graph, inputs))) if is_np_array() else SymbolBlock(graph, inputs)
        if param_file is not None:
            params = result._parameters()
            try:
                params.load(param_file, ctx, allow_missing, ignore_extra, cast_dtype=True, dtype_source="saved")
            except MissingParameterError as error:
                hint = f"If it is an input, add it to input_names, {list(names)}."
                raise MissingParameterError(f"{error} {hint}") from None
        return result


#: what the attribute ``__storage_type__`` of a variable in this storage says
_ROW_SPARSE = "1"


def _predicting(graph: Symbol, known: set[str]) -> Symbol:
    """Return a graph without the labels of losses that are neither inputs nor parameters."""
    unknown = {name for name in labels(graph.handle) if name not in known}
    return without_labels(graph, unknown, symbol) if unknown else graph


def _refuse_sparse(graph: Symbol) -> None:
    for name, attributes in graph.attr_dict().items():
        assert attributes.get("__storage_type__") != _ROW_SPARSE, (
            f"SymbolBlock doesn't support Parameter '{shortened(name)}' because its storage type is row_sparse"
        )


def _common_prefix(names: Sequence[str]) -> str:
    """Return the beginning that all names share."""
    if not names:
        return ""
    first, last = min(names), max(names)
    length = next((i for i, (a, b) in enumerate(zip(first, last, strict=False)) if a != b), min(len(first), len(last)))
    return first[:length]


def _infer_param_types(
    in_params: Any,
    out_params: Symbol,
    arg_params: Sequence[str],
    aux_params: Sequence[str],
    default_dtype: Any = np.float32,
) -> tuple[list[Any], list[Any]]:
    """Return the types of arguments and states that the graph's own hints lead to, ``default_dtype`` where none do."""
    arguments, _, states = out_params.infer_type_partial()
    known = dict(zip(out_params.list_arguments(), arguments or (), strict=False))
    known.update(zip(out_params.list_auxiliary_states(), states or (), strict=False))

    def of(names: Sequence[str]) -> list[Any]:
        return [known.get(name) or default_dtype for name in names]

    return of(arg_params), of(aux_params)
