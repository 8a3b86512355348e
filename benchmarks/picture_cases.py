"""How fast pictures come: 1.9.1 and remx run this same text. One repetition is a batch of 50 pictures of 224 x 224.

The record file, 2,000 photographs of 500 x 375, is named by the environment: PICTURES.
"""

from __future__ import annotations

import os

import mxnet as mx

BATCH = 50
PATH = os.environ.get("PICTURES", "")
MEAN, STD = (123.68, 116.78, 103.94), (58.4, 57.12, 57.38)


def _iterator(**kwargs):
    means = {f"mean_{c}": value for c, value in zip("rgb", MEAN, strict=True)}
    stds = {f"std_{c}": value for c, value in zip("rgb", STD, strict=True)}
    return mx.io.ImageRecordIter(
        path_imgrec=PATH,
        path_imgidx=PATH.replace(".rec", ".idx"),
        data_shape=(3, 224, 224),
        batch_size=BATCH,
        shuffle=True,
        rand_crop=True,
        rand_mirror=True,
        preprocess_threads=2,
        verbose=False,
        **means,
        **stds,
        **kwargs,
    )


def _endless(iterator):
    while True:
        yield from iterator
        iterator.reset()


def record_iter():
    """ImageRecordIter: random crop, mirror, normalization."""
    batches = _endless(_iterator())

    def loop(n):
        for _ in range(n):
            next(batches).data[0].wait_to_read()

    return loop


def record_iter_resized():
    """The same with the shorter side made 256 first."""
    batches = _endless(_iterator(resize=256))

    def loop(n):
        for _ in range(n):
            next(batches).data[0].wait_to_read()

    return loop


def _net():
    net = mx.gluon.nn.HybridSequential()
    for channels in (16, 32, 64):
        net.add(mx.gluon.nn.Conv2D(channels, 3, strides=2, activation="relu"), mx.gluon.nn.MaxPool2D(2))
    net.add(mx.gluon.nn.GlobalAvgPool2D(), mx.gluon.nn.Dense(10))
    net.initialize(mx.init.Xavier())
    net.hybridize()
    return net


def record_iter_training():
    """ImageRecordIter while its consumer trains a small network."""
    batches, net = _endless(_iterator()), _net()
    trainer = mx.gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": 0.01})
    loss = mx.gluon.loss.SoftmaxCrossEntropyLoss()

    def loop(n):
        for _ in range(n):
            batch = next(batches)
            data, label = (each[0].as_in_context(mx.cpu()) for each in (batch.data, batch.label))
            with mx.autograd.record():
                value = loss(net(data), label)
            value.backward()
            trainer.step(BATCH)
            value.mean().asscalar()

    return loop


def _loader(workers):
    from mxnet.gluon.data.vision import transforms

    steps = [
        transforms.RandomResizedCrop(224),
        transforms.RandomFlipLeftRight(),
        transforms.ToTensor(),
        transforms.Normalize([m / 255 for m in MEAN], [s / 255 for s in STD]),
    ]
    data = mx.gluon.data.vision.ImageRecordDataset(PATH).transform_first(transforms.Compose(steps))
    return mx.gluon.data.DataLoader(data, BATCH, shuffle=True, num_workers=workers, last_batch="discard")


def _epochs(loader):
    while True:
        yield from loader


def loader():
    """Gluon's DataLoader with transforms, in this process."""
    batches = _epochs(_loader(0))

    def loop(n):
        for _ in range(n):
            next(batches)[0].wait_to_read()

    return loop


def loader_workers():
    """Gluon's DataLoader with transforms, two workers."""
    batches = _epochs(_loader(2))

    def loop(n):
        for _ in range(n):
            next(batches)[0].wait_to_read()

    return loop


def image_iter():
    """mx.image.ImageIter: random crop, mirror, normalization."""
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
    )
    batches = _endless(it)

    def loop(n):
        for _ in range(n):
            next(batches).data[0].wait_to_read()

    return loop
