"""Contexts: several CPUs on one device, GPUs where there are any."""

import contextlib
import copy
import pickle
import threading

import mxnet as mx
import numpy as np
import pytest
from mxnet import nd
from mxnet.base import MXNetError

from tests.threads import in_a_thread

no_gpu = pytest.mark.skipif(mx.context.num_gpus() > 0, reason="tells what happens on a machine without GPUs")


def test_names_and_numbers():
    assert [str(c) for c in (mx.cpu(), mx.cpu(3), mx.gpu(2), mx.cpu_pinned())] == [
        "cpu(0)", "cpu(3)", "gpu(2)", "cpu_pinned(0)",
    ]  # fmt: skip
    assert (mx.gpu(1).device_type, mx.gpu(1).device_typeid, mx.gpu(1).device_id) == ("gpu", 2, 1)
    assert mx.Context.devtype2str[1] == "cpu"
    assert mx.Context.devstr2type == {"cpu": 1, "gpu": 2, "cpu_pinned": 3, "cpu_shared": 5}
    assert mx.Context("gpu", 1) == mx.Context(mx.gpu(1)) == mx.gpu(1)
    with pytest.raises(KeyError):
        mx.Context("nonsense")


@pytest.mark.parametrize("number", ["0", None, [0], "a"])
def test_a_device_has_a_number(number):
    for make in (mx.cpu, mx.gpu, lambda device_id: mx.Context("cpu", device_id)):
        with pytest.raises(TypeError, match="number"):
            make(number)


@pytest.mark.parametrize("number", [1.0, True, np.int64(1), np.float32(1)])
def test_other_numbers_of_a_device(number):
    assert str(mx.cpu(number)) == "cpu(1)"
    assert mx.cpu(number) == mx.cpu(1)


def test_equality():
    assert mx.cpu(0) == mx.cpu()
    assert mx.cpu(0) != mx.cpu(1)
    assert mx.cpu(0) != mx.gpu(0)
    assert mx.cpu(0) != "cpu(0)"
    assert len({mx.cpu(0), mx.cpu(), mx.cpu(1)}) == 2


def test_copies_and_pickles_are_equal():
    for same in (pickle.loads(pickle.dumps(mx.cpu(2))), copy.deepcopy(mx.cpu(2)), copy.copy(mx.cpu(2))):
        assert same == mx.cpu(2)


def test_blocks_nest():
    assert mx.current_context() == mx.cpu(0)
    with mx.Context("cpu", 5):
        assert mx.current_context() == mx.cpu(5)
        with mx.cpu(6) as inner:
            assert nd.ones(1).ctx == inner == mx.cpu(6)
        assert mx.current_context() == mx.cpu(5)
    assert mx.current_context() == mx.cpu(0)


def test_a_context_may_be_entered_twice():  # 1.9.1 forgets what was outside
    context = mx.cpu(3)
    with context, context:
        pass
    assert mx.current_context() == mx.cpu(0)


def test_threads_start_with_the_first_cpu():
    with mx.cpu(4):
        assert in_a_thread(mx.current_context) == mx.cpu(0)


def test_the_default_context_can_be_read_and_set():
    with pytest.warns(DeprecationWarning, match="default_ctx"):
        assert mx.Context.default_ctx == mx.cpu(0)
    try:
        with pytest.warns(DeprecationWarning, match="default_ctx"):
            mx.Context.default_ctx = mx.cpu(3)
        assert nd.zeros(1).ctx == mx.cpu(3)
        with pytest.warns(DeprecationWarning, match="default_ctx"):
            assert mx.cpu(0).default_ctx == mx.cpu(3)
    finally:
        with pytest.warns(DeprecationWarning, match="default_ctx"):
            mx.Context.default_ctx = mx.cpu(0)


def test_the_default_context_of_a_thread_can_be_set():
    mx.Context._default_ctx.value = mx.cpu(2)
    try:
        assert nd.zeros(1).ctx == mx.cpu(2)
    finally:
        mx.Context._default_ctx.value = mx.cpu(0)


