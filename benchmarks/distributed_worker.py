"""A worker of `benchmarks/distributed.py`: one text for remx, MXNet 1.9.1 and PyTorch's DistributedDataParallel.

python distributed_worker.py {remx,mxnet,ddp,alone,torch} {resnet18,lstm} STEPS
python distributed_worker.py network - STEPS

`alone` and `torch` are one process with the batches of all workers, in MXNet's and in PyTorch's way. It prints JSON:
the median seconds of a step, what the loopback device carried in a step, and sums over the weights; of the network the
seconds that a small message takes, and the bytes a second of a large one.
"""

import argparse
import json
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


def prepared(network, dtype="float32"):
    """Return the network with the same weights on all workers and sides, and what draws batches."""
    net, batch = {"resnet18": resnet18, "lstm": lstm}[network]()
    net.initialize(mx.init.Zero())
    net(mx.nd.array(batch(np.random.RandomState(0), 2)[0]))
    draws = np.random.RandomState(7)
    for name, param in sorted(net.collect_params().items()):
        if not name.endswith(("gamma", "running_var")):
            param.set_data(mx.nd.array(draws.uniform(-0.05, 0.05, param.shape)))
    net.cast(dtype)
    return net, batch


def by_trainer(net, store, total, dtype="float32", timeline=None):
    """Return a function that makes a step on a batch, and one that gives the weights."""
    net.hybridize(static_alloc=True)
    loss = mx.gluon.loss.SoftmaxCrossEntropyLoss()
    rates = {"learning_rate": 0.05, "momentum": 0.9}
    trainer = mx.gluon.Trainer(net.collect_params(), "sgd", rates, kvstore=store, update_on_kvstore=False)

    trained = {name: param for name, param in net.collect_params().items() if param.grad_req != "null"}
    note = timeline.backward if timeline else lambda: None
    if store is None:  # the batch of all workers, normalized share by share as they do
        net.collect_params().setattr("grad_req", "add")

    def step(data, labels):
        for start in range(0, len(data), BATCH):
            share = mx.nd.array(data[start : start + BATCH], dtype=dtype)
            with mx.autograd.record():
                value = loss(net(share), mx.nd.array(labels[start : start + BATCH]))
            note()
            value.backward()
            note()
        trainer.step(total)
        if store is None:
            net.collect_params().zero_grad()
        mx.nd.waitall()

    return step, lambda: {name: param.data().asnumpy() for name, param in trained.items()}


class Timeline:
    """When gradients travel: seconds at which the backward pass began and ended, and each bucket did."""

    def __init__(self):
        from mxnet.kvstore.overlap import Overlap

        self.step, start = {"backward": [], "buckets": []}, Overlap._start
        self.steps = []

        def noted(overlap, sending):
            bucket, times, buckets = sending.bucket, [time.perf_counter()], self.step["buckets"]

            def exchange():
                type(bucket).exchange(bucket)
                times.append(time.perf_counter())

            buckets.append(times)
            bucket.exchange = exchange
            start(overlap, sending)

        Overlap._start = noted

    def backward(self):
        """Note the beginning or the end of a backward pass."""
        self.step["backward"].append(time.perf_counter())

    def next(self):
        """Go on to the next step."""
        self.steps.append(self.step)
        self.step = {"backward": [], "buckets": []}

    def shares(self, warm):
        """Return when buckets left and had arrived, as shares of the backward pass: the medians over the steps."""
        found = []
        for step in self.steps[warm:]:
            begun, ended = step["backward"]
            found.append([[(at - begun) / (ended - begun) for at in times] for times in step["buckets"]])
        return np.median(np.array(found), 0).tolist()


def by_torch(net, sample, workers, together, dtype="float32"):
    """Return the same for the network in PyTorch: ``together`` with others under DistributedDataParallel, or alone."""
    import torch

    net(mx.nd.array(sample, dtype=dtype))
    module = net.to_torch().train()
    if together:
        module = torch.nn.parallel.DistributedDataParallel(module)
    optimizer = torch.optim.SGD(module.parameters(), lr=0.05, momentum=0.9)
    loss = torch.nn.CrossEntropyLoss()
    share_of_loss = 1 if together else 1 / workers

    def step(data, labels):
        optimizer.zero_grad()
        for start in range(0, len(data), BATCH):
            out = module(torch.as_tensor(data[start : start + BATCH], dtype=getattr(torch, dtype)))
            value = loss(out.flatten(0, -2), torch.as_tensor(labels[start : start + BATCH]).flatten())
            (share_of_loss * value).backward()
        optimizer.step()

    return step, lambda: {
        name.removeprefix("module."): param.detach().numpy() for name, param in module.named_parameters()
    }


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
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("side", choices=["remx", "mxnet", "ddp", "alone", "torch", "network"])
    parser.add_argument("network")
    parser.add_argument("steps", type=int)
    parser.add_argument("--workers", type=int, help="of alone and torch: how many they stand for")
    parser.add_argument("--dtype", default="float32")
    parser.add_argument("--weights", help="a folder, to which the weights after each step are written")
    parser.add_argument("--timeline", action="store_true", help="tell when buckets leave and have arrived")
    args = parser.parse_args()
    alone = args.side in ("alone", "torch")
    store = None if alone else mx.kv.create("dist_sync")
    if args.side == "network":
        passed_on(8, 100)
        latency, size = passed_on(8, 1000), 1 << 26
        found = {"latency": latency, "bandwidth": size / (passed_on(size, 10) - latency)}
        if not store.rank:
            print("RESULT " + json.dumps(found), flush=True)
        return
    rank, workers = (0, args.workers) if alone else (store.rank, store.num_workers)
    net, batch = prepared(args.network, args.dtype)
    total = BATCH * workers
    own = slice(0, total) if alone else slice(rank * BATCH, (rank + 1) * BATCH)
    timeline = Timeline() if args.timeline else None
    if args.side in ("ddp", "torch"):
        sample = batch(np.random.RandomState(0), 2)[0]
        step, weights = by_torch(net, sample, workers, not alone, args.dtype)
    else:
        step, weights = by_trainer(net, store, total, args.dtype, timeline)
    times, before = [], 0
    for number in range(WARM + args.steps):
        if number == WARM:
            before = carried()
        data, labels = batch(np.random.RandomState(number), total)
        started = time.perf_counter()
        step(data[own], labels[own])
        times.append(time.perf_counter() - started)
        if timeline:
            timeline.next()
        if args.weights and not rank:
            np.savez(f"{args.weights}/{args.side}-{number}.npz", **weights())
    bytes_of_step = (carried() - before) / args.steps
    sums = {name: float(np.abs(value).sum()) for name, value in weights().items()}
    found = {"seconds": float(np.median(times[WARM:])), "bytes": bytes_of_step, "sums": sums}
    if timeline:
        found["timeline"] = timeline.shares(WARM)
    if not rank:
        print("RESULT " + json.dumps(found), flush=True)


if __name__ == "__main__":
    main()
