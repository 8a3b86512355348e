"""Samples per second beside MXNet 1.9.1, and the memory that reading ahead takes: `python -m benchmarks.images`.

Each row is measured twice: by the clock, and by the processor's time of the process with its workers, which depends
less on what else the machine does.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
from dataclasses import dataclass

from benchmarks import sides
from benchmarks.cases.images import files

#: case, what it is, batches in a round
IMAGES = [
    ("record_iter", "`ImageRecordIter`: random crop, mirror, normalization; two threads", 8),
    ("record_iter_1_thread", "the same, one thread", 8),
    ("record_iter_4_threads", "the same, four threads", 8),
    ("record_iter_uint8", "`ImageRecordUInt8Iter`", 8),
    ("record_iter_resized", "`ImageRecordIter` after `resize=256`", 8),
    ("record_iter_resized_crop", "with `random_resized_crop`", 8),
    ("record_iter_colors", "with brightness, contrast, saturation, noise", 6),
    ("record_iter_hsl", "with hue, saturation, lightness", 6),
    ("det_record_iter", "`ImageDetRecordIter`: crops, padding, mirror, hue, contrast", 6),
    ("training_alone", "training of a small network without loading", 6),
    ("record_iter_training", "`ImageRecordIter` while it trains", 6),
    ("loader_training", "`DataLoader` with two workers while it trains", 6),
    ("loader", "`DataLoader` with transforms", 6),
    ("loader_1_worker", "the same with one worker", 6),
    ("loader_workers", "the same with two workers", 6),
    ("loader_threads", "the same with two threads, of `ImageFolderDataset`", 6),
    ("loader_folder", "`DataLoader` of `ImageFolderDataset`", 6),
    ("loader_jitter", "`DataLoader` with jitter of colours", 4),
    ("image_iter", "`mx.image.ImageIter`", 4),
    ("image_iter_colors", "the same with random size and jitter of colours", 4),
    ("image_det_iter", "`mx.image.ImageDetIter`", 4),
]
ROWS = [
    ("array_iter", "`NDArrayIter`, 1 x 28 x 28", 300),
    ("array_iter_shuffled", "the same, shuffled", 300),
    ("array_iter_large", "3 x 32 x 32, shuffled, batches of 512", 50),
    ("array_iter_small", "rows of 10, batches of 32", 500),
    ("csv_iter", "`CSVIter`, rows of 100", 60),
    ("libsvm_iter", "`LibSVMIter`, rows of 1,000", 60),
    ("mnist_iter", "`MNISTIter`", 200),
    ("loader_arrays", "`DataLoader`, 32 x 32 x 3 transformed", 10),
    ("loader_arrays_workers", "the same with two workers", 10),
    ("loader_small", "`DataLoader` of an NDArray, rows of 784", 30),
    ("loader_small_workers", "the same with two workers", 30),
    ("loader_rows", "`DataLoader` of a NumPy array", 30),
    ("loader_rollover", "`DataLoader` in order, `last_batch='rollover'`", 30),
    ("loader_first_batch", "the first batch of a new loader, two workers", 4),
    ("record_read", "`MXRecordIO.read`, records of 40 kB", 10),
    ("record_read_indexed", "`MXIndexedRecordIO.read_idx`", 10),
    ("record_write", "`MXIndexedRecordIO.write_idx`, 50 kB", 2),
    ("record_pack", "`recordio.pack`, 50 kB", 20),
    ("record_unpack", "`recordio.unpack`, 50 kB", 20),
]
_BATCH = 50
#: repetitions that are not measured: iterators make some batches beforehand
AHEAD = 12
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


@dataclass
class Side:
    """A library in a process of its own, which is asked for the times of cases."""

    python: str
    module: str
    path: str
    threads: int

    def __post_init__(self):
        self.process = None

    def environment(self):
        """Return the environment of its processes."""
        return {**os.environ, "PYTHONPATH": self.path, "OMP_NUM_THREADS": str(self.threads), "MXNET_KEEP_FREED": "1"}

    def ask(self, *question):
        """Return the server's answer; RuntimeError with its traceback for an error."""
        if self.process is None:
            self.process = subprocess.Popen(
                [self.python, str(sides.HERE / "image_server.py"), self.module],
                env=self.environment(),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                text=True,
                bufsize=1,
            )
        self.process.stdin.write(json.dumps(question) + "\n")
        answer = json.loads(self.process.stdout.readline() or '"the process died"')
        if isinstance(answer, str):
            raise RuntimeError(f"{self.python}: {question}: {answer}")
        return answer

    def close(self):
        """End the server."""
        if self.process is not None:
            self.process.stdin.close()
            self.process.wait(timeout=30)
            self.process = None


def memory(side, path, ahead):
    """Return by how many MB the memory of a process grows that reads so many batches ahead."""
    command = [side.python, "-c", _MEMORY, path, str(ahead)]
    done = subprocess.run(command, env=side.environment(), cwd="/", check=True, capture_output=True, text=True)
    return int(done.stdout.split()[-1])


def table(compared, cases, samples, args):
    """Print a table of cases: samples per second by the clock, and by the processor's time."""
    print("| samples per second | remx | MXNet 1.9.1 | remx / MXNet | per processor second | MXNet | ratio |")
    print("|---|---|---|---|---|---|---|")
    for name, title, count in cases:
        if args.cases and name not in args.cases:
            continue
        found = [[], []]
        for _ in range(args.rounds):
            for side, each in zip(compared, found, strict=True):
                each.append(side.ask(name, AHEAD, count))
        for side in compared:
            side.ask(name)
        cells = []
        for what in range(2):
            ours, theirs = (samples(name) / statistics.median(each[what] for each in side) for side in found)
            cells += [f"{ours:.0f}", f"{theirs:.0f}", f"{ours / theirs:.2f}"]
        print(f"| {title} | {' | '.join(cells)} |", flush=True)


def both(module, threads):
    """Return remx and MXNet 1.9.1 with the cases of a module."""
    return [
        Side(sys.executable, module, str(sides.ROOT / "src"), threads),
        Side(str(sides.REFERENCE), module, "", threads),
    ]


def main():
    """Measure in turn, and print samples per second and memory."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("cases", nargs="*")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--threads", type=int, default=2, help="threads of an operator; two others make images")
    parser.add_argument("--files", help="a folder that keeps the files for the next run")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        folder = args.files or temporary
        path = os.environ["IMAGES"] = os.path.join(folder, "photographs.rec")
        sys.path.insert(0, str(sides.ROOT / "src"))
        if not os.path.exists(os.path.join(folder, "labels-idx1-ubyte")):
            files.write_all(folder)
        from benchmarks.cases.images.sizes import SAMPLES

        for module, cases, samples in (
            ("cases.images.pipelines", IMAGES, lambda name: _BATCH),
            ("cases.images.stages", ROWS, SAMPLES.get),
        ):
            if args.cases and not {name for name, _, _ in cases} & set(args.cases):
                continue
            compared = both(module, args.threads)
            table(compared, cases, samples, args)
            for side in compared:
                side.close()
            print()
        if not args.cases:
            print("| growth of memory, MB | remx | MXNet 1.9.1 |\n|---|---|---|")
            for ahead in (1, 4, 16):
                grown = [memory(side, path, ahead) for side in both("cases.images.pipelines", args.threads)]
                print(f"| `prefetch_buffer={ahead}`, batches of 30 MB | {grown[0]} | {grown[1]} |", flush=True)


if __name__ == "__main__":
    main()
