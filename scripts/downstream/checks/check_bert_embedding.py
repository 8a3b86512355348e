"""bert-embedding: vectors of a small BERT, words put together of their pieces."""

import gluonnlp
import mxnet as mx
import numpy as np
import pytest
from bert_embedding import BertEmbedding

WORDS = ["[UNK]", "[PAD]", "[CLS]", "[SEP]", "[MASK]", "the", "cat", "##s", "sat", "."]
UNITS = 8


@pytest.fixture
def embedding(monkeypatch, tmp_path):
    places = {word: place for place, word in enumerate(WORDS)}
    vocabulary = gluonnlp.vocab.BERTVocab(gluonnlp.data.count_tokens(WORDS), token_to_idx=places)

    def model(*_, ctx, **options):
        del options["dataset_name"], options["pretrained"]
        encoder = gluonnlp.model.BERTEncoder(
            num_layers=2, units=UNITS, hidden_size=16, max_length=32, num_heads=2, dropout=0.0
        )
        net = gluonnlp.model.BERTModel(
            encoder, len(vocabulary), token_type_vocab_size=2, units=UNITS, embed_size=UNITS, **options
        )
        mx.random.seed(0)
        net.initialize(mx.init.Normal(0.1), ctx=ctx)
        net(mx.nd.ones((1, 4)), mx.nd.zeros((1, 4)), mx.nd.array([4]))
        net.save_parameters(str(tmp_path / "bert.params"))
        return net, vocabulary

    monkeypatch.setattr(gluonnlp.model, "get_model", model)
    return BertEmbedding(params_path=str(tmp_path / "bert.params"), max_seq_length=12)


def check_sentences(embedding):
    found = embedding(["The cats sat.", "the cat"])
    assert [tokens for tokens, _ in found] == [["the", "cats", "sat", "."], ["the", "cat"]]
    assert all(vector.shape == (UNITS,) for _, vectors in found for vector in vectors)


def check_a_word_of_pieces(embedding):
    pieces = {way: embedding.embedding(["the cats"], oov_way=way)[0][1][1] for way in ("avg", "sum", "last")}
    np.testing.assert_allclose(pieces["avg"], pieces["sum"] / 2, rtol=1e-6)
    assert not np.allclose(pieces["last"], pieces["avg"])