def test_arrays_move_between_cpus():
    x = nd.array([1, 2], ctx=mx.cpu(1))
    y = x.as_in_context(mx.cpu(2))
    y += 1
    assert (y.ctx, y.asnumpy().tolist()) == (mx.cpu(2), [2, 3])
    assert (x.ctx, x.asnumpy().tolist()) == (mx.cpu(1), [1, 2])
    assert (x + y).ctx == mx.cpu(1)
    assert nd.concat(y, x, dim=0).ctx == mx.cpu(2)


def test_emptying_the_cache_of_a_cpu_is_nothing():
    assert mx.cpu().empty_cache() is None


@no_gpu
def test_without_gpus():
    assert mx.context.num_gpus() == 0
    x = nd.ones(1)
    for action in (
        lambda: nd.zeros(1, mx.gpu(0)),
        lambda: nd.array([1], ctx=mx.gpu(3)),
        lambda: x.copyto(mx.gpu(0)),
        lambda: x.as_in_context(mx.gpu(0)),
        lambda: nd.random.uniform(shape=1, ctx=mx.gpu(0)),
        lambda: mx.context.gpu_memory_info(0),
        lambda: mx.gpu(0).empty_cache(),
    ):
        with pytest.raises(MXNetError):
            action()


@no_gpu
def test_a_missing_gpu_is_named():
    with pytest.raises(MXNetError, match=r"gpu\(3\).*0 GPU"):
        nd.zeros(1, mx.gpu(3))


def test_a_with_block_of_one_thread_leaves_those_of_others_alone():
    shared, inside, left = mx.cpu(), threading.Event(), threading.Event()
    current = []

    def other():
        with mx.cpu(2), shared:
            inside.set()
            left.wait(10)
        current.append(mx.current_context())

    with mx.cpu(1):
        thread = threading.Thread(target=other)
        with shared:
            thread.start()
            inside.wait(10)
        current.append(mx.current_context())
        left.set()
        thread.join()
    assert current == [mx.cpu(1), mx.cpu(0)]


def test_blocks_end_from_the_inside_out():  # 1.9.1 stays in the first one
    def run():
        first, second = mx.cpu(1), mx.cpu(2)
        first.__enter__()
        second.__enter__()
        first.__exit__(None, None, None)
        between = mx.current_context()
        second.__exit__(None, None, None)
        return between, mx.current_context()

    assert in_a_thread(run) == (mx.cpu(1), mx.cpu(0))


def test_a_block_that_ends_in_another_thread():
    entered = mx.cpu(1)

    def close():
        entered.__exit__(None, None, None)
        return mx.current_context()

    with entered:
        assert in_a_thread(close) == mx.cpu(0)
        assert mx.current_context() == entered
    assert mx.current_context() == mx.cpu(0)


def test_a_generator_that_is_closed_in_another_thread():
    def numbers():
        with mx.cpu(1):
            yield 1

    def close():
        with mx.cpu(2):
            generator.close()
            return mx.current_context()

    generator = numbers()
    next(generator)
    assert in_a_thread(close) == mx.cpu(2)
    mx.Context._default_ctx.value = mx.cpu(0)


def test_an_exit_stack_takes_contexts():
    with contextlib.ExitStack() as stack:
        stack.enter_context(mx.cpu(1))
        stack.enter_context(mx.cpu(2))
        assert mx.current_context() == mx.cpu(2)
    assert mx.current_context() == mx.cpu(0)


def test_an_exception_ends_a_block():
    with pytest.raises(ValueError, match="x"), mx.cpu(1):
        raise ValueError("x")
    assert mx.current_context() == mx.cpu(0)


#: pickle.dumps(mx.gpu(1), 2) of MXNet 1.9.1
GPU_OF_1_9_1 = (
    b"\x80\x02cmxnet.context\nContext\nq\x00)\x81q\x01}q\x02(X\r\x00\x00\x00device_typeidq\x03K\x02"
    b"X\t\x00\x00\x00device_idq\x04K\x01X\x08\x00\x00\x00_old_ctxq\x05Nub."
)


@pytest.mark.parametrize("pickled", [GPU_OF_1_9_1, pickle.dumps(mx.gpu(1)), pickle.dumps(mx.gpu(1), 2)])
def test_pickles_of_contexts(pickled):
    assert pickle.loads(pickled) == mx.gpu(1)
    assert copy.deepcopy(pickle.loads(pickled)) == mx.gpu(1)
