"""Imports what chapters import: each chapter runs in a fork of a process that has done so once."""

import contextlib
import importlib
import os

os.environ["MXNET_HOME"] = "~"  # defaults of functions keep it from their import on: each chapter has a home of its own
for _name in (
    "mxnet.tools.run", "mxnet.gluon.contrib.data.text", "mxnet.gluon.model_zoo.model_store", "mxnet.onnx",
    "IPython.display", "PIL.Image", "cv2", "matplotlib.pyplot", "matplotlib_inline.backend_inline",
    "mpl_toolkits.mplot3d", "pandas", "requests", "scipy", "sklearn", "urllib3",
):  # fmt: skip
    with contextlib.suppress(ImportError):
        importlib.import_module(_name)
