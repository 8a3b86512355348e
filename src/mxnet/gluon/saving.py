"""Files of blocks: parameters by their place in the structure, whole models, and graphs for other programs.

The functions with ``self`` are methods of :class:`Block` and :class:`HybridBlock`.
"""

import json
import warnings
from collections.abc import Iterator, Mapping
from itertools import count
from typing import Any

from .. import ndarray as nd
from ..core.context import takes_device
from ..core.errors import MXNetError, named_arrays, shortened
from ..core.files.saving import atomic_write, open_saved, written_together
from ..core.naming import method_of
from ..core.semantics import semantics
from ..eager.replacing import replacing_at_end
from .functions import as_classic
from .parameter import Contexts, Parameter
from .parameter_dict import _SAME_PREFIX, load_into
from .utils import _brief_print_list

#: the parameters of layers, as their own file names them
_OF_ONE_LAYER = frozenset(("weight", "bias", "gamma", "beta", "running_mean", "running_var", "alpha"))


@method_of("Block")
def save_parameters(self: Any, filename: str, deduplicate: bool = False) -> None:
    """Write the parameters to a file, named by their place in the structure.

    Parameters
    ----------
    filename : str
        The path of the file.
    deduplicate : bool
        Whether a parameter that has several places is written once, under the last of them; False: at each.

    See Also
    --------
    export : writes the graph of a hybrid block too.
    load_parameters : reads the file.

    Examples
    --------
    >>> net = nn.HybridSequential()
    >>> net.add(nn.Dense(3, in_units=2), nn.Dense(1, in_units=3))
    >>> net.initialize()
    >>> net.save_parameters("net.params")
    >>> other = nn.HybridSequential()
    >>> other.add(nn.Dense(3), nn.Dense(1))
    >>> other.load_parameters("net.params")
    >>> other[0].weight.shape
    (3, 2)
    """
    params = self._collect_params_with_prefix()
    if deduplicate:
        last = {id(param): name for name, param in params.items()}
        params = {name: params[name] for name in last.values()}
    nd.save(filename, {name: as_classic(param._reduce()) for name, param in params.items()})


@takes_device
@method_of("Block")
def load_parameters(
    self: Any,
    filename: str,
    ctx: Contexts = None,
    allow_missing: bool = False,
    ignore_extra: bool = False,
    cast_dtype: bool = False,
    dtype_source: str = "current",
) -> None:
    """Read the parameters from a file of :meth:`save_parameters`, ``ParameterDict.save`` or ``export``.

    The block need not be initialized, nor need its shapes be known.

    Parameters
    ----------
    filename : str
        The path of the file.
    ctx : Context, list of Contexts or None
        Where parameters go that are not initialized; None: the CPU. Others stay where they are.
    allow_missing : bool
        Whether parameters that are not in there keep their values; False: AssertionError.
    ignore_extra : bool
        Whether arrays without a parameter are passed over; False: ValueError.
    cast_dtype : bool
        Whether other data types are allowed; False: they are an error.
    dtype_source : str
        With ``cast_dtype``: ``'current'``: the parameter keeps its type; ``'saved'``: it takes the array's.
    device : Context or None
        MXNet 2's name of ``ctx``.

    Raises
    ------
    AssertionError
        For parameters that the file lacks.
    ValueError
        For arrays that the block has no parameter for.

    Examples
    --------
    >>> net = nn.HybridSequential()
    >>> net.add(nn.Dense(3, in_units=2), nn.Dense(1, in_units=3))
    >>> net.initialize()
    >>> net.save_parameters("net.params")
    >>> other = nn.HybridSequential()
    >>> other.add(nn.Dense(3), nn.Dense(1))
    >>> other.load_parameters("net.params")
    >>> other[0].weight.shape
    (3, 2)
    """
    options = {"ctx": ctx, "cast_dtype": cast_dtype, "dtype_source": dtype_source}
    load_arrays(self, nd.load(filename), filename, allow_missing, ignore_extra, **options)


