"""Gradients of ``RNN``, where some of its inputs have none."""

from __future__ import annotations

import mxnet as mx
import numpy as np
import pytest

GATES = {"gru": 3, "lstm": 4, "rnn_tanh": 1}


@pytest.mark.parametrize("mode", GATES)
@pytest.mark.parametrize("frozen", [("parameters",), ("data", "parameters"), ("data",)])
def test_the_gradient_of_a_state_beside_inputs_without(mode: str, frozen: tuple[str, ...]) -> None:
    """It is the difference quotient; in 1.9.1 it depends on which inputs have a gradient."""
    random = np.random.RandomState(0)
    size = GATES[mode] * 2 * 2 * ((3 + 2 + 2) + (4 + 2 + 2))  # of two layers in two directions
    shapes = {"data": (3, 2, 3), "parameters": (size,), "state": (4, 2, 2)}
    if mode == "lstm":
        shapes["state_cell"] = (4, 2, 2)
    arrays = {k: mx.nd.array(random.uniform(-0.5, 0.5, s), dtype="float64") for k, s in shapes.items()}

    def total(**changed: mx.nd.NDArray) -> mx.nd.NDArray:
        given = {**arrays, **changed}
        result = mx.nd.RNN(*given.values(), mode=mode, state_size=2, num_layers=2, bidirectional=True)
        return (result * result).sum()

    for name in arrays.keys() - set(frozen):
        arrays[name].attach_grad()
    with mx.autograd.record():
        out = total()
    out.backward()
    step = np.zeros(shapes["state"])
    step[2, 1, 0] = 1e-5
    ends = [total(state=arrays["state"] + mx.nd.array(s, dtype="float64")).asscalar() for s in (step, -step)]
    np.testing.assert_allclose(arrays["state"].grad.asnumpy()[2, 1, 0], (ends[0] - ends[1]) / 2e-5, rtol=1e-5)
