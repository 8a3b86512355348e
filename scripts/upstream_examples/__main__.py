"""Run Apache MXNet's example programs unmodified and write a table: ``python -m scripts.upstream_examples MXNET``.

MXNET is a checkout of the release 1.9.1. Each program of ``programs.toml`` runs on a copy of its folder with drawn
data, under this Python and, with ``--reference PYTHON``, under MXNet 1.9.1's; what they print is compared.
"""

from __future__ import annotations

import argparse
import atexit
import contextlib
import functools
import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from .data import MAKERS

HERE = Path(__file__).parent
#: what differs from run to run: times, speeds, addresses, processes
_VOLATILE = re.compile(
    r"\d{4}-\d\d-\d\d[ T][\d:,.]+|\[\d\d:\d\d:\d\d\]|0x[0-9a-f]+|[\d.e+-]+ ?(s\b|sec|samples/s|samples/sec|img/s|ms\b)"
    r"|(?i:time|speed|elapsed|duration|wps|samples/s|images?/sec)[^-\d\n]{0,12}[\d.e+-]+"
)
_PAGE = """\
# MXNet's own programs

Programs of `example/` of Apache MXNet 1.9.1, not a letter changed, on small drawn data in the formats that they expect.
Written by `make upstream-examples`; how each is called stands in `scripts/upstream_examples/programs.toml`. *equal*:
every line of the output has the same words and, but for times, the same numbers (0.1 %) as 1.9.1's; *as good*: the
result, which random numbers decide, is as near to 1.9.1's as the table of programs asks for; *until X*: both were
stopped there, since the whole takes hours; *runs*: to its end, with nothing to compare. *Simulated GPUs*: run with
`MXNET_GPUS=cpu:N`, and beside 1.9.1 with `mx.gpu` set to `mx.cpu` from outside. Seconds: ours / 1.9.1's, of one
run on a busy machine.

| program | arguments | result | seconds |
|---|---|---|--:|
"""
_NUMBER = re.compile(r"[-+]?(?:\d+\.\d+|\d+)(?:e[-+]?\d+)?|\bnan\b|\binf\b")


@dataclass
class Program:
    """A program, how it is called, the data it finds, and how its result is read off."""

    path: str
    args: str = ""
    data: list[str] = field(default_factory=list)  # "maker:folder", below the program's folder
    seconds: int = 120
    result: str = ""  # a pattern whose last match in the output has the result as its group
    within: float = 0.0  # how far two results may be apart; 0: the whole output has to be equal
    shows: str = ""  # what the result is where two runs of one engine differ in it, as speeds do: shown, not judged
    reads: str = ""  # a file that it writes its log to: read as the end of its output
    until: str = ""  # a pattern: both runs are stopped at the first line that has it, where the whole takes hours
    compat: bool = False  # run by `remx run --compat`, which puts right what Python and NumPy took away
    torchrun: int = 0  # how many processes of it torchrun starts here, where `remx run` has Horovod's name
    needs: list[str] = field(default_factory=list)  # packages that it imports, without what they need themselves
    needs_there: list[str] = field(default_factory=list)  # the same beside MXNet 1.9.1 and its NumPy
    put_back: str = ""  # a statement that runs first beside MXNet 1.9.1: what later packages took away from the program
    first: str = ""  # a statement that runs first beside both, which the row's note tells
    changed: list[str] = field(default_factory=list)  # "file: text -> text", for both: its own fault, or its length
    gpus: int = 0  # how many GPUs it asks for: simulated here, processors in their place (cpu(i)) beside 1.9.1
    workers: int = 0  # how many times it is started, with a scheduler and a server; the first one's output is read
    note: str = ""  # what else is to say of its row
    why_not: str = ""  # why it is not run


