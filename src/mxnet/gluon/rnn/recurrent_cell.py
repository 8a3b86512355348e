"""The base class of Gluon's recurrent cells: states, and unrolling over time."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from ... import ndarray
from ..base_block import ArrayT
from ..block import Block, HybridBlock
from ..functions import layer_function
from ..nn.activations import LeakyReLU
from .sequence import format_sequence, get_begin_state, last_valid_states, mask_sequence_variable_length

#: activations that have an operator of their own, which graphs name
_OWN_OPERATOR = ("tanh", "relu", "sigmoid", "softsign")


class RecurrentCell(Block):
    """One step of a recurrent network.

    A subclass gives :meth:`state_info`, and a ``forward(inputs, states)`` that returns the output and the new states.

    Examples
    --------
    >>> cell = gluon.rnn.LSTMCell(8)
    >>> cell.initialize()
    >>> states = cell.begin_state(batch_size=3)
    >>> for step in nd.ones((5, 3, 4)):  # 5 steps, a batch of 3, 4 features
    ...     output, states = cell(step, states)
    >>> output.shape
    (3, 8)
    """

    if TYPE_CHECKING:

        def __call__(  # type: ignore[override]
            self, inputs: ArrayT, states: Sequence[Any]
        ) -> tuple[ArrayT, list[ArrayT]]: ...

    def __init__(self, prefix: str | None = None, params: Any = None) -> None:
        super().__init__(prefix=prefix, params=params)
        self._modified = False
        self.reset()

    def reset(self) -> None:
        """Forget about earlier steps, before the cell is used in another graph or on another sequence.

        Examples
        --------
        >>> cell = gluon.rnn.LSTMCell(8)
        >>> cell.initialize()
        >>> cell.reset()
        """
        self._init_counter = self._counter = -1
        for child in self._children.values():
            if isinstance(child, RecurrentCell):
                child.reset()

    def state_info(self, batch_size: int = 0) -> list[dict[str, Any]]:
        """Return for each state its ``shape`` and ``__layout__``.

        Parameters
        ----------
        batch_size : int
            The length of the batch; 0: an unknown one.

        Returns
        -------
        A list of dicts.

        Examples
        --------
        >>> gluon.rnn.LSTMCell(8).state_info(3)
        [{'shape': (3, 8), '__layout__': 'NC'}, {'shape': (3, 8), '__layout__': 'NC'}]
        """
        raise NotImplementedError(f"{type(self).__name__} has no state_info")

    def begin_state(self, batch_size: int = 0, func: Callable[..., Any] = ndarray.zeros, **kwargs: Any) -> list[Any]:
        """Return the states before the first step, zeros as a rule.

        Parameters
        ----------
        batch_size : int
            The length of the batch; 0: an unknown one, of symbols.
        func : callable
            What makes each, called as ``func(name=..., shape=..., **kwargs)``: a function of ``mx.nd`` or ``mx.sym``,
            such as ``zeros``, ``ones`` or ``var``.
        **kwargs
            Further arguments for ``func``: ``ctx``, ``dtype``.

        Returns
        -------
        A list of arrays or symbols.

        Raises
        ------
        AssertionError
            For a cell within a modifier such as :class:`ZoneoutCell`: ask that for states.

        Examples
        --------
        >>> [state.shape for state in gluon.rnn.LSTMCell(8).begin_state(batch_size=3)]
        [(3, 8), (3, 8)]
        """
        self._refuse_if_modified()
        func = layer_function(func)
        states = []
        for info in self.state_info(batch_size):
            self._init_counter += 1
            states.append(func(name=f"{self._prefix}begin_state_{self._init_counter}", **{**(info or {}), **kwargs}))
        return states

    def _refuse_if_modified(self) -> None:
        assert not self._modified, (
            f"{self.name} is the base of a modifier cell such as ZoneoutCell: ask the modifier for states"
        )

    def unroll(
        self,
        length: int,
        inputs: Any,
        begin_state: Sequence[Any] | None = None,
        layout: str = "NTC",
        merge_outputs: bool | None = None,
        valid_length: Any = None,
    ) -> tuple[Any, list[Any]]:
        """Run the cell over a sequence, step by step.

        Parameters
        ----------
        length : int
            The number of steps.
        inputs
            One array (or symbol), ``(N, T, ...)`` or as ``layout`` says, or a list of ``length`` steps ``(N, ...)``.
        begin_state : list or None
            The states before the first step; None: zeros.
        layout : str
            The axes of an array: ``'NTC'``, or ``'TNC'`` with the steps first.
        merge_outputs : bool or None
            True: the outputs are one array of this layout; False: a list of steps; None: what costs least.
        valid_length : array or None
            How long each sequence is, ``(N,)``: outputs beyond are 0, states those at its end; None: all have
            ``length`` steps.

        Returns
        -------
        The outputs, and the list of the states after the last step.

        Raises
        ------
        AssertionError
            For inputs that do not have ``length`` steps.

        Examples
        --------
        >>> cell = gluon.rnn.LSTMCell(8)
        >>> cell.initialize()
        >>> outputs, states = cell.unroll(5, nd.ones((3, 5, 4)), layout='NTC', merge_outputs=True)
        >>> outputs.shape, [state.shape for state in states]
        ((3, 5, 8), [(3, 8), (3, 8)])
        """
        self.reset()
        return self._unroll(length, inputs, begin_state, layout, merge_outputs, valid_length)

    def _unroll(
        self, length: int, inputs: Any, begin_state: Any, layout: str, merge_outputs: bool | None, valid_length: Any
    ) -> tuple[Any, list[Any]]:
        """Run the cell over a sequence whose steps are counted from the first (see :meth:`unroll`)."""
        inputs, axis, space, batch_size = format_sequence(length, inputs, layout, False)
        states = get_begin_state(self, space, begin_state, inputs, batch_size)
        outputs, history = [], []
        for step in inputs:
            output, states = self(step, states)
            outputs.append(output)
            history.append(states)
        if valid_length is not None:
            states = last_valid_states(space, history, valid_length)
            outputs = mask_sequence_variable_length(space, outputs, length, valid_length, axis, True)
        outputs, *_ = format_sequence(length, outputs, layout, merge_outputs)
        return outputs, states

    def _get_activation(self, F: Any, inputs: Any, activation: Any, **kwargs: Any) -> Any:
        """Apply an activation: a name, a block, or a function; ``kwargs`` (``name``) go to the operator."""
        if activation in _OWN_OPERATOR:
            return getattr(F, activation)(inputs, **kwargs)
        if isinstance(activation, str):
            return F.Activation(inputs, act_type=activation, **kwargs)
        if isinstance(activation, LeakyReLU):
            return F.LeakyReLU(inputs, act_type="leaky", slope=activation._alpha, **kwargs)
        return activation(inputs, **kwargs)

    def _infer_from_position(self, i: int, x: Any, both: bool) -> None:
        """Find the shapes of parameters (see :meth:`HybridRecurrentCell.infer_shape`)."""
        shape = x.shape
        if i > 0:
            output = self._output_shape(shape)
            shape = (*output[:-1], output[-1] * (2 if both else 1))
        self._infer_input(shape)

    def _infer_input(self, shape: tuple[int, ...]) -> None:
        """Set the input width of the weights from the shape of an input."""
        for child in self._children.values():
            if isinstance(child, RecurrentCell):
                child._infer_input(shape)
        weight = self._reg_params.get("i2h_weight")
        if weight is not None and weight._shape is not None:
            weight.shape = (weight._shape[0], shape[-1])

    def _output_shape(self, shape: tuple[int, ...]) -> tuple[int, ...]:
        """Return the shape of the output for an input's shape."""
        states = self.state_info(0)
        return (*shape[:-1], states[0]["shape"][-1]) if states else shape

    def forward(self, inputs: Any, states: Sequence[Any]) -> tuple[Any, list[Any]]:
        """Take one step; calling the cell calls it.

        Parameters
        ----------
        inputs : array
            The input of the step, ``(N, ...)``.
        states : list of arrays
            The states before it.

        Returns
        -------
        The output, and the list of the states after it.

        Examples
        --------
        >>> cell = gluon.rnn.LSTMCell(8)
        >>> cell.initialize()
        >>> output, states = cell(nd.ones((3, 4)), cell.begin_state(batch_size=3))
        >>> output.shape
        (3, 8)
        """
        self._counter += 1
        return super().forward(inputs, states)


