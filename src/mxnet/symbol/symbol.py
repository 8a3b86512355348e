"""The Symbol: a formula of named variables and operators, to be composed, inspected, saved and bound."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from typing import Any, ClassVar, Self

from ..core.dtypes import CODE_OF, PRIVATE, STORAGE, canonical
from ..core.errors import MXNetError, NotImplementedForSymbol, nearest
from ..core.files.paths import explaining, utf8
from ..core.files.saving import atomic_write
from ..core.other_names import refuse_operators, says_other_names
from ..core.params import hidden, text_of
from ..core.scopes import AttrScope
from ..core.semantics import semantics
from ..core.text import folded, html_table, printable
from ..registry import binding
from ..registry.op import Op
from . import graph, read, write
from .binding import Binding
from .create import as_text, create, no_symbol, substitute
from .gradient import gradient
from .node import Entry, Node, shown, stored_key
from .rewrite import Names, copy, rename


@says_other_names
class Symbol(Binding):
    """One or more outputs of a graph of operators.

    Made by :func:`var`, by operators applied to symbols, :func:`Group` and :func:`load`. Symbols may share nodes;
    composition works on private copies.

    Parameters
    ----------
    handle
        What another symbol's ``handle`` is, which it becomes; None: a symbol of no outputs, to be unpickled into.

    Examples
    --------
    >>> x = sym.Variable('x')
    >>> y = sym.exp(x) + 1
    >>> y.list_arguments()
    ['x']
    >>> print(y.eval(x=nd.array([0]))[0].asnumpy())
    [2.]
    """

    __slots__ = ()
    #: whether this is a symbol of the NumPy interface
    is_numpy: ClassVar[bool] = False

    # -- identity -------------------------------------------------------------------------------------------

    def _one_node(self) -> Node | None:
        """Return the node of all outputs, or None when they are of several."""
        nodes = {id(head.node) for head in self._heads}
        return self._heads[0].node if len(nodes) == 1 else None

    @property
    def name(self) -> str | None:
        """The name of the node; None for a group of several."""
        node = self._one_node()
        return None if node is None else node.name

    def __repr__(self) -> str:
        if self.name is not None:
            return f"<{type(self).__name__} {printable(self.name)}>"
        return f"<{type(self).__name__} group [{printable(', '.join(head.node.name for head in self._heads))}]>"

    def _repr_html_(self) -> str:
        rows = [
            (
                node.name,
                node.op.name,
                ", ".join(f"{name}={value}" for name, value in node.attrs.items()),
                ", ".join(entry.node.name for entry in node.inputs),
            )
            for node in self._ordered().nodes
            if node.op is not None
        ]
        return folded(repr(self), html_table(("name", "operator", "attributes", "inputs"), rows))

    def __bool__(self) -> bool:
        raise NotImplementedForSymbol("__bool__", "bool")

    # -- outputs --------------------------------------------------------------------------------------------

    def __len__(self) -> int:
        return len(self._heads)

    def __iter__(self) -> Iterator[Symbol]:
        return (type(self)((head,)) for head in self._heads)

    def __getitem__(self, index: int | str | slice) -> Self:
        """Return one output by number or name, or several by a slice, which must end within the outputs."""
        if isinstance(index, slice):
            if index.stop is not None and index.stop > max(len(self), index.start or 0):
                raise IndexError(f"outputs up to {index.stop} of a symbol that has {len(self)}")
            return Group([self[i] for i in range(len(self))[index]], type(self))  # type: ignore[return-value]
        if isinstance(index, str):
            index = self._find_output(index)
        if not isinstance(index, int):
            raise TypeError(
                "Symbol only support integer index to fetch i-th output; slice, slice_axis and take compute parts "
                "of an array"
            )
        if index >= len(self):
            raise IndexError(f"output {index} of a symbol that has {len(self)}")
        if index < 0:
            raise MXNetError(f"Symbol only accept nonnegative index, got {index}")
        return type(self)((self._heads[index],))

    def _find_output(self, name: str) -> int:
        result = [i for i, item in enumerate(self.list_outputs()) if item == name]
        if not result:
            known = self.list_outputs()
            listed = f": there are {', '.join(known)}" if len(known) <= 10 else ""
            raise ValueError(f'Cannot find output that matches name "{name}"{listed}{nearest(name, known)}')
        if len(result) > 1:
            raise ValueError(f'There are multiple outputs with name "{name}"')
        return result[0]

    def list_outputs(self) -> list[str]:
        """Return the names of the outputs: ``fc1_output``.

        Returns
        -------
        A list of names.

        Examples
        --------
        >>> x = sym.Variable("data")
        >>> net = sym.FullyConnected(x, num_hidden=2, name="fc")
        >>> net.list_outputs()
        ['fc_output']
        """
        return graph.output_names(self._heads)

    def get_internals(self) -> Symbol:
        """Return all outputs of all nodes as a group, to take a part of a network by name.

        Returns
        -------
        A Symbol with one output for each output of each node, variables too; an index is a number or a name,
        ``<node>_output``.

        Examples
        --------
        >>> net = sym.FullyConnected(sym.Variable("data"), num_hidden=8, name="fc1")
        >>> net = sym.Activation(net, act_type="relu", name="relu1")
        >>> net.get_internals().list_outputs()
        ['data', 'fc1_weight', 'fc1_bias', 'fc1_output', 'relu1_output']
        >>> features = net.get_internals()["fc1_output"]
        >>> features.list_outputs()
        ['fc1_output']
        """
        return type(self)(graph.internals(self._ordered()))

    def get_children(self) -> Symbol | None:
        """Return the inputs of the output nodes as a group; None when there are none.

        Returns
        -------
        A Symbol, or None.

        Examples
        --------
        >>> x = sym.Variable("data")
        >>> net = sym.FullyConnected(x, num_hidden=2, name="fc")
        >>> net.get_children().list_outputs()
        ['data', 'fc_weight', 'fc_bias']
        """
        nodes = {id(head.node): head.node for head in self._heads}.values()
        inputs = tuple(entry for node in nodes for entry in node.inputs)
        return type(self)(inputs) if inputs else None

    def _gen_atomic_symbol(self) -> Symbol:
        """Return the node's operator with its attributes, but without name and inputs."""
        node = self._one_node()
        if node is None:
            raise MXNetError("Generating atomic symbol from other symbol only works for nongrouped symbol.")
        return type(self)(graph.atomic(node))

    # -- inputs ---------------------------------------------------------------------------------------------

    def list_inputs(self) -> list[str]:
        """Return the names of all variables, auxiliary states too, in the order of the walk through the graph.

        Returns
        -------
        A list of names.

        Examples
        --------
        >>> sym.BatchNorm(sym.Variable("data"), name="bn").list_inputs()
        ['data', 'bn_gamma', 'bn_beta', 'bn_moving_mean', 'bn_moving_var']
        """
        return list(dict.fromkeys([node.name for node in self._ordered().variables]))

    def list_arguments(self) -> list[str]:
        """Return the names of the arguments. Variables of one name are one argument, listed once.

        Returns
        -------
        A list of names: of data, labels and parameters, in the order in which :meth:`bind` takes arrays.

        See Also
        --------
        list_auxiliary_states : the variables that are no arguments.

        Examples
        --------
        >>> x = sym.Variable("data")
        >>> net = sym.FullyConnected(x, num_hidden=2, name="fc")
        >>> net.list_arguments()
        ['data', 'fc_weight', 'fc_bias']
        """
        return self._ordered().names()[0]

    def list_auxiliary_states(self) -> list[str]:
        """Return the names of the states that operators update by themselves, such as moving averages.

        Returns
        -------
        A list of names.

        Examples
        --------
        >>> net = sym.BatchNorm(sym.Variable("data"), name="bn")
        >>> net.list_auxiliary_states()
        ['bn_moving_mean', 'bn_moving_var']
        >>> net.list_arguments()
        ['data', 'bn_gamma', 'bn_beta']
        """
        return self._ordered().names()[1]

    # -- composition ----------------------------------------------------------------------------------------

    def __call__(self, /, *args: Symbol, name: str | None = None, **kwargs: Symbol) -> Symbol:
        """Return a copy with variables replaced: ``net(data=other)``; ``name`` renames the copy's output node."""
        twin = self.__copy__()
        twin._compose(*args, name=name, **kwargs)
        return twin

    def _compose(self, /, *args: Symbol, name: str | None = None, **kwargs: Symbol) -> None:
        """Replace variables of this symbol (see :meth:`__call__`)."""
        if args and kwargs:
            raise TypeError("compose only accept input Symbols either as positional or keyword arguments, not both")
        for item in (*args, *kwargs.values()):
            if not isinstance(item, Symbol):
                values = f", got {no_symbol(item)}; eval and bind compute with arrays"
                raise TypeError(f"Compose expect `Symbol` as arguments{values}")
        named = {key: item._heads for key, item in kwargs.items()}
        self._heads = substitute(self._heads, as_text(name), [arg._heads for arg in args], named)

    def __copy__(self) -> Symbol:
        return self.__deepcopy__(None)

    def __deepcopy__(self, memo: Any) -> Symbol:
        return type(self)(copy(self._heads))

    def rename(
        self, names: Names = None, *, prefix: str = "", shared: Iterable[str] | Callable[[str], bool] = ()
    ) -> Symbol:
        """Return a copy with other names: to use one network twice in a graph, each time with inputs of its own.

        Parameters
        ----------
        names : dict, function or None
            New names by old ones, or a function from the old to the new.
        prefix
            What goes before every name that the dict leaves out.
        shared : names, or function
            Variables that keep their names, and so stay one with those of this symbol: their names, or a function that
            says which.

        Returns
        -------
        A Symbol.

        Raises
        ------
        MXNetError
            For names that the graph does not have, or where two variables would become one.

        Examples
        --------
        >>> net = mx.sym.FullyConnected(mx.sym.Variable("data"), num_hidden=2, name="fc")
        >>> twin = net.rename(prefix="twin_", shared=lambda name: name != "data")
        >>> both = mx.sym.Group([net, twin])
        >>> both.list_arguments()
        ['data', 'fc_weight', 'fc_bias', 'twin_data']
        """
        return type(self)(rename(self._heads, names, prefix, shared))

    def grad(self, wrt: str | Sequence[str]) -> Symbol:
        """Return the gradients by the arguments ``wrt``, one output each.

        Its arguments are those of this symbol and a gradient for each output, named ``<name>_<number>_grad``
        (``_plus0_0_grad``); loss layers ignore theirs.

        Parameters
        ----------
        wrt
            Names of arguments.

        Returns
        -------
        A Symbol.

        Examples
        --------
        >>> x, y = sym.Variable("x"), sym.Variable("y")
        >>> gradient = (x * y).gradient(["x"])
        >>> print(gradient.list_arguments())
        ['x', 'y', '_mul0_0_grad']
        """
        return type(self)(gradient(self._heads, self.name or "group", wrt))

    gradient = grad

    # -- attributes -----------------------------------------------------------------------------------------

    def attr(self, key: str) -> str | None:
        """Return an attribute's text, None where there is none (or the symbol is a group).

        Parameters
        ----------
        key
            The attribute's name.

        Returns
        -------
        A text or None.

        Examples
        --------
        >>> x = sym.Variable("data", attr={"mood": "angry"})
        >>> x.attr("mood")
        'angry'
        """
        node = self._one_node()
        if as_text(key) == "name" or node is None:
            return self.name if node is not None else None
        return shown(node.attrs).get(key)

    def list_attr(self, recursive: bool = False) -> dict[str, str]:
        """Return the attributes of the node, of a group's first one (none of a symbol without outputs).

        Parameters
        ----------
        recursive
            Whether those of all nodes are returned, under ``<node>_<attribute>``.

        Returns
        -------
        A dict of texts.

        Examples
        --------
        >>> sym.Variable('data', attr={'mood': 'angry'}).list_attr()
        {'mood': 'angry'}
        """
        if recursive:
            return {f"{name}_{key}": value for name, item in self.attr_dict().items() for key, value in item.items()}
        return shown(self._heads[0].node.attrs) if self._heads else {}

    def attr_dict(self) -> dict[str, dict[str, str]]:
        """Return the attributes of all nodes that have any, by node name; of nodes of one name, all of them.

        Returns
        -------
        A dict of dicts of texts.

        Examples
        --------
        >>> x = sym.Variable("data")
        >>> net = sym.FullyConnected(x, num_hidden=2, name="fc")
        >>> net.attr_dict()['fc']
        {'num_hidden': '2'}
        """
        result: dict[str, dict[str, str]] = {}
        for node in self._ordered().nodes:
            if node.attrs:
                result.setdefault(node.name, {}).update(shown(node.attrs))
        return result

    def _set_attr(self, /, **kwargs: str) -> None:
        """Set attributes of the node, for every symbol that shares it; ``name`` renames it."""
        for value in kwargs.values():
            if not isinstance(value, str):
                raise ValueError("Set Attr only accepts string values")
        node = self._one_node()
        if node is None:
            raise MXNetError("attributes cannot be set on a group: set them on its members")
        for key, value in kwargs.items():
            if key == "name":
                node.name = value
            else:
                node.set_attr(stored_key(key, value), value)

    def debug_str(self) -> str:
        """Return a readable listing of the graph.

        Returns
        -------
        A text of many lines.

        Examples
        --------
        >>> x = sym.Variable("data")
        >>> net = sym.FullyConnected(x, num_hidden=2, name="fc")
        >>> print(net.debug_str().splitlines()[2:5])
        ['Variable:data', 'Variable:fc_weight', 'Variable:fc_bias']
        """
        return printable(write.listing(self._heads), keep="\n\t")

    # -- text -----------------------------------------------------------------------------------------------

    def tojson(self, remove_amp_cast: bool = True) -> str:
        """Return the graph as JSON text, as MXNet 1.9.1 writes it.

        Parameters
        ----------
        remove_amp_cast
            Whether the casts that ``contrib.amp`` put in are left out.

        Returns
        -------
        A text, which ``mx.sym.load_json`` reads.

        Examples
        --------
        >>> x = sym.Variable("data")
        >>> net = sym.FullyConnected(x, num_hidden=2, name="fc")
        >>> sym.load_json(net.tojson()).list_outputs()
        ['fc_output']
        """
        return write.text(self._heads, semantics.np_shape, remove_amp_cast, self._ordered())

    def save(self, fname: str, remove_amp_cast: bool = True) -> None:
        """Write the graph to a file as JSON. A crash in between leaves the old file whole.

        Parameters
        ----------
        fname
            The path of the file, mostly ``<name>-symbol.json``.
        remove_amp_cast
            Whether the casts that ``contrib.amp`` put in are left out, so that the file runs in float32.

        See Also
        --------
        mx.sym.load : reads it.
        tojson : gives the text.

        Examples
        --------
        >>> x = sym.Variable("data")
        >>> net = sym.FullyConnected(x, num_hidden=2, name="fc")
        >>> net.save("net-symbol.json")
        >>> sym.load("net-symbol.json").list_arguments()
        ['data', 'fc_weight', 'fc_bias']
        """
        if not isinstance(fname, (str, os.PathLike)):
            raise TypeError("fname need to be string")
        with explaining(f"cannot write {os.fspath(fname)}"), atomic_write(fname) as stream:
            stream.write(utf8(self.tojson(remove_amp_cast)))

    def __getstate__(self) -> dict[str, Any]:
        return {"handle": self.tojson() if self._heads else None}

    def __setstate__(self, state: dict[str, Any]) -> None:
        text = state["handle"]
        self._heads = () if text is None else read.from_text(text)

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (None,), self.__getstate__()


