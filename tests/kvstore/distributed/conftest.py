"""Starting real processes: each launch is bounded in time, and leaves nothing behind."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path

import pytest
from mxnet.tools import launch

from tests import warm

HERE = Path(__file__).parent


@pytest.fixture(scope="session")
def launched(tmp_path_factory):
    """``launched(program, workers, timeout=, **environ)`` runs one of the programs beside this file as local workers.

    Returns the exit status, the results that the workers wrote by rank, and their output.
    """

    def run(program, workers, *words, timeout=20, **environ):
        folder = run.folder = tmp_path_factory.mktemp(Path(program).stem)
        values = {"RESULTS": str(folder), "OMP_NUM_THREADS": "1", "MXNET_KVSTORE_TIMEOUT": str(timeout), **environ}
        with pytest.MonkeyPatch.context() as patch:
            for name, value in values.items():
                patch.setenv(name, value)
            patch.setenv("PYTHONPATH", os.pathsep.join(sys.path))
            line = f"{' '.join(warm.python())} {HERE / program} {' '.join(words)} > {folder}/$DMLC_WORKER_ID.out 2>&1"
            status = launch.main(["-n", str(workers), "--launcher", "local", line])
        found = [folder / f"{rank}.json" for rank in range(workers)]
        results = [json.loads(path.read_text()) if path.exists() else {} for path in found]
        outputs = [(folder / f"{rank}.out").read_text() for rank in range(workers)]
        return status, results, outputs

    return run


@pytest.fixture(scope="session")
def outcomes(launched):
    """What two workers made of all of ``checks.py``, and the folder that they wrote to."""
    status, results, outputs = launched("checks.py", 2, MXNET_KVSTORE_BIGARRAY_BOUND="100")
    assert status == 0, outputs
    return results, launched.folder
