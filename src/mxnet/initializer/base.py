"""The base class of initializers: dispatch by the parameter's name, registration, and the JSON form."""

from __future__ import annotations

import json
import logging
import math
import sys
import warnings
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from .. import ndarray as nd
from ..core.errors import MXNetIndexError, expected, shortened
from ..core.text import styled
from ..registry.classes import get_alias_func, get_create_func, get_register_func
from ..registry.manual import complete_docstring, documented

__all__ = ["InitDesc", "Initializer", "alias", "create", "register"]

#: Which method fills a parameter, by the end of its name. The first that fits counts.
_BY_SUFFIX = (
    ("weight", "_init_weight"),
    ("bias", "_init_bias"),
    ("gamma", "_init_gamma"),
    ("beta", "_init_beta"),
    ("min", "_init_zero"),
    ("max", "_init_one"),
    ("weight_quantize", "_init_quantized_weight"),
    ("bias_quantize", "_init_quantized_bias"),
)

#: The same for calls with a plain string, the first form of the interface: ``(start, end, method)``.
_BY_PLAIN_NAME = (
    ("upsampling", "", "_init_bilinear"),
    ("stn_loc", "weight", "_init_zero"),
    ("stn_loc", "bias", "_init_loc_bias"),
    ("", "bias", "_init_bias"),
    ("", "gamma", "_init_gamma"),
    ("", "beta", "_init_beta"),
    ("", "weight", "_init_weight"),
    ("", "moving_mean", "_init_zero"),
    ("", "moving_var", "_init_one"),
    ("", "moving_inv_var", "_init_zero"),
    ("", "moving_avg", "_init_zero"),
    ("", "min", "_init_zero"),
    ("", "max", "_init_one"),
)


def bilinear_kernel(shape: tuple[int, ...]) -> np.ndarray:
    """Return the kernel with which a transposed convolution of shape (out, in, height, width) interpolates.

    The width alone sets the scale, as in MXNet (Long, Shelhamer, Darrell 2015, use square kernels).
    """
    if len(shape) < 4:
        raise MXNetIndexError(f"Bilinear: expected a weight of 4 axes (out, in, height, width), got shape {shape}")
    height, width = shape[2], shape[3]
    factor = math.ceil(width / 2.0)
    centre = (2 * factor - 1 - factor % 2) / (2.0 * factor)
    rows = 1 - np.abs(np.arange(height) / factor - centre)
    columns = 1 - np.abs(np.arange(width) / factor - centre)
    return np.broadcast_to(np.outer(rows, columns), shape).astype(np.float32)


def checked_number(name: str, value: Any) -> Any:
    """Return an argument that is a number or an array; TypeError or ValueError naming it for any other value."""
    if not isinstance(value, (int, float, np.number)) and not hasattr(value, "__array__"):
        raise TypeError(f"{name}: expected a number, got {str(value)[:50]!r}")
    if isinstance(value, int) and abs(value) > sys.float_info.max:
        raise ValueError(f"{name}: an integer of {value.bit_length()} bits is too large")
    return value


def write(arr: Any, values: Any) -> None:
    """Write numbers or an array, of whichever interface, into ``arr``."""
    if isinstance(values, nd.NDArray):
        values = values.as_np_ndarray() if arr.numpy_interface else values.as_nd_ndarray()
    arr[:] = values


class InitDesc(str):
    """A parameter's name with what else is known of it, for initializers.

    It is a str. Names end in what the parameter is: ``InitDesc('fc_weight')`` describes a weight, ``'fc_bias'`` a bias.

    Parameters
    ----------
    name : str
        The parameter's name.
    attrs : dict of str to str, default None
        The variable's attributes; ``'__init__'`` among them is an initializer of its own, as JSON or by name, which
        takes the place of the one that is called.
    global_init : Initializer, default None
        The initializer of the whole network; None: the one that is called.

    Examples
    --------
    >>> bias = nd.zeros(2)
    >>> mx.init.Xavier()(mx.init.InitDesc("fc_bias", {"__init__": "ones"}), bias)
    >>> print(bias.asnumpy())
    [1. 1.]
    """

    attrs: Mapping[str, str]
    global_init: Any

    def __new__(cls, name: str, attrs: Mapping[str, str] | None = None, global_init: Any = None) -> InitDesc:
        result = super().__new__(cls, name)
        result.attrs = attrs or {}
        result.global_init = global_init
        return result


def _spread(array: Any) -> Any:
    """Return ``norm(array) / sqrt(size)``: what verbose initializers show of an array."""
    return (array.norm() / math.sqrt(array.size)).asscalar()


