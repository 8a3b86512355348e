"""GluonNLP: models, samplers of sequences, the vocabulary and the loader of embeddings."""

import gluonnlp as nlp
import mxnet as mx
import numpy as np
import pytest

WORDS = nlp.data.count_tokens(["the", "cat", "sat", "on", "the", "mat"])
TOKENS = mx.nd.array([[1, 2, 3, 4], [2, 3, 4, 5]])
LENGTHS = mx.nd.array([4, 2])


def model(name, **settings):
    found = nlp.model.get_model(name, dataset_name=None, pretrained=False, **settings)
    net = found[0] if isinstance(found, tuple) else found
    net.initialize()
    return net


@pytest.mark.parametrize("name", ["standard_lstm_lm_200", "awd_lstm_lm_600"])
def check_language_models(name):
    vocabulary = nlp.Vocab(WORDS)
    net = model(name, vocab=vocabulary)
    scores, _ = net(TOKENS.T, net.begin_state(batch_size=2, func=mx.nd.zeros))
    assert scores.shape == (4, 2, len(vocabulary))


@pytest.mark.parametrize("hybrid", [False, True])
def check_BERT(hybrid):
    net = model("bert_12_768_12", vocab=nlp.vocab.BERTVocab(WORDS), use_decoder=False, use_classifier=False)
    if hybrid:
        net.hybridize()
    sequence, pooled = net(TOKENS, TOKENS * 0, LENGTHS)[:2]
    assert sequence.shape == (2, 4, 768)
    assert pooled.shape == (2, 768)


def check_RoBERTa():
    vocabulary = nlp.Vocab(WORDS, bos_token="<s>", eos_token="</s>", mask_token="<mask>")
    found = model("roberta_12_768_12", vocab=vocabulary, use_decoder=False)(TOKENS, LENGTHS)
    assert (found[0] if isinstance(found, (list, tuple)) else found).shape == (2, 4, 768)


def check_DistilBERT():
    found = model("distilbert_6_768_12", vocab=nlp.vocab.BERTVocab(WORDS))(TOKENS, LENGTHS)
    assert (found[0] if isinstance(found, (list, tuple)) else found).shape == (2, 4, 768)


def check_Transformer():
    encoder = nlp.model.TransformerEncoder(units=16, hidden_size=32, num_heads=4, num_layers=2, max_length=10)
    encoder.initialize()
    assert encoder(mx.nd.random.uniform(shape=(2, 4, 16)), None, LENGTHS)[0].shape == (2, 4, 16)


def check_ELMo():
    assert model("elmo_2x1024_128_2048cnn_1xhighway").collect_params()


def decoder(step, states):
    return mx.nd.log_softmax(mx.nd.random.normal(shape=(step.shape[0], 6))), states


def check_beam_search():
    scorer = nlp.model.BeamSearchScorer(alpha=1)
    sampler = nlp.model.BeamSearchSampler(beam_size=3, decoder=decoder, eos_id=1, scorer=scorer, max_length=5)
    samples, scores, lengths = sampler(mx.nd.array([0, 2]), mx.nd.zeros((2, 3)))
    assert samples.shape[:2] == scores.shape == lengths.shape == (2, 3)
    assert (np.diff(scores.asnumpy(), axis=1) <= 0).all()


def check_sampling_of_sequences():
    sampler = nlp.model.SequenceSampler(beam_size=3, decoder=decoder, eos_id=1, max_length=5)
    assert sampler(mx.nd.array([0, 2]), mx.nd.zeros((2, 3)))[0].shape[:2] == (2, 3)
