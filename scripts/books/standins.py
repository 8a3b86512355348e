"""Stand-ins for what chapters download: files of the checkouts under the same name, or small drawn data.

``python -m scripts.books.standins URL PATH`` writes the one for an address; exit status 1 where there is none.
"""

from __future__ import annotations

import gzip
import io
import json
import os
import pickle
import re
import struct
import sys
import tarfile
import zipfile
from collections.abc import Callable
from pathlib import Path
from urllib.parse import unquote, urlsplit

import numpy as np

#: the file of a book that lists what was taken out of its checkout
LISTING = ".complete"
Maker = Callable[[re.Match[str]], bytes]
_MAKERS: list[tuple[re.Pattern[str], Maker]] = []
_WORDS = [
    *("the", "of", "and", "a", "to", "in", "is", "it", "you", "that", "he", "was", "for", "on", "are", "with", "as"),
    *("his", "they", "be", "at", "one", "have", "this", "from", "time", "traveller"),
]


def standin(pattern: str) -> Callable[[Maker], Maker]:
    """Register what makes the content of addresses that match."""

    def register(make: Maker) -> Maker:
        _MAKERS.append((re.compile(pattern), make))
        return make

    return register


def content_for(url: str, checkouts: Path | None) -> bytes | None:
    """Return the content for an address, None where there is none."""
    name = unquote(urlsplit(url).path).rpartition("/")[2]
    if checkouts is not None and name not in ("", "utils.py"):  # other books have a utils.py of other helpers
        for listing in sorted(checkouts.glob(f"*/{LISTING}")):  # not what chapters have downloaded beside
            for path in listing.read_text(encoding="utf-8").splitlines():
                if path.rpartition("/")[2] == name:
                    return (listing.parent / path).read_bytes()
    for pattern, make in _MAKERS:
        if match := pattern.search(url):
            return make(match)
    return None


def _draw(seed: int) -> np.random.RandomState:
    return np.random.RandomState(seed)


def _zip(files: dict[str, bytes]) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return stream.getvalue()


def _tar(files: dict[str, bytes], mode: str = "w:gz") -> bytes:
    stream = io.BytesIO()
    with tarfile.open(fileobj=stream, mode=mode) as archive:  # type: ignore[call-overload]
        for name, content in files.items():
            info = tarfile.TarInfo(name)
            info.size = len(content)
            archive.addfile(info, io.BytesIO(content))
    return stream.getvalue()


def _image(height: int, width: int, seed: int, ending: str = ".jpg", image: np.ndarray | None = None) -> bytes:
    import cv2

    if image is None:
        image = cv2.resize(_draw(seed).randint(0, 255, (6, 6, 3)).astype(np.uint8), (width, height))
    return bytes(cv2.imencode(ending, image)[1])


def _is_large() -> bool:
    """Tell whether it is for a chapter that asserts what it learns."""
    return bool(os.environ.get("STANDINS_LARGE"))


