"""CUDA graphs: what a graph launches is recorded once for each shape of its inputs, and replayed.

Launching the kernels of a step takes the processor longer than they take the GPU; a replay is one launch. A recording
reads parameters where they are, so that it sees what is written to them, and the other inputs in memory of its own, to
which each call copies them. Its results are copied, too: the next replay overwrites them.

Predictions are one recording (:class:`Recordings`), training steps two, of the forward and of the backward pass, which
are one node of PyTorch's graph (:class:`TrainingRecordings`).
"""

from __future__ import annotations

import logging
import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache, cached_property, partial
from threading import get_ident
from typing import Any
from weakref import ref

import torch

from ..core import backward_mode, environment, torch_compat
from ..core.forking import ReentrantLock
from ..core.interruptions import attempt, unless_interrupted
from ..core.observers import graph_observers
from ..core.restoring import restoring
from ..core.rng import generator
from ..core.write_tracking import Seen, all_writable, memory_of, taking, uncached
from ..kernels.embedding_rows import wants_rows
from ..kernels.moving_statistics import move_now

_log = logging.getLogger(__name__)
#: MXNet's environment variable: 0 records nothing, 1 records symbols that are bound for inference, too
VARIABLE = "MXNET_ENABLE_CUDA_GRAPHS"
#: how many recordings are made before it is given up: parameters whose memory changes again and again
ATTEMPTS = 64
#: operators of a graph, from which on a replay takes less time than launching them
OPERATORS = 10
#: PyTorch records on one stream
_one_at_a_time = ReentrantLock()
#: by how much the gradients of a replay may differ from those of a run, relative to the norm of all
_TOLERANCE = 0.05

#: ``run(tensors, device, prepared)`` computes a graph; ``prepared``: it may cache what it makes of parameters
Run = Callable[[Sequence[torch.Tensor], torch.device, bool], Sequence[torch.Tensor]]


def enabled(otherwise: bool) -> bool:
    """Return what the environment says now; ``otherwise``: if it says nothing."""
    return environment.flag(VARIABLE, otherwise)


class Recorder:
    """Records the work of functions on a CUDA device. Recordings share their memory: one is replayed at a time."""

    #: of the devices that it records
    device_type = "cuda"

    def __init__(self, device: torch.device) -> None:
        self._device = device
        #: keeps the memory for recordings to come while there is no other
        self._first = self._recorded(lambda: torch.zeros(1, device=device), None)[0]

    @staticmethod
    def usable(device: torch.device) -> bool:
        """Return whether this thread may record and replay on a device now."""
        return device.type == Recorder.device_type and not (
            torch.is_autocast_enabled("cuda")
            or torch.is_inference_mode_enabled()
            or torch.cuda.current_stream(device) != torch.cuda.default_stream(device)
            or torch.cuda.is_current_stream_capturing()
        )

    def warm(self, run: Callable[[], Any]) -> None:
        """Do the work twice: libraries allocate, and choose their algorithms, when they are first called."""
        with torch.cuda.device(self._device):
            main, side = torch.cuda.current_stream(), torch.cuda.Stream()
            side.wait_stream(main)
            with torch.cuda.stream(side):
                for _ in range(2):
                    run()
            main.wait_stream(side)

    def record(
        self, run: Callable[[], Sequence[Any]], draws_from: torch.Generator | None = None
    ) -> tuple[Callable[[], Any], list[Any]]:
        """Return what repeats the work of ``run``, and its results, which are overwritten then."""
        graph, results = self._recorded(run, self._first.pool(), draws_from)
        return graph.replay, list(results)

    def _recorded(self, run: Callable[[], Any], pool: Any, draws_from: torch.Generator | None = None) -> Any:
        with torch.cuda.device(self._device):
            graph = torch.cuda.CUDAGraph()
            if draws_from is not None:
                graph.register_generator_state(draws_from)
            with torch.cuda.graph(graph, pool=pool, capture_error_mode="thread_local"):
                results = run()
            return graph, results


@cache
def _shared(recorder: type[Recorder], device: torch.device) -> Recorder:
    """Return the recorder of all predictions on a device: results are copied before the next replay."""
    return recorder(device)