@takes_device
@method_of("Block")
def load_dict(
    self: Any,
    param_dict: Mapping[str, Any],
    ctx: Contexts = None,
    allow_missing: bool = False,
    ignore_extra: bool = False,
    cast_dtype: bool = False,
    dtype_source: str = "current",
) -> None:
    """Set the parameters to arrays by name.

    Parameters
    ----------
    param_dict : dict
        Arrays by place in the structure, ``'0.weight'``, or by the parameters' full names.
    ctx : Context, list of Contexts or None
        Where parameters go that are not initialized; None: the CPU. Others stay where they are.
    allow_missing : bool
        Whether parameters that are not in there keep their values; False: AssertionError.
    ignore_extra : bool
        Whether arrays without a parameter are passed over; False: ValueError.
    cast_dtype : bool
        Whether other data types are allowed; False: they are an error.
    dtype_source : str
        With ``cast_dtype``: ``'current'``: the parameter keeps its type; ``'saved'``: it takes the array's.
    device : Context or None
        MXNet 2's name of ``ctx``.

    Examples
    --------
    >>> net = nn.Dense(1, in_units=2)
    >>> net.load_dict({'weight': nd.array([[1, 2]]), 'bias': nd.array([3])})
    >>> print(net(nd.array([[1, 1]])).asnumpy())
    [[6.]]
    """
    options = {"ctx": ctx, "cast_dtype": cast_dtype, "dtype_source": dtype_source}
    load_arrays(self, param_dict, "param_dict", allow_missing, ignore_extra, **options, exclusive=False)


@method_of("Block")
def save_params(self: Any, filename: str) -> None:
    """Write the parameters to a file by their names. Deprecated: :meth:`save_parameters` does not need names.

    Parameters
    ----------
    filename : str
        The path of the file.

    Examples
    --------
    >>> net = nn.Dense(2, in_units=3)
    >>> net.initialize()
    >>> net.save_parameters('net.params')  # in place of save_params
    """
    warnings.warn("save_params is deprecated. Please use save_parameters.", stacklevel=2)
    try:
        self._parameters().save(filename, strip_prefix=self.prefix)
    except ValueError as error:
        raise ValueError(f"{error}\nsave_params is deprecated: save_parameters may resolve this error") from error


@method_of("Block")
def load_params(
    self: Any, filename: str, ctx: Contexts = None, allow_missing: bool = False, ignore_extra: bool = False
) -> None:
    """Read the parameters from a file. Deprecated name of :meth:`load_parameters`.

    Parameters
    ----------
    filename : str
        The path of the file.
    ctx : Context, list of Contexts or None
        Where parameters go that are not initialized; None: the CPU. Others stay where they are.
    allow_missing : bool
        Whether parameters that are not in there keep their values; False: AssertionError.
    ignore_extra : bool
        Whether arrays without a parameter are passed over; False: ValueError.

    Examples
    --------
    >>> net = nn.Dense(2, in_units=3)
    >>> net.initialize()
    >>> net.save_parameters('net.params')
    >>> net.load_parameters('net.params')  # in place of load_params
    """
    warnings.warn("load_params is deprecated. Please use load_parameters.", stacklevel=2)
    self.load_parameters(filename, ctx, allow_missing, ignore_extra)


def load_arrays(
    block: Any, loaded: Any, filename: str, allow_missing: bool = False, ignore_extra: bool = False, **options: Any
) -> None:
    """Set a block's parameters to arrays by name; ``options``: see :meth:`.Parameter._load_init`.

    No other object has the arrays, as those just read from a file, unless ``exclusive=False`` says so.
    """
    options = {"ctx": None, "exclusive": True, **options}
    params = block._collect_params_with_prefix()
    if not loaded and not params:
        return
    loaded = dict(named_arrays(loaded, filename))
    if any("." in name for name in loaded):  # exported with the names of places
        loaded = {name.removeprefix("arg:").removeprefix("aux:"): array for name, array in loaded.items()}
    loaded = _translated(block, loaded, "")
    if loaded and not any("." in name for name in loaded):
        if not allow_missing:
            _refuse_one_layer(block, params, loaded, filename)
        restore, arrays = _by_name(block, loaded)
        block._parameters()._load(arrays, allow_missing, ignore_extra, restore, filename, **options)
        return
    if not allow_missing:
        _check_complete(params, loaded, filename)
    with replacing_at_end() as pending:
        for name, array in loaded.items():
            if name in params:
                load_into(params[name], array, f"file: {filename}", pending=pending, **options)
            elif not ignore_extra:
                raise ValueError(
                    f"Parameter '{shortened(name)}' loaded from file '{filename}' is not present in ParameterDict, "
                    f"which contains parameters {_brief_print_list(list(params))}. Set ignore_extra=True to ignore. "
                )


def _translated(block: Any, loaded: dict[str, Any], prefix: str) -> dict[str, Any]:
    """Return the arrays of a file as the blocks have their parameters, whichever interface wrote it."""
    if hasattr(block, "_translated"):
        loaded = block._translated(loaded, prefix)
    for name, child in block._children.items():
        loaded = _translated(child, loaded, f"{prefix}.{name}" if prefix else name)
    return loaded


