"""Read programs that use MXNet, without running them, and say what will work, what differs, and what to change.

remx doctor train.py
"""

from __future__ import annotations

import argparse
import ast
import codecs
import re
import sys
import tokenize
import warnings
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from ..core.files.saving import atomic_write
from ..core.progress import Progress
from ..core.text import printable
from . import moves
from .console import FINE, PROBLEMS, Refusal, command, plural, refuse_input, show, show_json, styled, table
from .downloads import downloads_of, summary
from .idioms import Names, idioms_of, rewritten
from .names import DIFFERS, MISSING, WORKS, coverage, instead, judge
from .notebooks import cells_of
from .repairs import repaired

#: how moves are repaired, as the table says it
_REPAIRS = {moves.EDIT: "doctor --fix, run --compat", moves.RUN: "run --compat", moves.BY_HAND: "hand"}
PYTHON, UNREADABLE, REQUIREMENT = "python", "unreadable", "requirement"
_STYLES = {MISSING: "red", UNREADABLE: "red", PYTHON: "yellow", REQUIREMENT: "yellow", DIFFERS: "dim"}
_REQUIREMENT_FILES = re.compile(
    r"requirements.*\.txt|constraints.*\.txt|setup\.(py|cfg)|pyproject\.toml|environment\.ya?ml"
)

#: the largest file that is read, in bytes, and the longest line of requirements
_LARGEST, _LONGEST_LINE = 5_000_000, 1000
#: encodings whose decoding takes time in proportion to the square of the length
_SLOW_ENCODINGS = frozenset(("punycode", "idna"))

_MXNET = re.compile(r"(?:^|[\"'\s,-])(mxnet(?:-\w+)*(?:\[\w+\])?\s*(?:[=<>~!]=?\s*[\w.*]+)?)(?=[\"'\s,;]|$)")


class Finding(NamedTuple):
    """Something about a line of a file."""

    file: str
    line: int
    state: str
    name: str
    advice: str
    mechanical: bool = False
    concerns: bool = True  # False: whether the program meets the case cannot be told


