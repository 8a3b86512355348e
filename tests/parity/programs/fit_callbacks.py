"""What fit, score and predict hand to callbacks, and the figures they report."""

import logging

import mxnet as mx
import numpy as np

RTOL = 1e-4


def data(count=22, batch=5):
    rng = np.random.RandomState(8)
    x = rng.rand(count, 6).astype("float32")
    return mx.io.NDArrayIter(x, (x.sum(1) > 3).astype("float32"), batch_size=batch)


def module():
    net = mx.sym.FullyConnected(mx.sym.Variable("data"), num_hidden=2, name="fc")
    made = mx.mod.Module(mx.sym.SoftmaxOutput(net, name="softmax"))
    made.bind(data().provide_data, data().provide_label)
    made.init_params(arg_params={"fc_weight": mx.nd.ones((2, 6)) * 0.1, "fc_bias": mx.nd.array([0.2, -0.2])})
    return made


def figures(metric):
    return {name: float(value) for name, value in metric.get_name_value()}


def run():
    seen = []
    logging.getLogger().setLevel(logging.ERROR)

    def batch_end(kind):
        return lambda param: seen.append([kind, param.epoch, param.nbatch, figures(param.eval_metric), param._fields])

    def epoch_end(epoch, symbol, arg_params, aux_params):
        seen.append(["epoch", epoch, symbol.list_outputs(), sorted(arg_params), sorted(aux_params)])

    trained = module()
    trained.fit(
        data(),
        eval_data=data(13, 4),
        eval_metric=["acc", "ce"],
        num_epoch=2,
        optimizer_params={"learning_rate": 0.5},
        batch_end_callback=[batch_end("batch")],
        eval_batch_end_callback=batch_end("eval batch"),
        eval_end_callback=batch_end("eval end"),
        epoch_end_callback=epoch_end,
    )
    predicted = trained.predict(data(13, 4))
    parts = trained.predict(data(13, 4), merge_batches=False)
    iterated = [[nbatch, out[0].shape, batch.pad] for out, nbatch, batch in trained.iter_predict(data(13, 4))]
    return {
        "seen": seen,
        "score": trained.score(data(13, 4), mx.metric.create(["acc", "ce"])),
        "two batches": trained.score(data(13, 4), "acc", num_batch=2),
        "predict": predicted.asnumpy(),
        "parts": [[out.asnumpy() for out in part] for part in parts],
        "iterated": iterated,
        "learning rate": trained._optimizer.learning_rate,
        "rescale": trained._optimizer.rescale_grad,
    }
