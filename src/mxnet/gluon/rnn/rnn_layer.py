"""The fused layers: a whole recurrent network over a whole sequence in one operator."""

from collections.abc import Callable, Iterator
from typing import Any, overload

from ... import ndarray, symbol
from ...core.errors import MXNetError
from ...core.recurrent import GATES, Layout
from ...core.semantics import semantics
from ...core.text import no_array
from ...ndarray import NDArray
from ..base_block import ArrayT
from ..block import HybridBlock
from ..functions import functions_of, layer_function
from ..utils import unknown_length
from .cells import PARAMETERS, GRUCell, LSTMCell, LSTMPCell, RNNCell, by_name
from .containers import BidirectionalCell, DropoutCell, HybridSequentialRNNCell
from .fused_parameter import PiecesInitializer, SideBySide, joined, split
from .sequence import TENSORS

__all__ = ["GRU", "LSTM", "RNN"]

#: the attributes of the operator that layers have under the same names
_OWN_NAMES = (
    "use_sequence_length", "projection_size", "num_layers", "mode", "lstm_state_clip_min", "lstm_state_clip_max",
    "lstm_state_clip_nan",
)  # fmt: skip


class _RNNLayer(HybridBlock):
    """Recurrent layers on top of each other, in one or both directions, with dropout between them.

    Calls are ``layer(inputs)``, which returns the outputs, and ``layer(inputs, states)``, which returns ``outputs,
    new_states``. With ``use_sequence_length=True``, ``sequence_length`` ``(N,)`` follows and says where each sequence
    ends: outputs beyond are 0, states those at the end; without it, ``sequence_length`` is not looked at.

    Parameters
    ----------
    num_layers
        How many layers lie upon each other; each reads the outputs of the one below.
    dropout
        The share of values between layers that is dropped in training; after the last layer nothing is.
    bidirectional
        Whether a second layer reads the sequence backwards, whose outputs are appended to the features.
    dtype
        The type of the parameters and of the states that ``begin_state`` makes.
    """

    def __init__(
        self,
        mode: str,
        sizes: tuple[int, int, int, int | None],
        layout: str,
        dropout: float,
        bidirectional: bool,
        inits: dict[str, Any],
        dtype: Any,
        use_sequence_length: bool = False,
        clip: tuple[float | None, float | None, bool] = (None, None, False),
        **kwargs: Any,
    ) -> None:
        super().__init__(**kwargs)
        assert layout in ("TNC", "NTC"), f"layout {layout!r} is neither 'TNC' nor 'NTC'"
        self._gates = len(GATES[mode])
        self._mode, self._layout, self._dtype = mode, layout, dtype
        self._hidden_size, self._num_layers, self._input_size, self._projection_size = sizes
        self._dropout, self._dir = dropout, 2 if bidirectional else 1
        self._use_sequence_length, self._inits = use_sequence_length, inits
        self._lstm_state_clip_min, self._lstm_state_clip_max, self._lstm_state_clip_nan = clip
        self.skip_states: bool | None = None
        self._weights = Layout(mode, self._hidden_size, self._num_layers, self._dir, self._projection_size)
        if semantics.api == 2:
            size = self._weights.size(self._input_size) if self._input_size else 0
            init = PiecesInitializer(self._weights, inits)
            self.rnn_param = self.params.get(
                "rnn_param", shape=(size,), init=init, allow_deferred_init=True, dtype=dtype
            )
            return
        shapes = dict(self._weights.pieces(self._input_size))
        for name in self._names_in_files(""):
            init, shape = inits[name.partition("_")[2]], shapes[name]
            setattr(self, name, self.params.get(name, shape=shape, init=init, allow_deferred_init=True, dtype=dtype))
        parameters = [getattr(self, name) for name in shapes]
        neighbours = SideBySide(parameters)
        for parameter in parameters:
            parameter._neighbours = neighbours

    def _directions(self) -> Iterator[tuple[int, str]]:
        """Yield the number of each layer with the letters of its directions."""
        for layer in range(self._num_layers):
            for side in ("l", "r")[: self._dir]:
                yield layer, side

    def __repr__(self) -> str:
        parts = [f"{self._width() or None} -> {self._hidden_size}", self._layout]
        parts += [f"num_layers={self._num_layers}"] if self._num_layers != 1 else []
        parts += [f"dropout={self._dropout}"] if self._dropout != 0 else []
        parts += ["bidirectional"] if self._dir == 2 else []
        return f"{type(self).__name__}({', '.join(parts)})"

    def _width(self) -> int:
        """Return the width of the inputs, 0 before it is known."""
        if "rnn_param" in self._reg_params:
            size = (self._reg_params["rnn_param"]._shape or (0,))[0]
            return self._weights.inputs(size) if size > 0 else self._input_size
        lowest: Any = self._reg_params["l0_i2h_weight"]._shape
        return int(lowest[1])

    def _translated(self, arrays: dict[str, Any], prefix: str) -> dict[str, Any]:
        """Return the arrays of a file, those of this layer as it has them: in a vector, or one by one."""
        start = f"{prefix}." if prefix else ""
        if "rnn_param" in self._reg_params:
            names = self._names_in_files(f"{start}_unfused")
            if not all(name in arrays for name in names.values()):
                return arrays
            result = {name: array for name, array in arrays.items() if name not in names.values()}
            return {**result, f"{start}rnn_param": joined(arrays, self._weights, names)}
        if f"{start}rnn_param" not in arrays:
            return arrays
        result = dict(arrays)
        parts = split(result.pop(f"{start}rnn_param").asnumpy(), self._weights)
        names = self._names_in_files(f"{start}_unfused")
        return {**result, **{names[name]: ndarray.array(part, dtype=part.dtype) for name, part in parts.items()}}

    # -- the same network as cells --------------------------------------------------------------------------

    def _names_in_files(self, start: str) -> dict[str, str]:
        """Return the parameters' names in files, those of the equivalent cells."""
        result = {}
        for layer, side in self._directions():
            cell = f"{start}.{layer}." + (f"{side}_cell." if self._dir == 2 else "")
            for name in PARAMETERS if self._projection_size else PARAMETERS[:-1]:
                result[f"{side}{layer}_{name}"] = cell + name
        return result

    def _collect_params_with_prefix(self, prefix: str = "") -> dict[str, Any]:
        """Return the parameters by the names that they have in files: those of the equivalent cells."""
        if "rnn_param" in self._reg_params:
            return super()._collect_params_with_prefix(prefix)
        names = self._names_in_files(f"{prefix}._unfused" if prefix else "_unfused")
        return {path: self._reg_params[name] for name, path in names.items()}

    def unfuse(self) -> HybridSequentialRNNCell:
        """Return cells that compute the same and share this layer's parameters."""
        if "rnn_param" in self._reg_params:
            raise MXNetError(f"{self.name}: in MXNet 2 a layer has one parameter, which cells cannot share")
        stack = HybridSequentialRNNCell(prefix=self.prefix, params=self._params)
        width, out = self._input_size, self._projection_size or self._hidden_size
        with stack.name_scope():
            for layer in range(self._num_layers):
                cells = [self._cell(f"{side}{layer}_", width) for side in ("l", "r")[: self._dir]]
                stack.add(BidirectionalCell(*cells) if self._dir == 2 else cells[0])
                if self._dropout > 0 and layer != self._num_layers - 1:
                    stack.add(DropoutCell(self._dropout))
                width = out * self._dir
        return stack

    def _unfuse(self) -> HybridSequentialRNNCell:
        """Do what :meth:`unfuse` does; MXNet's name for it."""
        return self.unfuse()

    def _cell(self, prefix: str, width: int) -> Any:
        kwargs = {f"{name}_initializer": init for name, init in self._inits.items() if name != "h2r_weight"}
        kwargs |= {"input_size": width, "prefix": prefix}
        if self._projection_size:
            h2r = self._inits["h2r_weight"]
            return LSTMPCell(self._hidden_size, self._projection_size, h2r_weight_initializer=h2r, **kwargs)
        if self._mode in ("lstm", "gru"):
            return (LSTMCell if self._mode == "lstm" else GRUCell)(self._hidden_size, **kwargs)
        return RNNCell(self._hidden_size, activation=self._mode.removeprefix("rnn_"), **kwargs)

    def cast(self, dtype: Any) -> None:
        """Change the type of the parameters, and of the states that :meth:`begin_state` makes."""
        super().cast(dtype)
        self._dtype = dtype

    # -- states ---------------------------------------------------------------------------------------------

    def state_info(self, batch_size: int = 0) -> list[dict[str, Any]]:
        """Return for each state its ``shape``, ``(layers * directions, N, width)``, ``__layout__`` and ``dtype``."""
        widths = [self._projection_size or self._hidden_size]
        widths += [self._hidden_size] if self._mode == "lstm" else []
        count = self._num_layers * self._dir
        return [{"shape": (count, batch_size, w), "__layout__": "LNC", "dtype": self._dtype} for w in widths]

    def begin_state(self, batch_size: int = 0, func: Callable[..., Any] = ndarray.zeros, **kwargs: Any) -> list[Any]:
        """Return the states before the first step: for each one ``func(name=..., shape=..., dtype=..., **kwargs)``."""
        func = layer_function(func)
        infos = enumerate(self.state_info(batch_size))
        return [func(name=f"{self.prefix}h0_{i}", **{**info, **kwargs}) for i, info in infos]

    # -- calls ----------------------------------------------------------------------------------------------

    @overload
    def __call__(self, inputs: ArrayT, states: None = None, sequence_length: Any = None) -> ArrayT: ...
    @overload
    def __call__(self, inputs: ArrayT, states: Any, sequence_length: Any = None) -> tuple[ArrayT, list[ArrayT]]: ...
    def __call__(self, inputs: Any, states: Any = None, sequence_length: Any = None, **kwargs: Any) -> Any:
        """Run the layers over ``inputs``, ``(T, N, C)`` or ``(N, T, C)``; see the class."""
        skip = states is None
        if skip:
            states = self._zero_states(inputs)
        elif isinstance(states, TENSORS):
            states = [states]
        if self.skip_states is not None and self.skip_states != skip:
            self._clear_cached_op()  # what is cached returns states, or does not
        self.skip_states = skip
        more = (sequence_length,) if self._use_sequence_length else ()
        return super().__call__(inputs, states, *more, **kwargs)

    def _zero_states(self, inputs: Any) -> list[Any]:
        zeros = functions_of(inputs).zeros
        if isinstance(inputs, symbol.Symbol):
            return self.begin_state(unknown_length(), func=zeros)
        if not isinstance(inputs, NDArray):
            raise AssertionError(f"{self.name}: an input must have NDArray type, but got {no_array(inputs)}")
        batch = inputs.shape[self._layout.find("N")]
        return self.begin_state(batch, func=zeros, ctx=inputs.context, dtype=inputs.dtype)

    def hybrid_forward(  # type: ignore[override]
        self, F: Any, inputs: Any, states: Any, sequence_length: Any = None, **kwargs: Any
    ) -> Any:
        """Compute outputs and new states."""
        if isinstance(inputs, ndarray.NDArray):
            self._check_states(inputs.shape[self._layout.find("N")], states)
        if self._layout == "NTC":
            inputs = F.swapaxes(inputs, dim1=0, dim2=1)
        parameters = kwargs.get("rnn_param")
        if parameters is None:
            packed = [kwargs[name].reshape(-1) for name, _ in self._weights.pieces(0)]
            parameters = F._internal._rnn_param_concat(*packed, dim=0)
        lengths = {} if sequence_length is None else {"sequence_length": sequence_length}
        outputs, *states = F.RNN(inputs, parameters, *states, **lengths, **self._attributes())
        if self._layout == "NTC":
            outputs = F.swapaxes(outputs, dim1=0, dim2=1)
        return outputs if self.skip_states else (outputs, states)

    def _check_states(self, batch_size: int, states: Any) -> None:
        infos = self.state_info(batch_size)
        if len(states) != len(infos):
            raise MXNetError(f"{self.name}: expected {len(infos)} states, got {len(states)}")
        for state, info in zip(states, infos, strict=True):
            if state.shape != info["shape"]:
                raise ValueError(f"{self.name}: expected a state of shape {info['shape']}, got {state.shape}")

    def _attributes(self) -> dict[str, Any]:
        sizes = {"state_size": self._hidden_size, "bidirectional": self._dir == 2, "p": self._dropout}
        return {name: getattr(self, f"_{name}") for name in _OWN_NAMES} | sizes | {"state_outputs": True}