class Checkup:
    """The results for some files: findings, counts by state, and corrected texts."""

    def __init__(self) -> None:
        self.findings: list[Finding] = []
        self.names: Counter[str] = Counter()
        #: by file: the text as it is, and as it should be
        self.texts: dict[str, tuple[Text, str]] = {}
        #: what the programs download, each with the places that ask for it
        self.downloads: dict[str, list[str]] = {}
        #: the packages beside mxnet that remx provides, of which programs import modules
        self.provided: set[str] = set()

    def look_at(self, path: Path) -> None:
        """Read one file; what is wrong with it is a finding."""
        try:
            is_requirement = _REQUIREMENT_FILES.fullmatch(path.name) is not None
            if path.suffix == ".ipynb":
                self._notebook(path)
            elif path.suffix == ".py" or not is_requirement:
                self._program(path)
            if is_requirement:
                self.findings += requirements(path)
        except (RecursionError, MemoryError):
            self._unreadable(path, "it is nested too deeply")
        except (SyntaxError, ValueError, LookupError, OSError) as error:
            self._unreadable(path, str(error))

    def _unreadable(self, path: Path, why: str) -> None:
        self.findings.append(Finding(str(path), 1, UNREADABLE, "", f"cannot be read: {why}"))

    def _notebook(self, path: Path) -> None:
        """Read the code cells as one program; findings name the cell and its line, and there is no patch."""
        _check_size(path)
        lines = [
            (f"{path}, cell {cell.order}", i, line)
            for cell in cells_of(path.read_text(encoding="utf-8"))
            for i, line in enumerate(cell.text.splitlines(), 1)
        ]
        checkup = Checkup()
        checkup._text(str(path), "".join(f"{line}\n" for *_, line in lines))
        for item in checkup.findings:
            cell, line, _ = lines[min(item.line, len(lines)) - 1]
            self.findings.append(item._replace(file=cell, line=line, mechanical=False))
        for what, uses in checkup.downloads.items():
            cells = [lines[int(use.rpartition(":")[2]) - 1] for use in uses]
            self.downloads.setdefault(what, []).extend(f"{cell}:{line}" for cell, line, _ in cells)
        self.names += checkup.names
        self.provided |= checkup.provided

    def _program(self, path: Path) -> None:
        name, source = str(path), read(path)
        after = self._text(name, source.text)
        if after == source.text:
            return
        if not name.isprintable() or set(name) & set("\\\"'"):
            self._left_out(name, "has a name that no patch can have")
        elif source.line_end not in ("\n", "\r\n"):
            self._left_out(name, "has lines that end in several ways, or in carriage returns")
        else:
            self.texts[name] = source, after

    def _text(self, name: str, text: str) -> str:
        """Look at a program's text, and return it with what is mechanical put right."""
        result, idioms, fault = repaired(text, name)
        self.findings += [Finding(name, idiom.line, PYTHON, idiom.what, idiom.advice, True) for idiom in idioms]
        if fault is not None:
            self.findings.append(Finding(name, fault.lineno or 1, UNREADABLE, "", f"no Python: {fault.msg}"))
            return text
        tree = ast.parse(result, name)
        names = Names(tree)
        for item in idioms_of(tree, names, result, bool(idioms)):
            self.findings.append(Finding(name, item.line, PYTHON, item.what, item.advice, item.edit is not None))
        self._mxnet(name, names, _words(tree))
        self.provided |= {dotted.split(".")[0] for dotted in names.aliases.values()} & {"horovod", "byteps"}
        for line, what in downloads_of(tree, names):
            self.downloads.setdefault(what, []).append(f"{name}:{line}")
        return rewritten(result, name, tree, bool(idioms))

    def _left_out(self, name: str, why: str) -> None:
        self.findings.append(Finding(name, 1, UNREADABLE, "", f"--fix leaves this file out: it {why}"))

    def _mxnet(self, file: str, names: Names, words: set[str]) -> None:
        seen = set()
        for node, dotted in names.uses:
            if dotted.split(".")[0] != "mxnet":
                continue
            verdict = judge(dotted)
            if verdict is None:
                continue
            met = [row for row in verdict.rows if "*" in row.when or words & set(row.when)]
            self.names[WORKS if verdict.state == DIFFERS and not met else verdict.state] += 1
            line: int = node.lineno  # type: ignore[attr-defined]
            if verdict.state == WORKS or (verdict.name, line) in seen:
                continue
            seen.add((verdict.name, line))
            rest = [row for row in verdict.rows if row not in met]
            for rows in filter(None, (met, rest)):
                advice = "; ".join(f"[{row.id}] {row.sentence}" for row in rows)
                self.findings.append(Finding(file, line, DIFFERS, verdict.name, advice, concerns=rows is met))
            if not verdict.rows:
                self.findings.append(Finding(file, line, verdict.state, verdict.name, verdict.advice))

    def patch(self) -> bytes:
        """Return what is mechanical as a patch, each file in its own encoding and with its own line ends."""
        return b"".join(patch(file, source, after) for file, (source, after) in self.texts.items())


def _words(tree: ast.AST) -> set[str]:
    """Return the short texts of a program and the names by which it gives arguments."""
    words: set[str] = set()
    for node in ast.walk(tree):
        match node:
            case ast.keyword(arg=str() as word) | ast.Constant(value=str() as word):
                words.add(word)
    return words


def read(path: Path) -> Text:
    """Read a program. Raises SyntaxError, LookupError, ValueError or OSError saying why it cannot be read."""
    _check_size(path)
    with open(path, "rb") as stream:
        encoding, _ = tokenize.detect_encoding(stream.readline)
    if codecs.lookup(encoding).name in _SLOW_ENCODINGS:
        raise LookupError(f"the encoding {encoding} is not for programs")
    with tokenize.open(path) as stream:
        text = stream.read()
        return Text(text, encoding, "\n" if stream.newlines is None else stream.newlines)


def _check_size(path: Path) -> None:
    if path.stat().st_size > _LARGEST:
        raise ValueError(f"it has more than {_LARGEST} bytes")


