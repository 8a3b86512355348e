"""Python 2's ``str`` where it held bytes, its files, and its texts of floats."""

import builtins
import codecs
import io
from collections.abc import Iterator
from typing import Any

#: codecs from texts to texts, which Python 3 has for bytes alone
_OF_BYTES = frozenset(
    ("hex", "hex_codec", "base64", "base64_codec", "bz2", "bz2_codec", "zlib", "zip", "zlib_codec", "quopri", "uu")
)
_OF_TEXTS: dict[str, Any] = {"rot13": "rot13", "rot_13": "rot13"}
_ESCAPES = {"string_escape": "unicode_escape", "string-escape": "unicode_escape"}


def to_bytes(value: Any) -> Any:
    """Return the bytes of a text; everything else as it is."""
    return value.encode("utf-8", "surrogateescape") if isinstance(value, str) else value


def _text(value: bytes) -> str:
    return value.decode("utf-8", "surrogateescape")


def plain(value: Any) -> Any:
    """Return bytes as a text of Python 2, which compares and joins with others; everything else as it is."""
    return Bytes(value) if type(value) is bytes else value


class Bytes(bytes):
    """Bytes that are a text, too: with items of one character, equal to texts, joined with texts."""

    __hash__ = bytes.__hash__

    def __eq__(self, other: object) -> bool:
        return bytes.__eq__(self, to_bytes(other))

    def __ne__(self, other: object) -> bool:
        return bytes.__ne__(self, to_bytes(other))

    def __getitem__(self, key: Any) -> Any:
        result = bytes.__getitem__(self, key)
        return Bytes([result]) if isinstance(result, int) else Bytes(result)

    def __iter__(self) -> Iterator[Any]:
        return (Bytes([item]) for item in bytes.__iter__(self))

    def __contains__(self, item: Any) -> bool:
        return bytes.__contains__(self, to_bytes(item))

    def __add__(self, other: Any) -> Any:
        return Bytes(bytes.__add__(self, to_bytes(other)))

    def __radd__(self, other: Any) -> Any:
        return Bytes(to_bytes(other) + bytes(self)) if isinstance(other, (str, bytes)) else NotImplemented

    def __mul__(self, count: Any) -> Any:
        return Bytes(bytes.__mul__(self, count))

    def __mod__(self, values: Any) -> Any:
        return _text(self) % values

    def __str__(self) -> str:
        return _text(self)

    def __repr__(self) -> str:
        return bytes.__repr__(bytes(self))[1:]

    def __format__(self, spec: str) -> str:
        return format(_text(self), spec)

    def __int__(self) -> int:
        return int(_text(self))

    def __float__(self) -> float:
        return float(_text(self))

    def encode(self, encoding: str = "ascii", errors: str = "strict") -> Any:
        """Encode as Python 2 did: codecs of bytes take them as they are."""
        return encode(self, encoding, errors)

    def decode(self, encoding: str = "ascii", errors: str = "strict") -> Any:
        """Decode as Python 2 did."""
        return decode(self, encoding, errors)

    def format(self, *args: Any, **kwargs: Any) -> str:
        """Fill in as texts do."""
        return _text(self).format(*args, **kwargs)

    def isdecimal(self) -> bool:
        """Tell whether all are digits, as texts do."""
        return self.isdigit()


def _method(name: str) -> Any:
    original = getattr(bytes, name)

    def method(self: Any, *args: Any) -> Any:
        args = tuple(tuple(map(to_bytes, arg)) if isinstance(arg, tuple) else to_bytes(arg) for arg in args)
        result = original(self, *args)
        if isinstance(result, (list, tuple)):
            return type(result)(Bytes(item) for item in result)
        return Bytes(result) if isinstance(result, bytes) else result

    method.__name__ = name
    return method


for _name in (
    "capitalize", "center", "count", "endswith", "expandtabs", "find", "index", "ljust", "lower", "lstrip",
    "partition", "replace", "rfind", "rindex", "rjust", "rpartition", "rsplit", "rstrip", "split", "splitlines",
    "startswith", "strip", "swapcase", "title", "translate", "upper", "zfill",
):  # fmt: skip
    setattr(Bytes, _name, _method(_name))


def join(separator: Any, items: Any) -> Any:
    """Join texts: bytes where one of them is."""
    items = [plain(item) for item in items]
    if isinstance(separator, str) and all(isinstance(item, str) for item in items):
        return separator.join(items)
    return Bytes(to_bytes(separator).join([to_bytes(item) for item in items]))


def _recoded(convert: Any, text: Any, codec: str) -> Any:
    """Return what a codec from bytes to bytes, or from text to text, makes of a text."""
    if codec in _OF_TEXTS:
        return convert(str(text), _OF_TEXTS[codec])
    return short(convert(to_bytes(text), codec))


def short(value: Any) -> Any:
    """Return bytes as a text: one of characters where all are ASCII; everything else as it is."""
    return value.decode("ascii") if isinstance(value, bytes) and value.isascii() else plain(value)


def of_bytes(function: Any) -> Any:
    """Return a function from bytes to bytes that takes and gives texts, as Python 2's did."""
    return lambda *args, **kwargs: short(function(*map(to_bytes, args), **kwargs))


