"""Python 2's semantics in programs that Python 3 reads: lists that became iterators, divisions, pickles, urllib."""

import ast
from collections.abc import Iterator

from .old_calls import Resolver, Source
from .py2.detect import has_floats
from .repairs import Edit, Idiom

#: what gave lists and gives iterators or views now
_LISTS, _VIEWS = frozenset(("range", "xrange", "map", "filter", "zip")), frozenset(("keys", "values", "items"))
#: methods that lists alone have, and functions that take lists alone
_OF_LISTS = frozenset(("append", "extend", "insert", "remove", "pop", "sort", "reverse", "index", "count"))
_TAKE_LISTS = (
    "random.shuffle", "random.sample", "random.choice", "numpy.random.shuffle", "numpy.array", "numpy.asarray",
    "numpy.mean", "numpy.sum", "numpy.max", "numpy.min", "numpy.concatenate", "mxnet.nd.array", "mxnet.ndarray.array",
    "json.dumps", "json.dump",
)  # fmt: skip
#: where urllib's functions went
URLLIB = {
    "urlretrieve": "request", "urlopen": "request", "urlcleanup": "request", "URLopener": "request",
    "FancyURLopener": "request", "urlencode": "parse", "quote": "parse", "quote_plus": "parse", "unquote": "parse",
    "unquote_plus": "parse",
}  # fmt: skip
#: functions that need an import now, and the import
_IMPORTED = {"reduce": "from functools import reduce", "reload": "from importlib import reload"}


class Program:
    """A program with what its names are assigned from and how they are used."""

    def __init__(self, tree: ast.AST, names: Resolver, source: Source, old: bool) -> None:
        self.tree, self.names, self.source = tree, names, source
        #: whether the program is certainly Python 2's
        self.old = old
        self.nodes = list(ast.walk(tree))
        #: texts of names and attributes -> the expressions that are assigned to them
        self.assigned: dict[str, list[ast.expr]] = {}
        for node in self.nodes:
            match node:
                case ast.Assign(targets=targets, value=value):
                    for target in targets:
                        self._assign(target, value)
                case ast.With(items=items):
                    for item in items:
                        if item.optional_vars is not None:
                            self._assign(item.optional_vars, item.context_expr)

    def _assign(self, target: ast.expr, value: ast.expr) -> None:
        if (key := _key(target)) is not None:
            self.assigned.setdefault(key, []).append(value)
        elif isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple):
            for one, other in zip(target.elts, value.elts, strict=False):
                self._assign(one, other)

    def behind(self, node: ast.expr) -> list[ast.expr]:
        """Return an expression itself, or for a name what is assigned to it."""
        key = _key(node)
        return [node] if key is None else self.assigned.get(key, [])


def _key(node: ast.expr) -> str | None:
    parts = []
    while isinstance(node, ast.Attribute):
        parts.append(node.attr)
        node = node.value
    return ".".join([node.id, *reversed(parts)]) if isinstance(node, ast.Name) else None


def python2_idioms(tree: ast.AST, names: Resolver, source: Source, old: bool) -> Iterator[Idiom]:
    """Give what Python 3 reads in a program, and as something else than Python 2; ``old``: it is one of Python 2."""
    program = Program(tree, names, source, old)
    seen: set[tuple[int, str, Edit | None]] = set()
    for find in (_has_key, _urllib, _imported, _lists, _pickles, _divisions):
        for idiom in find(program):
            key = idiom.line, idiom.what, idiom.edit
            if key not in seen:
                seen.add(key)
                yield idiom


def _has_key(program: Program) -> Iterator[Idiom]:
    for node in program.nodes:
        match node:
            case ast.Call(func=ast.Attribute(attr="has_key", value=owner), args=[key], keywords=[]) if (
                "has_key" not in getattr(program.names, "defined", ())
            ):
                first, second = program.source.text(key), program.source.text(owner)
                edit = program.source.span(node, f"({first} in {second})") if first and second else None
                yield Idiom(node.lineno, ".has_key(k)", "k in d", edit)


def _urllib(program: Program) -> Iterator[Idiom]:
    plain = [
        item for node in program.nodes if isinstance(node, ast.Import) for item in node.names
        if item.name == "urllib" and item.asname is None
    ]  # fmt: skip
    uses = [
        node for node in program.nodes
        if isinstance(node, ast.Attribute) and node.attr in URLLIB
        and program.names.resolve(node) == f"urllib.{node.attr}"
    ]  # fmt: skip
    if not plain or not uses:
        return
    for node in uses:
        new = f"{URLLIB[node.attr]}.{node.attr}"
        yield Idiom(node.lineno, f"urllib.{node.attr}", f"urllib.{new}", program.source.last_part(node, new))
    modules = ", ".join(sorted({f"urllib.{URLLIB[node.attr]}" for node in uses}))
    for item in plain:
        yield Idiom(item.lineno, "import urllib", f"import {modules}", program.source.span(item, modules))


