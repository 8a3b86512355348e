"""Pretrained weights come from a directory, or from a server that the environment names."""

from __future__ import annotations

import functools
import hashlib
import http.server
import threading
import zipfile

import mxnet as mx
import numpy as np
import pytest
from mxnet.gluon.model_zoo import model_store, vision


@pytest.fixture(autouse=True)
def _no_server(monkeypatch):
    monkeypatch.delenv("MXNET_GLUON_REPO", raising=False)


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


@pytest.fixture
def server(tmp_path):
    """A server of the files in a directory: the directory and its address."""
    folder = tmp_path / "server"
    folder.mkdir()
    handler = functools.partial(http.server.SimpleHTTPRequestHandler, directory=folder)
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as serving:
        thread = threading.Thread(target=serving.serve_forever)
        thread.start()
        yield folder, f"http://127.0.0.1:{serving.server_port}"
        serving.shutdown()
        thread.join()


def test_weights_are_read_from_the_root(published, tmp_path):
    name, content, net = published
    (tmp_path / "models").mkdir()
    (tmp_path / "models" / f"{name}.params").write_bytes(content)
    other = vision.get_model("mobilenet0.25", pretrained=True, root=str(tmp_path / "models"), ctx=mx.cpu(0))
    data = mx.nd.array(np.random.rand(1, 3, 32, 32))
    np.testing.assert_array_equal(other(data).asnumpy(), net(data).asnumpy())


def test_the_file_that_is_missing_is_named(tmp_path):
    with pytest.raises(FileNotFoundError) as caught:
        vision.resnet18_v1(pretrained=True, root=str(tmp_path))
    assert str(tmp_path / "resnet18_v1-a0666292.params") in str(caught.value)
    assert "MXNET_GLUON_REPO" in str(caught.value)


def test_a_file_that_is_not_the_one_it_is_called_after_is_refused(tmp_path):
    (tmp_path / "alexnet-44335d1f.params").write_bytes(b"other weights")
    with pytest.raises(ValueError, match="load_parameters"):
        model_store.get_model_file("alexnet", root=str(tmp_path))


def test_weights_come_from_a_server_that_is_named(published, server, tmp_path, monkeypatch):
    name, content, _ = published
    folder, address = server
    place = folder / "gluon" / "models"
    place.mkdir(parents=True)
    with zipfile.ZipFile(place / f"{name}.zip", "w") as archive:
        archive.writestr(f"{name}.params", content)
    monkeypatch.setenv("MXNET_GLUON_REPO", address)
    path = model_store.get_model_file("mobilenet0.25", root=str(tmp_path / "models"))
    assert path == str(tmp_path / "models" / f"{name}.params")
    assert [each.name for each in (tmp_path / "models").iterdir()] == [f"{name}.params"]
    assert (tmp_path / "models" / f"{name}.params").read_bytes() == content


def test_there_are_no_weights_of_another_name():
    with pytest.raises(ValueError, match="resnet19_v1"):
        model_store.get_model_file("resnet19_v1")
    assert model_store.short_hash("alexnet") == "44335d1f"


def test_purging_leaves_other_files(tmp_path):
    for name in ("a.params", "b.params", "notes.txt"):
        (tmp_path / name).write_text("")
    model_store.purge(str(tmp_path))
    assert [each.name for each in tmp_path.iterdir()] == ["notes.txt"]
