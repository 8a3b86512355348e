"""Where our word vectors do more than those of 1.9.1: nothing is downloaded, and tokens keep to their vectors."""

import zipfile
from collections import Counter

import pytest
from mxnet.contrib import text

CONTENT = "the 1 2\nof 3 4\n"


def test_a_file_in_the_folder(tmp_path):
    (tmp_path / "glove").mkdir()
    (tmp_path / "glove" / "glove.6B.50d.txt").write_text(CONTENT)
    found = text.embedding.create("glove", pretrained_file_name="glove.6B.50d.txt", embedding_root=str(tmp_path))
    assert found.idx_to_vec.asnumpy().tolist() == [[0, 0], [1, 2], [3, 4]]


@pytest.mark.parametrize(
    ("kind", "archive", "name"),
    [
        ("GloVe", "glove.twitter.27B.zip", "glove.twitter.27B.25d.txt"),
        ("FastText", "wiki.simple.zip", "wiki.simple.vec"),
    ],
)
def test_an_archive_in_the_folder(tmp_path, kind, archive, name):
    folder = tmp_path / kind.lower()
    folder.mkdir()
    with zipfile.ZipFile(folder / archive, "w") as packed:
        packed.writestr(name, CONTENT)
    vocabulary = text.vocab.Vocabulary(Counter(["of"]))
    found = getattr(text.embedding, kind)(name, str(tmp_path), vocabulary=vocabulary)
    assert found.idx_to_vec.asnumpy().tolist() == [[0, 0], [3, 4]]


def test_nothing_in_the_folder(tmp_path):
    with pytest.raises(FileNotFoundError, match=r"glove\.840B\.300d\.txt nor .*glove\.840B\.300d\.zip"):
        text.embedding.GloVe(embedding_root=str(tmp_path))


def test_tokens_before_those_of_the_file_keep_to_their_vectors(tmp_path):
    path = tmp_path / "vectors.txt"
    path.write_text(CONTENT)
    found = text.embedding.CustomEmbedding(str(path), reserved_tokens=["of", "<pad>"])
    assert found.idx_to_token == ["<unk>", "of", "<pad>", "the"]
    assert found.idx_to_vec.asnumpy().tolist() == [[0, 0], [3, 4], [0, 0], [1, 2]]
    assert text.embedding._TokenEmbedding().vec_len == 0
