"""Variables: the named inputs of a graph."""

from __future__ import annotations

from typing import Any

from ..core.codes import STORAGE
from ..core.dtypes import CODE_OF, canonical
from ..core.params import hidden, text_of
from ..core.scopes import AttrScope
from .node import Entry, Node
from .symbol import Symbol

#: how an array is stored, as ``__storage_type__`` says it


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
    """Return a variable: an input of the graph that gets its value when it is bound.

    Parameters
    ----------
    name: the variable's name.
    attr: further attributes, text by name.
    shape, dtype: its shape (unknown lengths as 0, under NumPy's semantics as -1) and data type, for inference.
    lr_mult, wd_mult: factors of the optimizer's learning rate and weight decay for it.
    init: an initializer (an object with ``dumps()``) or its text, which wins over the trainer's.
    stype: ``'default'``, ``'row_sparse'`` or ``'csr'``.
    kwargs: attributes whose names start and end with two underscores.
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
