"""GluonCV: networks of each task, forward and trained a step."""

import gluoncv
import mxnet as mx
import numpy as np
import pytest

NETWORKS = {
    "cifar_resnet20_v1": (32, {}),
    "mobilenetv3_small": (64, {}),
    "resnest14": (64, {}),
    "senet_154": (64, {}),
    "ssd_512_mobilenet1.0_voc": (128, {"pretrained_base": False}),
    "yolo3_mobilenet1.0_voc": (64, {"pretrained_base": False}),
    "center_net_resnet18_v1b_voc": (128, {"pretrained_base": False}),
    "fcn_resnet50_voc": (64, {"pretrained_base": False, "base_size": 64, "crop_size": 64}),
    "simple_pose_resnet18_v1b": (64, {"pretrained_base": False}),
}


@pytest.mark.parametrize("name", NETWORKS)
def check_networks(name):
    size, settings = NETWORKS[name]
    mx.random.seed(0)
    net = gluoncv.model_zoo.get_model(name, pretrained=False, **settings)
    net.initialize()
    found = net(mx.nd.random.uniform(shape=(1, 3, size, size)))
    for each in found if isinstance(found, (list, tuple)) else [found]:
        assert np.isfinite(each.asnumpy()).all()


def check_training():
    mx.random.seed(0)
    net = gluoncv.model_zoo.get_model("cifar_resnet20_v1", classes=3)
    net.initialize(mx.init.Xavier())
    net.hybridize()
    trainer = mx.gluon.Trainer(net.collect_params(), "adam", {"learning_rate": 0.01})
    x, y = mx.nd.random.uniform(shape=(12, 3, 16, 16)), mx.nd.array([0, 1, 2] * 4)
    x[:, 0] += y.reshape((-1, 1, 1))
    losses = []
    for _ in range(8):
        with mx.autograd.record():
            loss = mx.gluon.loss.SoftmaxCrossEntropyLoss()(net(x), y).mean()
        loss.backward()
        trainer.step(1)
        losses.append(float(loss.asscalar()))
    assert losses[-1] < losses[0] / 2
