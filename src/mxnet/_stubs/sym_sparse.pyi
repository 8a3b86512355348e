# Written by scripts/write_stubs.py from the registry of operators: do not edit.
from collections.abc import Sequence
from typing import Any, Literal

from ..symbol.symbol import Symbol

def ElementWiseSum(
    *args: Any,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return the sum of any number of arrays of one shape and data type.

    Parameters
    ----------
    *args : arrays or symbols
    """
def Embedding(
    data: Symbol | None = ...,
    weight: Symbol | None = ...,
    input_dim: int = ...,
    output_dim: int = ...,
    dtype: Any = ...,
    sparse_grad: bool = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return the rows of ``weight`` ``(input_dim, output_dim)`` at the positions ``data``, clipped to the range.

    ``dtype`` is the type of a weight that nothing else determines. ``sparse_grad`` has no effect on dense arrays.

    Parameters
    ----------
    data : array or symbol
    weight : array or symbol
    input_dim : int, required
    output_dim : int, required
    dtype : dtype, default 'float32'
    sparse_grad : boolean, default False
    """
def FullyConnected(
    data: Symbol | None = ...,
    weight: Symbol | None = ...,
    bias: Symbol | None = ...,
    num_hidden: int = ...,
    no_bias: bool = ...,
    flatten: bool = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return ``data @ weight.T + bias``.

    ``weight`` is ``(num_hidden, K)``, ``bias`` ``(num_hidden,)``. With ``flatten`` the data ``(N, ...)`` are taken as
    ``(N, K)`` and the result is ``(N, num_hidden)``; without, the last axis of size ``K`` becomes ``num_hidden``.

    Parameters
    ----------
    data : array or symbol
    weight : array or symbol
    bias : array or symbol
    num_hidden : int, required
    no_bias : boolean, default False
    flatten : boolean, default True
    """
def LinearRegressionOutput(
    data: Symbol | None = ...,
    label: Symbol | None = ...,
    grad_scale: float = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return ``data``; the gradient is ``(data - label) * grad_scale / outputs per instance``, of the squared error.

    Parameters
    ----------
    data : array or symbol
    label : array or symbol
    grad_scale : float, default 1.0
    """
def LogisticRegressionOutput(
    data: Symbol | None = ...,
    label: Symbol | None = ...,
    grad_scale: float = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return ``sigmoid(data)``; the gradient is ``(output - label) * grad_scale / outputs per instance``, of the binary
    cross entropy.

    Parameters
    ----------
    data : array or symbol
    label : array or symbol
    grad_scale : float, default 1.0
    """
def MAERegressionOutput(
    data: Symbol | None = ...,
    label: Symbol | None = ...,
    grad_scale: float = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return ``data``; the gradient is ``sign(data - label) * grad_scale / outputs per instance``, of the absolute
    error (-1 where they are equal, as in 1.9.1).

    Parameters
    ----------
    data : array or symbol
    label : array or symbol
    grad_scale : float, default 1.0
    """
def _contrib_round_ste(
    data: Symbol | None = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return ``x rounded to the nearest integer, its gradient passed on unchanged`` for every element x.

    Shape and data type are those of ``data``, as in MXNet 1.9.1.

    Parameters
    ----------
    data : array or symbol
    """
def _contrib_sign_ste(
    data: Symbol | None = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return ``the sign of x, its gradient passed on unchanged`` for every element x.

    Shape and data type are those of ``data``, as in MXNet 1.9.1.

    Parameters
    ----------
    data : array or symbol
    """
def abs(
    data: Symbol | None = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return ``|x|`` for every element x.

    Shape and data type are those of ``data``, as in MXNet 1.9.1.

    Parameters
    ----------
    data : array or symbol
    """
def adagrad_update(
    weight: Symbol | None = ...,
    grad: Symbol | None = ...,
    history: Symbol | None = ...,
    lr: float = ...,
    epsilon: float = ...,
    wd: float = ...,
    rescale_grad: float = ...,
    clip_gradient: float = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Set ``history += g**2`` and return ``weight - lr * g / sqrt(history + epsilon)``, in the rows of the gradient.

    The gradient is row-sparse, weight and history are both dense or both row-sparse; :class:`MXNetError` for others,
    and with a weight decay ``wd``. Source: Duchi et al., "Adaptive subgradient methods", 2011.

    Parameters
    ----------
    weight : array or symbol
    grad : array or symbol
    history : array or symbol
    lr : float, required
    epsilon : float, default 1e-07
    wd : float, default 0.0
    rescale_grad : float, default 1.0
    clip_gradient : float, default -1.0
    """
def adam_update(
    weight: Symbol | None = ...,
    grad: Symbol | None = ...,
    mean: Symbol | None = ...,
    var: Symbol | None = ...,
    lr: float = ...,
    beta1: float = ...,
    beta2: float = ...,
    epsilon: float = ...,
    wd: float = ...,
    rescale_grad: float = ...,
    clip_gradient: float = ...,
    lazy_update: bool = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Move ``mean`` and ``var`` towards ``g`` and ``g**2``, and return ``weight - lr * mean / (sqrt(var) + epsilon)``.

    ``g`` includes ``wd * weight`` and is clipped after that; bias correction is the caller's, in ``lr``.
    Source: Kingma and Ba, arXiv 1412.6980.

    Parameters
    ----------
    weight : array or symbol
    grad : array or symbol
    mean : array or symbol
    var : array or symbol
    lr : float, required
    beta1 : float, default 0.9
    beta2 : float, default 0.999
    epsilon : float, default 1e-08
    wd : float, default 0.0
    rescale_grad : float, default 1.0
    clip_gradient : float, default -1.0
    lazy_update : boolean, default True
    """
def add_n(
    *args: Any,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return the sum of any number of arrays of one shape and data type.

    Parameters
    ----------
    *args : arrays or symbols
    """
def arccos(
    data: Symbol | None = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return ``the angle in [0, pi] whose cosine is x`` for every element x.

    Shape and data type are those of ``data``, as in MXNet 1.9.1.

    Parameters
    ----------
    data : array or symbol
    """
def arccosh(
    data: Symbol | None = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return ``the inverse of cosh at x`` for every element x.

    Shape and data type are those of ``data``, as in MXNet 1.9.1.

    Parameters
    ----------
    data : array or symbol
    """
def arcsin(
    data: Symbol | None = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return ``the angle in [-pi/2, pi/2] whose sine is x`` for every element x.

    Shape and data type are those of ``data``, as in MXNet 1.9.1.

    Parameters
    ----------
    data : array or symbol
    """
def arcsinh(
    data: Symbol | None = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return ``the inverse of sinh at x`` for every element x.

    Shape and data type are those of ``data``, as in MXNet 1.9.1.

    Parameters
    ----------
    data : array or symbol
    """
def arctan(
    data: Symbol | None = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return ``the angle in (-pi/2, pi/2) whose tangent is x`` for every element x.

    Shape and data type are those of ``data``, as in MXNet 1.9.1.

    Parameters
    ----------
    data : array or symbol
    """
def arctanh(
    data: Symbol | None = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return ``the inverse of tanh at x`` for every element x.

    Shape and data type are those of ``data``, as in MXNet 1.9.1.

    Parameters
    ----------
    data : array or symbol
    """
def broadcast_add(
    lhs: Symbol | None = ...,
    rhs: Symbol | None = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return ``l + r`` element by element.

    The shape is the inputs' shapes, broadcast; the data type is theirs.

    Parameters
    ----------
    lhs : array or symbol
    rhs : array or symbol
    """
def broadcast_div(
    lhs: Symbol | None = ...,
    rhs: Symbol | None = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return ``l / r`` element by element.

    The shape is the inputs' shapes, broadcast; the data type is theirs.

    Parameters
    ----------
    lhs : array or symbol
    rhs : array or symbol
    """
def broadcast_minus(
    lhs: Symbol | None = ...,
    rhs: Symbol | None = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return ``l - r`` element by element.

    The shape is the inputs' shapes, broadcast; the data type is theirs.

    Parameters
    ----------
    lhs : array or symbol
    rhs : array or symbol
    """
def broadcast_mul(
    lhs: Symbol | None = ...,
    rhs: Symbol | None = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return ``l * r`` element by element.

    The shape is the inputs' shapes, broadcast; the data type is theirs.

    Parameters
    ----------
    lhs : array or symbol
    rhs : array or symbol
    """
def broadcast_plus(
    lhs: Symbol | None = ...,
    rhs: Symbol | None = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return ``l + r`` element by element.

    The shape is the inputs' shapes, broadcast; the data type is theirs.

    Parameters
    ----------
    lhs : array or symbol
    rhs : array or symbol
    """
def broadcast_sub(
    lhs: Symbol | None = ...,
    rhs: Symbol | None = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return ``l - r`` element by element.

    The shape is the inputs' shapes, broadcast; the data type is theirs.

    Parameters
    ----------
    lhs : array or symbol
    rhs : array or symbol
    """
def cast_storage(
    data: Symbol | None = ...,
    stype: Literal['csr', 'default', 'row_sparse'] = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return ``data`` in storage ``stype``: ``'default'`` (dense), ``'row_sparse'`` or ``'csr'`` (of two axes).

    Rows, or elements, that are zero are not stored. One sparse storage cannot become the other.

    Parameters
    ----------
    data : array or symbol
    stype : {'csr', 'default', 'row_sparse'}, required
    """
def cbrt(
    data: Symbol | None = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return ``the cube root of x`` for every element x.

    Shape and data type are those of ``data``, as in MXNet 1.9.1.

    Parameters
    ----------
    data : array or symbol
    """
def ceil(
    data: Symbol | None = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return ``the least integer not below x`` for every element x.

    Shape and data type are those of ``data``, as in MXNet 1.9.1.

    Parameters
    ----------
    data : array or symbol
    """
def clip(
    data: Symbol | None = ...,
    a_min: float = ...,
    a_max: float = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return ``data`` with values below ``a_min`` raised to it and those above ``a_max`` lowered to that.

    The gradient passes where ``a_min <= x <= a_max``. Where ``a_min > a_max``, values above ``a_max`` become
    ``a_max`` and all others ``a_min``, as in MXNet 1.9.1.

    Parameters
    ----------
    data : array or symbol
    a_min : float, required
    a_max : float, required
    """
def concat(
    *data: Any,
    dim: int = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return arrays joined along axis ``dim``, in which alone they may differ.

    Parameters
    ----------
    *data : arrays or symbols
    dim : int, default 1
    """
def cos(
    data: Symbol | None = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return ``cos(x), x in radians`` for every element x.

    Shape and data type are those of ``data``, as in MXNet 1.9.1.

    Parameters
    ----------
    data : array or symbol
    """
def cosh(
    data: Symbol | None = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return ``(e ** x + e ** -x) / 2`` for every element x.

    Shape and data type are those of ``data``, as in MXNet 1.9.1.

    Parameters
    ----------
    data : array or symbol
    """
def degrees(
    data: Symbol | None = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return ``x * 180 / pi`` for every element x.

    Shape and data type are those of ``data``, as in MXNet 1.9.1.

    Parameters
    ----------
    data : array or symbol
    """
def dot(
    lhs: Symbol | None = ...,
    rhs: Symbol | None = ...,
    transpose_a: bool = ...,
    transpose_b: bool = ...,
    forward_stype: Literal['csr', 'default', 'row_sparse'] | None = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return the sum of products over the last axis of ``lhs`` and the first of ``rhs``.

    ``transpose_a`` takes the first axis of ``lhs`` instead, ``transpose_b`` the last of ``rhs``; vectors have only
    one. Two vectors give shape ``(1,)``. ``forward_stype`` has no effect on dense arrays.

    Parameters
    ----------
    lhs : array or symbol
    rhs : array or symbol
    transpose_a : boolean, default False
    transpose_b : boolean, default False
    forward_stype : {'csr', 'default', 'row_sparse'} or None, default None
    """
def elemwise_add(
    lhs: Symbol | None = ...,
    rhs: Symbol | None = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return ``l + r`` element by element.

    The shape is the one of both inputs; the data type is theirs.

    Parameters
    ----------
    lhs : array or symbol
    rhs : array or symbol
    """
def elemwise_div(
    lhs: Symbol | None = ...,
    rhs: Symbol | None = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return ``l / r`` element by element.

    The shape is the one of both inputs; the data type is theirs.

    Parameters
    ----------
    lhs : array or symbol
    rhs : array or symbol
    """
def elemwise_mul(
    lhs: Symbol | None = ...,
    rhs: Symbol | None = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return ``l * r`` element by element.

    The shape is the one of both inputs; the data type is theirs.

    Parameters
    ----------
    lhs : array or symbol
    rhs : array or symbol
    """
def elemwise_sub(
    lhs: Symbol | None = ...,
    rhs: Symbol | None = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return ``l - r`` element by element.

    The shape is the one of both inputs; the data type is theirs.

    Parameters
    ----------
    lhs : array or symbol
    rhs : array or symbol
    """
def exp(
    data: Symbol | None = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return ``e ** x`` for every element x.

    Shape and data type are those of ``data``, as in MXNet 1.9.1.

    Parameters
    ----------
    data : array or symbol
    """
def expm1(
    data: Symbol | None = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return ``e ** x - 1`` for every element x.

    Shape and data type are those of ``data``, as in MXNet 1.9.1.

    Parameters
    ----------
    data : array or symbol
    """
def fix(
    data: Symbol | None = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return ``x rounded towards zero`` for every element x.

    Shape and data type are those of ``data``, as in MXNet 1.9.1.

    Parameters
    ----------
    data : array or symbol
    """
def floor(
    data: Symbol | None = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return ``the greatest integer not above x`` for every element x.

    Shape and data type are those of ``data``, as in MXNet 1.9.1.

    Parameters
    ----------
    data : array or symbol
    """
def ftrl_update(
    weight: Symbol | None = ...,
    grad: Symbol | None = ...,
    z: Symbol | None = ...,
    n: Symbol | None = ...,
    lr: float = ...,
    lamda1: float = ...,
    beta: float = ...,
    wd: float = ...,
    rescale_grad: float = ...,
    clip_gradient: float = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Follow the regularized leader: ``z += g - (sqrt(n + g**2) - sqrt(n)) * weight / lr``, ``n += g**2``; return
    ``(sign(z) * lamda1 - z) / ((beta + sqrt(n)) / lr + wd)`` where ``abs(z) > lamda1``, else 0.

    Source: McMahan et al., "Ad click prediction: a view from the trenches", 2013.

    Parameters
    ----------
    weight : array or symbol
    grad : array or symbol
    z : array or symbol
    n : array or symbol
    lr : float, required
    lamda1 : float, default 0.01
    beta : float, default 1.0
    wd : float, default 0.0
    rescale_grad : float, default 1.0
    clip_gradient : float, default -1.0
    """
def gamma(
    data: Symbol | None = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return ``the gamma function of x`` for every element x.

    Shape and data type are those of ``data``, as in MXNet 1.9.1.

    Parameters
    ----------
    data : array or symbol
    """
def gammaln(
    data: Symbol | None = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return ``log |gamma(x)|`` for every element x.

    Shape and data type are those of ``data``, as in MXNet 1.9.1.

    Parameters
    ----------
    data : array or symbol
    """
def log(
    data: Symbol | None = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return ``the natural logarithm of x`` for every element x.

    Shape and data type are those of ``data``, as in MXNet 1.9.1.

    Parameters
    ----------
    data : array or symbol
    """
def log10(
    data: Symbol | None = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return ``the logarithm of x to base 10`` for every element x.

    Shape and data type are those of ``data``, as in MXNet 1.9.1.

    Parameters
    ----------
    data : array or symbol
    """
def log1p(
    data: Symbol | None = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return ``log(1 + x)`` for every element x.

    Shape and data type are those of ``data``, as in MXNet 1.9.1.

    Parameters
    ----------
    data : array or symbol
    """
def log2(
    data: Symbol | None = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return ``the logarithm of x to base 2`` for every element x.

    Shape and data type are those of ``data``, as in MXNet 1.9.1.

    Parameters
    ----------
    data : array or symbol
    """
def make_loss(
    data: Symbol | None = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return ``data`` as a loss: its gradient is 1, whatever comes from above.

    Parameters
    ----------
    data : array or symbol
    """
def mean(
    data: Symbol | None = ...,
    axis: int | Sequence[int] | None = ...,
    keepdims: bool = ...,
    exclude: bool = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return the mean over ``axis`` (all axes where it is None or empty).

    See :mod:`mxnet.ops.reduce`.

    Parameters
    ----------
    data : array or symbol
    axis : Shape(tuple) or None, default None
    keepdims : boolean, default False
    exclude : boolean, default False
    """
def negative(
    data: Symbol | None = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return ``-x`` for every element x.

    Shape and data type are those of ``data``, as in MXNet 1.9.1.

    Parameters
    ----------
    data : array or symbol
    """
def norm(
    data: Symbol | None = ...,
    ord: int = ...,
    axis: int | Sequence[int] | None = ...,
    out_dtype: Any | None = ...,
    keepdims: bool = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return the sum of magnitudes (``ord=1``) or the root of the sum of squares (``ord=2``) over ``axis``.

    The gradient of a norm of zero is zero (1.9.1 gives NaN there).

    Parameters
    ----------
    data : array or symbol
    ord : int, default 2
    axis : Shape(tuple) or None, default None
    out_dtype : dtype or None, default None
    keepdims : boolean, default False
    """
def radians(
    data: Symbol | None = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return ``x * pi / 180`` for every element x.

    Shape and data type are those of ``data``, as in MXNet 1.9.1.

    Parameters
    ----------
    data : array or symbol
    """
def relu(
    data: Symbol | None = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return ``max(x, 0)`` for every element x.

    Shape and data type are those of ``data``, as in MXNet 1.9.1.

    Parameters
    ----------
    data : array or symbol
    """
def retain(
    data: Symbol | None = ...,
    indices: Symbol | None = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return the rows ``indices`` (positions) of a row-sparse array, and only them; those not stored are zeros.

    The gradient is the head gradient's rows there. Raises :class:`MXNetError` for positions out of range and for
    arrays in another storage.

    Parameters
    ----------
    data : array or symbol
    indices : array or symbol
    """
def rint(
    data: Symbol | None = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return ``the integer nearest to x, of two the lower`` for every element x.

    Shape and data type are those of ``data``, as in MXNet 1.9.1.

    Parameters
    ----------
    data : array or symbol
    """
def round(
    data: Symbol | None = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return ``the integer nearest to x, of two the one farther from zero`` for every element x.

    Shape and data type are those of ``data``, as in MXNet 1.9.1.

    Parameters
    ----------
    data : array or symbol
    """
def rsqrt(
    data: Symbol | None = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return ``1 / sqrt(x)`` for every element x.

    Shape and data type are those of ``data``, as in MXNet 1.9.1.

    Parameters
    ----------
    data : array or symbol
    """
def sgd_mom_update(
    weight: Symbol | None = ...,
    grad: Symbol | None = ...,
    mom: Symbol | None = ...,
    lr: float = ...,
    momentum: float = ...,
    wd: float = ...,
    rescale_grad: float = ...,
    clip_gradient: float = ...,
    lazy_update: bool = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Set ``mom = momentum * mom - lr * (g + wd * weight)`` and return ``weight + mom``.

    Parameters
    ----------
    weight : array or symbol
    grad : array or symbol
    mom : array or symbol
    lr : float, required
    momentum : float, default 0.0
    wd : float, default 0.0
    rescale_grad : float, default 1.0
    clip_gradient : float, default -1.0
    lazy_update : boolean, default True
    """
def sgd_update(
    weight: Symbol | None = ...,
    grad: Symbol | None = ...,
    lr: float = ...,
    wd: float = ...,
    rescale_grad: float = ...,
    clip_gradient: float = ...,
    lazy_update: bool = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return ``weight - lr * (g + wd * weight)``.

    Parameters
    ----------
    weight : array or symbol
    grad : array or symbol
    lr : float, required
    wd : float, default 0.0
    rescale_grad : float, default 1.0
    clip_gradient : float, default -1.0
    lazy_update : boolean, default True
    """
def sigmoid(
    data: Symbol | None = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return ``1 / (1 + e ** -x)`` for every element x.

    Shape and data type are those of ``data``, as in MXNet 1.9.1.

    Parameters
    ----------
    data : array or symbol
    """
def sign(
    data: Symbol | None = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return ``-1, 0 or 1 by the sign of x`` for every element x.

    Shape and data type are those of ``data``, as in MXNet 1.9.1.

    Parameters
    ----------
    data : array or symbol
    """
def sin(
    data: Symbol | None = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return ``sin(x), x in radians`` for every element x.

    Shape and data type are those of ``data``, as in MXNet 1.9.1.

    Parameters
    ----------
    data : array or symbol
    """
def sinh(
    data: Symbol | None = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return ``(e ** x - e ** -x) / 2`` for every element x.

    Shape and data type are those of ``data``, as in MXNet 1.9.1.

    Parameters
    ----------
    data : array or symbol
    """
def slice(
    data: Symbol | None = ...,
    begin: int | Sequence[int | None] = ...,
    end: int | Sequence[int | None] = ...,
    step: int | Sequence[int | None] | None = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return ``data[begin[0]:end[0]:step[0], ...]``, read as Python reads slices; None leaves a limit open.

    Parameters
    ----------
    data : array or symbol
    begin : Shape(tuple), required
    end : Shape(tuple), required
    step : Shape(tuple) or None, default ()
    """
def sqrt(
    data: Symbol | None = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return ``sqrt(x)`` for every element x.

    Shape and data type are those of ``data``, as in MXNet 1.9.1.

    Parameters
    ----------
    data : array or symbol
    """
def square(
    data: Symbol | None = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return ``x * x`` for every element x.

    Shape and data type are those of ``data``, as in MXNet 1.9.1.

    Parameters
    ----------
    data : array or symbol
    """
def stop_gradient(
    data: Symbol | None = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return ``data``; no gradient passes back through it (it is zero).

    Parameters
    ----------
    data : array or symbol
    """
def sum(
    data: Symbol | None = ...,
    axis: int | Sequence[int] | None = ...,
    keepdims: bool = ...,
    exclude: bool = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return the sum over ``axis`` (all axes where it is None or empty).

    See :mod:`mxnet.ops.reduce`.

    Parameters
    ----------
    data : array or symbol
    axis : Shape(tuple) or None, default None
    keepdims : boolean, default False
    exclude : boolean, default False
    """
def tan(
    data: Symbol | None = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return ``tan(x), x in radians`` for every element x.

    Shape and data type are those of ``data``, as in MXNet 1.9.1.

    Parameters
    ----------
    data : array or symbol
    """
def tanh(
    data: Symbol | None = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return ``sinh(x) / cosh(x)`` for every element x.

    Shape and data type are those of ``data``, as in MXNet 1.9.1.

    Parameters
    ----------
    data : array or symbol
    """
def trunc(
    data: Symbol | None = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return ``x without its fraction`` for every element x.

    Shape and data type are those of ``data``, as in MXNet 1.9.1.

    Parameters
    ----------
    data : array or symbol
    """
def where(
    condition: Symbol | None = ...,
    x: Symbol | None = ...,
    y: Symbol | None = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return ``x`` where ``condition`` is not 0, else ``y``; a vector as condition chooses whole rows.

    ``x`` and ``y`` have one shape and data type; the condition's gradient is zero.

    Parameters
    ----------
    condition : array or symbol
    x : array or symbol
    y : array or symbol
    """
def zeros_like(
    data: Symbol | None = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return ``0`` for every element x.

    Shape and data type are those of ``data``, as in MXNet 1.9.1.

    Parameters
    ----------
    data : array or symbol
    """
