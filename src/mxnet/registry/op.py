"""The operator: a torch function whose signature is its interface, registered once under all its names.

Positional parameters are tensor inputs (``*args``: any number of them), keyword-only parameters are typed
attributes, except these, which the caller injects where a function asks for them:

``is_train``  whether the call is part of training
``device``    the torch device for operators without inputs
``out``       the tensor to write into, or None (update operators)
``out_shape`` the output's shape as a graph's inference found it, or None: operators whose shape attribute may
              leave dimensions open, such as ``_zeros(shape=(0, 4))``

``**attributes``, after them, takes attributes of any other name, as text; with ``attributes_of``, those that another
operator has, or a function among its annotated parameters. Only what a call gives is among them: hand them on to that
function, which has the defaults. A keyword before them without annotation is such an attribute, with its default.

Everything else about an operator is attached with decorators; see ``docs/add_an_operator.md``.
"""

from __future__ import annotations

import inspect
import typing
from collections.abc import Callable, Iterable, Mapping, Sequence
from copy import copy
from functools import cache, cached_property, partial
from types import CodeType
from typing import Any

import torch

from ..base import _LIB
from ..core import torch_compat
from ..core.dtypes import is_dtype
from ..core.errors import MXNetError, MXNetTypeError, nearest, shortened
from ..core.naming import name_rule, named
from ..core.params import Count, Parser, describe, parser, to_text
from . import rules
from .rule_class import Deduction, Rule
from .storage import SparseForm
from .traits import Traits

#: traits of operators that are of the NumPy interface alone
NUMPY_ONLY: Mapping[str, Any] = {"amp": None}
#: attributes of these names are no members of :class:`Params`
_METHODS = frozenset(dir(dict))
INJECTED = frozenset(("is_train", "device", "out", "out_shape"))


class MissingAttribute(MXNetError, AttributeError):
    """An operator's rule asks for an attribute that neither the call nor a default gives."""


class Params(dict[str, Any]):
    """All attributes of one call, typed, by name or as members (``p.kernel``)."""

    def __getattr__(self, name: str) -> Any:
        try:
            return self[name]
        except KeyError:
            raise MissingAttribute(f"the attribute {name} is not given") from None

    def kept(self) -> Params:
        """Return a copy whose members are found at once: for rules that are called again and again.

        It must not be changed.
        """
        result = Params(self)
        result.__dict__.update(self)
        for name in _METHODS.intersection(self):
            del result.__dict__[name]
        return result


class Attr(typing.NamedTuple):
    """One attribute of an operator."""

    name: str
    annotation: Any
    parse: Parser
    default: Any
    required: bool


class AnyParsers(dict[str, Parser]):
    """The readers of attributes where any name is one: those that are not listed are text."""

    def __contains__(self, name: object) -> bool:
        return True

    def __missing__(self, name: str) -> Parser:
        return to_text


