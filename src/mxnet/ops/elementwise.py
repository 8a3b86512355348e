"""Mathematical functions of one array, element by element: the operators of the table's rows.

Real functions of integers are truncated to integers, as in MXNet 1.9.1.
"""

import torch

from ..core.tracing import traced
from ..registry import OPS
from ..registry.traits import Clamp
from . import elementwise_texts as texts
from ._elementwise import recorded_relu
from ._families import Kernel, unary
from .elementwise_table import INT_TRUNCATES, TO_BOOL, TO_FLOAT, UNARY, Unary, differentiate


def _ones(kernel: Kernel) -> Kernel:
    """Return 1 and 0 in the type of the input for a kernel that answers a question."""

    def call(x: torch.Tensor) -> torch.Tensor:
        if traced() or x.requires_grad:
            return kernel(x).to(x.dtype)
        return kernel(x, out=torch.empty_like(x))  # written in this type at once: a tenth of the time of a conversion

    return call


def _register(row: Unary) -> None:
    kernel = _ones(row.kernel) if row.promotion is TO_BOOL else row.kernel
    aliases = [f"_sparse_{row.name}"] if row.sparse is not None else []
    aliases += [f"_npx_{row.name}"] if row.npx == "alias" else []
    operators = {row.name: aliases} if row.classic else {}
    if row.npx == "operator":
        operators[f"_npx_{row.name}"] = []
    for name, others in operators.items():
        real = row.promotion in (INT_TRUNCATES, TO_FLOAT)
        traits = {"amp": row.amp} if name == row.name else {}
        doc = texts.classic(row, row.name)
        differentiate(
            unary(name, kernel, row.formula, aliases=others, real=real, extension=row.extension, doc=doc, **traits), row
        )


for _row in UNARY:
    _register(_row)
for _name in ("relu", "_npx_relu"):
    OPS[_name].layer(Clamp(0, None))
    OPS[_name].overwritable(False, inplace=lambda p: (torch.relu_,))
    OPS[_name].differentiated_by_torch(recorded_relu)
unary("_copyto", torch.clone, "x", aliases=("_npi_copyto",))
