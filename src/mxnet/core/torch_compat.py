"""What PyTorch does not document, and what takes its place: no other file uses such names.

A later release may rename or change them. Each therefore stands here once, under a name of ours, with the function by
documented names that does the same. It is looked up, and tried on a tiny example, when it is first called: where it is
missing, or gives other results, the documented function takes its place, which the log says once. Callers write
``torch_compat.NAME(...)``; after the first call that is PyTorch's own function, with nothing around it.

``MXNET_TORCH_FALLBACKS=1``, or some of the names with commas between, takes the documented functions.
"""

from __future__ import annotations

import importlib
import logging
import os
import shutil
import threading
import weakref
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from operator import attrgetter
from typing import Any

import torch
from torch import fx
from torch.nn import functional as F
from torch.nn.utils.rnn import PackedSequence

VARIABLE = "MXNET_TORCH_FALLBACKS"
_log = logging.getLogger(__name__)


class Private:
    """An undocumented function of PyTorch's, what it is tried with, and the documented one in its place.

    ``found`` returns PyTorch's function or raises; ``example`` returns arguments, which both functions must treat
    alike, results and what is written to the arguments. ``probe`` says whether a found function is right.
    """

    def __init__(self, path: str | Callable[[], Any], probe: Callable[[Any], bool] | None, example: Any) -> None:
        self._path, self._probe, self.example = path, probe, example
        self.name = ""
        self.fallback: Callable[..., Any] = _missing
        self._chosen: Callable[..., Any] | None = None

    def __call__(self, fallback: Callable[..., Any]) -> Callable[..., Any]:
        """Take the documented function, and return what is called by its name until one of the two is chosen."""
        self.name, self.fallback = fallback.__name__, fallback

        def first_call(*args: Any, **kwargs: Any) -> Any:
            return self.choose()(*args, **kwargs)

        first_call.__doc__ = fallback.__doc__
        PRIVATE[self.name] = self
        return first_call

    def found(self) -> Any:
        """Return PyTorch's function; raise where there is none."""
        return attrgetter(self._path)(torch) if isinstance(self._path, str) else self._path()

    def is_right(self, function: Any) -> bool:
        """Return whether a function does what the documented one does."""
        if self._probe is not None:
            return self._probe(function)
        return all(_outcome(function, case) == _outcome(self.fallback, case) for case in self.example())

    def choose(self) -> Callable[..., Any]:
        """Return the function to call; from now on it is the module's attribute of this name."""
        if self._chosen is None:
            reason = f"{VARIABLE} is set" if _is_forced(self.name) else self._fault()
            if reason:
                level = logging.INFO if _is_forced(self.name) else logging.WARNING
                _log.log(level, "PyTorch %s: %s takes the documented way: %s", torch.__version__, self.name, reason)
            globals()[self.name] = self._chosen = self.fallback if reason else self.found()
        return self._chosen

    def _fault(self) -> str:
        """Return what is wrong with PyTorch's function, tried apart from the modes of the thread that wants it."""
        faults = ["the probe did not end"]

        def run() -> None:
            try:
                faults[0] = "" if self.is_right(self.found()) else "it gives other results on a small example"
            except Exception as error:
                faults[0] = f"{type(error).__name__}: {error}"

        thread = threading.Thread(target=run, name=f"probe of {self.name}")
        thread.start()
        thread.join()
        return faults[0]


#: by our name
PRIVATE: dict[str, Private] = {}


def _missing(*_: Any, **__: Any) -> Any:
    raise NotImplementedError


def _is_forced(name: str) -> bool:
    chosen = os.environ.get(VARIABLE, "0")
    if chosen in ("", "0", "1"):
        return chosen == "1"
    names = [each.strip() for each in chosen.split(",")]
    unknown = [each for each in names if each not in PRIVATE]
    if unknown:
        raise ValueError(f"{VARIABLE}: expected 0, 1 or some of {', '.join(PRIVATE)}; got {', '.join(unknown)}")
    return name in names


class _Outcome:
    """What a call returned and wrote, equal to another one where the numbers agree up to rounding."""

    def __init__(self, found: Any) -> None:
        self.tensors = _tensors(found)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Outcome) and all(
            a.dtype is b.dtype and torch.allclose(a, b, rtol=1e-4, atol=1e-5, equal_nan=True)
            for a, b in zip(self.tensors, other.tensors, strict=True)
        )


def _tensors(value: Any) -> list[torch.Tensor]:
    if isinstance(value, torch.Tensor):
        return [value.to_dense() if value.layout is not torch.strided else value]
    if isinstance(value, (tuple, list)):
        return [t for each in value for t in _tensors(each)]
    return []


def _outcome(function: Any, case: tuple[Any, ...]) -> _Outcome:
    def own(value: Any) -> Any:
        if isinstance(value, torch.Tensor):
            return value.clone()
        return type(value)(map(own, value)) if isinstance(value, (tuple, list)) else value

    *args, kwargs = own(case)
    return _Outcome([function(*args, **kwargs), args])


def choose_mathematics() -> None:
    """Choose now between functions of numbers: a compiler, which reads ours, must find the chosen ones in them."""
    for private in PRIVATE.values():
        if private.example is not None:
            private.choose()


def chosen(name: str) -> Any:
    """Return the function of one of the names, to be kept by those for whom a look into this module takes too long."""
    return PRIVATE[name].choose()


def private(
    path: str | Callable[[], Any], example: Any = None, probe: Callable[[Any], bool] | None = None
) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Say of the documented function that follows which undocumented one it stands for: a path below ``torch``, or
    what returns it. It is tried with the cases that ``example`` returns, or by ``probe``.
    """
    return Private(path, probe, example)


def _only(*others: bool) -> None:
    """Refuse the attributes of PyTorch's functions that nobody here gives."""
    if any(others):
        raise NotImplementedError("only the attributes that remx gives have a documented form")


