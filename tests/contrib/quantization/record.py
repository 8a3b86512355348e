"""Ask Apache MXNet 1.9.1 for quantized networks and what they answer.

Run under the reference environment, from this folder: ``python record.py``. It writes
``tests/data/quantization/networks.json``. The answers depend on the processor, and are kept for both kinds: a run
replaces those of the kind that it runs on.
"""

from __future__ import annotations

import json
from pathlib import Path

import networks

FILE = Path(__file__).parents[2] / "data" / "quantization" / "networks.json"

#: processors with VNNI, and others
PROCESSOR = "VNNI" if "vnni" in Path("/proc/cpuinfo").read_text() else "AVX2"

if __name__ == "__main__":
    known = json.loads(FILE.read_text()) if FILE.exists() else {}
    found = {}
    for name, graph in networks.networks().items():
        for granularity in ("tensor-wise", "channel-wise"):
            made, arguments, states = networks.quantized(name, graph, granularity)
            output = networks.run(made, networks.values(name, graph)[0], arguments, states)
            case = f"{name}, {granularity}"
            found[case] = {
                "symbol": json.loads(made.tojson()),
                "arguments": {
                    key: [str(item.dtype.__name__), item.asnumpy().tolist()] for key, item in arguments.items()
                },
                "outputs": known.get(case, {}).get("outputs", {}) | {PROCESSOR: output.tolist()},
            }
    FILE.parent.mkdir(exist_ok=True)
    FILE.write_text("{\n" + ",\n".join(f"{json.dumps(k)}: {json.dumps(v)}" for k, v in found.items()) + "\n}\n")
