"""The profiler as programs use it. MXNet 1.9.1 passes too, where it can be configured again after a dump."""

import json

import mxnet as mx
import pytest
from mxnet import profiler


@pytest.fixture
def run(tmp_path):
    path = tmp_path / "trace.json"

    def start(**settings):
        profiler.set_config(**{"filename": str(path), "continuous_dump": True, "aggregate_stats": True, **settings})
        profiler.dumps(reset=True)
        profiler.set_state("run")
        return path

    yield start
    profiler.set_state("stop")
    profiler.set_config(filename=str(path))


def times(category, **options):
    return json.loads(profiler.dumps(format="json", **options))["Time"].get(category, {})


def net():
    data = mx.sym.Variable("data")
    net = mx.sym.Activation(mx.sym.FullyConnected(data, num_hidden=4, name="fc"), act_type="tanh")
    return mx.sym.SoftmaxOutput(net, name="softmax")


def test_operators_on_arrays_appear_under_their_names(run):
    x = mx.nd.zeros((100, 100))
    run(profile_imperative=True)
    y = mx.nd.sqrt(x)
    x = x + 1
    x = x + 1
    mx.nd.dot(x, y)
    mx.nd.waitall()
    result = times("operator")
    assert {name: result[name]["Count"] for name in ("sqrt", "_plus_scalar", "dot")} == {
        "sqrt": 1,
        "_plus_scalar": 2,
        "dot": 1,
    }


def test_operators_in_graphs_and_their_gradients(run):
    run(profile_symbolic=True)
    bound = net().simple_bind(mx.cpu(), data=(2, 5))
    for _ in range(2):
        bound.forward(is_train=True)
        bound.backward()
    mx.nd.waitall()
    result = times("operator")
    names = ("FullyConnected", "Activation", "SoftmaxOutput")
    assert {result[name]["Count"] for name in (*names, *(f"_backward_{name}" for name in names))} == {2}


def test_gradients_of_recorded_calls(run):
    x = mx.nd.ones((3,))
    x.attach_grad()
    run()
    with mx.autograd.record():
        y = mx.nd.sin(x * 2)
    y.backward()
    mx.nd.waitall()
    assert times("operator")["_backward_mul_scalar"]["Count"] == 1


def test_nothing_is_recorded_in_a_pause_nor_after_the_stop(run):
    x = mx.nd.ones((3,))
    run()
    profiler.pause()
    mx.nd.sqrt(x).wait_to_read()
    profiler.resume()
    mx.nd.sin(x).wait_to_read()
    profiler.set_state("stop")
    mx.nd.cos(x).wait_to_read()
    result = times("operator")
    assert "sin" in result
    assert "sqrt" not in result
    assert "cos" not in result


def test_scopes_and_counters(run):
    run()
    domain = profiler.Domain("PythonDomain")
    task, frame, event = domain.new_task("task"), domain.new_frame("frame"), profiler.Event("event")
    for scope in (task, frame, event):
        scope.start()
        scope.stop()
        scope.start()
        scope.stop()
    counter = domain.new_counter("counter", 5)
    counter += 3
    counter -= 1
    counter.increment(2)
    counter.decrement()
    domain.new_marker("moment").mark()
    assert [str(item) for item in (domain, task, frame, event, counter)] == [
        "PythonDomain", "task", "frame", "event", "counter",
    ]  # fmt: skip
    assert times("PythonDomain")["task"]["Count"] == 2
    assert times("PythonDomain,frame")["frame"]["Count"] == 2
    assert times("event")["event"]["Count"] == 2
    # of a counter: the last value, the extremes, and half of the range, divided by a thousand
    assert times("PythonDomain")["counter"] == {"Count": 5, "Total": 0.008, "Min": 0.005, "Max": 0.009, "Avg": 0.002}


@pytest.mark.parametrize("ascending", [False, True])
@pytest.mark.parametrize("sort_by", ["total", "avg", "min", "max", "count"])
def test_statistics_are_sorted(run, sort_by, ascending):
    run()
    event, other = profiler.Event("a"), profiler.Event("b")
    for item in (event, other, other, event, other):
        item.start()
        mx.nd.ones((3,)).wait_to_read()
        item.stop()
    profiler.set_state("stop")
    for category in ("event", "operator"):
        values = [item[sort_by.capitalize()] for item in times(category, sort_by=sort_by, ascending=ascending).values()]
        assert values == sorted(values, reverse=not ascending)


