"""Make lists of images, and pack the images of lists into record files: MXNet's ``tools/im2rec.py``."""

import argparse
import sys
from pathlib import Path

from ..core.text import printable
from .console import FINE, PROBLEMS, Refusal, command, show, show_json
from .lists import find_images, read_items, write_lists
from .packing import Treatment, pack_list, say


def _check(parser: argparse.ArgumentParser, args: argparse.Namespace) -> None:
    if args.train_ratio + args.test_ratio > 1:
        parser.error("--train-ratio and --test-ratio are more than 1 together")
    if not Path(args.root).is_dir():
        parser.error(f"{args.root} is no folder")


def _make_lists(args: argparse.Namespace) -> int:
    notes = Path(f"{args.prefix}.lst.found")
    notes.parent.mkdir(parents=True, exist_ok=True)
    items = find_images(args.root, args.recursive, args.exts, notes)
    if not items:
        raise Refusal(f"there are no {', '.join(args.exts)} files in {args.root}")
    written = write_lists(args.prefix, items, args.shuffle, args.chunks, args.train_ratio, args.test_ratio)
    lists = list(map(str, written))
    return show(args.json, {"images": len(items), "lists": lists}, "\n".join(map(printable, lists)))


def _lists_of(prefix: str) -> list[Path]:
    target = Path(prefix)
    if target.suffix == ".lst":
        return [target]
    named = sorted(path for path in target.parent.glob("*.lst") if path.name.startswith(target.name))
    # a prefix `cat` means cat.lst and cat_0.lst; cats.lst, of which other records were made, if there is nothing else
    own = [path for path in named if not _goes_on(target.name[-1:], path.name[len(target.name)])]
    return own or sorted(target.glob("*.lst")) or named


def _goes_on(last: str, following: str) -> bool:
    """Return whether a word, or a number, goes on from one character to the next."""
    return (last.isalpha() and following.isalpha()) or (last.isdigit() and following.isdigit())


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
        say(report, str(path.with_suffix(".rec")))
        reports.append({"file": str(path.with_suffix(".rec")), "packed": report.packed, "left_out": report.skipped})
    if args.json:
        show_json(reports)
    return FINE if any(report["packed"] for report in reports) else PROBLEMS


main = command("im2rec", lambda args: _make_lists(args) if args.list else _pack(args), _check)

if __name__ == "__main__":
    sys.exit(main())
