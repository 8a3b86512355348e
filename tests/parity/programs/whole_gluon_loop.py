"""A Gluon loop as users write it: a loss and a schedule of one's own, norms clipped, layers frozen."""

import mxnet as mx
import numpy as onp
from mxnet import autograd, gluon, nd
from mxnet.gluon import nn

RTOL = 2e-4
ATOL = 2e-5


class HuberFocal(gluon.loss.Loss):
    def __init__(self, rho=1.0, gamma=2.0, weight=None, batch_axis=0, **kw):
        super(HuberFocal, self).__init__(weight, batch_axis, **kw)
        self._rho, self._gamma = rho, gamma

    def hybrid_forward(self, F, pred, label, sample_weight=None):
        logp = F.log_softmax(pred, axis=-1)
        p = F.pick(logp, label, axis=-1, keepdims=True)
        loss = -F.broadcast_power(1 - F.exp(p), F.ones_like(p) * self._gamma) * p
        loss = F.where(loss > self._rho, loss - 0.5 * self._rho, (0.5 / self._rho) * F.square(loss))
        loss = gluon.loss._apply_weighting(F, loss, self._weight, sample_weight)
        return F.mean(loss, axis=self._batch_axis, exclude=True)


class Warm(mx.lr_scheduler.LRScheduler):
    def __init__(self, base_lr=0.1, warm=5):
        super(Warm, self).__init__(base_lr=base_lr)
        self.warm = warm

    def __call__(self, n):
        return self.base_lr * min(1.0, (n + 1) / float(self.warm)) * 0.97**n


def run():
    out = {}
    rng = onp.random.RandomState(0)
    X = rng.normal(size=(240, 3, 8, 8)).astype("float32")
    W = rng.normal(size=(192, 4))
    Y = (X.reshape(240, -1).dot(W)).argmax(1).astype("float32")
    net = nn.HybridSequential(prefix="n_")
    with net.name_scope():
        net.add(
            nn.Conv2D(8, 3, padding=1),
            nn.BatchNorm(),
            nn.LeakyReLU(0.1),
            nn.MaxPool2D(),
            nn.Conv2D(8, 3, groups=2),
            nn.Swish(),
            nn.GroupNorm(4),
            nn.Flatten(),
            nn.Dense(16),
            nn.ELU(),
            nn.Dense(4),
        )
    net.initialize(mx.init.Constant(0.01))
    net(nd.array(X[:2]))
    for name, p in sorted(net.collect_params().items()):
        if name.endswith("weight"):
            p.set_data(nd.array(rng.normal(0, 0.2, p.shape)))
    net.hybridize()
    params = net.collect_params()
    params["n_dense0_bias"].wd_mult = 0
    params["n_conv0_weight"].lr_mult = 0.5
    trainer = gluon.Trainer(
        params, "nag", {"learning_rate": 0.1, "momentum": 0.9, "wd": 1e-3, "clip_gradient": 0.5, "lr_scheduler": Warm()}
    )
    loss_of = HuberFocal()
    metric = mx.metric.CompositeEvalMetric([mx.metric.Accuracy(), mx.metric.CrossEntropy(), mx.metric.TopKAccuracy(2)])
    loader = gluon.data.DataLoader(gluon.data.ArrayDataset(X, Y), batch_size=32, last_batch="rollover")
    losses, lrs, norms = [], [], []
    for epoch in range(3):
        metric.reset()
        for x, y in loader:
            with autograd.record():
                o = net(x)
                l = loss_of(o, y, (y + 1).reshape((-1, 1)))
            l.backward()
            norms.append(
                float(gluon.utils.clip_global_norm([p.grad() for p in params.values() if p.grad_req != "null"], 0.3))
            )
            trainer.step(x.shape[0])
            lrs.append(trainer.learning_rate)
            metric.update([y], [nd.softmax(o)])
            losses.append(float(l.mean().asscalar()))
        out["metric%d" % epoch] = [float(v) for v in metric.get()[1]]
    out.update(losses=losses, lrs=lrs, norms=norms)
    out["params"] = {k: float(v.data().norm().asscalar()) for k, v in sorted(params.items())}
    # a part is frozen, and the rate is changed
    net.collect_params(".*conv.*").setattr("grad_req", "null")
    try:
        trainer.set_learning_rate(0.01)
    except UserWarning as e:
        out["lr_error"] = type(e).__name__
    with autograd.record():
        l = loss_of(net(nd.array(X[:32])), nd.array(Y[:32]))
    l.backward()
    try:
        trainer.step(32, ignore_stale_grad=True)
        out["frozen"] = float(net(nd.array(X[:32])).norm().asscalar())
    except Exception as e:
        out["frozen"] = type(e).__name__
    out["repr"] = repr(net)
    return out
