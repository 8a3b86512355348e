"""What a host program can notice of its process stays as it is: through the import, training, and inference."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import mxnet as mx
import pytest

SOURCES = str(Path(mx.__file__).parent.parent)

#: prints by name what the process's state is: before the import, after it, after the run of the program
PROBE = """
import atexit, ctypes, faulthandler, gc, json, locale, logging, os, random, signal, sys, threading, warnings
import numpy as np, torch
import sympy  # as PyTorch does when it needs it; it adds a filter for its own warnings
{before}

calls = []
class Spy:  # instead of the C library's functions that change the process
    def __getattr__(self, name):
        return getattr(libc, name)
    def __getitem__(self, name):
        return libc[name]
    def mallopt(self, *args):
        calls.append(("mallopt", *args))
        return 1
libc = ctypes.CDLL(None)
real, ctypes.CDLL = ctypes.CDLL, lambda name, *a, **k: Spy() if name is None else real(name, *a, **k)

def switched(name):
    original = getattr(gc, name)
    def call(*args):
        calls.append(("gc." + name, *args))
        return original(*args)
    setattr(gc, name, call)
for name in ("enable", "disable", "freeze", "set_threshold", "set_debug"):
    switched(name)

def state():
    return {{
        "gc": [gc.isenabled(), gc.get_threshold(), gc.get_debug(), gc.get_freeze_count(), len(gc.callbacks)],
        "warnings": [repr(warnings.filters), repr(warnings.showwarning), repr(warnings.formatwarning)],
        "C calls": list(calls),
        "environment": dict(os.environ),
        "signals": [repr(signal.getsignal(s)) for s in sorted(signal.valid_signals())],
        "hooks": list(map(repr, (sys.excepthook, sys.unraisablehook, threading.excepthook, sys.displayhook,
                                 sys.gettrace(), sys.getprofile(), threading.gettrace()))),
        "interpreter": [sys.getrecursionlimit(), sys.getswitchinterval(), sys.get_int_max_str_digits(), sys.path[:],
                        sys.meta_path.__len__(), sys.path_hooks.__len__(), faulthandler.is_enabled()],
        "locale": [locale.setlocale(locale.LC_ALL, None), locale.localeconv()["decimal_point"]],
        "logging": [repr(logging.root.handlers), logging.root.level, logging.root.filters, logging.root.manager.disable,
                    repr(logging.getLoggerClass()), repr(logging.lastResort)],
        "random": [random.getstate(), repr(np.random.get_state()), torch.initial_seed(),
                   torch.get_rng_state().tolist()],
        "NumPy": [np.geterr(), repr(np.geterrcall()), np.get_printoptions()],
        "PyTorch": [torch.is_grad_enabled(), torch.is_inference_mode_enabled(), str(torch.get_default_dtype()),
                    str(torch.get_default_device()), torch.get_num_threads(), torch.get_num_interop_threads(),
                    torch.are_deterministic_algorithms_enabled(), torch.get_float32_matmul_precision(),
                    torch.is_autocast_enabled("cpu"), torch.is_anomaly_enabled(), repr(torch._tensor_str.PRINT_OPTS),
                    torch.backends.mkldnn.enabled, torch.backends.cudnn.enabled, torch.backends.cudnn.benchmark,
                    torch.backends.cudnn.deterministic, torch.multiprocessing.get_sharing_strategy()],
        "files": [os.getcwd(), len(os.listdir("/proc/self/fd"))],
        "streams": [repr(sys.stdin), repr(sys.stdout), repr(sys.stderr)],
        "threads": [each.name for each in threading.enumerate()],
    }}

