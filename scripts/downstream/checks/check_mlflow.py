"""MLflow: Gluon networks saved, loaded, served, and their training logged."""

import mlflow.gluon
import mxnet as mx
import numpy as np
import pandas as pd
import pytest
from mxnet.gluon.contrib.estimator import estimator


@pytest.fixture
def net():
    made = mx.gluon.nn.HybridSequential()
    with made.name_scope():
        made.add(mx.gluon.nn.Dense(8, activation="relu"), mx.gluon.nn.Dense(3))
    made.initialize()
    made.hybridize()
    return made


def check_save_and_load(net, tmp_path):
    x = mx.nd.random.uniform(shape=(2, 4))
    expected = net(x).asnumpy()
    mlflow.gluon.save_model(net, str(tmp_path / "m"))
    np.testing.assert_allclose(mlflow.gluon.load_model(str(tmp_path / "m"), mx.cpu())(x).asnumpy(), expected, rtol=1e-5)
    served = mlflow.pyfunc.load_model(str(tmp_path / "m")).predict(pd.DataFrame(x.asnumpy()))
    np.testing.assert_allclose(served, expected, rtol=1e-5)


def check_autolog(net, tmp_path):
    mlflow.set_tracking_uri(f"file:{tmp_path}")
    mlflow.set_experiment("trained")
    mlflow.gluon.autolog()
    trainer = mx.gluon.Trainer(net.collect_params(), "adam", {"learning_rate": 0.01})
    trained = estimator.Estimator(
        net=net, loss=mx.gluon.loss.SoftmaxCrossEntropyLoss(), trainer=trainer, context=mx.cpu(),
        train_metrics=mx.metric.Accuracy(),
    )  # fmt: skip
    data = mx.gluon.data.ArrayDataset(mx.nd.random.uniform(shape=(20, 4)), mx.nd.zeros(20))
    with mlflow.start_run() as run:
        trained.fit(mx.gluon.data.DataLoader(data, 10), epochs=2)
    assert any("accuracy" in name for name in mlflow.get_run(run.info.run_id).data.metrics)
