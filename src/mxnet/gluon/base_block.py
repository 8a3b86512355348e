"""The block: a piece of a network that holds parameters and other blocks."""

from __future__ import annotations

import html
import inspect
import re
import warnings
from collections.abc import Callable, Mapping
from typing import Any, Self, TypeVar, overload

from .. import initializer
from ..core.context import takes_device
from ..core.errors import MXNetError, MXNetShapeError, check_keywords, explains_arguments
from ..core.other_names import says_other_names
from ..core.semantics import semantics
from ..core.text import folded
from ..ndarray import NDArray
from ..ndarray.numpy import ndarray
from ..registry.manual import complete_docstring, documented
from ..symbol.graph import SymbolBase
from . import saving
from .arguments import must_be_numpy
from .naming import _BlockScope
from .parameter import Contexts, Parameter
from .parameter_dict import OwnParameters, ParameterDict
from .summary import print_summary
from .utils import HookHandle, _indent

#: an array or a symbol: what a block takes, and so gives
ArrayT = TypeVar("ArrayT", bound=NDArray | SymbolBase)


class _Signature:
    """What :func:`inspect.signature` says of a class: what ``__init__`` takes, since ``__new__`` takes anything."""

    def __get__(self, block: object, cls: Any) -> inspect.Signature:
        if block is not None:
            raise AttributeError("__signature__")  # a block is called as its __call__ says
        signature = inspect.signature(cls.__init__)
        return signature.replace(parameters=list(signature.parameters.values())[1:])


