"""The data types under all their names."""

from __future__ import annotations

import numpy as np
import pytest
import torch
from mxnet.core import dtypes
from mxnet.core.errors import MXNetError


@pytest.mark.parametrize("name", [n for n in dtypes.NAMES if n != "bfloat16"])
def test_every_form_of_a_type_has_one_name(name):
    scalar = np.dtype(name).type
    forms = [name, scalar, np.dtype(scalar), np.dtype(scalar).str, dtypes.torch_dtype(name), np.zeros(1, scalar).dtype]
    assert {dtypes.canonical(form) for form in forms} == {name}


def test_the_codes_are_those_of_the_file_format():
    expected = {"float32": 0, "float64": 1, "float16": 2, "uint8": 3, "int32": 4, "int8": 5, "int64": 6, "bool": 7}
    expected |= {"bfloat16": 12}
    assert {name: dtypes.CODE_OF[name] for name in dtypes.NAMES} == expected
    assert dtypes.known_codes() == sorted(expected.values())
    with pytest.raises(MXNetError, match="8"):  # int16, of MXNet 2
        dtypes.from_code(8)
    assert dtypes.from_code(4) == "int32"
    with pytest.raises(MXNetError, match="99"):
        dtypes.from_code(99)


def test_python_types_are_read_as_numpy_reads_them():
    assert [dtypes.canonical(t) for t in (int, float, bool)] == ["int64", "float64", "bool"]


def test_bfloat16_is_known_to_pytorch():
    assert dtypes.torch_dtype("bfloat16") is torch.bfloat16


@pytest.mark.parametrize("bad", ["float31", "complex64", object(), "U5"])
def test_what_is_no_type_of_mxnets_is_a_type_error(bad):
    with pytest.raises(TypeError):
        dtypes.canonical(bad)


class _Typed:
    """Something that has a data type."""

    def __init__(self, dtype):
        self.dtype = dtype


@pytest.mark.parametrize("dtype", [np.float64, np.dtype("float64"), "float64", float])
def test_what_has_a_data_type_names_it(dtype):
    assert dtypes.canonical(_Typed(dtype)) == "float64"


def test_arrays_of_numpy_name_no_data_type():
    with pytest.raises(TypeError):
        dtypes.canonical(np.ones(2))
