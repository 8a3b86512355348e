"""An image's header is read before it is decoded: what claims too many pixels costs neither memory nor time."""

from __future__ import annotations

import struct
import time
import zlib

import cv2
import mxnet as mx
import numpy as np
import pytest
from mxnet.core.pixels.codec import sizes
from mxnet.tools.im2rec import Item, Treatment, encode

FORMATS = ["png", "jpg", "bmp", "gif", "webp", "tiff", "avif", "pbm", "pgm", "ppm", "pam", "pfm", "hdr", "ras"]


def chunk(kind, body):
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))


def png(width, height):
    head = chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0))
    return b"\x89PNG\r\n\x1a\n" + head + chunk(b"IDAT", zlib.compress(bytes(1000))) + chunk(b"IEND", b"")


def tiff(order, width, height, tile=1):
    tags = [(256, width), (257, height), (322, tile), (323, tile)]
    entries = b"".join(struct.pack(order + "HHII", tag, 4, 1, value) for tag, value in tags)
    begin = b"II*\0" if order == "<" else b"MM\0*"
    return begin + struct.pack(order + "IH", 8, len(tags)) + entries + bytes(4)


def big_tiff(width, height):
    entries = b"".join(struct.pack("<HHQQ", tag, 16, 1, value) for tag, value in ((256, width), (257, height)))
    return b"II+\0" + struct.pack("<HHQQ", 8, 0, 16, 2) + entries + bytes(8)


def jpeg2000(width, height):
    return b"\xff\x4f\xff\x51" + struct.pack(">HHIIII", 41, 0, width, height, 0, 0) + bytes(40)


def box(kind, body):
    return struct.pack(">I4s", 8 + len(body), kind) + body


JP2 = box(b"jP  ", b"\r\n\x87\n")
#: files that claim more than 2**28 pixels, by their formats, and the sizes they claim
CLAIMS = {
    "PNG": (png(17_000, 17_000), (17_000, 17_000)),
    "PNG of 2**64 pixels": (png((1 << 32) - 1, (1 << 32) - 1), ((1 << 32) - 1,) * 2),
    "JPEG": (b"\xff\xd8\xff\xe0\0\4ab\xff\xff\xc2\0\x11\x08" + struct.pack(">HH", 60_000, 50_000), (50_000, 60_000)),
    "JPEG with bytes between": (b"\xff\xd8ab\xff\1\xff\xc0\0\x11\x08" + struct.pack(">HH", 65535, 65535), (65535,) * 2),
    "BMP": (b"BM" + bytes(12) + struct.pack("<Iii", 40, 99_999, -99_999), (99_999, 99_999)),
    "BMP of OS/2": (b"BM" + bytes(12) + struct.pack("<IHH", 12, 65535, 65535), (65535, 65535)),
    "GIF": (b"GIF89a" + struct.pack("<HH", 65535, 65535) + bytes(9), (65535, 65535)),
    "WebP": (b"RIFF\x80\0\0\0WEBPVP8X\x0a\0\0\0\0\0\0\0\xff\xff\1\xff\xff\2", (1 << 17, 3 << 16)),
    "TIFF": (tiff("<", 1 << 20, 1 << 20), (1 << 20, 1 << 20)),
    "TIFF, big-endian": (tiff(">", 1 << 20, 1 << 20), (1 << 20, 1 << 20)),
    "BigTIFF": (big_tiff(1 << 40, 3), (1 << 40, 3)),
    "JPEG 2000": (jpeg2000(1 << 30, 1 << 30), (1 << 30, 1 << 30)),
    "JP2": (JP2 + box(b"jp2h", b"") + box(b"jp2c", jpeg2000(1 << 20, 1 << 20)), (1 << 20, 1 << 20)),
    "AVIF": (
        box(b"ftyp", b"avif") + box(b"meta", bytes(4) + box(b"ispe", struct.pack(">III", 0, 1 << 15, 1 << 15))),
        (1 << 15, 1 << 15),
    ),
    "PNM": (b"P6 # 1 1\n 20000\t20000 255\n", (20_000, 20_000)),
    "PAM": (b"P7\nHEIGHT 20000\n# WIDTH 1\nWIDTH 20000\nDEPTH 3\nMAXVAL 255\nENDHDR\n", (20_000, 20_000)),
    "PFM": (b"PF\n20000 20000\n-1.0\n", (20_000, 20_000)),
    "HDR": (b"#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y 20000 +X 30000\n", (30_000, 20_000)),
    "Sun raster": (struct.pack(">IIIIIIII", 0x59A66A95, 20_000, 30_000, 24, 0, 1, 0, 0), (20_000, 30_000)),
    "OpenEXR": (
        b"\x76\x2f\x31\x01\2\0\0\0dataWindow\0box2i\0" + struct.pack("<iiiii", 16, -1, -1, 19_998, 19_998) + b"\0",
        (20_000, 20_000),
    ),
}


