"""What a first training step, and a first prediction, need not wait for: the imports that compilers alone use."""

from __future__ import annotations

import subprocess

import mxnet as mx
import mxnet.registry.infer
import pytest
from mxnet.registry.infer import infer_shapes

from tests import warm

from .ops import calls
from .ops.test_traits import Call

#: predicts, and prints which of the trainers' modules were imported; then trains and predicts in every way, and prints
#: which of the compilers' were
STEPS = """
import sys
import mxnet as mx

scores = mx.sym.FullyConnected(mx.sym.Variable("data"), num_hidden=2)
module = mx.mod.Module(scores, label_names=None)
module.bind([("data", (2, 3))], for_training=False)
module.init_params()
module.predict(mx.io.NDArrayIter(mx.nd.ones((2, 3)), batch_size=2)).asnumpy()
network = mx.gluon.SymbolBlock(scores, mx.sym.Variable("data"))
network.initialize()
network(mx.nd.ones((2, 3))).asnumpy()
print(*[name for name in ("mxnet.optimizer", "mxnet.kvstore") if name in sys.modules])

class Net(mx.gluon.HybridBlock):
    def __init__(self):
        super().__init__()
        nn = mx.gluon.nn
        self.images = nn.HybridSequential()
        self.images.add(nn.Conv2D(4, 3, padding=1), nn.BatchNorm(), nn.Activation("relu"), nn.MaxPool2D(),
                        nn.Conv2D(4, 1, in_channels=4, groups=2), nn.LeakyReLU(0.1), nn.Conv2DTranspose(3, 2, 2),
                        nn.AvgPool2D(ceil_mode=True), nn.InstanceNorm(), nn.GlobalAvgPool2D(), nn.Flatten(),
                        nn.Dropout(0.5), nn.Dense(6, activation="tanh"), nn.LayerNorm(), nn.Dense(3, flatten=False))
        self.words = nn.HybridSequential()
        self.words.add(nn.Embedding(5, 4), mx.gluon.rnn.LSTM(4, layout="NTC", input_size=4), nn.Dense(3, flatten=False))

    def hybrid_forward(self, F, images, words):
        words = self.words(words).mean(axis=1)
        scores = F.batch_dot(F.expand_dims(words, 1), F.expand_dims(words, 2)).reshape((-1, 1))
        kept = F.where(F.broadcast_greater(words, F.mean(words, axis=1, keepdims=True)), words, F.zeros_like(words))
        return F.concat(self.images(images), F.broadcast_mul(words, scores) + kept, F.topk(words, k=2), dim=1)

images, words, labels = mx.nd.ones((2, 3, 8, 8)), mx.nd.ones((2, 6)), mx.nd.zeros((2,))
loss = mx.gluon.loss.SoftmaxCrossEntropyLoss()
for hybrid in (False, True):
    net = Net()
    net.initialize()
    if hybrid:
        net.hybridize()
    trainer = mx.gluon.Trainer(net.collect_params(), "adam")
    with mx.autograd.record():
        error = loss(net(images, words), labels)
    error.backward()
    trainer.step(2)
    net(images, words).asnumpy()

names = ("data", "words")
symbol = mx.sym.SoftmaxOutput(net(*map(mx.sym.Variable, names)), name="softmax")
module = mx.mod.Module(symbol, names)
batches = mx.io.NDArrayIter({"data": images, "words": words}, labels, batch_size=2)
module.fit(batches, num_epoch=1)
module.predict(batches).asnumpy()
masked = mx.sym.contrib.boolean_mask(mx.sym.FullyConnected(mx.sym.Variable("data"), num_hidden=2), mx.sym.Variable("m"))
network = mx.gluon.SymbolBlock(masked, [mx.sym.Variable("data"), mx.sym.Variable("m")])
network.initialize()
network(mx.nd.ones((2, 3)), mx.nd.ones(2)).asnumpy()
print(*[name for name in ("sympy", "torch._dynamo", "torch._inductor") if name in sys.modules])
"""


@pytest.mark.usefixtures("undocumented")  # torch.autograd.backward imports sympy
def test_what_trainers_and_compilers_alone_need_is_not_imported_before():
    done = subprocess.run([*warm.python(), "-c", STEPS], capture_output=True, text=True, timeout=120, check=False)
    assert (done.returncode, done.stdout.strip()) == (0, ""), done.stdout + done.stderr


#: the families of which networks consist
FAMILIES = ("activation", "attention", "binary", "conv", "dropout", "elementwise", "elementwise_attrs", "linear",
            "norm", "norm_variants", "ordering", "resize", "rnn", "scalar", "sequence")  # fmt: skip


@pytest.mark.parametrize("family", FAMILIES)
def test_the_shapes_of_layers_are_known_in_closed_form(family, monkeypatch):
    def run(op, *args):
        raise AssertionError(f"{op.name} was run on meta tensors")

    monkeypatch.setattr(mxnet.registry.infer, "run_meta", run)
    found = 0
    for each in calls.params(once=True):
        if each.values[0] != family:
            continue
        call = Call(*each.values[1:])
        shapes = [array.shape for array in call.arrays]
        if len(shapes) == len(call.op.list_inputs(call.params)):
            _, outs = infer_shapes(call.op, call.params, shapes, [None] * len(call.op.list_outputs(call.params)))
            assert None not in outs, call.op
            found += 1
    assert found


def test_shapes_broadcast_as_numpy_says():
    with mx.util.np_shape():
        made = mx.sym.np.random.normal(mx.sym.np.zeros((2, 1)), mx.sym.np.ones((3,)))
        assert made.infer_shape()[1] == [(2, 3)]
