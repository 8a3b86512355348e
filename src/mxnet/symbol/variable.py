"""Variables: the named inputs of a graph."""

from typing import Any

from ..core.dtypes import CODE_OF, STORAGE, canonical
from ..core.params import hidden, text_of
from ..core.scopes import AttrScope
from .node import Entry, Node
from .symbol import Symbol


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
