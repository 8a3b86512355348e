"""Files of records, their indices and lists, and the images in them."""

from __future__ import annotations

import random
import struct
import tempfile
import zlib
from pathlib import Path
from typing import Any

import mxnet as mx
import numpy as np

from ..reader import Files, reader
from .whole import images


def _record_files(labels: tuple[Any, ...] = (1.0, 0.0, 1.0), image: bytes | None = None) -> Files:
    kinds = [content for ending, content in images() if ending in (".png", ".jpg")]
    with tempfile.TemporaryDirectory() as folder:
        writer = mx.recordio.MXIndexedRecordIO(f"{folder}/a.idx", f"{folder}/a.rec", "w")
        for i, label in enumerate(labels):
            body = image if image is not None else kinds[i % len(kinds)]
            writer.write_idx(i, mx.recordio.pack(mx.recordio.IRHeader(0, label, i, 0), body))
        writer.close()
        return {name: Path(folder, name).read_bytes() for name in ("a.rec", "a.idx")}


def _record(body: bytes) -> bytes:
    return struct.pack("<II", 0xCED7230A, len(body)) + body + bytes(-len(body) % 4)


def _hostile_records() -> list[Files]:
    whole = _record_files()
    image = images()[0][1]
    bodies = [
        b"",
        b"\0" * 23,
        struct.pack("<IfQQ", 2**32 - 1, 0, 0, 0) + image,
        struct.pack("<IfQQ", 3, 0, 0, 0) + b"\0" * 4,
        struct.pack("<IfQQ", 0, float("nan"), 2**64 - 1, 2**64 - 1) + image,
        struct.pack("<IfQQ", 0, float("inf"), 0, 0) + b"not an image",
        struct.pack("<IfQQ", 0, 0, 0, 0),
        *(struct.pack("<IfQQ", 0, 0, 0, 0) + each["a.png"] for each in _hostile_images()),
    ]
    records = [
        *(_record(each) for each in bodies),
        struct.pack("<II", 0xCED7230A, 0x1FFFFFFF),
        b"",
        b"\x0a\x23\xd7\xce",
    ]
    indices = [
        b"0\t99999999999999999999999\n",
        b"0\t-4\n",
        b"0\t2\n",
        b"0\t1e3\n",
        b"\xff\t0\n",
        b"0 0\n",
        b"0\t0\t0\n",
        b"",
        b"9" * 5000 + b"\t0\n",
    ]
    return [*({**whole, "a.rec": each} for each in records), *({**whole, "a.idx": each} for each in indices)]


@reader("MXRecordIO", lambda: [_record_files()], _hostile_records, changes=("a.rec",))
def _sequential(folder: Path) -> None:
    records = mx.recordio.MXRecordIO(str(folder / "a.rec"), "r")
    while records.read() is not None:
        pass
    records.close()


@reader("MXRecordIO, skipping", lambda: [_record_files()], _hostile_records, changes=("a.rec",))
def _skipping(folder: Path) -> None:
    list(mx.recordio.MXRecordIO(str(folder / "a.rec"), "r", skip_damaged=True))


@reader("MXIndexedRecordIO", lambda: [_record_files()], _hostile_records)
def _indexed(folder: Path) -> None:
    records = mx.recordio.MXIndexedRecordIO(str(folder / "a.idx"), str(folder / "a.rec"), "r")
    for key in records.keys:
        records.read_idx(key)
    records.close()


@reader(
    "recordio.unpack",
    lambda: [_bodies()],
    lambda: [{"body": each} for each in (b"", b"\0" * 23, b"\xff" * 24, b"\xff" * 30)],
    names_file=False,
)
def _unpack(folder: Path) -> None:
    body = (folder / "body").read_bytes()
    mx.recordio.unpack(body)
    mx.recordio.unpack_img(body)


def _bodies() -> Files:
    return {"body": mx.recordio.pack(mx.recordio.IRHeader(0, [1, 2, 3], 7, 0), images()[0][1])}


@reader(
    "ImageRecordIter", lambda: [_record_files()], _hostile_records, lambda dice: _mean(dice), also=(AssertionError,)
)
def _image_record_iter(folder: Path) -> None:
    mean = {"mean_img": str(folder / "mean.bin")} if (folder / "mean.bin").exists() else {}
    rows = mx.io.ImageRecordIter(
        path_imgrec=str(folder / "a.rec"),
        path_imgidx=str(folder / "a.idx"),
        data_shape=(3, 8, 8),
        batch_size=2,
        preprocess_threads=1,
        shuffle=True,
        **mean,
    )
    for _ in rows:
        pass


