"""Functions of ``mx.np`` that are custom operators: graphs have them as ``Custom``, as 1.9.1's graphs do.

They work on any device and, where the result depends on values of floats, have gradients, which 1.9.1's have not.
"""

import ast
import functools
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

import numpy as np

from . import autograd, operator
from . import numpy as mx_np
from .core.shared_methods import Shared
from .frontend.numpy.random import of_noise
from .ndarray.numpy import _internal as nd_internal
from .ndarray.numpy._call import F
from .operator import CustomOp, CustomOpProp
from .symbol.numpy import _internal as sym_internal
from .util import np_array, use_np  # noqa: F401 - programs take np_array from here

_C = TypeVar("_C", bound=type)


def register(op_name: str, imperative: bool = True, symbolic: bool = True) -> Callable[[_C], _C]:
    """Return a decorator that registers a :class:`CustomOpProp` and makes it a function of the NumPy interface.

    That is ``mx.nd.np._internal.<op_name>(*data, **attributes)`` with ``imperative``, and the same of ``mx.sym.np``
    with ``symbolic``.
    """

    def enter(prop_cls: _C) -> _C:
        for enabled, module in ((imperative, nd_internal), (symbolic, sym_internal)):
            if enabled:
                setattr(module, op_name, functools.partial(module.Custom, op_type=op_name))
        return operator.register(op_name)(prop_cls)

    return enter


def _shape(text: Any) -> tuple[int, ...]:
    """Return the shape that an attribute, mostly text, stands for."""
    value = ast.literal_eval(text) if isinstance(text, str) else text
    return (value,) if isinstance(value, int) else tuple(value)


def _known(shape: Sequence[int]) -> bool:
    return all(length >= 0 for length in shape)


class _NumpyOp(CustomOp, metaclass=Shared):
    """Gets and writes arrays of ``mx.np``, whatever the caller's are."""

    def assign(self, dst: Any, req: str, src: Any) -> None:
        """Write ``src`` into ``dst``, or add it, as ``req`` says."""
        target = dst.as_np_ndarray()
        if req in ("write", "inplace"):
            target[()] = src
        elif req == "add":
            target[()] = target + src


@use_np
class EmptyLike(_NumpyOp):
    """Returns an array of zeros like another one."""

    def __init__(self, dtype: Any, order: str, subok: bool, shape: Any) -> None:
        self._dtype, self._order, self._subok, self._shape = dtype, order, subok, shape

    def forward(self, is_train: bool, req: Any, in_data: Any, out_data: Any, aux: Any) -> None:
        self.assign(out_data[0], req[0], 0)

    def backward(self, req: Any, out_grad: Any, in_data: Any, out_data: Any, in_grad: Any, aux: Any) -> None:
        self.assign(in_grad[0], req[0], 0)


@register("empty_like_fallback")
class EmptyLikeProp(CustomOpProp):
    """An array like ``prototype``, of the type ``dtype`` and with ``shape`` where these are given."""

    def __init__(self, dtype: Any, order: str, subok: Any, shape: Any) -> None:
        super().__init__(need_top_grad=True)
        self._dtype = None if dtype in (None, "None") else dtype
        self._order = order
        self._subok = subok in (True, "True", "1")
        self._shape = None if shape in (None, "None") else _shape(shape)

    def list_arguments(self) -> list[str]:
        return ["prototype"]

    def infer_shape(self, in_shape: Any) -> Any:
        return in_shape, [in_shape[0] if self._shape is None else self._shape], []

    def infer_type(self, in_type: Any) -> Any:
        return in_type, [in_type[0] if self._dtype is None else np.dtype(self._dtype).type], []

    def create_operator(self, ctx: Any, in_shapes: Any, in_dtypes: Any) -> EmptyLike:
        return EmptyLike(self._dtype, self._order, self._subok, self._shape)


