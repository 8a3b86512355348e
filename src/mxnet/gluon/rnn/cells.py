"""The plain, LSTM and GRU cells."""

from functools import partial
from itertools import zip_longest
from typing import Any

from ...core.shared_methods import Shared
from ...rnn.steps import lstm_step, memory_of
from .recurrent_cell import HybridRecurrentCell, shape_text

#: the parameters of a cell; the last only with a projection
PARAMETERS = ("i2h_weight", "h2h_weight", "i2h_bias", "h2h_bias", "h2r_weight")


class _GatedCell(HybridRecurrentCell, metaclass=Shared):
    """A cell whose gates are affine in its inputs and its last output, all of them in one product each."""

    _gates = 1
    i2h_weight: Any

    def _init(self, hidden_size: int, input_size: int, inits: dict[str, Any], prefix: Any, params: Any) -> None:
        super().__init__(prefix=prefix, params=params)
        self._hidden_size, self._input_size = hidden_size, input_size
        for name, shape in self._shapes().items():
            setattr(self, name, self.params.get(name, shape=shape, init=inits[name], allow_deferred_init=True))

    def _shapes(self) -> dict[str, tuple[int, ...]]:
        """Return the shapes of the parameters, in their order."""
        rows, hidden = self._gates * self._hidden_size, self._hidden_size
        weights = {"i2h_weight": (rows, self._input_size), "h2h_weight": (rows, hidden)}
        return {**weights, "i2h_bias": (rows,), "h2h_bias": (rows,)}

    def state_info(self, batch_size: int = 0) -> list[dict[str, Any]]:
        """One state, the last output ``(N, hidden_size)``."""
        return [{"shape": (batch_size, self._hidden_size), "__layout__": "NC"}]

    def __repr__(self) -> str:
        return f"{type(self).__name__}({shape_text(self.i2h_weight)})"

    def _products(self, F: Any, inputs: Any, last: Any, weights: Any) -> tuple[Any, Any]:
        i2h_weight, h2h_weight, i2h_bias, h2h_bias = weights
        rows, step = self._gates * self._hidden_size, self._step()
        return (
            F.FullyConnected(data=inputs, weight=i2h_weight, bias=i2h_bias, num_hidden=rows, name=step + "i2h"),
            F.FullyConnected(data=last, weight=h2h_weight, bias=h2h_bias, num_hidden=rows, name=step + "h2h"),
        )


def by_name(*initializers: Any) -> dict[str, Any]:
    """Return the initializers of a cell's parameters by the parameters' names, None for those that are not given."""
    return dict(zip_longest(PARAMETERS, initializers))


class RNNCell(_GatedCell):
    """One step with one gate: ``h' = act(W_i x + b_i + W_h h + b_h)`` (Elman 1990).

    Inputs are ``(N, input_size)``, output and state ``(N, hidden_size)``.

    Parameters
    ----------
    hidden_size
        The length of the output and of the state.
    activation
        The function ``act``: the name of an ``Activation``, a ``LeakyReLU`` block, or a function of an array and a
        name.

    Examples
    --------
    >>> cell = gluon.rnn.RNNCell(hidden_size=8)
    >>> cell.initialize()
    >>> output, states = cell(nd.ones((3, 4)), cell.begin_state(batch_size=3))
    >>> output.shape, len(states)
    ((3, 8), 1)
    >>> outputs, states = cell.unroll(5, nd.ones((3, 5, 4)), merge_outputs=True)
    >>> outputs.shape
    (3, 5, 8)
    """

    def __init__(
        self,
        hidden_size: int,
        activation: Any = "tanh",
        i2h_weight_initializer: Any = None,
        h2h_weight_initializer: Any = None,
        i2h_bias_initializer: Any = "zeros",
        h2h_bias_initializer: Any = "zeros",
        input_size: int = 0,
        prefix: str | None = None,
        params: Any = None,
    ) -> None:
        inits = by_name(i2h_weight_initializer, h2h_weight_initializer, i2h_bias_initializer, h2h_bias_initializer)
        self._init(hidden_size, input_size, inits, prefix, params)
        self._activation = activation

    def _alias(self) -> str:
        return "rnn"

    def __repr__(self) -> str:
        return f"{type(self).__name__}({shape_text(self.i2h_weight)}, {self._activation})"

    def hybrid_forward(
        self, F: Any, inputs: Any, states: Any, i2h_weight: Any, h2h_weight: Any, i2h_bias: Any, h2h_bias: Any
    ) -> Any:
        """Compute one step."""
        step = self._step()
        i2h, h2h = self._products(F, inputs, states[0], (i2h_weight, h2h_weight, i2h_bias, h2h_bias))
        total = F.elemwise_add(i2h, h2h, name=step + "plus0")
        output = self._get_activation(F, total, self._activation, name=step + "out")
        return output, [output]


class _RecurrentCell(_GatedCell, shared=True):
    """A cell with gates whose function is ``recurrent_activation``."""

    def __init__(
        self,
        hidden_size: int,
        i2h_weight_initializer: Any = None,
        h2h_weight_initializer: Any = None,
        i2h_bias_initializer: Any = "zeros",
        h2h_bias_initializer: Any = "zeros",
        input_size: int = 0,
        prefix: str | None = None,
        params: Any = None,
        activation: Any = "tanh",
        recurrent_activation: Any = "sigmoid",
    ) -> None:
        inits = by_name(i2h_weight_initializer, h2h_weight_initializer, i2h_bias_initializer, h2h_bias_initializer)
        self._init(hidden_size, input_size, inits, prefix, params)
        self._activation, self._recurrent_activation = activation, recurrent_activation


