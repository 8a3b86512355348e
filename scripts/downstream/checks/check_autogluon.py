"""AutoGluon: the network of its tabular models, which its own loop trains; losses and predictions are MXNet 1.9.1's.

Weights are drawn by NumPy, nothing is dropped out: what is left is the same under any MXNet.
"""

import logging
import os
import re
import sys
import types
import zlib
from pathlib import Path

import mxnet as mx
import numpy as np
import pandas as pd
import pytest


def without_search():
    """Leave out what searches for models, with workers and stores that are not tried: the network needs none of it."""
    spaces = {name: type(name, (), {}) for name in ("Space", "Categorical", "List", "NestedSpace", "Real")}
    left_out = {
        "boto3": {},
        "autogluon.core": {**spaces, "args": lambda **_: lambda function: function},
        "autogluon.core.models": {},
        "autogluon.core.scheduler": {"FIFOScheduler": None},
        "autogluon.core.scheduler.reporter": {"LocalStatusReporter": None},
        "autogluon.core.task": {},
        "autogluon.core.task.base": {"BasePredictor": None},
        "autogluon.tabular": {},
        "autogluon.tabular.models": {},
    }
    for name, names in left_out.items():
        module = types.ModuleType(name)
        module.__path__ = [str(Path(os.environ["LIBRARY"], *name.split(".")))]
        vars(module).update(names)
        sys.modules[name] = module


without_search()
from autogluon.core.features.feature_metadata import FeatureMetadata  # noqa: E402 - what they import is left out first
from autogluon.tabular.models.tabular_nn.tabular_nn_model import TabularNeuralNetModel  # noqa: E402

#: by kind of problem: the losses of six epochs, and six of the predictions, under MXNet 1.9.1
FOUND = {
    "binary": [
        0.633772, 0.395649, 0.275905, 0.215059, 0.142587, 0.124247,
        0.074473, 0.936872, 0.158689, 0.942593, 0.200097, 0.052903,
    ],
    "multiclass": [
        0.967200, 0.698693, 0.550994, 0.510214, 0.351394, 0.289150,
        0.997614, 0.002180, 0.000206, 0.039275, 0.413303, 0.547422,
    ],
    "regression": [
        2.958913, 1.407756, 1.399963, 1.621170, 1.092794, 1.108810,
        -1.640135, 1.255718, 0.130706, 1.011681, 0.139284, -0.457592,
    ],
}  # fmt: skip


@pytest.fixture
def drawn(monkeypatch):
    """Draw weights by NumPy, by shape and order."""
    counts = {}

    def draw(self, name, array):
        shape = "x".join(map(str, array.shape))
        counts[shape] = counts.get(shape, 0) + 1
        values = np.random.RandomState(zlib.crc32(f"{shape} {counts[shape]}".encode())).normal(0, 0.2, array.shape)
        array[:] = mx.nd.array(values.astype("f"))

    for kind in (mx.init.Uniform, mx.init.Orthogonal):
        monkeypatch.setattr(kind, "_init_weight", draw)


def table():
    """Return a table: numbers, skewed numbers, a few and many categories, and missing values."""
    draw = np.random.RandomState(0)
    many = pd.Categorical(draw.choice([f"city {each}" for each in range(12)], 260))
    few = pd.Categorical(draw.choice(["x", "y", "z"], 260))
    data = {"a": draw.randn(260), "b": draw.exponential(size=260) ** 3, "few": few, "many": many}
    frame = pd.DataFrame(data)
    frame.loc[::17, "a"] = np.nan
    return frame, frame.a.fillna(0) + (frame.few == "x") + (frame.many == "city 3")


LABELS = {
    "binary": lambda value: (value > 0.3).astype(int),
    "multiclass": lambda value: (value > 0.3).astype(int) + (value > 1.2),
    "regression": lambda value: value,
}


@pytest.mark.parametrize("kind", FOUND)
def check_training_equals_1_9_1(kind, drawn, tmp_path, monkeypatch):
    features, value = table()
    labels = LABELS[kind](value)
    said = []
    monkeypatch.setattr(
        logging.getLogger("autogluon.tabular.models.tabular_nn.tabular_nn_model"),
        "log",
        lambda level, text, *args: said.append(str(text)),
    )
    sizes = {"layers": [16, 8], "numeric_embed_dim": 10, "batch_size": 32, "num_epochs": 6, "learning_rate": 0.01}
    model = TabularNeuralNetModel(
        path=f"{tmp_path}/", name="NN", problem_type=kind, hyperparameters={**sizes, "dropout_prob": 0.0}
    )
    model.feature_metadata = FeatureMetadata.from_df(features)
    np.random.seed(0)
    model.fit(X=features[:200], y=labels[:200], X_val=features[200:], y_val=labels[200:], verbosity=4)
    pattern = r"Train loss: \s*\[?([\d.e-]+)"
    losses = [round(float(match[1]), 6) for line in said if (match := re.search(pattern, line))]
    predictions = model.predict_proba(features[200:])
    model.save()
    loaded = TabularNeuralNetModel.load(model.path)
    np.testing.assert_array_equal(loaded.predict_proba(features[200:]), predictions)
    found = [*losses, *predictions.ravel()[:6]]
    assert len(found) == len(FOUND[kind]), " ".join(f"{each:.6f}," for each in found)
    np.testing.assert_allclose(found, FOUND[kind], rtol=2e-3, atol=1e-4)