@dataclass
class Outcome:
    """What a run gave: its exit status, None past the time limit, its output and seconds."""

    status: int | None
    output: str
    seconds: float

    def failure(self) -> str:
        """Return what stopped it, in one line; empty when nothing did."""
        if self.status == 0:
            return ""
        if self.status is None:
            return f"stopped after {self.seconds:.0f} s"
        lines = self.output.splitlines() or ["no output"]
        at = max((i for i, line in enumerate(lines) if re.match(r"[\w.]*(Error|Exception|Exit)\b", line)), default=-1)
        return " ".join(line.strip() for line in lines[at:])[:200]


def run(
    program: Program, source: Path, python: str, compat: bool, keep: Path | None = None, again: bool = True
) -> Outcome:
    """Run a program on a fresh copy of its folder, with data drawn into it; ``compat``: by ``remx run --compat``.

    ``keep`` is a folder for the outcomes; without ``again`` one that is there is read, and nothing runs.
    """
    kept = keep and keep / (re.sub(r"\W+", "_", f"{program.path} {program.args}")[:90] + ".json")
    if kept and kept.exists() and not again:
        return Outcome(**json.loads(kept.read_text()))
    with tempfile.TemporaryDirectory(prefix="example-") as made:
        home, copied = Path(made, "home"), Path(made, "example")
        root = Path(program.path).parts[0]
        shutil.copytree(source / "example" / root, copied / root)
        folder = copied / Path(program.path).parent
        home.mkdir()
        for each in program.data:
            maker, _, where = each.partition(":")
            target = home / where[1:] if where.startswith("~") else folder / where
            target.mkdir(parents=True, exist_ok=True)
            MAKERS[maker](target)
        _change(folder, program.changed)
        torchrun = ["-m", "torch.distributed.run", f"--nproc-per-node={program.torchrun}"] if program.torchrun else []
        option = ["--compat"] if compat else ["run"] if program.torchrun else []
        call = [python, *torchrun, str(HERE / "launch.py"), *option, Path(program.path).name]
        environment = os.environ | {
            "HOME": str(home), "MXNET_HOME": str(home), "MPLBACKEND": "Agg",
            "PYTHONHASHSEED": "0", "PYTHONWARNINGS": "ignore", "PYTHONUNBUFFERED": "1",
        }  # fmt: skip
        here = python == sys.executable
        needs = program.needs if here else program.needs_there or program.needs
        paths = [str(_installed(needs))] if needs else []
        statements = [program.first] if here else [program.first, program.put_back]
        if here and program.gpus:
            environment["MXNET_GPUS"] = f"cpu:{program.gpus}"
        elif program.gpus:
            statements.insert(0, f"mx.gpu = mx.context.gpu = mx.cpu; mx.context.num_gpus = lambda: {program.gpus}")
        environment["PUT_BACK"] = "\n".join(statements)
        if here and "PYTHONPATH" in environment:  # for MXNet 1.9.1 it would lead to remx
            paths.append(environment["PYTHONPATH"])
        environment["PYTHONPATH"] = os.pathsep.join(paths)
        call += program.args.split()
        began = time.monotonic()
        with _roles(python, call, program.workers, folder, environment) as own:
            process = subprocess.Popen(
                call, cwd=folder, env=environment | own, text=True, errors="replace",
                stdout=subprocess.PIPE, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL, start_new_session=True,
            )  # fmt: skip
            output, status = _followed(process, program, began)
        if program.reads and (folder / program.reads).exists():
            output += (folder / program.reads).read_text(encoding="utf-8")
        outcome = Outcome(status, output, time.monotonic() - began)
        if kept:
            kept.parent.mkdir(parents=True, exist_ok=True)
            kept.write_text(json.dumps(vars(outcome)))
        return outcome


def _change(folder: Path, changed: list[str]) -> None:
    """Replace texts in a program's copy, each of which must be there once."""
    for item in changed:
        name, _, change = item.partition(": ")
        before, _, after = change.partition(" -> ")
        text = (folder / name).read_text(encoding="utf-8")
        if text.count(before) != 1:
            raise SystemExit(f"{name}: expected once: {before}")
        (folder / name).write_text(text.replace(before, after), encoding="utf-8")