def _imported(program: Program) -> Iterator[Idiom]:
    at = _end_of_an_import(program)
    defined = {name for name in _IMPORTED if name in getattr(program.names, "aliases", {})}
    for name, statement in _IMPORTED.items():
        uses = [n for n in program.nodes if isinstance(n, ast.Name) and n.id == name and isinstance(n.ctx, ast.Load)]
        if uses and name not in defined and name not in getattr(program.names, "defined", ()):
            yield Idiom(uses[0].lineno, name, statement, at and at._replace(text=f"; {statement}"))


def _end_of_an_import(program: Program) -> Edit | None:
    body = program.tree.body if isinstance(program.tree, ast.Module) else []
    for node in body:
        if isinstance(node, (ast.Import, ast.ImportFrom)) and getattr(node, "module", "") != "__future__":
            at = program.source.span(node)
            if at is not None:
                return at._replace(begin=at.end)
    return None


# -- lists -------------------------------------------------------------------------------------------------------------


def _lists(program: Program) -> Iterator[Idiom]:
    for node in program.nodes:
        for value in _used_as_lists(node, program):
            for call in program.behind(value):
                name = _gives_no_list(call, program)
                if name and (name not in ("range", "xrange") or _more_than_read(node)):
                    text = program.source.text(call)
                    edit = program.source.span(call, f"list({text})") if text else None
                    yield Idiom(call.lineno, f"{name} as a list", "list(...) around it", edit)


def _gives_no_list(node: ast.expr, program: Program) -> str:
    match node:
        case ast.Call(func=ast.Name(id=name)) if name in _LISTS and name not in getattr(program.names, "defined", ()):
            return name
        case ast.Call(func=ast.Attribute(attr=name), args=[], keywords=[]) if name in _VIEWS:
            return f".{name}()"
    return ""


def _used_as_lists(node: ast.AST, program: Program) -> list[ast.expr]:
    """Return the expressions that a node uses in a way that lists alone allow."""
    match node:
        case ast.Subscript(value=value):
            return [value]
        case ast.Call(func=ast.Attribute(attr=name, value=value)) if name in _OF_LISTS:
            return [value]
        case ast.Call(func=ast.Name(id="len"), args=[value]):
            return [value] if not _is_view_or_range(value, program) else []
        case ast.Call(func=function, args=[value, *_]) if (program.names.resolve(function) or "") in _TAKE_LISTS:
            return [value]
        case ast.BinOp(left=left, op=ast.Add(), right=right):
            return [left, right]
        case ast.BinOp(left=left, op=ast.Mult(), right=ast.Constant(value=int())):
            return [left]
    return []


def _is_view_or_range(node: ast.expr, program: Program) -> bool:
    return any(_gives_no_list(item, program) in ("range", "xrange", ".keys()", ".values()", ".items()")
               for item in program.behind(node))  # fmt: skip


def _more_than_read(node: ast.AST) -> bool:
    """Tell whether a use is one that ranges do not allow: they have elements and a length."""
    match node:
        case ast.Subscript(ctx=ast.Load()):
            return False
        case ast.Call(func=ast.Attribute(attr="index" | "count")):
            return False
        case ast.Call(
            func=ast.Attribute(attr="sample" | "choice" | "array" | "asarray" | "mean" | "sum" | "max" | "min")
        ):
            return False
    return True


# -- pickles -----------------------------------------------------------------------------------------------------------


def _pickles(program: Program) -> Iterator[Idiom]:
    for node in program.nodes:
        match node:
            case ast.Call(func=function, args=[stream, *_]) if _of_pickle(function, program) == "load":
                yield from _binary(stream, "rb", program)
            case ast.Call(func=function, args=[_, stream, *_]) if _of_pickle(function, program) == "dump":
                yield from _binary(stream, "wb", program)
        if program.old and isinstance(node, ast.Call) and len(node.args) == 1 and not node.keywords:
            name = _of_pickle(node.func, program)
            if name in ("load", "loads"):
                edit = program.source.insert(node, ', encoding="latin1"', 1)
                yield Idiom(node.lineno, f"pickle.{name} of Python 2's files", 'encoding="latin1"', edit)


