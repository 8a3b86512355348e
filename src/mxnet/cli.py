"""The command ``remx``: the library's programs as subcommands."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Sequence

COMMANDS = {
    "inspect": "say what is in a file: networks, parameters, states, records, ONNX",
    "convert": "convert a checkpoint to ONNX, safetensors, PyTorch's weights, programs or source",
    "doctor": "read programs, and say what works, what differs, and what to change",
    "run": "run a script of MXNet's days, and explain its failure",
    "fetch": "download data sets, weights and word vectors ahead of the programs that want them",
    "fetch-zoo": "get weights of the model zoo, of torchvision too where it has the same network",
    "im2rec": "make lists of images and pack them into record files",
    "rec2idx": "make the index of a record file",
    "parse_log": "make a table of the log of a training",
    "launch": "start a training in several processes, here or on several machines",
    "diagnose": "say what this library runs on",
    "passes": "list what is done to graphs before they run, or explain it of one",
}


def main(argv: Sequence[str] | None = None) -> int:
    """Run ``remx COMMAND ...`` and return its exit status: 2 for a command that does not exist."""
    words = list(sys.argv[1:] if argv is None else argv)
    module = words[0].replace("-", "_") if words else ""
    if module in {name.replace("-", "_") for name in COMMANDS}:
        program = importlib.import_module(f"mxnet.tools.{module}")
        return int(program.main(words[1:]))
    out = sys.stdout if words[:1] in (["-h"], ["--help"]) else sys.stderr
    print("usage: remx COMMAND ...\n", file=out)
    for name, what in COMMANDS.items():
        print(f"  {name:<10} {what}", file=out)
    print(
        "\nremx COMMAND --help says more, with the exit status of each: 0 where all is well, 1 where something is\n"
        "not, 2 for a wrong call, 130 where it was stopped from the keyboard. All but run and launch, whose output\n"
        "is the program's, take --json. Colours and progress are for terminals; NO_COLOR=1 switches colours off.",
        file=out,
    )
    return 0 if out is sys.stdout else 2


if __name__ == "__main__":
    sys.exit(main())
