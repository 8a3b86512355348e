"""Data in files of their own formats: CSV, LibSVM, MNIST, CIFAR, texts, word vectors, logs."""

from __future__ import annotations

import contextlib
import gzip
import io
import random
import struct
import tarfile
import zipfile
from collections import Counter
from pathlib import Path

import mxnet as mx

from ...standins import any_content
from ..mutate import TEXTS
from ..reader import Files, reader

# -- tables ---------------------------------------------------------------------------------------------------------


def _table(name: str, separators: tuple[str, ...]):  # type: ignore[no-untyped-def]
    def make(dice: random.Random) -> Files:
        rows = []
        for _ in range(dice.choice((1, 3, 5))):
            words = [dice.choice((*"012345", "0.5", "1:2", dice.choice(TEXTS))) for _ in range(dice.choice((3, 3, 4)))]
            rows.append(dice.choice(separators).join(words))
        return {name: "\n".join(rows).encode(errors="surrogatepass")}

    return make


@reader(
    "CSVIter",
    lambda: [{"a.csv": b"1,2,3\n4,5,6\n7,8,9\n"}],
    lambda: [
        {"a.csv": each}
        for each in (
            b"",
            b"\n\n",
            b"1,2\n",
            b"1,2,x\n",
            b"1,2,1e999\n",
            b"\0,1,2\n",
            b"1,2,3" * 9999,
            b"nan,inf,-inf\n",
        )
    ],
    _table("a.csv", (",", ", ", ";")),
)
def _csv(folder: Path) -> None:
    for dtype in ("float32", "int32"):
        for _ in mx.io.CSVIter(data_csv=str(folder / "a.csv"), data_shape=(3,), batch_size=2, dtype=dtype):
            pass


@reader(
    "LibSVMIter",
    lambda: [{"a.svm": b"1 0:1 2:3\n0 1:2\n1 0:1\n"}],
    lambda: [
        {"a.svm": each}
        for each in (
            b"",
            b"1 99999999999999999999:1\n",
            b"1 -1:1\n",
            b"x 0:1\n",
            b"1 0:x\n",
            b"1 0:1:2\n",
            b"1 :1\n",
            b"1 0:1e999\n",
            b"nan 0:nan\n",
            b"1 " + b"0:1 " * 9999,
        )
    ],
    _table("a.svm", (" ", "\t")),
)
def _libsvm(folder: Path) -> None:
    for _ in mx.io.LibSVMIter(data_libsvm=str(folder / "a.svm"), data_shape=(4,), batch_size=2):
        pass


# -- MNIST and CIFAR ------------------------------------------------------------------------------------------------


def _idx(magic: int, *shape: int, body: bytes = b"") -> bytes:
    return struct.pack(f">I{len(shape)}I", magic, *shape) + body


def _mnist_files() -> list[Files]:
    images, labels = _idx(2051, 3, 28, 28, body=bytes(3 * 784)), _idx(2049, 3, body=b"\1\2\3")
    names = "train-images-idx3-ubyte", "train-labels-idx1-ubyte"
    return [
        dict(zip(names, (images, labels), strict=True)),
        {f"{name}.gz": gzip.compress(each) for name, each in zip(names, (images, labels), strict=True)},
    ]


def _hostile_mnist() -> list[Files]:
    plain, packed = _mnist_files()
    images, labels = plain
    contents = [
        b"",
        _idx(2051, 2**32 - 1, 2**32 - 1, 2**32 - 1),
        _idx(2051, 0, 28, 28),
        _idx(2051, 3, 0, 0),
        _idx(2049, 3),
        _idx(2051, 2**31, 0, 28),
        _idx(2051, 3, 28, 28),
    ]
    found = [{**plain, images: each} for each in contents]
    found += [{**plain, labels: each} for each in (b"", _idx(2049, 2**32 - 1), _idx(2049, 2, body=b"\1\2"))]
    bomb = gzip.compress(_idx(2051, 3, 28, 28)) + gzip.compress(bytes(1 << 22)) * 128
    found += [
        {**packed, f"{images}.gz": each}
        for each in (b"", b"\x1f\x8b", packed[f"{images}.gz"][:30], gzip.compress(b""), bomb)
    ]
    return found


@reader("gluon MNIST", _mnist_files, _hostile_mnist)
@any_content()
def _mnist(folder: Path) -> object:
    return len(mx.gluon.data.vision.MNIST(str(folder)))


@reader("MNISTIter", _mnist_files, _hostile_mnist)
def _mnist_iter(folder: Path) -> None:
    images, labels = sorted(str(path) for path in folder.iterdir())
    for _ in mx.io.MNISTIter(image=images, label=labels, batch_size=2, shuffle=False):
        pass


def _tar(files: Files, mode: str = "w:gz") -> bytes:
    stream = io.BytesIO()
    with tarfile.open(fileobj=stream, mode=mode) as archive:  # type: ignore[call-overload]
        for name, content in files.items():
            member = tarfile.TarInfo(name)
            member.size = len(content)
            archive.addfile(member, io.BytesIO(content))
    return stream.getvalue()


def _zip(files: Files) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return stream.getvalue()


_CIFAR = {f"data_batch_{i}.bin": bytes([i]) + bytes(3072) for i in range(1, 6)}


