"""The utilities of "Dive into Deep Learning" in Chinese: what its chapters train."""

import mxnet as mx
from mxnet import autograd, gluon, nd
from mxnet.gluon import data as gdata
from mxnet.gluon import loss as gloss
from mxnet.gluon import nn

try:
    import d2lzh as d2l
except ImportError:  # as it was called before
    import gluonbook as d2l

TEXT = "the cat sat on the mat and the dog sat on the log " * 30


def batches(shape, classes=3, number=64):
    mx.random.seed(0)
    labels = nd.array([i % classes for i in range(number)])
    images = nd.random.normal(scale=0.1, shape=(number, *shape)) + labels.reshape((-1,) + (1,) * len(shape))
    return gdata.DataLoader(gdata.ArrayDataset(images, labels), batch_size=16, shuffle=True)


def check_linear_regression(capsys):
    mx.random.seed(0)
    features = nd.random.normal(shape=(200, 2))
    labels = nd.dot(features, nd.array([[2], [-3.4]])) + 4.2
    d2l.train_gluon_ch7("sgd", {"learning_rate": 0.1}, features, labels, 10, 3)
    assert float(capsys.readouterr().out.split()[1].rstrip(",")) < 0.01


def check_an_optimizer_by_hand(capsys):
    mx.random.seed(0)
    features = nd.random.normal(shape=(200, 2))
    labels = nd.dot(features, nd.array([[2], [-3.4]])) + 4.2

    def momentum(params, states, hyper):
        for p, v in zip(params, states, strict=True):
            v[:] = hyper["momentum"] * v + hyper["lr"] * p.grad
            p[:] -= v

    states = nd.zeros((2, 1)), nd.zeros(1)
    d2l.train_ch7(momentum, states, {"lr": 0.02, "momentum": 0.5}, features, labels, num_epochs=8)
    assert float(capsys.readouterr().out.split()[1].rstrip(",")) < 0.01


def check_softmax_regression(capsys):
    data = batches((1, 4, 4))
    w, b = nd.random.normal(scale=0.01, shape=(16, 3)), nd.zeros(3)
    w.attach_grad()
    b.attach_grad()
    d2l.train_ch3(
        lambda x: nd.softmax(nd.dot(x.reshape((-1, 16)), w) + b), data, data,
        lambda p, y: -nd.pick(p, y).log(), 20, 16, [w, b], 0.1,
    )  # fmt: skip
    assert float(capsys.readouterr().out.split()[-1]) > 0.6


def check_residual_network(capsys):
    data = batches((1, 16, 16))
    net = d2l.resnet18(3)
    net.initialize(mx.init.Xavier())
    trainer = gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": 0.05})
    d2l.train_ch5(net, data, data, 16, trainer, mx.cpu(), 2)
    assert "epoch 2" in capsys.readouterr().out


def check_several_devices(capsys):
    data = batches((4,))
    net = nn.Sequential()
    net.add(nn.Dense(3))
    net.initialize(ctx=[mx.cpu(0), mx.cpu(1)])
    trainer = gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": 0.1})
    d2l.train(data, data, net, gloss.SoftmaxCrossEntropyLoss(), trainer, [mx.cpu(0), mx.cpu(1)], 3)
    assert "epoch 3" in capsys.readouterr().out


def check_recurrent_network(capsys):
    characters = sorted(set(TEXT))
    index = {c: i for i, c in enumerate(characters)}
    corpus = [index[c] for c in TEXT]
    model = d2l.RNNModel(gluon.rnn.RNN(32), len(characters))
    d2l.train_and_predict_rnn_gluon(
        model, 32, len(characters), mx.cpu(), corpus, characters, index, 30, 10, 1.0, 1e-1, 16, 30, 5, ["the "]
    )
    assert float(capsys.readouterr().out.split()[3].rstrip(",")) < len(characters)


def check_convolution_by_hand():
    kernel = nn.Conv2D(1, kernel_size=(1, 2))
    kernel.initialize()
    x = nd.ones((6, 8))
    x[:, 2:6] = 0
    y = d2l.corr2d(x, nd.array([[1, -1]]))
    x, y = x.reshape((1, 1, 6, 8)), y.reshape((1, 1, 6, 7))
    for _ in range(20):
        with autograd.record():
            error = (kernel(x) - y) ** 2
        error.backward()
        kernel.weight.data()[:] -= 3e-2 * kernel.weight.grad()
    assert error.sum().asscalar() < 1
