"""A file is downloaded from the first address that has it, checked, once, and appears complete or not at all."""

from __future__ import annotations

import contextlib
import hashlib
import os
import threading
import time

import pytest
from mxnet.base import MXNetError
from mxnet.core.downloads import ChecksumError, DownloadError, addresses, fetching, reach, transfer
from mxnet.core.files import archives
from mxnet.gluon.utils import download

from tests import loopback

CONTENT = bytes(range(256)) * 1000
SHA1 = hashlib.sha1(CONTENT).hexdigest()


@pytest.fixture
def get(site, tmp_path, monkeypatch):
    """Return a function that downloads ``a.bin`` from the server, and tells what is in the folder afterwards."""
    monkeypatch.setattr(addresses, "_MIRRORS", {})

    def get(answer, sha1=None, **kwargs):
        site.files[site.url("a.bin")] = answer
        return download(site.url("a.bin"), str(tmp_path / "a.bin"), sha1_hash=sha1, **kwargs)

    return get


def listed(folder):
    return sorted(path.name for path in folder.iterdir())


GOOD = {
    "at once": (loopback.good(CONTENT), 1),
    "without a length": (loopback.announced(CONTENT, None), 1),
    "redirected": (loopback.redirect("http://other.test/b.bin"), 2),
    "compressed": (loopback.compressed(CONTENT), 1),
    "after errors of the server": (loopback.status(503, 2, CONTENT), 3),
    "resumed": (loopback.cut_off(CONTENT, 100_000, 2), 3),
    "broken off, and no ranges": (loopback.cut_off(CONTENT, 100_000, 1, loopback.announced(CONTENT, len(CONTENT))), 2),
    "with more than it announces": (loopback.announced(CONTENT + b"more", len(CONTENT)), 1),
}


@pytest.mark.parametrize("sha1", [None, SHA1], ids=["unchecked", "checked"])
@pytest.mark.parametrize("case", GOOD)
def test_good_servers(get, site, tmp_path, case, sha1):
    answer, count = GOOD[case]
    site.files["http://other.test/b.bin"] = CONTENT
    assert get(answer, sha1) == str(tmp_path / "a.bin")
    assert (tmp_path / "a.bin").read_bytes() == CONTENT
    assert (listed(tmp_path), len(site.asked)) == (["a.bin"], count)


BAD = {
    "not there": (loopback.status(404), "status 404 Not Found", 1),
    "forbidden": (loopback.status(403), "status 403", 1),
    "always busy": (loopback.status(500), "status 500", 5),
    "always cut off": (loopback.cut_off(CONTENT, 0, 99), "broke off after 0 bytes, 256000 before the end", 5),
    "says nothing": (loopback.stalled(), "the server was silent for 0.5 seconds", 5),
    "stops": (loopback.stalled(b"abc"), "the server was silent for 0.5 seconds", 5),
    "byte by byte": (loopback.stalled(b"a" * 40, 40, 0.1), "only [0-9]+ bytes came in 0.5 seconds", 2),
    "redirected for ever": (loopback.redirect("http://a.test/"), "redirected again and again", 31),
    "redirected to no address": (loopback.redirect("http://[::1"), "no address", 1),
    "redirected to a host that is no name": (loopback.redirect("http://,%20/a.bin"), "no address", 1),
    "a head that never ends": (loopback.endless_head, "did not begin to answer within 1 seconds", 2),
    "garbage": (lambda handler, _: handler.wfile.write(bytes(range(256))), "the connection broke", 5),
    "escapes": (lambda handler, _: handler.send_error(404, "\x1b[31mred"), r"status 404 \?\[31mred", 1),
    "redirected to a file": (loopback.redirect("file:///etc/passwd"), "no address", 1),
    "a length beyond the disk": (loopback.announced(b"", 10**17), "100000000000000000 bytes are announced", 1),
    "a length that is none": (loopback.announced(b"abc", "9" * 5000), "announces a length of '999", 1),
    "a negative length": (loopback.announced(b"abc", "-3"), "announces a length of '-3'", 1),
    "a web page": (loopback.page(), "a web page came", 1),
    "a bomb": (loopback.bomb(1 << 26), "bytes hold [0-9]+ or more", 2),
    "an encoding of its own": (
        lambda handler, _: handler.send(200, b"abc", Content_Encoding="zstd"),
        "encoding 'zstd'",
        1,
    ),
    "a part that was not asked for": (
        lambda handler, _: handler.send(206, b"abc", Content_Range="bytes 7-9/10"),
        "another part",
        2,
    ),
    "damaged compression": (
        lambda handler, _: handler.send(200, b"\x1f\x8b\x08\0\0\0\0\0\0\3abc", Content_Encoding="gzip"),
        "cannot be decompressed",
        2,
    ),
}


