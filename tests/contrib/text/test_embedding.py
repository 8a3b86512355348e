"""Word vectors; all of this holds under MXNet 1.9.1 too."""

from collections import Counter

import mxnet as mx
import numpy as np
import pytest
from mxnet.contrib import text

A, B = [0.1, 0.2, 0.3], [1, 2, 3]


@pytest.fixture
def write(tmp_path):
    def write(content, name="vectors.txt"):
        path = tmp_path / name
        path.write_text(content, encoding="utf8")
        return str(path)

    return write


@pytest.fixture
def embedding(write):
    return text.embedding.CustomEmbedding(write("a 0.1 0.2 0.3\nb 1 2 3\n"))


def check(embedding, tokens, vectors):
    assert embedding.idx_to_token == tokens
    assert embedding.vec_len == len(vectors[0])
    np.testing.assert_allclose(embedding.idx_to_vec.asnumpy(), vectors, rtol=1e-6)


def test_tokens_and_vectors_of_a_file(embedding):
    check(embedding, ["<unk>", "a", "b"], [[0, 0, 0], A, B])
    assert embedding.to_indices(["b", "c"]) == [2, 0]


def test_delimiter_and_unknown_vector(write):
    path = write("a\t0.1\t0.2\t0.3\nb\t1\t2\t3\n")
    check(text.embedding.CustomEmbedding(path, "\t", init_unknown_vec=mx.nd.ones), ["<unk>", "a", "b"], [[1] * 3, A, B])


def test_a_header_repeated_tokens_and_the_unknown_token(write):
    path = write("2 3\na 0.1 0.2 0.3\n<unk> 9 9 9\na 5 5 5\nb 1 2 3\n")
    with pytest.warns(UserWarning, match="line") as seen:
        result = text.embedding.CustomEmbedding(path)
    check(result, ["<unk>", "a", "b"], [[9, 9, 9], A, B])
    assert len([item for item in seen if item.category is UserWarning]) == 2


@pytest.mark.parametrize(
    ("content", "error"),
    [
        ("a 1 2 3\nb 1 2\n", AssertionError),
        ("a 1 2 3\n\nb 1 2 3\n", AssertionError),
        ("a,1,2,3\n", AssertionError),
        ("a 1 x\n", ValueError),
    ],
)
def test_damaged_files(write, content, error):
    with pytest.raises(error):
        text.embedding.CustomEmbedding(write(content))


def test_no_file():
    with pytest.raises(ValueError, match="pretrained_file_path"):
        text.embedding.CustomEmbedding("nowhere.txt")


def test_tokens_of_a_vocabulary(write):
    vocabulary = text.vocab.Vocabulary(Counter(["a", "a", "z"]), reserved_tokens=["<pad>"])
    result = text.embedding.CustomEmbedding(write("a 0.1 0.2 0.3\nb 1 2 3\n"), vocabulary=vocabulary)
    check(result, ["<unk>", "<pad>", "a", "z"], [[0] * 3, [0] * 3, A, [0] * 3])
    assert result.reserved_tokens == ["<pad>"]


def test_vectors_of_tokens(embedding):
    def vectors(*arguments, **keywords):
        return embedding.get_vecs_by_tokens(*arguments, **keywords).asnumpy()

    np.testing.assert_allclose(vectors("a"), A, rtol=1e-6)
    np.testing.assert_allclose(vectors(["a", "A"]), [A, [0, 0, 0]], rtol=1e-6)
    np.testing.assert_allclose(vectors(["B", "C"], lower_case_backup=True), [B, [0, 0, 0]], rtol=1e-6)


def test_changing_vectors(embedding):
    embedding.update_token_vectors("a", mx.nd.array([5, 5, 5]))
    embedding.update_token_vectors(["b", "<unk>"], mx.nd.array([[6, 6, 6], [7, 7, 7]]))
    check(embedding, ["<unk>", "a", "b"], [[7] * 3, [5] * 3, [6] * 3])
    embedding.update_token_vectors("a", mx.nd.array([[8, 8, 8]]))
    check(embedding, ["<unk>", "a", "b"], [[7] * 3, [8] * 3, [6] * 3])


@pytest.mark.parametrize(
    ("tokens", "vectors", "error"),
    [
        ("q", [5, 5, 5], ValueError),
        (["a", "b"], [5, 5, 5], AssertionError),
        (["a", "b"], [[5, 5, 5]], AssertionError),
        ("a", [5, 5], AssertionError),
    ],
)
def test_changing_vectors_wrongly(embedding, tokens, vectors, error):
    with pytest.raises(error):
        embedding.update_token_vectors(tokens, mx.nd.array(vectors))
    with pytest.raises(AssertionError):
        embedding.update_token_vectors("a", [1, 2, 3])


def test_several_embeddings_side_by_side(write, embedding):
    other = text.embedding.CustomEmbedding(write("b 4 5\n<unk> 9 8\n", "other.txt"))
    vocabulary = text.vocab.Vocabulary(Counter(["a", "a", "b"]))
    result = text.embedding.CompositeEmbedding(vocabulary, [embedding, other])
    check(result, ["<unk>", "a", "b"], [[0, 0, 0, 9, 8], [*A, 9, 8], [*B, 4, 5]])
    check(text.embedding.CompositeEmbedding(vocabulary, other), ["<unk>", "a", "b"], [[9, 8], [9, 8], [4, 5]])
    with pytest.raises(AssertionError):
        text.embedding.CompositeEmbedding("x", other)
    with pytest.raises(AssertionError):
        text.embedding.CompositeEmbedding(vocabulary, ["x"])


def test_published_files():
    names = text.embedding.get_pretrained_file_names()
    assert {"glove", "fasttext"} <= set(names)
    assert (len(names["glove"]), len(names["fasttext"])) == (10, 327)
    assert text.embedding.get_pretrained_file_names("glove")[1] == "glove.6B.50d.txt"
    checksum = text.embedding.FastText.pretrained_file_name_sha1["wiki.simple.vec"]
    assert checksum == "55267c50fbdf4e4ae0fbbda5c73830a379d68795"
    archives = text.embedding.FastText.pretrained_archive_name_sha1
    assert (len(archives), archives["wiki.aa.zip"]) == (327, "0d85feb259e17d5258f38b2b615a2b87cd628427")
    assert "glove.6B.zip" in text.embedding.GloVe.pretrained_archive_name_sha1
    with pytest.raises(KeyError):
        text.embedding.get_pretrained_file_names("other")


def test_making_one_by_name():
    @text.embedding.register
    class Mine(text.embedding._TokenEmbedding):
        pass

    assert isinstance(text.embedding.create("mine", unknown_token="?"), Mine)
    with pytest.raises(AssertionError):
        text.embedding.create("other")
    with pytest.raises(AssertionError):
        text.embedding.register(dict)
    with pytest.raises(KeyError, match=r"glove\.6B\.50d\.txt"):
        text.embedding.create("glove", pretrained_file_name="other")
