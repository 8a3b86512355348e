"""Automatic mixed precision for symbols, and for Modules through them."""

import logging
import operator
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from ...core.context import Context, gpu
from ...core.dtypes import CODE_OF, canonical, from_code
from ...gluon import HybridBlock, SymbolBlock
from ...module import BucketingModule
from ...ndarray.creation import as_ndarray
from ...registry.manual import completed, meanings
from ...symbol import Symbol
from ...symbol.node import Node, topological
from . import lists
from .cast_pass import FULL, CastOptions, insert_casts
from .imperative import HALVES, half, init, init_trainer, scale_loss, state, unscale
from .loss_scaler import LossScaler

__all__ = [
    "LossScaler", "convert_bucketing_module", "convert_hybrid_block", "convert_model", "convert_symbol", "init",
    "init_trainer", "list_conditional_fp32_ops", "list_fp32_ops", "list_loss_output_functions", "list_lp16_fp32_ops",
    "list_lp16_ops", "list_lp16_use_fp32_params", "list_widest_type_cast", "lists", "scale_loss", "unscale",
]  # fmt: skip

Condition = tuple[str, str, Sequence[str]]
_GPU = gpu(0)
_LETTERS = {"float16": "FP16", "bfloat16": "BF16"}


def _listed(name: str, target_dtype: Any) -> list[Any]:
    """Return a list of operators; ``LP16`` in its name stands for the abbreviation of the type."""
    dtype = half(target_dtype)
    return getattr(HALVES[dtype], name.replace("LP16", _LETTERS[dtype]))


@completed({})
def list_lp16_ops(target_dtype: Any) -> list[str]:
    """Return the operators that run in ``target_dtype``, ``float16`` or ``bfloat16``.

    Parameters
    ----------
    target_dtype
        ``'float16'`` or ``'bfloat16'``.

    Returns
    -------
    A list.

    Examples
    --------
    >>> from mxnet.contrib import amp
    >>> 'Convolution' in amp.list_lp16_ops('float16')
    True
    """
    return _listed("LP16_FUNCS", target_dtype)


_OF_LISTS = meanings(list_lp16_ops.__doc__)


@completed(_OF_LISTS)
def list_fp32_ops(target_dtype: Any) -> list[str]:
    """Return the operators that run in float32.

    Returns
    -------
    A list.

    Examples
    --------
    >>> from mxnet.contrib import amp
    >>> 'exp' in amp.list_fp32_ops('float16')
    True
    """
    return _listed("FP32_FUNCS", target_dtype)


@completed(_OF_LISTS)
def list_lp16_fp32_ops(target_dtype: Any) -> list[str]:
    """Return the operators that run in the type of their inputs.

    Returns
    -------
    A list.

    Examples
    --------
    >>> from mxnet.contrib import amp
    >>> 'Flatten' in amp.list_lp16_fp32_ops('float16')
    True
    """
    return _listed("LP16_FP32_FUNCS", target_dtype)


@completed(_OF_LISTS)
def list_conditional_fp32_ops(target_dtype: Any) -> list[Condition]:
    """Return the operators that run in float32 for some attributes: ``(operator, attribute, values)``.

    Returns
    -------
    A list.

    Examples
    --------
    >>> from mxnet.contrib import amp
    >>> amp.list_conditional_fp32_ops('float16')[0][0]
    'Activation'
    """
    return _listed("CONDITIONAL_FP32_FUNCS", target_dtype)


@completed(_OF_LISTS)
def list_widest_type_cast(target_dtype: Any) -> list[str]:
    """Return the operators that run in the widest type of their inputs.

    Returns
    -------
    A list.

    Examples
    --------
    >>> from mxnet.contrib import amp
    >>> 'elemwise_add' in amp.list_widest_type_cast('float16')
    True
    """
    return _listed("WIDEST_TYPE_CASTS", target_dtype)


@completed(_OF_LISTS)
def list_loss_output_functions(target_dtype: Any) -> list[str]:
    """Return the loss layers, which define their own gradient.

    Returns
    -------
    A list.

    Examples
    --------
    >>> from mxnet.contrib import amp
    >>> 'SoftmaxOutput' in amp.list_loss_output_functions('float16')
    True
    """
    return _listed("LOSS_OUTPUT_FUNCTIONS", target_dtype)


@completed(_OF_LISTS)
def list_lp16_use_fp32_params(target_dtype: Any) -> dict[str, list[str]] | None:
    """Return, by operator, which inputs stay float32; None for float16, where the operators themselves say it.

    Returns
    -------
    A dict or None.

    Examples
    --------
    >>> from mxnet.contrib import amp
    >>> sorted(amp.list_lp16_use_fp32_params('bfloat16'))[:1]
    ['BatchNorm']
    """
    return getattr(HALVES[half(target_dtype)], "BF16_USE_FP32_PARAMS", None)


