"""Operators of one's own: what to subclass, and how to register it."""

import logging
import typing
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, TypeVar

from ..context import Context
from ..core.params import describe
from ..registry.op import Attr, get, names

C = TypeVar("C", bound=type)


class CustomOp:
    """An operator's computation. Subclasses define :meth:`forward`, and :meth:`backward` where it has a gradient.

    Arrays are NDArrays, to be written in place; ``req`` says for each how: see :meth:`assign`.

    Examples
    --------
    >>> class Square(mx.operator.CustomOp):
    ...     def forward(self, is_train, req, in_data, out_data, aux):
    ...         self.assign(out_data[0], req[0], in_data[0] ** 2)
    ...     def backward(self, req, out_grad, in_data, out_data, in_grad, aux):
    ...         self.assign(in_grad[0], req[0], 2 * in_data[0] * out_grad[0])
    >>> @mx.operator.register("square_of")
    ... class SquareProp(mx.operator.CustomOpProp):
    ...     def create_operator(self, ctx, shapes, dtypes):
    ...         return Square()
    >>> print(nd.Custom(nd.array([1, 2, 3]), op_type="square_of").asnumpy())
    [1. 4. 9.]
    """

    def forward(self, is_train: int, req: list[str], in_data: list[Any], out_data: list[Any], aux: list[Any]) -> None:
        """Write the outputs, given the inputs, into ``out_data``. ``aux`` are the auxiliary states."""

    def backward(
        self,
        req: list[str],
        out_grad: list[Any],
        in_data: list[Any],
        out_data: list[Any],
        in_grad: list[Any],
        aux: list[Any],
    ) -> None:
        """Write the gradients of the inputs, given those of the outputs, into ``in_grad``."""

    def assign(self, dst: Any, req: str, src: Any) -> None:
        """Write ``src`` into ``dst`` (``req`` is ``'write'`` or ``'inplace'``), or add it (``'add'``), or nothing."""
        if req in ("write", "inplace"):
            dst[:] = src
        elif req == "add":
            dst[:] += src


class CustomOpProp:
    """An operator's declaration: its inputs and outputs, their shapes and dtypes. Subclasses are registered.

    They are made with the attributes of a call, as text: ``nd.Custom(x, op_type='scale', by=2)`` makes
    ``Scale(by='2')``.

    Parameters
    ----------
    need_top_grad
        Whether the gradient needs the gradient of the outputs; False: the operator is a loss.

    Examples
    --------
    >>> class PairProp(mx.operator.CustomOpProp):
    ...     def list_arguments(self):
    ...         return ["left", "right"]
    ...     def infer_shape(self, in_shape):
    ...         return in_shape, [in_shape[0]], []
    >>> PairProp().list_outputs()
    ['output']
    """

    def __init__(self, need_top_grad: bool = True) -> None:
        self.need_top_grad_ = need_top_grad

    def infer_shape(self, in_shape: list[Any]) -> Any:
        """Return the shapes of arguments, outputs and auxiliary states, given those of the arguments as lists.

        A shape not known is an empty list, a length not known -1. Here: all outputs have the first argument's shape,
        and there are no states.
        """
        return in_shape, (in_shape[0],) * len(self.list_outputs()), ()

    def infer_type(self, in_type: list[Any]) -> Any:
        """Return the NumPy types of arguments, outputs and auxiliary states, given those of the arguments.

        Here: outputs and states have the first argument's type.
        """
        first = in_type[0]
        return in_type, [first] * len(self.list_outputs()), [first] * len(self.list_auxiliary_states())

    def infer_storage_type(self, in_stype: list[str]) -> Any:
        """Return the storage types of arguments, outputs and states. Arrays are dense: ``'default'`` all of them."""
        _only_dense("infer_storage_type", "in_stype", in_stype)
        outputs, states = self.list_outputs(), self.list_auxiliary_states()
        return in_stype, ["default"] * len(outputs), ["default"] * len(states)

    def infer_storage_type_backward(
        self,
        ograd_stype: list[str],
        in_stype: list[str],
        out_stype: list[str],
        igrad_stype: list[str],
        aux_stype: list[str],
    ) -> Any:
        """Return the storage types of what :meth:`CustomOp.backward` takes and writes: ``'default'`` all of them."""
        value = (ograd_stype, in_stype, out_stype, igrad_stype, aux_stype)
        for name, stypes in zip(("ograd", "in", "out", "igrad", "aux"), value, strict=True):
            _only_dense("infer_storage_type_backward", f"{name}_stype", stypes)
        return tuple(["default"] * len(stypes) for stypes in value)

    def list_outputs(self) -> list[str]:
        """Return the names of the outputs."""
        return ["output"]

    def list_arguments(self) -> list[str]:
        """Return the names of the inputs, without auxiliary states."""
        return ["data"]

    def list_auxiliary_states(self) -> list[str]:
        """Return the names of the auxiliary states, which the operator may write to."""
        return []

    def declare_backward_dependency(
        self, out_grad: Sequence[int], in_data: Sequence[int], out_data: Sequence[int]
    ) -> list[int]:
        """Return what :meth:`CustomOp.backward` reads, of the numbers given; other arrays are empty there."""
        return [*(out_grad if self.need_top_grad_ else ()), *in_data, *out_data]

    def create_operator(self, ctx: Context, in_shapes: list[list[int]], in_dtypes: list[int]) -> CustomOp:
        """Return the operator for arguments and states of these shapes and types (MXNet's numbers) on a context."""
        return CustomOp()


