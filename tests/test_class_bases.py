"""Public classes derive from each other as in MXNet 1.9.1: ``__base__``, ``__mro__`` and ``__subclasses__()``."""

import importlib
import json
import operator
import pathlib
import pickle

import mxnet as mx
import pytest
from mxnet.core.shared_methods import Shared

from .record_classes import is_public, names

#: by class: its base, the public classes above it, and those right below it, as ``record_classes.py`` printed them
RECORDED = json.loads((pathlib.Path(__file__).parent / "data" / "classes.json").read_text())
#: classes with another base, and why
OTHERS = {
    "mxnet.gluon.data.dataloader.DataLoaderV1": "a DataLoader, with the arguments of earlier releases",
    "mxnet.ndarray.ndarray.NDArray": "what it derives from is internal on both sides",
    "mxnet.symbol.symbol.Symbol": "what it derives from is internal on both sides",
    "mxnet.autograd._RecordingStateScope": "it ends by functions of C, which no signal interrupts",
    "mxnet.contrib.autograd.TrainingStateScope": "the same scope",
    "mxnet.attribute.AttrScope": "another such scope",
    "mxnet.name.NameManager": "another such scope",
    "mxnet.name.Prefix": "another such scope",
    "mxnet.runtime.Feature": "a named tuple: there is no C structure",
}
#: classes of C's structures, of worker processes, and of modules that only write documentation
NOT_HERE = (
    "mxnet.gluon.data.dataloader.ConnectionWrapper", "mxnet.gluon.data.dataloader.Queue",
    "mxnet.gluon.data.dataloader.SimpleQueue", "mxnet.ndarray.ndarray.DL", "mxnet.ndarray_doc.", "mxnet.notebook.",
    "mxnet.space.", "mxnet.symbol_doc.",
)  # fmt: skip
#: these 1.9.1 has too, but for the last: MXNet 2's metrics, which have a registry of their own
PRIVATE = {"_BaseConvRNNCell", "_AssignmentOptimizer", "_SVRGOptimizer", "_Metric"}
INTERNAL = ("Arithmetic", "Exchange", "Indexing", "NDArrayBase", "NumpyIndexing", "OperatorMethods")


@pytest.mark.parametrize("path", [path for path in RECORDED if path not in OTHERS and not path.startswith(NOT_HERE)])
def test_bases_are_those_of_1_9_1(path):
    module, name = path.rsplit(".", 1)
    cls = getattr(importlib.import_module(module), name)
    base, above, _ = RECORDED[path]
    here = [one.__name__ for one in cls.__mro__[1:] if is_public(one) and one.__name__ not in INTERNAL]
    assert (cls.__base__.__name__, here) == (base, [name for name in above if name not in INTERNAL])


@pytest.mark.parametrize(
    "path",
    [
        "gluon.data.sampler.Sampler", "gluon.loss.Loss", "gluon.rnn.rnn_cell.HybridRecurrentCell",
        "image.detection.DetAugmenter", "image.image.Augmenter", "initializer.Initializer", "lr_scheduler.LRScheduler",
        "metric.EvalMetric", "module.base_module.BaseModule", "optimizer.optimizer.Optimizer",
        "rnn.rnn_cell.BaseRNNCell",
    ],
)  # fmt: skip
def test_no_class_stands_between(path):
    cls = operator.attrgetter(path)(mx)
    here = {one.__name__ for one in cls.__subclasses__() if one.__module__.startswith("mxnet.")}
    assert set(RECORDED[f"mxnet.{path}"][2]) <= here
    assert {name for name in here if name.startswith("_")} <= PRIVATE


def test_programs_find_sgd_and_adam_by_their_base():
    found = {
        name
        for name, cls in vars(mx.optimizer).items()
        if isinstance(cls, type) and cls.__base__ is mx.optimizer.Optimizer
    }
    assert {"SGD", "Adam", "NAG", "LARS", "RMSProp", "Nadam", "LAMB", "Signum"} <= found


class Doubled(metaclass=Shared):
    factor = 2

    def __init__(self, value):
        super().__init__(value)

    @property
    def value(self):
        return super().value * self.factor

    @classmethod
    def zero(cls):
        return cls(super().nothing())


class Base:
    def __init__(self, value):
        self._value = value

    @property
    def value(self):
        return self._value

    @classmethod
    def nothing(cls):
        return 0


class Tripled(Doubled, shared=True):
    factor = 3


class OfBoth(Doubled, Base):
    """A class with shared methods."""


class OfThree(Tripled, Base):
    def __init__(self, value):
        super().__init__(value + 1)


def test_shared_methods_are_copied_and_no_base():
    assert OfBoth.__bases__ == OfThree.__bases__ == (Base,)
    assert type(OfBoth) is type
    assert set(Base.__subclasses__()) == {OfBoth, OfThree}
    assert (OfBoth(4).value, OfThree(4).value, OfBoth.zero().value) == (8, 15, 0)
    assert OfBoth.value.__doc__ is None
    assert OfBoth.zero.__qualname__ == "OfBoth.zero"
    assert pickle.loads(pickle.dumps(OfBoth(1))).value == 2
    assert names([OfBoth]) == []


@pytest.mark.parametrize("cls", [mx.gluon.rnn.LSTMCell, mx.gluon.rnn.GRUCell, mx.gluon.model_zoo.vision.ResNetV1])
def test_errors_of_shared_constructors_name_the_class(cls: type) -> None:
    with pytest.raises(TypeError, match=rf"^{cls.__name__}\.__init__\(\)"):
        cls()
