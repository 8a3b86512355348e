"""Parameters by name."""

from __future__ import annotations

from collections.abc import ItemsView, Iterator, KeysView, Mapping, Sequence, ValuesView
from typing import Any

import numpy as np

from .. import initializer
from .. import ndarray as nd
from ..core.context import Context
from ..core.errors import named_arrays, shortened
from ..core.text import printable
from ..eager.replacing import replacing_at_end
from ..registry.manual import documented
from .constant import Constant
from .functions import as_classic
from .parameter import Contexts, Parameter
from .utils import _brief_print_list, _indent

_SAME_PREFIX = "Please make sure source and target networks have the same prefix."


class MissingParameterError(AssertionError):
    """A file or dict, read whole, lacks a parameter."""


MissingParameterError.__name__ = AssertionError.__name__  # what programs print, and 1.9.1 raises


@documented()
class ParameterDict:
    """Parameters by full name, as ``net.collect_params()`` returns them: read like a dict.

    Parameters
    ----------
    prefix
        What the names of those begin with that :meth:`get` makes.
    shared
        Another dict, in which :meth:`get` looks for parameters before it makes them; None: none.

    Examples
    --------
    >>> net = nn.Dense(1, in_units=2, prefix="a_")
    >>> net.initialize(mx.init.One())
    >>> params = net.collect_params()
    >>> sorted(params.keys())
    ['a_bias', 'a_weight']
    >>> params['a_weight'].shape
    (1, 2)
    """

    def __init__(self, prefix: str = "", shared: ParameterDict | None = None) -> None:
        self._prefix, self._shared = prefix, shared
        self._params: dict[str, Parameter] = {}

    def __repr__(self) -> str:
        lines = "\n".join(_indent(f"  {param}", 2) for param in self.values())
        return f"{printable(self._prefix) + ' ' if self._prefix else ''}(\n{lines}\n)"

    def __getitem__(self, key: str) -> Parameter:
        try:
            return self._params[key]
        except KeyError:
            near = [name for name in self._params if name.endswith(f"_{key}")][:3]
            raise KeyError(f"{key}; there is {', '.join(near)}" if near else key) from None

    def __iter__(self) -> Iterator[str]:
        return iter(self._params)

    def __contains__(self, key: object) -> bool:
        return key in self._params

    def __len__(self) -> int:
        return len(self._params)

    def __bool__(self) -> bool:
        return True  # as in MXNet, where a dict has no length

    def items(self) -> ItemsView[str, Parameter]:
        """Return the pairs of full names and parameters.

        Returns
        -------
        A view, as of a dict.

        Examples
        --------
        >>> net = nn.Dense(1, in_units=2, prefix="a_")
        >>> net.initialize(mx.init.One())
        >>> params = net.collect_params()
        >>> [(name, param.shape) for name, param in params.items()]
        [('a_weight', (1, 2)), ('a_bias', (1,))]
        """
        return self._params.items()

    def keys(self) -> KeysView[str]:
        """Return the full names.

        Returns
        -------
        A view, as of a dict.

        Examples
        --------
        >>> net = nn.Dense(1, in_units=2, prefix="a_")
        >>> net.initialize(mx.init.One())
        >>> params = net.collect_params()
        >>> list(params.keys())
        ['a_weight', 'a_bias']
        """
        return self._params.keys()

    def values(self) -> ValuesView[Parameter]:
        """Return the parameters.

        Returns
        -------
        A view, as of a dict.

        Examples
        --------
        >>> net = nn.Dense(1, in_units=2, prefix="a_")
        >>> net.initialize(mx.init.One())
        >>> params = net.collect_params()
        >>> [param.shape for param in params.values()]
        [(1, 2), (1,)]
        """
        return self._params.values()

    @property
    def prefix(self) -> str:
        """What the names of new parameters begin with."""
        return self._prefix

    def _get_impl(self, name: str) -> Parameter | None:
        """Return the parameter of a full name, one of the shared ones too, which is then here as well.

        What is shared with them counts, too: that of a layer with tied weights in a network that shares another's.
        """
        result = self._params.get(name)
        if result is None and self._shared is not None:
            result = self._shared._get_impl(name)
            if result is not None:
                self._params[name] = result
        return result

    def get(self, name: str, **kwargs: Any) -> Any:
        """Return the parameter ``prefix + name``, made with ``kwargs`` (of :class:`Parameter`) if there is none.

        For a parameter that there is, ``kwargs`` complete it, or are checked against it (AssertionError).

        Parameters
        ----------
        name : str
            The name without the prefix.
        **kwargs
            Arguments of :class:`Parameter`, for a new one; one that is there is completed by them, or checked
            (AssertionError).

        Returns
        -------
        The parameter.

        Examples
        --------
        >>> params = gluon.ParameterDict('net_')
        >>> params.get('weight', shape=(2, 3)).name
        'net_weight'
        >>> params.get('weight').shape
        (2, 3)
        """
        full = self._prefix + name
        param = self._get_impl(full)
        if param is None:
            param = self._params[full] = Parameter(full, **kwargs)
            param._short, param._owned = name, True
            return param
        for key, value in kwargs.items():
            _reconcile(param, key, value)
        return param

    def get_constant(self, name: str, value: Any = None) -> Any:
        """Return the constant ``prefix + name``, made of ``value`` if there is none.

        KeyError without either; AssertionError where ``value`` differs from the constant's.

        Parameters
        ----------
        name : str
            The name without the prefix.
        value : array or None
            The value of a new one; of one that is there it must be this; None: it has to be there.

        Returns
        -------
        The :class:`Constant`.

        Examples
        --------
        >>> params = gluon.ParameterDict('net_')
        >>> params.get_constant('scale', nd.array([2])).name
        'net_scale'
        """
        full = self._prefix + name
        param = self._get_impl(full)
        if param is None:
            if value is None:
                raise KeyError(
                    f"No constant named '{full}'. Please specify value if you want to create a new constant."
                )
            param = self._params[full] = Constant(full, value)
            param._short, param._owned = name, True
        elif value is not None:
            assert isinstance(param, Constant), f"Parameter '{full}' already exists but it is not a constant."
            provided = value.asnumpy() if isinstance(value, nd.NDArray) else np.asarray(value)
            assert np.array_equal(param.value.asnumpy(), provided), (
                f"Constant '{full}' already exists but it's value doesn't match new value: {param.value}, {provided}"
            )
        return param

    def update(self, other: ParameterDict) -> None:
        """Take all parameters of another dict. AssertionError for a name that is here with another parameter.

        Parameters
        ----------
        other : ParameterDict
            The other dict.

        Returns
        -------
        None.

        Examples
        --------
        >>> net = nn.Dense(1, in_units=2, prefix="a_")
        >>> net.initialize(mx.init.One())
        >>> params = net.collect_params()
        >>> every = gluon.ParameterDict()
        >>> every.update(params)
        >>> len(every)
        2
        """
        for name, param in other.items():
            present = self._params.setdefault(name, param)
            assert present is param, (
                f"Cannot update self with other because they have different Parameters with the same name '{name}'"
            )

    def initialize(
        self,
        init: Any = initializer.Uniform(),  # noqa: B008 - part of the signature; it keeps nothing
        ctx: Contexts = None,
        verbose: bool = False,
        force_reinit: bool = False,
    ) -> None:
        """Initialize all parameters (see :meth:`Parameter.initialize`).

        Parameters
        ----------
        init : Initializer or str
            How those begin that have no initializer of their own.
        ctx : Context, list of Contexts or None
            Where the values are, the same in each; None: the current context.
        verbose : bool
            Whether it is logged how each is initialized.
        force_reinit : bool
            Whether values that are there already are replaced; False: they stay, with a warning.

        Returns
        -------
        None.

        Examples
        --------
        >>> net = nn.Dense(1, in_units=2)
        >>> net.collect_params().initialize(mx.init.One())
        >>> print(net.weight.data().asnumpy())
        [[1. 1.]]
        """
        if verbose:
            init.set_verbosity(verbose=verbose)
        for param in self.values():
            param.initialize(None, ctx, init, force_reinit=force_reinit)

    def zero_grad(self) -> None:
        """Set all gradients to zero.

        Returns
        -------
        None.

        Examples
        --------
        >>> net = nn.Dense(1, in_units=2, prefix="a_")
        >>> net.initialize(mx.init.One())
        >>> params = net.collect_params()
        >>> params.zero_grad()
        """
        for param in self.values():
            param.zero_grad()

    def reset_ctx(self, ctx: Contexts) -> None:
        """Move all parameters to other contexts.

        Parameters
        ----------
        ctx : Context, list of Contexts or None
            Where to; None: the current one.

        Returns
        -------
        None.

        Examples
        --------
        >>> net = nn.Dense(1, in_units=2, prefix="a_")
        >>> net.initialize(mx.init.One())
        >>> params = net.collect_params()
        >>> params.reset_ctx(mx.cpu())
        """
        for param in self.values():
            param.reset_ctx(ctx)

    def list_ctx(self) -> list[Context]:
        """Return the contexts of all parameters, each once.

        Returns
        -------
        A list of contexts.

        Examples
        --------
        >>> net = nn.Dense(1, in_units=2, prefix="a_")
        >>> net.initialize(mx.init.One())
        >>> params = net.collect_params()
        >>> params.list_ctx()
        [cpu(0)]
        """
        return list({ctx: None for param in self.values() for ctx in param.list_ctx()})

    def setattr(self, name: str, value: Any) -> None:
        """Set an attribute of all parameters: ``params.setattr('grad_req', 'add')``.

        Parameters
        ----------
        name : str
            The attribute of :class:`Parameter`.
        value
            Its value.

        Returns
        -------
        None.

        Examples
        --------
        >>> net = nn.Dense(1, in_units=2, prefix="a_")
        >>> net.initialize(mx.init.One())
        >>> params = net.collect_params()
        >>> params.setattr('grad_req', 'null')
        >>> net.weight.grad_req
        'null'
        """
        for param in self.values():
            setattr(param, name, value)

    # -- files ----------------------------------------------------------------------------------------------

    def save(self, filename: str, strip_prefix: str = "") -> None:
        """Write the values to a file, under their names without ``strip_prefix``, which all must begin with.

        Parameters
        ----------
        filename : str
            The path of the file.
        strip_prefix : str
            What is taken off the beginning of each name; ValueError for a name that does not begin with it.

        Returns
        -------
        None.

        Examples
        --------
        >>> net = nn.Dense(1, in_units=2, prefix="a_")
        >>> net.initialize(mx.init.One())
        >>> params = net.collect_params()
        >>> params.save('a.params', strip_prefix='a_')
        >>> params.load('a.params', restore_prefix='a_')
        """
        for name in self:
            if not name.startswith(strip_prefix):
                raise ValueError(
                    f"Prefix '{strip_prefix}' is to be striped before saving, but Parameter's name '{name}' does not "
                    "start with it: the block shares parameters of other blocks, or its children were not made inside "
                    "its name_scope()"
                )
        nd.save(filename, {name[len(strip_prefix) :]: as_classic(param._reduce()) for name, param in self.items()})

    def load(
        self,
        filename: str,
        ctx: Contexts = None,
        allow_missing: bool = False,
        ignore_extra: bool = False,
        restore_prefix: str = "",
        cast_dtype: bool = False,
        dtype_source: str = "current",
    ) -> None:
        """Read values from a file (see :meth:`load_dict`).

        Parameters
        ----------
        filename : str
            The path of the file.
        ctx : Context, list of Contexts or None
            Where parameters go that are not initialized; None: the CPU. Others stay where they are.
        allow_missing : bool
            Whether parameters that are not in there keep their values; False: AssertionError.
        ignore_extra : bool
            Whether arrays without a parameter are passed over; False: AssertionError.
        restore_prefix : str
            What goes before each name.
        cast_dtype : bool
            Whether other data types are allowed; False: they are an error.
        dtype_source : str
            With ``cast_dtype``: ``'current'``: the parameter keeps its type; ``'saved'``: it takes the array's.

        Returns
        -------
        None.

        Examples
        --------
        >>> net = nn.Dense(1, in_units=2, prefix="a_")
        >>> net.initialize(mx.init.One())
        >>> params = net.collect_params()
        >>> params.save('a.params', strip_prefix='a_')
        >>> params.load('a.params', restore_prefix='a_')
        """
        for name in self if restore_prefix else ():
            assert name.startswith(restore_prefix), (
                f"restore_prefix is '{restore_prefix}' but Parameters name '{name}' does not start with it"
            )
        options = {"ctx": ctx, "cast_dtype": cast_dtype, "dtype_source": dtype_source}
        self._load(nd.load(filename), allow_missing, ignore_extra, restore_prefix, filename, **options, exclusive=True)

    def load_dict(
        self,
        param_dict: Any,
        ctx: Contexts = None,
        allow_missing: bool = False,
        ignore_extra: bool = False,
        restore_prefix: str = "",
        filename: str | None = None,
        cast_dtype: bool = False,
        dtype_source: str = "current",
    ) -> None:
        """Set the parameters to arrays by name (``arg:`` and ``aux:`` before a name are passed over).

        Parameters
        ----------
        param_dict : dict
            The arrays by name.
        ctx : Context, list of Contexts or None
            Where parameters go that are not initialized; None: the CPU. Others stay where they are.
        allow_missing : bool
            Whether parameters that are not in there keep their values; False: AssertionError.
        ignore_extra : bool
            Whether arrays without a parameter are passed over; False: AssertionError.
        restore_prefix : str
            What goes before each name.
        cast_dtype : bool
            Whether other data types are allowed; False: they are an error.
        dtype_source : str
            With ``cast_dtype``: ``'current'``: the parameter keeps its type; ``'saved'``: it takes the array's.
        filename : str or None
            The name of a file that messages of errors name.

        Returns
        -------
        None.

        Examples
        --------
        >>> net = nn.Dense(1, in_units=2, prefix="a_")
        >>> net.initialize(mx.init.One())
        >>> params = net.collect_params()
        >>> params.load_dict({'a_weight': nd.array([[1, 2]]), 'a_bias': nd.array([0])})
        """
        options = {"ctx": ctx, "cast_dtype": cast_dtype, "dtype_source": dtype_source}
        self._load(param_dict, allow_missing, ignore_extra, restore_prefix, filename, **options)

    def _load(
        self,
        param_dict: Any,
        allow_missing: bool,
        ignore_extra: bool,
        prefix: str,
        filename: str | None,
        **options: Any,
    ) -> None:
        """Do the same; ``options`` are the other arguments of :func:`load_into`."""
        source = f"file: {filename}" if filename else "param_dict"
        arrays = {prefix + _bare(name): array for name, array in named_arrays(param_dict, source).items()}
        absent = None if allow_missing else next((name for name in self if name not in arrays), None)
        if absent is not None:
            raise MissingParameterError(
                f"Parameter '{shortened(absent.removeprefix(prefix))}' is missing in {source}, which contains "
                f"parameters: {_brief_print_list([key.removeprefix(prefix) for key in arrays])}. {_SAME_PREFIX}"
            )
        with replacing_at_end() as pending:
            for name, array in arrays.items():
                if name in self._params:
                    load_into(self._params[name], array, source, pending=pending, **options)
                    continue
                assert ignore_extra, (
                    f"Parameter '{shortened(name.removeprefix(prefix))}' loaded from {source} is not present "
                    f"in ParameterDict, "
                    f"choices are: {_brief_print_list(list(self))}. Set ignore_extra to True to ignore. {_SAME_PREFIX}"
                )


