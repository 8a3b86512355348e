"""Rules: what an operator says about itself where the answer may depend on its attributes.

A rule is declared once, as a member of the operator's class, with its default::

    layer = Rule[Layer | None](None, "What it computes outside of training.")

An operator answers it with a keyword of ``@op`` or by a call, with a constant or (as a decorator) with a function::

    @op("sgd_update", overwritable=True)
    flatten.quantized(Quantized("_contrib_quantized_flatten"))

    @relu6.layer
    def _(p):
        return Clamp(0, 6)

Whoever wants to know asks ``op.layer.of(params)``; ``if op.layer`` tells whether there may be an answer. A function
called ``_`` is named after operator and rule: ``relu6.layer``.
"""

from collections.abc import Callable
from functools import partial
from typing import Any, Generic, Self, TypeVar, overload

from ..core.naming import name_rule

Answer = TypeVar("Answer")
Given = TypeVar("Given")


class OperatorRule(Generic[Answer]):
    """A rule of one operator: call it to answer, :meth:`of` to ask.

    ``options`` are what an answer says beside the function: ``@tanh.fast_path(records=True)``.
    """

    __slots__ = ("answer", "name", "options")

    def __init__(self, name: str, answer: Answer, options: dict[str, Any]) -> None:
        self.name = name
        self.answer: Answer | Callable[..., Answer] = answer
        self.options = options

    @overload
    def __call__(self, answer: Given, **options: Any) -> Given: ...
    @overload
    def __call__(self, **options: Any) -> Callable[[Given], Given]: ...
    def __call__(self, *answer: Any, **options: Any) -> Any:
        """Set the answer, a constant or a function of what the question is asked with; return it."""
        unknown = options.keys() - self.options.keys()
        if unknown or len(answer) > 1:
            raise TypeError(f"{self.name} takes an answer and options {sorted(self.options)}, got {sorted(unknown)}")
        if not answer:
            return partial(self, **options)
        self.answer = name_rule(answer[0], self.name)
        self.options = self.options | options
        return self.answer

    def __bool__(self) -> bool:
        """Whether the operator, with some attributes, has an answer other than a false constant."""
        return bool(self.answer)

    def of(self, *args: Any) -> Answer:
        """Return the answer for these attributes."""
        return self.answer(*args) if callable(self.answer) else self.answer


class OperatorDeduction(OperatorRule[Any]):
    """A rule that deduces shapes or data types: see :class:`Deduction`."""

    __slots__ = ()

    def of(self, *args: Any) -> None:
        """Deduce what follows for ``(attributes, slots)``."""
        if self.answer is None:
            return
        code = getattr(self.answer, "__code__", None)  # a partial function has none
        names = code.co_varnames[2 : code.co_argcount - len(self.answer.__defaults__ or ())] if code else ()
        known = [getattr(args[1], name) for name in names]
        if None not in known:
            result = self.answer(*args, *known)
            if result is not None:
                args[1].out[0] = result


def only_if(condition: Callable[..., bool], answer: Given) -> Callable[..., Given | None]:
    """Return the rule that answers ``answer`` for attributes of which ``condition`` holds, else None."""
    return lambda *args: answer if condition(*args) else None


class Rule(Generic[Answer]):
    """The declaration of a rule: the answer of operators that give none, and the options of answers."""

    #: what an operator has of it
    kind: type[OperatorRule[Any]] = OperatorRule

    def __init__(self, default: Answer, doc: str, **options: Any) -> None:
        self.default, self.options = default, options
        self.__doc__ = doc

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = name

    @overload
    def __get__(self, op: None, owner: type) -> Self: ...
    @overload
    def __get__(self, op: Any, owner: type) -> OperatorRule[Answer]: ...
    def __get__(self, op: Any, owner: type) -> Any:
        if op is None:
            return self
        rule = self.kind(f"{op.name}.{self.name}", self.default, self.options)
        op.__dict__[self.name] = rule  # found first from now on
        return rule


class Deduction(Rule[Any]):
    """A rule ``(attributes, slots, *known)`` that deduces facts about inputs and outputs from others.

    Its parameters after the second name inputs: it is asked where the facts about all of these are known, which it
    gets. What it returns is the fact about the first output (None: nothing).
    """

    kind = OperatorDeduction
