"""Why an old program failed: the likely cause, from what changed in Python and in the libraries since."""

import importlib.util
import re
from collections.abc import Callable
from pathlib import Path

from .downloads import failed_download
from .idioms import BUILTINS, METHODS, MODULES, MOVED, RESTORED, moves_by_itself
from .moves import ERRORS, NUMPY
from .names import MISSING, judge
from .repairs import repaired

#: what is said of a GPU that is not there
MISSING_GPU = r"gpu\((\d+)\) does not exist: this machine"
#: what NumPy says of a name that is gone
_NUMPY_NAME = r"(?:module 'numpy' has no attribute '|`np\.)(\w+)['`]"


def explain(error: BaseException) -> str:
    """Return the likely cause of a script's failure, from what changed since; empty where none is known."""
    message = str(error)
    if isinstance(error, SyntaxError):
        return _repairs(error) or ""
    if download := failed_download(error):
        return download
    for pattern, cause in _CAUSES:
        if (result := re.search(pattern, message)) and (text := cause(result)) is not None:
            return text
    return next((text for pattern, text in ERRORS if re.search(pattern, message)), "")


def is_mechanical(error: Exception) -> bool:
    """Return whether ``remx run --compat`` puts right what a script failed for."""
    if isinstance(error, SyntaxError):
        return bool(error.filename) and _repairs(error) is not None
    message = str(error)
    if (absent := re.search(_ABSENT, message)) and (dotted := _dotted(absent)) in MOVED:
        return dotted in RESTORED or moves_by_itself(dotted, imported=absent[1] is not None)
    result = re.search(rf"{_NUMPY_NAME}|name '(\w+)'|attribute '(\w+)'|No module named '(\w+)'", message)
    word = next((item for item in result.groups() if item), "") if result else ""
    return bool(BUILTINS.get(word) or NUMPY.get(word) or word in MODULES or METHODS.get(word))


def _repairs(error: SyntaxError) -> str | None:
    """Return the first repair of a file that cannot be read; None where there is none."""
    try:
        data = Path(str(error.filename)).read_bytes()
        _, idioms, fault = repaired(importlib.util.decode_source(data), str(error.filename))
    except (OSError, SyntaxError, UnicodeDecodeError, RecursionError, MemoryError):
        return None
    return f"line {idioms[0].line} is Python 2 ({idioms[0].what}): {idioms[0].advice}" if idioms and not fault else None


#: what Python says of a name that a module has no more
_ABSENT = r"cannot import name '(\w+)' from '([\w.]+)'|module '([\w.]+)' has no attribute '(\w+)'"


def _dotted(absent: re.Match[str]) -> str:
    return f"{absent[2]}.{absent[1]}" if absent[1] else f"{absent[3]}.{absent[4]}"


def _write(new: str | None) -> str:
    return f": write {new}" if new else ""


def _numpy_name(gone: re.Match[str]) -> str:
    new = NUMPY.get(gone[1])
    return f"np.{gone[1]} is gone from NumPy{_write(new and f'np.{new}')}"


def _module(absent: re.Match[str]) -> str:
    name = absent[1]
    if name in MODULES:
        return f"the module {name} is called {MODULES[name]} now"
    return _missing(name) if name.startswith("mxnet.") else f"the package {name.split('.')[0]} is not installed"


def _name(absent: re.Match[str]) -> str:
    dotted = _dotted(absent)
    if dotted.startswith("mxnet."):
        return _missing(dotted)
    return f"{dotted} is now {MOVED[dotted]}" if dotted in MOVED else ""


def _missing(dotted: str) -> str:
    verdict = judge(dotted)
    if verdict is None or verdict.state != MISSING:
        return ""
    return f"remx has no {verdict.name}" + (f": {verdict.advice}" if verdict.advice else "")


def _method_of_tables(absent: re.Match[str]) -> str:
    package = "NumPy" if absent[1] == "numpy.ndarray" else "pandas"
    return f"{package} has dropped .{absent[2]}(): write .{METHODS[absent[2]]}()"


def _method_of_dicts(absent: re.Match[str]) -> str:
    new = METHODS.get(absent[1])
    if absent[1] not in METHODS:
        return ""
    return f".{absent[1]}() is Python 2's{_write(f'.{new}()' if new else 'k in d')}"


#: what errors say, as regular expressions, and the cause: the first that is not None
_CAUSES: tuple[tuple[str, Callable[[re.Match[str]], str | None]], ...] = (
    (_NUMPY_NAME, _numpy_name),
    (
        r"name '(\w+)' is not defined",
        lambda name: f"{name[1]} is Python 2's{_write(BUILTINS[name[1]])}" if name[1] in BUILTINS else None,
    ),
    (r"No module named '([\w.]+)'", _module),
    (_ABSENT, _name),
    (r"'(DataFrame|Series|numpy\.ndarray)' object has no attribute '(as_matrix|tostring)'", _method_of_tables),
    (r"'(?:dict|OrderedDict)' object has no attribute '(\w+)'", _method_of_dicts),
)