def _only_dense(method: str, what: str, stypes: Sequence[str]) -> None:
    for i, stype in enumerate(stypes):
        if stype != "default":
            raise AssertionError(f"{method}: {what}[{i}] is {stype!r}; only 'default', dense storage, is known here")


#: the registered classes by name
REGISTERED: dict[str, type] = {}


def register(reg_name: str) -> Callable[[C], C]:
    """Return a decorator that registers a :class:`CustomOpProp`; a later one of the same name replaces it.

    Parameters
    ----------
    reg_name
        The name, which calls give as ``op_type``.

    Returns
    -------
    A decorator of a class.

    Examples
    --------
    >>> class Scale(mx.operator.CustomOp):
    ...     def __init__(self, by):
    ...         self.by = by
    ...     def forward(self, is_train, req, in_data, out_data, aux):
    ...         self.assign(out_data[0], req[0], in_data[0] * self.by)
    ...     def backward(self, req, out_grad, in_data, out_data, in_grad, aux):
    ...         self.assign(in_grad[0], req[0], out_grad[0] * self.by)
    >>> @mx.operator.register("scale")
    ... class ScaleProp(mx.operator.CustomOpProp):
    ...     def __init__(self, by):
    ...         super().__init__(need_top_grad=True)
    ...         self.by = float(by)
    ...     def create_operator(self, ctx, shapes, dtypes):
    ...         return Scale(self.by)
    >>> print(mx.nd.Custom(mx.nd.ones(2), op_type="scale", by=2).asnumpy())
    [2. 2.]
    """

    def enter(prop_cls: C) -> C:
        if reg_name in REGISTERED:
            logging.getLogger(__name__).info("custom operator %s is replaced by %s", reg_name, prop_cls.__name__)
        REGISTERED[reg_name] = prop_cls
        return prop_cls

    return enter


# -- listing the operators and their arguments -------------------------------------------------------------------------


class OperatorArguments(NamedTuple):
    """The inputs and attributes of an operator: how many, their names, and what each may be.

    Examples
    --------
    >>> mx.operator.get_operator_arguments('Flatten').names
    ['data']
    """

    narg: int
    names: list[str]
    types: list[str]


def get_all_registered_operators() -> list[str]:
    """Return the names of all operators, aliases too.

    Returns
    -------
    A list of names.

    Examples
    --------
    >>> 'Convolution' in mx.operator.get_all_registered_operators()
    True
    """
    return sorted(names())


def get_operator_arguments(op_name: str) -> OperatorArguments:
    """Return the inputs and attributes of an operator.

    Parameters
    ----------
    op_name
        The operator's name.

    Returns
    -------
    A named tuple ``(narg, names, types)``.

    Raises
    ------
    MXNetError
        Where there is no such operator.

    Examples
    --------
    >>> mx.operator.get_operator_arguments('Flatten')
    OperatorArguments(narg=1, names=['data'], types=['NDArray-or-Symbol'])
    """
    result = get(op_name)
    listed: dict[str, str] = {}
    if result.variadic is not None:
        listed[result.variadic] = "NDArray-or-Symbol[]"
    listed.update((name, "NDArray-or-Symbol") for name in result.input_names)
    if result.count is not None:
        listed[result.count] = "int, required"
    listed.update((attr.name, _described_type(attr)) for attr in result.attrs.values())
    return OperatorArguments(len(listed), list(listed), list(listed.values()))


def _described_type(attr: Attr) -> str:
    """Return what an attribute may be, written as MXNet 1.9.1 writes it."""
    choices, optional = _choices(attr.annotation)
    if not choices:
        described = describe(attr.annotation)
        return f"{described}, required" if attr.required else f"{described}, optional, default={_shown(attr.default)}"
    listed = ", ".join([*(["None"] if optional else []), *(repr(choice) for choice in choices)])
    return f"{{{listed}}}, required" if attr.required else f"{{{listed}}},optional, default={str(attr.default)!r}"


def _choices(annotation: Any) -> tuple[list[str], bool]:
    """Return the texts that an attribute may be one of, in order, and whether it may be None."""
    if typing.get_origin(annotation) is typing.Literal:
        return sorted(typing.get_args(annotation)), False
    members = typing.get_args(annotation)
    result = [_choices(member)[0] for member in members if member is not type(None)]
    return (result[0], True) if len(result) == 1 and type(None) in members else ([], False)


def _shown(default: Any) -> str:
    if isinstance(default, bool):
        return str(int(default))
    if isinstance(default, tuple):
        return f"[{','.join(map(str, default))}]"
    return repr(default) if isinstance(default, str) else str(default)