class HybridRecurrentCell(RecurrentCell, HybridBlock):
    """A recurrent cell that can be hybridized: a subclass gives :meth:`state_info` and :meth:`hybrid_forward`.

    Examples
    --------
    >>> cell = gluon.rnn.GRUCell(8)
    >>> isinstance(cell, gluon.rnn.HybridRecurrentCell)
    True
    """

    def infer_shape(self, *args: Any) -> None:
        """Find the shapes of parameters from inputs and states, or as MXNet 2: from ``i, x, is_bidirect``.

        ``i`` is the cell's index in a stack, ``x`` an input, of which the last axis counts, ``is_bidirect`` whether
        the cells below run in both directions.
        """
        if args and isinstance(args[0], int):
            self._infer_from_position(*args)
        else:
            super().infer_shape(*args)

    def hybrid_forward(self, F: Any, x: Any, *args: Any, **kwargs: Any) -> Any:
        """Compute one step with the functions of ``F``, ``mx.nd`` or ``mx.sym``."""
        raise NotImplementedError(f"{type(self).__name__} has no hybrid_forward")

    def _step(self) -> str:
        """Return the prefix of the names of this step's nodes."""
        return f"t{self._counter}_"


def shape_text(weight: Any) -> str:
    """Return ``'inputs -> outputs'`` of a weight, as representations show it."""
    return f"{weight.shape[1] or None} -> {weight.shape[0]}"
