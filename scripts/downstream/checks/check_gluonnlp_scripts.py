"""GluonNLP for MXNet 2: its scripts train and evaluate tiny networks on drawn data; numbers are those of MXNet 2.0.0b1.

Weights are drawn by NumPy, nothing is dropped out: what is left is the same under any MXNet.
"""

import importlib.util
import json
import logging
import os
import random
import re
import sys
import types
import zlib
from pathlib import Path

os.environ["MXNET_API"] = "2"
import mxnet as mx
import numpy as np
import pandas as pd
import pytest

if hasattr(mx.util, "use_v2"):
    mx.util.use_v2()
if importlib.util.find_spec("fasttext") is None:  # which its readers of embeddings use
    sys.modules["fasttext"] = types.ModuleType("fasttext")
if importlib.util.find_spec("torch") is None:  # 2.0.0b1 is alone
    sys.modules["gluonnlp.torch"] = types.ModuleType("gluonnlp.torch")
import gluonnlp.attention_cell
import gluonnlp.initializer
from gluonnlp.data import Vocab
from gluonnlp.models import bert, electra, gpt2

mx.npx.set_np()
SCRIPTS = Path(os.environ["LIBRARY"]) / "scripts"
WORDS = (
    "the a cat dog man woman sees likes runs sleeps red blue green big small house tree in on under with who what "
    "where is was good bad very not and"
).split()
BERT = {"unk_token": "[UNK]", "pad_token": "[PAD]", "cls_token": "[CLS]", "sep_token": "[SEP]", "mask_token": "[MASK]"}
PAIRS = {"unk_token": "<unk>", "pad_token": "<pad>", "bos_token": "<s>", "eos_token": "</s>"}
TINY = {"units": 16, "hidden_size": 32, "num_heads": 2, "num_layers": 2, "max_length": 64}

#: what the scripts print under MXNet 2.0.0b1
PRINTED = {
    "classification": [
        0.119085, 0.149124, 0.235509, 0.502103, 1.0, 1.0, 1.0, 1.0, 1.000001, 1.0, 0.636136, 1.0, 0.54543,
        0.427292, 0.382911, 0.342951, 0.313051, 0.28508, 0.267805, 0.248155, 0.235568, 0.231301, 0.222625,
        0.218587,
    ],
    "classification, accuracy": [
        0.916667, 0.833333, 0.916667, 0.916667, 0.75, 0.916667, 0.916667, 1.0,
    ],
    "SQuAD": [
        0.8202, 0.1099, 0.9301, 5.8659, 0.7913, 0.0001, 0.7914, 1.6759, 0.8338, 0.0, 0.8338, 3.4013, 0.7637,
        1.5378, 2.3015, 12.6789, 0.7944, 0.4776, 1.272, 5.3591, 0.7242, 0.414, 1.1383, 4.2608, 0.7483, 0.3375,
        1.0858, 4.3616, 0.7708, 0.2942, 1.0649, 4.8832,
    ],
    "SQuAD, F1": [8.333333, 8.0],
    "translation": [
        3.7219, 3.8587, 3.582, 3.6587, 3.5253, 3.5945, 3.4996, 3.3868, 3.4217, 3.3329, 3.3284, 3.315,
    ],
    "translation, validation": [3.4811, 3.4234],
    "pretraining": [
        3.7056, 0.677, 1.8169, 3.66274, 0.626, 1.6072, 3.16728, 0.559, 1.0716, 3.34279, 0.852, 2.104, 2.75572,
        0.492, 1.7005, 2.93144, 0.592, 1.7259,
    ],
    "generation": [23, 21, 21, 32, 2, 32, 26, 26, 23, 32, 32, 32, 23, 21, 21, 32, 2, 32, 26, 26, 23, 32, 32, 32],
    "language model": [3.821534, 3.387189, 3.079731, 2.829422, 2.641448, 2.465926],
}  # fmt: skip