@pytest.mark.parametrize("case", BAD)
def test_bad_servers(get, site, tmp_path, monkeypatch, case):
    answer, text, count = BAD[case]
    if "second" in text:  # for others it is a minute, so that a busy machine is not taken for a silent server
        monkeypatch.setattr(reach, "SILENCE", 0.5)
    monkeypatch.setattr(archives, "_ALWAYS", 1 << 20)
    site.files["http://a.test/"] = loopback.redirect("http://a.test/")
    with pytest.raises(DownloadError, match=text) as caught:
        get(answer)
    assert isinstance(caught.value, (MXNetError, OSError))
    assert site.url("a.bin") in str(caught.value)
    end = time.monotonic() + 20
    while len(site.asked) < count and time.monotonic() < end:  # a busy machine's server may be behind
        time.sleep(0.01)
    assert (listed(tmp_path), len(site.asked)) == ([], count)


@pytest.mark.parametrize(("retries", "count"), [(0, 1), (1, 1), (2, 2), (5, 5)])
def test_the_number_of_attempts(get, site, retries, count):
    with pytest.raises(DownloadError):
        get(loopback.status(500), retries=retries)
    assert len(site.asked) == count


def test_pauses_grow(get, monkeypatch):
    pauses = []
    monkeypatch.setattr(fetching, "PAUSE", 1.0)
    monkeypatch.setattr(time, "sleep", pauses.append)
    with pytest.raises(DownloadError):
        get(loopback.status(503), retries=8)
    assert [pause for pause in pauses if pause != 0.05] == [1, 2, 4, 8, 16, 30, 30]


def test_a_resumed_download_asks_for_the_rest_of_the_same_file(get, site):
    get(loopback.cut_off(CONTENT, 1000, ETag='"first"'))
    assert (site.headers[1]["Range"], site.headers[1]["If-Range"]) == ("bytes=1000-", '"first"')


def test_a_file_that_changed_meanwhile_is_not_glued_together(get, tmp_path):
    other = b"x" * 2000
    get(loopback.cut_off(CONTENT, 1000, then=loopback.announced(other, 2000), ETag='"first"'))
    assert (tmp_path / "a.bin").read_bytes() == other


SIZE = len(CONTENT)
REST = CONTENT[1000:]


def part(content, start, end, total, **headers):
    """Send a part of a file that says of itself what it likes."""
    return lambda handler, _: handler.send(206, content, Content_Range=f"bytes {start}-{end}/{total}", **headers)


CONTINUATIONS = {
    "the rest, without the tag": part(b"x" * len(REST), 1000, SIZE - 1, SIZE),
    "the rest, of another tag": part(b"x" * len(REST), 1000, SIZE - 1, SIZE, ETag='"other"'),
    "the rest, of another length": part(REST + b"x", 1000, SIZE, SIZE + 1),
    "a part that ends early": part(REST[:500], 1000, 1499, SIZE),
    "a part that ends early, and says nothing of the whole": part(REST[:500], 1000, 1499, "*"),
    "the end of a shorter file": part(REST[:500], 1000, 1499, 1500),
    "nothing": part(b"", 1000, 999, SIZE),
    "an empty file": lambda handler, _: handler.send(200, b"", ETag='"first"'),
    "that there is no more": lambda handler, _: handler.send(416, Content_Range="bytes */1000"),
    "several parts": part(REST, 1000, SIZE - 1, SIZE, Content_Type="multipart/byteranges; boundary=x"),
    "no place": lambda handler, _: handler.send(206, REST),
    "another length than that of the part": part(REST[:500], 1000, SIZE - 1, SIZE),
}


