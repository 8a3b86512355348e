"""Tensors, the memory that they share, and their hooks."""

import sys
import weakref
from collections.abc import Callable, Sequence
from operator import attrgetter
from typing import Any

import torch

from .choice import private, sample


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

    leaf = sample(2).requires_grad_()
    torch.autograd.grad(Two.apply(leaf)[0].sum(), leaf)  # type: ignore[no-untyped-call]
    return seen[:1] == [False] and not function(torch.zeros(2))


@private("Tensor._is_zerotensor", probe=_finds_zeros)
def is_zerotensor(t: torch.Tensor) -> bool:
    """Return whether a tensor represents zeros without memory, and must not be passed on."""
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


def _are_alone() -> Any:
    count = torch._C._storage_Use_Count

    def are_alone(tensors: Sequence[torch.Tensor], users: int = 1) -> list[bool]:
        result = []
        for t in tensors:
            memory = t.untyped_storage()  # counts as another
            result.append(memory.nbytes() == t.nbytes and count(memory._cdata) <= users + 1)
        return result

    return are_alone


def _sees_others(function: Any) -> bool:
    t = torch.zeros(1)
    alone = function([t])
    other = t.view(1)
    return [*alone, *function([other, torch.zeros(2)[:1]]), *function([other], 2)] == [True, False, False, True]


@private(_are_alone, probe=_sees_others)
def are_alone(tensors: Sequence[torch.Tensor], users: int = 1) -> list[bool]:
    """Return of each whether so many tensors, it among them, have its memory, and it needs all; False where unknown."""
    return [False] * len(tensors)


def _counts_tensor_users(function: Any) -> bool:
    leaf = torch.ones(1, requires_grad=True)
    alone = function(leaf)
    product = leaf * leaf
    return bool(alone == 1 and function(leaf) > 1 and product is not leaf)


@private("Tensor._use_count", probe=_counts_tensor_users)
def tensor_users(t: torch.Tensor) -> int:
    """Return how many hold a tensor, Python's objects counted as one; very many where there is no knowing."""
    return 1 << 30


def _storage_ref() -> Any:
    from torch.multiprocessing.reductions import StorageWeakRef

    def reference(storage: torch.UntypedStorage) -> tuple[Any, Callable[[], bool]]:
        return storage._cdata, StorageWeakRef(storage).expired

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


class _Owner:
    """An object that one reference holds, as a tensor is held that PyTorch's graph alone has."""


def _references(get: Callable[[], Any]) -> int:
    value = get()
    return sys.getrefcount(value)


def _empty_if_unheld() -> Any:
    owners = [_Owner()]
    alone = _references(lambda: owners[0])

    def empty(leaf: weakref.ref[torch.Tensor]) -> None:
        tensor = leaf()
        # one that no graph has is somebody's
        if tensor is not None and tensor.layout is torch.strided and tensor_users(tensor) > 1:
            del tensor
            if _references(leaf) == alone:
                _emptied(leaf())

    return empty


def _emptied(leaf: torch.Tensor | None) -> None:
    if leaf is not None:
        with torch.inference_mode(False):
            leaf.__dict__.clear()  # a tensor to write to it would hold the memory
            leaf.data = leaf.data.new_empty(0)


def _sees_holders(function: Any) -> bool:
    def used_up(holders: list[torch.Tensor]) -> tuple[torch.Tensor, weakref.ref[torch.Tensor]]:
        leaf = torch.ones(2, requires_grad=True)
        loss = (leaf * leaf).sum()
        loss.backward()
        holders.append(leaf)
        return loss, weakref.ref(leaf)

    holders: list[torch.Tensor] = []
    cases = used_up(holders), used_up([])
    unrecorded = torch.ones(2, requires_grad=True)
    for leaf in (cases[0][1], cases[1][1], weakref.ref(unrecorded)):
        function(leaf)
    left = cases[1][1]()
    return holders[0].numel() == unrecorded.numel() == 2 and left is not None and left.numel() == 0


@private(_empty_if_unheld, probe=_sees_holders)
def empty_if_unheld(leaf: weakref.ref[torch.Tensor]) -> None:
    """Let go of the memory of a leaf that only PyTorch's graph holds, a used-up one; nothing where there is no knowing.

    What was computed from a leaf holds it as long as it exists, also after its graph was differentiated.
    """


def _lists_hooks(function: Any) -> bool:
    def hook(_: Any) -> None:
        pass

    leaf = torch.zeros(1, requires_grad=True)
    before = function(leaf)
    leaf.register_post_accumulate_grad_hook(hook)
    return not before and list(function(leaf).values()) == [hook]


@private(lambda: attrgetter("_post_accumulate_grad_hooks"), probe=_lists_hooks)
def post_accumulate_hooks(leaf: torch.Tensor) -> dict[int, Callable[..., Any]] | None:
    """Return the hooks that take a leaf's gradient; none where there is no knowing."""
    return None


@private("_utils._unflatten_dense_tensors", example=lambda: [(sample(7), [sample(2, 2), sample(3)], {})])
def unflatten(flat: torch.Tensor, like: Sequence[torch.Tensor]) -> Sequence[torch.Tensor]:
    """Return the parts of a long tensor in the shapes of others, as views."""
    parts = torch.split(flat, [t.numel() for t in like])
    return [part.view(t.shape) for part, t in zip(parts, like, strict=True)]
