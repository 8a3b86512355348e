"""Element-wise operators of one array with attributes, and those that pass it on: casts, copies, gradient stops."""

import math
from functools import lru_cache, partial

import numpy as np
import torch
from torch.nn import functional as F

from ..core import torch_compat
from ..core.constants import constant, constant_like
from ..core.dtypes import HALF_NAMES, NAME_OF_TORCH, TORCH_OF, fit_to_dtype
from ..core.errors import MXNetError
from ..core.params import Double, DType
from ..core.tracing import traced
from ..kernels.choice import PLAIN
from ..kernels.masking import choose_or_zero
from ..registry import op
from ..registry.rules import dtype_attribute, elementwise, gives, numbered
from ..registry.traits import Clamp, Fusing, Identity
from ._elementwise import round_halves_away, scaled
from ._families import handed_on, in_own_type, unary, zero_gradient


@op("_copy", aliases=("identity",), shapes=elementwise, view=True, layer=Identity(), vjp=handed_on)
def _copy(data):
    """Return a copy of ``data``.

    Returns
    -------
    A new array.

    Examples
    --------
    >>> x = mx.nd.array([1, 2])
    >>> y = mx.nd.identity(x)
    >>> y[:] = 0
    >>> print(x.asnumpy())
    [1. 2.]
    """
    return data


_copy.fusing(Fusing(left_out=True))


@op("BlockGrad", aliases=("_sparse_stop_gradient", "stop_gradient"), shapes=elementwise, view=True, layer=Identity())
def block_grad(data):
    """Return ``data``; no gradient passes back through it (it is zero).

    Returns
    -------
    ``data``.

    Examples
    --------
    >>> x = mx.nd.array([3])
    >>> x.attach_grad()
    >>> with autograd.record():
    ...     y = mx.nd.BlockGrad(x) * x
    >>> y.backward()
    >>> print(x.grad.asnumpy())  # 3, not 6
    [3.]
    """
    return data


block_grad.backward(zero_gradient)

_ZEROS = """
>>> print(mx.nd.zeros_like(mx.nd.array([[1, 2], [3, 4]])).asnumpy())
[[0. 0.]
 [0. 0.]]
"""
_ONES = """
>>> print(mx.nd.ones_like(mx.nd.array([[1, 2], [3, 4]])).asnumpy())
[[1. 1.]
 [1. 1.]]
"""
unary("zeros_like", torch.zeros_like, "0", aliases=("_sparse_zeros_like",), example=_ZEROS).backward(zero_gradient)
unary("ones_like", torch.ones_like, "1", example=_ONES).backward(zero_gradient)


@op("Cast", aliases=("_npi_cast", "_npx_cast", "cast"), shapes=elementwise, types=dtype_attribute, view=True)
def cast(data, *, dtype: DType):
    """Return ``data`` in another data type; fractions are cut off where it has none.

    The gradient comes back in the type of ``data``.

    Parameters
    ----------
    dtype
        The new data type: 'float16', 'float32', 'float64', 'bfloat16', 'uint8', 'int8', 'int32', 'int64', 'bool'.

    Returns
    -------
    An array of the shape of ``data``.

    Examples
    --------
    >>> print(mx.nd.cast(mx.nd.array([1.7, -1.7]), dtype='int32').asnumpy())
    [ 1 -1]
    """
    return data.to(TORCH_OF[dtype])


@cast.specialized
def _(p):
    dtype = TORCH_OF[p.dtype]
    return lambda data: data.type(dtype)  # `to` takes half a microsecond more


def _bound(limit: float, dtype: torch.dtype) -> float | int:
    """Return a bound of a clip as the array's type has it: whole, and within the type's range."""
    if dtype.is_floating_point:
        return limit
    info = torch.iinfo(dtype)
    return math.trunc(min(max(limit, info.min), info.max))


@op("clip", aliases=("_npi_clip", "_sparse_clip"), shapes=elementwise, amp="any")
def clip(data, *, a_min: float, a_max: float):
    """Return ``data`` with values below ``a_min`` raised to it and those above ``a_max`` lowered to that.

    The gradient passes where ``a_min <= x <= a_max``. Where ``a_min > a_max``, values above ``a_max`` become
    ``a_max`` and all others ``a_min``, as in MXNet 1.9.1.

    Parameters
    ----------
    a_min
        The lower bound.
    a_max
        The upper bound.

    Returns
    -------
    An array of the shape and dtype of ``data``.

    Examples
    --------
    >>> print(mx.nd.clip(mx.nd.array([-1, 0.5, 3]), 0, 1).asnumpy())
    [0.  0.5 1. ]
    """
    if data.is_floating_point():
        a_min, a_max = fit_to_dtype(a_min, data.dtype), fit_to_dtype(a_max, data.dtype)
    else:
        a_min, a_max = _bound(a_min, data.dtype), _bound(a_max, data.dtype)
    if a_min > a_max:
        return torch.where(data > a_max, a_max, torch.where(data < a_min, a_min, data)).to(data.dtype)
    return torch.clamp(data, a_min, a_max)