def _some(*shape: int, dtype: torch.dtype = torch.float32, shift: float = 0.0) -> torch.Tensor:
    """Return small numbers that differ, without drawing from anyone's generator."""
    count = 1
    for n in shape:
        count *= n
    index = torch.arange(count, dtype=torch.float64, device="cpu")
    return (((index + 1 + shift) * 0.61803398875 % 1) * 2 - 1).to(dtype).reshape(shape)


def _through(function: Callable[..., Any], inputs: Sequence[Any], head: torch.Tensor) -> tuple[Any, ...]:
    """Return the gradients of a function's inputs, which can be differentiated again where gradients are recorded."""
    again = torch.is_grad_enabled()
    with torch.enable_grad():
        leaves = [x.view_as(x) if again and x.requires_grad else x.detach().requires_grad_() for x in inputs]
        return torch.autograd.grad(function(*leaves), leaves, head, create_graph=again)


# -- modes and the engine of differentiation ------------------------------------------------------------------


def _sets_modes(function: Any) -> bool:
    function(False)
    off = torch.is_grad_enabled()
    function(True)
    return not off and torch.is_grad_enabled()


@private("_C._set_grad_enabled", probe=_sets_modes)
def set_grad_enabled(mode: bool) -> None:
    """Switch the recording of gradients on or off in this thread."""
    torch.set_grad_enabled(mode)


def _engine() -> Any:
    run = torch.autograd.graph._engine_run_backward

    def backward(heads: Sequence[torch.Tensor], grads: Sequence[torch.Tensor], retain_graph: bool = False) -> None:
        run(tuple(heads), tuple(grads), retain_graph, False, (), allow_unreachable=True, accumulate_grad=True)

    return backward


def _differentiates(function: Any) -> bool:
    leaf = _some(3).requires_grad_()
    function([leaf * leaf], [torch.ones(3)])
    return leaf.grad is not None and torch.equal(leaf.grad, 2 * leaf.detach())


@private(_engine, probe=_differentiates)
def backward(heads: Sequence[torch.Tensor], grads: Sequence[torch.Tensor], retain_graph: bool = False) -> None:
    """Differentiate ``heads``, each with a gradient of its shape, type and device; leaves accumulate in ``grad``.

    PyTorch's own goes without checks, which take longer than a small network and, the first time, import a library
    for symbolic mathematics.
    """
    torch.autograd.backward(heads, grads, retain_graph)


_waiting: deque[Callable[[], None]] = deque()


def _calls_back(function: Any) -> bool:
    seen: list[int] = []
    leaf = _some(1).requires_grad_()
    product = leaf * 2
    product.register_hook(lambda _: function(lambda: seen.append(1)))  # type: ignore[no-untyped-call]
    torch.autograd.grad(product.sum(), leaf)
    return seen == [1]


@private(lambda: torch.autograd.Variable._execution_engine.queue_callback, probe=_calls_back)
def call_after_backward(callback: Callable[[], None]) -> None:
    """Call this when the backward pass that is under way has ended; in its place, at :func:`end_backward`."""
    _waiting.append(callback)


def end_backward() -> None:
    """Tell that a backward pass has ended, for where PyTorch cannot tell us."""
    while _waiting:
        _waiting.popleft()()


def _tells_backward(function: Any) -> bool:
    seen: list[bool] = []
    leaf = _some(1).requires_grad_()
    product = leaf * 2
    product.register_hook(lambda _: seen.append(function()))  # type: ignore[no-untyped-call]
    torch.autograd.grad(product.sum(), leaf)
    return seen == [True] and not function()


def _task() -> Any:
    number = torch._C._current_graph_task_id
    return lambda: number() != -1


@private(_task, probe=_tells_backward)
def in_backward() -> bool:
    """Return whether this thread is in a backward pass; True where there is no knowing."""
    return True


@private(lambda: importlib.import_module("torch._C._autograd")._profiler_enabled, probe=lambda f: f() is False)
def profiler_enabled() -> bool:
    """Return whether PyTorch's profiler runs; True where there is no knowing."""
    return True


# -- tensors and their memory ---------------------------------------------------------------------------------


@private("Tensor._is_view", probe=lambda f: f(torch.ones(2)[:1]) and not f(torch.ones(2)))
def may_be_view(t: torch.Tensor) -> bool:
    """Return whether a tensor may be a view of another one; True where there is no knowing."""
    return True


def _finds_zeros(function: Any) -> bool:
    seen: list[bool] = []

    class Two(torch.autograd.Function):
        @staticmethod
        def forward(ctx: Any, x: torch.Tensor) -> Any:
            return x + 1, x + 2

        @staticmethod
        def backward(ctx: Any, *grads: Any) -> Any:
            seen.extend(function(g) for g in grads)
            return grads[0]

    leaf = _some(2).requires_grad_()
    torch.autograd.grad(Two.apply(leaf)[0].sum(), leaf)  # type: ignore[no-untyped-call]
    return seen[:1] == [False] and not function(torch.zeros(2))


@private("Tensor._is_zerotensor", probe=_finds_zeros)
def is_zerotensor(t: torch.Tensor) -> bool:
    """Return whether a tensor stands for zeros and has no memory, which others must not be handed."""
    return bool(t.layout is torch.strided and t.numel() and t.device.type != "meta" and t.data_ptr() == 0)


def _counts_versions(function: Any) -> bool:
    t = torch.zeros(1)
    before = function(t)
    t.add_(1)
    return bool(function(t) != before)


