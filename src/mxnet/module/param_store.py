"""The host's copy of a model's parameters, and the device arrays that are newer during training."""

from typing import Any

from .slicing import merge_devices


class ParamStore:
    """Parameters and auxiliary states on the host, shared by all modules that share weights.

    Updates happen in the arrays of the devices; ``dirty`` says that the host's copies are older. The store refers
    to the devices' arrays itself, so :meth:`pull` does not depend on which module was used last.
    """

    def __init__(self) -> None:
        #: by name; None until a module is bound
        self.arg: Any = None
        self.aux: Any = None
        self.dirty = False
        #: whether no other object has the arguments' arrays: they were just read from a file, or made here
        self.exclusive = False
        #: the names of arguments whose array has the memory of the executor's
        self._lent: set[str] = set()
        self._replicas: dict[tuple[str, str], list[Any]] = {}

    def attach(self, group: Any) -> None:
        """Follow the arrays of an executor group; where it has names already followed, its arrays take over."""
        pairs = [("arg", group.param_names, group.param_arrays), ("aux", group.aux_names, group.aux_arrays)]
        for role, names, arrays in pairs:
            for name, replicas in zip(names, arrays, strict=True):
                self._replicas[role, name] = replicas

    def push(self, group: Any, allow_extra: bool = False) -> None:
        """Give a newly bound executor group the values.

        One executor, whose arrays nobody shares, takes the memory of arguments that are nobody else's instead of a
        copy. The host gets arrays of its own when it is asked for them (:meth:`part`).
        """
        self.part()
        if self.exclusive:
            self._lent = group.adopt(self.arg)
            self.exclusive = False
        copied = {name: array for name, array in self.arg.items() if name not in self._lent}
        group.set_params(copied, self.aux, allow_extra=allow_extra)

    def part(self) -> None:
        """Give the host arrays of its own in the place of those lent to an executor."""
        for name in self._lent:
            self.arg[name] = self.arg[name].copy()
        self._lent = set()

    def pull(self) -> None:
        """Bring the host's copies up to date with the devices."""
        hosts = {"arg": self.arg, "aux": self.aux}
        present = {("arg", name) for name in self._lent}
        self.part()
        for (role, name), replicas in self._replicas.items():
            host = hosts[role]
            if host is not None and name in host and (role, name) not in present:
                merge_devices(replicas, host[name])
        self.dirty = False
