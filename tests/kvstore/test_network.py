"""What listens to other machines: where it listens, and what it makes of what should not come."""

from __future__ import annotations

import contextlib
import errno
import json
import pickle
import random
import socket
import struct
import threading
import time
import types

import mxnet as mx
import pytest
import torch
from mxnet.kvstore import links, network
from mxnet.kvstore.cluster import open_server, reach_server
from mxnet.kvstore.launchers import LAUNCHERS, World
from mxnet.kvstore.layout import joined_states
from mxnet.kvstore.links import Listener


@pytest.fixture
def pair():
    ends = socket.socketpair()
    for end in ends:
        end.settimeout(5)
    yield ends
    for end in ends:
        end.close()


def test_messages_arrive(pair):
    tensors = [torch.arange(6.0).reshape(2, 3), torch.zeros(0, 4, dtype=torch.int64), torch.tensor(True)]
    network.send(pair[0], {"do": "push", "key": "ä"}, tensors)
    description, found = network.receive(pair[1])
    assert description == {"do": "push", "key": "ä"}
    assert all(torch.equal(*both) and both[0].dtype == both[1].dtype for both in zip(found, tensors, strict=True))


def head(text, magic=b"rmx1", length=None):
    return struct.pack("<4sI", magic, len(text) if length is None else length) + text


@pytest.mark.parametrize(
    "content",
    [
        head(b"{}", magic=b"GET "),
        head(b"{}", length=1 << 30),
        head(b"no JSON"),
        head(b"[1]"),
        head(b"{}"),
        head(json.dumps({"tensors": [["object", [2]]]}).encode()),
        head(json.dumps({"tensors": [["float32", [1 << 40]]]}).encode()),
        head(json.dumps({"tensors": [["float32", [-1, -5]]]}).encode()),
        head(json.dumps({"tensors": [["float32", ["x"]]]}).encode()),
        head(b'{"tensors": [["float32", [Infinity]]]}'),
        head(json.dumps({"tensors": [["float32", [0, 1 << 62, 1 << 62]]]}).encode()),
        head(json.dumps({"tensors": [["float32", [1] * 5000]]}).encode()),
        head(b"[" * 60000),
        head(b"\x80\x04c__builtin__\nprint\n."),
    ],
)
def test_what_is_no_message_is_refused(pair, content):
    pair[0].sendall(content)
    with pytest.raises(mx.MXNetError):
        network.receive(pair[1])


def mutations(message, count):
    """Yield bytes that are nearly a message, and bytes that are not."""
    draws = random.Random(5)
    for _ in range(count):
        content = bytearray(message)
        for _ in range(draws.randrange(1, 6)):
            at = draws.randrange(len(content))
            kind = draws.randrange(4)
            if kind == 0:
                content[at] = draws.randrange(256)
            elif kind == 1:
                del content[at : at + draws.randrange(1, 20)]
            elif kind == 2:
                content[at:at] = draws.randbytes(draws.randrange(1, 20))
            else:
                content[at:at] = draws.choice([b"9999999999", b"-", b"Infinity", b"null", b'"', b"]", b"\xff"])
            content = content or bytearray(b"x")
        yield bytes(content)


def test_nearly_messages_are_taken_or_refused():
    message = head(json.dumps({"do": "push", "tensors": [["float32", [2, 3]], ["int64", [1]]]}).encode()) + bytes(32)
    refused = 0
    for content in mutations(message, 1500):
        sender, receiver = socket.socketpair()
        with sender, receiver:
            receiver.settimeout(5)
            sender.sendall(content)
            sender.shutdown(socket.SHUT_WR)
            try:
                network.receive(receiver, 1000)
            except (mx.MXNetError, ConnectionError):
                refused += 1
    assert 500 < refused < 1500


def test_a_message_that_is_cut_off(pair):
    pair[0].sendall(head(json.dumps({"tensors": [["float32", [100]]]}).encode()) + b"1234")
    pair[0].close()
    with pytest.raises(OSError):
        network.receive(pair[1])


def test_listening_on_one_address():
    with network.listen("127.0.0.1") as listening:
        assert listening.getsockname()[0] == "127.0.0.1"
        with pytest.raises(OSError):
            network.listen("127.0.0.1", listening.getsockname()[1])
    assert network.own_address("127.0.0.1", 80) == "127.0.0.1"


class Meeting(dict):
    """What the workers write down for each other."""

    def compare_set(self, key, before, after):
        return self.setdefault(key, after).encode()

    set = dict.__setitem__


@pytest.fixture
def listener():
    """What answers the requests of worker 0, at an address, with the requests that it has handled."""
    handled = []

    def handle(rank, request, tensors):
        handled.append((rank, request["do"]))
        return {"answer": request["do"]}, tensors

    cluster = types.SimpleNamespace(store=Meeting(), host="127.0.0.1", rank=0, num_workers=2, timeout=5)
    made = Listener(cluster, handle)
    host, _, port = cluster.store["listener/0"].rpartition(":")
    yield types.SimpleNamespace(address=(host, int(port)), token=cluster.store["token"], handled=handled)
    made._socket.shutdown(socket.SHUT_RDWR)  # which ends the thread that accepts
    made._socket.close()


def connected(listener, **changes):
    """Return a connection that has said who it is."""
    connection = socket.create_connection(listener.address, timeout=5)
    network.send(connection, {"token": listener.token, "rank": 1, "link": "values", **changes})
    return connection


def asks(listener, number, **request):
    with connected(listener) as connection:
        network.send(connection, {"number": number, **request})
        return network.receive(connection)[0]


