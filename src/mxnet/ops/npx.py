"""Operators of ``mx.npx`` alone, most of them of MXNet 2, and its names of operators that both have."""

import torch
import torch.nn.functional as F

from ..core.errors import MXNetError, MXNetShapeError, MXNetValueError
from ..core.params import Double
from ..registry import op
from ..registry.rules import elementwise
from ._families import first_type, zero_gradient

# -- conditions ----------------------------------------------------------------------------------------------------


def _of_bool(p, t):
    t.inputs[0] = "bool"
    t.out[0] = "bool"


@op("_npx_constraint_check", types=_of_bool, shapes=lambda p, s: (), host_sync="check", backward=zero_gradient)
def _npx_constraint_check(input, *, msg: str = "Constraint violated."):
    """Return True, without axes, where all elements of ``input``, bools, hold; raise an error saying ``msg`` else."""
    if input.dtype is not torch.bool:
        raise MXNetError("operator _npx_constraint_check: input: expected type bool")
    holds = input.all()
    if not input.is_meta and not holds:
        raise MXNetValueError(msg)
    return holds


# -- softmax over what a mask leaves -------------------------------------------------------------------------------


def _scores(data, mask, axis, temperature):
    """Return what the softmax is taken of, with -inf where the mask is not but in rows without any, and the mask."""
    mask = mask.bool().expand(data.shape)
    if temperature is not None and temperature != 1:
        data = data / temperature
    return data.masked_fill(~mask, -torch.inf).masked_fill(~mask.any(axis, keepdim=True), 0), mask


@op("_npx_masked_softmax", extension=True, aliases=("masked_softmax",), types=first_type, amp="full")
def masked_softmax(data, mask, *, axis: int = -1, temperature: Double | None = 1.0, normalize: bool = True):
    """Return the softmax of ``data / temperature`` along an axis, over the entries that a mask leaves.

    Parameters
    ----------
    data
        The scores.
    mask
        Which entries count, bools (or numbers other than 0), of a shape that broadcasts to that of ``data``.
    axis
        The axis along which the results sum to 1.
    temperature
        What the scores are divided by: above 1 the result is more even, below 1 more pointed; None: 1.
    normalize
        Without effect: the largest entry is always subtracted before ``exp``.

    Returns
    -------
    An array of the shape of ``data``, 0 where ``mask`` is false; all 0 where it is false along the whole axis.

    See Also
    --------
    masked_log_softmax : its logarithm.
    softmax : with a ``length`` in place of a mask.

    Examples
    --------
    >>> data, mask = mx.np.array([[1.0, 1.0, 5.0]]), mx.np.array([[True, True, False]])
    >>> print(mx.npx.masked_softmax(data, mask))
    [[0.5 0.5 0. ]]
    """
    scores, mask = _scores(data, mask, axis, temperature)
    return torch.softmax(scores, axis).masked_fill(~mask, 0)


@op("_npx_masked_log_softmax", extension=True, aliases=("masked_log_softmax",), types=first_type, amp="full")
def masked_log_softmax(data, mask, *, axis: int = -1, temperature: Double | None = 1.0, normalize: bool = True):
    """Return the logarithm of ``masked_softmax``: the log-softmax over the entries that a mask leaves.

    Parameters
    ----------
    data
        The scores.
    mask
        Which entries count, bools (or numbers other than 0), of a shape that broadcasts to that of ``data``.
    axis
        The axis along which the results sum to 1.
    temperature
        What the scores are divided by: above 1 the result is more even, below 1 more pointed; None: 1.
    normalize
        Without effect: the largest entry is always subtracted before ``exp``.

    Returns
    -------
    An array of the shape of ``data``, -inf where ``mask`` is false.

    Examples
    --------
    >>> data, mask = mx.np.array([[1.0, 1.0, 5.0]]), mx.np.array([[True, True, False]])
    >>> print(mx.npx.masked_log_softmax(data, mask))
    [[-0.6931472 -0.6931472       -inf]]
    """
    scores, mask = _scores(data, mask, axis, temperature)
    return torch.log_softmax(scores, axis).masked_fill(~mask, -torch.inf)


# -- writing at indices ----------------------------------------------------------------------------------------------


def _same_shape(p, s):
    return s.inputs[0]


