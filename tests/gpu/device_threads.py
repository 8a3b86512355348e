"""On a device that is not there, whose backward passes run in a thread of PyTorch's: what code of users sees in them.

Prints the mode, the scopes and the context in which each ``backward`` ran, as JSON.
"""

from __future__ import annotations

import json
import os
import threading

from benchmarks.gpu_count.device import DEVICE, FakeTensor, pretend  # isort: skip - before everything that loads PyTorch

import mxnet as mx
import torch
from mxnet.core import context, rng

from benchmarks.gpu_count.counting import Count
from benchmarks.gpu_count.cuda_only import SPECIAL

seen = {}


def note(key):
    here = mx.autograd.is_training(), mx.util.is_np_shape(), mx.util.is_np_array(), str(mx.current_context())
    seen[key] = [*here, threading.current_thread() is not caller]


class Twice(mx.autograd.Function):
    def __init__(self, key):
        super().__init__()
        self.key = key

    def forward(self, x):
        return x * 2

    def backward(self, dy):
        note(self.key)
        return dy * 2


class Op(mx.operator.CustomOp):
    def forward(self, is_train, req, in_data, out_data, aux):
        self.assign(out_data[0], req[0], in_data[0] * 2)

    def backward(self, req, out_grad, in_data, out_data, in_grad, aux):
        note("custom operator")
        self.assign(in_grad[0], req[0], out_grad[0] * 2)


@mx.operator.register("twice")
class Prop(mx.operator.CustomOpProp):
    def create_operator(self, ctx, shapes, dtypes):
        return Op()


def differentiate(function, train_mode=True):
    x = mx.nd.ones((2, 3), ctx=mx.gpu(0))
    x.attach_grad()
    with mx.autograd.record():
        y = function(x)
    mx.autograd.backward([y], train_mode=train_mode)
    assert (x.grad.asnumpy() == 2).all()


def main():
    differentiate(Twice("training"))
    differentiate(Twice("prediction"), train_mode=False)
    with mx.util.np_shape(True), mx.util.np_array(True), mx.gpu(0):
        differentiate(Twice("scopes"))
        differentiate(lambda x: mx.nd.Custom(x, op_type="twice"))
    x = mx.nd.ones(2, ctx=mx.gpu(0))
    x.attach_grad()
    with mx.autograd.record():
        y = Twice("gradient asked for")(x)
    mx.autograd.grad(y, x, train_mode=False)
    note("afterwards")


if __name__ == "__main__":
    caller = threading.current_thread()
    pretend()
    torch._C._set_only_lift_cpu_tensors(True)
    context._gpu_device, context.num_gpus = lambda i: DEVICE, lambda: 1
    rng._generators[DEVICE] = torch.Generator()
    FakeTensor.mode = Count(SPECIAL)
    with FakeTensor.mode, DEVICE:
        main()
    print(json.dumps(seen), flush=True)
    os._exit(0)  # PyTorch's thread for the device still runs: now and then it ends the process by abort at its exit
