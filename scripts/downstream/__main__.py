"""Install libraries that stand on MXNet as they are published, try them on remx, and write what came of it.

``python -m scripts.downstream DIR``: the libraries are installed below DIR, with pip, each by itself. What is tried is
``checks/check_NAME.py``, run by pytest, and, with ``--checkouts``, the library's own tests. ``docs/site/clients.json``
has what was measured, ``docs/libraries.md`` is made of it.
"""

from __future__ import annotations

import argparse
import datetime
import json
import os
import platform
import re
import shlex
import shutil
import subprocess
import sys
import tomllib
import xml.etree.ElementTree as ET
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
_BRIEF = 90
FOUND = ROOT / "docs" / "site" / "clients.json"
PAGE = ROOT / "docs" / "libraries.md"
_HEAD = """\
# Libraries

Libraries written for MXNet 1.x, installed unmodified from PyPI, with remx in MXNet's place. Written by
`python -m scripts.downstream`, which installs them, runs the programs of `scripts/downstream/checks` and, where a
checkout of the library is at hand, its own unit tests of that release. What fails is named: data that is downloaded,
packages that are missing, what Python or NumPy has changed since, and the rest by its error. None of their code is part
of remx. What ends in `.dev` was never released and comes from its repository: the scripts of GluonNLP for MXNet 2 train
tiny networks, and what they print is compared with MXNet 2.0.0b1. "Equal 1.9.1" is the same with MXNet 1.9.1: losses,
gradients and forecasts from weights that NumPy draws.

Most of them were last changed before NumPy 2 and Python 3.10. `remx run --compat --package NAME script.py`, or
`remx run --compat -m NAME.program`, puts right in memory what is mechanical (`np.Inf`, `from collections import
Iterable`, `float(array)` of one element, arrays of lists of different lengths), and so does the run whose results
stand here; [Coming from MXNet](migration.md) says how. For what it cannot see, `pip install "numpy<2.4"`: there
functions of NumPy's own still take arrays of one element as numbers.
"""


@dataclass
class Client:
    """A library: what is installed, what ``--compat`` reads, and what of its own tests is run."""

    name: str
    version: str
    packages: list[str]  # what `--compat` puts right
    checks: str  # checks/check_CHECKS.py
    pip: str = ""  # more arguments for its installation
    source: str = ""  # where its packages are in the checkout, if no release on PyPI has them
    programs: list[str] = field(default_factory=list)  # in the checkout, which the checks run
    needs: list[str] = field(default_factory=list)  # installed beside it, without what they need themselves
    tests: list[str] = field(default_factory=list)  # in a checkout of its repository
    repository: str = ""  # the folder of the checkout below --checkouts
    tag: str = ""
    files: list[str] = field(default_factory=list)  # what the tests need of the checkout beside themselves
    pytest: str = ""  # more arguments for its own tests
    path: str = ""  # the folder of the checkout that its own tests import from
    environment: dict[str, str] = field(default_factory=dict)  # variables for its own tests
    seconds: int = 900

    def folder(self, base: Path) -> Path:
        """Return where the library is installed."""
        return base / f"{self.name}-{self.version}"


def install(client: Client, base: Path, checkouts: Path | None) -> str:
    """Install a library and what it needs below ``base``; return what pip said when it could not."""
    target = client.folder(base)
    done = target / ".installed"
    wanted = [*client.needs] if client.source else [f"{client.name}=={client.version}", *client.needs]
    laid = [path for path in (client.source, *client.programs) if path and checkouts is not None]
    state = "\n".join([*wanted, *laid])
    if done.exists() and done.read_text() == state:
        return ""
    if client.source and checkouts is None:
        return "it is not on PyPI: name a folder with its checkout by --checkouts"
    shutil.rmtree(target, ignore_errors=True)
    pip = [sys.executable, "-m", "pip", "install", "-q", "--no-deps", "--disable-pip-version-check"]
    run = subprocess.run([*pip, "--target", str(target), *client.pip.split(), *wanted], capture_output=True, text=True)
    if run.returncode:
        return next((line for line in run.stderr.splitlines() if line.startswith("ERROR")), run.stderr[-200:])
    if laid and checkouts is not None:
        unpack(client, checkouts, laid, target)
    done.write_text(state)
    return ""


def unpack(client: Client, checkouts: Path, paths: list[str], folder: Path) -> None:
    """Lay out files of the library's release from its checkout."""
    git = ["git", "-C", str(checkouts / client.repository), "archive", client.tag, "--", *paths]
    with subprocess.Popen(git, stdout=subprocess.PIPE) as archive:
        subprocess.run(["tar", "x", "-C", str(folder)], stdin=archive.stdout, check=True)


