"""What goes wrong among workers: each function runs in all of them."""

from __future__ import annotations

import os
import signal
import sys
import time

import mxnet as mx
from mxnet.contrib import horovod as hvd

SHAPE = (50, 40)


def made(kind="dist_sync"):
    store = mx.kv.create(kind)
    if "async" in kind:
        store.set_optimizer(mx.optimizer.create("test"))
    store.init("w", mx.nd.zeros(SHAPE))
    return store


def is_last(store):
    return store.rank == store.num_workers - 1


def trains_until(end, kind="dist_sync", call="pushpull"):
    """Train without end; the last worker comes to its own after some steps."""
    store = made(kind)
    for step in range(10**9):
        if call == "pushpull":
            store.pushpull("w", mx.nd.ones(SHAPE))
        else:
            store.push("w", mx.nd.ones(SHAPE))
            store.pull("w", out=mx.nd.zeros(SHAPE))
        if step == 5 and is_last(store):
            end()
        time.sleep(0.01)


def averages_by_horovod(how):
    """Average gradients without end; the last worker comes to its own after some steps."""

    def fail():
        raise ValueError("an error of its own")

    ends = {"killed": lambda: os.kill(os.getpid(), signal.SIGKILL), "raises": fail, "ends early": lambda: sys.exit(0)}
    hvd.init()
    for step in range(10**9):
        hvd.allreduce(mx.nd.ones(SHAPE), name="gradient")
        if step == 5 and hvd.rank() == hvd.size() - 1:
            ends[how]()


def killed(*words):
    trains_until(lambda: os.kill(os.getpid(), signal.SIGKILL), *words)


def killed_after_a_backward_pass():
    store = mx.kv.create("dist_sync")
    net = mx.gluon.nn.Dense(3, in_units=4)
    net.initialize()
    trainer = mx.gluon.Trainer(net.collect_params(), "sgd", kvstore=store)
    for step in range(10**9):
        with mx.autograd.record():
            value = net(mx.nd.ones((2, 4))).sum()
        value.backward()
        if step == 2 and is_last(store):
            time.sleep(0.2)  # the others wait for gradients that were sent, and are to be completed
            os.kill(os.getpid(), signal.SIGKILL)
        trainer.step(2)


def stopped(*words):
    trains_until(lambda: os.kill(os.getpid(), signal.SIGSTOP), *words)


def raises(*words):
    def end():
        raise ValueError("an error of its own")

    trains_until(end, *words)


def ends_early(*words):
    trains_until(lambda: sys.exit(0), *words)


def one_inits_and_others_end():
    store = mx.kv.create("dist_sync")
    if store.rank == 0:
        store.init("w", mx.nd.zeros(SHAPE))


def one_inits_and_others_are_busy():
    store = mx.kv.create("dist_sync")
    if store.rank == 0:
        store.init("w", mx.nd.zeros(SHAPE))
    while True:
        time.sleep(0.1)
        store._cluster.check()


def init_with_different_shapes():
    store = mx.kv.create("dist_sync")
    store.init("w", mx.nd.zeros((3 + store.rank, 2)))


def different_calls():
    store = made()
    if is_last(store):
        store._barrier()
    store.pushpull("w", mx.nd.ones(SHAPE))


def different_optimizers():
    store = mx.kv.create("dist_sync")
    store.set_optimizer(mx.optimizer.create("adam" if is_last(store) else "sgd"))


def only_creates():
    mx.kv.create("dist_sync")


def told_of_another_number():
    if os.environ["DMLC_WORKER_ID"] == "1":
        os.environ["DMLC_NUM_WORKER"] = "3"
    mx.kv.create("dist_sync")


def two_of_one_number():
    os.environ["DMLC_WORKER_ID"] = "0"
    mx.kv.create("dist_sync")


def scheduler_killed():
    store = made()
    store.pushpull("w", mx.nd.ones(SHAPE))
    if store.rank == 0:
        time.sleep(0.3)
        os.kill(int(os.environ["SCHEDULER"]), signal.SIGKILL)
    for _ in range(10**9):
        store.pushpull("w", mx.nd.ones(SHAPE))
        time.sleep(0.01)


def goes_well(kind="dist_sync"):
    store = made(kind)
    for _ in range(5):
        store.pushpull("w", mx.nd.ones(SHAPE))
    store._barrier()


def forked_child_uses_the_store():
    """A forked process is refused what needs the store, computes gradients alone, and leaves the worker as it is."""
    store = mx.kv.create("dist_sync")
    net = mx.gluon.nn.Dense(3, in_units=4)
    net.initialize()
    trainer = mx.gluon.Trainer(net.collect_params(), "sgd", kvstore=store)

    def backward():
        with mx.autograd.record():
            value = net(mx.nd.ones((2, 4))).sum()
        value.backward()

    for _ in range(2):
        backward()
        trainer.step(2)
    child = os.fork()
    if not child:
        refused = 0
        try:
            backward()
            value = mx.nd.zeros((3, 4))
            for call in (
                lambda: trainer.step(2),
                lambda: store.push(0, value),
                lambda: store.pull(0, value),
                lambda: store.pushpull(0, value, value),
                lambda: store.set_optimizer(mx.optimizer.SGD()),
                store._barrier,
                lambda: mx.kv.create("dist_sync"),
            ):
                try:
                    call()
                except mx.MXNetError as error:
                    refused += "was forked from worker" in str(error)
            store._cluster.leave()
        finally:
            os._exit(refused)
    print("refused", os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
    backward()
    trainer.step(2)