@pytest.mark.parametrize("name", CLAIMS)
def test_what_claims_too_many_pixels_is_refused_at_once(name):
    content, (width, height) = CLAIMS[name]
    assert (width, height) in sizes(content)
    begun = time.process_time()
    with pytest.raises(mx.base.MXNetError, match=f"{width} x {height} pixels.*MXNET_MAX_IMAGE_PIXELS"):
        mx.image.imdecode(content)
    assert time.process_time() - begun < 1


def test_tiles_count_too():
    with pytest.raises(mx.base.MXNetError, match="1048576 x 1048576 pixels"):
        mx.image.imdecode(tiff("<", 8, 8, tile=1 << 20))


def progressive(width, height, scans):
    """Return a JPEG whose first scan, of a few bytes, is there so many times: each goes over all pixels."""
    small = cv2.imencode(".jpg", np.zeros((16, 16), np.uint8), [cv2.IMWRITE_JPEG_PROGRESSIVE, 1])[1].tobytes()
    frame, scan = small.index(b"\xff\xc2") + 5, small.index(b"\xff\xda")
    head = small[:frame] + struct.pack(">HH", height, width) + small[frame + 4 : scan]
    return head + small[scan : small.index(b"\xff", scan + 2)] * scans + b"\xff\xd9"


def test_a_jpeg_of_very_many_scans_is_refused_at_once():
    assert mx.image.imdecode(progressive(400, 300, 500)).shape == (300, 400, 3)
    begun = time.process_time()
    with pytest.raises(mx.base.MXNetError, match="2000 x 1000 pixels in 9000 scans"):
        mx.image.imdecode(progressive(2000, 1000, 9000))
    assert time.process_time() - begun < 1


@pytest.mark.parametrize("format", FORMATS)
@pytest.mark.parametrize("colours", [True, False])
def test_sizes_of_good_files(format, colours):
    image = np.random.RandomState(0).randint(0, 255, (23, 37, 3)).astype(np.uint8)
    image = image if colours else image[:, :, 0]
    image = image.astype(np.float32) if format in ("pfm", "hdr") else image
    can_be = {"pbm": not colours, "pgm": not colours, "ppm": colours, "gif": colours, "pfm": colours}
    if can_be.get(format, True):
        try:
            encoded = np.asarray(cv2.imencode(f".{format}", image)[1]).tobytes()
        except cv2.error as error:
            pytest.skip(f"OpenCV cannot write it: {error}")
        assert sizes(encoded) == [(37, 23)]
        assert mx.image.imdecode(encoded).shape == (23, 37, 3)


def test_a_directory_that_lies_beyond_all_files_is_no_image():
    content = bytearray(big_tiff(8, 8))
    content[8:16] = b"\xff" * 8
    with pytest.raises(mx.base.MXNetError, match="no image"):
        mx.image.imdecode(bytes(content))


def test_a_part_that_claims_more_than_the_file_has_is_no_image():
    begin = png(8, 8)[:33]
    for content in (begin + b"\xff\xff\xff\xf0IDAT" + bytes(50), begin + b"\x7f\xff\xff\xffabCd", begin):
        begun = time.process_time()
        with pytest.raises(mx.base.MXNetError, match="no image"):
            mx.image.imdecode(content)
        assert time.process_time() - begun < 1


@pytest.mark.parametrize("name", CLAIMS)
def test_headers_that_are_cut_off_are_no_images(name):
    content, _ = CLAIMS[name]
    for length in range(len(content) - 1):
        with pytest.raises(mx.base.MXNetError):
            mx.image.imdecode(content[:length])


