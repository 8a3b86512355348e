"""Shared by the commands: tables, emphasis on terminals, and error messages."""

import argparse
import contextlib
import io
import json
import logging
import os
import sys
import warnings
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from remx import keyboard
from remx.commands import parser

from ..core.errors import MXNetError
from ..core.text import printable
from ..core.text import styled as styled_for

#: a command's exit status: nothing to complain of, problems found, a wrong call, stopped from the keyboard
FINE, PROBLEMS, USAGE, STOPPED = 0, 1, 2, keyboard.STOPPED


class Refusal(MXNetError):
    """A command cannot do what was asked; the message says what can be done."""


#: control characters that messages of several lines have
_IN_MESSAGES = "\n\t"


def guarded(name: str, run: Callable[[], int]) -> int:
    """Run a command and return its exit status: bad input is one message on the standard error, and status 1."""

    def show(message: Warning | str, *_: Any) -> None:  # without the line of source that Python shows
        print(f"{name}: {printable(str(message), keep=_IN_MESSAGES)}", file=sys.stderr)

    try:
        with warnings.catch_warnings(), keyboard.raised():
            warnings.showwarning = show  # type: ignore[assignment]  # the rest of its arguments is of no use
            return run()
    except KeyboardInterrupt as error:
        print(f"\n{name}: stopped{''.join(f' {note}' for note in getattr(error, '__notes__', ()))}", file=sys.stderr)
        return STOPPED
    except BrokenPipeError:  # the reader of the output has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return FINE
    except (MXNetError, OSError, ValueError, ImportError) as error:
        text = f"{error.filename}: {error.strerror}" if isinstance(error, OSError) and error.strerror else str(error)
        print(f"{name}: {printable(text, keep=_IN_MESSAGES)}", file=sys.stderr)
        return PROBLEMS


@contextlib.contextmanager
def quiet() -> Iterator[None]:
    """Keep back what a library says of its own work: warnings, its log, and texts on the standard error."""
    before = logging.root.manager.disable
    with warnings.catch_warnings(), contextlib.redirect_stderr(io.StringIO()):
        warnings.simplefilter("ignore")
        logging.disable(logging.ERROR)
        try:
            yield
        finally:
            logging.disable(before)


def same_file(first: str | os.PathLike[str], other: str | os.PathLike[str]) -> bool:
    """Return whether two names are of one file that exists."""
    return os.path.exists(first) and os.path.exists(other) and os.path.samefile(first, other)


def refuse_input(option: str, output: str, *inputs: str) -> None:
    """Raise a :class:`Refusal` where a file to be written is one of those that are read."""
    if any(same_file(output, file) for file in inputs):
        raise Refusal(f"{option} {output}: this file is read, and would be replaced: name another")


def styled(text: str, style: str) -> str:
    """Return a text as the standard output shows it in a style; unchanged where that is no terminal."""
    return styled_for(text, style, sys.stdout)


def table(heads: Sequence[str], rows: Sequence[Sequence[Any]], right: Sequence[int] = ()) -> str:
    """Return rows as lines of aligned columns; those of the numbers ``right`` end at one place.

    What a terminal would act on is shown as Python escapes it.
    """
    texts = [[printable(str(cell)) for cell in row] for row in rows]
    widths = [max(len(line[i]) for line in (heads, *texts)) for i in range(len(heads))]

    def line(cells: Sequence[str]) -> str:
        parts = [c.rjust(w) if i in right else c.ljust(w) for i, (c, w) in enumerate(zip(cells, widths, strict=True))]
        return "  ".join(parts).rstrip()

    return "\n".join([styled(line(heads), "bold"), *map(line, texts)])


def count(total: int) -> str:
    """Return a number of bytes, parameters or operations in a form that people read: ``25.6 M``."""
    for size, unit in ((1e12, "T"), (1e9, "G"), (1e6, "M"), (1e3, "k")):
        if total >= size:
            return f"{total / size:.3g} {unit}"
    return str(total)


def plural(total: int, noun: str) -> str:
    """Return a number and a noun: ``1 file``, ``2 files``."""
    return f"{total} {noun}" if total == 1 else f"{total} {noun}s"


def show_json(value: Any) -> None:
    """Print what a command found, for programs."""
    print(json.dumps(value, indent=1, default=str))


def show(as_json: bool, value: Any, text: str) -> int:
    """Print what a command found, for programs or for people; return its exit status, that all is fine."""
    if as_json:
        show_json(value)
    else:
        print(text)
    return FINE


#: what checks arguments with each other; it calls ``error`` of the command's parser
Check = Callable[[argparse.ArgumentParser, argparse.Namespace], None]


def command(name: str, run: Callable[[argparse.Namespace], int], check: Check | None = None) -> Callable[..., int]:
    """Return the ``main`` of a command: it reads the arguments, and runs the command as :func:`guarded` does."""

    def main(argv: Sequence[str] | None = None) -> int:
        """Run the command and return its exit status."""
        words = parser(name)
        args = words.parse_args(argv)
        if check is not None:
            check(words, args)
        return guarded(words.prog, lambda: run(args))

    return main


def pairs(words: Sequence[str], option: str) -> dict[str, str]:
    """Read options such as ``data=1,3,224,224``; a :class:`Refusal` for what has no ``=``."""
    result = {}
    for word in words:
        name, equals, value = word.partition("=")
        if not equals or not name:
            raise Refusal(f"{option} {word!r}: expected name=value, as in {option} data=1,3,224,224")
        result[name] = value
    return result


#: what stands for the batch in ``--shape``, and the batch size that programs are tried with then
_BATCH, _EXAMPLE = ("batch", "?", "n"), 2


def shapes(words: Sequence[str]) -> tuple[dict[str, tuple[int, ...]], dict[str, int]]:
    """Read ``--shape data=1,3,224,224`` and ``--shape data=batch,3,224,224`` options.

    Returns the shapes, and by name the axis that is the batch, of those that name it.
    """
    result: dict[str, tuple[int, ...]] = {}
    axes: dict[str, int] = {}
    for name, text in pairs(words, "--shape").items():
        parts = [part.strip() for part in text.strip("()").replace("x", ",").split(",") if part.strip()]
        free = [i for i, part in enumerate(parts) if part.lower() in _BATCH]
        try:
            result[name] = tuple(_EXAMPLE if i in free else int(part) for i, part in enumerate(parts))
        except ValueError:
            raise Refusal(
                f"--shape {name}={text}: expected integers with commas between, or batch (or ?) for one of them"
            ) from None
        if len(free) > 1:
            raise Refusal(f"--shape {name}={text}: expected one axis that is the batch, got {len(free)}")
        axes.update((name, axis) for axis in free)
    return result, axes
