"""Shape and type rules: what they are given, and the named ones that many operators share.

A rule reads ``s.data`` or ``s.out[0]`` (None where unknown) and assigns what follows from them; an assignment is merged
with what is known already, or raises where the two contradict. Inputs that it needs known are further parameters, and
what it returns is the fact about the first output: ``lambda p, s, data: (*data, p.depth)``.

A shape rule deduces in both directions; what a rule leaves unknown about outputs, running the operator on
``meta`` tensors answers (see :mod:`.infer`).
"""

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from ..core.errors import MXNetError, ShapeConflict
from ..core.shapes import show, unify

Merge = Callable[[Any, Any], Any]


class Facts(list[Any]):
    """A list of facts; assigning to an entry merges."""

    def __init__(self, facts: Iterable[Any], merge: Merge, names: Sequence[str]) -> None:
        super().__init__(facts)
        self._merge = merge
        self._names = names

    def __setitem__(self, index: Any, value: Any) -> None:
        if isinstance(index, slice):
            for i, item in zip(range(*index.indices(len(self))), value, strict=True):
                self[i] = item
            return
        if value is None:
            return
        try:
            merged = self._merge(value, self[index])
        except MXNetError as error:
            raise type(error)(f"{self._names[index]}: {error}") from None
        super().__setitem__(index, merged)

    def fill(self, value: Any, first: int = 0) -> None:
        """Set every entry, or those from number ``first`` on."""
        for i in range(first, len(self)):
            self[i] = value


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


def numbered(count: int) -> tuple[str, ...]:
    """Return the names of outputs that have no names of their own: ``output``, or ``output0``, ``output1`` ..."""
    return ("output",) if count == 1 else tuple(f"output{i}" for i in range(count))


def with_bias(*names: str) -> Callable[[Any], tuple[str, ...]]:
    """Return the rule of inputs that these are followed by ``bias``, unless ``no_bias``."""
    return lambda p: names if p.no_bias else (*names, "bias")


def same_type(p: Any, t: Slots) -> None:
    """All inputs and outputs have one data type."""
    _all_equal(t)


def type_of_data(p: Any, t: Slots) -> None:
    """All have the data type of the first input and the output; nothing follows from the other inputs."""
    t.inputs[0] = t.out[0]
    if t.inputs[0] is not None:
        _all_equal(t)


#: the rules under which a call of inputs of several types is refused
ONE_TYPE = (same_type, type_of_data)


def strict(rule: Callable[[Any, Slots], None]) -> Callable[[Any, Slots], None]:
    """Mark a rule of types: a call of inputs of types that do not fit is refused, as inference refuses them.

    Of the attributes, the rule may look at the number of inputs alone.
    """
    rule.strict = True  # type: ignore[attr-defined]
    return rule


def free_types(p: Any, t: Slots) -> None:
    """Nothing follows from the inputs' types; outputs are float32 by default."""
    for i, item in enumerate(t.out):
        if item is None:
            t.out[i] = "float32"


def gives(dtype: str) -> Callable[[Any, Slots], None]:
    """Return the rule that outputs have this type, and nothing follows from the inputs'."""
    return lambda p, t: t.out.fill(dtype)


def dtype_attribute(p: Any, t: Slots) -> None:
    """Outputs have the type of attribute ``dtype``; inputs are free."""
    t.out.fill(p.dtype)


def elementwise(p: Any, s: Slots) -> None:
    """All inputs and outputs have one shape, each deducible from any other."""
    _all_equal(s)


def broadcast(p: Any, s: Slots) -> None:
    """The output has the shape that two inputs broadcast to, unknown where one of them is, unless the other is 1."""
    lhs, rhs = s.inputs
    if lhs is None or rhs is None:
        return
    rank = max(len(lhs), len(rhs))
    pairs = zip((1,) * (rank - len(lhs)) + lhs, (1,) * (rank - len(rhs)) + rhs, strict=True)
    merged = []
    for axis, (a, b) in enumerate(pairs):
        if a != b and 1 not in (a, b) and None not in (a, b):
            (first, second), at = s.names, axis - rank
            raise ShapeConflict(
                f"operands could not be broadcast together: {first} {show(lhs)}, {second} {show(rhs)}: "
                f"axis {at} has lengths {a} and {b}"
            )
        merged.append(b if a == 1 else a if b == 1 or a == b else None)
    s.out[0] = tuple(merged)


broadcast.complete = True  # type: ignore[attr-defined]


def _all_equal(facts: Slots) -> None:
    merged = None
    for _ in range(2):  # the second round carries what the last knew back to the first
        for group in (facts.inputs, facts.out):
            for i in range(len(group)):
                group[i] = merged
                merged = group[i]
