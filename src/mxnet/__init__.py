"""remx: the Python API of Apache MXNet 1.x on PyTorch.

>>> import mxnet as mx
>>> mx.nd.ones((2, 3)) * 2
<BLANKLINE>
[[2. 2. 2.]
 [2. 2. 2.]]
<NDArray 2x3 @cpu(0)>

Arrays, symbols, Gluon and modules, by which programs predict, are here at once; the other parts of the library are
imported when they are first named.
"""

import importlib
import os
from typing import TYPE_CHECKING

from . import attribute, base, gluon, module, name, ndarray, symbol, util
from . import module as mod
from . import ndarray as nd
from . import symbol as sym
from ._version import REMX_VERSION as __remx_version__
from .attribute import AttrScope
from .base import MXNetError
from .core import environment as _environment
from .core.conflicting_install import warn_of_mxnet as _warn_of_mxnet
from .core.context import Context, cpu, cpu_pinned, current_context, gpu, num_gpus
from .core.lazy_imports import imported_later, modules
from .core.lazy_imports import names_of_mxnet as _names_of_mxnet
from .device import Device, current_device
from .eager import trace as _trace
from .ndarray.numpy import methods as _numpy_methods
from .ops import custom as _custom
from .symbol import binding as _binding
from .util import (
    is_np_array,
    is_np_default_dtype,
    is_np_shape,
    np_array,
    np_default_dtype,
    np_shape,
    set_np_shape,
    use_np,
    use_np_array,
    use_np_default_dtype,
    use_np_shape,
)

if TYPE_CHECKING:
    from . import (
        autograd,
        callback,
        context,
        contrib,
        engine,
        error,
        executor,
        executor_manager,
        image,
        initializer,
        io,
        kvstore,
        libinfo,
        log,
        lr_scheduler,
        metric,
        misc,
        model,
        monitor,
        onnx,
        optimizer,
        random,
        registry,
        rnn,
        runtime,
        test_utils,
        tools,
        visualization,
    )
    from . import image as img
    from . import initializer as init
    from . import kvstore as kv
    from . import monitor as mon
    from . import numpy as np
    from . import numpy_extension as npx
    from . import random as rnd
    from . import visualization as viz
    from .smoke import test

#: The release whose behaviour this is: programs compare it.
__version__ = "1.9.1"

_SHORT = {
    "img": "image", "rnd": "random", "init": "initializer", "kv": "kvstore", "mon": "monitor", "np": "numpy",
    "npx": "numpy_extension", "viz": "visualization",
}  # fmt: skip
_LATER = (
    *("amp", "autograd", "container", "context", "device", "dlpack", "random"),
    *("callback", "contrib", "engine", "error", "executor", "executor_manager", "initializer", "io", "kvstore"),
    *("libinfo", "log", "lr_scheduler", "metric", "misc", "model", "monitor", "optimizer", "registry"),
    *("rnn", "runtime", "test_utils", "visualization"),
    *("image", "notebook", "operator", "profiler", "recordio", "tools"),
    *("library", "rtc"),
    *("numpy", "numpy_extension"),
    *("_deferred_compute", "onnx"),
)


#: What ``from mxnet import *`` brings: all of the library, as with 1.9.1.
__all__ = [
    *("AttrScope", "Context", "MXNetError", "cpu", "cpu_pinned", "current_context", "gpu", "is_np_array"),
    *("is_np_default_dtype", "np_default_dtype", "use_np_default_dtype"),
    *("is_np_shape", "np_array", "np_shape", "num_gpus", "set_np_shape", "use_np", "use_np_array", "use_np_shape"),
    *("attribute", "base", "gluon", "mod", "module", "name", "nd", "ndarray", "sym", "symbol", "util"),
    *_SHORT,
    *_LATER,
]

#: Modules of Python's that importing 1.9.1 brings along, and that programs use after ``import multiprocessing`` alone.
_ALONG = (
    *("ctypes", "http.cookiejar", "logging.handlers", "multiprocessing.pool", "multiprocessing.queues"),
    *("urllib.request", "xml.parsers.expat"),
)
for _module in _ALONG:
    importlib.import_module(_module)
_warn_of_mxnet(os.path.dirname(os.path.dirname(__file__)))


__getattr__, __dir__ = imported_later(
    __name__, {**modules(*_LATER), **{short: f".{full}" for short, full in _SHORT.items()}, "test": ".smoke:test"}
)
base._LIB.modules = {"MXRecordIO": "mxnet.recordio"}
# what lower layers use of higher ones, imported at first use
_trace.control_flow.load = lambda: importlib.import_module("._deferred_compute.control_flow", __name__)
_numpy_methods.protocols.load = lambda: importlib.import_module(".numpy", __name__)
_custom.declarations.load = lambda: importlib.import_module(".operator", __name__)
_binding.executors.load = lambda: importlib.import_module(".executor", __name__)
_names_of_mxnet.load = lambda: importlib.import_module(".tools.names", __name__)

if _environment.word("MXNET_API", ("1", "2")) == "2":
    util.use_v2()
if _environment.flag("MXNET_KEEP_FREED", False):
    util.keep_freed()
if _environment.flag("MXNET_PROFILER_AUTOSTART", False):
    from . import profiler

    profiler.set_state("run")
if os.environ.get("DMLC_ROLE", "worker") != "worker":
    from .kvstore.kvstore_server import leave_unless_worker

    leave_unless_worker()
