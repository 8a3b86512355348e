"""Reproducing wrong results of MXNet 1.9.1 on request: ``MXNET_STRICT_COMPAT``.

What 1.9.1 computes wrongly is computed rightly here, so that a program which trained well under 1.9.1 may get other
numbers. :class:`Quirks` lists where 1.9.1's can be had instead, all or by name; each is looked up where the operator or
optimizer is defined. ``docs/differences.md`` says more about each.
"""

import os
from collections.abc import Iterable
from dataclasses import dataclass, field, fields
from typing import Any

from .errors import MXNetError

VARIABLE = "MXNET_STRICT_COMPAT"


def _quirk(line: str) -> Any:
    return field(default=False, metadata={"line": line})


@dataclass(slots=True)
class Quirks:
    """Switches of behaviours of 1.9.1 that remx corrects; True for 1.9.1's."""

    batch_norm_gradient: bool = _quirk(
        "what is recorded or run as in prediction is differentiated as in training, unless backward is told otherwise"
    )
    fully_connected_bias: bool = _quirk("a fully connected layer's bias has no gradient where its weight has none")
    half_precision_states: bool = _quirk(
        "optimizers keep means and squares of gradients of float16 weights in float16, as 1.9.1 reads them"
    )
    image_saturation: bool = _quirk("nd.image mixes colours with blue's share of the brightness alone")
    lars_momentum: bool = _quirk("LARS corrects the momentum of the first weights alone when the rate changes")
    lbsgd: bool = _quirk(
        "LBSGD gathers the gradients of all devices together, and gives the first weight of a step the rate before"
    )
    module_update_counts: bool = _quirk(
        "schedules and corrections of optimizers start again when a module loads its optimizer's states"
    )
    nadam_schedule: bool = _quirk("the product of Nadam's momentum schedule grows with every weight")
    rnn_on_cpu: bool = _quirk("RNN passes over sequence lengths and the clipping of states on processors")
    selu_gradient: bool = _quirk("SELU's gradient below zero is lambda * (alpha + y), y being its result")
    softmax_activation_gradient: bool = _quirk(
        "SoftmaxActivation over the last of more than two axes has the gradient of one along axis 1"
    )
    softmax_output_out_grad: bool = _quirk(
        "SoftmaxOutput(out_grad=True) multiplies its gradient by its output in place of the head gradient"
    )
    svrg: bool = _quirk("SVRG's gradient over all data has the one before added to it, and lr_mult does not count")


#: those in force; :func:`choose` changes them
quirks = Quirks()
#: by name what each does
LINES: dict[str, str] = {item.name: item.metadata["line"] for item in fields(Quirks)}


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