@clip.layer
def _bounds_in_float32(p):
    """Return the bounds as float32 has them: its largest number in decimal, 3.4028235e+38, is beyond it."""
    low, high = fit_to_dtype(p["a_min"], torch.float32), fit_to_dtype(p["a_max"], torch.float32)
    return Clamp(low, high) if low <= high else None


@clip.specialized
def _(p):
    bounds, operator = _bounds_in_float32(p), partial(clip.call, a_min=p.a_min, a_max=p.a_max)
    if bounds is None:
        return None
    low, high, clamp, float32 = bounds.low, bounds.high, torch.clamp, torch.float32
    return lambda x: operator(x) if x.dtype is not float32 or x.requires_grad else clamp(x, low, high)


@lru_cache(maxsize=256)
def _open_bounds(low: float, high: float, dtype: torch.dtype) -> tuple[float, float] | None:
    """Return the numbers next to two bounds, outside of them; None where one is infinite."""
    low, high = fit_to_dtype(low, dtype), fit_to_dtype(high, dtype)
    if math.isinf(low) or math.isinf(high):
        return None
    of_type = np.float64 if dtype is torch.float64 else np.float32
    with np.errstate(over="ignore"):  # next to the largest number is infinity
        below, above = np.nextafter(of_type(low), of_type(-np.inf)), np.nextafter(of_type(high), of_type(np.inf))
    return float(below), float(above)


@clip.backward
def _clip_gradient(p, inputs, outputs, head_grads):
    data, grad = inputs[0], head_grads[0]
    bounds = _open_bounds(p.a_min, p.a_max, data.dtype)
    if bounds is None:
        low, high = fit_to_dtype(p.a_min, data.dtype), fit_to_dtype(p.a_max, data.dtype)
        return (torch.where((data < low) | (data > high), 0, grad),)
    return (torch_compat.hardtanh_backward(grad, data, *bounds),)  # a tenth of the time of `where`


_clip_gradient.reads_outputs = ()


#: elements up to which a second pass over them takes less time than a gradient in Python
_TWICE = 0 if PLAIN else 1 << 17


@clip.differentiated_by_torch
def _clip_and_record(data, *, a_min, a_max):
    """Clip to the numbers next to the bounds, whose gradient is the rule's, then the result to the bounds."""
    if not (data.requires_grad and a_min <= a_max) or traced():
        return None
    if data.dtype not in (torch.float32, torch.float64) or data.numel() > _TWICE:
        return None
    bounds = _open_bounds(a_min, a_max, data.dtype)
    if bounds is None:
        return None
    result = F.hardtanh(data, *bounds)
    result.detach().clamp_(fit_to_dtype(a_min, data.dtype), fit_to_dtype(a_max, data.dtype))
    return result


@clip.vjp
def _(b, call, p, grads):
    (data,) = call.args
    b.add(data, b.call(_clip_vjp, grads[0], b.value(data), p))


def _clip_vjp(grad, data, p):
    return _clip_gradient(p, (data,), (), (grad,))[0]


@op("smooth_l1", aliases=("_npx_smooth_l1",), shapes=elementwise, amp="full")
def smooth_l1(data, *, scalar: Double = 1.0, is_int: bool = True):
    """Return ``(s x)**2 / 2`` where ``|x| < 1 / s**2``, else ``|x| - 1 / (2 s**2)``, with s = ``scalar``.

    ``is_int`` has no effect. Source: Girshick, Fast R-CNN (2015), with the width of the parabola as a parameter.

    Parameters
    ----------
    data
        The differences.
    scalar
        s, the inverse root of where the parabola ends.
    is_int
        Without effect.

    Returns
    -------
    An array of the shape of ``data``.

    Examples
    --------
    >>> print(mx.nd.smooth_l1(mx.nd.array([-2, 0.5, 2]), scalar=1).asnumpy())
    [1.5   0.125 1.5  ]
    """
    return _smooth_l1(data, scalar * scalar)


