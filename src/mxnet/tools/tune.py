"""Time every backend that can run a network in prediction, and say which is the fastest that agrees.

remx tune model --shape data=1,3,224,224
"""

from __future__ import annotations

import argparse
import math
import sys
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from remx.commands import parser

from .. import ndarray as nd
from ..core.progress import Stages
from ..gluon import tuning
from ..gluon.tuning import Settings, Trial
from .console import FINE, guarded, quiet, shapes, show_json, table
from .networks import Network, load_network

_OPTIONS = ("seconds", "compile_seconds", "tolerance")
_HEADS = ("backend", "ms", "ratio", "difference", "compile, s", "")


def main(argv: Sequence[str] | None = None) -> int:
    """Print the table and the choice; return 1 where the network cannot be read or run."""
    command = parser("tune")
    options = command.parse_args(argv)
    return guarded(command.prog, lambda: _run(options))


def _run(options: argparse.Namespace) -> int:
    settings = Settings.of({key: getattr(options, key) for key in _OPTIONS if getattr(options, key) is not None})
    network = load_network(options.model, options.params)
    args = _arrays(network, network.shapes(shapes(options.shape)[0]))
    symbol = network.prediction
    with Stages("remx tune") as stages, quiet():
        result = tuning.tune(symbol, (), network.inputs(), args, settings, stages.begin)
    tuning.remember(tuning.fingerprint(symbol, args, settings), result.name)
    if options.json:
        show_json({"chosen": result.name, "trials": list(map(_as_json, result.trials))})
        return FINE
    default = result.trials[0].seconds
    print(table(_HEADS, [_row(item, default) for item in result.trials], right=range(1, 5)))
    print(result.message)
    return FINE


def _as_json(trial: Trial) -> dict[str, Any]:
    """Return what was measured; None stands for what was not."""
    return {key: None if value == math.inf else value for key, value in trial._asdict().items()}


def _row(trial: Trial, default: float) -> list[str]:
    if trial.seconds == math.inf:
        return [trial.name, "-", "-", "-", "-", trial.reason]
    ratio, milliseconds = trial.seconds / default, trial.seconds * 1e3
    cells = [f"{milliseconds:.3g}", f"{ratio:.2f}", f"{trial.difference:.1e}", f"{trial.compile_seconds:.2f}"]
    return [trial.name, *cells, trial.reason]


def _arrays(network: Network, known: Mapping[str, tuple[int, ...]]) -> list[Any]:
    """Return an array for every input of the network: its parameters, and random data."""
    random, arrays, data = np.random.RandomState(0), network.arrays, set(network.inputs())
    result = []
    for name in network.prediction.list_inputs():
        if name in arrays:
            result.append(arrays[name])
        elif name in data:
            values = network.random_input(random, name, known[name])
            result.append(nd.array(values, dtype=values.dtype))
        else:
            result.append(nd.zeros(known[name]))
    return result


if __name__ == "__main__":
    sys.exit(main())
