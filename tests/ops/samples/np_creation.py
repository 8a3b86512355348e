"""Samples of operators of the NumPy interface that make arrays."""

from __future__ import annotations

from ..sample import OpSample, normal


def _npi(name: str, attrs: dict[str, object], **facts: object) -> OpSample:
    return OpSample(f"_npi_{name}", (), attrs, grad="none", **facts)  # type: ignore[arg-type]


SAMPLES = [
    *(_npi(name, {"shape": shape}) for name in ("zeros", "ones") for shape in ((2, 3), (0, 2))),
    _npi("zeros", {"shape": (2,), "dtype": "bool"}),
    _npi("ones", {"shape": (2,), "dtype": "int8"}),
    _npi("identity", {"shape": (3, 3), "dtype": "int32"}),
    *(_npi("eye", {"N": 3, "M": M, "k": k}) for M, k in ((None, 0), (4, 1), (2, -1), (0, 0), (2, 7), (2, -7))),
    OpSample("_npi_full_like", (normal(2, 3),), {"fill_value": 2.7}, grad="zero", dtypes=("float32", "int32", "uint8")),
    OpSample("_npi_full_like", (normal(2, 3),), {"fill_value": 2.7, "dtype": "float64"}, grad="none"),
    _npi("arange", {"start": 1.0, "stop": 4.0, "step": 0.5}),
    _npi("arange", {"start": 4.0}),
    _npi("arange", {"start": 5.0, "stop": 0.0, "step": -2.0, "dtype": "int32"}),
    _npi("arange", {"start": 3.0, "stop": 1.0}),
    _npi("logspace", {"start": 0.0, "stop": 2.0, "num": 5, "dtype": "float64"}, rtol=1e-6),
    _npi("logspace", {"start": 0.0, "stop": 2.0, "num": 3, "base": 2.0, "endpoint": False}),
    _npi("logspace", {"start": 0.0, "stop": 2.0, "num": 4, "dtype": "int32"}),
    _npi("logspace", {"start": 1.0, "stop": 2.0, "num": 1}),
    _npi("indices", {"dimensions": (2, 3)}),
    _npi("indices", {"dimensions": (2, 0), "dtype": "float32"}),
    *(_npi(name, {"M": M}, atol=1e-6) for name in ("hanning", "hamming", "blackman") for M in (0, 1, 2, 7)),
    _npi("hanning", {"M": 5, "dtype": "float64"}, atol=1e-6),
    _npi("blackman", {"M": 5, "dtype": "int32"}),
]
