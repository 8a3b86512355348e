"""``mxnet.error``: classes of errors, and how to add one."""

from .base import MXNetError, register_error

__all__ = ["InternalError", "MXNetError", "register", "register_error"]

register = register_error


@register_error
class InternalError(MXNetError):
    """Something in the library itself is wrong; the message asks to report it."""

    def __init__(self, msg: str) -> None:
        hint = "This is a fault of the library, not of your program: please report it with what you ran."
        super().__init__(msg if hint in msg else f"{msg}\nHint: {hint}")
