"""CUDA graphs: what a graph launches at inference is recorded once for each shape of its inputs, and replayed.

Launching the kernels of a small batch takes the processor longer than they take the GPU; a replay is one launch. A
recording reads parameters where they are, so that it sees what is written to them, and the other inputs in memory of
its own, to which each call copies them. Its results are copied, too: the next replay overwrites them.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

import torch

from ..core import environment
from ..core.forking import ReentrantLock
from ..core.interruptions import unless_interrupted
from ..core.observers import graph_observers
from ..core.write_tracking import uncached

_log = logging.getLogger(__name__)
#: MXNet's environment variable: 0 records nothing, 1 records symbols that are bound for inference, too
VARIABLE = "MXNET_ENABLE_CUDA_GRAPHS"
#: for how many shapes of the inputs there is a recording; others run as without
SHAPES = 8
#: how many recordings are made before it is given up: parameters whose memory changes again and again
ATTEMPTS = 64


def enabled(otherwise: bool) -> bool:
    """Return what the environment says now; ``otherwise``: if it says nothing."""
    return environment.flag(VARIABLE, otherwise)


class Recorder:
    """Records the work of functions on a CUDA device. Recordings share their memory: one is replayed at a time."""

    #: of the devices that it records
    device_type = "cuda"

    def __init__(self, device: torch.device) -> None:
        self._device = device
        self._pool: Any = None

    @staticmethod
    def usable(device: torch.device) -> bool:
        """Return whether this thread may record and replay on a device now."""
        return device.type == Recorder.device_type and not (
            torch.is_autocast_enabled("cuda")
            or torch.cuda.current_stream(device) != torch.cuda.default_stream(device)
            or torch.cuda.is_current_stream_capturing()
        )

    def record(self, run: Callable[[], Sequence[torch.Tensor]]) -> tuple[Callable[[], Any], list[torch.Tensor]]:
        """Return what repeats the work of ``run``, and its results, which are overwritten then."""
        with torch.cuda.device(self._device):
            main, side = torch.cuda.current_stream(), torch.cuda.Stream()
            side.wait_stream(main)
            with torch.cuda.stream(side):
                for _ in range(2):  # libraries allocate, and choose their algorithms, when they are first called
                    run()
            main.wait_stream(side)
            graph = torch.cuda.CUDAGraph()
            with torch.cuda.graph(graph, pool=self._pool, capture_error_mode="thread_local"):
                results = list(run())
            self._pool = self._pool or graph.pool()
            return graph.replay, results


class _Recording(NamedTuple):
    parameters: list[torch.Tensor]  # keeps their memory
    addresses: list[int]
    inputs: list[torch.Tensor]
    replay: Callable[[], Any]
    results: list[torch.Tensor]


class Recordings:
    """The recordings of a graph at inference, made when inputs of a shape come for the second time.

    ``run(tensors, device)`` computes the graph; ``data`` are the positions of the inputs that are copied. Several
    threads may call it at a time.
    """

    def __init__(
        self,
        nodes: Iterable[Any],
        run: Callable[[Sequence[torch.Tensor], torch.device], Sequence[torch.Tensor]],
        data: Sequence[int],
    ) -> None:
        self._run, self._data = run, tuple(data)
        self._recordings: dict[Any, _Recording | None] = {}
        self._recorders: dict[torch.device, Recorder] = {}
        self._attempts = ATTEMPTS if all(map(_repeats, nodes)) else 0
        self._lock = ReentrantLock()

    def __call__(self, tensors: Sequence[torch.Tensor], device: torch.device) -> list[torch.Tensor] | None:
        """Return the results, by a replay; None where the graph is to be run as without recordings."""
        if not self._attempts or graph_observers or not Recorder.usable(device):
            return None
        inputs = [tensors[i] for i in self._data]
        key = (device, *[(t.shape, t.dtype, t.device) for t in inputs])
        with self._lock:
            if key not in self._recordings:
                if len(self._recordings) < SHAPES:
                    self._recordings[key] = None
                return None
            parameters = [t for i, t in enumerate(tensors) if i not in self._data]
            recording = self._recordings[key]
            if recording is None or recording.addresses != [t.data_ptr() for t in parameters]:
                self._recordings[key] = recording = self._record(tensors, parameters, device)
            if recording is None:
                return None
            for own, t in zip(recording.inputs, inputs, strict=True):
                own.copy_(t)
            recording.replay()
            return [result.clone() for result in recording.results]

    def _record(
        self, tensors: Sequence[torch.Tensor], parameters: Sequence[torch.Tensor], device: torch.device
    ) -> _Recording | None:
        self._attempts -= 1
        own = [t.detach().clone() if i in self._data else t.detach() for i, t in enumerate(tensors)]
        recorder = self._recorders.get(device) or self._recorders.setdefault(device, Recorder(device))
        try:
            with uncached():
                expected = self._run(own, device)
                replay, results = recorder.record(lambda: self._run(own, device))
            replay()
            if not all(map(_close, results, expected)):
                raise RuntimeError("its first replay gave other results")
        except unless_interrupted(Exception) as error:
            self._attempts = 0
            self._recordings = {}
            _log.warning("a graph runs without a CUDA graph, which failed: %s", error)
            return None
        copies = [own[i] for i in self._data]
        return _Recording([t.detach() for t in parameters], [t.data_ptr() for t in parameters], copies, replay, results)


def _close(result: torch.Tensor, expected: torch.Tensor) -> bool:
    """Return whether results agree but for the rounding of algorithms that are not deterministic."""
    result, expected = result.double(), expected.double()
    size = float(expected.abs().nan_to_num(0, 0, 0).max()) if expected.numel() else 0.0
    return torch.allclose(result, expected, rtol=1e-2, atol=1e-2 * size, equal_nan=True)


def _repeats(node: Any) -> bool:
    """Return whether a replay does what the operator does: it draws, reads and changes nothing."""
    op = node.op
    if op is None:
        return True
    reads = op.host_sync.of(node.params) not in (None, "table")
    return not (reads or op.stochastic.of(node.params, False) or (op.mutates and not op.trains_states))