states = [state()]
import mxnet as mx
states.append(state())
{run}
states.append(state())
print(json.dumps(states, default=repr))
"""

RUN = """
mx.random.seed(3)
x, y = mx.nd.random.normal(shape=(8, 3, 8, 8)), mx.nd.array([0, 1] * 4)
net = mx.gluon.nn.HybridSequential()
net.add(mx.gluon.nn.Conv2D(4, 3), mx.gluon.nn.BatchNorm(), mx.gluon.nn.Dropout(0.5), mx.gluon.nn.Dense(2))
net.initialize(mx.init.Xavier())
trainer = mx.gluon.Trainer(net.collect_params(), "adam")
loss = mx.gluon.loss.SoftmaxCrossEntropyLoss()
for hybrid in (False, True):
    net.hybridize(hybrid)
    for _ in range(3):
        with mx.autograd.record():
            value = loss(net(x), y)
        value.backward()
        trainer.step(8)
        net(x).asnumpy()
data = mx.sym.Convolution(mx.sym.var("data"), num_filter=2, kernel=(3, 3), name="c")
symbol = mx.sym.SoftmaxOutput(mx.sym.FullyConnected(data, num_hidden=2, name="f"), name="softmax")
module = mx.mod.Module(mx.sym.load_json(symbol.tojson()))
feed = mx.io.NDArrayIter(x.asnumpy(), y.asnumpy(), 4)  # to shuffle is to draw from NumPy's generator, as in 1.9.1
module.fit(feed, num_epoch=2, optimizer="sgd", eval_data=feed, batch_end_callback=mx.callback.Speedometer(4, 1))
module.predict(feed).asnumpy()
dataset = mx.gluon.data.ArrayDataset(x, y)
for workers in (0, 1):
    loader = mx.gluon.data.DataLoader(dataset, 4, num_workers=workers, thread_pool=True)
    for batch in loader:
        net(batch[0]).wait_to_read()
    del loader, batch
try:
    mx.nd.dot(x, y)
except (mx.MXNetError, ValueError):
    pass
with mx.autograd.record():
    mx.nd.contrib.foreach(lambda a, s: (a + s, a + s), x, [x[0]][0])
gc.collect()
"""


def states(environment=None, before="", run=RUN):
    done = subprocess.run(
        [sys.executable, "-c", PROBE.format(before=before, run=run)],
        env={"PYTHONPATH": SOURCES, "PATH": "/usr/bin:/bin", "OMP_NUM_THREADS": "1", **(environment or {})},
        check=False,
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout.splitlines()[-1])


def changes(before, after):
    return {name: (before[name], after[name]) for name in before if before[name] != after[name]}


def test_the_import_and_a_training_leave_the_process_as_it_was():
    # `fit` says what it does through `logging.info`, as in 1.9.1: that sets up a root logger that nobody has set up
    start, imported, ran = states(before="logging.basicConfig()")
    assert changes(start, imported) == {}
    assert changes(start, ran) == {}
    assert start["C calls"] == []


def test_what_the_host_has_chosen_stays():
    chosen = """
gc.disable()
np.seterr(all="raise")
torch.set_default_dtype(torch.float64)
torch.manual_seed(7); np.random.seed(8); random.seed(9)
warnings.simplefilter("error")
signal.signal(signal.SIGTERM, lambda *args: None)
sys.excepthook = lambda *args: sys.__excepthook__(*args)
logging.basicConfig(level=logging.ERROR)
torch.set_grad_enabled(False)
"""
    start, imported, ran = states(before=chosen)
    assert changes(start, imported) == {}
    assert changes(start, ran) == {}


PREDICTION = "net = mx.gluon.nn.Dense(2); net.initialize(); net.hybridize({}); net(mx.nd.ones((1, 2)))"


@pytest.mark.parametrize(
    ("environment", "run", "limits"),  # set by the import, and after the program
    [
        ({"MXNET_KEEP_FREED": "0"}, "", (0, 0)),
        ({"MXNET_KEEP_FREED": "1"}, "", (2, 2)),
        ({}, "assert mx.util.keep_freed()", (0, 2)),
        ({}, PREDICTION.format(""), (0, 0)),
        ({}, PREDICTION.format("static_alloc=True"), (0, 2)),
    ],
)
def test_freed_memory_is_kept_on_demand(environment, run, limits):
    _, *after = states(environment, run=run)
    assert [[call[0] for call in each["C calls"]] for each in after] == [["mallopt"] * limit for limit in limits]