@reader(
    "CIFAR10",
    lambda: [dict(_CIFAR), {"cifar-10-binary.tar.gz": _tar(_CIFAR)}],
    lambda: [
        {**_CIFAR, "data_batch_1.bin": b"\0" * 3072},
        {"cifar-10-binary.tar.gz": b""},
        {"cifar-10-binary.tar.gz": _tar({})},
        {"cifar-10-binary.tar.gz": _tar({**_CIFAR, "data_batch_1.bin": bytes(3073 << 12)})},
    ],
)
@any_content()
def _cifar10(folder: Path) -> object:
    return len(mx.gluon.data.vision.CIFAR10(str(folder)))


@reader("CIFAR100", lambda: [{"train.bin": bytes(3074 * 2)}], lambda: [{"train.bin": b""}, {"train.bin": b"\0"}])
@any_content()
def _cifar100(folder: Path) -> object:
    return len(mx.gluon.data.vision.CIFAR100(str(folder), fine_label=True))


# -- texts ----------------------------------------------------------------------------------------------------------

_VECTORS = b"hello 0.1 0.2 0.3\nworld 1 2 3\n<unk> 0 0 0\n"


def _hostile_vectors() -> list[bytes]:
    return [
        b"",
        b"\n",
        b"hello\n",
        b"hello 1\n",
        b"hello 1 2\nworld 1\n",
        b"a x y\n",
        b"\xff\xfe 1 2 3\n",
        b" 1 2 3\n",
        b"a 1e999 nan 3\n",
        b"a " + b"9" * 5000 + b" 1 2\n",
        b"a 1 2 3\nb 1 2 3 4\n",
        b"2 3\n" * 3,
        b"\0 1 2 3\n",
        b"x" * 100_000,
        b"a" + b" 1" * 100_000,
    ]


@reader(
    "CustomEmbedding",
    lambda: [{"a.txt": _VECTORS}],
    lambda: [{"a.txt": each} for each in _hostile_vectors()],
    _table("a.txt", (" ",)),
    also=(AssertionError,),
)
def _embedding(folder: Path) -> object:
    return mx.contrib.text.embedding.CustomEmbedding(str(folder / "a.txt")).idx_to_vec


def _encrypted(content: bytes) -> bytes:
    packed = bytearray(content)
    packed[6] |= 1
    packed[packed.index(b"PK\1\2") + 8] |= 1
    return bytes(packed)


def _glove_files() -> list[Files]:
    return [{"glove/glove.6B.50d.txt": _VECTORS}, {"glove/glove.6B.zip": _zip({"glove.6B.50d.txt": _VECTORS})}]


def _hostile_glove() -> list[Files]:
    whole = _glove_files()[1]["glove/glove.6B.zip"]
    archives = [
        b"",
        b"PK",
        whole[:50],
        _zip({}),
        _zip({"../../x.txt": b"a"}),
        _encrypted(whole),
        _zip({"glove.6B.50d.txt": b""}),
        _zip({"glove.6B.50d.txt": b"\xff" * 100}),
    ]
    return [{"glove/glove.6B.zip": each} for each in archives]


@reader("GloVe", _glove_files, _hostile_glove, also=(AssertionError,))
@any_content()
def _glove(folder: Path) -> object:
    return mx.contrib.text.embedding.create(
        "glove", pretrained_file_name="glove.6B.50d.txt", embedding_root=str(folder)
    )


_WORDS = b" = Title = \n\n the cat sat on the mat \n the end \n"


@reader(
    "WikiText2",
    lambda: [{"wiki.train.tokens": _WORDS}, {"wikitext-2-v1.zip": _zip({"wiki.train.tokens": _WORDS})}],
    lambda: (
        [{"wiki.train.tokens": each} for each in (b"", b"\xff\xfe", b"\n" * 1000, b"\0" * 100)]
        + [
            {"wikitext-2-v1.zip": each}
            for each in (
                b"",
                b"PK",
                _zip({}),
                _encrypted(_zip({"wiki.train.tokens": _WORDS})),
                _zip({"wiki.train.tokens": b"\xff"}),
            )
        ]
    ),
)
@any_content()
def _wikitext(folder: Path) -> object:
    data = mx.gluon.contrib.data.text.WikiText2(str(folder), "train", seq_len=3)
    return [data[i] for i in range(len(data))]


@reader("Vocabulary", lambda: [{"a.txt": b"a b c\na\n"}], names_file=False, also=(AssertionError,))
def _vocabulary(folder: Path) -> object:
    text = (folder / "a.txt").read_text(encoding="utf-8", errors="replace")
    counter: Counter[str] = mx.contrib.text.utils.count_tokens_from_str(text)
    made = mx.contrib.text.vocab.Vocabulary(counter, reserved_tokens=["<pad>"])
    return made.to_tokens(made.to_indices(list(counter)))


_LOG = b"INFO Epoch[0] Train-accuracy=0.5\nINFO Epoch[0] Time cost=1.5\nINFO Epoch[0] Validation-accuracy=0.6\n"


@reader(
    "parse_log",
    lambda: [{"train.log": _LOG}],
    lambda: [{"train.log": b"\xff\xfe"}, {"train.log": b"Epoch[" + b"9" * 5000 + b"] Time cost=1\n"}],
    names_file=False,
)
def _log(folder: Path) -> object:
    from mxnet.tools.parse_log import main

    with contextlib.redirect_stderr(io.StringIO()):
        return main([str(folder / "train.log")])
