"""Samples of products of the NumPy interface."""

from __future__ import annotations

import numpy as np

from ..sample import INTS, OpSample, ints, normal

_WIDE = ("float32", "float64")
#: what 1.9.1 multiplies on graphics cards alone

_MORE = ("float16", *INTS)
_EINSUM = {
    "ii": (normal(3, 3),),
    "ii->i": (normal(3, 3),),
    "ba": (normal(2, 3),),
    "ij->j": (normal(2, 3),),
    "i...->...": (normal(2, 3, 2),),
    "ij,jk": (normal(2, 3), normal(3, 2)),
    "ij,jk,kl->il": (normal(2, 3), normal(3, 2), normal(2, 2)),
    ",": (normal(), normal()),
}
_BROADCAST = {
    "ij,ij->ij": (normal(2, 3), normal(1, 3)),
    "...ij,...jk->...ik": (normal(2, 1, 2, 3), normal(2, 3, 2)),
}


def _einsum(*arrays, subscripts, optimize=0):
    return np.einsum(subscripts, *arrays)


SAMPLES = [
    *(
        OpSample("_np_dot", (normal(*a), normal(*b)), case=f"{a}{b}", dtypes=_WIDE)
        for a, b in (
            ((3,), (3,)),
            ((2, 3), (3,)),
            ((3,), (3, 2)),
            ((2, 3), (3, 2)),
            ((2, 2, 3), (2, 3, 2)),
            ((), (2, 3)),
            ((2, 3), ()),
        )
    ),
    *(
        OpSample("_npi_matmul", (normal(*a), normal(*b)), case=f"{a}{b}", dtypes=_WIDE)
        for a, b in (
            ((3,), (3,)),
            ((2, 3), (3,)),
            ((3,), (3, 2)),
            ((2, 3), (3, 2)),
            ((3,), (2, 3, 2)),
        )
    ),
    # the gradients of what is broadcast are wrong in 1.9.1
    OpSample("_npi_matmul", (normal(2, 1, 2, 3), normal(3, 3, 2)), case="broadcast", dtypes=_WIDE, grad="numeric"),
    *(
        OpSample("_npi_einsum", args, {"subscripts": text}, dtypes=_WIDE, expect=_einsum, grad="numeric")
        for text, args in _BROADCAST.items()
    ),
    *(
        OpSample(
            name, (ints(-3, 4, 2, 3), ints(0, 4, 3, 2)), dtypes=_MORE, expect=np.matmul, grad="numeric", case="more"
        )
        for name in ("_np_dot", "_npi_matmul")
    ),
    OpSample("_npi_tensordot", (normal(2, 3, 2), normal(2, 3)), {"a_axes_summed": (1, 0), "b_axes_summed": (1, 0)}),
    OpSample("_npi_tensordot", (normal(2, 3), normal(4, 3)), {"a_axes_summed": (-1,), "b_axes_summed": (-1,)}),
    *(
        OpSample("_npi_tensordot_int_axes", (normal(2, 3), normal(*shape)), {"axes": axes}, dtypes=_WIDE)
        for axes, shape in ((0, (2,)), (1, (3, 2)), (2, (2, 3)))
    ),
    *(OpSample("_npi_einsum", args, {"subscripts": text}, dtypes=_WIDE) for text, args in _EINSUM.items()),
    OpSample("_npi_einsum", _EINSUM["ij,jk,kl->il"], {"subscripts": "ij,jk,kl->il", "optimize": 1}),
    OpSample(
        "_npi_einsum", (ints(-3, 4, 2, 3), ints(0, 4, 3, 2)), {"subscripts": "ij,jk->ik"}, dtypes=_MORE, expect=_einsum
    ),
    OpSample(
        "_npi_einsum", (ints(0, 2, 2, 3), ints(0, 2, 3, 2)), {"subscripts": "ij , jk"}, dtypes=("bool",), grad="none"
    ),
    OpSample("_npi_polyval", (normal(4), normal(2, 3)), dtypes=(*_WIDE, "float16")),
    OpSample("_npi_polyval", (normal(0), normal(2)), case="no coefficients"),
    OpSample("_npi_polyval", (ints(0, 3, 3), ints(0, 4, 2)), dtypes=("int32", "int64"), case="whole"),
    *(
        OpSample(f"_npi_{name}", inputs, expect=call, grad="numeric", dtypes=_WIDE, atol=1e-5)
        for name, inputs, call in (
            ("kron", (normal(2, 3), normal(3)), np.kron),
            ("vecdot", (normal(2, 3), normal(3)), lambda x, y: (x * y).sum(-1)),
            ("matvec", (normal(2, 3), normal(4, 3)), lambda x, y: np.einsum("ij,bj->bi", x, y)),
            ("vecmat", (normal(4, 3), normal(3, 2)), np.matmul),
            ("cross", (normal(2, 3), normal(3)), np.cross),
            ("multi_dot", (normal(2, 3), normal(3, 4), normal(4)), lambda *arrays: np.linalg.multi_dot(arrays)),
        )
    ),
    OpSample(
        "_npi_vecdot", (normal(2, 3), normal(2, 3)), {"axis": 0}, expect=lambda x, y, axis: (x * y).sum(axis),
        grad="numeric",
    ),
    OpSample(
        "_npi_cross", (normal(3, 2), normal(2, 3)), {"axisa": 0, "axisc": 0}, expect=np.cross, grad="numeric",
    ),
    *(
        OpSample(f"_npi_{name}", (ints(0, 4, 3, 3, dtype="int8"), ints(0, 4, 3, 3)), expect=call, grad="none",
                 dtypes=("int32", "float32"), case="promoted")
        for name, call in (("kron", np.kron), ("cross", np.cross))
    ),
    OpSample(
        "_npi_multi_dot", (ints(0, 4, 2, 3), ints(0, 4, 3, 3), ints(0, 4, 3)), grad="none", dtypes=("int32", "int64"),
        expect=lambda *arrays: np.linalg.multi_dot(arrays), case="integers",
    ),
]  # fmt: skip
