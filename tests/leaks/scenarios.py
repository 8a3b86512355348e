"""Programs that do the same again and again, after which the process must hold what it held before.

Each scenario is a function that sets up and returns ``step(i)``; the table says how often the full check repeats it.
"""

from __future__ import annotations

import functools
import gc
import os
import tempfile
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import mxnet as mx
import numpy as np
from mxnet.gluon import nn

Step = Callable[[int], None]


def _symbol(width=10, convolution=False):
    x = mx.sym.var("data")
    if convolution:
        x = mx.sym.BatchNorm(mx.sym.Convolution(x, kernel=(3, 3), num_filter=2, name="c"), name="n")
    x = mx.sym.Activation(mx.sym.FullyConnected(x, num_hidden=16, name="a"), act_type="relu")
    return mx.sym.SoftmaxOutput(mx.sym.FullyConnected(x, num_hidden=4, name="b"), name="softmax")


def _module(module):
    module.bind([("data", (8, 10))], [("softmax_label", (8,))])
    module.init_params(mx.init.Xavier())
    module.init_optimizer(optimizer="adam")
    return module


def _batch(size, width=10, **given):
    return mx.io.DataBatch([mx.nd.ones((size, width))], [mx.nd.zeros((size,))], **given)


def _network(hybrid):
    net = nn.HybridSequential()
    net.add(nn.Conv2D(4, 3), nn.BatchNorm(), nn.Activation("relu"), nn.Dropout(0.5), nn.GlobalAvgPool2D(), nn.Dense(4))
    net.initialize()
    if hybrid:
        net.hybridize()
    return net


def module() -> Step:
    """Return a step of training a Module, with its metric."""
    trained, batch, metric = _module(mx.mod.Module(_symbol())), _batch(8), mx.metric.Accuracy()

    def step(i):
        trained.forward_backward(batch)
        trained.update()
        trained.update_metric(metric, batch.label)

    return step


def module_of_changing_sizes() -> Step:
    """Return a step of training a Module with batches of changing sizes."""
    trained, sizes = _module(mx.mod.Module(_symbol())), np.random.RandomState(0)

    def step(i):
        trained.forward_backward(_batch(int(sizes.randint(1, 64))))
        trained.update()

    return step


def bucketing() -> Step:
    """Return a step of training a BucketingModule whose buckets change."""

    def network(key):
        words = mx.sym.Embedding(mx.sym.var("data"), input_dim=20, output_dim=8, name="e")
        scores = mx.sym.FullyConnected(mx.sym.mean(words, axis=1), num_hidden=4, name="f")
        return mx.sym.SoftmaxOutput(scores, name="softmax"), ("data",), ("softmax_label",)

    trained, keys = _module(mx.mod.BucketingModule(network, default_bucket_key=10)), np.random.RandomState(0)

    def step(i):
        key = int(keys.randint(3, 11))
        shapes = {"provide_data": [("data", (8, key))], "provide_label": [("softmax_label", (8,))]}
        trained.forward_backward(_batch(8, key, bucket_key=key, **shapes))
        trained.update()

    return step


def gluon(hybrid: bool) -> Step:
    """Return a step of training a network, with an inference now and then."""
    net, loss = _network(hybrid), mx.gluon.loss.SoftmaxCrossEntropyLoss()
    trainer = mx.gluon.Trainer(net.collect_params(), "adam")
    x, y, metric = mx.nd.ones((4, 3, 8, 8)), mx.nd.zeros((4,)), mx.metric.Loss()

    def step(i):
        with mx.autograd.record():
            value = loss(net(x), y)
        value.backward()
        trainer.step(4)
        metric.update(0, value)
        if i % 10 == 0:
            net(x).wait_to_read()

    return step


def inference(hybrid: bool) -> Step:
    """Return an inference of images of changing sizes."""
    net, sizes = _network(hybrid), np.random.RandomState(0)

    def step(i):
        n, height, width = sizes.randint((1, 5, 5), (5, 32, 32)).tolist()
        net(mx.nd.ones((n, 3, height, width))).wait_to_read()

    return step


def serving(as_module: bool) -> Step:
    """Return a step in which two threads ask a loaded network about images of a few sizes."""
    net, kinds = _network(True), [(n, side) for n in (1, 2, 4) for side in (8, 16, 24, 32)]
    net(mx.nd.ones((1, 3, 16, 16)))
    with tempfile.TemporaryDirectory() as folder:
        prefix = os.path.join(folder, "net")
        net.export(prefix)
        if as_module:
            loaded = mx.mod.Module.load(prefix, 0, label_names=None)
            loaded.bind([("data", (1, 3, 16, 16))], for_training=False)
        else:
            loaded = mx.gluon.SymbolBlock.imports(f"{prefix}-symbol.json", ["data"], f"{prefix}-0000.params")
            loaded.hybridize()
    pools = [ThreadPoolExecutor(1) for _ in range(2)]  # two, so that each thread has seen its sizes after a round

    def answer(number):
        n, side = kinds[number % len(kinds)]
        image = mx.nd.ones((n, 3, side, side))
        made = loaded.predict(mx.io.NDArrayIter(image, batch_size=n)) if as_module else loaded(image)
        made.wait_to_read()

    def step(i):
        answers = [pool.submit(answer, 2 * i + k) for k, pool in enumerate(pools)]
        for each in answers:
            each.result()

    return step


