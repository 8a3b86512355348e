"""How fast images come: 1.9.1 and remx run this same text. One repetition is a batch of 50 images of 224 x 224.

The record file, 2,000 photographs of 500 x 375, is named by the environment: IMAGES. Beside it lie ``folder``, some
of them as files, and ``boxes.rec``, the same with boxes.
"""

from __future__ import annotations

import os

import mxnet as mx

BATCH = 50
PATH = os.environ.get("IMAGES", "")
FOLDER = os.path.join(os.path.dirname(PATH), "folder")
BOXES = os.path.join(os.path.dirname(PATH), "boxes.rec")
MEAN, STD = (123.68, 116.78, 103.94), (58.4, 57.12, 57.38)


def _iterator(normalized=True, kind="ImageRecordIter", **kwargs):
    if normalized:
        kwargs.update({f"mean_{c}": value for c, value in zip("rgb", MEAN, strict=True)})
        kwargs.update({f"std_{c}": value for c, value in zip("rgb", STD, strict=True)})
    how = {
        "path_imgrec": PATH,
        "path_imgidx": PATH.replace(".rec", ".idx"),
        "shuffle": True,
        "rand_crop": True,
        "rand_mirror": True,
        "preprocess_threads": 2,
    }
    return getattr(mx.io, kind)(**{**how, **kwargs}, data_shape=(3, 224, 224), batch_size=BATCH, verbose=False)


def _endless(iterator):
    while True:
        yield from iterator
        iterator.reset()


def _reading(iterator):
    batches = _endless(iterator)

    def loop(n):
        for _ in range(n):
            next(batches).data[0].wait_to_read()

    return loop


def record_iter():
    """ImageRecordIter: random crop, mirror, normalization."""
    return _reading(_iterator())


def record_iter_1_thread():
    """The same in one thread."""
    return _reading(_iterator(preprocess_threads=1))


def record_iter_4_threads():
    """The same in four threads."""
    return _reading(_iterator(preprocess_threads=4))


def record_iter_resized():
    """The same with the shorter side made 256 first."""
    return _reading(_iterator(resize=256))


def record_iter_resized_crop():
    """The same of parts of random size and proportions."""
    how = {"random_resized_crop": True, "min_random_area": 0.08, "min_aspect_ratio": 0.75, "max_aspect_ratio": 4 / 3}
    return _reading(_iterator(rand_crop=False, **how))


def record_iter_colors():
    """The same with brightness, contrast, saturation and noise of colours."""
    return _reading(_iterator(brightness=0.4, contrast=0.4, saturation=0.4, pca_noise=0.1))


def record_iter_hsl():
    """The same with hue, saturation and lightness."""
    return _reading(_iterator(random_h=36, random_s=50, random_l=50))


def record_iter_uint8():
    """ImageRecordUInt8Iter."""
    return _reading(_iterator(normalized=False, kind="ImageRecordUInt8Iter"))


def det_record_iter():
    """ImageDetRecordIter: crops with constraints, padding, mirrored, shifted colours."""
    how = {
        "rand_crop_prob": 0.5,
        "min_crop_scales": 0.3,
        "min_crop_overlaps": 0.1,
        "rand_pad_prob": 0.5,
        "max_pad_scale": 2,
        "rand_mirror_prob": 0.5,
        "max_random_hue": 18,
        "random_hue_prob": 0.5,
        "max_random_contrast": 0.5,
        "random_contrast_prob": 0.5,
    }
    means = {f"mean_{c}": value for c, value in zip("rgb", MEAN, strict=True)}
    it = mx.io.ImageDetRecordIter(
        path_imgrec=BOXES,
        data_shape=(3, 224, 224),
        batch_size=BATCH,
        shuffle=True,
        preprocess_threads=2,
        verbose=False,
        **means,
        **how,
    )
    return _reading(it)


def _net():
    net = mx.gluon.nn.HybridSequential()
    for channels in (16, 32, 64):
        net.add(mx.gluon.nn.Conv2D(channels, 3, strides=2, activation="relu"), mx.gluon.nn.MaxPool2D(2))
    net.add(mx.gluon.nn.GlobalAvgPool2D(), mx.gluon.nn.Dense(10))
    net.initialize(mx.init.Xavier())
    net.hybridize()
    return net


