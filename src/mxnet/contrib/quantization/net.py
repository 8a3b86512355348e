"""Quantizing a Gluon network."""

import logging
from collections.abc import Iterable, Mapping, Sequence
from types import NoneType
from typing import Any

from ... import ndarray as nd
from ... import symbol as sym_module
from ...context import cpu
from ...core.context import Context
from ...core.interruptions import explained, unless_interrupted
from ...gluon import HybridBlock, SymbolBlock
from ...io import DataDesc, DataIter
from ...registry.manual import completed, meanings
from ...symbol.node import topological
from . import graph_pass
from .model import _FUSED, TEXTS, _check_names, _collector, _Quantizer, thresholds_of

__all__ = ["quantize_net", "quantize_net_v2"]


def _leaves(batch: Any) -> list[Any]:
    if isinstance(batch, (list, tuple)):
        return [leaf for item in batch for leaf in _leaves(item)]
    return [batch if isinstance(batch, nd.NDArray) else nd.array(batch)]


def batches_of(data: Any) -> Iterable[list[Any]]:
    """Yield the arrays of each batch, the network's inputs first."""
    if isinstance(data, DataIter):
        data.reset()
        for batch in data:
            yield [*batch.data, *(batch.label or ())]
    else:
        for batch in data:
            yield _leaves(batch)


def _described(calib_data: Any, data_shapes: Sequence[DataDesc] | None) -> list[tuple[str | None, tuple[int, ...]]]:
    """Return the names (None if unknown) and the shapes of the data."""
    inputs: list[tuple[str | None, tuple[int, ...]]] = []
    if data_shapes:
        inputs = [(shape.name, tuple(shape.shape)) for shape in data_shapes]
    elif isinstance(calib_data, DataIter):
        inputs = [(array[0], tuple(array[1])) for array in calib_data.provide_data]  # type: ignore[attr-defined]
    if calib_data is None and not inputs:
        raise ValueError("data_shapes required")
    if isinstance(calib_data, (DataIter, NoneType)):
        return inputs
    with explained(
        lambda _: TypeError(f"calib_data: expected a DataIter or DataLoader, got {type(calib_data)}"),
        TypeError,
        runs_user_code=True,
    ):
        first = next(iter(batches_of(calib_data)))
    return inputs or [(None, item.shape) for item in first]


def _traced(network: HybridBlock, described: Sequence[tuple[str | None, tuple[int, ...]]]) -> tuple[Any, list[str]]:
    """Return the symbol of a network and the names of its inputs, in the order of the data.

    A :class:`SymbolBlock` has names of its own; data with these names may come in another order. Other networks take as
    many of the arrays as they have inputs.
    """
    if isinstance(network, SymbolBlock):
        variables, graph = network._cached_graph
        variable_names = [variable.name for variable in variables]
        names = [name for name, _ in described if name is not None]
        return graph, names if sorted(names) == sorted(variable_names) else variable_names
    error: Exception | None = None
    for count in range(len(described), 0, -1):  # labels may follow the data of a batch
        names = ["data"] if count == 1 else [f"data{i}" for i in range(count)]
        try:
            out = network(*map(sym_module.var, names))
        except unless_interrupted(TypeError, AssertionError, ValueError, runs_user_code=True) as result:
            error = error or result
            continue
        return out if isinstance(out, sym_module.Symbol) else sym_module.Group(list(out)), names
    assert error is not None
    raise error


def _initialize(network: HybridBlock, names: Sequence[str], shapes: Mapping[str, Any], ctx: Context) -> None:
    """Initialize parameters whose shapes are not known yet, by a call with zeros."""
    if all(param._data is not None for param in network.collect_params().values()):
        return
    order = [item.name for item in network._cached_graph[0]] if isinstance(network, SymbolBlock) else names
    network(*(nd.zeros(shapes[name], ctx=ctx) for name in order))


def _excluded(symbol: Any, layers: Any, patterns: Sequence[str] | None) -> list[str]:
    """Return the names of the layers to exclude: those given, and those that contain one of the patterns."""
    excluded = _check_names("exclude_layers", "the layers", layers)
    nodes = {name for node in topological(symbol._heads) for name in graph_pass.names(node)}
    for pattern in patterns or ():
        if not isinstance(pattern, str):
            raise TypeError(f"exclude_layers_match: expected parts of names, got {pattern!r}")
        excluded += [name for name in sorted(nodes) if pattern in name]
    return excluded