def _places(a, ind):
    """Return indices as one tensor for each of the first axes of ``a``, each checked."""
    rows = ind.long().reshape(ind.shape[0] if ind.dim() else 1, -1)
    if len(rows) > a.dim():
        raise MXNetShapeError(f"ind: indices for {len(rows)} axes, but the array has {a.dim()}")
    if not rows.is_meta:
        for axis, row in enumerate(rows):
            size = a.shape[axis]
            wrong = (row < -size) | (row >= size)
            if bool(wrong.any()):
                index = int(row[wrong][0])
                raise MXNetError(f"index {index} is out of bounds for axis {axis} with size {size}")
    return tuple(rows)


def _values(a, indices, val):
    """Return ``val`` as it is written: one entry of the remaining axes for each index."""
    shape = (len(indices[0]), *a.shape[len(indices) :])
    try:
        return val.to(a.dtype).expand(shape)
    except RuntimeError:
        raise MXNetShapeError(f"val: shape {tuple(val.shape)} does not broadcast to {shape}") from None


@op("_npx_index_update", extension=True, host_sync="check", types=first_type, shapes=_same_shape)
def index_update(a, ind, val):
    """Return a copy of an array with other values at some places, as after ``a[ind] = val``.

    Parameters
    ----------
    a
        The array; it stays as it is.
    ind
        Integers: one row for each of the first axes of ``a``, one column for each place; an array of one axis is one
        place. Negative ones count from the end.
    val
        What is written; it broadcasts to ``(number of places, *remaining axes)``.

    Returns
    -------
    An array of the shape and dtype of ``a``.

    Raises
    ------
    MXNetError
        For an index outside of the array.

    See Also
    --------
    index_add : adds the values.

    Examples
    --------
    >>> a = mx.np.zeros((2, 3))
    >>> places = mx.np.array([[0, 1], [2, 0]], dtype='int32')  # (0, 2) and (1, 0)
    >>> print(mx.npx.index_update(a, places, mx.np.array([5, 7])))
    [[0. 0. 5.]
     [7. 0. 0.]]
    """
    indices = _places(a, ind)
    return a.index_put(indices, _values(a, indices, val))


@op("_npx_index_add", extension=True, host_sync="check", types=first_type, shapes=_same_shape)
def index_add(a, ind, val):
    """Return a copy of an array with values added at some places, as often as a place occurs.

    Parameters
    ----------
    a
        The array; it stays as it is.
    ind
        Integers: one row for each of the first axes of ``a``, one column for each place; an array of one axis is one
        place. Negative ones count from the end.
    val
        What is added; it broadcasts to ``(number of places, *remaining axes)``.

    Returns
    -------
    An array of the shape and dtype of ``a``.

    Raises
    ------
    MXNetError
        For an index outside of the array.

    See Also
    --------
    index_update : replaces the values.

    Examples
    --------
    >>> places = mx.np.array([[0, 2, 2]], dtype='int32')
    >>> print(mx.npx.index_add(mx.np.zeros(3), places, mx.np.array([1, 10, 100])))
    [  1.   0. 110.]
    """
    indices = _places(a, ind)
    return a.index_put(indices, _values(a, indices, val), accumulate=True)


# -- attention in a sliding window (Beltagy et al., arXiv 2004.05150) ----------------------------------------------


def _window(shape, dilation, w, symmetric):
    """Return the key that each place, head and offset looks at in arrays of a shape, ``(L, H, W)``."""
    if len(shape) != 4 or tuple(dilation.shape) != tuple(shape[2:3]):
        raise MXNetShapeError(
            f"dilation: expected (H,) for arrays (B, L, H, D), got {tuple(dilation.shape)} for {tuple(shape)}"
        )
    if w < 0:
        raise MXNetError(f"w: expected a number of keys, got {w}")
    offsets = torch.arange(-w, (w if symmetric else 0) + 1, device=dilation.device)
    positions = torch.arange(shape[1], device=dilation.device)
    return positions[:, None, None] + offsets * dilation.long()[:, None]


def _looked_at(values, positions):
    """Return the entries ``(B, L, H, W, D)`` of ``values``, ``(B, L, H, D)``, zero beyond its ends."""
    length, heads = values.shape[1:3]
    inside = (positions >= 0) & (positions < length)
    head = torch.arange(heads, device=values.device)[:, None]
    return values[:, positions.clamp(0, length - 1), head] * inside[..., None].to(values.dtype)


