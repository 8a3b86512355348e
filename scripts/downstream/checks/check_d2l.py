"""D2L, the code of the book Dive into Deep Learning: its chapters' functions and networks."""

import mxnet as mx
import numpy
import pytest
from d2l import mxnet as d2l
from mxnet import autograd, gluon, init, np, npx
from mxnet.gluon import rnn

npx.set_np()


def check_linear_regression():
    mx.random.seed(0)
    true_w, true_b = np.array([2, -3.4]), 4.2
    features, labels = d2l.synthetic_data(true_w, true_b, 500)
    w, b = np.random.normal(0, 0.01, (2, 1)), np.zeros(1)
    w.attach_grad()
    b.attach_grad()
    for _ in range(5):
        for x, y in d2l.load_array((features, labels), 10):
            with autograd.record():
                loss = d2l.squared_loss(d2l.linreg(x, w, b), y)
            loss.backward()
            d2l.sgd([w, b], 0.03, 10)
    numpy.testing.assert_allclose(w.asnumpy().ravel(), true_w.asnumpy(), atol=0.02)
    numpy.testing.assert_allclose(float(b), true_b, atol=0.02)


@pytest.mark.skipif(not hasattr(d2l, "train_epoch_ch3"), reason="not in this release of the book")
def check_softmax_regression():
    mx.random.seed(0)
    x = np.random.normal(0, 1, (200, 4))
    y = x[:, :3].argmax(axis=1).astype("float32")
    net = gluon.nn.Dense(3)
    net.initialize(init.Normal(0.01))
    trainer = gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": 0.5})
    batches = d2l.load_array((x, y), 20)
    for _ in range(5):
        _, right = d2l.train_epoch_ch3(net, batches, gluon.loss.SoftmaxCrossEntropyLoss(), trainer)
    assert right > 0.9
    assert d2l.evaluate_accuracy(net, batches) > 0.9


def check_residual_network():
    net = d2l.resnet18(10)
    net.initialize(init.Xavier())
    assert net(np.random.uniform(size=(2, 1, 32, 32))).shape == (2, 10)


@pytest.mark.skipif(not hasattr(d2l, "RNNModel"), reason="not in this release of the book")
def check_recurrent_network():
    net = d2l.RNNModel(rnn.GRU(8), 28)
    net.initialize(init.Xavier())
    found, state = net(np.zeros((2, 5)), net.begin_state(batch_size=2))
    assert found.shape == (10, 28)
    assert state[0].shape == (1, 2, 8)


def check_attention():
    net = d2l.MultiHeadAttention(16, 4, 0.0)
    net.initialize()
    assert net(np.ones((2, 4, 16)), np.ones((2, 6, 16)), np.ones((2, 6, 16)), np.array([3, 2])).shape == (2, 4, 16)
    weights = d2l.masked_softmax(np.random.uniform(size=(2, 2, 4)), np.array([2, 3])).asnumpy()
    assert weights[0, :, 2:].max() == 0
    numpy.testing.assert_allclose(weights.sum(-1), 1, rtol=1e-5)


def check_Transformer_encoder():
    net = d2l.TransformerEncoder(50, 24, 48, 8, 2, 0.5)
    net.initialize()
    assert net(np.ones((2, 10)), np.array([3, 2])).shape == (2, 10, 24)


def check_BERT():
    net = d2l.BERTModel(100, 32, 64, 4, 2, 0.1)
    net.initialize()
    tokens, places = np.random.randint(0, 100, (2, 8)), np.array([[1, 5], [6, 1]])
    encoded, words, following = net(tokens, np.zeros((2, 8)), np.array([8, 6]), places)
    assert (encoded.shape, words.shape, following.shape) == ((2, 8, 32), (2, 2, 100), (2, 2))


def check_anchor_boxes():
    boxes = d2l.multibox_prior(np.zeros((1, 3, 8, 8)), sizes=[0.5, 0.25], ratios=[1, 2])
    assert boxes.shape == (1, 8 * 8 * 3, 4)
    truth = np.array([[[0, 0.1, 0.1, 0.5, 0.5]]])
    offsets, mask, labels = d2l.multibox_target(boxes, truth)
    assert offsets.shape == mask.shape == (1, 8 * 8 * 3 * 4)
    assert (labels.asnumpy() == 1).any()
