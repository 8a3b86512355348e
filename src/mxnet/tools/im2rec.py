"""Make lists of images, and pack the images of lists into record files: MXNet's ``tools/im2rec.py``.

    python -m mxnet.tools.im2rec data/cats photos --list --recursive    # writes data/cats.lst
    python -m mxnet.tools.im2rec data/cats photos --resize 256          # writes data/cats.rec and data/cats.idx

``PREFIX.lst``, ``PREFIX_train.lst`` and so on become ``.rec`` files of the same names, beside the lists. Images that
cannot be read are left out, counted and named. Packed images are ordinary JPEG or PNG: ``ImageRecordIter`` gives
their colours in the order red, green, blue.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from ..core.text import printable
from .console import FINE, PROBLEMS, Refusal, guarded, show_json
from .lists import find_images, read_items, write_lists
from .packing import Treatment, pack_list, show


def parser() -> argparse.ArgumentParser:
    """Return the parser of the command line."""
    result = argparse.ArgumentParser(
        prog="remx im2rec",
        description=__doc__,
        epilog="exit status: 0, 1 if nothing was found, packed or could be written, 2 for a wrong call",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    result.add_argument("--json", action="store_true", help="print what was written as JSON")
    result.add_argument("prefix", help="path of the lists and record files, without their endings")
    result.add_argument("root", help="folder of the images")
    lists = result.add_argument_group("lists")
    lists.add_argument("--list", action="store_true", help="make a list instead of packing")
    lists.add_argument("--exts", nargs="+", default=[".jpeg", ".jpg", ".png"], help="endings of images (%(default)s)")
    lists.add_argument("--chunks", type=_positive, default=1, help="number of lists (%(default)s)")
    lists.add_argument("--train-ratio", type=_share, default=1.0, help="share of the training list (%(default)s)")
    lists.add_argument("--test-ratio", type=_share, default=0.0, help="share of the test list (%(default)s)")
    lists.add_argument("--recursive", action="store_true", help="search folders in the folder; each is a label")
    lists.add_argument("--no-shuffle", dest="shuffle", action="store_false", help="keep the order of the names")
    lists.add_argument("--shuffle", type=_truth, dest="shuffle", help="whether to shuffle the list (True)")
    packing = result.add_argument_group("packing")
    packing.add_argument("--pass-through", action="store_true", help="pack the files as they are")
    packing.add_argument("--resize", type=int, default=0, help="length of the shorter side; 0: as it is")
    packing.add_argument("--center-crop", action="store_true", help="cut out the middle square")
    packing.add_argument("--quality", type=int, default=95, help="JPEG's quality, or PNG's compression (%(default)s)")
    packing.add_argument("--num-thread", type=_positive, default=1, help="number of processes (%(default)s)")
    packing.add_argument("--color", type=int, default=1, choices=[-1, 0, 1], help="1 colours, 0 grey, -1 as stored")
    packing.add_argument("--encoding", default=".jpg", choices=[".jpg", ".png"], help="%(default)s unless given")
    packing.add_argument("--pack-label", action="store_true", help="pack all labels of a line, not the first alone")
    result.set_defaults(shuffle=True)
    return result


def _positive(text: str) -> int:
    count = int(text)
    if count < 1:
        raise argparse.ArgumentTypeError(f"expected at least 1, got {text}")
    return count


def _share(text: str) -> float:
    count = float(text)
    if not 0 <= count <= 1:
        raise argparse.ArgumentTypeError(f"expected a number from 0 to 1, got {text}")
    return count


def _truth(text: str) -> bool:
    result = {"true": True, "1": True, "yes": True, "false": False, "0": False, "no": False}.get(text.lower())
    if result is None:
        raise argparse.ArgumentTypeError(f"expected True or False, got {text}")
    return result


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command and return its exit status."""
    command = parser()
    args = command.parse_args(argv)
    if args.train_ratio + args.test_ratio > 1:
        command.error("--train-ratio and --test-ratio are more than 1 together")
    if not Path(args.root).is_dir():
        command.error(f"{args.root} is no folder")
    return guarded(command.prog, lambda: _make_lists(args) if args.list else _pack(args))


def _make_lists(args: argparse.Namespace) -> int:
    notes = Path(f"{args.prefix}.lst.found")
    notes.parent.mkdir(parents=True, exist_ok=True)
    items = find_images(args.root, args.recursive, args.exts, notes)
    if not items:
        raise Refusal(f"there are no {', '.join(args.exts)} files in {args.root}")
    written = write_lists(args.prefix, items, args.shuffle, args.chunks, args.train_ratio, args.test_ratio)
    if args.json:
        show_json({"images": len(items), "lists": list(map(str, written))})
    else:
        print(*(printable(str(path)) for path in written), sep="\n")
    return FINE


def _lists_of(prefix: str) -> list[Path]:
    here = Path(prefix)
    if here.suffix == ".lst":
        return [here]
    return sorted(path for path in here.parent.glob("*.lst") if path.name.startswith(here.name))


def _pack(args: argparse.Namespace) -> int:
    how = Treatment(
        args.resize, args.center_crop, args.quality, args.encoding, args.color, args.pass_through, args.pack_label
    )
    lists = _lists_of(args.prefix)
    if not lists:
        raise Refusal(f"there is no list {args.prefix}*.lst: make one with --list")
    reports = []
    for path in lists:
        items, wrong = read_items(path)
        for item in wrong:
            print(printable(f"left out: {item}"), file=sys.stderr)
        report = pack_list(items, args.root, path.with_suffix(""), how, args.num_thread)
        show(report, str(path.with_suffix(".rec")))
        reports.append({"file": str(path.with_suffix(".rec")), "packed": report.packed, "left_out": report.skipped})
    if args.json:
        show_json(reports)
    return FINE if any(report["packed"] for report in reports) else PROBLEMS


if __name__ == "__main__":
    sys.exit(main())
