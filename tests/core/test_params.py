"""Operator attributes: text and Python values in, typed values out."""

from __future__ import annotations

import time
from collections import deque
from typing import Literal

import numpy as np
import pytest
from mxnet.core.params import (
    Double,
    DType,
    Floats,
    Ints,
    Long,
    NonNegative,
    NonNegativeLong,
    OptInts,
    OptShape,
    Positive,
    Shape,
    Shapes,
    describe,
    parser,
    text_of,
    to_text,
)

READS = [
    (bool, "True", True),
    (bool, "0", False),
    (bool, 1, True),
    (bool, np.True_, True),
    (bool, "TRUE", True),
    (bool, np.array(True), True),
    (int, "3", 3),
    (int, " -2 ", -2),
    (int, np.int64(7), 7),
    (float, "1e-05", 1e-5),
    (float, 3, 3.0),
    (float, np.float32(0.5), 0.5),
    (float, "inf", float("inf")),
    (float, float("-inf"), float("-inf")),
    (float, "-Infinity", float("-inf")),
    (float, "0.5f", 0.5),
    (float, "1e5F", 1e5),
    (float, -3.4028235e38, -3.4028235e38),
    (float, 1e-50, 1e-50),
    (Double, "1e308", 1e308),
    (str, "abc", "abc"),
    (Shape, "(3, 3)", (3, 3)),
    (Shape, "[3,3]", (3, 3)),
    (Shape, "(2L, 2L)", (2, 2)),
    (Shape, "(1,)", (1,)),
    (Shape, "[2,3)", (2, 3)),
    (Shape, "(02,3)", (2, 3)),
    (Shape, "( 2 , 3 , )", (2, 3)),
    (Shape, "( )", ()),
    (OptShape, "( None , 3L )", (None, 3)),
    (Floats, "( .5 , 1e-1 , )", (0.5, 0.1)),
    (Shape, "()", ()),
    (Shape, "5", (5,)),
    (Shape, 5, (5,)),
    (Shape, [1, np.int32(2)], (1, 2)),
    (Shape, np.array([4]), (4,)),
    (Shape, np.array(4), (4,)),
    (OptShape, "(None, 3)", (None, 3)),
    (OptShape, (None, 2), (None, 2)),
    (Floats, "(0.1, 2)", (0.1, 2.0)),
    (Shape | None, "None", None),
    (Shape | None, None, None),
    (Shape | None, "(1,2)", (1, 2)),
    (int | None, "4", 4),
    (int | None, "1L", 1),
    (NonNegative | None, " 1L", 1),
    (DType, np.float16, "float16"),
    (DType, "int64", "int64"),
    (DType, np.dtype("uint8"), "uint8"),
    (Literal["max", "avg"], "avg", "avg"),
    (NonNegative, "0", 0),
    (int, -(2**31), -(2**31)),
    (Long, 2**33, 2**33),
    (Long, "-9223372036854775808", -(2**63)),
    (NonNegative, 2**32 - 1, 2**32 - 1),
    (NonNegativeLong, 2**33, 2**33),
    (Shape, "(8589934592,)", (2**33,)),
    (OptShape, (None, 2**33), (None, 2**33)),
]


@pytest.mark.parametrize(("annotation", "value", "expected"), READS)
def test_reads_text_and_values(annotation, value, expected):
    got = parser(annotation)(value)
    assert got == expected
    assert type(got) is type(expected)


REFUSES = [
    (bool, "maybe"),
    (bool, 2),
    (bool, 1.0),
    (bool, " True"),
    (bool, "0 "),
    (float, "0.5 "),
    (float, b"0.5"),
    (float, "\u0661"),
    (Shape, "(0x2,2)"),
    (Shape, "((2,2))"),
    (Shape, "(2LL,2)"),
    (Shape, "(2,+ 2)"),
    (Shape, "(2 2)"),
    (Shape, "(2,,2)"),
    (Shape, "(,)"),
    (Shape, "(2,2) x"),
    (Shape, "(2.0,2)"),
    (OptShape, "(NoneL,0)"),
    (Floats, "((0.5,))"),
    (int, "1.5"),
    (int, 1.5),
    (int, None),
    (int, True),
    (int, "True"),
    (int, "3L"),
    (int, "1_0"),
    (float, "abc"),
    (float, "0.5ff"),
    (float, "f"),
    (float, "1e39"),
    (float, 1e39),
    (float, "-3.5e38"),
    (float | None, 2**130),
    (Floats, (0.5, 1e39)),
    (Double, "1e309"),
    (Double, 10**400),
    (float | None, "1L"),
    (Shape | None, "1L"),
    (float, None),
    (float, np.False_),
    (float, "true"),
    (float, "1_0"),
    (float | None, ""),
    (Shape, ""),
    (Shape, "3,2"),
    (Shape, "1L"),
    (Shape, True),
    (Shape, (True, 6)),
    (Shape | None, ""),
    (Shape, "(1,"),
    (Shape, "('a',)"),
    (Shape, "__import__('os')"),
    (Shape, {"a": 1}),
    (Shape, {2, 3}),
    (Shape, range(2)),
    (Shape, np.array([4, 5])),
    (Shape, b"(2,3)"),
    (Shape, deque([2, 3])),
    (DType, "float31"),
    (Literal["max", "avg"], "min"),
    (Positive, 0),
    (NonNegative, "-1"),
    (int, 2**31),
    (int, "-2147483649"),
    (int | None, 2**31),
    (Long, 2**63),
    (Long, 1.5),
    (NonNegative, 2**32),
    (Positive, 2**32),
    (Ints, (1, 2**31)),
    (OptInts, (None, 2**31)),
    (Shape, (2**63,)),
]


