"""Basic layers: dense, dropout, embedding, flatten, and functions as layers."""

import importlib
import warnings
from collections.abc import Callable, Iterable
from typing import Any

from ... import ndarray as nd
from ... import symbol as sym
from ...core.semantics import semantics
from ...core.shared_methods import Shared
from ...registry.manual import documented
from ..block import Block, HybridBlock
from .activations import activation_within
from .norm_layers import BatchNorm, BatchNormReLU, GroupNorm, InstanceNorm, LayerNorm, _BatchNorm  # noqa: F401

# -- blocks that run other blocks one after the other ------------------------------------------------------------------


def list_children(block: Block) -> str:
    """Return a container's text: its class, and a numbered line for each child."""
    lines = (f"  ({key}): {child!r}".replace("\n", "\n  ") for key, child in block._children.items())
    return "{}(\n{}\n)".format(type(block).__name__, "\n".join(lines))


class _Row(metaclass=Shared):
    """What is common to `Sequential` and `HybridSequential`: adding, counting and indexing children."""

    _children: Any
    _prefix: str

    def add(self, *blocks: Block) -> None:
        """Append blocks; each runs on what the one before it returns."""
        for block in blocks:
            self.register_child(block)  # type: ignore[attr-defined]

    def _run(self, children: Iterable[Any], x: Any, *args: Any) -> Any:
        """Return what the last child makes of ``x``.

        In MXNet 2, and wherever more than one value is given, a child gets each of several values as an argument.
        """
        if args or semantics.api != 1:
            return self._run_on_several(children, (x, *args) if args else x)
        for child in children:
            x = child(x)
        return x

    def _run_on_several(self, children: Iterable[Any], values: Any) -> Any:
        for child in children:
            values = child(*values) if isinstance(values, (tuple, list)) else child(values)
        return values

    def _part(self, blocks: list[Any]) -> Any:
        """Return a container like this one, of some of its blocks. They and their parameters are shared."""
        part = type(self)(prefix=self._prefix)  # type: ignore[call-arg]
        with part.name_scope():  # type: ignore[attr-defined]
            part.add(*blocks)
        return part

    def __len__(self) -> int:
        return len(self._children)

    def __getitem__(self, key: int | slice) -> Any:
        """Return one child, or for a slice a container of its children."""
        chosen = list(self._children.values())[key]
        return self._part(chosen) if isinstance(key, slice) else chosen

    def __repr__(self) -> str:
        return list_children(self)  # type: ignore[arg-type]


class Sequential(_Row, Block):
    """Run blocks one after the other.

    ``net[0]`` is the first block, ``net[1:]`` a network of the others, ``len(net)`` their number.

    See Also
    --------
    HybridSequential : of hybrid blocks alone, which can run as one graph.

    Examples
    --------
    >>> net = nn.Sequential()
    >>> net.add(nn.Dense(10, activation="relu"), nn.Dense(2))
    >>> net.initialize()
    >>> net(nd.ones((4, 5))).shape
    (4, 2)
    """

    def forward(self, x: Any, *args: Any) -> Any:
        """Return what the last child makes of ``x``; ``x`` itself when there are no children."""
        return self._run(self._children.values(), x, *args)

    def hybridize(self, active: bool = True, **kwargs: Any) -> None:
        """Hybridize the children, and warn when all could be: then `HybridSequential` makes one graph of them."""
        children = self._children.values()
        if children and all(isinstance(child, HybridBlock) for child in children):
            message = f"{self.prefix}: a Sequential of HybridBlocks alone runs faster as a HybridSequential."
            warnings.warn(message, stacklevel=2)
        super().hybridize(active, **kwargs)


class HybridSequential(_Row, HybridBlock):
    """Run hybrid blocks one after the other; hybridized, they are one graph.

    ``net[0]`` is the first block, ``net[1:]`` a network of the others, ``len(net)`` their number.

    Examples
    --------
    >>> net = nn.HybridSequential()
    >>> net.add(nn.Dense(10, activation="relu"), nn.Dense(2))
    >>> net.initialize()
    >>> net.hybridize()
    >>> net(nd.ones((4, 5))).shape
    (4, 2)
    """

    def hybrid_forward(self, F: Any, x: Any, *args: Any) -> Any:
        """Return what the last child makes of ``x``."""
        return self._run(self._children.values(), x, *args)


__all__ = [
    "BatchNorm", "BatchNormReLU", "Dense", "Dropout", "Embedding", "Flatten", "GroupNorm", "HybridLambda",
    "HybridSequential", "InstanceNorm", "Lambda", "LayerNorm", "Sequential",
]  # fmt: skip