def _training(batches, parts):
    """Return the loop of a small network's training; ``parts`` takes data and label out of a batch."""
    net = _net()
    trainer = mx.gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": 0.01})
    loss = mx.gluon.loss.SoftmaxCrossEntropyLoss()

    def loop(n):
        for _ in range(n):
            data, label = (each.as_in_context(mx.cpu()) for each in parts(next(batches)))
            with mx.autograd.record():
                value = loss(net(data), label)
            value.backward()
            trainer.step(BATCH)
            value.mean().asscalar()

    return loop


def training_alone():
    """The network without the images."""
    batch = mx.nd.random.normal(shape=(BATCH, 3, 224, 224)), mx.nd.zeros(BATCH)
    return _training(_epochs([batch]), tuple)


def record_iter_training():
    """ImageRecordIter while its consumer trains a small network."""
    return _training(_endless(_iterator()), lambda batch: (batch.data[0], batch.label[0]))


def loader_training():
    """DataLoader with two workers while its consumer trains a small network."""
    return _training(_epochs(_loader(2)), tuple)


def _transforms():
    from mxnet.gluon.data.vision import transforms

    return transforms.Compose(
        [
            transforms.RandomResizedCrop(224),
            transforms.RandomFlipLeftRight(),
            transforms.ToTensor(),
            transforms.Normalize([m / 255 for m in MEAN], [s / 255 for s in STD]),
        ]
    )


def _loader(workers, steps=None, data=None, **kwargs):
    data = mx.gluon.data.vision.ImageRecordDataset(PATH) if data is None else data
    data = data.transform_first(steps or _transforms())
    return mx.gluon.data.DataLoader(data, BATCH, shuffle=True, num_workers=workers, last_batch="discard", **kwargs)


def _epochs(loader):
    while True:
        yield from loader


def _loading(*args, **kwargs):
    batches = _epochs(_loader(*args, **kwargs))

    def loop(n):
        for _ in range(n):
            next(batches)[0].wait_to_read()

    return loop


def loader():
    """Gluon's DataLoader with transforms, in this process."""
    return _loading(0)


def loader_1_worker():
    """Gluon's DataLoader with transforms, one worker."""
    return _loading(1)


def loader_workers():
    """Gluon's DataLoader with transforms, two workers."""
    return _loading(2)


def loader_threads():
    """Gluon's DataLoader with transforms, two threads, of files: 1.9.1's record files break with threads."""
    return _loading(2, data=mx.gluon.data.vision.ImageFolderDataset(FOLDER), thread_pool=True)


def loader_folder():
    """DataLoader of a folder of images, resized and cut, in this process."""
    from mxnet.gluon.data.vision import transforms

    steps = [transforms.Resize(256, keep_ratio=True), transforms.CenterCrop(224), transforms.ToTensor()]
    return _loading(0, transforms.Compose(steps), mx.gluon.data.vision.ImageFolderDataset(FOLDER))


def loader_jitter():
    """DataLoader with jitter of colours, in this process."""
    from mxnet.gluon.data.vision import transforms

    steps = [
        transforms.RandomResizedCrop(224),
        transforms.RandomFlipLeftRight(),
        transforms.RandomColorJitter(0.4, 0.4, 0.4),
        transforms.RandomLighting(0.1),
        transforms.ToTensor(),
        transforms.Normalize([m / 255 for m in MEAN], [s / 255 for s in STD]),
    ]
    return _loading(0, transforms.Compose(steps))


def _image_iter(**kwargs):
    it = mx.image.ImageIter(
        BATCH,
        (3, 224, 224),
        path_imgrec=PATH,
        path_imgidx=PATH.replace(".rec", ".idx"),
        shuffle=True,
        rand_crop=True,
        rand_mirror=True,
        mean=True,
        std=True,
        last_batch_handle="discard",
        **kwargs,
    )
    return _reading(it)


def image_iter():
    """mx.image.ImageIter: random crop, mirror, normalization."""
    return _image_iter()


def image_iter_colors():
    """The same with random size, jitter of colours and noise."""
    return _image_iter(rand_resize=True, brightness=0.4, contrast=0.4, saturation=0.4, hue=0.1, pca_noise=0.1)


def image_det_iter():
    """mx.image.ImageDetIter: random crop and padding, mirror, normalization."""
    it = mx.image.ImageDetIter(
        BATCH,
        (3, 224, 224),
        path_imgrec=BOXES,
        path_imgidx=BOXES.replace(".rec", ".idx"),
        shuffle=True,
        rand_crop=0.5,
        rand_pad=0.5,
        rand_mirror=True,
        mean=True,
        std=True,
        brightness=0.1,
        last_batch_handle="discard",
    )
    return _reading(it)
