"""AutoGluon 0.0: pictures are classified, alike under MXNet 1.9.1, objects are found, and a search tries two networks.

Weights are drawn by NumPy, and pictures are not changed at random: what is left is the same under any MXNet.
"""

import importlib
import zlib

import autogluon as ag
import gluoncv
import mxnet as mx
import numpy as np
import pytest
from autogluon.task.image_classification import ImageClassification
from autogluon.task.image_classification.pipeline import train_image_classification
from autogluon.task.object_detection import ObjectDetection
from autogluon.task.object_detection.pipeline import train_object_detection
from PIL import Image

TRICKS = {
    "teacher_name": None, "hard_weight": 0.5, "use_pretrained": False, "use_gn": False, "last_gamma": False,
    "batch_norm": False, "use_se": False, "no_wd": True, "label_smoothing": False, "mixup": False, "mixup_alpha": 0.2,
    "mixup_off_epoch": 0, "temperature": 20.0,
}  # fmt: skip
RATES = {
    "lr_mode": "cosine", "lr_decay": 0.1, "lr_decay_period": 0, "lr_decay_epoch": "40,80", "warmup_lr": 0.0,
    "warmup_epochs": 1,
}  # fmt: skip
#: by what is tried: the optimizer, tricks, and weights of the last layer after three epochs under MXNet 1.9.1
FOUND = {
    "plain": ("NAG", {}, [0.173032, 0.038569, -0.029243, 0.067103, 0.110926, 0.129417]),
    "smoothing": ("SGD", {"label_smoothing": True}, [0.172920, 0.038568, -0.029243, 0.067103, 0.110801, 0.129473]),
    "mixup": (
        "Adam", {"mixup": True, "label_smoothing": True},
        [0.176452, 0.041960, -0.026505, 0.070515, 0.113285, 0.132925],
    ),
    "distillation": (
        "SGD", {"teacher_name": "cifar_resnet20_v1"}, [0.171365, 0.037586, -0.030230, 0.066144, 0.109317, 0.128693],
    ),
}  # fmt: skip


@pytest.fixture(autouse=True)
def drawn(monkeypatch):
    """Draw weights by NumPy, by name, and split data alike."""

    def draw(self, name, array):
        values = np.random.RandomState(zlib.crc32(str(name).split("_", 1)[1].encode())).normal(0, 0.1, array.shape)
        array[:] = mx.nd.array(values.astype("f"))

    for kind in (mx.init.Uniform, mx.init.Xavier, mx.init.Normal):
        monkeypatch.setattr(kind, "_init_weight", draw)
    monkeypatch.setattr(importlib.import_module("autogluon.utils.dataset"), "SPLIT_SEED", 7)


@pytest.fixture
def pictures(tmp_path):
    draw = np.random.RandomState(0)
    for kind in range(3):
        (tmp_path / f"kind{kind}").mkdir()
        for number in range(20):
            values = draw.randint(0, 120, (40, 40, 3))
            values[..., kind] += 100
            Image.fromarray(values.astype("uint8")).save(tmp_path / f"kind{kind}" / f"{number}.png")
    return str(tmp_path)


@pytest.mark.parametrize("kind", FOUND)
def check_image_classification_equals_1_9_1(kind, pictures, monkeypatch):
    data = importlib.import_module("autogluon.task.image_classification.dataset")
    transform = data.generate_transform
    monkeypatch.setattr(data, "generate_transform", lambda train, *settings: transform(False, *settings))
    optimizer, tricks, expected = FOUND[kind]
    if teacher := tricks.get("teacher_name"):
        tricks = {"teacher_name": gluoncv.model_zoo.get_model(teacher, classes=3)}
    train_image_classification.SEED.value = 0
    train_image_classification.register_args(
        dataset=ImageClassification.Dataset(pictures, input_size=32),
        net=gluoncv.model_zoo.get_model("cifar_resnet20_v1", classes=3),
        optimizer=getattr(ag.optimizer, optimizer)(learning_rate=0.002, wd=1e-4, multi_precision=False),
        loss=None, metric="accuracy", num_gpus=0, split_ratio=0.8, batch_size=12, input_size=32, epochs=3,
        verbose=False, num_workers=0, hybridize=True, final_fit=True,
        tricks=ag.utils.EasyDict(**{**TRICKS, **tricks}), lr_config=ag.utils.EasyDict(**RATES),
    )  # fmt: skip
    weights = train_image_classification(train_image_classification.args, {})["model_params"]
    found = weights["output.weight"].asnumpy()[0, :6]
    np.testing.assert_allclose(found, expected, atol=2e-4, err_msg=f"{[round(float(each), 6) for each in found]}")


