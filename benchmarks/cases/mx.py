"""What is timed, in public MXNet API: 1.9.1 and remx run this same text.

A case is a function that prepares and returns `loop(n)`, which does the work n times; `finish` waits for its end.
"""

from __future__ import annotations

import mxnet as mx
from cases.calls.mx import *  # noqa: F403
from cases.detection.mx import *  # noqa: F403
from cases.gluon.mx import *  # noqa: F403
from cases.inference.mx import *  # noqa: F403
from cases.loading.mx import *  # noqa: F403
from cases.module.mx import *  # noqa: F403
from cases.programs.mx import *  # noqa: F403
from cases.sparse.mx import *  # noqa: F403
from cases.text.mx import *  # noqa: F403


def finish():
    """Wait until all work is done."""
    mx.nd.waitall()
