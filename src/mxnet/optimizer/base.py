"""The base class of optimizers: rates by weight, update counts, and the registry of optimizers."""

from __future__ import annotations

import functools
import inspect
import logging
import math
import warnings
from collections.abc import Callable, Mapping, Sequence
from operator import attrgetter
from typing import Any, ClassVar, TypeVar

import numpy as np

from .. import ndarray as nd
from ..core.compat import quirks
from ..core.dtypes import HALF_TYPES
from ..core.errors import construct, expect, explains_arguments, nearest
from ..core.params import NULL
from ..core.semantics import semantics
from ..core.text import settings
from ..registry.classes import warn_of_replaced
from ..registry.manual import documented, texts_of

__all__ = ["Optimizer", "create", "register"]


_Class = TypeVar("_Class", bound="type[Optimizer]")


def zeros_like(weight: Any, stype: str = "default") -> Any:
    """Return zeros of a weight's shape and type on its device, in a storage."""
    return nd.zeros(weight.shape, weight.context, dtype=weight.dtype, stype=stype)


def zeros_of_moments(weight: Any, stype: str = "default", shape: tuple[int, ...] | None = None) -> Any:
    """Return zeros for means and squares of gradients, of the weight's shape by default.

    They are float32 of a dense half-precision weight: squares of gradients below 2e-4 are 0 in float16.
    """
    is_wide = weight.dtype in HALF_TYPES and weight.stype == "default" and not quirks.half_precision_states
    dtype = np.float32 if is_wide else weight.dtype
    return nd.zeros(weight.shape if shape is None else shape, weight.context, dtype=dtype, stype=stype)


def in_float32(step: Callable[[Any, Any, Any], None], weight: Any, grad: Any, state: Any) -> None:
    """Call ``step(weight, grad, state)``; of a dense half-precision weight in float32, and round what it changes."""
    expect(hasattr(weight, "stype"), "weight", "an array", weight, AssertionError)
    if weight.dtype not in HALF_TYPES or weight.stype != "default":
        step(weight, grad, state)
        return
    parts = state if isinstance(state, tuple) else (state,)
    arrays = [array for array in (weight, *parts) if array is not None and array.dtype in HALF_TYPES]
    copies = [array.astype(np.float32) for array in arrays]
    copy_of = {id(array): copy for array, copy in zip(arrays, copies, strict=True)}
    parts_of_copy = tuple(copy_of.get(id(part), part) for part in parts)
    step(copies[0], grad.astype(np.float32), parts_of_copy if isinstance(state, tuple) else parts_of_copy[0])
    for array, copy in zip(arrays, copies, strict=True):
        array[:] = copy.astype(array.dtype)


def as_lists(*values: Any) -> tuple[Any, ...]:
    """Return the indices, weights, gradients and states of an update as lists, also where they are of one weight."""
    return values if isinstance(values[0], (list, tuple)) else tuple([value] for value in values)


#: arguments of update operators that bound nothing where they are not above 0
_BOUNDS = frozenset(("clip_gradient", "clip_weights", "lower_bound", "upper_bound"))


@functools.cache
def _attributes_of(operator: Callable[..., Any]) -> tuple[str, ...]:
    """Return the names of the attributes of a function that is an operator: what has no value unless it is given."""
    parameters = inspect.signature(operator).parameters.values()
    return tuple(p.name for p in parameters if p.default is NULL)


def _number(value: Any) -> Any:
    """Return the number of a text, as 1.9.1's operators read it."""
    return float(value) if isinstance(value, str) else value


def corrected(lr: float, beta1: float, beta2: float, count: int) -> float:
    """Return Adam's rate at an update, with the correction for the means, which begin as zeros."""
    return lr * math.sqrt(1.0 - beta2**count) / (1.0 - beta1**count)


def move_moments(mean: Any, variance: Any, grad: Any, beta1: float, beta2: float) -> None:
    """Move the running means of the gradient and of its square."""
    mean[:] = beta1 * mean + (1.0 - beta1) * grad
    variance[:] = beta2 * variance + (1.0 - beta2) * grad * grad


#: attributes that say nothing of what an optimizer is: counts, and what follows from others
_NOT_SHOWN = ("lr", "num_update", "begin_num_update", "aggregate_num", "allow_np_array", "multi_precision")


