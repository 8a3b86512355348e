"""Idioms of old Python and NumPy that no longer work, their replacements, and rewriting source with them.

Lines that today's Python cannot read are repaired first (`repairs`); what is read is looked at as a syntax tree.
Nothing is run.
"""

import ast
import builtins
import collections.abc
import re
from collections.abc import Iterator

from .moves import BY_HAND, EDIT, NUMPY, NUMPY_ADVICE, PYTHON, RUN, moved_names
from .old_calls import Source, calls_of_old
from .py2.detect import is_print, is_python2
from .py2.modules import AMBIGUOUS, RENAMED
from .python2 import _IMPORTED, URLLIB, python2_idioms
from .repairs import Edit, Idiom, repaired

_BUILTIN_ADVICE: dict[str, str] = PYTHON["advice"]
#: Python 2's functions, and what takes their place (None: no name alone does)
BUILTINS: dict[str, str | None] = PYTHON["builtins"] | dict.fromkeys(_BUILTIN_ADVICE)
#: modules that have another name now
MODULES: dict[str, str] = {
    **{old: new[0] for old, new in RENAMED.items() if new and old not in AMBIGUOUS},
    **PYTHON["modules"],
}
#: modules whose new place has the same names
_SAME_NAMES = frozenset(MODULES) - {"imp", "distutils", "pkg_resources"}
#: names that moved or went, by module
MOVED: dict[str, str] = {
    **{f"collections.{name}": f"collections.abc.{name}" for name in collections.abc.__all__ if name != "Buffer"},
    **PYTHON["names"],
    **moved_names(EDIT, RUN, BY_HAND),
}
#: names that ``remx run --compat`` puts back where they were
RESTORED: frozenset[str] = frozenset(moved_names(RUN))
#: of these, what gives something else than the old one did
_MOVED_BY_HAND = frozenset(
    {"inspect.getargspec", "scipy.misc.imread", "scipy.misc.imresize", "scipy.misc.imsave", *moved_names(RUN, BY_HAND)}
)
#: methods of Python 2's dictionaries and iterators, of pandas before 1.0, and of NumPy before 2.3
METHODS: dict[str, str | None] = {**PYTHON["methods"], "has_key": None}


# -- what is read ------------------------------------------------------------------------------------------------------


class Names:
    """Collects the dotted names that a program uses, aliases of imports and of plain assignments resolved."""

    def __init__(self, tree: ast.AST) -> None:
        #: by name in the program: what it stands for
        self.aliases: dict[str, str] = {}
        #: each use: the node, and what it stands for
        self.uses: list[tuple[ast.AST, str]] = []
        #: names that the program gives to things itself
        self.defined: set[str] = set()
        self.learn(tree)
        self._collect(tree)

    def learn(self, tree: ast.AST) -> None:
        """Take in what the names of a tree stand for."""
        for node in ast.walk(tree):
            self._learn(node)

    def _learn(self, node: ast.AST) -> None:
        match node:
            case ast.Import(names=names):
                for item in names:
                    first = item.name.split(".")[0]
                    self.aliases[item.asname or first] = item.name if item.asname else first
            case ast.ImportFrom(module=str() as module, names=names, level=0):
                for item in names:
                    self.aliases[item.asname or item.name] = f"{module}.{item.name}"
            case ast.Assign(targets=[ast.Name(id=name)], value=ast.Attribute() as value):
                dotted = self.resolve(value)
                if dotted and dotted.startswith("mxnet."):
                    self.aliases.setdefault(name, dotted)
                self.defined.add(name)
            case (
                ast.Name(id=name, ctx=ast.Store())
                | ast.FunctionDef(name=name)
                | ast.ClassDef(name=name)
                | ast.arg(arg=name)
            ):
                self.defined.add(name)
        if isinstance(node, ast.FunctionDef) and node.name == "hybrid_forward" and len(node.args.args) > 1:
            self.aliases.setdefault(node.args.args[1].arg, "mxnet.ndarray")

    def resolve(self, node: ast.AST) -> str | None:
        """Return the dotted name of an expression, None for other expressions."""
        parts: list[str] = []
        while isinstance(node, ast.Attribute):
            parts.append(node.attr)
            node = node.value
        if not isinstance(node, ast.Name):
            return None
        base = self.aliases.get(node.id)
        return None if base is None else ".".join([base, *reversed(parts)])

    def _collect(self, tree: ast.AST) -> None:
        """Note every use, in the order of the program; trees may be deeper than Python's calls."""
        waiting: list[ast.AST] = [tree]
        while waiting:
            node = waiting.pop()
            match node:
                case ast.Attribute():
                    dotted = self.resolve(node)
                    if dotted is not None:  # the longest dotted name
                        self.uses.append((node, dotted))
                        continue
                    base: ast.AST = node
                    while isinstance(base, ast.Attribute):
                        base = base.value
                    waiting.append(base)
                    continue
                case ast.Name(id=name, ctx=ast.Load()) if name in self.aliases:
                    self.uses.append((node, self.aliases[name]))
                case ast.ImportFrom(module=str() as module, names=names, level=0) if module.split(".")[0] == "mxnet":
                    for item in names:
                        self.uses.append((node, module if item.name == "*" else f"{module}.{item.name}"))
                case ast.Import(names=names):
                    for item in names:
                        if item.name.split(".")[0] == "mxnet":
                            self.uses.append((node, item.name))
            waiting += reversed(list(ast.iter_child_nodes(node)))