class _Ops(NamedTuple):
    """The operators that a caller chose, or the lists' own."""

    low: Sequence[str]
    full: Sequence[str]
    conditional: Sequence[Condition]

    def check(self, dtype: str) -> None:
        """Raise AssertionError if they have a wrong form, overlap, or cannot be chosen."""
        named = {"target_dtype_ops": self.low, "fp32_ops": self.full}
        for name, value in named.items():
            assert isinstance(value, list), f"{name} should be a list of strs"
        form = "conditional_fp32_ops should be a list of (operator, attribute, list of values)"
        assert isinstance(self.conditional, list), form
        for item in self.conditional:
            assert all(isinstance(name, str) for name in (item[0], item[1])), form
            assert isinstance(item[2], list), form
        chosen = {name: set(names) for name, names in named.items()}
        chosen["conditional_fp32_ops"] = {item[0] for item in self.conditional}
        pairs = [(a, b) for a in chosen for b in chosen if a < b]
        for one, other in pairs:
            both = chosen[one] & chosen[other]
            assert not both, f"Ops cannot be in two or more lists. Common ops in {one} and {other} {both}"
        allowed = {*list_lp16_ops(dtype), *list_fp32_ops(dtype), *list_lp16_fp32_ops(dtype)}
        allowed |= {item[0] for item in list_conditional_fp32_ops(dtype)}
        unknown = set().union(*chosen.values()) - allowed
        assert not unknown, f"{unknown}: neither in list_lp16_ops, list_fp32_ops, list_lp16_fp32_ops nor conditional"
        for item in self.conditional:
            _check_names(item[2])


def _check_names(names: Sequence[Any]) -> None:
    """Raise AttributeError, as 1.9.1 does, for names that are not strings."""
    for item in names:
        if not isinstance(item, str):
            raise AttributeError(f"expected names, got {item!r}")


def _plan(dtype: str, ops: _Ops, excluded: Sequence[str], castable: Iterable[str]) -> CastOptions:
    def needs_full(node: Node) -> bool:
        assert node.op is not None
        return any(node.op.name == name and node.attrs.get(key) in values for name, key, values, *_ in ops.conditional)

    operators = frozenset(ops.low), frozenset(ops.full), frozenset(list_widest_type_cast(dtype))
    return CastOptions(dtype, *operators, frozenset(excluded), needs_full, frozenset(castable))


@completed({})
def convert_symbol(
    sym: Symbol,
    target_dtype: Any = "float16",
    target_dtype_ops: Sequence[str] | None = None,
    fp32_ops: Sequence[str] | None = None,
    conditional_fp32_ops: Sequence[Condition] | None = None,
    excluded_sym_names: Sequence[str] | None = None,
    data_names: Sequence[str] | None = None,
    cast_optional_params: bool = False,
) -> Symbol:
    """Return a copy of a symbol in which chosen operators run in half precision; its outputs are float32.

    Parameters
    ----------
    sym : Symbol
        The network.
    target_dtype
        ``'float16'`` or ``'bfloat16'``.
    target_dtype_ops
        Operators that run in ``target_dtype``; None: those of ``list_lp16_ops``.
    fp32_ops
        Operators that run in float32; None: those of ``list_fp32_ops``.
    conditional_fp32_ops
        ``(operator, attribute, values)``: operators that run in float32 where the attribute has one of the values;
        None: those of ``list_conditional_fp32_ops``.
    excluded_sym_names
        Names of nodes that stay in float32; None: none.
    data_names
        Variables that are float32 data; the others are parameters, and get the type that fits them as their
        ``__dtype__``. None: all variables that have no ``dtype``. Where all are data, those with a ``__dtype__`` get
        float32 for it.
    cast_optional_params
        Whether parameters become half precision where an operator wants them so; False: they stay float32 and are cast
        each time.

    Returns
    -------
    A Symbol.

    Raises
    ------
    AssertionError
        For arguments of another form, and for operators in two lists or in none.
    AttributeError
        For names that are no text.
    TypeError
        For a ``cast_optional_params`` that is no number.

    Examples
    --------
    >>> from mxnet.contrib import amp
    >>> net = sym.FullyConnected(sym.Variable("data"), num_hidden=2, name="fc")
    >>> amp.convert_symbol(net).list_arguments()
    ['data', 'fc_weight', 'fc_bias']
    """
    assert isinstance(sym, Symbol), "First argument to convert_symbol should be Symbol"
    dtype = half(target_dtype)
    assert target_dtype == dtype, f"target_dtype: expected a name or NumPy's dtype, got {target_dtype!r}"
    ops = _Ops(
        list_lp16_ops(dtype) if target_dtype_ops is None else target_dtype_ops,
        list_fp32_ops(dtype) if fp32_ops is None else fp32_ops,
        list_conditional_fp32_ops(dtype) if conditional_fp32_ops is None else conditional_fp32_ops,
    )
    ops.check(dtype)
    excluded = [] if excluded_sym_names is None else excluded_sym_names
    assert isinstance(excluded, list), "excluded_sym_names should be a list of strs"
    _check_names(excluded)
    is_bool = isinstance(cast_optional_params, np.bool_)
    optional = bool(cast_optional_params if is_bool else operator.index(cast_optional_params))
    unknown = set(excluded) - {node.name for node in topological(sym._heads)}
    if unknown:
        logging.warning("excluded_sym_names are not in the network: %s", sorted(unknown))
    typed = {name for name, attrs in sym.attr_dict().items() if "__dtype__" in attrs}
    data = [name for name in sym.list_inputs() if name not in typed] if data_names is None else data_names
    _check_names(data)
    params = {name for name in sym.list_inputs() if name not in data}
    castable = params if optional else ()
    converted = Symbol(insert_casts(sym._heads, _plan(dtype, ops, excluded, castable)))
    _type_params(converted, params or typed, data, dtype, optional)
    return converted


