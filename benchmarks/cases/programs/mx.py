"""What is timed of small programs: 1.9.1 and remx run this same text."""

from __future__ import annotations

import mxnet as mx
import numpy as np
from cases.mx_training import bound_module, module_step
from cases.sizes import batch
from mxnet import gluon
from mxnet.gluon import nn

TABLE, WIDTH = 10_000, 16
SCALES, RATIOS = (2, 4), (0.5, 1, 2)


# -- factors of a matrix ------------------------------------------------------------------------------------------


def _look_up(name):
    table = mx.sym.Variable(f"{name}_weight", stype="row_sparse")
    return mx.sym.contrib.SparseEmbedding(mx.sym.Variable(name), table, input_dim=TABLE, output_dim=WIDTH)


def _factors_step(optimizer):
    """Return the training of two row-sparse tables."""
    size, rng = batch(64), np.random.RandomState(0)
    symbol = mx.sym.LinearRegressionOutput(mx.sym.sum(_look_up("user") * _look_up("item"), axis=1), name="score")
    shapes = [("user", (size,)), ("item", (size,))]
    module = bound_module(symbol, shapes, [("score_label", (size,))], (optimizer, {"learning_rate": 0.01}))
    batches = [
        mx.io.DataBatch([mx.nd.array(rng.randint(0, TABLE, size)) for _ in range(2)], [mx.nd.array(rng.rand(size))])
        for _ in range(20)
    ]
    return module_step(module, batches)


def factors_sgd_step():
    """Stochastic gradient descent."""
    return _factors_step("sgd")


def factors_adam_step():
    """Adam."""
    return _factors_step("adam")


# -- adversarial networks -----------------------------------------------------------------------------------------


def _generator():
    net = nn.HybridSequential()
    for filters, stride, pad in ((32, 1, 0), (16, 2, 1), (8, 2, 1)):
        net.add(nn.Conv2DTranspose(filters, 4, stride, pad, use_bias=False), nn.BatchNorm(), nn.Activation("relu"))
    net.add(nn.Conv2DTranspose(3, 4, 2, 1, use_bias=False), nn.Activation("tanh"))
    return net


def _discriminator():
    net = nn.HybridSequential()
    for i, filters in enumerate((8, 16, 32)):
        net.add(nn.Conv2D(filters, 4, 2, 1, use_bias=False))
        if i:
            net.add(nn.BatchNorm())
        net.add(nn.LeakyReLU(0.2))
    net.add(nn.Conv2D(1, 4, 1, 0, use_bias=False), nn.Flatten())
    return net


def _trained(net, *inputs):
    net.initialize(mx.init.Normal(0.02))
    net.hybridize()
    net(*inputs)
    return gluon.Trainer(net.collect_params(), "adam", {"learning_rate": 0.0002, "beta1": 0.5})


def dcgan_step():
    """Both networks of a DCGAN, images of 32, batch 8."""
    size = batch(8)
    images, noise = mx.nd.random.uniform(-1, 1, (size, 3, 32, 32)), mx.nd.random.normal(shape=(size, 16, 1, 1))
    make, judge = _generator(), _discriminator()
    making, judging = _trained(make, noise), _trained(judge, images)
    loss = gluon.loss.SigmoidBinaryCrossEntropyLoss()
    true, false = mx.nd.ones((size, 1)), mx.nd.zeros((size, 1))

    def loop(n):
        for _ in range(n):
            with mx.autograd.record():
                errors = loss(judge(images), true) + loss(judge(make(noise).detach()), false)
            errors.backward()
            judging.step(size)
            with mx.autograd.record():
                errors = loss(judge(make(noise)), true)
            errors.backward()
            making.step(size)

    return loop


# -- detection by regions -----------------------------------------------------------------------------------------


