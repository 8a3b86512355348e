"""The backend ``auto``: which candidates are tried and chosen, and what is remembered."""

from __future__ import annotations

import json
import logging
import pickle
import threading
from types import SimpleNamespace

import mxnet as mx
import numpy as np
import pytest
from mxnet.gluon import nn, tuning
from mxnet.gluon.tuning import Candidate, Settings

#: by candidate, milliseconds of a call, seconds of the first call, and what it adds to the results
FAKES = {
    "default": (10, 0.1, 0.0),
    "fast": (4, 0.5, 2**-18),
    "fastest": (2, 0.5, 0.1),
    "slow": (30, 0.5, 0.0),
    "compiled": (1, 20.0, 0.0),
}


class Fake:
    """A backend whose calls take their time by a clock of its own."""

    def __init__(self, clock, op, name):
        self.clock, self.op, self.name = clock, op, name
        self.milliseconds, self.first, self.error = FAKES[name]
        self.calls = 0

    def __call__(self, *args, out=None):
        self.clock.now += self.milliseconds / 1e3 if self.calls else self.first
        self.calls += 1
        return self.op(*args) + self.error


@pytest.fixture
def built(monkeypatch, tmp_path):
    """Return the fakes that are built, in order; ``auto`` knows no other backends, and writes into ``tmp_path``."""
    clock, result = SimpleNamespace(now=0.0), []

    def build(symbol, flags, data, candidate):
        if candidate.name == "missing":
            raise mx.MXNetError("the backend 'missing' needs the package missing: pip install missing\nand more")
        result.append(Fake(clock, mx.nd.CachedOp(symbol), candidate.name))
        return result[-1]

    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setattr(tuning, "time", SimpleNamespace(perf_counter=lambda: clock.now))
    monkeypatch.setattr(tuning, "_built", build)
    candidates = (
        *(Candidate("default", "default"), Candidate("slow", "slow"), Candidate("missing", "missing")),
        *(Candidate("fast", "fast"), Candidate("fastest", "fastest"), Candidate("rough", "rough", error=0.01)),
        *(Candidate("compiled", "compiled"), Candidate("heavy", "heavy", compile_seconds=30)),
    )
    monkeypatch.setattr(tuning, "CANDIDATES", candidates)
    return result


def network(units=3):
    net = nn.HybridSequential()
    net.add(nn.Dense(units, in_units=4))
    net.initialize(mx.init.One())
    return net


X = mx.nd.ones((2, 4))


def names(built):
    return [item.name for item in built]


def test_the_fastest_that_agrees_is_chosen_and_said_in_a_line(built, caplog):
    net = network()
    net.optimize_for(X, backend="auto")
    (line,) = [record.getMessage() for record in caplog.records]
    assert line == "backend 'auto': fast, 4 ms a call, 0.40 of default's time; largest difference 9.5e-07"
    calls = {item.name: item.calls for item in built}
    net(X)
    assert {item.name: item.calls for item in built} == calls | {"fast": calls["fast"] + 1}


def test_every_candidate_has_its_figures_or_its_reason(built):
    net = network()
    net.hybridize()
    net(X)
    symbol = net._cached_graph[1]
    args = [X if name == "data" else net.collect_params()[name].data() for name in symbol.list_inputs()]
    result = tuning.tune(symbol, (), ["data"], args, Settings())
    assert {item.name: (round(item.seconds, 6), item.reason) for item in result.trials} == {
        "default": (0.01, ""),
        "slow": (0.03, ""),
        "missing": (np.inf, "the backend 'missing' needs the package missing: pip install missing"),
        "fast": (0.004, ""),
        "fastest": (0.002, "differs by 2.5e-02, more than tolerance=0.001"),
        "rough": (np.inf, "usually differs by 0.01, more than tolerance=0.001"),
        "compiled": (0.001, "took 20 s to compile, more than compile_seconds=10"),
        "heavy": (np.inf, "usually takes 30 s to compile, more than compile_seconds=10"),
    }
    assert result.name == "fast"


@pytest.mark.parametrize(
    ("options", "chosen"),
    [({"tolerance": 0.009}, "fast"), ({"compile_seconds": 25}, "compiled"), ({"seconds": 0.01}, "fast")],
)
def test_options_decide_what_counts(built, options, chosen):
    net = network()
    net.optimize_for(X, backend="auto", **options)
    net(X)
    assert list(tuning.remembered().values()) == [chosen]


def test_the_default_stays_where_nothing_is_clearly_faster(built, monkeypatch, caplog):
    monkeypatch.setitem(FAKES, "fast", (9.8, 0.5, 0.0))
    network().optimize_for(X, backend="auto")
    assert caplog.messages == ["backend 'auto': default, 10 ms a call; nothing that agrees is faster"]


def test_a_default_that_was_slowed_by_other_work_is_measured_again(built, monkeypatch):
    slowed = tuning._seconds_of
    first = iter([100.0])
    monkeypatch.setattr(tuning, "_seconds_of", lambda *args: next(first, None) or slowed(*args))
    monkeypatch.setitem(FAKES, "fast", (9.8, 0.5, 0.0))
    network().optimize_for(X, backend="auto")
    assert list(tuning.remembered().values()) == ["default"]


def test_a_choice_is_remembered_for_networks_of_the_same_structure(built):
    network().optimize_for(X, backend="auto")
    built.clear()
    network().optimize_for(X, backend="auto")  # of other names
    assert names(built) == ["fast"]


