"""mxnet-octave-conv: a network of two frequencies, trained a step."""

import mxnet as mx
import numpy as np
from mxnet_octave_conv import octave_conv


def check_octave_conv():
    net = octave_conv(mx.sym.Variable("data"), num_filter=8, kernel=(3, 3), name="first")
    net = octave_conv(net, num_filter=4, kernel=(3, 3), ratio_out=0, name="last")
    module = mx.mod.Module(mx.sym.SoftmaxOutput(mx.sym.Flatten(net), name="softmax"))
    batch = mx.io.DataBatch([mx.nd.random.uniform(shape=(2, 3, 8, 8))], [mx.nd.array([0, 1])])
    module.bind([("data", (2, 3, 8, 8))], [("softmax_label", (2,))])
    module.init_params(mx.init.Xavier())
    module.init_optimizer()
    module.forward_backward(batch)
    module.update()
    assert np.isfinite(module.get_outputs()[0].asnumpy()).all()
