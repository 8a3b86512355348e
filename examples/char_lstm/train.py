"""Learn to write like this project's licence and documentation: a character LSTM with BucketingModule.

    python examples/char_lstm/train.py --epochs 20          # some twenty seconds; prints perplexities, then a sample
    python examples/char_lstm/train.py --epochs 30 --resume 20      # goes on from a checkpoint, as if it had not ended
    python examples/char_lstm/sample.py --epoch 30 --start "MXNet "

Perplexity is how many characters the network hesitates between: it starts at 80 and falls below 5. MXNet 1.9.1
runs these files as well. `--unfused` computes the same network a step at a time; the checkpoints are the same.
"""

from __future__ import annotations

import argparse
import os
import random

import mxnet as mx
import numpy as np
from network import cells, symbols
from sample import sample
from text import encode, iterator, sentences


def train(prefix, epochs, batch_size=16, hidden=128, layers=1, rate=0.01, fused=True, resume=0, seed=1, lines=None):
    """Train from epoch `resume` on, writing a checkpoint after each epoch; return the perplexities of the epochs."""
    random.seed(seed)
    np.random.seed(seed)
    mx.random.seed(seed)
    numbers, vocabulary = encode(sentences() if lines is None else lines)
    data = iterator(numbers, batch_size)
    for _ in range(resume):
        data.reset()  # each epoch shuffles: the order is that of a training that did not stop
    stack = cells(hidden, layers, fused)
    module = mx.mod.BucketingModule(symbols(len(vocabulary), hidden, layers, fused=fused), data.default_bucket_key)
    module.bind(data.provide_data, data.provide_label)
    arguments = {"arg_params": None, "aux_params": None}
    if resume:
        _, arguments["arg_params"], arguments["aux_params"] = mx.rnn.load_rnn_checkpoint(stack, prefix, resume)
    module.init_params(mx.init.Xavier(factor_type="in", magnitude=2.34), **arguments)
    optimizer = {"learning_rate": rate, "clip_gradient": 1.0}
    # Adam's rate depends on how many updates there were, which the file of its states does not have
    optimizer["begin_num_update"] = resume * len(data.idx)
    module.init_optimizer(optimizer="adam", optimizer_params=optimizer)
    if resume:
        module._curr_module.load_optimizer_states("%s-%04d.states" % (prefix, resume))
    save = mx.rnn.do_rnn_checkpoint(stack, prefix)
    history = []

    def at_end(epoch, symbol, arg_params, aux_params):
        save(epoch, symbol, arg_params, aux_params)
        module._curr_module.save_optimizer_states("%s-%04d.states" % (prefix, epoch + 1))
        history.append(metric.get()[1])
        print("epoch %d: perplexity %.3f" % (epoch + 1, history[-1]), flush=True)

    metric = mx.metric.Perplexity(ignore_label=-1)
    module.fit(data, eval_metric=metric, num_epoch=epochs, begin_epoch=resume, epoch_end_callback=at_end)
    return history


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--prefix", default="demo/char_lstm", help="where the checkpoints go (default: %(default)s)")
    parser.add_argument("--epochs", type=int, default=20)
    parser.add_argument("--resume", type=int, default=0, help="go on from the checkpoint of this epoch")
    parser.add_argument("--hidden", type=int, default=128)
    parser.add_argument("--layers", type=int, default=1)
    parser.add_argument("--unfused", action="store_true", help="one cell for each step")
    args = parser.parse_args()
    os.makedirs(os.path.dirname(args.prefix) or ".", exist_ok=True)
    train(args.prefix, args.epochs, hidden=args.hidden, layers=args.layers, fused=not args.unfused, resume=args.resume)
    print(sample(args.prefix, args.epochs, "The ", hidden=args.hidden, layers=args.layers))