@pytest.mark.parametrize(("annotation", "value"), REFUSES)
def test_refuses_what_it_cannot_read(annotation, value):
    with pytest.raises(ValueError):
        parser(annotation)(value)


def test_an_unknown_annotation_is_an_error_of_the_operator():
    with pytest.raises(TypeError, match="no parser"):
        parser(dict)


@pytest.mark.parametrize(
    ("annotation", "words"),
    [
        (bool, "boolean"),
        (NonNegative, "int (non-negative)"),
        (Long, "long"),
        (Shape, "Shape(tuple)"),
        (Ints, "Shape(tuple)"),
        (Floats, "tuple of <float>"),
        (int | None, "int or None"),
        (Literal["a", "b"], "{'a', 'b'}"),
    ],
)
def test_describes_annotations_in_mxnets_words(annotation, words):
    assert describe(annotation) == words


@pytest.mark.parametrize(
    ("value", "text"),
    [((3, 3), "(3, 3)"), (True, "True"), (np.float32, "float32"), (np.dtype("int8"), "int8"), (1e-5, "1e-05")],
)
def test_writes_values_as_the_front_end_does(value, text):
    assert to_text(value) == text


NUMBERS_INSIDE = [
    ((np.int64(3), np.int32(2)), "(3, 2)"),
    ((0, np.int64(24)), "(0, 24)"),
    ((np.int64(3),), "(3,)"),
    ([np.uint8(3), 2], "[3, 2]"),
    (((np.int64(3), 1), (2, np.int64(3))), "((3, 1), (2, 3))"),
    ([(np.int64(3), np.float32(0.1)), (1, np.float64(0.1))], "[(3, 0.1), (1, 0.1)]"),
    ((np.int64(3), None), "(3, None)"),
    ((np.bool_(True), False), "(True, False)"),
    ({"a": np.int64(3)}, "{'a': 3}"),
    ((np.int64(1), {"a": np.int64(2)}), "(1, {'a': 2})"),
    (slice(np.int64(3), 2), "slice(3, 2, None)"),
    ((np.float32("inf"), np.float64("nan")), "(inf, nan)"),
    ((np.float32(1e20), 1e20), "(1e+20, 1e+20)"),
    ((np.str_("abc"), 1), "('abc', 1)"),
    (np.float32(0.1), "0.1"),
]


@pytest.mark.parametrize(("value", "text"), NUMBERS_INSIDE)
def test_numbers_of_numpy_are_written_as_plain_ones(value, text):
    assert to_text(value) == text_of(value) == text


def test_an_array_without_axes_is_one_number():
    assert parser(Shape)(np.array(3)) == (3,)


@pytest.mark.parametrize("value", [("3",), ["3", 2], "('3',)", "('3')", "x", "(", ("3", None)])
@pytest.mark.parametrize("kind", [Shape, Ints, Floats])
def test_text_inside_a_tuple_is_no_number(value, kind):
    with pytest.raises(ValueError, match="expect"):
        parser(kind)(value)


def test_only_whole_numbers_in_text_may_end_with_a_letter():
    assert parser(Shape)(" (3L, 4L) ") == parser(Ints)("(3L,4L)") == (3, 4)
    with pytest.raises(ValueError, match="expect float but value='3L'"):
        parser(Floats)("(3L, 4.5)")


@pytest.mark.parametrize("value", ["(3, 4)", "[3,4]", " (3, 4) ", (3, 4), [3, np.int64(4)]])
@pytest.mark.parametrize("kind", [Shape, Ints, Floats])
def test_a_tuple_may_be_text(value, kind):
    assert parser(kind)(value) == (3, 4)
    assert parser(kind)("3") == parser(kind)(" 3 ") == (3,)


def test_a_long_text_of_pairs_is_refused_at_once():
    begun = time.process_time()
    with pytest.raises(ValueError, match="expect a tuple"):
        parser(Shapes)("((inf," + " " * 100_000 + "x")
    assert time.process_time() - begun < 1


@pytest.mark.parametrize("text", ["((1, inf ),\n (nan,) ,)", "[[1,inf],[nan]]", "( (1,  inf , ) , (nan , ) )"])
def test_pairs_of_numbers_that_are_none(text):
    assert str(parser(tuple[tuple[float, ...], ...])(text)) == "((1.0, inf), (nan,))"
