"""Undocumented functions of PyTorch, and their fallbacks. No other file uses such names.

A later release may rename or change them. Each therefore stands here once, under a name of ours, with the function by
documented names that does the same. It is looked up, and tried on a tiny example, when it is first called: where it is
missing, or gives other results, the documented function takes its place, which the log says once. Callers write
``torch_compat.NAME(...)``; after the first call that is PyTorch's own function, with nothing around it.

Operators that PyTorch documents, for compilers, and ``torch`` has no function for are in :mod:`.operators`.

``MXNET_TORCH_FALLBACKS=1``, or some of the names with commas between, takes the documented functions.
"""

from .choice import *
from .engine import *
from .graphs import *
from .layers import *
from .mathematics import *
from .memory import *
from .onednn import *
from .operators import *
from .rendezvous import *
from .updates import *
