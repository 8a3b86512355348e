"""A worker of `benchmarks/distributed.py`: one text for remx, MXNet 1.9.1 and PyTorch's DistributedDataParallel.

python distributed_worker.py {remx,mxnet,ddp,alone} {resnet18,lstm} STEPS
python distributed_worker.py network - STEPS

It prints JSON: the median seconds of a step, what the loopback device carried in a step, and sums over the weights; of
the network the seconds that a small message takes, and the bytes a second of a large one.
"""

import json
import sys
import time

import mxnet as mx
import numpy as np

BATCH = 16
WARM = 2


def resnet18():
    """Return ResNet-18 for images of 32 x 32, and a batch of it."""
    net = mx.gluon.model_zoo.vision.get_resnet(1, 18, classes=10, thumbnail=True)
    return net, lambda draws, size: (draws.normal(size=(size, 3, 32, 32)), draws.randint(0, 10, size))


class LanguageModel(mx.gluon.HybridBlock):
    """Words, two layers of LSTM, and the next words."""

    def __init__(self, words=2000, width=200, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.words = mx.gluon.nn.Embedding(words, width)
            self.states = mx.gluon.rnn.LSTM(width, 2, layout="NTC", input_size=width)
            self.next = mx.gluon.nn.Dense(words, flatten=False, in_units=width)

    def hybrid_forward(self, F, x):
        return self.next(self.states(self.words(x)))


def lstm():
    """Return a language model, and a batch of it: 35 words and the ones that follow."""
    return LanguageModel(), lambda draws, size: (draws.randint(0, 2000, (size, 35)), draws.randint(0, 2000, (size, 35)))


def carried():
    """Return how many bytes the loopback device has carried."""
    with open("/proc/net/dev") as stream:
        line = next(line for line in stream if line.strip().startswith("lo:"))
    return int(line.split(":")[1].split()[0])


def prepared(network):
    """Return the network with the same weights on all workers and sides."""
    net, batch = {"resnet18": resnet18, "lstm": lstm}[network]()
    net.initialize(mx.init.Zero())
    net(mx.nd.array(batch(np.random.RandomState(0), 2)[0]))
    draws = np.random.RandomState(7)
    for name, param in sorted(net.collect_params().items()):
        if not name.endswith(("gamma", "running_var")):
            param.set_data(mx.nd.array(draws.uniform(-0.05, 0.05, param.shape)))
    return net, batch


def by_trainer(net, store, total):
    """Return a function that makes a step on a batch, and one that gives the weights."""
    net.hybridize(static_alloc=True)
    loss = mx.gluon.loss.SoftmaxCrossEntropyLoss()
    rates = {"learning_rate": 0.05, "momentum": 0.9}
    trainer = mx.gluon.Trainer(net.collect_params(), "sgd", rates, kvstore=store, update_on_kvstore=False)

    trained = {name: param for name, param in net.collect_params().items() if param.grad_req != "null"}
    if store is None:  # the batch of all workers, normalized share by share as they do
        net.collect_params().setattr("grad_req", "add")

    def step(data, labels):
        for start in range(0, len(data), BATCH):
            with mx.autograd.record():
                value = loss(net(mx.nd.array(data[start : start + BATCH])), mx.nd.array(labels[start : start + BATCH]))
            value.backward()
        trainer.step(total)
        if store is None:
            net.collect_params().zero_grad()
        mx.nd.waitall()

    return step, lambda: {name: param.data().asnumpy() for name, param in trained.items()}


def by_ddp(net, sample, workers):
    """Return the same for the network in PyTorch, under DistributedDataParallel."""
    import torch

    net(mx.nd.array(sample))
    module = torch.nn.parallel.DistributedDataParallel(net.to_torch().train())
    optimizer = torch.optim.SGD(module.parameters(), lr=0.05, momentum=0.9)
    loss = torch.nn.CrossEntropyLoss()

    def step(data, labels):
        optimizer.zero_grad()
        out = module(torch.as_tensor(data, dtype=torch.float32))
        loss(out.flatten(0, -2), torch.as_tensor(labels).flatten()).backward()
        optimizer.step()

    return step, lambda: {name: param.detach().numpy() for name, param in module.named_parameters()}


def passed_on(size, times):
    """Return the median seconds in which a message of so many bytes goes from worker 0 to worker 1, or back."""
    import torch
    import torch.distributed as dist

    message, found = torch.zeros(size, dtype=torch.uint8), []
    for _ in range(times):
        started = time.perf_counter()
        for sender in (0, 1):
            (dist.send if dist.get_rank() == sender else dist.recv)(message, 1 - dist.get_rank())
        found.append((time.perf_counter() - started) / 2)
    return float(np.median(found))


def main():
    side, network, steps = sys.argv[1], sys.argv[2], int(sys.argv[3])
    store = None if side == "alone" else mx.kv.create("dist_sync")
    if side == "network":
        passed_on(8, 100)
        latency, size = passed_on(8, 1000), 1 << 26
        found = {"latency": latency, "bandwidth": size / (passed_on(size, 10) - latency)}
        if not store.rank:
            print("RESULT " + json.dumps(found), flush=True)
        return
    rank, workers = (store.rank, store.num_workers) if store else (0, int(sys.argv[4]))
    net, batch = prepared(network)
    total = BATCH * workers
    own = slice(0, total) if side == "alone" else slice(rank * BATCH, (rank + 1) * BATCH)
    sample = batch(np.random.RandomState(0), 2)[0]
    step, weights = by_ddp(net, sample, workers) if side == "ddp" else by_trainer(net, store, total)
    times, before = [], 0
    for number in range(WARM + steps):
        if number == WARM:
            before = carried()
        data, labels = batch(np.random.RandomState(number), total)
        started = time.perf_counter()
        step(data[own], labels[own])
        times.append(time.perf_counter() - started)
    bytes_of_step = (carried() - before) / steps
    sums = {name: float(np.abs(value).sum()) for name, value in weights().items()}
    found = {"seconds": float(np.median(times[WARM:])), "bytes": bytes_of_step, "sums": sums}
    if store is not None and rank:
        return
    print("RESULT " + json.dumps(found), flush=True)


if __name__ == "__main__":
    main()
