# ruff: noqa: E501 (a table: each difference is a line)
"""Differences that are meant: a pattern of the expression, a pattern of what differs, and the reason.

Values and gradients that NumPy gives as we do need no line here (see :mod:`.referee`).
"""

from __future__ import annotations

import re
from typing import Any

from ..reasons import told

#: expression, difference, and the reason, which may name a row of the list of differences (see :mod:`..reasons`)
KNOWN: tuple[tuple[str, str, str], ...] = (
    # what only 1.9.1 refuses
    ("", "theirs alone raises.*(Unknown type enum|does not support boolean type)", "row: np-mixed-dtypes"),
    (
        "",
        r"theirs alone raises.*(Type inconsistent|Non-uniform data type|at \d+-th input: expected (u?int|float|bool|unknown))",
        "row: np-mixed-dtypes",
    ),
    ("", "theirs alone raises.*(no implementation found for|numpy.ndarray'> not supported)", "row: np-beside-numpy"),
    ("", "theirs.*inferring shapes failed", "shapes with 0 are known without np_shape"),
    (
        "",
        "theirs alone raises.*(Shape size mismatch|old shape do not match|delay_alloc|[Ss]hape is unknown|negative value|ndim_is_known)",
        "no elements, or no axes",
    ),
    ("", "theirs.*object has no attribute 'format'", "row: np-on-device"),
    (
        "",
        "theirs alone raises.*(scalar tensor can only|Invalid range|index 0 is out of bounds|boolean indexing in legacy mode)",
        "NumPy's indexing, whole",
    ),
    (
        r"\[.*\]",
        "theirs alone raises.*(src_idx < dshape_len|data.shape..[.]axis|in_attrs->at|Type inconsistent|numpy.ndarray'> is not supported)",
        "NumPy's indexing, whole",
    ),
    (r"x\d\[(True|False)\]", "theirs alone raises.*Check failed", "NumPy's indexing, whole"),
    (r"split", "theirs alone raises.*no less than the size", "lengths of 0 without np_shape"),
    (r" [/%-]=? |divide|mod|remainder|subtract|minimum|maximum|multiply", "theirs alone raises.*(not implemented yet|does not support combination)", "row: np-mixed-dtypes"),
    ("sort", "theirs alone raises.*(does not support float16|AxisError: axis 0)", "more types"),
    (r"npx\.", "theirs alone raises.*(only support floating|Unsupported type|dot only|dot on|float16|kFloat32|FP16)", "more types"),
    (r"npx\.(leaky_relu|batch_flatten)", "theirs alone raises.*index = \\d must be in range", "arrays without axes"),
    ("diagflat", "theirs alone raises.*Diagonal does not exist", "arrays without axes"),
    ("pad", "theirs alone raises.*(index = 1 must be in range|must be tuple)", "row: np-delete-insert"),
    ("insert", "theirs alone raises.*'arr' is a 0-d array", "arrays without axes"),
    (r"\* x|add", "theirs alone raises.*get_with_shape: data type do not match", "row: np-mixed-dtypes"),
    ("flip", "theirs alone raises.*index = -", "negative axes"),
    ("cumsum", "theirs alone raises.*(index = -|Invalid Input: '(bool|uint8)')", "negative axes; more types"),
    (r"roll\(", "theirs alone raises.*shift must be an int", "row: np-unknown-keywords"),
    (r"[&|^]", "theirs alone raises.*TypeError: unsupported operand", "row: np-array-api"),
    (r"\]\[x", "theirs.*list ind", "row: np-protocols"),
    ("histogram|delete|insert|resize|copysign", "theirs alone raises.*(CustomOpBackward|FGradient|_backward_|dimension)", "row: np-delete-insert"),
    (r"linalg\.", "theirs alone raises.*(prod_back|only supports? 32-bit|Non compatible matrix|Inconsistent batch|zero-size array|two-dimensional|handled in front-end)", "matrices without elements, vectors, stacks"),
    ("percentile|quantile", "theirs alone raises.*Invalid axis", "arrays without axes"),
    ("order='F'", "ours alone raises.*not supported", "row: np-hsplit"),
    ("@|matmul", "theirs alone raises.*Matmul only supports", "more types"),
    ("moveaxis", "theirs alone raises.*does not support inplace", "gradients are added up"),
    ("linspace", "theirs alone raises.*Invalid Input: 'bool'", "more types"),
    ("linspace.*endpoint=False.*retstep=True", "theirs alone raises.*ZeroDivisionError", "row: np-linspace-step"),
    ("multinomial", r"theirs alone raises.*sum\(pvals", "float32's probabilities may add up to more than 1"),
    (r"npx\.sequence_mask", "theirs alone raises.*Shape inconsistent", "shapes of one axis"),
    # names that 1.9.1 lacks, or has broken
    ("deg2rad|rad2deg", "theirs.*AttributeError", "1.9.1's name is broken"),
    ("nanvar|nanstd|nansum", "theirs.*AttributeError", "beyond 1.9.1"),
    ("nancum", "theirs alone raises.*Unknown DLDataType", "sums of uint8 are int64"),
    ("positive|heaviside|float_power|divmod|spacing|rollaxis|real", "theirs.*(RecursionError|'ctx'|int(8|16|32|64) is not supported)", "1.9.1's fallback fails"),
    ("out=", "theirs.*RecursionError", "1.9.1's fallback fails"),
    ("result_type|min_scalar_type", "theirs alone raises.*converting <class 'numpy.dtype", "row: np-result-type"),
    ("trim_zeros", "theirs alone raises.*(truth value|iteration over a 0-d)", "NumPy 2 takes any array"),
    # what only we refuse, or with another error
    (r"\[.*=|\.\.\., x\d\]", "IndexError .*(boolean index|too many).*theirs (MXNetError|NotImplementedError|ValueError)", "a mask that does not fit is an IndexError"),
    (r"\[.*=", "MXNetShapeError.*scalar tensor can only", "NumPy's indexing, whole"),
    (r"\.\.\., x\d\]", "ours alone raises.*IndexError", "1.9.1 takes a mask of another length"),
    (r"\[.*,.*\]", "ours is IndexError.*(shape mismatch|out of bounds)", "row: np-index-arrays"),
    ("hsplit", "(ours alone raises|ours is ValueError ).*not result in an equal division", "row: np-hsplit"),
    ("percentile|quantile", "ours alone raises.*no elements", "row: np-percentile"),
    ("max|min", "ours alone raises.*extreme", "no elements"),
    (r"norm", "ours alone raises.*(non-zero size|norm on the dimension)", "no elements"),
    ("flip", "ours alone raises.*exceeds the input dimension", "1.9.1 looks at no axis of nothing"),
    ("", "ours alone raises.*boolean inputs are not supported", "1.9.1 does not look at the types of nothing"),
    ("inf|nan", "ours alone raises.*NaN or infinite", "row: np-mixed-dtypes"),
    ("random|bernoulli", "ours alone raises.*do not broadcast", "row: np-random"),
    (r"empty\(", "OverflowError", "a length below 0 is an MXNetError"),
    ("resize", "ours alone raises.*not known", "lengths of 0 without np_shape"),
    (r"empty\(", "ours alone raises.*not fully known", "lengths of 0 without np_shape"),
    ("where=|dtype=|casting=", "ours.*NotImplementedError", "what is not supported is refused"),
    ("max|min|sum|prod|any|cumsum", "ours is TypeError .*theirs MXNetError .*(Cannot find argument|not supported)", "row: np-unknown-keywords"),
    ("round", r"theirs alone raises|ours is \w+ .*theirs MXNetError .*Cannot find argument", "numbers are NumPy's"),
    ("apply_(over|along)|nan", "ours is ValueError .*uint64", "there is no such type"),
    ("roots", "ours alone raises.*dispatcher", "NumPy 2 takes no number"),
    ("piecewise", "ours alone raises.*OverflowError", "NumPy 2 refuses numbers that a type does not hold"),
    (r"npx\.leaky_relu.*'selu'", "grad", "row: selu-gradient"),
    (r"npx\.leaky_relu", "ours alone raises.*inputs of dtype", "integers in a rectifier of fractions"),
    ("softmax", "ours alone raises.*only support floating", "1.9.1 does not look at the types of nothing"),
    (r"npx\.pick", "ours alone raises.*does not fit data", "shapes that do not fit, without np_shape"),
    # values and gradients of which NumPy says nothing
    ("", r"value: ours is a \w+DType", "the classes of NumPy 2's types"),
    ("average.*returned=True", "grad", "row: np-var"),
    ("cumsum.*float", "grad", "1.9.1 does not add"),
    ("gather_nd", "grad", "1.9.1 does not add"),
    ("mean.* special.* add$", "grad", "1.9.1 does not add"),
    (r"sort\(.* special", "grad", "NaN come last; 1.9.1 has no order then"),
    ("take", "grad.*theirs", "the gradient of nothing is zero; 1.9.1's is what was in memory"),
    (r"\[.*,.*\] = ", "value", "1.9.1 reads indices beside index arrays wrongly"),
    ("erfinv|gamma", "(value.*int|theirs .*e\\+307)", "integers made of infinite ones; the pole"),
    (r"\*\*|power", "value.*int", "integers made of infinite ones"),
    ("hanning|hamming|blackman", "value.*int", "the last digit before the fraction is cut off"),
    ("greater|less|equal|[<>=]=|[<>]", "value.*(True|False)", "row: np-booleans-compare"),
    (r"npx\.activation", "value: ours is float32", "integers become fractions"),
    (r"= (float\('nan'\)|onp.nan|float\('inf'\))", "value.*int", "integers made of infinite ones"),
    ("eigh|eigvalsh", "grad", "the gradient of both triangles"),
    ("var|std", r"grad.*theirs np.float\d+\(0.0\)", "row: np-var"),
    ("percentile|quantile", r"grad.*theirs np.float\d+\(0.0\)", "row: np-percentile"),
    (r"linalg\.norm\(x\d, ord=-?([12]|np\.inf)\b", "grad", "row: np-norm"),
    ("linspace.*retstep", "value", "row: np-linspace-step"),
    ("argsort|partition", "value", "the order of equals is open"),
    (r"repr\(", "value", "NumPy 2 writes other digits"),
)  # fmt: skip


def reason(case: dict[str, Any], line: str) -> str:
    """Return why a difference is meant; nothing if it is not."""
    kinds = " ".join(str(spec[2]) for spec in case["arrays"].values() if spec[2] != "any")
    text = f"{case['before']}; {case['text']}; {kinds} {case['grad']}"
    for expression, difference, why in KNOWN:
        if re.search(expression, text) and re.search(difference, line, re.DOTALL):
            return told(why)
    return ""