@contextlib.contextmanager
def _roles(
    python: str, call: list[str], workers: int, folder: Path, environment: dict[str, str]
) -> Iterator[dict[str, str]]:
    """Start a scheduler, a server and all workers but one, and yield the variables of that one; end them at last.

    They are started as Apache MXNet's launcher and SageMaker do: importing mxnet makes a scheduler or a server.
    """
    if not workers:
        yield {}
        return
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    common = {
        "DMLC_PS_ROOT_URI": "127.0.0.1", "DMLC_PS_ROOT_PORT": str(port),
        "DMLC_NUM_WORKER": str(workers), "DMLC_NUM_SERVER": "1",
    }  # fmt: skip
    waits = [python, "-c", "import mxnet"]
    roles = [("scheduler", waits), ("server", waits), *[("worker", call)] * (workers - 1)]
    processes = [
        subprocess.Popen(
            command, cwd=folder, env=environment | common | {"DMLC_ROLE": role},
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True,
        )
        for role, command in roles
    ]  # fmt: skip
    try:
        yield common | {"DMLC_ROLE": "worker"}
    finally:
        for process in processes:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()


def _followed(process: subprocess.Popen[str], program: Program, began: float) -> tuple[str, int | None]:
    """Return what a process prints and its exit status: 0 also where it is stopped at the line that is waited for."""
    late = threading.Timer(program.seconds, os.killpg, (process.pid, signal.SIGKILL))
    late.start()
    lines, arrived = [], False
    with process:
        assert process.stdout is not None
        for line in process.stdout:
            lines.append(line)
            if program.until and re.search(program.until, line):
                os.killpg(process.pid, signal.SIGKILL)
                arrived = True
                break
    late.cancel()
    status = process.returncode
    return "".join(lines), 0 if arrived else None if time.monotonic() - began >= program.seconds else status


