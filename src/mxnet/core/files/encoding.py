"""Texts as the bytes that files hold."""

from __future__ import annotations

from ..errors import MXNetValueError


def utf8(text: str) -> bytes:
    """Return a text in UTF-8. Raises :class:`MXNetValueError` with what is around half of a character."""
    try:
        return text.encode()
    except UnicodeEncodeError as error:
        part, half = text[max(error.start - 40, 0) : error.end + 40], ord(text[error.start])
        raise MXNetValueError(f"{part!r} cannot be written: it has half of a character (U+{half:X})") from None