@says_other_names
@documented()
class Block:
    """The base of all layers and networks. Subclasses make their children and parameters in ``__init__``, and define
    ``forward``.

    Blocks and parameters that become attributes are registered. ``prefix`` begins the names of all parameters;
    ``params`` are parameters to share, looked up by name.

    >>> class Net(gluon.Block):
    ...     def __init__(self, **kwargs):
    ...         super().__init__(**kwargs)
    ...         with self.name_scope():
    ...             self.hidden = gluon.nn.Dense(20)
    ...             self.out = gluon.nn.Dense(10)
    ...     def forward(self, x):
    ...         return self.out(mx.nd.relu(self.hidden(x)))
    """

    __signature__ = _Signature()
    #: whether it is a hybrid block whose graph is that of ``forward``
    _defines_forward = False

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        complete_docstring(cls)

    def __new__(cls, *args: Any, **kwargs: Any) -> Self:
        check_keywords(cls, kwargs)
        return super().__new__(cls)

    @explains_arguments
    def __init__(self, prefix: str | None = None, params: ParameterDict | None = None) -> None:
        self._empty_prefix = prefix == ""
        self._prefix, self._params = _BlockScope.create(prefix, params, self._alias())
        self._name = self._prefix.removesuffix("_")
        self._child_counts: dict[str, int] = {}
        self._children: dict[str, Any] = {}
        self._reg_params: dict[str, Parameter] = {}
        self._forward_hooks: dict[int, Callable[..., Any]] = _Hooks()
        self._forward_pre_hooks: dict[int, Callable[..., Any]] = _Hooks()

    def __repr__(self) -> str:
        lines = [
            f"  ({key}): {_indent(repr(block), 2)}" for key, block in vars(self).items() if isinstance(block, Block)
        ]
        return f"{type(self).__name__}(\n{chr(10).join(lines)}\n)"

    def _repr_html_(self) -> str:
        params = [f"<li><code>{html.escape(repr(param))}</code></li>" for param in self._reg_params.values()]
        inside = [f"<li>{html.escape(name)}: {block._repr_html_()}</li>" for name, block in self._children.items()]
        title = repr(self) if not self._children else type(self).__name__
        return folded(title, f"<ul>{''.join([*params, *inside])}</ul>") if params or inside else html.escape(title)

    def __setattr__(self, name: str, value: Any) -> None:
        if isinstance(value, (Block, Parameter)) and "_children" not in vars(self):
            raise AttributeError(
                f"'{type(self).__name__}' object has no attribute '_children': __init__ must call super().__init__() "
                f"before it sets {name}"
            )
        present = vars(self).get(name)
        if isinstance(present, (Parameter, Block)) and not isinstance(value, type(present)):
            raise TypeError(f"Changing attribute type for {name} from {type(present)} to {type(value)} is not allowed.")
        if isinstance(value, Block):
            self.register_child(value, name)
        elif isinstance(value, Parameter):
            assert semantics.api == 2 or name not in self._reg_params, (
                f"Overriding Parameter attribute {name} is not allowed. If you want to share parameters between "
                "blocks, please set 'params' at Block construction instead."
            )
            self._reg_params[name] = value
            self._take_parameter(name, value)
        super().__setattr__(name, value)

    def _take_parameter(self, name: str, param: Parameter) -> None:
        """Collect a parameter that became an attribute; one without a block is named by it."""
        params = self._params._params
        if params.get(param._name) is not param:
            if not param._owned:
                param._belong(self._params.prefix, name)
            params[param._name] = param

    def _alias(self) -> str:
        """Return what unnamed blocks of this class are called, before their number."""
        return type(self).__name__.lower()

    # -- names ----------------------------------------------------------------------------------------------

    @property
    def prefix(self) -> str:
        """What the names of the parameters, and of everything made in :meth:`name_scope`, begin with."""
        return self._prefix

    def name_scope(self) -> _BlockScope:
        """Return a scope: blocks and symbols made inside have names that begin with the prefix.

        It keeps names apart where a network is used twice; ``__init__`` makes its children inside.

        Returns
        -------
        A context manager.

        Examples
        --------
        >>> net = nn.Sequential(prefix='net_')
        >>> with net.name_scope():
        ...     net.add(nn.Dense(2))
        >>> net[0].name
        'net_dense0'
        """
        return _BlockScope(self, self._child_counts)

    @property
    def _scope(self) -> _BlockScope:
        return self.name_scope()

    @property
    def name(self) -> str:
        """The prefix without the underscore at its end."""
        return self._name

    # -- parameters and children ----------------------------------------------------------------------------

    @property
    def params(self) -> ParameterDict:
        """The parameters of this block alone, without its children's; in MXNet 2 a dict by the attributes' names."""
        return self._params if semantics.api == 1 else OwnParameters(self._params, self._reg_params)  # type: ignore[return-value]

    def collect_params(self, select: str | None = None) -> ParameterDict:
        """Return the parameters of this block and all below; of those, the ones whose names ``select`` matches.

        Parameters
        ----------
        select : str or None
            A regular expression that the beginning of a name has to match, ``'.*weight|.*bias'``; None: all.

        Returns
        -------
        A :class:`ParameterDict` by full names; in MXNet 2 (:func:`mxnet.util.use_v2`) a dict by places in the
        structure.

        Examples
        --------
        >>> net = nn.HybridSequential(prefix='net_')
        >>> with net.name_scope():
        ...     net.add(nn.Dense(3, in_units=2), nn.Dense(1, in_units=3))
        >>> net.initialize()
        >>> list(net.collect_params('.*weight'))
        ['net_dense0_weight', 'net_dense1_weight']
        >>> for param in net.collect_params('.*bias').values():
        ...     param.grad_req = 'null'  # is not trained
        """
        if semantics.api == 2:
            self._check_container_with_block()
            pattern = re.compile(select or "")
            places = self._collect_params_with_prefix()
            return {name: param for name, param in places.items() if pattern.match(name)}  # type: ignore[return-value]
        return self._parameters(select)

    def _parameters(self, select: str | None = None) -> ParameterDict:
        """Return the parameters by their full names, whatever the interface."""
        self._check_container_with_block()
        result = ParameterDict(self._params.prefix)
        params = self.params if semantics.api == 1 else self._params  # which blocks of 1.9.1 override
        if select is None:
            result.update(params)
        else:
            pattern = re.compile(select)
            result._params.update((name, param) for name, param in params.items() if pattern.match(name))
        for child in self._children.values():
            collect = child.collect_params if semantics.api == 1 else child._parameters
            result.update(collect(select=select))
        return result

    def _collect_params_with_prefix(self, prefix: str = "") -> dict[str, Parameter]:
        """Return all parameters by their place in the structure: ``hidden.weight``, as files name them."""
        start = f"{prefix}." if prefix else ""
        result = {start + key: param for key, param in self._reg_params.items()}
        for name, child in self._children.items():
            result.update(child._collect_params_with_prefix(start + name))
        return result

    def _check_container_with_block(self) -> None:
        """Warn of blocks in lists and dicts, which are not found there."""
        registered = set(map(id, self._children.values()))

        for key, value in vars(self).items():
            if (
                isinstance(value, (list, tuple, dict))
                and not (key.startswith("__") or key == "_children")
                and _contains_other_block(value, registered)
            ):
                warnings.warn(
                    f'"{type(self).__name__}.{key}" is an unregistered container with Blocks. Note that Blocks inside '
                    "the list, tuple or dict will not be registered automatically. Make sure to register them using "
                    "register_child() or switching to nn.Sequential/nn.HybridSequential instead. ",
                    stacklevel=3,
                )

    def register_child(self, block: Any, name: str | None = None) -> None:
        """Make a block a child: its parameters are this block's. Attributes are registered by themselves.

        Parameters
        ----------
        block : Block
            The child.
        name : str or None
            Its place in the structure, which files name; None: its number.

        Examples
        --------
        >>> class Row(gluon.Block):
        ...     def __init__(self, layers):
        ...         super().__init__()
        ...         for layer in layers:
        ...             self.register_child(layer)
        ...     def forward(self, x):
        ...         for layer in self._children.values():
        ...             x = layer(x)
        ...         return x
        >>> net = Row([nn.Dense(3), nn.Dense(1)])
        >>> net.initialize()
        >>> net(nd.ones((2, 5))).shape
        (2, 1)
        """
        if isinstance(block, type):
            raise ValueError(f"expected a block, got the class {block.__name__}: write {block.__name__}(...)")
        self._children[str(len(self._children)) if name is None else name] = block

    def apply(self, fn: Callable[[Any], Any]) -> Any:
        """Call ``fn`` with every block below and then with this one; returns this one.

        Parameters
        ----------
        fn : callable
            A function of a block.

        Returns
        -------
        This block.

        Examples
        --------
        >>> net = nn.HybridSequential()
        >>> net.add(nn.Dense(3, in_units=2), nn.Dense(1, in_units=3))
        >>> net.initialize()
        >>> net = net.apply(lambda block: print(type(block).__name__))
        Dense
        Dense
        HybridSequential
        """
        for child in self._children.values():
            child.apply(fn)
        fn(self)
        return self

    @takes_device
    def initialize(
        self,
        init: Any = initializer.Uniform(),  # noqa: B008 - part of the signature; it keeps nothing
        ctx: Contexts = None,
        verbose: bool = False,
        force_reinit: bool = False,
    ) -> None:
        """Give all parameters of this block and those below their first values.

        Parameters whose shapes are not known yet get them at the first call.

        Parameters
        ----------
        init : Initializer or str
            How those begin that have no initializer of their own, ``'xavier'`` or ``mx.init.Normal(0.1)``.
        ctx : Context, list of Contexts or None
            Where the parameters are, the same in each; None: the current context.
        verbose : bool
            Whether it is logged how each is initialized.
        force_reinit : bool
            Whether values that are there already are replaced; False: they stay, with a warning.
        device : Context or None
            MXNet 2's name of ``ctx``.

        Examples
        --------
        >>> net = nn.Dense(2, in_units=3)
        >>> net.initialize(mx.init.One())
        >>> print(net.weight.data().asnumpy())
        [[1. 1. 1.]
         [1. 1. 1.]]
        """
        self._parameters().initialize(init, ctx, verbose, force_reinit)

    def setattr(self, name: str, value: Any) -> None:
        """Set an attribute of all parameters: ``net.setattr('grad_req', 'add')``.

        Parameters
        ----------
        name : str
            The attribute of :class:`Parameter`.
        value
            Its value.

        Examples
        --------
        >>> net = nn.HybridSequential()
        >>> net.add(nn.Dense(3, in_units=2), nn.Dense(1, in_units=3))
        >>> net.initialize()
        >>> net.setattr('lr_mult', 0.1)
        >>> net[0].weight.lr_mult
        0.1
        """
        for param in self._parameters().values():
            setattr(param, name, value)

    def zero_grad(self) -> None:
        """Set the gradients of all parameters to zero: needed before each pass where ``grad_req`` is ``'add'``.

        Examples
        --------
        >>> net = nn.HybridSequential()
        >>> net.add(nn.Dense(3, in_units=2), nn.Dense(1, in_units=3))
        >>> net.initialize()
        >>> net.setattr('grad_req', 'add')
        >>> net.zero_grad()
        """
        for param in self._parameters().values():
            param.zero_grad()

    def reset_ctx(self, ctx: Contexts) -> None:
        """Move all parameters to other contexts.

        Parameters
        ----------
        ctx : Context, list of Contexts or None
            Where to; None: the current one.

        Examples
        --------
        >>> net = nn.HybridSequential()
        >>> net.add(nn.Dense(3, in_units=2), nn.Dense(1, in_units=3))
        >>> net.initialize()
        >>> net.reset_ctx(mx.cpu())
        """
        for param in self._parameters().values():
            param.reset_ctx(ctx)

    def reset_device(self, device: Contexts) -> None:
        """Move all parameters to other contexts: MXNet 2's name of :meth:`reset_ctx`.

        Parameters
        ----------
        device : Context, list of Contexts or None
            Where to; None: the current one.

        Examples
        --------
        >>> net = nn.HybridSequential()
        >>> net.add(nn.Dense(3, in_units=2), nn.Dense(1, in_units=3))
        >>> net.initialize()
        >>> net.reset_device(mx.cpu())
        """
        self.reset_ctx(device)

    def share_parameters(self, shared: Mapping[str, Parameter]) -> Block:
        """Take parameters of another block, by their places in the structure, in the place of this one's; returns self.

        ``shared`` is what ``collect_params()`` of the other block gives in MXNet 2, or a dict by places such as
        ``'0.weight'``; places that it does not have keep their parameters, and names without a place are warned of.
        ValueError for anything but a dict.

        Parameters
        ----------
        shared : dict
            Parameters by places in the structure.

        Returns
        -------
        This block.

        Examples
        --------
        >>> one, other = nn.Dense(2, in_units=2), nn.Dense(2, in_units=2)
        >>> other = other.share_parameters({'weight': one.weight, 'bias': one.bias})
        >>> other.weight is one.weight
        True
        """
        _share_parameters(self, shared)
        return self

    def hybridize(self, active: bool = True, **kwargs: Any) -> None:
        """Let all hybrid blocks below run as graphs, or, with ``active=False``, eagerly again.

        Parameters
        ----------
        active : bool
            True: from the next call on they run as graphs; False: eagerly again.
        **kwargs
            As of :meth:`HybridBlock.hybridize`.

        Examples
        --------
        >>> net = nn.Sequential()
        >>> net.add(nn.Dense(2), nn.Lambda('relu'))
        >>> net.hybridize()
        """
        for child in self._children.values():
            child.hybridize(active, **kwargs)

    def cast(self, dtype: Any) -> None:
        """Change the data type of all parameters.

        Parameters
        ----------
        dtype : str or dtype
            The new type: ``'float16'``, ``'float64'``.

        Examples
        --------
        >>> net = nn.HybridSequential()
        >>> net.add(nn.Dense(3, in_units=2), nn.Dense(1, in_units=3))
        >>> net.initialize()
        >>> net.cast('float64')
        >>> net(nd.ones((1, 2), dtype='float64')).dtype
        <class 'numpy.float64'>
        """
        for child in self._children.values():
            child.cast(dtype)
        for param in self.params.values():
            param.cast(dtype)

    # -- running --------------------------------------------------------------------------------------------

    @overload
    def __call__(self, x: ArrayT, /, *args: Any) -> ArrayT: ...
    @overload
    def __call__(self, *args: Any) -> Any: ...
    def __call__(self, *args: Any) -> Any:
        """Run the block: the hooks, and :meth:`forward` between them.

        Under NumPy semantics its results must be arrays or symbols of the NumPy interface (TypeError). In MXNet 2 a
        call without arguments returns the block, if :meth:`forward` needs some.
        """
        if not args and semantics.api == 2 and _takes_arguments(self.forward):
            return self  # the values of ``_children`` are weak references in MXNet 2, which programs call
        for before in tuple(self._forward_pre_hooks.values()) if self._forward_pre_hooks else ():
            before(self, args)
        try:
            out = self.forward(*args) if not self._defines_forward else self._forward_or_graph(*args)
        except (MXNetError, TypeError, AttributeError) as error:
            _explain(error, self)
            raise
        for after in tuple(self._forward_hooks.values()) if self._forward_hooks else ():
            after(self, args, out)
        if semantics.np_array and type(out) is not ndarray:
            must_be_numpy(out)
        return out

    def _forward_or_graph(self, *args: Any) -> Any:
        """Run :meth:`forward`, or, of a hybridized block, its graph."""
        return self.forward(*args)

    def forward(self, *args: Any) -> Any:
        """Compute the output; subclasses define this. Calling the block calls it, with hooks before and after.

        Parameters
        ----------
        *args
            The inputs, as the subclass takes them.

        Returns
        -------
        An array, or lists of them.

        Examples
        --------
        >>> class Double(gluon.Block):
        ...     def forward(self, x):
        ...         return 2 * x
        >>> print(Double()(nd.array([1, 2])).asnumpy())
        [2. 4.]
        """
        raise NotImplementedError(f"{type(self).__name__} must define forward")

    def register_forward_pre_hook(self, hook: Callable[[Any, Any], Any]) -> HookHandle:
        """Call ``hook(block, inputs)`` before every run.

        Parameters
        ----------
        hook : callable
            ``hook(block, inputs)``, ``inputs`` a tuple; what it returns is not looked at.

        Returns
        -------
        A :class:`~mxnet.gluon.utils.HookHandle`, whose ``detach()`` takes the hook off.

        Examples
        --------
        >>> net = nn.Sequential()
        >>> net.add(nn.Dense(3, in_units=2), nn.Dense(1, in_units=3))
        >>> net.initialize()
        >>> handle = net[1].register_forward_pre_hook(lambda block, inputs: print(inputs[0].shape))
        >>> y = net(nd.ones((4, 2)))
        (4, 3)
        >>> handle.detach()
        """
        return _attached(self._forward_pre_hooks, hook)

    def register_forward_hook(self, hook: Callable[[Any, Any, Any], Any]) -> HookHandle:
        """Call ``hook(block, inputs, output)`` after every run: to look at what layers within a network compute.

        Parameters
        ----------
        hook : callable
            ``hook(block, inputs, output)``; what it returns is not looked at.

        Returns
        -------
        A :class:`~mxnet.gluon.utils.HookHandle`, whose ``detach()`` takes the hook off.

        Examples
        --------
        >>> net = nn.Sequential()
        >>> net.add(nn.Dense(3, in_units=2), nn.Dense(1, in_units=3))
        >>> net.initialize()
        >>> handle = net[0].register_forward_hook(lambda block, inputs, output: print(output.shape))
        >>> y = net(nd.ones((4, 2)))
        (4, 3)
        >>> handle.detach()
        """
        return _attached(self._forward_hooks, hook)

    def register_op_hook(self, callback: Callable[[str, str, Any], Any], monitor_all: bool = False) -> None:
        """Call ``callback(node, operator, array)`` for each result in hybridized blocks below.

        Parameters
        ----------
        callback : callable
            ``callback(node, operator, array)``: the name of the result, the operator's name, the array.
        monitor_all : bool
            Whether inputs are shown too.

        Examples
        --------
        >>> net = nn.HybridSequential()
        >>> net.add(nn.Dense(3, in_units=2), nn.Dense(1, in_units=3))
        >>> net.initialize()
        >>> net.hybridize()
        >>> y = net(nd.ones((1, 2)))
        >>> seen = []
        >>> net.register_op_hook(lambda node, operator, array: seen.append(array.shape))
        >>> y = net(nd.ones((1, 2)))
        >>> seen
        [(1, 3), (1, 1)]
        """
        for child in self._children.values():
            child.register_op_hook(callback, monitor_all)

    def summary(self, *inputs: Any) -> None:
        """Print a table of all layers with their outputs' shapes and numbers of parameters.

        Parameters
        ----------
        *inputs
            Inputs to run the block with.

        Raises
        ------
        AssertionError
            For a block that is not initialized, or hybridized.

        Examples
        --------
        >>> net = nn.HybridSequential(prefix='')
        >>> net.add(nn.Dense(3, in_units=2, prefix='a_'), nn.Dense(1, in_units=3, prefix='b_'))
        >>> net.initialize()
        >>> net.summary(nd.ones((1, 2)))
        --------------------------------------------------------------------------------
                Layer (type)                                Output Shape         Param #
        ================================================================================
                       Input                                      (1, 2)               0
                     Dense-1                                      (1, 3)               9
                     Dense-2                                      (1, 1)               4
        ================================================================================
        Parameters in forward computation graph, duplicate included
           Total params: 13
           Trainable params: 13
           Non-trainable params: 0
        Shared params in forward computation graph: 0
        Unique parameters in model: 13
        --------------------------------------------------------------------------------
        """
        print_summary(self, inputs)

    # -- files ----------------------------------------------------------------------------------------------

    save_parameters = saving.save_parameters
    load_parameters = saving.load_parameters
    load_dict = saving.load_dict
    save_params = saving.save_params
    load_params = saving.load_params
    save = saving.save
    load = saving.load


