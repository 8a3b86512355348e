"""Errors for names and arguments of other libraries say what MXNet calls them."""

import copy
import importlib
import pickle
import re

import mxnet as mx
import pytest
from mxnet import gluon
from mxnet.core.other_names import NAMES
from mxnet.gluon import nn

HOLDERS = {"mx": mx, "nn": nn, "gluon": gluon, "autograd": mx.autograd, "lr_scheduler": mx.lr_scheduler,
           "transforms": gluon.data.vision.transforms}  # fmt: skip
OBJECTS = {
    "net": nn.Sequential(),  # which has no export, as a HybridBlock has
    "x": mx.nd.ones((2, 3)),
    "Trainer": gluon.Trainer([], "sgd"),
    "Symbol": mx.sym.Variable("x"),
    "Parameter": gluon.Parameter("p"),
}
HOLDERS |= {"net": OBJECTS["net"], "x": OBJECTS["x"], "trainer": OBJECTS["Trainer"]}


def _net():
    net = nn.Dense(2, in_units=3)
    net.initialize()
    return net


@pytest.mark.parametrize("module", [name for name in NAMES if name.startswith("mxnet")])
def test_modules_say_mxnets_name(module):
    holder = importlib.import_module(module)
    for name, text in NAMES[module].items():
        with pytest.raises(AttributeError) as caught:
            getattr(holder, name)
        assert str(caught.value) == f"module {module!r} has no attribute {name!r}; MXNet has {text}"


@pytest.mark.parametrize(
    ("key", "value"),
    [("Block", "net"), ("NDArray", "x"), ("Trainer", "Trainer"), ("Symbol", "Symbol"), ("Parameter", "Parameter")],
)
def test_objects_say_mxnets_name(key, value):
    for name, text in NAMES[key].items():
        shown = f"'{type(OBJECTS[value]).__name__}' object has no attribute {name!r}; MXNet has {text}"
        assert not hasattr(OBJECTS[value], name)
        assert name not in dir(OBJECTS[value])
        with pytest.raises(AttributeError, match=re.escape(shown)):
            getattr(OBJECTS[value], name)


@pytest.mark.parametrize("text", sorted({text for table in NAMES.values() for text in table.values()}))
def test_what_is_named_is_there(text):
    for path in re.findall(r"\b((?:mx|nn|gluon|autograd|lr_scheduler|transforms|net|x|trainer)(?:\.\w+)+)", text):
        first, *rest = path.split(".")
        item = HOLDERS[first]
        for name in rest:
            item = getattr(item, name)


class Trained:
    mode = "own"

    def train(self):
        return "trained"


class Own(gluon.HybridBlock, Trained):
    parameters = "mine"

    def __init__(self):
        super().__init__()
        self.state_dict = 3

    @property
    def predict(self):
        raise AttributeError("within predict")


def test_what_a_program_has_under_the_name_comes_first():
    net = Own()
    assert (net.train(), net.parameters, net.state_dict, Own.train(net)) == ("trained", "mine", 3, "trained")
    assert {"train", "parameters", "state_dict"} <= set(dir(net))
    with pytest.raises(AttributeError, match="within predict"):
        _ = net.predict
    assert pickle.loads(pickle.dumps(mx.nd.ones((2,)))).shape == (2,)
    assert copy.copy(net).state_dict == 3


def test_arrays_of_numpy_have_their_own_methods():
    assert float(mx.np.ones((2,)).std()) == 0


ARGUMENTS = [
    (lambda: nn.Conv2D(filters=4), "Conv2D.__init__() got an unexpected keyword argument 'filters'"),
    (lambda: nn.Conv2D(filters=4), "'filters'; did you mean 'channels'?"),
    (lambda: nn.Dense(out_features=4), "'out_features'; did you mean 'units'?"),
    (lambda: nn.Dense(4, bias=False), "'bias'; did you mean 'use_bias'?"),
    (lambda: nn.Embedding(num_embeddings=3, embedding_dim=2), "'num_embeddings'; did you mean 'input_dim'?"),
    (lambda: nn.LayerNorm(eps=1e-3), "'eps'; did you mean 'epsilon'?"),
    (lambda: nn.BatchNorm(num_features=3), "'num_features'; did you mean 'in_channels'?"),
    (lambda: nn.Dropout(p=0.5), "'p'; did you mean 'rate'?"),
    (lambda: gluon.rnn.LSTM(3, batch_first=True), "'batch_first'; did you mean 'layout'?"),
    (lambda: mx.optimizer.Adam(lr=1), "'lr'; did you mean 'learning_rate'?"),
    (lambda: mx.optimizer.SGD(weight_decay=1), "'weight_decay'; did you mean 'wd'?"),
    (lambda: gluon.data.DataLoader([1], 1, drop_last=True), "'drop_last'; did you mean 'last_batch'?"),
    (
        lambda: gluon.Trainer(_net().collect_params(), "sgd", learning_rate=0.1),
        "'learning_rate'; the optimizer's arguments are in a dict: optimizer_params={'learning_rate': 0.1}",
    ),
    (lambda: gluon.Trainer([], "sgd", 0.1), "expected a dict such as {'learning_rate': 0.1}, got 0.1"),
]  # fmt: skip