def _mean(dice: random.Random) -> Files:
    from .whole import saved

    shape = dice.choice(((3, 8, 8), (3, 8, 8), (8, 8, 3), (1,), (3, 8, 9)))
    array = mx.nd.ones(shape, dtype=dice.choice(("float32", "float64", "int8")))
    content = saved(dice.choice(({"mean_img": array}, {"mean": array}, [array], {}, [array, array])))
    return {**_record_files(), "mean.bin": content[: dice.choice((len(content), len(content), len(content) // 2))]}


def _boxes() -> Files:
    label = np.array([2, 5, 0, 0.1, 0.1, 0.6, 0.7, 1, 0.2, 0.3, 0.9, 0.8], np.float32)
    return _record_files((label, label, label))


def _odd_boxes(dice: random.Random) -> Files:
    odd = (0, 1, 2, 5, -1, 0.5, 1e30, -1e30, float("inf"), float("nan"), 3e38, 100, 6)
    label = [2, 5, 0, 0.1, 0.1, 0.6, 0.7, 1, 0.2, 0.3, 0.9, 0.8]
    for _ in range(dice.choice((1, 1, 2, 4))):
        label[dice.randrange(len(label))] = dice.choice(odd)
    cut = dice.choice((len(label), len(label), dice.randrange(len(label)) + 1))
    return _record_files((np.array(label[:cut], np.float32),) * 3)


@reader("ImageDetRecordIter", lambda: [_boxes()], invent=_odd_boxes, also=(AssertionError,))
def _det_record_iter(folder: Path) -> None:
    rows = mx.io.ImageDetRecordIter(
        path_imgrec=str(folder / "a.rec"),
        data_shape=(3, 8, 8),
        batch_size=2,
        preprocess_threads=1,
        rand_crop_prob=0.5,
        num_crop_sampler=1,
        min_crop_scales=(0.3,),
        rand_pad_prob=0.5,
        max_pad_scale=2.0,
        rand_mirror_prob=0.5,
    )
    for _ in rows:
        pass


@reader("ImageDetIter", lambda: [_boxes()], invent=_odd_boxes, names_file=False, also=(AssertionError, RuntimeError))
def _det_iter(folder: Path) -> None:
    rows = mx.image.ImageDetIter(
        2,
        (3, 8, 8),
        path_imgrec=str(folder / "a.rec"),
        path_imgidx=str(folder / "a.idx"),
        rand_crop=0.5,
        rand_pad=0.5,
        rand_mirror=True,
    )
    for _ in rows:
        pass


@reader("ImageIter", lambda: [_record_files()], _hostile_records, names_file=False, also=(AssertionError, RuntimeError))
def _image_iter(folder: Path) -> None:
    rows = mx.image.ImageIter(2, (3, 8, 8), path_imgrec=str(folder / "a.rec"), path_imgidx=str(folder / "a.idx"))
    for _ in rows:
        pass


@reader("ImageRecordDataset", lambda: [_record_files()], _hostile_records, names_file=False)
def _record_dataset(folder: Path) -> None:
    data = mx.gluon.data.vision.ImageRecordDataset(str(folder / "a.rec"))
    for i in range(len(data)):
        data[i]


@reader("rec2idx", lambda: [_record_files()], _hostile_records, changes=("a.rec",))
def _rec2idx(folder: Path) -> None:
    from mxnet.tools.rec2idx import write_index

    write_index(str(folder / "a.rec"), str(folder / "b.idx"))


# -- lists ----------------------------------------------------------------------------------------------------------


def _list_files() -> list[Files]:
    names = [f"p{i}{ending}" for i, (ending, _) in enumerate(images()[:2])]
    lines = "".join(f"{i}\t{i % 2}.0\t{name}\n" for i, name in enumerate(names))
    return [{**{name: content for name, (_, content) in zip(names, images(), strict=False)}, "a.lst": lines.encode()}]


def _hostile_lists() -> list[Files]:
    (whole,) = _list_files()
    lines = [
        b"x\t0\tp0.png\n",
        b"0\tx\tp0.png\n",
        b"0\tp0.png\n",
        b"0\n",
        b"\n\n",
        b"",
        b"0\t1\t\xff\xfe.png\n",
        b"0\t1\tp\0.png\n",
        b"nan\t0\tp0.png\n",
        b"inf\t0\tp0.png\n",
        b"0\t1e999\tp0.png\n",
        b"9" * 5000 + b"\t0\tp0.png\n",
        b"0\t0\tmissing.png\n",
        b"0\t0\t../\n",
        b"1e300\t0\tp0.png\n",
        b"0\t0\t" + b"a" * 5000 + b"\n",
        "\u0661\t\u0662\tp0.png\n".encode(),
        b"\xff\xfe0\t0\tp0.png\n",
    ]
    return [{**whole, "a.lst": each} for each in lines]


@reader(
    "ImageIter, list",
    _list_files,
    _hostile_lists,
    changes=("a.lst",),
    names_file=False,
    also=(AssertionError, RuntimeError),
)
def _list_iter(folder: Path) -> None:
    rows = mx.image.ImageIter(1, (3, 8, 8), path_imglist=str(folder / "a.lst"), path_root=str(folder))
    for _ in rows:
        pass


@reader("ImageListDataset", _list_files, _hostile_lists, changes=("a.lst",), names_file=False)
def _list_dataset(folder: Path) -> None:
    data = mx.gluon.data.vision.ImageListDataset(str(folder), "a.lst")
    for i in range(len(data)):
        data[i]


@reader(
    "ImageRecordIter, list",
    lambda: [{**_record_files((1.0, 0.0)), **_list_files()[0]}],
    lambda: [{**_record_files(), **each} for each in _hostile_lists()],
    changes=("a.lst",),
)
def _record_list(folder: Path) -> None:
    for _ in mx.io.ImageRecordIter(
        path_imgrec=str(folder / "a.rec"),
        path_imglist=str(folder / "a.lst"),
        data_shape=(3, 8, 8),
        batch_size=1,
        preprocess_threads=1,
    ):
        pass


@reader("im2rec list", _list_files, _hostile_lists, changes=("a.lst",))
def _im2rec_list(folder: Path) -> None:
    from mxnet.tools.im2rec import read_items

    read_items(folder / "a.lst")


# -- images -------------------------------------------------------------------------------------------------------


def _png(width: int, height: int, depth: int = 8, color: int = 2, body: bytes = b"\0" * 64) -> bytes:
    def chunk(kind: bytes, content: bytes) -> bytes:
        return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))

    head = struct.pack(">IIBBBBB", width % 2**32, height % 2**32, depth, color, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(body)) + chunk(b"IEND", b"")


def _jpeg(width: int, height: int) -> bytes:
    content = dict(images())[".jpg"]
    at = content.index(b"\xff\xc0")
    return content[: at + 5] + struct.pack(">HH", height, width) + content[at + 9 :]


def _hostile_images() -> list[Files]:
    sizes = (
        (2**32 - 1, 2**32 - 1),
        (17000, 17000),
        (2**31, 1),
        (1, 2**31 - 1),
        (0, 0),
        (65535, 65535),
        (30000, 30000),
        (1, 1),
    )
    found = [
        *(_png(*size) for size in sizes),
        _png(17000, 17000, body=b"\0" * (1 << 22)),
        _png(8, 8, 99, 77),
        _jpeg(65535, 65535),
        _jpeg(0, 0),
    ]
    bmp = bytearray(dict(images())[".bmp"])
    bmp[18:26] = struct.pack("<ii", 2**31 - 1, -(2**31))
    webp = bytearray(dict(images())[".webp"])
    found += [
        bytes(bmp),
        bytes(webp[:40]),
        b"P6 1000000 1000000 255\n",
        b"P6 99999999999 9 255\n",
        b"GIF89a" + b"\xff" * 40,
        b"",
        b"\0",
        b"\xff\xd8\xff\xd9",
    ]
    found += [
        b"II*\0" + struct.pack("<I", 2**32 - 1),
        b"MM\0*" + b"\xff" * 40,
        b"#?RADIANCE\n\n-Y 99999999 +X 99999999\n",
        b"BM" + b"\xff" * 60,
    ]
    return [{"a.png": each} for each in found]


def _image_files() -> list[Files]:
    return [{"a.png": content} for _, content in images()]


@reader("image.imread", _image_files, _hostile_images)
def _imread(folder: Path) -> object:
    return mx.image.imread(str(folder / "a.png"))


@reader("image.imdecode", _image_files, _hostile_images, names_file=False)
def _imdecode(folder: Path) -> object:
    content = (folder / "a.png").read_bytes()
    return mx.image.imdecode(content), mx.image.imdecode(content, flag=0)


@reader("nd.imdecode", _image_files, _hostile_images, names_file=False)
def _nd_imdecode(folder: Path) -> object:
    return mx.nd.imdecode((folder / "a.png").read_bytes())


@reader("recordio.unpack_img", _image_files, _hostile_images, names_file=False)
def _unpack_img(folder: Path) -> object:
    body = struct.pack("<IfQQ", 0, 0, 0, 0) + (folder / "a.png").read_bytes()
    return mx.recordio.unpack_img(body)


@reader(
    "ImageFolderDataset",
    lambda: [{f"c/{name}": each for name, each in files.items()} for files in _image_files()],
    lambda: [{"c/a.png": each["a.png"]} for each in _hostile_images()],
    names_file=False,
)
def _folder(folder: Path) -> object:
    return list(mx.gluon.data.vision.ImageFolderDataset(str(folder)))
