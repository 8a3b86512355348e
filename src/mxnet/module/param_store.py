"""The host's copy of a model's parameters, and the device arrays that are ahead of it while training."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..core.context import cpu


def merge_devices(replicas: Sequence[Any], out: Any) -> None:
    """Write the mean of the devices' copies of one parameter into ``out``, in ``out``'s dtype."""
    if len(replicas) == 1:
        replicas[0].copyto(out)
        return
    total = replicas[0].copyto(cpu())
    for replica in replicas[1:]:
        total += replica.as_in_context(cpu())
    mean = (total / len(replicas)).astype(out.dtype)
    (mean if out.stype in ("default", mean.stype) else mean.tostype("default")).copyto(out)


class ParamStore:
    """Parameters and auxiliary states on the host, shared by all modules that share weights.

    Updates happen in the arrays of the devices; ``dirty`` says that the host is behind. Because the store knows those
    arrays itself, bringing the host up to date does not depend on which module is asked or trained last.
    """

    def __init__(self) -> None:
        self.arg: dict[str, Any] | None = None
        self.aux: dict[str, Any] | None = None
        self.dirty = False
        self._replicas: dict[tuple[str, str], list[Any]] = {}

    def attach(self, group: Any) -> None:
        """Follow the arrays of an executor group; where it has names already followed, its arrays take over."""
        pairs = [("arg", group.param_names, group.param_arrays), ("aux", group.aux_names, group.aux_arrays)]
        for kind, names, arrays in pairs:
            for name, replicas in zip(names, arrays, strict=True):
                self._replicas[kind, name] = replicas

    def pull(self) -> None:
        """Bring the host's copies up to date with the devices."""
        hosts = {"arg": self.arg, "aux": self.aux}
        for (kind, name), replicas in self._replicas.items():
            host = hosts[kind]
            if host is not None and name in host:
                merge_devices(replicas, host[name])
        self.dirty = False
