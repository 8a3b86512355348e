"""Modules under Python 2's names, with the names that they had: what ``import`` gives to a program of Python 2."""

import builtins
import configparser
import csv
import functools
import hashlib
import importlib
import importlib.util
import io
import itertools
import operator
import sys
import types
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from . import division, texts

#: modules that have another name now, several where one became several
RENAMED: dict[str, tuple[str, ...]] = {
    "cPickle": ("pickle",), "Queue": ("queue",), "ConfigParser": ("configparser",), "urlparse": ("urllib.parse",),
    "urllib2": ("urllib.request", "urllib.error", "urllib.parse"), "httplib": ("http.client",),
    "cookielib": ("http.cookiejar",), "Cookie": ("http.cookies",), "commands": ("subprocess",),
    "thread": ("_thread",), "dummy_thread": ("_thread",), "Tkinter": ("tkinter",),
    "tkMessageBox": ("tkinter.messagebox",),
    "tkFileDialog": ("tkinter.filedialog",), "ttk": ("tkinter.ttk",), "SocketServer": ("socketserver",),
    "BaseHTTPServer": ("http.server",), "SimpleHTTPServer": ("http.server",), "HTMLParser": ("html.parser",),
    "copy_reg": ("copyreg",), "repr": ("reprlib",), "anydbm": ("dbm",), "xmlrpclib": ("xmlrpc.client",),
    "StringIO": (), "cStringIO": (), "sets": (), "exceptions": ("builtins",), "md5": (), "sha": (),
}  # fmt: skip
#: of these, those whose names modules of others may have
AMBIGUOUS = frozenset(("Cookie", "commands", "exceptions", "repr", "thread", "ttk"))
#: modules that lack names now, and where these are; the names of :data:`_NAMES` come first
_EXTENDED: dict[str, tuple[str, ...]] = {
    "urllib": ("urllib.request", "urllib.parse", "urllib.error"), "itertools": (), "string": (), "types": (),
    "pickle": (), "struct": (), "operator": (), "math": (), "csv": (), "hashlib": (), "base64": (), "binascii": (),
    "zlib": (), "subprocess": (),
}  # fmt: skip


class Memory:
    """A file in memory for texts or bytes: what is written or given first decides, as ``StringIO`` took both."""

    def __init__(self, value: Any = "") -> None:
        self._file: Any = None
        if value:
            self._choose(value)

    def _choose(self, value: Any) -> Any:
        if self._file is None:
            self._file = io.StringIO() if isinstance(value, str) else io.BytesIO()
            if value:
                self._file.write(value)
                self._file.seek(0)
        return self._file

    def write(self, value: Any) -> Any:
        """Write a text or bytes."""
        if self._file is None:
            self._choose("" if isinstance(value, str) else b"")
        is_text = isinstance(self._file, io.StringIO)
        if is_text and isinstance(value, bytes):
            value = value.decode("utf-8", "surrogateescape")
        return self._file.write(value if is_text else texts.to_bytes(value))

    def read(self, *args: Any) -> Any:
        """Read a text or bytes."""
        return texts.plain(self._choose("").read(*args))

    def readline(self, *args: Any) -> Any:
        """Read a line."""
        return texts.plain(self._choose("").readline(*args))

    def getvalue(self) -> Any:
        """Return all that was written."""
        return texts.plain(self._choose("").getvalue())

    def __iter__(self) -> Any:
        return map(texts.plain, self._choose(""))

    def __getattr__(self, name: str) -> Any:
        return getattr(self._choose("") if self._file is None else self._file, name)


def _imap(function: Any, *values: Any) -> Any:
    return zip(*values, strict=False) if function is None else map(function, *values)


def _of_file(stream: Any) -> Any:
    """Return the bytes' file of a file that was opened for texts: Python 2 made no difference."""
    return getattr(stream, "buffer", stream)


def _load(file: Any, **kwargs: Any) -> Any:
    return importlib.import_module("pickle").load(_of_file(file), **{"encoding": "latin1", **kwargs})


def _loads(data: Any, **kwargs: Any) -> Any:
    data = data.encode("latin1") if isinstance(data, str) else bytes(data)
    return importlib.import_module("pickle").loads(data, **{"encoding": "latin1", **kwargs})


