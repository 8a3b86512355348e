"""SageMaker Debugger: what a hook writes of a training, and its trial reads."""

import mxnet as mx
import pytest
import smdebug.mxnet as smd
from mxnet.gluon import Trainer, loss, nn
from smdebug.trials import create_trial


@pytest.mark.parametrize("hybrid", [False, True])
def check_a_recorded_training(hybrid, tmp_path):
    net = nn.HybridSequential(prefix="net_")
    with net.name_scope():
        net.add(nn.Conv2D(4, 3, activation="relu"), nn.BatchNorm(), nn.Dense(2))
    net.initialize()
    hook = smd.Hook(out_dir=str(tmp_path / "out"), save_config=smd.SaveConfig(save_interval=1), save_all=True)
    if hybrid:
        net.hybridize()
    error = loss.SoftmaxCrossEntropyLoss()
    hook.register_block(net)
    hook.register_block(error)
    trainer = Trainer(net.collect_params(), "sgd", {"learning_rate": 0.1})
    for _ in range(3):
        with mx.autograd.record():
            value = error(net(mx.nd.random.normal(shape=(4, 1, 8, 8))), mx.nd.array([0, 1, 0, 1]))
        value.backward()
        trainer.step(4)
    hook.close()
    trial = create_trial(str(tmp_path / "out"))
    assert trial.steps() == [0, 1, 2]
    names = trial.tensor_names()
    assert {"net_conv0_weight", "gradient/net_conv0_weight", "net_batchnorm0_running_mean"} <= set(names)
    assert ("net_conv0_output_0" in names) is not hybrid
    assert trial.tensor("net_conv0_weight").value(2).shape == (4, 1, 3, 3)