class RNN(_RNNLayer):
    """Plain recurrent layers: ``h' = act(W_i x + b_i + W_h h + b_h)``.

    ``layer(inputs)`` returns the outputs, ``(T, N, hidden_size * directions)``, and begins with states of zeros;
    ``layer(inputs, states)`` returns ``outputs, new_states``. The one state is ``(num_layers * directions, N,
    hidden_size)``. Its parameters are those of the cells: ``l0_i2h_weight``, ``l0_h2h_weight``, ``l0_i2h_bias``,
    ``l0_h2h_bias``, with ``r0_`` those of the other direction. With ``use_sequence_length=True`` (a keyword) a third
    argument ``sequence_length`` ``(N,)`` says where each sequence ends: outputs beyond are 0, states those at the end.

    Parameters
    ----------
    layout : 'TNC' or 'NTC'
        The order of the axes of inputs and outputs: T the steps, N the batch, C the features. States have one order
        always.
    activation : 'relu' or 'tanh'
        The function ``act``; KeyError for another.

    Examples
    --------
    >>> layer = gluon.rnn.RNN(hidden_size=8, num_layers=2)
    >>> layer.initialize()
    >>> inputs = nd.ones((5, 3, 4))  # 5 steps, a batch of 3, 4 features
    >>> layer(inputs).shape
    (5, 3, 8)
    >>> outputs, states = layer(inputs, layer.begin_state(batch_size=3))
    >>> [state.shape for state in states]
    [(2, 3, 8)]
    """

    def __init__(
        self,
        hidden_size: int,
        num_layers: int = 1,
        activation: str = "relu",
        layout: str = "TNC",
        dropout: float = 0,
        bidirectional: bool = False,
        i2h_weight_initializer: Any = None,
        h2h_weight_initializer: Any = None,
        i2h_bias_initializer: Any = "zeros",
        h2h_bias_initializer: Any = "zeros",
        input_size: int = 0,
        dtype: Any = "float32",
        **kwargs: Any,
    ) -> None:
        inits = by_name(i2h_weight_initializer, h2h_weight_initializer, i2h_bias_initializer, h2h_bias_initializer)
        sizes = (hidden_size, num_layers, input_size, None)
        super().__init__("rnn_" + activation, sizes, layout, dropout, bidirectional, inits, dtype, **kwargs)


