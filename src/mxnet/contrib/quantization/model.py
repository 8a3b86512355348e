"""Quantizing a symbol and its parameters."""

import logging
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from ... import ndarray as nd
from ... import symbol as sym_module
from ...context import cpu
from ...core.context import Context
from ...core.errors import expect
from ...io import DataIter
from ...module.descriptions import check_input_names, check_names_match
from ...ndarray.creation import as_ndarray
from ...registry.manual import completed, meanings
from ...symbol import Symbol
from . import graph_pass
from .calibration import _get_optimal_thresholds, _LayerHistogramCollector, _LayerOutputMinMaxCollector

__all__ = [
    "_calibrate_quantized_sym", "_quantize_params", "_quantize_symbol", "calib_graph", "quantize_graph",
    "quantize_model", "quantize_model_mkldnn",
]  # fmt: skip

_DTYPES = ("int8", "uint8", "auto")
_GRANULARITIES = ("tensor-wise", "channel-wise")
#: the graph backend that fuses layers before quantization, and the requantization into them after it
_FUSED = "MKLDNN_QUANTIZE"


def _check_names(which: str, what: str, names: Any) -> list[str]:
    if names is None:
        return []
    if not isinstance(names, list):
        raise ValueError(f"{which}: expected a list of the names of {what} not to quantize, got {type(names)}")
    for item in names:
        if not isinstance(item, str):
            raise AttributeError(f"{which}: expected names, got {item!r}")
    return list(names)


def _check_context(ctx: Any) -> None:
    if not isinstance(ctx, Context):
        raise ValueError(f"ctx: expected one context, got {ctx!r}")


def _check_dtype(dtype: str) -> None:
    if dtype not in _DTYPES:
        raise ValueError(f"unknown quantized_dtype {dtype} received, expected `int8`, `uint8` or `auto`")


def _quantize_symbol(
    sym: Symbol,
    ctx: Context,
    excluded_symbols: Sequence[str] | None = None,
    excluded_operators: Sequence[str] | None = None,
    offline_params: Sequence[str] | None = None,
    quantized_dtype: str = "int8",
    quantize_mode: str = "smart",
    quantize_granularity: str = "tensor-wise",
) -> tuple[Symbol, list[str]]:
    """Return the symbol of a quantized network, and the names of the values to calibrate.

    ``offline_params`` are the parameters that are quantized beforehand. The other arguments are those of
    :func:`quantize_model`.
    """
    plan = graph_pass.QuantizationOptions(
        excluded=frozenset(excluded_symbols or ()),
        excluded_ops=frozenset(excluded_operators or ()),
        offline=frozenset(offline_params or ()),
        dtype=quantized_dtype,
        mode=quantize_mode,
        channel_wise=quantize_granularity == "channel-wise",
    )
    heads, layers = graph_pass.quantize(sym._heads, plan)
    return Symbol(heads), layers


def _calibrate_quantized_sym(qsym: Symbol, th_dict: Mapping[str, tuple[Any, Any]] | None) -> Symbol:
    """Return a quantized symbol with the calibrated ranges ``(minimum, maximum)`` of values, by name."""
    return Symbol(graph_pass.calibrate(qsym._heads, th_dict)) if th_dict else qsym


def _quantize_params(qsym: Symbol, params: Mapping[str, Any], th_dict: Mapping[str, Any]) -> dict[str, Any]:
    """Return the parameters of a quantized symbol; its weights and biases are int8 where it takes them so."""

    def quantized(array: Any) -> Sequence[Any]:
        return nd.contrib.quantize(array, nd.min(array), nd.max(array), out_type="int8")

    return graph_pass.parameters(qsym._heads, {name: as_ndarray(v) for name, v in params.items()}, quantized)