def requirements(path: Path) -> Iterator[Finding]:
    """Give the requirements of a file that hold a program back."""
    _check_size(path)
    for line_number, line in enumerate(path.read_text(encoding="utf-8", errors="replace").splitlines(), 1):
        text = line[:_LONGEST_LINE].split("#")[0]
        result = _MXNET.search(text)
        if result and "import" not in text:
            yield Finding(str(path), line_number, REQUIREMENT, result[1].strip(), "remx (it takes the name mxnet)")
        for package, why in (("numpy", "NumPy 2 is needed"), ("onnx", "any recent release does")):
            result = re.search(rf"\b({package})\s*(==|<=?|~=)\s*([\d.]+)", text)
            if result and (package != "numpy" or _is_before_2(result[2], result[3])):
                yield Finding(str(path), line_number, REQUIREMENT, result[0], why)
        if result := re.search(r"python_requires\s*=\s*[\"'][^\"']*<\s*3\.(\d+)", text):
            yield Finding(str(path), line_number, REQUIREMENT, result[0], "Python 3.11 or later is needed")


def _is_before_2(sign: str, version: str) -> bool:
    return int(version.split(".")[0][:9] or 2) < 2 or (sign == "<" and version.rstrip(".0") == "2")


def files_of(names: Sequence[str]) -> list[Path]:
    """Return the files to look at: those named, and those below folders."""
    result: list[Path] = []
    for name in names:
        path = Path(name)
        if path.is_dir():
            files = (item for item in path.rglob("*") if item.is_file() and not _hidden(item.relative_to(path)))
            result += sorted(
                item for item in files if item.suffix in (".py", ".ipynb") or _REQUIREMENT_FILES.fullmatch(item.name)
            )
        elif path.is_file():
            result.append(path)
        else:
            raise Refusal(f"{name}: there is no such file or folder")
    return result


def _hidden(path: Path) -> bool:
    return any(part.startswith(".") or part in ("__pycache__", "node_modules") for part in path.parts)


# -- patches for `patch -p0` of files whose number of lines does not change --------------------------------------------

#: how many lines around a change are shown
_AROUND = 3


class Text(NamedTuple):
    """The text of a file, its lines separated by line feeds; ``encoding`` and ``line_end`` are those of the file.

    ``line_end`` is a tuple where the file has several.
    """

    text: str
    encoding: str
    line_end: str | tuple[str, ...]


def patch(file: str, before: Text, after: str) -> bytes:
    """Return a unified patch, in the file's own encoding and with its own line ends; nothing for equal texts.

    ``file`` is a name without control characters, quotes and backslashes, which no patch can have, and its lines all
    end alike.
    """
    mark = "\ufeff" if before.encoding == "utf-8-sig" else ""
    old, new = f"{mark}{before.text}".split("\n"), f"{mark}{after}".split("\n")
    hunks = "".join(_hunks(old, new, str(before.line_end))).encode("utf-8" if mark else before.encoding)
    name = f"{file}\t" if " " in file else file  # which ends a name that has blanks
    return f"--- {name}\n+++ {name}\n".encode() + hunks if hunks else b""


def _hunks(before: list[str], after: list[str], line_end: str) -> Iterator[str]:
    changed = [i for i, (old, new) in enumerate(zip(before, after, strict=True)) if old != new]
    count = len(before) if before[-1] else len(before) - 1
    at = 0
    while at < len(changed):
        end = at + 1
        while end < len(changed) and changed[end] - changed[end - 1] <= 2 * _AROUND:
            end += 1
        first, stop = max(changed[at] - _AROUND, 0), min(changed[end - 1] + _AROUND + 1, count)
        yield f"@@ -{first + 1},{stop - first} +{first + 1},{stop - first} @@\n"
        for i in range(first, stop):
            tail = line_end if i < len(before) - 1 else "\n\\ No newline at end of file\n"
            if before[i] == after[i]:
                yield f" {before[i]}{tail}"
            else:
                yield from (f"-{before[i]}{tail}", f"+{after[i]}{tail}")
        at = end


# -- the command -------------------------------------------------------------------------------------------------------


def _check(parser: argparse.ArgumentParser, args: argparse.Namespace) -> None:
    if bool(args.paths) + args.own + args.moves != 1:
        parser.error("name programs or folders, or ask for --self or --moves")


def _moves(as_json: bool) -> int:
    lines = [(row.library, row.name, row.since, row.new, _REPAIRS[row.repair]) for row in moves.table()]
    heads = ("library", "name", "until", "what it becomes", "repaired by")
    return show(as_json, [row._asdict() for row in moves.table()], table(heads, lines))


