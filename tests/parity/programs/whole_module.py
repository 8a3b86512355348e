"""A Module as users write it: an initializer, a metric and callbacks of one's own, a monitor, and a checkpoint."""

import os
import tempfile

import mxnet as mx
import numpy as onp

RTOL = 2e-4
ATOL = 2e-5


def run():
    out = {}
    rng = onp.random.RandomState(1)
    X = rng.uniform(-1, 1, (200, 1, 10, 10)).astype("float32")
    Y = (X[:, 0, :5].sum((1, 2)) > X[:, 0, 5:].sum((1, 2))).astype("float32")

    @mx.init.register
    class Ramp(mx.init.Initializer):
        def __init__(self, scale=0.1):
            super(Ramp, self).__init__(scale=scale)
            self.scale = scale

        def _init_weight(self, name, arr):
            n = arr.size
            arr[:] = mx.nd.array(onp.sin(onp.arange(n) * 1.7).reshape(arr.shape) * self.scale)

        def _init_bias(self, name, arr):
            arr[:] = 0.05

    class Recall(mx.metric.EvalMetric):
        def __init__(self):
            super(Recall, self).__init__("recall")

        def update(self, labels, preds):
            for l, p in zip(labels, preds):
                p = p.asnumpy().argmax(1)
                l = l.asnumpy()
                self.sum_metric += ((p == 1) & (l == 1)).sum()
                self.num_inst += (l == 1).sum()

    def mse(label, pred):
        return float(((pred.argmax(1) - label) ** 2).mean())

    d = mx.sym.Variable("data")
    n = mx.sym.Convolution(d, num_filter=4, kernel=(3, 3), name="c1", attr={"__init__": Ramp(0.3).dumps()})
    n = mx.sym.BatchNorm(n, fix_gamma=False, name="bn1", momentum=0.8)
    n = mx.sym.Activation(n, act_type="tanh")
    n = mx.sym.Pooling(n, kernel=(2, 2), stride=(2, 2), pool_type="avg")
    w = mx.sym.Variable("fc_weight", lr_mult=2.0, wd_mult=0.5)
    n = mx.sym.FullyConnected(mx.sym.Dropout(mx.sym.Flatten(n), p=0.0), weight=w, num_hidden=2, name="fc")
    net = mx.sym.SoftmaxOutput(n, name="softmax", normalization="batch")
    seen = []

    def batch_end(param):
        seen.append((param.epoch, param.nbatch, [round(float(v), 5) for _, v in param.eval_metric.get_name_value()]))

    epochs = []

    def epoch_end(epoch, sym, arg, aux):
        epochs.append(
            (
                epoch,
                float(sum(v.norm().asscalar() for v in arg.values())),
                {k: float(v.norm().asscalar()) for k, v in sorted(aux.items())},
            )
        )

    mod = mx.mod.Module(net, context=mx.cpu(), fixed_param_names=["c1_bias"])
    train = mx.io.NDArrayIter({"data": X}, {"softmax_label": Y}, 24, last_batch_handle="pad")
    val = mx.io.NDArrayIter(X[:50], Y[:50], 24)
    mod.fit(
        train,
        eval_data=val,
        eval_metric=mx.metric.create(["acc", Recall(), mx.metric.np(mse), mx.metric.F1()]),
        initializer=mx.init.Mixed(
            ["fc.*weight", ".*"], [Ramp(0.2), mx.init.Ramp() if hasattr(mx.init, "Ramp") else Ramp(0.1)]
        ),
        optimizer="sgd",
        optimizer_params={
            "learning_rate": 0.2,
            "momentum": 0.9,
            "wd": 1e-3,
            "lr_scheduler": mx.lr_scheduler.MultiFactorScheduler([9, 20], 0.5),
        },
        batch_end_callback=[batch_end],
        epoch_end_callback=epoch_end,
        num_epoch=3,
        monitor=None,
    )
    out["seen"], out["epochs"] = seen, epochs
    out["score"] = [(a, float(b)) for a, b in mod.score(val, ["acc", "ce"])]
    out["pred"] = mod.predict(val).asnumpy()[:7].tolist()
    out["shapes"] = [list(s[1]) for s in mod.output_shapes]
    arg, _ = mod.get_params()
    out["args"] = {k: float(v.sum().asscalar()) for k, v in sorted(arg.items())}
    p = os.path.join(tempfile.mkdtemp(), "m")
    mod.save_checkpoint(p, 3, save_optimizer_states=True)
    again = mx.mod.Module.load(p, 3, load_optimizer_states=True)
    again.bind(train.provide_data, train.provide_label, inputs_need_grad=True)
    again.init_optimizer(optimizer="sgd", optimizer_params={"learning_rate": 0.05, "momentum": 0.9})
    train.reset()
    b = next(train)
    again.forward_backward(b)
    again.update()
    out["again"] = {k: float(v.sum().asscalar()) for k, v in sorted(again.get_params()[0].items())}
    mon = mx.mon.Monitor(1, lambda x: mx.nd.norm(x) / x.size**0.5, pattern=".*(fc|c1).*", sort=True)
    again.install_monitor(mon)
    mon.tic()
    again.forward_backward(b)
    out["mon"] = [
        (int(a), n, float(s)) for a, n, s in mon.toc() if "backward" not in n
    ]  # of data 1.9.1 gives what was in memory
    train2 = mx.io.ResizeIter(mx.io.PrefetchingIter(mx.io.NDArrayIter(X, Y, 20)), 4)
    out["resize"] = [float(b.data[0].sum().asscalar()) for b in train2]
    return out
