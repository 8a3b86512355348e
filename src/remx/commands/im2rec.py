"""Make lists of images, and pack the images of lists into record files: MXNet's ``tools/im2rec.py``.

    remx im2rec data/cats photos --list --recursive    # writes data/cats.lst
    remx im2rec data/cats photos --resize 256          # writes data/cats.rec and data/cats.idx

``PREFIX.lst``, ``PREFIX_train.lst`` and so on become ``.rec`` files of the same names, beside the lists. Images that
cannot be read are left out, counted and named. Packed images are ordinary JPEG or PNG: ``ImageRecordIter`` gives
their colours in the order red, green, blue.
"""

from __future__ import annotations

import argparse

from .numeric import scalar

EPILOG = "exit status: 0, 1 if nothing was found, packed or could be written, 2 for a wrong call"
JSON = "print what was written as JSON"


def add_arguments(command: argparse.ArgumentParser) -> None:
    """Add the command's arguments to its parser."""
    command.add_argument("prefix", help="path of the lists and record files, without their endings")
    command.add_argument("root", help="folder of the images")
    lists = command.add_argument_group("lists")
    lists.add_argument("--list", action="store_true", help="make a list instead of packing")
    lists.add_argument("--exts", nargs="+", default=[".jpeg", ".jpg", ".png"], help="endings of images (%(default)s)")
    lists.add_argument("--chunks", type=scalar(int, 1), default=1, help="number of lists (%(default)s)")
    lists.add_argument(
        "--train-ratio", type=scalar(float, 0, 1), default=1.0, help="share of the training list (%(default)s)"
    )
    lists.add_argument(
        "--test-ratio", type=scalar(float, 0, 1), default=0.0, help="share of the test list (%(default)s)"
    )
    lists.add_argument("--recursive", action="store_true", help="search folders in the folder; each is a label")
    lists.add_argument("--no-shuffle", dest="shuffle", action="store_false", help="keep the order of the names")
    lists.add_argument("--shuffle", type=_truth, dest="shuffle", help="whether to shuffle the list (True)")
    packing = command.add_argument_group("packing")
    packing.add_argument("--pass-through", action="store_true", help="pack the files as they are")
    packing.add_argument("--resize", type=scalar(int, 0), default=0, help="length of the shorter side; 0: as it is")
    packing.add_argument("--center-crop", action="store_true", help="cut out the middle square")
    packing.add_argument(
        "--quality", type=scalar(int, 0, 100), default=95, help="JPEG's quality, or PNG's compression (%(default)s)"
    )
    packing.add_argument("--num-thread", type=scalar(int, 1), default=1, help="number of processes (%(default)s)")
    packing.add_argument("--color", type=int, default=1, choices=[-1, 0, 1], help="1 colours, 0 grey, -1 as stored")
    packing.add_argument("--encoding", default=".jpg", choices=[".jpg", ".png"], help="%(default)s unless given")
    packing.add_argument("--pack-label", action="store_true", help="pack all labels of a line, not the first alone")
    command.set_defaults(shuffle=True)


def _truth(text: str) -> bool:
    result = {"true": True, "1": True, "yes": True, "false": False, "0": False, "no": False}.get(text.lower())
    if result is None:
        raise argparse.ArgumentTypeError(f"expected True or False, got {text}")
    return result