def _takes_arguments(function: Callable[..., Any]) -> bool:
    """Return whether a function cannot be called without arguments, or is none of a subclass of Block."""
    parameters = inspect.signature(function).parameters.values()
    if getattr(function, "__func__", None) is Block.forward:
        return True
    return any(item.default is item.empty and item.kind is item.POSITIONAL_OR_KEYWORD for item in parameters)


def _contains_other_block(value: Any, registered: set[int]) -> bool:
    """Return whether a value is a block, or contains one, whose identity is not among ``registered``."""
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, (list, tuple)):
        return any(_contains_other_block(item, registered) for item in value)
    return isinstance(value, Block) and id(value) not in registered


#: what graphs do not know of a value -> what to write instead
_OF_VALUES = (
    dict.fromkeys(
        ("shape", "ndim", "size"),
        "use reshape's codes (0 copies a length), F.shape_array, or the operators that end in _like",
    )
    | dict.fromkeys(
        ("dtype", "context", "ctx", "device", "stype"),
        "use the operators that end in _like, x.astype of a fixed dtype, or parameters, which are where the input is",
    )
    | dict.fromkeys(
        ("item", "tolist", "numpy", "copyto", "as_in_ctx", "to_device", "attach_grad", "data"),
        "use it outside of the block, write F.where or F.contrib.cond, or do not hybridize it",
    )
)