class _Quantizer:
    """The validated options of one quantization, and the symbol before and after it."""

    def __init__(
        self,
        sym: str | Symbol,
        arg_params: Mapping[str, Any],
        ctx: Context,
        excluded_sym_names: Any,
        excluded_op_names: Any,
        quantized_dtype: str,
        quantize_mode: str,
        granularity: str,
        logger: logging.Logger | None,
        is_fused: bool = False,
    ) -> None:
        names = _check_names("excluded_sym_names", "the symbols", excluded_sym_names)
        ops = _check_names("excluded_op_names", "the operators", excluded_op_names)
        _check_dtype(quantized_dtype)
        if granularity not in _GRANULARITIES:
            raise ValueError(f"unknown quantize_granularity {granularity} received, expected one of {_GRANULARITIES}")
        if not isinstance(quantize_mode, str):
            raise AttributeError(f"quantize_mode: expected full or smart, got {quantize_mode!r}")
        if not isinstance(arg_params, Mapping):
            raise AttributeError(f"arg_params: expected arrays by name, got {type(arg_params).__name__}")
        self.sym = sym_module.load(sym) if isinstance(sym, str) else sym
        expect(isinstance(self.sym, Symbol), "sym", "a symbol, or the name of its file", sym, AttributeError)
        if is_fused:
            self.sym = self.sym.get_backend_symbol(_FUSED)
        self.arg_params, self.is_fused, self.logger = arg_params, is_fused, logger
        self.ctx, self.dtype = ctx, quantized_dtype
        if logger is not None:
            logger.info("Quantizing symbol")
        self.quantized, self.layers = _quantize_symbol(
            self.sym, ctx, names, ops, list(arg_params), quantized_dtype, quantize_mode, granularity
        )

    def finish(self, thresholds: Mapping[str, tuple[Any, Any]] | None) -> tuple[Symbol, dict[str, Any]]:
        """Return the calibrated symbol, and its parameters."""
        result = _calibrate_quantized_sym(self.quantized, thresholds)
        if self.is_fused:
            result = result.get_backend_symbol(_FUSED)
        return result, _quantize_params(result, self.arg_params, thresholds or {})

    def collect(self, params: Mapping[str, Any], data: Iterable[Any], collector: Any, max_examples: int | None) -> int:
        """Run batches of ``data`` through a network and show the values to calibrate to a collector.

        Return the number of examples: up to ``max_examples`` (see :func:`up_to`), none if there is nothing to collect.
        """
        internals = self.sym.get_internals()
        layers = set(self.layers)
        requested = [(i, name) for i, name in enumerate(internals.list_outputs()) if name in layers]
        if not requested:
            return 0
        graph = sym_module.Group([internals[i] for i, _ in requested])
        executor, seen = None, 0
        for seen, batch in up_to(data, max_examples):  # noqa: B007  # it is the result
            shapes = {name: array.shape for name, array in batch.items() if name in graph.list_arguments()}
            if executor is None:
                executor = graph.simple_bind(self.ctx, grad_req="null", **shapes)
                executor.copy_params_from(
                    {k: v for k, v in params.items() if k in executor.arg_dict},
                    {k: v for k, v in params.items() if k in executor.aux_dict},
                )
            elif any(executor.arg_dict[name].shape != shape for name, shape in shapes.items()):
                executor = executor.reshape(allow_up_sizing=True, partial_shaping=True, **shapes)
            outputs = executor.forward(is_train=False, **{name: batch[name] for name in shapes})
            for (_, name), array in zip(requested, outputs, strict=True):  # a layer used twice has two of its name
                collector.collect(name, array)
        return seen

    def run(
        self,
        aux_params: Mapping[str, Any],
        names: tuple[Any, Any],
        calib_mode: str,
        calib_data: Any,
        max_examples: int | None,
    ) -> tuple[Symbol, dict[str, Any], Mapping[str, Any]]:
        """Calibrate with an iterator, and return the network; ``names`` are those of data and of labels."""
        thresholds = None
        if calib_mode not in (None, "none"):
            if calib_data is None:
                raise ValueError(f"calib_data must be provided when calib_mode={calib_mode}")
            if not isinstance(calib_data, DataIter):
                raise ValueError(
                    f"calib_data must be of DataIter type when calib_mode={calib_mode}, got {type(calib_data)}"
                )
            if calib_mode not in ("naive", "entropy"):
                raise ValueError(
                    f"unknown calibration mode {calib_mode} received, expected `none`, `naive` or `entropy`"
                )
            collector = _collector(calib_mode, self.dtype, self.layers, self.logger, None)
            params = {**self.arg_params, **aux_params}
            _check_inputs(self.sym, params, calib_data, *names)
            seen = self.collect(params, _batches(calib_data), collector, max_examples)
            if self.logger is not None:
                self.logger.info("Collected layer statistics from %d examples", seen)
            thresholds = thresholds_of(collector, calib_mode, self.dtype, self.logger)
        return (*self.finish(thresholds), aux_params)


