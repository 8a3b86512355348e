"""The files that images and rows are read from, made anew for each run."""

from __future__ import annotations

import struct
from pathlib import Path

#: photographs in the record files, those of them that are files in folders, rows in the text files
PHOTOGRAPHS, FILES, ROWS = 2000, 400, 2000


def write_all(folder):
    """Write all files and return the path of the photographs'."""
    folder = Path(folder)
    _write_photographs(folder)
    _write_rows(folder)
    return str(folder / "photographs.rec")


def _write_photographs(folder):
    """Write photographs of 500 x 375, cut from scikit-learn's two images: with a label, and with boxes."""
    import mxnet as mx
    import numpy as np
    from sklearn.datasets import load_sample_images

    rng, photographs = np.random.RandomState(0), load_sample_images().images
    writers = [
        mx.recordio.MXIndexedRecordIO(str(folder / f"{name}.idx"), str(folder / f"{name}.rec"), "w")
        for name in ("photographs", "boxes")
    ]
    for i in range(PHOTOGRAPHS):
        whole = photographs[i % 2]
        y, x = rng.randint(whole.shape[0] - 375), rng.randint(whole.shape[1] - 500)
        part = np.ascontiguousarray(whole[y : y + 375, x : x + 500, ::-1])
        record = mx.recordio.pack_img(mx.recordio.IRHeader(0, i % 10, i, 0), part, quality=90)
        content = mx.recordio.unpack(record)[1]
        corners = rng.uniform(0, 0.5, (3, 2))
        boxes = np.column_stack((rng.randint(0, 10, 3), corners, corners + rng.uniform(0.1, 0.5, (3, 2))))
        label = np.concatenate(([2, 5], boxes.ravel())).astype(np.float32)
        writers[0].write_idx(i, record)
        writers[1].write_idx(i, mx.recordio.pack(mx.recordio.IRHeader(0, label, i, 0), content))
        if i < FILES:
            path = folder / "folder" / f"class{i % 10}" / f"{i}.jpg"
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
    for writer in writers:
        writer.close()


def _write_rows(folder):
    import numpy as np

    rng = np.random.RandomState(0)
    rows, labels = rng.rand(ROWS, 100), rng.randint(0, 10, ROWS)
    np.savetxt(folder / "rows.csv", rows, fmt="%.6f", delimiter=",")
    np.savetxt(folder / "labels.csv", labels, fmt="%d")
    with open(folder / "rows.libsvm", "w", encoding="utf-8") as stream:
        for label in labels:
            columns = np.sort(rng.choice(1000, 20, replace=False))
            stream.write(f"{label} " + " ".join(f"{column}:{rng.rand():.4f}" for column in columns) + "\n")
    count = 10000
    images = rng.randint(0, 256, (count, 28, 28)).astype(np.uint8)
    (folder / "images-idx3-ubyte").write_bytes(struct.pack(">4I", 2051, count, 28, 28) + images.tobytes())
    digits = rng.randint(0, 10, count).astype(np.uint8)
    (folder / "labels-idx1-ubyte").write_bytes(struct.pack(">2I", 2049, count) + digits.tobytes())
