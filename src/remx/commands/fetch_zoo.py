"""Get weights of the model zoo: MXNet's own, or torchvision's for the networks that both have."""

from __future__ import annotations

import argparse

EPILOG = """\
examples:
  remx fetch-zoo resnet50_v2                                MXNet's own weights
  remx fetch-zoo --from-torchvision resnet18_v1             torchvision's, downloaded from download.pytorch.org
  remx fetch-zoo --from-torchvision vgg16 --weights vgg16-397923af.pth
  remx fetch-zoo --list                                     which networks torchvision has too, and why not the others

Weights of torchvision are not MXNet's: they were trained in another way, and predict other numbers with another
accuracy. Images are normalized alike (mean 0.485, 0.456, 0.406, deviation 0.229, 0.224, 0.225). The file is called
NAME-torchvision.params; get_model(NAME, pretrained=True) takes it, with a warning, where MXNet's own is not there.

exit status: 0, 1 if weights cannot be had or converted, 2 for a wrong call
"""
JSON = "print the results as JSON"


def add_arguments(command: argparse.ArgumentParser) -> None:
    """Add the command's arguments to its parser."""
    add = command.add_argument
    add("names", nargs="*", metavar="NAME", help="networks, as get_model names them")
    add("--from-torchvision", action="store_true", help="convert torchvision's weights")
    add("--weights", metavar="FILE.pth", help="torchvision's weights in a file, for one network")
    add("--root", help="folder for the weights (MXNET_HOME/models)")
    add("--list", action="store_true", help="list the networks")
