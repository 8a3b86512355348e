"""Parameters that are not trained."""

import itertools
import warnings
from typing import Any

from .. import initializer
from .. import ndarray as nd
from ..registry.manual import documented
from .functions import array_of
from .parameter import Parameter

_numbers = itertools.count()


@documented()
class Constant(Parameter):
    """A parameter that is not trained: ``Constant(name, value)``, or, as in MXNet 2, ``Constant(value)``.

    Parameters
    ----------
    name
        Its name.
    value
        An array, or what :func:`mxnet.nd.array` takes, under NumPy semantics :func:`mxnet.np.array`.

    Examples
    --------
    >>> class Shift(gluon.HybridBlock):
    ...     def __init__(self, **kwargs):
    ...         super().__init__(**kwargs)
    ...         self.by = self.params.get_constant('by', nd.array([10]))
    ...     def hybrid_forward(self, F, x, by):
    ...         return F.broadcast_add(x, by)
    >>> net = Shift()
    >>> net.initialize()
    >>> print(net(nd.array([1, 2])).asnumpy())
    [11. 12.]
    """

    def __init__(self, name: Any = "const", value: Any = None) -> None:
        if value is None:
            name, value = "const", name
        if not isinstance(value, nd.NDArray):
            value = array_of(value)
        self.value = value

        class Init(initializer.Initializer):
            def _init_weight(self, _: str, array: Any) -> None:
                value.copyto(array)

        # graphs name the initializer in the attributes of their variables
        registered = f"Constant_{name}_{next(_numbers)}"
        initializer.alias(registered)(Init)
        super().__init__(name, grad_req="null", shape=value.shape, dtype=value.dtype, init=registered)

    @property
    def grad_req(self) -> Any:
        """``'null'``: setting anything else warns and does nothing."""
        return "null"

    @grad_req.setter
    def grad_req(self, req: str) -> None:
        self._grad_req = "null"
        if req != "null":
            warnings.warn(
                f'Constant parameter "{self.name}" does not support grad_req other than "null", and new value "{req}" '
                "is ignored.",
                stacklevel=2,
            )