@pytest.mark.parametrize("case", CONTINUATIONS)
def test_what_is_no_continuation_is_not_taken_for_one(get, tmp_path, case):
    def answer(handler, number):
        first, hostile = loopback.cut_off(CONTENT, 1000, 99, ETag='"first"'), CONTINUATIONS[case]
        (first if number == 0 else hostile if number == 1 else loopback.good(CONTENT, ETag='"first"'))(handler, 0)

    get(answer)
    assert (tmp_path / "a.bin").read_bytes() == CONTENT


def chunked(tail):
    """Send a file in one chunk, and then trailers, again and again."""

    def answer(handler, _):
        handler.send(200, b"%x\r\n%b\r\n0\r\n" % (SIZE, CONTENT), None, Transfer_Encoding="chunked")
        while not handler.server.over.wait(0.05):
            handler.wfile.write(tail)

    return answer


def test_trailers_without_end_end_the_connection(get, tmp_path, monkeypatch):
    monkeypatch.setattr(reach, "SILENCE", 0.3)
    get(chunked(b"X: a\r\n"))
    assert (tmp_path / "a.bin").read_bytes() == CONTENT


def test_interim_answers_without_end(get, monkeypatch):
    monkeypatch.setattr(reach, "SILENCE", 0.3)
    ended = threading.Event()

    def answer(handler, _):
        try:
            while not handler.server.over.wait(0.01):
                handler.wfile.write(b"HTTP/1.1 100 Continue\r\n\r\n")
        except ConnectionError:
            ended.set()

    with pytest.raises(DownloadError, match="did not begin to answer"):
        get(answer, retries=1)
    assert ended.wait(10)  # no thread goes on reading


def test_what_a_redirect_carries_is_not_read(get, site, tmp_path):
    sent = []

    def answer(handler, _):
        handler.send(302, b"", 1 << 40, Location="http://other.test/b.bin")
        with contextlib.suppress(ConnectionError):
            for _ in range(2000):
                sent.append(handler.wfile.write(bytes(1 << 16)))

    site.files["http://other.test/b.bin"] = CONTENT
    get(answer)
    assert (tmp_path / "a.bin").read_bytes() == CONTENT
    assert len(sent) < 2000


@pytest.mark.parametrize("there", [CONTENT[:1000], CONTENT, CONTENT + b"more", b"other" * 100])
def test_what_a_killed_process_left_is_used_and_checked(get, site, tmp_path, there):
    with pytest.raises(DownloadError):
        get(loopback.cut_off(CONTENT, 5, 1, loopback.status(404)), SHA1)
    (partial,) = tmp_path.iterdir()
    assert (partial.name.startswith(".a.bin."), partial.read_bytes()) == (True, CONTENT[:5])
    partial.write_bytes(there)
    get(loopback.good(CONTENT), SHA1)
    assert (listed(tmp_path), (tmp_path / "a.bin").read_bytes()) == (["a.bin"], CONTENT)


def test_another_file_is_refused(get, site, tmp_path):
    with pytest.raises(ChecksumError, match=f"SHA-1 {hashlib.sha1(b'other').hexdigest()}") as caught:
        get(b"other", SHA1)
    assert isinstance(caught.value, UserWarning)
    assert (listed(tmp_path), len(site.asked)) == ([], 2)


def test_a_file_that_is_there_stays_until_the_right_one_has_come(get, site, tmp_path):
    (tmp_path / "a.bin").write_bytes(b"old")
    with pytest.raises(DownloadError):
        get(loopback.status(404), SHA1)
    assert (tmp_path / "a.bin").read_bytes() == b"old"
    assert get(loopback.status(404)) == str(tmp_path / "a.bin")
    assert len(site.asked) == 1
    get(CONTENT, SHA1)
    assert (tmp_path / "a.bin").read_bytes() == CONTENT
    get(b"new", overwrite=True)
    assert (tmp_path / "a.bin").read_bytes() == b"new"


@pytest.mark.parametrize("url", ["http://a.test/b/..", "http://a.test/.", "http://a.test/.."])
@pytest.mark.parametrize("place", [None, "folder", "new/"])
def test_addresses_that_end_in_no_name(tmp_path, monkeypatch, url, place):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "folder").mkdir()
    with pytest.raises(ValueError, match="does not end in a file's name"):
        download(url, place)


