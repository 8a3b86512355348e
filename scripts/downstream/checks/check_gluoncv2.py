"""gluoncv2: image networks of every family, forward."""

import mxnet as mx
import numpy as np
import pytest
from gluoncv2.model_provider import get_model

NETWORKS = (
    "alexnet vgg11 bn_vgg11 resnet10 preresnet10 resnext14_16x4d seresnet10 airnet50_1x64d_r2 bam_resnet18 "
    "cbam_resnet18 densenet121 dpn68 darknet_tiny squeezenet_v1_0 squeezeresnet_v1_0 shufflenet_g1_wd4 "
    "shufflenetv2_wd2 menet108_8x1_g3 mobilenet_wd4 fdmobilenet_wd4 mobilenetv2_wd4 igcv3_wd4 mnasnet_b1 "
    "proxylessnas_cpu xception inceptionv3 inceptionv4 efficientnet_b0 mixnet_s hardnet39ds ghostnet resneta10 "
    "diracnet18v2 dla34 resattnet56 lwopenpose2d_mobilenet_cmupan_coco nin_cifar10 resnet20_cifar10 "
    "wrn20_10_1bit_cifar10 pyramidnet110_a48_cifar10 "
).split()


@pytest.mark.parametrize("name", NETWORKS)
def check_networks(name):
    mx.random.seed(0)
    net = get_model(name, pretrained=False)
    net.initialize(mx.init.Xavier())
    size = 32 if name.endswith("cifar10") else getattr(net, "in_size", (224, 224))[0]
    found = net(mx.nd.random.uniform(shape=(1, 3, size, size)))
    for each in found if isinstance(found, (list, tuple)) else [found]:
        assert np.isfinite(each.asnumpy()).all()
