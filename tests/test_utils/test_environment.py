"""What tests run in."""

from __future__ import annotations

import os
import sys

import mxnet as mx
import numpy as np
import pytest
from mxnet import test_utils as tu


def test_star_import_brings_modules():
    names = {}
    exec("from mxnet.test_utils import *", names)
    assert {"mx", "np", "os", "sys", "assert_almost_equal", "rand_ndarray", "default_context"} <= set(names)


def test_default_context():
    assert tu.default_context() == mx.current_context() == mx.cpu(0)
    try:
        tu.set_default_context(mx.cpu(1))
        assert tu.default_context() == mx.cpu(1)
        assert mx.nd.ones((1,)).context == mx.cpu(1)
    finally:
        tu.set_default_context(mx.cpu(0))


def test_gpus_are_listed():
    assert list(tu.list_gpus()) == list(range(mx.context.num_gpus()))


def test_environment_variables_are_set_for_a_while(monkeypatch):
    monkeypatch.setenv("REMX_B", "x")
    monkeypatch.delenv("REMX_A", raising=False)
    with tu.environment("REMX_A", "1"):
        assert os.environ["REMX_A"] == tu.getenv("REMX_A") == "1"
    with tu.environment({"REMX_A": "2", "REMX_B": None}):
        assert os.environ["REMX_A"] == "2"
        assert "REMX_B" not in os.environ
    assert "REMX_A" not in os.environ
    assert os.environ["REMX_B"] == "x"


def test_environment_is_restored_after_an_error(monkeypatch):
    monkeypatch.setenv("REMX_B", "x")
    with pytest.raises(ZeroDivisionError), tu.environment("REMX_B", "y"):
        1 / 0  # noqa: B018
    assert os.environ["REMX_B"] == "x"


@pytest.mark.parametrize("arguments", [(), ("a", "b", "c")])
def test_environment_arguments(arguments):
    with pytest.raises(AssertionError), tu.environment(*arguments):
        pass


def test_discarding_errors(capfd):
    with tu.discard_stderr():
        print("python", file=sys.stderr)
        os.write(2, b"below")
    os.write(2, b"after")
    assert capfd.readouterr().err == "after"


@pytest.mark.parametrize(("successes_at", "attempts"), [(1, 1), (3, 3), (4, 3)])
def test_retry_runs_a_test_until_it_passes(successes_at, attempts):
    calls = []

    @tu.retry(3)
    def test():
        calls.append(1)
        assert len(calls) == successes_at

    if successes_at > 3:
        with pytest.raises(AssertionError):
            test()
    else:
        test()
    assert len(calls) == attempts


def test_retry_only_for_assertions():
    calls = []

    @tu.retry(3)
    def test():
        calls.append(1)
        raise ValueError

    with pytest.raises(ValueError):
        test()
    assert len(calls) == 1
    with pytest.raises(AssertionError):
        tu.retry(0)


def test_assert_exception():
    tu.assert_exception(lambda x: 1 / x, ZeroDivisionError, 0)
    with pytest.raises(AssertionError):
        tu.assert_exception(lambda x: 1 / x, ZeroDivisionError, 1)
    with pytest.raises(ZeroDivisionError):
        tu.assert_exception(lambda x: 1 / x, ValueError, 0)


def test_dummy_iterator_gives_its_first_batch_for_ever():
    data = tu.DummyIter(mx.io.NDArrayIter(np.arange(6.0).reshape(6, 1), batch_size=2))
    assert [next(data).data[0].asnumpy().ravel().tolist() for _ in range(5)] == [[0, 1]] * 5
    assert data.provide_data[0].shape == (2, 1)
    assert data.batch_size == 2
    assert data.iter_next()


def test_download(tmp_path):
    served = tmp_path / "served.txt"
    served.write_text("content")
    path = tu.download(served.as_uri(), dirname=str(tmp_path / "new"))
    assert path == str(tmp_path / "new" / "served.txt")
    served.write_text("changed")
    for overwrite, expected in ((False, "content"), (True, "changed")):
        tu.download(served.as_uri(), dirname=str(tmp_path / "new"), overwrite=overwrite)
        assert (tmp_path / "new" / "served.txt").read_text() == expected


def test_download_that_fails(tmp_path):
    with pytest.raises(OSError):
        tu.download((tmp_path / "missing").as_uri(), fname=str(tmp_path / "kept"), retries=2)
    assert list(tmp_path.iterdir()) == []


def test_where_this_runs():
    assert tu.is_op_runnable() is True
    assert tu.has_tvm_ops() is False
    assert not tu.is_cd_run()
    assert tu.default_dtype() is np.float32
