"""What MXNet 2 has beside operators: files, memory shared with NumPy, choices with inputs, networks without cycles."""

from __future__ import annotations

import gc

import mxnet as mx
import mxnet.gluon.probability as mgp
import numpy as np
import pytest
from mxnet import autograd, gluon


def test_savez_writes_what_numpy_reads(v2, tmp_path):
    path = tmp_path / "params.npz"
    mx.npx.savez(path, mx.np.array([1, 2]), weight=mx.np.zeros((2, 0)))
    with np.load(path) as arrays:
        assert {name: arrays[name].shape for name in arrays} == {"arr_0": (2,), "weight": (2, 0)}
    loaded = mx.npx.load(path)
    assert loaded["arr_0"].tolist() == [1, 2]
    assert loaded["weight"].shape == (2, 0)


def test_one_array_is_saved_as_numpy_saves_it(v2, tmp_path):
    path = tmp_path / "array"
    mx.npx.save(path, mx.np.array([1, 2]))
    assert np.load(path).tolist() == mx.npx.load(path).tolist() == [1, 2]


def test_no_arrays_are_a_file_too(v2, tmp_path):
    mx.npx.savez(tmp_path / "params.npz")
    assert mx.npx.load(tmp_path / "params.npz") == {}


def test_a_damaged_npz_file_is_an_error(v2, tmp_path):
    path = tmp_path / "params.npz"
    mx.npx.savez(path, mx.np.ones(100))
    path.write_bytes(path.read_bytes()[:200])
    with pytest.raises(mx.MXNetError, match="cannot read"):
        mx.npx.load(path)


def test_savez_refuses_other_data_and_names_that_are_there(v2, tmp_path):
    with pytest.raises(TypeError, match=r"mx\.np"):
        mx.npx.savez(tmp_path / "params.npz", np.ones(1))
    with pytest.raises(ValueError, match="arr_0"):
        mx.npx.savez(tmp_path / "params.npz", mx.np.ones(1), arr_0=mx.np.ones(1))
    assert not list(tmp_path.iterdir())


def test_arrays_share_memory_by_dlpack_and_with_numpy(v2):
    x = mx.np.zeros(2)
    mx.npx.from_dlpack(mx.npx.to_dlpack_for_write(x))[:] = 1
    assert x.tolist() == [1, 1]
    assert type(mx.npx.from_numpy(np.ones(2))) is type(x)
    assert mx.npx.from_numpy(np.ones(2, "int32"), zero_copy=False).dtype == np.int32


@pytest.mark.parametrize(("value", "expected"), [(1, 2), (-1, -3)])
def test_cond_passes_its_inputs_on(v2, value, expected):
    x = mx.np.array([value])
    result = mx.npx.cond(lambda x: x > 0, lambda x: x * 2, lambda x: x * 3, inputs=x)
    assert result.item() == expected


def test_loaders_read_datasets_and_batches_by_their_handles():
    dataset = gluon.data.SimpleDataset([1, 2, 3]).filter(lambda x: x > 1).__mx_handle__()
    assert [dataset[i] for i in range(len(dataset))] == [2, 3]
    assert gluon.data.batchify.Stack().__mx_handle__()([1, 2]).shape == (2,)


def test_children_may_be_called_for_themselves(v2):
    net = gluon.nn.Sequential()
    net.add(gluon.nn.Dense(1))
    assert [child() for child in net._children.values()] == list(net)


def test_a_block_without_arguments_runs(v2):
    class One(gluon.Block):
        def forward(self):
            return mx.np.ones(1)

    assert One()().item() == 1


def test_the_trainer_of_a_parameter_is_a_weak_reference(v2):
    param = gluon.Parameter("x", shape=(10,), stype="row_sparse")
    param.initialize()
    trainer = gluon.Trainer([param], "sgd")
    assert param._trainer() is trainer
    with pytest.raises(RuntimeError, match="More than one"):
        gluon.Trainer([param], "sgd")


def test_gradients_are_row_sparse_under_numpy_arrays(v2):
    param = gluon.Parameter("x", shape=(10,), grad_stype="row_sparse")
    param.initialize()
    assert param.grad().stype == "row_sparse"


def test_export_returns_the_names_of_its_files(tmp_path):
    net = gluon.nn.Dense(1)
    net.initialize()
    net.hybridize()
    net(mx.nd.ones((1, 1)))
    prefix = str(tmp_path / "net")
    assert net.export(prefix) == (f"{prefix}-symbol.json", f"{prefix}-0000.params")


def test_memory_of_a_network_is_free_when_it_is_dropped():
    def train():
        net = gluon.nn.HybridSequential()
        net.add(gluon.nn.Dense(2), gluon.nn.BatchNorm())
        net.initialize()
        with autograd.record():
            loss = net(mx.nd.ones((2, 3))).sum()
        loss.backward()
        gluon.Trainer(net.collect_params(), "sgd").step(1)

    train()
    gc.collect()
    flags = gc.get_debug()
    gc.set_debug(gc.DEBUG_SAVEALL)
    try:
        train()
        gc.collect()
        assert not [item for item in gc.garbage if isinstance(item, mx.nd.NDArray)]
    finally:
        gc.set_debug(flags)
        gc.garbage.clear()


def test_distributions_promote_the_types_of_parameters_and_values(v2):
    logit = mx.np.array([[0.0, 0.0]])
    value = mgp.Categorical(2, logit=logit).log_prob(mx.np.array([1], dtype="int64"))
    np.testing.assert_allclose(value.asnumpy(), [np.log(0.5)], rtol=1e-6)
    wide = mgp.Poisson(mx.np.array([1.0])).log_prob(mx.np.array([0.0], dtype="float64"))
    assert wide.dtype == np.float64


def test_constraints_with_traced_bounds_are_part_of_the_graph(v2):
    class Net(gluon.HybridBlock):
        def forward(self, low, x):
            return mgp.Uniform(low, low + 1, validate_args=True).log_prob(x)

    net = Net()
    net.hybridize()
    low = mx.np.zeros(2)
    assert net(low, low + 0.5).tolist() == [0, 0]
    with pytest.raises(ValueError, match="Constraint violated"):
        net(low, low + 5).asnumpy()


def test_bounds_of_transformations_may_be_arrays(v2):
    region = mgp.constraint.Interval(mx.np.array([0.0, 1.0]), mx.np.array([2.0, 3.0]))
    assert mgp.biject_to(region)(mx.np.zeros(2)).tolist() == [1, 2]


def test_the_entropy_of_a_normal_vector_has_the_shape_of_its_covariance(v2):
    distribution = mgp.MultivariateNormal(mx.np.zeros((4, 2)), cov=mx.np.eye(2))
    assert distribution.entropy().shape == ()


def test_an_array_that_the_collector_keeps_is_not_alive():
    kept = mx.nd.ones(1)
    cycle = [mx.nd.ones(2), kept]
    cycle.append(cycle)
    assert cycle[0]._alive
    gc.collect()
    before, flags = len(gc.garbage), gc.get_debug()
    gc.set_debug(gc.DEBUG_SAVEALL)
    try:
        del cycle
        gc.collect()
        lost = [item for item in gc.garbage if type(item) is mx.nd.NDArray and item is not kept]
        assert [array.shape for array in lost if not array._alive] == [(2,)]
        assert kept._alive
    finally:
        gc.set_debug(flags)
        del gc.garbage[before:]
