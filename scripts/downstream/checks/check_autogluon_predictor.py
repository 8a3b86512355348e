"""AutoGluon 0.1 and 0.2: pictures are classified, alike under MXNet 1.9.1, predicted, and two networks are tried.

Weights are drawn by NumPy, and pictures are not changed at random: what is left is the same under any MXNet.
"""

import importlib
import zlib
from importlib.metadata import version

import autocfg.dataclasses
import mxnet as mx
import numpy as np
import pytest
from PIL import Image

autocfg.dataclasses.is_instance = lambda value, kind: True  # it takes Python's Union of 3.9 and later for a class

import autogluon.core as ag  # noqa: E402
from autogluon.vision import ImagePredictor  # noqa: E402

OLD = version("autogluon.vision") == "0.1.0"  # it keeps the weights of another epoch
#: by what is trained: how, and weights of the last layer under MXNet 1.9.1 with 0.1.0 and with 0.2.0
FOUND = {
    "NAG": (
        {}, [0.182733, 0.04319, -0.023829, 0.072017, 0.114535, 0.136922],
        [0.184669, 0.04225, -0.023516, 0.072454, 0.118687, 0.131115],
    ),
    "Adam": (
        {"optimizer": "adam", "lr": 1e-3}, [0.173528, 0.039067, -0.028567, 0.067677, 0.110212, 0.130906],
        [0.17757, 0.039828, -0.027033, 0.069294, 0.114029, 0.1301],
    ),
    "smoothing": (
        {"label_smoothing": True, "no_wd": True}, [0.182257, 0.043278, -0.023814, 0.072054, 0.114612, 0.136784],
        [0.183838, 0.042352, -0.023704, 0.072407, 0.11849, 0.131588],
    ),
    "hybrid": (
        {"mode": "hybrid", "lr_mode": "cosine", "warmup_epochs": 1},
        [0.177592, 0.04109, -0.026352, 0.06968, 0.11226, 0.133682],
        [0.179009, 0.040765, -0.026208, 0.070165, 0.115316, 0.130637],
    ),
}  # fmt: skip


@pytest.fixture(autouse=True)
def drawn(monkeypatch, tmp_path):
    """Draw weights by NumPy, by name, and change and shuffle no pictures."""

    def draw(self, name, array):
        values = np.random.RandomState(zlib.crc32(str(name).split("_", 1)[1].encode())).normal(0, 0.1, array.shape)
        array[:] = mx.nd.array(values.astype("f"))

    for kind in (mx.init.Uniform, mx.init.Xavier, mx.init.MSRAPrelu):
        monkeypatch.setattr(kind, "_init_weight", draw)
    data = importlib.import_module("gluoncv.auto.estimators.image_classification.image_classification")
    load = data.get_data_loader

    def plain(*args, **kwargs):
        _, tested, batches = load(*args, **kwargs)
        shown = load(*args, **{**kwargs, "val_dataset": kwargs["train_dataset"]})[1]
        return shown, tested, batches

    monkeypatch.setattr(data, "get_data_loader", plain)
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def pictures(tmp_path):
    draw = np.random.RandomState(0)
    for part, count in (("train", 16), ("test", 4)):
        for kind in range(3):
            folder = tmp_path / "pictures" / part / f"kind{kind}"
            folder.mkdir(parents=True)
            for number in range(count):
                values = draw.randint(0, 120, (40, 40, 3))
                values[..., kind] += 100
                Image.fromarray(values.astype("uint8")).save(folder / f"{number}.png")
    train, _, tested = ImagePredictor.Dataset.from_folders(str(tmp_path / "pictures"))
    return train.sample(frac=1, random_state=7).reset_index(drop=True), tested


def _fit(pictures, trials=1, **how):
    train, tested = pictures
    settings = {"batch_size": 12, "epochs": 2, "lr": 0.002, "input_size": 32, **how}
    if "net" not in settings:
        settings = {"model": "cifar_resnet20_v1", "use_pretrained": False, **settings}
    predictor = ImagePredictor(path=".", verbosity=0)
    return predictor.fit(
        train, tested, time_limit=300, hyperparameters=settings, ngpus_per_trial=0, nthreads_per_trial=1,
        hyperparameter_tune_kwargs={"num_trials": trials},
    )  # fmt: skip


@pytest.mark.parametrize("kind", FOUND)
def check_image_classification_equals_1_9_1(kind, pictures):
    how, *expected = FOUND[kind]
    predictor = _fit(pictures, **how)
    weights = predictor._classifier.net.output.weight.data().asnumpy()
    found = weights[0, :6]
    np.testing.assert_allclose(
        found, expected[not OLD], atol=2e-4, err_msg=f"{[round(float(each), 6) for each in found]}"
    )


def check_a_search_and_predictions(pictures, tmp_path):
    nets = ag.space.Categorical("cifar_resnet20_v1", "cifar_resnet20_v2")
    predictor = _fit(pictures, 2, model=nets, epochs=1)
    _, tested = pictures
    picture = tested["image"][0]
    probabilities = _probabilities(predictor, picture)
    assert probabilities.shape == (3,)
    np.testing.assert_allclose(probabilities.sum(), 1, rtol=1e-5)
    score = predictor.evaluate(tested)
    predictor.save(str(tmp_path / "saved"))
    again = ImagePredictor.load(str(tmp_path / "saved"))
    assert again.evaluate(tested) == score
    np.testing.assert_allclose(_probabilities(again, picture), probabilities, rtol=1e-5)


def _probabilities(predictor, picture):
    found = predictor.predict_proba(picture)
    return found["score"].values if OLD else found.values[0]
