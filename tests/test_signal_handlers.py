"""A signal handler's exception ends whatever runs, and reaches the caller as it is: a timeout around any call.

``python -m tests.interrupting`` interrupts the programs at all of their places.
"""

from __future__ import annotations

import contextlib
import gc
import os
import random
import signal
import sys
import time

import mxnet as mx
import numpy as np
import pytest
from mxnet import autograd, gluon, nd

from tests.interrupting import Handler, Interruption, Program, dropping, is_ours

pytestmark = [
    pytest.mark.skipif(os.name == "nt", reason="signals of POSIX"),
    # an interrupted multiprocessing.Pipe leaves its sockets to the garbage collector
    pytest.mark.filterwarnings("ignore:unclosed:ResourceWarning"),
]

TRIES = 20
#: how many of a program's places are interrupted
PLACES = 12
#: seconds of a try that is not interrupted
LIMIT = 10
#: Ctrl-C's handler is in C: no traceback shows it. In Python 3.14 it leaves locks taken where ``with`` statements begin
CTRL_C = signal.default_int_handler if sys.version_info < (3, 14) else Handler(KeyboardInterrupt)


class Late(Exception):
    """A timeout."""


def network():
    net = gluon.nn.HybridSequential()
    net.add(gluon.nn.Dense(8, activation="relu"), gluon.nn.BatchNorm(), gluon.nn.Dense(3))
    net.initialize()
    return net


def symbol():
    net = mx.sym.FullyConnected(mx.sym.var("data"), num_hidden=8, name="fc1")
    net = mx.sym.BatchNorm(mx.sym.Activation(net, act_type="relu"), name="bn")
    net = mx.sym.FullyConnected(net, num_hidden=3, name="fc2")
    return mx.sym.SoftmaxOutput(net, name="softmax")


def eager(tmp_path):
    x = nd.ones((50, 50))
    return lambda: (x.exp().wait_to_read(), nd.dot(x, x), x + x, x * 2, nd.concat(x, x, dim=0), x[1:3].asnumpy())


def one_operator(tmp_path):
    x = nd.ones((4, 4))
    return lambda: x.exp().wait_to_read()


def in_place(tmp_path):
    x = nd.ones((50, 50))

    def run():
        y = x.copy()
        y += x
        y[1:3] = 2
        y[:, 1] = x[0]
        return y

    return run


def numpy(tmp_path):
    x = mx.np.ones((10, 10))
    return lambda: (mx.np.exp(x), x @ x, mx.np.concatenate([x, x]), mx.np.einsum("ij,jk", x, x), mx.np.where(x, x, x))


def recorded(tmp_path):
    x = nd.ones((10, 10))
    x.attach_grad()

    def run():
        with autograd.record():
            y = (nd.dot(x, x) * 0.1).exp().sum()
        y.backward()
        return y, x.grad

    return run


def hybridized(tmp_path):
    net = network()
    net.hybridize()
    x = nd.ones((4, 5))
    return lambda: net(x)


def first_calls(tmp_path):
    x = nd.ones((4, 5))

    def run():
        net = network()
        net.hybridize()
        with autograd.record():
            y = net(x)
        y.backward()
        return y.shape, net[0].weight.grad().shape

    return run


class Doubled(gluon.HybridBlock):
    """MXNet 2's kind of block: the first call traces it."""

    def forward(self, x):
        return mx.np.where(x > 0, x, 2 * x) + mx.npx.relu(x).sum()


def traced(tmp_path):
    x = mx.np.ones((4, 5))

    def run():
        net = Doubled()
        net.hybridize()
        return net(x), net(x)

    return run


def scopes(tmp_path):
    def run():
        with mx.np_shape(), mx.util.np_array(True), autograd.pause(), mx.AttrScope(a="b"):
            x = mx.np.ones(())
        with autograd.record(), autograd.predict_mode(), mx.name.Prefix("p_"), mx.engine.bulk(5):
            return x, mx.sym.var("x").name, mx.sym.exp(mx.sym.var("x")).name[:2]

    return run


def contexts(tmp_path):
    context = mx.cpu(2)

    def run():
        with mx.cpu(1), context, context:
            return nd.ones(1).context

    return run


def modified_cells(tmp_path):
    cell, old = gluon.rnn.ZoneoutCell(gluon.rnn.GRUCell(3)), mx.rnn.ZoneoutCell(mx.rnn.GRUCell(3))

    def run():
        names = [old.unroll(2, mx.sym.var("x"), merge_outputs=True)[0].list_arguments()]
        return len(cell.begin_state(batch_size=2)), cell.base_cell._modified, len(names[0]), old.base_cell._modified

    return run