def test_the_limit_can_be_set(monkeypatch):
    small = cv2.imencode(".png", np.zeros((10, 10, 3), np.uint8))[1].tobytes()
    monkeypatch.setenv("MXNET_MAX_IMAGE_PIXELS", "99")
    with pytest.raises(mx.base.MXNetError, match="no more than 99"):
        mx.image.imdecode(small)
    monkeypatch.setenv("MXNET_MAX_IMAGE_PIXELS", "100")
    assert mx.image.imdecode(small).shape == (10, 10, 3)
    monkeypatch.setenv("MXNET_MAX_IMAGE_PIXELS", "many")
    with pytest.raises(mx.base.MXNetError, match="MXNET_MAX_IMAGE_PIXELS: expected a whole number"):
        mx.image.imdecode(small)


def record_iterator(folder, content):
    with mx.recordio.MXRecordIO(str(folder / "a.rec"), "w") as records:
        records.write(mx.recordio.pack((0, 1.0, 5, 0), content))
    return next(mx.io.ImageRecordIter(path_imgrec=str(folder / "a.rec"), data_shape=(3, 4, 4), batch_size=1))


def read_file(folder, content):
    (folder / "a.png").write_bytes(content)
    return mx.image.imread(str(folder / "a.png"))


def image_iterator(folder, content):
    (folder / "a.png").write_bytes(content)
    return mx.image.ImageIter(1, (3, 4, 4), imglist=[[1, "a.png"]], path_root=str(folder)).next()


def folder_dataset(folder, content):
    (folder / "cats").mkdir()
    (folder / "cats" / "a.png").write_bytes(content)
    return mx.gluon.data.vision.ImageFolderDataset(str(folder))[0]


@pytest.mark.parametrize(
    "decode",
    [
        lambda folder, content: mx.image.imdecode(np.frombuffer(content, np.uint8)),
        lambda folder, content: mx.image.imdecode(content, flag=0),
        lambda folder, content: mx.nd.imdecode(content),
        lambda folder, content: mx.recordio.unpack_img(mx.recordio.pack((0, 1.0, 0, 0), content)),
        read_file,
        record_iterator,
        image_iterator,
        folder_dataset,
    ],
)
def test_every_way_to_a_image_is_guarded(decode, tmp_path):
    with pytest.raises((mx.base.MXNetError, RuntimeError), match="17000 x 17000 pixels"):
        decode(tmp_path, png(17_000, 17_000))


WAYS = [
    lambda folder, content: mx.image.imdecode(np.frombuffer(content, np.uint8)).asnumpy(),
    lambda folder, content: mx.image.imdecode(content, flag=0).asnumpy(),
    lambda folder, content: mx.nd.imdecode(content).asnumpy()[0].transpose(1, 2, 0),
    lambda folder, content: mx.recordio.unpack_img(mx.recordio.pack((0, 1.0, 0, 0), content))[1],
    lambda folder, content: read_file(folder, content).asnumpy(),
]


@pytest.mark.parametrize("decode", WAYS)
def test_a_jpeg_that_is_cut_off_ends_in_grey(decode, tmp_path):
    """Recorded from 1.9.1: the rows that are there, then rows of one colour."""
    whole = cv2.imencode(".jpg", np.random.RandomState(0).randint(0, 255, (64, 80, 3), "uint8"))[1].tobytes()
    result, expected = (np.array(decode(tmp_path, content)) for content in (whole[: len(whole) // 2], whole))
    assert result.shape == expected.shape
    assert (result[:14] == expected[:14]).all()
    assert (result[-8:] == 128).all()


def test_im2rec_leaves_it_out(tmp_path):
    (tmp_path / "a.png").write_bytes(png(17_000, 17_000))
    assert "17000 x 17000 pixels" in encode(Item(0, (0.0,), "a.png"), str(tmp_path), Treatment())


def test_what_opencv_refuses_is_said_without_its_sources():
    encoded = cv2.imencode(".bmp", np.zeros((1, (1 << 20) + 1, 3), np.uint8))[1]
    with pytest.raises(mx.base.MXNetError, match=r"are no image; OpenCV: .*MAX_IMAGE_WIDTH") as caught:
        mx.image.imdecode(encoded.tobytes())
    assert ".cpp" not in str(caught.value)
