"""What fast paths (:meth:`mxnet.registry.Op.fast_path`) share. Their numbers are the operators', to the bit."""

import torch

from ..kernels.transpose import in_order


class UseOperator(Exception):
    """These tensors need the operator itself."""


def copied(x: torch.Tensor) -> torch.Tensor:
    """Return a copy in C order."""
    return x.clone() if x.is_contiguous() else in_order(x)


def with_axis(tensor: torch.Tensor) -> torch.Tensor:
    """Return a new tensor with at least one axis: there are no arrays without."""
    if tensor.dim():
        return tensor
    return tensor.view(1) if tensor.requires_grad else tensor.resize_(1)


class _Scalars(dict[tuple[torch.dtype, float], torch.Tensor]):
    """Numbers as tensors: PyTorch takes a tensor in half the time that it needs to wrap and take a number."""

    def __missing__(self, key: tuple[torch.dtype, float]) -> torch.Tensor:
        if len(self) > 4096:
            self.clear()
        value = int(key[1]) if key[0] is torch.uint64 else float(key[1]) or 0.0
        result = self[key] = torch.tensor(value, dtype=key[0])
        return result


#: by type and number, of processors; -0.0 has 0.0's key, and gives 0.0
scalars = _Scalars()