@functools.cache
def _packages() -> Path:
    folder = Path(tempfile.mkdtemp(prefix="packages-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder


def _installed(needs: list[str]) -> Path:
    """Install packages into a folder of their own and return it."""
    folder = _packages() / re.sub(r"\W+", "_", " ".join(needs))
    if not folder.exists():
        pip = [sys.executable, "-m", "pip", "install", "-q", "--no-deps", "--target", str(folder)]
        subprocess.run([*pip, *needs], check=True, capture_output=True)
    return folder


def _results(program: Program, outcome: Outcome) -> str:
    found = re.findall(program.result, outcome.output) if program.result else []
    return str(found[-1]) if found else ""


def _lines(output: str) -> list[tuple[str, list[float]]]:
    """Return the lines of an output as texts without numbers, and their numbers; without what differs at every run."""
    kept = []
    for line in output.splitlines():
        text = _VOLATILE.sub("~", line).strip()
        if text and "Warning" not in text and "src/" not in text:
            kept.append((_NUMBER.sub("#", text), [float(n) for n in _NUMBER.findall(text)]))
    return kept


def compare(program: Program, ours: Outcome, theirs: Outcome | None) -> str:
    """Say in a few words how a run compares with 1.9.1's."""
    if failure := ours.failure():
        both = theirs and theirs.failure()
        return f"fails, and so does 1.9.1: {both}" if both else f"**fails**: {failure}"
    got = _results(program, ours)
    shown = f"{got}" if got else ""
    if theirs is None:
        reason = "1.9.1 needs Horovod for it" if program.torchrun else "1.9.1 was not run beside it"
        return f"runs {shown}".strip() + f"; not compared: {reason}"
    if failure := theirs.failure():
        if failure.startswith("ModuleNotFoundError: "):
            return f"runs {shown}".strip() + f"; not compared: {failure.split(': ')[1]} in 1.9.1's environment"
        return f"runs {shown}".strip() + f"; 1.9.1 fails: {failure}"
    expected = _results(program, theirs)
    if program.shows:
        return f"runs; {program.shows}: {float(got):.4g}, 1.9.1 {float(expected):.4g}"
    if not program.within:
        a, b = _lines(ours.output), _lines(theirs.output)
        if [x[0] for x in a] == [x[0] for x in b] and all(
            abs(p - q) <= 2e-4 + 1e-3 * abs(q) or (p != p and q != q)
            for x, y in zip(a, b, strict=True)
            for p, q in zip(x[1], y[1], strict=True)
        ):
            return "equal"
        return f"**differs** from 1.9.1 {shown}".strip()
    if not got or not expected:
        return f"**differs**: no result in the output ({got!r}, {expected!r})"
    same = abs(float(got) - float(expected)) <= program.within
    return f"{'as good' if same else '**differs**'}: {float(got):.4g}, 1.9.1 {float(expected):.4g}"


def programs() -> list[Program]:
    """Return the table of programs."""
    table = tomllib.loads((HERE / "programs.toml").read_text(encoding="utf-8"))
    return [Program(**each) for each in table["program"]]


def main() -> int:
    """Run what is asked for and write the table."""
    command = argparse.ArgumentParser(description=__doc__)
    command.add_argument("mxnet", type=Path, help="a checkout of Apache MXNet 1.9.1")
    command.add_argument("--only", default="", help="a pattern of paths")
    command.add_argument("--reference", help="a Python with MXNet 1.9.1, to run the same beside it")
    command.add_argument("--keep", type=Path, help="a folder for the outcomes")
    command.add_argument(
        "--again", action=argparse.BooleanOptionalAction, default=True, help="run what is kept there, too"
    )
    command.add_argument("--out", type=Path, help="the file to write the table to; the standard output by default")
    args = command.parse_args()
    if not (args.mxnet / "example").is_dir():
        command.error(f"{args.mxnet} has no folder 'example'")
    every = programs()
    before = _written(args.out)
    rows, failed = {key: before[key] for key in map(_key, every) if key in before}, 0
    for program in every:
        if not re.search(args.only, f"{program.path} {program.args}"):
            continue
        said, seconds = f"not run: {program.why_not}", ""
        if not program.why_not:
            ours = run(
                program, args.mxnet, sys.executable, program.compat, args.keep and args.keep / "remx", args.again
            )
            seconds, theirs = f"{ours.seconds:.0f}", None
            if args.reference and not program.torchrun:
                theirs = run(program, args.mxnet, args.reference, False, args.keep and args.keep / "mxnet", args.again)
                seconds += f" / {theirs.seconds:.0f}"
            said = compare(program, ours, theirs) + (f", until `{program.until}`" if program.until else "")
            said += ", by `remx run --compat`" if program.compat else ""
            if program.gpus:
                said += f", on {program.gpus} simulated GPU{'s' * (program.gpus > 1)} (1.9.1: as many `cpu(i)`)"
            said += f"; changed: {', '.join(f'`{item}`' for item in program.changed)}" if program.changed else ""
            said += f"; {program.note}" if program.note else ""
            failed += "**" in said
        print(f"{program.path} {program.args}: {said}", file=sys.stderr, flush=True)
        key = _key(program)
        rows[key] = f"{key} {said.replace('|', '/')} | {seconds} |"
        if args.out:
            args.out.write_text(_PAGE + "\n".join(rows.values()) + "\n", encoding="utf-8")
    if not args.out:
        print(_PAGE + "\n".join(rows.values()))
    return 1 if failed else 0


def _key(program: Program) -> str:
    return f"| `{program.path}` | {f'`{program.args}`' if program.args else ''} |"


def _written(page: Path | None) -> dict[str, str]:
    """Return the rows that a page has already, by program and arguments: those that do not run again stay."""
    lines = page.read_text(encoding="utf-8").splitlines() if page and page.exists() else []
    return {" |".join(line.split(" |")[:2]) + " |": line for line in lines if line.startswith("| `")}


if __name__ == "__main__":
    sys.exit(main())
