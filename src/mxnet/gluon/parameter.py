"""Parameters of Gluon's blocks: arrays in one or several contexts, with their gradients."""

import importlib
import warnings
import weakref
from collections.abc import Callable, Iterable, Sequence
from functools import wraps
from typing import Any, NoReturn, ParamSpec, TypeVar

import numpy as np
import torch

from .. import autograd, initializer, symbol
from .. import ndarray as nd
from ..core.context import Context, checked_context, cpu, current_context, not_a_context, takes_device
from ..core.dtypes import canonical
from ..core.errors import InvalidContext, MXNetError
from ..core.forking import ReentrantLock
from ..core.lazy_imports import public_dir
from ..core.memory import zeros
from ..core.other_names import says_other_names
from ..core.semantics import semantics
from ..core.shapes import as_tuple
from ..core.text import printable
from ..eager import tape
from ..eager.replacing import replace
from ..eager.trace import suspended
from ..ndarray import NDArray
from ..ndarray.creation import set_to_zero
from ..registry.manual import documented
from ..symbol import Symbol
from ..util import is_np_array
from .arguments import is_numpy
from .functions import are_numpy, as_classic, as_numpy, functions_of
from .row_sparse import RowSparseReading
from .utils import shape_is_known

__all__ = ["Constant", "DeferredInitializationError", "Parameter", "ParameterDict", "is_np_array", "tensor_types"]  # noqa: F822

#: what counts as an array or symbol in Gluon
tensor_types = (Symbol, NDArray)
_STORAGE_TYPES = ("default", "row_sparse", "csr")
#: what programs also import from here, by the module that it is in
_BESIDES = {"Constant": "constant", "ParameterDict": "parameter_dict"}
_GRAD_REQS = ("write", "add", "null")
#: where the values of a parameter are; None: in the current context
Contexts = Context | Sequence[Context] | None


#: One thread at a time initializes parameters and traces blocks; computing takes no lock. There is one lock for both,
#: since the first call of a block does both.
initializing = ReentrantLock()
_Arguments = ParamSpec("_Arguments")
_Result = TypeVar("_Result")


def locked(function: Callable[_Arguments, _Result]) -> Callable[_Arguments, _Result]:
    """Let one thread at a time call a function that initializes parameters."""

    @wraps(function)
    def call(*args: _Arguments.args, **kwargs: _Arguments.kwargs) -> _Result:
        with initializing:
            return function(*args, **kwargs)

    return call


class DeferredInitializationError(MXNetError):
    """A parameter's values were read before the first forward pass, which determines its shape.

    Examples
    --------
    >>> layer = nn.Dense(2)
    >>> layer.initialize()
    >>> try:
    ...     layer.weight.data()
    ... except gluon.DeferredInitializationError:
    ...     print('not yet')
    not yet
    >>> layer(nd.ones((1, 3))).shape
    (1, 2)
    >>> layer.weight.data().shape
    (2, 3)
    """


def explain_missing(param: Any) -> NoReturn:
    """Raise the error for a parameter without values: what is to be done."""
    if param._deferred_init or param._data is not None:  # another thread has just made the values
        raise DeferredInitializationError(
            f"Parameter '{param.name}' has not been initialized yet because initialization was deferred: its shape "
            f"is {param.shape}, and the lengths of 0 are known after the first forward pass. Pass one batch of data "
            "through the network, or say in_units, in_channels, etc. when the layer is made"
        )
    raise RuntimeError(
        f"Parameter '{param.name}' has not been initialized: call initialize() on the block. "
        "Note that Block.params does not include the parameters of nested blocks; Block.collect_params() does. "
        "initialize() does not reach blocks that are added later, or that are in a list and not in a Sequential"
    )


def _contexts(ctx: Contexts) -> list[Context]:
    if ctx is None:
        return [current_context()]
    if isinstance(ctx, Context):
        return [ctx]
    if isinstance(ctx, str) or not isinstance(ctx, Iterable):
        raise (InvalidContext if isinstance(ctx, str) else TypeError)(f"ctx: {not_a_context(ctx)}")
    return [checked_context(item) for item in ctx]


