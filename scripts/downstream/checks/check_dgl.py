"""DGL: graphs, messages and layers over its MXNet backend and its own library in C++, and its example programs.

The programs run as they are, on drawn graphs. Weights are drawn by NumPy, nothing is dropped out: what is left is the
same under any MXNet.
"""

import os
import runpy
import sys
import types
import zlib
from pathlib import Path

os.environ["DGLBACKEND"] = "mxnet"
import dgl
import dgl.data.gindt
import dgl.data.rdf
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


PROGRAMS = Path(os.environ["LIBRARY"]) / "examples" / "mxnet"

#: by program: its arguments, and the norms of the gradients of its steps under MXNet 1.9.1
STEPS = {
    "gcn/train.py": (
        "--dropout 0 --n-epochs 5 --self-loop",
        [0.944473, 0.54528, 0.15907, 0.218791, 0.365124],
    ),
    "gat/train.py": (
        "--dataset cora --in-drop 0 --attn-drop 0 --epochs 4 --num-heads 2 --residual --early-stop",
        [8.136634, 7.307139, 6.459834, 5.671887],
    ),
    "graphsage/main.py": (
        "--dataset cora --dropout 0 --n-epochs 5",
        [0.666958, 0.537066, 0.411681, 0.279812, 0.186552],
    ),
    "sgc/sgc.py": (
        "--dataset cora --n-epochs 5 --bias",
        [0.507489, 0.084903, 0.157294, 0.244578, 0.200203],
    ),
    "tagcn/train.py": (
        "--dataset cora --dropout 0 --n-epochs 5",
        [1.164524, 0.928351, 0.747566, 0.559975, 0.349078],
    ),
    "appnp/appnp.py": (
        "--dataset cora --in-drop 0 --edge-drop 0 --n-epochs 5 --hidden_sizes 8",
        [0.755546, 0.691226, 0.639187, 0.588823, 0.543653],
    ),
    "monet/citation.py": (
        "--dataset cora --dropout 0 --n-epochs 5",
        [61.136946, 149.346175, 151.792438, 56.787969, 60.420983],
    ),
    "rgcn/entity_classify.py": (
        "--dataset aifb --n-epochs 5 --n-bases 2 --use-self-loop",
        [5.224723, 4.804873, 4.533642, 4.332841, 4.135898],
    ),
    "gin/main.py": (
        "--device -1 --epochs 2 --batch_size 8 --final_dropout 0 --learn_eps --hidden_dim 8 --num_layers 3",
        [5.366619, 8.874896, 9.153939, 7.174393, 5.671312, 8.094445, 7.353252, 6.840611],
    ),
    "tree_lstm/train.py": (
        "--gpu -1 --epochs 2 --batch-size 4 --x-size 6 --h-size 5 --dropout 0 --log-every 1",
        [
            4.343199, 0.406503, 4.589482, 0.398129, 1.881107, 0.335998,
            4.502842, 0.454837, 3.228198, 0.416778, 2.764086, 0.473945,
        ],
    ),
}  # fmt: skip


def integers(values):
    return mx.nd.array(values, dtype="int64")


def drawn_graph(draw, nodes):
    """Return a ring with as many edges drawn, in both directions: every node has neighbours."""
    source, target = np.arange(nodes), (np.arange(nodes) + 1) % nodes
    more = draw.randint(0, nodes, (2, nodes))
    source, target = np.concatenate([source, more[0]]), np.concatenate([target, more[1]])
    return dgl.graph((integers([*source, *target]), integers([*target, *source])), num_nodes=nodes)


def masks(data, nodes):
    """Let a third of the nodes be for training, a third for validation, a third for tests."""
    for part, name in enumerate(("train_mask", "val_mask", "test_mask")):
        data[name] = dgl.data.utils.generate_mask_tensor(np.arange(nodes) % 3 == part)


class Citations:
    """A citation graph: features, labels and masks of 30 nodes."""

    num_labels = 3

    def __init__(self):
        draw = np.random.RandomState(0)
        self.graph = drawn_graph(draw, 30)
        self.graph.ndata["feat"] = mx.nd.array(draw.rand(30, 7).astype("f"))
        self.graph.ndata["label"] = integers(draw.randint(0, 3, 30))
        masks(self.graph.ndata, 30)

    def __getitem__(self, index):
        return self.graph


