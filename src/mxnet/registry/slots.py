"""The arguments of shape and type rules: the known shapes or dtypes of an operator's inputs and outputs.

A rule reads ``s.data`` or ``s.out[0]`` (None where unknown) and assigns what follows from them; an assignment
is merged with what is known already, or raises where the two contradict.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from ..core.errors import MXNetError
from ..core.shapes import unify

Merge = Callable[[Any, Any], Any]


class Facts(list[Any]):
    """A list of facts; assigning to an entry merges."""

    def __init__(self, facts: Iterable[Any], merge: Merge, names: Sequence[str]) -> None:
        super().__init__(facts)
        self._merge = merge
        self._names = names

    def __setitem__(self, index: Any, value: Any) -> None:
        if value is None:
            return
        try:
            merged = self._merge(value, self[index])
        except MXNetError as error:
            raise type(error)(f"{self._names[index]}: {error}") from None
        super().__setitem__(index, merged)


class Slots:
    """The facts about inputs, by name (``s.weight``) or number (``s.inputs[1]``), and outputs (``s.out[0]``)."""

    inputs: Facts
    out: Facts
    _index: dict[str, int]

    def __init__(self, names: Sequence[str], ins: Iterable[Any], outs: Sequence[Any], merge: Merge = unify) -> None:
        set_ = object.__setattr__
        set_(self, "inputs", Facts(ins, merge, names))
        set_(self, "out", Facts(outs, merge, [f"output {i}" for i in range(len(outs))]))
        set_(self, "_index", {name: i for i, name in enumerate(names)})

    def __getattr__(self, name: str) -> Any:
        try:
            return self.inputs[self._index[name]]
        except KeyError:
            return None

    def __setattr__(self, name: str, value: Any) -> None:
        if name in self._index:
            self.inputs[self._index[name]] = value

    @property
    def names(self) -> tuple[str, ...]:
        """The inputs' names, in order."""
        return tuple(self._index)

    def __contains__(self, name: str) -> bool:
        return name in self._index


def unify_types(first: str | None, second: str | None) -> str | None:
    """Merge two facts about one data type."""
    if first is None or first == second:
        return second
    if second is None:
        return first
    raise MXNetError(f"expected {first}, got {second}")