#: what layers say in MXNet 2 to classic arrays
_CLASSIC_INPUTS = (
    "The inputs of blocks must be arrays of mx.np in MXNet 2: pass x.as_np_ndarray(), or run the program without "
    "MXNET_API=2."
)
_MADE_BEFORE = (
    "The block was made before MXNet 2 was chosen: choose it first, or save the parameters and load them into a block "
    "that is made since."
)


class _ParameterShapeError(MXNetShapeError, AssertionError):
    """A layer's parameters do not have the shapes that its input asks for: in MXNet 2 an AssertionError."""


def _explain(error: Exception, block: Block) -> None:
    """Have an error say what may be meant, and an :class:`MXNetError` in which block it was raised, the innermost."""
    if len(error.args) != 1 or not isinstance(error.args[0], str):
        return
    text = error.args[0]
    if isinstance(error, MXNetError):
        if error.block is None:
            error.block = name = block.name or type(block).__name__
            first, line, rest = text.partition("\n")
            named = re.search(rf"\b{re.escape(name)}(_|\b)", first)  # as in the names of the block's nodes
            error.args = (text if named else f"{first} (block {name}){line}{rest}",)
            if semantics.api == 2 and type(error) is MXNetShapeError and type(block).__module__.startswith(__package__):
                error.__class__ = _ParameterShapeError
    elif isinstance(error, AttributeError):
        if error.name in _OF_VALUES and isinstance(error.obj, SymbolBase) and ";" not in text:
            error.args = (
                f"{text}; a hybridized block computes with symbols, which have no {error.name}: "
                f"{_OF_VALUES[error.name]}",
            )
    elif isinstance(error, TypeError) and text == "'Symbol' object does not support item assignment":
        error.args = (f"{text}: a graph writes into no array; put the result together by F.where or F.concat",)
    elif semantics.api == 2 and "can only accept" in text and "MXNet 2" not in text:
        data = [param._data[0] for param in block._reg_params.values() if param._data]
        before = any(array.as_np_ndarray() is not array for array in data)
        error.args = (f"{_MADE_BEFORE if before else _CLASSIC_INPUTS} {text}",)
    elif text.endswith("'") and "hybrid_forward() got an unexpected keyword argument" in text:
        error.args = (f"{text}; it takes each parameter of the block, by its name",)