def _smooth_l1(x: torch.Tensor, squared: float) -> torch.Tensor:
    if x.is_floating_point() and squared > 0:
        return F.smooth_l1_loss(x, constant_like(0, x).expand_as(x), reduction="none", beta=1 / squared)
    size = x.abs()
    parabola = (0.5 * squared) * x * x
    if squared:
        parabola = torch.where(size < 1 / squared, parabola, size - 0.5 / squared)
    return parabola.to(x.dtype)


@op("hard_sigmoid", shapes=elementwise)
def hard_sigmoid(data, *, alpha: float = 0.2, beta: float = 0.5):
    """Return ``min(max(alpha * x + beta, 0), 1)``; the gradient is alpha strictly between the two bounds, else 0.

    Raises :class:`MXNetError` for types that are not floating point.

    Parameters
    ----------
    alpha
        The slope.
    beta
        The value at 0.

    Returns
    -------
    An array of the shape and dtype of ``data``.

    Examples
    --------
    >>> print(mx.nd.hard_sigmoid(mx.nd.array([-5, 0, 1, 5])).asnumpy())
    [0.  0.5 0.7 1. ]
    """
    if not data.is_floating_point():
        raise MXNetError(f"This operation only supports floating point types, not {NAME_OF_TORCH[data.dtype]}")
    return (data * alpha).add_(beta).clamp_(0, 1)


@hard_sigmoid.backward
def _(p, inputs, outputs, head_grads):
    out = outputs[0]
    return (scaled(choose_or_zero(out * out < out, head_grads[0]), p.alpha),)  # strictly between; 0 for NaN, too


@op("_contrib_quadratic", shapes=elementwise, full_names=("input",))
def quadratic(data, *, a: float = 0.0, b: float = 0.0, c: float = 0.0):
    """Return ``a * x**2 + b * x + c``.

    Parameters
    ----------
    a
        The factor of x**2.
    b
        The factor of x.
    c
        What is added.

    Returns
    -------
    An array of the shape and dtype of ``data``.

    Examples
    --------
    >>> print(mx.nd.contrib.quadratic(mx.nd.array([1, 2, 3]), a=1, b=10, c=100).asnumpy())
    [111. 124. 139.]
    """
    return ((a * data + b) * data + c).to(data.dtype)


@op("_contrib_div_sqrt_dim", shapes=elementwise)
def div_sqrt_dim(data):
    """Return ``data / sqrt(d)``, d being the length of the last axis (as attention scales its scores).

    Returns
    -------
    An array of the shape and dtype of ``data``.

    Examples
    --------
    >>> print(mx.nd.contrib.div_sqrt_dim(mx.nd.array([[2, 4, 6, 8]])).asnumpy())
    [[1. 2. 3. 4.]]
    """
    root = math.sqrt(data.shape[-1])
    return data / root if data.is_floating_point() else torch.div(data, int(root), rounding_mode="trunc")


@op("_contrib_gradientmultiplier", shapes=elementwise, view=True, layer=Identity())
def gradient_multiplier(data, *, scalar: Double = 1.0, is_int: bool = True):
    """Return ``data``; its gradient is multiplied by ``scalar`` (-1 reverses it, for domain-adversarial training).

    Parameters
    ----------
    scalar
        The factor of the gradient.
    is_int
        Without effect on floating-point data.

    Returns
    -------
    ``data``.

    Examples
    --------
    >>> x = mx.nd.array([1, 2])
    >>> x.attach_grad()
    >>> with autograd.record():
    ...     y = mx.nd.contrib.gradientmultiplier(x, scalar=-1)
    >>> y.backward()
    >>> print(y.asnumpy(), x.grad.asnumpy())
    [1. 2.] [-1. -1.]
    """
    return data.view_as(data)


gradient_multiplier.backward(lambda p, inputs, outputs, head_grads: (scaled(head_grads[0], p.scalar),))


def _straight_through(p, inputs, outputs, head_grads):
    return head_grads


_STE = """Return {} for every element x; the gradient is passed on unchanged (straight-through estimator).

Returns
-------
An array of the shape and dtype of ``data``.

Examples
--------
>>> x = mx.nd.array([-1.6, 0.4, 1.6])
>>> x.attach_grad()
>>> with autograd.record():
...     y = mx.nd.contrib.{}(x)
>>> y.backward()
>>> print(y.asnumpy(), x.grad.asnumpy())
{} [1. 1. 1.]
"""
for _name, _kernel, _value, _shown in (
    ("round_ste", in_own_type(round_halves_away), "x rounded to the nearest integer", "[-2.  0.  2.]"),
    ("sign_ste", torch.sign, "the sign of x", "[-1.  1.  1.]"),
):
    _doc = _STE.format(_value, _name, _shown)
    unary(f"_contrib_{_name}", _kernel, "", aliases=(f"_sparse__contrib_{_name}",), doc=_doc, amp=None).backward(
        _straight_through
    )


