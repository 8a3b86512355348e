"""The part of Module that holds parameters: initialising, setting, reading and saving them."""

from __future__ import annotations

import logging
import warnings
from collections.abc import Callable, Sequence
from typing import Any

from .. import ndarray as nd
from ..checkpoint import write_files
from ..core.errors import MXNetShapeError
from ..initializer import InitDesc, Uniform
from ..model import load_checkpoint
from .base_module import BaseModule
from .param_store import ParamStore


class ParameterModule(BaseModule):
    """A module whose parameters live on the host and, once bound, in an executor group ``_exec_group``.

    ``_arg_params`` and ``_aux_params`` are the host's arrays; ``_params_dirty`` says that an update has made the
    devices' newer.
    """

    def __init__(self, logger: Any = logging) -> None:
        super().__init__(logger=logger)
        self._store = ParamStore()
        self._exec_group: Any = None
        self._preload_opt_states: str | None = None

    @property
    def _arg_params(self) -> dict[str, Any] | None:
        return self._store.arg

    @_arg_params.setter
    def _arg_params(self, value: dict[str, Any] | None) -> None:
        self._store.arg = value

    @property
    def _aux_params(self) -> dict[str, Any] | None:
        return self._store.aux

    @_aux_params.setter
    def _aux_params(self, value: dict[str, Any] | None) -> None:
        self._store.aux = value

    @property
    def _params_dirty(self) -> bool:
        return self._store.dirty

    @_params_dirty.setter
    def _params_dirty(self, value: bool) -> None:
        self._store.dirty = value

    def _sync_params_from_devices(self) -> None:
        self._store.pull()

    def _connect_params(self, shared_module: ParameterModule | None) -> None:
        """Tie the host's parameters to newly bound executors, in the direction in which the values are."""
        group = self._exec_group
        if shared_module is not None:
            self._store = shared_module._store
            self.params_initialized = True
        elif self.params_initialized:
            group.set_params(self._arg_params, self._aux_params)
        else:
            self._arg_params = _host_arrays(group.param_names, group.param_arrays)
            self._aux_params = _host_arrays(group.aux_names, group.aux_arrays)
        self._store.attach(group)

    def get_params(self) -> tuple[dict[str, Any], dict[str, Any]]:
        """Return ``(arg_params, aux_params)``: dicts of arrays on the host with the latest values."""
        self._require("params_initialized")
        if self._params_dirty:
            self._sync_params_from_devices()
        return self._arg_params, self._aux_params

    def init_params(
        self,
        initializer: Any = Uniform(0.01),  # noqa: B008 - the default of the published signature
        arg_params: Any = None,
        aux_params: Any = None,
        allow_missing: bool = False,
        force_init: bool = False,
        allow_extra: bool = False,
    ) -> None:
        """Give every parameter and auxiliary state its value: the one given, else the initializer's.

        Parameters missing from a dict that is given raise RuntimeError unless ``allow_missing``; names that the
        module does not have are ignored. Does nothing but warn when initialised already and not ``force_init``.
        """
        if self.params_initialized and not force_init:
            _warn_ignored("init_params")
            return
        assert self.binded, "call bind before initializing the parameters"
        attrs = self._symbol.attr_dict()
        for given, arrays in ((arg_params, self._arg_params), (aux_params, self._aux_params)):
            for name in sorted(arrays):
                _init_one(InitDesc(name, attrs.get(name)), arrays[name], given, initializer, allow_missing)
        self.params_initialized = True
        self._params_dirty = False
        self._exec_group.set_params(self._arg_params, self._aux_params, allow_extra=allow_extra)

    def set_params(
        self,
        arg_params: Any,
        aux_params: Any,
        allow_missing: bool = False,
        force_init: bool = True,
        allow_extra: bool = False,
    ) -> None:
        """Assign parameters and auxiliary states from dicts.

        With ``allow_missing``, parameters not given keep their values, and names that the module does not have raise
        ValueError unless ``allow_extra``. Without it every parameter has to be there (RuntimeError); other names
        are then ignored, as in MXNet. None or an empty list stands for no auxiliary states.
        """
        aux_params = dict(aux_params or {})
        if not allow_missing:
            super().set_params(arg_params, aux_params, allow_missing, force_init, allow_extra)
        elif self.params_initialized and not force_init:
            _warn_ignored("set_params")
        else:
            assert self.binded, "call bind before initializing the parameters"
            self._exec_group.set_params(arg_params, aux_params, allow_extra=allow_extra)
            self._params_dirty = True
            self.params_initialized = True

    @classmethod
    def load(cls, prefix: str, epoch: int, load_optimizer_states: bool = False, **kwargs: Any) -> Any:
        """Make a module from ``prefix-symbol.json`` and ``prefix-<epoch>.params``; ``kwargs`` as for the constructor.

        With ``load_optimizer_states``, ``prefix-<epoch>.states`` is read when the optimizer is initialised.
        """
        symbol, arg_params, aux_params = load_checkpoint(prefix, epoch)
        module = cls(symbol=symbol, **kwargs)
        module._arg_params, module._aux_params = arg_params, aux_params
        module.params_initialized = True
        if load_optimizer_states:
            module._preload_opt_states = f"{prefix}-{epoch:04d}.states"
        return module

    def save_checkpoint(
        self, prefix: str, epoch: int, save_optimizer_states: bool = False, remove_amp_cast: bool = True
    ) -> None:
        """Write ``prefix-symbol.json`` and ``prefix-<epoch>.params`` with the latest parameters.

        With ``save_optimizer_states`` also ``prefix-<epoch>.states``. A crash on the way leaves the old files whole.
        """
        written = {"checkpoint": f"{prefix}-{epoch:04d}.params"}
        files: dict[str, Callable[[str], Any]] = {written["checkpoint"]: self.save_params}
        if save_optimizer_states:
            written["optimizer state"] = f"{prefix}-{epoch:04d}.states"
            files = {written["optimizer state"]: self.save_optimizer_states, **files}
        write_files(prefix, self._symbol, remove_amp_cast, files)
        for what, path in written.items():
            logging.info('Saved %s to "%s"', what, path)

    def save_optimizer_states(self, fname: str) -> None:
        """Write the optimizer's state to ``fname``."""
        raise NotImplementedError


def _warn_ignored(call: str) -> None:
    warnings.warn(f"Parameters already initialized and force_init=False. {call} call ignored.", stacklevel=3)


def _init_one(desc: InitDesc, array: Any, given: Any, initializer: Any, allow_missing: bool) -> None:
    if given is not None:
        if desc in given:
            _assign(desc, given[desc], array)
            return
        if not allow_missing:
            raise RuntimeError(f"{desc} is not presented")
        if initializer is None:
            return
    if initializer is None:
        raise TypeError(f"{desc} has neither a value nor an initializer")
    initializer(desc, array)


def _assign(name: str, source: Any, target: Any) -> None:
    if source is target:
        return
    if source.shape != target.shape:
        raise MXNetShapeError(f"the value given for {name} has shape {source.shape}, but {target.shape} is bound")
    source.copyto(target)


def _host_arrays(names: Sequence[str], replicas: Sequence[Sequence[Any]]) -> dict[str, Any]:
    arrays = {}
    for name, (first, *_) in zip(names, replicas, strict=True):
        arrays[name] = nd.zeros(first.shape, dtype=first.dtype)
    return arrays