class LSTM(_RNNLayer):
    """Long short-term memory layers (see :class:`LSTMCell`).

    ``layer(inputs)`` returns the outputs, ``(T, N, hidden_size * directions)``, and begins with states of zeros;
    ``layer(inputs, states)`` returns ``outputs, new_states``. The states are the last output, ``(num_layers *
    directions, N, projection_size or hidden_size)``, and the memory, with ``hidden_size``. Its parameters are those of
    the cells: ``l0_i2h_weight``, ``l0_h2h_weight``, ``l0_i2h_bias``, ``l0_h2h_bias``, with ``r0_`` those of the other
    direction. With ``use_sequence_length=True`` (a keyword) a third argument ``sequence_length`` ``(N,)`` says where
    each sequence ends: outputs beyond are 0, states those at the end.

    Parameters
    ----------
    layout : 'TNC' or 'NTC'
        The order of the axes of inputs and outputs: T the steps, N the batch, C the features. States have one order
        always.
    projection_size
        The length to which outputs are projected (see :class:`LSTMPCell`); None: they are not.
    state_clip_min
        The least value of the memory after a step; None: no bound.
    state_clip_max
        The greatest value of the memory after a step; None: no bound.
    state_clip_nan
        Without effect.

    Examples
    --------
    >>> layer = gluon.rnn.LSTM(hidden_size=8, num_layers=2)
    >>> layer.initialize()
    >>> inputs = nd.ones((5, 3, 4))  # 5 steps, a batch of 3, 4 features
    >>> layer(inputs).shape
    (5, 3, 8)
    >>> outputs, states = layer(inputs, layer.begin_state(batch_size=3))
    >>> [state.shape for state in states]
    [(2, 3, 8), (2, 3, 8)]
    """

    def __init__(
        self,
        hidden_size: int,
        num_layers: int = 1,
        layout: str = "TNC",
        dropout: float = 0,
        bidirectional: bool = False,
        input_size: int = 0,
        i2h_weight_initializer: Any = None,
        h2h_weight_initializer: Any = None,
        i2h_bias_initializer: Any = "zeros",
        h2h_bias_initializer: Any = "zeros",
        projection_size: int | None = None,
        h2r_weight_initializer: Any = None,
        state_clip_min: float | None = None,
        state_clip_max: float | None = None,
        state_clip_nan: bool = False,
        dtype: Any = "float32",
        **kwargs: Any,
    ) -> None:
        inits = by_name(i2h_weight_initializer, h2h_weight_initializer, i2h_bias_initializer, h2h_bias_initializer)
        inits["h2r_weight"] = h2r_weight_initializer
        sizes, clip = (hidden_size, num_layers, input_size, projection_size), (state_clip_min, state_clip_max)
        super().__init__(
            "lstm", sizes, layout, dropout, bidirectional, inits, dtype, clip=(*clip, state_clip_nan), **kwargs
        )


