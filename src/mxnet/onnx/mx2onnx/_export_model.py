"""Export to ONNX files."""

import logging
import os
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from ... import ndarray as nd
from ... import symbol as sym_module
from ...core.dtypes import canonical
from ...core.errors import MXNetError
from ...core.lazy_imports import require
from ...ops import to_onnx
from ...registry.op import OPS
from ...symbol import Symbol

Shape = tuple[Any, ...]


def export_model(
    sym: Symbol | str | os.PathLike[str],
    params: Mapping[str, Any] | str | os.PathLike[str],
    in_shapes: Sequence[Shape] | None = None,
    in_types: Any = np.float32,
    onnx_file_path: str | os.PathLike[str] = "model.onnx",
    verbose: bool = False,
    dynamic: bool = False,
    dynamic_input_shapes: Sequence[Shape] | None = None,
    run_shape_inference: bool = False,
    input_type: Any = None,
    input_shape: Sequence[Shape] | None = None,
    opset_version: int | None = None,
) -> str:
    """Write a network in prediction mode to an ONNX file and return the file's name.

    Weights of more than 2 GB in total, which one file cannot hold, are written to a second one, ``<file>.data``.

    Parameters
    ----------
    sym : Symbol or str
        The network, or its ``-symbol.json`` file.
    params : dict of str to NDArray, or str
        Its parameters and states by name, with or without ``arg:`` and ``aux:``, or its ``.params`` file.
    in_shapes : list of tuple
        The shapes of the inputs that are not parameters, in the order of ``sym.list_inputs()``. Labels that only losses
        read may be left out. None: the ``shape=`` of the variables.
    in_types : data type or list
        The type of the inputs, or a list of one for each.
    onnx_file_path : str
        The file that is written.
    verbose : bool
        Whether to log every node.
    dynamic : bool
        Whether dimensions may vary: those that are names or None in ``dynamic_input_shapes`` (None: all of them);
        ``in_shapes`` is then an example.
    dynamic_input_shapes : list of tuple, or None
        The shapes with names or None in place of what varies: ``[('batch', 3, 224, 224)]``.
    run_shape_inference : bool
        Whether to add the shapes of all values, inferred by ONNX.
    input_type, input_shape
        Older names of ``in_types`` and ``in_shapes``.
    opset_version : int, optional
        The opset, at least 13; None: the lowest that the network needs.

    Returns
    -------
    The file's name.

    Raises
    ------
    MXNetError
        Naming the node, if ONNX cannot express it or a shape is missing; no file is written then, and an existing one
        is not changed.

    Examples
    --------
    >>> net = sym.FullyConnected(sym.Variable('data'), num_hidden=2, name='fc')
    >>> params = {'fc_weight': nd.ones((2, 3)), 'fc_bias': nd.zeros(2)}
    >>> mx.onnx.export_model(net, params, [(1, 3)], 'float32', 'net.onnx')
    'net.onnx'
    >>> back, args, aux = mx.contrib.onnx.import_model('net.onnx')
    >>> print(back.eval(data=nd.ones((1, 3)), **args)[0].asnumpy())
    [[3. 3.]]
    """
    require("onnx")
    from .convert import convert, save

    shapes = in_shapes if input_shape is None else input_shape
    types = in_types if input_type is None else input_type
    network = sym if isinstance(sym, Symbol) else sym_module.load(os.fspath(sym))
    arrays = params if isinstance(params, Mapping) else _load(params)
    weights = {name.removeprefix("arg:").removeprefix("aux:"): array for name, array in arrays.items()}
    listed = [canonical(item) for item in types] if isinstance(types, (list, tuple)) else canonical(types)
    to_onnx.load()
    open_shapes = dynamic_input_shapes if dynamic else None
    model, constants = convert(network, weights, shapes, listed, open_shapes, dynamic, opset_version)
    if verbose:
        for node in model.graph.node:
            logging.info("%s %s: %s -> %s", node.op_type, node.name, list(node.input), list(node.output))
    return save(model, constants, onnx_file_path, run_shape_inference)


def _load(path: Any) -> Mapping[str, Any]:
    arrays = nd.load(os.fspath(path)) or {}  # a network without parameters has an empty list
    if not isinstance(arrays, dict):
        raise MXNetError(f"{path}: expected a file of parameters by name, got one without names")
    return arrays


def get_operator_support(opset_version: int | None = None) -> list[str]:
    """Return the names of the operators that :func:`export_model` can write.

    Parameters
    ----------
    opset_version
        The opset; none are written below 13. None: the latest.

    Returns
    -------
    A sorted list of names; ``null`` stands for variables.

    Examples
    --------
    >>> 'Convolution' in mx.onnx.get_operator_support()
    True
    """
    to_onnx.load()
    if opset_version is not None and opset_version < 13:
        return []
    return sorted({"null", *(name for name, item in OPS.items() if item.onnx)})
