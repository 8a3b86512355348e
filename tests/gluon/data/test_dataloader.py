"""DataLoader: batches, how they are cut, made here, by threads or by processes; as in MXNet 1.9.1."""

from __future__ import annotations

import random

import mxnet as mx
import numpy as np
import pytest
from mxnet.gluon import data

PAIRS = data.ArrayDataset(np.arange(20).reshape(10, 2), np.arange(10))
#: keywords that say who makes the batches
WAYS = {"here": {}, "processes": {"num_workers": 2}, "threads": {"num_workers": 2, "thread_pool": True}}


@pytest.fixture(params=WAYS)
def way(request):
    return WAYS[request.param]


def described(batch):
    if isinstance(batch, (list, tuple)):
        return [described(each) for each in batch]
    return batch.shape, np.dtype(batch.dtype).name


@pytest.mark.parametrize(
    ("samples", "expected"),
    [
        ([1, 2, 3], ((3,), "int64")),
        ([1.5, 2.0], ((2,), "float64")),
        ([np.float32(1), np.float32(2)], ((2,), "float32")),
        ([np.zeros(2, "uint8")] * 3, ((3, 2), "uint8")),
        ([np.zeros(2, "float16")] * 2, ((2, 2), "float16")),
        ([mx.nd.zeros((2,), dtype="int32")] * 2, ((2, 2), "int32")),
        ([[1, 2], [3, 4]], ((2, 2), "int64")),
        ([(1, 2.5), (3, 4.5)], [((2,), "int64"), ((2,), "float64")]),
        ([(mx.nd.ones(2), [1, 2]), (mx.nd.ones(2), [3, 4])], [((2, 2), "float32"), ((2, 2), "int64")]),
        ([True, False], ((2,), "bool")),
    ],
)
@pytest.mark.parametrize("name", ["default_batchify_fn", "default_mp_batchify_fn"])
def test_batches_keep_the_types_of_samples(name, samples, expected):
    assert described(getattr(data.dataloader, name)(samples)) == expected


@pytest.mark.parametrize("samples", [["a", "b"], [b"a"], [{"x": 1}], [None]])
def test_samples_without_numbers(samples):
    with pytest.raises(KeyError):
        data.dataloader.default_batchify_fn(samples)


def test_batches(way):
    batches = list(data.DataLoader(PAIRS, 3, **way))
    assert [batch[1].asnumpy().tolist() for batch in batches] == [[0, 1, 2], [3, 4, 5], [6, 7, 8], [9]]
    assert batches[3][0].asnumpy().tolist() == [[18, 19]]


@pytest.mark.parametrize("dataset", [[1, 2, 3], np.arange(6).reshape(3, 2), mx.nd.arange(6).reshape((3, 2))])
def test_what_can_be_a_dataset(dataset, way):
    loader = data.DataLoader(dataset, 2, **way)
    first, second = loader
    assert (len(loader), len(first), len(second)) == (2, 2, 1)


def test_length_and_last_batch(way):
    for last_batch, number in (("keep", 4), ("discard", 3), ("rollover", 3)):
        loader = data.DataLoader(PAIRS, 3, last_batch=last_batch, **way)
        assert len(loader) == number
        assert len(list(loader)) == number


def test_shuffle_follows_numpy(way):
    np.random.seed(0)
    order = np.arange(10)
    np.random.shuffle(order)
    np.random.seed(0)
    (batch,) = data.DataLoader(PAIRS, 10, shuffle=True, **way)
    np.testing.assert_array_equal(batch[1].asnumpy(), order)


def test_batch_sampler(way):
    loader = data.DataLoader(PAIRS, batch_sampler=[[1, 2], [3]], **way)
    assert [batch[1].asnumpy().tolist() for batch in loader] == [[1, 2], [3]]


@pytest.mark.parametrize(
    "arguments",
    [
        {},
        {"batch_size": 3, "batch_sampler": [[1]]},
        {"batch_sampler": [[1]], "shuffle": True},
        {"batch_sampler": [[1]], "sampler": [0]},
        {"batch_sampler": [[1]], "last_batch": "keep"},
        {"batch_size": 3, "shuffle": True, "sampler": [1, 2]},
    ],
)
def test_arguments_that_exclude_each_other(arguments):
    with pytest.raises(ValueError):
        data.DataLoader(PAIRS, **arguments)


@pytest.mark.parametrize("timeout", [0, -1])
def test_timeout_is_positive(timeout):
    with pytest.raises(AssertionError):
        data.DataLoader(PAIRS, 3, timeout=timeout)


