"""Whether a program is one of Python 2: by what Python 3 cannot read, by what it alone has, never by what both have."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from .modules import AMBIGUOUS, RENAMED
from .syntax import translated

OLD, NEW, EITHER = "Python 2", "Python 3", "either"
#: functions and modules that Python 2 alone has
_NAMES = frozenset(
    ("xrange", "raw_input", "unicode", "basestring", "unichr", "execfile", "long", "reduce", "cmp", "reload")
)
_MODULES = frozenset(RENAMED) - AMBIGUOUS | {"__builtin__"}
#: names of modules that both have, and Python 2's alone
_ATTRIBUTES = frozenset((
    "itertools.izip", "itertools.imap", "itertools.ifilter", "itertools.izip_longest", "sys.maxint", "os.getcwdu",
    "sys.setdefaultencoding", "string.letters", "string.maketrans", "string.join", "string.upper", "string.lower",
    "string.split", "string.replace", "string.atoi", "string.atof", "urllib.urlopen", "urllib.urlretrieve",
    "urllib.urlencode", "urllib.quote", "urllib.unquote", "urllib.quote_plus",
))  # fmt: skip
#: methods that Python 2 alone calls, and what a class for both has beside them
_METHODS = {
    "__nonzero__": {"__bool__"}, "__cmp__": {"__eq__", "__lt__"}, "__div__": {"__truediv__", "__floordiv__"},
    "__getslice__": {"__getitem__"}, "__unicode__": {"__str__"},
}  # fmt: skip
#: what is tested before code for one of them
_GUARDS = re.compile(
    r"\b(version_info|PY2|PY3|PYTHON2|PYTHON3|hexversion|python_version|sys\.version)\b", re.IGNORECASE
)
#: how names of classes of errors end
_ERRORS = ("Error", "Exception", "Exit", "Interrupt", "Iteration", "Timeout", "Warning")


class Reading(NamedTuple):
    """What a program is one of, and what shows it; ``divisions``: the lines on which ``/`` may mean either."""

    version: str
    line: int = 0
    why: str = ""
    divisions: tuple[int, ...] = ()


def reading(text: str, path: str) -> Reading:
    """Return which Python a program is for. Raises SyntaxError, with Python 3's message, for none."""
    if re.match(r"#![^\n]*\bpython2", text):
        return Reading(OLD, 1, "its first line")
    try:
        tree = ast.parse(text, path)
    except SyntaxError as error:
        if "\0" in text:
            raise
        try:
            translated(text, path)
        except SyntaxError as other:  # what got further says more
            raise (other if (other.lineno or 0) > (error.lineno or 0) else error) from None
        return Reading(OLD, error.lineno or 1, "Python 3 cannot read it")
    return reading_of(tree, Path(path).parent)


def reading_of(tree: ast.Module, folder: Path | None = None) -> Reading:
    """Return which Python a program is for that Python 3 reads; modules of its ``folder`` are its own."""
    for line, why in _of_python3(tree):
        return Reading(NEW, line, why)
    divisions = tuple(sorted(set(_divisions(tree))))
    for line, why in _of_python2(tree, folder):
        return Reading(OLD, line, why, divisions)
    return Reading(EITHER, divisions=divisions)


def is_python2(tree: ast.AST) -> bool:
    """Tell whether a program that Python 3 reads has what Python 2 alone has, and does not look for it first."""
    return isinstance(tree, ast.Module) and reading_of(tree).version == OLD


