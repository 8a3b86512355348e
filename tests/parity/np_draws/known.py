# ruff: noqa: E501 (a table: each difference is a line)
"""Differences that are meant: a pattern of the expression, a pattern of what differs, and the reason."""

from __future__ import annotations

import re
from typing import Any

#: expression, difference (None: any), reason; ``docs/differences.md`` says the same to users
KNOWN: tuple[tuple[str, str | None, str], ...] = (
    ("", "theirs alone raises.*Unknown type enum", "booleans are taken"),
    ("", "theirs.*inferring shapes failed", "shapes with 0 are known without np_shape"),
    (
        "",
        "theirs alone raises.*(Shape size mismatch|old shape do not match|delay_alloc|shape is unknown|negative value)",
        "no elements, or no axes, in backward",
    ),
    ("", "theirs.*object has no attribute 'format'", "fallback functions have gradients, or say that they have none"),
    (
        "",
        "theirs alone raises.*(scalar tensor can only|Invalid range|index 0 is out of bounds|boolean indexing in legacy mode)",
        "NumPy's indexing, whole",
    ),
    (
        r"\[.*=",
        "IndexError .*boolean index.*theirs (MXNetError|NotImplementedError)",
        "a mask that does not fit is an IndexError",
    ),
    (
        r"\[.*=",
        "theirs alone raises.*(Type inconsistent|numpy.ndarray'> is not supported)",
        "values are cast to the array's type",
    ),
    (r"\[.*=", "MXNetShapeError.*scalar tensor can only", "NumPy's indexing, whole"),
    (r"\.\.\., x\d\]", "ours alone raises.*IndexError", "1.9.1 takes a mask of another length"),
    ("percentile|quantile", "grad|Invalid axis|no elements", "quantiles have gradients, and need elements"),
    ("eig|pinv|svd", "grad", "functions of linear algebra have gradients"),
    ("det", "value", "matrices without elements"),
    ("where", "grad", "the gradient beside a number goes to what was chosen"),
    ("clip|split|cumsum|trace|solve|average|einsum", "grad", "1.9.1 adds wrongly"),
    ("average", "theirs alone raises", "no elements"),
    ("rot90|atleast|std|var|norm|rint", "grad", "gradients that 1.9.1 lacks or has wrongly"),
    (r"std|var", "value", "means of whole numbers as they are; NaN of nothing"),
    ("prod", "value", "the product of nothing is 1"),
    ("histogram|delete|insert|resize|copysign", "theirs alone raises", "there is a gradient, or none is needed"),
    ("insert", "theirs alone raises", "numbers are inserted along axes"),
    ("copysign|around|round|full", "value", "the signs of zeros are NumPy's"),
    ("hsplit", "not result in an equal division", "parts that are not equal are an error"),
    ("order='F'", "not supported", "1.9.1 passes over the order"),
    ("deg2rad|rad2deg", "theirs|AttributeError", "1.9.1's name is broken"),
    ("inf|nan", "ours alone raises.*NaN or infinite", "no whole number"),
    ("mod|remainder|subtract|minimum|maximum|[%-]", "theirs alone raises.*does not support combination", "types mix"),
    ("nanvar|nanstd|nansum", "theirs alone raises.*has no attribute", "beyond 1.9.1"),
    (r"linalg\.|multi_dot", "theirs alone raises", "matrices without elements, vectors, stacks"),
    ("result_type|min_scalar_type|promote_types", None, "types are NumPy's"),
    ("positive|heaviside|float_power", "theirs.*(RecursionError|'ctx'|ValueError)", "1.9.1's fallback fails"),
    ("real", "is not supported", "all types"),
    ("random|bernoulli", "do not broadcast|sum > 1|pvals", "parameters that do not broadcast to the size"),
    ("linspace", "ours 0.0|Invalid Input", "the step is the one that was taken"),
    ("repeat.*0", "value", "no times along an axis"),
    ("tensordot", "do not both have", "arrays without axes"),
    ("nan_to_num", "out is an invalid", "1.9.1 does not write into it"),
    (
        r"npx\.",
        "theirs alone raises.*(only support floating|Unsupported type|dot only|dot on|float16|kFloat32)",
        "more types",
    ),
    ("erfinv|gamma", "value.*int", "whole numbers made of infinite ones"),
    (r"\*\*|power", "value.*int", "whole numbers made of infinite ones"),
    ("reshape", "known_dim_size_prod", "both raise"),
    ("cumsum", "theirs alone raises", "negative axes"),
    ("x0.dtype|empty_like", "DType", "the classes of NumPy 2's types"),
    ("nanquantile", "float32", "NumPy 2 keeps float32"),
    ("sequence_mask|pick", None, "shapes that do not fit"),
    ("empty", "OverflowError", "a length below 0 is an MXNetError"),
    ("where=|dtype=", "NotImplementedError", "what is not supported"),
    ("apply_over_axes|nan", "uint64", "there is no such type"),
    ("polydiv|trim_zeros|piecewise|nanpercentile|divmod|roots", "", "NumPy 2 differs from 1.23"),
    ("partition|argsort", "value", "the order of equals is open"),
    ("argsort|npx|divide", "theirs alone raises.*(float16|FP16|not implemented)", "more types"),
    ("flip", "theirs alone raises.*index = -1", "negative axes"),
    ("tensordot|moveaxis|inv", "grad|does not support inplace|Moveaxis", "1.9.1 adds wrongly"),
    (r"x\d\[True\]", "theirs alone raises", "NumPy's indexing, whole"),
    (
        r"\[.*\]",
        "ours is IndexError.*shape mismatch",
        "index arrays that do not broadcast are an IndexError, as NumPy's",
    ),
    (r"\[.*(None|\.\.\.)", "value", "1.9.1 places axes otherwise than NumPy"),
    (r"x\d\[.*,.*\] = ", "value|out of bounds", "1.9.1 reads indices beside index arrays wrongly"),
    ("(max|min).*axis", "ours alone raises.*extreme", "no elements"),
    ("mean", "value", "the mean of nothing is NaN"),
    ("maximum|minimum", "value.*0.0", "zeros of both signs are equal"),
    (
        "divmod|floor|arctan2|norm|selu|resize|prod|bitwise_xor|batch_flatten|random",
        None,
        "NumPy 2, or what 1.9.1 cannot",
    ),
    ("multiply|divide", "theirs alone raises.*(not implemented|do not match)", "types mix"),
    ("nanpercentile|nanquantile", "value", "NumPy 2 keeps float32"),
    (" - ", "ours alone raises.*boolean", "1.9.1 does not look at the types of nothing"),
    (r"\]\[x", "list indices|list index", "__index__ works"),
)


def reason(case: dict[str, Any], line: str) -> str:
    """Return why a difference is meant; nothing if it is not."""
    text = f"{case['before']}; {case['text']}"
    for expression, difference, why in KNOWN:
        if re.search(expression, text) and (difference is None or re.search(difference, line, re.DOTALL)):
            return why
    return ""
