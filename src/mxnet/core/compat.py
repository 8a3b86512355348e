"""Reproducing wrong results of MXNet 1.9.1 on request: ``MXNET_STRICT_COMPAT``.

What 1.9.1 computes wrongly is computed rightly here, so that a program which trained well under 1.9.1 may get other
numbers. :data:`LINES` lists where 1.9.1's can be had instead, all or by name; each is looked up where the operator or
optimizer is defined. ``docs/differences.md`` says more about each.
"""

import os
from collections.abc import Iterable
from types import SimpleNamespace
from typing import Any

from .errors import MXNetError

VARIABLE = "MXNET_STRICT_COMPAT"


#: by name each behaviour of 1.9.1 that remx corrects
LINES: dict[str, str] = {
    "batch_norm_gradient": (
        "what is recorded or run as in prediction is differentiated as in training, unless backward is told otherwise"
    ),
    "fully_connected_bias": "a fully connected layer's bias has no gradient where its weight has none",
    "half_precision_states": (
        "optimizers keep means and squares of gradients of float16 weights in float16, as 1.9.1 reads them"
    ),
    "image_saturation": "nd.image mixes colours with blue's share of the brightness alone",
    "lars_momentum": "LARS corrects the momentum of the first weights alone when the rate changes",
    "lbsgd": (
        "LBSGD gathers the gradients of all devices together, and gives the first weight of a step the rate before"
    ),
    "module_update_counts": (
        "schedules and corrections of optimizers start again when a module loads its optimizer's states"
    ),
    "nadam_schedule": "the product of Nadam's momentum schedule grows with every weight",
    "rnn_on_cpu": "RNN passes over sequence lengths and the clipping of states on processors",
    "selu_gradient": "SELU's gradient below zero is lambda * (alpha + y), y being its result",
    "softmax_activation_gradient": (
        "SoftmaxActivation over the last of more than two axes has the gradient of one along axis 1"
    ),
    "softmax_output_out_grad": (
        "SoftmaxOutput(out_grad=True) multiplies its gradient by its output in place of the head gradient"
    ),
    "svrg": "SVRG's gradient over all data has the one before added to it, and lr_mult does not count",
}
#: True for those in force; :func:`choose` changes them
quirks: Any = SimpleNamespace(**dict.fromkeys(LINES, False))


def choose(which: bool | str | Iterable[str]) -> frozenset[str]:
    """Do as 1.9.1 does in everything (True), in nothing (False) or in the quirks named; return what was chosen before.

    Text is what the environment variable may hold: ``1``, ``0``, or names with commas between them. Raises
    :class:`MXNetError` for a name that is not listed.
    """
    before = frozenset(name for name in LINES if getattr(quirks, name))
    names = _names(which)
    for name in LINES:
        setattr(quirks, name, name in names)
    return before


def _names(which: bool | str | Iterable[str]) -> frozenset[str]:
    if isinstance(which, str):
        text = which.strip().lower()
        which = text == "1" if text in ("", "0", "1") else [name.strip() for name in text.split(",")]
    if isinstance(which, bool):
        return frozenset(LINES if which else ())
    names = frozenset(which)
    if not names <= LINES.keys():
        unknown = ", ".join(sorted(names - LINES.keys()))
        raise MXNetError(f"{VARIABLE}: unknown {unknown}; expected 1, 0 or names out of {', '.join(LINES)}")
    return names


choose(os.environ.get(VARIABLE, ""))