@pytest.fixture(autouse=True)
def same(monkeypatch):
    """Draw weights by NumPy, by shape and order; drop nothing out; no script sees the arguments of pytest."""
    counts = {}

    def drawn(self, name, array):
        shape = "x".join(map(str, array.shape))
        counts[shape] = counts.get(shape, 0) + 1
        draw = np.random.RandomState(zlib.crc32(f"{shape} {counts[shape]}".encode()))
        array[:] = mx.np.array(draw.normal(0, 0.1, array.shape).astype("f"))

    for kind in (gluonnlp.initializer.TruncNorm, mx.init.Xavier, mx.init.Uniform, mx.init.Normal):
        monkeypatch.setattr(kind, "_init_weight", drawn)
    dropout = mx.gluon.nn.Dropout.__init__
    monkeypatch.setattr(mx.gluon.nn.Dropout, "__init__", lambda self, rate, *args, **more: dropout(self, 0.0))
    cell = gluonnlp.attention_cell.MultiHeadAttentionCell
    attention = cell.__init__  # GPT-2's layers do not hand their rate on
    monkeypatch.setattr(cell, "__init__", lambda self, **more: attention(self, **{**more, "attention_dropout": 0.0}))
    mx.random.seed(1)
    np.random.seed(1)
    random.seed(1)


def sentence(draw, longest=8):
    return " ".join(draw.choice(WORDS) for _ in range(draw.randint(4, longest)))


def fill(net):
    """Draw the values of a network that is not downloaded."""
    draw = np.random.RandomState(0)
    for name, each in sorted(net.collect_params().items()):
        if each.shape is not None and all(size > 0 for size in each.shape):
            about = 1.0 if name.endswith("gamma") else 0.0
            each.set_data(mx.np.array(draw.normal(about, 0.2, each.shape).astype("f")))


def smaller(cfg, sizes):
    """Set sizes of a network, and no dropout."""
    for name in cfg.MODEL:
        cfg.MODEL[name] = 0.0 if "dropout" in name else sizes.get(name, cfg.MODEL[name])
    cfg.freeze()


def tiny(module, model, base, name, folder, monkeypatch):
    """Add a network to those that the library has, which are downloaded."""
    cfg = base().clone()
    cfg.defrost()
    smaller(cfg, {**TINY, "vocab_size": len(WORDS) + 5, "embed_size": 8})
    vocab, params = folder / f"{name}.vocab", folder / f"{name}.params"
    Vocab([*BERT.values(), *WORDS], **BERT).save(str(vocab))
    net = model.from_cfg(cfg)
    net.initialize()
    fill(net)
    net.save_parameters(str(params))
    files = {f"{name}/vocab": vocab, f"{name}/params": params}
    known = {"cfg": cfg, "mlm_params": None, "disc_model": None, "gen_model": None, "lowercase": True}
    known |= {"vocab": f"{name}/vocab", "params": f"{name}/params"}
    monkeypatch.setitem(module.PRETRAINED_URL, name, known)
    for each in files:
        monkeypatch.setitem(module.FILE_STATS, each, "")
    monkeypatch.setattr(
        module, "download", lambda url, *_, **__: next(str(at) for each, at in files.items() if url.endswith(each))
    )


def script(path, arguments, monkeypatch):
    """Import a script of the library with arguments; return it."""
    folder, name = (SCRIPTS / path).parent, Path(path).stem
    monkeypatch.syspath_prepend(str(folder))
    for module in folder.glob("*.py"):
        monkeypatch.delitem(sys.modules, module.stem, raising=False)
    monkeypatch.setattr(sys, "argv", [str(SCRIPTS / path), *map(str, arguments)])
    return __import__(name)


@pytest.fixture
def said(monkeypatch):
    """Return the list of what a script logs."""
    lines = []
    monkeypatch.setattr(logging, "info", lambda text, *args: lines.append(str(text)))
    return lines


def numbers(said, pattern):
    """Return the numbers of the lines that a script logs."""
    found = [match.groups() for line in said if (match := re.search(pattern, line))]
    return [round(float(number), 6) for line in found for number in line]


def compare(name, found):
    assert len(found) == len(PRINTED[name]), " ".join(map(str, found))
    np.testing.assert_allclose(found, PRINTED[name], rtol=1e-3, atol=2e-4)