def _dump(value: Any, file: Any, protocol: int = 2) -> None:
    if hasattr(file, "buffer"):
        file.flush()
    importlib.import_module("pickle").dump(value, _of_file(file), protocol)


def _dumps(value: Any, protocol: int = 2) -> Any:
    return texts.Bytes(importlib.import_module("pickle").dumps(value, protocol))


def _pack(form: Any, *values: Any) -> Any:
    return texts.Bytes(importlib.import_module("struct").pack(form, *map(texts.to_bytes, values)))


def _unpack(form: Any, data: Any) -> Any:
    return tuple(map(texts.plain, importlib.import_module("struct").unpack(form, texts.to_bytes(data))))


class _Hash:
    """A sum over bytes that takes texts."""

    def __init__(self, name: Any, data: Any = "") -> None:
        self._sum = hashlib.new(name, texts.to_bytes(data))

    def update(self, data: Any) -> None:
        """Add a text."""
        self._sum.update(texts.to_bytes(data))

    def digest(self) -> Any:
        """Return the sum as a text of bytes."""
        return texts.plain(self._sum.digest())

    def __getattr__(self, name: str) -> Any:
        return getattr(self._sum, name)


_HASHES = {name: functools.partial(_Hash, name) for name in ("md5", "sha1", "sha224", "sha256", "sha384", "sha512")}


def _rounded(function: Any) -> Any:
    """Return ``numpy.floor`` or ``ceil`` for a number: Python 2's gave floats."""
    return lambda x: float(function(float(x)))


class _Rows(csv.DictReader):  # type: ignore[type-arg]
    def __init__(self, f: Any, *args: Any, **kwargs: Any) -> None:
        super().__init__(texts.Lines(f), *args, **kwargs)


class _RawParser(configparser.RawConfigParser):
    """Reads settings, also by the name that Python 3.12 took away."""

    def readfp(self, fp: Any, filename: str | None = None) -> None:
        """Read the settings of a file that is open."""
        self.read_file(fp, filename)


class _Parser(_RawParser, configparser.ConfigParser):
    pass


def _of_bytes(name: str, functions: str) -> dict[str, Any]:
    module = importlib.import_module(name)
    return {key: texts.of_bytes(getattr(module, key)) for key in functions.split()}


def _method(name: str) -> Callable[..., Any]:
    return lambda text, *args: getattr(text, name)(*args)


_LETTERS = "abcdefghijklmnopqrstuvwxyz"
_PICKLES = {"load": _load, "loads": _loads, "dump": _dump, "dumps": _dumps}
#: by module: names that it has not, or otherwise
_NAMES: dict[str, dict[str, Any]] = {
    "itertools": {
        "izip": functools.partial(zip, strict=False), "imap": _imap, "ifilter": filter,
        "izip_longest": itertools.zip_longest, "ifilterfalse": itertools.filterfalse,
    },
    "string": {
        **{name: _method(name) for name in (
            "upper", "lower", "split", "strip", "lstrip", "rstrip", "replace", "find", "rfind", "count", "index",
            "ljust", "rjust", "center", "zfill", "swapcase", "capitalize", "expandtabs", "rsplit", "rindex",
            "translate")},
        "splitfields": _method("split"),
        **{name: lambda words, sep=" ": texts.join(sep, words) for name in ("join", "joinfields")},
        "atoi": int, "atol": int, "atof": float, "letters": _LETTERS + _LETTERS.upper(), "lowercase": _LETTERS,
        "uppercase": _LETTERS.upper(), "maketrans": str.maketrans,
    },
    "types": {
        "NoneType": type(None), "TypeType": type, "ObjectType": object, "IntType": int, "LongType": int,
        "FloatType": float, "BooleanType": bool, "ComplexType": complex, "StringType": str, "UnicodeType": str,
        "StringTypes": (str, bytes), "ListType": list, "TupleType": tuple, "DictType": dict, "DictionaryType": dict,
        "ClassType": type, "FileType": io.IOBase, "SliceType": slice,
    },
    "pickle": _PICKLES, "cPickle": _PICKLES, "struct": {"pack": _pack, "unpack": _unpack},
    "StringIO": {"StringIO": Memory}, "cStringIO": {"StringIO": Memory},
    "sets": {"Set": set, "ImmutableSet": frozenset},
    "operator": {
        "isCallable": callable, "sequenceIncludes": lambda a, b: b in a,
        "isSequenceType": lambda x: hasattr(x, "__getitem__"), "isMappingType": lambda x: hasattr(x, "keys"),
        "isNumberType": lambda x: hasattr(x, "__int__"), "repeat": operator.mul,
        "div": division.divide, "idiv": division.divide_into, "__div__": division.divide,
    },
    "math": {"floor": _rounded(np.floor), "ceil": _rounded(np.ceil)},
    "csv": {"reader": lambda f, *args, **kwargs: csv.reader(texts.Lines(f), *args, **kwargs), "DictReader": _Rows},
    "hashlib": {**_HASHES, "new": _Hash}, "md5": {"md5": _HASHES["md5"], "new": _HASHES["md5"]},
    "sha": {"sha": _HASHES["sha1"], "new": _HASHES["sha1"]},
    "base64": _of_bytes(
        "base64", "b64encode b64decode standard_b64encode standard_b64decode urlsafe_b64encode urlsafe_b64decode "
        "b32encode b32decode b16encode b16decode"),
    "binascii": _of_bytes("binascii", "hexlify unhexlify b2a_hex a2b_hex b2a_base64 a2b_base64 crc32"),
    "zlib": _of_bytes("zlib", "compress decompress crc32 adler32"),
    "subprocess": _of_bytes("subprocess", "check_output"),
    "exceptions": {"StandardError": Exception},
    "ConfigParser": {"ConfigParser": _Parser, "SafeConfigParser": _Parser, "RawConfigParser": _RawParser},
}  # fmt: skip


