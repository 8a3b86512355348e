"""A training that goes on from its last checkpoint, and ends the same however often workers are killed.

python -m torch.distributed.run --nproc-per-node 2 --max-restarts 20 resumes.py FOLDER 20
"""

from __future__ import annotations

import os
import random
import signal
import sys
from pathlib import Path

import mxnet as mx
import numpy as np

EPOCHS, STEPS, SIZE = 6, 5, 8


def network():
    net = mx.gluon.nn.HybridSequential(prefix="net_")
    with net.name_scope():
        net.add(mx.gluon.nn.Dense(16, activation="relu", in_units=10), mx.gluon.nn.Dense(3, in_units=16))
    mx.random.seed(1)
    net.initialize(mx.init.Xavier())
    return net


def maybe_die(folder, kills):
    """Kill this process at random, in one of five steps, as long as so many kills were not made."""
    done = len(list(folder.glob("kill-*")))
    if done < kills and random.SystemRandom().random() < 0.2:
        try:
            (folder / f"kill-{done}").touch(exist_ok=False)
        except FileExistsError:
            return
        os.kill(os.getpid(), signal.SIGKILL)


def train(folder, kills=0):
    """Train, from the last checkpoint in a folder on, and be killed now and then."""
    store = mx.kv.create("dist_sync")
    net = network()
    trainer = mx.gluon.Trainer(net.collect_params(), "adam", {"learning_rate": 0.05}, kvstore=store)
    saved = sorted(folder.glob("*.states"))  # written last: with it a checkpoint is whole
    if saved:
        net.load_parameters(str(saved[-1].with_suffix(".params")))
        trainer.load_states(str(saved[-1]))
    loss = mx.gluon.loss.SoftmaxCrossEntropyLoss()
    for epoch in range(len(saved), EPOCHS):
        draws = np.random.RandomState(epoch)
        for _ in range(STEPS):
            data, labels = draws.normal(size=(SIZE, 10)), draws.randint(0, 3, SIZE)
            own = slice(store.rank * SIZE // store.num_workers, (store.rank + 1) * SIZE // store.num_workers)
            with mx.autograd.record():
                value = loss(net(mx.nd.array(data[own])), mx.nd.array(labels[own]))
            value.backward()
            if epoch:  # when there is a checkpoint
                maybe_die(folder, kills)
            trainer.step(SIZE)
        if store.rank == 0:
            net.save_parameters(str(folder / f"{epoch:03}.params"))
            trainer.save_states(str(folder / f"{epoch:03}.states"))
        store._barrier()


if __name__ == "__main__":
    train(Path(sys.argv[1]), int(sys.argv[2]))
