"""Update operators with row-sparse gradients, weights and states: the dense rule, applied to some rows.

*Lazy* updates move the rows that have a gradient and leave all others as they are, states too. *Standard* ones do what
dense gradients would do; the gradient is made dense a part at a time. Which combinations there are is as in 1.9.1; a
row-sparse weight has to store all of its rows. Row-sparse states get the rows that they lack.
"""

from collections.abc import Iterator
from types import SimpleNamespace

import torch

from ..core.dtypes import HALVES
from ..core.errors import MXNetError
from ..core.write_tracking import writable
from ..kernels import sparse
from ..registry import OPS
from ..registry.rules import elementwise
from . import optimizer_adaptive  # noqa: F401 # the operators
from ._updates import Rule, attributes, moved, operator, output_of
from .optimizer_update import GRADIENT, scaled

#: a standard update makes so many elements of the gradient dense at a time
_PART = 1 << 20


def _full_rows(value: sparse.Rows) -> sparse.Rows:
    """Return a value that stores all rows, in memory of its own."""
    return value if len(value.indices) == value.shape[0] else sparse.all_rows(value.dense())


def _weight_rows(name: str, weight) -> torch.Tensor:
    """Return the memory of a weight's rows."""
    if isinstance(weight, torch.Tensor):
        return weight
    if len(weight.indices) != weight.shape[0]:
        raise MXNetError(
            f"{name}: a row-sparse weight has to store all of its {weight.shape[0]} rows, this stores "
            f"{len(weight.indices)}"
        )
    return weight.data


def _target(name: str, weight, out):
    """Return the weight to give back, and the rows to update in place."""
    if isinstance(weight, torch.Tensor):
        result = output_of(weight, out if isinstance(out, torch.Tensor) else None)
        return result, result
    rows = _weight_rows(name, weight)
    if out is not weight and not (isinstance(out, sparse.Rows) and out.data is weight.data):
        weight = weight.replace(rows.clone())
    return weight, weight.data


def _by_rows(rule, in_parts: bool, move=None):
    """Return what applies an update operator to the rows of a row-sparse gradient, or to all rows ``in_parts``.

    ``move``: what moves dense rows; None: the operator.
    """
    move = move or rule.call

    def call(p, weight, grad, *states):
        value, memory = _target(rule.name, weight, p.get("out"))
        rows = writable(memory)
        states = tuple(_full_rows(state) if isinstance(state, sparse.Rows) else state for state in states)
        memories = [state.data if isinstance(state, sparse.Rows) else writable(state) for state in states]
        kwargs = {key: p[key] for key in rule.attrs}
        if in_parts:
            _all_rows(move, rows, grad, memories, kwargs)
        elif len(grad.indices):
            _some_rows(move, rows, grad, memories, kwargs)
        return (value, *(state for state in states if isinstance(state, sparse.Rows)))

    return call


def _add(p, weight, grad):
    """Do what an update without weight decay and clipping comes to."""
    value, rows = _target("sgd_update", weight, p.get("out"))
    if rows.dtype in HALVES:
        _some_rows(OPS["sgd_update"].call, writable(rows), grad, (), {key: p[key] for key in OPS["sgd_update"].attrs})
        return value
    sparse.add_scaled(writable(rows), grad, -p.lr * p.rescale_grad)
    return value


def _some_rows(move, rows, grad, memories, kwargs) -> None:
    where = grad.indices
    picked = [item.index_select(0, where) for item in (rows, *memories)]
    move(picked[0], grad.data, *picked[1:], **kwargs, out=picked[0])
    for memory, part in zip((rows, *memories), picked, strict=True):
        memory.index_copy_(0, where, part)