@documented()
class Initializer:
    """The base of all initializers, which fill the parameters of a network with their first values.

    An initializer, or its name, is given to ``net.initialize(mx.init.Xavier())``, to ``Module.init_params`` or as
    ``weight_initializer`` to a layer. It is called with a parameter's :class:`InitDesc` and array, and fills weights in
    its own way. What the others get depends on the end of their name: ``bias``, ``beta`` and ``min`` 0, ``gamma`` and
    ``max`` 1. A parameter with an initializer of its own gets what that gives for weights.

    A subclass defines ``_init_weight(name, array)``, and others such as ``_init_bias`` where it wants;
    :func:`mxnet.init.register` makes its name known.

    Parameters
    ----------
    **kwargs
        The arguments, as :meth:`dumps` writes them.

    Examples
    --------
    >>> class Rising(mx.init.Initializer):
    ...     def _init_weight(self, name, array):
    ...         array[:] = nd.arange(array.size).reshape(array.shape)
    >>> net = nn.Dense(2, in_units=3)
    >>> net.initialize(Rising())
    >>> print(net.weight.data().asnumpy())
    [[0. 1. 2.]
     [3. 4. 5.]]
    >>> print(net.bias.data().asnumpy())
    [0. 0.]
    """

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        complete_docstring(cls)

    def __init__(self, **kwargs: Any) -> None:
        self._kwargs = kwargs
        self._verbose = False
        self._print_func: Callable[[Any], Any] | None = None

    def set_verbosity(self, verbose: bool = False, print_func: Callable[[Any], Any] | None = None) -> Initializer:
        """Log each initialization: the parameter's name, what it is taken for, and a number.

        Parameters
        ----------
        verbose
            Whether to log.
        print_func : callable or None
            A function of the array whose result is shown; None: the norm over the root of the size.

        Returns
        -------
        The initializer itself.

        Examples
        --------
        >>> init = mx.init.Xavier().set_verbosity(True, print_func=lambda array: array.shape)
        """
        self._verbose = verbose
        self._print_func = print_func or _spread
        return self

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(f'{name}={value!r}' for name, value in self._kwargs.items())})"

    def dumps(self) -> str:
        """Return the initializer as JSON: its name in lower case and its arguments.

        Returns
        -------
        A str, as the attribute ``__init__`` of variables has it.

        Examples
        --------
        >>> print(mx.init.Normal(0.02).dumps())
        ["normal", {"sigma": 0.02}]
        """
        return json.dumps([type(self).__name__.lower(), self._kwargs])

    def __call__(self, desc: Any, arr: Any) -> None:
        """Fill ``arr``, the parameter described by ``desc`` (an :class:`InitDesc`; plain strings are deprecated).

        Raises ValueError for a name that says nothing about what the parameter is.
        """
        if not isinstance(desc, InitDesc):
            self._legacy_init(desc, arr)
            return
        if desc.global_init is None:
            desc.global_init = self
        description = desc.attrs.get("__init__", "")
        if description:
            create(description)._init_weight(desc, arr)
            self._verbose_print(desc, description, arr)
            return
        for suffix, method in _BY_SUFFIX:
            if desc.endswith(suffix):
                getattr(self, method)(desc, arr)
                self._verbose_print(desc, suffix, arr)
                return
        self._init_default(desc, arr)

    def _legacy_init(self, name: Any, arr: Any) -> None:
        warnings.warn(
            styled(
                "Calling initializer with init(str, NDArray) has been deprecated. "
                "please use init(mx.init.InitDesc(...), NDArray) instead.",
                "bright red",
            ),
            DeprecationWarning,
            stacklevel=3,
        )
        if not isinstance(name, str):
            raise TypeError("name must be string")
        if not isinstance(arr, nd.NDArray):
            raise TypeError(expected("arr", "an NDArray", arr))
        fits = (m for start, end, m in _BY_PLAIN_NAME if name.startswith(start) and name.endswith(end))
        getattr(self, next(fits, "_init_default"))(name, arr)

    def _verbose_print(self, desc: str, init: str, arr: Any) -> None:
        if self._verbose and self._print_func:
            logging.info("Initialized %s as %s: %s", desc, init, self._print_func(arr))

    def _init_bilinear(self, name: str, arr: Any) -> None:
        arr[:] = bilinear_kernel(arr.shape)

    def _init_loc_bias(self, name: str, arr: Any) -> None:
        assert arr.shape[0] == 6, f"{name}: an affine transformation has 6 parameters, got {arr.shape[0]}"
        arr[:] = np.array([1.0, 0, 0, 0, 1.0, 0])

    def _init_zero(self, name: str, arr: Any) -> None:
        arr[:] = 0.0

    def _init_one(self, name: str, arr: Any) -> None:
        arr[:] = 1.0

    _init_bias = _init_beta = _init_quantized_bias = _init_zero
    _init_gamma = _init_one

    def _init_quantized_weight(self, name: str, arr: Any) -> None:
        arr[:] = round(float(nd.random.uniform(-127, 127, shape=(1,)).asscalar()))

    def _init_weight(self, name: str, arr: Any) -> None:
        raise NotImplementedError(f"{type(self).__name__} does not define _init_weight")

    def _init_default(self, name: str, arr: Any) -> None:
        raise ValueError(
            f"Unknown initialization pattern for {shortened(name)}: names that end in weight, bias, gamma or beta are "
            "known. Give the variable an initializer of its own with mx.sym.Variable(init=mx.init.*)"
            f"{'; a label is named in Module(label_names=[...])' if name.endswith('label') else ''}"
        )

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Initializer) and type(self) is type(other) and self._kwargs == other._kwargs

    __hash__ = None  # type: ignore[assignment]  # equal by value, and the values may change


register = get_register_func(Initializer, "initializer")
alias = get_alias_func(Initializer, "initializer")
create = get_create_func(Initializer, "initializer")
