"""Archives that are damaged, encrypted or none are one error that names them, whoever reads them."""

from __future__ import annotations

import gzip
import hashlib
import io
import lzma
import struct
import tarfile
import time
import zipfile

import mxnet as mx
import pytest
from mxnet.contrib import text
from mxnet.core.files import archives
from mxnet.core.files.archives import ArchiveError, extract, extract_all
from mxnet.gluon.contrib.data.text import WikiText2
from mxnet.gluon.data.vision import CIFAR10, MNIST

pytestmark = pytest.mark.usefixtures("any_content")
CONTENT = b"the 1 2\nof 3 4\n" * 100


def zipped(name="a.txt", content=CONTENT, method=zipfile.ZIP_DEFLATED):
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", method) as packed:
        packed.writestr(f"folder/{name}", content)
    return stream.getvalue()


def tarred(name="a.txt", content=CONTENT):
    stream = io.BytesIO()
    with tarfile.open(fileobj=stream, mode="w:gz") as packed:
        member = tarfile.TarInfo(f"folder/{name}")
        member.size = len(content)
        packed.addfile(member, io.BytesIO(content))
    return stream.getvalue()


def with_flag(data, flag):
    """Return a zip whose members have a bit of their general flags set."""
    changed = bytearray(data)
    central = data.index(b"PK\1\2")
    for at in (6, central + 8):
        struct.pack_into("<H", changed, at, struct.unpack_from("<H", changed, at)[0] | flag)
    return bytes(changed)


def with_method(data, method):
    changed = bytearray(data)
    struct.pack_into("<H", changed, 8, method)
    struct.pack_into("<H", changed, data.index(b"PK\1\2") + 10, method)
    return bytes(changed)


def with_size(data, size):
    """Return a zip that claims that its file is longer."""
    changed = bytearray(data)
    struct.pack_into("<I", changed, 22, size)
    struct.pack_into("<I", changed, data.index(b"PK\1\2") + 24, size)
    return bytes(changed)


def bent(data, at):
    return data[:at] + bytes([data[at] ^ 0x55]) + data[at + 1 :]


WRONG = {
    "empty": (".zip", b""),
    "no zip": (".zip", b"PK but nothing more"),
    "cut off": (".zip", zipped()[:60]),
    "encrypted": (".zip", with_flag(zipped(), 1)),
    "of an unknown method": (".zip", with_method(zipped(), 77)),
    "with bent bytes": (".zip", bent(zipped(), 60)),
    "with too long a claim": (".zip", with_size(zipped(method=zipfile.ZIP_STORED), 1 << 31)),
    "empty tar": (".tar.gz", b""),
    "tar cut off": (".tar.gz", tarred()[:-30]),
    "tar with bent bytes": (".tar.gz", bent(tarred(), 40)),
}


def tar_of_long_name(kind, size):
    """Return a tar whose first header announces a name, or attributes, of so many bytes."""
    stream = io.BytesIO()
    with gzip.GzipFile(fileobj=stream, mode="w", mtime=0) as packed:
        member = tarfile.TarInfo("././@LongLink")
        member.type, member.size = kind, size
        packed.write(member.tobuf(tarfile.GNU_FORMAT))
        packed.write(b"a" * size + bytes(-size % 512))
    return stream.getvalue() + tarred()


@pytest.mark.parametrize("kind", [b"L", b"K", b"x", b"g", b"X"])
def test_names_that_fill_the_memory(tmp_path, kind):
    path = tmp_path / "a.tar.gz"
    path.write_bytes(tar_of_long_name(kind, (1 << 20) + 1))
    with pytest.raises(ArchiveError, match="a name or attribute of 1048577 bytes"):
        extract(str(path), "a.txt", io.BytesIO())