def check_classification(tmp_path, monkeypatch, said):
    tiny(bert, bert.BertModel, bert.google_en_uncased_bert_base, "tiny_bert", tmp_path, monkeypatch)
    draw = random.Random(0)
    for part, number in (("train", 24), ("dev", 12)):
        labels = [row % 2 for row in range(number)]
        text = [sentence(draw) + (" good" if label else " bad") for label in labels]
        pd.DataFrame({"sentence": text, "label": labels}).to_csv(tmp_path / f"{part}.csv", index=False)
    monkeypatch.setattr(pd, "read_parquet", pd.read_csv)  # Arrow takes either NumPy 1 or 2, and is not what is tried
    arguments = (
        "--model_name tiny_bert --task_name sst --gpus -1 --epochs 8 --do_train --do_eval --batch_size 8 --lr 0.01"
    )
    arguments += " --log_interval 2 --overwrite_cache"
    places = ["--train_dir", tmp_path / "train.csv", "--eval_dir", tmp_path / "dev.csv", "--output_dir", tmp_path]
    program = script("classification/train_classification.py", [*arguments.split(), *places], monkeypatch)
    args = program.parse_args()
    norms = []  # of each step, the squared norm of its gradient: the script prints two digits
    update = mx.gluon.Trainer.update
    monkeypatch.setattr(
        mx.gluon.Trainer,
        "update",
        lambda self, *more, **named: (
            norms.append(float(sum((each.grad() ** 2).sum() for each in self._params if each.grad_req != "null"))),
            update(self, *more, **named),
        )[1],
    )
    program.train(args)
    program.evaluate(args)
    compare("classification", [round(each**0.5, 6) for each in norms])
    compare("classification, accuracy", numbers(said, r"get result: accuracy:([\d.]+)"))


def check_question_answering(tmp_path, monkeypatch, said):
    tiny(electra, electra.ElectraModel, electra.google_electra_small, "tiny_electra", tmp_path, monkeypatch)
    draw = random.Random(0)
    for part, number in (("train", 16), ("dev", 8)):
        paragraphs = []
        for row in range(number):
            words = [draw.choice(WORDS) for _ in range(25)]
            at = draw.randint(0, 22)
            answer = {"text": " ".join(words[at : at + 2]), "answer_start": len(" ".join([*words[:at], ""]))}
            asked = {"id": f"{part}{row}", "question": f"what is {words[at]} ?", "is_impossible": row % 4 == 3}
            asked["answers"] = [] if asked["is_impossible"] else [answer]
            paragraphs.append({"context": " ".join(words), "qas": [asked]})
        content = {"version": "v2.0", "data": [{"title": "t", "paragraphs": paragraphs}]}
        (tmp_path / f"{part}-v2.0.json").write_text(json.dumps(content))
    arguments = (
        "--model_name tiny_electra --gpus -1 --epochs 2 --do_train --do_eval --batch_size 4 --max_seq_length 48 "
    )
    arguments += "--max_query_length 12 --doc_stride 16 --log_interval 1 --overwrite_cache --lr 0.001"
    places = ["--data_dir", tmp_path, "--output_dir", tmp_path]
    program = script("question_answering/run_squad.py", [*arguments.split(), *places], monkeypatch)
    args = program.args = program.parse_args()  # what is global when it is the main program
    program.train(args)
    program.evaluate(args)
    compare("SQuAD", numbers(said, r"Loss span/answer/total=(-?[\d.]+)/(-?[\d.]+)/(-?[\d.]+), .*grad_norm=([\d.]+)\."))
    compare("SQuAD, F1", numbers(said, r'The evaluated results are .*"f1": ([\d.]+), "total": (\d+)'))


def check_machine_translation(tmp_path, monkeypatch, said):
    draw = random.Random(0)
    for part, number in (("train", 40), ("dev", 6)):
        lines = [sentence(draw, 6).split() for _ in range(number)]
        (tmp_path / f"{part}.en").write_text("".join(" ".join(line) + "\n" for line in lines))
        (tmp_path / f"{part}.de").write_text("".join(" ".join(reversed(line)) + "\n" for line in lines))
    Vocab([*PAIRS.values(), *WORDS], **PAIRS).save(str(tmp_path / "vocab.json"))
    part = "{num_layers: 1, units: 16, num_heads: 2, hidden_size: 32}"
    (tmp_path / "tiny.yml").write_text(f"MODEL:\n  dropout: 0.0\n  ENCODER: {part}\n  DECODER: {part}\n")
    arguments = (
        "--src_lang en --tgt_lang de --epochs 2 --batch_size 60 --num_buckets 2 --num_accumulated 1 --warmup_steps 4"
    )
    arguments += " --lr 0.01 --log_interval 1 --beam-size 2 --overwrite_cache --gpus -1"
    places = []
    for name, file in {
        "train_src_corpus": "train.en",
        "train_tgt_corpus": "train.de",
        "dev_src_corpus": "dev.en",
        "dev_tgt_corpus": "dev.de",
        "dev_tgt_raw_corpus": "dev.de",
        "src_vocab_path": "vocab.json",
        "tgt_vocab_path": "vocab.json",
        "cfg": "tiny.yml",
        "save_dir": "saved",
    }.items():
        places += [f"--{name}", tmp_path / file]
    program = script("machine_translation/train_transformer.py", [*arguments.split(), *places], monkeypatch)
    program.train(program.get_parser().parse_args())
    compare("translation", numbers(said, r"\] loss=([\d.]+)"))
    compare("translation, validation", numbers(said, r"validation loss/ppl=([\d.]+)/"))


