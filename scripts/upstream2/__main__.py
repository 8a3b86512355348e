"""Run MXNet 2's own unit tests that 2.0.0b1 passes, and write what passes here: ``python -m scripts.upstream2 MXNET``.

MXNET is a checkout of the tag 2.0.0.beta1. The tests are those of ``tests/mxnet2/upstream_passes.json``. They run with
``MXNET_API=2``, in parts, each in a process of its own; a call with the same ``--work`` goes on where the last one was
stopped. ``docs/site/upstream2_tests.json`` has what came of it, from which the tables of ``docs/mxnet2.md`` are made;
why tests fail stands in ``reasons.toml``, and a failure without a reason gives the exit status 1. ``--record PYTHON``
asks that Python, which has mxnet 2.0.0b1, and adds what it passes to the list: tests of all files, or a share of them.
"""

from __future__ import annotations

import argparse
import datetime
import json
import os
import re
import signal
import subprocess
import sys
import tempfile
import threading
import time
import tomllib
import zlib
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
PASSES = ROOT / "tests" / "mxnet2" / "upstream_passes.json"
FOUND = ROOT / "docs" / "site" / "upstream2_tests.json"
PAGE = ROOT / "docs" / "mxnet2.md"
_BEGIN, _END = "<!-- Written by scripts/upstream2: -->\n", "<!-- Until here. -->\n"
#: how many tests a process runs at most, and how long it may be silent beyond a test's own limit, in seconds
_PART, _SILENT = 200, 60
#: how many names the list has to save to say in short that a function passes
_SHORT = 8
#: how pytest ends where a file cannot be imported, or has none of the tests: they are missing
_COLLECTED = (2, 5)
_LOCK = threading.Lock()
#: a test, and what came of it: "passed", "failed", "skipped", "crashed" or "missing", and the cause of a failure
Outcomes = dict[str, tuple[str, str]]
#: tests by function: parameters, or how many there are and those left out
Functions = dict[str, Any]
#: by file: the "date" of its run, how many tests ("of"), and those that "failed" with their causes
Found = dict[str, dict[str, Any]]


def in_share(test: str, share: float) -> bool:
    """Tell whether a test belongs to a random share of all: the same one each time, by the CRC of its name."""
    return zlib.crc32(test.encode()) < share * 2**32


def by_function(tests: Iterable[str]) -> dict[str, list[str]]:
    """Return tests by function: ``{"test_a": ["1-2", "1-3"], "test_b": []}``."""
    functions: dict[str, list[str]] = {}
    for test in sorted(tests):
        name, _, parameters = test.partition("[")
        functions.setdefault(name, []).extend([parameters[:-1]] if parameters else [])
    return functions


def folded(tests: Iterable[str], collected: Iterable[str]) -> Functions:
    """Return tests by function, in short where most of the collected ones are among them.

    ``{"test_a": {"of": 900, "without": ["1-2"]}, "test_b": []}``: all but one of the 900 parameters of ``test_a``.
    """
    functions: Functions = dict(by_function(tests))
    for name, every in by_function(collected).items():
        passed = functions.get(name, [])
        rest = sorted({*every} - {*passed})
        if len(rest) + _SHORT < len(passed) and {*passed} <= {*every}:
            functions[name] = {"of": len(every), "without": rest}
    return functions


def unfolded(functions: Functions, collected: Iterable[str]) -> list[str]:
    """Return the names of tests that :func:`folded` has put together.

    What pytest collects less than was recorded is missing: it has names of numbers.
    """
    every = by_function(collected)
    tests = []
    for name, each in functions.items():
        if isinstance(each, dict):  # in short
            there = every.get(name, [])
            there += [f"missing {number}" for number in range(each["of"] - len(there))]
            each = [one for one in there if one not in each["without"]]
        tests += [f"{name}[{one}]" for one in each] or [name]
    return tests


def read_outcomes(path: Path) -> Outcomes:
    """Return the outcomes that the plugin wrote; what has begun and not ended crashed."""
    outcomes: Outcomes = {}
    for line in path.read_text(encoding="utf-8").splitlines() if path.exists() else ():
        test, outcome, *said = line.split("\t")
        outcomes[test] = ("crashed", "the process ended") if outcome == "began" else (outcome, "".join(said))
    return outcomes