def _of_python3(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Give the lines that Python 2 could not read, or that Python 3 alone gives their meaning."""
    printing = "print_function" in futures(tree)
    for node in ast.walk(tree):
        line = getattr(node, "lineno", 0)
        match node:
            case (
                ast.JoinedStr() | ast.Nonlocal() | ast.AnnAssign() | ast.NamedExpr() | ast.YieldFrom() | ast.MatMult()
                | ast.AsyncFunctionDef() | ast.AsyncFor() | ast.AsyncWith() | ast.Await() | ast.Match()
                | ast.FunctionDef(returns=ast.expr()) | ast.arg(annotation=ast.expr()) | ast.Raise(cause=ast.expr())
                | ast.arguments(kwonlyargs=[_, *_]) | ast.arguments(posonlyargs=[_, *_])
                | ast.ClassDef(keywords=[_, *_]) | ast.Starred(ctx=ast.Store())
                | ast.List(elts=[ast.Starred(), *_]) | ast.Dict(keys=[None, *_])
            ):  # fmt: skip
                yield line, "syntax of Python 3"
            case ast.Call(func=ast.Name(id="super"), args=[]):
                yield line, "super()"
            case ast.Call(func=ast.Name(id="print"), keywords=[_, *_]) if not printing:
                yield line, "print(..., name=)"


def _of_python2(tree: ast.Module, folder: Path | None) -> Iterator[tuple[int, str]]:
    """Give the lines that have what Python 2 alone has, and do not look for it first."""
    defined, star = _defined(tree)
    aliases = {
        item.asname or item.name: item.name
        for node in ast.walk(tree) if isinstance(node, ast.Import) for item in node.names
    }  # fmt: skip
    for node in _unguarded(tree):
        match node:
            case ast.Import(names=[*names]):
                for item in names:
                    if item.name in _MODULES and not _lies_beside(item.name, folder):
                        yield node.lineno, f"module {item.name}"
            case ast.ImportFrom(module=str() as module, names=names, level=0):
                if module in _MODULES and not _lies_beside(module, folder):
                    yield node.lineno, f"module {module}"
                for item in names:
                    if f"{module}.{item.name}" in _ATTRIBUTES:
                        yield node.lineno, f"{module}.{item.name}"
            case ast.Name(id=name, ctx=ast.Load()) if name in _NAMES and name not in defined and not star:
                yield node.lineno, name
            case ast.Attribute(value=ast.Name(id=owner), attr=attr) if f"{aliases.get(owner)}.{attr}" in _ATTRIBUTES:
                yield node.lineno, f"{aliases[owner]}.{attr}"
            case ast.ClassDef(body=body):
                own = {name for item in body for name in _names_of(item)}
                for old, new in _METHODS.items():
                    if old in own and not new & own:
                        yield node.lineno, f"{old} of {node.name}"
                is_first = all(ast.unparse(base) == "object" for base in node.bases)
                if {"next", "__iter__"} <= own and "__next__" not in own and is_first:
                    yield node.lineno, f"next of {node.name}"
            case ast.Expr(value=ast.BinOp(left=ast.Call(func=ast.Name(id="print")), op=ast.Mod())):
                yield node.lineno, "print statement"
            case ast.Expr(value=value) if is_print(value):
                yield node.lineno, "print statement"
            case ast.ExceptHandler() if is_old_except(node):
                yield node.lineno, "except E, e"


def is_print(value: ast.expr) -> bool:
    """Tell whether an expression is a print statement that Python 3 reads as something else."""
    match value:
        case ast.Name(id="print") | ast.BinOp(left=ast.Name(id="print"), op=ast.RShift()):
            return True
        case ast.Tuple(elts=[ast.BinOp(left=ast.Name(id="print"), op=ast.RShift()), *_]):
            return True
    return False


def is_old_except(node: ast.AST) -> bool:
    """Tell whether a node is ``except E, e``, which Python 3.14 reads as two classes of errors."""
    match node:
        case ast.ExceptHandler(type=ast.Tuple(elts=[first, ast.Name(id=name)]) as both):
            in_brackets = (both.lineno, both.col_offset) != (first.lineno, first.col_offset)
            return not in_brackets and not name.endswith(_ERRORS)
    return False


def _names_of(node: ast.stmt) -> list[str]:
    match node:
        case ast.FunctionDef(name=name):
            return [name]
        case ast.Assign(targets=targets):
            return [target.id for target in targets if isinstance(target, ast.Name)]
    return []


def _defined(tree: ast.Module) -> tuple[set[str], bool]:
    """Return the names that a program gives to things itself, and whether it imports all names of some module."""
    defined: set[str] = set()
    star = False
    for node in ast.walk(tree):
        match node:
            case ast.Name(id=name, ctx=ast.Store() | ast.Del()) | ast.arg(arg=name):
                defined.add(name)
            case ast.FunctionDef(name=name) | ast.ClassDef(name=name) | ast.ExceptHandler(name=str() as name):
                defined.add(name)
            case ast.Import(names=names) | ast.ImportFrom(names=names):
                defined.update(item.asname or item.name.split(".")[0] for item in names)
                star = star or names[0].name == "*"
    return defined, star


def _unguarded(tree: ast.Module) -> Iterator[ast.AST]:
    """Give the nodes that no ``try`` and no test of Python's version surrounds."""
    waiting: list[ast.AST] = [tree]
    while waiting:
        node = waiting.pop()
        match node:
            case ast.If(test=test) | ast.IfExp(test=test) if _GUARDS.search(ast.unparse(test)):
                continue
            case ast.Try(handlers=handlers) if any(_catches_absence(handler) for handler in handlers):
                continue
        yield node
        waiting += reversed(list(ast.iter_child_nodes(node)))


def _catches_absence(handler: ast.ExceptHandler) -> bool:
    names = r"\b(ImportError|ModuleNotFoundError|NameError|AttributeError|Exception)\b"
    return handler.type is None or bool(re.search(names, ast.unparse(handler.type)))


def futures(tree: ast.AST) -> set[str]:
    """Return what a program imports from the future."""
    body = tree.body if isinstance(tree, ast.Module) else []
    imports = [node for node in body if isinstance(node, ast.ImportFrom) and node.module == "__future__"]
    return {item.name for node in imports for item in node.names}


def _divisions(tree: ast.Module) -> Iterator[int]:
    """Give the lines of divisions that have no float beside them."""
    if "division" in futures(tree):
        return
    for node in ast.walk(tree):
        match node:
            case ast.BinOp(op=ast.Div()) | ast.AugAssign(op=ast.Div()) if not has_floats(node):
                yield node.lineno


def has_floats(node: ast.AST) -> bool:
    """Tell whether a node has a float in it, so that Python 2 cuts no division there off."""
    for part in ast.walk(node):
        match part:
            case ast.Constant(value=float()) | ast.Call(func=ast.Name(id="float")):
                return True
    return False


def _lies_beside(name: str, folder: Path | None) -> bool:
    first = name.split(".")[0]
    if folder is None:
        return False
    return (folder / f"{first}.py").exists() or (folder / first / "__init__.py").exists()


def program_reading(path: str) -> Reading:
    """Return the reading of a program: of its first file that tells, with those that it imports from its folder."""
    folder, seen, waiting = Path(path).parent, set[Path](), [Path(path)]
    first: Reading | None = None
    while waiting:
        file = waiting.pop(0)
        if file in seen or not file.is_file():
            continue
        seen.add(file)
        try:
            text = _decoded(file)
            result = reading(text, str(file))
            tree = ast.parse(text if result.version != OLD or _parses(text) else translated(text, str(file)))
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            if first is None:
                raise
            continue
        if result.version != EITHER:
            if first is None:
                return result
            return result._replace(divisions=first.divisions, why=f"{file.name}: {result.why}")
        first = first or result
        for name in _imports(tree):
            base = folder / name.replace(".", "/")
            waiting += [base.with_suffix(".py"), base / "__init__.py"]
    return first or Reading(EITHER)


def _parses(text: str) -> bool:
    try:
        ast.parse(text)
        return True
    except SyntaxError:
        return False


def _decoded(file: Path) -> str:
    import importlib.util

    return importlib.util.decode_source(file.read_bytes())


def _imports(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        match node:
            case ast.Import(names=names):
                yield from (item.name for item in names)
            case ast.ImportFrom(module=str() as module, names=names):
                yield module
                yield from (f"{module}.{item.name}" for item in names)
            case ast.ImportFrom(module=None, names=names):
                yield from (item.name for item in names)
