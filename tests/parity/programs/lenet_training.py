"""Three steps of Module on LeNet give the same outputs, gradients and weights under SGD and Adam."""

import mxnet as mx
import numpy as np

RTOL = 1e-4
ATOL = 1e-5

OPTIMIZERS = {
    "sgd": {"learning_rate": 0.1, "momentum": 0.9, "wd": 1e-3, "clip_gradient": 0.5},
    "adam": {"learning_rate": 0.01, "beta1": 0.8, "wd": 1e-3},
}


def lenet():
    net = mx.sym.Variable("data")
    for stage, filters in enumerate((4, 6), 1):
        net = mx.sym.Convolution(net, kernel=(3, 3), pad=(1, 1), num_filter=filters, name="conv%d" % stage)
        net = mx.sym.Activation(net, act_type="tanh", name="tanh%d" % stage)
        net = mx.sym.Pooling(net, pool_type="max", kernel=(2, 2), stride=(2, 2), name="pool%d" % stage)
    net = mx.sym.FullyConnected(mx.sym.Flatten(net), num_hidden=16, name="fc1")
    net = mx.sym.FullyConnected(mx.sym.Activation(net, act_type="relu"), num_hidden=10, name="fc2")
    return mx.sym.SoftmaxOutput(net, name="softmax")


def steps(optimizer):
    rng = np.random.RandomState(1)
    module = mx.mod.Module(lenet())
    module.bind([("data", (8, 1, 12, 12))], [("softmax_label", (8,))], inputs_need_grad=True)
    module.init_params(mx.init.Zero())
    arg, aux = module.get_params()
    module.set_params({name: mx.nd.array(rng.uniform(-0.3, 0.3, arg[name].shape)) for name in sorted(arg)}, aux)
    module.init_optimizer(optimizer=optimizer, optimizer_params=OPTIMIZERS[optimizer])
    outputs = []
    for _ in range(3):
        batch = mx.io.DataBatch(
            [mx.nd.array(rng.rand(8, 1, 12, 12))], [mx.nd.array(rng.randint(0, 10, 8).astype("float32"))]
        )
        module.forward(batch, is_train=True)
        module.backward()
        module.update()
        outputs.append(module.get_outputs()[0].asnumpy())
    weights = {name: value.asnumpy() for name, value in sorted(module.get_params()[0].items())}
    return {"outputs": outputs, "input gradient": module.get_input_grads()[0].asnumpy(), "weights": weights}


def run():
    return {optimizer: steps(optimizer) for optimizer in OPTIMIZERS}
