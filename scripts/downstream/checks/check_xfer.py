"""XFER: a trained Module repurposed for fewer classes, in each of its ways."""

import mxnet as mx
import numpy as np
import pytest
import xfer

DRAW = np.random.RandomState(0)
X, Y = DRAW.rand(40, 3, 10, 10).astype("f"), DRAW.randint(0, 3, 40).astype("f")
for _image, _label in zip(X, Y, strict=True):
    _image[int(_label)] += 2
META = ["LrRepurposer", "SvmRepurposer", "BnnRepurposer", "GpRepurposer"]


def data():
    return mx.io.NDArrayIter(X, Y, 10)


@pytest.fixture
def source():
    mx.random.seed(0)
    net = mx.sym.Variable("data")
    for i in (1, 2):
        net = mx.sym.Convolution(net, kernel=(3, 3), num_filter=4, name=f"conv{i}")
        net = mx.sym.Activation(net, act_type="relu", name=f"relu{i}")
    net = mx.sym.FullyConnected(mx.sym.Flatten(net, name="flat"), num_hidden=5, name="fc1")
    module = mx.mod.Module(mx.sym.SoftmaxOutput(net, name="softmax"))
    module.bind([("data", (10, 3, 10, 10))], [("softmax_label", (10,))])
    module.init_params(mx.init.Xavier())
    return module


@pytest.mark.parametrize("name", META)
def check_repurposers_on_features(name, source):
    made = getattr(xfer, name)(source, ["fc1"], **({"num_epochs": 3} if name == "BnnRepurposer" else {}))
    made.repurpose(data())
    assert made.predict_label(data()).shape == Y.shape


def check_fine_tuning(source):
    made = xfer.NeuralNetworkFineTuneRepurposer(
        source,
        transfer_layer_name="flat",
        target_class_count=3,
        num_epochs=8,
        optimizer_params={"learning_rate": 0.1},
    )
    made.repurpose(data())
    assert (made.predict_label(data()) == Y).mean() > 0.5


def check_random_freezing(source):
    made = xfer.NeuralNetworkRandomFreezeRepurposer(
        source, target_class_count=3, fixed_layers=["conv1"], random_layers=[], num_layers_to_drop=2, num_epochs=4
    )
    made.repurpose(data())
    assert made.predict_label(data()).shape == Y.shape


def check_layers(source):
    handler = xfer.model_handler.ModelHandler(source)
    handler.drop_layer_top(2)
    assert handler.layer_names[-1] == "flat"
    features = handler.get_layer_output(data(), ["flat"])[0]["flat"]
    assert features.shape == (40, 4 * 6 * 6)