@private(lambda: attrgetter("_version"), probe=_counts_versions)
def version(t: torch.Tensor) -> int | None:
    """Return a number that another one follows when a tensor is written to; None where there is no knowing."""
    return None


def _storage_users() -> Any:
    count = torch._C._storage_Use_Count
    return lambda storage: count(storage._cdata)


def _counts_users(function: Any) -> bool:
    t = torch.zeros(1)
    alone = function(t.untyped_storage())
    other = t.view(1)
    return bool(alone == 2 and function(other.untyped_storage()) == 3)


@private(_storage_users, probe=_counts_users)
def storage_users(storage: torch.UntypedStorage) -> int:
    """Return how many hold a storage, the argument included; very many where there is no knowing."""
    return 1 << 30


def _storage_ref() -> Any:
    from torch.multiprocessing.reductions import StorageWeakRef

    def reference(storage: torch.UntypedStorage) -> tuple[Any, Callable[[], bool]]:
        return storage._cdata, StorageWeakRef(storage).expired  # type: ignore[no-untyped-call]

    return reference


def _sees_end(function: Any) -> bool:
    t = torch.zeros(1)
    key, expired = function(t.untyped_storage())
    same = function(t.untyped_storage())[0] == key
    before = expired()
    del t
    return same and not before and expired()


@private(_storage_ref, probe=_sees_end)
def storage_ref(storage: torch.UntypedStorage) -> tuple[Any, Callable[[], bool]]:
    """Return a key that no other storage has, and what tells whether the storage is no more."""
    key = storage.__dict__.setdefault("remx_key", object())
    reference = weakref.ref(storage)
    return key, lambda: reference() is None


def _lists_hooks(function: Any) -> bool:
    def hook(_: Any) -> None:
        pass

    leaf = torch.zeros(1, requires_grad=True)
    before = function(leaf)
    leaf.register_post_accumulate_grad_hook(hook)  # type: ignore[no-untyped-call]
    return not before and list(function(leaf).values()) == [hook]


@private(lambda: attrgetter("_post_accumulate_grad_hooks"), probe=_lists_hooks)
def post_accumulate_hooks(leaf: torch.Tensor) -> dict[int, Callable[..., Any]] | None:
    """Return the hooks that take a leaf's gradient; none where there is no knowing."""
    return None


@private("_utils._unflatten_dense_tensors", example=lambda: [(_some(7), [_some(2, 2), _some(3)], {})])
def unflatten(flat: torch.Tensor, like: Sequence[torch.Tensor]) -> Sequence[torch.Tensor]:
    """Return the parts of a long tensor in the shapes of others, as views."""
    parts = torch.split(flat, [t.numel() for t in like])
    return [part.view(t.shape) for part, t in zip(parts, like, strict=True)]


# -- the text of graphs and compilers ----------------------------------------------------------------------------


def _describe_code(module: Any, text: str) -> None:
    module._code, module._lineno_map, module._prologue_start = text, None, 0


@private(lambda: _describe_code, probe=lambda f: hasattr(fx.symbolic_trace(torch.nn.Identity()), "_code"))
def describe_code(module: fx.GraphModule, text: str) -> None:
    """Tell a graph module of the text of a ``forward`` that FX did not write."""


def _fx_texts() -> Any:
    texts = fx.graph_module._loader.eval_cache
    return lambda file: texts.pop(file, None)


@private(_fx_texts, probe=lambda f: f("no such file") is None)
def forget_text(file: str) -> None:
    """Drop what FX keeps of a module's text for tracebacks."""


def _cpp_compiler() -> Any:
    from torch._inductor import config, cpp_builder

    def find() -> tuple[bool, list[str]]:
        tried = config.cpp.cxx if isinstance(config.cpp.cxx, (tuple, list)) else [config.cpp.cxx]
        names = [str(each) for each in tried if each]
        try:
            cpp_builder.get_cpp_compiler()
        except Exception:
            return False, names
        return True, names

    return find


@private(_cpp_compiler, probe=lambda f: len(f()) == 2)
def find_cpp_compiler() -> tuple[bool, list[str]]:
    """Return whether there is the C++ compiler that inductor needs, and the names it was looked for by."""
    names = [os.environ["CXX"]] if os.environ.get("CXX") else ["g++", "clang++"]
    return any(shutil.which(each) for each in names), names


def write_compiled(exported: Any, path: str, options: Mapping[str, Any]) -> None:
    """Compile what ``torch.export`` gave by AOTInductor into one file."""
    from torch._inductor import aoti_compile_and_package

    aoti_compile_and_package(exported, package_path=path, inductor_configs=dict(options))


def read_compiled(path: str) -> Callable[..., Any]:
    """Return the function in a file of :func:`write_compiled`."""
    from torch._inductor import aoti_load_package

    return aoti_load_package(path)


# -- oneDNN ---------------------------------------------------------------------------------------------------

_ACTIVATIONS: dict[str, Callable[..., torch.Tensor]] = {
    "none": lambda out: out,
    "relu": torch.relu,
    "hardtanh": lambda out, low, high: out.clamp(low, high),
}


@private(
    "ops.mkldnn._linear_pointwise",
    example=lambda: [(_some(3, 4), _some(2, 4), _some(2), "none", [], "", {})],
)
def onednn_linear(
    data: torch.Tensor, weight: torch.Tensor, bias: torch.Tensor | None, attr: str, scalars: Any, algorithm: str
) -> torch.Tensor:
    """Return ``data @ weight.T + bias`` for matrices of float32 on a processor, without a gradient."""
    return _ACTIVATIONS[attr](F.linear(data, weight, bias), *scalars)


def _unpacked(weight: torch.Tensor) -> torch.Tensor:
    return weight if weight.layout is torch.strided else weight.to_dense()


