"""The commands and programs of docs/migration.md run as they are printed."""

from __future__ import annotations

import hashlib
import importlib.util
import json
import re
import shlex
import sys
from pathlib import Path

import mxnet as mx
import numpy as np
import pytest
import torch
from mxnet.gluon.model_zoo import model_store, vision
from mxnet.tools import fetch_zoo
from remx import cli

from tests.gluon.model_zoo.test_from_torchvision import random_state
from tests.loopback import REPOSITORY
from tests.standins import images, labels, zipped
from tests.tools.nets import checkpoint

PAGE = (Path(__file__).parents[1] / "docs" / "migration.md").read_text()
BLOCKS = re.findall(r"```(sh|python)\n(.*?)```", PAGE, re.DOTALL)
#: commands that say by status 1 that there is something to do
SOMETHING_TO_DO = ("remx doctor train.py", "remx doctor my_package")
#: packages that some commands need
NEEDED = {".onnx": ("onnx",), ".svg": ("graphviz", "pygraphviz")}
#: a program with a block
NETS = "import mxnet as mx\ndef make_net():\n    return mx.gluon.nn.Dense(3)\n"


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    checkpoint("model", data=(2, 3, 32, 32))
    random = np.random.RandomState(0)
    writer = mx.recordio.MXIndexedRecordIO("train.idx", "train.rec", "w")
    (tmp_path / "images" / "cats").mkdir(parents=True)
    for i in range(4):
        record = mx.recordio.pack_img((0, i, i, 0), random.randint(0, 255, (40, 50, 3), np.uint8), img_fmt=".png")
        writer.write_idx(i, record)
        Path("images/cats", f"{i}.png").write_bytes(record[24:])
    writer.close()
    Path("cat.png").write_bytes(record[24:])
    Path("nets.py").write_text(NETS)
    for name, net in (("mobilenet", vision.mobilenet0_25()), ("net", mx.gluon.nn.Dense(3))):
        net.initialize()
        net(mx.nd.zeros((1, 3, 32, 32)))
        net.save_parameters(f"{name}.params")
    Path("synset.txt").write_text("cat\ndog\nfish\n")
    Path("train.py").write_text("import mxnet as mx\nfor i in xrange(2):\n    print i, mx.nd.ones((1,)).asscalar()\n")
    cell = {"cell_type": "code", "metadata": {}, "source": ["%matplotlib inline\n", "print 'a chapter'"]}
    Path("chapter.ipynb").write_text(json.dumps({"cells": [cell]}))
    Path("my_package").mkdir()
    Path("my_package/net.py").write_text("import mxnet\nmxnet.nothing\n")
    yield tmp_path
    for name in ("my_net", "nets"):
        sys.modules.pop(name, None)


@pytest.fixture
def published(site, any_content, folder, monkeypatch):
    """A server of what the page downloads, and no files of it elsewhere."""
    for half in ("train", "t10k"):
        for kind, content in (("images-idx3", images(2)), ("labels-idx1", labels(2))):
            site.files[f"{REPOSITORY}gluon/dataset/mnist/{half}-{kind}-ubyte.gz"] = content
    monkeypatch.setitem(model_store._model_sha1, "resnet50_v2", hashlib.sha1(b"weights").hexdigest())
    name = f"resnet50_v2-{model_store.short_hash('resnet50_v2')}"
    site.files[f"{REPOSITORY}gluon/models/{name}.zip"] = zipped({f"{name}.params": b"weights"})
    site.files[f"{REPOSITORY}gluon/embeddings/glove/glove.6B.zip"] = zipped({"glove.6B.50d.txt": b"a 1\n"})
    torch.save(random_state(vision.resnet18_v1(), 224), "resnet18.pth")
    weights = Path("resnet18.pth").read_bytes()
    monkeypatch.setitem(fetch_zoo.PUBLISHED, "resnet18_v1", f"resnet18-{hashlib.sha256(weights).hexdigest()[:8]}.pth")
    monkeypatch.setattr(fetch_zoo, "_SERVER", "http://pytorch.test/")
    site.files[f"http://pytorch.test/{fetch_zoo.PUBLISHED['resnet18_v1']}"] = weights
    run = fetch_zoo.main
    monkeypatch.setattr(fetch_zoo, "main", lambda words: run([*words, "--root", str(folder)]))


@pytest.mark.filterwarnings("ignore:.*LeafSpec:FutureWarning")  # torch.export.load of PyTorch 2.13 warns of itself
@pytest.mark.usefixtures("published")
def test_everything_on_the_page_runs(folder, capsys):
    assert len(BLOCKS) > 10
    for language, text in BLOCKS:
        if language == "python":
            exec(compile(text, "migration.md", "exec"), {})
            continue
        for command in text.strip().splitlines():
            needed = [package for mark, packages in NEEDED.items() if mark in command for package in packages]
            if not all(map(importlib.util.find_spec, needed)):
                continue  # an extra that is not installed
            words = shlex.split(command)
            assert words[0] == "remx"
            status = cli.main(words[1:])
            said = capsys.readouterr()
            assert status == (1 if command.startswith(SOMETHING_TO_DO) else 0), f"{command}\n{said.err}"


def test_every_command_is_on_the_page_or_is_known_to_need_more():
    used = {shlex.split(line)[1] for language, text in BLOCKS if language == "sh" for line in text.strip().splitlines()}
    elsewhere = {"parse_log", "diagnose", "passes", "launch", "tune"}  # the page is about moving
    assert {name for name in cli.COMMANDS if name not in elsewhere} <= used
