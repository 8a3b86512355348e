"""Replicas of a module bound for prediction, for the threads that did not bind it.

Parameters and the program are the module's own; inputs, outputs and shapes are each thread's.
"""

import copy
import threading
from typing import Any
from weakref import WeakKeyDictionary

from ..core.forking import ReentrantLock

#: by module, what a thread holds of it: the executors that a replica was made of, and the replica
_locals: WeakKeyDictionary[Any, threading.local] = WeakKeyDictionary()
_making = ReentrantLock()


def thread_local_of(module: Any) -> threading.local:
    """Return the place for what each thread holds of a module."""
    local = _locals.get(module)
    if local is None:
        with _making:
            local = _locals.setdefault(module, threading.local())
    return local


def of_thread(module: Any) -> Any:
    """Return the module itself in the thread that bound it, or when it is bound for training; else a replica of it.

    A replica has the shapes that were bound, until the thread gives others, and is made anew for other parameters'
    arrays.
    """
    if module.for_training or not module.binded or module._bound_by == threading.get_ident():
        return module
    local = thread_local_of(module)
    group = module._exec_group
    if getattr(local, "group", None) is not group:
        replica = copy.copy(module)
        with _making:  # the thread that bound the module may give it another shape
            replica._exec_group = group.replica()
            replica._data_shapes, replica._label_shapes = group.data_shapes, group.label_shapes
        replica._bound_by = threading.get_ident()
        local.group, local.replica = group, replica
    return local.replica