class Suite:
    """The tests of a checkout as one Python runs them, with the outcomes that are there already."""

    def __init__(self, checkout: Path, python: str, seconds: int, work: Path) -> None:
        self.folder = checkout / "tests" / "python"
        self.python = python
        self.seconds = seconds
        self.work = work
        work.mkdir(parents=True, exist_ok=True)

    def outcomes(self, name: str) -> Outcomes:
        """Return what is known of a file's tests."""
        path = self._path(name)
        known = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
        return {test: (outcome, said) for test, (outcome, said) in known.items()}

    def _path(self, name: str) -> Path:
        return self.work / f"{name.replace('/', '_')}.json"

    def _environment(self) -> dict[str, str]:
        seeds = {"MXNET_TEST_SEED": "1", "MXNET_MODULE_SEED": "1"}
        ours = os.environ.get("PYTHONPATH", "").split(os.pathsep) if self.python == sys.executable else []
        paths = os.pathsep.join([str(HERE), *(os.path.abspath(path) for path in ours if path)])
        return os.environ | seeds | {"OMP_NUM_THREADS": "1", "MXNET_API": "2", "PYTHONPATH": paths}

    def _call(self, name: str) -> list[str]:
        return [self.python, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "outcome_plugin", Path(name).name]

    def names(self, name: str) -> list[str]:
        """Return the tests of a file, as pytest collects them."""
        call = [*self._call(name), "--collect-only"]
        where = (self.folder / name).parent
        done = subprocess.run(call, cwd=where, env=self._environment(), capture_output=True, text=True)
        return re.findall(rf"^\S*{re.escape(Path(name).name)}::(.*)", done.stdout, re.MULTILINE)

    def run(self, name: str, tests: list[str]) -> None:
        """Run tests of a file and keep the outcomes. After a crash the others go on in another process."""
        done: Outcomes = {}
        while left := [test for test in tests if test not in done]:
            found = self._run_once(name, left)
            if not any(outcome == "crashed" for outcome, _ in found.values()):
                found = dict.fromkeys(left, ("missing", "")) | found
            done |= found
            with _LOCK:
                path = self._path(name)
                path.write_text(json.dumps(self.outcomes(name) | done, indent=0), encoding="utf-8")
        passed = sum(outcome == "passed" for outcome, _ in done.values())
        print(f"{name}: {passed} of {len(tests)} pass", file=sys.stderr, flush=True)

    def _run_once(self, name: str, tests: list[str]) -> Outcomes:
        with tempfile.TemporaryDirectory(prefix="upstream2-") as folder:
            listed, out, log = Path(folder, "tests"), Path(folder, "outcomes"), Path(folder, "log")
            listed.write_text("\n".join(tests), encoding="utf-8")
            environment = self._environment() | {"UPSTREAM2_TESTS": str(listed), "UPSTREAM2_OUT": str(out)}
            with log.open("w") as stream:
                process = subprocess.Popen(
                    [*self._call(name), f"--timeout={self.seconds}"],
                    cwd=(self.folder / name).parent, env=environment, stdout=stream, stderr=stream,
                    stdin=subprocess.DEVNULL, start_new_session=True,
                )  # fmt: skip
                began = time.time()
                while process.poll() is None:
                    time.sleep(0.2)
                    heard = out.stat().st_mtime if out.exists() else began
                    if time.time() - heard > self.seconds + _SILENT:
                        os.killpg(process.pid, signal.SIGKILL)
            outcomes = read_outcomes(out)
            if not outcomes and process.returncode not in _COLLECTED:
                raise SystemExit(f"{name}: no test ran: {log.read_text(errors='replace')[-500:]}")
            return outcomes

    def run_all(self, files: dict[str, list[str]], jobs: int, again: bool) -> None:
        """Run tests of many files, some parts at a time."""
        parts = []
        for name, tests in files.items():
            known = {} if again else self.outcomes(name)
            left = [test for test in tests if test not in known]
            parts += [(name, left[at : at + _PART]) for at in range(0, len(left), _PART)]
        with ThreadPoolExecutor(jobs) as pool:
            for _ in pool.map(lambda part: self.run(*part), parts):
                pass


def record(suite: Suite, only: str, share: float, jobs: int, again: bool) -> None:
    """Ask MXNet 2.0.0b1 for tests that are not in the list, and add those that it passes."""
    passes = json.loads(PASSES.read_text(encoding="utf-8"))
    files = sorted(str(path.relative_to(suite.folder)) for path in suite.folder.glob("*/test_*.py"))
    collected = {name: suite.names(name) for name in files if re.search(only, name)}
    listed = {name: set(unfolded(passes.get(name, {}), names)) for name, names in collected.items()}
    asked = {
        name: sorted({test for test in names if in_share(test, share)} - listed[name])
        for name, names in collected.items()
    }
    suite.run_all(asked, jobs, again)
    for name, names in collected.items():
        passed = {test for test, (outcome, _) in suite.outcomes(name).items() if outcome == "passed"}
        passes[name] = folded(passed | listed[name], names)
    write_passes(passes)


def write_passes(passes: dict[str, Functions]) -> None:
    """Write the list of what 2.0.0b1 passes, a function a line."""
    files = []
    for name in sorted(passes):
        lines = ",\n".join(f"  {json.dumps(function)}: {json.dumps(each)}" for function, each in passes[name].items())
        files += [f" {json.dumps(name)}: {{\n{lines}\n }}"] if lines else []
    text = ",\n".join(files)
    PASSES.write_text(f"{{\n{text}\n}}\n", encoding="utf-8")


