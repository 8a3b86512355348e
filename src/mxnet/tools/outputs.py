"""The files that a conversion writes: their names, what they may replace, and their move to where they belong."""

import contextlib
import os
import shutil
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from ..core.files.saving import staged, written_together
from .card import CARD
from .console import Refusal, refuse_input, same_file
from .weights import folder_beside

#: what is written beside source: no output of its own may end so, or it would be another's weights
SOURCE_WEIGHTS = ".py.pt"
#: what the title of source ends with, by which a file is known as one that may be written anew
SOURCE_TITLE = "converted from MXNet by remx."


def source_weights(path: str) -> str:
    """Return the name of the weights of a file of source."""
    return f"{path}.pt"


def check_output(output: Path, inputs: Sequence[str], with_card: bool) -> None:
    """Raise a :class:`Refusal` where writing an output, or its card, would take something away from its user."""
    refuse_input("-o", str(output), *inputs)
    if output.suffix == ".py":
        _check_source(output)
    if with_card and (own := output.with_name(CARD)).exists():
        text = own.read_text(encoding="utf-8")
        if "- remx" not in text:
            raise Refusal(f"--card: {own} is there already, and not written by remx")
        if not _describes(text, output):
            raise Refusal(f"--card: {own} describes another file: leave --card out, or name another folder")


def _check_source(output: Path) -> None:
    if output.stem in {*sys.stdlib_module_names, "torch"}:
        raise Refusal(f"-o {output}: programs beside it could not import the module {output.stem} of Python any more")
    if output.exists() and SOURCE_TITLE not in output.read_text(encoding="utf-8", errors="replace"):
        raise Refusal(f"-o {output}: it is there already, and not written by remx")


def _describes(card: str, output: Path) -> bool:
    return any(f"{mark}{output.name}{mark}" in card for mark in '`"')


@contextlib.contextmanager
def folder_for(output: Path, create: bool) -> Iterator[str]:
    """Give a temporary folder beside a file, whose folder is created if asked for, and stays if something is in it."""
    target = output.parent
    new = create and not target.exists()
    if new:
        target.mkdir()
    try:
        with folder_beside(output) as temporary:
            yield temporary
    finally:
        if new and not any(target.iterdir()):
            target.rmdir()


def save_symbol(symbol: Any, output: Path, source: str, folder: str) -> None:
    """Write the symbol that a card names into a temporary folder, unless the network's own file has its name.

    A :class:`Refusal` says that another network's file has it.
    """
    target = output.with_name(f"{output.stem}-symbol.json")
    if same_file(target, source):
        return
    others = target.exists() and not output.with_name(CARD).exists()  # a card that is there is this output's
    if others and target.read_text(encoding="utf-8", errors="replace") != symbol.tojson():
        raise Refusal(f"--card: {target} is there already, and another network's: choose another name after -o")
    symbol.save(os.path.join(folder, target.name))


def move_all(folder: str, output: Path) -> None:
    """Let the files in a folder take the places of those beside ``output``, all of them or none; ``output`` last.

    A :class:`Refusal` names a file beside it that is there while ``output`` is not: it belongs to something else.
    """
    beside = [output.with_name(name) for name in sorted(os.listdir(folder)) if name != output.name]
    for path in beside:
        if path.name.startswith(f"{output.name}.") and path.exists() and not output.exists():
            raise Refusal(f"-o {output}: what belongs to it would replace {path}, which is there already")
    with written_together():
        for path in (*beside, output):
            with staged(path) as temporary:
                shutil.move(os.path.join(folder, path.name), temporary)