@completed(TEXTS)
def quantize_net_v2(
    network: HybridBlock,
    quantized_dtype: str = "auto",
    quantize_mode: str = "full",
    quantize_granularity: str = "tensor-wise",
    exclude_layers: Sequence[str] | None = None,
    exclude_layers_match: Sequence[str] | None = None,
    exclude_operators: Sequence[str] | None = None,
    calib_data: Any = None,
    data_shapes: Sequence[Any] | None = None,
    calib_mode: str = "none",
    num_calib_examples: int | None = None,
    ctx: Context = cpu(),  # noqa: B008  # as in 1.9.1's signature
    LayerOutputCollector: Any = None,  # 1.9.1's name
    logger: logging.Logger | None = None,
) -> SymbolBlock:
    """Return a quantized copy of a Gluon network.

    Parameters
    ----------
    network : HybridBlock
        The network.
    exclude_layers
        Names of nodes that stay in float32.
    exclude_layers_match
        Parts of such names.
    exclude_operators
        Names of operators that stay in float32.
    calib_data : DataLoader or DataIter
        Examples, needed unless ``calib_mode`` is ``'none'``.
    data_shapes
        The inputs as DataDesc, where there is no ``calib_data``.
    ctx
        Where the network runs; on CPUs layers are fused first.
    LayerOutputCollector
        For ``calib_mode='customize'``: see :func:`quantize_graph`.

    Returns
    -------
    A SymbolBlock.

    Raises
    ------
    ValueError
        For invalid arguments, or if neither examples nor shapes are given.
    TypeError
        If ``calib_data`` is not iterable.
    StopIteration
        If it yields no batch.
    AssertionError
        If ``exclude_operators`` is not a list.
    AttributeError
        If the network is not a HybridBlock, a name is not a string or an element of ``data_shapes`` not a
        :class:`~mxnet.io.DataDesc`.

    Examples
    --------
    >>> from mxnet.contrib.quantization import quantize_net_v2
    >>> net = nn.Dense(2, in_units=3)
    >>> net.initialize(mx.init.One())
    >>> quantized = quantize_net_v2(net, data_shapes=[mx.io.DataDesc('data', (1, 3))])
    >>> print(quantized(nd.ones((1, 3))).asnumpy().round(1))
    [[3. 3.]]
    """
    if not isinstance(network, HybridBlock):
        raise AttributeError(f"network: expected a HybridBlock, got {type(network).__name__}")
    if not isinstance(ctx, Context):
        raise ValueError(f"ctx: expected one context, got {ctx!r}")
    assert isinstance(exclude_operators, (list, NoneType)), f"exclude_operators: got {exclude_operators!r}"
    if calib_mode not in (None, "none") and calib_data is None:
        raise ValueError(f"calib_data must be provided when calib_mode={calib_mode}")
    described = _described(calib_data, data_shapes)
    symbol, names = _traced(network, described)
    shapes = dict(zip(names, (shape for _, shape in described), strict=False))
    symbol.infer_shape_partial(**shapes)  # raises if they do not fit
    _initialize(network, names, shapes, ctx)
    params = {name: param._reduce() for name, param in network.collect_params().items()}
    states = set(symbol.list_auxiliary_states())
    arguments = {name: value for name, value in params.items() if name not in states}
    is_fused = ctx.device_type == "cpu"
    if is_fused:
        symbol = symbol.get_backend_symbol(_FUSED)
    excluded = _excluded(symbol, exclude_layers, exclude_layers_match)
    options = (excluded, exclude_operators, quantized_dtype, quantize_mode, quantize_granularity, logger)
    work = _Quantizer(symbol, arguments, ctx, *options, is_fused=is_fused)
    thresholds = None
    if calib_mode not in (None, "none"):
        collector = _collector(calib_mode, quantized_dtype, work.layers, logger, LayerOutputCollector)
        examples: Iterable[Mapping[str, Any]] = (
            dict(zip(names, batch, strict=False)) for batch in batches_of(calib_data)
        )
        work.collect(params, examples, collector, num_calib_examples)
        thresholds = thresholds_of(collector, calib_mode, quantized_dtype, logger)
    result, quantized = work.finish(thresholds)
    return _block(result, names, quantized | {name: params[name] for name in states}, ctx)


def _block(symbol: Any, names: Sequence[str], params: Mapping[str, Any], ctx: Context) -> SymbolBlock:
    block = SymbolBlock(symbol, [sym_module.var(name) for name in names])
    for name, param in block.collect_params().items():
        if name not in params:
            raise ValueError(f"network: parameter {name} has no value")
        param.grad_req = "null"
        param._load_init(params[name], ctx, cast_dtype=True, dtype_source="saved")
    return block


@completed(meanings(quantize_net_v2.__doc__))
def quantize_net(
    network: HybridBlock,
    quantized_dtype: str = "auto",
    quantize_mode: str = "full",
    exclude_layers: Sequence[str] | None = None,
    exclude_layers_match: Sequence[str] | None = None,
    exclude_operators: Sequence[str] | None = None,
    calib_data: Any = None,
    data_shapes: Sequence[Any] | None = None,
    calib_mode: str = "none",
    num_calib_examples: int | None = None,
    ctx: Context = cpu(),  # noqa: B008  # as in 1.9.1's signature
    logger: logging.Logger | None = None,
) -> SymbolBlock:
    """Return :func:`quantize_net_v2` of the same arguments, with one range for each weight.

    Returns
    -------
    A SymbolBlock.

    Examples
    --------
    >>> from mxnet.contrib.quantization import quantize_net
    >>> net = nn.Dense(2, in_units=3)
    >>> net.initialize(mx.init.One())
    >>> quantized = quantize_net(net, data_shapes=[mx.io.DataDesc("data", (1, 3))])
    >>> print(quantized(nd.ones((1, 3))).asnumpy().round(1))
    [[3. 3.]]
    """
    options = (exclude_layers, exclude_layers_match, exclude_operators, calib_data, data_shapes, calib_mode)
    more: dict[str, Any] = {"num_calib_examples": num_calib_examples, "ctx": ctx, "logger": logger}
    return quantize_net_v2(network, quantized_dtype, quantize_mode, "tensor-wise", *options, **more)