def checkout(client: Client, checkouts: Path, base: Path) -> Path:
    """Lay out the tests of the library's release, without the library: that is installed. Return the folder."""
    folder = base / f"{client.name}-{client.version}-tests"
    if not folder.exists():
        folder.mkdir()
        unpack(client, checkouts, [*client.files, *client.tests], folder)
    return folder


def run(
    client: Client,
    base: Path,
    where: Path,
    tests: list[str],
    more: list[str],
    python: str = sys.executable,
    *,
    patience: float = 1.0,
) -> dict[str, dict[str, str]]:
    """Run tests under pytest; return what passed, failed (with the cause) and was skipped."""
    report = base / f"{client.name}-{client.version}.xml"
    report.unlink(missing_ok=True)
    ours = python == sys.executable  # else MXNet 1.9.1 is there, and PYTHONPATH would lead away from it
    given = os.environ.get("PYTHONPATH", "").split(os.pathsep)
    sources = [os.path.abspath(path) for path in given if path and ours]  # it runs in another folder
    paths = [str(where / client.path)] if client.path and where != HERE else []
    packages = " ".join(client.packages)
    environment = os.environ | {
        "PYTHONPATH": os.pathsep.join(
            [str(client.folder(base) / client.source), str(client.folder(base)), str(HERE), *paths, *sources]
        ),
        "PYTHONWARNINGS": "ignore",
        "COMPAT_PACKAGES": packages,
        "LIBRARY": str(client.folder(base)),
        "COMPAT_RUN": f"-m remx run --compat {' '.join(f'--package {name}' for name in client.packages)}",
        "MPLBACKEND": "Agg",
        "OMP_NUM_THREADS": os.environ.get("OMP_NUM_THREADS", "1"),
        **client.environment,
    }
    call = [
        python,
        "-m",
        "pytest",
        "-q",
        "-p",
        "no:cacheprovider",
        "-p",
        "compat_plugin",
        "--continue-on-collection-errors",
    ]
    call += ["--import-mode=importlib" if where == HERE else "--import-mode=prepend", "--junitxml", str(report), *more]
    with (base / f"{client.name}-{client.version}.log").open("a") as log:
        try:
            subprocess.run(
                [*call, *tests], cwd=where, env=environment, stdout=log, stderr=log, timeout=client.seconds * patience,
                stdin=subprocess.DEVNULL,
            )  # fmt: skip
        except subprocess.TimeoutExpired:
            return {
                "passed": {},
                "skipped": {},
                "failed": {"all": f"not finished in {client.seconds * patience:.0f} s"},
            }
    if not report.exists():
        return {"passed": {}, "skipped": {}, "failed": {"all": "pytest could not run them"}}
    found: dict[str, dict[str, str]] = {"passed": {}, "failed": {}, "skipped": {}}
    for case in ET.parse(report).getroot().iter("testcase"):
        bad = {child.tag: child for child in case}
        causes = [each.get("value") for each in case.iter("property") if each.get("name") == "cause"]
        kind = "failed" if {"failure", "error"} & {*bad} else "skipped" if "skipped" in bad else "passed"
        said = next((str(child.get("message")) for tag, child in bad.items() if tag in ("failure", "error")), "")
        why = causes[-1] if causes and causes[-1] else said.splitlines()[0][:160] if said else ""
        if why == "collection failure":  # a file that cannot be imported: its last line has the error
            text = [line for line in (bad["error"].text or "").splitlines() if re.match(r"E  +\w", line)]
            why = text[-1][1:].strip()[:160] if text else why
        found[kind][f"{case.get('classname')}.{case.get('name')}"] = why
    return found


def _tried(found: dict[str, dict[str, str]]) -> str:
    """Return what the checks are about, from their names: ``check_attacks[FGSM]`` counts under "attacks"."""
    counts = Counter(
        re.sub(r"\[.*", "", name.rsplit(".check_", 1)[-1]).replace("_", " ").replace("1 9 1", "1.9.1")
        for name in [*found["passed"], *found["failed"]]
        if ".check_" in name
    )
    return ", ".join(f"{name} ({number})" if number > 1 else name for name, number in counts.items())


def _brief(why: str) -> str:
    """Return a cause as it stands in the table: the file of JSON has it whole."""
    why = why.replace("|", "/").replace("<", "&lt;").rstrip(": ")
    return why if len(why) <= _BRIEF else f"{why[:_BRIEF].rstrip()} ..."


