"""Run the chapters of books written for MXNet and write a page: ``python -m scripts.books CHECKOUTS``.

CHECKOUTS is a folder with checkouts of the books' repositories, each under the name that ``books.toml`` says. Chapters
run by ``remx run --compat``, with stand-ins for what they download; those that fail run under MXNet 1.9.1 too, with
``--reference PYTHON``, and with ``--compare 20`` the fastest 20 that print losses. Results are kept: a second call
goes on, also after Ctrl-C, and a call with a higher limit tries those again that were computing. With ``--short``
these run with fewer epochs, as ``cuts.toml`` says; the page says what was cut.
"""

from __future__ import annotations

from remx import keyboard

if __name__ == "__main__":
    keyboard.end_at_once()  # before what takes time: the imports

import argparse
import contextlib
import json
import multiprocessing
import os
import re
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import CancelledError, ThreadPoolExecutor
from dataclasses import asdict, dataclass, field, replace
from multiprocessing import forkserver
from pathlib import Path
from typing import Any

from mxnet.core.files.saving import atomic_write
from mxnet.tools import figures
from mxnet.tools.notebooks import cells_of, modernized_cells

from .chapters import CUT, Book, books, chapters_of, helpers_of, take_out
from .cuts import is_never_cut, shortened
from .launch import run_chapter
from .page import APART, compared, page
from .page import results as printed_results

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
#: how much of an output is kept, from its end, in characters
_KEPT = 20_000
#: how long a program may take at most: seconds to begin, and times its limit of processor time
_START, _SLOWEST = 300, 6
#: seeds that 1.9.1 runs with, too, where losses are apart; others are 0
_OTHER_SEEDS = (1, 2)
#: starts processes that run chapters: forks, where there are any, of a process that has imported what chapters use
_PROCESSES = multiprocessing.get_context(
    "forkserver" if "forkserver" in multiprocessing.get_all_start_methods() else "spawn"
)
_PROCESSES.set_forkserver_preload(["scripts.books.preload"])
_LOCK = threading.Lock()
#: is set once Ctrl-C was pressed: chapters that run are ended, and have no result
_STOPPING = threading.Event()


@dataclass
class Outcome:
    """What a run gave: its exit status, None past the time limit, the end of its output, seconds, and what was cut.

    ``seconds`` are the limit, of processor time, where that was reached, ``seeds`` the last losses and accuracies that
    other seeds lead to.
    """

    status: int | None
    output: str
    seconds: float
    cuts: list[str] = field(default_factory=list)
    seeds: list[list[float]] = field(default_factory=list)


#: a chapter: book, path, the folder of the book, and the text of the notebook
Item = tuple[Book, str, Path, str]


@dataclass(frozen=True)
class Setting:
    """How chapters run."""

    work: Path
    checkouts: Path
    seconds: int
    gpus: int
    reference: str | None
    again: bool
    short: bool = False


def run_remx(book: Book, folder: Path, chapter: str, notebook: str, setting: Setting) -> Outcome:
    """Run a chapter by ``remx run --compat``, in a fork of a process that has imported what chapters use."""
    path = folder / f"{chapter.rpartition('.')[0]}{CUT if setting.short else '.ipynb'}"
    path.write_text(notebook, encoding="utf-8")
    call = ["--compat", *[word for name in book.packages for word in ("--package", name)], path.name]
    with tempfile.TemporaryDirectory(prefix="chapter-", ignore_cleanup_errors=True) as home:
        output = Path(home, "output.txt")
        environment = _environment(home, folder, chapter, setting)
        served = _served(chapter, setting)
        process = _PROCESSES.Process(
            target=run_chapter, args=(environment, path.parent, output, served, setting.seconds, call)
        )
        with _LOCK:
            process.start()
        return _outcome(output, setting, process.pid, lambda: _status(process))


def _status(process: Any) -> int | None:
    with _LOCK:  # two threads that ask at once take the status from each other
        return process.exitcode


