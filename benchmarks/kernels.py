"""Fast forms of computations beside plain ones: `python -m benchmarks.kernels [--quick] [--only PATTERN] [--write]`.

Each form is measured over the grid of sizes that stands beside it, forward and with its backward pass, with one thread
and with two, alone and beside a process that computes. `--write` puts the sizes at which it pays into the row of this
processor's family (`mxnet/kernels/sizes.py`) and writes the page, which keeps the figures of other families.
"""

from __future__ import annotations

import argparse
import itertools
import json
import os
import re
import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

if __name__ == "__main__":  # before the library is imported
    os.environ["MXNET_PROCESSOR_FAMILY"] = "every"
    os.environ.setdefault("MXNET_KEEP_FREED", "1")

import mxnet  # noqa: F401 - which registers the forms
import torch
from mxnet.kernels import sizes
from mxnet.kernels.choice import KERNELS, Grid, Kernel
from mxnet.kernels.processor import family

from benchmarks import busy, report

FIGURES = Path(__file__).with_name("kernels.json")
PAGE = Path("docs/benchmarks/kernels.md")
#: the forms that have a grid
MEASURED = {name: form for name, form in sorted(KERNELS.items()) if form.grid}
#: by title, the number of threads, and whether a process computes beside
SETTINGS = {"1 thread": (1, False), "2 threads": (2, False), "2 threads, busy": (2, True)}
#: a form is used where it takes less than this share of the plain form's time, in the mean of the settings and passes
PAYS = 0.95
#: and not more than this in any, alone
MOST = 1.05
#: a form that is nowhere faster by this is not worth its code
WORTH = 1.15
ABOUT = f"""Made by `python -m benchmarks.kernels --write`, which measures on the processor that it runs on, and keeps
the figures of others. A figure is the time of the fast form divided by that of the plain one: the mean over the forward
pass and both passes, with one thread and with two, alone and beside a process that computes; in parentheses the
greatest alone. A form is used where the mean is below {PAYS} and none alone is above {MOST}; one in bold is nowhere
{WORTH} times as fast. Small loops and products in one thread are not here: a loop wakes no thread. The sizes are in
`mxnet/kernels/sizes.py`."""

#: ratios by pass and setting
Ratios = dict[str, float]


class Effort(NamedTuple):
    """How long something is measured."""

    rounds: int
    seconds: float
    step: int


THOROUGH, QUICK = Effort(5, 0.006, 1), Effort(3, 0.002, 4)
#: calls take turns at so many arguments, of so many elements in all: a processor learns which way each element of a
#: condition goes that it sees again
TURNS, ALL_TURNS = 16, 1 << 20


def is_float(value: Any) -> bool:
    """Return whether it is a tensor that can have a gradient."""
    return isinstance(value, torch.Tensor) and value.is_floating_point()


def calls(form: Callable[..., Any], turns: list[tuple[Any, ...]], backward: bool) -> Callable[[], Any]:
    """Return a call of a form, without gradients or with all of them, on the next arguments."""
    copies = [[t.clone().requires_grad_(backward) if is_float(t) else t for t in arguments] for arguments in turns]
    following = itertools.cycle(copies).__next__
    if not backward:
        return torch.no_grad()(lambda: form(*following()))

    def step() -> None:
        own = following()
        out = form(*own)
        roots = [t for t in (out if isinstance(out, tuple) else (out,)) if t.requires_grad]
        # no sums, whose gradients are expanded: few programs have such ones, and some forms are for others
        torch.autograd.backward(roots, [torch.ones_like(t) for t in roots])
        for t in own:
            if isinstance(t, torch.Tensor):
                t.grad = None

    return step


def seconds(call: Callable[[], Any], count: int) -> float:
    """Return the seconds of each of some calls."""
    began = time.perf_counter()
    for _ in range(count):
        call()
    return (time.perf_counter() - began) / count


def ratio(fast: Callable[[], Any], plain: Callable[[], Any], effort: Effort) -> float:
    """Return the time of one call divided by that of another, each the best of rounds that alternate."""
    fast()
    plain()
    count = max(1, min(1000, int(effort.seconds / max(seconds(plain, 1), seconds(fast, 1), 1e-7))))
    rounds = [(seconds(fast, count), seconds(plain, count)) for _ in range(effort.rounds)]
    ours, theirs = (min(column) for column in zip(*rounds, strict=True))
    return ours / theirs


def has_gradient(form: Callable[..., Any], arguments: tuple[Any, ...]) -> bool:
    """Return whether a form has gradients: not what works in place, chooses indices or is for predictions."""
    own = [t.clone().requires_grad_() if is_float(t) else t for t in arguments]
    try:
        out = form(*own)
    except RuntimeError:
        return False
    return any(t.requires_grad for t in (out if isinstance(out, tuple) else (out,)) if isinstance(t, torch.Tensor))


