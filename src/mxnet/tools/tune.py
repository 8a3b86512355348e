"""Time every backend that can run a network in prediction, and say which is the fastest that agrees.

remx tune model --shape data=1,3,224,224
"""

import argparse
import math
import sys
from collections.abc import Mapping
from typing import Any

import numpy as np

from .. import ndarray as nd
from ..core.progress import Stages
from ..gluon import tuning
from ..gluon.tuning import Settings, Trial
from .console import command, quiet, shapes, show, table
from .networks import Network, load_network

_OPTIONS = ("seconds", "compile_seconds", "tolerance")
_HEADS = ("backend", "ms", "ratio", "difference", "compile, s", "")


def _run(options: argparse.Namespace) -> int:
    settings = Settings.of({key: getattr(options, key) for key in _OPTIONS if getattr(options, key) is not None})
    network = load_network(options.model, options.params)
    args = _arrays(network, network.shapes(shapes(options.shape)[0]))
    symbol = network.prediction
    with Stages("remx tune") as stages, quiet():
        result = tuning.tune(symbol, (), network.inputs(), args, settings, stages.begin)
    tuning.remember(tuning.fingerprint(symbol, args, settings), result.name)
    default = result.trials[0].seconds
    text = table(_HEADS, [_row(item, default) for item in result.trials], right=range(1, 5))
    value = {"chosen": result.name, "trials": list(map(_as_json, result.trials))}
    return show(options.json, value, f"{text}\n{result.message}")


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


main = command("tune", _run)

if __name__ == "__main__":
    sys.exit(main())
