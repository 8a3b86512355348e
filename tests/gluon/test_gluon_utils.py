"""gluon.utils: splitting, clipping, hashes, downloads, hooks."""

from __future__ import annotations

import hashlib
import io
from collections import OrderedDict

import mxnet as mx
import numpy as np
import pytest
from mxnet.gluon import utils

X = mx.nd.arange(14).reshape((7, 2))


@pytest.mark.parametrize(
    ("number", "axis", "even", "lengths"),
    [
        (7, 0, True, [1] * 7),
        (3, 0, False, [3, 2, 2]),
        (9, 0, False, [1] * 7 + [0, 0]),
        (2, 1, True, [1, 1]),
        (1, 0, True, [7]),
    ],
)
def test_split_data(number, axis, even, lengths):
    pieces = utils.split_data(X, number, axis, even)
    assert [piece.shape[axis] for piece in pieces] == lengths
    whole = np.concatenate([piece.asnumpy() for piece in pieces], axis)
    assert (whole == X.asnumpy()).all()


def test_uneven_lengths_are_refused():
    with pytest.raises(ValueError, match="evenly split"):
        utils.split_data(X, 2)


def test_split_and_load():
    pieces = utils.split_and_load(np.ones((4, 2)), [mx.cpu(0), mx.cpu(1)])
    assert [(piece.shape, piece.context) for piece in pieces] == [((2, 2), mx.cpu(0)), ((2, 2), mx.cpu(1))]


@pytest.mark.parametrize("check", [True, False])
def test_clip_global_norm(check):
    arrays = [mx.nd.full((2, 2), 3), mx.nd.ones((3,))]
    norm = utils.clip_global_norm(arrays, 1.0, check_isfinite=check)
    assert float(norm if check else norm.asscalar()) == pytest.approx(39**0.5)
    assert isinstance(norm, mx.nd.NDArray) is not check
    total = sum((a.asnumpy() ** 2).sum() for a in arrays)
    assert total == pytest.approx(1, rel=1e-5)
    before = [a.asnumpy() for a in arrays]
    utils.clip_global_norm(arrays, 10.0)
    for array, old in zip(arrays, before, strict=True):
        np.testing.assert_array_equal(array.asnumpy(), old)


@pytest.mark.parametrize("dtypes", [("float32", "float16"), ("float64", "float64"), ("float32", "float32")])
@pytest.mark.parametrize("max_norm", [0.5, 100])
def test_arrays_that_are_clipped_together_and_one_by_one(dtypes, max_norm):
    values = [np.array([3.0, -4.0]), np.array([[12.0]])]
    arrays = [mx.nd.array(value, dtype=dtype) for value, dtype in zip(values, dtypes, strict=True)]
    assert float(utils.clip_global_norm(arrays, max_norm)) == pytest.approx(13)
    for array, value, dtype in zip(arrays, values, dtypes, strict=True):
        assert array.dtype == np.dtype(dtype)
        np.testing.assert_allclose(array.asnumpy(), value * min(1, max_norm / 13), rtol=2e-3)


def test_clipping_recorded_arrays_while_recording_is_refused():
    x = mx.nd.ones(2)
    x.attach_grad()
    with mx.autograd.record():
        y = x * 2
        with pytest.raises(mx.MXNetError, match="Inplace"):
            utils.clip_global_norm([y], 1.0)


def test_a_norm_that_is_not_finite_warns():
    with pytest.warns(UserWarning, match="nan or inf"):
        utils.clip_global_norm([mx.nd.array([np.inf])], 1.0)


def test_check_sha1(tmp_path):
    file = tmp_path / "file"
    file.write_bytes(b"content" * 1000)
    assert utils.check_sha1(str(file), hashlib.sha1(b"content" * 1000).hexdigest())
    assert not utils.check_sha1(str(file), "0" * 40)


@pytest.mark.parametrize(("shape", "known"), [((1, 2), True), ((0, 1), False), (None, False), ((), False)])
def test_shape_is_known(shape, known):
    assert utils.shape_is_known(shape) is known


def test_a_length_below_the_unknown_is_refused():
    with pytest.raises(AssertionError):
        utils.shape_is_known((2, -1))
    with mx.util.np_shape(True):
        assert not utils.shape_is_known((2, -1))
        assert utils.shape_is_known((2, 0))
        assert utils.shape_is_known(())
        with pytest.raises(AssertionError):
            utils.shape_is_known((2, -2))


def test_a_parameter_is_not_made_with_a_negative_length():
    with pytest.raises(AssertionError):
        mx.gluon.Parameter("weight", shape=(2, -1)).initialize()


def test_a_library_put_in_the_place_of_requests(tmp_path, monkeypatch):
    """MXNet's own tests and others' do that."""
    import requests

    def get(url, **kwargs):
        answer = requests.Response()
        answer.status_code, answer.raw = 200, io.BytesIO(b"MOCK")
        return answer

    monkeypatch.delenv("MXNET_OFFLINE")
    monkeypatch.setattr(requests, "get", get)
    assert utils.download("http://127.0.0.1/a.txt", path=str(tmp_path)) == str(tmp_path / "a.txt")
    assert (tmp_path / "a.txt").read_bytes() == b"MOCK"


def test_hook_handles():
    hooks, handle = OrderedDict(), utils.HookHandle()
    handle.attach(hooks, print)
    assert list(hooks.values()) == [print]
    with pytest.raises(AssertionError):
        handle.attach(hooks, print)
    handle.detach()
    handle.detach()
    assert not hooks


def test_short_lists_in_messages():
    assert utils._brief_print_list(list("ab")) == "'a', 'b'"
    assert utils._brief_print_list(list("abcdefghijk")) == "'a', 'b', 'c', ..., 'h', 'i', 'j', 'k'"
    assert utils._indent("a\nb", 2) == "a\n  b"