def measured(kernel: Kernel, grid: Grid, size: int, setting: str, effort: Effort) -> Ratios:
    """Return the ratios of a form at a size in a setting."""
    count = max(1, min(TURNS, ALL_TURNS // size)) if grid.unit.startswith("elements") else 1
    turns = [grid.arguments(size) for _ in range(count)]
    forms = grid.fast or kernel.fast, grid.plain or kernel.plain
    passes = [grid.only] if grid.only else ["forward", "backward"]
    if not all(has_gradient(form, turns[0]) for form in forms):
        passes = ["forward"]
    result = {}
    for name in passes:
        pair = [calls(form, turns, name == "backward") for form in forms]
        figures = [ratio(*pair, effort)]
        if figures[0] > MOST:  # which excludes the size: the median of three
            figures += [ratio(*pair, effort) for _ in range(2)]
        result[f"{name}, {setting}"] = statistics.median(figures)
    return result


def measure(pattern: str, effort: Effort) -> dict[str, dict[str, Ratios]]:
    """Return the ratios of all forms in whose name the pattern is found: by form and size."""
    torch.manual_seed(0)
    chosen = {name: form for name, form in MEASURED.items() if re.search(pattern, name)}
    result: dict[str, dict[str, Ratios]] = {name: {} for name in chosen}
    for setting, (threads, beside) in SETTINGS.items():
        torch.set_num_threads(threads)
        with busy.neighbours([busy.COMPUTES] if beside else []):
            for name, form in chosen.items():
                assert form.grid is not None
                low, high = form.grid.powers
                for power in range(low, high + 1, effort.step):
                    found = measured(form, form.grid, 1 << power, setting, effort)
                    result[name].setdefault(str(1 << power), {}).update(found)
                print(setting, name, file=sys.stderr, flush=True)
    return result


def greatest(ratios: Ratios) -> float:
    """Return the greatest ratio without a busy process."""
    return max(ratio for key, ratio in ratios.items() if "busy" not in key)


def mean(ratios: Ratios) -> float:
    """Return the geometric mean."""
    return statistics.geometric_mean(ratios.values())


def used(by_size: dict[str, Ratios]) -> tuple[int, int | None] | None:
    """Return from which size on, and up to which, a form pays: the longest run of sizes; None: at none.

    A run that begins with the smallest size begins at 0, one that ends with the greatest does not end.
    """
    ordered = sorted(by_size, key=int)
    best, start = (0, 0), 0
    for i, size in enumerate([*ordered, None]):
        if size is None or mean(by_size[size]) > PAYS or greatest(by_size[size]) > MOST:
            best, start = max(best, (start, i), key=lambda run: run[1] - run[0]), i + 1
    first, end = best
    if first == end:
        return None
    return int(ordered[first]) if first else 0, None if end == len(ordered) else int(ordered[end - 1])


def write_sizes(name: str, found: dict[str, dict[str, Ratios]]) -> None:
    """Write the row of a family into the table; forms that were not measured stay as they are."""
    row = dict(sizes.SIZES.get(name, {}))
    for form, by_size in found.items():
        run = used(by_size)
        row.pop(form, None)
        if run:
            row[form] = run
    table = {**sizes.SIZES, name: row}
    lines = ["SIZES: dict[str, dict[str, tuple[int, int | None]]] = {"]
    for key, forms in sorted(table.items()):
        lines += [f'    "{key}": {{', *(f'        "{form}": {run},' for form, run in sorted(forms.items())), "    },"]
    path = Path(sizes.__file__)
    path.write_text(path.read_text().partition("SIZES:")[0] + "\n".join([*lines, "}"]) + "\n")


def page(figures: dict[str, Any]) -> str:
    """Return the page that shows all families measured."""
    parts = [f"# Benchmarks of fast forms\n\n{ABOUT}"]
    for name, entry in sorted(figures.items()):
        settings = {
            key.partition(", ")[2] for by_size in entry["forms"].values() for r in by_size.values() for key in r
        }
        head = (
            f"Processor: {entry['processor']}. PyTorch {entry['torch']}. Measured with {'; '.join(sorted(settings))}."
        )
        parts.append(f"## {name}\n\n{head}")
        rows = []
        for form, by_size in sorted(entry["forms"].items()):
            best = min(map(mean, by_size.values()))
            run = used(by_size)
            where = "" if run is None else f"{run[0]} to {run[1]}" if run[1] else f"from {run[0]}"
            cells = [
                f"{size}: {mean(r):.2f} ({greatest(r):.2f})"
                for size, r in sorted(by_size.items(), key=lambda item: int(item[0]))
            ]
            title = f"`{form}`" if best < 1 / WORTH else f"**`{form}`**"
            rows.append([title, KERNELS[form].grid.unit, where, ", ".join(cells)])  # type: ignore[union-attr]
        parts.append(report.table(rows, ["form", "size", "used", "fast / plain, by size"]))
        if steps := entry.get("steps"):
            lines = [[f"`{case}`", f"{ratio:.2f}"] for case, ratio in steps.items()]
            parts.append(
                report.table(lines, ["`python -m benchmarks.plain`: whole steps and predictions", "fast / plain"])
            )
    return "\n\n".join(parts) + "\n"


def write(name: str, entry: dict[str, Any], figures: dict[str, Any]) -> None:
    """Write the figures of a family beside those of others, and the page."""
    entry["forms"] = {form: by_size for form, by_size in sorted(entry["forms"].items()) if form in MEASURED}
    rounded = json.loads(json.dumps({**figures, name: entry}), parse_float=lambda text: round(float(text), 3))
    FIGURES.write_text(json.dumps(rounded, indent=1, sort_keys=True) + "\n")
    PAGE.write_text(page(rounded))


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.kernels", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="fewer sizes, and less exact")
    parser.add_argument("--only", default="", metavar="PATTERN", help="forms in whose name this is found")
    parser.add_argument("--write", action="store_true", help="write the row of this processor's family, and the page")
    args = parser.parse_args()
    found, name = measure(args.only, QUICK if args.quick else THOROUGH), family()
    figures = json.loads(FIGURES.read_text()) if FIGURES.exists() else {}
    old = figures.get(name, {}).get("forms", {})
    entry = {
        **figures.get(name, {}),
        "processor": report.processor(),
        "torch": torch.__version__,
        "forms": {**old, **found},
    }
    text = page({name: {**entry, "forms": found}})
    print(text)
    if args.write:
        write(name, entry, figures)
        write_sizes(name, found)


if __name__ == "__main__":
    main()