def check_pretraining(tmp_path, monkeypatch, said):
    tiny(bert, bert.BertModel, bert.google_en_uncased_bert_base, "tiny_bert", tmp_path, monkeypatch)
    draw = np.random.RandomState(0)
    for part in range(2):
        lengths = draw.randint(10, 17, 8)
        rows = {
            "input_ids": [draw.randint(5, len(WORDS) + 5, length) for length in lengths],
            "segment_ids": [(np.arange(length) >= length // 2).astype("i") for length in lengths],
            "masked_lm_positions": [np.sort(draw.choice(length, 2, replace=False)) for length in lengths],
            "masked_lm_ids": [draw.randint(5, len(WORDS) + 5, 2) for _ in lengths],
            "masked_lm_weights": [np.ones(2, "f") for _ in lengths],
        }
        arrays = {name: np.empty(len(lengths), object) for name in rows}
        for name, each in rows.items():
            arrays[name][:] = each
        labels = draw.randint(0, 2, len(lengths))
        np.savez(tmp_path / f"part{part}.npz", **arrays, next_sentence_labels=labels, valid_lengths=lengths)
    arguments = "--model_name tiny_bert --gpus -1 --batch_size 4 --num_accumulated 2 --num_steps 6 --lr 0.01"
    arguments += " --log_interval 1 --ckpt_interval 3 --circle_length 1 --warmup_ratio 0.2"
    places = ["--data", f"{tmp_path}/*.npz", "--ckpt_dir", tmp_path / "saved"]
    program = script("pretraining/bert/run_pretraining.py", [*arguments.split(), *places], monkeypatch)
    program.train(program.parse_args())
    pattern = r"Loss mlm/nsp=([\d.]+)/([\d.]+), .*grad_norm=([\d.]+)\. Time"
    compare("pretraining", numbers(said, pattern))


def check_generation(tmp_path, monkeypatch, capsys):
    cfg = gpt2.gpt2_124M().clone()
    cfg.defrost()
    smaller(cfg, {**TINY, "vocab_size": 40})
    net = gpt2.GPT2ForLM(cfg)
    net.initialize()
    fill(net)
    for name, each in net.collect_params().items():
        if "pos_embed" in name:  # else all words are one
            each.set_data(each.data() * 10)
    params = str(tmp_path / "tiny.params")
    net.save_parameters(params)
    words = types.SimpleNamespace(
        vocab=types.SimpleNamespace(eos_id=39), decode=lambda ids: " ".join(str(int(each)) for each in ids)
    )
    monkeypatch.setitem(gpt2.PRETRAINED_URL, "tiny_gpt2", {})
    monkeypatch.setattr(gpt2, "get_pretrained_gpt2", lambda **_: (cfg, words, None, params))
    arguments = "--model_name tiny_gpt2 --nsamples 2 --batch_size 2 --length 12 --top_k 1".split()
    program = script("generation/generate_unconditional_gpt2_samples.py", arguments, monkeypatch)
    args = program.parse_args()
    args.gpu = None  # which no argument can say
    program.sample_gpt2(args)
    lines = [line for line in capsys.readouterr().out.splitlines() if not line.startswith("=")]
    compare("generation", [int(each) for line in lines for each in line.split()])


def check_language_model():
    cfg = gpt2.gpt2_124M().clone()
    cfg.defrost()
    smaller(cfg, {**TINY, "vocab_size": 40})
    net = gpt2.GPT2ForLM(cfg)
    net.initialize()
    net.hybridize()
    fill(net)
    draw = np.random.RandomState(1)
    trainer = mx.gluon.Trainer(net.collect_params(), "adamw", {"learning_rate": 0.01, "wd": 0.01})
    loss = mx.gluon.loss.SoftmaxCELoss()
    tokens = mx.np.array(draw.randint(0, 40, (4, 12)), dtype="int32")
    losses = []
    for _ in range(6):
        with mx.autograd.record():
            logits, _ = net(tokens[:, :-1], net.init_states(4, mx.cpu()))
            result = loss(logits, tokens[:, 1:]).mean()
        result.backward()
        trainer.step(1)
        losses.append(round(float(result), 6))
    compare("language model", losses)