_GEOMETRY = ((1, 1), (1, 1), (1, 1), 1)


@private(
    "ops.mkldnn._convolution_pointwise",
    example=lambda: [
        (_some(1, 2, 4, 4), _some(3, 2, 3, 3), _some(3), *_GEOMETRY, "hardtanh", (0.0, 0.5), "", {}),
        (_some(1, 2, 4, 4), _some(3, 2, 3, 3), None, *_GEOMETRY, "relu", (), "", {}),
    ],
)
def onednn_convolution(
    data: torch.Tensor,
    weight: torch.Tensor,
    bias: torch.Tensor | None,
    pad: Any,
    stride: Any,
    dilate: Any,
    groups: int,
    attr: str,
    scalars: Any,
    algorithm: str,
) -> torch.Tensor:
    """Return an activation of a convolution of images, float32 on a processor, without a gradient."""
    return _ACTIVATIONS[attr](torch.conv2d(data, _unpacked(weight), bias, stride, pad, dilate, groups), *scalars)


@private(
    "ops.mkldnn._convolution_pointwise.binary",
    example=lambda: [
        (_some(1, 2, 4, 4), _some(1, 3, 4, 4), _some(3, 2, 3, 3), _some(3), *_GEOMETRY, "add", None, "relu", (), "", {})
    ],
)
def onednn_convolution_and_sum(
    data: torch.Tensor,
    other: torch.Tensor,
    weight: torch.Tensor,
    bias: torch.Tensor | None,
    pad: Any,
    stride: Any,
    dilate: Any,
    groups: int,
    binary: str,
    alpha: float | None,
    attr: str | None,
    scalars: Any,
    algorithm: str,
) -> torch.Tensor:
    """Return an activation of the sum of a convolution and ``other``, otherwise as :func:`onednn_convolution`."""
    total = torch.conv2d(data, _unpacked(weight), bias, stride, pad, dilate, groups) + other
    return _ACTIVATIONS[attr or "none"](total, *scalars)


@private(
    "ops.mkldnn._reorder_convolution_weight",
    example=lambda: [(_some(3, 2, 3, 3), *_GEOMETRY, [1, 2, 4, 4], {})],
)
def onednn_pack_weight(
    weight: torch.Tensor, pad: Any, stride: Any, dilate: Any, groups: int, shape: Sequence[int]
) -> torch.Tensor:
    """Return a convolution's weight in the order of memory that its kernel for data of this shape wants."""
    return weight.clone()


@private(lambda: torch.cpu._is_vnni_supported, probe=lambda f: f() in (True, False))
def multiplies_bytes() -> bool:
    """Return whether the processor has instructions for products of 8 bits; False where there is no knowing."""
    return False


def _onednn_quantized() -> Any:
    pack, run = torch.ops.onednn.qconv_prepack, torch.ops.onednn.qconv2d_pointwise.default
    add = torch.ops.onednn.qconv2d_pointwise.binary

    def prepare(
        weight: Any,
        ones: Any,
        bias: Any,
        one: float,
        zero: int,
        pad: Any,
        stride: Any,
        dilate: Any,
        groups: int,
        shape: Any,
    ) -> Any:
        geometry = list(stride), list(pad), list(dilate), groups
        packed, zeros = pack(weight, ones, one, zero, *geometry, shape), torch.zeros(len(ones), dtype=torch.int64)
        given = one, zero, packed, ones, zeros

        def convolve(
            data: Any, out_one: float, dtype: Any, bounds: Any, added: Any, added_one: float, added_zero: int
        ) -> Any:
            relu = bounds == (0, None)
            if added is None:
                name = "none" if bounds is None else "relu" if relu else "hardtanh"
                scalars = bounds if name == "hardtanh" else []
                return run(data, *given, bias, *geometry, out_one, 0, dtype, name, scalars, "")
            last = "relu" if relu else "none"
            added = added.contiguous(memory_format=torch.channels_last)
            return add(
                data, *given, added, bias, *geometry, out_one, 0, dtype, added_one, added_zero, "sum", 1.0, last, [], ""
            )

        return convolve

    return prepare


def _convolves_quantized(function: Any) -> bool:
    weight, ones = (_some(4, 8, 3, 3) * 50).to(torch.int8), _some(4).abs() + 0.1
    data, other = ((_some(1, c, 5, 5).abs() * 100).to(torch.uint8) for c in (8, 4))
    for bounds, added in ((None, None), ((0, None), None), ((0, 9.0), None), ((0, None), other)):
        made = [
            f(weight, ones, _some(4), 0.02, 3, (1, 1), (1, 1), (1, 1), 1, [1, 8, 5, 5])(
                data, 0.5, torch.uint8, bounds, None if added is None else added.clone(), 0.3, 2
            )
            for f in (function, quantized_convolution_by_documented_names)
        ]
        if (made[0].int() - made[1].int()).abs().max() > 1:
            return False
    return True


def quantized_convolution_by_documented_names(
    weight: Any,
    ones: Any,
    bias: Any,
    one: float,
    zero: int,
    pad: Any,
    stride: Any,
    dilate: Any,
    groups: int,
    shape: Any,
) -> Any:
    """Return the function that :func:`quantized_convolution` describes."""
    real = weight.to(torch.float32) * ones.view(-1, 1, 1, 1)

    def convolve(
        data: Any, out_one: float, dtype: Any, bounds: Any, added: Any, added_one: float, added_zero: int
    ) -> Any:
        out = torch.conv2d((data.to(torch.float32) - zero) * one, real, bias, stride, pad, dilate, groups)
        if added is not None:
            out = out + (added.to(torch.float32) - added_zero) * added_one
        if bounds is not None:
            out = out.clamp(*bounds)
        limits = torch.iinfo(dtype)
        return (out / out_one).round().clamp(limits.min, limits.max).to(dtype)

    return convolve


