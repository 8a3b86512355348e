"""Every iterator's batches: values, padding, indices, shapes and names over three epochs, and errors."""

import gzip
import os
import struct
import tempfile

import mxnet as mx
import numpy as np
from helpers import raised


def values(array):
    return array.asnumpy()


def batch_of(batch, with_index=True):
    index = None if batch.index is None or not with_index else [int(i) for i in batch.index]
    return {
        "data": [values(each) for each in batch.data or []],
        "label": [values(each) for each in batch.label or []],
        "pad": batch.pad,
        "index": index,
        "bucket_key": batch.bucket_key,
    }


def epochs(iterator, number=3, with_index=True):
    found = []
    for _ in range(number):
        found.append([batch_of(batch, with_index) for batch in iterator])
        iterator.reset()
    return found


def described(iterator):
    both = list(iterator.provide_data or []) + list(iterator.provide_label or [])
    return [[each[0], tuple(each[1]), getattr(each, "layout", ""), iterator.batch_size] for each in both]


def arrays():
    x = np.arange(28, dtype="float32").reshape(7, 4)
    y = np.arange(7, dtype="float32")
    answers = {}
    for handling in ("pad", "discard", "roll_over"):
        for size in (2, 3, 7):
            iterator = mx.io.NDArrayIter(x, y, size, last_batch_handle=handling)
            answers[f"{handling} {size}"] = [described(iterator), epochs(iterator)]
    given = {
        "dict": ({"b": x, "a": mx.nd.array(x[:, :2])}, {"l": y}),
        "list": ([x, x * 2], [y, y + 1]),
        "no label": (x, None),
        "integers": (np.arange(6).reshape(3, 2), np.arange(3)),
        "doubles": (np.arange(6.0).reshape(3, 2), mx.nd.arange(3)),
        "bytes": (np.arange(6, dtype="uint8").reshape(3, 2), np.arange(3, dtype="int32")),
    }
    for name, (data, label) in given.items():
        iterator = mx.io.NDArrayIter(data, label, batch_size=2, data_name="d", label_name="t")
        answers[name] = [described(iterator), epochs(iterator, 2)]
    return answers


def by_hand():
    """`next`, `iter_next` and what they show in between."""
    iterator = mx.io.NDArrayIter(np.arange(10.0).reshape(5, 2), np.arange(5), 2)
    seen = []
    while iterator.iter_next():
        seen += [values(iterator.getdata()[0]), values(iterator.getlabel()[0]), iterator.getpad(), iterator.getindex()]
    seen.append(raised(iterator.next))
    iterator.reset()
    seen.append(values(iterator.next().data[0]))
    iterator.hard_reset()
    seen.append(values(next(iterator).data[0]))
    return [each if not isinstance(each, np.ndarray) or each.dtype != np.int64 else each.tolist() for each in seen]


def shuffled():
    x = np.arange(12, dtype="float32").reshape(6, 2)
    iterator = mx.io.NDArrayIter(x, x[:, 0], 2, shuffle=True)
    rows = []
    for batch in iterator:
        data, label = batch.data[0].asnumpy(), batch.label[0].asnumpy()
        rows += [bool((data[:, 0] == label).all()), *label.tolist()]
    return [all(rows[::3]), sorted(each for each in rows if not isinstance(each, bool))]


def wrapped():
    x, y = np.arange(20, dtype="float32").reshape(10, 2), np.arange(10, dtype="float32")

    def plain(size=3):
        return mx.io.NDArrayIter(x, y, size)

    answers = {}
    for size in (2, 6):
        iterator = mx.io.ResizeIter(plain(), size)
        answers[f"resized {size}"] = [described(iterator), epochs(iterator)]
    iterator = mx.io.ResizeIter(plain(), 6, reset_internal=False)
    answers["resized, going on"] = epochs(iterator)
    iterator = mx.io.PrefetchingIter(plain())
    answers["prefetched"] = [described(iterator), epochs(iterator)]
    names = [{"data": "a"}, {"data": "b"}], [{"softmax_label": "c"}, {"softmax_label": "d"}]
    iterator = mx.io.PrefetchingIter([plain(), plain()], *names)
    answers["two prefetched"] = [described(iterator), epochs(iterator, 2)]
    return answers


