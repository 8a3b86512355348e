"""Pretrained weights come from a directory, or are downloaded to it."""

from __future__ import annotations

import hashlib

import mxnet as mx
import numpy as np
import pytest
from mxnet.gluon.model_zoo import model_store, vision

from tests.loopback import REPOSITORY
from tests.standins import zipped


@pytest.fixture
def published(tmp_path, monkeypatch):
    """Weights of mobilenet0.25, as if MXNet had published them: the file's name and its content."""
    net = vision.mobilenet0_25()
    net.initialize(mx.init.Xavier())
    net(mx.nd.ones((1, 3, 32, 32)))
    path = tmp_path / "made.params"
    net.save_parameters(str(path))
    content = path.read_bytes()
    digest = hashlib.sha1(content).hexdigest()
    monkeypatch.setitem(model_store._model_sha1, "mobilenet0.25", digest)
    return f"mobilenet0.25-{digest[:8]}", content, net


def test_weights_are_read_from_the_root(published, tmp_path):
    name, content, net = published
    (tmp_path / "models").mkdir()
    (tmp_path / "models" / f"{name}.params").write_bytes(content)
    other = vision.get_model("mobilenet0.25", pretrained=True, root=str(tmp_path / "models"), ctx=mx.cpu(0))
    data = mx.nd.array(np.random.rand(1, 3, 32, 32))
    np.testing.assert_array_equal(other(data).asnumpy(), net(data).asnumpy())


def test_the_file_that_is_missing_is_named(tmp_path):
    with pytest.raises(mx.MXNetError) as caught:
        vision.resnet18_v1(pretrained=True, root=str(tmp_path))
    assert isinstance(caught.value, OSError)
    for text in ("resnet18_v1-a0666292.params", "SHA-1 a0666292f0a30ff6", str(tmp_path), "MXNET_GLUON_REPO"):
        assert text in str(caught.value)


def test_a_file_that_is_not_the_one_it_is_called_after_is_refused(tmp_path):
    (tmp_path / "alexnet-44335d1f.params").write_bytes(b"other weights")
    with pytest.raises(mx.MXNetError, match="load_parameters"):
        model_store.get_model_file("alexnet", root=str(tmp_path))


@pytest.mark.parametrize("there", [None, b"another version"])
def test_weights_are_downloaded(published, site, tmp_path, there):
    name, content, _ = published
    root = tmp_path / "models"
    if there is not None:
        root.mkdir()
        (root / f"{name}.params").write_bytes(there)
    site.files[f"{REPOSITORY}gluon/models/{name}.zip"] = zipped({f"{name}.params": content})
    for _ in range(2):
        path = model_store.get_model_file("mobilenet0.25", root=str(root))
    assert path == str(root / f"{name}.params")
    assert [each.name for each in root.iterdir()] == [f"{name}.params"]
    assert (root / f"{name}.params").read_bytes() == content
    assert site.asked == [f"{REPOSITORY}gluon/models/{name}.zip"]


@pytest.mark.parametrize(
    "archive",
    [
        b"",
        b"<html>",
        lambda name: zipped({f"{name}.params": b"other weights"}),
        lambda name: zipped({"other.params": b""}),
        lambda name: zipped({f"../{name}.params": b"", "/etc/x": b""}),
    ],
)
def test_other_archives_are_refused(published, site, tmp_path, archive):
    name, _, _ = published
    site.files[f"{REPOSITORY}gluon/models/{name}.zip"] = archive(name) if callable(archive) else archive
    with pytest.raises(mx.MXNetError, match="it is not the right file"):
        model_store.get_model_file("mobilenet0.25", root=str(tmp_path / "models"))
    assert list((tmp_path / "models").iterdir()) == []


def test_there_are_no_weights_of_another_name():
    with pytest.raises(ValueError, match="resnet19_v1"):
        model_store.get_model_file("resnet19_v1")
    assert model_store.short_hash("alexnet") == "44335d1f"


def test_purging_leaves_other_files(tmp_path):
    for name in ("a.params", "b.params", "notes.txt"):
        (tmp_path / name).write_text("")
    model_store.purge(str(tmp_path))
    assert [each.name for each in tmp_path.iterdir()] == ["notes.txt"]
