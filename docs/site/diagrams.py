"""The flowcharts of the pages, drawn when the site is built: SVG in the page's colours, nothing that readers load.

The pages have them as Mermaid flowcharts, which code hosts draw by themselves. Understood is what the pages use: nodes
``id["text"]``, edges ``a --> b`` and ``a -- "text" --> b``, and ``subgraph id["text"]`` up to ``end``.
"""

from __future__ import annotations

import html
import re

import pygraphviz

_NODE = r'(\w+)(?:\["([^"]*)"\])?'
_EDGE = re.compile(rf'{_NODE}\s*--(?:\s*"([^"]*)"\s*--)?>\s*{_NODE}')
_DIRECTIONS = {"LR": "LR", "RL": "RL", "TB": "TB", "TD": "TB", "BT": "BT"}
#: black, which Graphviz draws in, and what stands for it in the page
_INK = {'stroke="black"': 'stroke="currentColor"', 'fill="black"': 'fill="currentColor"'}


def dot(source: str) -> str:
    """Return a Mermaid flowchart in Graphviz' language. Raises ValueError for a line that is not understood."""
    head, *lines = [line.strip() for line in source.strip().splitlines()]
    kind, _, direction = head.partition(" ")
    if kind not in ("flowchart", "graph") or direction not in _DIRECTIONS:
        raise ValueError(f"a flowchart with its direction is expected, not {head!r}")
    out = [
        f"digraph {{ rankdir={_DIRECTIONS[direction]}; bgcolor=transparent; fontname=sans; fontsize=12; style=rounded;",
        "node [shape=box, style=rounded, fontname=sans, fontsize=12]; edge [fontname=sans, fontsize=10];",
    ]
    for line in filter(None, lines):
        if line == "end":
            out.append("}")
        elif group := re.fullmatch(rf"subgraph {_NODE}", line):
            out.append(f"subgraph cluster_{group[1]} {{ label={_text(group[2] or group[1])};")
        elif node := re.fullmatch(_NODE, line):
            out += _labelled(node[1], node[2])
        elif edge := _EDGE.fullmatch(line):
            start, start_text, said, end, end_text = edge.groups()
            out += [*_labelled(start, start_text), *_labelled(end, end_text)]
            out.append(f'"{start}" -> "{end}"' + (f" [label={_text(said)}]" if said else ""))
        else:
            raise ValueError(f"not understood in a flowchart: {line!r}")
    return "\n".join([*out, "}"])


def _text(text: str) -> str:
    return '"' + text.replace("<br>", r"\n").replace('"', r"\"") + '"'


def _labelled(name: str, text: str | None) -> list[str]:
    return [f'"{name}" [label={_text(text)}]'] if text else []


def draw(source: str) -> str:
    """Return a Mermaid flowchart as a figure in HTML."""
    svg = pygraphviz.AGraph(string=dot(source)).draw(format="svg", prog="dot").decode()
    svg = re.sub(r"<title>.*?</title>\n?", "", svg[svg.index("<svg") :])  # names of nodes, shown as tooltips
    svg = re.sub(r'="(\d+)pt"', r'="\1"', svg)  # a pixel for a point: as large as the text around it
    for ink, own in _INK.items():
        svg = svg.replace(ink, own)
    svg = re.sub(r"<text (?![^>]*fill=)", '<text fill="currentColor" ', svg)
    said = html.escape(" ".join(re.findall(r'"([^"]*)"', source)).replace("<br>", " "), quote=True)
    svg = svg.replace("<svg ", f'<svg role="img" aria-label="{said}" ', 1)
    return f'<div class="diagram">{svg}</div>'
