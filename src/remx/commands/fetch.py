"""Download data sets, weights and word vectors ahead, to where programs look for them."""

from __future__ import annotations

import argparse

EPILOG = """\
examples:
  remx fetch mnist cifar10 resnet50_v2 glove.6B.50d
  remx fetch --list               every name
  remx fetch --list glove         those that begin so
  remx fetch mnist --to DIR       for a machine without network: copy DIR there, and set MXNET_HOME to it

Files go to MXNET_HOME (~/.mxnet). They come from MXNet's addresses, or from mirrors that have the same content;
MXNET_GLUON_REPO and MXNET_DATA_MIRROR name other servers or folders. remx fetch-zoo converts torchvision's weights.

exit status: 0, 1 if something could not be downloaded, 2 for a wrong call
"""
JSON = "print the results as JSON"


def add_arguments(command: argparse.ArgumentParser) -> None:
    """Add the command's arguments to its parser."""
    add = command.add_argument
    add("names", nargs="*", metavar="NAME", help="what to download, as --list names it")
    add("--list", action="store_true", help="list what can be downloaded")
    add("--to", metavar="DIR", help="folder in the place of MXNET_HOME")