refuse_operators(Symbol, "in hybrid_forward write", "F.")


def var(
    name: str,
    attr: dict[str, str] | None = None,
    shape: tuple[int, ...] | None = None,
    lr_mult: float | None = None,
    wd_mult: float | None = None,
    dtype: Any = None,
    init: Any = None,
    stype: str | None = None,
    **kwargs: Any,
) -> Symbol:
    """Return a variable: an input of the graph, which gets its value when the graph is bound or evaluated.

    ``mx.sym.Variable`` and ``mx.sym.var`` are one function.

    Parameters
    ----------
    name
        The name, by which the value is given.
    attr
        Further attributes, text by name.
    shape
        The shape, for inference (unknown lengths as 0, under NumPy's semantics as -1); None: it follows from the graph.
    lr_mult
        What the optimizer's learning rate is multiplied by for this parameter; None: 1. 0 keeps it fixed.
    wd_mult
        What the weight decay is multiplied by for this parameter; None: 1.
    dtype
        The data type, for inference; None: it follows from the graph.
    init
        How :class:`Module` sets it at first: an :class:`Initializer` or its text, which wins over that given to
        ``init_params``; None: by that one.
    stype
        The storage: ``'default'``, ``'row_sparse'`` or ``'csr'``.
    **kwargs
        Attributes whose names start and end with two underscores.

    Returns
    -------
    A Symbol of one output.

    Raises
    ------
    TypeError
        For a name that is no string.
    ValueError
        For other keywords.

    Examples
    --------
    >>> x = mx.sym.Variable('x')
    >>> y = mx.sym.Variable('y', shape=(2,))
    >>> z = 2 * x + y
    >>> z.list_arguments()
    ['x', 'y']
    >>> print(z.eval(x=mx.nd.array([1, 2]), y=mx.nd.array([10, 20]))[0].asnumpy())
    [12. 24.]
    """
    if not isinstance(name, str):
        raise TypeError("Expect a string for variable `name`")
    attributes: dict[str, str] = AttrScope.current.get(attr)
    named = {
        "__shape__": shape,
        "__lr_mult__": lr_mult,
        "__wd_mult__": wd_mult,
        "__dtype__": None if dtype is None else CODE_OF[canonical(dtype)],
        "__init__": init if init is None or isinstance(init, str) else init.dumps(),
        "__storage_type__": None if stype is None else STORAGE[stype],
    }
    attributes.update({key: text_of(value) for key, value in named.items() if value is not None})
    for key, value in kwargs.items():
        if not hidden(key):
            raise ValueError(
                f"Attribute name={key} is not supported. Additional attributes must start and end with double "
                "underscores, e.g, __yourattr__"
            )
        attributes[key] = text_of(value)
    result = Symbol((Entry(Node(None, name)),))
    result._set_attr(**attributes)
    return result


