"""Run an old MXNet script or notebook: explain its failure by later changes, or apply mechanical fixes first.

remx run --compat train.py --epochs 3
"""

import argparse
import ast
import contextlib
import importlib.util
import linecache
import os
import re
import subprocess
import sys
import traceback
import types
import warnings
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy
from remx import keyboard
from remx.commands import parser
from remx.commands.run import late_options

from ..core import simulated_gpus
from ..core.semantics import semantics
from ..core.text import printable
from ..util import use_v2
from . import figures
from .causes import MISSING_GPU, explain, is_mechanical
from .compat import Compat, Finder
from .console import PROBLEMS, Refusal, guarded, styled
from .notebooks import Session, cells_of
from .py2.builtins import finish_line
from .py2.detect import OLD
from .restored import Restorer

#: what parts the lines of an explanation
_LINES = "\n"
#: magics of notebooks whose absence no one notices
_QUIET_MAGICS = ("%matplotlib", "%%time", "%%capture", "%load_ext", "%reload_ext", "%autoreload", "%config")


#: the files that read programs
_READERS = (__file__, ast.__file__, *(str(Path(__file__).with_name(name)) for name in ("compat.py", "notebooks.py")))
_PYTHON2 = str(Path(__file__).with_name("py2"))
#: the packages ``horovod`` and ``byteps``, for programs where these are not installed
_IMPORT_NAMES = Path(__file__).parents[1] / "_import_names"


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command and return its exit status."""
    command = parser("run")
    args = command.parse_args(argv)
    script, *arguments = args.program
    if script.endswith(".ipynb") and not args.module:  # a notebook takes no arguments of its own
        _, arguments = late_options(command.prog).parse_known_args(arguments, args)
    if args.package and not args.compat:
        command.error("--package says what --compat puts right: give both")
    if args.gpus is not None and args.gpus < 1:
        command.error(f"--gpus: expected at least 1, got {args.gpus}")
    if args.gpus not in (None, simulated_gpus.COUNT):
        return _with_gpus(args.gpus, sys.argv[1:] if argv is None else argv)
    keyboard.leave_to_program()
    return guarded(command.prog, lambda: _run(script, arguments, args))


def _with_gpus(count: int, argv: Sequence[str]) -> int:
    """Run this command again in a process that simulates GPUs, which is decided when mxnet is imported."""
    environ = {**os.environ, simulated_gpus.VARIABLE: f"cpu:{count}"}
    command = [sys.executable, "-P", "-m", "remx", "run", *argv]
    if os.name == "posix":  # signals reach the program itself
        sys.stdout.flush()
        sys.stderr.flush()
        os.execve(sys.executable, command, environ)
    return subprocess.run(command, env=environ, check=False).returncode


def _run(program: str, arguments: Sequence[str], args: argparse.Namespace) -> int:
    compat, is_module = args.compat, args.module
    if not is_module and not os.path.isfile(program):
        raise Refusal(f"{program}: there is no such file")
    folder = os.getcwd() if is_module else os.path.dirname(os.path.abspath(program))
    packages = [*args.package, program.split(".")[0]] if is_module else args.package
    reader = Compat() if compat else None
    finders: list[Any] = []
    if reader is not None:
        restorer = Restorer()
        restorer.restore_imported()
        finders = [Finder(None if is_module else folder, packages, reader), restorer]
    main_module = types.ModuleType("__main__")
    script = program
    with _as_program(folder, finders):
        try:
            if is_module:
                script, main_module.__package__ = _module_file(program)
            main_module.__file__ = script
            _choose_interface(args.api, script)
            sys.argv = [script, *arguments]
            sys.modules["__main__"] = main_module
            is_notebook = script.endswith(".ipynb") and not is_module
            if reader is not None and not is_notebook:
                reader.take(script)
            if is_notebook or args.figures is not None:
                figures.use_files(args.figures, Path(script).stem)
            with numpy.printoptions(legacy="1.25") if compat else contextlib.nullcontext():  # 2.5, not np.float64(2.5)
                (_run_cells if is_notebook else _execute)(script, reader, vars(main_module))
            return 0
        except SystemExit as leaving:
            if leaving.code is None or isinstance(leaving.code, int):
                return leaving.code or 0
            print(leaving.code, file=sys.stderr)
            return 1
        except Refusal:
            raise
        except KeyboardInterrupt as error:
            error.add_note(_interrupted_at(error, script))
            raise
        except Exception as error:
            sys.last_value = error  # as Python does: other workers are told what this one ended by
            _report(error, script, compat)
            return PROBLEMS


@contextlib.contextmanager
def _as_program(folder: str, finders: Sequence[Any]) -> Iterator[None]:
    """Give Python the paths and finders of a program in a folder, and everything as it was before afterwards."""
    argv, path, main_module = sys.argv, list(sys.path), sys.modules.get("__main__")
    api, is_v2 = os.environ.get("MXNET_API"), use_v2(semantics.api == 2)
    try:
        sys.path.insert(0, folder)
        sys.path.append(str(_IMPORT_NAMES))
        sys.meta_path[:0] = finders
        yield
    finally:
        figures.finish_figures()
        finish_line()
        sys.argv, sys.path[:] = argv, path
        use_v2(is_v2)
        os.environ.pop("MXNET_API", None) if api is None else os.environ.update(MXNET_API=api)
        sys.meta_path[:] = [item for item in sys.meta_path if item not in finders]
        if main_module is not None:
            sys.modules["__main__"] = main_module


def _choose_interface(api: str | None, script: str) -> None:
    """Offer the interface that was asked for, or 2.0's to a program with its names."""
    if api is None and ("MXNET_API" in os.environ or not uses_v2(Path(script).read_text("utf-8", "replace"))):
        return
    chosen = api or "2"
    os.environ["MXNET_API"] = chosen
    use_v2(chosen == "2")


