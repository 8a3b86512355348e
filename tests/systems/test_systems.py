"""A program's life on Windows and macOS, as far as Linux can show: without the modules and functions they lack.

``site/sitecustomize.py`` takes those away, starts processes by spawn alone, has names that differ in case alone be one
file, and for Windows refuses links, and to rename over or remove what is open.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

FOLDER = Path(__file__).parent


@pytest.mark.skipif(sys.platform != "linux", reason="takes away from Linux what others lack")
@pytest.mark.timeout(600)
@pytest.mark.parametrize("system", ["win32", "darwin"])
def test_a_program_on(tmp_path, system):
    paths = [str(FOLDER / "site"), str(FOLDER.parents[1]), str(FOLDER.parents[1] / "src")]
    environment = os.environ | {
        "PYTHONPATH": os.pathsep.join(paths),
        "REMX_SYSTEM": system,
        "LOCALAPPDATA": str(tmp_path / "states"),
        "XDG_STATE_HOME": str(tmp_path / "states"),
        "MXNET_OFFLINE": "0",
    }
    command = [sys.executable, "-X", "warn_default_encoding", str(FOLDER / "program.py")]
    result = subprocess.run(
        command, env=environment, cwd=tmp_path, capture_output=True, text=True, timeout=500, check=False
    )
    assert result.returncode == 0, result.stdout + result.stderr
    assert len(re.findall("^[a-z_]+ works$", result.stdout, re.M)) == 13
