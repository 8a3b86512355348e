"""The base class of recurrent cells: variables, states, gates, and unrolling over time.

A sequence has two forms: one symbol with an axis of time, or a list with a symbol for each step.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from .. import ndarray as nd
from .. import symbol
from ..core.errors import MXNetError, MXNetKeyError
from ..core.text import described

__all__ = ["BaseRNNCell", "RNNParams"]


def take(arrays: dict[str, Any], name: str) -> Any:
    """Take an array out of ``arrays`` and return it; an error that is MXNetError and KeyError where it is missing."""
    if name not in arrays:
        raise MXNetKeyError(f"there is no array {name!r}")
    return arrays.pop(name)


class RNNParams:
    """A container of variables; cells that are given one container share what it holds.

    Parameters
    ----------
    prefix
        What goes before the name of every variable.

    Examples
    --------
    >>> params = mx.rnn.RNNParams("shared_")
    >>> params.get("i2h_weight").name
    'shared_i2h_weight'
    """

    def __init__(self, prefix: str = "") -> None:
        self._prefix = prefix
        self._params: dict[str, Any] = {}

    def get(self, name: str, **kwargs: Any) -> Any:
        """Return the variable ``prefix + name``, made at first use with ``kwargs`` of :func:`mx.sym.Variable`."""
        full_name = self._prefix + name
        if full_name not in self._params:
            self._params[full_name] = symbol.Variable(full_name, **kwargs)
        return self._params[full_name]


#: Splitting leaves no axis of length 1. The JSON of 1.9.1's cells has it as a number.
SQUEEZED: Any = {"squeeze_axis": 1}


def normalize_sequence(
    length: int | None, inputs: Any, layout: str, merge: bool | None, in_layout: str | None = None
) -> tuple[Any, int]:
    """Convert a sequence to the requested form; return it and the number of the axis of time in ``layout``.

    ``merge``: True for one symbol, False for a list, None for whichever ``inputs`` is. ``in_layout`` is the layout of
    ``inputs`` where it is not ``layout``.

    Raises AssertionError for no inputs, for a list of another length, and for a group that would have to be split.
    """
    assert inputs is not None, "unroll(inputs=None): make the input variables outside, and pass them"
    axis = layout.find("T")
    if not isinstance(inputs, symbol.Symbol):
        assert length is None or len(inputs) == length, f"expected {length} inputs, got {len(inputs)}"
        if merge is True:
            return symbol.Concat(*[symbol.expand_dims(step, axis=axis) for step in inputs], dim=axis), axis
        return inputs, axis
    in_axis = axis if in_layout is None else in_layout.find("T")
    if merge is False:
        return _split(length, inputs, in_axis), axis
    return (inputs if axis == in_axis else symbol.swapaxes(inputs, dim1=axis, dim2=in_axis)), axis


def _split(length: Any, inputs: Any, axis: int) -> list[Any]:
    assert len(inputs.list_outputs()) == 1, "unroll takes no group of symbols: pass list(group), or one symbol to split"
    return list(symbol.split(inputs, axis=axis, num_outputs=length, **SQUEEZED))


#: The two matrices of a cell: from the inputs, and from the states before.
SOURCES = ("i2h", "h2h")


class BaseRNNCell:
    """The base of cells. A cell computes one step; :meth:`unroll` makes the graph of a whole sequence.

    A subclass defines :attr:`state_info`, ``_gate_names`` and ``__call__``.

    Parameters
    ----------
    prefix
        What the names of nodes and weights begin with.
    params : RNNParams or None
        Weights to share with other cells; None: weights of its own.

    Examples
    --------
    >>> cell = mx.rnn.RNNCell(num_hidden=8, prefix="rnn_")
    >>> outputs, states = cell.unroll(2, inputs=sym.Variable("data"), merge_outputs=True)
    >>> outputs.list_arguments()
    ['data', 'rnn_i2h_weight', 'rnn_i2h_bias', 'rnn_h2h_weight', 'rnn_h2h_bias']
    >>> outputs.infer_shape(data=(4, 2, 3))[1]
    [(4, 2, 8)]
    """

    def __init__(self, prefix: str = "", params: RNNParams | None = None) -> None:
        self._own_params = params is None
        self._prefix = prefix
        self._params = RNNParams(prefix) if params is None else params
        self._modified = False
        self.reset()

    def __repr__(self) -> str:
        return described(
            self, [f"prefix {self._prefix!r}", f"{n} units" if (n := vars(self).get("_num_hidden")) else ""]
        )

    def reset(self) -> None:
        """Forget which step comes next, so that the cell can be unrolled into another graph."""
        self._init_counter = -1
        self._counter = -1
        for cell in getattr(self, "_cells", ()):
            cell.reset()

    def __call__(self, inputs: Any, states: Sequence[Any]) -> tuple[Any, list[Any]]:
        """Compute one step from ``inputs`` ``(N, C)`` and the states before; return the output and the new states."""
        raise NotImplementedError

    @property
    def params(self) -> RNNParams:
        """The cell's variables, which cells may share."""
        self._own_params = False
        return self._params

    @property
    def state_info(self) -> list[dict[str, Any]]:
        """What describes each state: its ``shape``, 0 where the batch is, and its ``__layout__``."""
        raise NotImplementedError

    @property
    def state_shape(self) -> list[tuple[int, ...]]:
        """The shapes of the states, 0 where the batch is."""
        return [info["shape"] for info in self.state_info]

    #: The ends of the gates' names, in the order in which their rows lie in the matrices.
    _gate_names: Sequence[str] = ()
    #: How many states the cell hands on.
    _num_states = 1

    def _next_step(self) -> str:
        """Count a step and return the beginning of its nodes' names, ``lstm_t0_``."""
        self._counter += 1
        return f"{self._prefix}t{self._counter}_"

    def begin_state(self, func: Callable[..., Any] = symbol.zeros, **kwargs: Any) -> list[Any]:
        """Return the states before the first step, each made by ``func(name=..., shape=..., **kwargs)``.

        ``func`` is a function of symbols, such as ``mx.sym.zeros`` or ``mx.sym.Variable``. Raises AssertionError for
        a cell that is inside a modifier.
        """
        assert not self._modified, "A modified cell is not called directly: call the modifier (e.g. ZoneoutCell)"
        states = []
        for info in self.state_info:
            self._init_counter += 1
            states.append(func(name=f"{self._prefix}begin_state_{self._init_counter}", **{**kwargs, **(info or {})}))
        return states

    def unpack_weights(self, args: Mapping[str, Any]) -> dict[str, Any]:
        """Return ``args`` (arrays by name) with the cell's matrices and biases cut into one for each gate.

        Raises KeyError where one of the cell's arrays is missing.
        """
        args = dict(args)
        if not self._gate_names:
            return args
        hidden: int = self._num_hidden  # type: ignore[attr-defined]  # cells with gates have it
        for source in SOURCES:
            weight, bias = (take(args, f"{self._prefix}{source}_{role}") for role in ("weight", "bias"))
            for i, gate in enumerate(self._gate_names):
                rows = slice(i * hidden, (i + 1) * hidden)
                args[f"{self._prefix}{source}{gate}_weight"] = weight[rows].copy()
                args[f"{self._prefix}{source}{gate}_bias"] = bias[rows].copy()
        return args

    def pack_weights(self, args: Mapping[str, Any]) -> dict[str, Any]:
        """Return ``args`` with the arrays of each gate put together: the reverse of :meth:`unpack_weights`."""
        args = dict(args)
        if not self._gate_names:
            return args
        for source in SOURCES:
            for role in ("weight", "bias"):
                names = [f"{self._prefix}{source}{gate}_{role}" for gate in self._gate_names]
                parts = [take(args, name) for name in names]
                kinds = {(part.shape, part.dtype) for part in parts}
                if len(kinds) > 1:
                    raise MXNetError(f"{', '.join(names)}: expected one shape and data type, got {kinds}")
                args[f"{self._prefix}{source}_{role}"] = nd.concatenate(parts)
        return args

    def unroll(
        self,
        length: int,
        inputs: Any,
        begin_state: Sequence[Any] | None = None,
        layout: str = "NTC",
        merge_outputs: bool | None = None,
    ) -> tuple[Any, list[Any]]:
        """Make the graph of ``length`` steps; return the outputs and the states after the last.

        ``inputs`` is one symbol with axes as ``layout`` says (``NTC`` or ``TNC``), or a list of a symbol ``(N, C)``
        for each step. ``begin_state`` is :meth:`begin_state` unless given. The outputs are one symbol of that layout
        if ``merge_outputs``, a list if it is False, and where it is None whatever comes without further work.
        """
        self.reset()
        return self._unroll(length, inputs, begin_state, layout, merge_outputs)

    def _unroll(self, length: int, inputs: Any, begin: Any, layout: str, merge: bool | None) -> tuple[Any, list[Any]]:
        """Make the graph of a cell that was reset (see :meth:`unroll`), step by step."""
        steps, _ = normalize_sequence(length, inputs, layout, False)
        states: Sequence[Any] = self.begin_state() if begin is None else begin
        outputs = []
        for i in range(length):
            output, states = self(steps[i], states)
            outputs.append(output)
        merged, _ = normalize_sequence(length, outputs, layout, merge)
        return merged, list(states)

    def _get_activation(self, inputs: Any, activation: Any, **kwargs: Any) -> Any:
        """Apply an activation: the name of one, or a function of symbols."""
        if isinstance(activation, str):
            return symbol.Activation(inputs, **{"act_type": activation, **kwargs})
        return activation(inputs, **kwargs)
