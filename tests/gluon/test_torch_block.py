"""Gluon's networks as modules of PyTorch, and modules inside of Gluon's networks."""

from __future__ import annotations

import copy
import pickle

import mxnet as mx
import numpy as np
import pytest
import torch
from mxnet import gluon
from mxnet.gluon import HybridBlock, nn


def network(prefix="net_"):
    net = nn.HybridSequential(prefix=prefix)
    with net.name_scope():
        net.add(nn.Conv2D(4, 3), nn.BatchNorm(), nn.Activation("relu"), nn.Dense(3))
    net.initialize(mx.init.Xavier())
    return net


X = np.random.RandomState(0).normal(size=(2, 3, 6, 6)).astype(np.float32)


def gradients(net):
    with mx.autograd.record():
        loss = (net(mx.nd.array(X)) ** 2).sum()
    loss.backward()
    return {n: p.grad().asnumpy() for n, p in net.collect_params().items() if p.grad_req != "null"}


def test_a_network_as_a_module():
    net = network()
    expected = net(mx.nd.array(X)).asnumpy()
    module = net.to_torch()
    assert set(module.state_dict()) == set(net.collect_params())
    assert module.inputs == ["data"]
    np.testing.assert_allclose(module.eval()(torch.from_numpy(X)).detach().numpy(), expected, rtol=1e-5, atol=1e-6)


def test_gradients_are_equal_in_training():
    net = network()
    net(mx.nd.array(X))
    module = copy.deepcopy(net.to_torch())
    (module(torch.from_numpy(X)) ** 2).sum().backward()
    want = gradients(net)
    got = {name: p.grad.numpy() for name, p in module.named_parameters()}
    assert set(got) == set(want)
    for name, grad in want.items():
        np.testing.assert_allclose(got[name], grad, rtol=1e-4, atol=1e-4)
    for name, state in module.named_buffers():
        np.testing.assert_allclose(state, net.collect_params()[name].data().asnumpy(), rtol=1e-5, atol=1e-6)


def test_training_the_module_trains_the_network():
    net = network()
    net(mx.nd.array(X))
    module = net.to_torch()
    before = net(mx.nd.array(X)).asnumpy()
    optimizer = torch.optim.SGD(module.parameters(), lr=0.1)
    module.train()(torch.from_numpy(X)).sum().backward()
    optimizer.step()
    after = net(mx.nd.array(X)).asnumpy()
    assert not np.allclose(before, after)
    np.testing.assert_allclose(module.eval()(torch.from_numpy(X)).detach().numpy(), after, rtol=1e-5, atol=1e-6)


def test_modules_are_copied_and_pickled():
    net = network()
    net(mx.nd.array(X))
    module = net.to_torch().eval()
    want = module(torch.from_numpy(X))
    for twin in (copy.deepcopy(module), pickle.loads(pickle.dumps(module))):
        assert torch.equal(twin(torch.from_numpy(X)), want)


def test_several_inputs_and_nested_outputs():
    class Pair(HybridBlock):
        def hybrid_forward(self, F, x, y):
            return y - x, [x + y]

    net = Pair()
    one, two = mx.nd.ones((1,)), mx.nd.full((1,), 2)
    difference, (total,) = net.to_torch(one, two)(torch.ones(1), torch.full((1,), 2.0))
    assert (difference.item(), total.item()) == (1, 3)


def test_a_symbol_as_a_module():
    net = network()
    expected = net(mx.nd.array(X)).asnumpy()
    symbol = net(mx.sym.var("data"))
    module = symbol.to_torch({f"arg:{name}": p.data() for name, p in net.collect_params().items()}).eval()
    np.testing.assert_allclose(module(torch.from_numpy(X)).detach().numpy(), expected, rtol=1e-5, atol=1e-6)
    with pytest.raises(mx.MXNetError, match="expected 1 inputs"):
        module()


def test_names_with_dots_and_names_of_methods():
    symbol = mx.sym.var("data") * mx.sym.var("part.scale")
    module = symbol.to_torch({"part.scale": mx.nd.array([3])})
    assert list(module.state_dict()) == ["part.scale"]
    assert module(torch.ones(1)).item() == 3
    module = (mx.sym.var("data") * mx.sym.var("forward")).to_torch({"forward": mx.nd.array([3])})
    assert module(torch.ones(1)).item() == 3  # whatever the parameter is called in it


# -- a module as a block -----------------------------------------------------------------------------------


def module():
    torch.manual_seed(0)
    return torch.nn.Sequential(torch.nn.Linear(4, 5), torch.nn.BatchNorm1d(5), torch.nn.ReLU(), torch.nn.Linear(5, 2))