def _module_file(name: str) -> tuple[str, str]:
    """Return the file that ``python -m name`` runs, and the package it belongs to. Raises Refusal."""
    try:
        spec = importlib.util.find_spec(name)
        if spec is not None and spec.submodule_search_locations is not None:
            spec = importlib.util.find_spec(f"{name}.__main__")
    except ModuleNotFoundError as error:
        if error.name is None or not f"{name}.".startswith(f"{error.name}."):
            raise
        spec = None
    if spec is None or not spec.origin or not spec.origin.endswith(".py"):
        raise Refusal(f"{name}: there is no such module in Python, or it is no program")
    return spec.origin, spec.parent or ""


def _execute(path: str, compat: Compat | None, namespace: dict[str, Any]) -> None:
    if compat is None:
        exec(compile(Path(path).read_bytes(), path, "exec", dont_inherit=True), namespace)
    else:
        compat.run(path, namespace)


def _run_cells(path: str, compat: Compat | None, namespace: dict[str, Any]) -> None:
    """Run the code cells of a notebook; an error is that of its cell. Raises Refusal for a file that is none."""
    text = Path(path).read_text(encoding="utf-8")
    try:
        cells = cells_of(text)
    except ValueError as error:
        raise Refusal(f"{path}: {error}") from None
    if compat is not None:
        compat.take_notebook(text, "\n".join(cell.text or "pass" for cell in cells), path)
        cells = compat.cells(cells, path)
    session = Session(namespace, compat is not None and compat.version == OLD, compat is not None)
    for cell in cells:
        for line, left_out in cell.omitted:
            if not left_out.startswith(_QUIET_MAGICS) and "?" not in (left_out[0], left_out.rstrip("; ")[-1]):
                where = f"{printable(path)}, cell {cell.order}, line {line}"
                print(f"{where}: left out: {printable(left_out)}", file=sys.stderr)
        name = f"{path}, cell {cell.order}"
        linecache.cache[name] = (len(cell.text), None, cell.text.splitlines(keepends=True), name)
        try:
            session.run(cell.text, name)
        except Exception as error:
            if not cell.may_fail:
                raise
            traceback.print_exception(type(error), error, _from_script(error))
        finally:
            figures.finish_figures()


