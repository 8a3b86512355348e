"""``gluon.utils.download`` and ``test_utils.download``: where the file goes, and what it is like."""

from __future__ import annotations

import os
import stat

import mxnet as mx
import pytest
from mxnet import test_utils
from mxnet.gluon import utils
from mxnet.gluon.model_zoo import model_store


@pytest.fixture
def url(site, tmp_path, monkeypatch):
    """The address of a file, asked for in an empty working directory."""
    monkeypatch.chdir(tmp_path)
    site.files[site.url("d/a.bin?b=c")] = site.files[site.url("d/a.bin")] = b"abc"
    return site.url("d/a.bin")


@pytest.mark.parametrize(
    ("call", "path"),
    [
        (lambda url: utils.download(url), "a.bin"),
        (lambda url: utils.download(f"{url}?b=c"), "a.bin?b=c"),
        (lambda url: utils.download(url, "folder"), "folder/a.bin"),
        (lambda url: utils.download(url, "new/b"), "new/b"),
        (lambda url: test_utils.download(url), "a.bin"),
        (lambda url: test_utils.download(url, "b"), "b"),
        (lambda url: test_utils.download(url, dirname="new/c"), "new/c/a.bin"),
        (lambda url: test_utils.download(url, "b", "new/c"), "new/c/b"),
        (lambda url: test_utils.download(url, "new/b"), "new/b"),
    ],
)
def test_where_a_file_goes(url, tmp_path, call, path):
    (tmp_path / "folder").mkdir()
    assert call(url) == path
    assert (tmp_path / path).read_bytes() == b"abc"


@pytest.mark.parametrize("get", [utils.download, test_utils.download])
@pytest.mark.parametrize("overwrite", [False, True])
def test_a_file_that_is_there(url, site, tmp_path, get, overwrite):
    (tmp_path / "a.bin").write_bytes(b"old")
    get(url, overwrite=overwrite)
    assert ((tmp_path / "a.bin").read_bytes(), len(site.asked)) == ((b"abc", 1) if overwrite else (b"old", 0))


def test_permissions_are_the_usual_ones(url, tmp_path):
    before = os.umask(0o027)
    try:
        utils.download(url)
    finally:
        os.umask(before)
    assert stat.S_IMODE((tmp_path / "a.bin").stat().st_mode) == 0o640


def test_an_address_without_a_name(tmp_path):
    with pytest.raises(AssertionError, match="does not end in a file's name"):
        utils.download("http://a.test/b/")
    with pytest.raises(AssertionError, match="at least 0"):
        utils.download("http://a.test/b", retries=-1)


def test_unverified_requests_are_warned_of(url):
    with pytest.warns(UserWarning, match="Unverified HTTPS"):
        utils.download(url, verify_ssl=False)


@pytest.mark.parametrize("get", [utils.download, test_utils.download])
def test_one_class_for_all_failures(site, get):
    with pytest.raises(mx.MXNetError) as caught:
        get(site.url("none"), retries=1)
    assert isinstance(caught.value, OSError)


def test_addresses_of_the_repository(monkeypatch):
    assert utils._get_repo_url() == model_store.apache_repo_url
    monkeypatch.setenv("MXNET_GLUON_REPO", "http://a.test")
    assert utils._get_repo_file_url("gluon/models", "b.zip") == "http://a.test/gluon/models/b.zip"
