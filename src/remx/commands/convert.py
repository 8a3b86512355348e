"""Convert a checkpoint to what other libraries read, and verify the result."""

from __future__ import annotations

import argparse

from .numeric import colors, scalar

EPILOG = """\
targets, by the end of the name after -o:
  .onnx         an ONNX file (needs the package onnx; verified if onnxruntime is installed)
  .safetensors  parameters and states, under MXNet's names (arg:fc_weight, aux:bn_moving_mean)
  .pt           the state_dict of the network's to_torch() module: torch.load(..., weights_only=True)
  .pt2          a program of torch.export: torch.export.load
  .py           readable source of a torch.nn.Module that needs PyTorch alone; its state_dict beside it ends in .py.pt
  .params       parameters and states as MXNet's own checkpoints have them

examples:
  remx convert model -o model.onnx --shape data=batch,3,224,224
  remx convert model-symbol.json model-0010.params -o model.py --shape data=batch,3,224,224
  remx convert model -o model.pt2 --shape data=batch,3,224,224 --check cat.jpg --scale 255 \\
      --mean 0.485,0.456,0.406 --std 0.229,0.224,0.225 --synset synset.txt
  remx convert model -o hub/model.safetensors --shape data=batch,3,224,224 --card
  remx convert resnet18.params --network resnet18_v1 -o resnet18.onnx --shape data=batch,3,224,224
  remx convert net.params --network train:make_net -o net.onnx --shape data=batch,3,32,32
  remx convert net.params -o net.safetensors
  remx convert net.safetensors --like net-symbol.json -o net-0000.params

What was written is read again and run on random inputs, or those of --input, and compared with MXNet's results, for
two batch sizes: the output says "any batch", or "batch 4 only" and why. Labels, which predictions do not need, are no
inputs. A conversion that fails, or whose results differ, leaves no file and changes none.
exit status: 0, 1 if it cannot be converted or the results differ, 2 for a wrong call
"""
JSON = "print the outcome as JSON"
#: the ends of the names of files that can be written
ENDS = (".onnx", ".safetensors", ".pt", ".pt2", ".py", ".params")


def add_arguments(command: argparse.ArgumentParser) -> None:
    """Add the command's arguments to its parser."""
    add = command.add_argument
    add("model", help="the prefix of a checkpoint, or its -symbol.json; or weights alone (.params, .safetensors, .pt)")
    add("params", nargs="?", help="its file of parameters (the last epoch's unless given)")
    add("-o", "--output", required=True, metavar="OUT", help=f"ends in {', '.join(ENDS)}")
    add("--epoch", type=int, help="the number of the checkpoint (the highest)")
    add("--bucket", type=int, help="the key of a BucketingModule's bucket (the largest)")
    add(
        "--network",
        metavar="NAME",
        help="the block of weights alone: a network of the model zoo, or module:function, which makes it",
    )
    add("--like", metavar="SYMBOL.json", help="a network whose names the weights take, instead of PyTorch's, too")
    add(
        "--shape",
        action="append",
        default=[],
        metavar="NAME=batch,C,H,W",
        help="the shape of an input; batch, or ?, stands for any number, which a number there does, too",
    )
    add("--fixed-batch", action="store_true", help="convert for the batch size of --shape alone")
    add("--input", action="append", default=[], metavar="NAME=FILE.npy", help="values to verify with")
    add("--card", action="store_true", help="write a README.md that describes the network beside it, a model card")
    add("--tolerance", type=scalar(float), help="the largest relative difference (1e-4, of float16 networks 1e-2)")
    add("--check", metavar="IMAGE", help="print the five best classes of an image before and after")
    add("--mean", type=colors(), default=[0, 0, 0], metavar="R,G,B", help="taken from its pixels (0)")
    add("--std", type=colors(zero=False), default=[1, 1, 1], metavar="R,G,B", help="that divide them (1)")
    add("--scale", type=scalar(float, zero=False), default=1.0, help="divides pixels before that (1)")
    add("--synset", metavar="FILE", help="names of the classes, a line each")