def _collector(calib_mode: str, quantized_dtype: str, layers: list[str], logger: Any, custom: Any) -> Any:
    if calib_mode == "entropy":
        return _LayerHistogramCollector(include_layer=layers, logger=logger)
    if calib_mode == "naive":
        return _LayerOutputMinMaxCollector(quantized_dtype, include_layer=layers, logger=logger)
    if calib_mode == "customize" and custom is not None:
        if getattr(custom, "include_layer", None) is None:
            custom.include_layer = layers
        return custom
    raise ValueError(
        f"unknown calibration mode {calib_mode} received, expected `none`, `naive`, `entropy` or `customize`"
    )


def thresholds_of(collector: Any, calib_mode: str, quantized_dtype: str, logger: Any = None) -> dict[str, Any]:
    """Return the ranges computed from a collector's statistics."""
    if calib_mode == "entropy":
        return _get_optimal_thresholds(collector.hist_dict, quantized_dtype, logger=logger)
    if calib_mode in ("naive", "customize"):
        return collector.min_max_dict
    raise ValueError(f"unknown calibration mode {calib_mode} received, expected `naive`, `entropy` or `customize`")


def up_to(batches: Iterable[Mapping[str, Any]], max_examples: int | None) -> Iterator[tuple[int, Mapping[str, Any]]]:
    """Yield ``(examples seen, batch)`` until ``max_examples`` were seen; a batch is arrays by name, never split."""
    seen = 0
    for batch in batches:
        seen += next(iter(batch.values())).shape[0]
        yield seen, batch
        if max_examples is not None and seen >= max_examples:
            return


def _check_inputs(
    sym: Symbol, params: Mapping[str, Any], data: Any, data_names: Sequence[str], label_names: Sequence[str]
) -> None:
    """Raise ValueError where the examples are not the inputs named, RuntimeError where a parameter has no value."""
    check_input_names(sym, data_names, "data_names", True)
    check_names_match(data_names, data.provide_data, "data", True)
    known = {*params, *data_names, *label_names}
    for name in (*sym.list_arguments(), *sym.list_auxiliary_states()):
        if name not in known:
            raise RuntimeError(f"{name} is not presented: it is neither a parameter with a value nor an input")


def _batches(data: Any) -> Iterable[Mapping[str, Any]]:
    names, labels = ([item[0] for item in described] for described in (data.provide_data, data.provide_label or ()))
    data.reset()
    for batch in data:
        yield {**dict(zip(labels, batch.label or (), strict=False)), **dict(zip(names, batch.data, strict=True))}


@completed({})
def quantize_model(
    sym: str | Symbol,
    arg_params: Mapping[str, Any],
    aux_params: Mapping[str, Any],
    data_names: Sequence[str] = ("data",),
    label_names: Sequence[str] | None = ("softmax_label",),
    ctx: Context = cpu(),  # noqa: B008  # as in 1.9.1's signature
    excluded_sym_names: Sequence[str] | None = None,
    excluded_op_names: Sequence[str] | None = None,
    calib_mode: str = "entropy",
    calib_data: DataIter | None = None,
    num_calib_examples: int | None = None,
    quantized_dtype: str = "int8",
    quantize_mode: str = "smart",
    quantize_granularity: str = "tensor-wise",
    logger: logging.Logger | None = None,
) -> tuple[Symbol, dict[str, Any], Mapping[str, Any]]:
    """Return a network whose convolutions and fully connected layers compute with 8-bit integers.

    Parameters
    ----------
    sym : Symbol or str
        The network, or its file.
    arg_params
        Its parameters by name.
    aux_params
        Its auxiliary states by name.
    data_names
        The names of the inputs.
    label_names
        The names of the labels, or None.
    ctx
        Where the network computes the ranges.
    excluded_sym_names
        Names of nodes that stay in float32; None: none.
    excluded_op_names
        Names of operators that stay in float32; None: none.
    calib_mode
        How the ranges of values are found: ``'naive'`` (minimum and maximum), ``'entropy'`` (least divergence) or
        ``'none'`` (while running).
    calib_data : DataIter or None
        Examples, needed for ``'naive'`` and ``'entropy'``.
    num_calib_examples
        How many examples are used; None: all.
    quantized_dtype
        ``'int8'``, ``'uint8'``, or ``'auto'``: uint8 where no value is negative, else int8.
    quantize_mode
        ``'full'`` quantizes all operators that can be, ``'smart'`` convolutions, fully connected layers and what stands
        between them.
    quantize_granularity
        ``'tensor-wise'``: one range for each weight; ``'channel-wise'``: the weights of fused fully connected layers by
        rows.
    logger
        Where the log goes; None: nowhere.

    Returns
    -------
    ``(symbol, arg_params, aux_params)``.

    Raises
    ------
    ValueError
        For an invalid mode, type or list of names, and if ``calib_data`` is missing or does not yield the inputs
        ``data_names``.
    RuntimeError
        If a parameter has no value.

    Examples
    --------
    >>> from mxnet.contrib.quantization import quantize_model
    >>> net = sym.FullyConnected(sym.Variable("data"), num_hidden=2, name="fc")
    >>> params = {"fc_weight": nd.ones((2, 3)), "fc_bias": nd.zeros(2)}
    >>> examples = mx.io.NDArrayIter(np.ones((4, 3)), batch_size=2)
    >>> quantized, arg_params, aux_params = quantize_model(net, params, {}, calib_mode="naive", calib_data=examples,
    ...     label_names=None)
    >>> arg_params["fc_weight_quantize"].dtype.__name__
    'int8'
    """
    if not isinstance(ctx, Context):
        raise AttributeError(f"ctx: expected one context, got {ctx!r}")
    options = (excluded_sym_names, excluded_op_names, quantized_dtype, quantize_mode, quantize_granularity, logger)
    work = _Quantizer(sym, arg_params, ctx, *options)
    return work.run(aux_params, (data_names or (), label_names or ()), calib_mode, calib_data, num_calib_examples)


