"""What listens to other machines: where it listens, and what it makes of what should not come."""

from __future__ import annotations

import json
import socket
import struct

import mxnet as mx
import pytest
import torch
from mxnet.kvstore import network
from mxnet.kvstore.cluster import Placement


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
        head(b"\x80\x04c__builtin__\nprint\n."),
    ],
)
def test_what_is_no_message_is_refused(pair, content):
    pair[0].sendall(content)
    with pytest.raises(mx.MXNetError):
        network.receive(pair[1])


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


DMLC = {"DMLC_NUM_WORKER": "4", "DMLC_PS_ROOT_URI": "10.0.0.1", "DMLC_PS_ROOT_PORT": "9091"}
TORCHRUN = {"RANK": "2", "WORLD_SIZE": "4", "MASTER_ADDR": "10.0.0.1", "MASTER_PORT": "9091"}


@pytest.mark.parametrize(
    ("environ", "expected"),
    [
        ({}, None),
        (DMLC, ("worker", 4, "10.0.0.1", 9091, None, False)),
        ({**DMLC, "DMLC_ROLE": "scheduler"}, ("scheduler", 4, "10.0.0.1", 9091, None, True)),
        ({**DMLC, "DMLC_ROLE": "worker", "DMLC_WORKER_ID": "3"}, ("worker", 4, "10.0.0.1", 9091, 3, False)),
        (TORCHRUN, ("worker", 4, "10.0.0.1", 9091, 2, False)),
        ({**TORCHRUN, "RANK": "0"}, ("worker", 4, "10.0.0.1", 9091, 0, True)),
        ({**TORCHRUN, "RANK": "0", "TORCHELASTIC_USE_AGENT_STORE": "True"}, ("worker", 4, "10.0.0.1", 9091, 0, False)),
    ],
)
def test_what_the_environment_says(environ, expected):
    found = Placement.of(environ)
    if found is not None:
        found = (found.role, found.num_workers, found.host, found.port, found.rank, found.keeps_server)
    assert found == expected


@pytest.mark.parametrize(
    "change",
    [
        {"DMLC_ROLE": "master"},
        {"DMLC_NUM_WORKER": "0"},
        {"DMLC_NUM_WORKER": "four"},
        {"DMLC_PS_ROOT_PORT": ""},
        {"DMLC_WORKER_ID": "-1"},
    ],
)
def test_an_environment_that_is_wrong(change):
    with pytest.raises(mx.MXNetError, match=next(iter(change))):
        Placement.of({**DMLC, **change})


def test_a_distributed_store_needs_a_launcher(monkeypatch):
    for name in (*DMLC, *TORCHRUN):
        monkeypatch.delenv(name, raising=False)
    with pytest.raises(mx.MXNetError, match="not started by a launcher"):
        mx.kv.create("dist_sync")
