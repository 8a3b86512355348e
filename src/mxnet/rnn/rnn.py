"""Checkpoints of recurrent networks: files hold the weights by gate, so that fused and other cells read the same."""

import warnings
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from .. import symbol as sym
from ..callback import every
from ..checkpoint import load_checkpoint, save_checkpoint
from ..core.errors import MXNetError
from .base_cell import BaseRNNCell

__all__ = [
    "BaseRNNCell", "do_rnn_checkpoint", "load_checkpoint", "load_rnn_checkpoint", "rnn_unroll", "save_checkpoint",
    "save_rnn_checkpoint",
]  # fmt: skip

Cells = BaseRNNCell | Sequence[BaseRNNCell]


def _listed(cells: Cells) -> Sequence[BaseRNNCell]:
    return [cells] if isinstance(cells, BaseRNNCell) else cells


def rnn_unroll(
    cell: BaseRNNCell,
    length: int,
    inputs: Any = None,
    begin_state: Sequence[Any] | None = None,
    input_prefix: str = "",
    layout: str = "NTC",
) -> tuple[Any, list[Any]]:
    """Unroll a cell: the old form of ``cell.unroll``, with a UserWarning.

    Parameters
    ----------
    cell
        The cell.
    length
        The number of steps.
    inputs
        A symbol, or a list of one for each step; None: the variables ``<input_prefix>t0_data``, ``t1_data``...
    begin_state
        The first states; None: zeros.
    input_prefix
        See ``inputs``.
    layout
        ``'NTC'`` or ``'TNC'``: whether the batch or time comes first.

    Returns
    -------
    ``(outputs, states)``.

    Examples
    --------
    >>> cell = mx.rnn.RNNCell(4, prefix='rnn_')
    >>> outputs, states = cell.unroll(3, sym.Variable('data'), merge_outputs=True)  # in place of rnn_unroll
    >>> outputs.infer_shape(data=(2, 3, 5))[1]
    [(2, 3, 4)]
    """
    warnings.warn("rnn_unroll is deprecated. Please call cell.unroll directly.", stacklevel=2)
    if inputs is None:
        inputs = [sym.Variable(f"{input_prefix}t{i}_data") for i in range(length)]
    return cell.unroll(length, inputs=inputs, begin_state=begin_state, layout=layout)


def save_rnn_checkpoint(
    cells: Cells, prefix: str, epoch: int, symbol: Any, arg_params: Mapping[str, Any], aux_params: Mapping[str, Any]
) -> None:
    """Write a checkpoint (see :func:`mx.model.save_checkpoint`) with the weights of cells cut by gate.

    Parameters
    ----------
    cells
        The cell, or a list of cells, whose weights are concerned.
    prefix
        What the files' names begin with.
    epoch
        The number in the name.
    symbol
        The network.
    arg_params
        Its parameters by name.
    aux_params
        Its auxiliary states by name.

    Examples
    --------
    >>> cell = mx.rnn.LSTMCell(4, prefix='lstm_')
    >>> net, states = cell.unroll(3, sym.Variable('data'), merge_outputs=True)
    >>> shapes = dict(zip(net.list_arguments(), net.infer_shape(data=(2, 3, 5))[0]))
    >>> params = {name: nd.ones(shape) for name, shape in shapes.items() if 'lstm_i2h' in name or 'lstm_h2h' in name}
    >>> mx.rnn.save_rnn_checkpoint(cell, 'model', 1, net, params, {})
    >>> sorted(name for name in nd.load('model-0001.params') if 'i2h' in name)[:2]
    ['arg:lstm_i2h_c_bias', 'arg:lstm_i2h_c_weight']
    """
    for cell in _listed(cells):
        arg_params = cell.unpack_weights(arg_params)
    save_checkpoint(prefix, epoch, symbol, arg_params, aux_params)


def load_rnn_checkpoint(cells: Cells, prefix: str, epoch: int) -> tuple[Any, dict[str, Any], dict[str, Any]]:
    """Read a checkpoint and put the weights together as cells have them.

    Parameters
    ----------
    cells
        The cell, or a list of cells, whose weights are concerned.
    prefix
        What the files' names begin with.
    epoch
        The number in the name.

    Returns
    -------
    ``(symbol, arg_params, aux_params)``.

    Examples
    --------
    >>> cell = mx.rnn.LSTMCell(4, prefix='lstm_')
    >>> net, states = cell.unroll(3, sym.Variable('data'), merge_outputs=True)
    >>> shapes = dict(zip(net.list_arguments(), net.infer_shape(data=(2, 3, 5))[0]))
    >>> params = {name: nd.ones(shape) for name, shape in shapes.items() if 'lstm_i2h' in name or 'lstm_h2h' in name}
    >>> mx.rnn.save_rnn_checkpoint(cell, 'model', 1, net, params, {})
    >>> net, arg_params, aux_params = mx.rnn.load_rnn_checkpoint(cell, 'model', 1)
    >>> sorted(arg_params)
    ['lstm_h2h_bias', 'lstm_h2h_weight', 'lstm_i2h_bias', 'lstm_i2h_weight']
    """
    symbol, arg_params, aux_params = load_checkpoint(prefix, epoch)
    try:
        for cell in _listed(cells):
            arg_params = cell.pack_weights(arg_params)
    except MXNetError as error:
        raise type(error)(f"{prefix}-{int(epoch):04d}.params: {error}") from error
    return symbol, arg_params, aux_params


def do_rnn_checkpoint(cells: Cells, prefix: str, period: int = 1) -> Callable[..., None]:
    """Return an epoch callback that calls :func:`save_rnn_checkpoint`.

    Parameters
    ----------
    cells
        The cell, or a list of cells, whose weights are concerned.
    prefix
        What the files' names begin with.
    period
        Every how many epochs.

    Returns
    -------
    A function for ``epoch_end_callback``.

    Examples
    --------
    >>> callback = mx.rnn.do_rnn_checkpoint(mx.rnn.LSTMCell(8), 'net', period=2)
    """
    return every(period, lambda epoch, *network: save_rnn_checkpoint(cells, prefix, epoch, *network))
