"""Write the handwritten digits of scikit-learn as PNG files and pack them into record files with im2rec.

1,797 images of 8x8: 1,500 to train on, and 297 by other writers to test.
"""

from __future__ import annotations

import argparse
import os

import cv2
from digits import TRAIN
from mxnet.tools import im2rec
from sklearn.datasets import load_digits


def write_pictures(folder):
    """Write `folder/train/<digit>/<number>.png` and `folder/test/...`: grey, 8x8, from 0 to 240."""
    raw = load_digits()
    for number, (image, digit) in enumerate(zip(raw.images, raw.target, strict=True)):
        part = os.path.join(folder, "train" if number < TRAIN else "test", str(digit))
        os.makedirs(part, exist_ok=True)
        cv2.imwrite(os.path.join(part, f"{number:04d}.png"), (image * 15).astype("uint8"))


def pack(folder, part):
    """Make a list of a part's pictures, whose labels are the digits, and pack it: `folder/<part>.lst/.rec/.idx`."""
    prefix, pictures = os.path.join(folder, part), os.path.join(folder, part)
    for command in (["--list", "--recursive"], ["--encoding", ".png", "--color", "0"]):
        if im2rec.main([prefix, pictures, *command]):
            raise SystemExit(f"im2rec failed on {pictures}")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--folder", default="demo/digits", help="where they go (default: %(default)s)")
    args = parser.parse_args()
    write_pictures(args.folder)
    for part in ("train", "test"):
        pack(args.folder, part)