@op(
    "_contrib_sldwin_atten_score",
    extension=True,
    aliases=("_npx_sldwin_atten_score",),
    types=lambda p, t: _float_first(t),
)
def sldwin_atten_score(query, key, dilation, *, w: int, symmetric: bool):
    """Return the products of queries with the keys in their windows: the scores of attention in a sliding window.

    For long sequences: the cost grows with the length, not with its square. Source: Beltagy et al., arXiv 2004.05150.

    Parameters
    ----------
    query
        ``(B, L, H, D)``: batch, length, heads, size.
    key
        ``(B, L, H, D)``.
    dilation
        ``(H,)``: how far the keys of a window are apart, for each head; 1: they are neighbours.
    w
        How many keys a window has on each side of a place, in steps of ``dilation``.
    symmetric
        Whether a window reaches to both sides, ``2w + 1`` keys; else only back, ``w + 1`` keys, the place itself
        included.

    Returns
    -------
    The scores, ``(B, L, H, 2w + 1)`` or ``(B, L, H, w + 1)``, in the order of the keys, 0 beyond the ends of the
    sequence. They are not divided by ``sqrt(D)``.

    See Also
    --------
    sldwin_atten_mask_like : where keys are.
    sldwin_atten_context : applies the weights to the values.

    Examples
    --------
    >>> query, key = mx.np.ones((1, 4, 1, 1)), mx.np.arange(1, 5).reshape(1, 4, 1, 1)
    >>> print(mx.npx.sldwin_atten_score(query, key, mx.np.array([1]), w=1, symmetric=True).reshape(4, 3))
    [[0. 1. 2.]
     [1. 2. 3.]
     [2. 3. 4.]
     [3. 4. 0.]]
    """
    if query.shape != key.shape:
        raise MXNetShapeError(f"key: expected {tuple(query.shape)}, got {tuple(key.shape)}")
    return torch.einsum("blhd,blhwd->blhw", query, _looked_at(key, _window(key.shape, dilation, w, symmetric)))


@op(
    "_contrib_sldwin_atten_context",
    extension=True,
    aliases=("_npx_sldwin_atten_context",),
    types=lambda p, t: _float_first(t),
)
def sldwin_atten_context(score, value, dilation, *, w: int, symmetric: bool):
    """Return the sums of the values in the windows, weighted by the scores: what attention in a sliding window gives.

    Parameters
    ----------
    score
        The weights of the window's values, ``(B, L, H, 2w + 1)`` or ``(B, L, H, w + 1)``.
    value
        ``(B, L, H, D)``.
    dilation
        ``(H,)``: how far the keys of a window are apart, for each head; 1: they are neighbours.
    w
        How many keys a window has on each side of a place, in steps of ``dilation``.
    symmetric
        Whether a window reaches to both sides, ``2w + 1`` keys; else only back, ``w + 1`` keys, the place itself
        included.

    Returns
    -------
    An array ``(B, L, H, D)``.

    See Also
    --------
    sldwin_atten_score : the scores.

    Examples
    --------
    >>> weights, value = mx.np.ones((1, 4, 1, 3)), mx.np.arange(1, 5).reshape(1, 4, 1, 1)
    >>> print(mx.npx.sldwin_atten_context(weights, value, mx.np.array([1]), w=1, symmetric=True).reshape(4))
    [3. 6. 9. 7.]
    """
    positions = _window(value.shape, dilation, w, symmetric)
    expected = (*value.shape[:3], positions.shape[2])
    if tuple(score.shape) != expected:
        raise MXNetShapeError(f"score: expected {expected}, got {tuple(score.shape)}")
    return torch.einsum("blhw,blhwd->blhd", score, _looked_at(value, positions))