class Op(Traits):
    """An operator. Calling it applies it to torch tensors: ``op(x, w, num_hidden=4)``."""

    attributes = Rule(
        None,
        """Raise :class:`MXNetError` where attributes, each right by itself, do not fit together: a call and a node of a
        graph are refused before their inputs are known.""",
    )
    inputs = Rule[Sequence[str] | None](
        None,
        """The names of the inputs which exist, given the attributes. Option ``checked``: a call is checked against
        them; False where the operator counts them itself.""",
        checked=True,
    )
    outputs = Rule[Sequence[str]](("output",), "The names of all outputs, given the attributes.")
    visible = Rule[int | None](None, "How many of the outputs a user sees (default: all).")
    states = Rule[Sequence[str]](
        (), "The names of the inputs which the operator mutates, where that depends on attributes."
    )
    shapes = Deduction(
        None, "``(p, slots)``: deduce shapes of inputs from others; those of outputs follow from running the operator."
    )
    types = Deduction(
        rules.same_type,
        """``(p, slots)``: deduce data types; without a rule, all inputs and outputs have one. Option ``assumed``: what
        inference takes inputs for where nothing says their data type, or a function of the attributes that says it.""",
        assumed=None,
    )
    bound = Rule[Callable[..., Any] | None](
        None,
        """What one node of a graph calls with its inputs and what is injected: for operators with something of their
        own at every node, a state or a graph inside.""",
    )

    def __init__(
        self,
        name: str,
        fn: Callable[..., Any],
        *,
        aliases: Sequence[str] = (),
        aux: Sequence[str] = (),
        count: str | None = None,
        subgraphs: int = 0,
        graph_text: str | None = None,
        attributes_of: Op | Callable[..., Any] | None = None,
        integers_on_host: bool = False,
        backward: Callable[..., Sequence[torch.Tensor | None]] | None = None,
        **facts: Any,
    ) -> None:
        self.name = name
        super().__init__(**({**NUMPY_ONLY, **facts} if name.startswith("_np") else facts))
        self.aliases = tuple(aliases)
        self.count = count
        self._read_signature(fn, {} if attributes_of is None else _attributes_of(attributes_of))
        self.fn = fn
        self.call: Callable[..., Any] = _integers_on_host(fn) if integers_on_host else fn
        #: the function used where no gradient is needed; None: :attr:`call`
        self.plain: Callable[..., Any] | None = None
        self._attributes_of = attributes_of
        self.aux = tuple(aux)
        self._in_forms: dict[tuple[SparseForm, bool], Op] = {}
        #: how many graphs a node of it has inside, which its attributes list as ``subgraphs``
        self.subgraphs = subgraphs
        #: the attribute that is a graph written as JSON, which is then listed as the only one of ``subgraphs``
        self.graph_text = graph_text
        #: the rule that takes the place of PyTorch's differentiation
        self.gradient: Callable[..., Sequence[torch.Tensor | None]] | None = None
        #: the function that lets PyTorch differentiate nevertheless (see :meth:`differentiated_by_torch`)
        self.by_torch: Callable[..., Any] | None = None
        if backward is not None:
            self.backward(backward)

    def _read_signature(self, fn: Callable[..., Any], shared: Mapping[str, Attr]) -> None:
        inputs, optional, attrs, injected = [], [], dict(shared), set()
        self.variadic: str | None = None
        self.takes_any_attribute: bool = False
        for p in inspect.signature(fn).parameters.values():
            if p.kind is p.VAR_POSITIONAL:
                self.variadic = p.name
            elif p.kind is p.VAR_KEYWORD:
                self.takes_any_attribute = not shared
            elif p.kind is not p.KEYWORD_ONLY:
                inputs.append(p.name)
                if p.default is None:
                    optional.append(p.name)
            elif p.name in INJECTED:
                injected.add(p.name)
            elif p.name not in shared or p.annotation is not p.empty:
                attrs[p.name] = _attribute(p, fn)
            elif not shared[p.name].required:
                fn.__kwdefaults__ = {**(fn.__kwdefaults__ or {}), p.name: shared[p.name].default}
        self.input_names: tuple[str, ...] = tuple(inputs)
        self.optional: frozenset[str] = frozenset(optional)
        self.attrs: dict[str, Attr] = attrs
        readers = {a.name: a.parse for a in attrs.values()}
        self.parsers: dict[str, Parser] = AnyParsers(readers) if self.takes_any_attribute else readers
        if self.count is not None:
            self.parsers[self.count] = parser(Count)
        self.injected: frozenset[str] = frozenset(injected)
        #: whether a call says where to compute, or what to write into
        self.needs_placement: bool = bool(self.injected & {"device", "out"})
        self.defaults: dict[str, Any] = {a.name: a.default for a in attrs.values() if not a.required}
        self.required: tuple[str, ...] = tuple(a.name for a in attrs.values() if a.required)

    def backward(self, rule: Callable[..., Sequence[torch.Tensor | None]]) -> Callable[..., Any]:
        """Decorate ``rule(p, inputs, outputs, head_grads)``, the gradients of the inputs (None: no gradient).

        It takes the place of PyTorch's own differentiation. A rule with a true attribute ``blocks`` gives zeros, one
        with ``floats_only`` holds for floating-point numbers: the gradient of integers is zero. One with an
        attribute ``reads_outputs`` is shown the outputs of these numbers alone, and None for the others. Head gradients
        that are zero are tensors of zeros, or, for a rule with a true attribute ``takes_none``, None. An operator that
        is no loss and moves no states has no gradient where its only output has none: its rule is not called.
        """
        self.plain = self.call
        name_rule(rule, f"{self.name}.backward")
        fn, self.gradient = self.fn, rule
        if getattr(rule, "blocks", False):
            self.blocks(True)

        @named(self.fn.__name__)
        def call(*tensors: Any, **kwargs: Any) -> Any:
            if not torch.is_grad_enabled():
                return fn(*tensors, **kwargs)
            result = None if self.by_torch is None else self.by_torch(*tensors, **kwargs)
            if result is not None:
                return result
            for t in tensors:  # `any` would take longer
                if t is not None and t.requires_grad:
                    replaced = _Transformed if torch_compat.transforms_active() else _Replaced
                    return replaced.apply(_Attributes(self, kwargs), *tensors)  # type: ignore[no-untyped-call]
            return fn(*tensors, **kwargs)

        self.call = call
        return rule

    def differentiated_by_torch(self, fn: Callable[..., Any]) -> Callable[..., Any]:
        """Decorate ``fn(*tensors, **attributes)``: the outputs, with a gradient by PyTorch that is the rule's own.

        It saves the calls of Python functions that a rule takes. It returns None where PyTorch's gradient is another.
        """
        self.by_torch = fn
        return fn

    def recorded(self, kwargs: dict[str, Any]) -> Callable[..., Any]:
        """Return :attr:`call` with its attributes, for many calls with an input that requires a gradient."""
        is_scaled = self.amp_exception == "scaled"  # by another scale in mixed precision
        if self.gradient is None or is_scaled:
            return partial(self.call, **kwargs) if kwargs else self.call
        replaced, by_torch = partial(torch_compat.eager_apply(_Replaced), _Attributes(self, kwargs)), self.by_torch
        if by_torch is None:
            return replaced

        def call(*tensors: Any) -> Any:
            result = by_torch(*tensors, **kwargs)
            return replaced(*tensors) if result is None else result

        return call

    @cached_property
    def doc(self) -> str:
        """The docstring."""
        return inspect.getdoc(self.fn) or ""

    @cached_property
    def doc_of_attributes(self) -> str:
        """The docstring that explains the attributes of ``attributes_of``."""
        source = self._attributes_of
        return "" if source is None else getattr(source, "doc", "") or inspect.getdoc(source) or ""

    @property
    def cpu_call(self) -> Callable[..., Any]:
        """:attr:`call` for tensors that are on the CPU, without what is done for GPUs alone."""
        return getattr(self.call, "on_cpu", self.call)

    # -- what follows from the attributes ------------------------------------------------------------------

    def parse(self, raw: Mapping[str, Any]) -> Params:
        """Read attributes as given (text or Python values; ``__hidden__`` ones are passed over) into all typed ones.

        An operator that has no attributes at all takes any, as MXNet's do.

        Raises :class:`MXNetError` naming an unknown, missing or malformed attribute, or those that do not fit together.
        """
        params = Params(self.defaults)
        for key, value in raw.items():
            if key in self.parsers:
                try:
                    params[key] = self.parsers[key](value)
                except ValueError as error:
                    raise self.bad_attribute(key, value, error) from None
            elif self.parsers and not (key.startswith("__") and key.endswith("__")):
                raise self.unknown_attribute(key)
        for key in self.required:
            if key not in params:
                raise self.missing_attribute(key)
        self.attributes.of(params)
        return params

    def call_kwargs(self, params: Params) -> dict[str, Any]:
        """Return the attributes that :attr:`call` takes as keywords."""
        return {key: params[key] for key in (params if self.takes_any_attribute else self.attrs)}

    def list_inputs(self, params: Params) -> tuple[str, ...]:
        """Return the names of all inputs, auxiliary states included, that exist with these attributes."""
        if self.inputs:
            return tuple(self.inputs.of(params) or ())
        if self.variadic is not None:
            count = params.get(self.count or "", 0)
            return tuple(f"arg{i}" for i in range(int(count)))
        return tuple(n for n in self.input_names if n not in self.optional)

    def list_outputs(self, params: Params) -> tuple[str, ...]:
        """Return the names of all outputs, hidden ones included."""
        return tuple(self.outputs.of(params))

    def num_visible(self, params: Params) -> int:
        """Return how many of the outputs a user sees."""
        visible = self.visible.of(params)
        return len(self.list_outputs(params)) if visible is None else visible

    def list_states(self, params: Params) -> Sequence[str]:
        """Return the names of the inputs that the operator mutates."""
        return self.states.of(params) if self.states else self.aux

    def state_numbers(self, params: Params) -> list[int]:
        """Return the indices of the inputs that the operator mutates."""
        if not self.mutates:
            return []
        states = self.list_states(params)
        return [i for i, name in enumerate(self.list_inputs(params)) if name in states]

    @property
    def mutates(self) -> bool:
        """Whether the operator, with some attributes, mutates inputs."""
        return bool(self.aux or self.states)

    @property
    def trains_states(self) -> bool:
        """Whether the auxiliary states change in training only, as those do that compilers may write at its end."""
        return bool(self.aux and self.traceable)

    @property
    def one_output(self) -> bool:
        """Whether the operator has one output whatever its attributes."""
        names = self.outputs.answer
        return not callable(names) and len(names) == 1

    @property
    def same_types(self) -> bool:
        """Whether all inputs have one data type."""
        return self.types.answer in rules.ONE_TYPE

    @property
    def is_cast(self) -> bool:
        """Whether it is a cast that mixed precision puts into graphs."""
        return self.amp_exception == "cast"

    @property
    def strict_types(self) -> bool:
        """Whether a call of inputs of types that do not fit the rule is refused."""
        return getattr(self.types.answer, "strict", False)

    @property
    def checks_inputs(self) -> bool:
        """Whether a call must be checked against the list of inputs that its attributes ask for."""
        return bool(self.inputs and self.inputs.options["checked"])

    @property
    def same_shapes(self) -> bool:
        """Whether all inputs and outputs have one shape."""
        return self.shapes.answer is rules.elementwise

    # -- errors ---------------------------------------------------------------------------------------------

    def bad_attribute(self, key: str, value: Any, why: Exception) -> MXNetError:
        """Return the error for an attribute whose value cannot be read: for what is no data type, a TypeError too."""
        dtype = MXNetTypeError if key == "dtype" and not is_dtype(value) else MXNetError
        cause, provided = shortened(str(why)), shortened(repr(str(value)))
        return dtype(f"Invalid Parameter format for {key}: {cause}, in operator {self.name}({key}={provided})")

    def unknown_attribute(self, key: str) -> MXNetError:
        """Return the error for an attribute that the operator does not have."""
        possible = "\n".join(f"{a.name} : {self._describe(a)}" for a in self.attrs.values())
        return MXNetError(
            f"Cannot find argument '{key}', Possible Arguments:\n----------------\n{possible}\n"
            f", in operator {self.name}{nearest(key, (*self.attrs, *self.input_names))}"
        )

    def missing_attribute(self, key: str) -> MXNetError:
        """Return the error for a required attribute that was not given."""
        expected = describe(self.attrs[key].annotation)
        return MXNetError(f"Required parameter {key} of {expected} is not presented, in operator {self.name}")

    @staticmethod
    def _describe(attr: Attr) -> str:
        return f"{describe(attr.annotation)}, {'required' if attr.required else f'optional, default={attr.default!r}'}"

    def in_form(self, form: SparseForm, rows: bool) -> Op:
        """Return an operator of lowered graphs: this one in a sparse form, of values in the form's storages.

        ``rows``: gradients of variables are wanted as rows, so that the form's ``vjp`` holds.
        """
        key = form, rows
        result = self._in_forms.get(key)
        if result is None:
            result = self._in_forms[key] = copy(self)
            for name in vars(self).keys() & _OF_DENSE_TENSORS:
                delattr(result, name)
            result.bound(lambda p: partial(form.call, p.kept()))
            if rows and form.vjp is not None:
                result.vjp(form.vjp)
        return result

    def __call__(self, *tensors: Any, **kwargs: Any) -> Any:
        return self.call(*tensors, **kwargs)

    def __repr__(self) -> str:
        return f"<operator {self.name}({', '.join((*self.input_names, *self.attrs))})>"