def idioms_of(tree: ast.AST, names: Names, text: str, old: bool = False, language: bool = True) -> Iterator[Idiom]:
    """Give what a program has of old, in no order; ``old``: it has had lines that only Python 2 reads.

    Without ``language`` only what libraries changed since.
    """
    source = Source(text)
    for node, dotted in names.uses:
        first, _, rest = dotted.partition(".")
        if first == "numpy" and rest in NUMPY and rest != "asscalar":
            new = NUMPY[rest]
            advice = f"np.{new}" if new else NUMPY_ADVICE.get(rest, "gone from NumPy 2")
            yield Idiom(node.lineno, f"np.{rest}", advice, source.last_part(node, new) if new else None)  # type: ignore[attr-defined]
        # what urllib has elsewhere is one of Python 2's idioms
        applies = first not in _OF_PYTHON or (language and dotted.removeprefix("urllib.") not in URLLIB)
        if applies and dotted in MOVED and isinstance(node, ast.Attribute):
            yield Idiom(node.lineno, dotted, MOVED[dotted], _moved_use(node, dotted, source))
    for node in ast.walk(tree):
        yield from _numbers_of_arrays(node, names, source)
        if isinstance(node, ast.Call):
            yield from calls_of_old(node, names, source)
        yield from _of_node(node, names, source, language)
    if language:
        yield from python2_idioms(tree, names, source, old or is_python2(tree))


#: modules of Python itself whose names moved since Python 2
_OF_PYTHON = frozenset(("itertools", "string", "sys", "os", "urllib"))


def _of_node(node: ast.AST, names: Names, source: Source, language: bool) -> Iterator[Idiom]:
    """Give what a node of a program has of old; without ``language`` only what libraries changed."""
    match node:
        case ast.Call(func=function, keywords=keywords) if names.resolve(
            function
        ) == "numpy.fromstring" and "sep" not in [keyword.arg for keyword in keywords]:
            yield Idiom(node.lineno, "np.fromstring(bytes)", "np.frombuffer", source.last_part(function, "frombuffer"))
        case ast.Call(func=function, args=[_], keywords=[ast.keyword(arg="newshape") as named, *_]) if (
            names.resolve(function) == "numpy.reshape"
        ):
            yield Idiom(node.lineno, "np.reshape(newshape=)", "the shape by position", _without_name(named, source))
        case ast.Call(func=function, keywords=[*_, ast.keyword(arg="encoding") as last]) if names.resolve(function) in (
            "json.load",
            "json.loads",
        ):
            yield Idiom(node.lineno, "json's encoding=", "nothing: texts have none", source.removal_of(node, last))
        case ast.Call(func=ast.Attribute(attr=name) as function, args=[]) if (new := METHODS.get(name)) and (
            language or not name.startswith("iter")
        ):
            yield Idiom(node.lineno, f".{name}()", f".{new}()", source.last_part(function, new))
        case ast.Import(names=imported):
            yield from (_module_idiom(item, item.name, source) for item in imported if _is_old(item.name, language))
        case ast.ImportFrom(module=str() as module, names=imported, level=0) if (
            language or module not in _OF_PYTHON
        ) and any(f"{module}.{item.name}" in MOVED for item in imported):
            yield _moved_import(node, source)
        case ast.ImportFrom(module=str() as name) if _is_old(name, language):
            yield _imports_from(node, name, source)
        case ast.Name(id=name, ctx=ast.Load()) if (
            language and name in BUILTINS and name not in (*_IMPORTED, *names.defined, *names.aliases)
        ):
            new = BUILTINS[name]
            yield Idiom(node.lineno, name, new or _BUILTIN_ADVICE[name], source.span(node, new) if new else None)
        case ast.ClassDef(bases=[_, _, *_]):
            yield from _bases_beside_named_tuple(node, names, source)
        case ast.Expr(value=value) if language and is_print(value):
            yield _print_idiom(node, source)