def _check_complete(params: dict[str, Parameter], loaded: dict[str, Any], filename: str) -> None:
    """Raise AssertionError for a parameter of which no place is in the file."""
    result = {id(param) for name, param in params.items() if name in loaded}
    for name, param in params.items():
        assert id(param) in result, (
            f"Parameter '{shortened(name)}' is missing in file '{filename}', which contains parameters: "
            f"{_brief_print_list(list(loaded))}. Set allow_missing=True to ignore missing parameters."
        )


def _refuse_one_layer(block: Any, params: dict[str, Parameter], loaded: dict[str, Any], filename: str) -> None:
    """Raise AssertionError for the file of one layer where a block has its layers inside."""
    known = block._parameters()
    if not all("." in name for name in params) or any(block.prefix + name in known for name in loaded):
        return
    if not all(name in _OF_ONE_LAYER for name in loaded):
        return
    raise AssertionError(
        f"Parameter '{shortened(next(iter(params)))}' is missing in file: '{filename}', which contains parameters: "
        f"{_brief_print_list(list(loaded))}: those of a single layer, which that layer's load_parameters reads. "
        f"{_SAME_PREFIX}"
    )


def _by_name(block: Any, loaded: dict[str, Any]) -> tuple[str, dict[str, Any]]:
    """Return the prefix to restore and the arrays of a file that names parameters by their full names.

    ``ParameterDict.save`` leaves out the block's prefix. ``export`` writes it, after ``arg:`` or ``aux:``; where the
    network was another instance then, its prefix gives way to this one's.
    """
    if not all(name.startswith(("arg:", "aux:")) for name in loaded):
        return block.prefix, loaded
    arrays = {name[4:]: array for name, array in loaded.items()}
    names = list(block._parameters())
    if not names or any(name in arrays for name in names):
        return "", arrays
    expected = names[0].removeprefix(block.prefix)
    others = [name.removesuffix(expected) for name in arrays if name.endswith(expected)]
    if len(others) != 1:
        return "", arrays
    return "", {block.prefix + name.removeprefix(others[0]): array for name, array in arrays.items()}


# -- files of whole models: the blocks, which of them are hybridized, and the parameters ------------------------------


@method_of("Block")
def save(self: Any, prefix: str) -> None:
    """Write the structure to ``prefix-model.json`` and the parameters to ``prefix-model.params``.

    Parameters
    ----------
    prefix : str
        What the paths begin with.

    Examples
    --------
    >>> net = nn.HybridSequential()
    >>> net.add(nn.Dense(3, in_units=2), nn.Dense(1, in_units=3))
    >>> net.initialize()
    >>> net.save("net")
    >>> net.load("net")
    """
    key, described = _describe(self, count())
    with written_together():
        with atomic_write(f"{prefix}-model.json") as stream:
            stream.write(json.dumps({key: described}).encode())
        self.save_parameters(f"{prefix}-model.params")


def _describe(block: Any, numbers: Any) -> tuple[str, dict[str, Any]]:
    """Return a block's key (its class and a running number) and what MXNet notes of it and of those below."""
    key = f"{type(block).__name__.lower()}{next(numbers)}"
    described: dict[str, Any] = {"orig_name": block.name}
    graph = getattr(block, "_cached_graph", None)
    if graph:
        inputs, outputs = graph
        described |= {"in_format": block._in_format, "out_format": block._out_format}
        described |= {"inputs": [item.tojson() for item in inputs], "symbol": outputs.tojson(), "hybridized": True}
    elif graph is not None:
        described["hybridized"] = False
    described["children"] = {child.name: attribute for attribute, child in block._children.items()}
    described |= dict(_describe(child, numbers) for child in block._children.values())
    return key, described


@method_of("Block")
def load(self: Any, prefix: str) -> None:
    """Read what :meth:`save` wrote, into a block of the same structure. Blocks that ran as graphs do so again.

    Parameters
    ----------
    prefix : str
        What the paths begin with, as given to :meth:`save`.

    Examples
    --------
    >>> net = nn.HybridSequential()
    >>> net.add(nn.Dense(3, in_units=2), nn.Dense(1, in_units=3))
    >>> net.initialize()
    >>> net.save("net")
    >>> net.load("net")
    """
    name = f"{prefix}-model.json"
    described = _read(name)
    names = dict(_names(self, described))
    file = f"{prefix}-model.params"
    loaded = named_arrays(nd.load(file), file)
    load_arrays(self, {names.get(name, name): array for name, array in loaded.items()}, file)
    _restore(self, described)