def _type_params(sym: Symbol, params: set[str], data: Sequence[str], low: str, optional: bool) -> None:
    """Give each parameter the inferred type, else with ``optional`` the only type it is cast to, else float32."""
    nodes = topological(sym._heads)
    variables = [node for node in nodes if node.op is None and node.name in params]
    for node in variables:
        node.attrs.pop("__dtype__", None)
    arguments, _, states = sym.infer_type_partial(**dict.fromkeys(data, FULL))
    names = [*sym.list_arguments(), *sym.list_auxiliary_states()]
    types = dict(zip(names, [*arguments, *states], strict=True))
    casts = _casts(low, nodes) if optional else {}
    for node in variables:
        dtypes = casts.get(node.name, ())
        one = next(iter(dtypes)) if len(dtypes) == 1 else FULL
        node.attrs["__dtype__"] = str(CODE_OF[canonical(types.get(node.name) or one)])


def _casts(low: str, nodes: Iterable[Node]) -> dict[str, set[str]]:
    """Return the types that variables are cast to; variables brought to one type with each other may be half."""
    result: dict[str, set[str]] = {}
    for node in nodes:
        if node.op is None or not node.op.is_cast:
            continue
        names = [entry.node.name for entry in node.inputs if entry.node.op is None]
        if len(names) == len(node.inputs):
            for name in names:
                result.setdefault(name, set()).add(canonical(node.attrs.get("dtype", low)))
    return result


_OF_CONVERT_SYMBOL = meanings(convert_symbol.__doc__)


@completed(_OF_CONVERT_SYMBOL)
def convert_model(
    sym: Symbol,
    arg_params: Mapping[str, Any],
    aux_params: Mapping[str, Any],
    target_dtype: Any = "float16",
    target_dtype_ops: Sequence[str] | None = None,
    fp32_ops: Sequence[str] | None = None,
    conditional_fp32_ops: Sequence[Condition] | None = None,
    excluded_sym_names: Sequence[str] | None = None,
    cast_optional_params: bool = False,
) -> tuple[Symbol, dict[str, Any], dict[str, Any]]:
    """Return a network, its parameters and its states in mixed precision (see :func:`convert_symbol`).

    Parameters
    ----------
    arg_params
        Its parameters by name; arguments that are left out are data.
    aux_params
        Its auxiliary states by name.

    Returns
    -------
    ``(symbol, arg_params, aux_params)``.

    Examples
    --------
    >>> from mxnet.contrib import amp
    >>> net = sym.FullyConnected(sym.Variable("data"), num_hidden=2, name="fc")
    >>> params = {"fc_weight": nd.ones((2, 3)), "fc_bias": nd.zeros(2)}
    >>> half, arg_params, aux_params = amp.convert_model(net, params, {})
    >>> sorted(arg_params)
    ['fc_bias', 'fc_weight']
    """
    assert isinstance(sym, Symbol), "First argument to convert_model should be Symbol"
    for name, params in (("arg_params", arg_params), ("aux_params", aux_params)):
        assert isinstance(params, Mapping), f"{name} should be a dict of arrays by name"
    options = (target_dtype, target_dtype_ops, fp32_ops, conditional_fp32_ops, excluded_sym_names)
    data = [name for name in sym.list_inputs() if name not in arg_params and name not in aux_params]
    converted = convert_symbol(sym, *options, data, cast_optional_params)
    return converted, _cast_params(converted, arg_params), _cast_params(converted, aux_params)