@documented()
class Optimizer:
    """The base of all optimizers: the rates, decays and update counts of weights.

    An optimizer moves a weight by its gradient, with a state that it keeps for each weight (a momentum, means...).
    Programs seldom call it: they give its name, or an optimizer, to :class:`mxnet.gluon.Trainer` or to
    :meth:`Module.init_optimizer`, which keep the states. In the formulas of the classes, ``w`` is the weight, ``lr``
    the rate and ``g`` the gradient after ``rescale_grad`` and ``clip_gradient``; with "decayed" ``wd * w`` has been
    added to it.

    The rate of a weight is ``learning_rate`` (or what ``lr_scheduler`` gives) times its ``lr_mult``; its decay is
    ``wd`` times its ``wd_mult``, which is 0 for names that end neither in ``_weight`` nor in ``_gamma``, so that biases
    do not decay.

    A new optimizer is a subclass with :func:`mxnet.optimizer.register` that defines :meth:`create_state` and
    :meth:`update`.

    Parameters
    ----------
    rescale_grad
        What gradients are multiplied by before all else. :class:`mxnet.gluon.Trainer` divides it by the batch size in
        each step; a module takes 1 / batch size unless it is given.
    param_idx2name
        The names of the weights by their indices, ``{0: 'dense0_weight'}``: ``lr_mult`` and ``wd_mult`` may go by name
        then.
    clip_gradient
        The bound c to which each element of the rescaled gradient is clipped, [-c, c]; None: gradients are not clipped.
    learning_rate
        The learning rate; None: 0.01, or the schedule's. It replaces the ``base_lr`` of a ``lr_scheduler``, also where
        it is the default of a class, as Adam's 0.001: give such a class the rate itself. Only :class:`CosineScheduler`
        and :class:`PolyScheduler` keep their own.
    lr_scheduler
        A schedule such as :class:`mxnet.lr_scheduler.FactorScheduler`, or a function, which gives the rate for the
        number of updates up to now; None: a constant rate.
    sym
        The network as a symbol, whose variables may have ``lr_mult`` and ``wd_mult`` (``mx.sym.var('w',
        lr_mult=0.1)``).
    begin_num_update
        The number of updates made before, from which counts (and so the schedule) go on.
    multi_precision
        Whether float16 weights have a copy in float32, on which the updates are computed. Small steps are lost without.
    param_dict
        Objects with ``lr_mult`` and ``wd_mult`` by index of weight, such as parameters of Gluon, whose factors come
        before all others.
    aggregate_num, use_fused_step
        Arguments of MXNet 2, about how its kernels take weights; without effect.

    Examples
    --------
    >>> class Plain(mx.optimizer.Optimizer):
    ...     def update(self, index, weight, grad, state):
    ...         weight[:] -= self.learning_rate * self.rescale_grad * grad
    >>> optimizer = Plain(learning_rate=0.1)
    >>> weight = nd.array([1, 2])
    >>> optimizer.update(0, weight, nd.array([1, -1]), None)
    >>> print(weight.asnumpy())
    [0.9 2.1]
    """

    opt_registry: ClassVar[dict[str, type[Optimizer]]] = {}
    #: for the docstrings of subclasses
    _parameter_texts: ClassVar[dict[str, str]] = texts_of("optimizers")
    #: Weight decay applies to these by default; biases, betas and the rest are left alone.
    _DECAYED: ClassVar[tuple[str, ...]] = ("_weight", "_gamma")
    #: whether a part of a weight is updated as in the whole one
    _elementwise = False
    #: whether the float32 copy stands behind the state of a float16 weight
    _copy_last = False

    @explains_arguments
    def __init__(
        self,
        rescale_grad: float = 1.0,
        param_idx2name: Mapping[Any, str] | None = None,
        wd: float = 0.0,
        clip_gradient: float | None = None,
        learning_rate: float | None = None,
        lr_scheduler: Callable[[int], float] | None = None,
        sym: Any = None,
        begin_num_update: int = 0,
        multi_precision: bool = False,
        param_dict: Mapping[Any, Any] | None = None,
        aggregate_num: int | None = None,
        use_fused_step: bool | None = None,
    ) -> None:
        learning_rate, wd, clip_gradient, rescale_grad = map(_number, (learning_rate, wd, clip_gradient, rescale_grad))
        self.rescale_grad = rescale_grad
        self.lr_scheduler = lr_scheduler
        if lr_scheduler is None:
            self.lr: Any = 0.01 if learning_rate is None else learning_rate
        else:
            self.lr = learning_rate
            if learning_rate is not None:
                logging.info("learning_rate=%s replaces the base rate of lr_scheduler", learning_rate)
                expect(callable(lr_scheduler), "lr_scheduler", "a schedule", lr_scheduler, AttributeError)
                lr_scheduler.base_lr = learning_rate  # type: ignore[attr-defined]
        self.wd = wd
        self.lr_mult: dict[Any, float] = {}
        self.wd_mult: dict[Any, float] = {}
        self.begin_num_update = begin_num_update
        self.num_update = begin_num_update
        self._all_index_update_counts: dict[int, dict[Any, int]] = {0: {}}
        self._index_update_count = self._all_index_update_counts[0]
        self.clip_gradient = clip_gradient
        self.multi_precision = multi_precision
        self.aggregate_num = 0
        assert isinstance(param_idx2name or {}, dict), "param_idx2name should be a dict of param indexes to names."
        self.idx2name: dict[Any, str] = dict(param_idx2name or {})
        self.sym_info = (sym.attr_dict(), sym.list_arguments()) if sym is not None else ()
        self.param_dict = param_dict or {}
        self.allow_np_array = semantics.np_array or semantics.api == 2
        self.set_lr_mult({})
        self.set_wd_mult({})

    def __repr__(self) -> str:
        return settings(
            self, _NOT_SHOWN, learning_rate=vars(self).get("lr"), lr_scheduler=vars(self).get("lr_scheduler")
        )

    @staticmethod
    def register(klass: _Class) -> _Class:
        """Register an optimizer class under its name in lower case; a decorator. Replacing one warns.

        Parameters
        ----------
        klass : class
            A subclass of :class:`Optimizer`.

        Returns
        -------
        The class, so that it serves as a decorator.

        Examples
        --------
        >>> @mx.optimizer.register
        ... class Still(mx.optimizer.Optimizer):
        ...     def update(self, index, weight, grad, state):
        ...         pass
        >>> type(mx.optimizer.create("still")).__name__
        'Still'
        >>> mx.optimizer.Optimizer.opt_registry.pop("still").__name__
        'Still'
        """
        name = klass.__name__.lower()
        if name in Optimizer.opt_registry:
            warn_of_replaced("optimizer", Optimizer.opt_registry[name], klass)
        Optimizer.opt_registry[name] = klass
        return klass

    @staticmethod
    def create_optimizer(name: str, **kwargs: Any) -> Optimizer:
        """Make an optimizer from its name and arguments; ``mx.optimizer.create`` is the same function.

        Parameters
        ----------
        name
            The class's name in any case: 'sgd', 'adam', 'nag', 'rmsprop', 'adagrad', 'adamW'...
        **kwargs
            The arguments of the class.

        Returns
        -------
        The :class:`Optimizer`.

        Raises
        ------
        ValueError
            For an unknown name.

        Examples
        --------
        >>> optimizer = mx.optimizer.create("sgd", learning_rate=0.1, momentum=0.9)
        >>> print(optimizer.lr, optimizer.momentum)
        0.1 0.9
        """
        expect(isinstance(name, str), "name", "the name of an optimizer", name, AttributeError)
        if name.lower() not in Optimizer.opt_registry:
            known = Optimizer.opt_registry
            raise ValueError(
                f"Cannot find optimizer {name}: there are {', '.join(sorted(known))}{nearest(name, known)}"
            )
        return construct(Optimizer.opt_registry[name.lower()], **kwargs)

    @property
    def learning_rate(self) -> float:
        """The rate now, the schedule's if there is one; asking a schedule moves it on."""
        return self.lr if self.lr_scheduler is None else self.lr_scheduler(self.num_update)

    def create_state(self, index: Any, weight: Any) -> Any:
        """Return the state to keep for a weight: arrays, tuples of arrays, or None.

        Parameters
        ----------
        index : int or str
            The weight's index, under which its updates are counted and its factors of rate and decay looked up.
        weight : NDArray
            The weight.

        Returns
        -------
        An array, a tuple of arrays, or None where the rule needs nothing. It is what ``update`` gets.

        Examples
        --------
        >>> sgd = mx.optimizer.SGD(momentum=0.9)
        >>> print(sgd.create_state(0, nd.ones(2)).asnumpy())
        [0. 0.]
        """
        return None

    def create_state_multi_precision(self, index: Any, weight: Any) -> Any:
        """Return the state for a weight; for float16 with ``multi_precision``, ``(float32 copy, state of that)``.

        Parameters
        ----------
        index : int or str
            The weight's index, under which its updates are counted and its factors of rate and decay looked up.
        weight : NDArray
            The weight.

        Returns
        -------
        What :meth:`create_state` returns, or for such a weight that of its copy, and the copy. Optimizers with a
        momentum put the copy last.

        Examples
        --------
        >>> adam = mx.optimizer.Adam(multi_precision=True)
        >>> copy, state = adam.create_state_multi_precision(0, nd.ones(2, dtype="float16"))
        >>> copy.dtype
        <class 'numpy.float32'>
        """
        if self.multi_precision and weight.dtype == np.float16:
            copy = weight.astype(np.float32)
            state = self.create_state(index, copy)
            return (state, copy) if self._copy_last else (copy, state)
        self._warn_of_float16(weight)
        return self.create_state(index, weight)

    def _warn_of_float16(self, weight: Any) -> None:
        if weight.dtype == np.float16 and not self.multi_precision:
            warnings.warn(
                "Accumulating with float16 in optimizer can lead to poor accuracy or slow convergence. "
                f"Consider using multi_precision=True option of the {type(self).__name__} optimizer",
                UserWarning,
                stacklevel=3,
            )

    def update(self, index: Any, weight: Any, grad: Any, state: Any) -> None:
        """Change ``weight`` and ``state`` by ``grad``. Optimizers that aggregate take lists of all four.

        Classes for MXNet 2 define ``step`` in its place, which takes lists.

        Parameters
        ----------
        index : int or str
            The weight's index, under which its updates are counted and its factors of rate and decay looked up.
        weight : NDArray
            The weight, which is changed in place.
        grad : NDArray
            Its gradient, of the weight's shape; dense or row-sparse.
        state
            What :meth:`create_state` returned; changed in place.

        Examples
        --------
        >>> sgd, weight = mx.optimizer.SGD(learning_rate=0.5), nd.array([1, 2])
        >>> sgd.update(0, weight, nd.array([1, -1]), sgd.create_state(0, weight))
        >>> print(weight.asnumpy())
        [0.5 2.5]
        """
        step = getattr(self, "step", None)
        if step is None:
            raise NotImplementedError(f"{type(self).__name__} does not define update")
        step(*as_lists(index, weight, grad, state))

    def update_multi_precision(self, index: Any, weight: Any, grad: Any, state: Any) -> None:
        """Change ``weight`` through its float32 copy where :meth:`create_state_multi_precision` made one.

        Lists are updated one by one by an optimizer that does not aggregate.

        Parameters
        ----------
        index : int or str
            The weight's index, under which its updates are counted and its factors of rate and decay looked up.
        weight : NDArray
            The weight, which is changed in place.
        grad : NDArray
            Its gradient, of the weight's shape; dense or row-sparse.
        state
            What :meth:`create_state_multi_precision` returned; changed in place.

        Examples
        --------
        >>> sgd = mx.optimizer.SGD(learning_rate=0.5, multi_precision=True)
        >>> weight = nd.array([1, 2], dtype="float16")
        >>> state = sgd.create_state_multi_precision(0, weight)
        >>> sgd.update_multi_precision(0, weight, nd.array([1, -1], dtype="float16"), state)
        >>> print(weight.asnumpy())
        [0.5 2.5]
        """
        if isinstance(index, (list, tuple)) and self.aggregate_num <= 1:
            # Not by the method of a subclass: it may be what called this, with lists.
            for item in zip(index, weight, grad, state, strict=True):
                Optimizer.update_multi_precision(self, *item)
            return
        if not (self.multi_precision and weight.dtype == np.float16):
            self.update(index, weight, grad, state)
            return
        inner_state, copy = self._split_state(state)
        self.update(index, copy, grad.astype(np.float32), inner_state)
        weight[:] = copy.astype(weight.dtype)

    def _split_state(self, state: Any) -> tuple[Any, Any]:
        """Return the own state and the float32 copy that :meth:`create_state_multi_precision` put together."""
        return (state[0], state[1]) if self._copy_last else (state[1], state[0])

    def set_learning_rate(self, lr: float) -> None:
        """Set the learning rate.

        Parameters
        ----------
        lr
            The new rate, of all following updates.

        Raises
        ------
        UserWarning
            Where a schedule decides the rate.

        Examples
        --------
        >>> sgd = mx.optimizer.SGD(learning_rate=0.1)
        >>> sgd.set_learning_rate(0.01)
        >>> sgd.learning_rate
        0.01
        """
        if self.lr_scheduler is not None:
            raise UserWarning(
                "LRScheduler of the optimizer has already been defined. Note that set_learning_rate can mutate the "
                "value of the learning rate of the optimizer only when the LRScheduler of the optimizer is undefined."
            )
        self.lr = lr

    def set_lr_scale(self, args_lrscale: Any) -> None:
        """Raise DeprecationWarning: :meth:`set_lr_mult` took its place.

        Parameters
        ----------
        args_lrscale
            Not looked at.

        Returns
        -------
        Nothing: it always raises.

        Examples
        --------
        >>> mx.optimizer.SGD().set_lr_scale({})
        Traceback (most recent call last):
            ...
        DeprecationWarning: set_lr_scale is gone: use set_lr_mult
        """
        raise DeprecationWarning("set_lr_scale is gone: use set_lr_mult")

    def set_lr_mult(self, args_lr_mult: Mapping[Any, float]) -> None:
        """Set by what the learning rate of single weights is multiplied, in place of all factors set before.

        Factors that the variables of the symbol ``sym`` have stay, unless they are given here.

        Parameters
        ----------
        args_lr_mult : dict
            Factors by name (those of ``param_idx2name``) or index of the weight; 0 freezes a weight but for its decay.

        Examples
        --------
        >>> sgd = mx.optimizer.SGD(learning_rate=0.1, param_idx2name={0: "fc_weight", 1: "fc_bias"})
        >>> sgd.set_lr_mult({"fc_bias": 2})
        >>> weight = nd.zeros(1)
        >>> sgd.update(1, weight, nd.ones(1), None)
        >>> print(weight.asnumpy())
        [-0.2]
        """
        self.lr_mult = {**self._symbol_factors("__lr_mult__"), **dict(args_lr_mult)}

    def set_wd_mult(self, args_wd_mult: Mapping[Any, float]) -> None:
        """Set by what the weight decay of single weights is multiplied, in place of all factors set before.

        The factor is 0 for names that end neither in ``_weight`` nor in ``_gamma`` and have no other, from here or from
        the symbol.

        Parameters
        ----------
        args_wd_mult : dict
            Factors by name (those of ``param_idx2name``) or index of the weight.

        Examples
        --------
        >>> sgd = mx.optimizer.SGD(wd=0.1, param_idx2name={0: "fc_weight", 1: "fc_bias"})
        >>> sgd.set_wd_mult({"fc_weight": 0.5})
        >>> sorted(sgd.wd_mult.items())
        [('fc_bias', 0.0), ('fc_weight', 0.5)]
        """
        undecayed = {name: 0.0 for name in self.idx2name.values() if not name.endswith(self._DECAYED)}
        self.wd_mult = {**undecayed, **self._symbol_factors("__wd_mult__"), **dict(args_wd_mult)}

    def _symbol_factors(self, attribute: str) -> dict[str, float]:
        if not self.sym_info:
            return {}
        attributes, names = self.sym_info
        return {name: float(attributes[name][attribute]) for name in names if attribute in attributes.get(name, {})}

    def _set_current_context(self, device_id: int) -> None:
        """Count the updates of another device: each device's copy of a weight has its own count."""
        self._index_update_count = self._all_index_update_counts.setdefault(device_id, {})

    def _update_count(self, index: Any) -> None:
        """Count one update of a weight, or of each of several."""
        counts, begin = self._index_update_count, self.begin_num_update
        indices = index if isinstance(index, (list, tuple)) else (index,)
        for item in indices:
            counts[item] = counts.get(item, begin) + 1
        self.num_update = max([self.num_update, *map(counts.__getitem__, indices)])

    def _count_one(self, index: Any) -> int:
        """Count an update of one weight, and return its number, from 1; AssertionError for several weights."""
        assert not isinstance(index, (list, tuple)), (
            f"{type(self).__name__}.update takes one weight at a time, got a {type(index).__name__} of {len(index)}: "
            "call it, or update_multi_precision, for each"
        )
        self._update_count(index)
        return self._index_update_count[index]

    def _factors(self, indices: Sequence[Any], table: Mapping[Any, float], attribute: str) -> list[float]:
        """Return the multiplier of each weight: from its parameter, else by index, else by name."""
        result, params = [], self.param_dict
        if params and all(map(params.__contains__, indices)):
            return [*map(attrgetter(attribute), map(params.__getitem__, indices))]
        for index in indices:
            if index in params:
                result.append(getattr(params[index], attribute))
            elif index in table:
                result.append(table[index])
            else:
                result.append(table.get(self.idx2name.get(index), 1.0))
        return result

    def _get_lrs(self, indices: Sequence[Any]) -> list[float]:
        """Return the learning rate of each weight."""
        rate = self.learning_rate
        return [rate * factor for factor in self._factors(indices, self.lr_mult, "lr_mult")]

    def _get_lr(self, index: Any) -> float:
        """Return the learning rate of a weight."""
        return self._get_lrs([index])[0]

    def _get_wds(self, indices: Sequence[Any]) -> list[float]:
        """Return the weight decay of each weight."""
        wd = self.wd
        return [wd * factor for factor in self._factors(indices, self.wd_mult, "wd_mult")]

    def _get_wd(self, index: Any) -> float:
        """Return the weight decay of a weight."""
        return self._get_wds([index])[0]

    def _apply(self, operator: Callable[..., Any], *arrays: Any, out: Any = None, **kwargs: Any) -> None:
        """Do a step by an update operator on a weight, its gradient and its states.

        Attributes of the operator that are not ``kwargs`` are those of the optimizer that have their names.
        """
        for name in _attributes_of(operator):
            if name not in kwargs:
                value = getattr(self, name, None)
                if value is not None and (name not in _BOUNDS or value > 0):
                    kwargs[name] = value
        operator(*arrays, out=arrays[0] if out is None else out, **kwargs)

    def _moves_rows(self, storage: str, wd: float) -> bool:
        """Return whether a row-sparse gradient moves its rows alone, of a weight and states in this storage, and by the
        rule for dense ones; ``wd`` is the weight's decay.
        """
        return False

    def _added_by(self, lr: float, wd: float) -> float | None:
        """Return the factor by which an update only adds the gradient to the weight; None where it does more."""
        return None

    def _clip_of_operators(self) -> float | None:
        """Return the bound that an update operator is given; None, 0 and what is below 0 do not clip."""
        clip = self.clip_gradient
        return clip if clip is not None and clip > 0 else None

    def _rescaled(self, grad: Any) -> Any:
        """Return the gradient, rescaled, then clipped: what optimizers without an operator of their own begin with.

        Here 0 is a bound like any other, as in 1.9.1.
        """
        return self._clipped(grad * self.rescale_grad)

    def _clipped(self, grad: Any) -> Any:
        return grad if self.clip_gradient is None else nd.clip(grad, -self.clip_gradient, self.clip_gradient)

    def _decayed(self, grad: Any, weight: Any, wd: float) -> Any:
        """Return the rescaled gradient with ``wd * weight``, clipped last; in MXNet 2 before the decay is added."""
        if semantics.api == 2:
            return self._rescaled(grad) + wd * weight
        return self._clipped(grad * self.rescale_grad + wd * weight)

    def _in_files(self) -> Optimizer:
        """Return the optimizer that files of states hold: one that another only wraps, otherwise itself."""
        return self

    def _with_loaded(self, optimizer: Optimizer) -> Optimizer:
        """Return what takes the place of this optimizer after ``optimizer`` was read from a file."""
        return optimizer

    def __getstate__(self) -> dict[str, Any]:
        """Return the attributes to save: all but ``param_dict``, which belongs to the program."""
        return {key: value for key, value in vars(self).items() if key != "param_dict"}

    def __setstate__(self, state: dict[str, Any]) -> None:
        vars(self).update(state)
        self.param_dict = {}


def published(renamed: Mapping[str, str] | None = None, /, **defaults: Any) -> Callable[[_Class], _Class]:
    """Return a decorator that registers an optimizer of ours and completes its docstring.

    While MXNet 2 is chosen, the class has the arguments of MXNet 2, in order, by default; none: the same. ``renamed``:
    those that have other names here. Its data are the class's without the switch.
    """
    own_name = renamed or {}

    def decorate(klass: _Class) -> _Class:
        register(documented()(klass))
        if not defaults:
            return klass
        make = klass.__init__

        @functools.wraps(make)
        def init(self: Any, *args: Any, **kwargs: Any) -> None:
            if semantics.api == 1 or type(self) is not klass:
                return make(self, *args, **kwargs)
            positional = dict(zip(defaults, args, strict=False))
            if len(args) > len(defaults) or positional.keys() & kwargs.keys():
                raise TypeError(f"{klass.__name__}: expected {', '.join(defaults)}, each at most once")
            arguments = {**defaults, **positional, **kwargs}
            return make(self, **{own_name.get(name, name): value for name, value in arguments.items()})

        klass.__init__ = init  # type: ignore[method-assign]
        return klass

    return decorate


register = Optimizer.register
create = Optimizer.create_optimizer