class Relations:
    """A graph of two kinds of nodes and three relations."""

    predict_category, num_classes = "person", 3

    def __getitem__(self, index):
        draw = np.random.RandomState(0)
        edges = {
            name: (integers(draw.randint(0, 30, 60)), integers(draw.randint(0, 30, 60)))
            for name in (("person", "knows", "person"), ("person", "wrote", "paper"), ("paper", "names", "person"))
        }
        graph = dgl.heterograph(edges, {"person": 30, "paper": 30})
        data = graph.nodes["person"].data
        data["labels"] = integers(draw.randint(0, 3, 30))
        masks(data, 30)
        return graph


class Graphs:
    """Thirty small graphs of two classes."""

    dim_nfeats, gclasses = 4, 2

    def __init__(self, name, self_loop):
        draw = np.random.RandomState(0)
        self.graphs = []
        for _ in range(30):
            graph = drawn_graph(draw, draw.randint(4, 8))
            graph.ndata["attr"] = mx.nd.array(draw.rand(graph.num_nodes(), 4).astype("f"))
            self.graphs.append(graph)

    def __len__(self):
        return 30

    def __getitem__(self, index):
        return self.graphs[index], integers([index % 2])


class Trees:
    """Twelve binary trees of three leaves: words, and labels of all nodes."""

    vocab_size, num_classes, pretrained_emb = 9, 3, None

    def __init__(self, mode="train"):
        draw = np.random.RandomState(len(mode))
        self.trees = []
        for _ in range(12):
            tree = dgl.graph((integers([0, 1, 2, 3]), integers([3, 3, 4, 4])))
            tree.ndata["x"] = integers([*draw.randint(0, 9, 3), 0, 0])
            tree.ndata["mask"] = integers([1, 1, 1, 0, 0])
            tree.ndata["y"] = integers(draw.randint(0, 3, 5))
            self.trees.append(tree)

    def __len__(self):
        return len(self.trees)

    def __getitem__(self, index):
        return self.trees[index]


@pytest.fixture
def norms(monkeypatch):
    """Draw weights by NumPy, by shape and order; return the list of the norms of the gradients of each step."""
    counts, found = {}, []

    def drawn(self, name, array):
        shape = "x".join(map(str, array.shape))
        counts[shape] = counts.get(shape, 0) + 1
        draw = np.random.RandomState(zlib.crc32(f"{shape} {counts[shape]}".encode()))
        array[:] = mx.nd.array(draw.normal(0, 0.3, array.shape).astype("f"))

    for kind in (mx.init.Xavier, mx.init.Uniform, mx.init.Normal):
        monkeypatch.setattr(kind, "_init_weight", drawn)
    step = mx.gluon.Trainer.step

    def counted(self, *more, **named):
        gradients = [each.grad() for each in self._params if each.grad_req != "null"]
        found.append(round(sum(float((each**2).sum().asscalar()) for each in gradients) ** 0.5, 6))
        step(self, *more, **named)

    monkeypatch.setattr(mx.gluon.Trainer, "step", counted)
    return found


@pytest.mark.parametrize("program", STEPS)
def check_programs_equal_1_9_1(program, norms, monkeypatch, tmp_path):
    path = PROGRAMS / program
    if not path.exists():
        pytest.skip("the checkout of DGL has its programs: --checkouts")
    arguments, expected = STEPS[program]
    monkeypatch.setattr(dgl.data, "CoraGraphDataset", Citations)
    monkeypatch.setattr(dgl.data.rdf, "AIFBDataset", Relations)
    monkeypatch.setattr(dgl.data.gindt, "GINDataset", Graphs)
    monkeypatch.setattr(dgl.data, "SSTDataset", Trees)
    monkeypatch.setitem(sys.modules, "dgl.contrib.data", types.SimpleNamespace(load_data=None))  # imported, not used
    monkeypatch.syspath_prepend(str(path.parent))
    monkeypatch.setattr(sys, "argv", [program, *arguments.split()])
    monkeypatch.chdir(tmp_path)
    for module in path.parent.glob("*.py"):
        monkeypatch.delitem(sys.modules, module.stem, raising=False)
    np.random.seed(0)
    runpy.run_path(str(path), run_name="__main__")
    assert len(norms) == len(expected), " ".join(map(str, norms))
    np.testing.assert_allclose(norms, expected, rtol=1e-3, atol=1e-5)