def large_graph(tmp_path):
    def run():
        y = x = mx.sym.var("x")
        for _ in range(1001):
            y = y + x
        executor = y.bind(mx.cpu(), {"x": nd.ones(1)})
        return executor.forward()

    return run


def dtypes(tmp_path):
    def run():
        with mx.util.np_default_dtype():
            return mx.np.ones(1).dtype, mx.np.mean(mx.np.ones(1)).dtype

    return run


def loops(tmp_path):
    x = nd.ones((3, 4))
    x.attach_grad()

    def run():
        with autograd.record():
            y, _ = nd.contrib.foreach(lambda item, total: (item * 2, total + item), x, nd.zeros(4))
        y.backward()
        return y, x.grad

    return run


def checkpoint(tmp_path):
    prefix = str(tmp_path / "net")
    batch = mx.io.DataBatch([nd.ones((8, 5))], [nd.zeros(8)])
    module = mx.mod.Module(symbol())
    module.bind([("data", (8, 5))], [("softmax_label", (8,))])
    module.init_params(mx.init.One())
    module.init_optimizer(optimizer="adam")
    module.forward_backward(batch)
    module.update()

    def run():
        module.save_checkpoint(prefix, 1, save_optimizer_states=True)
        net, weights, states = mx.model.load_checkpoint(prefix, 1)
        return sorted(os.listdir(tmp_path)), net.tojson(), weights, states

    return run


def trained(tmp_path):
    net = network()
    net.hybridize()
    trainer, loss = gluon.Trainer(net.collect_params(), "adam"), gluon.loss.L2Loss()
    x, y = nd.ones((4, 5)), nd.ones((4, 3))

    def run():
        with autograd.record():
            error = loss(net(x), y)
        error.backward()
        trainer.step(4)

    return run


def executor(tmp_path):
    executor = symbol().simple_bind(mx.cpu(), data=(8, 5), softmax_label=(8,))
    x = nd.ones((8, 5))

    def run():
        executor.forward(is_train=True, data=x)
        executor.backward()
        executor.forward()

    return run


def fit(tmp_path):
    batches = mx.io.NDArrayIter(np.ones((32, 5), np.float32), np.zeros(32, np.float32), 8)

    def run():
        batches.reset()
        mx.mod.Module(symbol()).fit(batches, num_epoch=2)

    return run


def saved(tmp_path):
    x = nd.ones((50, 50))
    return lambda: nd.save(str(tmp_path / "x.params"), {"x": x})


def loaded(tmp_path):
    nd.save(str(tmp_path / "x.params"), {"x": nd.ones((50, 50))})
    return lambda: nd.load(str(tmp_path / "x.params"))


def loader(tmp_path, **kwargs):
    pairs = gluon.data.ArrayDataset(np.ones((32, 5), np.float32), np.zeros(32, np.float32))
    batches = gluon.data.DataLoader(pairs, 4, **kwargs)
    return lambda: list(batches)


def workers(tmp_path):
    return loader(tmp_path, num_workers=2)


def new_workers(tmp_path):
    pairs = gluon.data.ArrayDataset(np.ones((8, 5), np.float32), np.zeros(8, np.float32))
    return lambda: list(gluon.data.DataLoader(pairs, 4, num_workers=2))


def threads(tmp_path):
    pairs = gluon.data.ArrayDataset(np.ones((32, 5), np.float32), np.zeros(32, np.float32))
    return lambda: list(gluon.data.DataLoader(pairs, 4, num_workers=2, thread_pool=True))


def prefetched(tmp_path):
    arrays = np.ones((32, 5), np.float32)
    return lambda: list(mx.io.PrefetchingIter(mx.io.NDArrayIter(arrays, None, 4)))


def images(tmp_path):
    path = str(tmp_path / "x.rec")
    with mx.recordio.MXRecordIO(path, "w") as stream:
        for i in range(16):
            header = mx.recordio.IRHeader(0, i, i, 0)
            stream.write(mx.recordio.pack_img(header, np.full((8, 8, 3), i, np.uint8), img_fmt=".png"))
    return lambda: list(
        mx.io.ImageRecordIter(path_imgrec=path, data_shape=(3, 8, 8), batch_size=4, preprocess_threads=2)
    )


class Square(autograd.Function):
    def forward(self, x):
        self.save_for_backward(x)
        return x * x

    def backward(self, head):
        return 2 * head * self.saved_tensors[0]


def variables(tmp_path):
    results = []

    def run():
        x = nd.ones((4, 4))
        x.attach_grad()
        with autograd.record():
            y = Square()(x)
            y.backward()
        results[:] = [y]

    return run


