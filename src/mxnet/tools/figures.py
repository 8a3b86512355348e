"""Figures of Matplotlib that a program leaves open: saved as files, and closed."""

import os
import sys
from pathlib import Path

#: the name by which Matplotlib takes the backend that saves figures where a window would show them
BACKEND = "module://mxnet.tools.figures_backend"
#: the folder for figures (None: they are closed, not saved), and the beginning of their names
_folder: Path | None = None
_stem = "figure"
_count = 0


def use_files(folder: str | os.PathLike[str] | None, stem: str) -> None:
    """Have figures saved as ``FOLDER/STEM-1.png`` and on; without a folder they are closed only.

    Must be called before Matplotlib is imported. Makes the folder. Raises OSError.
    """
    global _folder, _stem, _count
    _folder, _stem, _count = None if folder is None else Path(folder).absolute(), stem, 0
    if _folder is not None:
        _folder.mkdir(parents=True, exist_ok=True)
        os.environ["MPLBACKEND"] = BACKEND
    else:
        os.environ.setdefault("MPLBACKEND", BACKEND)


def finish_figures() -> None:
    """Save and close the figures that are open."""
    global _count
    pyplot = sys.modules.get("matplotlib.pyplot")
    if pyplot is None:
        return
    for figure_id in pyplot.get_fignums():
        figure = pyplot.figure(figure_id)
        if _folder is not None and figure.get_children()[1:]:  # the first is the background
            _count += 1
            figure.savefig(_folder / f"{_stem}-{_count}.png", bbox_inches="tight")
        pyplot.close(figure)
