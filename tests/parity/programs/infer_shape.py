"""Shapes are inferred forwards and backwards, in part and in full, and refused alike."""

import mxnet as mx
from helpers import raised


def network():
    net = mx.sym.Convolution(mx.sym.Variable("data"), kernel=(3, 3), stride=(2, 2), pad=(1, 1), num_filter=8, name="c")
    net = mx.sym.BatchNorm(net, name="bn")
    net = mx.sym.Pooling(net, global_pool=True, kernel=(7, 7), pool_type="avg", name="pool")
    return mx.sym.SoftmaxOutput(mx.sym.FullyConnected(net, num_hidden=5, name="fc"), name="softmax")


def elementwise():
    return mx.sym.Variable("a") + mx.sym.FullyConnected(mx.sym.Variable("b"), num_hidden=4, name="fc")


def lists(shapes):
    return [None if part is None else [None if s is None else tuple(s) for s in part] for part in shapes]


def run():
    net, sum_ = network(), elementwise()
    return {
        "full": lists(net.infer_shape(data=(2, 3, 32, 32))),
        "unknown batch": lists(net.infer_shape_partial(data=(0, 3, 32, 32))),
        "nothing known": lists(net.infer_shape_partial()),
        "incomplete": lists(net.infer_shape()),
        "backwards": lists(sum_.infer_shape(b=(2, 6))),
        "from the weight": lists(sum_.infer_shape_partial(fc_weight=(4, 6))),
        "internals": lists(net.get_internals().infer_shape(data=(2, 3, 32, 32))),
        "types": [[t.__name__ for t in part] for part in net.infer_type(data="float64")],
        "refused": [
            raised(net.infer_shape, data=(2, 3)),
            raised(sum_.infer_shape, a=(2, 5), b=(2, 6)),
            raised(net.infer_shape, nobody=(1,)),
            raised(net.infer_shape, data="abc"),
            raised(net.infer_shape, (2, 3, 8, 8), data=(2, 3, 8, 8)),
        ],
    }