class _Recording:
    """A recorded prediction."""

    def __init__(self, parameters: Sequence[torch.Tensor], inputs: Sequence[torch.Tensor]) -> None:
        self.parameters = [t.detach() for t in parameters]  # keeps their memory
        self.addresses = [t.data_ptr() for t in parameters]
        self.inputs = inputs
        self.replay: Callable[[], Any]
        self.results: list[torch.Tensor]
        #: what was prepared from the parameters and is read, and the parameters as they were then
        self.prepared: list[Any] = []
        self.seen: Seen | None = None

    def reads(self, parameters: Sequence[torch.Tensor]) -> bool:
        """Return whether a replay reads the parameters where they are."""
        return self.addresses == [t.data_ptr() for t in parameters]

    def is_outdated(self, parameters: Sequence[torch.Tensor]) -> bool:
        """Return whether a replay reads what was prepared from parameters that were written to since."""
        return self.seen is not None and not self.seen.same(parameters)

    def replayed(self, inputs: Iterable[torch.Tensor]) -> list[torch.Tensor]:
        """Return the results for other inputs."""
        for target, t in zip(self.inputs, inputs, strict=True):
            target.copy_(t)
        self.replay()
        return [result.clone() for result in self.results]


class Recordings:
    """The recordings of a graph at inference, made when inputs of a shape come for the ``first``-th time.

    ``data`` are the positions of the inputs that are copied, ``names`` all their names. Several threads may call it at
    a time.
    """

    #: for how many shapes of the inputs there is a recording; others run as without
    shapes = 8
    is_train = False

    def __init__(
        self, nodes: Sequence[Any], run: Run, data: Sequence[int], names: Sequence[str] = (), first: int = 2
    ) -> None:
        self._nodes, self._run, self._names = nodes, run, names
        self.data, self._first = tuple(data), first
        #: by what the inputs are: the recording, or how often there was none
        self._recordings: dict[Any, Any] = {}
        #: whether a recording may read what is prepared of parameters: until one of them is written to
        self._prepared = True
        self._attempts = ATTEMPTS
        self._lock = ReentrantLock()

    @cached_property
    def _repeats(self) -> bool:
        """Whether a replay does what the graph does."""
        copied = {self._names[i] for i in self.data}
        return all(_repeats(node, self.is_train, copied) for node in self._nodes)

    def _usable(self, device: torch.device) -> bool:
        return bool(self._attempts and self._repeats and not graph_observers and Recorder.usable(device))

    def __call__(self, tensors: Sequence[torch.Tensor], device: torch.device) -> Sequence[torch.Tensor] | None:
        """Return the results, by a replay; None where the graph is to be run as without recordings."""
        if not self._usable(device):
            return None
        with self._lock:
            recording = self._recording_for(tensors, device)
            return None if recording is None else recording.replayed([tensors[i] for i in self.data])

    def give_up(self) -> None:
        """Record and replay nothing any more."""
        self._attempts = 0
        self._recordings = {}

    def watch(self, results: Iterable[torch.Tensor]) -> None:
        """Look at what becomes of the results of a run without a recording."""

    def _recording_for(self, tensors: Sequence[torch.Tensor], device: torch.device, *further: Any) -> Any:
        """Return the recording for such inputs; None if there is none."""
        key = (device, *further, *[(tensors[i].shape, tensors[i].dtype, tensors[i].device) for i in self.data])
        recording = self._recordings.get(key, 0)
        if isinstance(recording, int) and recording < self._first - 1:
            if recording or len(self._recordings) < self.shapes:
                self._recordings[key] = recording + 1
            return None
        parameters = [t for i, t in enumerate(tensors) if i not in self.data]
        if not isinstance(recording, int) and recording.is_outdated(parameters):
            self._prepared, self._recordings, recording = False, {}, self._first
        if isinstance(recording, int) or not recording.reads(parameters):
            self._attempts -= 1
            static_inputs = [t.detach().clone() if i in self.data else t.detach() for i, t in enumerate(tensors)]
            try:
                with _one_at_a_time:
                    recording = self._record(static_inputs, parameters, device, *further)
            except unless_interrupted(Exception) as error:
                self.give_up()
                _log.warning("a graph runs without a CUDA graph, which failed: %s", error)
                return None
            if recording is not None:
                self._recordings[key] = recording
        return recording

    def _record(
        self, static_inputs: list[torch.Tensor], parameters: Sequence[torch.Tensor], device: torch.device
    ) -> _Recording | None:
        """Return a recording; None where a run fails, which then fails without a recording, too."""
        recorder = _shared(Recorder, device)
        recording = _Recording(parameters, [static_inputs[i] for i in self.data])
        run = partial(self._run, static_inputs, device, self._prepared)
        expected = attempt(run, Exception)
        if expected is None:
            return None
        with taking(recording.prepared) if self._prepared else uncached():
            recorder.warm(run)
            recording.replay, recording.results = recorder.record(run)
        if recording.prepared:
            recording.seen = Seen(parameters)
        recording.replay()
        if not all(map(_close, recording.results, expected)):
            raise RuntimeError("its first replay gave other results")
        return recording


