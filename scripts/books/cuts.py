"""Cuts for short runs: chapters train for two epochs, so that each of their lines runs in little time."""

from __future__ import annotations

import ast
import fnmatch
import json
import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
#: what numbers of epochs become, and how often something is done that chapters do in every so many epochs
EPOCHS, PERIOD = 2, 1
_RULES = tomllib.loads((HERE / "cuts.toml").read_text(encoding="utf-8"))
_IS_EPOCHS, _IS_PERIOD = (re.compile(_RULES[name]) for name in ("epochs", "periods"))
#: a literal to replace: its expression, the number it becomes, and the name of what it says
_Cut = tuple[ast.expr, int, str]


def shortened(notebook: str, chapter: str, helpers: Iterable[str] = ()) -> tuple[str, list[str]]:
    """Return a notebook whose loops over epochs are cut, and what was cut, in words.

    ``helpers`` are the texts of modules whose functions take numbers of epochs by position.
    """
    content = json.loads(notebook)
    cells = [cell for cell in content["cells"] if cell["cell_type"] == "code"]
    texts = ["".join(cell["source"]) for cell in cells]
    said: list[str] = []
    for rule in _RULES.get("chapters", []):
        if fnmatch.fnmatchcase(chapter, rule["chapter"]):
            for i, text in enumerate(texts):
                if rule["text"] in text:
                    texts[i] = text.replace(rule["text"], rule["becomes"])
                    said.append(f"{rule['text']} → {rule['becomes']}")
    trees = [_tree(text) for text in texts]
    parameters = _parameters([*map(_tree, helpers), *trees])
    for cell, text, tree in zip(cells, texts, trees, strict=True):
        cuts = {(node.lineno, node.col_offset): (node, number, name) for node, number, name in _cuts(tree, parameters)}
        lines = text.encode().splitlines(keepends=True)
        said += [f"{name}: {ast.unparse(node)} → {number}" for _, (node, number, name) in sorted(cuts.items())]
        for (line, column), (node, number, _) in sorted(cuts.items(), reverse=True):
            old = lines[line - 1]
            lines[line - 1] = old[:column] + str(number).encode() + old[node.end_col_offset :]
        cell["source"] = b"".join(lines).decode().splitlines(keepends=True)
    return json.dumps(content), list(dict.fromkeys(said))


def is_never_cut(chapter: str) -> bool:
    """Tell whether a chapter has no short run."""
    return any(fnmatch.fnmatchcase(chapter, pattern) for pattern in _RULES["not_cut"])


def _tree(text: str) -> ast.Module:
    """Return the tree of a cell without its magics, an empty one of what is not of Python 3."""
    plain = re.sub(r"(?m)^([ \t]*)(?:%(?=%?\w)|!)", r"\1#", text)
    try:
        return ast.parse(plain)
    except SyntaxError:
        return ast.Module([], [])


def _parameters(trees: Iterable[ast.Module]) -> dict[str, list[str]]:
    """Return the names of positional parameters of functions, and of classes, without ``self``."""
    result: dict[str, list[str]] = {}
    for node in (node for tree in trees for node in ast.walk(tree)):
        if isinstance(node, ast.FunctionDef):
            result[node.name] = [item.arg for item in node.args.args]
        elif isinstance(node, ast.ClassDef):
            for item in node.body:
                if isinstance(item, ast.FunctionDef) and item.name == "__init__":
                    result[node.name] = [argument.arg for argument in item.args.args[1:]]
    return result


def _cuts(tree: ast.Module, parameters: Mapping[str, list[str]]) -> Iterator[_Cut]:
    for node in ast.walk(tree):
        match node:
            case ast.Assign(value=value):
                for target in node.targets:
                    yield from _assigned(target, value)
            case ast.Call():
                yield from _arguments(node, parameters)
            case ast.FunctionDef(args=arguments):
                positional = [*arguments.posonlyargs, *arguments.args]
                pairs = zip(reversed(positional), reversed(arguments.defaults), strict=False)
                for argument, default in [*pairs, *zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True)]:
                    yield from _named(argument.arg, default)
            case ast.Dict(keys=keys, values=values):
                for key, value in zip(keys, values, strict=True):
                    if isinstance(key, ast.Constant) and isinstance(key.value, str):
                        yield from _named(key.value, value)
            case ast.For(target=ast.Name(id=name), iter=ast.Call(func=ast.Name(id="range"), args=[*limits])):
                first = limits[0].value if len(limits) > 1 and isinstance(limits[0], ast.Constant) else 0
                if "epoch" in name and len(limits) < 3 and (len(limits) == 1 or isinstance(limits[0], ast.Constant)):
                    yield from _number(limits[-1], first + EPOCHS, f"{name} up to")
            case ast.BinOp(left=left, op=ast.Mod(), right=right) if re.search(r"\bepoch\b", ast.unparse(left)):
                yield from _number(right, PERIOD, f"({ast.unparse(left)}) %")


def _assigned(target: ast.expr, value: ast.expr) -> Iterator[_Cut]:
    match target, value:
        case ast.Tuple(elts=targets), ast.Tuple(elts=values) if len(targets) == len(values):
            for item, its_value in zip(targets, values, strict=True):
                yield from _assigned(item, its_value)
        case ((ast.Name(id=name) | ast.Attribute(attr=name)), _):
            yield from _named(name, value)


def _arguments(call: ast.Call, parameters: Mapping[str, list[str]]) -> Iterator[_Cut]:
    for keyword in call.keywords:
        if keyword.arg:
            yield from _named(keyword.arg, keyword.value)
    match call.func:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            for parameter, value in zip(parameters.get(name, []), call.args, strict=False):
                yield from _named(parameter, value)


def _named(name: str, value: Any) -> Iterator[_Cut]:
    if _IS_PERIOD.fullmatch(name):
        yield from _number(value, PERIOD, name)
    elif _IS_EPOCHS.fullmatch(name):
        yield from _number(value, EPOCHS, name)


def _number(value: Any, limit: int, name: str) -> Iterator[_Cut]:
    if isinstance(value, ast.Constant) and isinstance(value.value, int) and value.value > limit:
        yield value, limit, name
