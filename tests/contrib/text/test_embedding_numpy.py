"""Word vectors under ``npx.set_np``: arrays of ``mx.np``, as MXNet 1.9.1 gives them."""

from collections import Counter

import mxnet as mx
import numpy as np
import pytest
from mxnet.contrib import text

pytestmark = pytest.mark.usefixtures("numpy_semantics")


@pytest.fixture
def numpy_semantics():
    with mx.util.np_shape(True), mx.util.np_array(True):
        yield


@pytest.fixture
def path(tmp_path):
    file = tmp_path / "vectors.txt"
    file.write_text("a 0.1 0.2\nb 0.3 0.4\n")
    return str(file)


@pytest.fixture
def embedding(path):
    return text.embedding.CustomEmbedding(path)


def check(array, expected):
    assert type(array) is mx.np.ndarray
    np.testing.assert_allclose(array.asnumpy(), expected, rtol=1e-6)


def test_the_table_and_vectors_are_numpy_arrays(embedding):
    check(embedding.idx_to_vec, [[0, 0], [0.1, 0.2], [0.3, 0.4]])
    check(embedding.get_vecs_by_tokens("b"), [0.3, 0.4])
    check(embedding.get_vecs_by_tokens(["b", "?"]), [[0.3, 0.4], [0, 0]])


@pytest.mark.parametrize("init", [mx.nd.ones, mx.np.ones])
def test_the_unknown_vector_is_made_by_either_interface(path, init):
    check(text.embedding.CustomEmbedding(path, init_unknown_vec=init).idx_to_vec[0], [1, 1])


def test_composite_embeddings_and_vocabularies(embedding, path):
    vocabulary = text.vocab.Vocabulary(Counter(["a", "c"]))
    both = text.embedding.CompositeEmbedding(vocabulary, [embedding, embedding])
    check(both.idx_to_vec, [[0] * 4, [0.1, 0.2, 0.1, 0.2], [0] * 4])
    check(both.get_vecs_by_tokens(["a"]), [[0.1, 0.2, 0.1, 0.2]])
    check(text.embedding.CustomEmbedding(path, vocabulary=vocabulary).idx_to_vec, [[0, 0], [0.1, 0.2], [0, 0]])


@pytest.mark.parametrize("new", [mx.np.array([7.0, 8.0]), mx.np.array([[7.0, 8.0]])])
def test_vectors_are_changed_by_numpy_arrays(embedding, new):
    embedding.update_token_vectors("a", new)
    check(embedding.get_vecs_by_tokens("a"), [7, 8])


def test_an_embedding_made_before_follows_the_semantics_of_the_call(embedding):
    with mx.util.np_array(False):
        assert type(embedding.get_vecs_by_tokens("a")) is mx.nd.NDArray
        embedding.update_token_vectors("a", mx.nd.array([5.0, 6.0]))
    check(embedding.get_vecs_by_tokens("a"), [5, 6])
