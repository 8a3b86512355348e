"""``remx fetch``, ``remx fetch-zoo``, and what ``remx doctor`` says of downloads."""

from __future__ import annotations

import hashlib
import json

import mxnet as mx
import pytest
import torch
from mxnet.gluon.model_zoo import model_store, vision
from mxnet.gluon.model_zoo.torchvision import named_layers
from mxnet.tools import doctor, fetch, fetch_zoo

from tests.gluon.model_zoo.test_from_torchvision import random_state
from tests.loopback import REPOSITORY
from tests.standins import images, labels, zipped

PARTS = {f"{half}-{kind}-ubyte.gz": make(n) for half, n in (("train", 5), ("t10k", 3))
         for kind, make in (("images-idx3", images), ("labels-idx1", labels))}  # fmt: skip


@pytest.fixture
def published(site, any_content, tmp_path, monkeypatch):
    """A server with MNIST, a network's weights and word vectors; the folder of downloads is empty."""
    monkeypatch.setenv("MXNET_HOME", str(tmp_path / "home"))
    digest = hashlib.sha1(b"weights").hexdigest()
    monkeypatch.setitem(model_store._model_sha1, "resnet18_v1", digest)
    name = f"resnet18_v1-{digest[:8]}"
    site.files |= {f"{REPOSITORY}gluon/dataset/mnist/{file}": content for file, content in PARTS.items()}
    site.files[f"{REPOSITORY}gluon/models/{name}.zip"] = zipped({f"{name}.params": b"weights"})
    site.files[f"{REPOSITORY}gluon/embeddings/glove/glove.6B.zip"] = zipped({"glove.6B.50d.txt": b"a 1 2\n"})
    site.files["http://data.mxnet.io/mxnet/data/cifar10.zip"] = zipped({"cifar/train.rec": b"", "cifar/test.rec": b""})
    return site


@pytest.mark.parametrize(
    ("name", "paths"),
    [
        ("mnist", [f"datasets/mnist/{file}" for file in PARTS]),
        ("MNIST", [f"datasets/mnist/{file}" for file in PARTS]),
        ("resnet18_v1", ["models/resnet18_v1-*.params"]),
        ("glove.6B.50d", ["embeddings/glove/glove.6B.50d.txt", "embeddings/glove/glove.6B.zip"]),
        ("glove.6B.50d.txt", ["embeddings/glove/glove.6B.50d.txt", "embeddings/glove/glove.6B.zip"]),
        ("cifar10.zip", ["mirror/data.mxnet.io/mxnet/data/cifar10.zip"]),
    ],
)
@pytest.mark.parametrize("to", [None, "other"])
def test_files_go_where_programs_look_for_them(published, tmp_path, capsys, name, paths, to):
    for _ in range(2):
        assert fetch.main([name, *(["--to", str(tmp_path / to)] if to else [])]) == 0
    home = tmp_path / (to or "home")
    found = sorted(path for path in home.rglob("*") if path.is_file())
    assert [path.match(pattern) for path, pattern in zip(found, sorted(paths), strict=True)] == [True] * len(found)
    assert "in " in capsys.readouterr().out
    assert len(published.asked) == len([path for path in paths if not path.endswith(".txt")])


def test_what_was_fetched_ahead_serves_functions_of_the_working_directory(published, tmp_path, monkeypatch):
    assert fetch.main(["cifar10.zip"]) == 0
    monkeypatch.setenv("MXNET_OFFLINE", "1")
    monkeypatch.chdir(tmp_path)
    mx.test_utils.get_cifar10()
    assert (tmp_path / "data" / "cifar" / "test.rec").exists()


def test_what_fails_is_said_and_the_rest_is_fetched(published, capsys):
    assert fetch.main(["cifar100", "mnist", "--json"]) == 1
    found = json.loads(capsys.readouterr().out)
    assert (found["mnist"]["error"], "status 404" in found["cifar100"]["error"]) == (None, True)
    assert fetch.main(["cifar100", "mnist"]) == 1
    said = capsys.readouterr()
    assert ("mnist: in" in said.out, "cifar100: Failed downloading" in said.err) == (True, True)


def test_an_unknown_name(capsys):
    assert fetch.main(["mnits"]) == 1
    assert "did you mean" in capsys.readouterr().err