def run_reference(folder: Path, chapter: str, notebook: str, setting: Setting, seed: int = 0) -> Outcome:
    """Run a chapter, put right, under MXNet 1.9.1."""
    assert setting.reference is not None
    path = folder / f"{chapter.rpartition('.')[0]}.cells.json"
    cells = modernized_cells(cells_of(notebook), chapter)
    path.write_text(json.dumps([(cell.order, cell.text, cell.may_fail) for cell in cells]), encoding="utf-8")
    with tempfile.TemporaryDirectory(prefix="chapter-", ignore_cleanup_errors=True) as home:
        call = [setting.reference, str(HERE / "launch.py"), _served(chapter, setting), str(setting.seconds), path.name]
        environment = os.environ | _environment(home, folder, chapter, setting)
        environment |= {"MXNET_GPUS": "", "MPLBACKEND": "Agg", "PYTHONPATH": str(folder), "STANDINS_SEED": str(seed)}
        output = Path(home, "output.txt")
        with output.open("wb") as stream:
            process = subprocess.Popen(
                call, cwd=path.parent, env=environment, stdout=stream, stderr=subprocess.STDOUT,
                stdin=subprocess.DEVNULL, start_new_session=True,
            )  # fmt: skip
        return _outcome(output, setting, process.pid, process.poll)


def _outcome(output: Path, setting: Setting, pid: int, status_of: Callable[[], int | None]) -> Outcome:
    """Wait for a process, which ends itself at the limit, end what it has started, and return what it gave.

    Raises :class:`CancelledError` if all are to be ended.
    """
    began = time.monotonic()
    limit = began + _SLOWEST * setting.seconds + _START
    while (status := status_of()) is None and time.monotonic() < limit and not _STOPPING.is_set():
        time.sleep(0.1)
    with contextlib.suppress(ProcessLookupError):
        os.killpg(pid, signal.SIGKILL)
    if _STOPPING.is_set():
        raise CancelledError
    text = output.read_text(encoding="utf-8", errors="replace") if output.exists() else ""
    if status in (None, -signal.SIGPROF):
        return Outcome(None, text[-_KEPT:], setting.seconds)
    return Outcome(status, text[-_KEPT:], time.monotonic() - began)


def _served(chapter: str, setting: Setting) -> str:
    folder = setting.work / ("standins-large" if is_never_cut(chapter) else "standins")
    folder.mkdir(exist_ok=True)
    return str(folder)


def _beginning(setting: Setting) -> dict[str, str]:
    """Return the environment variables that count when Python, Matplotlib or mxnet begins."""
    return {
        "PYTHONHASHSEED": "0", "PYTHONWARNINGS": "ignore", "PYTHONUNBUFFERED": "1",
        "MPLBACKEND": figures.BACKEND, "MPLCONFIGDIR": str(setting.work / "matplotlib"),
        "MXNET_GPUS": f"cpu:{setting.gpus}" if setting.gpus else "",
    }  # fmt: skip


def _environment(home: str, folder: Path, chapter: str, setting: Setting) -> dict[str, str]:
    own = os.environ.get("PYTHONPATH", "")
    return _beginning(setting) | {
        "HOME": home, "MXNET_HOME": home,
        "PYTHONPATH": os.pathsep.join([str(folder), *([own] if own else [])]),
        "STANDINS_PYTHON": sys.executable, "STANDINS_ROOT": str(ROOT), "STANDINS_PATH": own,
        "STANDINS_LARGE": "1" * is_never_cut(chapter),  # to learn of as much as is asserted
        "STANDINS_GPUS": str(setting.gpus), "STANDINS_CHECKOUTS": str(setting.work / "books"),
    }  # fmt: skip


def _read(path: Path) -> Outcome | None:
    return Outcome(**json.loads(path.read_text(encoding="utf-8"))) if path.exists() else None