Variable = var


def Group(symbols: Sequence[Symbol], create_fn: type[Symbol] = Symbol) -> Symbol:
    """Return a symbol that has the outputs of several, in order: for graphs with more than one result.

    Parameters
    ----------
    symbols
        The symbols, a list.
    create_fn
        The class of the result.

    Returns
    -------
    A Symbol; ``group[0]`` is its first output.

    Raises
    ------
    TypeError
        For what is no list of symbols, and for an empty one.

    Examples
    --------
    >>> x = mx.sym.Variable('x')
    >>> both = mx.sym.Group([mx.sym.exp(x, name='e'), mx.sym.square(x, name='s')])
    >>> both.list_outputs()
    ['e_output', 's_output']
    >>> e, s = both.eval(x=mx.nd.array([3]))
    >>> print(s.asnumpy())
    [9.]
    """
    listed = isinstance(symbols, Iterable) and len(symbols) > 0 and not isinstance(create_fn, Symbol)
    if not listed or any(not isinstance(symbol, Symbol) for symbol in symbols):
        actual = "one symbol: write Group([a, b])" if isinstance(symbols, Symbol) else no_symbol(symbols)
        raise TypeError(f"Expected a list of symbols as input, got {actual}")
    return create_fn(tuple(head for symbol in symbols for head in symbol._heads))


