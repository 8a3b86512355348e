"""The cost of a gradient exchange: bytes and messages of a worker, and seconds from latency and bandwidth."""

from __future__ import annotations

from dataclasses import dataclass

#: bits that are sent for an element of 32
_COMPRESSED = {"2bit": 2, "1bit": 1}
EXCHANGES = ("all-reduce", "sharded update", *_COMPRESSED)


@dataclass(frozen=True)
class Network:
    """Seconds from sending a message to its arrival, and bytes a second that a worker can send."""

    latency: float
    bandwidth: float


def bytes_and_messages(exchange: str, size: int, workers: int) -> tuple[float, int]:
    """Return how many bytes a worker sends to exchange ``size`` bytes of gradients, and in how many messages.

    ``'all-reduce'`` goes around a ring: in ``workers - 1`` messages each part is summed, in as many it is handed on. In
    a ``'sharded update'`` each worker sends every other its part, and gets the updated ones around a ring. Compressed
    gradients (``'2bit'``, ``'1bit'``) go to those who keep their part; the values that come back are whole.
    """
    share = size / workers
    one_way = (workers - 1) * share
    if exchange in _COMPRESSED:
        return one_way * _COMPRESSED[exchange] / 32 + one_way, 2 * (workers - 1)
    if exchange not in EXCHANGES:
        raise ValueError(f"expected one of {', '.join(EXCHANGES)}, got {exchange!r}")
    return 2 * one_way, 2 * (workers - 1)


def seconds(exchange: str, size: int, workers: int, network: Network) -> float:
    """Return how long an exchange takes in which no message waits for another worker's computing."""
    sent, messages = bytes_and_messages(exchange, size, workers)
    return messages * network.latency + sent / network.bandwidth
