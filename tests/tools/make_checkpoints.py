"""Write ``checkpoints/``: six checkpoints with the results of MXNet 1.9.1. Run by its Python:

.reference/bin/python tests/tools/make_checkpoints.py
"""

import os

import mxnet as mx
import numpy as np


def record(name, outputs, **inputs):
    """Write inputs and results."""
    np.savez_compressed(
        f"{name}-expected.npz",
        **{f"in_{key}": value for key, value in inputs.items()},
        **{f"out{i}": output.asnumpy() for i, output in enumerate(outputs)},
    )


def run(name, symbol, arg, aux, label=None, **inputs):
    """Record what a network computes."""
    shapes = {key: value.shape for key, value in inputs.items()}
    executor = symbol.simple_bind(mx.cpu(), grad_req="null", **shapes, **(label or {}))
    executor.copy_params_from(arg, aux, allow_extra_params=True)
    record(name, executor.forward(is_train=False, **{k: mx.nd.array(v) for k, v in inputs.items()}), **inputs)


def save(name, symbol, shape, label=None, epoch=1):
    """Save a checkpoint by a module with random parameters; return them."""
    labels = [("softmax_label", label)] if label else None
    module = mx.mod.Module(symbol, label_names=["softmax_label"] if label else None)
    module.bind([("data", shape)], labels)
    module.init_params(mx.init.Xavier(magnitude=3))
    arg, aux = module.get_params()
    aux = {key: mx.nd.array(np.random.uniform(0.5, 1, array.shape)) for key, array in aux.items()}
    module.set_params(arg, aux)
    module.save_checkpoint(name, epoch)
    return arg, aux


def norm(x, name, **settings):
    return mx.sym.BatchNorm(x, eps=2e-5, name=name, **{"fix_gamma": False, **settings})


