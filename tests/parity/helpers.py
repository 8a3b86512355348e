"""What programs share; runs on both sides."""

from __future__ import annotations


def raised(action, *args, **kwargs):
    """Return the name of the class of error that a call raises, or 'nothing'."""
    try:
        action(*args, **kwargs)
    except Exception as error:
        return type(error).__name__
    return "nothing"
