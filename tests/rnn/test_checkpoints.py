"""Checkpoints hold weights by gate: one written with a fused cell is read with others, and the other way."""

from __future__ import annotations

import mxnet as mx
import numpy as np
import pytest


def network(cell):
    outputs, _ = cell.unroll(3, mx.sym.Variable("data"), layout="TNC", merge_outputs=True)
    return outputs


def parameters(net):
    shapes = dict(zip(net.list_arguments(), net.infer_shape(data=(3, 2, 4))[0], strict=True))
    rng = np.random.RandomState(0)
    return {name: mx.nd.array(rng.randn(*shape)) for name, shape in shapes.items() if name != "data"}


def test_a_fused_cells_checkpoint_is_read_by_the_unfused(tmp_path):
    fused = mx.rnn.FusedRNNCell(3, 2, "lstm", prefix="f_")
    args = parameters(network(fused))
    prefix = str(tmp_path / "net")
    mx.rnn.save_rnn_checkpoint(fused, prefix, 7, network(fused), args, {})
    assert "arg:f_l1_h2h_o_weight" in mx.nd.load(f"{prefix}-0007.params")
    unfused = fused.unfuse()
    _, stepwise, _ = mx.rnn.load_rnn_checkpoint(unfused, prefix, 7)
    x = mx.nd.ones((3, 2, 4))
    one = network(fused).eval(data=x, **args)[0].asnumpy()
    np.testing.assert_allclose(network(unfused).eval(data=x, **stepwise)[0].asnumpy(), one, rtol=1e-4, atol=1e-6)
    _, back, _ = mx.rnn.load_rnn_checkpoint([fused], prefix, 7)
    np.testing.assert_array_equal(back["f_parameters"].asnumpy(), args["f_parameters"].asnumpy())


def test_the_callback_saves_every_period(tmp_path):
    cell = mx.rnn.GRUCell(3, prefix="g_")
    net = network(cell)
    args = parameters(net)
    save = mx.rnn.do_rnn_checkpoint(cell, str(tmp_path / "net"), period=2)
    for epoch in range(4):
        save(epoch, net, args, {})
    assert sorted(path.name for path in tmp_path.glob("*.params")) == ["net-0002.params", "net-0004.params"]


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (lambda arrays: arrays.pop("lstm_l0_i2h_f_weight"), "there is no array 'lstm_l0_i2h_f_weight'"),
        (lambda arrays: arrays.pop("lstm_l0_i2h_i_weight"), "there is no array 'lstm_l0_i2h_i_weight'"),
        (lambda arrays: arrays.update(lstm_l0_i2h_i_weight=mx.nd.ones((3,))), "expected a matrix|expected one shape"),
        (
            lambda arrays: arrays.update(lstm_l0_h2h_c_bias=mx.nd.ones((2,))),
            r"expected shape \(3,\)|expected one shape",
        ),
    ],
)
@pytest.mark.parametrize("fused", [True, False])
def test_damaged_weights_are_named_with_their_file(change, told, fused, tmp_path):
    cell = mx.rnn.FusedRNNCell(3, num_layers=1, mode="lstm", prefix="lstm_")
    net = network(cell)
    arrays = cell.unpack_weights(parameters(net))
    change(arrays)
    mx.model.save_checkpoint(str(tmp_path / "net"), 1, net, arrays, {})
    with pytest.raises(mx.MXNetError, match=rf"net-0001\.params: .*({told})"):
        mx.rnn.load_rnn_checkpoint(cell if fused else cell.unfuse(), str(tmp_path / "net"), 1)