def measure(suite: Suite, only: str, jobs: int, again: bool) -> int:
    """Run what 2.0.0b1 passes, and write what came of it; return how many failures have no reason."""
    listed = json.loads(PASSES.read_text(encoding="utf-8"))
    passes = {
        name: unfolded(each, suite.names(name) if any(isinstance(one, dict) for one in each.values()) else ())
        for name, each in listed.items()
        if re.search(only, name)
    }
    suite.run_all(passes, jobs, again)
    found = json.loads(FOUND.read_text(encoding="utf-8")) if FOUND.exists() else {}
    for name, tests in passes.items():
        outcomes = suite.outcomes(name)
        if all(test in outcomes for test in tests):
            failed = {test: ": ".join(filter(None, outcomes[test])) for test in tests if outcomes[test][0] != "passed"}
            found[name] = {"date": datetime.date.today().isoformat(), "of": len(tests), "failed": failed}
    found = dict(sorted(found.items()))
    FOUND.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
    return write_page(found)


def write_page(found: Found) -> int:
    """Write the tables of the page; return how many failures have no reason."""
    text = PAGE.read_text(encoding="utf-8")
    table, without = tables(found, reasons())
    before, rest = text.split(_BEGIN)
    PAGE.write_text(before + _BEGIN + table + _END + rest.split(_END)[1], encoding="utf-8")
    for test in without:
        print(f"no reason: {test}", file=sys.stderr)
    return len(without)


def reasons() -> list[dict[str, str]]:
    """Return why tests fail: patterns of tests, and texts."""
    return list(tomllib.loads((HERE / "reasons.toml").read_text(encoding="utf-8"))["reason"])


def tables(found: Found, reasons: list[dict[str, str]]) -> tuple[str, list[str]]:
    """Return the tables of outcomes and of reasons, and the failures that have no reason."""
    total = sum(each["of"] for each in found.values())
    failed = [(name, test) for name, each in found.items() for test in each["failed"]]
    passed = total - len(failed)
    lines = [f"**{passed:,} of {total:,} pass ({100 * passed / max(total, 1):.1f} %).** In full:", ""]
    whole, partly = [], ["", "| file | pass |", "|---|---|"]
    for name, each in found.items():
        short = name.removeprefix("unittest/").removesuffix(".py")
        if each["failed"]:
            partly.append(f"| `{short}` | {each['of'] - len(each['failed']):,} of {each['of']:,} |")
        else:
            whole.append(f"`{short}` ({each['of']:,})")
    lines += [f"{', '.join(whole)}.", *partly, "", "| tests that fail | | why |", "|---|--:|---|"]
    without = [f"{name}::{test}" for name, test in failed]
    for reason in reasons:
        of = [each for each in without if re.search(reason["tests"], each)]
        without = [each for each in without if each not in of]
        if of:
            functions = dict.fromkeys(re.sub(r".*::|\[.*", "", each) for each in of)
            lines.append(f"| {', '.join(f'`{name}`' for name in functions)} | {len(of)} | {reason['why']} |")
    return "\n".join(lines) + "\n", without


def main() -> int:
    """Measure, or record, what is asked for."""
    command = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    command.add_argument("mxnet", type=Path, help="a checkout of Apache MXNet at the tag 2.0.0.beta1")
    command.add_argument("--only", default="", help="a pattern of files, as unittest/test_gluon.py")
    command.add_argument("--work", type=Path, default=Path("build/upstream2"), help="a folder for the outcomes")
    command.add_argument("--again", action="store_true", help="run what has an outcome there, too")
    command.add_argument("--jobs", type=int, default=2, help="how many processes run at a time")
    command.add_argument("--seconds", type=int, default=300, help="how long a test may take")
    command.add_argument("--record", metavar="PYTHON", help="a Python with mxnet 2.0.0b1, pytest and pytest-timeout")
    command.add_argument("--share", type=float, default=1.0, help="the share of the tests to record, chosen by name")
    command.add_argument("--page", action="store_true", help="run none, and write the page of what was found")
    args = command.parse_args()
    if args.page:
        return 1 if write_page(json.loads(FOUND.read_text(encoding="utf-8"))) else 0
    kind = "mxnet" if args.record else "remx"
    suite = Suite(args.mxnet.absolute(), args.record or sys.executable, args.seconds, args.work.absolute() / kind)
    if args.record:
        record(suite, args.only, args.share, args.jobs, args.again)
        return 0
    return 1 if measure(suite, args.only, args.jobs, args.again) else 0


if __name__ == "__main__":
    sys.exit(main())