def load_into(param: Parameter, array: Any, source: str, **options: Any) -> None:
    """Set a parameter to an array from ``source``, which errors name; ``options``: of :meth:`.Parameter._load_init`."""
    try:
        param._load_init(array, **options)
    except AssertionError as error:
        raise AssertionError(f"{error} ({source})") from None


class OwnParameters(dict[str, Parameter]):
    """``Block.params`` of MXNet 2: a block's parameters by their attributes' names.

    What only a :class:`ParameterDict` does, such as making parameters in :meth:`get`, the block's one does.
    """

    def __init__(self, params: ParameterDict, by_attribute: Mapping[str, Parameter]) -> None:
        super().__init__(by_attribute)
        self._dict = params

    def get(self, name: str, default: Any = None, **kwargs: Any) -> Any:
        """Return the parameter of an attribute; with ``kwargs`` do what :meth:`ParameterDict.get` does."""
        return self._dict.get(name, **kwargs) if kwargs else super().get(name, default)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(f"'OwnParameters' object has no attribute {name!r}")
        return getattr(self._dict, name)


def _bare(name: str) -> str:
    return name[4:] if name.startswith(("arg:", "aux:")) else name


def _reconcile(param: Parameter, key: str, value: Any) -> None:
    """Complete an attribute of a parameter, or check it."""
    present = getattr(param, key, None)
    if present is None:
        setattr(param, key, value)
        return
    if key == "shape" and value is not None:
        merged = _merge(present, (value,) if isinstance(value, int) else tuple(value))
        if merged is not None:
            param._shape = merged
            return
    elif key == "dtype" and value is not None and np.dtype(value) == np.dtype(present):
        return
    assert value is None or value == present, (
        f"Cannot retrieve Parameter '{param.name}' because desired attribute does not match with stored for attribute "
        f"'{key}': desired '{value}' vs stored '{present}'."
    )


def _merge(first: Sequence[int], second: Sequence[int]) -> tuple[int, ...] | None:
    """Return what two shapes say together (0 and -1: unknown); None where they differ."""
    if len(first) != len(second):
        return None
    pairs = list(zip(first, second, strict=True))
    if any(a != b and a > 0 and b > 0 for a, b in pairs):
        return None
    return tuple(max(pair) for pair in pairs)
