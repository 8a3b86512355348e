"""Texts of language models, as MXNet 1.9.1 reads them."""

from __future__ import annotations

import zipfile

import mxnet as mx
import pytest
from mxnet.gluon.contrib.data import text

pytestmark = pytest.mark.usefixtures("any_content")
LINES = " = A Title = \n \n the cat sat \n on the <unk> mat \n\n the end"


@pytest.fixture
def root(tmp_path):
    for name in ("train", "valid", "test"):
        (tmp_path / f"wiki.{name}.tokens").write_text(LINES)
    return str(tmp_path)


@pytest.mark.parametrize("segment", ["train", "validation", "test"])
def test_rows_of_words(root, segment):
    dataset = text.WikiText2(root=root, segment=segment, seq_len=3)
    rows = [(data.asnumpy().tolist(), label.asnumpy().tolist()) for data, label in dataset]
    assert rows == [
        ([3, 4, 5], [4, 5, 3]),
        ([3, 1, 2], [1, 2, 6]),
        ([6, 10, 1], [10, 1, 9]),
        ([9, 2, 0], [2, 0, 8]),
        ([8, 1, 2], [1, 2, 7]),
    ]


def test_vocabulary(root):
    dataset = text.WikiText2(root=root)
    assert dataset.vocabulary.idx_to_token == [
        *("<unk>", "<eos>", "the", "=", "A", "Title", "cat", "end", "mat", "on", "sat")
    ]
    assert (dataset.frequencies["the"], dataset.frequencies["<eos>"]) == (3, 0)
    again = text.WikiText2(root=root, segment="test", vocab=dataset.vocabulary)
    assert again.vocabulary is dataset.vocabulary


def test_words_that_fill_no_row(root):
    assert len(text.WikiText103(root=root, seq_len=5)) == 3
    assert len(text.WikiText2(root=root, seq_len=35)) == 0


def test_unknown_segment(root):
    with pytest.raises(KeyError):
        text.WikiText2(root=root, segment="val")


# -- beyond 1.9.1 -------------------------------------------------------------------------------------------------


def test_archive(root, tmp_path):
    other = tmp_path / "other"
    other.mkdir()
    with zipfile.ZipFile(other / "wikitext-2-v1.zip", "w") as archive:
        archive.writestr("wikitext-2/wiki.train.tokens", LINES)
    assert len(text.WikiText2(root=str(other), seq_len=3)) == 5


def test_error_says_which_files_to_put_where(tmp_path):
    with pytest.raises(mx.MXNetError, match=r"Put wikitext-2-v1\.zip .*, wiki\.valid\.tokens into .*none"):
        text.WikiText2(root=str(tmp_path / "none"), segment="validation")
