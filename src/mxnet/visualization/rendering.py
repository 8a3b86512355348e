"""A ``graphviz.Digraph`` that can draw without the program ``dot``."""

from __future__ import annotations

import functools
import os
import shutil
from typing import Any

from ..core.files import atomic_write


def digraph(name: str, file_format: str) -> Any:
    """Return an empty ``graphviz.Digraph``; ImportError without the package graphviz."""
    return _digraph_class()(name=name, format=file_format)


def escaped(text: str) -> str:
    """Escape a label for Graphviz: it is read neither as HTML nor with fields such as ``\\N``."""
    import graphviz

    shown: str = graphviz.escape(text)
    return shown


@functools.cache
def _digraph_class() -> type:
    try:
        import graphviz
    except ImportError as error:
        raise ImportError("Draw network requires graphviz library: pip install graphviz pygraphviz") from error

    class Digraph(graphviz.Digraph):  # type: ignore[misc]  # graphviz may be missing
        """graphviz.Digraph, drawn by ``dot`` where that is installed and by pygraphviz's own Graphviz elsewhere."""

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
            if _has_program(options.get("engine") or self.engine) or options.get("outfile") is not None:
                drawn: str = super().render(
                    filename, directory=directory, view=view, cleanup=cleanup, format=format, **options
                )
                return drawn
            file_format = format or self.format
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

        def pipe(self, format: str | None = None, *, encoding: str | None = None, **options: Any) -> Any:
            """Return the picture, as bytes or as text when an ``encoding`` is given. Notebooks show that."""
            engine = options.get("engine") or self.engine
            if _has_program(engine):
                return super().pipe(format=format, encoding=encoding, **options)
            picture = _draw(self.source, format or self.format, engine)
            return picture if encoding is None else picture.decode(encoding)

    return Digraph


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
    picture: bytes = graph.draw(format=file_format, prog=engine)
    return picture