#: what an operator says that does not hold for its sparse forms
_OF_DENSE_TENSORS = frozenset(
    name for name in dir(Op) if isinstance(getattr(Op, name), Rule) or name in Traits.__annotations__
) - {"attributes", "inputs", "outputs", "visible", "blocks", "stochastic", "differentiable", "extension", "view"}


@cache
def _compiled(annotation: str) -> CodeType:
    return compile(annotation, "<annotation>", "eval")


def _annotation(annotation: Any, fn: Callable[..., Any]) -> Any:
    """Return what a parameter's annotation says; as text it is compiled once for all functions that have it."""
    return eval(_compiled(annotation), inspect.unwrap(fn).__globals__) if isinstance(annotation, str) else annotation


def _attribute(p: inspect.Parameter, fn: Callable[..., Any]) -> Attr:
    annotation, required = _annotation(p.annotation, fn), p.default is p.empty
    read = parser(annotation)
    if p.default == () and annotation | None != annotation:  # MXNet reads None as none
        optional = parser(annotation | None)
        read = lambda value: optional(value) or ()  # noqa: E731
    return Attr(p.name, annotation, read, None if required else p.default, required)


def _attributes_of(source: Op | Callable[..., Any]) -> dict[str, Attr]:
    """Return the attributes of an operator, or those that the annotated parameters of a function are."""
    if isinstance(source, Op):
        return source.attrs
    parameters = inspect.signature(source).parameters.values()
    return {p.name: _attribute(p, source) for p in parameters if p.annotation is not p.empty}


