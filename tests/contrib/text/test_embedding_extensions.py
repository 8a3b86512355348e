"""Where our word vectors do more than those of 1.9.1: tokens keep to their vectors."""

import zipfile
from collections import Counter

import pytest
from mxnet.base import MXNetError
from mxnet.contrib import text

pytestmark = pytest.mark.usefixtures("any_content")
CONTENT = "the 1 2\nof 3 4\n"


def test_a_file_in_the_folder(tmp_path):
    (tmp_path / "glove").mkdir()
    (tmp_path / "glove" / "glove.6B.50d.txt").write_text(CONTENT)
    result = text.embedding.create("glove", pretrained_file_name="glove.6B.50d.txt", embedding_root=str(tmp_path))
    assert result.idx_to_vec.asnumpy().tolist() == [[0, 0], [1, 2], [3, 4]]


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
    result = getattr(text.embedding, kind)(name, str(tmp_path), vocabulary=vocabulary)
    assert result.idx_to_vec.asnumpy().tolist() == [[0, 0], [3, 4]]


def test_nothing_in_the_folder(tmp_path):
    with pytest.raises(MXNetError, match=r"(?s)glove\.840B\.300d\.zip.*Put glove\.840B\.300d\.txt into .*/glove"):
        text.embedding.GloVe(embedding_root=str(tmp_path))


def test_tokens_before_those_of_the_file_keep_to_their_vectors(tmp_path):
    path = tmp_path / "vectors.txt"
    path.write_text(CONTENT)
    result = text.embedding.CustomEmbedding(str(path), reserved_tokens=["of", "<pad>"])
    assert result.idx_to_token == ["<unk>", "of", "<pad>", "the"]
    assert result.idx_to_vec.asnumpy().tolist() == [[0, 0], [3, 4], [0, 0], [1, 2]]
    assert text.embedding._TokenEmbedding().vec_len == 0


def many(count=300, length=3):
    return [f"token{i} " + " ".join(["1"] * length) for i in range(count)]


@pytest.mark.parametrize(
    ("bad", "text_of_it"),
    [
        (b"x one 2 3", "line 7: could not convert"),
        (b"\xff\xfe 1 2 3", "line 7: byte 0xff is no text"),
        (b"x 1 2", "line 7: 2 numbers, but 3"),
        (b"", "line 7: expected a token and its numbers"),
    ],
)
def test_a_few_lines_that_cannot_be_read_are_counted_and_named(tmp_path, bad, text_of_it):
    lines = [line.encode() for line in many()]
    lines.insert(6, bad)
    (tmp_path / "a.txt").write_bytes(b"\n".join(lines) + b"\n")
    with pytest.warns(UserWarning, match=f"1 of 301 lines cannot be read, passed over: {text_of_it}"):
        result = text.embedding.CustomEmbedding(str(tmp_path / "a.txt"))
    assert len(result) == 301


def test_too_many_of_them_are_an_error(tmp_path):
    lines = many()
    lines[10:14] = ["?"] * 4
    (tmp_path / "a.txt").write_text("\n".join(lines))
    with pytest.raises(MXNetError, match=r"a\.txt: 4 of 300 lines cannot be read: line 11: .*; line 12: "):
        text.embedding.CustomEmbedding(str(tmp_path / "a.txt"))


@pytest.mark.filterwarnings("ignore:.*header")
@pytest.mark.parametrize("cut", [1, 5, 6, 7, 8, 9, 10, 11, 12, 13, 100])
def test_a_file_that_is_cut_off(tmp_path, cut):
    content = "\n".join(["300 3", *many()])
    (tmp_path / "a.txt").write_text(content)
    assert len(text.embedding.CustomEmbedding(str(tmp_path / "a.txt"))) == 301
    if content[-cut - 1] != "\n":
        (tmp_path / "a.txt").write_text(content[: -1 - cut])
        with pytest.raises(MXNetError, match=r"a\.txt.* cut off"):
            text.embedding.CustomEmbedding(str(tmp_path / "a.txt"))


def test_text_in_another_encoding(tmp_path):
    (tmp_path / "a.txt").write_bytes("é 1 2\nà 3 4\n".encode("utf-16"))
    assert len(text.embedding.CustomEmbedding(str(tmp_path / "a.txt"), encoding="utf-16")) == 3
    for encoding in ("utf-8", "utf-32"):
        with pytest.raises(MXNetError, match=r"a\.txt"):
            text.embedding.CustomEmbedding(str(tmp_path / "a.txt"), encoding=encoding)
