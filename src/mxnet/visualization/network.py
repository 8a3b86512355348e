"""Drawing a symbol as a graph of boxes, also without the program ``dot``."""

import functools
import itertools
import os
import re
import shutil
import warnings
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from ..core.files.saving import atomic_write
from ..core.text import printable
from ..symbol import Symbol
from .graph_view import GraphView, NodeView, dimensions, tuple_of, view

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


HIDDEN_SUFFIXES = (
    "_weight", "_bias", "_beta", "_gamma", "_moving_var", "_moving_mean", "_running_var", "_running_mean",
)  # fmt: skip
BOX = {"shape": "box", "fixedsize": "true", "width": "1.3", "height": "0.8034", "style": "filled"}
INPUT_COLOR = "#8dd3c7"
OTHER_COLOR = "#fccde5"
COLORS = {
    "Convolution": "#fb8072",
    "FullyConnected": "#fb8072",
    "BatchNorm": "#bebada",
    "Activation": "#ffffb3",
    "LeakyReLU": "#ffffb3",
    "Pooling": "#80b1d3",
    "Concat": "#fdb462",
    "Flatten": "#fdb462",
    "Reshape": "#fdb462",
}


def plot_network(
    symbol: Symbol,
    title: str = "plot",
    save_format: str = "pdf",
    shape: Mapping[str, Any] | None = None,
    dtype: Mapping[str, Any] | None = None,
    node_attrs: Mapping[str, str] = {},
    hide_weights: bool = True,
) -> Any:
    """Return a ``graphviz.Digraph`` of ``symbol``; its ``render(filename)`` writes the picture.

    Parameters
    ----------
    symbol : Symbol
        The network.
    title
        The title, and the file's name.
    save_format
        What ``render`` writes: ``'pdf'``, ``'png'``, ``'svg'`` ...
    shape, dtype
        Shapes and types of the inputs by name. When given, edges carry the shapes (without the batch axis) and types of
        what flows along them.
    node_attrs
        Graphviz attributes of every node, such as ``{'shape': 'oval', 'fixedsize': 'false'}``.
    hide_weights
        Leave out the edges from weights, biases and statistics, recognised by the ends of their names. They never get a
        box of their own.

    Returns
    -------
    A ``graphviz.Digraph``.

    Raises
    ------
    ImportError
        Without the package ``graphviz``.
    TypeError
        When ``symbol`` is no Symbol.
    ValueError
        When ``shape`` or ``dtype`` do not determine those of all outputs.

    Notes
    -----
    Drawing works without the program ``dot`` when ``pygraphviz`` is installed too.

    Examples
    --------
    >>> net = sym.FullyConnected(sym.Variable('data'), num_hidden=2, name='fc')
    >>> picture = mx.viz.plot_network(net, shape={'data': (1, 3)})
    >>> 'fc' in picture.source
    True
    """
    if not isinstance(symbol, Symbol):
        raise TypeError("symbol must be a Symbol")
    graph = view(symbol, shape, dtype)
    _warn_about_repeated_names(node.name for node in graph.nodes)
    dot = digraph(title, save_format)
    ids = _identifiers([node.name for node in graph.nodes])
    hidden = {i for i, node in enumerate(graph.nodes) if node.op is None and node.name.endswith(HIDDEN_SUFFIXES)}
    for i, node in enumerate(graph.nodes):
        if i not in hidden:
            label = escaped(printable(_label(node), keep="\n"))
            shape = {"shape": "oval"} if node.op is None else {}
            color = INPUT_COLOR if node.op is None else COLORS.get(node.op, OTHER_COLOR)
            dot.node(name=ids[node.name], label=label, **{**BOX, **node_attrs, **shape, "fillcolor": color})
    for node in graph.nodes:
        for source, output in node.inputs:
            if not (hide_weights and source in hidden):
                text = _edge_label(graph, graph.nodes[source], output)
                ends = ids[node.name], ids[graph.nodes[source].name]
                dot.edge(*ends, dir="back", arrowtail="open", label=text)
    return dot


def _identifiers(names: Sequence[str]) -> dict[str, str]:
    """Return by name what Graphviz calls the node: the name, or a number where Graphviz would read something else."""
    ids = {name: name for name in names if re.fullmatch(r"[^:\\<>]+", name) and name.isprintable()}
    for i, name in enumerate(names):
        if name not in ids:
            ids[name] = next(item for j in itertools.count() if (item := f"node {i}{'_' * j}") not in ids)
    return ids


def _warn_about_repeated_names(names: Iterable[str]) -> None:
    repeated = [name for name, count in Counter(names).items() if count > 1]
    if repeated:
        warnings.warn(
            "There are multiple variables with the same name in your graph, this may result in cyclic graph. "
            f"Repeated names: {printable(','.join(repeated))}",
            stacklevel=3,
        )


def _edge_label(graph: GraphView, source: NodeView, output: int) -> str:
    dtype = graph.of_output(graph.types, source, output)
    return dimensions(graph.of_output(graph.shapes, source, output)) + (f"({dtype})" if dtype else "")


def _label(node: NodeView) -> str:
    describe = LABELS.get(node.op)
    return node.name if describe is None else f"{node.op}\n{describe(node.attrs)}"


def _by(text: str) -> str:
    return "x".join(str(size) for size in tuple_of(text))


LABELS: dict[str | None, Callable[[Mapping[str, str]], str]] = {
    "Convolution": lambda attrs: f"{_by(attrs['kernel'])}/{_by(attrs.get('stride', '1'))}, {attrs['num_filter']}",
    "FullyConnected": lambda attrs: attrs["num_hidden"],
    "Activation": lambda attrs: attrs["act_type"],
    "LeakyReLU": lambda attrs: attrs.get("act_type", "Leaky"),
    "Pooling": lambda attrs: (
        f"{attrs.get('pool_type', 'max')}, {_by(attrs.get('kernel', '1'))}/{_by(attrs.get('stride', '1'))}"
    ),
}