class _Call:
    """A forward pass that was replayed, until its backward pass is over."""

    __slots__ = ("__weakref__", "random", "waits")

    def __init__(self) -> None:
        self.waits = True
        #: what the generator was before, if numbers are drawn
        self.random: torch.Tensor | None = None


class _TrainingRecording(_Recording):
    """A recorded training step: one forward pass at a time is in its memory, of the thread that reads the gradients."""

    run: Callable[[Sequence[torch.Tensor]], Sequence[torch.Tensor]]  # what was recorded
    replay_backward: Callable[[], Any]
    heads: list[torch.Tensor | None]  # the gradients of the results, None for those that have none
    grads: Sequence[torch.Tensor | None]  # of all inputs
    states: Sequence[torch.Tensor]  # what the backward pass writes to
    random: torch.Generator | None
    _last: Any = staticmethod(lambda: None)  # a weak reference to the last call

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        self._thread = get_ident()

    def called(self) -> _Call | None:
        """Return a new call; None while the last one waits for its backward pass, and for other threads."""
        last = self._last()
        if self._thread != get_ident() or (last is not None and last.waits):
            return None
        call = _Call()
        self._last = ref(call)
        return call

    def differentiated(self, call: _Call, grads: Sequence[torch.Tensor | None]) -> Sequence[torch.Tensor | None] | None:
        """Return the gradients of all inputs, by a replay; None where the call's values are gone, or others wanted."""
        replays = call.waits and self._last() is call
        if not replays or torch.is_grad_enabled() or backward_mode.is_training() is False:
            call.waits = False
            return None
        for head, grad in zip(self.heads, grads, strict=True):
            if head is not None:
                _ = head.zero_() if grad is None else head.copy_(grad)
        move_now()
        targets = all_writable(self.states)
        self.replay_backward()
        del targets
        call.waits = False
        return [None if grad is None else grad.detach() for grad in self.grads]


class _Step(torch.autograd.Function):
    """A replayed forward pass, whose gradient is a replay, too."""

    @staticmethod
    def forward(ctx: Any, owner: TrainingRecordings, recording: _TrainingRecording, call: _Call, *tensors: Any) -> Any:
        ctx.owner, ctx.recording, ctx.call = owner, recording, call
        ctx.set_materialize_grads(False)
        ctx.save_for_backward(*tensors)
        if recording.random is not None:
            call.random = recording.random.get_state()
        results = recording.replayed([tensors[i] for i in owner.data])
        ctx.mark_non_differentiable(*[r for r, h in zip(results, recording.heads, strict=True) if h is None])
        return tuple(results)

    @staticmethod
    def backward(ctx: Any, *grads: Any) -> Any:
        recording, call = ctx.recording, ctx.call
        if torch.is_grad_enabled():
            ctx.owner.give_up()
        result = recording.differentiated(call, grads)
        if result is None:  # by another forward pass, as a checkpoint does
            result = _computed_again(recording, call, ctx.saved_tensors, ctx.needs_input_grad[3:], grads)
        return None, None, None, *result


_apply: Callable[..., Sequence[torch.Tensor]] = _Step.apply  # which has no annotations


