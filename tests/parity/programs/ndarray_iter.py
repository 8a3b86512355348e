"""NDArrayIter: shapes, names, padding, rolling over, shuffling and errors."""

import mxnet as mx
import numpy as np
from helpers import raised


def batches(iterator):
    iterator.reset()
    return [
        [[part.asnumpy() for part in batch.data], [part.asnumpy() for part in batch.label], batch.pad]
        for batch in iterator
    ]


def described(iterator):
    found = iterator.provide_data + iterator.provide_label
    return [[each.name, tuple(each.shape), each.layout, np.dtype(each.dtype).name] for each in found]


def run():
    x = np.arange(28, dtype="float32").reshape(7, 4)
    y = np.arange(7, dtype="float32")
    answers = {}
    for handling in ("pad", "discard", "roll_over"):
        iterator = mx.io.NDArrayIter(x, y, batch_size=3, last_batch_handle=handling)
        answers[handling] = [described(iterator), batches(iterator), batches(iterator)]
    named = mx.io.NDArrayIter({"a": x, "b": mx.nd.array(x[:, :2])}, {"target": y}, 2, last_batch_handle="discard")
    answers["named"] = [described(named), batches(named)]
    answers["unlabelled"] = [described(mx.io.NDArrayIter(x, batch_size=7)), batches(mx.io.NDArrayIter(x, batch_size=7))]
    shuffled = mx.io.NDArrayIter(x, y, batch_size=7, shuffle=True)
    ((rows, labels, _),) = batches(shuffled)
    answers["shuffled together"] = bool((rows[0][:, 0] == 4 * labels[0]).all())
    answers["all there"] = sorted(labels[0].tolist())
    desc = mx.io.DataDesc("data", (2, 3), layout="NCHW")
    answers["description"] = [str(desc), desc == ("data", (2, 3)), mx.io.DataDesc.get_batch_axis("TNC")]
    answers["errors"] = [
        raised(mx.io.NDArrayIter, x, y, 9),
        raised(mx.io.NDArrayIter, "text", y, 2),
        raised(mx.io.NDArrayIter, None, y, 2),
        raised(mx.io.DataBatch, mx.nd.zeros((1,))),
    ]
    return answers