def tar_of_holes(kind):
    """Return a tar of a file with holes, as GNU's tar writes them: a list of the parts between comes first."""
    stream = io.BytesIO()
    member = tarfile.TarInfo("a.txt")
    with gzip.GzipFile(fileobj=stream, mode="w", compresslevel=1) as packed:
        if kind == "old":
            member.type = tarfile.GNUTYPE_SPARSE
            header, block = (
                bytearray(member.tobuf(tarfile.GNU_FORMAT)),
                bytearray(b"%011o\0" % 1 * 42 + b"\1" + bytes(7)),
            )
            header[482] = 1  # the list goes on in the next block
            header[148:156] = b"%06o\0 " % (sum(header[:148]) + sum(header[156:]) + 8 * 32)
            packed.write(header)
            packed.write(block * 100_000)
        else:
            pax = b"".join(
                b"%d %s\n" % (len(record) + 4, record)
                for record in (b"GNU.sparse.major=1", b"GNU.sparse.minor=0", b"GNU.sparse.realsize=5")
            )
            attributes = tarfile.TarInfo("x")
            attributes.type, attributes.size = tarfile.XHDTYPE, len(pax)
            packed.write(attributes.tobuf(tarfile.GNU_FORMAT) + pax + bytes(-len(pax) % 512))
            packed.write(member.tobuf(tarfile.GNU_FORMAT) + b"99999999\n" + b"1\n" * 10_000_000)
    return stream.getvalue()


@pytest.mark.parametrize("kind", ["old", "new"])
def test_lists_of_parts_that_fill_the_memory(tmp_path, kind):
    path = tmp_path / "a.tar.gz"
    path.write_bytes(tar_of_holes(kind))
    begun = time.process_time()
    with pytest.raises(ArchiveError, match="a file with holes"):
        extract(str(path), "a.txt", io.BytesIO())
    assert time.process_time() - begun < 1


def test_a_dictionary_that_fills_the_memory(tmp_path, monkeypatch):
    """Of LZMA: its size stands in the archive, up to 4 GB."""

    def allocate(*args, **kwargs):
        raise MemoryError

    path = tmp_path / "a.zip"
    path.write_bytes(zipped(method=zipfile.ZIP_LZMA))
    monkeypatch.setattr(lzma, "LZMADecompressor", allocate)
    with pytest.raises(ArchiveError, match="asks for more memory than there is"):
        extract(str(path), "a.txt", io.BytesIO())
    with pytest.raises(ArchiveError, match="asks for more memory than there is"):
        extract_all(str(path), str(tmp_path / "out"))


def test_a_tar_of_very_many_files(tmp_path, monkeypatch):
    monkeypatch.setattr(archives, "_MOST", 10)
    path = tmp_path / "a.tar"
    with tarfile.open(path, "w") as packed:
        for i in range(20):
            packed.addfile(tarfile.TarInfo(f"{i}"))
    with pytest.raises(ArchiveError, match="more than 10 files"):
        extract(str(path), "a.txt", io.BytesIO())


@pytest.mark.parametrize("link", ["a.txt", "folder"])
def test_nothing_is_unpacked_through_a_link(tmp_path, link):
    victim, folder = tmp_path / "victim", tmp_path / "out"
    victim.mkdir()
    folder.mkdir()
    (folder / "folder").symlink_to(victim) if link == "folder" else (folder / "folder").mkdir()
    if link == "a.txt":
        (folder / "folder" / "a.txt").symlink_to(victim / "a.txt")
    (tmp_path / "a.zip").write_bytes(zipped())
    with pytest.raises(ArchiveError, match="would be written through the link"):
        extract_all(str(tmp_path / "a.zip"), str(folder))
    assert not list(victim.iterdir())


@pytest.mark.parametrize("make", [zipped, tarred])
def test_a_good_archive(tmp_path, make):
    path = tmp_path / ("a.zip" if make is zipped else "a.tar.gz")
    path.write_bytes(make())
    target = io.BytesIO()
    extract(str(path), "a.txt", target)
    assert target.getvalue() == CONTENT
    with pytest.raises(FileNotFoundError, match="there is no file b"):
        extract(str(path), "b.txt", target)


@pytest.mark.parametrize("case", WRONG)
def test_wrong_archives(tmp_path, case):
    ending, content = WRONG[case]
    path = tmp_path / f"a{ending}"
    path.write_bytes(content)
    with pytest.raises(ArchiveError, match=r"cannot read a.txt from .*/a\."):
        extract(str(path), "a.txt", io.BytesIO())


