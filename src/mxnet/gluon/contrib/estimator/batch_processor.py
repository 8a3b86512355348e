"""What an estimator does with one batch."""

from typing import Any

from .... import autograd
from ...utils import split_and_load

__all__ = ["BatchProcessor"]


class BatchProcessor:
    """Training on a batch, and evaluating one.

    Batches are pairs of data and label. A subclass changes :meth:`fit_batch` or :meth:`evaluate_batch` for other
    batches, several inputs, or other ways of training.
    """

    def _get_data_and_label(self, batch: Any, ctx: Any, batch_axis: int = 0) -> tuple[Any, Any]:
        """Return the batch cut into parts for the contexts."""
        data, label = (split_and_load(item, ctx, batch_axis, even_split=False) for item in (batch[0], batch[1]))
        return data, label

    def evaluate_batch(self, estimator: Any, val_batch: Any, batch_axis: int = 0) -> tuple[Any, Any, Any, Any]:
        """Run the validation network; return data, labels, predictions and losses, a list of each by context."""
        data, label = self._get_data_and_label(val_batch, estimator.context, batch_axis)
        pred = [estimator.val_net(x) for x in data]
        loss = [estimator.val_loss(y_hat, y) for y_hat, y in zip(pred, label, strict=True)]
        return data, label, pred, loss

    def fit_batch(self, estimator: Any, train_batch: Any, batch_axis: int = 0) -> tuple[Any, Any, Any, Any]:
        """Run the network forwards and backwards; return data, labels, predictions and losses.

        The parameters are updated afterwards, by :class:`GradientUpdateHandler`.
        """
        data, label = self._get_data_and_label(train_batch, estimator.context, batch_axis)
        with autograd.record():
            pred = [estimator.net(x) for x in data]
            loss = [estimator.loss(y_hat, y) for y_hat, y in zip(pred, label, strict=True)]
        for item in loss:
            item.backward()
        return data, label, pred, loss