def _is_old(module: str, language: bool) -> bool:
    """Return whether a module has another name now; without ``language``, one of another library."""
    return module in MODULES and (language or (module not in RENAMED and module != "__builtin__"))


def _imports_from(node: ast.ImportFrom, name: str, source: Source) -> Idiom:
    head = f"from {name} "
    begin = source.lines[node.lineno - 1].find(head)
    fits = begin >= 0 and name in _SAME_NAMES
    edit = Edit(node.lineno, begin, begin + len(head), f"from {MODULES[name]} ") if fits else None
    return Idiom(node.lineno, f"module {name}", MODULES[name], edit)


def _numbers_of_arrays(node: ast.AST, names: Names, source: Source) -> Iterator[Idiom]:
    """Give what makes a number of an array with dimensions, as NumPy 2.4 does not: ``float(x.asnumpy())``."""
    values: list[ast.expr] = []
    match node:
        case ast.Call(func=ast.Name(id="float" | "int" as name), args=[value], keywords=[]) if (
            name not in names.defined
        ):
            values = [value]
        case ast.Call(func=function, args=[value], keywords=[]) if (names.resolve(function) or "").startswith("math."):
            values = [value]
        case ast.BinOp(left=ast.Constant(value=str() as text), op=ast.Mod(), right=right):
            values = right.elts if isinstance(right, ast.Tuple) else [right]
            kinds = re.findall(r"%[-+ #0]{0,5}\d{0,9}(?:\.\d{1,9})?(\w)", text.replace("%%", ""))
            values = [value for value, kind in zip(values, kinds, strict=False) if kind in "difFeEgG"]
    for value in values:
        match value:
            case ast.Call(func=ast.Attribute(attr="asnumpy"), args=[], keywords=[]):
                full = source.span(value, ".item()")
                edit = full and full._replace(begin=full.end)
                yield Idiom(value.lineno, "number of .asnumpy()", ".asnumpy().item()", edit)


def _bases_beside_named_tuple(node: ast.ClassDef, names: Names, source: Source) -> Iterator[Idiom]:
    """Give bases beside NamedTuple, which Python left out up to 3.8 and refuses since, but for Generic."""
    resolved = [names.resolve(base.value if isinstance(base, ast.Subscript) else base) for base in node.bases]
    if "typing.NamedTuple" in resolved and "typing.Generic" not in resolved:
        base, first, last = (node.bases[at] for at in (resolved.index("typing.NamedTuple"), 0, -1))
        text, begin, end = source.text(base), source.span(first), source.span(last)
        edit = None
        if text and begin and end and begin.line == end.line:
            edit = Edit(begin.line, begin.begin, end.end, text)
        yield Idiom(node.lineno, "bases beside NamedTuple", "NamedTuple alone, as Python read it up to 3.8", edit)


def _without_name(argument: ast.keyword, source: Source) -> Edit | None:
    """Return the edit that makes a named argument, the first, one by position."""
    begin = source.column(argument.lineno, argument.col_offset)
    name = re.match(rf"{argument.arg}\s*=\s*", source.lines[argument.lineno - 1][begin:])
    return Edit(argument.lineno, begin, begin + name.end(), "") if name else None