def convolution(x, channels, name, stride=1, kernel=3, bias=False):
    return mx.sym.Convolution(
        x, num_filter=channels, kernel=(kernel, kernel), stride=(stride, stride), pad=(kernel // 2, kernel // 2),
        no_bias=not bias, name=name,
    )  # fmt: skip


def unit(x, channels, stride, name):
    before = mx.sym.Activation(norm(x, f"{name}_bn1"), act_type="relu", name=f"{name}_relu1")
    y = convolution(before, channels, f"{name}_conv1", stride)
    y = mx.sym.Activation(norm(y, f"{name}_bn2"), act_type="relu", name=f"{name}_relu2")
    y = convolution(y, channels, f"{name}_conv2")
    return y + (x if stride == 1 else convolution(before, channels, f"{name}_sc", stride, 1))


def resnet():
    x = norm(mx.sym.Variable("data"), "bn_data", fix_gamma=True)
    x = unit(convolution(x, 4, "conv0"), 4, 1, "stage1_unit1")
    x = unit(x, 6, 2, "stage2_unit1")
    x = mx.sym.Activation(norm(x, "bn1"), act_type="relu", name="relu1")
    x = mx.sym.Pooling(x, global_pool=True, kernel=(7, 7), pool_type="avg", name="pool1")
    x = mx.sym.SoftmaxOutput(mx.sym.FullyConnected(mx.sym.Flatten(x), num_hidden=5, name="fc1"), name="softmax")
    arg, aux = save("resnet", x, (2, 3, 16, 16), (2,), 3)
    run("resnet", x, arg, aux, data=np.random.uniform(size=(2, 3, 16, 16)).astype("float32"))


def gluon():
    nn = mx.gluon.nn
    net = nn.HybridSequential(prefix="tiny_")
    with net.name_scope():
        net.add(nn.Conv2D(4, 3, padding=1, activation="relu"), nn.BatchNorm(), nn.MaxPool2D(), nn.Flatten())
        net.add(nn.Dense(6, activation="tanh"), nn.Dropout(0.5), nn.Dense(3))
    net.initialize(mx.init.Xavier())
    net.hybridize()
    x = np.random.uniform(size=(2, 3, 8, 8)).astype("float32")
    record("gluon", [net(mx.nd.array(x))], data=x)
    net.export("gluon", epoch=2)
    net.save_parameters("bare.params")


def ssd():
    data = mx.sym.Variable("data")
    first = mx.sym.Activation(convolution(data, 6, "c1", 2, bias=True), act_type="relu")
    second = mx.sym.Activation(convolution(first, 8, "c2", 2, bias=True), act_type="relu")
    scale = mx.sym.Variable("norm_scale", shape=(1, 6, 1, 1), init=mx.init.Constant(5))
    first = mx.sym.broadcast_mul(scale, mx.sym.L2Normalization(first, mode="channel", name="norm"))
    places, scores, anchors = [], [], []
    for i, (x, sizes) in enumerate(((first, (0.3, 0.4)), (second, (0.6, 0.8)))):
        for parts, name, count in ((places, "loc", 4), (scores, "cls", 4)):
            y = convolution(x, 3 * count, f"{name}{i}", bias=True)
            parts.append(mx.sym.Flatten(mx.sym.transpose(y, axes=(0, 2, 3, 1))))
        prior = mx.sym.contrib.MultiBoxPrior(x, sizes=sizes, ratios=(1, 2), clip=False, name=f"prior{i}")
        anchors.append(mx.sym.Flatten(prior))
    places = mx.sym.Concat(*places, dim=1, name="multibox_loc_pred")
    scores = mx.sym.Reshape(mx.sym.Concat(*scores, dim=1), shape=(0, -1, 4))
    scores = mx.sym.transpose(scores, axes=(0, 2, 1), name="multibox_cls_pred")
    anchors = mx.sym.Reshape(mx.sym.Concat(*anchors, dim=1), shape=(0, -1, 4), name="multibox_anchors")
    scores = mx.sym.SoftmaxActivation(scores, mode="channel", name="cls_prob")
    x = mx.sym.contrib.MultiBoxDetection(scores, places, anchors, name="detection", nms_topk=40)
    arg, aux = save("ssd", x, (1, 3, 8, 8))
    run("ssd", x, arg, aux, data=np.random.uniform(size=(2, 3, 8, 8)).astype("float32"))


def language_model(length):
    x = mx.sym.Embedding(mx.sym.Variable("data"), input_dim=12, output_dim=6, name="embed")
    stack = mx.rnn.SequentialRNNCell()
    for i in range(2):
        stack.add(mx.rnn.LSTMCell(5, prefix=f"lstm_l{i}_"))
    x, _ = stack.unroll(length, inputs=x, merge_outputs=True)
    x = mx.sym.FullyConnected(mx.sym.Reshape(x, shape=(-1, 5)), num_hidden=12, name="pred")
    label = mx.sym.Reshape(mx.sym.Variable("softmax_label"), shape=(-1,))
    return mx.sym.SoftmaxOutput(x, label, name="softmax"), ("data",), ("softmax_label",)


def lm():
    module = mx.mod.BucketingModule(language_model, default_bucket_key=4)
    module.bind([("data", (2, 4))], [("softmax_label", (2, 4))])
    module.init_params(mx.init.Xavier(factor_type="in", magnitude=2.34))
    module.switch_bucket(2, [("data", (2, 2))], [("softmax_label", (2, 2))])
    module.save_checkpoint("lm", 1)
    arg, aux = module.get_params()
    x = np.random.randint(0, 12, size=(2, 4)).astype("float32")
    run("lm", language_model(4)[0], arg, aux, {"softmax_label": (2, 4)}, data=x)


def face():
    x = (mx.sym.Variable("data") - 127.5) * 0.0078125
    x = mx.sym.LeakyReLU(norm(convolution(x, 6, "conv0"), "bn0"), act_type="prelu", name="relu0")
    y = convolution(norm(x, "u_bn1"), 6, "u_conv1", 2)
    y = mx.sym.LeakyReLU(norm(y, "u_bn2"), act_type="prelu", name="u_relu1")
    x = mx.sym.Dropout(norm(y + convolution(x, 6, "u_sc", 2, 1), "bn1"), p=0.4)
    x = norm(mx.sym.FullyConnected(x, num_hidden=8, name="pre_fc1"), "fc1", fix_gamma=True)
    arg, aux = save("face", x, (1, 3, 12, 12), epoch=0)
    run("face", x, arg, aux, data=np.random.uniform(0, 255, size=(2, 3, 12, 12)).astype("float32"))


if __name__ == "__main__":
    folder = os.path.join(os.path.dirname(os.path.abspath(__file__)), "checkpoints")
    os.makedirs(folder, exist_ok=True)
    os.chdir(folder)
    mx.random.seed(1)
    np.random.seed(1)
    for make in (resnet, gluon, ssd, lm, face):
        make()
