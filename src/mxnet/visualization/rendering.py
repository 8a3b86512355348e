"""A ``graphviz.Digraph`` that can draw without the program ``dot``."""

import functools
import os
import re
import shutil
from collections.abc import Callable
from typing import Any

from ..core.files.saving import atomic_write

_ADVICE = (
    "pip install '.[viz]' in a clone of remx installs graphviz, and pygraphviz, which draws without the program dot"
)


def digraph(name: str, file_format: str) -> Any:
    """Return an empty ``graphviz.Digraph``; ImportError without the package graphviz."""
    return _digraph_class()(name=name, format=file_format)


def escaped(text: str) -> str:
    """Escape a label for Graphviz: it is read neither as HTML nor with fields such as ``\\N``."""
    shown = text.replace("\\", "\\\\")
    return shown.replace("<", "&lt;", 1) if re.fullmatch(r"\s*<.*>\s*", shown, re.DOTALL) else shown


@functools.cache
def _digraph_class() -> type:
    try:
        import graphviz
    except ImportError as error:
        raise ImportError(f"Draw network requires graphviz library: {_ADVICE}") from error

    class Digraph(graphviz.Digraph):  # type: ignore[misc]  # graphviz may be missing
        """graphviz.Digraph, drawn by ``dot`` where that is installed and by pygraphviz's own Graphviz elsewhere.

        Releases of the package before 0.10 take neither ``format`` nor ``encoding`` as an argument: here they do.
        """

        def render(
            self,
            filename: Any = None,
            directory: Any = None,
            view: bool = False,
            cleanup: bool = False,
            format: str | None = None,
            **options: Any,
        ) -> str:
            """Write the source and its picture ``<filename>.<format>``, and return the picture's path."""
            file_format = format or self.format
            if _has_program(options.get("engine") or self.engine) or options.get("outfile") is not None:
                options |= {"filename": filename, "directory": directory, "view": view, "cleanup": cleanup}
                return _advised(lambda: graphviz.Digraph.render(self._in_format(file_format), **options))
            picture = _draw(self.source, file_format, options.get("engine") or self.engine)
            source_path = self.save(filename, directory=directory)
            path = f"{source_path}.{file_format}"
            with atomic_write(path) as stream:
                stream.write(picture)
            if cleanup:
                os.remove(source_path)
            if view:
                graphviz.view(path)
            return path

        def pipe(self, format: str | None = None, encoding: str | None = None, **options: Any) -> Any:
            """Return the picture, as bytes or as text when an ``encoding`` is given. Notebooks show that."""
            engine = options.get("engine") or self.engine
            if _has_program(engine):
                picture = _advised(lambda: graphviz.Digraph.pipe(self._in_format(format or self.format), **options))
            else:
                picture = _draw(self.source, format or self.format, engine)
            return picture if encoding is None else picture.decode(encoding)

        def _in_format(self, file_format: str) -> Any:
            """Return the drawing with another format."""
            if file_format == self.format:
                return self
            result = self.copy()
            result.format = file_format
            return result

    return Digraph


def _advised(draw: Callable[[], Any]) -> Any:
    """Return what ``draw`` gives. Where the program dot is missing, its error says what to install."""
    try:
        return draw()
    except RuntimeError as error:  # graphviz.ExecutableNotFound is one
        if not shutil.which("dot"):
            error.args = (f"{error}; {_ADVICE}",)
        raise


def _has_program(engine: str) -> bool:
    """Tell whether the program is there to be run, or nothing else is that could do its work.

    Raises ImportError where pygraphviz is installed and the system lacks libraries that it needs.
    """
    if shutil.which("dot") or shutil.which(engine):
        return True
    try:
        import pygraphviz  # noqa: F401
    except ModuleNotFoundError:
        return True
    except ImportError as error:
        raise ImportError(
            f"pygraphviz cannot draw, since the system lacks a library ({error}): install the program dot "
            "(on Debian and Ubuntu: apt install graphviz)"
        ) from error
    return False


def _draw(source: str, file_format: str, engine: str) -> bytes:
    import pygraphviz

    graph = pygraphviz.AGraph(string=source)
    return graph.draw(format=file_format, prog=engine)
