"""What objects say of themselves (``repr``) where 1.9.1 shows an address alone."""

from __future__ import annotations

import mxnet as mx
import numpy as np
import pytest


def _module():
    net = mx.sym.SoftmaxOutput(mx.sym.FullyConnected(mx.sym.var("data"), num_hidden=2, name="fc"), name="softmax")
    return mx.mod.Module(net)


def _trainer():
    net = mx.gluon.nn.Dense(2, in_units=3)
    net.initialize()
    return mx.gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": 0.1, "momentum": 0.9})


def _iterator():
    return mx.io.NDArrayIter(np.zeros((10, 3), "float32"), np.zeros(10), 5)


class HalfMade(mx.optimizer.Optimizer):
    """An optimizer whose base was never initialized."""

    def __init__(self):
        self.power = 2


@pytest.mark.parametrize(
    ("make", "said"),
    [
        (_module, "<Module: data; not bound>"),
        (
            _trainer,
            "<Trainer: 2 parameters; SGD(learning_rate=0.1, rescale_grad=1.0, wd=0.0, momentum=0.9, lazy_update=True)>",
        ),
        (_iterator, "<NDArrayIter: batches of 5; data (5, 3), softmax_label (5,)>"),
        (lambda: next(_iterator()), "<DataBatch: data shapes: [(5, 3)] label shapes: [(5,)]>"),
        (lambda: mx.io.DataIter(), "<DataIter>"),
        (HalfMade, "HalfMade(power=2)"),
        (lambda: mx.init.Xavier(), "Xavier(rnd_type='uniform', factor_type='avg', magnitude=3)"),
        (lambda: mx.metric.Accuracy(), "<Accuracy: accuracy>"),
        (lambda: mx.kv.create("local"), "<KVStore: 'local', worker 0 of 1; 0 keys>"),
        (lambda: mx.rnn.LSTMCell(3), "<LSTMCell: prefix 'lstm_'; 3 units>"),
        (lambda: mx.gluon.data.DataLoader([1, 2], 2), "<DataLoader: batches of list; 0 workers>"),
        (
            lambda: mx.sym.var("a").simple_bind(mx.cpu(), a=(2,)),
            "<Executor: 1 arguments, 0 auxiliary states on cpu(0); outputs a>",
        ),
    ],
)
def test_the_description(make, said):
    assert repr(make()) == said


def test_a_bound_module_tells_its_shapes_and_how_far_it_is():
    module = _module()
    module.bind([("data", (4, 3))], [("softmax_label", (4,))])
    assert repr(module) == "<Module: data (4, 3), softmax_label (4,); bound for training>"
    module.init_params()
    module.init_optimizer()
    assert repr(module).endswith("bound for training, parameters, optimizer>")


def test_a_record_file_tells_whether_it_is_open(tmp_path):
    record = mx.recordio.MXRecordIO(str(tmp_path / "a.rec"), "w")
    assert repr(record) == f"<MXRecordIO: '{tmp_path}/a.rec' to write>"
    record.close()
    assert repr(record).endswith("to write; closed>")
