"""DGL: graphs, messages and layers over its MXNet backend and its own library in C++."""

import os

os.environ["DGLBACKEND"] = "mxnet"
import dgl
import dgl.function as fn
import mxnet as mx
import numpy as np
import pytest
from dgl.nn import mxnet as layers
from dgl.nn.mxnet import GATConv, GraphConv, SAGEConv

SOURCE, TARGET = [0, 1, 2, 3, 0], [1, 2, 3, 0, 2]

#: by layer: the losses of three steps of training under MXNet 1.9.1
LOSSES = {
    "GraphConv": [1.08402, 0.93983, 0.85879],
    "GATConv": [1.43009, 1.1441, 0.99758],
    "SAGEConv": [1.48316, 0.90944, 0.79137],
    "SGConv": [1.32329, 1.01756, 0.87889],
    "TAGConv": [1.50294, 0.93138, 0.80203],
    "GMMConv": [1.91328, 0.67209, 0.62057],
    "ChebConv": [1.26128, 0.91938, 0.80579],
    "GINConv": [1.28069, 0.6406, 0.60851],
}
TRAINED = {
    "GraphConv": lambda: layers.GraphConv(4, 3),
    "GATConv": lambda: layers.GATConv(4, 3, 1),
    "SAGEConv": lambda: layers.SAGEConv(4, 3, "mean"),
    "SGConv": lambda: layers.SGConv(4, 3, k=2),
    "TAGConv": lambda: layers.TAGConv(4, 3, k=2),
    "GMMConv": lambda: layers.GMMConv(4, 3, dim=2, n_kernels=2),
    "ChebConv": lambda: layers.ChebConv(4, 3, k=2),
    "GINConv": lambda: layers.GINConv(mx.gluon.nn.Dense(3, in_units=4), "sum"),
}


def trained(name):
    """Return the losses of three steps on a drawn graph, from weights that NumPy draws."""
    draw = np.random.RandomState(0)
    nodes = np.arange(12)
    graph = dgl.graph((mx.nd.array(nodes, dtype="int64"), mx.nd.array((nodes * 5 + 1) % 12, dtype="int64")))
    graph = dgl.add_self_loop(graph)
    features = mx.nd.array(draw.randn(12, 4).astype("f"))
    more = (mx.nd.array(draw.rand(graph.num_edges(), 2).astype("f")),) if name == "GMMConv" else ()
    more += ([2.0],) if name == "ChebConv" else ()
    layer = TRAINED[name]()
    layer.initialize()
    layer(graph, features, *more)
    for each in layer.collect_params().values():
        each.set_data(mx.nd.array(draw.uniform(-0.5, 0.5, each.shape).astype("f")))
    trainer = mx.gluon.Trainer(layer.collect_params(), "sgd", {"learning_rate": 0.5})
    loss = mx.gluon.loss.SoftmaxCrossEntropyLoss()
    losses = []
    for _ in range(3):
        with mx.autograd.record():
            result = loss(layer(graph, features, *more).reshape((12, 3)), mx.nd.array(nodes % 3)).mean()
        result.backward()
        trainer.step(1)
        losses.append(float(result.asscalar()))
    return losses


@pytest.fixture
def graph():
    return dgl.graph((mx.nd.array(SOURCE, dtype="int64"), mx.nd.array(TARGET, dtype="int64")))


def check_graphs(graph):
    assert graph.number_of_nodes() == 4
    assert graph.in_degrees().asnumpy().tolist() == [1, 1, 2, 1]


def check_messages(graph):
    value = np.arange(8, dtype="f").reshape(4, 2)
    graph.ndata["h"] = mx.nd.array(value)
    graph.update_all(fn.copy_u("h", "m"), fn.sum("m", "s"))
    expected = np.zeros_like(value)
    np.add.at(expected, TARGET, value[SOURCE])
    np.testing.assert_allclose(graph.ndata["s"].asnumpy(), expected)


@pytest.mark.parametrize("layer", [GraphConv, GATConv, SAGEConv])
def check_layers(graph, layer):
    graph = dgl.add_self_loop(graph)
    net = {
        GraphConv: lambda: GraphConv(2, 3),
        GATConv: lambda: GATConv(2, 3, 2),
        SAGEConv: lambda: SAGEConv(2, 3, "mean"),
    }[layer]()
    net.initialize()
    features = mx.nd.random.uniform(shape=(4, 2))
    features.attach_grad()
    with mx.autograd.record():
        found = net(graph, features)
    found.backward()
    assert found.shape[0] == 4
    assert np.abs(features.grad.asnumpy()).sum() > 0


@pytest.mark.parametrize("name", TRAINED)
def check_training_equals_1_9_1(name):
    np.testing.assert_allclose(trained(name), LOSSES[name], rtol=1e-4)
