"""Metrics of predictions, accumulated batch by batch."""

from collections import OrderedDict  # noqa: F401  (imported from here by programs)

from .. import ndarray  # noqa: F401  (programs use mxnet.metric.ndarray)
from ..base import numeric_types, string_types  # noqa: F401  (imported from here by programs)
from ..core.lazy_imports import imported_later
from .base import EvalMetric, alias, check_label_shapes, register
from .binary import F1, MCC, PCC
from .binary import BinaryClassificationMetrics as _BinaryClassificationMetrics  # noqa: F401
from .classification import (
    Accuracy,
    Caffe,
    CrossEntropy,
    Loss,
    NegativeLogLikelihood,
    Perplexity,
    TopKAccuracy,
    Torch,
)
from .composed import CompositeEvalMetric, CustomMetric, create, np
from .regression import MAE, MSE, RMSE, PearsonCorrelation

__all__ = [
    "F1",
    "MAE",
    "MCC",
    "MSE",
    "PCC",
    "RMSE",
    "Accuracy",
    "Caffe",
    "CompositeEvalMetric",
    "CrossEntropy",
    "CustomMetric",
    "EvalMetric",
    "Loss",
    "NegativeLogLikelihood",
    "PearsonCorrelation",
    "Perplexity",
    "TopKAccuracy",
    "Torch",
    "alias",
    "check_label_shapes",
    "create",
    "np",
    "register",
]

for _name in __all__:
    if isinstance(globals()[_name], type):
        globals()[_name].__module__ = __name__
del _name

__getattr__, __dir__ = imported_later(__name__, {})