def _integers_on_host(fn: Callable[..., torch.Tensor]) -> Callable[..., torch.Tensor]:
    """Let the processor compute what a GPU is given integers alone of: PyTorch multiplies no such matrices there."""

    @named(fn.__name__)
    def call(*tensors: Any, **kwargs: Any) -> torch.Tensor:
        first = tensors[0]
        if (
            first.is_cpu
            or first.is_meta
            or first.dtype.is_floating_point
            or any(t is not None and t.dtype.is_floating_point for t in tensors)
        ):
            return fn(*tensors, **kwargs)
        return fn(*[None if t is None else t.cpu() for t in tensors], **kwargs).to(first.device)

    call.on_cpu = fn  # type: ignore[attr-defined]
    return call


class _Attributes:
    """An operator with a gradient of its own, and the attributes of its calls."""

    __slots__ = ("fn", "is_loss", "kwargs", "params", "rule", "shown", "starts", "takes_none")

    def __init__(self, op: Op, kwargs: dict[str, Any]) -> None:
        self.fn, self.rule, self.kwargs, self.params = op.fn, op.gradient, kwargs, Params(op.defaults | kwargs).kept()
        self.shown: tuple[int, ...] | None = getattr(op.gradient, "reads_outputs", None)
        self.takes_none, self.is_loss = getattr(op.gradient, "takes_none", False), bool(op.loss)
        self.starts = self.is_loss or bool(op.aux)  # as BoundOp.starts


