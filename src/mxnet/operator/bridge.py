"""Running registered classes, which compute with NDArrays, in graphs, which compute with tensors."""

from __future__ import annotations

import importlib
import inspect
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import torch

from .. import autograd
from ..core.backward_mode import scopes_of_caller
from ..core.context import context_of_call
from ..core.dtypes import CODE_OF, NAME_OF_TORCH, NUMPY_OF_TORCH, TORCH_OF, canonical
from ..core.errors import MXNetError, blamed_on, shortened
from ..core.params import hidden
from ..core.semantics import semantics
from ..core.shapes import PartialShape, from_mxnet, show, unify
from ..ndarray import NDArray
from ..ndarray.numpy import ndarray
from ..ops.custom import DECLARE, Declared
from .custom import REGISTERED, CustomOp, CustomOpProp

Tensors = Sequence[torch.Tensor]


def declare(texts: Mapping[str, Any]) -> Declared:
    """Return the declaration for the attributes of a ``Custom``."""
    name = texts.get("op_type")
    if not name:
        raise MXNetError("Custom: Required argument `op_type` is missing")
    if name not in REGISTERED and name.endswith("_fallback"):
        importlib.import_module("mxnet.numpy_op_fallback")  # functions of mx.np, registered when one is first met
    if name not in REGISTERED:
        raise MXNetError(f"Cannot find custom operator {shortened(name)}: mx.operator.register makes one known")
    cls = REGISTERED[name]
    kwargs = {key: value for key, value in texts.items() if key != "op_type"}
    with blamed_on(f"the constructor of custom operator {name}"):
        prop = cls(**_accepted(cls, kwargs))
    if not isinstance(prop, CustomOpProp):
        raise MXNetError(f"custom operator {name}: {cls.__name__} is no subclass of CustomOpProp")
    return Declaration(name, prop)


def _accepted(cls: type, kwargs: dict[str, str]) -> dict[str, str]:
    """Leave out the hidden attributes, such as ``__ctx_group__``, that a class does not take."""
    takes = inspect.signature(cls).parameters
    if any(p.kind is p.VAR_KEYWORD for p in takes.values()):
        return kwargs
    return {key: value for key, value in kwargs.items() if key in takes or not hidden(key)}