def test_a_folder_that_is_not_there_yet(get, site, tmp_path):
    get(CONTENT)
    assert download(site.url("a.bin"), f"{tmp_path}/b/c/") == f"{tmp_path}/b/c/a.bin"


# -- addresses ---------------------------------------------------------------------------------------------------------


@pytest.fixture
def mirrored(site, monkeypatch):
    """Let a file have a second address."""
    monkeypatch.setattr(addresses, "_MIRRORS", {"http://first.test/d/": ("http://second.test/",)})
    site.files["http://second.test/a.bin"] = CONTENT
    return site


@pytest.mark.parametrize(
    "first", [loopback.status(404), loopback.page(), b"other", loopback.status(500), loopback.announced(b"", 10**17)]
)
def test_the_next_address_is_asked(mirrored, tmp_path, first):
    mirrored.files["http://first.test/d/a.bin"] = first
    download("http://first.test/d/a.bin", str(tmp_path), sha1_hash=SHA1)
    assert mirrored.asked == ["http://first.test/d/a.bin", "http://second.test/a.bin"]
    assert (listed(tmp_path), (tmp_path / "a.bin").read_bytes()) == (["a.bin"], CONTENT)


def test_mirrors_of_others_are_asked_for_checked_content_only(mirrored, tmp_path):
    with pytest.raises(DownloadError):
        download("http://first.test/d/a.bin", str(tmp_path))
    assert mirrored.asked == ["http://first.test/d/a.bin"]


@pytest.mark.parametrize("form", ["{}", "file://{}", "http"])
def test_a_mirror_of_ones_own_comes_first(mirrored, tmp_path, monkeypatch, form):
    folder = tmp_path / "mirror" / "first.test" / "d"
    folder.mkdir(parents=True)
    (folder / "a.bin").write_bytes(CONTENT)
    mirrored.files[mirrored.url("own/first.test/d/a.bin")] = CONTENT
    monkeypatch.setenv("MXNET_DATA_MIRROR", mirrored.url("own") if form == "http" else form.format(tmp_path / "mirror"))
    download("http://first.test/d/a.bin", str(tmp_path))
    assert mirrored.asked == ([mirrored.url("own/first.test/d/a.bin")] if form == "http" else [])
    assert (tmp_path / "a.bin").read_bytes() == CONTENT


def test_an_error_names_the_mirror_of_ones_own(mirrored, tmp_path, monkeypatch):
    monkeypatch.setenv("MXNET_DATA_MIRROR", str(tmp_path / "misspelt"))
    with pytest.raises(DownloadError, match=r"misspelt/first\.test/d/none\.bin: it cannot be read \(No such file"):
        download("http://first.test/d/none.bin", str(tmp_path), sha1_hash=SHA1)


def test_a_repository_that_is_a_folder(tmp_path, monkeypatch):
    from mxnet.gluon.utils import _get_repo_file_url

    (tmp_path / "gluon").mkdir()
    (tmp_path / "gluon" / "a.bin").write_bytes(CONTENT)
    monkeypatch.setenv("MXNET_GLUON_REPO", str(tmp_path))
    download(_get_repo_file_url("gluon", "a.bin"), str(tmp_path / "b.bin"), sha1_hash=SHA1)
    assert (tmp_path / "b.bin").read_bytes() == CONTENT


def test_all_addresses_of_the_repository():
    result = addresses.addresses_of(f"{addresses.REPOSITORY}gluon/dataset/mnist/a.gz", checked=True)
    assert result == [
        "https://apache-mxnet.s3-accelerate.dualstack.amazonaws.com/gluon/dataset/mnist/a.gz",
        "https://apache-mxnet.s3.amazonaws.com/gluon/dataset/mnist/a.gz",
        "https://apache-mxnet.s3.cn-north-1.amazonaws.com.cn/gluon/dataset/mnist/a.gz",
        "https://ossci-datasets.s3.amazonaws.com/mnist/a.gz",
        "https://storage.googleapis.com/cvdf-datasets/mnist/a.gz",
    ]


@pytest.mark.parametrize("path", ["../../etc/passwd", "%2e%2e/%2e%2e/etc/passwd", "a?b=../c"])
def test_no_file_outside_of_a_mirror_is_looked_at(tmp_path, monkeypatch, path):
    monkeypatch.setenv("MXNET_DATA_MIRROR", str(tmp_path))
    assert addresses.addresses_of(f"http://a.test/{path}", checked=False) == [f"http://a.test/{path}"]