#: what the functions have in common
TEXTS = meanings(quantize_model.__doc__)


@completed(TEXTS)
def quantize_model_mkldnn(
    sym: str | Symbol,
    arg_params: Mapping[str, Any],
    aux_params: Mapping[str, Any],
    data_names: Sequence[str] = ("data",),
    label_names: Sequence[str] | None = ("softmax_label",),
    ctx: Context = cpu(),  # noqa: B008  # as in 1.9.1's signature
    excluded_sym_names: Sequence[str] | None = None,
    excluded_op_names: Sequence[str] | None = None,
    calib_mode: str = "entropy",
    calib_data: DataIter | None = None,
    num_calib_examples: int | None = None,
    quantized_dtype: str = "int8",
    quantize_mode: str = "smart",
    quantize_granularity: str = "tensor-wise",
    logger: logging.Logger | None = None,
) -> tuple[Symbol, dict[str, Any], Mapping[str, Any]]:
    """Do the same as :func:`quantize_model` after layers were fused: convolutions with their normalization, sums and
    activations, fully connected layers with their activations. This is the form that runs fastest on processors.

    Raises ValueError for another device.

    Returns
    -------
    ``(symbol, arg_params, aux_params)``.

    Raises
    ------
    ValueError
        For another device than the processor, and as :func:`quantize_model`.

    Examples
    --------
    >>> from mxnet.contrib.quantization import quantize_model_mkldnn
    >>> net = sym.FullyConnected(sym.Variable('data'), num_hidden=2, name='fc')
    >>> params = {'fc_weight': nd.ones((2, 3)), 'fc_bias': nd.zeros(2)}
    >>> examples = mx.io.NDArrayIter(np.ones((4, 3)), batch_size=2)
    >>> quantized, arg_params, aux_params = quantize_model_mkldnn(
    ...     net, params, {}, calib_mode='naive', calib_data=examples, label_names=None
    ... )
    >>> [name for name in arg_params if 'weight' in name]
    ['fc_weight_quantize', 'fc_weight_quantize_min', 'fc_weight_quantize_max']
    """
    _check_context(ctx)
    if ctx.device_type != "cpu":
        raise ValueError("quantize_model_mkldnn only support Intel cpu platform with MKL-DNN Backend")
    options = (excluded_sym_names, excluded_op_names, quantized_dtype, quantize_mode, quantize_granularity, logger)
    work = _Quantizer(sym, arg_params, ctx, *options, is_fused=True)
    return work.run(aux_params, (data_names or (), label_names or ()), calib_mode, calib_data, num_calib_examples)