def _digits(
    count: int, size: int = 28, channels: int = 1, seed: int = 1, first: int = 0
) -> tuple[np.ndarray, np.ndarray]:
    """Return images of ten patterns under noise, and their labels; ``first`` of them are of the classes 0 and 1."""
    draw = _draw(seed)
    patterns = _draw(0).uniform(0, 200, (10, 7, 7, channels)).repeat(size // 7 + 1, 1).repeat(size // 7 + 1, 2)
    labels = draw.randint(2 * bool(first), 10, count)
    labels[:first] = np.arange(first) % 2
    draw.shuffle(labels)
    noisy = patterns[labels, :size, :size] + draw.normal(0, 25, (count, size, size, channels))
    wrong = slice(0, 0) if first else slice(None, None, 300 if _is_large() else 60)
    labels[wrong] = draw.randint(0, 10, len(labels[wrong]))  # as real data sets have errors, which chapters show
    return noisy.clip(0, 255).astype(np.uint8), labels.astype(np.uint8)


def _sentences(count: int, seed: int, shortest: int = 4, longest: int = 16) -> list[str]:
    draw = _draw(seed)
    return [" ".join(draw.choice(_WORDS, draw.randint(shortest, longest))) for _ in range(count)]


# -- images ------------------------------------------------------------------------------------------------------------


@standin(r"(train|t10k)-(images-idx3|labels-idx1)-ubyte(\.gz)?$")
def _mnist(match: re.Match[str]) -> bytes:
    fashion = "fashion" in match.string
    if match[1] == "train":
        few = 1280 if fashion else 256  # chapters on fashion do something in every fifth of their batches of 256
        count = 2560 if _is_large() else few
        images, labels = _digits(count)
    else:
        count = 10_000 if "data.mxnet.io" in match.string else 256  # a tutorial asserts the shape of its results
        images, labels = _digits(count, seed=2, first=128 * fashion)  # a chapter takes some of two classes apart
    if match[2] == "images-idx3":
        content = struct.pack(">IIII", 2051, count, 28, 28) + images.tobytes()
    else:
        content = struct.pack(">II", 2049, count) + labels.tobytes()
    return gzip.compress(content) if match[3] else content


@standin(r"/mnist\.zip$")
def _mnist_zip(match: re.Match[str]) -> bytes:
    names = [f"{part}-{what}-ubyte" for part in ("train", "t10k") for what in ("images-idx3", "labels-idx1")]
    return _zip({name: content_for(name, None) or b"" for name in names})


@standin(r"cifar-?10-?(binary)?\.(tar\.gz|zip)$")
def _cifar10(match: re.Match[str]) -> bytes:
    files = {}
    for seed, name in enumerate([*(f"data_batch_{i}.bin" for i in range(1, 6)), "test_batch.bin"]):
        images, labels = _digits(60, 32, 3, seed)
        rows = np.concatenate([labels[:, None], images.transpose(0, 3, 1, 2).reshape(60, -1)], axis=1)
        files[name] = rows.tobytes()
    if match[2] == "tar.gz":
        return _tar({f"cifar-10-batches-bin/{name}": content for name, content in files.items()} | files)
    return _zip(files)


@standin(r"cifar10_(train|val)\.rec$|cifar10\.zip$")
def _cifar_rec(match: re.Match[str]) -> bytes:
    return _records(128, 32)


@standin(r"/not_hotdog_\w+-\w+\.rec$")
def _hotdog_rec(match: re.Match[str]) -> bytes:
    return _records(96, 256, classes=2)


def _records(count: int, size: int, classes: int = 10) -> bytes:
    import tempfile

    import mxnet as mx

    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "a.rec")
        out = mx.recordio.MXRecordIO(path, "w")
        images, labels = _digits(count, size, 3)
        for i, (image, label) in enumerate(zip(images, labels, strict=True)):
            out.write(mx.recordio.pack_img(mx.recordio.IRHeader(0, float(label % classes), i, 0), image))
        out.close()
        return Path(path).read_bytes()