@private(_onednn_quantized, probe=_convolves_quantized)
def quantized_convolution(
    weight: torch.Tensor,
    ones: torch.Tensor,
    bias: torch.Tensor | None,
    one: float,
    zero: int,
    pad: Any,
    stride: Any,
    dilate: Any,
    groups: int,
    shape: Sequence[int],
) -> Callable[..., torch.Tensor]:
    """Return the function ``(data, out_one, dtype, bounds, added, added_one, added_zero)`` that convolves.

    It takes pictures of uint8, which stand for ``(data - zero) * one``, and int8 weights, of which one stands for
    ``ones`` in each row. It adds the real ``bias`` and ``(added - added_zero) * added_one`` (of type ``dtype``, written
    over), keeps the result in ``bounds``, and gives it in units of ``out_one``. ``shape`` is that of data to come.
    """
    made: Callable[..., torch.Tensor] = quantized_convolution_by_documented_names(
        weight, ones, bias, one, zero, pad, stride, dilate, groups, shape
    )
    return made


# -- updates of many weights ----------------------------------------------------------------------------------


def _copies(function: Any) -> bool:
    targets, sources = [torch.zeros(2), torch.zeros(3, 1)], [_some(2), _some(3, 1)]
    function(targets, sources)
    return all(torch.equal(*pair) for pair in zip(targets, sources, strict=True))


@private("_foreach_copy_", probe=_copies)
def copy_many(targets: Sequence[torch.Tensor], sources: Sequence[torch.Tensor]) -> None:
    """Copy tensors to others of their shapes."""
    with torch.no_grad():
        for target, source in zip(targets, sources, strict=True):
            target.copy_(source)


def _sgd_cases() -> list[Any]:
    rest = {"nesterov": False, "maximize": False, "is_first_step": False, "weight_decay": 0.1}
    weights, grads, states = [_some(5)], [_some(5, shift=3)], [_some(5, shift=7)]
    return [
        (weights, grads, [], rest | {"momentum": 0.0, "lr": 0.3, "dampening": 0.0}),
        (weights, grads, states, rest | {"momentum": 0.9, "lr": -1.0, "dampening": 1.2}),
    ]


@private("_fused_sgd_", example=_sgd_cases)
def fused_sgd(
    weights: Sequence[torch.Tensor],
    grads: Sequence[torch.Tensor],
    momenta: Sequence[torch.Tensor],
    *,
    weight_decay: float,
    momentum: float,
    lr: float,
    dampening: float,
    nesterov: bool,
    maximize: bool,
    is_first_step: bool,
) -> None:
    """Move weights as ``torch.optim.SGD`` does, after its first step."""
    _only(nesterov, maximize, is_first_step)
    with torch.no_grad():
        for i, (weight, grad) in enumerate(zip(weights, grads, strict=True)):
            step = grad.add(weight, alpha=weight_decay) if weight_decay else grad
            if momentum:
                step = momenta[i].mul_(momentum).add_(step, alpha=1 - dampening)
            weight.add_(step, alpha=-lr)


def _adam_cases() -> list[Any]:
    tensors: Any = [_some(5)], [_some(5, shift=3)], [_some(5, shift=7)], [_some(5, shift=4).abs()], []
    rates = {"lr": 0.1, "beta1": 0.9, "beta2": 0.99, "weight_decay": 0.1, "eps": 1e-6}
    return [(*tensors, [torch.full((), torch.inf)], rates | {"amsgrad": False, "maximize": False})]


def _adam(decoupled: bool) -> Callable[..., None]:
    def update(
        weights: Sequence[torch.Tensor],
        grads: Sequence[torch.Tensor],
        means: Sequence[torch.Tensor],
        variances: Sequence[torch.Tensor],
        largest: Sequence[torch.Tensor],
        steps: Sequence[torch.Tensor],
        *,
        lr: float,
        beta1: float,
        beta2: float,
        weight_decay: float,
        eps: float,
        amsgrad: bool,
        maximize: bool,
    ) -> None:
        _only(amsgrad, maximize)
        with torch.no_grad():
            for weight, grad, mean, variance, step in zip(weights, grads, means, variances, steps, strict=True):
                if decoupled:
                    weight.mul_(1 - lr * weight_decay)
                elif weight_decay:
                    grad = grad.add(weight, alpha=weight_decay)
                mean.lerp_(grad, 1 - beta1)
                variance.mul_(beta2).addcmul_(grad, grad, value=1 - beta2)
                first, second = 1 - beta1 ** float(step), 1 - beta2 ** float(step)
                weight.addcdiv_(mean, (variance / second).sqrt_().add_(eps), value=-lr / first)

    return update


@private("_fused_adam_", example=_adam_cases)
def fused_adam(*args: Any, **kwargs: Any) -> None:
    """Move weights as ``torch.optim.Adam`` does at the numbers of steps that are given."""
    _adam(decoupled=False)(*args, **kwargs)


@private("_fused_adamw_", example=_adam_cases)
def fused_adamw(*args: Any, **kwargs: Any) -> None:
    """Move weights as ``torch.optim.AdamW`` does at the numbers of steps that are given."""
    _adam(decoupled=True)(*args, **kwargs)


# -- mathematics ----------------------------------------------------------------------------------------------