def _run(args: argparse.Namespace) -> int:
    checkup = Checkup()
    files = files_of(args.paths)
    refuse_input("--fix", args.fix or "", *map(str, files))
    with Progress(len(files), "doctor", "files") as bar, warnings.catch_warnings():
        warnings.simplefilter("ignore")  # what Python says of the programs
        for path in files:
            checkup.look_at(path)
            bar.advance()
    checkup.findings.sort(key=lambda item: (item.file, item.line))
    shown = [finding for finding in checkup.findings if args.all or finding.concerns]
    if args.fix == "-":
        sys.stdout.flush()
        sys.stdout.buffer.write(checkup.patch())
    elif args.json:
        show_json(
            {
                "findings": [dict(zip(Finding.__annotations__, item, strict=True)) for item in shown],
                "names": dict(checkup.names),
                "downloads": checkup.downloads,
                "files": len(files),
            }
        )
    else:
        _print(checkup, shown, len(files))
        if not args.fix:
            _print_hints(checkup, shown)
    if args.fix and args.fix != "-":
        with atomic_write(args.fix) as stream:
            stream.write(checkup.patch())
        if not args.json:
            print(printable(f"{args.fix}: the changes to {plural(len(checkup.texts), 'file')}, for patch -p0"))
    return PROBLEMS if any(finding.state != DIFFERS for finding in checkup.findings) else FINE


def _print(checkup: Checkup, shown: Sequence[Finding], files: int) -> None:
    for item in shown:
        mark = "*" if item.mechanical else " "
        state = styled(item.state, _STYLES[item.state])
        line = f"{printable(item.file)}:{item.line}: {state}{mark} {printable(item.name)}"
        print(f"{line} -> {printable(item.advice)}" if item.advice else line)
    names = ", ".join(f"{checkup.names[state]} {text}" for state, text in (
        (WORKS, "as in 1.9.1"), (DIFFERS, "different here"), (MISSING, "missing"),
    ) if checkup.names[state])  # fmt: skip
    old = sum(finding.state == PYTHON for finding in checkup.findings)
    outdated = f"{plural(old, 'outdated use')} of Python or NumPy" if old else "nothing outdated"
    print(f"{plural(files, 'file')}; uses of MXNet's names: {names or 'none'}; {outdated}")
    print(summary(checkup.downloads), end="")
    if checkup.provided:
        packages = " and ".join(sorted(checkup.provided))
        print(f"imports {packages}: remx run has these names; otherwise install remx-horovod (docs/distributed.md)")


def _print_hints(checkup: Checkup, shown: Sequence[Finding]) -> None:
    """Say which options do more for these programs."""
    fixed = sum(finding.mechanical for finding in checkup.findings)
    hidden = len(checkup.findings) - len(shown)
    if fixed:
        print(f"--fix OUT.patch writes a patch for {'what is' if fixed == 1 else f'the {fixed} findings'} marked *")
    if hidden and shown:
        print(f"--all lists {plural(hidden, 'difference')} more, in rare uses of these names")


def _self(as_json: bool) -> int:
    modules, lines, total, present = {}, [], 0, 0
    for module, count, missing in coverage():
        total, present = total + count, present + count - len(missing)
        reasons = {name: instead(f"{module}.{name}") for name in missing}
        modules[module] = {"names": count, "missing": reasons}
        why = "; ".join(dict.fromkeys(reason or "no reason" for reason in reasons.values()))
        lines.append((module, count, f"{100 * (count - len(missing)) / count:.0f}%", why))
    text = table(("module", "names", "here", "what is missing, and what to do instead"), lines, right=(1, 2))
    text += f"\n\n{present} of {total} public names of MXNet 1.9.1 are here ({100 * present / total:.1f}%)"
    show(as_json, {"names": total, "here": present, "modules": modules}, text)
    return PROBLEMS if any("no reason" in line[3] for line in lines) else FINE


main = command(
    "doctor", lambda args: _self(args.json) if args.own else _moves(args.json) if args.moves else _run(args), _check
)

if __name__ == "__main__":
    sys.exit(main())
