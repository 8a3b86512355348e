"""The operators of before 2016: objects with ``forward`` and ``backward``, put into a graph by :meth:`get_symbol`."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np
import torch

from .. import autograd
from .. import symbol as sym
from ..core.dtypes import TORCH_OF
from ..core.errors import MXNetError, blamed_on
from ..ops.custom import DECLARE
from .bridge import Tensors, _read_shape, as_arrays

#: the operators that graphs of this process refer to, by their ``info``
_LIVING: dict[str, Any] = {}


class PythonOp:
    """The base of :class:`NumpyOp` and :class:`NDArrayOp`. New programs use :class:`CustomOp`.

    Parameters
    ----------
    need_top_grad
        Whether the gradient needs the gradient of the outputs; False: the operator is a loss.

    Examples
    --------
    >>> issubclass(mx.operator.NumpyOp, mx.operator.PythonOp)
    True
    """

    def __init__(self, need_top_grad: bool = True) -> None:
        self.info_: Any = None
        self.need_top_grad_ = need_top_grad

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        return self.get_symbol(*args, **kwargs)

    def get_symbol(self, *args: Any, **kwargs: Any) -> Any:
        """Return the operator applied to symbols; ``name`` and attributes by keyword. Subclasses define it."""
        raise NotImplementedError(f"{type(self).__name__} is no NumpyOp or NDArrayOp: it has no symbol")

    def forward(self, in_data: list[Any], out_data: list[Any]) -> None:
        """Write the outputs into ``out_data``; here, a copy of the first input."""
        out_data[0][:] = in_data[0]

    def backward(self, out_grad: list[Any], in_data: list[Any], out_data: list[Any], in_grad: list[Any]) -> None:
        """Write the gradients of the inputs into ``in_grad``; here, ones for the first."""
        in_grad[0][:] = 1.0

    def infer_shape(self, in_shape: list[Any]) -> Any:
        """Return the shapes of inputs and outputs; here, of one input and one output alike."""
        return in_shape, [in_shape[0]]

    def list_outputs(self) -> list[str]:
        """Return the names of the outputs."""
        return ["output"]

    def list_arguments(self) -> list[str]:
        """Return the names of the inputs."""
        return ["data"]

    def need_top_grad(self) -> bool:
        """Return whether the gradient needs the gradients of the outputs."""
        return self.need_top_grad_

    def _symbol(self, op: Callable[..., Any], args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        self.info_ = str(id(self))
        _LIVING[self.info_] = self
        return op(*args, info=self.info_, **kwargs)


class NumpyOp(PythonOp):
    """An operator on NumPy arrays, to be written in place. It belongs to this process: its graphs cannot be saved.

    Parameters
    ----------
    need_top_grad
        Whether the gradient needs the gradient of the outputs; False: the operator is a loss.

    Examples
    --------
    >>> class Double(mx.operator.NumpyOp):
    ...     def forward(self, in_data, out_data):
    ...         out_data[0][:] = 2 * in_data[0]
    ...     def backward(self, out_grad, in_data, out_data, in_grad):
    ...         in_grad[0][:] = 2 * out_grad[0]
    >>> double = Double()
    >>> net = double.get_symbol(sym.Variable('data'), name='double')
    >>> print(net.eval(data=nd.array([1, 2]))[0].asnumpy())
    [2. 4.]
    """

    def get_symbol(self, *args: Any, **kwargs: Any) -> Any:
        """Return the operator applied to symbols."""
        return self._symbol(sym._internal._Native, args, {"need_top_grad": self.need_top_grad(), **kwargs})


class NDArrayOp(PythonOp):
    """An operator on NDArrays, to be written in place. It belongs to this process: its graphs cannot be saved.

    Parameters
    ----------
    need_top_grad
        Whether the gradient needs the gradient of the outputs; False: the operator is a loss.

    Examples
    --------
    >>> class Double(mx.operator.NDArrayOp):
    ...     def forward(self, in_data, out_data):
    ...         out_data[0][:] = 2 * in_data[0]
    ...     def backward(self, out_grad, in_data, out_data, in_grad):
    ...         in_grad[0][:] = 2 * out_grad[0]
    >>> double = Double()
    >>> net = double.get_symbol(sym.Variable('data'), name='double')
    >>> print(net.eval(data=nd.array([1, 2]))[0].asnumpy())
    [2. 4.]
    """

    def get_symbol(self, *args: Any, **kwargs: Any) -> Any:
        """Return the operator applied to symbols."""
        return self._symbol(sym._internal._NDArray, args, kwargs)

    def declare_backward_dependency(
        self, out_grad: Sequence[int], in_data: Sequence[int], out_data: Sequence[int]
    ) -> list[int]:
        """Return what :meth:`backward` reads, of the numbers given."""
        return [*(out_grad if self.need_top_grad() else ()), *in_data, *out_data]


class _Declaration:
    """The declarations of such an operator (see :class:`mxnet.ops.custom.Declared`)."""

    states: tuple[str, ...] = ()

    def __init__(self, operator: PythonOp, convert: Callable[[Tensors], list[Any]]) -> None:
        self._operator = operator
        self._convert = convert
        self._name = type(operator).__name__
        with blamed_on(self._name):
            self.arguments = tuple(operator.list_arguments())
            self.outputs = tuple(operator.list_outputs())
            self.is_loss = not operator.need_top_grad()

    def shapes(self, ins: Sequence[Any]) -> tuple[list[Any], list[Any], list[Any]]:
        """Return the shapes of arguments and outputs."""
        known = [[] if shape is None else [-1 if n is None else n for n in shape] for shape in ins]
        with blamed_on(f"{self._name}.infer_shape"):
            result, outs = self._operator.infer_shape(known)
            return [_read_shape(item) for item in result], [_read_shape(out) for out in outs], []

    def types(self, ins: Sequence[str | None]) -> tuple[list[Any], list[Any], list[Any]]:
        """Return the data types: one for all."""
        first = next((dtype for dtype in ins if dtype is not None), None)
        return [first] * len(ins), [first] * len(self.outputs), []

    def create(self, inputs: Tensors, device: torch.device) -> _Running:
        """Return the operator at work."""
        dtype = inputs[0].dtype if inputs else TORCH_OF["float32"]
        shapes = self.shapes([tuple(t.shape) for t in inputs])[1]
        return _Running(self._operator, self._convert, [(s, dtype) for s in shapes], len(inputs))


class _Running:
    """Such an operator at work on tensors (see :class:`mxnet.ops.custom.Running`)."""

    def __init__(self, operator: PythonOp, convert: Callable[[Tensors], list[Any]], outputs: Any, inputs: int) -> None:
        self._operator = operator
        self._convert = convert
        self._name = type(operator).__name__
        self.outputs = outputs
        self.needed = frozenset(range(inputs)), frozenset(range(len(outputs)))

    def forward(self, is_train: bool, inputs: Tensors, outputs: Tensors, states: Tensors) -> None:
        """Write the outputs."""
        convert = self._convert
        with blamed_on(f"{self._name}.forward"), autograd.pause(train_mode=is_train):
            self._operator.forward(in_data=convert(inputs), out_data=convert(outputs))

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
        lists = {"out_grad": heads, "in_data": inputs, "out_data": outputs, "in_grad": grads}
        with blamed_on(f"{self._name}.backward"), autograd.pause(train_mode=is_train):
            self._operator.backward(**{key: self._convert(item) for key, item in lists.items()})


def _as_numpy(tensors: Tensors) -> list[Any]:
    arrays: list[Any] = []
    for tensor in tensors:
        if tensor.device.type != "cpu":
            raise MXNetError(f"a NumpyOp works in the memory of the CPU, its inputs are on {tensor.device}")
        array: np.ndarray[Any, Any] = tensor.detach().numpy()
        arrays.append(array)
    return arrays


def _finder(convert: Callable[[Tensors], list[Any]]) -> Callable[[Mapping[str, Any]], _Declaration]:
    def declare(texts: Mapping[str, Any]) -> _Declaration:
        info = texts["info"]
        if info not in _LIVING:
            raise MXNetError(
                f"the Python operator {info} does not live in this process; CustomOp can be saved and loaded"
            )
        return _Declaration(_LIVING[info], convert)

    return declare


DECLARE["_Native"] = _finder(_as_numpy)
DECLARE["_NDArray"] = _finder(as_arrays)
