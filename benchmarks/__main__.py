"""Command line of the benchmarks: `python -m benchmarks [--quick] [CASE ...]`."""

from __future__ import annotations

import argparse
import os
import sys
from dataclasses import dataclass
from importlib.metadata import version

from benchmarks import report, sides


@dataclass(frozen=True)
class Case:
    """One row: how often it runs, and at most how slow remx may be beside each of the others."""

    name: str
    title: str
    n: int  # repetitions in a round
    rounds: int
    mxnet: float | None = None
    torch: float | None = None
    plus: float | None = None  # seconds over PyTorch, instead of a ratio


CASES = [
    Case("add", "`a + b` on 4x4", 5000, 15, mxnet=0.25, torch=1.7),
    Case("chain", "forward and backward of 20 operators under `record()`", 200, 15, mxnet=0.5, torch=1.5),
    Case("lenet_step", "`Module` step, LeNet, batch 64", 20, 15, mxnet=0.8, torch=1.15),
    Case("resnet18_step", "`Module` step, ResNet-18 at 224, batch 8", 1, 9, mxnet=0.8, torch=1.05),
    Case("gluon_mlp_step", "Gluon step, MLP 64-64-64-10, batch 32", 200, 15, mxnet=0.7, torch=1.3),
    Case("gluon_resnet50_step", "Gluon step, ResNet-50, batch 4", 1, 5, mxnet=0.7, torch=1.05),
    Case("gluon_mobilenet_step", "Gluon step, MobileNet, batch 4", 1, 7, mxnet=0.7, torch=1.05),
    Case("gluon_lstm_step", "Gluon step, LSTM 2 x 256, 35 steps, batch 32", 3, 9, mxnet=0.75),
    Case("gluon_resnet18_inference", "hybridized ResNet-18, batch 4", 3, 9, mxnet=0.6, torch=1.0),
    Case("gluon_resnet50_inference", "hybridized ResNet-50, batch 4", 2, 7, mxnet=0.6, torch=1.0),
    Case("gluon_mobilenet_inference", "hybridized MobileNet, batch 4", 4, 9, mxnet=0.6, torch=1.0),
    Case("sgd_updates", "update of 400 small weights, SGD with momentum", 30, 15, mxnet=0.2),
    Case("adam_updates", "update of 400 small weights, Adam", 30, 15, mxnet=0.2),
    Case("accuracy", "`Accuracy` of 128x1000", 200, 15, mxnet=0.5),
    Case("load_resnet152", "load ResNet-152, bind, first forward", 1, 7, mxnet=1.0),
    Case("import", "import", 1, 7, mxnet=1.0, plus=0.4),
]


def measure(case, compared, quick):
    """Run the rounds of a case; return {side: [seconds]}."""
    rounds = {side.name: [] for side in compared}
    n = max(1, case.n // 10) if quick else case.n
    for number in range(3 if quick else case.rounds):
        turn = number % len(compared)
        for side in compared[turn:] + compared[:turn]:
            seconds = side.seconds(case.name, n)
            if seconds is not None:
                rounds[side.name].append(seconds)
    for side in compared:
        if case.name != "import":
            side.ask({"free": case.name})
    return rounds


def main():
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("cases", nargs="*", metavar="CASE", help=", ".join(case.name for case in CASES))
    parser.add_argument("--quick", action="store_true", help="three short rounds of each; nothing is kept")
    parser.add_argument("--threads", type=int, default=os.cpu_count())
    parser.add_argument("--output", default="docs/benchmarks.md", help="where a full run is kept (%(default)s)")
    args = parser.parse_args()
    chosen = [case for case in CASES if not args.cases or case.name in args.cases]
    unknown = set(args.cases) - {case.name for case in CASES}
    if unknown:
        parser.error(f"no such case: {', '.join(sorted(unknown))}")
    if not sides.REFERENCE.exists():
        parser.error("no MXNet 1.9.1 in .reference: run `make bench` or `make parity`, which make it")

    load = os.getloadavg()[0]
    compared, rows, all_met, failed = sides.three(args.threads), [], True, False
    try:
        for case in chosen:
            print(f"{case.name} ...", file=sys.stderr, flush=True)
            try:
                cells, met = report.row(case, measure(case, compared, args.quick))
            except RuntimeError as error:
                print(error, file=sys.stderr)
                cells, met, failed = [case.title, "failed", "", "", "", ""], False, True
            rows.append(cells)
            all_met = all_met and met
    finally:
        for side in compared:
            side.close()
    text = report.table(rows)
    print(text)
    if failed:
        return 1
    if not args.quick and not args.cases:
        versions = f"PyTorch {version('torch')}, NumPy {version('numpy')}, Python {sys.version.split()[0]}"
        with open(args.output, "w") as file:
            file.write(report.document(text, versions, args.threads, load))
        print(f"\nkept in {args.output}")
    if not all_met:
        print("\nsome targets are not met", file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main())
