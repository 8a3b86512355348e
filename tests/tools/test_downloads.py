"""``remx run`` says what a download that failed was of, and where a file that is put by hand is found."""

from __future__ import annotations

import http.client
import os
import socket
import urllib.error
import urllib.request
from typing import Any

import pytest
from mxnet.tools.downloads import failed_download
from remx import cli

requests = pytest.importorskip("requests")
ADDRESS = "http://books.example.org/data/names.zip"
HEAD = "import os, requests, urllib.request\n"
#: as the helper libraries of books do it
HUB = (
    "HUB = {'names': ('http://books.example.org/data/names.zip', '" + "ab" * 20 + "')}\n"
    "def download(name, cache_dir):\n"
    "    url, sha1_hash = HUB[name]\n"
    "    fname = os.path.join(cache_dir, url.split('/')[-1])\n"
    "    return requests.get(url, stream=True)\n"
    "download('names', 'data')\n"
)


@pytest.fixture(autouse=True)
def no_network(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*args: Any, **kwargs: Any) -> Any:
        raise socket.gaierror(-2, "Name or service not known")

    monkeypatch.setattr(socket, "create_connection", refuse)
    monkeypatch.setattr(socket, "getaddrinfo", refuse)
    for name in ("http_proxy", "https_proxy", "all_proxy", "HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY"):
        monkeypatch.delenv(name, raising=False)


@pytest.mark.parametrize(
    ("program", "folder"),
    [
        (HUB, "data"),
        (f"urllib.request.urlretrieve({ADDRESS!r}, 'data/names.zip')", "data"),
        (f"path = 'names.zip'\ndata = urllib.request.urlopen({ADDRESS!r}).read()", "."),
        (f"import pathlib\npath = pathlib.Path('a') / 'names.zip'\nrequests.get({ADDRESS!r})", "a"),
    ],
)
def test_address_file_and_folder_are_named(
    program: str, folder: str, tmp_path: Any, capsys: Any, monkeypatch: Any
) -> None:
    monkeypatch.chdir(tmp_path)
    file = tmp_path / "program.py"
    file.write_text(HEAD + program)
    assert cli.main(["run", str(file)]) == 1
    said = capsys.readouterr().err.split("likely cause: ")[1]
    assert f"{ADDRESS} did not answer" in said
    assert f"names.zip is expected: put by hand into {os.path.abspath(folder)}, it is found" in said
    assert ("SHA-1 is " + "ab" * 20 in said) is (program is HUB)


@pytest.mark.parametrize("program", [f"requests.get({ADDRESS!r})", f"urllib.request.urlopen({ADDRESS!r})"])
def test_what_is_read_directly_has_no_file(program: str, tmp_path: Any, capsys: Any) -> None:
    file = tmp_path / "program.py"
    file.write_text(HEAD + program)
    assert cli.main(["run", str(file)]) == 1
    assert "takes no file that is put anywhere by hand" in capsys.readouterr().err


def test_the_status_of_a_server_is_said() -> None:
    with urllib.error.HTTPError(ADDRESS, 404, "Not Found", http.client.HTTPMessage(), None) as error:
        assert "names.zip" in failed_download(error)
        assert "(status 404)" in failed_download(error)


@pytest.mark.parametrize("error", [ValueError("x"), OSError("x"), ConnectionError("x")])
def test_other_errors_are_none_of_downloads(error: BaseException) -> None:
    assert failed_download(error) == ""