def load(fname: str) -> Symbol:
    """Return the symbol in a JSON file, which ``Symbol.save``, ``export`` or ``save_checkpoint`` wrote, of any MXNet
    version since 0.8. Nothing in the file is executed.

    Parameters
    ----------
    fname
        The name of the file, ``'model-symbol.json'``, say.

    Returns
    -------
    A Symbol, without values of parameters: those are in another file (see :func:`mxnet.nd.load`).

    Raises
    ------
    MXNetError
        Names the file and what is wrong with it.

    Examples
    --------
    >>> mx.sym.exp(mx.sym.Variable('x'), name='e').save('model-symbol.json')
    >>> mx.sym.load('model-symbol.json').list_outputs()
    ['e_output']
    """
    if not isinstance(fname, (str, os.PathLike)):
        raise TypeError("fname need to be string")
    return Symbol(read.from_file(fname))


def load_json(json_str: str) -> Symbol:
    """Return the symbol in a JSON text.

    Parameters
    ----------
    json_str
        The text, as ``Symbol.tojson`` gives it.

    Returns
    -------
    A Symbol.

    Raises
    ------
    MXNetError
        Says what is wrong with the text.

    Examples
    --------
    >>> text = mx.sym.exp(mx.sym.Variable('x'), name='e').tojson()
    >>> mx.sym.load_json(text).list_arguments()
    ['x']
    """
    if not isinstance(json_str, str):
        raise TypeError("fname required to be string")
    return Symbol(read.from_text(json_str))


fromjson = load_json  #: MXNet 2's name


def call_operator(op: Op, short: str, inputs: tuple[Any, ...], kwargs: dict[str, Any], name: Any, attr: Any) -> Symbol:
    """Return a symbol that applies ``op`` (see :func:`.create`); TypeError for those of ``mx.np``."""
    for item in (*inputs, *kwargs.values()):
        if isinstance(item, Symbol) and item.is_numpy:
            raise TypeError(
                f"Operator `{op.name}` registered in backend is known as `{short}` in Python. This is a legacy "
                "operator which can only accept legacy symbols, while received an MXNet numpy symbol. Please call "
                "`as_nd_ndarray()` upon it, or upon the array that a block was called with, and give the result to "
                "this operator"
            )
    return create(Symbol, op, short, inputs, kwargs, name, attr)


#: returns the ``__getattr__`` and ``__dir__`` of a module of operators; see :func:`.binding.operators`
operators = partial(binding.operators, call=call_operator, symbolic=True)


def __getattr__(name: str) -> Any:
    """Find the functions that make symbols here too, ``mxnet.symbol.symbol.var``, and the numbers of types."""
    from . import functions

    if name in PRIVATE:
        return PRIVATE[name]
    if name in functions.__all__:
        return getattr(functions, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
