"""Every operator refuses inputs of shapes and data types that do not fit in MXNet's terms, never in PyTorch's."""

from __future__ import annotations

import mxnet as mx
import numpy as np
import pytest
from mxnet.eager.dispatch import invoke
from mxnet.registry import OPS

from ..test_messages import FOREIGN
from .sample import families

#: operators that run graphs or programs of a user's
_NOT_CALLED = {"Custom", "_foreach", "_while_loop", "_cond"}


def _changed(arrays):
    """Yield the arrays with one of them in another shape, or of another data type."""
    for i, array in enumerate(arrays):
        longer = [np.concatenate([array, array.take([0], axis)], axis) for axis in range(array.ndim) if array.size]
        fewer_axes = [array[0]] if array.ndim and len(array) else []
        for other in (*longer, *fewer_axes, array.astype("int32"), array.astype("float64")):
            yield [other if j == i else item for j, item in enumerate(arrays)]


@pytest.mark.parametrize("family", [name for name, _ in families()])
@pytest.mark.filterwarnings("ignore")
def test_no_message_names_the_kernels_operands(family, request):
    if family == "rnn":
        request.getfixturevalue("undocumented")  # the documented layers check their inputs in their own words
    told = set()
    seen = set()
    for sample in dict(families())[family]:
        op = OPS[sample.op]
        if op.name in _NOT_CALLED or (op.name, *sample.attrs) in seen:
            continue
        seen.add((op.name, *sample.attrs))
        arrays = sample.arrays(sample.dtypes[0])
        if len(arrays) > 6 or any(array.size > 5000 for array in arrays):
            continue
        cls, make = (mx.np.ndarray, mx.np.array) if sample.is_np else (mx.nd.NDArray, mx.nd.array)
        for changed in _changed(arrays):
            try:
                invoke(op, [make(item, dtype=item.dtype) for item in changed], dict(sample.attrs), None, cls)
            except (mx.MXNetError, ValueError, TypeError, IndexError) as error:
                told.add(f"{op.name}: {error}")
    assert not [text for text in told if FOREIGN.search(text)]


@pytest.mark.parametrize(("method", "count"), [("log_prob", 4), ("log_prob", 2), ("entropy", 3), ("cdf", 4)])
def test_a_function_of_a_distribution_counts_its_values(method, count):
    values = int(method != "entropy")
    with pytest.raises(mx.MXNetError, match=f"takes {2 + values} arrays, {values} after loc,scale; got {count}"):
        invoke(
            OPS["_npi_distribution"],
            [mx.np.ones(3)] * count,
            {"family": "Normal", "method": method, "names": "loc,scale"},
            None,
            mx.np.ndarray,
        )


def test_a_text_with_the_operators_name_as_a_verb_names_the_operator():
    with pytest.raises(mx.MXNetError, match=r"^operator squeeze: cannot select an axis to squeeze out"):
        mx.nd.squeeze(mx.nd.ones((2, 3)), axis=0)
