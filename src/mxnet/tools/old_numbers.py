"""What NumPy 1 did with a program's arrays: one of one item was a number, and different lengths made one of objects.

A syntax tree that calls the functions of this module takes the place of the program's: what fails today is done again
as NumPy 1 did it, and what works stays as it is.
"""

import ast
import contextlib
import re
import sys
from typing import Any

from .idioms import Names

#: the name by which a program's tree has this module, among the names of the program's module
NAME = "_numpy1_"
_NUMBERS = ("float", "int", "complex")
_MAKERS = ("numpy.array", "numpy.asarray")


def with_old_numbers(tree: ast.Module, names: Names | None = None) -> ast.Module:
    """Return a program's tree that calls this module where NumPy 1 took arrays of one item, or of different lengths.

    ``names``: what names stand for where more than the tree says it, as in the cells of a notebook.
    """
    with contextlib.suppress(RecursionError):  # a tree too deep to walk: what has been changed so far is whole
        _Calls(names or Names(tree)).visit(tree)
    return tree


def compiled(source: str, path: str) -> Any:
    """Return the code of a program, with what NumPy 1 did."""
    try:
        return compile(with_old_numbers(ast.parse(source, path)), path, "exec", dont_inherit=True)
    except RecursionError:  # Python compiles deeper texts than trees
        return compile(source, path, "exec", dont_inherit=True)


class _Calls(ast.NodeTransformer):
    def __init__(self, names: Names) -> None:
        self._names = names

    def visit_Call(self, node: ast.Call) -> ast.Call:
        """Change calls that make a number or an array."""
        self.generic_visit(node)
        dotted = self._names.resolve(node.func) or ""
        if dotted in _MAKERS and not any(isinstance(item, ast.Starred) for item in node.args):
            return _call("array", node, [node.func, *node.args], node.keywords)
        name = node.func.id if isinstance(node.func, ast.Name) else ""
        is_builtin = name in _NUMBERS and name not in self._names.defined
        match node:
            case ast.Call(args=[ast.Constant() | ast.Starred()]):
                return node
            case ast.Call(args=[value], keywords=[]) if is_builtin or dotted.startswith("math."):
                return _call("number", node, [node.func, value])
        return node

    def visit_BinOp(self, node: ast.BinOp) -> ast.AST:
        """Change texts that numbers are written into."""
        self.generic_visit(node)
        match node:
            case ast.BinOp(left=ast.Constant(value=str()), op=ast.Mod()):
                return _call("text", node, [node.left, node.right])
        return node

    def visit_Assign(self, node: ast.Assign) -> ast.AST:
        """Change what writes one item."""
        self.generic_visit(node)
        match node:
            case ast.Assign(value=ast.Constant()):
                return node
            case ast.Assign(targets=[ast.Subscript(value=array, slice=index)]) if not _has_slice(index):
                return ast.copy_location(ast.Expr(_call("put", node, [node.value, array, index])), node)
        return node


def _has_slice(index: ast.expr) -> bool:
    parts = index.elts if isinstance(index, ast.Tuple) else [index]
    return any(isinstance(part, (ast.Slice, ast.Starred)) for part in parts)


def _call(name: str, node: ast.AST, args: list[ast.expr], keywords: list[ast.keyword] | None = None) -> ast.Call:
    module = ast.copy_location(ast.Name(NAME, ast.Load()), node)
    function = ast.copy_location(ast.Attribute(module, name, ast.Load()), node)
    return ast.copy_location(ast.Call(function, args, keywords or []), node)


# -- what programs call ------------------------------------------------------------------------------------------------


def _item(value: Any) -> Any:
    """Return the item of a NumPy array with dimensions that has one, else the value."""
    numpy = sys.modules.get("numpy")
    is_array = numpy is not None and isinstance(value, numpy.ndarray)
    return value.item() if is_array and value.ndim and value.size == 1 else value


def number(function: Any, value: Any) -> Any:
    """Return ``function(value)`` of a number, or of an array of one."""
    try:
        return function(value)
    except TypeError:
        item = _item(value)
        if item is value:
            raise
    return function(item)


def text(form: str, values: Any) -> Any:
    """Return ``form % values``, where arrays of one item are numbers."""
    try:
        return form % values
    except TypeError:
        codes = re.findall(r"%[-+ #0]{0,5}\d{0,9}(?:\.\d{0,9})?(\w)", form.replace("%%", ""))
        old = values if isinstance(values, tuple) else (values,)
        new = tuple(_item(value) if code in "diueEfFgG" else value for value, code in zip(old, codes, strict=False))
        if len(new) != len(old) or all(a is b for a, b in zip(old, new, strict=True)):
            raise
    return form % new


def put(value: Any, array: Any, index: Any) -> None:
    """Do ``array[index] = value``, where an array of one item may become an item."""
    try:
        array[index] = value
    except ValueError:
        item = _item(value)
        if item is value:
            raise
        array[index] = item


def array(function: Any, *args: Any, **kwargs: Any) -> Any:
    """Return ``function(*args, **kwargs)``, an array of objects where lengths differ and no type is given."""
    try:
        return function(*args, **kwargs)
    except ValueError as error:
        if "inhomogeneous" not in str(error) or len(args) != 1 or "dtype" in kwargs:
            raise
    return function(*args, dtype=object, **kwargs)
