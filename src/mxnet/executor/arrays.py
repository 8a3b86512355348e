"""What executors do with their arrays: new values by name, and other executors on the same memory.

The functions with ``self`` are methods of :class:`Executor`.
"""

from __future__ import annotations

import weakref
from collections.abc import Collection, Mapping
from typing import TYPE_CHECKING, Any

import numpy as np
import torch

from ..core import torch_compat
from ..core.dtypes import tensor_of
from ..core.errors import MXNetError, nearest
from ..core.naming import method_of
from ..core.write_tracking import all_writable, writable
from ..eager.replacing import replacing_at_end
from ..kernels.sparse import checked
from ..ndarray import NDArray
from ..ndarray import zeros as nd_zeros
from ..ndarray.creation import as_ndarray
from . import binding

if TYPE_CHECKING:
    from .executor import Executor


def feed(arrays: Mapping[str, NDArray], values: Mapping[str, Any]) -> None:
    """Copy values into arguments by name, as :meth:`Executor.forward` takes them."""
    targets, sources = [], []
    for name, value in values.items():
        array = arrays.get(name)
        if array is None:
            raise TypeError(f"Unknown argument {name}: the arguments are {', '.join(arrays)}{nearest(name, arrays)}")
        if not isinstance(value, (NDArray, np.ndarray)):
            raise ValueError(
                f"only accept keyword argument of NDArrays and numpy.ndarray, got {type(value).__name__} for {name}"
            )
        if value.shape != array.shape:
            raise ValueError(f"Shape not match! Argument {name}, need: {array.shape}, received: {value.shape}")
        sparse = value._sparse if isinstance(value, NDArray) else None
        if sparse is not None:
            checked(sparse)  # so that a batch that comes again need not be
        if sparse is not None or array._sparse is not None:
            array[:] = value
        elif not isinstance(value, NDArray):
            writable(array._t).copy_(tensor_of(value, array._t.dtype))
        elif value._t.is_cuda and array._t.device == value._t.device:
            targets.append(array._t)
            sources.append(value._t.detach())
        else:
            source = value._t
            writable(array._t).copy_(source.detach() if source.requires_grad else source)
    if targets:  # on a GPU by one kernel
        torch_compat.copy_many(all_writable(targets), sources)


@method_of("Executor")
def reshape(self: Executor, /, partial_shaping: bool = False, allow_up_sizing: bool = False, **kwargs: Any) -> Executor:
    """Return an executor for other shapes of some arguments.

    It shares memory with this one: every array that does not grow, outputs too, is the beginning of the array here.

    Parameters
    ----------
    partial_shaping
        Whether the shapes of arguments that are not given may change too.
    allow_up_sizing
        Whether arrays may grow, for which new memory is taken.
    **kwargs : tuple of ints
        The new shapes by argument name: ``data=(64, 784)``.

    Returns
    -------
    An :class:`Executor`; this one stays usable.

    Raises
    ------
    MXNetError
        Where a shape changes or an array grows without permission.

    Examples
    --------
    >>> net = sym.FullyConnected(sym.Variable("data"), num_hidden=2, no_bias=True, name="fc")
    >>> executor = net.simple_bind(mx.cpu(), data=(1, 3))
    >>> executor.arg_dict["fc_weight"][:] = 1
    >>> other = executor.reshape(data=(4, 3), allow_up_sizing=True)
    >>> other.forward()[0].shape
    (4, 2)
    """
    bound = binding.reshape(self.handle, kwargs, partial_shaping, allow_up_sizing)
    other = type(self)(bound, self._symbol, self._ctx, self._grad_req, self._group2ctx)
    other._monitor, other._needed = self._monitor, self._needed
    other._origin = weakref.ref(self)
    return other


@method_of("Executor")
def replica(self: Executor, names: Collection[str]) -> Executor:
    """Return an executor of the same program on the same arrays, with new arrays for the arguments ``names``.

    Parameters
    ----------
    names
        The arguments that get arrays of their own.

    Returns
    -------
    An :class:`Executor`.

    Examples
    --------
    >>> net = sym.FullyConnected(sym.Variable("data"), num_hidden=2, no_bias=True, name="fc")
    >>> executor = net.simple_bind(mx.cpu(), data=(1, 3))
    >>> executor.arg_dict["fc_weight"][:] = 1
    >>> executor.replica(['data']).arg_dict['fc_weight'].shape
    (2, 3)
    """
    pairs = zip(self._program.arguments, self.handle.arguments, strict=True)
    arguments = [nd_zeros(a.shape, a.context, a.dtype) if name in names else a for name, a in pairs]
    bound = self.handle._replace(arguments=arguments)
    return type(self)(bound, self._symbol, self._ctx, self._grad_req, self._group2ctx)