def _keep(ctx: Any, call: _Attributes, tensors: Sequence[Any], outputs: Any) -> None:
    """Save what the gradient is computed from."""
    several = isinstance(outputs, tuple)
    listed = outputs if several else (outputs,)
    if call.shown is not None:
        listed = tuple([t if i in call.shown else None for i, t in enumerate(listed)])
    ctx.save_for_backward(*tensors, *listed)
    if call.takes_none or not (several or call.starts):
        ctx.set_materialize_grads(False)
    ctx.call = call


class _Replaced(torch.autograd.Function):
    """An operator's own forward with a gradient of ours."""

    @staticmethod
    def forward(ctx: Any, call: _Attributes, *tensors: Any) -> Any:
        outputs = call.fn(*tensors, **call.kwargs)  # PyTorch takes a third of a microsecond for each argument
        _keep(ctx, call, tensors, outputs)
        return outputs

    @staticmethod
    def backward(ctx: Any, *head_grads: Any) -> Any:
        saved, call = ctx.saved_tensors, ctx.call
        number = len(ctx.needs_input_grad) - 1
        if len(head_grads) == 1 and head_grads[0] is None:  # zeros times an infinite derivative would be NaN
            return (None,) * (1 + number)
        inputs, outputs = saved[:number], saved[number:]
        try:
            if torch.is_grad_enabled() and call.is_loss:  # to be differentiated: a loss's rule is not its outputs' own
                outputs = call.fn(*inputs, **call.kwargs)
                outputs = outputs if isinstance(outputs, tuple) else (outputs,)
            grads = call.rule(call.params, inputs, outputs, head_grads)
        except Exception as error:
            error.operator = call.fn.__name__  # type: ignore[attr-defined]  # who catches it can say so
            raise
        return (None, *grads)