def _all_rows(move, rows, grad, memories, kwargs) -> None:
    step = max(_PART // max(rows[:1].numel(), 1), 1)
    for start, low, high in _parts(grad.indices, len(rows), step):
        part = rows[start : start + step]
        dense = torch.zeros_like(part)
        dense[grad.indices[low:high] - start] = grad.data[low:high]
        move(part, dense, *(memory[start : start + step] for memory in memories), **kwargs, out=part)


def _parts(indices: torch.Tensor, length: int, step: int) -> Iterator[tuple[int, int, int]]:
    """Yield where each part of so many rows begins, and which of the ascending indices are in it."""
    if length <= step:  # without waiting for the device
        yield 0, 0, len(indices)
        return
    starts = torch.arange(0, length + step, step, device=indices.device)
    ends = torch.searchsorted(indices, starts).tolist()
    yield from zip(range(0, length, step), ends, ends[1:], strict=False)


@operator(("weight", "grad", "history"), attributes(lr=float, epsilon=1e-7, **GRADIENT), shapes=elementwise)
def _sparse_adagrad_update(tensors, p, out):
    """Set ``history += g**2`` and return ``weight - lr * g / sqrt(history + epsilon)``, in the rows of the gradient.

    The gradient is row-sparse, weight and history are both dense or both row-sparse; :class:`MXNetError` for others,
    and with a weight decay ``wd``. Source: Duchi et al., "Adaptive subgradient methods", 2011.

    Parameters
    ----------
    weight
        The weight, dense or row-sparse.
    grad
        Its gradient, row-sparse.
    history
        The sum of squared gradients, a state, in the storage of ``weight``; it is changed.
    epsilon
        A small number that keeps the divisor from being zero.
    wd
        Only 0.

    Returns
    -------
    The new weight.

    Examples
    --------
    >>> weight, history = mx.nd.ones((3, 2)), mx.nd.zeros((3, 2))
    >>> grad = mx.nd.sparse.row_sparse_array(([[1, 2]], [1]), shape=(3, 2))
    >>> print(mx.nd.sparse.adagrad_update(weight, grad, history, lr=0.1, out=weight).asnumpy())
    [[1.  1. ]
     [0.9 0.9]
     [1.  1. ]]
    """
    if not tensors[0].is_meta:
        raise MXNetError(
            "_sparse_adagrad_update takes a row-sparse gradient, without weight decay, and weight and history in one "
            "storage"
        )
    return torch.empty_like(tensors[0])


def _step_adagrad(weight, grad, history, p):
    grad = scaled(grad, p.rescale_grad, p.clip_gradient if p.clip_gradient > 0 else -1.0)
    history.addcmul_(grad, grad)
    weight.sub_(grad.mul(p.lr).div_((history + p.epsilon).sqrt_()))


_adagrad = Rule(_step_adagrad, ("history",), {})


def _move_adagrad(*tensors, out, **kwargs):
    return moved(_adagrad, tensors, SimpleNamespace(**kwargs), out)


# -- which storages there are ------------------------------------------------------------------------------------

_ALL_DENSE = ("default", "row_sparse", "default")
_ALL_SPARSE = ("row_sparse", "row_sparse", "row_sparse")


def _offer(name: str, combinations, lazy, standard=None, move=None) -> None:
    """Offer forms of an operator; ``combinations``: storages of weight, gradient and states."""
    rule = OPS[name]
    states = rule.input_names[2:]
    for weight, grad, stype in combinations:
        inputs = " ".join((weight, grad, *(stype,) * len(states)))
        for when, in_parts in ((lazy, False), (standard, True)):
            if when is not None:
                sparse_states = states if stype == "row_sparse" else ()
                rule.sparse(inputs, weight, when=when, states=sparse_states)(_by_rows(rule, in_parts, move))


for _storage in ("default", "row_sparse"):
    OPS["sgd_update"].sparse(
        f"{_storage} row_sparse", _storage, when=lambda p: p.lazy_update and p.wd == 0 and p.clip_gradient < 0
    )(_add)
for _name in ("sgd_update", "sgd_mom_update", "adam_update"):
    _offer(_name, (_ALL_DENSE, _ALL_SPARSE), lazy=lambda p: p.lazy_update, standard=lambda p: not p.lazy_update)
_offer("ftrl_update", (_ALL_SPARSE,), lazy=lambda p: True)
_offer("_contrib_group_adagrad_update", (_ALL_DENSE, _ALL_SPARSE), lazy=lambda p: True)
_offer("_sparse_adagrad_update", (_ALL_DENSE, _ALL_SPARSE), lazy=lambda p: p.wd == 0, move=_move_adagrad)