def _read(path: str) -> dict[str, Any]:
    """Return what a file notes of the outermost block. Raises MXNetError naming the file where it is damaged."""
    with open_saved(path) as stream:
        try:
            content = json.loads(stream.read().decode("utf-8-sig"))
            full = isinstance(content, dict) and len(content) == 1 and all(map(_is_description, content.values()))
        except (ValueError, RecursionError) as error:
            raise MXNetError(f"{path} is not the structure of a model: {error}") from error
    if not full:
        raise MXNetError(f"{path} is not the structure of a model: a block is not noted with its children")
    return next(iter(content.values()))


def _is_description(value: Any) -> bool:
    match value:
        case {"children": dict() as children}:
            named = all(isinstance(item, str) for item in children.values())
            return named and all(map(_is_description, _below(value)))
    return False


def _below(described: dict[str, Any]) -> list[dict[str, Any]]:
    return [value for key, value in described.items() if key != "children" and isinstance(value, dict)]


def _names(block: Any, described: dict[str, Any], own: str = "", saved: str = "") -> Iterator[tuple[str, str]]:
    """Give the parameters' names in the file with those here: children are found by their order."""
    for name in block._reg_params:
        yield f"{saved}{name}", f"{own}{name}"
    attributes = list(described["children"].values())
    if len(attributes) != len(block._children):  # a block that is there twice has one name
        attributes = list(block._children)
    for (name, child), attribute, inner in zip(block._children.items(), attributes, _below(described), strict=False):
        yield from _names(child, inner, f"{own}{name}.", f"{saved}{attribute}.")


def _restore(block: Any, described: dict[str, Any]) -> None:
    """Let the blocks that ran as graphs do so again: the next call traces them, for their parameters have new names."""
    if described.get("hybridized"):
        block._active = True
        block._clear_cached_op()
    for child, inner in zip(block._children.values(), _below(described), strict=False):
        _restore(child, inner)


# -- writing a hybrid block's graph and parameters for other programs -------------------------------------------------


@method_of("HybridBlock")
def export(self: Any, path: str | None, epoch: int = 0, remove_amp_cast: bool = True) -> tuple[Any, Any]:
    """Write the graph to ``path-symbol.json`` and the parameters to ``path-0000.params`` (with ``epoch``).

    :meth:`SymbolBlock.imports`, ``mx.mod.Module.load`` and MXNet itself read the files.

    Parameters
    ----------
    path : str or None
        What the paths begin with. None, in MXNet 2: nothing is written.
    epoch : int
        The number in the name of the file of parameters.
    remove_amp_cast : bool
        Whether casts that mixed precision put in are left out.

    Returns
    -------
    The names of both files; in MXNet 2 without a path the graph, and a dict of arrays (``arg:name``, ``aux:name``).

    Raises
    ------
    RuntimeError
        Before the first call after :meth:`hybridize`.

    Examples
    --------
    >>> net = nn.HybridSequential(prefix="net_")
    >>> with net.name_scope():
    ...     net.add(nn.Dense(3, in_units=2), nn.Dense(1, in_units=3))
    >>> net.initialize()
    >>> net.hybridize()
    >>> y = net(nd.ones((1, 2)))
    >>> net.export('net')
    ('net-symbol.json', 'net-0000.params')
    >>> same = gluon.SymbolBlock.imports('net-symbol.json', ['data'], 'net-0000.params')
    >>> same(nd.ones((1, 2))).shape
    (1, 1)
    """
    _, graph = self._graph_to_export()
    kinds = dict.fromkeys(graph.list_arguments(), "arg") | dict.fromkeys(graph.list_auxiliary_states(), "aux")
    arrays = {}
    for name, param in {**self.collect_params(), **self._captured}.items():
        if name in kinds:
            arrays[f"{kinds[name]}:{name}"] = as_classic(param._reduce())
        else:
            warnings.warn(f'Parameter "{name}" is not found in the graph. ', stacklevel=2)
    if path is None and semantics.api == 2:
        return graph, {name: array.as_np_ndarray() for name, array in arrays.items()}
    symbol_file, params_file = f"{path}-symbol.json", f"{path}-{int(epoch):04d}.params"
    with written_together():
        graph.save(symbol_file, remove_amp_cast=remove_amp_cast)
        nd.save(params_file, arrays)
    return symbol_file, params_file if arrays or semantics.api == 1 else None
