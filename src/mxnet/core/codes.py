"""The codes of data types, storage types and gradient requests, by the private names that programs import.

``from mxnet.ndarray.ndarray import _DTYPE_MX_TO_NP``, and so on; ``mxnet.symbol.symbol`` has some of them too.
"""

from typing import Any

import numpy as np

from .dtypes import CODE_OF, NAMES, np_dtype

#: by 1.9.1's name of a storage type, its number
STORAGE: dict[str, int] = {"undefined": -1, "default": 0, "row_sparse": 1, "csr": 2}

_BFLOAT16 = np.dtype([("bfloat16", np.uint16)])
_NUMPY: dict[Any, int] = {
    None: -1,
    **{_BFLOAT16 if name == "bfloat16" else np_dtype(name): CODE_OF[name] for name in NAMES},
}

PRIVATE: dict[str, Any] = {
    "_DTYPE_NP_TO_MX": _NUMPY,
    "_DTYPE_MX_TO_NP": {code: dtype for dtype, code in _NUMPY.items()},
    "_GRAD_REQ_MAP": {"null": 0, "write": 1, "add": 3},
    "_STORAGE_TYPE_STR_TO_ID": STORAGE,
    "_STORAGE_TYPE_ID_TO_STR": {code: name for name, code in STORAGE.items()},
    **{f"_STORAGE_TYPE_{name.upper()}": code for name, code in STORAGE.items()},
}