def _detection(count: int, size: int) -> dict[str, bytes]:
    """Return record files of images that each have one box of one class, as the books' detectors read them."""
    import tempfile

    import mxnet as mx

    files = {}
    with tempfile.TemporaryDirectory() as folder:
        for part, number in (("train", count), ("val", count // 4)):
            prefix = os.path.join(folder, part)
            out = mx.recordio.MXIndexedRecordIO(f"{prefix}.idx", f"{prefix}.rec", "w")
            for i in range(number):
                image = _draw(i).randint(0, 255, (size, size, 3)).astype(np.uint8)
                label = np.array([2, 5, 0, 0.2, 0.3, 0.6, 0.7], np.float32)
                out.write_idx(i, mx.recordio.pack_img(mx.recordio.IRHeader(0, label, i, 0), image))
            out.close()
            for ending in ("rec", "idx"):
                files[f"{part}.{ending}"] = Path(f"{prefix}.{ending}").read_bytes()
            files[f"{part}.lst"] = b""
    return files


@standin(r"/pikachu/(train|val)\.(rec|idx|lst)$")
def _pikachu(match: re.Match[str]) -> bytes:
    return _detection(64, 256)[f"{match[1]}.{match[2]}"]


@standin(r"banana-detection\.zip$")
def _bananas(match: re.Match[str]) -> bytes:
    files = {}
    for part, count in (("bananas_train", 64), ("bananas_val", 16)):
        rows = ["img_name,label,xmin,ymin,xmax,ymax"]
        for i in range(count):
            files[f"banana-detection/{part}/images/{i}.png"] = _image(256, 256, i, ".png")
            rows.append(f"{i}.png,0,50,60,120,140")
        files[f"banana-detection/{part}/label.csv"] = "\n".join(rows).encode()
    return _zip(files)


@standin(r"hotdog\.zip$")
def _hotdogs(match: re.Match[str]) -> bytes:
    return _zip({
        f"hotdog/{part}/{name}/{i}.png": _image(240, 260, i, ".png")
        for part, count in (("train", 24), ("test", 12)) for name in ("hotdog", "not-hotdog") for i in range(count)
    })  # fmt: skip


@standin(r"VOCtrainval_11-May-2012\.tar$")
def _voc(match: re.Match[str]) -> bytes:
    files, folder = {}, "VOCdevkit/VOC2012"
    for part, numbers in (("train", range(66)), ("val", range(66, 130)), ("trainval", range(130))):
        names = [f"2007_{i:06}" for i in numbers]
        files[f"{folder}/ImageSets/Segmentation/{part}.txt"] = "\n".join(names).encode()
        for i, name in zip(numbers, names, strict=True):
            files[f"{folder}/JPEGImages/{name}.jpg"] = _image(340, 500, i)
            mask = np.zeros((340, 500, 3), np.uint8)
            mask[100:200, 100:300] = (0, 0, 128)
            files[f"{folder}/SegmentationClass/{name}.png"] = _image(0, 0, 0, ".png", mask)
    return _tar(files, "w")


@standin(r"kaggle_(cifar10|dog)_tiny\.zip$")
def _tiny(match: re.Match[str]) -> bytes:
    ending, size, count, classes = (".png", 32, 400, 10) if match[1] == "cifar10" else (".jpg", 300, 240, 40)
    folder = f"kaggle_{match[1]}_tiny"
    files = {f"{folder}/train/{i}{ending}": _image(size, size, i, ending) for i in range(count)}
    files |= {f"{folder}/test/{i}{ending}": _image(size, size, i, ending) for i in range(6)}
    files[f"{folder}/trainLabels.csv"] = files[f"{folder}/labels.csv"] = (
        "id,label\n" + "\n".join(f"{i},breed{i % classes}" for i in range(count))
    ).encode()
    return _zip(files)


@standin(r"^train_valid_test_tiny\.zip$")
def _dogs(match: re.Match[str]) -> bytes:
    folder = "train_valid_test_tiny"
    files = {
        f"{folder}/{part}/breed{i % 120}/{i}.jpg": _image(300, 300, i)
        for part, count in (("train", 40), ("valid", 20), ("train_valid", 40)) for i in range(count)
    }  # fmt: skip
    return _zip(files | {f"{folder}/test/unknown/{i}.jpg": _image(300, 300, i) for i in range(5)})


@standin(r"pokemon\.zip$")
def _pokemon(match: re.Match[str]) -> bytes:
    return _zip({f"pokemon/{i % 4}/{i}.png": _image(80, 80, i, ".png") for i in range(256)})


@standin(r"\.(jpe?g|png|JPE?G)(\?.*)?$")
def _picture(match: re.Match[str]) -> bytes:
    height, width = (157, 210) if "reshape" in match.string else (427, 640)  # which tutorials ask for
    return _image(height, width, 1, f".{match[1].lower()}")


@standin(r"/test_images\.tar\.gz$")
def _images_of_tests(match: re.Match[str]) -> bytes:
    return _tar({f"test_images/{i}.jpg": _image(200, 300, i) for i in range(8)}
                | {f"test_images/ILSVRC2012_val_{i:08}.JPEG": _image(200, 300, i) for i in (1, 2)})  # fmt: skip


@standin(r"101_ObjectCategories\.tar\.gz$")
def _categories(match: re.Match[str]) -> bytes:
    return _tar({
        f"101_ObjectCategories{part}/class{label:03}/image_{i:04}.jpg": _image(200, 300, i)
        for part, counts in (("", [530, 40, *[8] * 99]), ("_test", [4] * 101))
        for label, count in enumerate(counts) for i in range(count)
    })  # fmt: skip


@standin(r"images_(background|evaluation)\.zip$")
def _characters(match: re.Match[str]) -> bytes:
    alphabets = ["Tifinagh", "Greek", "Latin", "Korean", "Inuktitut_(Canadian_Aboriginal_Syllabics)"]
    return _zip({
        f"images_{match[1]}/{name}/character{c:02}/{c:02}_{i:02}.png": _image(105, 105, 20 * c + i, ".png")
        for name in alphabets for c in range(1, 6) for i in range(1, 21)
    })  # fmt: skip


@standin(r"/flowers/102/(102flowers\.tgz|imagelabels\.mat|setid\.mat)$")
def _flowers(match: re.Match[str]) -> bytes:
    count = 204
    if match[1] == "102flowers.tgz":
        return _tar({f"jpg/image_{i + 1:05}.jpg": _image(250, 300, i) for i in range(count)})
    import scipy.io

    index = np.arange(1, count + 1)
    parts = {"trnid": index[102:170:2], "valid": index[170:], "tstid": index[:102]}
    table = parts if match[1] == "setid.mat" else {"labels": (index - 1) % 102 + 1}
    stream = io.BytesIO()
    scipy.io.savemat(stream, {name: values[None] for name, values in table.items()})
    return stream.getvalue()


@standin(r"pix2pix/datasets/(\w+)\.tar\.gz$")
def _pairs(match: re.Match[str]) -> bytes:
    return _tar({f"{match[1]}/{part}/{i}.jpg": _image(256, 512, i) for part in ("train", "val") for i in range(8)})


@standin(r"/VQA-notebook/(train|val|test)_(question|img|ans|question_id|img_id)\.npz$")
def _questions(match: re.Match[str]) -> bytes:
    draw, count = _draw(len(match[1])), 40 if match[1] == "test" else 320
    values = {
        "question": lambda: draw.uniform(0, 1, (count, 1024)).astype(np.float32),
        "img": lambda: draw.uniform(0, 1, (count, 2048)).astype(np.float32),
        "ans": lambda: draw.randint(0, 1000, (count,)),
    }
    stream = io.BytesIO()
    np.savez(stream, x=values.get(match[2], lambda: np.arange(count))())
    return stream.getvalue()


@standin(r"/VQA-notebook/(atoi|test_question_txt)\.json$")
def _answers(match: re.Match[str]) -> bytes:
    if match[1] == "atoi":
        return json.dumps({"ix_to_ans": {str(i): f"answer {i}" for i in range(1, 1001)}}).encode()
    return json.dumps(_sentences(40, 1)).encode()


@standin(r"lfw-deepfunneled\.tgz$")
def _faces(match: re.Match[str]) -> bytes:
    return _tar({f"lfw-deepfunneled/name{i}/name{i}_0001.jpg": _image(250, 250, i) for i in range(64)})


# -- texts -------------------------------------------------------------------------------------------------------------


@standin(r"time_?machine\.txt$|pg35\.txt$|tinyshakespeare|input\.txt$|nietzsche\.txt$|\.txt\.utf-?8$")
def _novel(match: re.Match[str]) -> bytes:
    return "\n".join(_sentences(2500, 3)).encode()


@standin(r"fra-eng\.zip$")
def _translations(match: re.Match[str]) -> bytes:
    pairs = {
        "go .": "va !",
        "i lost .": "j'ai perdu .",
        "he's calm .": "il est calme .",
        "i'm home .": "je suis chez moi .",
    }
    lines = [f"{a}\t{b}" for a, b in pairs.items()] * 250
    return _zip({"fra-eng/fra.txt": "\n".join(lines).encode()})


@standin(r"aclImdb_v1\.tar\.gz$")
def _reviews(match: re.Match[str]) -> bytes:
    return _tar({
        f"aclImdb/{part}/{label}/{i}_7.txt": f"{line} {'great' if label == 'pos' else 'bad'}".encode()
        for seed, part in enumerate(("train", "test")) for label in ("pos", "neg")
        for i, line in enumerate(_sentences(160, seed, 10, 60))
    })  # fmt: skip


@standin(r"snli_1\.0\.zip$")
def _inference(match: re.Match[str]) -> bytes:
    kinds = ["entailment", "contradiction", "neutral"]
    files = {}
    for seed, part in enumerate(("train", "test", "dev")):
        first, second = _sentences(600, seed), _sentences(600, seed + 9)
        rows = [f"{kinds[i % 3]}\t( {a} )\t( {b} )" for i, (a, b) in enumerate(zip(first, second, strict=True))]
        files[f"snli_1.0/snli_1.0_{part}.txt"] = "\n".join(["gold_label\ts1\ts2", *rows]).encode()
    return _zip(files)


@standin(r"wikitext-(2|103)(-v1)?\.zip$")
def _wikitext(match: re.Match[str]) -> bytes:
    folder = f"wikitext-{match[1]}"
    return _zip({
        f"{folder}/wiki.{part}.tokens": "\n".join(
            " . ".join(_sentences(3, 10 * seed + i)) + " . " for i in range(150)
        ).encode()
        for seed, part in enumerate(("train", "valid", "test"))
    })  # fmt: skip


@standin(r"ptb\.zip$")
def _ptb(match: re.Match[str]) -> bytes:
    return _zip({f"ptb/ptb.{part}.txt": "\n".join(_sentences(600, i)).encode()
                 for i, part in enumerate(("train", "valid", "test"))})  # fmt: skip


@standin(r"(?:^|/)ptb\.(train|valid|test)\.txt$")
def _ptb_part(match: re.Match[str]) -> bytes:
    return "\n".join(_sentences(600, len(match[1]))).encode()


@standin(r"rt-polarity\.(pos|neg)$")
def _polarity(match: re.Match[str]) -> bytes:
    word = "fine" if match[1] == "pos" else "dull"
    return "\n".join(f"{line} {word}" for line in _sentences(600, len(word))).encode()


def _vectors(size: int, words: int = 4000) -> bytes:
    draw = _draw(5)
    names = list(dict.fromkeys([*_WORDS, "beautiful", "chip", "baby", "man", "woman", "son", "daughter", "beijing",
        "china", "tokyo", "japan", "bad", "worst", "big", "biggest", "do", "did", "go", "king", "queen", "hello",
        "world", "computer", "computers", "france", "paris", "italy", "rome", "<unk>"]))  # fmt: skip
    names += [f"word{i}" for i in range(words)]
    return "\n".join(" ".join([name, *(f"{v:.4f}" for v in draw.normal(size=size))]) for name in names).encode()


@standin(r"glove\.(6B|42B|840B|twitter\.27B)\.(\d+)d\.zip$|wiki\.en\.zip$")
def _vectors_of_d2l(match: re.Match[str]) -> bytes:
    folder = f"glove.{match[1]}.{match[2]}d" if match[1] else "wiki.en"
    size = int(match[2] or 300)
    head = b"" if match[1] else b"4055 300\n"
    return _zip({f"{folder}/vec.txt": head + _vectors(size)})


@standin(r"gluon/embeddings/glove/(glove\.[\w.]+)\.zip$")
def _glove(match: re.Match[str]) -> bytes:
    return _zip({f"{match[1]}.{size}d.txt": _vectors(size) for size in (50, 100, 200, 300)})


@standin(r"gluon/embeddings/fasttext/([\w.]+)\.zip$|(wiki\.\w+\.vec)$")
def _fasttext(match: re.Match[str]) -> bytes:
    content = b"4055 300\n" + _vectors(300)
    return content if match[2] else _zip({f"{match[1]}.vec": content})


@standin(r"(?:synset|imagenet1000|image_?net.*labels?).*\.(txt|json)(?:\?.*)?$")
def _classes(match: re.Match[str]) -> bytes:
    names = [f"n{i:08} class {i}" for i in range(1000)]
    if match[1] == "json":
        return json.dumps(names).encode()
    return "\n".join(names).encode()


@standin(r"/tree_lstm_dataset-\w+\.cPickle$")
def _trees(match: re.Match[str]) -> bytes:
    """Return pairs of sentences as trees, pickled as objects of the classes that the chapter has in its cells."""
    import mxnet as mx

    main = sys.modules["__main__"]
    for name in ("Tree", "Vocab", "SICKDataIter"):
        setattr(main, name, type(name, (), {"__module__": "__main__"}))

    def of(name: str, **attributes: object) -> object:
        result = getattr(main, name)()
        vars(result).update(attributes)
        return result

    def tree(size: int) -> object:
        return of("Tree", idx=0, children=[of("Tree", idx=i, children=[]) for i in range(1, size)])

    def pairs(count: int, seed: int) -> object:
        draw = _draw(seed)
        sizes = draw.randint(3, 9, (2, count))
        sentences = [[mx.nd.array(draw.randint(4, 30, size)) for size in side] for side in sizes]
        trees = [[tree(size) for size in side] for side in sizes]
        return of("SICKDataIter", vocab=None, num_classes=5, l_sentences=sentences[0], r_sentences=sentences[1],
                  l_trees=trees[0], r_trees=trees[1], labels=draw.uniform(1, 5, count).round(1).tolist(), size=count,
                  shuffle=True, index=0)  # fmt: skip

    words = ["<blank>", "<unk>", "<s>", "</s>", *_WORDS]
    vocab = of("Vocab", idx2tok=words, tok2idx={word: i for i, word in enumerate(words)}, lower=False,
               include_unseen=False, embed=mx.nd.array(_draw(1).normal(size=(len(words), 300))))  # fmt: skip
    return pickle.dumps([pairs(300, 0), pairs(40, 1), pairs(40, 2), vocab], protocol=2)


@standin(r"/onnx/utils\.py(?:\?.*)?$")
def _onnx_utilities(match: re.Match[str]) -> bytes:
    return b"""
def plot_predictions(images, results, categories, count):
    for result in results:
        print([categories[i] for i in result.argsort()[-count:]])
"""


# -- tables ------------------------------------------------------------------------------------------------------------


@standin(r"ml-100k\.zip$")
def _ratings(match: re.Match[str]) -> bytes:
    draw = _draw(7)
    rows = [f"{user}\t{(22 * user + i) % 300 + 1}\t{draw.randint(1, 6)}\t{draw.randint(9000)}"
            for user in range(1, 151) for i in range(40)]  # fmt: skip
    return _zip({"ml-100k/u.data": "\n".join(rows).encode()})


@standin(r"/ctr\.zip$")
def _clicks(match: re.Match[str]) -> bytes:
    draw, files = _draw(3), {}
    for name, count in (("train", 11_000), ("test", 2200)):
        values = np.concatenate([draw.randint(0, 2, (count, 1)), draw.randint(0, 9, (count, 34))], axis=1)
        files[f"ctr/{name}.csv"] = "\n".join("\t".join(map(str, row)) for row in values).encode()
    return _zip(files)


@standin(r"letter-recognition\.data$")
def _letters(match: re.Match[str]) -> bytes:
    draw = _draw(9)
    labels = draw.randint(0, 26, 20_000)
    values = (
        (_draw(0).randint(0, 16, (26, 16))[labels] + draw.normal(0, 1, (20_000, 16))).round().clip(0, 15).astype(int)
    )
    rows = [",".join([chr(65 + label), *map(str, row)])
            for label, row in zip(labels, values, strict=True)]  # fmt: skip
    return "\n".join(rows).encode()


@standin(r"airfoil_self_noise\.dat$")
def _airfoil(match: re.Match[str]) -> bytes:
    return "\n".join("\t".join(f"{v:.5f}" for v in row) for row in _draw(8).normal(size=(1503, 6))).encode()


@standin(r"/(monthly|csiro_alt_gmsl_mo_2015)\.csv$")
def _series(match: re.Match[str]) -> bytes:
    values = _draw(4).normal(size=240).cumsum() + 40
    head = "Date,Rate" if match[1] == "monthly" else "Time,GMSL,GMSL uncertainty"
    rows = [f"{1990 + i // 12}-{i % 12 + 1:02}-01,{value:.2f}{',1.0' * (match[1] != 'monthly')}"
            for i, value in enumerate(values)]  # fmt: skip
    return "\n".join([head, *rows]).encode()


@standin(r"/reviews_[\w-]+\.json\.gz$")
def _opinions(match: re.Match[str]) -> bytes:
    draw = _draw(6)
    rows = [{"reviewerID": f"A{draw.randint(50)}", "asin": f"B{draw.randint(80)}", "overall": float(draw.randint(1, 6)),
             "reviewText": text} for text in _sentences(400, 6)]  # fmt: skip
    return gzip.compress("\n".join(map(json.dumps, rows)).encode())


# -- networks ----------------------------------------------------------------------------------------------------------


@standin(r"gluon/models/(\w[\w.]*?)-([0-9a-f]{8})\.zip$")
def _weights(match: re.Match[str]) -> bytes:
    import tempfile

    import mxnet as mx

    net = mx.gluon.model_zoo.vision.get_model(match[1])
    net.initialize(mx.init.Xavier())
    size = 299 if match[1] == "inceptionv3" else 224
    net(mx.nd.zeros((1, 3, size, size)))
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "a.params")
        net.save_parameters(str(path))
        return _zip({f"{match[1]}-{match[2]}.params": path.read_bytes()})


@standin(r"/([\w.-]+?)-(symbol\.json|\d{4}\.params)$")
def _checkpoint(match: re.Match[str]) -> bytes:
    import tempfile

    import mxnet as mx

    depth = re.search(r"resne[x]?t-?(\d+)", match[1])
    net = mx.gluon.model_zoo.vision.get_model(f"resnet{depth[1] if depth else 18}_v2", classes=1000)
    net.initialize(mx.init.Xavier())
    features = mx.sym.Flatten(net.features[:-1](mx.sym.Variable("data")), name="flatten0")  # which tutorials ask for
    out = mx.sym.SoftmaxOutput(net.output(features), name="softmax")
    net(mx.nd.zeros((1, 3, 224, 224)))
    with tempfile.TemporaryDirectory() as folder:
        prefix = str(Path(folder, "a"))
        auxiliary = set(out.list_auxiliary_states())
        values = {name: parameter.data() for name, parameter in net.collect_params().items()}
        mx.model.save_checkpoint(prefix, 0, out, {k: v for k, v in values.items() if k not in auxiliary},
                                 {k: v for k, v in values.items() if k in auxiliary})  # fmt: skip
        return Path(f"{prefix}-symbol.json" if "json" in match[2] else f"{prefix}-0000.params").read_bytes()


@standin(r"/deep-dog-\w+\.params$")
def _hotdog_network(match: re.Match[str]) -> bytes:
    import tempfile

    import mxnet as mx

    net = mx.gluon.model_zoo.vision.squeezenet1_1(prefix="deep_dog_", classes=2)
    net.initialize(mx.init.Xavier())
    net(mx.nd.zeros((1, 3, 224, 224)))
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "a.params")
        net.save_parameters(str(path))
        return path.read_bytes()


