"""The parameters of ``mx.npx``'s functions with MXNet 2's interface, where they differ from 1.9.1's operators."""

import functools
import inspect
from collections.abc import Callable
from typing import Any

from ..ndarray import numpy_extension as _op
from ..ndarray.numpy import ndarray

_CONVOLUTION = "data weight bias kernel stride dilate pad {}num_filter=1 num_group workspace no_bias=False"

#: name -> parameters by position: ``x:data`` is the operator's ``data``, ``eps=0.001`` has another default there
_PARAMETERS = {
    "activation": "data act_type=relu",
    "batch_dot": "a:lhs b:rhs transpose_a transpose_b forward_stype",
    "batch_norm": "x:data gamma beta running_mean:moving_mean running_var:moving_var eps momentum fix_gamma "
    "use_global_stats output_mean_var axis cudnn_off min_calib_range max_calib_range",
    "convolution": _CONVOLUTION.format("") + " cudnn_tune cudnn_off layout",
    "deconvolution": _CONVOLUTION.format("adj target_shape ") + " cudnn_tune cudnn_off layout",
    "fully_connected": "x:data weight bias num_hidden no_bias=True flatten",
    "group_norm": "data gamma beta num_groups eps=0.001 output_mean_var",
    "layer_norm": "data gamma beta axis eps output_mean_var",
    "log_softmax": "data axis length temperature use_length dtype",
    "one_hot": "data:indices depth on_value off_value dtype",
    "pick": "data index axis mode keepdims",
    "pooling": "data kernel stride pad pool_type pooling_convention global_pool cudnn_off p_value count_include_pad "
    "layout",
    "rnn": "data parameters state state_cell sequence_length mode state_size num_layers bidirectional state_outputs p "
    "use_sequence_length projection_size lstm_state_clip_min lstm_state_clip_max lstm_state_clip_nan",
    "softmax": "data length axis temperature use_length dtype",
}
#: functions whose ``axis=None`` is a value, not "not given"
_AXIS_OF_NONE = {"pick"}
NAMES = frozenset(_PARAMETERS)


def with_parameters(name: str, function: Callable[..., Any]) -> Callable[..., Any]:
    """Return ``function`` of ``mx.npx`` called as in MXNet 2: None is "not given", ``no_bias`` leaves a bias out.

    1.9.1's names and ``out`` are taken as keywords, too.
    """
    names, renamed, defaults = [], {}, {}
    for parameter in _PARAMETERS[name].split():
        parameter, _, default = parameter.partition("=")
        public, _, operator_name = parameter.partition(":")
        names.append(public)
        renamed[public] = operator_name or public
        if default:
            defaults[public] = {"True": True, "False": False}.get(default, default)
    stays = {"axis"} if name in _AXIS_OF_NONE else frozenset()
    ignores_bias = name == "fully_connected"

    @functools.wraps(function)
    def call(*args: Any, **kwargs: Any) -> Any:
        if len(args) > len(names):
            raise TypeError(f"{name}() takes {len(names)} positional arguments but {len(args)} were given")
        values = dict(zip(names, args, strict=False))
        for key in values:
            if key in kwargs:
                raise TypeError(f"{name}() got multiple values for argument {key!r}")
        values = defaults | values | kwargs
        arguments = {renamed.get(k, k): v for k, v in values.items() if v is not None or k in stays}
        if ignores_bias and arguments.get("no_bias"):
            arguments.pop("bias", None)
        return function(**arguments)

    call.__signature__ = inspect.Signature(  # type: ignore[attr-defined]
        [
            *(inspect.Parameter(n, inspect.Parameter.POSITIONAL_OR_KEYWORD, default=defaults.get(n)) for n in names),
            inspect.Parameter("kwargs", inspect.Parameter.VAR_KEYWORD),
        ]
    )
    return call


# -- functions of mx.npx that have their own arguments -----------------------------------------------------------------


def reshape(a: ndarray, newshape: Any, reverse: bool = False, order: str = "C") -> ndarray:
    """Return an array in another shape, which may be given by codes.

    Parameters
    ----------
    a
        The array.
    newshape
        Lengths and codes: -1 takes what is left over, -2 copies a length, -3 skips a length of 1, -4 copies all further
        lengths, -5 multiplies two lengths, -6 splits one into the two numbers that follow, of which one may be -1.
    reverse
        Whether lengths and codes are matched from the last axis on.
    order
        Only 'C', row by row.

    Returns
    -------
    An array with the same elements.

    See Also
    --------
    numpy.reshape : NumPy's, whose only code is -1.

    Examples
    --------
    >>> a = mx.np.ones((2, 3, 8))
    >>> mx.npx.reshape(a, (-2, -2, 2, -1)).shape
    (2, 3, 2, 4)
    >>> mx.npx.reshape(a, (-5, -4)).shape
    (6, 8)
    >>> mx.npx.reshape(a, (-6, 1, -1, -4)).shape
    (1, 2, 3, 8)
    """
    return _op.reshape(a, newshape=newshape, reverse=reverse, order=order)


def nonzero(a: ndarray) -> ndarray:
    """Return the places of the elements that are not 0.

    Parameters
    ----------
    a
        The array; a number counts as a vector.

    Returns
    -------
    An array ``(count, axes)`` of int64: a row of indices for each element. (``mx.np.nonzero`` returns a tuple with an
    array for each axis.)

    Examples
    --------
    >>> print(mx.npx.nonzero(mx.np.array([[0, 5], [6, 0]])))
    [[0 1]
     [1 0]]
    """
    return _op.nonzero(a)


def constraint_check(x: ndarray, msg: str) -> ndarray:
    """Check that all elements of an array of bools are true, also in a graph.

    Parameters
    ----------
    x
        The array of bools.
    msg
        What the error says.

    Returns
    -------
    True, an array without axes: multiply by it so that a graph keeps the check.

    Raises
    ------
    ValueError
        Where an element is false.

    Examples
    --------
    >>> scale = mx.np.array([1.0, 2.0])
    >>> print(scale * mx.npx.constraint_check(scale > 0, 'scale has to be positive'))
    [1. 2.]
    """
    return _op.constraint_check(x, msg=msg)