STRANGERS = {
    "no token": {"token": None},
    "another token": {"token": "0" * 32},
    "a token in other letters": {"token": "ä" * 32},
    "a rank that there is not": {"rank": 2},
    "a rank below 0": {"rank": -1},
    "no rank": {"rank": True},
    "not JSON": b"GET / HTTP/1.1\r\nHost: x\r\n\r\n",
    "a pickle": head(b"\x80\x04cposix\nsystem\n(S'true'\ntR."),
    "too long": head(b"{}", length=1 << 31),
    "too large": head(json.dumps({"token": "", "tensors": [["float64", [1 << 40]]]}).encode()),
    "too deep": head(b"[" * 60000),
    "nothing": b"",
}


@pytest.mark.parametrize("name", STRANGERS)
def test_strangers_are_refused_and_workers_go_on(listener, name, caplog):
    attack = STRANGERS[name]
    if isinstance(attack, bytes):
        connection = socket.create_connection(listener.address, timeout=5)
        with contextlib.suppress(OSError):  # hung up on before it was all said
            connection.sendall(attack)
            connection.shutdown(socket.SHUT_WR)
    else:
        connection = connected(listener, **attack)
        with contextlib.suppress(OSError):
            network.send(connection, {"number": 0, "do": "push"})
    with connection, pytest.raises(OSError):  # hung up on, unanswered
        network.receive(connection)
    assert asks(listener, 0, do="pull") == {"answer": "pull"}
    assert listener.handled == [(1, "pull")]
    warnings = [each for each in caplog.records if "refused" in each.getMessage()]
    assert len(warnings) == (name != "nothing")
    assert not any(each.exc_info for each in caplog.records)


@pytest.mark.parametrize("request_", [{}, {"number": "x"}, {"number": None}, {"number": [1]}])
def test_requests_without_a_number_are_answered_by_an_error(listener, request_):
    with connected(listener) as connection:
        network.send(connection, request_)
        assert "number" in network.receive(connection)[0]["error"]
        network.send(connection, {"number": 0, "do": "pull"})
        assert network.receive(connection)[0] == {"answer": "pull"}


def test_a_request_that_is_repeated_after_the_connection_broke_is_done_once(listener):
    with connected(listener) as connection:
        network.send(connection, {"number": 4, "do": "push", "once": True})
        connection.recv(1)  # it was handled; the rest of the answer is lost
    assert asks(listener, 4, do="push", once=True) == {}
    assert asks(listener, 5, do="push", once=True) == {"answer": "push"}
    assert listener.handled == [(1, "push"), (1, "push")]


class _Runs:
    def __reduce__(self):
        return print, ("this must not be printed",)


def test_states_of_other_workers_run_nothing(capsys):
    content = pickle.dumps({0: _Runs()})
    with pytest.raises(mx.MXNetError, match="print"):
        joined_states([content], {0: ((1,), 1)}, optimizer=False)
    assert capsys.readouterr().out == ""


def test_a_distributed_store_needs_a_launcher(monkeypatch):
    for launcher in LAUNCHERS:
        for name in (*launcher.size, *launcher.host):
            monkeypatch.delenv(name, raising=False)
    with pytest.raises(mx.MXNetError, match="not started by a launcher"):
        mx.kv.create("dist_sync")


@pytest.fixture
def occupied():
    """A port where another program answers everything with an error."""
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        listening.listen()

        def serve():
            with contextlib.suppress(OSError):
                while True:
                    connection = listening.accept()[0]
                    with connection:
                        connection.recv(100)
                        connection.sendall(b"HTTP/1.0 400 Bad Request")

        threading.Thread(target=serve, daemon=True).start()
        yield listening.getsockname()[1]
        listening.shutdown(socket.SHUT_RDWR)


@pytest.mark.usefixtures("undocumented")  # without, nobody says who answers: the worker did not, after the timeout
def test_another_program_on_the_port_is_one_clear_error(occupied, monkeypatch, capfd):
    monkeypatch.setenv("MXNET_KVSTORE_TIMEOUT", "20")
    job = World("mine", 2, "127.0.0.1", occupied, rank=1)
    with pytest.raises(mx.MXNetError, match=rf"{occupied}: what answers there is not worker 0") as refusal:
        reach_server(job)
    assert refusal.value.__cause__ is None
    assert capfd.readouterr().err == ""


def test_a_port_that_the_job_before_is_leaving_is_waited_for(monkeypatch):
    monkeypatch.setenv("MXNET_KVSTORE_TIMEOUT", "20")
    with network.listen("127.0.0.1") as before:
        job = World("mine", 2, *before.getsockname(), rank=0)
        threading.Timer(0.3, before.close).start()
        store = open_server(job)
    assert store.add("arrived", 1) == 1


def trickle(connection, seconds):
    """Send a description of 60,000 bytes, three bytes a second."""
    connection.sendall(head(b"", length=60_000))
    for _ in range(3 * seconds):
        connection.sendall(b" ")
        time.sleep(1 / 3)


def test_who_trickles_is_hung_up_on_in_time(listener, monkeypatch):
    monkeypatch.setattr(links, "_LONGEST_GREETING", 1.0)
    with socket.create_connection(listener.address, timeout=5) as connection, pytest.raises(OSError):
        trickle(connection, seconds=8)


def test_workers_are_accepted_again_after_strangers_took_all_files(listener, monkeypatch):
    accept, refusals = socket.socket.accept, [OSError(errno.EMFILE, "Too many open files")] * 2

    def accepted(sock):
        if refusals:
            raise refusals.pop()
        return accept(sock)

    monkeypatch.setattr(socket.socket, "accept", accepted)
    for number in range(3):
        assert asks(listener, number, do="pull") == {"answer": "pull"}
    assert not refusals