def _computed_again(
    recording: _TrainingRecording,
    call: _Call,
    tensors: Sequence[torch.Tensor],
    needs_grad: Sequence[bool],
    grads: Sequence[torch.Tensor | None],
) -> Iterator[torch.Tensor | None]:
    again = torch.is_grad_enabled()
    inputs = tensors if again else [t.detach().requires_grad_(w) for t, w in zip(tensors, needs_grad, strict=True)]
    with _drawn_from(recording.random, call.random), torch.enable_grad():
        outputs = recording.run(inputs)
    training = backward_mode.is_training()
    variables = [t for t, w in zip(inputs, needs_grad, strict=True) if w]
    result = iter(_gradients(outputs, variables, grads, training, again))
    return (next(result) if w else None for w in needs_grad)


@restoring
def _drawn_from(random: torch.Generator | None, state: torch.Tensor | None) -> Iterator[None]:
    """Let a generator go on from an earlier state in a block."""
    if random is None or state is None:
        yield
        return
    before = random.get_state()
    random.set_state(state)
    try:
        yield
    finally:
        random.set_state(before)


def _gradients(
    outputs: Sequence[torch.Tensor],
    inputs: Sequence[torch.Tensor],
    heads: Sequence[torch.Tensor | None],
    training: bool | None,
    create_graph: bool = False,
) -> Sequence[torch.Tensor | None]:
    """Return the gradients of inputs, which outputs without a gradient of their own do not contribute to."""
    pairs = [(o, h) for o, h in zip(outputs, heads, strict=True) if o.requires_grad and h is not None]
    if not pairs:
        return [None] * len(inputs)
    roots, head_grads = zip(*pairs, strict=True)
    before, backward_mode.current.training = backward_mode.current.training, training
    try:
        with backward_mode.known_elsewhere(roots[0]):
            result = torch.autograd.grad(roots, inputs, head_grads, create_graph=create_graph, allow_unused=True)
        torch_compat.end_backward()
    finally:
        backward_mode.current.training = before
    return result


class TrainingRecordings(Recordings):
    """The recordings of a graph in training: each is of the forward and the backward pass, and has its own memory.

    A call runs as without recordings while an earlier one still waits for its backward pass. Where gradients are
    differentiated themselves, which a replay cannot, nothing is recorded.
    """

    shapes = 4
    is_train = True

    def __call__(self, tensors: Sequence[torch.Tensor], device: torch.device) -> Sequence[torch.Tensor] | None:
        """Return the results, by a replay, as one node of PyTorch's graph; None as for predictions."""
        if not self._usable(device):
            return None
        needs_grad = tuple([t.requires_grad for t in tensors])
        if not any(needs_grad):
            return None
        with self._lock:
            recording = self._recording_for(tensors, device, needs_grad)
            call = None if recording is None else recording.called()
            return None if call is None else _apply(self, recording, call, *tensors)

    def watch(self, results: Iterable[torch.Tensor]) -> None:
        """Record nothing if the gradient of a result is differentiated itself."""
        for t in results if self._attempts else ():
            if t.requires_grad:
                t.register_hook(lambda _: self.give_up() if torch.is_grad_enabled() else None)

    def _record(
        self,
        static_inputs: list[torch.Tensor],
        parameters: Sequence[torch.Tensor],
        device: torch.device,
        *further: tuple[bool, ...],
    ) -> _TrainingRecording | None:
        [needs_grad], compute = further, self._run
        if any(map(wants_rows, parameters)):
            self.give_up()
            return None
        recorder = Recorder(device)
        recording = _TrainingRecording(parameters, [static_inputs[i].detach() for i in self.data])
        recording.run = lambda tensors: compute(tensors, device, False)  # holds no recordings: that would be a cycle
        written = set(_states(self._nodes))
        recording.states = [t.detach() for name, t in zip(self._names, static_inputs, strict=True) if name in written]
        draws = any(node.op is not None and node.op.stochastic.of(node.params, True) for node in self._nodes)
        recording.random = random = generator(device) if draws else None
        variables = [t.requires_grad_() for t, w in zip(static_inputs, needs_grad, strict=True) if w]
        outputs: list[torch.Tensor] = []

        def forward() -> list[torch.Tensor]:
            with torch.enable_grad():
                outputs[:] = recording.run(static_inputs)
            return [t.detach() for t in outputs]

        def step() -> tuple[list[torch.Tensor], list[torch.Tensor | None]]:
            results = forward()
            recording.heads = [_any_gradient(t) if t.requires_grad else None for t in outputs]
            return results, backward()

        def backward() -> list[torch.Tensor | None]:
            grads = _gradients(outputs, variables, recording.heads, True)
            outputs.clear()
            return _unaliased(grads, recording.heads)

        states = [t.clone() for t in recording.states]
        state = None if random is None else random.get_state()

        def restore() -> None:
            for t, before in zip(all_writable(recording.states), states, strict=True):
                t.copy_(before)
            if random is not None and state is not None:
                random.set_state(state)

        try:
            with uncached():
                expected = attempt(step, Exception)
                if expected is None:
                    return None
                restore()
                recorder.warm(lambda: (forward(), backward()))
                recording.replay, recording.results = recorder.record(forward, random)
                recording.replay_backward, grads = recorder.record(backward, random)
            restore()
            recording.replay()
            recording.replay_backward()
            if not all(map(_close, recording.results, expected[0])) or not _alike(grads, expected[1]):
                raise RuntimeError("its first replay gave other results")
        finally:
            restore()
        result = iter(grads)
        recording.grads = [next(result) if w else None for w in needs_grad]
        return recording