def _cast_params(sym: Symbol, params: Mapping[str, Any]) -> dict[str, Any]:
    """Return copies of parameters in the types that the graph declares; those that it does not have as they are."""
    codes = {name: attrs["__dtype__"] for name, attrs in sym.attr_dict().items() if "__dtype__" in attrs}
    arrays = {name: as_ndarray(value) for name, value in params.items()}
    return {name: x.astype(from_code(int(codes[name]))) if name in codes else x for name, x in arrays.items()}


@completed(_OF_CONVERT_SYMBOL)
def convert_bucketing_module(
    bucketing_mod: BucketingModule,
    target_dtype: Any = "float16",
    target_dtype_ops: Sequence[str] | None = None,
    fp32_ops: Sequence[str] | None = None,
    conditional_fp32_ops: Sequence[Condition] | None = None,
    excluded_sym_names: Sequence[str] | None = None,
    cast_optional_params: bool = False,
) -> BucketingModule:
    """Return a BucketingModule of the converted symbols of all buckets so far, with the same parameters.

    Parameters
    ----------
    bucketing_mod
        The module.

    Returns
    -------
    A BucketingModule.

    Raises
    ------
    AssertionError
        For another kind of module.

    Examples
    --------
    >>> from mxnet.contrib import amp
    >>> def of_length(length):
    ...     data = sym.Variable('data')
    ...     return sym.FullyConnected(data, num_hidden=2, name='fc'), ('data',), None
    >>> module = mx.mod.BucketingModule(of_length, default_bucket_key=3)
    >>> module.bind([('data', (1, 3))], for_training=False)
    >>> module.init_params()
    >>> half = amp.convert_bucketing_module(module, target_dtype='bfloat16')
    >>> type(half).__name__
    'BucketingModule'
    """
    assert isinstance(bucketing_mod, BucketingModule), "module should be an instance of BucketingModule"
    options = (target_dtype, target_dtype_ops, fp32_ops, conditional_fp32_ops, excluded_sym_names, cast_optional_params)
    args, auxs = bucketing_mod.get_params()
    symbols, arg_params, aux_params = {}, dict(args), dict(auxs)
    for key, module in bucketing_mod._buckets.items():
        symbols[key], own_args, own_auxs = convert_model(module.symbol, args, auxs, *options)
        arg_params.update({name: own_args[name] for name in module.symbol.list_arguments() if name in own_args})
        aux_params.update(own_auxs)
    about = {name: getattr(bucketing_mod, f"_{name}") for name in ("sym_gen", "default_bucket_key", "context")}
    return BucketingModule.load_dict(sym_dict=symbols, arg_params=arg_params, aux_params=aux_params, **about)


@completed(_OF_CONVERT_SYMBOL)
def convert_hybrid_block(
    block: HybridBlock,
    target_dtype: Any = "float16",
    target_dtype_ops: Sequence[str] | None = None,
    fp32_ops: Sequence[str] | None = None,
    conditional_fp32_ops: Sequence[Condition] | None = None,
    excluded_sym_names: Sequence[str] | None = None,
    ctx: Context = _GPU,
    cast_optional_params: bool = False,
) -> SymbolBlock:
    """Return a SymbolBlock of a hybridized block's graph in mixed precision, with copies of its parameters.

    Parameters
    ----------
    block : HybridBlock
        A hybridized block that has run once.
    ctx
        Where the copies of the parameters are.

    Returns
    -------
    A SymbolBlock.

    Raises
    ------
    AssertionError
        For what is no HybridBlock.
    RuntimeError
        For one that has not run as a graph yet.

    Examples
    --------
    >>> from mxnet.contrib import amp
    >>> net = nn.Dense(2, in_units=3)
    >>> net.initialize(mx.init.One())
    >>> net.hybridize()
    >>> x = nd.ones((1, 3))
    >>> net(x).shape
    (1, 2)
    >>> half = amp.convert_hybrid_block(net, ctx=mx.cpu())
    >>> print(half(x).asnumpy())
    [[3. 3.]]
    """
    assert isinstance(block, HybridBlock), "block input should be a HybridBlock"
    inputs, symbol = block._graph_to_export()
    params = {param.name: param for param in block.collect_params().values()}
    options = (target_dtype, target_dtype_ops, fp32_ops, conditional_fp32_ops, excluded_sym_names)
    converted = convert_symbol(symbol, *options, [item.name for item in inputs], cast_optional_params)
    result = SymbolBlock(converted, inputs)
    for name, param in result.collect_params().items():
        value = _cast_params(converted, {name: params[name].data(params[name].list_ctx()[0])})[name]
        param.cast(value.dtype)
        param._load_init(value, ctx)
    return result


def __getattr__(name: str) -> Any:
    """Answer for the names under which 1.9.1 keeps what ``init`` and ``init_trainer`` have done."""
    result = {
        "_amp_initialized": state.end is not None,
        "_amp_loss_scale_initialized": state.taken,
        "_loss_scaler": state.scaler,
    }
    if name not in result:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return result[name]
