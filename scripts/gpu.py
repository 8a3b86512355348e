"""Everything that needs a GPU, within a time limit: ``python scripts/gpu.py [--budget 480] [--output build/gpu]``.

Tests first, then figures: ``docs/benchmarks_gpu.md``. It needs PyTorch with CUDA and NumPy 2, no network and no
installed remx; without pytest the tests are left out, and it says so. The folder has the log of each part as it grows,
and ``summary.txt``, so that a run that is cut off leaves what it did. ``--mxnet`` (or the variable ``MXNET``) names a
checkout of MXNet 1.9.1, whose own tests of GPUs then run, too; how many pass is told, not judged.
"""

from __future__ import annotations

import argparse
import importlib.util
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[1]
#: without the project's configuration, which names plugins
_PYTEST = [
    *(sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--no-header", "--tb=short"),
    *("-c", os.devnull),
]
if importlib.util.find_spec("xdist") is not None:  # a GPU has room for several processes
    _PYTEST += ["-n", str(max(1, min(12, (os.cpu_count() or 1) * 3 // 4))), "--dist", "worksteal"]
_UPSTREAM = "tests/python/gpu/test_operator_gpu.py"
#: seconds that a part has to end after each signal; pytest tells the reasons of failures after the first one
_SIGNALS = ((signal.SIGINT, 10.0), (signal.SIGTERM, 5.0), (signal.SIGKILL, 5.0))


class Part(NamedTuple):
    """A part: its command, its share of the time that is left, and whether it fails the run."""

    name: str
    command: list[str]
    share: float
    judged: bool = True
    folder: Path = ROOT


def parts(mxnet: str, output: Path, tiny: bool) -> list[Part]:
    """Return what there is to do here, in order."""
    result = []
    if importlib.util.find_spec("pytest") is not None:
        files = ("tests/gpu/test_gpu.py", "tests/gpu/test_executor_gpu.py")
        result.append(Part("tests", [*_PYTEST, "--import-mode=importlib", f"--rootdir={ROOT}", *files], 0.4))
        if mxnet:
            result.append(Part("upstream", [*_PYTEST, "-vv", "--tb=line", _UPSTREAM], 0.25, False, Path(mxnet)))
    page = str(output / "benchmarks_gpu.md") if tiny else "docs/benchmarks_gpu.md"
    command = [sys.executable, "-m", "benchmarks.gpu", "--output", page, *(["--tiny"] if tiny else [])]
    return [*result, Part("benchmarks", command, 1.0)]


def run(part: Part, seconds: float, log: Path) -> str:
    """Run a part for at most so many seconds; return what came of it in a line, and one for each failed test."""
    path = [str(ROOT / "src"), str(ROOT), *filter(None, [os.environ.get("PYTHONPATH")])]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(path), "COLUMNS": "200"}  # pytest shortens reasons
    command = [*part.command, "--budget", str(max(1, seconds - 15))] if part.name == "benchmarks" else part.command
    began = time.monotonic()
    with log.open("w") as file:
        process = subprocess.Popen(command, cwd=part.folder, env=environment, stdout=file, stderr=subprocess.STDOUT)
        try:
            ended = f"exit status {process.wait(seconds)}"
        except subprocess.TimeoutExpired:
            _end(process)
            ended = "cut off"
    text = log.read_text(errors="replace")
    lines = [line for line in text.splitlines() if re.search(r"\d+ (passed|failed)", line)]
    reasons = re.findall(r"^(?:FAILED|ERROR) .+", text, re.MULTILINE)
    if ended == "cut off" and "PASSED" in text:
        lines.append(f"{text.count(' PASSED ')} passed, {text.count(' FAILED ')} failed so far")
    result = f"{part.name}: {ended}, {time.monotonic() - began:.0f} s{', ' + lines[-1].strip('= ') if lines else ''}"
    return "\n    ".join([result, *reasons])


def _end(process: subprocess.Popen[bytes]) -> None:
    """End a process as Ctrl-C does, so that it can still tell what it did; by force if it does not end."""
    for number, seconds in _SIGNALS:
        process.send_signal(number)
        try:
            process.wait(seconds)
        except subprocess.TimeoutExpired:
            continue
        return


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--budget", type=float, default=480, help="seconds for all")
    parser.add_argument("--output", type=Path, default=ROOT / "build" / "gpu", help="the folder of the logs")
    parser.add_argument("--mxnet", default=os.environ.get("MXNET", ""), help="a checkout of MXNet 1.9.1")
    parser.add_argument("--tiny", action="store_true", help="tiny work, to try this where there is no GPU")
    args = parser.parse_args()
    args.output.mkdir(parents=True, exist_ok=True)
    signal.signal(signal.SIGINT, signal.default_int_handler)  # shells start programs in the background without it
    deadline, failed = time.monotonic() + args.budget, False
    todo = parts(args.mxnet, args.output, args.tiny)
    with (args.output / "summary.txt").open("w") as summary:

        def tell(line: str) -> None:
            print(line, flush=True)
            print(line, file=summary, flush=True)

        if todo[0].name != "tests":
            tell("tests: left out, pytest is not installed")
        for part in todo:
            result = run(part, (deadline - time.monotonic()) * part.share, args.output / f"{part.name}.log")
            failed |= part.judged and not result.startswith(f"{part.name}: exit status 0,")
            tell(result)
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
