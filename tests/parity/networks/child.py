"""Answers questions about networks in the interpreter that runs this file: messages come by stdin, go by stdout."""

from __future__ import annotations

import warnings

import mxnet as mx

from tests.parity.helpers import compute_as_mxnet
from tests.parity.networks.measure import read, write
from tests.parity.random_calls.serve import serve


def respond(question):
    """Return the answers, as far as they came, and what was raised."""
    answers = {}
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            step = {"write": write, "read": read}[question["step"]]
            step(question["seed"], question["number"], question["folder"], answers, question["eager_training"])
            mx.nd.waitall()
    except Exception as error:
        answers["raised"] = [each.__name__ for each in type(error).__mro__]
        answers["message"] = str(error).strip()
    return answers


if __name__ == "__main__":
    compute_as_mxnet("nadam_schedule", "selu_gradient", "half_precision_states")
    serve(respond)