@documented("FullyConnected")
class Dense(HybridBlock):
    """A layer whose outputs are all connected to all inputs: ``activation(x @ weight.T + bias)``.

    The parameters are ``weight`` of shape ``(units, in_units)`` and, with ``use_bias``, ``bias`` of shape ``(units,)``.

    Parameters
    ----------
    units
        The number of outputs.
    flatten
        True: all axes but the first are inputs, and the result is ``(N, units)``; False: the last axis is, and the
        result is ``(..., units)``.
    dtype
        The type of the parameters, and so of what may come in.
    in_units
        The number of inputs; 0: read off the first array that comes.

    Examples
    --------
    >>> layer = nn.Dense(4, activation="relu")
    >>> layer.initialize()
    >>> layer(nd.ones((2, 3, 5))).shape
    (2, 4)
    >>> layer.weight.shape  # the inputs were counted at the first call: 3 * 5
    (4, 15)
    >>> nn.Dense(4, flatten=False, in_units=5)
    Dense(5 -> 4, linear)
    """

    def __init__(
        self,
        units: int,
        activation: str | None = None,
        use_bias: bool = True,
        flatten: bool = True,
        dtype: Any = "float32",
        weight_initializer: Any = None,
        bias_initializer: Any = "zeros",
        in_units: int = 0,
        **kwargs: Any,
    ) -> None:
        super().__init__(**kwargs)
        self._units, self._in_units, self._flatten = units, in_units, flatten
        with self.name_scope():
            get = self.params.get
            deferred = {"dtype": dtype, "allow_deferred_init": True}
            self.weight = get("weight", shape=(units, in_units), init=weight_initializer, **deferred)
            self.bias = get("bias", shape=(units,), init=bias_initializer, **deferred) if use_bias else None
            self.act = activation_within(activation)

    def hybrid_forward(self, F: Any, x: Any, weight: Any, bias: Any = None) -> Any:
        """Return the units' values."""
        sums = F.FullyConnected(
            x, weight, bias, num_hidden=self._units, no_bias=bias is None, flatten=self._flatten, name="fwd"
        )
        return sums if self.act is None else self.act(sums)

    def __repr__(self) -> str:
        units, in_units = self.weight.shape
        return f"{type(self).__name__}({in_units or None} -> {units}, {self.act or 'linear'})"


@documented("Dropout")
class Dropout(HybridBlock):
    """In training, set a share of the elements to 0 and divide the others by ``1 - rate`` (Srivastava et al. 2014).

    Outside of ``autograd.record()`` and ``autograd.train_mode()`` the input passes unchanged.

    Parameters
    ----------
    rate
        The share of elements that become 0, from 0 to below 1.

    Examples
    --------
    >>> layer = nn.Dropout(0.5)
    >>> x = nd.ones((1, 6))
    >>> print(layer(x).asnumpy())
    [[1. 1. 1. 1. 1. 1.]]
    >>> with autograd.train_mode():
    ...     sorted(set(layer(nd.ones((100,))).asnumpy().tolist()))
    [0.0, 2.0]
    """

    def __init__(self, rate: float, axes: tuple[int, ...] = (), **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._rate, self._axes = rate, axes

    def hybrid_forward(self, F: Any, x: Any) -> Any:
        """Return the elements that are left."""
        if self._rate > 0:
            return F.Dropout(x, p=self._rate, axes=self._axes, cudnn_off=False, name="fwd")
        return F.identity(x)

    def __repr__(self) -> str:
        return f"{type(self).__name__}(p = {self._rate}, axes={self._axes})"


def describe_embedding(layer: Any) -> str:
    """Return the text of a layer that looks rows up."""
    return "{}({input_dim} -> {output_dim}, {dtype})".format(type(layer).__name__, **layer._kwargs)


@documented("Embedding")
class Embedding(HybridBlock):
    """Look up a row of a learnt table for each index: words become vectors.

    The parameter is ``weight`` of shape ``(input_dim, output_dim)``. An input of shape ``(N, T)`` gives ``(N, T,
    output_dim)``.

    Parameters
    ----------
    dtype
        The type of the table.

    Examples
    --------
    >>> layer = nn.Embedding(input_dim=10, output_dim=3)
    >>> layer.initialize(mx.init.One())
    >>> layer(nd.array([[1, 2, 2, 9]])).shape
    (1, 4, 3)
    """

    def __init__(
        self,
        input_dim: int,
        output_dim: int,
        dtype: Any = "float32",
        weight_initializer: Any = None,
        sparse_grad: bool = False,
        **kwargs: Any,
    ) -> None:
        super().__init__(**kwargs)
        self._kwargs = {"input_dim": input_dim, "output_dim": output_dim, "dtype": dtype, "sparse_grad": sparse_grad}
        shape, storage = (input_dim, output_dim), "row_sparse" if sparse_grad else "default"
        more = {"init": weight_initializer, "allow_deferred_init": True, "grad_stype": storage}
        with self.name_scope():
            self.weight = self.params.get("weight", shape=shape, dtype=dtype, **more)

    def hybrid_forward(self, F: Any, x: Any, weight: Any) -> Any:
        """Return the rows."""
        return F.Embedding(x, weight, name="fwd", **self._kwargs)

    def __repr__(self) -> str:
        return describe_embedding(self)


class Flatten(HybridBlock):
    """Join all axes but the first: ``(N, C, H, W)`` becomes ``(N, C*H*W)``.

    Examples
    --------
    >>> nn.Flatten()(nd.ones((2, 3, 4, 4))).shape
    (2, 48)
    """

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)

    def hybrid_forward(self, F: Any, x: Any) -> Any:
        """Return an array of two axes."""
        return F.Flatten(x)

    def __repr__(self) -> str:
        return type(self).__name__