class Declaration:
    """The declarations of an operator's class for one set of attributes (see :class:`mxnet.ops.custom.Declared`)."""

    def __init__(self, name: str, prop: CustomOpProp) -> None:
        self.name = name
        self._prop = prop
        self.arguments = self._names("list_arguments")
        self.outputs = self._names("list_outputs")
        self.states = self._names("list_auxiliary_states")
        self.is_loss = not prop.need_top_grad_

    def _names(self, method: str) -> tuple[str, ...]:
        with blamed_on(f"{self.name}.{method}"):
            return tuple(getattr(self._prop, method)())

    def _ask(self, method: str, known: list[Any], read: Callable[[Any], Any]) -> tuple[list[Any], list[Any], list[Any]]:
        """Return what ``infer_shape`` or ``infer_type`` says: three lists, each entry read, the lengths checked."""
        with blamed_on(f"{self.name}.{method}"):
            lists = tuple(getattr(self._prop, method)(known))
            if len(lists) == 2:
                lists = (*lists, ())
            if len(lists) != 3:
                raise AssertionError(f"expected 2 or 3 lists, got {len(lists)}")
            expected = (("input", self.arguments), ("output", self.outputs), ("auxiliary state", self.states))
            for facts, (what, names) in zip(lists, expected, strict=True):
                if len(facts) != len(names):
                    raise AssertionError(f"expected {len(names)} {what} entries {list(names)}, got {len(facts)}")
            ins, outs, states = ([read(fact) for fact in facts] for facts in lists)
        return ins, outs, states

    def shapes(self, ins: Sequence[PartialShape]) -> tuple[list[Any], list[Any], list[Any]]:
        """Return the shapes of arguments, outputs and states that follow from partly known ones of arguments."""
        known = [[] if shape is None else [-1 if n is None else n for n in shape] for shape in ins]
        return self._ask("infer_shape", known, _read_shape)

    def types(self, ins: Sequence[str | None]) -> tuple[list[Any], list[Any], list[Any]]:
        """Return the data types that follow. Where a class does not say more, arguments have the first known type."""
        if type(self._prop).infer_type is CustomOpProp.infer_type:
            first = next((dtype for dtype in ins if dtype is not None), None)
            ins = [first if dtype is None else dtype for dtype in ins]
        dtypes = [None if name is None else NUMPY_OF_TORCH[TORCH_OF[name]] for name in ins]
        return self._ask("infer_type", dtypes, _read_type)

    def create(self, inputs: Tensors, device: torch.device) -> Operator:
        """Return an operator for these arguments and states. Raises :class:`MXNetError` where they do not fit."""
        count = len(self.arguments)
        in_shapes = [tuple(t.shape) for t in inputs]
        dtypes = [NAME_OF_TORCH[t.dtype] for t in inputs]
        shapes, out_shapes, state_shapes = self.shapes(in_shapes[:count])
        for name, got, expected in zip(
            (*self.arguments, *self.states), in_shapes, (*shapes, *state_shapes), strict=True
        ):
            try:
                unify(expected, got)
            except MXNetError as error:
                raise MXNetError(f"custom operator {self.name}: Shape inconsistent for {name}: {error}") from None
        for name, shape in zip(self.outputs, out_shapes, strict=True):
            if shape is None or None in shape:
                raise MXNetError(f"{self.name}.infer_shape: the shape of {name} is not known: {show(shape)}")
        types = self.types(dtypes[:count])[1]
        with blamed_on(f"{self.name}.create_operator"):
            result = self._prop.create_operator(
                context_of_call(device), [list(s) for s in in_shapes], [CODE_OF[d] for d in dtypes]
            )
            if not isinstance(result, CustomOp):
                raise TypeError(f"expected a CustomOp, got {type(result).__name__}")
        outputs = [(s, TORCH_OF[d or "float32"]) for s, d in zip(out_shapes, types, strict=True)]
        return Operator(self.name, result, outputs, self._needed())

    def _needed(self) -> tuple[frozenset[int], frozenset[int]]:
        """Return the numbers of the arguments and of the outputs that the gradient needs."""
        outs, ins = len(self.outputs), len(self.arguments)
        numbers = range(2 * outs + ins)
        with blamed_on(f"{self.name}.declare_backward_dependency"):
            result = self._prop.declare_backward_dependency(
                list(numbers[:outs]), list(numbers[outs : outs + ins]), list(numbers[outs + ins :])
            )
            chosen = {int(item) for item in result}
        return (
            frozenset(k for k in range(ins) if outs + k in chosen),
            frozenset(k for k in range(outs) if outs + ins + k in chosen),
        )


class Operator:
    """A :class:`CustomOp` at work on tensors (see :class:`mxnet.ops.custom.Running`)."""

    outputs: Sequence[tuple[tuple[int, ...], torch.dtype]]
    needed: tuple[frozenset[int], frozenset[int]]

    def __init__(self, name: str, result: CustomOp, outputs: list[Any], needed: Any) -> None:
        self._name = name
        self._operator = result
        self.outputs, self.needed = outputs, needed

    def forward(self, is_train: bool, inputs: Tensors, outputs: Tensors, states: Tensors) -> None:
        """Write the outputs."""
        with blamed_on(f"CustomOp.forward of {self._name}"), autograd.pause(train_mode=is_train):
            arrays = _arrays(in_data=inputs, out_data=outputs, aux=states)
            self._operator.forward(is_train=int(is_train), req=["write"] * len(outputs), **arrays)

    def backward(
        self,
        is_train: bool,
        needs_grad: Sequence[bool],
        heads: Tensors,
        inputs: Tensors,
        outputs: Tensors,
        grads: Tensors,
        states: Tensors,
    ) -> None:
        """Write the gradients of the inputs."""
        with blamed_on(f"CustomOp.backward of {self._name}"), scopes_of_caller(), autograd.pause(train_mode=is_train):
            arrays = _arrays(out_grad=heads, in_data=inputs, out_data=outputs, in_grad=grads, aux=states)
            self._operator.backward(req=["write" if item else "null" for item in needs_grad], **arrays)


def as_arrays(tensors: Tensors) -> list[Any]:
    """Return arrays on the memory of tensors: arrays of ``mx.np`` where these are switched on."""
    cls = ndarray if semantics.np_array else NDArray
    return [cls._wrap(t.detach(), context_of_call(t.device)) for t in tensors]


def _arrays(**lists: Tensors) -> dict[str, list[Any]]:
    return {name: as_arrays(tensors) for name, tensors in lists.items()}


def _read_shape(shape: Any) -> PartialShape:
    return from_mxnet([int(n) for n in shape], semantics.np_shape)


def _read_type(dtype: Any) -> str | None:
    return None if dtype is None else canonical(dtype)


DECLARE["Custom"] = declare
