"""Checkpoints: a pair of files."""

from __future__ import annotations

import mxnet as mx
import pytest


def network(hidden=2):
    return mx.sym.FullyConnected(mx.sym.Variable("data"), num_hidden=hidden, name="fc")


PARAMS = {"fc_weight": mx.nd.ones((2, 3)), "fc_bias": mx.nd.zeros((2,))}
STATES = {"bn_moving_mean": mx.nd.array([3.0])}


def test_a_checkpoint_is_two_files(tmp_path, caplog):
    caplog.set_level("INFO")
    prefix = str(tmp_path / "net")
    mx.model.save_checkpoint(prefix, 3, network(), PARAMS, STATES)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["net-0003.params", "net-symbol.json"]
    assert caplog.messages == [f'Saved checkpoint to "{prefix}-0003.params"']
    symbol, params, states = mx.model.load_checkpoint(prefix, 3)
    assert symbol.tojson() == network().tojson()
    assert params["fc_weight"].asnumpy().tolist() == [[1] * 3] * 2
    assert states["bn_moving_mean"].asscalar() == 3


def test_names_in_the_file_say_what_an_array_is(tmp_path):
    mx.model.save_checkpoint(str(tmp_path / "net"), 3, network(), PARAMS, STATES)
    assert set(mx.nd.load(str(tmp_path / "net-0003.params"))) == {
        "arg:fc_weight",
        "arg:fc_bias",
        "aux:bn_moving_mean",
    }


def test_parameters_may_be_saved_alone(tmp_path):
    mx.model.save_checkpoint(str(tmp_path / "net"), 12345, None, PARAMS, {})
    assert [path.name for path in tmp_path.iterdir()] == ["net-12345.params"]
    assert set(mx.model.load_params(str(tmp_path / "net"), 12345)[0]) == {"fc_weight", "fc_bias"}


def test_an_empty_file_of_parameters_is_logged(tmp_path, caplog):
    mx.nd.save(str(tmp_path / "net-0004.params"), {})
    assert mx.model.load_params(str(tmp_path / "net"), 4) == ({}, {})
    assert "is empty" in caplog.text


def test_a_missing_file_is_an_error_that_names_it(tmp_path):
    with pytest.raises(mx.base.MXNetError, match=r"net-0004\.params"):
        mx.model.load_params(str(tmp_path / "net"), 4)


def test_names_without_their_kind_are_an_error(tmp_path):
    mx.nd.save(str(tmp_path / "net-0004.params"), {"fc_weight": mx.nd.ones((1,))})
    with pytest.raises(ValueError):
        mx.model.load_params(str(tmp_path / "net"), 4)


@pytest.mark.parametrize("arrays", [{"fc_weight": mx.nd.ones((1,))}, [mx.nd.ones((1,))]])
def test_arrays_that_are_no_checkpoint_are_an_error_that_names_the_file(tmp_path, arrays):
    mx.nd.save(str(tmp_path / "net-0004.params"), arrays)
    with pytest.raises(mx.base.MXNetError, match=r"net-0004\.params"):
        mx.model.load_params(str(tmp_path / "net"), 4)


def test_an_epoch_may_be_a_whole_float(tmp_path):
    prefix = str(tmp_path / "net")
    mx.model.save_checkpoint(prefix, 4 / 2, mx.sym.var("x"), {"w": mx.nd.ones(1)}, {})
    assert (tmp_path / "net-0002.params").exists()
    assert list(mx.model.load_params(prefix, 2.0)[0]) == ["w"]
