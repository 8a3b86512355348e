"""Helpers shared by the networks."""

from collections.abc import Callable
from typing import Any, Protocol, TypeVar

from ....context import cpu
from ....core.naming import named
from ....core.shared_methods import Shared
from ... import nn
from ...block import Block, HybridBlock
from ..model_store import DEFAULT_ROOT, get_model_file

__all__ = ["CPU", "DEFAULT_ROOT", "Classifier", "row", "variant", "with_weights"]

Net = TypeVar("Net", bound=Block)

#: Where weights go unless another context is given.
CPU = cpu()


def row(*blocks: Block, prefix: str | None = "") -> nn.HybridSequential:
    """Return blocks one after the other; with the prefix ``""`` their names are as if they stood alone."""
    blocks_in_row = nn.HybridSequential(prefix=prefix)
    blocks_in_row.add(*blocks)
    return blocks_in_row


class Classifier(HybridBlock, metaclass=Shared):
    """A network of two parts: ``features``, and ``output``, which tells the classes by them."""

    features: nn.HybridSequential
    output: HybridBlock

    def hybrid_forward(self, F: Any, x: Any) -> Any:
        """Return a score for each class, ``(N, classes)``, of images ``(N, C, H, W)``."""
        return self.output(self.features(x))


def with_weights(net: Net, name: str, pretrained: bool, ctx: Any, root: str) -> Net:
    """Return the network, with the weights that MXNet published under a name if it is wanted pretrained."""
    if pretrained:
        net.load_parameters(get_model_file(name, root=root), ctx=ctx)
    return net


class Variant(Protocol):
    """The function of one network, as type checkers and editors see it."""

    def __call__(
        self, *, pretrained: bool = False, ctx: Any = CPU, root: str = DEFAULT_ROOT, **kwargs: Any
    ) -> Classifier: ...


def variant(name: str, make: Callable[..., Classifier], *args: Any, **fixed: Any) -> Variant:
    """Return the function ``name(**kwargs)`` that makes one network of a family: ``make(*args, **fixed, **kwargs)``."""

    @named(name, f"Return the network {name}; the arguments are those of :func:`{make.__name__}`.")
    def build(**kwargs: Any) -> Classifier:
        return make(*args, **fixed, **kwargs)

    build.__module__ = make.__module__
    return build
