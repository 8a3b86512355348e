"""Resolve what the wheel needs on systems that are not here, binaries alone: ``python -m scripts.check_platforms``.

It takes ``uv``, which reads what a package needs without downloading it, and the network.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).parents[1]
PLATFORMS = ("x86_64-pc-windows-msvc", "aarch64-apple-darwin", "aarch64-manylinux_2_28", "x86_64-manylinux_2_28")
PYTHONS = ("3.11", "3.12", "3.13", "3.14")
#: the oldest macOS that PyTorch's binaries run on
MACOS = {"MACOSX_DEPLOYMENT_TARGET": "14.0"}


def main() -> int:
    """Print a line for each system and Python, and return how many of them have no answer."""
    failures = 0
    with tempfile.TemporaryDirectory() as folder:
        wheel = [sys.executable, "-m", "pip", "wheel", "-q", "--no-deps", "-w", folder, str(ROOT)]
        subprocess.run(wheel, check=True)
        (path,) = Path(folder).glob("*.whl")
        assert path.name.endswith("-py3-none-any.whl"), f"{path.name} is not pure"
        for platform in PLATFORMS:
            for python in PYTHONS:
                command = ["uv", "pip", "compile", "-q", "--no-header", "--no-annotate", "--only-binary", ":all:"]
                command += ["--python-platform", platform, "--python-version", python, "-"]
                requirement = f"remx @ {path.as_uri()}"
                result = subprocess.run(
                    command, input=requirement, env=os.environ | MACOS, capture_output=True, text=True, check=False
                )
                failures += result.returncode != 0
                found = [line for line in result.stdout.split() if line.startswith(("torch==", "numpy==", "opencv"))]
                print(platform, python, *(found or [result.stderr.strip()]))
    return failures


if __name__ == "__main__":
    sys.exit(main())
