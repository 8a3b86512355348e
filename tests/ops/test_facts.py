"""Every operator has the names, inputs and attributes that 1.9.1 reports (``tests/data/ops.json``), and a sample."""

from __future__ import annotations

import json
import re
import typing
from collections import Counter
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import pytest
from mxnet.core.params import Count, PositiveCount, describe, parser
from mxnet.registry import OPS, Op

from .calls import TABLES

FACTS: dict[str, Any] = json.loads((Path(__file__).parents[1] / "data" / "ops.json").read_text())
#: by module: the public names of MXNet 2.0.0b1
NAMES_OF_2 = json.loads((Path(__file__).parents[1] / "mxnet2" / "names.json").read_text())["modules"]
#: what cannot be called without ``out`` (see test_creation.py), without graphs inside (test_control_flow.py,
#: tests/contrib/quantization),
#: without a file (test_opencv.py), without a class of the program's (tests/operator), or without arrays in sparse
#: storage (test_sparse.py)
WITHOUT_SAMPLE = {
    "_gradient_of",
    "_set_value",
    "_cvimread",
    "_foreach",
    "_while_loop",
    "_cond",
    "_CachedOp",
    "_sg_mkldnn_conv",
    "_sg_mkldnn_fully_connected",
    "_sg_mkldnn_selfatt_qk",
    "_sg_mkldnn_selfatt_valatt",
    "Custom",
    "_Native",
    "_NDArray",
    "_contrib_dgl_adjacency",
    "_contrib_dgl_csr_neighbor_non_uniform_sample",
    "_contrib_dgl_csr_neighbor_uniform_sample",
    "_contrib_dgl_graph_compact",
    "_contrib_dgl_subgraph",
    "_contrib_edge_id",
    "_contrib_getnnz",
    "_sparse_adagrad_update",
    "_sparse_retain",
    "_square_sum",
}
OPERATORS = sorted({op.name for op in OPS.values()})
#: those that 1.9.1 has too
SHARED = [name for name in OPERATORS if not OPS[name].extension]
#: where 1.9.1's own list of attributes is not what its operator accepts
MISREPORTED = {
    "_linspace": ["start", "stop", "num", "endpoint", "ctx", "dtype"],
    "_linalg_potrf": ["lower"],
    "_linalg_potri": ["lower"],
    "_contrib_SparseEmbedding": ["input_dim", "output_dim", "dtype", "deterministic"],
    "smooth_l1": ["scalar", "is_int"],
    "_npi_concatenate": ["axis"],
    "_CachedOp": ["subgraph"],
    # 1.9.1 writes the last one into graphs
    "_contrib_quantized_rnn": [
        *("state_size", "num_layers", "bidirectional", "mode", "p", "state_outputs", "projection_size"),
        *("lstm_state_clip_min", "lstm_state_clip_max", "lstm_state_clip_nan", "use_sequence_length", "quantized"),
    ],
    "_npi_norm": ["ord", "axis", "keepdims", "flag"],
}
#: attributes that take more than in 1.9.1
WIDER = {("_npi_percentile", "interpolation")}
#: the attributes of several integers that 1.9.1 reads with 32 bits; its list does not tell them from others
NARROW = {
    "Reshape": ("shape",),
    "_contrib_AdaptiveAvgPooling2D": ("output_size",),
    "_contrib_index_array": ("axes",),
    "_image_resize": ("size",),
    "_npi_flip": ("axis",),
    "_npi_pad": ("pad_width",),
    "_npi_percentile": ("axis",),
    "_npi_tensordot": ("a_axes_summed", "b_axes_summed"),
    "_npi_tensorsolve": ("a_axes",),
    "reverse": ("axis",),
    "slice_like": ("axes",),
    "squeeze": ("axis",),
    "tile": ("reps",),
    **dict.fromkeys(("_multi_lamb_update", "_multi_mp_lamb_update"), ("step_count",)),
    **dict.fromkeys(("slice", "_slice_assign", "_slice_assign_scalar"), ("begin", "end", "step")),
    **dict.fromkeys(("_np_all", "_np_any", "_np_max", "_np_min", "_np_prod", "_np_squeeze", "_np_sum"), ("axis",)),
    **dict.fromkeys(("_npi_average", "_npi_mean", "_npi_std", "_npi_var"), ("axis",)),
    **dict.fromkeys(("_npi_bernoulli", "_npi_exponential", "_npi_gamma", "_npi_gumbel", "_npi_logistic"), ("size",)),
    **dict.fromkeys(("_npi_multinomial", "_npi_normal", "_npi_normal_n", "_npi_pareto", "_npi_powerd"), ("size",)),
    **dict.fromkeys(("_npi_rayleigh", "_npi_uniform", "_npi_uniform_n", "_npi_weibull"), ("size",)),
}
_KINDS = {
    "boolean": "boolean",
    "int": "int",
    "long": "long",
    "double": "double",
    "float": "float",
    "string": "string",
    "Shape(tuple)": "Shape(tuple)",
    "Shape": "Shape(tuple)",
    "int (non-negative)": "int (non-negative)",
    "long (non-negative)": "int (non-negative)",
}
#: the largest number of a kind; 1.9.1 has 64 bits for what is long and not negative
_LARGEST = {
    "int": 2**31 - 1,
    "int (non-negative)": 2**32 - 1,
    "long": 2**63 - 1,
    "long (non-negative)": 2**63 - 1,
}


