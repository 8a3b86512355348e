"""Errors of a method's arguments name its class, as those of a method that Python defines there do in 1.9.1."""

import sys
from types import FunctionType

import mxnet as mx
import pytest
from mxnet.gluon import nn

#: the messages of 1.9.1 under Python 3.11
MESSAGES = {
    "save_parameters()": "Block.save_parameters() missing 1 required positional argument: 'filename'",
    "load_parameters()": "Block.load_parameters() missing 1 required positional argument: 'filename'",
    "save_parameters('a', 1, 2, 3)": "Block.save_parameters() takes from 2 to 3 positional arguments but 5 were given",
    "save()": "Block.save() missing 1 required positional argument: 'prefix'",
    "export()": "HybridBlock.export() missing 1 required positional argument: 'path'",
}


@pytest.mark.parametrize("call", MESSAGES)
def test_of_a_block(call):
    with pytest.raises(TypeError) as caught:
        eval(f"net.{call}", {"net": nn.HybridSequential()})
    assert str(caught.value) == MESSAGES[call]


@pytest.mark.parametrize("name", ["Accuracy", "F1", "MAE", "CrossEntropy"])
def test_of_a_metric(name):
    with pytest.raises(TypeError, match=rf"^{name}\.update\(\) missing 2 required positional"):
        mx.metric.create(name.lower() if name != "CrossEntropy" else "ce").update()


#: where methods are made of the functions of the same name, when they are first asked for
OF_FUNCTIONS = "mxnet.ndarray", "mxnet.numpy", "mxnet.symbol"


def test_every_public_method_has_the_name_of_a_class():
    classes = {
        cls
        for name, module in list(sys.modules.items())
        if name.startswith("mxnet.")
        for cls in vars(module).values()
        if isinstance(cls, type) and cls.__module__.startswith("mxnet.") and not cls.__module__.startswith(OF_FUNCTIONS)
    }
    methods = [(cls, name, f) for cls in classes for name, f in vars(cls).items() if isinstance(f, FunctionType)]
    unnamed = {f"{cls.__qualname__}.{name}" for cls, name, f in methods if f.__qualname__ == name and name[0] != "_"}
    assert unnamed == set()
