"""Write a line with a trained network: `python examples/char_lstm/sample.py --epoch 20 --start "The "`."""

from __future__ import annotations

import argparse

import mxnet as mx
import numpy as np
from network import cells, one_step
from text import END, encode, sentences


def sample(prefix, epoch, start, temperature=0.5, longest=120, hidden=128, layers=1, seed=0, lines=None):
    """Return `start` and what the network goes on with until it ends the line, drawn with numpy's random numbers.

    A low `temperature` prefers the likeliest characters.
    """
    _, vocabulary = encode(sentences() if lines is None else lines)
    characters = {number: character for character, number in vocabulary.items()}
    net, states = one_step(len(vocabulary), hidden, layers)
    _, arg_params, aux_params = mx.rnn.load_rnn_checkpoint(cells(hidden, layers, fused=False), prefix, epoch)
    shapes = {"data": (1,), **{name: (1, hidden) for name in states}}
    step = net.simple_bind(mx.cpu(), grad_req="null", **shapes)
    step.copy_params_from(arg_params, aux_params, allow_extra_params=True)
    draw = np.random.RandomState(seed)
    text = start
    for i in range(longest):
        odds, *new_states = step.forward(data=mx.nd.array([vocabulary[text[i]]]))
        for name, state in zip(states, new_states, strict=True):
            step.arg_dict[name][:] = state
        if i + 1 < len(text):
            continue
        weights = odds.asnumpy()[0].astype("float64") ** (1 / temperature)
        number = draw.choice(len(weights), p=weights / weights.sum())
        if number == END:
            break
        text += characters[number]
    return text


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--prefix", default="demo/char_lstm", help="where the checkpoints are (default: %(default)s)")
    parser.add_argument("--epoch", type=int, default=20)
    parser.add_argument("--start", default="The ")
    parser.add_argument("--temperature", type=float, default=0.5)
    parser.add_argument("--hidden", type=int, default=128)
    parser.add_argument("--layers", type=int, default=1)
    args = parser.parse_args()
    print(sample(args.prefix, args.epoch, args.start, args.temperature, hidden=args.hidden, layers=args.layers))
