"""The LSTM cell whose output is projected to another width."""

from __future__ import annotations

from typing import Any

from ...registry.manual import documented
from .cells import _GatedCell, by_name
from .recurrent_cell import shape_text


@documented()
class LSTMPCell(_GatedCell):
    """An :class:`LSTMCell` whose output is multiplied by a matrix (Sak 2014): ``h' = W_r (o * tanh(c'))``.

    Inputs are ``(N, input_size)``, the output is ``(N, projection_size)``; the states are that output, and the memory
    ``(N, hidden_size)``.

    Parameters
    ----------
    hidden_size
        The length of the memory.
    projection_size
        The length of the output.

    Examples
    --------
    >>> cell = gluon.contrib.rnn.LSTMPCell(hidden_size=8, projection_size=3)
    >>> cell.initialize()
    >>> output, states = cell(nd.ones((2, 4)), cell.begin_state(batch_size=2))
    >>> output.shape, states[1].shape
    ((2, 3), (2, 8))
    """

    _gates = 4
    h2r_weight: Any

    def __init__(
        self,
        hidden_size: int,
        projection_size: int,
        i2h_weight_initializer: Any = None,
        h2h_weight_initializer: Any = None,
        h2r_weight_initializer: Any = None,
        i2h_bias_initializer: Any = "zeros",
        h2h_bias_initializer: Any = "zeros",
        input_size: int = 0,
        prefix: str | None = None,
        params: Any = None,
    ) -> None:
        inits = by_name(i2h_weight_initializer, h2h_weight_initializer, i2h_bias_initializer, h2h_bias_initializer)
        inits["h2r_weight"] = h2r_weight_initializer
        self._projection_size = projection_size
        self._init(hidden_size, input_size, inits, prefix, params)

    def _shapes(self) -> dict[str, tuple[int, ...]]:
        rows, hidden, width = self._gates * self._hidden_size, self._hidden_size, self._projection_size
        weights = {"i2h_weight": (rows, self._input_size), "h2h_weight": (rows, width), "h2r_weight": (width, hidden)}
        return {**weights, "i2h_bias": (rows,), "h2h_bias": (rows,)}

    def state_info(self, batch_size: int = 0) -> list[dict[str, Any]]:
        """Two states: the last output ``(N, projection_size)``, and the memory ``(N, hidden_size)``."""
        widths = (self._projection_size, self._hidden_size)
        return [{"shape": (batch_size, width), "__layout__": "NC"} for width in widths]

    def _alias(self) -> str:
        return "lstmp"

    def __repr__(self) -> str:
        return f"{type(self).__name__}({shape_text(self.i2h_weight)} -> {self.h2r_weight.shape[0]})"

    def hybrid_forward(
        self,
        F: Any,
        inputs: Any,
        states: Any,
        i2h_weight: Any,
        h2h_weight: Any,
        h2r_weight: Any,
        i2h_bias: Any,
        h2h_bias: Any,
    ) -> Any:
        """Compute one step."""
        step = self._step()
        i2h, h2h = self._products(F, inputs, states[0], (i2h_weight, h2h_weight, i2h_bias, h2h_bias))
        gates = F.SliceChannel(i2h + h2h, num_outputs=4, name=step + "slice")
        i, f, g, o = (
            F.Activation(gate, act_type="tanh" if name == "c" else "sigmoid", name=step + name)
            for gate, name in zip(gates, "ifco", strict=True)
        )
        memory = F.elemwise_add(f * states[1], i * g, name=step + "state")
        hidden = F.elemwise_mul(o, F.Activation(memory, act_type="tanh"), name=step + "hidden")
        output = F.FullyConnected(
            data=hidden, weight=h2r_weight, num_hidden=self._projection_size, no_bias=True, name=step + "out"
        )
        return output, [output, memory]
