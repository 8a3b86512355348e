"""Sentences in buckets, and a language model trained on them."""

from __future__ import annotations

import logging
import random

import mxnet as mx
import numpy as np
import pytest

SENTENCES = [list(range(1, 1 + length)) for length in (3, 2, 5, 3, 7, 1, 3, 5, 5, 5, 9, 2, 3, 3)]


def seeded(**kwargs):
    random.seed(3)
    np.random.seed(4)
    return mx.rnn.BucketSentenceIter(SENTENCES, 2, **kwargs)


def test_batches_are_those_of_mxnet():
    batches = list(seeded(buckets=[5, 3], layout="TN", dtype="int32", invalid_label=0))
    # Recorded from MXNet 1.9.1 with the same seeds.
    assert [batch.bucket_key for batch in batches] == [3, 3, 3, 5, 5, 3]
    assert batches[0].data[0].asnumpy().tolist() == [[1, 1], [2, 2], [3, 3]]
    assert batches[0].label[0].asnumpy().tolist() == [[2, 2], [3, 3], [0, 0]]
    assert batches[5].data[0].asnumpy().tolist() == [[1, 1], [0, 2], [0, 3]]
    assert batches[5].label[0].asnumpy().tolist() == [[0, 2], [0, 3], [0, 0]]
    assert batches[3].provide_data == [("data", (5, 2))]
    assert batches[0].data[0].dtype == np.int32


def test_buckets_are_the_lengths_that_fill_a_batch(caplog):
    with caplog.at_level(logging.WARNING):
        data = seeded()
    assert data.buckets == [2, 3, 5]
    assert data.default_bucket_key == 5
    assert data.provide_data == [("data", (2, 5))]
    assert "discarded 2 sentences" in caplog.text


def test_empty_buckets_are_left_out():
    data = mx.rnn.BucketSentenceIter([[1, 2], [3, 4], [1] * 9], 2, buckets=[2, 1, 4])
    assert [batch.bucket_key for batch in data] == [2]
    assert data.buckets == [2]
    assert data.default_bucket_key == 2
    assert data.provide_data == [("data", (2, 2))]


@pytest.mark.parametrize("sentences", [[], [[1] * 9]])
def test_buckets_without_a_sentence(sentences):
    with pytest.raises(ValueError, match="no bucket"):
        mx.rnn.BucketSentenceIter(sentences, 2, buckets=[3])


def test_an_epoch_ends_and_begins_again():
    data = seeded()
    number = len(list(data))
    with pytest.raises(StopIteration):
        data.next()
    data.reset()
    assert len(list(data)) == number


def test_a_language_model_learns_to_count():
    sentences = [[1 + (start + i) % 6 for i in range(length)] for start in range(6) for length in (4, 6)] * 8
    data = mx.rnn.BucketSentenceIter(sentences, 8, buckets=[4, 6], invalid_label=0)
    cell = mx.rnn.SequentialRNNCell()
    cell.add(mx.rnn.LSTMCell(16, prefix="lstm_"))

    def network(length):
        words = mx.sym.Embedding(mx.sym.Variable("data"), input_dim=7, output_dim=8, name="embed")
        outputs, _ = cell.unroll(length, words, merge_outputs=True)
        scores = mx.sym.FullyConnected(mx.sym.Reshape(outputs, shape=(-1, 16)), num_hidden=7, name="scores")
        label = mx.sym.Reshape(mx.sym.Variable("softmax_label"), shape=(-1,))
        net = mx.sym.SoftmaxOutput(scores, label, use_ignore=True, ignore_label=0, name="softmax")
        return net, ("data",), ("softmax_label",)

    mx.random.seed(1)
    module = mx.mod.BucketingModule(network, default_bucket_key=data.default_bucket_key)
    metric = mx.metric.Perplexity(ignore_label=0)
    module.fit(data, eval_metric=metric, num_epoch=6, optimizer="adam", optimizer_params={"learning_rate": 0.03})
    assert module.score(data, mx.metric.Perplexity(ignore_label=0))[0][1] < 1.2
