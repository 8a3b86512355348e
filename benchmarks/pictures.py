"""Pictures per second beside MXNet 1.9.1, and the memory that reading ahead takes: `python -m benchmarks.pictures`."""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

from benchmarks import sides

#: case, what it is, batches in a round
CASES = [
    ("record_iter", "`ImageRecordIter`: random crop, mirror, normalization", 8),
    ("record_iter_resized", "the same after `resize=256`", 8),
    ("record_iter_training", "the same while a small network trains", 6),
    ("loader", "`DataLoader` with transforms", 6),
    ("loader_workers", "the same with two workers", 6),
    ("image_iter", "`mx.image.ImageIter`", 4),
]
_BATCH = 50
#: reads twenty batches, slower than they are made, and prints by how many MB memory grew at most
_MEMORY = """
import resource, sys, time
import mxnet as mx
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
it = mx.io.ImageRecordIter(path_imgrec=sys.argv[1], data_shape=(3, 224, 224), batch_size=50, rand_crop=True,
                           preprocess_threads=2, prefetch_buffer=int(sys.argv[2]), verbose=False)
for _ in range(20):
    batch = next(it)
    time.sleep(0.2)
print((resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) // 1024)
"""


def write_photographs(path, count=2000):
    """Write photographs of 500 x 375, parts of scikit-learn's two pictures encoded anew, with their index."""
    import mxnet as mx
    import numpy as np
    from sklearn.datasets import load_sample_images

    rng, photographs = np.random.RandomState(0), load_sample_images().images
    writer = mx.recordio.MXIndexedRecordIO(path.replace(".rec", ".idx"), path, "w")
    for i in range(count):
        whole = photographs[i % 2]
        y, x = rng.randint(whole.shape[0] - 375), rng.randint(whole.shape[1] - 500)
        part = np.ascontiguousarray(whole[y : y + 375, x : x + 500, ::-1])
        writer.write_idx(i, mx.recordio.pack_img(mx.recordio.IRHeader(0, i % 10, i, 0), part, quality=90))
    writer.close()


def memory(side, path, ahead):
    """Return by how many MB the memory of a process grows that reads so many batches ahead."""
    command = [side.python, "-c", _MEMORY, path, str(ahead)]
    done = subprocess.run(command, env=side.environment(), cwd="/", check=True, capture_output=True, text=True)
    return int(done.stdout.split()[-1])


def main():
    """Measure in turn, and print pictures per second and memory."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("cases", nargs="*")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--threads", type=int, default=2, help="threads of an operator; two others make pictures")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        os.environ["PICTURES"] = str(Path(folder) / "photographs.rec")
        sys.path.insert(0, str(sides.ROOT / "src"))
        write_photographs(os.environ["PICTURES"])
        compared = [
            sides.Side("remx", sys.executable, "picture_cases", "mxnet", str(sides.ROOT / "src"), args.threads),
            sides.Side("MXNet 1.9.1", str(sides.REFERENCE), "picture_cases", "mxnet", threads=args.threads),
        ]
        print("| pictures per second | remx | MXNet 1.9.1 | remx / MXNet |\n|---|---|---|---|")
        for name, title, batches in CASES:
            if args.cases and name not in args.cases:
                continue
            seconds = [[], []]
            for _ in range(args.rounds):
                for side, found in zip(compared, seconds, strict=True):
                    found.append(side.ask({"case": name, "n": batches})["seconds"])
            for side in compared:
                side.ask({"free": name})
            ours, theirs = (_BATCH / statistics.median(each) for each in seconds)
            print(f"| {title} | {ours:.0f} | {theirs:.0f} | {ours / theirs:.2f} |", flush=True)
        for side in compared:
            side.close()
        if not args.cases:
            print("\n| growth of memory, MB | remx | MXNet 1.9.1 |\n|---|---|---|")
            for ahead in (1, 4, 16):
                grown = [memory(side, os.environ["PICTURES"], ahead) for side in compared]
                print(f"| `prefetch_buffer={ahead}`, batches of 30 MB | {grown[0]} | {grown[1]} |", flush=True)


if __name__ == "__main__":
    main()