@pytest.mark.parametrize("words", [[], ["--to", "x"]])
def test_wrong_calls(words):
    with pytest.raises(SystemExit):
        fetch.main(words)


def test_the_list(capsys):
    assert fetch.main(["--list", "resnet50", "wiki.simple", "--json"]) == 0
    assert [item["name"] for item in json.loads(capsys.readouterr().out)] == [
        "resnet50_v1",
        "resnet50_v2",
        "wiki.simple",
    ]
    assert len(fetch.catalogue()) == 6 + 34 + 10 + 327 + 3 + 12


# -- torchvision's weights ---------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def weights(tmp_path_factory):
    """Random weights of torchvision's squeezenet1_1 in a file, and a network that has them."""
    net = vision.get_model("squeezenet1.1")
    state = random_state(net, 224)
    path = tmp_path_factory.mktemp("weights") / "squeezenet.pth"
    torch.save(state, path)
    return path, state


@pytest.fixture
def hub(tmp_path, monkeypatch):
    """PyTorch's own folder of downloads, empty."""
    monkeypatch.setattr(torch.hub, "get_dir", lambda: str(tmp_path / "hub"))
    (tmp_path / "hub" / "checkpoints").mkdir(parents=True)
    return tmp_path / "hub" / "checkpoints"


def check(root, state):
    """See that ``pretrained=True`` takes the converted weights, with a warning."""
    with pytest.warns(UserWarning, match="are torchvision's, converted by remx fetch-zoo, and not MXNet's"):
        net = vision.squeezenet1_1(pretrained=True, root=str(root))
    name, layer = named_layers(net)[0]
    assert torch.equal(layer.weight.data()._t, state[f"{name}.weight"])


def test_weights_of_a_file(weights, tmp_path, capsys):
    path, state = weights
    root = tmp_path / "models"
    words = ["--from-torchvision", "squeezenet1.1", "--weights", str(path), "--root", str(root)]
    assert fetch_zoo.main(words) == 0
    said = capsys.readouterr()
    assert said.out.strip() == str(root / "squeezenet1.1-torchvision.params")
    assert "these are torchvision's weights" in said.err
    check(root, state)


@pytest.mark.parametrize("cached", [False, True])
def test_weights_that_are_downloaded(weights, site, hub, tmp_path, monkeypatch, cached):
    path, state = weights
    name = f"squeezenet1_1-{hashlib.sha256(path.read_bytes()).hexdigest()[:8]}.pth"
    monkeypatch.setitem(fetch_zoo.PUBLISHED, "squeezenet1.1", name)
    monkeypatch.setattr(fetch_zoo, "_SERVER", "http://pytorch.test/models/")
    site.files[f"http://pytorch.test/models/{name}"] = path.read_bytes()
    if cached:
        (hub / name).write_bytes(path.read_bytes())
    root = tmp_path / "models"
    assert fetch_zoo.main(["--from-torchvision", "squeezenet1.1", "--root", str(root)]) == 0
    check(root, state)
    assert (len(site.asked), [path.name for path in root.iterdir()]) == (
        not cached,
        ["squeezenet1.1-torchvision.params"],
    )


@pytest.mark.parametrize("content", [b"", b"<html>", b"PK\3\4"])
def test_downloads_that_are_other_files(site, hub, tmp_path, monkeypatch, capsys, content):
    monkeypatch.setattr(fetch_zoo, "_SERVER", "http://pytorch.test/")
    site.files[f"http://pytorch.test/{fetch_zoo.PUBLISHED['alexnet']}"] = content
    assert fetch_zoo.main(["--from-torchvision", "alexnet", "--root", str(tmp_path / "models")]) == 1
    assert "SHA-256" in capsys.readouterr().err
    assert list((tmp_path / "models").iterdir()) == []


class Hostile:
    """Runs code when it is unpickled."""

    def __reduce__(self):
        return print, ("hostile",)


