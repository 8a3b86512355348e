"""Run the programs of ``programs.txt`` by Python 2.7 and keep their outputs in ``outputs.json``.

PYTHONPATH=folder python tests/tools/python2/record.py ~/.pyenv/versions/2.7.18/bin/python

The folder has what ``python2.7 -m pip install --target folder numpy==1.16.6 mxnet==1.6.0`` installs: the last releases
for Python 2.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tempfile
from pathlib import Path

FOLDER = Path(__file__).parent
#: what all programs read
STDIN = "first\n7 / 2\nlast\n"


def programs() -> dict[str, dict[str, str]]:
    """Return the programs by name: the texts of their files, the script as ``main.py``."""
    result = {}
    for part in re.split(r"^=== ", (FOLDER / "programs.txt").read_text("utf-8"), flags=re.MULTILINE)[1:]:
        head, _, text = part.partition("\n")
        main, *others = re.split(r"^--- ", text, flags=re.MULTILINE)
        files = {"main.py": main}
        for other in others:
            name, _, content = other.partition("\n")
            files[name] = content
        result[head.partition("|")[0]] = files
    return result


def write(files: dict[str, str], folder: Path) -> Path:
    """Write a program's files, and return the script."""
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, "utf-8")
    return folder / "main.py"


def main() -> None:
    """Record all outputs."""
    outputs = {}
    for name, files in programs().items():
        with tempfile.TemporaryDirectory() as folder:
            script = write(files, Path(folder))
            done = subprocess.run(
                [sys.argv[1], str(script)], input=STDIN.encode(), capture_output=True, cwd=folder, check=False
            )
            if done.returncode:
                print(name, done.stderr.decode("utf-8", "replace"), sep="\n")
            outputs[name] = done.stdout.decode("utf-8", "backslashreplace")
    (FOLDER / "outputs.json").write_text(json.dumps(outputs, indent=1, ensure_ascii=False) + "\n", "utf-8")


if __name__ == "__main__":
    main()
