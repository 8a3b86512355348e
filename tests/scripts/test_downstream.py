"""The harness that tries libraries written for MXNet: its table, its causes, its page."""

from __future__ import annotations

import json

import pytest

from scripts.downstream.__main__ import FOUND, HERE, PAGE, clients, described, page
from scripts.downstream.compat_plugin import cause


def test_every_library_has_its_checks():
    assert all((HERE / "checks" / f"check_{client.checks}.py").exists() for client in clients())


def test_what_is_laid_out_has_a_checkout_and_a_release():
    laid = [client for client in clients() if client.source or client.programs or client.tests]
    assert all(client.repository and client.tag for client in laid)


def test_the_page_is_made_of_what_was_measured():
    assert PAGE.read_text(encoding="utf-8") == page(json.loads(FOUND.read_text(encoding="utf-8")))


def test_a_row_counts_checks_and_names_why_some_fail():
    found = {
        "passed": {"c.check_attacks[A]": "", "c.check_attacks[B]": ""},
        "failed": {"c.check_saving": "ValueError: no|thing"},
        "skipped": {},
    }
    row = described(clients()[0], found, None)
    assert row["tried"] == "attacks (2), saving"
    assert row["result"] == "2 pass, 1 fail: 1 ValueError: no/thing"


@pytest.mark.parametrize(
    ("error", "why"),
    [
        (ModuleNotFoundError("No module named 'spacy'"), "needs a package"),
        (OSError("<urlopen error no host>"), "needs a download"),
        (AttributeError("module 'numpy' has no attribute 'asscalar'"), "Python or NumPy since: np.asscalar is gone"),
        (AssertionError("2 is not 3\nnor 4"), "AssertionError: 2 is not 3"),
    ],
)
def test_causes_of_failures(error, why):
    assert cause(error, f"{type(error).__name__}: {error}").startswith(why)
