"""What programs started by ``torchrun`` do: each check runs in two workers, which write down how it ended there."""

from __future__ import annotations

import json
import os
import sys
import traceback
from pathlib import Path

import mxnet as mx
import numpy as np

WORKERS, RANK = int(os.environ["WORLD_SIZE"]), int(os.environ["RANK"])
SIZE, STEPS = 8, 3


def samples():
    draws = np.random.RandomState(1)
    return draws.normal(size=(STEPS, SIZE, 5)).astype("float32"), draws.randint(0, 3, (STEPS, SIZE))


def shares(together):
    """Return the batches of this worker, or of all."""
    data, labels = samples()
    own = slice(None) if not together else slice(RANK * SIZE // WORKERS, (RANK + 1) * SIZE // WORKERS)
    return data[:, own], labels[:, own]


def start(shape, seed):
    return mx.nd.array(np.random.RandomState(seed).uniform(-1, 1, shape))


def symbol(_=None):
    hidden = mx.sym.FullyConnected(mx.sym.Variable("data"), num_hidden=6, name="a")
    output = mx.sym.FullyConnected(mx.sym.Activation(hidden, act_type="tanh"), num_hidden=3, name="b")
    return mx.sym.SoftmaxOutput(output, name="softmax")


WEIGHTS = {"a_weight": (6, 5), "a_bias": (6,), "b_weight": (3, 6), "b_bias": (3,)}
RATES = {"learning_rate": 0.1, "momentum": 0.9}


def module_fit(together):
    data, labels = shares(together)
    batches = mx.io.NDArrayIter(data.reshape(-1, 5), labels.reshape(-1), batch_size=data.shape[1])
    first = {name: start(shape, seed) for seed, (name, shape) in enumerate(WEIGHTS.items())}
    module = mx.mod.Module(symbol())
    store = "dist_sync" if together else None
    module.fit(batches, num_epoch=2, kvstore=store, arg_params=first, optimizer_params=RATES)
    return {name: value.asnumpy() for name, value in module.get_params()[0].items()}


def bucketing_module(together):
    """Train with batches of two lengths, in turns."""
    data, labels = shares(together)
    size = data.shape[1]
    module = mx.mod.BucketingModule(lambda key: (symbol(), ("data",), ("softmax_label",)), default_bucket_key=size)
    module.bind([("data", (size, 5))], [("softmax_label", (size,))])
    module.init_params(arg_params={name: start(shape, seed) for seed, (name, shape) in enumerate(WEIGHTS.items())})
    module.init_optimizer(kvstore="dist_sync" if together else None, optimizer_params=RATES)
    for step, (batch, answers) in enumerate(zip(data, labels, strict=True)):
        rows = slice(None) if step % 2 == 0 else slice(0, size // 2)
        if step % 2 and not together:  # the first half of each share
            half = SIZE // WORKERS // 2
            rows = np.concatenate([np.arange(half) + rank * SIZE // WORKERS for rank in range(WORKERS)])
        inputs, targets = mx.nd.array(batch[rows]), mx.nd.array(answers[rows])
        module.forward_backward(
            mx.io.DataBatch(
                [inputs],
                [targets],
                bucket_key=len(inputs),
                provide_data=[("data", inputs.shape)],
                provide_label=[("softmax_label", targets.shape)],
            )
        )
        module.update()
    return {name: value.asnumpy() for name, value in module.get_params()[0].items()}


def trainer(together, normalization=None):
    net = mx.gluon.nn.HybridSequential(prefix="net_")
    with net.name_scope():
        net.add(mx.gluon.nn.Dense(6, in_units=5))
        if normalization is not None:
            net.add(normalization)
        net.add(mx.gluon.nn.Activation("tanh"), mx.gluon.nn.Dense(3, in_units=6))
    net.initialize()
    for seed, param in enumerate(net.collect_params(".*weight|.*bias").values()):
        param.set_data(start(param.shape, seed))
    made = mx.gluon.Trainer(net.collect_params(), "sgd", RATES, kvstore="dist_sync" if together else None)
    loss = mx.gluon.loss.SoftmaxCrossEntropyLoss()
    for data, labels in zip(*shares(together), strict=True):
        with mx.autograd.record():
            value = loss(net(mx.nd.array(data)), mx.nd.array(labels))
        value.backward()
        made.step(SIZE)
    return {name.split("_", 1)[1]: param.data().asnumpy() for name, param in net.collect_params().items()}


def sync_batch_norm(together):
    return trainer(together, mx.gluon.contrib.nn.SyncBatchNorm(in_channels=6, num_devices=WORKERS, prefix="norm_"))


CHECKS = {each.__name__: each for each in (module_fit, bucketing_module, trainer, sync_batch_norm)}


def main():
    outcomes = {}
    together = {}
    mx.kv.create("dist_sync")
    for name, function in CHECKS.items():
        try:
            together[name] = function(True)
        except Exception:
            outcomes[name] = traceback.format_exc()
    for name, found in together.items():
        try:
            expected = CHECKS[name](False)
            assert set(found) == set(expected), (sorted(found), sorted(expected))
            for each, value in expected.items():
                np.testing.assert_allclose(found[each], value, rtol=2e-4, atol=2e-5, err_msg=each)
            outcomes[name] = "passed"
        except Exception:
            outcomes[name] = traceback.format_exc()
    Path(sys.argv[1], f"{RANK}.json").write_text(json.dumps(outcomes))


if __name__ == "__main__":
    main()