@pytest.mark.parametrize(
    ("net", "x", "options"),
    [
        (network(5), X, {}),
        (network(), mx.nd.ones((3, 4)), {}),
        (network(), X, {"tolerance": 0.002}),
        (network(), X, {"remember": False}),
    ],
    ids=["structure", "shape", "tolerance", "remember"],
)
def test_a_choice_does_not_count_for_others(built, net, x, options):
    network().optimize_for(X, backend="auto")
    built.clear()
    net.optimize_for(x, backend="auto", **options)
    assert len(built) > 1


def test_a_choice_does_not_count_for_another_version(built, monkeypatch):
    network().optimize_for(X, backend="auto")
    built.clear()
    monkeypatch.setattr(tuning, "_version", lambda package: "99")
    network().optimize_for(X, backend="auto")
    assert len(built) > 1


@pytest.mark.parametrize("text", ["", "{", "[1, 2]", '{"a": 1}', "[" * 100_000, "\udcff"])
def test_a_damaged_file_is_as_none(built, text):
    network().optimize_for(X, backend="auto")
    with open(tuning.cache_file(), "w", errors="surrogateescape") as stream:
        stream.write(text)
    assert tuning.remembered() == {}
    built.clear()
    network().optimize_for(X, backend="auto")
    assert len(built) > 1
    assert list(tuning.remembered().values()) == ["fast"]


def test_a_remembered_backend_that_fails_is_chosen_anew(built, monkeypatch):
    network().optimize_for(X, backend="auto")
    key = next(iter(tuning.remembered()))
    tuning.remember(key, "missing")
    network().optimize_for(X, backend="auto")
    assert tuning.remembered() == {key: "fast"}


def test_a_file_that_cannot_be_written_is_no_error(built, monkeypatch, tmp_path):
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))
    network().optimize_for(X, backend="auto")


def test_the_file_holds_the_latest_choices(built, monkeypatch):
    monkeypatch.setattr(tuning, "_REMEMBERED", 3)
    for i in range(5):
        tuning.remember(f"key {i}", "fast")
    with open(tuning.cache_file()) as stream:
        assert list(json.load(stream)) == ["key 2", "key 3", "key 4"]


def test_what_is_recorded_runs_as_the_graph_does(built):
    net = network()
    net.optimize_for(X, backend="auto")
    calls = [item.calls for item in built]
    with mx.autograd.record():
        loss = net(X).sum()
    loss.backward()
    np.testing.assert_array_equal(net[0].bias.grad().asnumpy(), [2, 2, 2])
    assert [item.calls for item in built] == calls


def test_the_environment_may_say_it(built, monkeypatch):
    monkeypatch.setenv("MXNET_BACKEND", "auto")
    net = network()
    assert net(X).shape == (2, 3)
    assert not built  # it is not hybridized
    net.hybridize()
    np.testing.assert_allclose(net(X).asnumpy(), np.full((2, 3), 4.0), rtol=1e-5)
    assert list(tuning.remembered().values()) == ["fast"]
    module = mx.mod.Module(mx.sym.FullyConnected(mx.sym.var("data"), num_hidden=2, name="fc"), label_names=[])
    module.bind([("data", (2, 4))], for_training=False)  # modules run as they are
    module.init_params()


def test_threads_choose_once(built):
    net = network()
    net.hybridize(backend="auto")
    threads = [threading.Thread(target=net, args=(X,)) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert names(built).count("fast") == 1


def test_it_is_pickled_with_its_choice_open(built):
    net = network()
    net.optimize_for(X, backend="auto")
    op = net._cached_call[0]
    twin = pickle.loads(pickle.dumps(op))
    assert twin._settings == op._settings


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"second": 1}, "no option 'second': expected seconds, compile_seconds, tolerance, remember"),
        ({"seconds": 0}, "seconds must be a positive number, got 0"),
        ({"tolerance": "small"}, "tolerance must be a positive number, got 'small'"),
        ({"remember": 1}, "remember must be True or False, got 1"),
    ],
)
def test_other_options_are_refused(built, options, message):
    net = network()
    with pytest.raises(mx.MXNetError, match=message):
        net.optimize_for(X, backend="auto", **options)
    assert net(X).shape == (2, 3)


def test_a_network_that_cannot_run_has_its_own_error(built):
    with pytest.raises(mx.MXNetError, match="FullyConnected"):
        network().optimize_for(mx.nd.ones((2, 5)), backend="auto")


def test_symbols_are_wrapped_first():
    with pytest.raises(mx.MXNetError, match=r"SymbolBlock\(symbol, inputs\)\.optimize_for\(x, backend='auto'\)"):
        mx.sym.var("x").optimize_for("auto")


@pytest.mark.parametrize(
    ("result", "expected", "difference"),
    [
        ([1.0, -4.0], [1.0, -4.0], 0),
        ([1.0, -3.0], [1.0, -4.0], 0.25),
        ([np.nan, np.inf], [np.nan, np.inf], 0),
        ([np.nan, 1.0], [2.0, 1.0], np.inf),
        ([0.5, 0.0], [0.0, 0.0], 0.5),
        ([1.0], [1.0, 2.0], np.inf),
        ([], [], 0),
    ],
)
def test_differences_are_relative_to_the_largest_result(result, expected, difference):
    assert tuning._difference([mx.nd.array(result)._t], [mx.nd.array(expected)._t]) == difference


def test_the_real_candidates_run(monkeypatch, tmp_path, caplog):
    caplog.set_level(logging.INFO)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    net = network()
    expected = net(X).asnumpy()
    net.optimize_for(X, backend="auto", seconds=0.01)
    np.testing.assert_allclose(net(X).asnumpy(), expected, rtol=1e-3)
    assert any(message.startswith("backend 'auto': ") for message in caplog.messages)
