"""Small data sets in the formats that MXNet's example programs expect, drawn from seeded random numbers."""

from __future__ import annotations

import gzip
import pickle
import struct
import zipfile
from collections.abc import Callable
from pathlib import Path

import numpy as np


def _pictures(size: int, channels: int, seed: int, many: int = 2000) -> dict[str, tuple[np.ndarray, np.ndarray]]:
    """Return images (N, size, size, channels) of ten classes, each a pattern of its own under noise, and labels."""
    draw = np.random.RandomState(seed)
    coarse = draw.uniform(0, 200, (10, 7, 7, channels))
    patterns = coarse.repeat(size // 7 + 1, axis=1).repeat(size // 7 + 1, axis=2)[:, :size, :size]
    found = {}
    for part, number in (("train", many), ("test", 500)):
        labels = draw.randint(0, 10, number).astype(np.uint8)
        noisy = patterns[labels] + draw.normal(0, 25, (number, size, size, channels))
        found[part] = noisy.clip(0, 255).astype(np.uint8), labels
    return found


def _idx(found: dict[str, tuple[np.ndarray, np.ndarray]]) -> dict[str, bytes]:
    files = {}
    for part, (images, labels) in found.items():
        name = "train" if part == "train" else "t10k"
        files[f"{name}-images-idx3-ubyte"] = struct.pack(">IIII", 2051, len(images), 28, 28) + images.tobytes()
        files[f"{name}-labels-idx1-ubyte"] = struct.pack(">II", 2049, len(labels)) + labels.tobytes()
    return files


def mnist(folder: Path) -> None:
    """MNIST's four files."""
    for name, content in _idx(_pictures(28, 1, 1, 6000)).items():
        (folder / name).write_bytes(content)


def mnist_gz(folder: Path) -> None:
    """MNIST's four files, compressed."""
    for name, content in _idx(_pictures(28, 1, 1, 6000)).items():
        (folder / f"{name}.gz").write_bytes(gzip.compress(content, mtime=0))


def mnist_zip(folder: Path) -> None:
    """MNIST's four files in one archive."""
    with zipfile.ZipFile(folder / "mnist.zip", "w") as archive:
        for name, content in _idx(_pictures(28, 1, 1, 6000)).items():
            archive.writestr(name, content)


def mnist_strokes_gz(folder: Path) -> None:
    """MNIST's four files, compressed: black with some bright pixels, as written digits are."""
    found = {}
    for part, (images, labels) in _pictures(28, 1, 1, 6000).items():
        bright = np.where(images > 150, images, np.maximum(images.astype(int) - 150, 0))
        found[part] = bright.astype(np.uint8), labels
    for name, content in _idx(found).items():
        (folder / f"{name}.gz").write_bytes(gzip.compress(content, mtime=0))


def mnist_all(folder: Path) -> None:
    """MNIST's four files, with as many images to train on as MNIST has."""
    for name, content in _idx(_pictures(28, 1, 1, 60000)).items():
        (folder / name).write_bytes(content)


def toy_curve(folder: Path) -> None:
    """Points of a noisy curve, as ``bayesian-methods`` reads them."""
    draw = np.random.RandomState(12)
    for name, number, noise in (("toy_data_train.txt", 20, 3.0), ("toy_data_test_whole.txt", 100, 0.0)):
        x = draw.uniform(-4, 4, number)
        np.savetxt(folder / name, np.stack([x, x**3 + draw.normal(0, 1, number) * noise], axis=1))


def photographs(folder: Path) -> None:
    """Pictures of 321 x 481 in ``images/train`` and ``images/test``, as the Berkeley data set has them."""
    import cv2

    images, _ = _pictures(500, 3, 13, many=16)["train"]
    for number, image in enumerate(images):
        target = folder / "images" / ("train" if number < 12 else "test")
        target.mkdir(parents=True, exist_ok=True)
        cv2.imwrite(str(target / f"{number}.jpg"), cv2.blur(image[:321, :481], (9, 9)))


def movielens100k(folder: Path) -> None:
    """MovieLens 100k's files, beside an archive that need not be fetched."""
    rows = [f"{u}\t{i}\t{s}\t0" for u, i, s in _ratings(4000, 120, 100)]
    inner = folder / "ml-100k"
    inner.mkdir()
    (folder / "ml-100k.zip").write_bytes(b"")
    for name, part in (("u.data", rows), ("u1.base", rows[:3200]), ("u1.test", rows[3200:])):
        (inner / name).write_text("\n".join(part) + "\n")
    (inner / "u.item").write_text("".join(f"{i}|Film {i} (1990)|x\n" for i in range(1, 130)))


def _records(path: Path, images: np.ndarray, labels: np.ndarray) -> None:
    import mxnet as mx

    with mx.recordio.MXIndexedRecordIO(str(path.with_suffix(".idx")), str(path), "w") as out:
        for number, (image, label) in enumerate(zip(images, labels, strict=True)):
            header = mx.recordio.IRHeader(0, float(label), number, 0)
            out.write_idx(number, mx.recordio.pack_img(header, image, img_fmt=".png"))


def cifar_rec(folder: Path) -> None:
    """CIFAR-10 as record files, under the names that programs use."""
    for part, (images, labels) in _pictures(32, 3, 2).items():
        _records(folder / f"{part}.rec", images, labels)
        (folder / f"{part}.lst").write_text("".join(f"{i}\t{k}\t{part}/{i}.png\n" for i, k in enumerate(labels)))
        other = folder / f"cifar10_{'train' if part == 'train' else 'val'}.rec"
        other.write_bytes((folder / f"{part}.rec").read_bytes())


def cifar_bin(folder: Path) -> None:
    """CIFAR-10's binary files."""
    found = _pictures(32, 3, 2)
    names = {f"data_batch_{i}.bin": "train" for i in range(1, 6)} | {"test_batch.bin": "test"}
    for name, part in names.items():
        images, labels = found[part]
        rows = np.concatenate([labels[:, None], images.transpose(0, 3, 1, 2).reshape(len(images), -1)], axis=1)
        (folder / name).write_bytes(rows[:400].astype(np.uint8).tobytes())


def imagenet_rec(folder: Path) -> None:
    """Larger images of two sizes in a record file ``val.rec``."""
    images, labels = _pictures(256, 3, 3)["test"]
    _records(folder / "val.rec", images[:64], labels[:64])


def many_rec(folder: Path) -> None:
    """Images for 20 batches of 32 in a record file ``test.rec``."""
    images, labels = _pictures(64, 3, 14, many=700)["train"]
    _records(folder / "test.rec", images, labels)


def _sentences(number: int, seed: int) -> list[str]:
    """Return sentences in which a word says much about the next one."""
    draw = np.random.RandomState(seed)
    words = [f"{a}{b}" for a in ("ba", "co", "di", "fu", "ge", "ha", "lo", "mi") for b in ("n", "r", "s", "t", "ll")]
    follow = np.random.RandomState(0).randint(0, len(words), (len(words), 3))
    lines = []
    for _ in range(number):
        at = draw.randint(len(words))
        line = []
        for _ in range(draw.randint(5, 30)):
            line.append(words[at])
            at = follow[at, draw.randint(3)]
        lines.append(" ".join(line))
    return lines


def sherlock(folder: Path) -> None:
    """A text in three parts, as MXNet's programs fetch it."""
    for seed, (part, number) in enumerate({"train": 1500, "valid": 200, "test": 200}.items()):
        (folder / f"sherlockholmes.{part}.txt").write_text("\n".join(_sentences(number, seed)) + "\n")


def sherlock_long(folder: Path) -> None:
    """The same with more to validate by: for programs of large batches."""
    for seed, (part, number) in enumerate({"train": 1500, "valid": 600, "test": 200}.items()):
        (folder / f"sherlockholmes.{part}.txt").write_text("\n".join(_sentences(number, seed)) + "\n")


def wikitext(folder: Path) -> None:
    """WikiText-2's three files of tokens."""
    for seed, (part, number) in enumerate({"train": 400, "valid": 60, "test": 60}.items()):
        (folder / f"wiki.{part}.tokens").write_text(" \n ".join(_sentences(number, seed)) + " \n")


def text8(folder: Path) -> None:
    """One long line of words."""
    (folder / "text8").write_text(" ".join(_sentences(1500, 4)))


def polarity(folder: Path) -> None:
    """Sentences of praise and of blame."""
    for seed, (kind, word) in enumerate({"pos": "fine", "neg": "dull"}.items()):
        lines = [f"{line} {word}" for line in _sentences(1000, 10 + seed)]
        (folder / f"rt-polarity.{kind}").write_text("\n".join(lines) + "\n")


def libsvm(folder: Path) -> None:
    """Sparse rows of two classes, as LibSVM writes them."""
    draw = np.random.RandomState(5)
    weight = draw.normal(size=1000)
    for name, number in {"criteo.train": 4000, "criteo.test": 1000, "avazu-app": 20000, "avazu-app.t": 4000}.items():
        lines = []
        for _ in range(number):
            columns = np.sort(draw.choice(1000, 10, replace=False))
            label = int(weight[columns].sum() > 0)
            lines.append(" ".join([str(label), *(f"{c}:1" for c in columns)]))
        (folder / name).write_text("\n".join(lines) + "\n")


def regression(folder: Path) -> None:
    """``YearPredictionMSD``: rows of 90 numbers and a year, as LibSVM writes them, compressed and not."""
    import bz2

    draw = np.random.RandomState(6)
    x = draw.normal(size=(2000, 90))
    y = 1990 + x @ draw.normal(size=90)
    rows = (f"{b:.3f} " + " ".join(f"{i + 1}:{v:.4f}" for i, v in enumerate(a)) for a, b in zip(x, y, strict=True))
    content = "\n".join(rows) + "\n"
    (folder / "YearPredictionMSD").write_text(content)
    (folder / "YearPredictionMSD.bz2").write_bytes(bz2.compress(content.encode()))


def _ratings(number: int, users: int, items: int) -> list[tuple[int, int, int]]:
    draw = np.random.RandomState(7)
    a, b = draw.normal(size=(users, 3)), draw.normal(size=(items, 3))
    user, item = draw.randint(1, users, number), draw.randint(1, items, number)
    score = np.clip(np.rint(3 + (a[user] * b[item]).sum(axis=1)), 1, 5).astype(int)
    return [*zip(user.tolist(), item.tolist(), score.tolist(), strict=True)]


def movielens10m(folder: Path) -> None:
    """MovieLens 10M's split ratings."""
    rows = [f"{u}::{i}::{s}::0" for u, i, s in _ratings(12000, 500, 300)]
    (folder / "r1.train").write_text("\n".join(rows[:10000]) + "\n")
    (folder / "r1.test").write_text("\n".join(rows[10000:]) + "\n")
    (folder.parent / "ml-10m.zip").touch()  # the sign that nothing is to be downloaded


def ncf(folder: Path) -> None:
    """Converted ratings and negatives, as ``neural_collaborative_filtering`` reads them."""
    rows = _ratings(2000, 50, 120)
    (folder / "train-ratings.csv").write_text("".join(f"{u}\t{i}\t{s}\n" for u, i, s in rows))
    draw = np.random.RandomState(8)
    (folder / "test-ratings.csv").write_text("".join(f"{u}\t{draw.randint(120)}\t1\n" for u in range(40)))
    negatives = ("\t".join(map(str, draw.choice(120, 20, replace=False))) for _ in range(40))
    (folder / "test-negative.csv").write_text("\n".join(negatives) + "\n")


def adult(folder: Path) -> None:
    """The UCI census table, in which schooling and hours decide."""
    draw = np.random.RandomState(9)
    schools = ["Bachelors", "HS-grad", "11th", "Masters", "9th", "Some-college"]
    for name, number in {"adult.data": 3000, "adult.test": 500}.items():
        rows = []
        for _ in range(number):
            school, hours = draw.randint(6), draw.randint(20, 60)
            rich = school in (0, 3) and hours > 30
            who = f"{schools[school]}, {school + 5}, Never-married, Job{draw.randint(5)}, Own-child, White"
            sex, income = draw.choice(["Female", "Male"]), ">50K" if rich else "<=50K"
            rows.append(
                f"{draw.randint(20, 60)}, Private, {draw.randint(10**5)}, {who}, {sex}, 0, 0, {hours}, "
                f"Country{draw.randint(4)}, {income}"
            )
        (folder / name).write_text("\n".join(rows) + "\n")


def electricity(folder: Path) -> None:
    """Hourly consumption of some households."""
    hours = np.arange(700)
    draw = np.random.RandomState(10)
    rows = 3 + np.sin(hours[:, None] * 2 * np.pi / 24 + draw.uniform(0, 6, 12)) + draw.normal(0, 0.1, (700, 12))
    (folder / "electricity.txt").write_text("\n".join(",".join(f"{v:.3f}" for v in row) for row in rows) + "\n")


class _Made:
    """What is pickled as the call that makes it: a release of pandas does not read the tables of another."""

    def __init__(self, function: Callable[..., object], arguments: tuple[object, ...]) -> None:
        self.call = function, arguments

    def __reduce__(self) -> tuple[Callable[..., object], tuple[object, ...]]:
        return self.call


def entities(folder: Path) -> None:
    """Sentences with tagged words, as ``named_entity_recognition`` pickles them."""
    import pandas as pd

    draw = np.random.RandomState(11)
    names = {"paris": "B-geo", "rome": "B-geo", "anna": "B-per", "peter": "B-per"}
    rows = []
    for number in range(400):
        words = [*draw.choice(["the", "sees", "a", "old", "town", *names], draw.randint(4, 12))]
        rows.append((number, [names.get(w, "O") for w in words], words, ["NN"] * len(words)))
    names_of = ["utterance_id", "BILOU_tag", "token", "POS_tag"]
    table = _Made(pd.DataFrame, ([(n, t, [str(w) for w in s], p) for n, t, s, p in rows], None, names_of))
    (folder / "ner_data.pkl").write_bytes(pickle.dumps(table, protocol=4))


def checkpoint(folder: Path) -> None:
    """A small convolutional network for images of 28 x 28 with three channels, as a checkpoint ``net-0000``."""
    import mxnet as mx

    net = mx.sym.Variable("data")
    net = mx.sym.Activation(mx.sym.Convolution(net, num_filter=8, kernel=(3, 3), name="conv"), act_type="relu")
    net = mx.sym.Flatten(mx.sym.Pooling(net, kernel=(1, 1), global_pool=True, pool_type="avg"), name="flatten0")
    net = mx.sym.SoftmaxOutput(mx.sym.FullyConnected(net, num_hidden=10, name="fc1"), name="softmax")
    module = mx.mod.Module(net)
    module.bind([("data", (2, 3, 28, 28))], [("softmax_label", (2,))])
    mx.random.seed(0)
    module.init_params(mx.init.Xavier())
    module.save_checkpoint(str(folder / "net"), 0)


def quantization(folder: Path) -> None:
    """Images in ``data``; in ``model`` the checkpoint of a network of their classes, and the same quantized."""
    import mxnet as mx

    for name in ("data", "model"):
        (folder / name).mkdir()
    records, prefix = folder / "data" / "val_256_q90.rec", str(folder / "model" / "imagenet1k-inception-bn")
    images, labels = _pictures(64, 3, 15, many=320)["train"]
    _records(records, images, labels)
    batches = mx.io.ImageRecordIter(
        path_imgrec=str(records), data_shape=(3, 64, 64), batch_size=32, mean_r=123.68, mean_g=116.779, mean_b=103.939
    )
    net = mx.sym.Variable("data")
    for number, filters in enumerate((16, 32), 1):
        net = mx.sym.Convolution(
            net, num_filter=filters, kernel=(3, 3), stride=(2, 2), pad=(1, 1), name=f"conv_{number}"
        )
        net = mx.sym.BatchNorm(net, fix_gamma=False, name=f"norm_{number}")
        net = mx.sym.Activation(net, act_type="relu", name=f"relu_{number}")
    net = mx.sym.Pooling(net, kernel=(4, 4), stride=(4, 4), pool_type="avg", name="pool")
    net = mx.sym.Flatten(net, name="flatten")
    net = mx.sym.SoftmaxOutput(mx.sym.FullyConnected(net, num_hidden=10, name="fc1"), name="softmax")
    module = mx.mod.Module(net)
    mx.random.seed(0)
    module.fit(batches, num_epoch=4, optimizer_params={"learning_rate": 0.01}, initializer=mx.init.Xavier())
    module.save_checkpoint(prefix, 0)
    batches.reset()
    quantized, *parameters = mx.contrib.quantization.quantize_model_mkldnn(
        *mx.model.load_checkpoint(prefix, 0), calib_mode="naive", calib_data=batches, num_calib_examples=64
    )
    mx.model.save_checkpoint(prefix + "-quantized", 0, quantized, *parameters)


MAKERS: dict[str, Callable[[Path], None]] = {
    f.__name__: f
    for f in (
        *(
            mnist,
            mnist_gz,
            mnist_zip,
            mnist_strokes_gz,
            mnist_all,
            toy_curve,
            photographs,
            cifar_rec,
            cifar_bin,
            imagenet_rec,
            many_rec,
            sherlock,
            sherlock_long,
        ),
        *(wikitext, text8, polarity, libsvm, regression, movielens10m, movielens100k, ncf, adult, electricity),
        *(entities, checkpoint, quantization),
    )
}