class _Module(types.ModuleType):
    """A module of Python 2: names that are its own, then those of the modules that it became."""

    def __init__(self, name: str, behind: Sequence[types.ModuleType]) -> None:
        super().__init__(name)
        self.__dict__["_behind"] = tuple(behind)
        self.__dict__.update(_NAMES.get(name, {}))

    def __getattr__(self, name: str) -> Any:
        for module in self.__dict__["_behind"]:
            if hasattr(module, name):
                return getattr(module, name)
        raise AttributeError(f"module {self.__name__!r} has no attribute {name!r}")

    def __dir__(self) -> list[str]:
        return sorted({*self.__dict__, *(name for module in self.__dict__["_behind"] for name in dir(module))})


@functools.cache
def _module(name: str) -> types.ModuleType:
    behind = [importlib.import_module(item) for item in RENAMED.get(name, _EXTENDED.get(name, ()))]
    if name in _EXTENDED:
        behind.insert(0, importlib.import_module(name))
    result = _Module(name, behind)
    if behind:
        result.__dict__["__all__"] = sorted({key for key in dir(result) if not key.startswith("_")} - {"annotations"})
    return result


def import_module(
    name: str, scope: Any = None, local: Any = None, fromlist: Sequence[str] | None = (), level: int = 0
) -> Any:
    """Import as the statement does in Python 2: from the package first, then under the names of its modules."""
    package = (scope or {}).get("__package__") or ""
    if level == 0 and package and "absolute_import" not in (scope or {}) and name:
        first = f"{package}.{name.split('.')[0]}"
        if first in sys.modules or _is_there(first):
            if fromlist:
                return builtins.__import__(name, scope, local, fromlist, 1)
            builtins.__import__(f"{package}.{name}")
            return sys.modules[first]
    if level == 0 and name == "__builtin__":
        return builtins
    if level == 0 and (name in _EXTENDED or (name in RENAMED and not _is_own(name))):
        return _module(name)
    if level == 0 and fromlist and name in ("sys", "os"):
        names = {"maxint": sys.maxsize, "getcwdu": importlib.import_module("os").getcwd}
        if any(item in names for item in fromlist):
            behind = builtins.__import__(name)
            result = _Module(name, [behind])
            result.__dict__.update(names)
            return result
    return builtins.__import__(name, scope, local, fromlist or (), level)


def _is_there(name: str) -> bool:
    try:
        return importlib.util.find_spec(name) is not None
    except (ImportError, ValueError, AttributeError):
        return False


def _is_own(name: str) -> bool:
    """Tell whether there is a module of Python 2's name that is the program's own."""
    return _is_there(name) and name != "repr"