class GRU(_RNNLayer):
    """Gated recurrent layers (see :class:`GRUCell`).

    ``layer(inputs)`` returns the outputs, ``(T, N, hidden_size * directions)``, and begins with states of zeros;
    ``layer(inputs, states)`` returns ``outputs, new_states``. The one state is ``(num_layers * directions, N,
    hidden_size)``. Its parameters are those of the cells: ``l0_i2h_weight``, ``l0_h2h_weight``, ``l0_i2h_bias``,
    ``l0_h2h_bias``, with ``r0_`` those of the other direction. With ``use_sequence_length=True`` (a keyword) a third
    argument ``sequence_length`` ``(N,)`` says where each sequence ends: outputs beyond are 0, states those at the end.

    Parameters
    ----------
    layout : 'TNC' or 'NTC'
        The order of the axes of inputs and outputs: T the steps, N the batch, C the features. States have one order
        always.

    Examples
    --------
    >>> layer = gluon.rnn.GRU(hidden_size=8, num_layers=2)
    >>> layer.initialize()
    >>> inputs = nd.ones((5, 3, 4))  # 5 steps, a batch of 3, 4 features
    >>> layer(inputs).shape
    (5, 3, 8)
    >>> outputs, states = layer(inputs, layer.begin_state(batch_size=3))
    >>> [state.shape for state in states]
    [(2, 3, 8)]
    """

    def __init__(
        self,
        hidden_size: int,
        num_layers: int = 1,
        layout: str = "TNC",
        dropout: float = 0,
        bidirectional: bool = False,
        input_size: int = 0,
        i2h_weight_initializer: Any = None,
        h2h_weight_initializer: Any = None,
        i2h_bias_initializer: Any = "zeros",
        h2h_bias_initializer: Any = "zeros",
        dtype: Any = "float32",
        **kwargs: Any,
    ) -> None:
        inits = by_name(i2h_weight_initializer, h2h_weight_initializer, i2h_bias_initializer, h2h_bias_initializer)
        sizes = (hidden_size, num_layers, input_size, None)
        super().__init__("gru", sizes, layout, dropout, bidirectional, inits, dtype, **kwargs)