def _differences(check: Callable[[str], None], names: Iterable[str]) -> dict[str, str]:
    """Return, by the names for which ``check`` fails, how."""
    failed = {}
    for name in names:
        try:
            check(name)
        except (AssertionError, ValueError, pytest.fail.Exception) as error:
            failed[name] = str(error)
    return failed


def test_every_operator_has_a_sample() -> None:
    sampled = {OPS[sample.op].name for table in TABLES.values() for sample in table}
    assert set(OPERATORS) - sampled == WITHOUT_SAMPLE


def test_labels_are_unique() -> None:
    labels = [(family, sample.label) for family, table in TABLES.items() for sample in table]
    assert [label for label, count in Counter(labels).items() if count > 1] == []


def test_docstrings_begin_with_a_sentence() -> None:
    assert [name for name in OPERATORS if not OPS[name].doc.split("\n\n")[0].endswith((".", ":"))] == []


def test_aliases_are_those_of_1_9_1() -> None:
    """Beside them are names of MXNet 2's ``npx``."""
    of_npx2 = {f"_npx_{name}" for name in NAMES_OF_2["mxnet.numpy_extension"]}
    for name in SHARED:
        expected = FACTS[name]["aliases"]
        assert sorted(set(OPS[name].aliases) - (of_npx2 - set(expected))) == expected


def _check_inputs(name: str) -> None:
    op, facts = OPS[name], FACTS[name]
    assert op.subgraphs or op.count == facts.get("count", op.count)  # the count of these counts the graphs too
    if op.variadic is None:
        states = () if set(op.aux) <= set(facts["inputs"]) else op.aux
        assert [n for n in op.input_names if n not in states] == facts["inputs"]  # it names the states of few


def _check_attributes(name: str) -> None:
    op, facts = OPS[name], FACTS[name]
    if name in MISREPORTED:
        assert list(op.attrs) == MISREPORTED[name]
        return
    listed = [attr for attr in facts["attrs"] if attr[0] != op.count]
    assert list(op.attrs) == [key for key, _, _ in listed]
    for key, kind, default in listed:
        _assert_kind(op, key, kind)
        _assert_default(op, key, default)


def _assert_kind(op: Op, key: str, kind: str) -> None:
    annotation = op.attrs[key].annotation
    kind = kind.removesuffix(" or None")
    if kind.startswith("{"):
        choices = set(re.findall(r"'([^']*)'", kind)) - {"None"}
        if (op.name, key) in WIDER:
            assert choices < _literals(annotation)
        elif "float32" in choices:
            assert "dtype" in describe(annotation) or choices <= _literals(annotation)
        else:
            assert choices == _literals(annotation)
    elif kind in _KINDS:
        assert describe(annotation).removesuffix(" or None") in (_KINDS[kind], _KINDS[kind] + " or None")


def _check_bits_of_integers(name: str) -> None:
    for key, kind, _ in FACTS[name]["attrs"]:
        kind = kind.removesuffix(" or None")
        read = OPS[name].attrs[key].parse if key in OPS[name].attrs else None
        if (
            read is None
            or key == OPS[name].count
            or name in MISREPORTED
            or OPS[name].attrs[key].annotation in (Count, PositiveCount)
        ):
            continue
        if kind in _LARGEST:
            assert read(str(_LARGEST[kind])) == _LARGEST[kind]
            with pytest.raises(ValueError):
                read(str(_LARGEST[kind] + 1))
        elif kind.startswith("Shape"):
            assert read(f"({2**31 - 1},)") == (2**31 - 1,)
            if key in NARROW.get(name, ()):
                with pytest.raises(ValueError):
                    read(f"({2**31},)")
            else:
                assert read(f"({2**33},)") == (2**33,)


def _literals(annotation: Any) -> set[str]:
    if typing.get_origin(annotation) is typing.Literal:
        return set(typing.get_args(annotation))
    return set().union(*(_literals(a) for a in typing.get_args(annotation)))


def _assert_default(op: Op, key: str, default: str | None) -> None:
    attr = op.attrs[key]
    assert attr.required == (default is None)
    if default is None:
        return
    if default in ("None", ""):
        assert default == "" or attr.default in (None, ())
        return
    expected = parser(attr.annotation)(default)
    if isinstance(expected, float):
        assert attr.default == pytest.approx(expected, rel=1e-6)
    else:
        assert attr.default == expected


@pytest.mark.parametrize("check", [_check_inputs, _check_attributes, _check_bits_of_integers])
def test_operators_are_those_of_1_9_1(check: Callable[[str], None]) -> None:
    assert _differences(check, SHARED) == {}