@pytest.fixture
def objects(tmp_path):
    """Coloured boxes, in the folders of VOC."""
    for folder in ("JPEGImages", "Annotations", "ImageSets/Main"):
        (tmp_path / folder).mkdir(parents=True)
    draw = np.random.RandomState(0)
    for number in range(12):
        values, boxes = draw.randint(0, 60, (96, 128, 3)), ""
        for _ in range(2):
            x, y, width, height, kind = (draw.randint(*ends) for ends in ((2, 70), (2, 50), (20, 50), (20, 40), (0, 2)))
            values[y : y + height, x : x + width, kind] += 150
            ends = {"xmin": x, "ymin": y, "xmax": x + width, "ymax": y + height}
            places = "".join(f"<{name}>{value}</{name}>" for name, value in ends.items())
            name = ("red", "green")[kind]
            boxes += f"<object><name>{name}</name><difficult>0</difficult><bndbox>{places}</bndbox></object>"
        Image.fromarray(values.astype("uint8")).save(tmp_path / "JPEGImages" / f"{number:03d}.jpg")
        size = "<size><width>128</width><height>96</height><depth>3</depth></size>"
        (tmp_path / "Annotations" / f"{number:03d}.xml").write_text(f"<annotation>{size}{boxes}</annotation>")
    (tmp_path / "ImageSets" / "Main" / "trainval.txt").write_text("".join(f"{number:03d}\n" for number in range(12)))
    return str(tmp_path)


def check_object_detection(objects, monkeypatch):
    monkeypatch.chdir(objects)
    get_model = gluoncv.model_zoo.get_model
    monkeypatch.setattr(
        gluoncv.model_zoo, "get_model", lambda name, **how: get_model(name, **{**how, "pretrained_base": False})
    )
    losses = []
    monkeypatch.setattr(
        mx.metric.Loss, "update", lambda self, _, values: losses.append(float(values[0].mean().asscalar()))
    )
    train_object_detection.register_args(
        meta_arch="yolo3", dataset=ObjectDetection.Dataset(objects, "trainval", classes=("red", "green")),
        net="mobilenet1.0", lr=1e-4, loss=None, num_gpus=0, batch_size=4, split_ratio=0.67, epochs=2, num_workers=0,
        hybridize=True, verbose=False, final_fit=False, seed=3, data_shape=96, start_epoch=0, transfer=None,
        lr_mode="step", lr_decay=0.1, lr_decay_period=0, lr_decay_epoch="160,180", warmup_lr=0.0, warmup_epochs=1,
        warmup_iters=10, warmup_factor=1 / 3, momentum=0.9, wd=5e-4, log_interval=1, save_prefix="", save_interval=10,
        val_interval=1, num_samples=8, no_random_shape=True, no_wd=True, mixup=False, no_mixup_epochs=1,
        label_smooth=True, resume="", syncbn=False, reuse_pred_weights=True,
    )  # fmt: skip
    train_object_detection(train_object_detection.args, {})
    found = losses[::4]  # that of where objects are
    assert len(found) == 4
    assert found[-1] < found[0]


def check_a_search(pictures, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)

    @ag.func(width=ag.space.Categorical(8, 16))
    def net(width):
        result = mx.gluon.nn.HybridSequential()
        result.add(mx.gluon.nn.Conv2D(width, 3, 2, activation="relu"), mx.gluon.nn.GlobalAvgPool2D())
        result.add(mx.gluon.nn.Dense(3))
        return result

    dataset = ImageClassification.Dataset(pictures, input_size=32)
    classifier = ImageClassification.fit(
        dataset, net=net(), epochs=2, num_trials=1, ngpus_per_trial=0, nthreads_per_trial=1, batch_size=12,
        input_size=32, optimizer=ag.optimizer.SGD(learning_rate=ag.space.Real(1e-3, 1e-1, log=True)), verbose=False,
        tricks=ag.utils.EasyDict(**TRICKS), plot_results=False,
    )  # fmt: skip
    assert 0 <= classifier.results["best_reward"] <= 1
    kind, probability, every = classifier.predict(f"{pictures}/kind0/0.png", input_size=32, plot=False)
    assert every.shape == (1, 3)
    assert every[0, int(kind.asscalar())] == probability