def _convolved(net, filters, kernel, name):
    pad = (kernel // 2, kernel // 2)
    return mx.sym.Convolution(net, num_filter=filters, kernel=(kernel, kernel), pad=pad, name=name)


def rcnn_step():
    """Regions are proposed, pooled and classified; an image of 128, 16 regions."""
    net = mx.sym.Variable("data")
    for i, filters in enumerate((8, 16, 16, 32)):
        net = mx.sym.relu(_convolved(net, filters, 3, f"conv{i}"))
        net = mx.sym.Pooling(net, kernel=(2, 2), stride=(2, 2), pool_type="max")
    anchors = len(SCALES) * len(RATIOS)
    scores = mx.sym.Reshape(_convolved(net, 2 * anchors, 1, "scores"), shape=(0, 2, -1, 0))
    inside = mx.sym.Reshape(mx.sym.softmax(scores, axis=1), shape=(0, 2 * anchors, -1, 8))
    regions = mx.sym.contrib.Proposal(
        cls_prob=mx.sym.BlockGrad(inside),
        bbox_pred=mx.sym.BlockGrad(_convolved(net, 4 * anchors, 1, "offsets")),
        im_info=mx.sym.Variable("info"),
        rpn_pre_nms_top_n=64,
        rpn_post_nms_top_n=16,
        rpn_min_size=4,
        scales=SCALES,
        ratios=RATIOS,
        feature_stride=16,
    )
    pooled = mx.sym.ROIPooling(net, regions, pooled_size=(4, 4), spatial_scale=1 / 16)
    hidden = mx.sym.relu(mx.sym.FullyConnected(pooled, num_hidden=32, name="hidden"))
    labels = mx.sym.Reshape(mx.sym.Variable("kind_label"), shape=(-1,))
    kinds = mx.sym.SoftmaxOutput(mx.sym.FullyConnected(hidden, num_hidden=4, name="kinds"), labels, name="kind")
    places = mx.sym.FullyConnected(hidden, num_hidden=4, name="places")
    there = mx.sym.Reshape(mx.sym.Variable("place_label"), shape=(-3, 0))
    error = mx.sym.smooth_l1(places - there, scalar=1.0)
    symbol = mx.sym.Group([kinds, mx.sym.MakeLoss(error, grad_scale=1 / 16)])
    shapes = [("kind_label", (1, 16)), ("place_label", (1, 16, 4))]
    module = bound_module(symbol, [("data", (1, 3, 128, 128)), ("info", (1, 3))], shapes)
    rng = np.random.RandomState(0)
    inputs = [mx.nd.array(rng.rand(1, 3, 128, 128)), mx.nd.array([[128, 128, 1]])]
    labels = [mx.nd.array(rng.randint(0, 4, (1, 16))), mx.nd.array(rng.rand(1, 16, 4))]
    return module_step(module, [mx.io.DataBatch(inputs, labels)])


# -- style transfer -----------------------------------------------------------------------------------------------


def style_step():
    """The gradient of an image: six convolutions of 8 to 32 channels, products of the maps, 48 x 64 pixels."""
    net, products = mx.sym.Variable("data"), []
    for i, filters in enumerate((8, 8, 16, 16, 32, 32)):
        net = mx.sym.relu(_convolved(net, filters, 3, f"conv{i}"))
        if i % 2:
            flat = mx.sym.Reshape(net, shape=(filters, -1))
            products.append(mx.sym.FullyConnected(flat, flat, num_hidden=filters, no_bias=True))
            net = mx.sym.Pooling(net, kernel=(2, 2), stride=(2, 2), pool_type="avg")
    symbol = mx.sym.Group([*products, net])
    executor = symbol.simple_bind(mx.current_context(), grad_req={"data": "write"}, data=(1, 3, 48, 64))
    for name, array in executor.arg_dict.items():
        array[:] = mx.nd.random.normal(0, 0.1, array.shape) if name.endswith("weight") else 0.5
    image, wanted = executor.arg_dict["data"], [item.copy() * 0.9 for item in executor.forward()]

    def loop(n):
        for _ in range(n):
            outputs = executor.forward(is_train=True)
            executor.backward([output - target for output, target in zip(outputs, wanted)])  # noqa: B905 (Python 3.7)
            image[:] -= 0.001 * executor.grad_dict["data"]

    return loop


# -- sequences ----------------------------------------------------------------------------------------------------


class Translation(gluon.HybridBlock):
    """An encoder and a decoder of GRU cells, with attention by products, for sequences of 8 words."""

    def __init__(self, words=200, width=32, length=8):
        super().__init__()
        self.length = length
        with self.name_scope():
            self.source, self.target = nn.Embedding(words, width), nn.Embedding(words, width)
            self.encoder, self.decoder = gluon.rnn.GRUCell(width), gluon.rnn.GRUCell(width)
            self.joined = nn.Dense(width, activation="tanh", flatten=False)
            self.output = nn.Dense(words, flatten=False)

    def hybrid_forward(self, F, source, target):
        """Return the scores of the words."""
        memory, states = self.encoder.unroll(self.length, self.source(source), layout="NTC", merge_outputs=True)
        words, results = F.split(self.target(target), self.length, axis=1, squeeze_axis=True), []
        for word in words:
            output, states = self.decoder(word, states)
            query = F.expand_dims(output, axis=1)
            weights = F.softmax(F.batch_dot(query, memory, transpose_b=True), axis=-1)
            context = F.Reshape(F.batch_dot(weights, memory), shape=(-1, 0), reverse=True)
            results.append(self.joined(F.concat(output, context, dim=1)))
        return self.output(F.stack(*results, axis=1))


def seq2seq_step():
    """Translation with attention, sequences of 8 of 200 words, batch 16."""
    net, size = Translation(), batch(16)
    source, target = (mx.nd.array(np.random.RandomState(i).randint(0, 200, (size, 8))) for i in range(2))
    trainer = _trained(net, source, target)
    loss = gluon.loss.SoftmaxCrossEntropyLoss()

    def loop(n):
        for _ in range(n):
            with mx.autograd.record():
                errors = loss(net(source, target), target)
            errors.backward()
            trainer.step(size)

    return loop


# -- a player -----------------------------------------------------------------------------------------------------


def a3c_step():
    """Five moves of an actor and critic, each predicted and sampled, and one step of training."""
    hidden = mx.sym.relu(mx.sym.FullyConnected(mx.sym.Variable("data"), num_hidden=64, name="hidden"))
    policy = mx.sym.log_softmax(mx.sym.FullyConnected(hidden, num_hidden=4, name="policy"))
    symbol = mx.sym.Group([policy, mx.sym.FullyConnected(hidden, num_hidden=1, name="value")])
    module, moving = (mx.mod.Module(symbol, label_names=None, context=mx.current_context()) for _ in range(2))
    module.bind([("data", (5, 16))])
    module.init_params(mx.init.Xavier())
    module.init_optimizer(optimizer="adam", optimizer_params={"learning_rate": 0.001})
    moving.bind([("data", (1, 16))], for_training=False, shared_module=module)
    states = np.random.RandomState(0).rand(5, 16).astype("float32")

    def loop(n):
        for _ in range(n):
            moves = np.zeros((5, 4), "float32")
            for i in range(5):
                moving.forward(mx.io.DataBatch([mx.nd.array(states[i : i + 1])], None), is_train=False)
                chances = np.exp(moving.get_outputs()[0].asnumpy()[0])
                moves[i, np.searchsorted(chances.cumsum(), 0.5)] = 1
            module.forward(mx.io.DataBatch([mx.nd.array(states)], None), is_train=True)
            values = module.get_outputs()[1].asnumpy()
            gain = np.float32(1) - values
            module.backward([mx.nd.array(-moves * gain), mx.nd.array(-0.5 * gain)])
            module.update()

    return loop