def executors() -> Step:
    """Return a step that makes an executor, trains and infers with it, and drops it."""

    def step(i):
        executor = _symbol(convolution=True).simple_bind(mx.cpu(), data=(2, 3, 8, 8))
        executor.forward(is_train=True)
        executor.backward()
        executor.forward(is_train=False)

    return step


def networks() -> Step:
    """Return a step that makes a hybridized network, trains and infers with it, and drops it."""

    def step(i):
        gluon(True)(0)

    return step


def loaders(**options: object) -> Step:
    """Return a step that makes a DataLoader, goes through it, and drops it."""
    data = mx.gluon.data.ArrayDataset(mx.nd.ones((16, 3)), mx.nd.zeros((16,)))

    def step(i):
        for x, _ in mx.gluon.data.DataLoader(data, 4, **options):
            x.wait_to_read()

    return step


def left_loaders(**options: object) -> Step:
    """Return a step that makes a DataLoader and leaves it after its first batch."""
    data = mx.gluon.data.ArrayDataset(mx.nd.ones((16, 3)), mx.nd.zeros((16,)))

    def step(i):
        next(iter(mx.gluon.data.DataLoader(data, 4, **options))).clear()

    return step


def iterators() -> Step:
    """Return a step that makes an iterator with a thread of its own, goes through it, and drops it."""

    def step(i):
        for _ in mx.io.PrefetchingIter(mx.io.NDArrayIter(np.ones((16, 3)), np.zeros(16), 4)):
            pass

    return step


#: by name: the scenario, its repetitions in the full check and in the test suite
SCENARIOS: dict[str, tuple[Callable[[], Step], int, int]] = {
    "module": (module, 3000, 100),
    "module of changing sizes": (module_of_changing_sizes, 3000, 60),
    "bucketing": (bucketing, 3000, 100),
    "eager training": (lambda: gluon(False), 3000, 60),
    "hybridized training": (lambda: gluon(True), 3000, 60),
    "eager inference": (lambda: inference(False), 10000, 60),
    "hybridized inference": (lambda: inference(True), 10000, 60),
    "served blocks": (lambda: serving(False), 5000, 60),
    "served modules": (lambda: serving(True), 5000, 60),
    "executors": (executors, 200, 20),
    "networks": (networks, 200, 20),
    "loaders": (loaders, 200, 20),
    "loaders of threads": (lambda: loaders(num_workers=1, thread_pool=True), 200, 20),
    "loaders of processes": (lambda: loaders(num_workers=1), 200, 3),
    "left loaders of threads": (lambda: left_loaders(num_workers=1, thread_pool=True), 200, 20),
    "left loaders of processes": (lambda: left_loaders(num_workers=1), 200, 3),
    "iterators": (iterators, 200, 20),
}


@dataclass(frozen=True)
class Held:
    """What a process holds: resident memory in bytes, open files, threads, objects that Python's collector knows."""

    memory: int
    files: int
    threads: int
    objects: int

    @classmethod
    def now(cls) -> Held:
        """Look at this process (Linux), after collections: each lets go of one level of tuples in tuples."""
        for _ in range(3):
            gc.collect()
        with open("/proc/self/statm") as numbers:
            pages = int(numbers.read().split()[1])
        files, threads = len(os.listdir("/proc/self/fd")), len(os.listdir("/proc/self/task"))
        return cls(pages * os.sysconf("SC_PAGE_SIZE"), files, threads, len(gc.get_objects()))


def _caches() -> list[Any]:
    """Return our caches that keep a limited number of things, but for those that :func:`gc.freeze` hides."""
    found = [each for each in gc.get_objects() if type(each) is functools._lru_cache_wrapper]
    return [each for each in found if each.__module__.startswith("mxnet.") and each.cache_parameters()["maxsize"]]


def held(name: str, repetitions: int) -> tuple[Held, Held]:
    """Run a scenario; return what the process holds after a warm-up, and after so many repetitions more.

    Objects that were there before the scenario are not counted, nor what caches keep whose size is limited: one for the
    attributes of each call, such as learning rates that change, is full after hundreds of steps only. Threads that were
    told to end have 5 seconds for it.
    """
    gc.unfreeze()  # what the tests have frozen
    old = _caches()

    def now() -> Held:
        for each in (*old, *_caches()):
            each.cache_clear()
        return Held.now()

    gc.freeze()
    try:
        step = SCENARIOS[name][0]()
        for i in range(max(repetitions // 3, 3)):
            step(i)
        before = now()
        for i in range(repetitions):
            step(i)
        after, end = now(), time.monotonic() + 5
        while faults(before, after, repetitions) and time.monotonic() < end:
            time.sleep(0.05)
            after = now()
        return before, after
    finally:
        gc.unfreeze()


def faults(before: Held, after: Held, repetitions: int) -> list[str]:
    """Return what grew: memory by 5%, files, threads, or objects by one in ten repetitions and more than nine."""
    wrong = []
    if after.memory > 1.05 * before.memory:
        wrong.append(f"resident memory: {before.memory >> 20} MB -> {after.memory >> 20} MB")
    if after.files > before.files:
        wrong.append(f"open files: {before.files} -> {after.files}")
    if after.threads > before.threads:
        wrong.append(f"threads: {before.threads} -> {after.threads}")
    if after.objects > before.objects + max(repetitions // 10, 9):
        wrong.append(f"objects: {before.objects} -> {after.objects}")
    return wrong