# -- why it failed -----------------------------------------------------------------------------------------------------


def _report(error: Exception, script: str, compat: bool) -> None:
    """Print the traceback from the script on, and the likely cause."""
    traceback.print_exception(type(error), error, _from_script(error))
    cause = "" if compat and isinstance(error, SyntaxError) else explain(error)
    if cause:
        print(f"\n{styled('likely cause', 'bold')}: {printable(cause, keep=_LINES)}", file=sys.stderr)
        if not compat and is_mechanical(error):
            print(f"try: remx run --compat {printable(script)}", file=sys.stderr)
        if missing := re.search(MISSING_GPU, str(error)):
            print(f"try: remx run --gpus {int(missing[1]) + 1} {printable(script)}", file=sys.stderr)
    print(f"more: remx doctor {printable(script)}", file=sys.stderr)


def _from_script(error: BaseException) -> types.TracebackType | None:
    trace = error.__traceback__
    while trace is not None and _is_reader(trace):
        trace = trace.tb_next
    return trace


def _is_reader(trace: types.TracebackType) -> bool:
    """Tell whether a frame is of what reads and runs the script."""
    file = trace.tb_frame.f_code.co_filename
    return file in _READERS or os.path.dirname(file) == _PYTHON2


def _interrupted_at(error: KeyboardInterrupt, script: str) -> str:
    """Return which line of the script was running, the first of the calls under way."""
    frames = traceback.extract_tb(_from_script(error))
    return f"in {printable(script)}" + (f", line {frames[0].lineno}" if frames else "")


# -- which of MXNet's interfaces a program is written for: that of 1.x or of 2.0 ---------------------------------------


#: modules and attributes that only 2.0 has
_NAMES = frozenset(
    (
        *("gluon.metric", "gluon.probability", "mx.device", "mx.Device", "mx.current_device", "mxnet.device", "mx.amp"),
        *("mxnet.gluon.metric", "mxnet.gluon.probability", "mxnet.amp", "nn.SiLU", "nn.HybridConcatenate"),
        *("npx.masked_softmax", "npx.masked_log_softmax", "npx.index_update", "npx.index_add", "npx.norm", "npx.pad"),
        *("npx.group_norm", "npx.ctc_loss", "npx.box_nms", "npx.sldwin_atten_score", "npx.stop_gradient"),
        *("npx.interleaved_matmul_selfatt_qk", "npx.broadcast_like", "npx.slice_channel", "mx.util.use_v2"),
    )
)
_METHODS = frozenset(("reset_device", "list_device", "share_parameters"))
#: calls whose argument ``device`` is 2.0's
_CALLS = frozenset(("initialize", "load_parameters", "array", "zeros", "ones", "split_and_load", "imports", "seed"))


def uses_v2(source: str) -> bool:
    """Return whether a program's text uses names that only MXNet 2.0 has; False for what cannot be read."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            tree = ast.parse(source)
    except (SyntaxError, ValueError):
        return False
    return any(map(_is_v2, ast.walk(tree)))


def _is_v2(node: ast.AST) -> bool:
    if isinstance(node, ast.Attribute):
        return node.attr in _METHODS or any(_dotted(node).endswith(name) for name in _NAMES)
    if isinstance(node, ast.Import):
        return any(item.name in _NAMES for item in node.names)
    if isinstance(node, ast.ImportFrom):
        return any(f"{node.module}.{item.name}" in _NAMES for item in node.names) or node.module in _NAMES
    if isinstance(node, ast.Call):
        name = node.func.attr if isinstance(node.func, ast.Attribute) else ""
        return name in _CALLS and any(keyword.arg == "device" for keyword in node.keywords)
    return False


def _dotted(node: ast.AST) -> str:
    """Return ``a.b.c`` of a chain of attributes, what is before as nothing."""
    if isinstance(node, ast.Attribute):
        return f"{_dotted(node.value)}.{node.attr}"
    return node.id if isinstance(node, ast.Name) else ""


if __name__ == "__main__":
    sys.exit(main())
