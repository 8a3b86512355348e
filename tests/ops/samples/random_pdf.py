"""Samples of probability densities."""

from __future__ import annotations

from ..sample import OpSample, const, normal, uniform

_CONTINUOUS = const([[0.5, 1, 3], [0.1, 2, 1.5]])
_WHOLE = const([[0, 1, 3], [5, 2, 4]])
_FIRST, _SECOND = const([1.0, 2.0]), const([1.5, 2.5])
_TOLERANT = {"rtol": 1e-4, "atol": 1e-5}

SAMPLES = [
    *(
        OpSample(f"_random_pdf_{name}", inputs, attrs, **_TOLERANT)
        for attrs in ({}, {"is_log": True})
        for name, inputs in (
            ("uniform", (_CONTINUOUS, const([0.0, 0.1]), const([3.5, 4.0]))),
            ("normal", (_CONTINUOUS, _FIRST, _SECOND)),
            ("gamma", (_CONTINUOUS, _FIRST, _SECOND)),
            ("exponential", (_CONTINUOUS, _SECOND)),
            ("poisson", (_WHOLE, _SECOND)),
            ("negative_binomial", (_WHOLE, _FIRST, const([0.3, 0.4]))),
            ("generalized_negative_binomial", (_WHOLE, _FIRST, const([0.3, 0.4]))),
            (
                "dirichlet",
                (const([[[0.2, 0.3, 0.5], [0.1, 0.1, 0.8]], [[0.2, 0.2, 0.6], [0.4, 0.1, 0.5]]]), uniform(1, 3, 2, 3)),
            ),
        )
    ),
    OpSample("_random_pdf_normal", (normal(2, 3, 4), normal(2), uniform(1, 2, 2)), case="tables", **_TOLERANT),
    OpSample(
        "_random_pdf_dirichlet",
        (const([[[[0.2, 0.8], [0.4, 0.6]], [[0.1, 0.9], [0.5, 0.5]]]]), uniform(1, 3, 1, 2)),
        case="tables",
        **_TOLERANT,
    ),
]