def _any_gradient(t: torch.Tensor) -> torch.Tensor:
    """Return a gradient to try a backward pass with."""
    return torch.linspace(-1, 1, t.numel(), dtype=torch.float32, device=t.device).view(t.shape).to(t.dtype)


def _unaliased(grads: Iterable[torch.Tensor | None], heads: Iterable[torch.Tensor | None]) -> list[torch.Tensor | None]:
    """Return gradients, each in memory of its own."""
    memories = {memory_of(head) for head in heads if head is not None}
    result: list[torch.Tensor | None] = []
    for grad in grads:
        if grad is not None and (memory_of(grad) in memories or not grad.is_contiguous()):
            grad = grad.clone(memory_format=torch.contiguous_format)
        if grad is not None:
            memories.add(memory_of(grad))
        result.append(grad)
    return result


def _close(result: torch.Tensor, expected: torch.Tensor) -> bool:
    """Return whether results agree but for the rounding of algorithms that are not deterministic."""
    size = max((float(part.abs().nan_to_num(0, 0, 0).max()) for part in _parts(expected)), default=0.0)
    pairs = zip(_parts(result), _parts(expected), strict=True)
    return all(torch.allclose(a, b, rtol=1e-2, atol=1e-2 * size, equal_nan=True) for a, b in pairs)


def _alike(result: Sequence[torch.Tensor | None], expected: Sequence[torch.Tensor | None]) -> bool:
    """Return whether gradients agree, all together: single ones may be nothing but rounding."""
    error = size = 0.0
    for a, b in zip(result, expected, strict=True):
        if a is None or b is None:
            if a is not b:
                return False
            continue
        for part, reference in zip(_parts(a), _parts(b), strict=True):
            error += float((part.nan_to_num() - reference.nan_to_num()).square().sum())
            size += float(reference.nan_to_num().square().sum())
    return math.sqrt(error) <= _TOLERANCE * math.sqrt(size)


def _parts(t: torch.Tensor) -> Iterator[torch.Tensor]:
    """Yield the values of a tensor in float64, in parts that take little memory."""
    for part in t.reshape(-1).split(1 << 22) if t.numel() else ():
        yield part.double()


def _repeats(node: Any, is_train: bool, copied: set[str]) -> bool:
    """Return whether a replay does what the operator does: it reads nothing, and draws and changes what a replay can.

    ``copied`` names the variables that a replay has in other memory.
    """
    op = node.op
    if op is None:
        return True
    if op.host_sync.of(node.params) not in (None, "kept"):
        return False
    if op.stochastic.of(node.params, is_train) not in (None, False, *(("device",) if is_train else ())):
        return False
    if not op.mutates or (op.trains_states and not is_train):
        return True
    return op.trains_states and copied.isdisjoint(_states([node]))


def _states(nodes: Iterable[Any]) -> list[str]:
    """Return the names of what operators write to, of which only variables have some that inputs have."""
    return [
        node.inputs[i].node.name for node in nodes if node.op is not None for i in node.op.state_numbers(node.params)
    ]
