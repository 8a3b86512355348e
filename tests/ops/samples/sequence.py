"""Samples of sequence operators."""

from __future__ import annotations

from ..sample import FLOATS, OpSample, const, ints, normal

_SOME = {"use_sequence_length": True}

SAMPLES = [
    OpSample("SequenceMask", (normal(4, 3, 2), const([1, 4, 2])), {**_SOME, "value": -1.0}, dtypes=FLOATS),
    OpSample("SequenceMask", (normal(3, 4, 2), const([1, 4, 0])), {**_SOME, "axis": 1}),
    OpSample("SequenceMask", (normal(4, 3), const([1, 4, 2])), _SOME, case="flat"),
    OpSample("SequenceMask", (normal(4, 3, 2), const([1, 4, 2], "int32")), _SOME, case="whole lengths"),
    OpSample("SequenceMask", (normal(4, 3, 2),)),
    OpSample("SequenceLast", (normal(4, 3, 2), const([1, 4, 2])), _SOME, dtypes=FLOATS),
    OpSample("SequenceLast", (normal(3, 4, 2), const([1, 4, 2])), {**_SOME, "axis": 1}),
    OpSample("SequenceLast", (normal(4, 3),), expect=lambda data: data[-1], grad="numeric", recordable=False),
    OpSample("SequenceReverse", (normal(4, 3, 2), const([1, 4, 2])), _SOME, dtypes=FLOATS),
    OpSample("SequenceReverse", (normal(4, 3, 2, 2),)),
    OpSample(
        "SequenceReverse", (ints(0, 9, 4, 3), const([3, 0, 4])), _SOME, grad="none", dtypes=("int32",), case="whole"
    ),
]
