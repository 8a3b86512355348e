"""A further optimizer: AdaGrad by rows; and where AdamW was."""

from typing import Any

from .. import ndarray as nd
from .adam import AdamW
from .base import published, zeros_of_moments
from .elementwise import Single

__all__ = ["AdamW", "GroupAdaGrad"]


@published({"epsilon": "eps"}, learning_rate=0.01, epsilon=1e-6)
class GroupAdaGrad(Single):
    """AdaGrad with one rate for each row of a matrix, such as an embedding.

    For each row of a weight::

        h = h + mean(g**2)
        w = w - lr * g / sqrt(h + eps)

    Raises
    ------
    AssertionError
        For a weight that is no matrix, and for a weight decay.

    Examples
    --------
    >>> weight, grad = nd.array([[1, 2]]), nd.array([[0.5, -0.1]])
    >>> optimizer = mx.optimizer.contrib.GroupAdaGrad(learning_rate=0.1)
    >>> state = optimizer.create_state(0, weight)
    >>> optimizer.update(0, weight, grad, state)
    >>> print(weight.asnumpy())
    [[0.8613303 2.027734 ]]
    """

    def __init__(self, eps: float = 1e-5, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.float_stable_eps = eps

    def create_state(self, index: Any, weight: Any) -> Any:
        """Return zeros, (rows, 1); AssertionError for a weight that is no matrix."""
        assert len(weight.shape) == 2, f"a matrix is expected, got a weight of shape {weight.shape}"
        return zeros_of_moments(weight, weight.stype, (len(weight), 1))

    def _step(self, weight: Any, grad: Any, state: Any, lr: float, wd: float, count: int) -> None:
        assert wd == 0, "Weight decay is not supported for GroupAdaGrad"
        attributes: dict[str, Any] = {"lr": lr, "epsilon": self.float_stable_eps}
        if grad.stype != "row_sparse":  # whose rows the operator rescales; here 0 is a bound like any other
            grad, attributes = self._rescaled(grad), {**attributes, "rescale_grad": 1.0, "clip_gradient": -1.0}
        self._apply(nd.contrib.group_adagrad_update, weight, grad, state, **attributes)