B = np.random.RandomState(1).normal(size=(8, 4)).astype(np.float32)


def test_a_module_has_gluon_parameters():
    block = gluon.TorchBlock(module(), prefix="t_")
    params = block.collect_params()
    assert params["t_0_weight"].shape == (5, 4)
    assert params["t_1_running_mean"].grad_req == "null"
    block.initialize()
    np.testing.assert_array_equal(params["t_0_weight"].data().asnumpy(), module()[0].weight.detach().numpy())
    block.initialize(mx.init.One(), force_reinit=True)
    assert (params["t_0_weight"].data().asnumpy() == 1).all()
    assert (params["t_1_running_mean"].data().asnumpy() == 0).all()


def test_a_module_trains_as_it_does_in_pytorch():
    block, own = gluon.TorchBlock(module()), module()
    trainer = gluon.Trainer(block.collect_params(), "sgd", {"learning_rate": 0.1})
    optimizer = torch.optim.SGD(own.parameters(), lr=0.1)
    for _ in range(3):
        with mx.autograd.record():
            loss = (block(mx.nd.array(B)) ** 2).sum()
        loss.backward()
        trainer.step(8)
        optimizer.zero_grad()
        theirs = (own(torch.from_numpy(B)) ** 2).sum()
        (theirs / 8).backward()
        optimizer.step()
        np.testing.assert_allclose(loss.asscalar(), theirs.item(), rtol=1e-5)
    for name, tensor in own.state_dict().items():
        np.testing.assert_allclose(block._reg_params[name].data().asnumpy(), tensor.numpy(), rtol=1e-5, atol=1e-6)
    np.testing.assert_allclose(block(mx.nd.array(B)).asnumpy(), own.eval()(torch.from_numpy(B)).detach().numpy(), 1e-5)


def test_a_module_between_gluon_layers():
    net = nn.Sequential()
    net.add(nn.Dense(4, in_units=4), gluon.TorchBlock(torch.nn.Tanh()), nn.Dense(1, in_units=4))
    net.initialize(mx.init.Xavier())
    x = mx.nd.array(B)
    x.attach_grad()
    with mx.autograd.record():
        out = net(x)
    out.backward()
    hidden = nn.Sequential()
    hidden.add(net[0], nn.Activation("tanh"), net[2])
    y = mx.nd.array(B)
    y.attach_grad()
    with mx.autograd.record():
        out = hidden(y)
    out.backward()
    np.testing.assert_allclose(x.grad.asnumpy(), y.grad.asnumpy(), rtol=1e-5, atol=1e-6)


def test_files_have_the_names_of_the_state_dict(tmp_path):
    file = str(tmp_path / "net.params")
    block = gluon.TorchBlock(module())
    block.save_parameters(file)
    assert set(mx.nd.load(file)) == set(module().state_dict())
    twin = gluon.TorchBlock(torch.nn.Sequential(*(copy.deepcopy(each) for each in module())))
    twin.initialize(mx.init.One(), force_reinit=True)
    twin.load_parameters(file)
    np.testing.assert_allclose(twin(mx.nd.array(B)).asnumpy(), block(mx.nd.array(B)).asnumpy(), rtol=1e-6)


def test_arguments_and_results_may_be_nested():
    class Sums(torch.nn.Module):
        def forward(self, values, options):
            return {"sum": values[0] + values[1], "scaled": [values[0] * options["scale"]]}

    block = gluon.TorchBlock(Sums())
    found = block([mx.nd.ones((1,)), mx.nd.ones((1,))], {"scale": mx.nd.full((1,), 3)})
    assert found["sum"].asscalar() == 2
    assert found["scaled"][0].asscalar() == 3


def test_results_that_are_inputs_are_copied():
    x = mx.nd.ones((2,))
    out = gluon.TorchBlock(torch.nn.Identity())(x)
    out[:] = 5
    assert (x.asnumpy() == 1).all()


def test_repr_shows_the_pytorch_module():
    assert "Linear(in_features=4" in repr(gluon.TorchBlock(module()))


@pytest.mark.parametrize("numpy", [False, True])
def test_a_module_keeps_its_memory(numpy):
    """Another thread may be running it."""
    module = torch.nn.Sequential(torch.nn.Conv2d(2, 3, 2), torch.nn.BatchNorm2d(3))
    addresses = [tensor.data_ptr() for tensor in module.state_dict().values()]
    with mx.util.np_array(numpy):
        block = gluon.TorchBlock(module)
    assert [tensor.data_ptr() for tensor in module.state_dict().values()] == addresses
    arrays = [param.data() for param in block.collect_params().values()]
    arrays[0][:] = 3
    assert module[0].weight[0, 0, 0, 0] == 3
