"""Ask Apache MXNet 1.9.1 for quantized networks and what they answer.

Run under the reference environment, from this folder: ``python record.py``. It writes
``tests/data/quantization/networks.json``.
"""

from __future__ import annotations

import json
from pathlib import Path

import networks

FILE = Path(__file__).parents[2] / "data" / "quantization" / "networks.json"

if __name__ == "__main__":
    found = {}
    for name, graph in networks.networks().items():
        for granularity in ("tensor-wise", "channel-wise"):
            made, arguments, states = networks.quantized(name, graph, granularity)
            output = networks.run(made, networks.values(name, graph)[0], arguments, states)
            found[f"{name}, {granularity}"] = {
                "symbol": json.loads(made.tojson()),
                "arguments": {
                    key: [str(each.dtype.__name__), each.asnumpy().tolist()] for key, each in arguments.items()
                },
                "output": output.tolist(),
            }
    FILE.parent.mkdir(exist_ok=True)
    FILE.write_text("{\n" + ",\n".join(f"{json.dumps(k)}: {json.dumps(v)}" for k, v in found.items()) + "\n}\n")
