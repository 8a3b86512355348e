"""Checkpoints: a pair of files that a crash leaves whole."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import textwrap

import mxnet as mx
import numpy as np
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


#: Saves a checkpoint of another network beside or over the first one in each folder. It does so in children that are
#: killed at the nth step that touches a file, and prints how each child ended.
KILLED = """
    import os, signal, sys
    import mxnet as mx

    def killed_at(step, epoch, prefix):
        left = step

        def watched(original):
            def call(*args, **kwargs):
                nonlocal left
                left -= 1
                if left == 0:
                    os.kill(os.getpid(), signal.SIGKILL)
                return original(*args, **kwargs)

            return call

        os.fsync, os.replace = watched(os.fsync), watched(os.replace)
        net = mx.sym.FullyConnected(mx.sym.Variable("data"), num_hidden=5, name="other")
        mx.model.save_checkpoint(prefix, epoch, net, {"other_weight": mx.nd.ones((5, 3))}, {})
        os._exit(0)

    for argument in sys.argv[1:]:
        step, epoch, prefix = argument.split(",")
        child = os.fork()
        if not child:
            killed_at(int(step), int(epoch), prefix)
        print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
"""
STEPS = [1, 2, 3, 4, 5]  # both files are complete after two, and renamed after two more


@pytest.fixture(scope="module")
def killed(tmp_path_factory):
    """Return, by epoch and step, how the process ended and the folder it left."""
    root = tmp_path_factory.mktemp("killed")
    cases = [(step, epoch) for epoch in (1, 2) for step in STEPS]
    for step, epoch in cases:
        (root / f"{epoch}-{step}").mkdir()
        mx.model.save_checkpoint(str(root / f"{epoch}-{step}" / "net"), 1, network(), PARAMS, {})
    arguments = [f"{step},{epoch},{root / f'{epoch}-{step}' / 'net'}" for step, epoch in cases]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    command = [sys.executable, "-c", textwrap.dedent(KILLED), *arguments]
    printed = subprocess.run(command, env=environment, check=True, capture_output=True, text=True).stdout
    ends = map(int, printed.split())
    return {(epoch, step): (end, root / f"{epoch}-{step}") for (step, epoch), end in zip(cases, ends, strict=True)}


@pytest.mark.parametrize("step", STEPS[:3])
def test_a_process_killed_while_it_saves_leaves_the_checkpoint_before_whole(killed, step):
    end, folder = killed[2, step]
    assert end == -signal.SIGKILL
    symbol, params, _ = mx.model.load_checkpoint(str(folder / "net"), 1)
    assert symbol.list_arguments() == ["data", "fc_weight", "fc_bias"]
    np.testing.assert_array_equal(params["fc_weight"].asnumpy(), np.ones((2, 3)))


def test_killed_between_the_two_renames_the_checkpoint_before_is_still_whole(killed):
    end, folder = killed[2, 4]
    assert end == -signal.SIGKILL
    assert (folder / "net-0002.params").exists()
    assert mx.sym.load(str(folder / "net-symbol.json")).list_arguments() == ["data", "fc_weight", "fc_bias"]


@pytest.mark.parametrize(("step", "name"), [(3, "fc"), (4, "other")])
def test_killed_at_the_renames_an_overwritten_checkpoint_is_gone_not_mixed(killed, step, name):
    end, folder = killed[1, step]
    assert end == -signal.SIGKILL
    assert not (folder / "net-0001.params").exists()
    assert mx.sym.load(str(folder / "net-symbol.json")).list_arguments() == ["data", f"{name}_weight", f"{name}_bias"]


@pytest.mark.parametrize("step", STEPS[:2])
def test_a_checkpoint_that_is_overwritten_stays_whole_until_both_files_are_complete(killed, step, tmp_path):
    end, folder = killed[1, step]
    assert end == -signal.SIGKILL
    mx.model.save_checkpoint(str(tmp_path / "net"), 1, network(), PARAMS, {})
    for path in tmp_path.iterdir():
        assert (folder / path.name).read_bytes() == path.read_bytes()


@pytest.mark.parametrize("epoch", [1, 2])
def test_a_process_that_is_not_killed_saves_both_files(killed, epoch):
    end, folder = killed[epoch, 5]
    assert end == 0
    symbol, params, _ = mx.model.load_checkpoint(str(folder / "net"), epoch)
    assert symbol.list_arguments() == ["data", "other_weight", "other_bias"]
    assert params["other_weight"].shape == (5, 3)