class LSTMCell(_RecurrentCell):
    """One step with a memory behind gates (Hochreiter and Schmidhuber 1997, forget gate by Gers 1999).

    With ``i, f, g, o`` the gates, in this order in the weights' rows: ``c' = f * c + i * g``, ``h' = o * act(c')``.
    Inputs are ``(N, input_size)``, output and both states ``h, c`` ``(N, hidden_size)``.

    Parameters
    ----------
    hidden_size
        The length of the output and of the state.
    activation
        The function of ``g`` and of ``c'``.
    recurrent_activation
        The function of ``i``, ``f`` and ``o``.

    Examples
    --------
    >>> cell = gluon.rnn.LSTMCell(hidden_size=8)
    >>> cell.initialize()
    >>> output, states = cell(nd.ones((3, 4)), cell.begin_state(batch_size=3))
    >>> output.shape, len(states)
    ((3, 8), 2)
    >>> outputs, states = cell.unroll(5, nd.ones((3, 5, 4)), merge_outputs=True)
    >>> outputs.shape
    (3, 5, 8)
    """

    _gates = 4

    def _alias(self) -> str:
        return "lstm"

    def state_info(self, batch_size: int = 0) -> list[dict[str, Any]]:
        """Two states: the last output and the memory, both ``(N, hidden_size)``."""
        return [{"shape": (batch_size, self._hidden_size), "__layout__": "NC"} for _ in range(2)]

    def hybrid_forward(
        self, F: Any, inputs: Any, states: Any, i2h_weight: Any, h2h_weight: Any, i2h_bias: Any, h2h_bias: Any
    ) -> Any:
        """Compute one step."""
        step = self._step()
        i2h, h2h = self._products(F, inputs, states[0], (i2h_weight, h2h_weight, i2h_bias, h2h_bias))
        gates = F.SliceChannel(F.elemwise_add(i2h, h2h, name=step + "plus0"), num_outputs=4, name=step + "slice")
        acts = (self._recurrent_activation, self._recurrent_activation, self._activation, self._recurrent_activation)
        i, f, g, o = (
            self._get_activation(F, gate, act, name=step + name)
            for gate, act, name in zip(gates, acts, "ifco", strict=True)
        )
        old, new = F.elemwise_mul(f, memory_of(states), name=step + "mul0"), F.elemwise_mul(i, g, name=step + "mul1")
        memory = F.elemwise_add(old, new, name=step + "state")
        shown = F.Activation(memory, act_type=self._activation, name=step + "activation0")
        output = F.elemwise_mul(o, shown, name=step + "out")
        return output, [output, memory]


class GRUCell(_RecurrentCell):
    """One step with a reset and an update gate (Cho 2014), in the form whose kernels cuDNN has.

    ``h' = (1 - z) * n + z * h`` with ``n = act(W_n x + b_n + r * (U_n h + c_n))``; the weights' rows are ``r, z, n``.
    Inputs are ``(N, input_size)``, output and state ``(N, hidden_size)``.

    Parameters
    ----------
    hidden_size
        The length of the output and of the state.
    activation
        The function of ``n``.
    recurrent_activation
        The function of ``r`` and ``z``.

    Examples
    --------
    >>> cell = gluon.rnn.GRUCell(hidden_size=8)
    >>> cell.initialize()
    >>> output, states = cell(nd.ones((3, 4)), cell.begin_state(batch_size=3))
    >>> output.shape, len(states)
    ((3, 8), 1)
    >>> outputs, states = cell.unroll(5, nd.ones((3, 5, 4)), merge_outputs=True)
    >>> outputs.shape
    (3, 5, 8)
    """

    _gates = 3

    def _alias(self) -> str:
        return "gru"

    def hybrid_forward(
        self, F: Any, inputs: Any, states: Any, i2h_weight: Any, h2h_weight: Any, i2h_bias: Any, h2h_bias: Any
    ) -> Any:
        """Compute one step."""
        step, last = self._step(), states[0]
        i2h, h2h = self._products(F, inputs, last, (i2h_weight, h2h_weight, i2h_bias, h2h_bias))
        i2h_r, i2h_z, i2h_n = F.SliceChannel(i2h, num_outputs=3, name=step + "i2h_slice")
        h2h_r, h2h_z, h2h_n = F.SliceChannel(h2h, num_outputs=3, name=step + "h2h_slice")

        def gate(total: Any, name: str, act: Any) -> Any:
            name = f"{step}{name}_act"
            if isinstance(act, str):
                return F.Activation(total, act_type=act, name=name)
            return self._get_activation(F, total, act, name=name)

        reset = gate(F.elemwise_add(i2h_r, h2h_r, name=step + "plus0"), "r", self._recurrent_activation)
        update = gate(F.elemwise_add(i2h_z, h2h_z, name=step + "plus1"), "z", self._recurrent_activation)
        recalled = F.elemwise_mul(reset, h2h_n, name=step + "mul0")
        new = gate(F.elemwise_add(i2h_n, recalled, name=step + "plus2"), "h", self._activation)
        ones = F.ones_like(update, name=step + "ones_like0")
        fresh = F.elemwise_mul(F.elemwise_sub(ones, update, name=step + "minus0"), new, name=step + "mul1")
        output = F.elemwise_add(fresh, F.elemwise_mul(update, last, name=step + "mul20"), name=step + "out")
        return output, [output]


# -- the LSTM cell whose output is projected to another width ---------------------------------------------------------


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
        tanh = partial(F.Activation, act_type="tanh")
        hidden, (_, memory) = lstm_step(F, i2h + h2h, memory_of(states), step, tanh, out="hidden")
        output = F.FullyConnected(
            data=hidden, weight=h2r_weight, num_hidden=self._projection_size, no_bias=True, name=step + "out"
        )
        return output, [output, memory]
