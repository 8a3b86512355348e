"""Loaders as iterators."""

import mxnet as mx
import numpy as np
from mxnet.contrib.io import DataLoaderIter


class Loader:
    """Batches of 4 out of 10 samples, the last one smaller."""

    def __iter__(self):
        data, label = np.arange(20).reshape(10, 2), np.arange(10)
        return ((mx.nd.array(data[i : i + 4]), mx.nd.array(label[i : i + 4])) for i in (0, 4, 8))


def test_batches_and_padding():
    batches = DataLoaderIter(Loader(), "x", "y", "float16")
    assert [(array.name, array.shape, array.dtype) for array in batches.provide_data] == [("x", (4, 2), "float16")]
    assert [(item.name, item.shape) for item in batches.provide_label] == [("y", (4,))]
    for _ in range(2):
        result = list(batches)
        assert [item.pad for item in result] == [0, 0, 2]
        assert [item.data[0].shape for item in result] == [(4, 2)] * 3
        assert result[0].data[0].dtype == np.float16
        assert result[1].label[0].asnumpy().tolist() == [4, 5, 6, 7]
        assert result[2].data[0].asnumpy()[:2].tolist() == [[16, 17], [18, 19]]
        assert result[2].index is None
        batches.reset()


def test_a_module_is_fitted():
    net = mx.sym.LinearRegressionOutput(mx.sym.FullyConnected(mx.sym.Variable("data"), num_hidden=1), name="softmax")
    errors = []
    for epochs in (1, 20):
        module, batches, rate = mx.mod.Module(net), DataLoaderIter(Loader()), {"learning_rate": 1e-3}
        module.fit(batches, eval_metric="mse", num_epoch=epochs, initializer=mx.init.Zero(), optimizer_params=rate)
        errors.append(module.score(batches, "mse")[0][1])
    assert errors[1] < errors[0]