def test_the_table_of_statistics(run):
    run()
    domain = profiler.Domain("D")
    domain.new_counter("a counter with a name of forty characters", 5)
    domain.new_counter("short", 7)
    profiler.set_state("stop")
    lines = profiler.dumps().splitlines()
    begin = lines.index("D")
    assert lines[:3] == ["", "Profile Statistics:", "\tNote the difference in units for different entries."]
    assert lines[begin : begin + 7] == [
        "D",
        "=================",
        "Name                          Total Count        Time (ms)    Min Time (ms)    Max Time (ms)    Avg Time (ms)",
        "----                          -----------        ---------    -------------    -------------    -------------",
        "short                                   1           0.0070           0.0070           0.0070           0.0000",
        "a counter with a name of forty characters               1           0.0050           0.0050           0.0050"
        "           0.0000",
        "",
    ]


def test_memory_of_results(run):
    run(profile_memory=True)
    kept = mx.nd.ones((100, 10))
    kept.wait_to_read()
    text = profiler.dumps()
    assert "Memory: cpu/0" in text
    assert "Min Use  (kB)    Max Use  (kB)    Avg Use  (kB)" in text
    assert json.loads(profiler.dumps(format="json"))["Memory"]["Device Storage"]["Memory: cpu/0"]["Max"] >= 4


def test_the_trace(run):
    path = run()
    task = profiler.Domain("D").new_task("T")
    task.start()
    mx.nd.sqrt(mx.nd.ones((3,))).wait_to_read()
    mx.nd.waitall()
    task.stop()
    profiler.dump()
    content = json.loads(path.read_text())
    assert content["displayTimeUnit"] == "ms"
    marks = [(item["name"], item["ph"]) for item in content["traceEvents"] if item["name"] in ("sqrt", "T")]
    assert sorted(marks) == [("T", "b"), ("T", "e"), ("sqrt", "B"), ("sqrt", "E")]
    processes = {item["pid"]: item["args"]["name"] for item in content["traceEvents"] if item["ph"] == "M"}
    owner = next(item for item in content["traceEvents"] if item["name"] == "sqrt")["pid"]
    assert processes[owner] == "cpu/0"


def test_dump_needs_a_run(run):
    run()
    profiler.dump()
    with pytest.raises(mx.MXNetError, match="hasn't been run"):
        profiler.dump()


def test_no_statistics_unless_they_are_asked_for(run):
    run(aggregate_stats=False)
    mx.nd.ones((3,)).wait_to_read()
    assert profiler.dumps() == profiler.dumps(format="json") == ""


@pytest.mark.parametrize(
    "settings",
    [{"nosuch": 1}, {"profile_all": "x"}, {"profile_all": 2}, {"dump_period": "x"}, {"dump_period": -1}]
    + [{"profile_process": "foo"}],
)
def test_settings_are_checked(settings):
    with pytest.raises(mx.MXNetError):
        profiler.set_config(**settings)


@pytest.mark.parametrize(
    ("call", "error"),
    [
        (lambda: profiler.set_state("foo"), KeyError),
        (lambda: profiler.set_state("run", "foo"), KeyError),
        (lambda: profiler.resume("foo"), KeyError),
        (lambda: profiler.dumps(format="xml"), AssertionError),
        (lambda: profiler.dumps(sort_by="name"), AssertionError),
        (lambda: profiler.dumps(reset="x"), AssertionError),
        (lambda: profiler.Marker(profiler.Domain("d"), "m").mark("foo"), mx.MXNetError),
        (lambda: profiler.Counter(profiler.Domain("d"), "c", "x"), ValueError),
        (lambda: profiler.Domain(5), AttributeError),
    ],
)
def test_wrong_values(call, error):
    with pytest.raises(error):
        call()


def test_old_names(run):
    path = run()
    with pytest.warns(UserWarning, match="deprecated"):
        profiler.profiler_set_state("run")
    mx.nd.sqrt(mx.nd.ones((3,))).wait_to_read()
    with pytest.warns(UserWarning, match="deprecated"):
        profiler.dump_profile()
    assert '"sqrt"' in path.read_text()
    profiler.set_state("stop")
    with pytest.warns(UserWarning, match="deprecated"):
        profiler.profiler_set_config("symbolic", str(path))


SERVER_CALLS = [
    lambda: profiler.set_config(profile_process="server", filename="unwritten.json"),
    lambda: profiler.set_state("run", "server"),
    lambda: profiler.pause("server"),
    lambda: profiler.resume("server"),
    lambda: profiler.dump(profile_process="server"),
]


@pytest.mark.parametrize("call", SERVER_CALLS)
def test_servers_belong_to_a_store(call, monkeypatch):
    monkeypatch.setattr(mx.kv.base, "newest", None)
    with pytest.raises(mx.MXNetError, match="no kvstore was made"):
        call()


@pytest.mark.parametrize("call", SERVER_CALLS)
def test_a_store_of_one_process_has_no_servers(call, monkeypatch):
    monkeypatch.setattr(mx.kv.base, "newest", None)
    store = mx.kv.create("local")  # noqa: F841  (kept alive)
    with pytest.warns(UserWarning, match="'local' store has no server"):
        call()
