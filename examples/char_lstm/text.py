"""The text that is learnt: this project's own licence and documentation, a line a sentence."""

from __future__ import annotations

import os

import mxnet as mx

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
FILES = ["LICENSE", "NOTICE", "README.md", "CONTRIBUTING.md", "docs/architecture.md", "docs/differences.md"]
BUCKETS = [16, 32, 48, 64, 80, 96, 112, 128]
#: fills sentences up; also what ends one, so that a sample knows where to stop
END = 0


def sentences(files=FILES, shortest=8):
    """Return the lines of the files, without blanks around them and without those that are too short or too long."""
    found = []
    for name in files:
        with open(os.path.join(ROOT, name), encoding="utf8") as file:
            found += [line.strip() for line in file]
    return [line for line in found if shortest <= len(line) < BUCKETS[-1]]


def encode(lines, vocabulary=None):
    """Return the lines as lists of numbers with `END` behind each, and the numbers by character."""
    numbers, vocabulary = mx.rnn.encode_sentences(
        lines, vocab=vocabulary, invalid_label=END, invalid_key="\n", start_label=1
    )
    return [line + [END] for line in numbers], vocabulary


def iterator(numbers, batch_size):
    """Return batches of sentences of about one length; the label of each character is the next one."""
    return mx.rnn.BucketSentenceIter(numbers, batch_size, buckets=BUCKETS, invalid_label=-1, layout="TN")
