"""Load a checkpoint with `Module.load` and print its accuracy on the 297 test digits; MXNet 1.9.1 runs this too."""

from __future__ import annotations

import argparse

import mxnet as mx
from digits import iterators

if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--prefix", default="demo/lenet")
    parser.add_argument("--digits", default="demo/digits")
    parser.add_argument("--epoch", type=int, default=14)
    args = parser.parse_args()
    _, test = iterators(50, args.digits)
    module = mx.mod.Module.load(args.prefix, args.epoch)
    module.bind(test.provide_data, test.provide_label, for_training=False)
    print(module.score(test, "acc")[0][1])
