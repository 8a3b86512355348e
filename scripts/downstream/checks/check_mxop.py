"""mxop: counts the operations of a network."""

import mxop.gluon
from mxnet.gluon.model_zoo import vision


def check_count_ops():
    net = vision.mobilenet_v2_0_25(classes=10)
    net.initialize()
    counts = mxop.gluon.count_ops(net, input_size=(1, 3, 64, 64))
    assert sum(counts.values()) > 1e6
