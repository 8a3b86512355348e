"""Whose memory batches are: the program's, until it drops them."""

from __future__ import annotations

import mxnet as mx
import numpy as np


def csv_iter(path):
    return mx.io.CSVIter(data_csv=path, data_shape=(2,), batch_size=4)


def test_a_batch_is_written_to_in_place(csv):
    it = csv_iter(csv())
    it.iter_next()
    it.getdata()[:] = -1
    assert (it.getdata().asnumpy() == -1).all()


def test_batches_are_in_the_processors_memory(csv):
    assert next(csv_iter(csv())).data[0].context == mx.cpu(0)


def test_writing_to_batches_does_not_change_the_next_epoch(csv):
    it = csv_iter(csv())
    for _ in range(3):
        for number, batch in enumerate(it):
            assert batch.data[0][0, 0].asscalar() == 8 * number
            batch.data[0][:] = -1
            batch.label[0][:] = -1
        it.reset()


def test_images_that_are_kept_stay_as_they_are(tmp_path):
    writer = mx.recordio.MXRecordIO(str(tmp_path / "grey.rec"), "w")
    for value in range(40):
        header = mx.recordio.IRHeader(0, value, value, 0)
        writer.write(mx.recordio.pack(header, _png(np.full((2, 2, 3), value, np.uint8))))
    writer.close()
    it = mx.io.ImageRecordIter(path_imgrec=str(tmp_path / "grey.rec"), data_shape=(3, 2, 2), batch_size=2)
    parts, wholes = [], []
    for number, batch in enumerate(it):
        if number % 3:
            parts.append(batch.data[0][1, 2])
        else:
            wholes.append(batch.data[0])
    assert [part.asnumpy().ravel().tolist() for part in parts] == [[2 * n + 1] * 4 for n in range(20) if n % 3]
    assert [whole.asnumpy()[:, 0, 0, 0].tolist() for whole in wholes] == [[n, n + 1] for n in range(0, 40, 6)]


def _png(image):
    """Return an image's bytes as PNG, without OpenCV, which not everyone has."""
    import struct
    import zlib

    def chunk(name, content):
        return struct.pack(">I", len(content)) + name + content + struct.pack(">I", zlib.crc32(name + content))

    height, width, _ = image.shape
    rows = b"".join(b"\0" + row.tobytes() for row in image)
    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")
