"""What is timed of recurrent networks: 1.9.1 and remx run this same text."""

from __future__ import annotations

import mxnet as mx
import numpy as np
from cases.mx_training import hybrid
from cases.sizes import batch
from mxnet.gluon import nn, rnn

WORDS, STEPS, WIDTH = 10_000, 35, 200  # of the language model
BUCKETS = (10, 20, 30)  # steps of the unrolled networks


def gluon_lstm_step():
    """A fused LSTM alone: 256 hidden, 2 layers, 35 steps, batch 32."""
    net = hybrid(rnn.LSTM(256, 2))
    x = mx.nd.random.uniform(shape=(STEPS, batch(32), 256))
    net(x)
    trainer = mx.gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": 0.001})

    def loop(n):
        for _ in range(n):
            with mx.autograd.record():
                out = net(x).mean()
            out.backward()
            trainer.step(1)

    return loop


class LanguageModel(mx.gluon.HybridBlock):
    """Embedding, LSTM, decoder."""

    def __init__(self, width=200):
        super().__init__()
        with self.name_scope():
            self.embedding = nn.Embedding(WORDS, width)
            self.lstm = rnn.LSTM(width, 2, input_size=width)
            self.decoder = nn.Dense(WORDS, flatten=False, in_units=width)

    def hybrid_forward(self, F, words, states):
        """Return the scores of the next words and the last states."""
        outputs, states = self.lstm(self.embedding(words), states)
        return self.decoder(outputs), states


def _language_model():
    net, rng = hybrid(LanguageModel(WIDTH)), np.random.RandomState(0)
    x, y = (mx.nd.array(rng.randint(0, WORDS, (STEPS, batch(20)))) for _ in range(2))
    return net, x, y, net.lstm.begin_state(batch(20), ctx=mx.current_context())


def language_model_step():
    """Language model of 10,000 words, LSTM 2 x 200, 35 steps, batch 20: states go on, gradients are clipped."""
    net, x, y, begin = _language_model()
    loss = mx.gluon.loss.SoftmaxCrossEntropyLoss()
    loss.hybridize()
    trainer = mx.gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": 0.1})
    net(x, begin)
    gradients = [parameter.grad() for parameter in net.collect_params().values()]

    def loop(n):
        states = begin
        for _ in range(n):
            states = [state.detach() for state in states]
            with mx.autograd.record():
                scores, states = net(x, states)
                losses = loss(scores.reshape((-1, WORDS)), y.reshape((-1,)))
            losses.backward()
            mx.gluon.utils.clip_global_norm(gradients, 0.25 * losses.size)
            trainer.step(losses.size)

    return loop


def language_model_inference():
    """The same model's inference."""
    net, x, _, begin = _language_model()

    def loop(n):
        for _ in range(n):
            net(x, begin)[0].wait_to_read()

    return loop


def _unrolled(steps):
    """Return a classifier of each word, two cells of 128 unrolled, and the names of its inputs."""
    cells = mx.rnn.SequentialRNNCell()
    for layer in range(2):
        cells.add(mx.rnn.LSTMCell(128, prefix=f"lstm{layer}_"))
    words = mx.sym.Embedding(mx.sym.Variable("data"), input_dim=1000, output_dim=64, name="embedding")
    outputs, _ = cells.unroll(steps, words, merge_outputs=True)
    scores = mx.sym.FullyConnected(mx.sym.reshape(outputs, shape=(-1, 128)), num_hidden=1000, name="decoder")
    labels = mx.sym.reshape(mx.sym.Variable("softmax_label"), shape=(-1,))
    return mx.sym.SoftmaxOutput(scores, labels, name="softmax"), ("data",), ("softmax_label",)


def bucketing_step():
    """BucketingModule of unrolled cells: 2 x 128, batch 32; 10, 20 and 30 steps take turns."""
    module = mx.mod.BucketingModule(_unrolled, max(BUCKETS), context=mx.current_context())
    rng, batches = np.random.RandomState(0), []
    for steps in BUCKETS:
        shape = (batch(32), steps)
        data, label = (mx.nd.array(rng.randint(0, 1000, shape)) for _ in range(2))
        described = [("data", shape)], [("softmax_label", shape)]
        batches.append(
            mx.io.DataBatch([data], [label], bucket_key=steps, provide_data=described[0], provide_label=described[1])
        )
    module.bind(batches[-1].provide_data, batches[-1].provide_label)
    module.init_params(mx.init.Xavier())
    module.init_optimizer(optimizer="sgd", optimizer_params={"learning_rate": 0.01})

    def loop(n):
        for _ in range(n):
            for each in batches:
                module.forward_backward(each)
                module.update()

    return loop
