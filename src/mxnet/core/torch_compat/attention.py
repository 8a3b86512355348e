"""What the nodes of fused attention keep, from which its gradient can be computed in another way."""

from typing import Any

import torch
from torch.nn import functional as F

from .choice import private, some
from .engine import reads_node

#: queries, keys, values, what is added to the scores or None, and the factor of the scores
AttentionInputs = tuple[torch.Tensor, torch.Tensor, torch.Tensor, torch.Tensor | None, float]


def fused_attention_node(out: torch.Tensor) -> Any:
    """Return the node of fused attention whose result this is, None if it was computed by steps.

    Some forms fill up the sizes of heads, and cut the result.
    """
    node: Any = out.grad_fn
    if not hasattr(type(node), "_saved_query"):
        node = node.next_functions[0][0]
    return node if hasattr(type(node), "_saved_query") else None


def _saved(node: Any) -> AttentionInputs:
    mask = node._saved_attn_mask if hasattr(node, "_saved_attn_mask") else getattr(node, "_saved_attn_bias", None)
    return node._saved_query, node._saved_key, node._saved_value, mask, node._saved_scale


def _tells_inputs(function: Any) -> bool:
    given, seen = [some(1, 2, 3, 4, shift=i).requires_grad_() for i in range(3)], list[Any]()
    out = F.scaled_dot_product_attention(given[0], given[1], given[2], some(3, 3), scale=0.3)
    node = fused_attention_node(out)
    node.register_hook(lambda *_: seen.extend(function()))
    torch.autograd.grad(out.sum(), given)
    return all(map(torch.equal, seen[:3], given)) and torch.equal(seen[3].expand(3, 3), some(3, 3)) and seen[4] == 0.3


@private(lambda: reads_node(_saved), probe=_tells_inputs)
def attention_inputs() -> AttentionInputs | None:
    """Return the inputs of the attention whose gradient this thread computes, in a hook of its node; None where there
    is no knowing.
    """
    return None