def _places(contexts: Sequence[Context]) -> list[list[int | None]]:
    """Return where the arrays of GPUs are, and those of processors, by the number of the device: 1.9.1's form."""
    result: list[list[int | None]] = [[], []]
    for device, ctx in enumerate(contexts):
        row = result[ctx.device_typeid & 1]
        row += [None] * (ctx.device_id + 1 - len(row))
        row[ctx.device_id] = device
    return result


def _is_in(array: Any, ctx: Context) -> bool:
    """Return whether an array is on the device of a context; pinned memory is the processor's."""
    array_ctx: Context = array._ctx
    return array_ctx.device_id == ctx.device_id and (array_ctx.device_typeid ^ ctx.device_typeid) & 1 == 0


def _agrees(known: Sequence[int], shape: Sequence[int]) -> bool:
    """Return whether a shape is the known one, in which 0 and -1 are any length."""
    return len(known) == len(shape) and all(old in (new, 0, -1) for new, old in zip(shape, known, strict=True))


@documented()
@says_other_names
class Parameter(RowSparseReading):
    """The weights of a block: one array in each context, with their gradients.

    Parameters
    ----------
    name
        What names it in files and for optimizers; one that becomes an attribute of a block is named by it.
    grad_req
        What a backward pass does with the gradient: ``'write'`` it, ``'add'`` it to what is there (then
        :meth:`zero_grad` begins anew), or ``'null'``: nothing, the parameter is frozen.
    shape
        The shape; 0 for lengths that are not known yet, None: nothing is known.
    dtype
        The type of the values.
    lr_mult
        What the learning rate is multiplied by for this parameter.
    wd_mult
        What the weight decay is multiplied by.
    init
        How the values begin: an :class:`Initializer` or its name; None: as ``initialize`` says.
    allow_deferred_init
        Whether :meth:`initialize` may come before the shape is known: the first forward pass completes it.
    differentiable
        False: ``grad_req`` is ``'null'`` for good, as of running statistics.
    stype
        The storage of the values: ``'default'``, or ``'row_sparse'``: :meth:`row_sparse_data` gives the rows asked for.
    grad_stype
        The storage of the gradient: ``'default'``, ``'row_sparse'`` or ``'csr'``.

    Examples
    --------
    >>> weight = gluon.Parameter("weight", shape=(2, 3), init="ones")
    >>> weight.initialize()
    >>> print(weight.data().asnumpy())
    [[1. 1. 1.]
     [1. 1. 1.]]
    >>> weight
    Parameter weight (shape=(2, 3), dtype=<class 'numpy.float32'>)
    """

    def __init__(
        self,
        name: str = "weight",
        grad_req: str = "write",
        shape: int | Sequence[int] | None = None,
        dtype: Any = np.float32,
        lr_mult: float = 1.0,
        wd_mult: float = 1.0,
        init: Any = None,
        allow_deferred_init: bool = False,
        differentiable: bool = True,
        stype: str = "default",
        grad_stype: str = "default",
    ) -> None:
        for what, value in (("grad_stype", grad_stype), ("stype", stype)):
            assert value in _STORAGE_TYPES, (
                f"{what} of Parameter '{name}': expected one of {_STORAGE_TYPES}, got {value!r}"
            )
        self._stype, self._grad_stype = stype, grad_stype
        #: one array for each context, and its gradient; None before the initialization
        self._data: list[Any] | None = None
        self._grad: list[Any] | None = None
        self._ctx_list: list[Context] | None = None
        #: by ``device_typeid & 1`` (CPUs are 1, GPUs 0) and number of a context, the place of its array in the lists;
        #: None before
        self._ctx_map: Any = None
        self._deferred_init: tuple[Any, ...] = ()
        self._var: Any = None
        self._trainer_ref: Callable[[], Any] | None = None
        #: the parameters that its arrays lie beside on GPUs
        self._neighbours: Any = None
        #: the full name, unique in a network, and the short one
        self._name = self._short = name
        #: whether a block has given it its full name
        self._owned = False
        self._dtype, self.init = dtype, init
        self._shape = None if shape is None else as_tuple(shape)
        self._differentiable, self._allow_deferred_init = differentiable, allow_deferred_init
        self.lr_mult, self.wd_mult = lr_mult, wd_mult
        self._grad_req: str | None = None
        self.grad_req = grad_req

    def __repr__(self) -> str:
        name = f" {printable(self.name)}" if semantics.api == 1 else ""
        return f"{type(self).__name__}{name} (shape={self.shape}, dtype={self.dtype})"

    def __getstate__(self) -> dict[str, Any]:
        """Return what a copy takes over: all but the trainer and other parameters, which go on with the original."""
        return {**vars(self), "_trainer_ref": None, "_neighbours": None}

    def __setstate__(self, state: dict[str, Any]) -> None:
        vars(self).update(state)
        for array, grad in zip(self._data or (), self._grad or (), strict=False):
            if array.grad is None:  # copies of arrays are no variables
                autograd.mark_variables(array, grad, self.grad_req)

    # -- what it is -----------------------------------------------------------------------------------------

    @property
    def name(self) -> str:
        """The name, beginning with the prefix of its block; in MXNet 2 without it."""
        return self._name if semantics.api < 2 else self._short

    @name.setter
    def name(self, name: str) -> None:
        self._name = self._short = name

    @property
    def _used_trainer(self) -> Any:
        """The trainer that updates the parameter, which has the parameter: no cycle that keeps arrays."""
        return None if self._trainer_ref is None else self._trainer_ref()

    @property
    def _trainer(self) -> Any:
        """The trainer; in MXNet 2 a function that returns it."""
        return self._used_trainer if semantics.api < 2 else self._trainer_ref

    @_trainer.setter
    def _trainer(self, trainer: Any) -> None:
        self._trainer_ref = None
        if trainer is not None:  # in 1.9.1 one of row-sparse parameters stays, as it may have their values
            stays = self._stype != "default" and semantics.api < 2
            self._trainer_ref = (lambda: trainer) if stays else weakref.ref(trainer)

    @property
    def _uuid(self) -> str:
        """What tells parameters apart, in MXNet 2 by another name than :attr:`name`."""
        return self._name

    def _belong(self, prefix: str, short: str) -> None:
        """Take the name that a block gives to its own parameter."""
        self._name, self._owned, self._var = prefix + short, True, None

    @property
    def grad_req(self) -> Any:
        """What a backward pass does with the gradient; setting it zeroes the gradient."""
        return self._grad_req

    @grad_req.setter
    def grad_req(self, req: str) -> None:
        assert req in _GRAD_REQS, f"grad_req must be one of 'write', 'add', or 'null', but got '{req}'"
        if not self._differentiable:
            req = "null"
        if req == self._grad_req:
            return
        with initializing:
            self._grad_req = req
            if req == "null" and self._grad is not None:
                self._grad = None
                self._data = [array.detach() for array in self._data or ()]
            elif self._data is not None:
                self._grad = self._marked(self._data)

    @property
    def dtype(self) -> Any:
        """The data type, as it was given; setting it casts the values."""
        return self._dtype

    @dtype.setter
    def dtype(self, dtype: Any) -> None:
        self.cast(dtype)

    @property
    def shape(self) -> tuple[int, ...] | None:
        """The lengths, unknown ones as 0 (under NumPy shapes as -1); None when nothing is known.

        May be set while lengths are unknown; AssertionError where it contradicts what is known.
        """
        if self._shape is None or not semantics.np_shape:
            return self._shape
        return tuple(length or -1 for length in self._shape)

    @shape.setter
    def shape(self, new_shape: Sequence[int]) -> None:
        if self._shape is not None:
            assert _agrees(self._shape, new_shape), (
                f"Expected shape {self._shape} is incompatible with given shape {tuple(new_shape)}. "
                f"Parameter: '{self.name}'"
            )
        self._shape = as_tuple(new_shape)

    def var(self) -> Any:
        """Return the parameter's variable in graphs.

        Returns
        -------
        A symbol, the same one at each call.

        Examples
        --------
        >>> weight = gluon.Parameter("weight", shape=(2,))
        >>> weight.var()
        <Symbol weight>
        """
        if self._var is None:
            with initializing:
                if self._var is None:
                    self._var = self._new_variable()
        return self._var

    def _variable(self, name: str) -> Any:
        """Return the parameter's variable under another name."""
        return self.var() if name == self._name else self._new_variable(name)

    def _new_variable(self, name: str | None = None) -> Any:
        facts = {key: getattr(self, key) for key in ("shape", "dtype", "lr_mult", "wd_mult", "init")}
        variable = symbol.var(name or self._name, **facts, stype=self._stype)
        return as_numpy(variable) if are_numpy() else variable

    # -- reading --------------------------------------------------------------------------------------------

    def _check_and_get(self, arr_list: list[Any] | None, ctx: Any) -> Any:
        """Return the array of a context out of one array per context.

        ``ctx`` may be ``list``, for all; None is the only context, or the current one. Raises
        :class:`DeferredInitializationError` or RuntimeError where there is none.
        """
        if arr_list is None:
            explain_missing(self)
        if ctx is list or (ctx is None and len(arr_list) == 1):
            return arr_list if ctx is list else arr_list[0]
        where = current_context() if ctx is None else ctx
        row = self._ctx_map[where.device_typeid & 1]
        device = row[where.device_id] if where.device_id < len(row) else None
        if device is not None and device < len(arr_list) and _is_in(arr_list[device], where):
            return arr_list[device]
        for array in arr_list:  # another thread may have moved the parameter since these were looked up
            if _is_in(array, where):
                return array
        raise MXNetError(  # a RuntimeError, which 1.9.1 raises eagerly; its graphs raise this one
            f"Parameter '{self.name}' was not initialized on context {where}. "
            f"It was only initialized on {self._ctx_list}. as_in_context moves data, reset_ctx a block."
        )

    def data(self, ctx: Context | None = None, device: Context | None = None) -> Any:
        """Return the values in a context (the only one, or the current one, unless given): the array itself.

        ``device`` is another name of ``ctx``. Raises RuntimeError before the initialization, on other contexts, and for
        row-sparse parameters.

        Parameters
        ----------
        ctx : Context or None
            The context; None: the current one, or the only one that the parameter is in.
        device : Context or None
            MXNet 2's name of ``ctx``.

        Returns
        -------
        The array itself, not a copy.

        Raises
        ------
        RuntimeError
            Before the initialization, or for a context that it is not in.
        DeferredInitializationError
            Where the shape is not known yet.

        Examples
        --------
        >>> weight = gluon.Parameter("weight", shape=(2,))
        >>> weight.initialize(init="ones")
        >>> print(weight.data().asnumpy())
        [1. 1.]
        """
        if device is not None:
            ctx = device
        if self._stype != "default":
            self._refuse_sparse("data", "row_sparse_data")
        arrays = self._data
        if arrays is not None and len(arrays) == 1 and (ctx is None or arrays[0]._ctx is ctx or arrays[0]._ctx == ctx):
            return arrays[0]
        return self._check_and_get(arrays, ctx)

    def list_data(self) -> list[Any]:
        """Return the values in all contexts, in the order of :meth:`list_ctx`.

        Returns
        -------
        A list of arrays, in the order of :meth:`list_ctx`.

        Examples
        --------
        >>> weight = gluon.Parameter("weight", shape=(2,))
        >>> weight.initialize(init="ones")
        >>> len(weight.list_data())
        1
        """
        if self._stype != "default":
            self._refuse_sparse("list_data", "list_row_sparse_data")
        result: list[Any] = self._check_and_get(self._data, list)
        return result

    @takes_device
    def grad(self, ctx: Context | None = None) -> Any:
        """Return the gradient in a context: the array that backward passes write. RuntimeError where there is none.

        Parameters
        ----------
        ctx : Context or None
            The context; None: the current one, or the only one that the parameter is in.
        device : Context or None
            MXNet 2's name of ``ctx``.

        Returns
        -------
        The array that backward passes write.

        Raises
        ------
        RuntimeError
            Where ``grad_req`` is ``'null'``, or before the initialization.

        Examples
        --------
        >>> weight = gluon.Parameter("weight", shape=(2,))
        >>> weight.initialize(init="ones")
        >>> with autograd.record():
        ...     y = (weight.data() ** 2).sum()
        >>> y.backward()
        >>> print(weight.grad().asnumpy())
        [2. 2.]
        """
        self._check_grad()
        return self._check_and_get(self._grad, ctx)

    def list_grad(self) -> list[Any]:
        """Return the gradients in all contexts.

        Returns
        -------
        A list of arrays, in the order of :meth:`list_ctx`.

        Examples
        --------
        >>> weight = gluon.Parameter("weight", shape=(2,))
        >>> weight.initialize(init="ones")
        >>> len(weight.list_grad())
        1
        """
        result: list[Any] | None = self._grad
        if result is None:
            self._check_grad()
            explain_missing(self)
        return result

    def _check_grad(self) -> None:
        if self._data is not None and self._grad is None:
            raise RuntimeError(f"Cannot get gradient array for Parameter '{self.name}' because grad_req='null'")

    def list_ctx(self) -> list[Context]:
        """Return the contexts; RuntimeError before :meth:`initialize`.

        Returns
        -------
        A list of contexts.

        Examples
        --------
        >>> weight = gluon.Parameter("weight", shape=(2,))
        >>> weight.initialize(init="ones")
        >>> weight.list_ctx()
        [cpu(0)]
        """
        if self._data is None:
            if not self._deferred_init:
                raise RuntimeError(f"Parameter '{self.name}' has not been initialized: call initialize() first")
            return list(self._deferred_init[1])
        return self._ctx_list or []

    def list_device(self) -> list[Context]:
        """Return the contexts: MXNet 2's name of :meth:`list_ctx`.

        Returns
        -------
        A list of contexts.

        Examples
        --------
        >>> weight = gluon.Parameter("weight", shape=(2,))
        >>> weight.initialize(init="ones")
        >>> weight.list_device()
        [cpu(0)]
        """
        return self.list_ctx()

    def _reduce(self) -> Any:
        """Return the average of the values over the contexts, on the CPU."""
        arrays = self._check_and_get(self._data, list)
        if self._stype == "row_sparse" and self._used_trainer is not None:  # whose store has the latest rows
            result = nd.zeros(self.shape, dtype=arrays[0].dtype, stype="row_sparse")
            self._used_trainer._row_sparse_pull(
                self, result, nd.arange(0, result.shape[0], dtype="int64"), full_idx=True
            )
            return result
        if len(arrays) == 1 or self._stype != "default":
            return arrays[0].copyto(cpu())
        return functions_of(arrays[0]).add_n(*(array.copyto(cpu()) for array in arrays)) / len(arrays)

    # -- writing --------------------------------------------------------------------------------------------

    @takes_device
    @locked
    def initialize(
        self,
        init: Any = None,
        ctx: Contexts = None,
        default_init: Any = initializer.Uniform(),  # noqa: B008 - part of the signature; it keeps nothing
        force_reinit: bool = False,
    ) -> None:
        """Make the values and gradients in one or several contexts.

        They are filled by ``init``, else by the parameter's own initializer, else by ``default_init``. Where the shape
        is not known yet this happens in the first forward pass, if that is allowed; else it raises ValueError. A
        second initialization warns and does nothing unless ``force_reinit``.

        Parameters
        ----------
        init : Initializer, str or None
            How the values begin; None: the parameter's own ``init``, and without one ``default_init``.
        ctx : Context, list of Contexts or None
            Where the values are, the same in each; None: the current context.
        default_init : Initializer or str
            What is used where neither ``init`` nor the parameter says how.
        force_reinit : bool
            Whether values that are there already are replaced; False: they stay, with a warning.
        device : Context or None
            MXNet 2's name of ``ctx``.

        Returns
        -------
        None.

        Raises
        ------
        ValueError
            Where the shape is not known, and may not wait for it (``allow_deferred_init``).

        Examples
        --------
        >>> weight = gluon.Parameter("weight", shape=(2,))
        >>> weight.initialize(init=mx.init.Constant(2))
        >>> print(weight.data().asnumpy())
        [2. 2.]
        """
        if self._data is not None and not force_reinit:
            warnings.warn(
                f"Parameter '{self.name}' is already initialized, ignoring. Set force_reinit=True to re-initialize.",
                stacklevel=3,
            )
            return
        chosen = init if init is not None else default_init if self.init is None else self.init
        deferred = chosen, _contexts(ctx), default_init, None
        if shape_is_known(self.shape):  # the values that there are stay until others are made: threads may ask for them
            self._deferred_init = deferred
            self._finish_deferred_init()
        elif self._allow_deferred_init:
            self._deferred_init = deferred
            self._data = self._grad = None
        else:
            raise ValueError(f"Cannot initialize Parameter '{self.name}' because it has invalid shape: {self.shape}.")

    @locked
    def _finish_deferred_init(self) -> None:
        """Make the values that :meth:`initialize` put off, now that the shape is known."""
        if not self._deferred_init:
            return
        init, contexts, default_init, data = self._deferred_init
        assert shape_is_known(self.shape), (
            f"Cannot initialize Parameter '{self.name}' because it has invalid shape: {self.shape}. "
            "Please specify in_units, in_channels, etc for `Block`s."
        )
        try:
            with suspended(), autograd.pause():
                exclusive = data is None
                if data is None:
                    data = self._initialized(init, default_init)
                self._init_impl(data, contexts, exclusive)
        finally:  # another thread that sees nothing put off must find the values
            self._deferred_init = ()

    def _initialized(self, init: Any, default_init: Any) -> Any:
        """Return new values on the CPU."""
        # rows come into their storage afterwards, which takes less memory; csr refuses most initializers
        stype = "csr" if self._stype == "csr" else "default"
        data = nd.zeros(self.shape, dtype=self.dtype, ctx=cpu(), stype=stype)
        if are_numpy():
            data = as_numpy(data)
        initializer.create(default_init)(initializer.InitDesc(self.name, {"__init__": init}), data)
        return data

    def _init_impl(self, data: Any, ctx_list: Sequence[Context], exclusive: bool = False) -> None:
        """Put copies of ``data`` into contexts, with gradients; with ``exclusive`` the data themselves into one."""
        self._ctx_list = list(ctx_list)
        self._ctx_map = _places(ctx_list)
        if self._stype != "default":
            data, exclusive = self._stored(data), False
        elif are_numpy():
            data = as_numpy(data)
        keeps = exclusive and data.context in ctx_list
        arrays = [
            data if keeps and ctx_list.index(ctx) == i and ctx == data.context else data.copyto(ctx)
            for i, ctx in enumerate(ctx_list)
        ]
        self._grad = self._marked(arrays)
        self._data = arrays  # last: other threads compute with them from now on
        if self._neighbours is not None:
            self._neighbours.arrange()
        if self._used_trainer is not None:
            self._used_trainer._parameter_moved(self)
        if tape.state.trace is not None:
            for array in arrays:
                tape.state.trace.watch(array)

    def _stored(self, data: Any) -> Any:
        """Return values in the parameter's storage: row-sparse ones with all rows, so that they can be updated."""
        if self._stype == "csr" or data.stype == self._stype:
            return data
        return nd.sparse.row_sparse_array((data, nd.arange(0, data.shape[0], dtype="int64")), data.shape)

    def _marked(self, arrays: list[Any]) -> list[Any] | None:
        """Return new gradients of values, zeros, and mark the values as variables; None without gradients."""
        if self.grad_req == "null":
            return None
        grads = [self._zeros_like(array) for array in arrays]
        for array, grad in zip(arrays, grads, strict=True):
            tape.mark(array, grad, self.grad_req)
        return grads

    def _zeros_like(self, array: Any) -> Any:
        if self._grad_stype != "default":
            return nd.zeros(array.shape, dtype=array.dtype, ctx=array.context, stype=self._grad_stype)
        cls = NDArray if array.stype != "default" else type(array)
        return cls._wrap(zeros(array.shape, array._t.dtype, array._t.device), array.context)

    def set_data(self, data: Any) -> None:
        """Set the values in all contexts; before a deferred initialization is complete, its values.

        AssertionError for a shape that does not fit, and before :meth:`initialize`.

        Parameters
        ----------
        data : array
            The new values, of the parameter's shape; they are copied, and cast to its type.

        Returns
        -------
        None.

        Examples
        --------
        >>> weight = gluon.Parameter("weight", shape=(2,))
        >>> weight.initialize(init="ones")
        >>> weight.set_data(nd.array([3, 4]))
        >>> print(weight.data().asnumpy())
        [3. 4.]
        """
        replace(self._new_values(data))

    def _new_values(self, data: Any, exclusive: bool = False) -> list[tuple[Any, torch.Tensor]]:
        """Return the arrays with tensors of their new values, for :func:`replace`; ``exclusive``: nobody else has them.

        Values that wait for the shape, and those that are not dense, are set at once.
        """
        self.shape = data.shape
        with initializing:
            if self._data is None:
                assert self._deferred_init, f"Parameter '{self.name}' has not been initialized: call initialize() first"
                self._deferred_init = (*self._deferred_init[:3], data)
                return []
        # A store that updates has the values: it must get the new ones.
        trainer = self._used_trainer
        if trainer and trainer._kv_initialized and trainer._update_on_kvstore and self not in trainer._params_to_init:
            trainer._reset_kvstore()
        result = []
        for i, array in enumerate(self._check_and_get(self._data, list)):
            if self._stype != "default" or tape.state.recording or tape.state.trace is not None:
                array[:] = data if self._stype == "default" else self._stored(data)
            elif exclusive and not i:
                result.append((array, data._t))
            else:
                new = type(array)._wrap(torch.empty_like(array._t, requires_grad=False), array._ctx)
                new[:] = data
                result.append((array, new._t))
        return result

    @locked
    def _load_init(
        self,
        data: Any,
        ctx: Any,
        cast_dtype: bool = False,
        dtype_source: str = "current",
        exclusive: bool = False,
        pending: list[tuple[Any, torch.Tensor]] | None = None,
    ) -> None:
        """Take loaded values, initializing the parameter if that has not been done.

        ``exclusive``: no other object has the array (just read from a file), so that no copy is needed. ``pending``
        gets arrays that have values already with the new ones, for the caller to :func:`replace` all at once.
        """
        assert not cast_dtype or dtype_source in ("current", "saved"), "dtype_source must be 'current' or 'saved'"
        data = self._fitting(data, cast_dtype, dtype_source)
        present = self.list_ctx() if self._data is not None or self._deferred_init else None
        try:
            expected = None if ctx is None else _contexts(ctx)
        except InvalidContext as error:
            if present is None:
                raise
            raise AssertionError(f"Failed to load Parameter '{self.name}': {error}") from None
        assert expected is None or present is None or set(expected) == set(present), (
            f"Failed to load Parameter '{self.name}' on {expected} because it was previous initialized on {present}."
        )
        if self._data is None:
            self._init_impl(data, present or expected or [cpu()], exclusive)
        else:  # files hold classic arrays
            new = self._new_values(as_numpy(data) if is_numpy(self._data[0]) else as_classic(data), exclusive)
            if pending is None:
                replace(new)
            else:
                pending += new
        self._deferred_init = ()

    def _fitting(self, data: Any, cast_dtype: bool, dtype_source: str) -> Any:
        """Return loaded values in the parameter's type, and take over their shape."""
        failed = f"Failed loading Parameter '{self.name}' from saved params:"
        if self._shape is not None:
            text = f"{failed} shape incompatible expected {self.shape} vs saved {data.shape}"
            assert _agrees(self._shape, data.shape), text
        self._shape = tuple(data.shape)
        if self.dtype is None:
            self._dtype = data.dtype
        elif cast_dtype and canonical(self.dtype) != canonical(data.dtype):
            if dtype_source == "saved":
                self.dtype = data.dtype
            else:
                data = data.astype(self.dtype)
        assert canonical(self.dtype) == canonical(data.dtype), (
            f"{failed} dtype incompatible expected {self.dtype} vs saved {data.dtype}. "
            "Set cast_dtype=True to cast the dtype of saved params."
        )
        return data

    def zero_grad(self) -> None:
        """Set the gradients in all contexts to zero; nothing where there are none.

        Returns
        -------
        None.

        Examples
        --------
        >>> weight = gluon.Parameter("weight", shape=(2,))
        >>> weight.initialize(init="ones")
        >>> weight.grad()[:] = 5
        >>> weight.zero_grad()
        >>> print(weight.grad().asnumpy())
        [0. 0.]
        """
        for grad in self._grad or ():
            set_to_zero(grad)

    @locked
    def reset_ctx(self, ctx: Contexts) -> None:
        """Move the parameter to other contexts; ValueError before :meth:`initialize`.

        Parameters
        ----------
        ctx : Context, list of Contexts or None
            Where to; None: the current one.

        Returns
        -------
        None.

        Examples
        --------
        >>> weight = gluon.Parameter("weight", shape=(2,))
        >>> weight.initialize(init="ones")
        >>> weight.reset_ctx(mx.cpu())
        >>> weight.list_ctx()
        [cpu(0)]
        """
        contexts = _contexts(ctx)
        if self._data:
            data = self._reduce()
            with autograd.pause():
                self._init_impl(data, contexts)
        elif self._deferred_init:
            init, _, default_init, data = self._deferred_init
            self._deferred_init = init, contexts, default_init, data
        else:
            raise ValueError(f"Cannot reset context for Parameter '{self.name}' because it has not been initialized.")

    def reset_device(self, device: Contexts) -> None:
        """Move the parameter to other contexts: MXNet 2's name of :meth:`reset_ctx`.

        Parameters
        ----------
        device : Context, list of Contexts or None
            Where to; None: the current one.

        Returns
        -------
        None.

        Examples
        --------
        >>> weight = gluon.Parameter("weight", shape=(2,))
        >>> weight.initialize(init="ones")
        >>> weight.reset_device(mx.cpu())
        >>> weight.list_device()
        [cpu(0)]
        """
        self.reset_ctx(device)

    @locked
    def cast(self, dtype: Any) -> None:
        """Change the data type of values and gradients.

        Parameters
        ----------
        dtype : str or dtype
            The new type.

        Returns
        -------
        None.

        Examples
        --------
        >>> weight = gluon.Parameter("weight", shape=(2,))
        >>> weight.initialize(init="ones")
        >>> weight.cast('float16')
        >>> weight.data().dtype
        <class 'numpy.float16'>
        """
        self._dtype = dtype
        self._var = None
        if self._data is None:
            return
        with autograd.pause():
            arrays = [array.astype(dtype) for array in self._data]
            if self._grad is not None:
                grads = [grad.astype(dtype) for grad in self._grad]
                autograd.mark_variables(arrays, grads, self.grad_req)
                self._grad = grads
            self._data = arrays

    def _set_trainer(self, trainer: Any) -> None:
        """Note which trainer updates the parameter; a row-sparse one can have only one."""
        if self._stype != "default" and trainer and self._used_trainer not in (None, trainer):
            raise RuntimeError(
                f"Failed to set the trainer for Parameter '{self.name}' because it was already set. More than one "
                f"trainers for a {self._stype} Parameter is not supported."
            )
        self._trainer = trainer


def __getattr__(name: str) -> Any:
    if name in _BESIDES:
        return getattr(importlib.import_module(f"{__package__}.{_BESIDES[name]}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


__dir__ = public_dir(__name__)
