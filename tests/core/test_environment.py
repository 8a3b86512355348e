"""Environment variables that hold numbers or switches: what is none is one error that says which."""

from __future__ import annotations

import os
import subprocess
import sys

import mxnet as mx
import pytest
from mxnet.core import environment
from mxnet.core.downloads import addresses
from mxnet.core.threads import openmp
from mxnet.graph import cuda_graphs
from mxnet.graph.passes import enabled
from mxnet.kvstore import overlap
from mxnet.kvstore.kvstore_server import _announced_servers
from mxnet.kvstore.layout import large
from mxnet.optimizer.sgd import aggregation_size


@pytest.mark.parametrize(("text", "value"), [(None, 7), ("", 7), (" 3 ", 3), ("0", 0), ("123456", 123456)])
def test_numbers(monkeypatch, text, value):
    monkeypatch.delenv("MXNET_X", raising=False)
    if text is not None:
        monkeypatch.setenv("MXNET_X", text)
    assert environment.integer("MXNET_X", 7) == value


@pytest.mark.parametrize("text", ["a", "1.5", "-1", "1e3", "²", "9" * 30, "0x10", "1_000"])
def test_what_is_no_number(monkeypatch, text):
    monkeypatch.setenv("MXNET_X", text)
    with pytest.raises(mx.MXNetError, match=f"environment variable MXNET_X: expected .* got '{text[:9]}"):
        environment.integer("MXNET_X", 7)


def test_the_least_value(monkeypatch):
    monkeypatch.setenv("MXNET_X", "0")
    with pytest.raises(mx.MXNetError, match="from 1 on, got '0'"):
        environment.integer("MXNET_X", 7, least=1)


@pytest.mark.parametrize("default", [False, True])
@pytest.mark.parametrize(
    ("text", "value"),  # as 1.9.1 reads MXNET_ELIMINATE_COMMON_EXPR, MXNET_PROFILER_AUTOSTART, MXNET_UPDATE_ON_KVSTORE
    [
        *((text, None) for text in (None, "", " ")),
        *((text, True) for text in ("1", " 1 ", "01", "2", "-1", "true", "True", "TRUE")),
        *((text, False) for text in ("0", "00", "-0", " 0", "false", "False")),
    ],
)
def test_switches(monkeypatch, text, value, default):
    monkeypatch.delenv("MXNET_X", raising=False)
    if text is not None:
        monkeypatch.setenv("MXNET_X", text)
    assert environment.flag("MXNET_X", default) is (default if value is None else value)


@pytest.mark.parametrize("text", ["x", "yes", "no", "on", "1.5", "2 1", "²", "9" * 30])
def test_what_is_no_switch(monkeypatch, text):
    monkeypatch.setenv("MXNET_X", text)
    with pytest.raises(mx.MXNetError, match=f"variable MXNET_X: expected 0 or 1, false or true, got '{text[:9]}"):
        environment.flag("MXNET_X", True)


@pytest.mark.parametrize(("text", "value"), [(None, 7.0), ("", 7.0), ("2", 2.0), (" 0.5 ", 0.5), ("1e2", 100.0)])
def test_seconds(monkeypatch, text, value):
    monkeypatch.delenv("MXNET_X", raising=False)
    if text is not None:
        monkeypatch.setenv("MXNET_X", text)
    assert environment.seconds("MXNET_X", 7.0) == value


@pytest.mark.parametrize("text", ["a", "0", "-1", "inf", "nan", "1 s"])
def test_what_is_no_time(monkeypatch, text):
    monkeypatch.setenv("MXNET_X", text)
    with pytest.raises(mx.MXNetError, match=f"variable MXNET_X: expected a number of seconds above 0, got '{text}'"):
        environment.seconds("MXNET_X", 7.0)


#: by variable, what reads its switch
SWITCHES = {
    "MXNET_ELIMINATE_COMMON_EXPR": lambda: enabled("infer"),
    "MXNET_ENABLE_CUDA_GRAPHS": lambda: cuda_graphs.enabled(False),
    "MXNET_KVSTORE_OVERLAP": overlap.enabled,
    "MXNET_OFFLINE": addresses.offline,
    "MXNET_STORAGE_FALLBACK_LOG_VERBOSE": lambda: mx.nd.sin(mx.nd.concat(*[mx.nd.ones((2, 2)).tostype("csr")] * 2)),
    "MXNET_UPDATE_ON_KVSTORE": lambda: mx.model._create_kvstore("local", 2, {"a": mx.nd.ones(2)}),
}


@pytest.mark.parametrize("name", SWITCHES)
def test_every_switch_names_its_variable(monkeypatch, name):
    for text in ("true", "False"):
        monkeypatch.setenv(name, text)
        SWITCHES[name]()
    monkeypatch.setenv(name, "yes")
    with pytest.raises(mx.MXNetError, match=f"{name}: expected 0 or 1, false or true, got 'yes'"):
        SWITCHES[name]()


AT_THE_IMPORT = [openmp.VARIABLE, "MXNET_PLAIN_KERNELS", "MXNET_KEEP_FREED", "MXNET_PROFILER_AUTOSTART"]
#: imports mxnet with each variable, and prints the errors; PyTorch stays imported
IMPORTS = """
import os, sys
for name in sys.argv[1:]:
    os.environ[name] = "yes"
    try:
        import mxnet
    except Exception as error:
        print(f"{type(error).__name__}: {error}")
    else:
        print(f"{name} is not read")
    del os.environ[name]
    for module in [each for each in sys.modules if each.split(".")[0] == "mxnet"]:
        del sys.modules[module]
"""


@pytest.fixture(scope="module")
def errors_of_imports():
    environ = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    command = [sys.executable, "-c", IMPORTS, *AT_THE_IMPORT]
    done = subprocess.run(command, env=environ, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return dict(zip(AT_THE_IMPORT, done.stdout.splitlines(), strict=True))


@pytest.mark.parametrize("name", AT_THE_IMPORT)
def test_switches_that_are_read_at_the_import(errors_of_imports, name):
    expected = f"MXNetError: environment variable {name}: expected 0 or 1, false or true, got 'yes'"
    assert errors_of_imports[name].startswith(expected)


READERS = {
    "MXNET_OPTIMIZER_AGGREGATION_SIZE": lambda: aggregation_size(4),
    "MXNET_KVSTORE_BIGARRAY_BOUND": large,
    "DMLC_NUM_SERVER": _announced_servers,
    openmp.MAX_THREADS: openmp._most_threads,
}


@pytest.mark.parametrize("name", READERS)
def test_every_reader_names_its_variable(monkeypatch, name):
    monkeypatch.setenv(name, "many")
    with pytest.raises(mx.MXNetError, match=f"{name}: expected a whole number .* got 'many'"):
        READERS[name]()


def test_a_backend_in_the_environment_is_named_with_its_variable(monkeypatch):
    monkeypatch.setenv("MXNET_BACKEND", "induktor")
    net = mx.gluon.nn.Dense(2, in_units=2)
    net.initialize()
    net.hybridize()
    with pytest.raises(mx.MXNetError, match="environment variable MXNET_BACKEND: 'induktor' is no backend") as caught:
        net(mx.nd.ones((1, 2)))
    assert "inductor" in str(caught.value)
    assert "_for_ts_" not in str(caught.value)  # nor others that are for PyTorch's tests
