"""What was prepared from weights is never used for other values, whatever addresses and threads do."""

from __future__ import annotations

import ast
import copy
import gc
import threading
from pathlib import Path

import mxnet as mx
import numpy as np
import pytest
import torch
from mxnet.core.write_tracking import Kept, alias_of, all_writable_again, note_write, share, stamp, writable
from mxnet.graph.passes import fuse_convolution as fusion

pytestmark = pytest.mark.usefixtures("undocumented")

SHAPE = (2, 1, 3, 3)


@pytest.fixture
def prepared(monkeypatch, fast_kernels):
    """Return a network of one convolution, its input, and the list of the fused convolutions that were made."""
    result = []

    class Noted(fusion.FusedConvolution):
        def __init__(self, *args):
            super().__init__(*args)
            result.append(self)

    monkeypatch.setattr(fusion, "FusedConvolution", Noted)
    net = mx.gluon.nn.Conv2D(2, 3, in_channels=1, use_bias=False)
    net.initialize(mx.init.One())
    net.hybridize()
    return net, mx.nd.ones((1, 1, 3, 3)), result


def is_prepared(fused):
    return fused._ready[1] is not None


@pytest.fixture
def reused():
    """Return a function that gives new tensors, one after the other at the same address."""
    memory = np.zeros(SHAPE, "float32")

    def tensor():
        result = torch.from_numpy(memory)
        assert result.untyped_storage().data_ptr() == memory.ctypes.data
        return result

    return tensor


def test_new_memory_at_the_address_has_another_stamp(reused):
    before = stamp(reused())
    assert stamp(reused()) != before


def test_new_memory_at_the_address_of_shared_memory_has_a_stamp(reused):
    share(reused())
    assert stamp(reused()) is not None


def test_a_stamp_stays_while_the_memory_lives_though_only_a_graph_holds_it():
    tensor, x = torch.ones(SHAPE), torch.ones(SHAPE, requires_grad=True)
    before, product = stamp(tensor), x * tensor
    del tensor
    gc.collect()
    assert stamp(product.grad_fn._saved_other)[0] is before[0]


@pytest.mark.parametrize("part", [lambda t: t, lambda t: t[1], lambda t: t.detach().view(-1)])
def test_a_write_to_any_part_gives_another_stamp(part):
    tensor = torch.ones(SHAPE)
    before = stamp(tensor)
    assert stamp(tensor) == before
    writable(part(tensor)).zero_()
    assert stamp(tensor) != before


def test_memory_of_other_processes_has_no_stamp():
    assert stamp(torch.ones(SHAPE).share_memory_()) is None


def hold_a_write(array, value, begun, go_on):
    target = writable(array._t)
    begun.set()
    go_on.wait(10)
    target.fill_(value)


@pytest.mark.parametrize("view", [lambda t: t, lambda t: t[1:], lambda t: t.view(-1)[2:].unsqueeze(0)])
def test_there_is_no_stamp_while_a_write_is_under_way(view):
    tensor, other = torch.ones(SHAPE), torch.ones(SHAPE)
    target = view(writable(tensor))
    assert stamp(tensor) is None
    assert stamp(tensor[1]) is None
    assert stamp(other) is not None
    target.zero_()
    del target
    assert stamp(tensor) is not None


def test_each_of_several_writes_is_waited_for():
    tensor = torch.ones(SHAPE)
    first, second = writable(tensor), writable(tensor)
    assert stamp(tensor) is None
    del second
    assert stamp(tensor) is None
    del first
    assert stamp(tensor) is not None


def test_a_write_that_failed_is_over_with_its_error():
    array = mx.nd.ones(SHAPE)
    with pytest.raises(mx.MXNetError):
        array += mx.nd.ones((7, 7))
    gc.collect()
    assert stamp(array._t) is not None


def test_what_is_made_while_a_write_that_began_before_ends_is_not_kept():
    tensor = torch.ones(SHAPE)
    targets = [writable(tensor)]

    def make(value):
        result = value.clone()
        if targets:
            targets.pop().zero_()
        return result

    kept = Kept(make)
    assert kept(tensor).sum() == tensor.numel()
    assert kept(tensor).sum() == 0


def executor_of(rows, grad_req="write"):
    """Return an executor of a fully connected layer with as many inputs as outputs, whose weight gets a gradient."""
    symbol = mx.sym.FullyConnected(mx.sym.var("x"), num_hidden=rows, no_bias=True, name="fc")
    return symbol.simple_bind(mx.cpu(), grad_req={"x": "null", "fc_weight": grad_req}, x=(320, rows))


def run_executor(executor):
    executor.forward(is_train=True)
    executor.backward(mx.nd.ones(executor.outputs[0].shape))


def test_a_gradient_that_is_computed_into_its_buffer_changes_the_stamp_before_and_after(monkeypatch, fast_kernels):
    from mxnet.executor import gradients

    executor = executor_of(8)
    buffer = executor.grad_dict["fc_weight"]._t
    stamps = [stamp(buffer)]
    monkeypatch.setattr(gradients, "note_write", lambda t: (note_write(t), stamps.append(stamp(t))))
    run_executor(executor)
    assert len(set(stamps)) == 3
    assert stamps[-1] == stamp(buffer)


