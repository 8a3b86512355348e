"""A short run of the fuzzer: every reader reads whole files and refuses hostile ones in our own words.

`make fuzz` runs it long.
"""

from __future__ import annotations

import importlib

import pytest

from .campaign import MODULES, Campaign
from .reader import READERS

#: how many random cases of each reader
_CASES = 8
_SEED = 0

for _module in MODULES:
    importlib.import_module(_module)


@pytest.fixture(scope="module")
def campaign(tmp_path_factory):
    made = Campaign(tmp_path_factory.mktemp("findings"), (*MODULES, "tests.fuzz.planted"))
    yield made
    made.close()


@pytest.mark.parametrize("name", list(READERS))
def test_files_are_read_or_refused(campaign, name):
    fixed = list(campaign.run(name, _SEED, 0, 0))
    random = list(campaign.run(name, _SEED, 1000, _CASES))
    assert not fixed + random, "\n".join(map(str, fixed + random))


def test_an_error_of_ours_is_no_finding(campaign):
    assert not list(campaign.run("nothing", _SEED, 0, 0))


#: a planted fault -> what is said of it; those that end the process, which takes long to start, come last
_SAID = {
    "a KeyError": "raw error: KeyError",
    "Python's ValueError": "raw error: ValueError",
    "a struct.error": "raw error: error at",
    "no file named": "error that names no file: MXNetError",
    "much memory": "memory: ",
    "more memory than there is": "raw error: MemoryError",
    "code": "asked for os.system(b'true')",
    "an unpickler": "asked for pickle.find_class",
    "a file elsewhere": "asked for open(",
    "a dead process": "ends the process: -6",
    "a hang": "hangs: nothing for 1 s",
}


@pytest.mark.parametrize("fault", _SAID)
def test_a_planted_fault_is_found(campaign, fault, monkeypatch):
    if fault == "a hang":
        assert not list(campaign.run("nothing", _SEED, 0, 0))  # the process has started
        monkeypatch.setattr(campaign, "patience", 1)
    (found,) = campaign.run(fault, _SEED, 1, 1)
    assert found.what.startswith(_SAID[fault])
    assert (found.folder / "a.bin").read_bytes() == b"0"
    assert (found.folder / "FINDING").read_text().splitlines()[0] == fault