def _factors(a: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
    found = torch.linalg.lu_factor_ex(a.mT if a.is_contiguous() else a)
    return found.LU, found.pivots


_MATRIX = [[2.0, 1.0, 0.5], [1.0, -3.0, 0.25], [0.0, 1.0, 4.0]]


@private("ops.aten._linalg_det", example=lambda: [(torch.tensor(_MATRIX), {})])
def det(a: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    """Return the determinants of matrices, their LU factors and pivots."""
    return (torch.linalg.det(a), *_factors(a))


@private("ops.aten._linalg_slogdet", example=lambda: [(torch.tensor(_MATRIX), {})])
def slogdet(a: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor, torch.Tensor]:
    """Return the signs of determinants, the logarithms of their magnitudes, the matrices' LU factors and pivots."""
    return (*torch.linalg.slogdet(a), *_factors(a))


def _draws_gammas(function: Any) -> bool:
    generator = torch.Generator("cpu").manual_seed(1)
    drawn = function(torch.full((4000,), 3.0), generator=generator).double()
    return bool(abs(drawn.mean() - 3) < 0.2 and abs(drawn.var() - 3) < 0.5 and drawn.min() > 0)


@private("_standard_gamma", probe=_draws_gammas)
def standard_gamma(alpha: torch.Tensor, generator: torch.Generator | None = None) -> torch.Tensor:
    """Draw from gamma distributions of these shapes and of scale 1.

    Source: Marsaglia and Tsang, A simple method for generating gamma variables, ACM TOMS 26 (2000).
    """
    like: dict[str, Any] = {"dtype": alpha.dtype, "device": alpha.device, "generator": generator}
    small = alpha < 1
    d = torch.where(small, alpha + 1, alpha) - 1 / 3
    c = (9 * d).rsqrt()
    out, missing = torch.zeros_like(alpha), torch.ones_like(alpha, dtype=torch.bool)
    while missing.any():
        x, u = torch.randn(alpha.shape, **like), torch.rand(alpha.shape, **like)
        v = (1 + c * x) ** 3
        taken = missing & (v > 0) & (u.log() < x * x / 2 + d - d * v + d * v.clamp_min(1e-30).log())
        out = torch.where(taken, d * v, out)
        missing &= ~taken & ~alpha.isnan()
    return torch.where(small, out * torch.rand(alpha.shape, **like).pow(1 / alpha), out)


@private("batch_norm", example=lambda: [(_some(2, 3), *_some(2, 3), *_some(2, 3).abs(), False, 0.0, 1e-3, False, {})])
def batch_norm(data: torch.Tensor, gamma: Any, beta: Any, mean: Any, var: Any, *rest: Any) -> torch.Tensor:
    """Normalize by given statistics; ``rest``: training, momentum, eps, whether cuDNN may."""
    return F.batch_norm(data, mean, var, gamma, beta, *rest[:3])


def _wide(t: torch.Tensor) -> torch.Tensor:
    return t.float() if t.dtype in (torch.float16, torch.bfloat16) else t


def _per_channel(values: torch.Tensor, like: torch.Tensor) -> torch.Tensor:
    return values.view(1, -1, *(1,) * (like.dim() - 2))


def _but_channels(data: torch.Tensor) -> tuple[int, ...]:
    return (0, *range(2, data.dim()))


@private(
    "native_batch_norm",
    example=lambda: [(_some(3, 2, 2), torch.ones(2), _some(2), None, None, True, 0.0, 1e-3, {})],
)
def native_batch_norm(
    data: torch.Tensor, gamma: Any, beta: Any, mean: None, var: None, training: bool, momentum: float, eps: float
) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    """Normalize by the data's own statistics; return also the means and ``1 / sqrt(var + eps)``."""
    x = _wide(data)
    mean_, var_ = x.mean(_but_channels(x)), x.var(_but_channels(x), correction=0)
    inverse = (var_ + eps).rsqrt()
    out = (x - _per_channel(mean_, x)) * _per_channel(inverse, x)
    if gamma is not None:
        out = out * _per_channel(gamma, x)
    if beta is not None:
        out = out + _per_channel(beta, x)
    return out.to(data.dtype), mean_, inverse


def _norm_cases() -> list[Any]:
    grad, x, statistics = _some(3, 2, 2, shift=5), _some(3, 2, 2), (_some(2), _some(2).abs() + 1)
    return [
        (grad, x, _some(2), *statistics, _some(2, shift=3), _some(2).abs() + 1, train, 1e-3, [True, True, True], {})
        for train in (True, False)
    ]


@private("ops.aten.native_batch_norm_backward", example=_norm_cases)
def native_batch_norm_backward(
    grad: torch.Tensor,
    data: torch.Tensor,
    gamma: Any,
    moving_mean: Any,
    moving_var: Any,
    mean: Any,
    inverse: Any,
    train: bool,
    eps: float,
    wants: Sequence[bool],
) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    """Return the gradients of data, gamma and beta; in training the statistics depend on the data."""
    if not train:
        mean, inverse = moving_mean, (moving_var + eps).rsqrt()
    x, head = _wide(data), _wide(grad)
    normal = (x - _per_channel(mean, x)) * _per_channel(inverse, x)
    to_beta, to_gamma = head.sum(_but_channels(x)), (head * normal).sum(_but_channels(x))
    scale = inverse if gamma is None else inverse * gamma
    if train:
        number = x.numel() // x.shape[1]
        head = head - _per_channel(to_beta / number, x) - normal * _per_channel(to_gamma / number, x)
    return (head * _per_channel(scale, x)).to(data.dtype), to_gamma, to_beta


@private("native_layer_norm", example=lambda: [(_some(2, 3), (3,), _some(3), _some(3, shift=3), 1e-5, {})])
def native_layer_norm(
    data: torch.Tensor, shape: Sequence[int], gamma: Any, beta: Any, eps: float
) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    """Normalize along the last axes; return also the means and ``1 / sqrt(var + eps)``."""
    axes = tuple(range(-len(shape), 0))
    out, x = F.layer_norm(data, list(shape), gamma, beta, eps), _wide(data)
    inverse = (x.var(axes, correction=0, keepdim=True) + eps).rsqrt()
    return out, x.mean(axes, keepdim=True).to(data.dtype), inverse.to(data.dtype)


@private(
    "ops.aten.native_layer_norm_backward",
    example=lambda: [
        (
            _some(2, 3, shift=5),
            _some(2, 3),
            (3,),
            _some(2, 1),
            _some(2, 1).abs() + 1,
            _some(3),
            _some(3),
            [True] * 3,
            {},
        )
    ],
)
def native_layer_norm_backward(
    grad: torch.Tensor,
    data: torch.Tensor,
    shape: Sequence[int],
    mean: torch.Tensor,
    inverse: torch.Tensor,
    gamma: torch.Tensor,
    beta: torch.Tensor,
    wants: Sequence[bool],
) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    """Return the gradients of data, gamma and beta."""
    inner = tuple(range(-len(shape), 0))
    outer = tuple(range(data.dim() - len(shape)))
    normal, head = (data - mean) * inverse, grad * gamma
    rest = normal * (head * normal).mean(inner, keepdim=True)
    to_data = (head - head.mean(inner, keepdim=True) - rest) * inverse
    return to_data, (grad * normal).sum(outer), grad.sum(outer)


@private("native_group_norm", example=lambda: [(_some(2, 4, 3), _some(4), _some(4, shift=3), 2, 4, 3, 2, 1e-5, {})])
def native_group_norm(
    data: torch.Tensor, gamma: Any, beta: Any, n: int, channels: int, space: int, groups: int, eps: float
) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    """Normalize groups of channels; return also the means and ``1 / sqrt(var + eps)``, ``(n, groups)``."""
    x = _wide(data).reshape(n, groups, -1)
    inverse = (x.var(-1, correction=0) + eps).rsqrt()
    out = F.group_norm(data, groups, gamma, beta, eps)
    return out, x.mean(-1).to(data.dtype), inverse.to(data.dtype)


@private(
    "ops.aten.convolution_backward",
    example=lambda: [
        (_some(1, 3, 4, 4), _some(1, 2, 4, 4), _some(3, 2, 3, 3), [3], (1, 1), (1, 1), (1, 1), False, [0, 0], 1,
         [True, True, True], {})
    ],
)  # fmt: skip
def convolution_backward(
    grad: torch.Tensor,
    data: torch.Tensor,
    weight: torch.Tensor,
    bias_shape: Sequence[int],
    stride: Any,
    pad: Any,
    dilate: Any,
    transposed: bool,
    adj: Any,
    groups: int,
    wants: Sequence[bool],
) -> tuple[Any, Any, Any]:
    """Return the gradients of data, weight and bias of a convolution of images, None for those not wanted."""
    _only(transposed)
    chosen_ = [t for t, wanted in zip((data, weight), wants, strict=False) if wanted]

    def convolve(*given: torch.Tensor) -> torch.Tensor:
        found = iter(given)
        x, w = (next(found) if wanted else t for t, wanted in zip((data, weight), wants, strict=False))
        return torch.conv2d(x, w, None, stride, pad, dilate, groups)

    found = iter(_through(convolve, chosen_, grad) if chosen_ else ())
    to_data, to_weight = (next(found) if wanted else None for wanted in wants[:2])
    return to_data, to_weight, grad.sum((0, 2, 3)) if wants[2] else None


_POOLING = ((2, 2), (1, 1), (0, 0))


@private(
    "ops.aten.avg_pool2d_backward",
    example=lambda: [(_some(1, 2, 2, 2), _some(1, 2, 3, 3), *_POOLING, False, True, None, {})],
)
def avg_pool2d_backward(grad: torch.Tensor, data: torch.Tensor, *args: Any) -> torch.Tensor:
    """Return the gradient of the data of ``avg_pool2d(data, *args)``."""
    found: torch.Tensor = _through(lambda x: F.avg_pool2d(x, *args), [data], grad)[0]
    return found


@private(
    "ops.aten.max_pool2d_with_indices_backward",
    example=lambda: [
        (_some(1, 1, 2, 2), _some(1, 1, 3, 3), *_POOLING, (1, 1), False, torch.tensor([[[[0, 2], [4, 4]]]]), {})
    ],
)
def max_pool2d_backward(grad: torch.Tensor, data: torch.Tensor, *args: Any) -> torch.Tensor:
    """Return the gradient of the data of ``max_pool2d(data, *args)``, the last argument being the maxima's places."""
    zeros = grad.new_zeros(*data.shape[:2], data.shape[2] * data.shape[3])
    return zeros.scatter_add(2, args[-1].flatten(2), grad.flatten(2)).view(data.shape)


@private("embedding", example=lambda: [(_some(4, 2), torch.tensor([[0, 3], [3, 1]]), {})])
def embedding(table: torch.Tensor, index: torch.Tensor) -> torch.Tensor:
    """Return rows of a table."""
    return F.embedding(index, table)


@private(
    "ops.aten.embedding_dense_backward",
    example=lambda: [(_some(2, 2, 3), torch.tensor([[0, 3], [3, 1]]), 5, -1, False, {})],
)
def embedding_backward(
    grad: torch.Tensor, index: torch.Tensor, length: int, padding: int, by_frequency: bool
) -> torch.Tensor:
    """Return the gradient of a table of so many rows from that of the rows at ``index``."""
    _only(padding != -1, by_frequency)
    size = grad.shape[-1]
    return grad.new_zeros(length, size).index_add(0, index.reshape(-1), grad.reshape(-1, size))


@private("ops.aten.sigmoid_backward.default", example=lambda: [(_some(5), _some(5, shift=3), {})])
def sigmoid_backward(grad: torch.Tensor, out: torch.Tensor) -> torch.Tensor:
    """Return the gradient of a sigmoid's input."""
    return grad * (out * (1 - out))


@private("ops.aten.tanh_backward.default", example=lambda: [(_some(5), _some(5, shift=3), {})])
def tanh_backward(grad: torch.Tensor, out: torch.Tensor) -> torch.Tensor:
    """Return the gradient of a hyperbolic tangent's input."""
    return grad * (1 - out * out)


@private("ops.aten.threshold_backward", example=lambda: [(_some(5), _some(5, shift=3), 0, {})])
def threshold_backward(grad: torch.Tensor, out: torch.Tensor, threshold: float) -> torch.Tensor:
    """Return the gradient where an output is above a threshold, else 0; NaNs count as above."""
    return torch.where(out <= threshold, 0, grad)


@private("ops.aten.hardtanh_backward", example=lambda: [(_some(5), _some(5, shift=3), -0.5, 0.5, {})])
def hardtanh_backward(grad: torch.Tensor, out: torch.Tensor, low: float, high: float) -> torch.Tensor:
    """Return the gradient strictly between two bounds, else 0."""
    return torch.where((out <= low) | (out >= high), 0, grad)


@private(
    "ops.aten.nll_loss_backward.default",
    example=lambda: [(torch.ones(()), _some(3, 4), torch.tensor([1, -1, 3]), None, 2, -1, torch.ones(()), {})],
)
def nll_loss_backward(
    grad: torch.Tensor, data: torch.Tensor, label: torch.Tensor, weight: None, reduction: int, ignore: int, total: Any
) -> torch.Tensor:
    """Return ``-grad`` at the label of each row, nowhere for label ``ignore``, else 0. IndexError for other labels."""
    _only(weight is not None, reduction != 2)
    kept = label != ignore
    if ((label < 0) | (label >= data.shape[1])).logical_and(kept).any():
        raise IndexError(f"a label is out of range for {data.shape[1]} classes")
    place = torch.where(kept, label, 0).unsqueeze(1)
    return torch.zeros_like(data).scatter_(1, place, (-grad * kept).unsqueeze(1).to(data.dtype))


# -- recurrent layers -----------------------------------------------------------------------------------------


def _recurrent_cases(gates: int, states: int) -> Callable[[], list[Any]]:
    def cases() -> list[Any]:
        hidden = [_some(1, 2, 3, shift=i) for i in range(states)]
        flat = [_some(gates * 3, 2), _some(gates * 3, 3, shift=2), _some(gates * 3), _some(gates * 3, shift=4)]
        start = hidden if states > 1 else hidden[0]
        return [
            (_some(4, 2, 2), start, flat, True, 1, 0.0, False, False, False, {}),
            (_some(3, 2), torch.tensor([2, 1]), start, flat, True, 1, 0.0, False, False, {}),
        ]

    return cases


def _run_recurrent(kind: Callable[..., Any], data: torch.Tensor, *rest: Any) -> tuple[torch.Tensor, ...]:
    """Run a recurrent layer of ``torch.nn``; ``rest`` begins with the batch's sizes where the data are packed."""
    sizes = rest[0] if isinstance(rest[2], (tuple, list)) else None
    states, flat, _, layers, _, _, both = rest[1:8] if sizes is not None else rest[:7]
    count = len(flat) // (layers * (2 if both else 1))
    width = flat[1].shape[1]
    projection = {"proj_size": width} if count == 5 else {}
    hidden = flat[4].shape[1] if projection else width
    layer = kind(flat[0].shape[1], hidden, layers, bidirectional=both, device="meta", dtype=data.dtype, **projection)
    names = ["weight_ih", "weight_hh", "bias_ih", "bias_hh", "weight_hr"][:count]
    places = [f"l{i}{end}" for i in range(layers) for end in (["", "_reverse"] if both else [""])]
    for name, weight in zip([f"{each}_{place}" for place in places for each in names], flat, strict=True):
        delattr(layer, name)  # a parameter: what was computed from others cannot take its place
        setattr(layer, name, weight)
    given = data if sizes is None else PackedSequence(data, sizes)
    out, last = layer(given, tuple(states) if isinstance(states, (tuple, list)) else states)
    return (out if sizes is None else out.data, *(last if isinstance(last, tuple) else (last,)))


@private("_VF.lstm", example=_recurrent_cases(4, 2))
def lstm(*args: Any) -> tuple[torch.Tensor, ...]:
    """Run layers of LSTM: data, states, weights, biases?, layers, dropout, training?, both directions?, batch first?"""
    return _run_recurrent(torch.nn.LSTM, *args)


@private("_VF.gru", example=_recurrent_cases(3, 1))
def gru(*args: Any) -> tuple[torch.Tensor, ...]:
    """Run layers of GRU, as :func:`lstm`."""
    return _run_recurrent(torch.nn.GRU, *args)


@private("_VF.rnn_tanh", example=_recurrent_cases(1, 1))
def rnn_tanh(*args: Any) -> tuple[torch.Tensor, ...]:
    """Run recurrent layers with a hyperbolic tangent, as :func:`lstm`."""
    return _run_recurrent(torch.nn.RNN, *args)


@private("_VF.rnn_relu", example=_recurrent_cases(1, 1))
def rnn_relu(*args: Any) -> tuple[torch.Tensor, ...]:
    """Run recurrent layers with a rectifier, as :func:`lstm`."""
    return _run_recurrent(lambda *shape, **kwargs: torch.nn.RNN(*shape, nonlinearity="relu", **kwargs), *args)
