"""A program's operators and names given Python 2's meaning: a syntax tree that calls :mod:`.operators`."""

import ast
from collections.abc import Iterator
from typing import Any

from .detect import futures
from .operators import ATTRIBUTES

#: the name by which a program's tree has the operators, among its builtins
OPERATORS = "_python2_"
_COMPARISONS = {ast.Lt: "lt", ast.LtE: "le", ast.Gt: "gt", ast.GtE: "ge", ast.Eq: "eq", ast.NotEq: "ne"}
_COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)


def with_meaning(tree: ast.Module, path: str, text: str, true_division: bool = False) -> ast.Module:
    """Return a program's tree with Python 2's meaning. Raises SyntaxError with the line, and what to write there.

    ``true_division``: it has been imported from the future before.
    """
    for line, message in _untranslatable(tree):
        lines = text.split("\n")
        raise SyntaxError(message, (path, line, 1, lines[line - 1] if line <= len(lines) else ""))
    result = _Meaning(true_division or "division" in futures(tree), _leaking(tree)).visit(tree)
    return ast.fix_missing_locations(result)


def _untranslatable(tree: ast.AST) -> Iterator[tuple[int, str]]:
    for scope in ast.walk(tree):
        if isinstance(scope, ast.FunctionDef):
            for node in _within(scope):
                match node:
                    case ast.Expr(value=ast.Call(func=ast.Name(id="exec"), args=[_])):
                        yield (
                            node.lineno,
                            "exec gives a function no variables in Python 3: write 'exec code in d' with a dictionary "
                            "d, and take the variables from d",
                        )


def _within(scope: ast.AST) -> Iterator[Any]:
    """Give the nodes of a scope without those of the functions and classes in it."""
    waiting = list(ast.iter_child_nodes(scope))
    while waiting:
        node = waiting.pop(0)
        yield node
        if not isinstance(node, (ast.FunctionDef, ast.Lambda, ast.ClassDef)):
            waiting[:0] = list(ast.iter_child_nodes(node))


def _leaking(tree: ast.AST) -> set[int]:
    """Return the ids of the list comprehensions whose names are read outside: Python 2 leaves their values behind."""
    result: set[int] = set()
    for scope in ast.walk(tree):
        if not isinstance(scope, (ast.Module, ast.FunctionDef)):
            continue
        nodes = list(_within(scope))
        inside = {id(part) for node in nodes if isinstance(node, _COMPREHENSIONS) for part in ast.walk(node)}
        read = {
            node.id for node in nodes
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load) and id(node) not in inside
        }  # fmt: skip
        result |= {id(node) for node in nodes if isinstance(node, ast.ListComp) and _targets(node) & read}
    return result


def _targets(node: ast.ListComp) -> set[str]:
    names = [part for item in node.generators for part in ast.walk(item.target) if isinstance(part, ast.Name)]
    return {name.id for name in names}


