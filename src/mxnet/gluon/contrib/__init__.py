"""``mxnet.gluon.contrib``: blocks and helpers that MXNet offers on trial."""

from typing import TYPE_CHECKING

from ...core.lazy_imports import imported_later, modules

if TYPE_CHECKING:
    from . import cnn, data, estimator, nn, rnn  # noqa: F401

__getattr__, __dir__ = imported_later(__name__, modules("cnn", "data", "estimator", "nn", "rnn"))
