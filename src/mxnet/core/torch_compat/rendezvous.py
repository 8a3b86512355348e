"""The greeting of torch.distributed's ``TCPStore``, by which its clients and servers know each other."""

import datetime
import os
import socket
import struct
from collections.abc import Callable

import torch.distributed as dist

from .choice import private

_VALIDATE, _MAGIC, _PING = 0, 0x3C85F7CE, 13


def _greeting() -> Callable[[socket.socket], bool]:
    def greeted(connection: socket.socket) -> bool:
        value = os.getpid() & 0xFFFFFFFF
        connection.sendall(struct.pack("=BIBI", _VALIDATE, _MAGIC, _PING, value))
        reply = b""
        while len(reply) < 4:
            received = connection.recv(4 - len(reply))
            if not received:
                raise ConnectionResetError("the connection was closed")
            reply += received
        return reply == struct.pack("=I", value)

    return greeted


def _knows_a_store(function: Callable[[socket.socket], bool]) -> bool:
    """Return whether a server of this release answers."""
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        listening.listen()
        host, port = address = listening.getsockname()
        seconds = datetime.timedelta(seconds=10)
        store = dist.TCPStore(
            host, port, is_master=True, wait_for_workers=False, timeout=seconds, master_listen_fd=listening.detach()
        )
        with socket.create_connection(address, timeout=10) as connection:
            result = function(connection)
        del store
    return result


@private(_greeting, probe=_knows_a_store)
def greeted(connection: socket.socket) -> bool:
    """Return whether what listens at the other end answers as a ``TCPStore`` does; OSError where it does not answer.

    ``TCPStore`` itself repeats its greeting to anything that listens, with a trace of C++ each time.
    """
    return True  # there is no documented way to know