class _Transformed(_Replaced):
    """The same for the transforms of ``torch.func``: it takes three times as long."""

    generate_vmap_rule = True

    @staticmethod
    def forward(call: _Attributes, *tensors: Any) -> Any:  # type: ignore[override]
        outputs = call.fn(*tensors, **call.kwargs)
        if not isinstance(outputs, tuple):
            return outputs
        return tuple([t.view_as(t) if any(t is item for item in tensors) else t for t in outputs])

    @staticmethod
    def setup_context(ctx: Any, inputs: tuple[Any, ...], output: Any) -> None:
        _keep(ctx, inputs[0], inputs[1:], output)
        ctx.save_for_forward(*inputs[1:])

    @staticmethod
    def jvp(ctx: Any, _: None, *tangents: Any) -> Any:
        """Differentiate the function itself in forward mode, as where no input requires a gradient."""
        inputs, call = ctx.saved_tensors, ctx.call
        moved = [i for i, tangent in enumerate(tangents) if tangent is not None]

        def function(*values: Any) -> Any:
            full = list(inputs)
            for i, value in zip(moved, values, strict=True):
                full[i] = value
            return call.fn(*full, **call.kwargs)

        return torch.func.jvp(function, tuple([inputs[i] for i in moved]), tuple([tangents[i] for i in moved]))[1]


#: Every operator by every one of its names.
OPS: dict[str, Op] = {}
_LIB.operators = OPS  # programs list them through ``mxnet.base``


def register(new: Op) -> Op:
    """Enter an operator under its name and aliases; a name already taken is an error."""
    for item in (new.name, *new.aliases):
        if item in OPS:
            raise ValueError(f"operator name {item} is taken by {OPS[item]!r}")
        OPS[item] = new
    return new


def rename(alias: str, name: str) -> None:
    """Give a registered operator a further name; one that is taken is an error."""
    if alias in OPS:
        raise ValueError(f"operator name {alias} is taken by {OPS[alias]!r}")
    result = OPS[alias] = OPS[name]
    result.aliases = (*result.aliases, alias)


def op(name: str, **facts: Any) -> Callable[[Callable[..., Any]], Op]:
    """Register the decorated function as operator ``name``; ``facts`` are the keywords of :class:`Op`."""
    return lambda fn: register(Op(name, fn, **facts))


def get(name: str) -> Op:
    """Return the operator with this name or alias; raise :class:`MXNetError` when there is none."""
    try:
        return OPS[name]
    except KeyError:
        raise MXNetError(f"Cannot find operator {name!r} in registry") from None


def names() -> Iterable[str]:
    """Return all names and aliases."""
    return OPS.keys()
