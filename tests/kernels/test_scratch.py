"""The memory in which the convolutions of one graph scale their weights."""

from __future__ import annotations

import torch
from mxnet.kernels.fused_convolution import Scratch

SHAPES = [torch.Size(shape) for shape in ((2, 3, 1, 1), (4, 2, 3, 3), (1, 2, 2, 2))]


def filled(scratch, who, shape):
    """Fill memory of a shape with ones; return their sum and where the memory lies."""

    def make(memory):
        assert memory.shape == shape
        assert memory.is_contiguous(memory_format=torch.channels_last)
        return memory.fill_(1).sum().item(), memory.data_ptr()

    return scratch.use(who, shape, make)


def test_each_gets_memory_of_its_shape_with_channels_innermost():
    scratch = Scratch()
    scratch.waiting.update(range(4))
    assert [filled(scratch, i, shape)[0] for i, shape in enumerate(SHAPES)] == [6, 72, 8]


def test_what_is_no_larger_gets_the_same_memory():
    scratch = Scratch()
    scratch.waiting.update(range(3))
    assert filled(scratch, 0, SHAPES[1])[1] == filled(scratch, 1, SHAPES[0])[1]


def test_it_is_given_up_after_the_last():
    scratch = Scratch()
    scratch.waiting.update(range(2))
    filled(scratch, 0, SHAPES[0])
    assert scratch._memory is not None
    filled(scratch, 1, SHAPES[0])
    assert scratch._memory is None


def test_another_thread_that_comes_meanwhile_gets_memory_of_its_own():
    scratch = Scratch()
    scratch.waiting.update(range(2))

    def make(memory):
        memory.fill_(2)
        filled(scratch, 1, SHAPES[0])  # as another would: the memory is in use
        return memory.sum().item()

    assert scratch.use(0, SHAPES[0], make) == 12