def _of_pickle(function: ast.expr, program: Program) -> str:
    module, _, name = (program.names.resolve(function) or "").rpartition(".")
    return name if module in ("pickle", "cPickle", "six.moves.cPickle") else ""


def _binary(stream: ast.expr, mode: str, program: Program) -> Iterator[Idiom]:
    """Give the calls of ``open`` behind a stream whose mode is one of texts."""
    for call in program.behind(stream):
        match call:
            case ast.Call(func=ast.Name(id="open" | "file"), args=[_], keywords=[]) if mode == "rb":
                edit: Edit | None = program.source.insert(call, ', "rb"', 1)
            case ast.Call(func=ast.Name(id="open" | "file"), args=[_, ast.Constant(value=str() as old)]) if (
                "b" not in old
            ):
                edit = program.source.span(call.args[1], repr(old.replace("t", "") + "b"))
            case _:
                continue
        yield Idiom(call.lineno, "a file of pickles opened as text", f'mode "{mode}"', edit)


# -- divisions ---------------------------------------------------------------------------------------------------------


def _divisions(program: Program) -> Iterator[Idiom]:
    """Give divisions in programs of Python 2: with ``//`` where an integer must result, others to look at."""
    if not program.old or program.names.resolve(ast.Name("division")) == "__future__.division":
        return
    integers = {id(node) for node in _integer_divisions(program)}
    for node in program.nodes:
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Div) and not has_floats(node):
            if id(node) in integers:
                yield Idiom(node.lineno, "/ of integers", "//", _doubled(node, program.source))
            else:
                yield Idiom(node.lineno, "/", "Python 2 cut integers off: write // where that was meant", None)
        elif isinstance(node, ast.AugAssign) and isinstance(node.op, ast.Div) and not has_floats(node.value):
            yield Idiom(node.lineno, "/=", "Python 2 cut integers off: write //= where that was meant", None)


def _integer_divisions(program: Program) -> Iterator[ast.BinOp]:
    """Give divisions whose results are used as integers: as indices, in ranges, as sizes, or of lengths."""
    for node in program.nodes:
        expected: list[ast.expr] = []
        match node:
            case ast.Call(func=ast.Name(id="range" | "xrange"), args=args):
                expected = args
            case ast.Subscript(slice=key):
                expected = [key, *(key.elts if isinstance(key, ast.Tuple) else [])]
            case ast.Slice(lower=lower, upper=upper, step=step):
                expected = [item for item in (lower, upper, step) if item is not None]
            case ast.BinOp(op=ast.Div(), left=left, right=right) if _is_integer(left) and _is_integer(
                right, constant=True
            ):
                yield node
        for item in expected:
            for value in {id(part): part for part in [item, *program.behind(item)]}.values():
                yield from _divisions_in(value)


def _divisions_in(node: ast.expr) -> Iterator[ast.BinOp]:
    """Give the divisions whose value an expression's value is made of by + - * /."""
    match node:
        case ast.BinOp(op=ast.Div()):
            yield node
            yield from _divisions_in(node.left)
        case ast.BinOp(left=left, op=ast.Add() | ast.Sub() | ast.Mult(), right=right):
            yield from _divisions_in(left)
            yield from _divisions_in(right)
        case ast.UnaryOp(operand=operand):
            yield from _divisions_in(operand)


def _is_integer(node: ast.expr, constant: bool = False) -> bool:
    match node:
        case ast.Constant(value=int()):
            return True
        case ast.Call(func=ast.Name(id="len")):
            return True
        case ast.Subscript(value=ast.Attribute(attr="shape")):
            return True
        case ast.BinOp(left=left, op=ast.Add() | ast.Sub() | ast.Mult(), right=right):
            return _is_integer(left) and _is_integer(right)
        case ast.Name() | ast.Attribute() if constant:
            counts = ("batch_size", "batchsize", "num_gpus", "num_parts", "num_workers")
            return (_key(node) or "").lower().endswith(counts)
    return False


def _doubled(node: ast.BinOp, source: Source) -> Edit | None:
    """Return the edit of a division's sign."""
    left = node.left
    line = left.end_lineno or left.lineno
    if line != node.right.lineno:
        return None
    begin, end = source.column(line, left.end_col_offset or 0), source.column(line, node.right.col_offset)
    between = source.lines[line - 1][begin:end]
    at = between.find("/")
    return Edit(line, begin + at, begin + at + 1, "//") if between.count("/") == 1 else None
