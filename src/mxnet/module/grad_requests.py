"""Normalizing the forms of ``grad_req`` and ``group2ctxs`` to one value for each argument and device."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any


def gradient_requests(
    grad_req: Any,
    arg_names: Sequence[str],
    trained: Collection[str],
    inputs: Collection[str],
    for_training: bool,
    inputs_need_grad: bool,
) -> dict[str, str]:
    """Return ``{argument: 'write' | 'add' | 'null'}``.

    One string holds for the ``trained`` parameters and, with ``inputs_need_grad``, for the ``inputs``; all else gets
    'null'. A list names a request for every argument in order; a dict overrides what 'write' would give.
    """
    if not for_training:
        return dict.fromkeys(arg_names, "null")
    if isinstance(grad_req, (list, tuple)):
        assert len(grad_req) == len(arg_names), (
            f"grad_req lists {len(grad_req)} requests for {len(arg_names)} arguments: {', '.join(arg_names)}"
        )
        return dict(zip(arg_names, grad_req, strict=True))
    if not isinstance(grad_req, (str, dict)):
        raise ValueError("grad_req must be one of str, list, tuple, or dict.")
    common = grad_req if isinstance(grad_req, str) else "write"
    requested = {*trained, *inputs} if inputs_need_grad else set(trained)
    requests = {name: common if name in requested else "null" for name in arg_names}
    if isinstance(grad_req, dict):
        requests.update(grad_req)
    return requests


def group_contexts(group2ctxs: Any, ctx_len: int) -> list[dict[str, Any] | None]:
    """Return one ``{ctx_group: context}`` per device.

    ``group2ctxs`` is None, a list of such dicts (one per device), or one dict whose values are a context, a list of
    one context, or a list of one context per device.
    """
    if group2ctxs is None:
        return [None] * ctx_len
    if isinstance(group2ctxs, list):
        assert len(group2ctxs) == ctx_len, f"group2ctxs lists {len(group2ctxs)} dicts for {ctx_len} contexts"
        return group2ctxs
    assert isinstance(group2ctxs, dict), (
        "group2ctxs should be list of dict of str to context, or dict of str to context or list of context"
    )
    columns = {name: _per_device(name, contexts, ctx_len) for name, contexts in group2ctxs.items()}
    return [{name: contexts[i] for name, contexts in columns.items()} for i in range(ctx_len)]


def _per_device(name: str, contexts: Any, count: int) -> Sequence[Any]:
    if not isinstance(contexts, (list, tuple)):
        return [contexts] * count
    assert len(contexts) in (1, count), f"length of group2ctxs[{name}] should be 1 or {count}, got {len(contexts)}"
    return list(contexts) * count if len(contexts) == 1 else contexts
