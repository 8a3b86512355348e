"""The memo's programs on arrays, fine-tuning and saving (mission rows 002.4, 002.6, 002.7)."""

from __future__ import annotations

import mxnet as mx
import numpy as np
import pytest

rng = np.random.RandomState(0)
X = rng.rand(60, 8).astype("float32")
Y = (X.sum(axis=1) > 4).astype("float32")


def network(head="fc2"):
    net = mx.sym.FullyConnected(mx.sym.Variable("data"), num_hidden=6, name="fc1")
    net = mx.sym.Activation(net, act_type="relu", name="relu1")
    net = mx.sym.FullyConnected(net, num_hidden=2, name=head)
    return mx.sym.SoftmaxOutput(net, name="softmax")


@pytest.fixture
def trained(tmp_path):
    """The prefix of a small trained model: ``-symbol.json``, ``-0001.params``, ``-0002.params``."""
    prefix = str(tmp_path / "ir")
    model = mx.model.FeedForward(
        ctx=mx.cpu(),
        symbol=network(),
        num_epoch=2,
        learning_rate=0.1,
        numpy_batch_size=20,
        initializer=mx.init.Xavier(),
    )
    model.fit(X, Y, epoch_end_callback=mx.callback.do_checkpoint(prefix))
    return prefix, model


def test_assignment_is_by_reference_and_copy_copies():
    a = mx.nd.ones((2, 2))
    b = a
    assert b is a

    def f(x):
        return id(x)

    assert f(a) == id(a)
    c = a.copy()
    c[:] = 7
    assert (a.asnumpy() == 1).all()


def test_slice_assignment_and_copyto_allocate_nothing_new():
    a = mx.nd.ones((2, 2)) * 3
    b = mx.nd.ones(a.shape)
    before, memory = id(b), b._t.data_ptr()
    b[:] = a
    assert (id(b), b._t.data_ptr()) == (before, memory)
    a.copyto(b)
    assert (id(b), b._t.data_ptr()) == (before, memory)
    np.testing.assert_array_equal(b.asnumpy(), a.asnumpy())


def test_basic_operations():
    a = mx.nd.ones((2, 3))
    b = mx.nd.ones((2, 3))
    c = a + b
    d = -c
    np.testing.assert_array_equal(d.asnumpy(), np.full((2, 3), -2))
    e = mx.nd.sin(c**2).T
    np.testing.assert_allclose(e.asnumpy(), np.full((3, 2), np.sin(4)), rtol=1e-6)
    f = mx.nd.maximum(a, c)
    np.testing.assert_array_equal(f.asnumpy(), np.full((2, 3), 2))
    a = mx.nd.ones((2, 2))
    b = a * a
    c = mx.nd.dot(a, a)
    np.testing.assert_array_equal(b.asnumpy(), np.ones((2, 2)))
    np.testing.assert_array_equal(c.asnumpy(), np.full((2, 2), 2))


def test_checkpoints_are_written_after_every_epoch(trained, tmp_path):
    assert {p.name for p in tmp_path.iterdir()} == {"ir-symbol.json", "ir-0001.params", "ir-0002.params"}


def test_feedforward_saves_itself(trained, tmp_path):
    _, model = trained
    model.save(str(tmp_path / "own"))
    assert (tmp_path / "own-symbol.json").exists()
    again = mx.model.FeedForward.load(str(tmp_path / "own"), 2)
    np.testing.assert_allclose(again.predict(X), model.predict(X), rtol=1e-6)


def test_fine_tuning_from_loaded_parameters(trained):
    prefix, _ = trained
    old = mx.model.FeedForward.load(prefix, 2)
    model = mx.model.FeedForward(
        ctx=mx.cpu(),
        symbol=network(head="fc2_new"),
        arg_params=old.arg_params,
        aux_params=old.aux_params,
        allow_extra_params=True,
        num_epoch=1,
        learning_rate=0.0,
        initializer=mx.init.One(),
    )
    model.fit(X, Y)
    np.testing.assert_array_equal(model.arg_params["fc1_weight"].asnumpy(), old.arg_params["fc1_weight"].asnumpy())
    assert (model.arg_params["fc2_new_weight"].asnumpy() == 1).all()


def test_fine_tuning_with_the_load_initializer(trained):
    prefix, trained_model = trained
    default = mx.init.Xavier(rnd_type="gaussian", factor_type="in", magnitude=2)
    model = mx.model.FeedForward(
        allow_extra_params=True,
        ctx=mx.cpu(),
        symbol=network(head="fc2_new"),
        num_epoch=1,
        learning_rate=0.1 * 1e-2,
        wd=0.0001,
        initializer=mx.init.Load(prefix + "-0002.params", default_init=default),
        optimizer=mx.optimizer.SGD(momentum=0.99, learning_rate=0.0),
    )
    model.fit(X, Y)
    want = trained_model.arg_params["fc1_weight"].asnumpy()
    np.testing.assert_array_equal(model.arg_params["fc1_weight"].asnumpy(), want)
    assert np.abs(model.arg_params["fc2_new_weight"].asnumpy()).max() > 0