@pytest.mark.parametrize("case", [case for case in WRONG if "tar" not in case])
def test_archives_of_word_vectors(tmp_path, case):
    folder = tmp_path / "fasttext"
    folder.mkdir()
    (folder / "wiki.simple.zip").write_bytes(WRONG[case][1].replace(b"folder/a.txt", b"wiki.simple.vec"[:12]))
    with pytest.raises(OSError, match=r"wiki\.simple"):
        text.embedding.FastText(embedding_root=str(tmp_path))
    assert [item.name for item in folder.iterdir()] == ["wiki.simple.zip"]


def test_a_file_that_an_extraction_left_half_is_extracted_anew(tmp_path, monkeypatch):
    folder = tmp_path / "fasttext"
    folder.mkdir()
    checksum = hashlib.sha1(b"a 1 2\nb 3 4\n").hexdigest()
    monkeypatch.setitem(text.embedding.FastText.pretrained_file_name_sha1, "wiki.simple.vec", checksum)
    (folder / "wiki.simple.zip").write_bytes(zipped("wiki.simple.vec", b"a 1 2\nb 3 4\n"))
    (folder / "wiki.simple.vec").write_bytes(b"a 1 2\n")
    assert len(text.embedding.FastText(embedding_root=str(tmp_path))) == 3


@pytest.mark.parametrize("case", ["encrypted", "of an unknown method", "with bent bytes"])
def test_a_damaged_archive_of_texts_is_named_with_its_member(tmp_path, case):
    name = "wiki.train.tokens"
    whole = zipped(name, CONTENT)
    change = {"encrypted": lambda d: with_flag(d, 1), "with bent bytes": lambda d: bent(d, 70)}
    content = change.get(case, lambda d: with_method(d, 77))(whole)
    (tmp_path / "wikitext-2-v1.zip").write_bytes(content)
    with pytest.raises(mx.base.MXNetError, match=r"wiki\.train\.tokens from .*wikitext-2-v1\.zip"):
        WikiText2(str(tmp_path))


def test_texts_that_are_none(tmp_path):
    (tmp_path / "wiki.train.tokens").write_bytes(b"\xff\xfe")
    with pytest.raises(mx.base.MXNetError, match=r"wiki\.train\.tokens is not UTF-8"):
        WikiText2(str(tmp_path))


def test_an_archive_of_images(tmp_path):
    (tmp_path / "cifar-10-binary.tar.gz").write_bytes(tarred("test_batch.bin")[:-40])
    with pytest.raises(mx.base.MXNetError, match=r"cifar-10-binary\.tar\.gz"):
        CIFAR10(str(tmp_path), train=False)


@pytest.mark.parametrize("shape", [(1 << 31, 28, 28), (0, 0xFFFFFFFF, 0xFFFFFFFF), (5, 28, 28)])
def test_digits_that_claim_too_much(tmp_path, shape):
    for name, head in (("images-idx3", struct.pack(">4I", 2051, *shape)), ("labels-idx1", struct.pack(">2I", 2049, 0))):
        (tmp_path / f"t10k-{name}-ubyte.gz").write_bytes(gzip.compress(head))
    with pytest.raises(mx.base.MXNetError, match="t10k-images-idx3-ubyte"):
        MNIST(str(tmp_path), train=False)


def test_digits_with_bent_bytes(tmp_path):
    packed = gzip.compress(struct.pack(">4I", 2051, 1, 28, 28) + bytes(784))
    (tmp_path / "t10k-labels-idx1-ubyte.gz").write_bytes(gzip.compress(struct.pack(">2I", 2049, 0)))
    for at in range(10, len(packed)):
        (tmp_path / "t10k-images-idx3-ubyte.gz").write_bytes(bent(packed, at))
        with pytest.raises(mx.base.MXNetError, match="t10k-images-idx3-ubyte"):
            MNIST(str(tmp_path), train=False)
