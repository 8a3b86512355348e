"""Shapes and types deduced around operators, forwards and backwards, from partly known ones.

Only the public interface is used: under Apache MXNet 1.9.1 the same tests pass.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import mxnet as mx
import numpy as np
import pytest

S = mx.sym
X, Z, W = S.Variable("x"), S.Variable("z"), S.Variable("w")

#: what, the shape of what is added to its result, shapes given, shapes then found
BACK: list[tuple[str, Callable[[], Any], tuple[int, ...], dict[str, Any], dict[str, Any]]] = [
    ("exp", lambda: S.exp(X), (2, 3), {}, {"x": (2, 3)}),
    ("exp partly", lambda: S.exp(X), (0, 3), {"x": (2, 0)}, {"x": (2, 3), "w": (2, 3)}),
    ("scalar", lambda: X * 2, (2, 3), {}, {"x": (2, 3)}),
    ("clip", lambda: S.clip(X, 0, 1), (2, 3), {}, {"x": (2, 3)}),
    ("cast", lambda: S.cast(X, dtype="float16"), (2, 3), {}, {"x": (2, 3)}),
    ("flip", lambda: S.flip(X, axis=0), (2, 3), {}, {"x": (2, 3)}),
    ("BlockGrad", lambda: S.BlockGrad(X), (2, 3), {}, {"x": (2, 3)}),
    ("add_n", lambda: S.add_n(X, Z), (2, 3), {}, {"x": (2, 3), "z": (2, 3)}),
    ("plus", lambda: X + Z, (2, 0), {"z": (0, 3)}, {"x": (2, 3), "z": (2, 3)}),
    ("cumsum", lambda: S.cumsum(X, axis=0), (2, 3), {}, {"x": (2, 3)}),
    ("transpose", lambda: S.transpose(X, axes=(1, 0)), (2, 3), {}, {"x": (3, 2)}),
    ("transpose forward", lambda: S.transpose(X), (0, 0), {"x": (0, 3)}, {"w": (3, 0)}),
    ("swapaxes", lambda: S.SwapAxis(X, dim1=0, dim2=1), (0, 0), {"x": (0, 3)}, {"w": (3, 0)}),
    ("expand_dims", lambda: S.expand_dims(X, axis=0), (1, 3), {}, {"x": (3,)}),
    ("expand_dims forward", lambda: S.expand_dims(X, axis=0), (0, 0, 0), {"x": (0, 3)}, {"w": (1, 0, 3)}),
    ("reshape", lambda: S.Reshape(X, shape=(2, 3)), (2, 3), {"x": (0, 2)}, {"x": (3, 2)}),
    ("reshape copied", lambda: S.Reshape(X, shape=(0, -1)), (2, 6), {"x": (0, 2, 3)}, {"x": (2, 2, 3)}),
    ("reshape rest", lambda: S.Reshape(X, shape=(-1, 3)), (4, 3), {"x": (0, 2, 3)}, {"x": (2, 2, 3)}),
    ("reshape forward", lambda: S.Reshape(X, shape=(-1, 4)), (0, 0), {"x": (0, 3, 4)}, {"w": (0, 4)}),
    ("flatten", lambda: S.Flatten(X), (4, 6), {"x": (0, 2, 3)}, {"x": (0, 2, 3), "w": (4, 6)}),
    ("concat", lambda: S.concat(X, Z, dim=1), (0, 0), {"x": (2, 3), "z": (0, 4)}, {"z": (2, 4), "w": (2, 7)}),
    ("split", lambda: S.split(X, num_outputs=2, axis=1)[0], (0, 0), {"x": (0, 4)}, {"w": (0, 2)}),
    ("slice", lambda: S.slice(X, begin=(0,), end=(2,)), (0, 0), {"x": (0, 3)}, {"w": (0, 3)}),
    ("slice_axis", lambda: S.slice_axis(X, axis=0, begin=0, end=2), (2, 3), {"x": (0, 3)}, {"x": (0, 3)}),
    ("sum kept", lambda: S.sum(X, axis=1, keepdims=True), (0, 0), {"x": (0, 4)}, {"w": (0, 1)}),
    ("sum over unknown", lambda: S.sum(X, axis=0), (0,), {"x": (0, 3)}, {"w": (3,)}),
    ("broadcast_to", lambda: S.broadcast_to(X, shape=(0, 3)), (0, 0), {"x": (0, 1)}, {"w": (0, 3)}),
    ("dot", lambda: S.dot(X, Z), (0, 0), {"x": (0, 4), "z": (4, 3)}, {"w": (0, 3)}),
    ("batch_dot", lambda: S.batch_dot(X, Z), (0, 0, 0), {"x": (0, 2, 3), "z": (0, 3, 4)}, {"w": (0, 2, 4)}),
    ("batch_dot, inner lengths", lambda: S.batch_dot(X, Z), (), {"x": (2, 2, 0), "z": (2, 3, 4)}, {"w": ()}),
    (
        "Embedding",
        lambda: S.Embedding(X, input_dim=5, output_dim=3, name="e"),
        (0, 0, 0),
        {"x": (0, 4)},
        {"e_weight": (5, 3), "w": (0, 4, 3)},
    ),
    ("pick", lambda: S.pick(X, Z), (2,), {"x": (2, 3)}, {"z": (2,)}),
    ("zeros", lambda: S.zeros((0, 3)), (2, 3), {}, {"w": (2, 3)}),
    ("normal", lambda: S.random.normal() + X, (2, 3), {}, {"x": (2, 3)}),
    ("normal forward", lambda: S.exp(S.random.normal(shape=(0, 3))) + X, (0, 0), {"x": (2, 0)}, {"x": (2, 3)}),
    ("sample_normal", lambda: S.random.normal(X, Z), (2, 3), {}, {"x": (2, 3), "z": (2, 3)}),
    ("sample_normal rest", lambda: S.random.normal(X, Z, shape=(3,)), (2, 3), {"z": (0,)}, {"x": (2,), "z": (2,)}),
    ("sample_poisson", lambda: S.random.poisson(X, shape=(3,)), (2, 4, 3), {}, {"x": (2, 4)}),
]


@pytest.mark.parametrize(("make", "added", "given", "found"), [row[1:] for row in BACK], ids=[row[0] for row in BACK])
def test_shapes_of_inputs_are_deduced_from_the_output(
    make: Any, added: tuple[int, ...], given: dict[str, Any], found: dict[str, Any]
) -> None:
    graph = make() + W
    shapes = dict(zip(graph.list_arguments(), graph.infer_shape_partial(w=added, **given)[0], strict=True))
    assert {name: shapes[name] for name in found} == found


#: what, types given, types then found of arguments, types of outputs
TYPES: list[tuple[str, Callable[[], Any], dict[str, str], dict[str, str], list[str]]] = [
    ("plus", lambda: X + Z, {"x": "float16"}, {"z": "float16"}, ["float16"]),
    ("broadcast", lambda: S.broadcast_mul(X, Z), {"z": "float64"}, {"x": "float64"}, ["float64"]),
    ("concat", lambda: S.concat(X, Z), {"z": "int32"}, {"x": "int32"}, ["int32"]),
    ("cast", lambda: S.cast(X, dtype="int32"), {"x": "float64"}, {}, ["int32"]),
    ("argmax", lambda: S.argmax(X, axis=0), {"x": "float16"}, {}, ["float16"]),
    ("one_hot", lambda: S.one_hot(X, depth=3, dtype="int32"), {"x": "float32"}, {}, ["int32"]),
    ("topk both", lambda: S.topk(X, ret_typ="both", dtype="int32"), {"x": "float16"}, {}, ["float16", "int32"]),
    ("scalar", lambda: X + 1, {"x": "int32"}, {}, ["int32"]),
    ("shape_array", lambda: S.shape_array(X), {"x": "float32"}, {}, ["int64"]),
    ("take", lambda: S.take(X, Z), {"x": "float16", "z": "int32"}, {}, ["float16"]),
    ("pick", lambda: S.pick(X, Z), {"x": "float16", "z": "int32"}, {}, ["float16"]),
    ("where", lambda: S.where(W, X, Z), {"w": "int32", "x": "float16", "z": "float16"}, {}, ["float16"]),
    (
        "Embedding",
        lambda: S.Embedding(X, input_dim=2, output_dim=2, dtype="float16", name="e"),
        {"x": "int32"},
        {"e_weight": "float16"},
        ["float16"],
    ),
    ("zeros", lambda: S.zeros((2,), dtype="int32") + X, {}, {"x": "int32"}, ["int32"]),
]


@pytest.mark.parametrize(("make", "given", "found", "results"), [r[1:] for r in TYPES], ids=[r[0] for r in TYPES])
def test_dtypes_are_deduced_in_both_directions(
    make: Any, given: dict[str, str], found: dict[str, str], results: list[str]
) -> None:
    graph = make()
    arguments, outputs, _ = graph.infer_type(**given)
    types = dict(zip(graph.list_arguments(), arguments, strict=True))
    assert {name: types[name].__name__ for name in found} == found
    assert [t.__name__ for t in outputs] == results


BFLOAT16 = np.dtype([("bfloat16", np.uint16)])
LENGTHS = {"use_sequence_length": True}
HALF_Z, FULL_X = {"z": "float16"}, {"x": "float32"}
EIGHT = [X, Z, *map(S.Variable, "abcdef")]
#: what, types given, types then found of all arguments, of outputs, of states; recorded from 1.9.1
IN_PART: list[tuple[str, Callable[[], Any], dict[str, str], str]] = [
    ("SequenceLast", lambda: S.SequenceLast(X, Z, **LENGTHS), {"x": "float16"}, "float16 float16, float16,"),
    ("SequenceMask", lambda: S.SequenceMask(X, Z, **LENGTHS), {"x": "float64"}, "float64 float64, float64,"),
    ("lengths", lambda: S.SequenceReverse(X, Z, **LENGTHS), {"x": "float16", "z": "int32"}, "float16 int32, float16,"),
    ("label alone", lambda: S.SoftmaxOutput(X, Z), {"z": "float16"}, "None float16, None,"),
    ("data alone", lambda: S.SoftmaxOutput(X, Z), {"x": "float16"}, "float16 float16, float16,"),
    ("allclose", lambda: S.contrib.allclose(X, Z), {"x": "float16"}, "float16 None, uint8,"),
    ("allclose of two", lambda: S.contrib.allclose(X, Z), {"x": "float16", "z": "int32"}, "float16 int32, uint8,"),
    ("put", lambda: S._internal._scatter_set_nd(X, Z, W, shape=(2,)), HALF_Z, "float16 float16 None, float16,"),
    ("hawkes", lambda: S.contrib.hawkesll(*EIGHT), HALF_Z, "None float16 None None None int32 None None, None None,"),
    ("bfloat16", lambda: S.BatchNorm(_half()), FULL_X, "float32 float32 float32, bfloat16, float32 float32"),
    ("first form", lambda: S.BatchNorm_v1(_half()), FULL_X, "float32 bfloat16 bfloat16, bfloat16, bfloat16 bfloat16"),
    (
        "over devices",
        lambda: S.contrib.SyncBatchNorm(_half(), key="k"),
        FULL_X,
        "float32 bfloat16 bfloat16, bfloat16, bfloat16 bfloat16",
    ),
    ("float16", lambda: S.BatchNorm_v1(X), {"x": "float16"}, "float16 float32 float32, float16, float32 float32"),
]


def _half() -> Any:
    return S.amp_cast(X, dtype=BFLOAT16)


@pytest.mark.parametrize(("make", "given", "expected"), [r[1:] for r in IN_PART], ids=[r[0] for r in IN_PART])
def test_types_in_part(make: Any, given: dict[str, str], expected: str) -> None:
    result = make().infer_type_partial(**given)
    assert ", ".join(" ".join(map(_name, part)) for part in result).rstrip() == expected


def _name(dtype: Any) -> str:
    return "None" if dtype is None else "bfloat16" if dtype == BFLOAT16 else dtype.__name__
