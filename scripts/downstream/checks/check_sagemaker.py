"""sagemaker-mxnet-inference: a checkpoint of a Module and a block of Gluon behind its handlers."""

import json

import mxnet as mx
import numpy as np
import pytest
from sagemaker_mxnet_serving_container.default_inference_handler import (
    DefaultGluonBlockInferenceHandler,
    DefaultModuleInferenceHandler,
)

X = np.random.RandomState(0).rand(5, 4).astype("f")


@pytest.fixture
def folder(tmp_path):
    net = mx.sym.FullyConnected(mx.sym.Variable("data"), num_hidden=3, name="dense")
    module = mx.mod.Module(mx.sym.softmax(net, name="prob"), label_names=None)
    module.bind([("data", (1, 4))], for_training=False)
    module.init_params(mx.init.Xavier())
    module.save_checkpoint(str(tmp_path / "model"), 0)
    (tmp_path / "model-shapes.json").write_text(json.dumps([{"name": "data", "shape": [1, 4]}]))
    return str(tmp_path)


def rows(text):
    return np.array([[float(value) for value in line.split(",")] for line in text.split()])


@pytest.mark.parametrize("batch", [1, 2])
def check_a_module(folder, batch):
    handler = DefaultModuleInferenceHandler()
    model = handler.default_model_fn(folder, batch)
    answers = []
    for kind, body in (
        ("application/json", json.dumps(X.tolist())),
        ("text/csv", "\n".join(",".join(map(str, row)) for row in X.tolist())),
    ):
        prediction = handler.default_predict_fn(handler.default_input_fn(body, kind, model), model)
        answers.append(np.array(json.loads(handler.default_output_fn(prediction, "application/json"))))
        np.testing.assert_allclose(rows(handler.default_output_fn(prediction, "text/csv")), answers[-1], rtol=1e-6)
    np.testing.assert_allclose(*answers, rtol=1e-5)
    np.testing.assert_allclose(answers[0].sum(1), 1, rtol=1e-5)


def check_a_block():
    handler = DefaultGluonBlockInferenceHandler()
    net = mx.gluon.nn.Dense(2, in_units=4)
    net.initialize()
    data = handler.default_input_fn(json.dumps(X.tolist()), "application/json")
    prediction = handler.default_predict_fn(data, net)
    np.testing.assert_allclose(prediction.asnumpy(), X @ net.weight.data().asnumpy().T, rtol=1e-4)
