"""Objects of Python between processes: pickled, so that only processes which trust each other may use this."""

import pickle
from collections.abc import Mapping
from types import MethodType
from typing import Any

import numpy as np

from ... import autograd
from ... import ndarray as nd
from ...gluon.parameter import Parameter
from ...gluon.parameter_dict import ParameterDict
from ...ndarray import NDArray
from .mpi_ops import allgather, broadcast_, broadcast_all
from .world import rank, size

__all__ = ["allgather_object", "broadcast_object", "broadcast_parameters"]


def broadcast_object(obj: Any, root_rank: int = 0, name: str | None = None) -> Any:
    """Return the object of process ``root_rank``: itself there, a copy in the others.

    ``name`` stands in errors. The object must be one that ``pickle`` can write. Raises :class:`MXNetError` as
    :func:`broadcast` does.
    """
    name = name or "object"
    is_root = rank() == root_rank
    data = pickle.dumps(obj) if is_root else b""
    length = broadcast_(nd.array([len(data)], dtype="int64"), root_rank, f"{name}: length").asscalar()
    content = _array(data) if is_root else nd.zeros(int(length), dtype="uint8")
    broadcast_(content, root_rank, name)
    return obj if is_root else pickle.loads(content.asnumpy().tobytes())


def allgather_object(obj: Any, name: str | None = None) -> list[Any]:
    """Return the objects of all processes, by rank: copies, the own one too. See :func:`broadcast_object`."""
    name = name or "object"
    pickled = pickle.dumps(obj)
    counts = allgather(nd.array([len(pickled)], dtype="int64"), f"{name}: length").asnumpy()
    data = allgather(_array(pickled), name).asnumpy().tobytes()
    ends = np.cumsum(counts)
    return [pickle.loads(data[ends[i] - counts[i] : ends[i]]) for i in range(size())]


def _array(data: bytes) -> Any:
    return nd.array(np.frombuffer(data, dtype=np.uint8), dtype="uint8")


# -- starting from the same parameters ---------------------------------------------------------------------------------


def broadcast_parameters(
    params: Mapping[str, Any] | ParameterDict, root_rank: int = 0, prefix: str | None = None
) -> None:
    """Give all processes the parameters of process ``root_rank``.

    ``params`` are those of ``Block.collect_params()``, or a dict of arrays such as ``Module.get_params()`` returns.
    A parameter whose initialization waits for its shape is sent as soon as it is initialized, in the first forward
    pass, which all processes must then do. ``prefix`` comes before the names of parameters, which must be the same in
    all processes.

    Raises ValueError for anything else, or a parameter that is not initialized; :class:`MXNetError`, in all processes,
    for shapes, types or names that differ.
    """
    if not isinstance(params, (Mapping, ParameterDict)):
        raise ValueError(f"invalid params of type: {type(params)}")
    names, arrays = [], []
    for key, value in sorted(params.items()):
        name = f"{prefix or ''}{key}"
        if not isinstance(value, (Parameter, NDArray)):
            raise ValueError(f"invalid params of type: {type(params)}: {key}: expected an array or a parameter")
        if isinstance(value, Parameter) and value._data is None:
            _broadcast_later(value, root_rank, name)
            continue
        names.append(name)
        arrays.append(value if isinstance(value, NDArray) else value.data(value.list_ctx()[0]))
    if size() == 1 or not arrays:
        return
    with autograd.pause():
        broadcast_all(arrays, root_rank, labels=names)
        for value in params.values():
            if isinstance(value, Parameter) and value._data is not None:
                _copy_to_contexts(value)


def _broadcast_later(param: Parameter, root_rank: int, name: str) -> None:
    """Have a parameter sent when it gets its first values."""
    if not param._deferred_init:
        raise ValueError(f"broadcast_parameters: Parameter '{name}' has not been initialized: call initialize() first")

    def initialize(self: Parameter, *args: Any, **kwargs: Any) -> None:
        del vars(self)["_init_impl"]
        self._init_impl(*args, **kwargs)
        if size() > 1:
            with autograd.pause():
                broadcast_all([self.data(self.list_ctx()[0])], root_rank, labels=[name])
                _copy_to_contexts(self)

    vars(param)["_init_impl"] = MethodType(initialize, param)


def _copy_to_contexts(param: Parameter) -> None:
    """Copy a parameter's values in its first context to the others."""
    first, *others = param.list_data()
    for array in others:
        first.copyto(array)