@op("shape_array", aliases=("_npx_shape_array",), types=gives("int64"), shapes=lambda p, s, data: (len(data),))
def shape_array(data):
    """Return the shape of ``data`` as a vector of int64.

    Returns
    -------
    An array of int64, as long as ``data`` has axes.

    Examples
    --------
    >>> print(mx.nd.shape_array(mx.nd.zeros((2, 3))).asnumpy())
    [2 3]
    """
    return constant(tuple(data.shape), torch.int64, data.device)


@op("size_array", types=gives("int64"), shapes=lambda p, s: (1,))
def size_array(data):
    """Return the number of elements of ``data`` as one int64, shape (1,).

    Returns
    -------
    An array of int64, shape (1,).

    Examples
    --------
    >>> print(mx.nd.size_array(mx.nd.zeros((2, 3))).asnumpy())
    [6]
    """
    return constant((data.numel(),), torch.int64, data.device)


#: what mixed precision moves between; it leaves float64 alone
_CAST = (*HALF_NAMES, "float32")


def _amp_type(p, t, data):  # where the type is not known, nothing follows: float64 would stay
    return p.dtype if data in _CAST else data


@op("amp_cast", shapes=elementwise, types=_amp_type, view=True, amp_exception="cast", amp=("any", None))
def amp_cast(data, *, dtype: DType):
    """Cast ``data`` of up to 32-bit floats for mixed precision; data of other types are returned unchanged.

    Parameters
    ----------
    dtype
        The data type that is wanted.

    Returns
    -------
    An array of the shape of ``data``.

    Examples
    --------
    >>> x = mx.nd.amp_cast(mx.nd.array([1, 2]), dtype='float16')
    >>> i = mx.nd.amp_cast(mx.nd.array([1, 2], dtype='int32'), dtype='float16')
    >>> x.dtype, i.dtype
    (<class 'numpy.float16'>, <class 'numpy.int32'>)
    """
    return data.to(TORCH_OF[dtype]) if NAME_OF_TORCH[data.dtype] in _CAST else data


def _common_type(types, narrow):
    """Return the type that those in ``_CAST`` are brought to: as 1.9.1 does, to that of a float64 that comes first.

    None among the types is one that is not known yet; where it may decide, it is what is returned.
    """
    if narrow:
        return next((item for item in types if item in HALF_NAMES), "float32")
    return (
        "float32" if "float32" in types else next((item for item in types if item in (*_CAST, "float64", None)), None)
    )


def _multicast_types(p, t):
    common = _common_type([*t.inputs, *t.out], p.cast_narrow)
    t.out[:] = [common if item in _CAST else item for item in t.inputs]


def _pairwise_shapes(p, s):
    s.out[:] = s.inputs
    s.inputs[:] = s.out


@op(
    "amp_multicast",
    count="num_outputs",
    shapes=_pairwise_shapes,
    types=_multicast_types,
    view=True,
    amp_exception="cast",
    amp=("any", None),
)
def amp_multicast(*data, cast_narrow: bool = False):
    """Return arrays of up to 32-bit floats in one type: the widest among them, or the narrowest if ``cast_narrow``.

    Those of other types stay as they are.

    Parameters
    ----------
    *data
        The arrays.
    cast_narrow
        Whether the narrowest type is taken in place of the widest.

    Returns
    -------
    A list of arrays, as many as are given.

    Examples
    --------
    >>> a, b = mx.nd.ones(2, dtype='float16'), mx.nd.ones(2)
    >>> [x.dtype for x in mx.nd.amp_multicast(a, b, num_outputs=2)]
    [<class 'numpy.float32'>, <class 'numpy.float32'>]
    """
    types = [NAME_OF_TORCH[array.dtype] for array in data]
    common = _common_type(types, cast_narrow)
    return tuple(item.to(TORCH_OF[common]) if dtype in _CAST else item for item, dtype in zip(data, types, strict=True))


@amp_multicast.inputs(checked=False)  # eager calls may give the inputs without their number
def _(p):
    return tuple(f"data_{i}" for i in range(p.num_outputs))


amp_multicast.outputs(lambda p: numbered(p.num_outputs))