@method_of("Executor")
def copy_params_from(
    self: Executor,
    arg_params: Mapping[str, NDArray],
    aux_params: Mapping[str, NDArray] | None = None,
    allow_extra_params: bool = False,
) -> None:
    """Copy values, cast to the bound types, into arguments and auxiliary states by name.

    Parameters
    ----------
    arg_params
        Values of arguments by name; those left out stay.
    aux_params
        Values of auxiliary states by name; None: they stay.
    allow_extra_params
        Whether names that the graph does not have are passed over.

    Returns
    -------
    None.

    Raises
    ------
    ValueError
        For an unknown name unless ``allow_extra_params``.
    MXNetError
        For a value of the wrong shape.

    Examples
    --------
    >>> net = sym.FullyConnected(sym.Variable("data"), num_hidden=2, no_bias=True, name="fc")
    >>> executor = net.simple_bind(mx.cpu(), data=(1, 3))
    >>> executor.arg_dict["fc_weight"][:] = 1
    >>> executor.copy_params_from({"fc_weight": nd.array([[1, 2, 3], [4, 5, 6]])})
    >>> print(executor.arg_dict["fc_weight"].asnumpy())
    [[1. 2. 3.]
     [4. 5. 6.]]
    """
    tables = (arg_params, self._arg_dict, "arguments"), (aux_params or {}, self._aux_dict, "auxiliary states")
    with replacing_at_end() as pending:
        for params, table, what in tables:
            for name, value in params.items():
                if name in table:
                    pending += _new_values(name, value, table[name])
                elif not allow_extra_params:
                    raise ValueError(f'Find name "{name[:1000]}" that is not in the {what}')


@method_of("Executor")
def adopt(self: Executor, arguments: Mapping[str, NDArray]) -> set[str]:
    """Use the memory of given arrays for the arguments that they fit; return the names of these.

    Not if another executor uses this one's arrays: it would keep the old memory.

    Parameters
    ----------
    arguments
        Arrays by argument name.

    Returns
    -------
    A set of names.

    Examples
    --------
    >>> net = sym.FullyConnected(sym.Variable("data"), num_hidden=2, no_bias=True, name="fc")
    >>> executor = net.simple_bind(mx.cpu(), data=(1, 3))
    >>> executor.arg_dict["fc_weight"][:] = 1
    >>> weight = nd.ones((2, 3))
    >>> executor.adopt({"fc_weight": weight})
    {'fc_weight'}
    """
    fitting = {name for name, array in arguments.items() if _fits(array, self._arg_dict.get(name))}
    for name in fitting:
        self._arg_dict[name]._t = arguments[name]._t.detach()
    return fitting


def _new_values(name: str, value: Any, target: NDArray) -> list[tuple[NDArray, torch.Tensor]]:
    """Return the array with a tensor of its new values, for :func:`replace`; sparse values are set at once."""
    value = as_ndarray(value, target.dtype)
    if value.shape != target.shape:
        raise MXNetError(f"{name}: expected shape {target.shape}, got {value.shape}")
    if value._sparse is not None or target._sparse is not None:
        _convert(value, target)
        return []
    return [(target, torch.empty_like(target._t, requires_grad=False).copy_(value._t.detach()))]


def _fits(value: NDArray, target: NDArray | None) -> bool:
    """Return whether an array can replace an argument's memory."""
    if target is None or value._sparse is not None or target._sparse is not None:
        return False
    source, destination = value._t, target._t
    alike = (
        source.shape == destination.shape and source.dtype is destination.dtype and source.device == destination.device
    )
    return alike and source.is_contiguous()


def _convert(value: NDArray, target: NDArray) -> None:
    """Write an array into one of another storage."""
    if value.stype in ("default", target.stype) or target.stype == "default":
        value.copyto(target)
    else:
        value.tostype("default").copyto(target)
