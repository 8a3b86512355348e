"""DataDesc, DataBatch and the base of iterators."""

from __future__ import annotations

import pickle

import mxnet as mx
import numpy as np
import pytest


def test_a_description_is_a_pair_with_type_and_layout():
    desc = mx.io.DataDesc("a", (2, 3))
    assert desc == ("a", (2, 3))
    assert (desc.name, desc.shape, desc.dtype, desc.layout) == ("a", (2, 3), np.float32, "NCHW")
    assert str(desc) == "DataDesc[a,(2, 3),<class 'numpy.float32'>,NCHW]"
    name, shape = desc
    assert (name, shape) == ("a", (2, 3))


def test_a_description_can_be_pickled():
    desc = pickle.loads(pickle.dumps(mx.io.DataDesc("a", (2, 3), "float16", "NTC")))
    assert (desc.name, desc.shape, desc.dtype, desc.layout) == ("a", (2, 3), "float16", "NTC")


@pytest.mark.parametrize(("layout", "axis"), [("NCHW", 0), ("TNC", 1), (None, 0), ("CHW", -1)])
def test_the_batch_axis(layout, axis):
    assert mx.io.DataDesc.get_batch_axis(layout) == axis


def test_lists_of_descriptions():
    assert mx.io.DataDesc.get_list([("a", (2,))], None)[0].dtype == np.float32
    both = mx.io.DataDesc.get_list([("a", (2,)), ("b", (3,))], [("b", "int32"), ("a", "float16")])
    assert [desc.dtype for desc in both] == ["float16", "int32"]


def test_a_batch_shows_its_shapes():
    batch = mx.io.DataBatch([mx.nd.ones((2, 3))], [mx.nd.ones((2,))], pad=1)
    assert str(batch) == "DataBatch: data shapes: [(2, 3)] label shapes: [(2,)]"
    assert batch.pad == 1
    assert str(mx.io.DataBatch([mx.nd.ones(2)])) == "DataBatch: data shapes: [(2,)] label shapes: None"


@pytest.mark.parametrize("arguments", [{"data": mx.nd.ones(2)}, {"data": [], "label": mx.nd.ones(2)}])
def test_a_batch_needs_lists(arguments):
    with pytest.raises(AssertionError):
        mx.io.DataBatch(**arguments)


def test_the_base_has_no_batches():
    iterator = mx.io.DataIter(3)
    assert iterator.batch_size == 3
    assert iter(iterator) is iterator
    assert list(iterator) == []
    assert iterator.reset() is None


def test_own_iterators_define_the_steps():
    class Three(mx.io.DataIter):
        count = 0

        def iter_next(self):
            self.count += 1
            return self.count < 4

        def getdata(self):
            return [mx.nd.ones((1,)) * self.count]

        def getlabel(self):
            return []

        def getpad(self):
            return 0

    assert [batch.data[0].asscalar() for batch in Three()] == [1, 2, 3]
