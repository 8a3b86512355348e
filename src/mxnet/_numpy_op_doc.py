"""``mxnet._numpy_op_doc``: the functions of the operators ``_np_*``, by the operators' names."""

import inspect

from .numpy_op_signature import _get_builtin_op
from .registry.op import names

for _name in sorted(names()):
    if _name.startswith("_np_"):
        globals()[_name] = _function = _get_builtin_op(_name)
        _function.__signature__ = inspect.signature(_function)