def _numpy_function(name: str) -> Callable[..., Any]:
    """Return the function of a name in ``mx.np`` or ``mx.npx``."""
    modules = tuple(importlib.import_module(f"mxnet.{module}") for module in ("numpy", "numpy_extension"))
    result = [getattr(module, name) for module in modules if hasattr(module, name)]
    assert result, f"there is no function {name!r} in mx.np and mx.npx"
    return result[0]


def _of_arrays(function: Callable[..., Any]) -> Callable[..., Any]:
    """Return a function that takes ``F``, and passes it over."""

    def call(F: Any, *args: Any) -> Any:
        return function(*args)

    return call


def _named_function(function: str | Callable[..., Any], *namespaces: Any) -> tuple[Callable[..., Any] | None, str]:
    """Return a function (None when it was given by its name) and its name; the namespaces must have that name."""
    if isinstance(function, str):
        lacking = [space.__name__ for space in namespaces if not hasattr(space, function)]
        assert not lacking, f"there is no function {function!r} in {' and '.join(lacking)}"
        return None, function
    if callable(function):
        return function, function.__name__
    raise ValueError(f"expected a function or the name of one, got {type(function).__name__}: {function!r}")


class Lambda(Block):
    """Make a layer of a function of arrays.

    Parameters
    ----------
    function
        ``function(*arrays)``, or the name of a function of ``mx.nd`` (in MXNet 2 of ``mx.np`` or ``mx.npx``).

    Raises
    ------
    AssertionError
        For a name that is not there.

    Examples
    --------
    >>> net = nn.Sequential()
    >>> net.add(nn.Lambda(lambda x: x * 2), nn.Lambda("tanh"))
    >>> print(net(nd.array([0, 0.5])).asnumpy())
    [0.        0.7615942]
    """

    def __init__(self, function: str | Callable[..., Any], prefix: str | None = None) -> None:
        super().__init__(prefix=prefix)
        custom, name = _named_function(function, *(() if semantics.api == 2 else (nd,)))
        self._func_impl = custom or (_numpy_function(name) if semantics.api == 2 else getattr(nd, name))

    def forward(self, *args: Any) -> Any:
        """Return what the function returns."""
        return self._func_impl(*args)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self._func_impl.__name__})"


class HybridLambda(HybridBlock):
    """Make a hybrid layer of a function, which becomes part of the graph.

    Parameters
    ----------
    function
        ``function(F, x, *args)`` with ``F`` being ``mx.nd`` or ``mx.sym``, or the name of a function that both have.

    Raises
    ------
    AssertionError
        For a name that is not there.

    Examples
    --------
    >>> net = nn.HybridSequential()
    >>> net.add(nn.HybridLambda(lambda F, x: F.clip(x, 0, 1)), nn.HybridLambda("sqrt"))
    >>> net.hybridize()
    >>> print(net(nd.array([-1, 0.25, 4])).asnumpy())
    [0.  0.5 1. ]
    """

    def __init__(self, function: str | Callable[..., Any], prefix: str | None = None) -> None:
        super().__init__(prefix=prefix)
        custom, self._func_name = _named_function(function, *(() if semantics.api == 2 else (nd, sym)))
        if semantics.api == 2:  # which knows no F
            self._func = _of_arrays(custom or _numpy_function(self._func_name))
            return
        self._func = custom or self._of_name(self._func_name)

    @staticmethod
    def _of_name(name: str) -> Callable[..., Any]:
        def named(F: Any, *args: Any) -> Any:
            return getattr(F, name)(*args)

        named.made_here = True  # type: ignore[attr-defined]
        return named

    def __getstate__(self) -> dict[str, Any]:
        """Return what a copy takes over; a function that was given by its name is made again from it."""
        return {**vars(self), "_func": None} if hasattr(self._func, "made_here") else dict(vars(self))

    def __setstate__(self, state: dict[str, Any]) -> None:
        vars(self).update(state)
        if self._func is None:
            self._func = self._of_name(self._func_name)

    def hybrid_forward(self, F: Any, x: Any, *args: Any) -> Any:
        """Return what the function returns."""
        try:
            return self._func(F, x, *args)
        except TypeError as error:
            if error.__traceback__.tb_next is not None:  # type: ignore[union-attr]
                raise  # from within the function
            arrays = f"{len(args) + 1} arrays" if args else "an array"
            raise TypeError(
                f"{type(self).__name__}: its function is called with F, that is mx.nd or mx.sym, and {arrays}: write "
                "lambda F, x: F.relu(x)"
            ) from None

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self._func_name})"