def _kept(path: Path, setting: Setting, cuts: list[str]) -> Outcome | None:
    """Return a result, unless the chapter is to run again: as asked, with a higher limit or with other cuts."""
    outcome = None if setting.again else _read(path)
    if outcome is None or outcome.status is not None:
        return outcome
    return None if outcome.seconds < setting.seconds or outcome.cuts != cuts else outcome


def _path(setting: Setting, book: Book, kind: str, chapter: str) -> Path:
    kind += "-short" * bool(setting.short)
    return setting.work / "results" / book.name / kind / (re.sub(r"\W+", "_", chapter) + ".json")


def _chapter(item: Item, setting: Setting, printed: bool = False) -> None:
    """Run a chapter, unless there is a result, and where it fails, or where ``printed``, under 1.9.1."""
    book, chapter, folder, notebook = item
    results: list[Any] = []
    cuts: list[str] = []
    if setting.short:
        notebook, cuts = shortened(notebook, chapter, helpers_of(book, folder))
    for kind in ("remx", "mxnet"):
        path = _path(setting, book, kind, chapter)
        outcome = kept = _kept(path, setting, cuts)
        if outcome is None and kind == "remx":
            outcome = run_remx(book, folder, chapter, notebook, setting)
        elif outcome is None and setting.reference and (printed or results[0].status not in (0, None)):
            outcome = run_reference(folder, chapter, notebook, setting)
            if compared(results[0], outcome) == APART:
                others = [run_reference(folder, chapter, notebook, setting, seed) for seed in _OTHER_SEEDS]
                outcome = replace(outcome, seeds=[printed_results(other.output) for other in others])
        if outcome is not kept and outcome is not None:  # a result that stays keeps the cuts it was run with
            path.parent.mkdir(parents=True, exist_ok=True)
            with atomic_write(path, "w", encoding="utf-8") as stream:
                json.dump(asdict(replace(outcome, cuts=cuts)), stream)
        results.append(outcome)
    print(f"{book.name} {chapter}: {results[0].status} {results[0].seconds:.0f} s", file=sys.stderr, flush=True)


def _results(item: Item, setting: Setting) -> tuple[Outcome | None, Outcome | None]:
    """Return the results that a chapter has, remx's and 1.9.1's: those of its short run where it does not end."""
    for run in (setting, replace(setting, short=True)):
        ours, theirs = (_read(_path(run, item[0], kind, item[1])) for kind in ("remx", "mxnet"))
        if ours is not None and (ours.status is not None or run.short):
            return ours, theirs
    return _read(_path(setting, item[0], "remx", item[1])), None


def _is_computing(item: Item, setting: Setting) -> bool:
    """Tell whether a chapter was computing when it was stopped."""
    outcome = _read(_path(setting, item[0], "remx", item[1]))
    return outcome is not None and outcome.status is None


def _order(item: Item, setting: Setting) -> tuple[bool, float]:
    """Return what chapters run in the order of: whether one ran like this, and how long it ran."""
    outcome = _results(item, setting)[0]
    return _path(setting, item[0], "remx", item[1]).exists(), outcome.seconds if outcome else 0.0


def _fastest(items: Sequence[Item], count: int, setting: Setting) -> list[Item]:
    """Return the chapters that print losses and end soonest."""
    ended = [(ours.seconds, index) for index, item in enumerate(items)
             if (ours := _results(item, setting)[0]) and ours.status == 0 and printed_results(ours.output)]  # fmt: skip
    return [items[index] for _, index in sorted(ended)[:count]]


def _work(setting: Setting) -> Iterator[Item]:
    for book in books():
        folder = setting.work / "books" / book.name
        folder.mkdir(parents=True, exist_ok=True)
        if not take_out(book, setting.checkouts, folder):
            print(f"{book.name}: there is no checkout {setting.checkouts / book.checkout} of it", file=sys.stderr)
            continue
        for chapter, notebook in chapters_of(book, folder):
            yield book, chapter, folder, notebook