@pytest.mark.parametrize(("call", "told"), ARGUMENTS)
def test_arguments_of_other_libraries(call, told):
    with pytest.raises(TypeError, match=re.escape(told)):
        call()


def test_a_class_of_a_program_takes_what_it_takes():
    class Net(nn.Dense):
        def __init__(self, units, **kwargs):
            self.filters = kwargs.pop("filters")
            super().__init__(units, **kwargs)

    assert Net(2, filters=3).filters == 3


@pytest.mark.parametrize(
    ("call", "error", "told"),
    [
        (lambda: gluon.Trainer(_net(), "sgd"), ValueError, "A block's are net.collect_params()."),
        (lambda: gluon.Trainer(list(_net().collect_params()), "sgd"), ValueError, "net.collect_params()."),
        (lambda: gluon.Trainer([], mx.optimizer.SGD), AttributeError, "got the class SGD: write SGD("),
        (lambda: nn.Sequential().add(nn.Dense), ValueError, "expected a block, got the class Dense: write Dense(...)"),
        (lambda: nn.HybridSequential().add(nn.Dense), ValueError, "Write Dense(...), which makes one."),
        (lambda: nn.HybridSequential().add([nn.Dense(2)]), ValueError, "add takes blocks one by one: add(*blocks)."),
        (lambda: nn.HybridSequential().add(nn.Lambda("relu")), ValueError, "of Lambda, HybridLambda."),
        (lambda: nn.HybridSequential().add("relu"), ValueError, "nn.HybridLambda(function), nn.Activation(name)."),
        (lambda: mx.mod.Module(_net()), AttributeError, "MXNet has net(mx.sym.var('data')), which is a Symbol"),
    ],
)  # fmt: skip
def test_objects_of_another_sort(call, error, told):
    with pytest.raises(error, match=re.escape(told)):
        call()


@pytest.mark.parametrize(
    ("path", "told"),
    [
        ("nd.FullyConected", "module 'mxnet.ndarray' has no attribute 'FullyConected'; did you mean 'FullyConnected'?"),
        ("nd.convolution", "module 'mxnet.ndarray' has no attribute 'convolution'; did you mean 'Convolution'?"),
        ("nd.softmaxx", "did you mean 'softmax'?"),
        ("sym.FullyConected", "module 'mxnet.symbol' has no attribute 'FullyConected'; did you mean 'FullyConnected'?"),
        ("np.concatenat", "module 'mxnet.numpy' has no attribute 'concatenat'; did you mean 'concatenate'?"),
        ("npx.softmaxx", "module 'mxnet.numpy_extension' has no attribute 'softmaxx'; did you mean 'softmax'?"),
        ("gluon.data.Dataloader", "did you mean 'DataLoader'?"),
        ("gluon.loss.L2Los", "did you mean 'L2Loss'?"),
        ("mod.Modul", "did you mean 'Module'?"),
        ("optimizer.Adamm", "did you mean 'Adam'?"),
        ("init.xavier", "did you mean 'Xavier'?"),
        ("gluon.nn.no_such_layer_at_all", "module 'mxnet.gluon.nn' has no attribute 'no_such_layer_at_all'"),
    ],
)
def test_names_that_are_near(path, told):
    *modules, name = path.split(".")
    holder = mx
    for part in modules:
        holder = getattr(holder, part)
    assert not hasattr(holder, name)
    with pytest.raises(AttributeError, match=re.escape(told) + "$"):
        getattr(holder, name)
