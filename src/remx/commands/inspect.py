"""Say what is in MXNet's files. A symbol and a file of parameters are looked at together."""

from __future__ import annotations

import argparse

EPILOG = """\
examples:
  remx inspect model-symbol.json                       operators, variables, the release that wrote it
  remx inspect model-0001.params                       arrays, types, sizes, the release that wrote them
  remx inspect model-symbol.json model-0001.params --shape data=1,3,224,224
                                                       layers with shapes, parameters and FLOPs; missing weights
  remx inspect model --shape data=1,3,224,224          the same of a checkpoint's symbol and its last parameters
  remx inspect w.params --network resnet18_v1 --shape data=1,3,224,224
                                                       the same of weights without a symbol
  remx inspect model.onnx model.pt2 model.pt           what remx convert wrote
  remx inspect model-symbol.json --plot model.svg      a picture of the network (needs graphviz, pygraphviz)
  remx inspect train.rec --show 16 sheet.png           labels and images of a record file
  remx inspect model.states train.idx model.onnx --json

exit status: 0, 1 if a file cannot be read or weights are missing, 2 for a wrong call
"""
JSON = "print what was found as JSON"
#: the ends of the names of files that can be read
ENDS = (
    *(".json", ".params", ".nd", ".ndarray", ".safetensors", ".states", ".buckets", ".rec", ".idx"),
    *(".onnx", ".pt", ".pth", ".pt2"),
)


def add_arguments(command: argparse.ArgumentParser) -> None:
    """Add the command's arguments to its parser."""
    add = command.add_argument
    add("files", nargs="+", metavar="FILE", help=f"files that end in {', '.join(ENDS)}, or a checkpoint's prefix")
    add("--shape", action="append", default=[], metavar="NAME=N,C,H,W", help="the shape of an input")
    add("--network", metavar="NAME", help="the block of weights alone: of the model zoo, or module:function")
    add("--plot", metavar="OUT.svg", help="write a picture of the network (.svg, .png or .pdf)")
    add("--show", nargs=2, metavar=("N", "OUT.png"), help="write the first N images of a record file")