@use_np
class Resize(_NumpyOp):
    """Repeats the elements of an array as often as a shape needs."""

    def __init__(self, new_shape: tuple[int, ...]) -> None:
        self._new_shape = new_shape

    def forward(self, is_train: bool, req: Any, in_data: Any, out_data: Any, aux: Any) -> None:
        flat, size = in_data[0].as_np_ndarray().reshape(-1), int(np.prod(self._new_shape))
        if not flat.size or not size:
            self.assign(out_data[0], req[0], 0)
            return
        times = -(-size // flat.size)
        self.assign(out_data[0], req[0], mx_np.tile(flat, (times,))[:size].reshape(self._new_shape))

    def backward(self, req: Any, out_grad: Any, in_data: Any, out_data: Any, in_grad: Any, aux: Any) -> None:
        head, data = out_grad[0].as_np_ndarray().reshape(-1), in_data[0].as_np_ndarray()
        if not head.size or not data.size:
            self.assign(in_grad[0], req[0], 0)
            return
        missing = -head.size % data.size
        rows = mx_np.pad(head, ((0, missing),)).reshape(-1, data.size)
        self.assign(in_grad[0], req[0], rows.sum(axis=0).reshape(data.shape))


@register("resize_fallback")
class ResizeProp(CustomOpProp):
    """The elements of ``a``, repeated, in the shape ``new_shape``."""

    def __init__(self, new_shape: Any) -> None:
        super().__init__(need_top_grad=True)
        self._new_shape = _shape(new_shape)

    def list_arguments(self) -> list[str]:
        return ["a"]

    def infer_shape(self, in_shape: Any) -> Any:
        return in_shape, [self._new_shape], []

    def create_operator(self, ctx: Any, in_shapes: Any, in_dtypes: Any) -> Resize:
        return Resize(self._new_shape)


@use_np
class Unravel_index(_NumpyOp):
    """Turns positions in the flat array into indices."""

    def __init__(self, shape: tuple[int, ...]) -> None:
        self._shape = shape

    def forward(self, is_train: bool, req: Any, in_data: Any, out_data: Any, aux: Any) -> None:
        places = np.unravel_index(in_data[0].asnumpy(), self._shape)
        self.assign(out_data[0], req[0], mx_np.array(np.stack(places), dtype=in_data[0].dtype, ctx=in_data[0].ctx))

    def backward(self, req: Any, out_grad: Any, in_data: Any, out_data: Any, in_grad: Any, aux: Any) -> None:
        raise NotImplementedError("Operator unravel_index does not support gradient computation")


@register("unravel_index_fallback")
class Unravel_indexProp(CustomOpProp):
    """The indices, one row for each axis of ``shape``, of positions in the flat array."""

    def __init__(self, shape: Any) -> None:
        super().__init__(need_top_grad=True)
        self._shape = _shape(shape)

    def list_arguments(self) -> list[str]:
        return ["indices"]

    def infer_shape(self, in_shape: Any) -> Any:
        return in_shape, [(len(self._shape), *in_shape[0])], []

    def create_operator(self, ctx: Any, in_shapes: Any, in_dtypes: Any) -> Unravel_index:
        return Unravel_index(self._shape)


@use_np
class MultivariateNormal(_NumpyOp):
    """Draws from multivariate normal distributions."""

    def __init__(self, size: tuple[int, ...] | None = None) -> None:
        self._size = size

    def forward(self, is_train: bool, req: Any, in_data: Any, out_data: Any, aux: Any) -> None:
        mean, cov = (array.as_np_ndarray() for array in in_data)
        self._noise = mx_np.random.normal(size=out_data[0].shape, ctx=mean.ctx, dtype=mean.dtype)
        self.assign(out_data[0], req[0], of_noise(F, mean, cov, self._noise))

    def backward(self, req: Any, out_grad: Any, in_data: Any, out_data: Any, in_grad: Any, aux: Any) -> None:
        parameters = [array.as_np_ndarray().copy() for array in in_data]
        for parameter in parameters:
            parameter.attach_grad()
        with autograd.record():
            drawn = of_noise(F, *parameters, self._noise)
        drawn.backward(out_grad[0].as_np_ndarray())
        for target, grad_req, parameter in zip(in_grad, req, parameters, strict=True):
            self.assign(target, grad_req, parameter.grad)


@register("mvn_fallback")
class MultivariateNormalProp(CustomOpProp):
    """``size`` draws from each of the normal distributions with ``mean`` (..., n) and ``cov`` (..., n, n)."""

    def __init__(self, size: Any = None) -> None:
        super().__init__(need_top_grad=True)
        self._size = None if size in (None, "None") else _shape(size)

    def list_arguments(self) -> list[str]:
        return ["mean", "variance"]

    def infer_shape(self, in_shape: Any) -> Any:
        mean, cov = (tuple(item) for item in in_shape)
        if not cov or len(cov) < 2 or cov[-1] != cov[-2] or (mean and mean[-1] != cov[-1]):
            raise ValueError(f"mean and cov must have the shapes (..., n) and (..., n, n), got {mean} and {cov}")
        out = (*np.broadcast_shapes(mean[:-1], cov[:-2]), cov[-1])
        return in_shape, [out if self._size is None else (*self._size, *out)], []

    def create_operator(self, ctx: Any, in_shapes: Any, in_dtypes: Any) -> MultivariateNormal:
        return MultivariateNormal(self._size)
