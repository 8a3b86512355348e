"""CnOCR: its networks, its records of images, training and a checkpoint read back."""

import types

import mxnet as mx
import numpy as np
import pytest
from cnocr import cn_ocr
from cnocr.data_utils.data_iter import GrayImageIter
from cnocr.fit import fit
from cnocr.fit.ctc_metrics import CtcMetrics
from cnocr.hyperparams.cn_hyperparams import CnHyperparams
from cnocr.symbols.crnn import gen_network

BATCH, WIDTH, LABELS = 4, 64, 3


@pytest.fixture
def hyper():
    made = CnHyperparams()
    made._num_epoch, made._batch_size, made._num_classes, made._img_width = 8, BATCH, 6, WIDTH
    made._num_label, made._num_hidden, made._drop_out = LABELS, 16, 0.0
    return made


@pytest.fixture
def records(tmp_path):
    draw = np.random.RandomState(0)
    paths = str(tmp_path / "a.idx"), str(tmp_path / "a.rec")
    writer = mx.recordio.MXIndexedRecordIO(*paths, "w")
    for number in range(2 * BATCH):
        picture = np.kron(draw.randint(0, 255, (4, 8, 3)), np.ones((8, 8, 1))).astype("uint8")
        header = mx.recordio.IRHeader(0, draw.randint(1, 6, LABELS).astype("f"), number, 0)
        writer.write_idx(number, mx.recordio.pack_img(header, picture, img_fmt=".png"))
    writer.close()
    return lambda: GrayImageIter(
        BATCH, (3, 32, WIDTH), label_width=LABELS, dtype="int32", path_imgrec=paths[1], path_imgidx=paths[0]
    )


def check_grey_batches(records):
    batches = list(records())
    assert [batch.data[0].shape for batch in batches] == [(BATCH, 1, 32, WIDTH)] * 2
    assert 0 < batches[0].data[0].asnumpy().std() <= 1


@pytest.mark.parametrize("name", ["densenet-lite-s-gru", "densenet-lite-lstm", "conv-lite-fc", "conv-lite-s-lstm"])
def check_networks(name, hyper):
    net, hyper = gen_network(name, hyper, net_prefix="net_")
    executor = net.simple_bind(mx.cpu(), data=(BATCH, 1, 32, WIDTH), label=(BATCH, LABELS))
    executor.forward(is_train=True)
    assert executor.outputs[0].shape == (hyper.seq_length * BATCH, hyper.num_classes)
    executor.backward()


def check_training(hyper, records, tmp_path, caplog):
    net, hyper = gen_network("conv-lite-fc", hyper)
    arguments = type("Arguments", (types.SimpleNamespace,), {"__contains__": lambda self, name: hasattr(self, name)})
    prefix = str(tmp_path / "models" / "net")
    mx.random.seed(0)
    caplog.set_level("INFO")
    fit.fit(
        net, records(), records(), CtcMetrics(hyper.seq_length), arguments(gpu=0, prefix=prefix, load_epoch=None), hyper
    )
    assert "Validation-accuracy" in caplog.text
    module = cn_ocr.load_module(prefix, hyper.num_epoch, ["data"], [("data", (BATCH, 1, 32, WIDTH))])
    module.forward(next(iter(records())))
    prob = module.get_outputs()[0].asnumpy()
    np.testing.assert_allclose(prob.sum(1), 1, rtol=1e-4)