def moves_by_itself(dotted: str, imported: bool) -> bool:
    """Return whether a name that moved is found at its new place by an edit of one line: an import, or a use."""
    if dotted not in MOVED or dotted in _MOVED_BY_HAND:
        return False
    position = MOVED[dotted].rpartition(".")[0]
    return imported or _is_builtin(MOVED[dotted]) or position in (dotted.rpartition(".")[0], "collections.abc")


def _is_builtin(dotted: str) -> bool:
    return hasattr(builtins, dotted.split(".")[0])


def _moved_use(node: ast.Attribute, dotted: str, source: Source) -> Edit | None:
    """Return the edit of a dotted name that moved, where its new place needs no import."""
    if not moves_by_itself(dotted, imported=False):
        return None
    new = MOVED[dotted]
    if _is_builtin(new):
        return source.span(node, new)
    return source.last_part(node, new.removeprefix(dotted.rpartition(".")[0] + "."))


def _moved_import(node: ast.ImportFrom, source: Source) -> Idiom:
    """Return what an import of names that moved is, and the imports in its place."""
    stay: list[str] = []
    parts: list[str] = []
    moved = [f"{node.module}.{name.name}" for name in node.names if f"{node.module}.{name.name}" in MOVED]
    for item in node.names:
        new, name = MOVED.get(f"{node.module}.{item.name}"), item.asname or item.name
        position, _, last = (new or "").rpartition(".")
        if new is None:
            stay.append(f"{item.name} as {name}" if item.asname else name)
        elif _is_builtin(new):
            parts.append(f"{name} = {new}")
        else:
            parts.append(f"from {position} import {last}" + (f" as {name}" if name != last else ""))
    text = "; ".join([f"from {node.module} import {', '.join(stay)}"] * bool(stay) + parts)
    by_itself = all(moves_by_itself(item, imported=True) for item in moved)
    advice = text if by_itself else ", ".join(MOVED[item] for item in moved)
    return Idiom(node.lineno, ", ".join(moved), advice, source.span(node, text) if by_itself else None)


def _print_idiom(node: ast.Expr, source: Source) -> Idiom:
    text = "print()"
    if result := re.match(r"print\s*>>\s*([\w.]+)\s*(?:,\s*(.*))?$", source.text(node) or ""):
        text = f"print({result[2]}, file={result[1]})" if result[2] else f"print(file={result[1]})"
    return Idiom(node.lineno, "print statement", text, source.span(node, text))


def _module_idiom(node: ast.alias, name: str, source: Source) -> Idiom:
    new = MODULES[name]
    text = f"{new} as {node.asname or name}"
    named = node.asname is not None or "." not in name
    return Idiom(node.lineno, f"module {name}", new, source.span(node, text) if name in _SAME_NAMES and named else None)


def edited(text: str, edits: list[Edit]) -> str:
    """Return a text with edits made, without those that lie in what another one replaces."""
    by_line: dict[int, list[Edit]] = {}
    for item in sorted(set(edits), key=lambda edit: (edit.line, edit.begin, -edit.end)):
        by_line.setdefault(item.line, []).append(item)
    lines = text.split("\n")
    for count, listed in by_line.items():
        line, done = lines[count - 1], 0
        parts: list[str] = []
        for item in listed:
            if item.begin >= done:
                parts += [line[done : item.begin], item.text]
                done = item.end
        lines[count - 1] = "".join(parts) + line[done:]
    return "\n".join(lines)


def rewritten(text: str, path: str, tree: ast.AST, old: bool, language: bool = True) -> str:
    """Return a program that Python 3 reads, with its idioms of old replaced; ``old``: it had lines that only 2 reads.

    An edit can lie in what another one replaces: it is made in a further turn. Without ``language`` only what
    libraries changed since is replaced.
    """
    names = Names(tree)
    old = old or (language and is_python2(tree))
    for _ in range(4):
        after = edited(text, [item.edit for item in idioms_of(tree, names, text, old, language) if item.edit])
        if after == text:
            break
        try:
            tree = ast.parse(after, path)
        except SyntaxError:  # an edit that does not fit
            break
        text, names = after, Names(tree)
    return text


def modernized(text: str, path: str) -> str:
    """Return a program with all mechanical fixes applied. Raises SyntaxError where it cannot be read."""
    result, repairs, error = repaired(text, path)
    if error is not None:
        raise error
    return rewritten(result, path, ast.parse(result, path), bool(repairs))