@standin(r"/bert\.small\.zip$")
def _bert(match: re.Match[str]) -> bytes:
    import tempfile

    sys.path.insert(0, str(Path(os.environ["STANDINS_CHECKOUTS"], "d2l-en")))
    import mxnet as mx
    from d2l import mxnet as d2l

    words = ["<unk>", "<pad>", "<mask>", "<cls>", "<sep>", *_WORDS]
    mx.npx.set_np()
    net = d2l.BERTModel(len(words), 256, 512, 4, 2, 0.1, 512)
    net.initialize(mx.init.Xavier())
    tokens = mx.np.zeros((2, 8), dtype="int32")
    net(tokens, tokens, mx.np.array([8, 8]), mx.np.zeros((2, 2), dtype="int32"))
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "a.params")
        net.save_parameters(str(path))
        return _zip({"bert.small/vocab.json": json.dumps(words).encode(),
                     "bert.small/pretrained.params": path.read_bytes()})  # fmt: skip


@standin(r"/super_resolution\.onnx$")
def _super_resolution(match: re.Match[str]) -> bytes:
    from onnx import TensorProto, helper, numpy_helper

    nodes, weights, last = [], [], "1"
    shapes = ((64, 1, 5, 5), (64, 64, 3, 3), (32, 64, 3, 3), (9, 32, 3, 3))
    for i, shape in enumerate(shapes):
        draw, pad = _draw(i), shape[2] // 2
        weights += [
            numpy_helper.from_array(draw.normal(0, 0.1, shape).astype(np.float32), f"w{i}"),
            numpy_helper.from_array(np.zeros(shape[0], np.float32), f"b{i}"),
        ]
        nodes.append(helper.make_node("Conv", [last, f"w{i}", f"b{i}"], [f"c{i}"], pads=[pad] * 4,
                                      kernel_shape=list(shape[2:])))  # fmt: skip
        last = f"c{i}"
        if i < len(shapes) - 1:
            nodes.append(helper.make_node("Relu", [last], [f"r{i}"]))
            last = f"r{i}"
    for name, shape in (("s0", (-1, 1, 3, 3, 224, 224)), ("s1", (-1, 1, 672, 672))):
        weights.append(numpy_helper.from_array(np.array(shape, np.int64), name))
    nodes += [
        helper.make_node("Reshape", [last, "s0"], ["p0"]),
        helper.make_node("Transpose", ["p0"], ["p1"], perm=[0, 1, 4, 2, 5, 3]),
        helper.make_node("Reshape", ["p1", "s1"], ["27"]),
    ]
    value = helper.make_tensor_value_info
    inputs = [value("1", TensorProto.FLOAT, (1, 1, 224, 224))]
    inputs += [value(item.name, item.data_type, item.dims) for item in weights]  # as ONNX asked for then
    graph = helper.make_graph(nodes, "a", inputs, [value("27", TensorProto.FLOAT, (1, 1, 672, 672))], weights)
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 9)], ir_version=3)
    return bytes(model.SerializeToString())


