"""Zeros that take memory when they are written, and what a network for prediction holds."""

from __future__ import annotations

import os
import platform
import subprocess
import sys

import mxnet as mx
import numpy as np
import pytest
import torch
from mxnet.core.memory import keep_freed, zeros

MIB = 1 << 20
CPU = torch.device("cpu")


def resident():
    """Return the memory of this process in MiB."""
    with open("/proc/self/statm") as stream:
        return int(stream.read().split()[1]) * os.sysconf("SC_PAGESIZE") / MIB


linux = pytest.mark.skipif(sys.platform != "linux", reason="reads /proc; any system with one would do")


@pytest.mark.parametrize("dtype", ["float32", "float16", "bfloat16", "int8", "int64", "bool"])
@pytest.mark.parametrize("shape", [(0,), (), (3, 2), (1 << 10, 1 << 9), (1, 1 << 19, 1)])
def test_zeros_are_zeros_of_their_type_and_shape(shape, dtype):
    result = zeros(shape, getattr(torch, dtype), CPU)
    assert (tuple(result.shape), result.dtype, result.is_contiguous()) == (shape, getattr(torch, dtype), True)
    assert not result.any()
    assert result.data_ptr() % 64 == 0


def test_zeros_can_be_written_and_keep_their_memory():
    result = zeros((1 << 20,), torch.float32, CPU)
    result[5:] = 2
    result.mul_(3)
    assert result[:7].tolist() == [0] * 5 + [6] * 2
    assert result[-1] == 6


@linux
@pytest.mark.parametrize("keep", [False, True])
def test_zeros_that_nobody_writes_take_no_memory(keep):
    if keep:  # in this process, for good
        keep_freed()
        torch.ones(64 * MIB // 4)  # freed, and kept
    before = resident()
    result = zeros((64 * MIB // 4,), torch.float32, CPU)
    assert resident() - before < 8
    result.fill_(1)
    assert resident() - before > 56


@linux
@pytest.mark.parametrize("numpy_semantics", [False, True])
def test_gradients_take_no_memory_before_a_backward_pass(numpy_semantics):
    with mx.util.np_array(numpy_semantics), mx.util.np_shape(numpy_semantics):
        net = mx.gluon.nn.Dense(1 << 12, in_units=1 << 12, use_bias=False)  # 64 MiB
        net.initialize(mx.init.Zero())
        before = resident()
        net.weight.grad_req = "add"
        net.weight.data().attach_grad()
        assert resident() - before < 8
        assert not net.weight.grad().asnumpy()[::512].any()


@linux
def test_a_hybridized_network_for_prediction_holds_its_weights_twice_at_most():
    size = 2 * 512 * 512 * 9 * 4 / MIB  # of the weights
    net = mx.gluon.nn.HybridSequential()
    net.add(*[mx.gluon.nn.Conv2D(512, 3, in_channels=512, use_bias=False) for _ in range(2)])
    before = resident()
    net.initialize(mx.init.Constant(0.01))
    net.hybridize()
    x = mx.nd.ones((1, 512, 6, 6))
    for _ in range(4):
        net(x).wait_to_read()
    np.testing.assert_allclose(net(x).asnumpy().ravel()[0], 0.01**2 * (512 * 9) ** 2, rtol=1e-4)
    assert resident() - before < 2.6 * size


#: prints how many pages a block of 16 MiB takes from the system after a prediction, and after blocks like it
AGAIN = """
import resource
import mxnet as mx
import torch
net = mx.gluon.nn.Dense(2)
net.initialize()
net.hybridize()
net(mx.nd.ones((1, 2))).asnumpy()
for _ in range(20):  # the first places that are freed may be a few bytes too small for the next block
    torch.ones(16 << 18)
before = resource.getrusage(resource.RUSAGE_SELF).ru_minflt
torch.ones(16 << 18)
print(resource.getrusage(resource.RUSAGE_SELF).ru_minflt - before)
"""


@pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="the limits are those of GNU's C library")
@pytest.mark.parametrize(("limits", "is_kept"), [({}, True), ({"MALLOC_MMAP_THRESHOLD_": "100000"}, False)])
def test_memory_between_operators_is_kept_unless_the_user_has_set_limits(limits, is_kept):
    environment = {**os.environ, "OMP_NUM_THREADS": "1", **limits}
    done = subprocess.run([sys.executable, "-c", AGAIN], env=environment, capture_output=True, text=True, check=True)
    assert (int(done.stdout) < 100) == is_kept


@pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="GNU's C library alone gives memory back when asked")
def test_memory_between_losses_that_are_kept_is_given_back():
    def loss():
        x = mx.nd.ones((1 << 10, 1 << 10))
        x.attach_grad()
        with mx.autograd.record():
            result = ((x * 2).exp() + x).mean()
        result.backward()
        return result

    loss()
    mx.cpu().empty_cache()
    before = resident()
    losses = [loss() for _ in range(30)]
    mx.cpu().empty_cache()
    assert resident() - before < 30
    assert len(losses) == 30
