"""How many outputs nodes have, hidden ones included, and what lists of inputs are called: as 1.9.1 writes them."""

from __future__ import annotations

import json
from typing import Any

import mxnet as mx
import pytest


def _ends(symbol: Any) -> tuple[list[str], int]:
    """Return the names of the outputs that a user sees, and the number of all that the last node has."""
    first, last = json.loads(symbol.tojson())["node_row_ptr"][-2:]
    return symbol.list_outputs(), last - first


@pytest.mark.parametrize(
    ("make", "shown", "number"),
    [
        (lambda x: mx.sym.sort(x, name="u"), ["u_output0"], 2),
        (lambda x: mx.sym.argsort(x, name="u"), ["u_output"], 1),
        (lambda x: mx.sym.topk(x, ret_typ="value", name="u"), ["u_output0"], 2),
        (lambda x: mx.sym.topk(x, ret_typ="both", name="u"), ["u_output0", "u_output1"], 2),
        (lambda x: mx.sym.topk(x, ret_typ="mask", name="u"), ["u_output"], 1),
        (lambda x: mx.sym.linalg.det(x, name="u"), ["u_output0"], 3),
        (lambda x: mx.sym.linalg.slogdet(x, name="u"), ["u_output0", "u_output1"], 4),
    ],
)
def test_hidden_outputs(make: Any, shown: list[str], number: int) -> None:
    assert _ends(make(mx.sym.Variable("x"))) == (shown, number)


@pytest.mark.parametrize(
    ("op", "attrs", "names"),
    [
        ("amp_multicast", {"num_outputs": 2}, ["u_data_0", "u_data_1"]),
        ("multi_all_finite", {"num_arrays": 2}, ["u_array_0", "u_array_1"]),
        ("multi_sum_sq", {"num_arrays": 2}, ["u_array_0", "u_array_1"]),
        (
            "multi_sgd_update",
            {"lrs": (1, 2), "wds": (0, 0), "num_weights": 2},
            ["u_weight_0", "u_grad_0", "u_weight_1", "u_grad_1"],
        ),
        (
            "preloaded_multi_sgd_update",
            {"num_weights": 2},
            ["u_weight_0", "u_grad_0", "u_weight_1", "u_grad_1", "u_lrs", "u_wds"],
        ),
    ],
)
def test_names_of_lists(op: str, attrs: dict[str, Any], names: list[str]) -> None:
    assert getattr(mx.sym, op)(name="u", **attrs).list_arguments() == names