# -- no network --------------------------------------------------------------------------------------------------------


def test_offline_asks_nobody(mirrored, tmp_path, monkeypatch):
    monkeypatch.setenv("MXNET_OFFLINE", "1")
    with pytest.raises(DownloadError, match="MXNET_OFFLINE is set"):
        download("http://first.test/d/a.bin", str(tmp_path), sha1_hash=SHA1)
    assert mirrored.asked == []


def no_name(*_, **__):
    import socket

    raise socket.gaierror(socket.EAI_AGAIN, "Temporary failure in name resolution")


def silent(*_, **__):
    time.sleep(3)
    return []


NETWORKS = {
    "no names": ("getaddrinfo", no_name, "no such host, or no network"),
    "a silent name server": ("getaddrinfo", silent, "name server is silent for 0.3 seconds"),
}


@pytest.mark.parametrize("case", NETWORKS)
def test_without_a_network_there_is_one_error_at_once(tmp_path, monkeypatch, case):
    name, function, text = NETWORKS[case]
    monkeypatch.delenv("MXNET_OFFLINE")
    monkeypatch.setattr(f"socket.{name}", function)
    monkeypatch.setattr(reach, "NAME", 0.3)
    monkeypatch.setattr(reach, "_silent_until", {})
    begun = time.monotonic()
    with pytest.raises(DownloadError, match=text) as caught:
        download(f"{addresses.REPOSITORY}gluon/dataset/mnist/a.gz", str(tmp_path), sha1_hash=SHA1)
    assert time.monotonic() - begun < 2
    assert str(caught.value).count("url http") == 5


def test_servers_that_never_answer_are_tried_at_the_same_time(tmp_path, monkeypatch):
    """192.0.2.0/24 is nobody's: what is sent there is lost, or refused at once."""
    monkeypatch.delenv("MXNET_OFFLINE")
    monkeypatch.setattr(reach, "CONNECT", 0.4)
    monkeypatch.setattr(reach, "_silent_until", {})
    monkeypatch.setattr(addresses, "_MIRRORS", {"http://192.0.2.1/": [f"http://192.0.2.{i}/" for i in range(2, 12)]})
    begun = time.monotonic()
    with pytest.raises(DownloadError) as caught:
        download("http://192.0.2.1/a.bin", str(tmp_path), sha1_hash=SHA1)
    assert time.monotonic() - begun < 3
    assert str(caught.value).count("url http") == 11


def test_a_refused_connection_is_final(tmp_path, monkeypatch):
    monkeypatch.delenv("MXNET_OFFLINE")
    begun = time.monotonic()
    with pytest.raises(DownloadError, match="connection refused"):
        download("http://127.0.0.1:9/a.bin", str(tmp_path))
    assert time.monotonic() - begun < 2


# -- the disk ----------------------------------------------------------------------------------------------------------


def test_a_full_disk(get, tmp_path, monkeypatch):
    import errno

    class Full:
        def __init__(self, stream):
            self.stream, self.name = stream, stream.name

        def write(self, piece):
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), self.name)

        def __enter__(self):
            return self

        def __exit__(self, *_):
            self.stream.close()

    opened = transfer.Partial.open
    monkeypatch.setattr(transfer.Partial, "open", lambda self, keep: Full(opened(self, keep)))
    with pytest.raises(DownloadError, match="No space left"):
        get(CONTENT, SHA1)
    assert listed(tmp_path) == []