def _run_all(items: Sequence[Item], workers: int, run: Callable[[Item], None]) -> None:
    """Call a function for every chapter, some at a time. Ctrl-C ends those that run, and begins no others."""
    if items and _PROCESSES.get_start_method() == "forkserver":
        before = signal.signal(signal.SIGINT, signal.SIG_IGN)  # for the server, which would print where it was stopped
        forkserver.ensure_running()
        signal.signal(signal.SIGINT, before)
    with ThreadPoolExecutor(workers) as pool:
        try:
            [*pool.map(run, items)]
        except KeyboardInterrupt:
            _STOPPING.set()
            pool.shutdown(cancel_futures=True)
            raise


def main() -> int:
    """Run what is asked for and write the page; return 130 if it was stopped from the keyboard."""
    try:
        with keyboard.raised():
            return _main()
    except KeyboardInterrupt:
        print("\nbooks: stopped; the same command goes on", file=sys.stderr)
        return keyboard.STOPPED


def _main() -> int:
    command = argparse.ArgumentParser(description=__doc__)
    command.add_argument("checkouts", type=Path, help="a folder with checkouts of the books")
    command.add_argument("--only", default="", help="a pattern of 'BOOK CHAPTER'")
    command.add_argument("--work", type=Path, default=Path("build/books"), help="a folder for programs and results")
    command.add_argument("--seconds", type=int, default=120, help="how much time of a processor a chapter has")
    command.add_argument(
        "--short", action="store_true", help="run what was computing at the limit, and cut its loops over epochs to two"
    )
    command.add_argument("--gpus", type=int, default=2, help="how many GPUs to pretend; 0: none")
    command.add_argument("--reference", help="a Python with MXNet 1.9.1, pandas, Matplotlib, scikit-learn and IPython")
    command.add_argument("--compare", type=int, default=0, metavar="COUNT", help="run so many that print losses there")
    command.add_argument("--again", action="store_true", help="run what has a result, too")
    command.add_argument("--workers", type=int, default=2, help="how many run at a time")
    command.add_argument("--list", action="store_true", help="list the chapters and run none")
    command.add_argument(
        "--page", action="store_true", help="run none, and write the page of the results that there are"
    )
    command.add_argument("--note", default="", help="what the page is to say of the run")
    command.add_argument("--out", type=Path, help="the file to write the page to; the standard output by default")
    args = command.parse_args()
    setting = Setting(
        args.work.absolute(), args.checkouts.absolute(), args.seconds, args.gpus, args.reference, args.again
    )
    setting.work.mkdir(parents=True, exist_ok=True)
    os.environ.update(_beginning(setting))
    work = [*_work(setting)]
    if args.list:
        for book, chapter, _, _ in work:
            if re.search(args.only, f"{book.name} {chapter}"):
                print(book.name, chapter)
        return 0
    due = [item for item in work if re.search(args.only, f"{item[0].name} {item[1]}")] if not args.page else []
    if args.short:
        due = [item for item in due if _is_computing(item, setting) and not is_never_cut(item[1])]
    run = replace(setting, short=args.short)
    due.sort(key=lambda item: _order(item, run))
    _run_all(due, args.workers, lambda item: _chapter(item, run))
    again = replace(run, again=False)
    _run_all(_fastest(due, args.compare, setting), args.workers, lambda item: _chapter(item, again, printed=True))
    results = []
    for item in work:
        ours, theirs = _results(item, setting)
        if ours is not None:
            results.append((item[0], item[1], item[3], ours, theirs))
    totals = Counter(book.name for book, *_ in work)
    text = page(results, books(), totals, args.note)
    if args.out:
        with atomic_write(args.out, "w", encoding="utf-8") as stream:
            stream.write(text)
    else:
        print(text)
    return 0


if __name__ == "__main__":
    sys.exit(main())