@op(
    "_contrib_sldwin_atten_mask_like", extension=True, aliases=("_npx_sldwin_atten_mask_like",), types=first_type,
    shapes=_same_shape,
)  # fmt: skip
def sldwin_atten_mask_like(score, dilation, valid_length, *, w: int, symmetric: bool):
    """Return 1 where a place and the key that it looks at are within the sequence, and 0 elsewhere.

    Parameters
    ----------
    score
        The scores, whose shape and dtype the result has.
    dilation
        ``(H,)``: how far the keys of a window are apart, for each head; 1: they are neighbours.
    w
        How many keys a window has on each side of a place, in steps of ``dilation``.
    symmetric
        Whether a window reaches to both sides, ``2w + 1`` keys; else only back, ``w + 1`` keys, the place itself
        included.
    valid_length
        The lengths of the sequences, ``(B,)``.

    Returns
    -------
    An array of the shape of ``score``, for ``masked_softmax``.

    See Also
    --------
    sldwin_atten_score : the scores.

    Examples
    --------
    >>> score, one, three = mx.np.zeros((1, 4, 1, 3)), mx.np.array([1]), mx.np.array([3])
    >>> print(mx.npx.sldwin_atten_mask_like(score, one, three, w=1, symmetric=True).reshape(4, 3))
    [[0. 1. 1.]
     [1. 1. 1.]
     [1. 1. 0.]
     [0. 0. 0.]]
    """
    positions = _window(score.shape, dilation, w, symmetric)
    limit = valid_length.long()[:, None, None, None]
    queries = torch.arange(score.shape[1], device=score.device)[:, None, None]
    return ((positions >= 0) & (positions < limit) & (queries < limit)).to(score.dtype)


def _float_first(t):
    t.out[0] = t.inputs[0]
    t.inputs[0] = t.out[0]
    t.inputs[1] = t.inputs[0]


# -- element by element -----------------------------------------------------------------------------------------------


@op("digamma", extension=True, aliases=("_npx_digamma",), shapes=elementwise, amp="full")
def digamma(data):
    """Return the derivative of ``log |gamma(x)|``, element by element.

    Returns
    -------
    An array of the shape of ``data``.

    Examples
    --------
    >>> print(mx.nd.digamma(mx.nd.array([1, 2])).asnumpy())
    [-0.5772159  0.4227842]
    """
    return torch.digamma(data)


@op("log_sigmoid", extension=True, aliases=("_npx_log_sigmoid",), shapes=elementwise, amp="full")
def log_sigmoid(data):
    """Return ``log(1 / (1 + exp(-x)))``, element by element, without overflow.

    Returns
    -------
    An array of the shape of ``data``.

    Examples
    --------
    >>> print(mx.nd.log_sigmoid(mx.nd.array([-1000, 0, 1000])).asnumpy())
    [-1.000000e+03 -6.931472e-01  0.000000e+00]
    """
    return F.logsigmoid(data)


@op("mish", extension=True, aliases=("_npx_mish",), shapes=elementwise, amp="full")
def mish(data):
    """Return ``x * tanh(log(1 + exp(x)))``, element by element, an activation (Misra, arXiv 1908.08681).

    Returns
    -------
    An array of the shape of ``data``.

    Examples
    --------
    >>> print(mx.nd.mish(mx.nd.array([-1, 0, 1])).asnumpy())
    [-0.30340144  0.          0.86509836]
    """
    return F.mish(data)


_OF_CONTRIB = (
    "bipartite_matching", "box_decode", "box_encode", "box_iou", "box_nms", "interleaved_matmul_encdec_qk",
    "interleaved_matmul_encdec_valatt", "interleaved_matmul_selfatt_qk", "interleaved_matmul_selfatt_valatt",
    "quantized_act", "quantized_conv", "quantized_elemwise_add", "quantized_elemwise_mul", "quantized_embedding",
    "quantized_flatten", "quantized_fully_connected", "quantized_pooling", "requantize", "round_ste", "sign_ste",
)  # fmt: skip
#: names of ``mx.npx`` -> operators of all releases
NAMES = {
    **{name: name for name in ("add_n", "broadcast_greater", "broadcast_like", "norm", "slice_like", "softsign")},
    **{name: f"_contrib_{name}" for name in _OF_CONTRIB},
    **{f"contrib_{name}": f"_contrib_{name}" for name in ("calibrate_entropy", "quantize", "quantize_v2")},
    "batch_norm_with_relu": "_contrib_BatchNormWithReLU",
    "ctc_loss": "CTCLoss",
    "deformable_convolution": "_contrib_DeformableConvolution",
    "group_norm": "GroupNorm",
    "instance_norm": "InstanceNorm",
    "modulated_deformable_convolution": "_contrib_ModulatedDeformableConvolution",
    "pad": "Pad",
    "scalar_poisson": "_random_poisson",
    "sequence_last": "SequenceLast",
    "sequence_reverse": "SequenceReverse",
    "slice_channel": "SliceChannel",
    "stop_gradient": "BlockGrad",
    "sync_batch_norm": "_contrib_SyncBatchNorm",
    "tensor_poisson": "_sample_poisson",
}