class _Meaning(ast.NodeTransformer):
    """Rewrites the nodes whose meaning changed."""

    def __init__(self, true_division: bool, leaking: set[int]) -> None:
        self.true_division, self.leaking = true_division, leaking

    def _call(self, name: str, *args: ast.expr, at: ast.AST) -> Any:
        function = ast.Attribute(ast.Name(OPERATORS, ast.Load()), name, ast.Load())
        return ast.copy_location(ast.Call(function, list(args), []), at)

    def visit_BinOp(self, node: ast.BinOp) -> Any:
        """Divide integers to integers, and show floats in texts as Python 2 did."""
        self.generic_visit(node)
        if isinstance(node.op, ast.Div) and not self.true_division:
            return self._call("divide", node.left, node.right, at=node)
        if isinstance(node.op, ast.Mod) and not isinstance(node.right, ast.Constant):
            return self._call("modulo", node.left, node.right, at=node)
        return node

    def visit_AugAssign(self, node: ast.AugAssign) -> Any:
        """Divide in place, which evaluates the target's parts once."""
        self.generic_visit(node)
        if not isinstance(node.op, ast.Div) or self.true_division:
            return node
        target = node.target
        if isinstance(target, ast.Name):
            value = self._call("divide_into", ast.Name(target.id, ast.Load()), node.value, at=node)
            return ast.copy_location(ast.Assign([target], value), node)
        if isinstance(target, ast.Attribute):
            return ast.copy_location(ast.Expr(
                self._call("divide_attribute", target.value, ast.Constant(target.attr), node.value, at=node)
            ), node)  # fmt: skip
        key = target.slice
        divided = self._call("divide_item", target.value, _key(key), node.value, at=node)
        return ast.copy_location(ast.Expr(divided), node)

    def visit_Compare(self, node: ast.Compare) -> Any:
        """Compare values of different types by Python 2's order; a chain of comparisons keeps Python 3's."""
        self.generic_visit(node)
        name = _COMPARISONS.get(type(node.ops[0]))
        if name is None or len(node.ops) > 1:
            return node
        return self._call(name, node.left, node.comparators[0], at=node)

    def visit_Attribute(self, node: ast.Attribute) -> Any:
        """Look up what Python 2's objects had."""
        self.generic_visit(node)
        if node.attr in ATTRIBUTES and isinstance(node.ctx, ast.Load):
            return self._call("attribute", node.value, ast.Constant(node.attr), at=node)
        return node

    def visit_Call(self, node: ast.Call) -> Any:
        """Make texts of floats as Python 2 did."""
        self.generic_visit(node)
        if isinstance(node.func, ast.Name) and node.func.id == "str":
            node.func = ast.copy_location(ast.Call(
                ast.Attribute(ast.Name(OPERATORS, ast.Load()), "text_function", ast.Load()), [node.func], []
            ), node.func)  # fmt: skip
        return node

    def visit_Raise(self, node: ast.Raise) -> Any:
        """Raise an error again that is given with its class: ``raise kind, error, traceback``."""
        self.generic_visit(node)
        match node.exc:
            case (
                ast.Call(
                    func=ast.Attribute(value=ast.Call(func=kind, args=[value]) as made, attr="with_traceback")
                ) as call
            ):
                call.func = ast.Attribute(self._call("error", kind, value, at=made), "with_traceback", ast.Load())
        return node

    def visit_Constant(self, node: ast.Constant) -> Any:
        """Make bytes ones that are texts, too."""
        if isinstance(node.value, bytes):
            return self._call("Bytes", ast.Constant(node.value), at=node)
        return node

    def visit_ListComp(self, node: ast.ListComp) -> Any:
        """Leave the names of a list comprehension behind, where they are read."""
        leaks = id(node) in self.leaking
        self.generic_visit(node)
        for item in node.generators if leaks else []:
            names = [part for part in ast.walk(item.target) if isinstance(part, ast.Name)]
            keep: list[ast.expr] = []
            for name in names:
                inner = f"{OPERATORS}{name.id}"
                keep.append(ast.NamedExpr(ast.Name(name.id, ast.Store()), ast.Name(inner, ast.Load())))
                name.id = inner
            test = ast.Subscript(ast.Tuple([*keep, ast.Constant(True)], ast.Load()), ast.Constant(-1), ast.Load())
            item.ifs.insert(0, ast.copy_location(test, item.target))
        return node

    def visit_ExceptHandler(self, node: ast.ExceptHandler) -> Any:
        """Keep the name of a caught error behind the handler."""
        self.generic_visit(node)
        if node.name is not None:
            keep = ast.Assign([ast.Name(node.name, ast.Store())], ast.Name(f"{OPERATORS}{node.name}", ast.Load()))
            node.body.insert(0, ast.copy_location(keep, node))
            node.name = f"{OPERATORS}{node.name}"
        return node


def _key(node: ast.expr) -> ast.expr:
    """Return a subscript as an expression."""
    if isinstance(node, ast.Slice):
        parts = [part or ast.Constant(None) for part in (node.lower, node.upper, node.step)]
        return ast.Call(ast.Attribute(ast.Name(OPERATORS, ast.Load()), "slice", ast.Load()), parts, [])
    if isinstance(node, ast.Tuple):
        return ast.Tuple([_key(item) for item in node.elts], ast.Load())
    return node
