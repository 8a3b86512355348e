"""Build the site: ``python -m docs.site [--execute] [--out build/site]``.

The sources are assembled in ``build/site_source``: the pages of ``docs/``, those of the repository's top, and pages
made from the library. Sphinx makes the site of them; a warning, such as a link that leads nowhere, is an error.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import os
import re
import shutil
import sys
import tempfile
from pathlib import Path

import matplotlib as mpl
import mxnet as mx
from sphinx.cmd.build import build_main

from scripts import write_notebooks

from . import compatibility, links, operators, reference_pages, search
from .diagrams import draw

HERE = Path(__file__).parent
DOCS = HERE.parent
ROOT = DOCS.parent
#: pages that are files of the repository's top
TOP = {
    "SECURITY.md": "security.md", "SUPPORT.md": "support.md", "CONTRIBUTING.md": "contributing.md",
    "CHANGELOG.md": "changelog.md", "README.zh-CN.md": "zh/index.md", "README.md": "index.md",
}  # fmt: skip
#: the menu: title and pages of each of its parts; pages of docs/ that none of them names join the first
MENU = {
    "guide": (
        "Guide",
        [
            *("concepts", "speed", "onnx", "distributed", "mxnet2", "libraries", "books", "examples", "differences"),
            "compatibility",
        ],
    ),
    "measured": ("Measured", ["benchmarks", "upstream_examples"]),
    "project": ("Project", ["architecture", "add_an_operator", "contributing", "changelog", "support", "security"]),
}
#: rows of docs/benchmarks.md that the front page shows: how they begin, and what they are called there
_SHOWN = {
    "`mx.nd.exp(x)`": "exp of a small array",
    "forward and backward of 20 operators": "20 operators, forward and backward",
    "`Module`, LeNet": "LeNet, training step",
    "`Module`, ResNet-18": "ResNet-18, training step",
    "Gluon, LSTM 2 x 256": "LSTM, training step",
}


def assemble(source: Path) -> None:
    """Write the sources of the site into a folder."""
    shutil.rmtree(source, ignore_errors=True)
    pages = {str(path.relative_to(DOCS)): path.read_text(encoding="utf-8") for path in DOCS.rglob("*.md")}
    pages = {path: text for path, text in pages.items() if not path.startswith("site/")}
    pages |= {target: (ROOT / name).read_text(encoding="utf-8") for name, target in TOP.items() if name != "README.md"}
    pages |= {"compatibility.md": "\n".join(compatibility.page()), **dict(reference_pages.pages())}
    pages |= dict(operators.pages())
    pages["index.md"] = front_page((HERE / "front.md").read_text(encoding="utf-8"))
    for name, (title, entries) in _menu(pages).items():
        pages[f"{name}.md"] = _contents(title, entries)
    for folder in ("guides", "questions"):
        names = sorted(Path(path).stem for path in pages if path.startswith(f"{folder}/"))
        pages[f"{folder}/index.md"] = _contents(folder.capitalize(), names)
    pages["zh/index.md"] += _toctree(sorted(p for p in pages if p.startswith("zh/") and p != "zh/index.md"))
    notebooks = [path.name for path in write_notebooks.write(source / "notebooks")]
    pages["examples.md"] += _toctree([f"notebooks/{name}" for name in notebooks])
    for path, text in pages.items():
        target = source / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(_for_sphinx(path, text), encoding="utf-8")


def _menu(pages: dict[str, str]) -> dict[str, tuple[str, list[str]]]:
    """Return the menu with the pages that it does not name: measurements, and all others in the first part."""
    named = {name for _, names in MENU.values() for name in names} | {"index", "migration"}
    names = sorted({path.removesuffix(".md") for path in pages} - named)
    measured = [name for name in names if name.startswith("benchmarks")]
    guides = [name for name in names if "/" not in name and name not in measured]
    return MENU | {
        "guide": ("Guide", MENU["guide"][1] + guides),
        "measured": ("Measured", MENU["measured"][1] + measured),
    }


def _contents(title: str, names: list[str]) -> str:
    return "\n".join([f"# {title}\n", "```{toctree}", ":maxdepth: 1", *names, "```\n"])


def _toctree(paths: list[str]) -> str:
    entries = "\n".join(f"/{os.path.splitext(path)[0]}" for path in paths)
    return f"\n```{{toctree}}\n:hidden:\n{entries}\n```\n"


def _for_sphinx(path: str, text: str) -> str:
    """Return a page with its flowcharts drawn, and with links as they are on the site."""
    text = re.sub(r"```mermaid\n(.*?)```", lambda m: f"```{{raw}} html\n{draw(m[1])}\n```", text, flags=re.DOTALL)
    up = "../" * path.count("/")
    for name, target in TOP.items():
        heading = "" if target == "index.md" else r"\1"  # the front page is another text than README
        text = re.sub(rf"\]\((?:\.\./)*{re.escape(name)}(#[\w-]+)?\)", rf"]({up}{target}{heading})", text)
    text = re.sub(r"\]\((?:\.\./)*docs/([\w./#-]+)\)", rf"]({up}\1)", text)
    text = re.sub(r"\[([^]]+)\]\((?:\.\./)*(?:LICENSE|NOTICE)\)", r"\1", text)  # no pages
    text = re.sub(r"\[([^]]*)\]\(([\w./]*)differences\.md#([\w-]+)\)", _row, text)
    return re.sub(r"\[([^]]*)\]\(#([\w-]+)\)", _row, text) if path == "differences.md" else text


def _row(match: re.Match[str]) -> str:
    """Return a link to a row of the table of differences, which is an anchor in HTML."""
    text, *folder, row = match.groups()
    page = f"{folder[0]}differences.html" if folder else ""
    shown = re.sub("`([^`]*)`", r"<code>\1</code>", text)
    return f'<a href="{page}#{row}">{shown}</a>'


def front_page(template: str) -> str:
    """Return the front page, with the first program of README and what it prints, a plot, and a picture."""
    (program,) = re.findall(r"```python\n(.*?)\n```", (ROOT / "README.md").read_text(encoding="utf-8"), re.DOTALL)
    scope: dict[str, object] = {}
    with tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder):
        mx.random.seed(0)
        with contextlib.redirect_stdout(io.StringIO()) as printed:
            exec(compile(program, "README.md", "exec"), scope)
        attrs = {"fixedsize": "false"}  # boxes as wide as their labels
        mx.viz.plot_network(scope["net"], shape={"data": (50, 8)}, node_attrs=attrs).render("net", format="svg")
        picture = Path("net.svg").read_text(encoding="utf-8")
    processor, plot = speed_plot((DOCS / "benchmarks.md").read_text(encoding="utf-8"))
    return template.format(
        program=program, output=printed.getvalue().strip(), plot=plot, processor=processor,
        picture=picture[picture.index("<svg") :],
    )  # fmt: skip


def speed_plot(benchmarks: str) -> tuple[str, str]:
    """Return the processor, and bars of the ratios in some rows of the benchmarks as SVG."""
    mpl.use("svg")
    import matplotlib.pyplot as plt

    rows = [
        [cell.strip() for cell in line.strip("|").split("|")]
        for line in benchmarks.splitlines()
        if line.startswith("|")
    ]
    first = {label: next(row for row in rows if row[0].startswith(start)) for start, label in _SHOWN.items()}
    bars = {label: [float(row[column].split()[0]) for column in (4, 5)] for label, row in first.items()}
    (processor,) = re.findall(r"Processor: ([^,]*), threads", re.sub(r" \([^)]*\)", "", benchmarks.replace("(R)", "")))
    figure, axes = plt.subplots(figsize=(7, 0.62 * len(bars) + 0.9))
    for offset, (column, name) in enumerate((("MXNet 1.9.1", 0), ("eager PyTorch", 1))):
        places = [i + 0.36 * offset for i in range(len(bars))]
        axes.barh(places, [ratios[name] for ratios in bars.values()], height=0.34, label=f"of {column}'s time")
    axes.axvline(1, color="gray", linewidth=1)
    axes.set_yticks([i + 0.18 for i in range(len(bars))], list(bars))
    axes.invert_yaxis()
    axes.set_xlabel("remx's time as a fraction (shorter is faster)")
    axes.legend(frameon=False, loc="upper center", bbox_to_anchor=(0.4, 1.17), ncols=2)
    for side in ("top", "right"):
        axes.spines[side].set_visible(False)
    out = io.StringIO()
    with mpl.rc_context({"svg.fonttype": "none"}):
        figure.savefig(out, format="svg", transparent=True, bbox_inches="tight")
    plt.close(figure)
    svg = out.getvalue()
    svg = svg[svg.index("<svg") :].replace("#000000", "currentColor")
    return processor, svg.replace("<text ", '<text fill="currentColor" ').replace(
        "<svg ", '<svg role="img" aria-label="speed" ', 1
    )


def main() -> int:
    """Build the site; the status is 0 if all went well."""
    parser = argparse.ArgumentParser(prog="python -m docs.site", description=__doc__)
    parser.add_argument("--execute", action="store_true", help="run the programs of the gallery")
    parser.add_argument("--out", default=str(ROOT / "build" / "site"), help="folder of the site")
    args = parser.parse_args()
    source = ROOT / "build" / "site_source"
    print("assembling the pages ...", flush=True)
    assemble(source)
    mode, jobs = ("cache", "1") if args.execute else ("off", "auto")  # programs take all cores themselves
    options = ["--quiet", "--fail-on-warning", "--keep-going", "--conf-dir", str(HERE), "--jobs", jobs]
    if status := build_main([*options, "-D", f"nb_execution_mode={mode}", str(source), args.out]):
        return status
    pages = sorted(str(path.relative_to(source).with_suffix(".html")) for path in source.rglob("*.*"))
    broken = [f"leads nowhere: {link}" for link in links.broken(Path(args.out), pages)]
    broken += [f"not found by the search: {name}" for name in search.lost(Path(args.out))]
    print(*broken, sep="\n", end="\n" * bool(broken), file=sys.stderr)
    return int(bool(broken))


if __name__ == "__main__":
    raise SystemExit(main())
