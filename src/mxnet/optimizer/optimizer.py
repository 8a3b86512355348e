"""``mxnet.optimizer.optimizer``: where files of optimizer states say that the classes are."""

from __future__ import annotations

from . import *  # noqa: F403