@standin(r"/opset_3/(\w+)\.tar\.gz$")
def _onnx_network(match: re.Match[str]) -> bytes:
    from onnx import TensorProto, helper, numpy_helper

    draw = _draw(1)
    shapes = {"w0": (64, 3, 7, 7), "b0": (64,), "w1": (1000, 64), "b1": (1000,)}
    weights = [numpy_helper.from_array(draw.normal(0, 0.1, shape).astype(np.float32), name)
               for name, shape in shapes.items()]  # fmt: skip
    nodes = [
        helper.make_node("Conv", ["data_0", "w0", "b0"], ["c"], kernel_shape=[7, 7], strides=[4, 4], pads=[3] * 4),
        helper.make_node("Relu", ["c"], ["r"]),
        helper.make_node("GlobalAveragePool", ["r"], ["p"]),
        helper.make_node("Flatten", ["p"], ["f"]),
        helper.make_node("Gemm", ["f", "w1", "b1"], ["g"], transB=1),
        helper.make_node("Softmax", ["g"], ["prob_1"]),
    ]
    value = helper.make_tensor_value_info
    inputs = [value("data_0", TensorProto.FLOAT, (1, 3, 224, 224))]
    inputs += [value(name, TensorProto.FLOAT, shape) for name, shape in shapes.items()]  # as ONNX asked for then
    graph = helper.make_graph(nodes, "a", inputs, [value("prob_1", TensorProto.FLOAT, (1, 1000))], weights)
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 7)], ir_version=3)
    return _tar({f"{match[1]}/model.onnx": bytes(model.SerializeToString())})


def main() -> int:
    """Write the stand-in for an address."""
    url, path = sys.argv[1:]
    checkouts = os.environ.get("STANDINS_CHECKOUTS")
    content = content_for(url, Path(checkouts) if checkouts else None)
    if content is None:
        return 1
    part = f"{path}.{os.getpid()}"
    Path(part).write_bytes(content)
    os.replace(part, path)
    return 0


if __name__ == "__main__":
    sys.exit(main())
