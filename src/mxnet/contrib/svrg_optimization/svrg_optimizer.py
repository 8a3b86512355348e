"""The optimizer that :class:`~.svrg_module.SVRGModule` gives to a key-value store."""

import inspect
from typing import Any

from ... import optimizer as opt

#: The keys of gradients over all data are the names of the parameters with this at the end.
FULL = "_full"
_BASE_OPTIONS = frozenset(inspect.signature(opt.Optimizer.__init__).parameters) - {"self"}


@opt.register
class _AssignmentOptimizer(opt.Optimizer):
    """Sets a value to what is pushed: so a store adds up the gradients of all devices."""

    def update(self, index: Any, weight: Any, grad: Any, state: Any) -> None:
        """Set ``weight`` to ``grad``."""
        weight[:] = grad


@opt.register
class _SVRGOptimizer(opt.Optimizer):
    """Updates parameters by an optimizer, and assigns to the keys that end in ``_full``.

    ``default_optimizer`` is an optimizer or the name of one; other arguments are those of both, the names in
    ``param_idx2name`` include the keys to assign to.
    """

    def __init__(self, default_optimizer: Any, **kwargs: Any) -> None:
        super().__init__(**self._check_params(**kwargs))
        if isinstance(default_optimizer, str):
            default_optimizer = opt.create(default_optimizer, **kwargs)
        self.default_opt = default_optimizer
        self.aux_opt = opt.create(_AssignmentOptimizer.__name__)

    @staticmethod
    def _check_params(**kwargs: Any) -> dict[str, Any]:
        """Return those of the arguments that every optimizer takes."""
        return {name: value for name, value in kwargs.items() if name in _BASE_OPTIONS}

    def _check_index(self, index: Any) -> str:
        """Return the name for an index; a name stands for itself."""
        return index if index in self.idx2name.values() else self.idx2name[index]

    def _responsible(self, index: Any) -> Any:
        return self.aux_opt if self._check_index(index).endswith(FULL) else self.default_opt

    def create_state(self, index: Any, weight: Any) -> Any:
        """Return the state of the optimizer responsible for the key."""
        return self._responsible(index).create_state(index, weight)

    def update(self, index: Any, weight: Any, grad: Any, state: Any) -> None:
        """Update a parameter, or set a gradient over all data."""
        self._responsible(index).update(index, weight, grad, state)
