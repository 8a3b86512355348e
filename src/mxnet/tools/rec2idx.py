"""Make the index of a record file: MXNet's ``tools/rec2idx.py``.

python -m mxnet.tools.rec2idx data/cats.rec data/cats.idx
"""

import argparse
import os
import sys
from contextlib import closing
from pathlib import Path

from ..core.files.saving import atomic_write
from ..core.progress import Progress
from ..core.text import printable
from ..recordio import MXRecordIO
from .console import command, plural, refuse_input, show


def write_index(record: str, index: str) -> int:
    """Write ``index``, one line ``number<tab>offset`` for each record, and return how many there are.

    Raises :class:`MXNetError` with file and offset for a damaged file; no index is written then.
    """
    count = 0
    with (
        closing(MXRecordIO(record, "r")) as reader,
        atomic_write(index, "w", encoding="utf-8") as stream,
        Progress(os.path.getsize(record), Path(index).name, "bytes") as bar,
    ):
        while True:
            offset = reader.tell()
            if reader.read() is None:
                return count
            stream.write(f"{count}\t{offset}\n")
            count += 1
            bar.reach(offset)


def _run(args: argparse.Namespace) -> int:
    index = args.index or str(Path(args.record).with_suffix(".idx"))
    refuse_input("INDEX", index, args.record)
    count = write_index(args.record, index)
    text = f"{printable(str(index))}: {plural(count, 'record')}"
    return show(args.json, {"index": index, "records": count}, text)


main = command("rec2idx", _run)

if __name__ == "__main__":
    sys.exit(main())
