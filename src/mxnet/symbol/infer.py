"""``infer_shape``, ``infer_type`` and ``infer_storage_type`` of symbols."""

import operator
import warnings
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from ..core.dtypes import NUMPY_OF_TORCH, STORAGE, TORCH_OF, canonical
from ..core.errors import MXNetError
from ..core.semantics import semantics
from ..core.shapes import PartialShape, from_mxnet, known, to_mxnet
from ..core.text import printable
from . import graph, inference
from .graph import Order, check_names
from .inference import Inference
from .methods import Methods

Listed = list[Any]
Answer = tuple[Listed, Listed, Listed]
#: None three times. A program that gave all shapes does not ask: Any, so that type checkers do not ask it to
Nothing = tuple[Any, Any, Any]


class Inferring(Methods):
    """The methods of symbols that infer shapes, data types and storage types."""

    __slots__ = ()

    def infer_shape(self, /, *args: Any, **kwargs: Any) -> Answer | Nothing:
        """Return the shapes of all arguments, outputs and auxiliary states that follow from those of some.

        Parameters
        ----------
        *args : tuples of ints or None
            Shapes in the order of ``list_arguments()``; None: not given.
        **kwargs : tuple of ints
            Shapes by argument name. A length of 0 is unknown (-1 under NumPy's semantics).

        Returns
        -------
        ``(argument shapes, output shapes, auxiliary shapes)``, lists of tuples in the order of the ``list_*`` methods.
        Where something stays unknown, a warning says what, and it is ``(None, None, None)``.

        Raises
        ------
        MXNetError
            Where shapes do not fit; names the node, operator and input.

        Examples
        --------
        >>> x = sym.Variable("data")
        >>> net = sym.FullyConnected(x, num_hidden=2, name="fc")
        >>> args, outputs, states = net.infer_shape(data=(32, 784))
        >>> dict(zip(net.list_arguments(), args))
        {'data': (32, 784), 'fc_weight': (2, 784), 'fc_bias': (2,)}
        >>> outputs
        [(32, 2)]
        """
        return self._complete("shape", args, kwargs)

    def infer_shape_partial(self, /, *args: Any, **kwargs: Any) -> Answer:
        """Return the shapes as :meth:`infer_shape` does, unknown ones as ``()`` and unknown lengths as 0.

        Parameters
        ----------
        *args : tuples of ints or None
            Shapes in the order of ``list_arguments()``; None: not given.
        **kwargs : tuple of ints
            Shapes by argument name.

        Returns
        -------
        Three lists of tuples, of arguments, outputs and auxiliary states.

        Examples
        --------
        >>> x = sym.Variable("data")
        >>> net = sym.FullyConnected(x, num_hidden=2, name="fc")
        >>> net.infer_shape_partial()
        ([(), (), ()], [()], [])
        """
        return self._answer("shape", args, kwargs)[0]

    def infer_type(self, /, *args: Any, **kwargs: Any) -> Answer | Nothing:
        """Return the data types of all arguments, outputs and auxiliary states that follow from those of some.

        Parameters
        ----------
        *args : dtypes or None
            Types in the order of ``list_arguments()``; None: not given.
        **kwargs : dtype
            Types by argument name.

        Returns
        -------
        Three lists of NumPy's scalar types, in the order of the ``list_*`` methods. Where something stays unknown, a
        warning says what, and it is ``(None, None, None)``.

        Examples
        --------
        >>> x = sym.Variable("data")
        >>> net = sym.FullyConnected(x, num_hidden=2, name="fc")
        >>> args, outputs, states = net.infer_type(data="float16")
        >>> [np.dtype(t).name for t in args]
        ['float16', 'float16', 'float16']
        """
        return self._complete("type", args, kwargs)

    def infer_type_partial(self, /, *args: Any, **kwargs: Any) -> Answer:
        """Return the data types as :meth:`infer_type` does, unknown ones as None.

        Parameters
        ----------
        *args : dtypes or None
            Types in the order of ``list_arguments()``; None: not given.
        **kwargs : dtype
            Types by argument name.

        Returns
        -------
        Three lists of NumPy's scalar types or None.

        Examples
        --------
        >>> x = sym.Variable("data")
        >>> net = sym.FullyConnected(x, num_hidden=2, name="fc")
        >>> len(net.infer_type_partial()[0])
        3
        """
        return self._answer("type", args, kwargs)[0]

    def infer_storage_type(self, /, *args: Any, **kwargs: Any) -> Answer | Nothing:
        """Return the storage types of all arguments, outputs and auxiliary states.

        Parameters
        ----------
        *args : str or None
            Storage types in the order of ``list_arguments()``: ``'default'`` (dense), ``'row_sparse'`` or ``'csr'``.
        **kwargs : str
            Storage types by argument name. Others are those of the variables (``mx.sym.var(stype=)``), dense by
            default.

        Returns
        -------
        Three lists of texts, in the order of the ``list_*`` methods.

        Examples
        --------
        >>> x = sym.Variable("data")
        >>> net = sym.FullyConnected(x, num_hidden=2, name="fc")
        >>> net.infer_storage_type()[0]
        ['default', 'default', 'default']
        """
        return self._complete("storage_type", args, kwargs)

    def _complete(self, what: str, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Answer | Nothing:
        try:
            answer, complete = self._answer(what, args, kwargs)
        except MXNetError:
            print(f"infer_{what} error. Arguments:")
            for key, value in [*((f"#{i}", item) for i, item in enumerate(args)), *kwargs.items()]:
                print(printable(f"  {key}: {value}"))
            nodes = self._ordered().nodes
            graph.refuse_equal_names(graph.variables(nodes), nodes)
            raise
        if complete:
            return answer
        self._warn(what, answer[0])
        return None, None, None

    def _answer(self, what: str, args: tuple[Any, ...], kwargs: dict[str, Any]) -> tuple[Answer, bool]:
        if args and kwargs:
            raise ValueError(f"Can only specify known argument {what}s either by positional or kwargs way.")
        read, deduce, write, is_known = _QUESTIONS[what]
        order = self._ordered()
        names = order.names()
        attributes = read(dict(_named(args, names[0]) if args else kwargs))
        check_names(f"Infer{what.capitalize()}", attributes, (*names[0], *names[1]))
        facts = deduce(self, attributes, order)
        listed = [
            [*map(facts.variable, names[0])],
            [facts[head] for head in self._heads],
            [*map(facts.variable, names[1])],
        ]
        written = {fact: write(fact) for fact in set().union(*listed)}  # of thousands, many are equal
        complete = all(map(is_known, written))
        arguments, outputs, states = ([written[fact] for fact in item] for item in listed)
        return (arguments, outputs, states), complete

    def _warn(self, what: str, arguments: Listed) -> None:
        unknown = [
            f"\n\t{name}: {value}"
            for name, value in zip(self._ordered().names()[0], arguments, strict=True)
            if value is None or (what == "shape" and not known(from_mxnet(value, semantics.np_shape)))
        ]
        note = f" ({-1 if semantics.np_shape else 0}s in shape means unknown dimensions)" if what == "shape" else ""
        warnings.warn(
            f"Cannot decide {what} for the following arguments{note}. Consider providing them as input:"
            + "".join(unknown),
            stacklevel=4,
        )


def _named(args: tuple[Any, ...], names: list[str]) -> Iterable[tuple[str, Any]]:
    if len(args) > len(names):
        raise MXNetError(f"{len(args)} facts given by position, but there are {len(names)} arguments: {names}")
    return ((name, value) for name, value in zip(names, args, strict=False) if value is not None)


def _read_shapes(kwargs: Mapping[str, Any]) -> dict[str, PartialShape]:
    shapes = {}
    for key, value in kwargs.items():
        if not isinstance(value, tuple):
            raise TypeError(f"Arguments need to be shapes (tuple), but '{key}' is {type(value)}.")
        lengths = tuple(map(operator.index, value))
        if any(n < -1 for n in lengths):
            raise MXNetError(f"shape of {key}: a length must be at least -1 (unknown), got {value}")
        shapes[key] = from_mxnet(lengths, semantics.np_shape)
    return shapes


def _deduce_shapes(symbol: Inferring, known: Mapping[str, PartialShape], order: Order) -> Inference:
    result = inference.shapes(symbol._heads, known, semantics.np_shape, order)
    result.check()
    return result


def _read_storages(kwargs: Mapping[str, Any]) -> dict[str, str]:
    for key, value in kwargs.items():
        if value not in STORAGE:
            raise MXNetError(f"storage type of {key}: {value!r} is none of {', '.join(STORAGE)}")
    return {key: value for key, value in kwargs.items() if value != "undefined"}


#: by question: how to read what is given, deduce, write a fact, and tell whether it is complete
_QUESTIONS: dict[str, tuple[Callable[..., Any], Callable[..., Inference], Callable[..., Any], Callable[..., bool]]] = {
    "shape": (_read_shapes, _deduce_shapes, lambda shape: to_mxnet(shape, semantics.np_shape), known),
    "type": (
        lambda kwargs: {key: canonical(value) for key, value in kwargs.items()},
        lambda symbol, *args: inference.types(symbol._heads, *args),
        lambda dtype: None if dtype is None else NUMPY_OF_TORCH[TORCH_OF[dtype]],
        lambda dtype: dtype is not None,
    ),
    "storage_type": (
        _read_storages,
        lambda symbol, *args: inference.storages(symbol._heads, *args),
        lambda storage: storage or "default",
        lambda _: True,
    ),
}
