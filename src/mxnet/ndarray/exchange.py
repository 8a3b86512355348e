"""Converting arrays from and to NumPy, DLPack and pickles."""

import os
from typing import Any

import numpy as np
import torch
from torch.utils import dlpack

from ..core.dtypes import tensor_of
from ..core.errors import MXNetError
from ..core.shared_memory import CAN_SHARE, descriptor_of, in_shared_memory
from ..core.write_tracking import share, writable
from ..eager.trace import refuse_value
from . import fileformat


class Exchange:
    """NumPy's, DLPack's and pickle's protocols."""

    __slots__ = ()
    #: NumPy leaves ``np_scalar * array`` to us.
    __array_priority__ = 1000.0

    def asnumpy(self: Any) -> np.ndarray:
        """Return the values as a new NumPy array (bfloat16, which NumPy lacks, as float32).

        Returns
        -------
        A ``numpy.ndarray`` of the array's shape and dtype. Writing into it leaves this array as it is.

        Examples
        --------
        >>> x = nd.array([[1, 2], [3, 4]])
        >>> x.asnumpy()
        array([[1., 2.],
               [3., 4.]], dtype=float32)
        """
        t = self._t
        if self._slot:
            refuse_value(self)
        if t.requires_grad:
            t = t.detach()
        if t.dtype is torch.bfloat16:
            return t.float().cpu().numpy()
        return t.numpy().copy() if t.is_cpu else t.cpu().numpy()

    @property
    def __numpy_dtype__(self: Any) -> np.dtype:
        """The dtype as ``numpy.dtype(array)`` asks for it since NumPy 2.4; before it took the array's ``dtype``."""
        return np.dtype(self.dtype)

    def __array__(self: Any, dtype: Any = None, copy: bool | None = None) -> np.ndarray:
        if copy is False:
            refuse_value(self)
            t = self._t.detach()
            if t.device.type != "cpu" or t.dtype is torch.bfloat16:
                raise ValueError("this array cannot be given to NumPy without a copy")
            shared = t.numpy()
            share(t)
            if dtype is not None and np.dtype(dtype) != shared.dtype:
                raise ValueError(f"an array of {shared.dtype} cannot become {np.dtype(dtype)} without a copy")
            return shared
        values = self.asnumpy()
        return values if dtype is None else values.astype(dtype, copy=False)

    def _sync_copyfrom(self: Any, source_array: Any) -> None:
        """Write the values of an array-like object of this shape into the array."""
        try:
            values = tensor_of(source_array, self._t.dtype)
        except (TypeError, ValueError, OverflowError) as error:
            raise TypeError(f"expected an array of numbers, got {type(source_array).__name__}") from error
        if values.shape != self.shape and not (values.numel() == self.size == 1):
            raise ValueError(f"expected values of shape {self.shape}, got {tuple(values.shape)}")
        writable(self._t).copy_(values.reshape(self.shape))

    def __dlpack__(
        self: Any, *, stream: Any = None, max_version: Any = None, dl_device: Any = None, copy: bool | None = None
    ) -> Any:
        refuse_value(self)
        if not copy:
            share(self._t)
        options = {"stream": stream, "max_version": max_version, "dl_device": dl_device, "copy": copy}
        return self._t.detach().__dlpack__(**{key: value for key, value in options.items() if value is not None})

    def __dlpack_device__(self: Any) -> tuple[Any, int]:
        return self._t.__dlpack_device__()

    def to_dlpack_for_read(self: Any) -> Any:
        """Return a DLPack capsule of this array's memory, once its values are there.

        Returns
        -------
        A capsule, which ``from_dlpack`` of another library takes once.

        Examples
        --------
        >>> x = nd.array([[1, 2], [3, 4]])
        >>> import torch
        >>> torch.utils.dlpack.from_dlpack(x.to_dlpack_for_read()).shape
        torch.Size([2, 2])
        """
        refuse_value(self)
        self.wait_to_read()
        share(self._t)
        return dlpack.to_dlpack(self._t.detach())

    def to_dlpack_for_write(self: Any) -> Any:
        """Return a DLPack capsule of this array's memory, to be written to.

        Returns
        -------
        A capsule, which ``from_dlpack`` of another library takes once.

        Examples
        --------
        >>> x = nd.array([[1, 2], [3, 4]])
        >>> import torch
        >>> t = torch.utils.dlpack.from_dlpack(x.to_dlpack_for_write())
        >>> t.zero_().shape
        torch.Size([2, 2])
        >>> print(x.asnumpy())
        [[0. 0.]
         [0. 0.]]
        """
        return self.to_dlpack_for_read()

    def _address(self: Any) -> int:
        """Return where the values lie in memory, row by row, for others to read and write."""
        if self.stype != "default":
            raise MXNetError(f"an array in {self.stype} storage has no single place in memory")
        self.wait_to_read()
        if not self._t.is_contiguous():
            self._t = self._t.contiguous()
        share(self._t)
        return self._t.data_ptr()

    def _to_shared_mem(self: Any) -> tuple[int, int, tuple[int, ...], Any]:
        """Return this process, a descriptor, shape and dtype, of which ``_new_from_shared_mem`` makes an array.

        The values move into memory that other processes see: either array reads what is written into the other one.
        Views that were made before keep the old values. The descriptor is open while an array of this process lies
        there; it is sent by ``multiprocessing.reduction.DupFd``, or inherited in a fork.
        """
        if not CAN_SHARE or self.stype != "default" or not self._t.is_cpu or self._slot is not None:
            raise MXNetError("only dense arrays on CPUs without gradients go to shared memory, and not on Windows")
        if descriptor_of(self._t) is None:
            self._t = in_shared_memory(self._t)
        return os.getpid(), descriptor_of(self._t), self.shape, self.dtype

    def __getstate__(self: Any) -> dict[str, bytearray]:
        """Return the values in MXNet's binary form."""
        value = self._t if self._sparse is None else self._sparse
        return {"handle": bytearray(fileformat.dump_array(value, self._ctx))}

    def __setstate__(self: Any, state: dict[str, Any]) -> None:
        """Take the values from MXNet's binary form, as MXNet itself pickles arrays."""
        if state.get("handle") is None:
            raise MXNetError("a pickled NDArray without values")
        self._t, self._ctx = fileformat.load_array(bytes(state["handle"]))
        self._slot = None

    def __reduce__(self: Any) -> tuple[Any, ...]:
        return type(self), (None,), self.__getstate__()


def from_dlpack(dlpack_object: Any, cls: Any) -> Any:
    """Return an array of class ``cls`` on the memory of a DLPack capsule, or of an object with ``__dlpack__``."""
    if not hasattr(dlpack_object, "__dlpack__"):
        assert type(dlpack_object).__name__ == "PyCapsule", f"expected a DLPack capsule, got {dlpack_object!r}"
    tensor = dlpack.from_dlpack(dlpack_object)
    share(tensor)
    return cls.from_torch(tensor)
