"""``mxnet.log``: loggers with one line a message, styled by level on a terminal stream."""

import logging
import warnings
from logging import CRITICAL, DEBUG, ERROR, INFO, NOTSET, WARNING
from typing import TextIO

from .core.lazy_imports import public_dir
from .core.text import styled

__all__ = ["CRITICAL", "DEBUG", "ERROR", "INFO", "NOTSET", "WARNING", "getLogger", "get_logger"]

_COLOURS = ((WARNING, "red"), (INFO, "green"), (NOTSET, "blue"))


class _Formatter(logging.Formatter):
    """``W0131 12:59:59 4711 file.py:function:17] message``, the part before the bracket in the level's colour."""

    def __init__(self, stream: TextIO) -> None:
        super().__init__(datefmt="%m%d %H:%M:%S")
        self._stream = stream

    def format(self, record: logging.LogRecord) -> str:
        colour = next(colour for level, colour in _COLOURS if record.levelno >= level)
        stamp = self.formatTime(record, self.datefmt)
        position = f"{record.process} {record.filename}:{record.funcName}:{record.lineno}"
        head = styled(f"{record.levelname[:1]}{stamp} {position}]", colour, self._stream)
        trace = f"\n{self.formatException(record.exc_info)}" if record.exc_info else ""
        return f"{head} {record.getMessage()}{trace}"


def get_logger(
    name: str | None = None, filename: str | None = None, filemode: str | None = None, level: int | str = WARNING
) -> logging.Logger:
    """Return the logger ``name``, set up on the first call to write to ``filename`` or to the error stream.

    ``filemode`` is that of :func:`open` (``'a'``); the root logger (no name) is returned as it is.
    """
    logger = logging.getLogger(name)
    if name is None or getattr(logger, "_init_done", False):
        return logger
    logger._init_done = True  # type: ignore[attr-defined]
    handler: logging.Handler
    if filename:
        handler = logging.FileHandler(filename, filemode or "a")
    else:
        handler = logging.StreamHandler()
        handler.setFormatter(_Formatter(handler.stream))
    logger.addHandler(handler)
    logger.setLevel(level)
    return logger


def getLogger(
    name: str | None = None, filename: str | None = None, filemode: str | None = None, level: int | str = WARNING
) -> logging.Logger:
    """Return :func:`get_logger`'s logger; the old name, which warns."""
    warnings.warn("getLogger is deprecated, Use get_logger instead.", DeprecationWarning, stacklevel=2)
    return get_logger(name, filename, filemode, level)


__dir__ = public_dir(__name__)
