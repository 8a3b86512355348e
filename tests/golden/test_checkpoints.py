"""Checkpoints and array files that five real releases of MXNet wrote, 0.9.5 to 1.9.1, load and give their numbers."""

from __future__ import annotations

from pathlib import Path

import mxnet as mx
import numpy as np
import pytest

GOLDEN = Path(__file__).parent.parent / "data" / "golden"
RELEASES = ["0.9.5", "0.11.0", "1.2.1", "1.5.1", "1.9.1"]

pytestmark = pytest.mark.parametrize("release", RELEASES)


def expected(release, name):
    with np.load(GOLDEN / release / f"{name}-expected.npz") as stored:
        return dict(stored)


def digits_module(release, for_training, **kwargs):
    want = expected(release, "digits")
    module = mx.mod.Module.load(str(GOLDEN / release / "digits"), 6, **kwargs)
    module.bind([("data", want["x"].shape)], [("softmax_label", want["y"].shape)], for_training=for_training)
    return module, want


def test_digits_predict_through_load_checkpoint(release):
    want = expected(release, "digits")
    symbol, arg_params, aux_params = mx.model.load_checkpoint(str(GOLDEN / release / "digits"), 6)
    module = mx.mod.Module(symbol)
    with pytest.warns(UserWarning, match="label_shapes"):
        module.bind(data_shapes=[("data", want["x"].shape)], for_training=False)
    module.set_params(arg_params, aux_params)
    got = module.predict(mx.io.NDArrayIter(want["x"], batch_size=len(want["x"])))
    np.testing.assert_allclose(got.asnumpy(), want["prob"], rtol=1e-5, atol=1e-6)


def test_digits_predict_through_module_load(release):
    module, want = digits_module(release, for_training=False)
    module.forward(mx.io.DataBatch([mx.nd.array(want["x"])]), is_train=False)
    np.testing.assert_allclose(module.get_outputs()[0].asnumpy(), want["prob"], rtol=1e-5, atol=1e-6)


def test_the_language_model_predicts(release):
    want = expected(release, "rnn")
    symbol, arg_params, aux_params = mx.model.load_checkpoint(str(GOLDEN / release / "rnn"), 1)
    executor = symbol.simple_bind(mx.cpu(), grad_req="null", data=want["x"].shape)
    executor.copy_params_from(arg_params, aux_params, allow_extra_params=True)
    (got,) = executor.forward(is_train=False, data=mx.nd.array(want["x"]))
    np.testing.assert_allclose(got.asnumpy(), want["prob"], rtol=1e-5, atol=1e-6)


def test_training_resumes_from_the_optimizers_states(release):
    module, want = digits_module(release, for_training=True, load_optimizer_states=True)
    module.init_optimizer(optimizer="sgd", optimizer_params={"learning_rate": 0.01, "momentum": 0.9})
    states = module._updater.states
    assert states
    before = {i: s.asnumpy().copy() for i, s in states.items() if s is not None}
    assert any(np.abs(s).max() > 0 for s in before.values())
    batch = mx.io.DataBatch([mx.nd.array(want["x"])], [mx.nd.array(want["y"])])
    losses = []
    for _ in range(5):
        module.forward_backward(batch)
        prob = module.get_outputs()[0].asnumpy()
        losses.append(-np.log(prob[np.arange(20), want["y"].astype(int)] + 1e-12).mean())
        module.update()
    assert np.isfinite(losses).all()
    assert any(not np.array_equal(module._updater.states[i].asnumpy(), s) for i, s in before.items())


def test_arrays_load_equal(release):
    want = expected(release, "arrays")
    got = mx.nd.load(str(GOLDEN / release / "arrays-dict.nd"))
    assert set(got) == set(want)
    for name, array in got.items():
        assert array.dtype == want[name].dtype
        np.testing.assert_array_equal(array.asnumpy(), want[name])


def test_a_list_of_arrays_loads_as_a_list(release):
    want = expected(release, "arrays")
    got = mx.nd.load(str(GOLDEN / release / "arrays-list.nd"))
    assert isinstance(got, list)
    np.testing.assert_array_equal(got[0].asnumpy(), want["f32"])
    np.testing.assert_array_equal(got[1].asnumpy(), want["u8"])
