"""Running operators: imperative calls, the autograd tape, and graphs lowered to torch.fx.

As ``mxnet.runtime`` it also tells what the build can do: :class:`Features`.
"""

from __future__ import annotations

from .features import Feature, Features, feature_list

__all__ = ["Feature", "Features", "feature_list"]
