"""How fast samples come that are no photographs: 1.9.1 and remx run this same text.

One repetition of a case is ``SAMPLES[case]`` samples. Files lie in the folder of IMAGES, as ``files.py`` made
them.
"""

from __future__ import annotations

import os

import mxnet as mx
import numpy as np
from cases.images.sizes import SAMPLES

FOLDER = os.path.dirname(os.environ.get("IMAGES", ""))
PATH = os.environ.get("IMAGES", "")


def _path(name):
    return os.path.join(FOLDER, name)


def _endless(iterator):
    while True:
        yield from iterator
        if hasattr(iterator, "reset"):
            iterator.reset()


def _reading(iterator):
    batches = _endless(iterator)

    def loop(n):
        for _ in range(n):
            batch = next(batches)
            (batch[0] if isinstance(batch, list) else batch.data[0]).wait_to_read()

    return loop


def _array_iter(batch, rows, shape, **kwargs):
    rng = np.random.RandomState(0)
    data = rng.rand(rows, *shape).astype(np.float32)
    return _reading(mx.io.NDArrayIter(data, rng.randint(0, 10, rows).astype(np.float32), batch, **kwargs))


def array_iter():
    """NDArrayIter of 10,000 images of 28 x 28."""
    return _array_iter(128, 10000, (1, 28, 28))


def array_iter_shuffled():
    """The same, shuffled."""
    return _array_iter(128, 10000, (1, 28, 28), shuffle=True)


def array_iter_large():
    """NDArrayIter of 20,000 images of 3 x 32 x 32, shuffled, batches of 512."""
    return _array_iter(512, 20000, (3, 32, 32), shuffle=True)


def array_iter_small():
    """NDArrayIter of rows of 10 numbers."""
    return _array_iter(32, 10000, (10,), last_batch_handle="discard")


def csv_iter():
    """CSVIter of rows of 100 numbers."""
    it = mx.io.CSVIter(data_csv=_path("rows.csv"), data_shape=(100,), label_csv=_path("labels.csv"), batch_size=128)
    return _reading(it)


def libsvm_iter():
    """LibSVMIter of rows of 1,000 columns, 20 of them not zero."""
    return _reading(mx.io.LibSVMIter(data_libsvm=_path("rows.libsvm"), data_shape=(1000,), batch_size=128))


def mnist_iter():
    """MNISTIter."""
    it = mx.io.MNISTIter(image=_path("images-idx3-ubyte"), label=_path("labels-idx1-ubyte"), batch_size=128, silent=1)
    return _reading(it)


def _loader(data, workers=0, **kwargs):
    how = {"shuffle": True, "last_batch": "discard", **kwargs}
    return _reading(mx.gluon.data.DataLoader(data, 128, num_workers=workers, **how))


def _images():
    """Return 5,000 images of 32 x 32 as CIFAR's, with the usual transforms."""
    from mxnet.gluon.data.vision import transforms

    rng = np.random.RandomState(0)
    data = mx.nd.array(rng.randint(0, 256, (5000, 32, 32, 3)), dtype=np.uint8)
    steps = [transforms.RandomFlipLeftRight(), transforms.ToTensor(), transforms.Normalize(0.5, 0.25)]
    labels = rng.randint(0, 10, 5000).astype(np.int32)
    return mx.gluon.data.ArrayDataset(data, labels).transform_first(transforms.Compose(steps))


def loader_arrays():
    """DataLoader of CIFAR's images, transformed, in this process."""
    return _loader(_images())


def loader_arrays_workers():
    """The same with two workers."""
    return _loader(_images(), 2)


def _rows(rows=5000):
    rng = np.random.RandomState(0)
    return mx.gluon.data.ArrayDataset(mx.nd.array(rng.rand(rows, 784)), rng.randint(0, 10, rows).astype(np.float32))


def loader_small():
    """DataLoader of rows of an NDArray, in this process."""
    return _loader(_rows())


def loader_small_workers():
    """The same with two workers."""
    return _loader(_rows(), 2)


def loader_rows():
    """DataLoader of rows of a NumPy array, in this process."""
    rng = np.random.RandomState(0)
    data = mx.gluon.data.ArrayDataset(rng.rand(5000, 784).astype(np.float32), np.arange(5000, dtype=np.float32))
    return _loader(data)


def loader_rollover():
    """DataLoader of rows, in order, with the last batch rolled over."""
    return _loader(_rows(), shuffle=False, last_batch="rollover")


def loader_first_batch():
    """The first batch of a new loader with two workers, and the end of it."""
    data = _rows()

    def loop(n):
        for _ in range(n):
            batches = iter(mx.gluon.data.DataLoader(data, 128, num_workers=2))
            next(batches)[0].wait_to_read()
            del batches

    return loop


def record_read():
    """MXRecordIO: records in order."""
    reader = mx.recordio.MXRecordIO(PATH, "r")

    def loop(n):
        for _ in range(n * SAMPLES["record_read"]):
            if reader.read() is None:
                reader.reset()

    return loop


def record_read_indexed():
    """MXIndexedRecordIO: records by key."""
    reader = mx.recordio.MXIndexedRecordIO(PATH.replace(".rec", ".idx"), PATH, "r")
    keys = np.random.RandomState(0).permutation(len(reader.keys)).tolist()

    def loop(n):
        for i in range(n * SAMPLES["record_read_indexed"]):
            reader.read_idx(keys[i % len(keys)])

    return loop


def record_write():
    """MXIndexedRecordIO: writing records of 50 kB."""
    content = np.random.RandomState(0).bytes(50000)

    def loop(n):
        for _ in range(n):
            name = _path(f"written-{os.getpid()}")
            writer = mx.recordio.MXIndexedRecordIO(name + ".idx", name + ".rec", "w")
            for i in range(SAMPLES["record_write"]):
                writer.write_idx(i, content)
            writer.close()
            os.remove(name + ".rec")

    return loop


def record_pack():
    """pack of a label and 50 kB."""
    content = np.random.RandomState(0).bytes(50000)

    def loop(n):
        for i in range(n * SAMPLES["record_pack"]):
            mx.recordio.pack(mx.recordio.IRHeader(0, 3.0, i, 0), content)

    return loop


def record_unpack():
    """unpack of a label and 50 kB."""
    packed = mx.recordio.pack(mx.recordio.IRHeader(0, 3.0, 1, 0), np.random.RandomState(0).bytes(50000))

    def loop(n):
        for _ in range(n * SAMPLES["record_unpack"]):
            mx.recordio.unpack(packed)

    return loop
