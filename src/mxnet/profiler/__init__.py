"""``mx.profiler``: time and memory by operator.

>>> mx.profiler.set_config(profile_all=True, aggregate_stats=True, filename="profile.json")
>>> mx.profiler.set_state("run")
>>> y = mx.nd.ones((100, 100)).sum()
>>> mx.profiler.set_state("stop")
>>> print(mx.profiler.dumps())
<BLANKLINE>
Profile Statistics...
>>> mx.profiler.dump()

Operators appear under their MXNet names, their gradients as ``_backward_<name>``; a running ``torch.profiler`` sees
the names too. With the environment variable ``MXNET_PROFILER_AUTOSTART=1`` the profiler runs from the first import.
On a GPU every operator is waited for while the profiler runs.
"""

from ..core.lazy_imports import public_dir
from . import control, scopes
from .control import *
from .scopes import *

__all__ = control.__all__
__all__ += scopes.__all__

for _name in __all__:
    globals()[_name].__module__ = __name__
del _name

__dir__ = public_dir(__name__)