def test_contexts_of_batches():
    for arguments, expected in (
        ({}, mx.cpu()),
        ({"num_workers": 1}, mx.Context("cpu_shared", 0)),
        ({"pin_memory": True}, mx.cpu_pinned(0)),
        ({"pin_memory": True, "num_workers": 1, "pin_device_id": 1}, mx.cpu_pinned(1)),
    ):
        for batch in data.DataLoader(PAIRS, 5, **arguments):
            assert [part.context for part in batch] == [expected, expected]


def listed(samples):
    return samples


def test_own_batchify(way):
    assert list(data.DataLoader([1, 2, 3], 2, batchify_fn=listed, **way)) == [[1, 2], [3]]


@pytest.mark.parametrize("prefetch", [0, 1, 20, -3])
def test_prefetch(prefetch):
    loader = data.DataLoader(PAIRS, 3, num_workers=2, prefetch=prefetch)
    for _ in range(2):
        assert len(list(loader)) == 4


def test_auto_reload():
    loader = data.DataLoader(PAIRS, 3, num_workers=1, auto_reload=True)
    for _ in range(3):
        assert len(list(loader)) == 4
    loader.refresh()
    loader.clean()
    assert len(list(loader)) == 4


def test_two_epochs_at_once(way):
    loader = data.DataLoader(PAIRS, 4, **way)
    one, two = iter(loader), iter(loader)
    seen = [next(one), next(two), next(two), next(one), next(one), next(two)]
    assert [batch[1].asnumpy()[0] for batch in seen] == [0, 0, 4, 4, 8, 8]
    with pytest.raises(StopIteration):
        next(one)


class Faulty(data.Dataset):
    def __len__(self):
        return 8

    def __getitem__(self, idx):
        if idx == 4:
            raise ValueError("sample 4 is bad")
        return idx


def collect(loader, seen):
    for batch in loader:
        seen.append(batch.asnumpy().tolist())


def test_error_is_raised_at_its_batch(way):
    seen = []
    with pytest.raises(ValueError, match="sample 4 is bad"):
        collect(data.DataLoader(Faulty(), 2, **way), seen)
    assert seen == [[0, 1], [2, 3]]


def test_loader_of_earlier_releases():
    for workers in (0, 2):
        batches = list(data.dataloader.DataLoaderV1(PAIRS, 3, num_workers=workers))
        assert [part.context for part in batches[0]] == [mx.cpu(0)] * 2
        assert len(batches) == 4


# -- beyond 1.9.1 -------------------------------------------------------------------------------------------------


def test_next_epoch_after_an_error(way):
    loader = data.DataLoader(Faulty(), 2, **way)
    for _ in range(2):
        with pytest.raises(ValueError, match="sample 4 is bad"):
            list(loader)


class Ending(data.SimpleDataset):
    def __getitem__(self, idx):
        return next(iter(()))


def test_a_dataset_that_raises_stop_iteration_does_not_end_the_epoch_silently(way):
    with pytest.raises(RuntimeError, match="raised StopIteration"):
        list(data.DataLoader(Ending(range(8)), 2, **way))


def test_samples_of_different_shapes_are_named():
    with pytest.raises(mx.MXNetError, match=r"shape \(2,\).* shape \(3,\)"):
        data.dataloader.default_batchify_fn([np.zeros(2), np.zeros(3)])


def test_torch_tensors(way):
    import torch

    dataset = [(torch.full((3,), float(i)), i) for i in range(4)]
    first, _ = data.DataLoader(dataset, 2, **way)
    assert isinstance(first[0], mx.nd.NDArray)
    assert first[0].asnumpy().tolist() == [[0, 0, 0], [1, 1, 1]]


def test_functions_without_a_name_in_workers():
    loader = data.DataLoader(
        data.SimpleDataset([1, 2]).transform(lambda x: x + 1), 1, batchify_fn=lambda x: {"a": x}, num_workers=1
    )
    assert list(loader) == [{"a": [2]}, {"a": [3]}]


def drawn(_):
    return np.random.randint(1 << 30), random.randrange(1 << 30), float(mx.nd.random.uniform(shape=(1,)).asscalar())


def epoch_of_draws(loader):
    return [tuple(part.asscalar() for part in batch) for batch in loader]


def test_workers_draw_different_numbers_that_repeat():
    def epochs(workers):
        np.random.seed(3), random.seed(3), mx.random.seed(3)
        loader = data.DataLoader(data.SimpleDataset(range(4)).transform(drawn), 1, num_workers=workers)
        return [epoch_of_draws(loader) for _ in range(2)]

    first, second = epochs(1), epochs(3)
    assert first == second
    for column in range(3):
        assert len({draws[column] for epoch in first for draws in epoch}) == 8


def test_workers_draw_nothing_from_this_process():
    np.random.seed(3)
    expected = np.random.rand()
    np.random.seed(3)
    list(data.DataLoader(PAIRS, 3, num_workers=2))
    assert np.random.rand() == expected
