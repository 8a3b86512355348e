"""``mxnet.io.io``: MXNet's module of iterators. Those of files are imported at first use."""

from collections import namedtuple  # noqa: F401  (this and others are imported from here by programs)
from typing import TYPE_CHECKING

from ..base import mx_real_t  # noqa: F401
from ..core.lazy_imports import imported_later
from ..ndarray import NDArray, array, concat, tile  # noqa: F401
from ..ndarray.sparse_arrays import CSRNDArray  # noqa: F401
from .base import DataBatch, DataDesc, DataIter
from .file_iter import MXDataIter
from .ndarray_iter import NDArrayIter
from .utils import _getdata_by_idx, _has_instance, _init_data, _slice_along_batch_axis  # noqa: F401
from .wrappers import PrefetchingIter, ResizeIter

if TYPE_CHECKING:
    from .csv_iter import CSVIter
    from .images.detection import ImageDetRecordIter
    from .images.iterators import (
        ImageRecordInt8Iter,
        ImageRecordIter,
        ImageRecordIter_v1,
        ImageRecordUInt8Iter,
        ImageRecordUInt8Iter_v1,
    )
    from .libsvm_iter import LibSVMIter
    from .mnist_iter import MNISTIter

__all__ = [
    "CSVIter", "DataBatch", "DataDesc", "DataIter", "ImageDetRecordIter", "ImageRecordInt8Iter", "ImageRecordIter",
    "ImageRecordIter_v1", "ImageRecordUInt8Iter", "ImageRecordUInt8Iter_v1", "LibSVMIter", "MNISTIter", "MXDataIter",
    "NDArrayIter", "PrefetchingIter", "ResizeIter",
]  # fmt: skip

#: where the others are
LATER = {
    "CSVIter": "mxnet.io.csv_iter:CSVIter",
    "LibSVMIter": "mxnet.io.libsvm_iter:LibSVMIter",
    "MNISTIter": "mxnet.io.mnist_iter:MNISTIter",
    **{name: f"mxnet.io.images.iterators:{name}" for name in __all__ if name.startswith("ImageRecord")},
    "ImageDetRecordIter": "mxnet.io.images.detection:ImageDetRecordIter",
}

__getattr__, __dir__ = imported_later(__name__, LATER)