def watched_executor(rows, grad_req):
    executor = executor_of(rows, grad_req)
    return executor.gradient_slots["fc_weight"], lambda: run_executor(executor)


def watched_array(grad_req, sparse_grad=False):
    weight = mx.nd.ones((8, 4))
    weight.attach_grad(grad_req)

    def run():
        with mx.autograd.record():
            y = mx.nd.Embedding(mx.nd.array([1, 3]), weight, 8, 4, sparse_grad=sparse_grad) * 2
        y.backward()

    return weight._slot, run


@pytest.mark.parametrize("grad_req", ["write", "add"])
@pytest.mark.parametrize(
    "watched",
    [
        lambda req: watched_executor(512, req),
        lambda req: watched_executor(8, req),
        watched_array,
        lambda req: watched_array(req, sparse_grad=True),
    ],
    ids=["large", "small", "array", "sparse"],
)
def test_the_write_of_a_gradient_is_over_when_it_is_told_of(watched, grad_req):
    slot, run = watched(grad_req)
    stamps = []
    slot.watch(lambda: stamps.append(stamp(slot.buffer._t)))
    for _ in range(2):
        run()
        assert stamps[-1] is not None
        assert stamps[-1] == stamp(slot.buffer._t)
    assert len(set(stamps)) == len(stamps) == 2


def test_weights_that_get_gradients_are_prepared_at_once_and_after_a_change_when_they_come_again(prepared):
    net, x, result = prepared
    for value in (1, 2, 3):  # the first call finds nothing that has changed
        net.weight.set_data(mx.nd.full((2, 1, 3, 3), value))
        assert net(x)[0, 0, 0, 0].asscalar() == 9 * value
        assert is_prepared(result[-1]) == (value == 1)
    assert net(x)[0, 0, 0, 0].asscalar() == 27
    assert is_prepared(result[-1])


def test_nothing_is_prepared_while_a_write_is_under_way_that_began_before(prepared):
    net, x, result = prepared
    begun, go_on = threading.Event(), threading.Event()
    writer = threading.Thread(target=hold_a_write, args=(net.weight.data(), 5.0, begun, go_on))
    writer.start()
    begun.wait(10)
    assert stamp(net.weight.data()._t) is None
    assert [net(x)[0, 0, 0, 0].asscalar() for _ in range(4)] == [9.0] * 4
    assert not any(map(is_prepared, result))
    go_on.set()
    writer.join()
    assert stamp(net.weight.data()._t) is not None
    assert [net(x)[0, 0, 0, 0].asscalar() for _ in range(4)] == [45.0] * 4
    assert result
    assert all(map(is_prepared, result))


def test_threads_that_write_leave_no_stale_weights_and_preparation_goes_on(prepared):
    net, x, result = prepared
    weight, failures = net.weight.data(), []
    values = np.arange(1, 17, dtype="float32")

    def write(value):
        rng = np.random.RandomState(int(value))
        for _ in range(25):
            weight[:] = mx.nd.full(SHAPE, rng.choice(values))
            if net(x)[0, 0, 0, 0].asscalar() < 9:
                failures.append(value)

    for _ in range(4):
        threads = [threading.Thread(target=write, args=(value,)) for value in values]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        expected = weight[0].sum().asscalar()
        assert [net(x)[0, 0, 0, 0].asscalar() for _ in range(4)] == [expected] * 4
    assert not failures
    assert result
    assert all(map(is_prepared, result))


def test_tensors_to_write_to_stay_in_the_function_that_asked_for_them():
    for path in Path(mx.__file__).parent.rglob("*.py"):
        text = path.read_text()
        for node in ast.walk(ast.parse(text)) if "writable" in text else ():
            kept = isinstance(node, (ast.Return, ast.Yield, ast.Lambda)) or (
                isinstance(node, ast.Assign) and any(isinstance(target, ast.Attribute) for target in node.targets)
            )
            calls = [n for n in ast.walk(node) if isinstance(n, ast.Call)] if kept else []
            direct = getattr(node, "value", None) or getattr(node, "body", None)
            assert not any(c is direct and getattr(c.func, "id", "") == "writable" for c in calls), f"{path}:{node}"


def test_a_write_through_what_stays_with_a_tensor_changes_the_stamp():
    t = torch.zeros(2)
    for _ in range(2):
        before = stamp(t)
        targets = all_writable_again([t])
        assert stamp(t) is None  # a write is under way
        targets[0].add_(1)
        del targets
        assert stamp(t) not in (None, before)
    assert t.tolist() == [2.0, 2.0]


def test_what_stays_with_a_tensor_follows_it_to_other_memory():
    t = torch.zeros(2)
    alias = alias_of(t)
    assert alias_of(t) is alias
    t.data = torch.ones(3)
    all_writable_again([t])[0].add_(1)
    assert t.tolist() == [2.0, 2.0, 2.0]
    assert alias.target.tolist() == [0.0, 0.0]


def test_a_copy_and_a_file_of_a_tensor_have_nothing_to_write_to_it(tmp_path):
    t = torch.zeros(2)
    alias_of(t)
    torch.save(t, tmp_path / "t.pt")
    for other in (copy.deepcopy(t), torch.load(tmp_path / "t.pt")):
        all_writable_again([other])[0].add_(1)
        assert other.tolist() == [1.0, 1.0]
    assert t.tolist() == [0.0, 0.0]