def sparse(tmp_path):
    x = nd.ones((20, 20)).tostype("csr")
    y = nd.ones((20, 20))
    return lambda: (nd.sparse.dot(x, y), x.tostype("default"))


PROGRAMS = (
    eager,
    one_operator,
    in_place,
    numpy,
    recorded,
    hybridized,
    first_calls,
    traced,
    trained,
    executor,
    fit,
    scopes,
    contexts,
    modified_cells,
    dtypes,
    large_graph,
    loops,
    saved,
    loaded,
    checkpoint,
    loader,
    workers,
    new_workers,
    threads,
    prefetched,
    images,
    sparse,
    variables,
)
#: those that wait for others: a signal comes while they do
WAITING = (fit, loader, workers, threads, prefetched, images)  # fmt: skip


@pytest.fixture
def timer():
    before, hook = signal.getsignal(signal.SIGALRM), sys.unraisablehook
    yield
    signal.setitimer(signal.ITIMER_REAL, 0)
    signal.signal(signal.SIGALRM, before)
    sys.unraisablehook = lambda _: None
    gc.collect()  # generators that were interrupted end here
    sys.unraisablehook = hook


def interrupt(run, cls, seconds):
    """Call a function again and again until a handler raises; return the handler's exception and what arrives."""
    handler = Handler(cls)
    signal.signal(signal.SIGALRM, handler)
    end = time.monotonic() + LIMIT
    try:
        signal.setitimer(signal.ITIMER_REAL, seconds)
        while not handler.raised and time.monotonic() < end:
            run()
    except Exception as error:
        return handler.raised, error
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
    return handler.raised, None


@pytest.mark.parametrize("program", [recorded, workers, new_workers])
def test_ctrl_c_arrives(tmp_path, timer, program):
    run = program(tmp_path)
    run()
    draw = random.Random(2)
    signal.signal(signal.SIGALRM, CTRL_C)
    arrived = 0
    with dropping() as dropped:
        for _ in range(TRIES):
            dropped.clear()
            end = time.monotonic() + LIMIT
            try:
                signal.setitimer(signal.ITIMER_REAL, draw.uniform(0.0005, 0.01))
                while time.monotonic() < end and not dropped:
                    run()
            except KeyboardInterrupt:
                arrived += 1
            signal.setitimer(signal.ITIMER_REAL, 0)
            assert not any(map(is_ours, dropped))
            assert (autograd.is_recording(), autograd.is_training()) == (False, False)
    assert arrived >= TRIES - 2  # the standard library's finalizers drop some


@pytest.mark.parametrize("program", PROGRAMS)
def test_places_of_a_program(tmp_path, program):
    """The exception arrives, the state is as it was, and the next call is like any: no lock stays taken."""
    run = program(tmp_path)
    kinds = [RuntimeError, TimeoutError, KeyboardInterrupt, Late]
    if program in (
        workers,
        new_workers,
    ):  # multiprocessing answers OSErrors, and a call need not have all its places: an interrupt
        kinds = [RuntimeError, Late]  # from the keyboard may come after it
    program = Program(run)
    wrong = [program.at(number, kinds[i % len(kinds)]) for i, number in enumerate(program.some(PLACES))]
    assert list(filter(None, wrong)) == []


def test_a_hook_is_taken_off_wherever_its_block_is_interrupted():
    layer = gluon.nn.Dense(2, in_units=3)
    layer.initialize()
    x, entered, number = nd.ones((1, 3)), [], 0

    def run():
        with handle:
            entered.append(number)
            layer(x)

    before = signal.signal(signal.SIGALRM, CTRL_C)
    try:
        while True:
            number += 1
            handle = layer.register_forward_hook(lambda *_: None)
            call = Interruption(run, number)
            with dropping(), contextlib.suppress(KeyboardInterrupt):
                call()
            assert not layer._forward_hooks or number not in entered, call.where
            layer._forward_hooks.clear()
            if call.count < number:
                break
    finally:
        signal.signal(signal.SIGALRM, before)
    assert len(entered) > 20


@pytest.mark.parametrize("program", WAITING)
def test_the_exception_arrives(tmp_path, timer, program):
    run = program(tmp_path)
    run()
    draw = random.Random(1)
    arrived = 0
    with dropping() as dropped:
        for _ in range(2 * TRIES):
            dropped.clear()
            expected, actual = interrupt(run, Late, draw.uniform(0.0005, 0.01))
            assert (autograd.is_recording(), autograd.is_training()) == (False, False)
            if dropped:  # the handler ran in a finalizer
                assert not any(map(is_ours, dropped))
                continue
            assert actual is expected is not None
            arrived += 1
            if arrived == TRIES:
                return
    pytest.fail(f"{arrived} of {TRIES} arrived")
