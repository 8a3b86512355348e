"""What our profiler leaves alone, and what it does better than 1.9.1's."""

import json
import resource
import signal
import subprocess
import sys

import mxnet as mx
import pytest
import torch
from mxnet import profiler
from mxnet.profiler.session import Trace
from mxnet.registry.op import OPS


@pytest.fixture
def path(tmp_path):
    path = tmp_path / "trace.json"
    profiler.set_config(filename=str(path), aggregate_stats=True)
    profiler.dumps(reset=True)
    yield path
    profiler.set_state("stop")
    profiler.set_config(filename=str(path))


def counts():
    return {k: v["Count"] for k, v in json.loads(profiler.dumps(format="json"))["Time"].get("operator", {}).items()}


def test_everything_is_as_it_was_after_the_stop(path):
    x = mx.nd.ones((2, 2))
    bound = mx.sym.sqrt(mx.sym.Variable("x")).bind(mx.cpu(), {"x": x})
    bound.forward()
    before = {name: op.call for name, op in OPS.items()}
    profiler.set_state("run")
    mx.nd.arcsinh(x)  # made while it runs
    bound.forward()
    late = mx.sym.arccosh(mx.sym.Variable("x")).bind(mx.cpu(), {"x": x})
    late.forward()
    seen = counts()
    assert (seen["arcsinh"], seen["sqrt"], seen["arccosh"]) == (1, 1, 1)
    profiler.set_state("stop")
    assert all(op.call is before[name] for name, op in OPS.items())
    for call in (mx.nd.arcsinh, mx.nd.sqrt):
        call(x)
    for item in (bound, late):
        item.forward()
    assert counts() == seen
    profiler.set_state("run")
    late.forward()
    assert counts()["arccosh"] == 2


def test_results_and_errors_are_the_same_while_it_runs(path):
    data = mx.sym.Variable("data")
    bound = mx.sym.FullyConnected(data, num_hidden=2, name="fc").simple_bind(mx.cpu(), data=(2, 3))
    bound.arg_dict["fc_weight"][:] = 1
    bound.arg_dict["data"][:] = 2
    profiler.set_state("run")
    assert bound.forward(is_train=True)[0].asnumpy().tolist() == [[6, 6], [6, 6]]
    bound.backward(mx.nd.ones((2, 2)))
    assert bound.grad_dict["fc_bias"].asnumpy().tolist() == [2, 2]
    bound.arg_dict["data"]._t = torch.zeros(2, 5)
    with pytest.raises(mx.MXNetError, match="node 'fc', operator FullyConnected"):
        bound.forward()
    with pytest.raises(mx.MXNetError, match="operator dot failed"):
        mx.nd.dot(mx.nd.ones((2, 3)), mx.nd.ones((2, 3)))


def test_asking_for_shapes_is_no_application(path):
    profiler.set_state("run")
    mx.sym.FullyConnected(mx.sym.Variable("data"), num_hidden=2).infer_shape(data=(2, 3))
    assert counts() == {}


def test_the_trace_is_whole_after_every_write(path):
    profiler.set_state("run")
    for number in (1, 2, 3):
        mx.nd.sqrt(mx.nd.ones((2,)))
        profiler.dump(False)
        events = json.loads(path.read_text())["traceEvents"]
        assert [event["ph"] for event in events if event["name"] == "sqrt"] == ["B", "E"] * number


def test_torch_profiler_sees_the_names(path):
    profiler.set_state("run")
    with torch.profiler.profile() as seen:
        mx.nd.broadcast_maximum(mx.nd.ones((2, 1)), mx.nd.ones((1, 2)))
    assert "broadcast_maximum" in {item.name for item in seen.events()}


def test_moments_say_how_far_they_reach(path):
    profiler.set_state("run")
    marker = profiler.Domain("D").new_marker("m")
    for scope in ("global", "process", "thread"):
        marker.mark(scope)
    profiler.dump()
    assert [item["s"] for item in json.loads(path.read_text())["traceEvents"] if item["name"] == "m"] == ["g", "p", "t"]


def test_autostart(tmp_path):
    program = "import mxnet as mx; mx.nd.sqrt(mx.nd.ones((2,)))"
    subprocess.run([sys.executable, "-c", program], cwd=tmp_path, env=environment(), check=True)
    events = json.loads((tmp_path / "profile.json").read_text())["traceEvents"]
    assert "sqrt" in {event["name"] for event in events}


def environment():
    import os

    root = os.path.dirname(os.path.dirname(mx.__file__))
    return {**os.environ, "PYTHONPATH": root, "MXNET_PROFILER_AUTOSTART": "1"}


class Twice(mx.operator.CustomOp):
    def forward(self, is_train, req, in_data, out_data, aux):
        self.assign(out_data[0], req[0], in_data[0] * 2)

    def backward(self, req, out_grad, in_data, out_data, in_grad, aux):
        self.assign(in_grad[0], req[0], out_grad[0] * 2)


@mx.operator.register("ProfiledTwice")
class TwiceProp(mx.operator.CustomOpProp):
    def create_operator(self, ctx, in_shapes, in_dtypes):
        return Twice()


@pytest.mark.parametrize("symbolic", [False, True])
def test_custom_operators_and_what_they_call(path, symbolic):
    x = mx.nd.ones((2, 2))
    x.attach_grad()
    profiler.set_state("run")
    if symbolic:
        net = mx.sym.Custom(mx.sym.Variable("x"), op_type="ProfiledTwice")
        bound = net.bind(mx.cpu(), {"x": x}, {"x": x.grad})
        bound.forward(is_train=True)
        bound.backward(mx.nd.ones((2, 2)))
    else:
        with mx.autograd.record():
            y = mx.nd.Custom(x, op_type="ProfiledTwice")
        y.backward()
    result = json.loads(profiler.dumps(format="json"))["Time"]["Custom Operator"]
    names = ("ProfiledTwice::pure_python", "ProfiledTwice::_mul_scalar", "_backward_ProfiledTwice::pure_python")
    assert {result[name]["Count"] for name in names} == {1}


def test_a_full_disk_leaves_the_old_trace_whole(tmp_path):
    path = tmp_path / "profile.json"
    path.write_text('{"traceEvents": ["old"]}')
    event = {"name": "a", "cat": "b", "ph": "i", "ts": 1, "pid": 1, "tid": 1}
    trace = Trace(str(path))
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    before_signal = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    try:
        resource.setrlimit(resource.RLIMIT_FSIZE, (1000, limits[1]))
        with pytest.raises(OSError, match="too large"):
            trace.append([dict(event, name="long" * 500)])
        assert path.read_text() == '{"traceEvents": ["old"]}'
        trace.append([dict(event)])
        before = json.loads(path.read_text())["traceEvents"]
        with pytest.raises(OSError, match="too large"):
            trace.append([dict(event, name="long" * 500, pid=2)])
        assert json.loads(path.read_text())["traceEvents"] == before
        trace.append([dict(event, name="b", pid=2)])
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
        signal.signal(signal.SIGXFSZ, before_signal)
    after = json.loads(path.read_text())["traceEvents"]
    assert [item["name"] for item in after] == ["process_name", "a", "process_name", "b"]
    assert sorted(item.name for item in tmp_path.iterdir()) == ["profile.json"]