def _attached(hooks: dict[int, Callable[..., Any]], hook: Callable[..., Any]) -> HookHandle:
    handle = HookHandle()
    handle.attach(hooks, hook)
    return handle


class _Hooks(dict[int, Callable[..., Any]]):
    """Hooks by number, in order; a dict that weak references may point to."""


def _share_parameters(block: Any, shared: Any) -> None:
    """Put parameters of another block into the place of a block's own (see :meth:`Block.share_parameters`)."""
    if shared is None:
        return
    if not hasattr(shared, "items"):
        raise ValueError(f"shared: expected a dict of parameters, got {type(shared).__name__}")
    by_path = dict(shared.items())
    if hasattr(shared, "prefix"):  # full names: they say the same after the prefix
        suffixes = {name.removeprefix(shared.prefix): param for name, param in by_path.items()}
        places = block._collect_params_with_prefix()
        by_path = {
            path: suffixes[suffix]
            for path, param in places.items()
            if (suffix := param._name.removeprefix(block.prefix)) in suffixes
        }
    for name in sorted(by_path.keys() - _replace(block, by_path, "")):
        warnings.warn(f"Parameter name {name} is not in the current model!", stacklevel=3)


def _replace(block: Any, shared: dict[str, Any], start: str) -> set[str]:
    """Replace the parameters of a block and those below; return the places that were there."""
    result = set()
    for name, replaced in list(block._reg_params.items()):
        if start + name in shared:
            param = shared[start + name]
            result.add(start + name)
            block._params._params.pop(replaced._name, None)
            block._params._params[param._name] = block._reg_params[name] = param
            object.__setattr__(block, name, param)
    for name, child in block._children.items():
        result |= _replace(child, shared, f"{start}{name}.")
    if hasattr(block, "_clear_cached_op"):
        block._clear_cached_op()
    return result