@pytest.mark.parametrize(
    ("make", "text"),
    [
        (lambda path: path.write_bytes(b"no weights"), "no weights of PyTorch"),
        (lambda path: torch.save(Hostile(), path), "no weights of PyTorch"),
        (lambda path: torch.save([torch.zeros(3)], path), "expected a state_dict, got a list of other things"),
        (lambda path: torch.save({"fc.weight": torch.zeros(3)}, path), "they lack"),
        (lambda path: torch.save({7: torch.zeros(3)}, path), "expected a state_dict"),
        (lambda path: None, "No such file"),
    ],
)
def test_files_that_are_no_weights(tmp_path, capsys, make, text):
    path = tmp_path / "a.pth"
    make(path)
    words = ["--from-torchvision", "resnet18_v1", "--weights", str(path), "--root", str(tmp_path / "models")]
    assert fetch_zoo.main(words) == 1
    said = capsys.readouterr()
    assert (text in said.err, "hostile" in said.out) == (True, False)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("resnet50_v1", "1x1 convolution"),
        ("mobilenetv2_1.0", "no bias"),
        ("resnet50_v2", "V2"),
        ("resnet19", "resnet19"),
    ],
)
def test_networks_that_torchvision_has_not(capsys, name, text):
    assert fetch_zoo.main(["--from-torchvision", name]) == 1
    assert text in capsys.readouterr().err


def test_each_network_has_weights_or_a_reason(capsys):
    assert fetch_zoo.main(["--list", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert len(found) == 34
    assert all(bool(each["torchvision"]) != bool(each["reason"]) for each in found.values())


def test_mxnets_own_weights(published, tmp_path, capsys):
    assert fetch_zoo.main(["resnet18_v1", "--root", str(tmp_path)]) == 0
    assert capsys.readouterr().out.startswith(str(tmp_path / "resnet18_v1-"))


@pytest.mark.parametrize("words", [[], ["--weights", "x", "alexnet"], ["--list", "alexnet"],
                                   ["--from-torchvision", "--weights", "x", "alexnet", "vgg11"]])  # fmt: skip
def test_wrong_calls_of_the_zoo(words):
    with pytest.raises(SystemExit):
        fetch_zoo.main(words)


# -- doctor ------------------------------------------------------------------------------------------------------------

PROGRAM = """\
import mxnet as mx
from mxnet import gluon
from mxnet.contrib import text
from mxnet.gluon.data.vision import MNIST as Digits
from mxnet.gluon.model_zoo import vision as models

train = Digits(train=True)
other = gluon.data.vision.datasets.CIFAR100()
words = gluon.contrib.data.text.WikiText2()
net = models.resnet50_v2(pretrained=True)
net = models.mobilenet_v2_1_0(pretrained=args.pretrained)
net = models.vgg16(pretrained=False)
net = gluon.model_zoo.vision.get_model('ResNet18_v1', pretrained=True)
net = models.get_model(name, pretrained=True)
glove = text.embedding.create('glove', pretrained_file_name='glove.6B.50d.txt')
fast = text.embedding.FastText()
mx.test_utils.get_mnist_iterator(5, (784,))
mx.test_utils.download_model("imagenet1k-resnet-18")
gluon.utils.download("http://a.test/b.zip")
gluon.utils.download(address)
"""
WANTED = {
    "mnist": [7, 17], "cifar100": [8], "wikitext-2": [9], "resnet50_v2": [10], "mobilenetv2_1.0": [11],
    "resnet18_v1": [13], "glove.6B.50d": [15], "wiki.simple": [16], "imagenet1k-resnet-18": [18],
    "http://a.test/b.zip": [19],
}  # fmt: skip


def test_doctor_lists_what_a_program_downloads(tmp_path, capsys):
    path = tmp_path / "train.py"
    path.write_text(PROGRAM)
    assert doctor.main([str(path), "--json"]) == 0
    found = json.loads(capsys.readouterr().out)["downloads"]
    assert found == {name: [f"{path}:{line}" for line in lines] for name, lines in WANTED.items()}
    assert all(name in fetch.catalogue() for name in WANTED if "://" not in name)
    doctor.main([str(path)])
    assert f"remx fetch {' '.join(name for name in WANTED if '://' not in name)}" in capsys.readouterr().out


def test_doctor_says_nothing_where_nothing_is_downloaded(tmp_path, capsys):
    (tmp_path / "a.py").write_text("import mxnet as mx\nmx.nd.zeros(3)\n")
    doctor.main([str(tmp_path)])
    assert "downloads" not in capsys.readouterr().out