def encode(text: Any, encoding: str = "ascii", errors: str = "strict") -> Any:
    """Encode a text as Python 2 did, which also had codecs from texts to texts."""
    name = encoding.lower()
    if name in _OF_BYTES or name in _OF_TEXTS:
        return _recoded(codecs.encode, text, name)
    if name in _ESCAPES:
        return str(text).encode(_ESCAPES[name]).decode("ascii")
    if isinstance(text, bytes):
        return text
    result = text.encode(encoding, errors)
    return text if text.isascii() and result == to_bytes(text) else Bytes(result)


def decode(text: Any, encoding: str = "ascii", errors: str = "strict") -> Any:
    """Decode a text as Python 2 did; one of characters is decoded already."""
    name = encoding.lower()
    if name in _OF_BYTES or name in _OF_TEXTS:
        return _recoded(codecs.decode, text, name)
    if name in _ESCAPES:
        return to_bytes(text).decode(_ESCAPES[name])
    if isinstance(text, str):
        if text.isascii() or name.replace("-", "") in ("utf8", "ascii"):
            return text
        return to_bytes(text).decode(encoding, errors)
    return bytes(text).decode(encoding, errors)


class Float(float):
    """A float that shows itself with 12 digits, as ``str(x)`` did."""

    def __str__(self) -> str:
        return shown_float(self)

    def __format__(self, spec: str) -> str:
        return float(self).__format__(spec) if spec else shown_float(self)


def shown_float(value: float) -> str:
    """Return ``str(value)`` of Python 2: 12 digits."""
    text = builtins.format(float(value), ".12g")
    if text.lstrip("-").isdigit() and len(text.lstrip("-")) == 12:
        mantissa, _, exponent = builtins.format(float(value), ".11e").partition("e")
        return f"{mantissa.rstrip('0').rstrip('.')}e{exponent}"
    return text if any(letter in text for letter in ".einf") else f"{text}.0"


def for_text(value: Any) -> Any:
    """Return a value that shows itself in texts as Python 2 did."""
    return Float(value) if type(value) is float else plain(value)


def text_of(value: Any = "", *args: Any) -> Any:
    """Return ``str(value)`` of Python 2."""
    if args:
        return str(value, *args)
    if type(value) is float:
        return shown_float(value)
    if isinstance(value, (str, Bytes)):
        return value if type(value) in (str, Bytes) else str(value)
    return plain(value) if isinstance(value, bytes) else str(value)


class _Reading:
    """What is read of a binary file is a text, too."""

    def read(self, size: int | None = -1, /) -> Any:
        return Bytes(super().read(size))  # type: ignore[misc]

    def readline(self, size: int | None = -1, /) -> Any:
        return Bytes(super().readline(size))  # type: ignore[misc]

    def readlines(self, hint: int = -1, /) -> Any:
        return [Bytes(line) for line in super().readlines(hint)]  # type: ignore[misc]

    def __next__(self) -> Any:
        return Bytes(super().__next__())  # type: ignore[misc]


class _Writing:
    """A binary file takes texts."""

    def write(self, data: Any, /) -> Any:
        return super().write(to_bytes(data))  # type: ignore[misc]

    def writelines(self, lines: Any, /) -> None:
        super().writelines([to_bytes(line) for line in lines])  # type: ignore[misc]


class _Reader(_Reading, io.BufferedReader): ...


class _Writer(_Writing, io.BufferedWriter): ...


class _Both(_Reading, _Writing, io.BufferedRandom): ...


class _TextFile(io.TextIOWrapper):
    """A file of texts that takes bytes."""

    def write(self, text: Any, /) -> int:
        return super().write(_text(text) if isinstance(text, bytes) else text)


def write(stream: Any, data: Any) -> Any:
    """Write texts to a stream of bytes, and bytes to one of texts."""
    try:
        return stream.write(data)
    except TypeError:
        other = to_bytes(data) if isinstance(data, str) else _text(data) if isinstance(data, bytes) else data
        if other is data:
            raise
    return stream.write(other)


class Lines:
    """The lines of a file, or of a list, as texts of characters."""

    def __init__(self, lines: Any) -> None:
        self._lines = iter(lines)

    def __iter__(self) -> Iterator[str]:
        return self

    def __next__(self) -> str:
        line = next(self._lines)
        return _text(line) if isinstance(line, bytes) else line


def open_file(name: Any, mode: str = "r", buffering: int = -1) -> Any:
    """Open a file as Python 2 did: no line ends change, and bytes that are no UTF-8 come back as they were."""
    binary, mode = "b" in mode, mode.replace("b", "").replace("t", "")
    if "U" in mode:
        return open(name, encoding="utf-8", errors="surrogateescape")
    raw = io.FileIO(name, mode or "r")
    stream_class = _Both if "+" in mode else _Reader if mode in ("r", "") else _Writer
    stream: Any = stream_class(raw, buffering if buffering > 1 else io.DEFAULT_BUFFER_SIZE)
    if binary:
        return stream
    return _TextFile(stream, "utf-8", "surrogateescape", newline="\n", line_buffering=buffering in (0, 1))
