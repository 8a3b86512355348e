"""What programs share; runs on both sides."""

from __future__ import annotations

import mxnet as mx


def raised(action, *args, **kwargs):
    """Return `{"raised": names}`: the classes that catch what a call raises, narrowest first; none when nothing is.

    Ours agrees with MXNet's when it can be caught as MXNet's narrowest class.
    """
    try:
        action(*args, **kwargs)
    except Exception as error:
        return {"raised": [each.__name__ for each in type(error).__mro__]}
    return {"raised": []}


def compute_as_mxnet(*quirks):
    """Switch on what remx corrects: `MXNET_STRICT_COMPAT`. MXNet has no such switch."""
    if hasattr(mx.util, "set_strict_compat"):
        mx.util.set_strict_compat(quirks)