def text_files(folder):
    rng = np.random.RandomState(4)
    x, y = rng.randint(0, 9, (7, 6)), np.arange(7)
    data, label = os.path.join(folder, "x.csv"), os.path.join(folder, "y.csv")
    np.savetxt(data, x, "%.2f", ",")
    np.savetxt(label, y, "%.2f", ",")
    answers = {}
    for round_batch in (True, False):
        for size in (7, 3) if round_batch else (7,):  # 1.9.1 fills up with what the last batch left
            iterator = mx.io.CSVIter(
                data_csv=data,
                data_shape=(6,),
                label_csv=label,
                label_shape=(1,),
                batch_size=size,
                round_batch=round_batch,
            )
            answers[f"{round_batch} {size}"] = [described(iterator), epochs(iterator, with_index=False)]
    shaped = mx.io.CSVIter(data_csv=data, data_shape=(2, 3), batch_size=2)
    answers["shaped"] = [described(shaped), epochs(shaped, with_index=False)]
    np.savetxt(data, x, "%d", ",")
    whole = mx.io.CSVIter(data_csv=data, data_shape=(6,), batch_size=3, dtype="int32")
    answers["integers"] = epochs(whole, 1, with_index=False)
    answers["errors"] = [raised(mx.io.CSVIter, data_shape=(6,), batch_size=2), raised(mx.io.CSVIter, data, (6,))]
    return answers


def idx(path, array):
    head = struct.pack(">HBB", 0, 8, array.ndim) + struct.pack(f">{array.ndim}I", *array.shape)
    with (gzip.open if path.endswith("gz") else open)(path, "wb") as file:
        file.write(head + array.astype("uint8").tobytes())
    return path


def digits(folder):
    rng = np.random.RandomState(5)
    images = idx(os.path.join(folder, "images"), rng.randint(0, 256, (10, 4, 3)))
    labels = idx(os.path.join(folder, "labels"), rng.randint(0, 10, 10))
    answers = {}
    for name, options in {
        "plain": {},
        "flat": {"flat": True},
        "part": {"num_parts": 2, "part_index": 1},
        "flat part": {"num_parts": 3, "part_index": 0, "flat": True},
    }.items():
        iterator = mx.io.MNISTIter(image=images, label=labels, batch_size=3, shuffle=False, silent=True, **options)
        answers[name] = [described(iterator), epochs(iterator, with_index=False)]
    shuffled = mx.io.MNISTIter(image=images, label=labels, batch_size=5, shuffle=True, seed=3, silent=True, flat=True)
    answers["sum"] = float(sum(batch.data[0].asnumpy().sum() for batch in shuffled))
    return answers


def sparse_text(folder):
    path = os.path.join(folder, "data.libsvm")
    with open(path, "w") as file:
        file.write("1.0 0:0.5 2:1.2\n-2.0\n-3.0 0:0.6 1:2.4 2:1.2\n4 2:-1.2\n")
    labels = os.path.join(folder, "labels.libsvm")
    with open(labels, "w") as file:
        file.write("1 0:1\n2 1:3\n3 0:2 1:1\n4\n")
    answers = {}
    for name, options in {
        "own labels": {},
        "label file": {"label_libsvm": labels, "label_shape": (2,)},
    }.items():
        for size in (2, 3):
            iterator = mx.io.LibSVMIter(data_libsvm=path, data_shape=(3,), batch_size=size, **options)
            answers[f"{name} {size}"] = [described(iterator), epochs(iterator, 2, with_index=False)]
    return answers


def sentences():
    words = [["a", "b", "c"], ["b", "c"], ["a"], ["c", "b", "a", "d"], ["d", "a"], ["a", "b", "c", "d", "d"]]
    coded, vocabulary = mx.rnn.encode_sentences(words, start_label=1, invalid_label=0)
    answers = {"coded": coded, "vocabulary": sorted(vocabulary.items(), key=str)}
    more = coded * 4
    for layout in ("NT", "TN"):
        iterator = mx.rnn.BucketSentenceIter(more, 2, buckets=[2, 4], invalid_label=0, layout=layout)
        rows = []
        for batch in iterator:
            data, label = batch.data[0].asnumpy(), batch.label[0].asnumpy()
            if layout == "TN":
                data, label = data.T, label.T
            shapes = [tuple(each.shape) for each in (*batch.provide_data, *batch.provide_label)]
            rows.append([batch.bucket_key, str(data.dtype), shapes, bool((data[:, 1:] == label[:, :-1]).all())])
            answers.setdefault(f"words {layout}", []).extend(data.tolist())
        answers[layout] = [described(iterator), iterator.default_bucket_key, sorted(rows, key=str)]
        answers[f"words {layout}"].sort()
    known, same = mx.rnn.encode_sentences([["a", "zz"]], vocab=dict(vocabulary), unknown_token="c")
    answers["unknown"] = [known, len(same) == len(vocabulary)]
    answers["errors"] = raised(mx.rnn.encode_sentences, [["zz"]], vocab=dict(vocabulary))
    return answers


def run():
    with tempfile.TemporaryDirectory() as folder:
        return {
            "arrays": arrays(),
            "by hand": by_hand(),
            "shuffled": shuffled(),
            "wrapped": wrapped(),
            "csv": text_files(folder),
            "mnist": digits(folder),
            "libsvm": sparse_text(folder),
            "sentences": sentences(),
        }