@completed(TEXTS)
def quantize_graph(
    sym: str | Symbol,
    arg_params: Mapping[str, Any],
    aux_params: Mapping[str, Any],
    ctx: Context = cpu(),  # noqa: B008  # as in 1.9.1's signature
    excluded_sym_names: Sequence[str] | None = None,
    excluded_op_names: Sequence[str] | None = None,
    calib_mode: str = "entropy",
    quantized_dtype: str = "int8",
    quantize_mode: str = "full",
    quantize_granularity: str = "tensor-wise",
    LayerOutputCollector: Any = None,  # 1.9.1's name
    logger: logging.Logger | None = None,
) -> tuple[Symbol, dict[str, Any], Mapping[str, Any], Any]:
    """Return a quantized network without calibrated ranges, and what collects them.

    Show the collector the values that its ``include_layer`` names (``executor.set_monitor_callback``), then call
    :func:`calib_graph`.

    Parameters
    ----------
    calib_mode
        How the ranges of values are found: ``'naive'`` (minimum and maximum), ``'entropy'`` (least divergence),
        ``'none'`` (the collector is None) or ``'customize'``: by ``LayerOutputCollector``.
    LayerOutputCollector
        For ``'customize'``: an object with ``collect(name, array)`` that fills its ``min_max_dict`` with ``(minimum,
        maximum)`` by name.

    Returns
    -------
    ``(symbol, arg_params, aux_params, collector)``.

    Examples
    --------
    >>> from mxnet.contrib.quantization import calib_graph, quantize_graph
    >>> net = sym.FullyConnected(sym.Variable('data'), num_hidden=2, name='fc')
    >>> params = {'fc_weight': nd.ones((2, 3)), 'fc_bias': nd.zeros(2)}
    >>> quantized, args, aux, collector = quantize_graph(net, params, {}, calib_mode='naive')
    >>> 'fc_weight_quantize' in quantized.list_arguments()
    True
    """
    options = (excluded_sym_names, excluded_op_names, quantized_dtype, quantize_mode, quantize_granularity, logger)
    work = _Quantizer(sym, arg_params, ctx, *options)
    _check_context(ctx)
    collector = None
    if calib_mode not in (None, "none"):
        collector = _collector(calib_mode, quantized_dtype, work.layers, logger, LayerOutputCollector)
    return work.quantized, _quantize_params(work.quantized, arg_params, {}), aux_params, collector


@completed(TEXTS)
def calib_graph(
    qsym: str | Symbol,
    arg_params: Mapping[str, Any],
    aux_params: Mapping[str, Any],
    collector: Any,
    calib_mode: str = "entropy",
    quantized_dtype: str = "int8",
    logger: Any = logging,
) -> tuple[Symbol, dict[str, Any], Mapping[str, Any]]:
    """Return a quantized network with the ranges computed from a collector.

    Parameters
    ----------
    qsym : Symbol or str
        What :func:`quantize_graph` returned, or its file.
    arg_params
        The parameters of the network before quantization.
    aux_params
        Its auxiliary states.
    collector
        What has collected values.
    calib_mode
        ``'naive'``, ``'entropy'`` or ``'customize'``.

    Returns
    -------
    ``(symbol, arg_params, aux_params)``.

    Raises
    ------
    ValueError
        For another mode.
    KeyError
        For a parameter that is missing from ``arg_params``.

    Examples
    --------
    >>> from mxnet.contrib.quantization import calib_graph, quantize_graph
    >>> net = sym.FullyConnected(sym.Variable('data'), num_hidden=2, name='fc')
    >>> params = {'fc_weight': nd.ones((2, 3)), 'fc_bias': nd.zeros(2)}
    >>> quantized, args, aux, collector = quantize_graph(net, params, {}, calib_mode='naive')
    >>> collector.collect('data', nd.array([[-1, 0, 2]]))  # a monitor callback does so
    >>> collector.collect('fc_output', nd.array([[1, 1]]))
    >>> calibrated, args, aux = calib_graph(quantized, params, {}, collector, calib_mode='naive')
    >>> args['fc_weight_quantize'].dtype.__name__
    'int8'
    """
    quantized = sym_module.load(qsym) if isinstance(qsym, str) else qsym
    thresholds = thresholds_of(collector, calib_mode, quantized_dtype, logger)
    result = _calibrate_quantized_sym(quantized, thresholds)
    return result, _quantize_params(result, arg_params, thresholds), aux_params