def _counts(found: dict[str, dict[str, str]]) -> str:
    parts = [f"{len(found['passed'])} pass"]
    if found["skipped"]:
        parts.append(f"{len(found['skipped'])} are skipped")
    causes = Counter(_brief(why) for why in found["failed"].values())
    if causes:
        parts.append(f"{causes.total()} fail: " + "; ".join(f"{n} {why}" for why, n in causes.most_common()))
    return ", ".join(parts)


def described(
    client: Client, checks: dict[str, Any], own: dict[str, Any] | None, theirs: dict[str, Any] | None = None
) -> dict[str, Any]:
    """Return the row of a library; ``theirs`` is what the checks that failed gave under MXNet 1.9.1."""
    tried, result = _tried(checks), _counts(checks)
    # else they did not run
    if theirs and theirs["failed"] and {*theirs["failed"], *theirs["passed"]} == {*checks["failed"]}:
        result += f" ({len(theirs['failed'])} of these under MXNet 1.9.1 too)"
    if own is not None:
        tried += f"; its own tests ({', '.join(f'`{path}`' for path in client.tests)} of {client.tag})"
        result += f"; its own tests: {_counts(own)}"
    numpy = next((need for need in client.needs if need.startswith("numpy==")), "")
    other = [need for need in client.needs if need.startswith(("numpy==", "protobuf=="))]
    return {
        "package": f"{client.name} {client.version}",
        "tried": tried,
        "result": result + (f" (with {', '.join(other)})" if other else ""),
        "date": datetime.date.today().isoformat(),
        "python": platform.python_version(),
        "numpy": numpy or "as pinned",
        "failed": {**checks["failed"], **(own["failed"] if own else {})},
    }


def page(rows: list[dict[str, Any]]) -> str:
    """Return ``docs/libraries.md``."""
    lines = [_HEAD, "| library | tried | result |", "|---|---|---|"]
    lines += [f"| {row['package']} | {row['tried']} | {row['result']} |" for row in rows]
    return "\n".join(lines) + "\n"


def clients() -> list[Client]:
    """Return the table of libraries."""
    table = tomllib.loads((HERE / "clients.toml").read_text(encoding="utf-8"))
    return [Client(**each) for each in table["client"]]


def main() -> int:
    """Try what is asked for and write the table."""
    command = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    command.add_argument("base", type=Path, help="the folder to install the libraries in")
    command.add_argument("--only", default="", help="a pattern of names")
    command.add_argument(
        "--checkouts", type=Path, help="a folder with git checkouts of the libraries, for their own tests"
    )
    command.add_argument("--reference", help="a Python with MXNet 1.9.1 and pytest, for the checks that fail here")
    command.add_argument("--patience", type=float, default=1.0, help="times the limits, on a busy machine")
    args = command.parse_args()
    base = args.base.resolve()
    base.mkdir(parents=True, exist_ok=True)
    for client in clients():
        key = f"{client.name} {client.version}"
        if not re.search(args.only, key):
            continue
        if problem := install(client, base, args.checkouts):
            print(f"{key} is not installed: {problem}", file=sys.stderr, flush=True)
            continue
        checks = run(client, base, HERE, [f"checks/check_{client.checks}.py"], _AS_CHECKS, patience=args.patience)
        own = theirs = None
        if args.reference and checks["failed"]:
            failed = [f"checks/check_{client.checks}.py::{name.split('.', 1)[-1]}" for name in checks["failed"]]
            theirs = run(client, base, HERE, failed, _AS_CHECKS, args.reference, patience=args.patience)
        if client.tests and args.checkouts and (args.checkouts / client.repository).exists():
            where, more = checkout(client, args.checkouts, base), shlex.split(client.pytest)
            own = run(client, base, where, client.tests, more, patience=args.patience)
        rows = {row["package"]: row for row in json.loads(FOUND.read_text())} if FOUND.exists() else {}
        rows[key] = described(client, checks, own, theirs)
        print(f"{key}: {rows[key]['result']}", file=sys.stderr, flush=True)
        ordered = [rows[name] for each in clients() if (name := f"{each.name} {each.version}") in rows]
        FOUND.write_text(json.dumps(ordered, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
        PAGE.write_text(page(ordered), encoding="utf-8")
    return 0


_AS_CHECKS = ["-o", "python_files=check_*.py", "-o", "python_functions=check_*", "-c", os.devnull]

if __name__ == "__main__":
    sys.exit(main())
