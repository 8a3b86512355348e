"""One step of gated cells, on symbols or arrays: what the matrix products or convolutions gave goes in."""

from collections.abc import Callable
from typing import Any

from ..core.errors import MXNetIndexError


def memory_of(states: Any) -> Any:
    """Return the memory of the two states of a cell; an error of indices where there is one alone."""
    if len(states) < 2:
        raise MXNetIndexError(f"states: expected the output before and the memory, got {len(states)} array")
    return states[1]


def lstm_step(
    F: Any, gates: Any, memory: Any, name: str, activate: Callable[..., Any], out: str = "out", **axis: Any
) -> tuple[Any, list[Any]]:
    """Apply the gates of long short-term memory (Hochreiter and Schmidhuber 1997, with forget gates).

    ``gates`` holds input, forget, new and output gate one after the other along ``axis``; ``memory`` is that before.
    ``activate(values, name=...)`` is the function of the new gate and of the memory. Returns the output, whose
    node is called ``out`` after ``name``, and it and the new memory in a list.
    """
    enter, forget, new, shown = F.SliceChannel(gates, num_outputs=4, name=f"{name}slice", **axis)
    enter = F.Activation(enter, act_type="sigmoid", name=f"{name}i")
    forget = F.Activation(forget, act_type="sigmoid", name=f"{name}f")
    new = activate(new, name=f"{name}c")
    shown = F.Activation(shown, act_type="sigmoid", name=f"{name}o")
    memory = F.elemwise_add(forget * memory, enter * new, name=f"{name}state")
    output = F.elemwise_mul(shown, activate(memory), name=f"{name}{out}")
    return output, [output, memory]


def gru_step(
    F: Any, i2h: Any, h2h: Any, state: Any, prefix: str, name: str, activate: Callable[..., Any], **axis: Any
) -> tuple[Any, list[Any]]:
    """Apply the gates of the gated recurrent unit, in cuDNN's form: the reset gate acts after the matrix product.

    ``i2h`` and ``h2h`` hold the parts of reset, update and new gate one after the other along ``axis``; ``prefix`` is
    what the gates' names begin with, ``name`` what the output's does. Returns the output, and it in a list.
    """
    reset_x, update_x, new_x = F.SliceChannel(i2h, num_outputs=3, name=f"{prefix}i2h_slice", **axis)
    reset_h, update_h, new_h = F.SliceChannel(h2h, num_outputs=3, name=f"{prefix}h2h_slice", **axis)
    reset = F.Activation(reset_x + reset_h, act_type="sigmoid", name=f"{prefix}r_act")
    update = F.Activation(update_x + update_h, act_type="sigmoid", name=f"{prefix}z_act")
    new = activate(new_x + reset * new_h, name=f"{prefix}h_act")
    output = F.elemwise_add((1.0 - update) * new, update * state, name=f"{name}out")
    return output, [output]