@pytest.mark.parametrize("sha1", [None, SHA1], ids=["unchecked", "checked"])
def test_a_disk_that_gets_full_is_not_left_so(get, tmp_path, monkeypatch, sha1):
    monkeypatch.setattr(transfer, "_free", lambda path: len(CONTENT) // 2)
    for answer, text in (
        (loopback.announced(CONTENT, None), "and no length was announced"),
        (loopback.good(CONTENT), "256000 bytes are announced, and 128000 are free"),
    ):
        with pytest.raises(DownloadError, match=text):
            get(answer, sha1)
        assert listed(tmp_path) == []


def test_a_proxy_that_refuses(site, tmp_path, monkeypatch):
    monkeypatch.setenv("https_proxy", site.url(""))
    with pytest.raises(DownloadError, match=r"no connection through the proxy \(.*501"):
        download("https://a.test/a.bin", str(tmp_path))
    assert site.asked == []


@pytest.mark.skipif(not os.path.isdir("/proc/self"), reason="needs a folder that nobody may write to")
def test_a_folder_that_cannot_be_written(site):
    site.files[site.url("a.bin")] = CONTENT
    with pytest.raises(OSError, match="/proc/"):
        download(site.url("a.bin"), "/proc/self/a.bin")


def test_a_file_where_a_folder_should_be(site, tmp_path):
    site.files[site.url("a.bin")] = CONTENT
    (tmp_path / "file").write_text("")
    with pytest.raises(DownloadError, match="cannot write"):
        download(site.url("a.bin"), str(tmp_path / "file" / "a.bin"))


@pytest.mark.parametrize("there", [True, False])
def test_a_link_is_replaced_and_not_written_through(get, tmp_path, there):
    real = tmp_path / "data" / "real.bin"
    real.parent.mkdir()
    if there:
        real.write_text("precious")
    (tmp_path / "a.bin").symlink_to(real)
    get(CONTENT, overwrite=True)
    assert (tmp_path / "a.bin").read_bytes() == CONTENT
    assert not (tmp_path / "a.bin").is_symlink()
    assert not there or real.read_text() == "precious"


def test_links_of_folders_are_followed(site, tmp_path):
    (tmp_path / "disk").mkdir()
    (tmp_path / "data").symlink_to(tmp_path / "disk")
    site.files[site.url("a.bin")] = CONTENT
    download(site.url("a.bin"), str(tmp_path / "data" / "a.bin"))
    assert (tmp_path / "disk" / "a.bin").read_bytes() == CONTENT


@pytest.mark.parametrize(
    "address", ["file:///dev/zero", "file:{}/pipe", "{}/pipe", "file://example.com{}/a", "file:{}"]
)
def test_only_regular_files_of_this_machine_are_copied(tmp_path, address):
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "a").write_text("a")
    with pytest.raises(DownloadError, match=r"no regular file|another host|cannot be read"):
        download(address.format(tmp_path), str(tmp_path / "b"))
    assert not (tmp_path / "b").exists()


@pytest.mark.parametrize("address", ["file:{}/a", "file://{}/a", "file://localhost{}/a"])
def test_addresses_of_files(tmp_path, address):
    (tmp_path / "a").write_text("a")
    download(address.format(tmp_path), str(tmp_path / "b"))
    assert (tmp_path / "b").read_text() == "a"


@pytest.mark.parametrize("kind", ["folder", "device"])
def test_what_is_no_file_is_left_alone(get, tmp_path, kind):
    if kind == "folder":
        (tmp_path / "a.bin" / "a.bin").mkdir(parents=True)
    else:
        (tmp_path / "a.bin").symlink_to(os.devnull)
    with pytest.raises(DownloadError, match="it is no regular file"):
        get(CONTENT, overwrite=True)
    assert os.path.exists(os.devnull)


@pytest.mark.parametrize("name", ["n" * 250, "é" * 120])
def test_long_names(site, tmp_path, name):
    site.files[site.url("a.bin")] = CONTENT
    download(site.url("a.bin"), str(tmp_path / name))
    assert listed(tmp_path) == [name]


def test_errors_show_no_password_and_no_escapes(tmp_path, monkeypatch):
    monkeypatch.delenv("MXNET_OFFLINE")
    with pytest.raises(DownloadError) as caught:
        download("http://user:secret@127.0.0.1:9/a\x1b\n", str(tmp_path / "a"))
    assert "url http://***@127.0.0.1:9/a??: connection refused" in str(caught.value)


def test_a_link_in_the_place_of_the_partial_file_is_not_written_through(get, tmp_path):
    victim = tmp_path / "victim"
    victim.write_text("precious")
    with pytest.raises(DownloadError):
        get(loopback.cut_off(CONTENT, 5, 1, loopback.status(404)), SHA1)
    (partial,) = tmp_path.glob(".a.bin*")
    partial.unlink()
    partial.symlink_to(victim)
    with pytest.raises(OSError, match=r".*"):
        get(CONTENT, SHA1)
    assert victim.read_text() == "precious"
