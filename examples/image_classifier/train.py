"""Train a residual network on handwritten digits: Gluon's transforms, data loaders, estimator and its handlers.

    python examples/image_classifier/train.py                # less than a minute; test accuracy about 0.98
    python examples/image_classifier/train.py --epochs 25 --resume     # goes on from the latest checkpoint

Each training picture is cropped, rotated and brightened a little differently every time. After each epoch the 297 test
digits, of other writers, are read; a checkpoint is written every epoch (three are kept), and the best one under
`digits-best.params`. The learning rate falls along half a cosine. `classifier.png` shows the curve, the augmentation
and the digits that are misread. MXNet 1.9.1 runs these files as well.
"""

from __future__ import annotations

import argparse
import logging
import os

import digits
import mxnet as mx
import numpy as np
import pictures
from mxnet import gluon
from mxnet.gluon.contrib.estimator import CheckpointHandler, Estimator
from network import classifier
from progress import Progress


def train(folder, epochs=15, batch_size=50, rate=0.01, workers=2, resume=False, samples=None, out=None):
    """Train, write checkpoints to `folder`; return the network and one dict of figures for each epoch."""
    train_data, test_data = digits.loaders(batch_size, workers, samples)
    net = classifier()
    net.initialize(mx.init.Xavier())
    net.hybridize()
    schedule = mx.lr_scheduler.CosineScheduler(epochs * len(train_data), base_lr=rate, final_lr=rate / 50)
    trainer = gluon.Trainer(net.collect_params(), "adam", {"lr_scheduler": schedule, "wd": 1e-4})
    estimator = Estimator(
        net,
        gluon.loss.SoftmaxCrossEntropyLoss(),
        train_metrics=mx.metric.Accuracy(),
        trainer=trainer,
        context=mx.cpu(),
    )
    estimator.logger.setLevel(logging.WARNING)  # the progress bar says it
    accuracy = next(metric for metric in estimator.val_metrics if isinstance(metric, mx.metric.Accuracy))
    progress = Progress(len(train_data), out=out)
    checkpoints = CheckpointHandler(
        folder,
        model_prefix="digits",
        monitor=accuracy,
        mode="max",
        save_best=True,
        max_checkpoints=3,
        resume_from_checkpoint=resume,
    )
    estimator.fit(train_data, test_data, epochs=epochs, event_handlers=[progress, checkpoints])
    return net, progress.history


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--folder", default="demo/image_classifier", help="for checkpoints (default: %(default)s)")
    parser.add_argument("--epochs", type=int, default=15)
    parser.add_argument("--workers", type=int, default=2, help="processes that augment (default: %(default)s)")
    parser.add_argument("--resume", action="store_true", help="go on from the latest checkpoint")
    parser.add_argument("--seed", type=int, default=7)
    args = parser.parse_args()
    mx.random.seed(args.seed)
    np.random.seed(args.seed)
    os.makedirs(args.folder, exist_ok=True)
    net, history = train(args.folder, args.epochs, workers=args.workers, resume=args.resume)
    if history:
        print("best accuracy on the test digits: %.4f" % max(epoch["validation accuracy"] for epoch in history))
        picture = os.path.join(args.folder, "classifier.png")
        pictures.draw(picture, history, net)
        print("picture: %s" % picture)
