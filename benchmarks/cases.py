"""What is timed, in public MXNet API: 1.9.1 and remx run this same text.

A case is a function that prepares and returns `loop(n)`, which does the work n times; `finish` waits for its end.
"""

from __future__ import annotations

import mxnet as mx
from detection_cases import *  # noqa: F403
from gluon_cases import *  # noqa: F403
from half_cases import *  # noqa: F403
from inference_cases import *  # noqa: F403
from loading_cases import *  # noqa: F403
from module_cases import *  # noqa: F403
from overhead_cases import *  # noqa: F403
from text_cases import *  # noqa: F403


def place(device):
    """Return the context, to be entered, in which cases are prepared; device: ``cpu`` or ``gpu``."""
    return getattr(mx, device)()


def finish():
    """Wait until all work is done."""
    mx.nd.waitall()
